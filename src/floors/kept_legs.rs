//! The legs between ends of links that paths have taken, as searches have written them. They are those of one state of
//! a floor, so that a search would write the same.

use super::hops::Walk;
use crate::OutOfMemory;
use crate::grid::Cell;
use crate::index::Engine;
use crate::movement::{Heuristic, HeuristicWeight};
use crate::search::{Order, PathForm, Query};
use crate::try_arc::TryArc;
use std::ops::Range;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The most cells that are kept of the legs of a floor; then all begin anew.
const MOST_CELLS: usize = 1 << 15;

/// A leg that was searched.
#[derive(Clone, Debug)]
pub(super) struct Leg {
    pub(super) walk: Walk,
    /// The range of its corners; `None` if it was searched for its cost.
    pub(super) corners: Option<Range<usize>>,
    /// Whether the corners lie with the ends of the floor.
    pub(super) is_kept: bool,
    /// In parts.
    pub(super) cost: u64,
    /// The cost of its form, on the scale of the query's costs.
    pub(super) cost_in_form: f64,
    pub(super) bound: f32,
    pub(super) expansions: u32,
}

/// The settings of queries that decide which of several paths a search writes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct LegSettings {
    order: Order,
    heuristic: Heuristic,
    weight: HeuristicWeight,
    engine: Engine,
    form: PathForm,
    has_prepared_jumps: bool,
}

impl LegSettings {
    pub(super) fn of(legs: &Query, has_prepared_jumps: bool) -> Self {
        let Query { order, heuristic, weight, engine, form, .. } = *legs;
        Self { order, heuristic, weight, engine, form, has_prepared_jumps }
    }
}

/// The legs of a floor that are kept.
#[derive(Debug, Default)]
pub(super) struct KeptLegs(Mutex<LegList>);

#[derive(Debug, Default)]
struct LegList {
    settings: Option<LegSettings>,
    /// By the ends.
    legs: Vec<((u32, u32), KeptLeg)>,
    cells: usize,
}

/// A leg, and its corners.
#[derive(Clone, Debug)]
pub(super) struct KeptLeg {
    pub(super) leg: Leg,
    pub(super) corners: TryArc<Vec<Cell>>,
}

impl KeptLegs {
    /// The leg between two ends.
    pub(super) fn get(&self, ends: (u32, u32), settings: &LegSettings) -> Option<KeptLeg> {
        let list = self.lock();
        if list.settings.as_ref() != Some(settings) {
            return None;
        }
        let place = list.legs.binary_search_by_key(&ends, |(ends, _)| *ends).ok()?;
        Some(list.legs[place].1.clone())
    }

    /// Keeps a leg between two ends.
    pub(super) fn keep(
        &self,
        ends: (u32, u32),
        settings: &LegSettings,
        leg: &Leg,
        corners: &[Cell],
    ) -> Result<(), OutOfMemory> {
        let mut cells = Vec::new();
        cells.try_reserve_exact(corners.len())?;
        cells.extend_from_slice(corners);
        let leg = Leg { is_kept: true, corners: None, ..leg.clone() };
        let kept = KeptLeg { leg, corners: TryArc::try_new(cells)? };
        let mut list = self.lock();
        if list.settings.as_ref() != Some(settings) || list.cells + corners.len() > MOST_CELLS {
            list.legs.clear();
            list.cells = 0;
            list.settings = Some(*settings);
        }
        if let Err(place) = list.legs.binary_search_by_key(&ends, |(ends, _)| *ends) {
            list.legs.try_reserve(1)?;
            list.legs.insert(place, (ends, kept));
            list.cells += corners.len();
        }
        Ok(())
    }

    /// Memory held, in bytes.
    pub(super) fn bytes(&self) -> usize {
        let list = self.lock();
        list.legs.capacity() * size_of::<((u32, u32), KeptLeg)>()
            + list.legs.len() * TryArc::<Vec<Cell>>::BYTES
            + list.cells * size_of::<Cell>()
    }

    /// No code panics while it holds the lock, so that what it guards is right in any case.
    fn lock(&self) -> MutexGuard<'_, LegList> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
