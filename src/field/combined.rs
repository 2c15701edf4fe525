//! Fields that combine others: where the best place is, counted with the way there.
//!
//! The costs that other fields tell of a cell become one value of the cell. A combined field tells for each cell the
//! least sum of a value and the cost of the path to its cell. So a path never stops in a hollow of the values if a
//! better place is worth its way.
//!
//! Values count from the smallest one, which becomes a cost of 0. Each cell starts with its value, and the cells that
//! lower a neighbor and are not lowered themselves wait in the queue; from there costs spread as from goals. Source of
//! flight by costs times a negative factor, spread anew: "The Incredible Power of Dijkstra Maps", RogueBasin.

use crate::OutOfMemory;
use crate::bits::bit_rows::reserved;
use crate::distance::ground::{Ground, cost_by_neighbors};
use crate::distance::tools::{BLOCK, Tools};
use crate::distance::value::Value;
use crate::distance::visits::Visits;
use crate::grid::Cell;
use crate::movement::ANY_ARRIVAL;
use crate::out_of_memory::refill;
use std::ops::Range;

/// Weights are counted in fractions of this.
const ONE: f64 = 65536.0;

/// The most buckets of the queue, as a power of two.
const MOST_BUCKETS: u32 = 20;

/// How the costs of several fields become one value of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Combination {
    /// The sum.
    Sum,
    /// The smallest.
    Minimum,
    /// The largest.
    Maximum,
}

/// Field as a combination reads it.
pub trait CellCosts {
    /// The cost of a cell in parts; of a cell beyond the field's limit, the limit. `None` if no path leads there.
    fn cost_or_limit(&self, cell: Cell) -> Option<u64>;
}

/// Fields with the weights of their costs.
#[derive(Debug)]
pub struct Combined<F> {
    how: Combination,
    fields: Vec<(F, i64)>,
}

impl<F: CellCosts> Combined<F> {
    /// The combination of some fields of one size, whose weights are finite.
    pub fn new(how: Combination, fields: impl ExactSizeIterator<Item = (F, f64)>) -> Result<Self, OutOfMemory> {
        let mut list = reserved(fields.len())?;
        list.extend(fields.map(|(field, weight)| (field, (weight * ONE).round() as i64)));
        Ok(Self { how, fields: list })
    }

    /// The value of a cell, in parts times [`ONE`]. A cell beyond the limit of a field counts as far as the limit. A
    /// cell without a cost has no value, but for the minimum of the other fields.
    fn value(&self, cell: Cell) -> Option<i128> {
        let mut value = None;
        for (field, weight) in &self.fields {
            let Some(cost) = field.cost_or_limit(cell) else {
                if self.how == Combination::Minimum {
                    continue;
                }
                return None;
            };
            let weighted = i128::from(cost) * i128::from(*weight);
            value = Some(match (self.how, value) {
                (_, None) => weighted,
                (Combination::Sum, Some(value)) => weighted + value,
                (Combination::Minimum, Some(value)) => weighted.min(value),
                (Combination::Maximum, Some(value)) => weighted.max(value),
            });
        }
        value
    }
}

/// Next part of the work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum CombiningStage {
    /// Finding the extent of the values, from one cell of the area on.
    Measuring(usize),
    /// Writing the costs, from one cell on.
    Writing(usize),
    /// Putting cells into the queue, from one on.
    Putting(usize),
}

/// How many visits it takes to compare a cell with its neighbors.
const VISITS_TO_COMPARE: u64 = 4;

/// A combination whose values become the costs with which a field begins.
#[derive(Debug)]
pub(super) struct Combining<F> {
    combined: Combined<F>,
    stage: CombiningStage,
    least: i128,
    most: i128,
}

impl<F: CellCosts> Combining<F> {
    pub(super) fn new(combined: Combined<F>) -> Self {
        Self { combined, stage: CombiningStage::Measuring(0), least: i128::MAX, most: i128::MIN }
    }

    /// From the first cell on.
    pub(super) fn begin(&mut self) {
        (self.stage, self.least, self.most) = (CombiningStage::Measuring(0), i128::MAX, i128::MIN);
    }

