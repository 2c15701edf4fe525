//! The landmarks of a map, and how they are measured.

use super::openings::Openings;
use super::shares::share_out;
use crate::bits::bit_rows::BitRows;
use crate::bits::pages::Pages;
use crate::distance::landmarks::{
    Age, Distances, Edited, EvenField, FARTHEST, LANDMARKS, MAX_CELLS, QuantizedCosts, STORED, Scale, choose,
    interleave,
};
use crate::distance::map_rows::MapRows;
use crate::grid::{Cell, MapError};
use crate::held::held;
use crate::index::components::Components;
use crate::index::walkable_cells::WalkableCells;
use crate::interrupt::Interrupt;
use crate::movement::{DiagonalRule, StepCosts};
use crate::try_arc::TryArc;

/// The landmarks of a map under one diagonal rule.
#[derive(Debug)]
pub(crate) struct Landmarks {
    pub(super) rule: DiagonalRule,
    pub(super) quantized_costs: QuantizedCosts,
    pub(super) width: usize,
    pub(super) height: usize,
    /// By row index. Shared with copies of the landmarks until one of them is repaired.
    pub(super) distances: TryArc<Pages<Distances>>,
    pub(super) openings: Openings,
    pub(super) age: Age,
}

held!(Landmarks: distances, openings);

impl Landmarks {
    /// Measures the landmarks of a map at a revision.
    ///
    /// [`MapError::TooLargeForLandmarks`] for a map of more than [`MAX_CELLS`] cells, before anything is allocated.
    pub(crate) fn new(
        rule: DiagonalRule,
        costs: &StepCosts,
        walkable: &WalkableCells,
        revision: u64,
    ) -> Result<Self, MapError> {
        Self::measure((rule, costs), walkable, revision, Interrupt::NEVER)
    }

    /// Measures as [`new`](Self::new) does, which it leaves with [`MapError::Interrupted`] once it is asked to.
    pub(crate) fn measure(
        (rule, costs): (DiagonalRule, &StepCosts),
        walkable: &WalkableCells,
        revision: u64,
        interrupt: Interrupt,
    ) -> Result<Self, MapError> {
        let (width, height) = (walkable.width(), walkable.height());
        if width * height > MAX_CELLS {
            return Err(MapError::TooLargeForLandmarks);
        }
        let mut distances: Pages<Distances> = Pages::mapped(width * height)?;
        distances.fill([FARTHEST; LANDMARKS]);
        let map = MeasuredRows::new(walkable)?;
        let mut field = EvenField::new(rule, costs, &map, (width, height))?.until(interrupt);
        let areas = share_out(|visit| Components::for_each(rule, walkable, visit))?;
        choose(rule, &areas, &mut field, &mut |first, values| {
            interleave(distances.iter_mut(), values, 0, |distances, values| {
                distances.as_chunks_mut().0[first / STORED] = values;
            });
        })?;
        Self::of_distances((rule, field.quantized_costs()), walkable, distances, revision)
    }

    /// Landmarks of the distances of a map's cells at a revision.
    pub(super) fn of_distances(
        (rule, quantized_costs): (DiagonalRule, QuantizedCosts),
        walkable: &WalkableCells,
        distances: Pages<Distances>,
        revision: u64,
    ) -> Result<Self, MapError> {
        Ok(Self {
            rule,
            quantized_costs,
            width: walkable.width(),
            height: walkable.height(),
            distances: TryArc::try_new(distances)?,
            openings: Openings::default(),
            age: Age::new(revision),
        })
    }

    /// The distances of all cells, by row index.
    pub(crate) fn distances(&self) -> &[Distances] {
        &self.distances
    }

    /// Converts differences of distances to units of `costs`, for a search under `rule`.
    ///
    /// None if differences are no lower bound for the search: it has more legal steps than the landmarks were measured
    /// with, its diagonal steps cost too little, or the landmarks are not [valid](Self::is_valid).
    pub(super) fn scale_for(&self, rule: DiagonalRule, costs: &StepCosts) -> Option<Scale> {
        let has_its_steps = rule.allows_no_more_than(self.rule);
        if self.is_valid() && has_its_steps { self.quantized_costs.scale(rule, costs) } else { None }
    }

    /// Whether the distances can be used: every edit since the measurement was repaired or noted as an opening.
    pub(crate) fn is_valid(&self) -> bool {
        self.age.is_valid
    }

    /// Whether measuring the landmarks now would give the same distances.
    pub(crate) fn is_fresh(&self) -> bool {
        self.is_valid() && self.changed_cells() == 0
    }

    /// Number of cell changes since the distances were measured. A cell that changes twice counts twice.
    pub(crate) fn changed_cells(&self) -> u64 {
        self.age.changed_cells
    }
}

/// The rows of the index, as distances from landmarks know them: without directions. Only walls that are closed both
/// ways are in the way, so that distances are the same in both directions, and no longer than those of paths.
pub(super) struct MeasuredRows<'a> {
    cells: &'a BitRows,
    /// By edge, the steps that are closed in both directions. Empty without walls.
    closed: [BitRows; 2],
}

impl<'a> MeasuredRows<'a> {
    pub(super) fn new(walkable: &'a WalkableCells) -> Result<Self, MapError> {
        let (cells, mut closed) = (&walkable.rows, <[BitRows; 2]>::default());
        if let Some([up, down, forth, back]) = walkable.lines_along_rows().walls {
            for (closed, [one, other]) in closed.iter_mut().zip([[up, down], [forth, back]]) {
                *closed = one.try_clone()?;
                for y in 0..closed.rows() {
                    closed.row_mut(y).iter_mut().zip(other.row(y as isize)).for_each(|(word, other)| *word &= other);
                }
            }
        }
        Ok(Self { cells, closed })
    }
}

impl MapRows for MeasuredRows<'_> {
    fn walkable(&self) -> &BitRows {
        self.cells
    }

    fn write_weights(&self, _: Cell, _: &mut [u32]) {}

    fn has_walls(&self) -> bool {
        self.closed[0].words_per_row() != 0
    }

    fn closed(&self, edge: usize, _: usize) -> Option<&BitRows> {
        self.has_walls().then(|| &self.closed[edge])
    }
}

impl Edited for Landmarks {
    fn age(&self) -> &Age {
        &self.age
    }

    fn cells(&self) -> usize {
        self.width * self.height
    }

    fn unrepaired(&self) -> usize {
        self.openings.count()
    }

    /// A copy that shares the distances until one of the two is repaired, or [`MapError::Memory`].
    fn try_clone(&self) -> Result<Self, MapError> {
        Ok(Self { distances: self.distances.clone(), openings: self.openings.try_clone()?, ..*self })
    }
}