    /// Goes on while visits are left. Returns whether costs can spread.
    pub(super) fn advance<V: Value>(
        &mut self,
        ground: &Ground,
        costs: &mut [V],
        tools: &mut Tools,
        unreached: u64,
        visits: &mut Visits,
    ) -> Result<bool, OutOfMemory> {
        let cells = ground.area.width as usize * ground.area.height as usize;
        let visits_by_value = 1 + self.combined.fields.len() as u64;
        while !visits.are_spent() {
            match self.stage {
                CombiningStage::Measuring(next) if next == cells => {
                    if !self.begin_queue::<V>(ground, tools)? {
                        return Ok(true);
                    }
                    self.stage = CombiningStage::Writing(0);
                }
                CombiningStage::Measuring(next) => {
                    let place = Place::of(ground, next, visits_by_value, visits);
                    self.measure(&costs[place.slots()], &place);
                    self.stage = CombiningStage::Measuring(next + place.count);
                }
                CombiningStage::Writing(next) if next == cells => self.stage = CombiningStage::Putting(0),
                CombiningStage::Writing(next) => {
                    let place = Place::of(ground, next, visits_by_value, visits);
                    self.write(ground, &mut costs[place.slots()], &place, unreached);
                    self.stage = CombiningStage::Writing(next + place.count);
                }
                CombiningStage::Putting(next) if next == cells => return Ok(true),
                CombiningStage::Putting(next) => {
                    let place = Place::of(ground, next, VISITS_TO_COMPARE, visits);
                    for slot in place.slots().filter(|&slot| is_source(ground, costs, slot, unreached)) {
                        tools.queue.put(costs[slot].get(), slot, ANY_ARRIVAL)?;
                    }
                    self.stage = CombiningStage::Putting(next + place.count);
                }
            }
        }
        Ok(false)
    }

    /// The values of the cells from a place on.
    fn values<'a>(&'a self, place: &Place) -> impl Iterator<Item = Option<i128>> + 'a {
        let (columns, y) = (place.first.x.., place.first.y);
        columns.map(move |x| self.combined.value(Cell::new(x, y)))
    }

    fn measure<V: Value>(&mut self, costs: &[V], place: &Place) {
        let (mut least, mut most) = (self.least, self.most);
        for (_, value) in costs.iter().zip(self.values(place)).filter(|(cost, _)| cost.get() != 0) {
            (least, most) = value.map_or((least, most), |value| (least.min(value), most.max(value)));
        }
        (self.least, self.most) = (least, most);
    }

    /// The number with which the costs of a value begin.
    fn number(&self, ground: &Ground, value: i128) -> u64 {
        let units = (value - self.least) / (i128::from(ground.parts) * ONE as i128);
        1 + u64::try_from(units).unwrap_or(u64::MAX).min(<u64 as Value>::MOST / 2)
    }

    /// Empties the queue. Returns false, and a queue whose last cost says so, if numbers of this width
    /// are too small for them.
    fn begin_queue<V: Value>(&self, ground: &Ground, tools: &mut Tools) -> Result<bool, OutOfMemory> {
        let ((least, _), longest) = (tools.steps(ground), tools.longest(ground));
        let range = if self.least <= self.most { self.number(ground, self.most) } else { 1 };
        let fits = range.saturating_add(longest) < V::MOST;
        // Buckets that cover more than a step only make more cells wait twice.
        tools.queue.begin(if fits { 1 } else { V::MOST }, least.max(range >> MOST_BUCKETS))?;
        refill(&mut tools.changed_blocks, ground.slots().div_ceil(BLOCK), 0)?;
        Ok(fits)
    }

    fn write<V: Value>(&self, ground: &Ground, costs: &mut [V], place: &Place, unreached: u64) {
        for (cost, value) in costs.iter_mut().zip(self.values(place)).filter(|(cost, _)| cost.get() != 0) {
            *cost = V::of(value.map_or(unreached, |value| self.number(ground, value)));
        }
    }
}

/// Some cells of a row of an area.
struct Place {
    first: Cell,
    first_slot: usize,
    count: usize,
}

impl Place {
    /// The cells from number `next` of the area on for which there are visits, each of which takes `each`.
    fn of(ground: &Ground, next: usize, each: u64, visits: &mut Visits) -> Self {
        let (area, width) = (ground.area, ground.area.width as usize);
        let (x, y) = (next % width, next / width);
        let first = Cell::new(area.x + x as i32, area.y + y as i32);
        let count = visits.share(x, width, each).len();
        Self { first, first_slot: (y + 1) * ground.stride + x + 1, count }
    }

    fn slots(&self) -> Range<usize> {
        self.first_slot..self.first_slot + self.count
    }
}

/// Whether costs spread from a cell: they do not where a neighbor gives it a smaller cost, nor where it gives none to a
/// neighbor. The cell with whose value a path is cheapest is always one from which they do.
fn is_source<V: Value>(ground: &Ground, costs: &[V], slot: usize, unreached: u64) -> bool {
    lowers_a_neighbor(ground, costs, slot, unreached) && cost_by_neighbors(ground, costs, slot) >= costs[slot].get()
}

/// Whether a step leads from a cell to one that is dearer by more than the step. Steps that are not legal count too.
fn lowers_a_neighbor<V: Value>(ground: &Ground, costs: &[V], slot: usize, unreached: u64) -> bool {
    let (here, weight) = (costs[slot].get(), ground.weight_at(slot));
    here != 0
        && here < unreached
        && ground.ways.iter().enumerate().any(|(direction, &way)| {
            let beside = slot.wrapping_add_signed(way);
            here + ground.step(direction, weight, ground.weight_at(beside)) < costs[beside].get()
        })
}
