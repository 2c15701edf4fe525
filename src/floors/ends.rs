//! The ends of links on one floor, and what the ways between them cost an agent.
//!
//! A cost is looked up by searches through floors instead of being searched. It is searched when it first matters;
//! until then its place holds a lower bound. Costs follow the edits of their floor: an edit leaves those alone that no
//! path through the edited cells can equal, and turns the others into lower bounds again.

use super::debt::Debt;
use super::end_fields::{CELLS_BY_EXPANSION, EndFields, field_of};
use super::floor_view::{FloorState, FloorView};
use super::kept_legs::KeptLegs;
use super::near::NearEnds;
use super::way::Way;
use crate::bits::bit_rows::reserved;
use crate::field::{Field, Sense};
use crate::grid::{Cell, Rect};
use crate::held::{Held, held};
use crate::index::{Walls, anchors_of};
use crate::movement::{Charge, Estimate, Heuristic};
use crate::{OutOfMemory, refill};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// The group of an end that no path can use.
pub(super) const NO_GROUP: u32 = u32::MAX;

/// The most ends of a floor whose ways are kept: they take 8 bytes for each two ends.
pub(super) const MOST_ENDS: usize = 512;

/// The field of an end is worth as many looks at ways as the floor has cells, times this number.
const WAYS_BY_CELL: u64 = 3;

/// A search between near ends is worth as many looks at ways as there are cells for each end, times this number.
const WAYS_BY_NEAR: u64 = 8;

/// Lowest price of a search, in looks at ways.
const LEAST_PRICE: u64 = 1024;

/// The ends of links on one floor, as an agent sees them, by (y, x).
#[derive(Debug)]
pub(super) struct FloorEnds {
    pub(super) state: FloorState,
    pub(super) cells: Vec<Cell>,
    /// By end, the number of its component among those of all ends, or [`NO_GROUP`] for an obstacle.
    pub(super) groups: Vec<u32>,
    /// By group, its first end.
    pub(super) firsts: Vec<u32>,
    /// By end from which the way leads and end to which it leads.
    ways: Vec<AtomicU64>,
    /// Whether each way costs the same in both directions.
    pub(super) are_alike: bool,
    pub(super) near: NearEnds,
    /// The fields of the ways to the ends.
    fields_to: EndFields,
    /// The fields of the ways from the ends; none where these cost the same.
    fields_from: EndFields,
    pub(super) legs: KeptLegs,
    pub(super) debt: Debt,
    /// The number of the floor's cells.
    map_cells: u64,
}

held!(FloorEnds: cells, groups, firsts, ways);

impl FloorEnds {
    /// The ends at some cells, in order, of which nothing is known.
    pub(super) fn new(floor: &FloorView, cells: Vec<Cell>) -> Result<Self, OutOfMemory> {
        let mut ends = Self::unbounded(floor, cells)?;
        let estimate = LeastWay::of(floor);
        if ends.keeps_ways() {
            let mut bounds = Vec::new();
            for (from, &cell) in ends.cells.iter().enumerate() {
                estimate.to(cell).write(&ends.cells, &mut bounds)?;
                bounds[from] = Way::STAY;
                // As long in the other direction.
                ends.ways.extend(bounds.iter().map(|way| AtomicU64::new(way.0)));
            }
        }
        Ok(ends)
    }

    /// The ends at some cells, in order, of a later state of a floor whose edits lie in `changed`, or of another list
    /// of links.
    pub(super) fn following(
        old: &Self,
        floor: &FloorView,
        cells: Vec<Cell>,
        changed: &[Rect],
    ) -> Result<Self, OutOfMemory> {
        let mut ends = Self::unbounded(floor, cells)?;
        let estimate = LeastWay::of(floor);
        let count = ends.cells.len();
        if ends.cells == old.cells {
            ends.near = NearEnds::following(&old.near);
            ends.ways.extend(old.ways.iter().map(|way| AtomicU64::new(way.load(Relaxed))));
        } else {
            let (mut places, mut bounds) = (reserved(count)?, Vec::new());
            places.extend(ends.cells.iter().map(|&cell| old.place(cell)));
            for (from, &cell) in ends.cells.iter().enumerate() {
                estimate.to(cell).write(&ends.cells, &mut bounds)?;
                for (way, &to) in bounds.iter_mut().zip(&places) {
                    if let (Some(from), Some(to)) = (places[from], to) {
                        *way = old.way(from, to);
                    }
                }
                bounds[from] = Way::STAY;
                ends.ways.extend(bounds.iter().map(|way| AtomicU64::new(way.0)));
            }
        }
        let mut distances = Vec::new();
        for &rect in changed.iter().filter(|rect| rect.cells() > 0) {
            let rect = reach_of(rect, floor);
            refill(&mut distances, count, 0)?;
            for (place, &cell) in distances.iter_mut().zip(&ends.cells) {
                *place = estimate.to_rect(rect, cell);
            }
            for (from, &before) in distances.iter().enumerate() {
                let row = &mut ends.ways[from * count..][..count];
                for (place, &after) in row.iter_mut().zip(&distances) {
                    let way = place.get_mut();
                    *way = Way(*way).after_edit(before + after).0;
                }
                *row[from].get_mut() = Way::STAY.0;
            }
        }
        Ok(ends)
    }

    /// The ends with their groups, and room for their ways.
    fn unbounded(floor: &FloorView, cells: Vec<Cell>) -> Result<Self, OutOfMemory> {
        let count = cells.len();
        let view = floor.agent_view();
        let (mut ways, mut groups, mut firsts) = (Vec::new(), Vec::new(), Vec::new());
        if count <= MOST_ENDS {
            ways.try_reserve_exact(count * count)?;
        }
        if count > 0 {
            let walkable = view.layer().walkable();
            let components = view.layer().components(floor.rule).map_err(|_| OutOfMemory)?;
            groups.try_reserve_exact(count)?;
            let mut known: Vec<u32> = Vec::new();
            for (&cell, end) in cells.iter().zip(0..) {
                if !view.is_walkable(cell) {
                    groups.push(NO_GROUP);
                    continue;
                }
                let component = components.component(walkable, walkable.index_cell(cell));
                let group = known.iter().position(|&known| known == component);
                groups.push(group.unwrap_or(known.len()) as u32);
                if group.is_none() {
                    known.try_reserve(1)?;
                    firsts.try_reserve(1)?;
                    known.push(component);
                    firsts.push(end);
                }
            }
        }
        let has_one_way = view.layer().walkable().walls().is_some_and(Walls::has_one_way);
        let are_alike = !has_one_way && view.charges().is_none_or(|charges| charges.charge() == Charge::Mean);
        let (near, fields_to, fields_from, legs, debt) = Default::default();
        let map_cells = view.layer().size().cells() as u64;
        let state = floor.state;
        Ok(Self { state, cells, groups, firsts, ways, are_alike, near, fields_to, fields_from, legs, debt, map_cells })
    }

    /// Whether paths can use an end.
    pub(super) fn is_usable(&self, end: usize) -> bool {
        self.groups[end] != NO_GROUP
    }

    /// Memory held, in bytes.
    pub(super) fn all_bytes(&self) -> usize {
        self.bytes() + self.near.bytes() + self.fields_to.bytes() + self.fields_from.bytes() + self.legs.bytes()
    }

    /// Whether the ways between the ends are kept.
    pub(super) fn keeps_ways(&self) -> bool {
        self.cells.len() <= MOST_ENDS
    }

    /// The fields of the ways to the ends, or from them.
    pub(super) fn fields(&self, sense: Sense) -> &EndFields {
        if sense == Sense::ToGoals || self.are_alike { &self.fields_to } else { &self.fields_from }
    }

    /// Counts the expansions of a search from another cell to an end, or from an end. Builds the end's field if it is
    /// time. Returns the number of expansions in whose time it was built.
    pub(super) fn count_search(
        &self,
        floor: &FloorView,
        (end, sense): (usize, Sense),
        expansions: u32,
    ) -> Result<u64, OutOfMemory> {
        let cells = floor.agent_view().layer().size().cells() as u64;
        if !self.fields(sense).count((end, self.cells.len()), expansions, cells)? {
            return Ok(0);
        }
        let is_built = self.build_field(floor, (end, sense))? || self.learn(floor, (end, sense))?;
        Ok(if is_built { cells / CELLS_BY_EXPANSION } else { 0 })
    }

    /// Builds the field of an end, if there is room for it, and learns the costs of all ways to the end, or from it.
    /// Returns whether a field was built.
    fn build_field(&self, floor: &FloorView, (end, sense): (usize, Sense)) -> Result<bool, OutOfMemory> {
        if floor.is_apart() || !self.is_usable(end) {
            return Ok(false);
        }
        let sense = if self.are_alike { Sense::ToGoals } else { sense };
        let keep = |field: &Field| self.keep_ways_of((end, sense), field);
        self.fields(sense).build(floor, (end, self.cells.len()), (self.cells[end], sense), keep)
    }

    /// Learns the costs of all ways between the ends of a floor, and keeps the fields of ends as far as memory goes.
    pub(super) fn learn_all(&self, floor: &FloorView) -> Result<(), OutOfMemory> {
        let may_learn = self.keeps_ways() && !floor.is_apart();
        for end in 0..if may_learn { self.cells.len() } else { 0 } {
            self.build_field(floor, (end, Sense::ToGoals))?;
            if !self.are_alike {
                self.build_field(floor, (end, Sense::FromStarts))?;
            }
            self.learn(floor, (end, Sense::ToGoals))?;
        }
        Ok(())
    }

    /// Whether the cost of a way to an end from another one is not known, or from the end.
    pub(super) fn lacks_costs(&self, (end, sense): (usize, Sense)) -> bool {
        let is_lacking = |(way, group): (Way, &u32)| *group == self.groups[end] && !way.is_exact();
        let mut groups = self.groups.iter();
        self.is_usable(end)
            && match sense {
                Sense::ToGoals => self.ways_to(end).zip(&mut groups).any(is_lacking),
                Sense::FromStarts => self.ways_from(end).zip(&mut groups).any(is_lacking),
            }
    }

    /// Learns the costs of all ways to an end, or from it, by a field that is not kept, if some are not known. Returns
    /// whether one was built.
    fn learn(&self, floor: &FloorView, (end, sense): (usize, Sense)) -> Result<bool, OutOfMemory> {
        let is_due = !floor.is_apart() && self.lacks_costs((end, sense));
        if is_due {
            self.keep_ways_of((end, sense), &field_of(floor, self.cells[end], sense)?);
        }
        Ok(is_due)
    }

    fn keep_ways_of(&self, (end, sense): (usize, Sense), field: &Field) {
        for (other, &cell) in self.cells.iter().enumerate().filter(|&(other, _)| other != end) {
            let (from, to) = if sense == Sense::ToGoals { (other, end) } else { (end, other) };
            self.keep(from, to, field.cost(cell).map_or(Way::NONE, Way::exact));
        }
    }

    /// Pays the floor's debt by the costs of all ways to the next end that lacks some. Returns the number of expansions
    /// in whose time that was done, or 0.
    pub(super) fn pay(&self, floor: &FloorView) -> Result<u64, OutOfMemory> {
        let cells = self.map_cells;
        if floor.is_apart() || !self.debt.owes(WAYS_BY_CELL * cells) {
            return Ok(0);
        }
        let Some(end) = self.debt.next_end(self.cells.len(), |end| self.lacks_costs((end, Sense::ToGoals))) else {
            return Ok(0);
        };
        self.debt.pay(WAYS_BY_CELL * cells);
        self.learn(floor, (end, Sense::ToGoals))?;
        Ok(cells / CELLS_BY_EXPANSION)
    }

    /// The next way between near ends whose cost is not known, if the floor's debt is worth its search.
    pub(super) fn next_near(&self) -> Result<Option<(usize, usize)>, OutOfMemory> {
        let price = (WAYS_BY_NEAR * self.map_cells / self.cells.len().max(1) as u64).max(LEAST_PRICE);
        if !self.keeps_ways() || !self.debt.owes(price) {
            return Ok(None);
        }
        let next = self.near.next_pair(self.cells.len(), |from, to| {
            if self.groups[from] == self.groups[to] && self.is_usable(from) { self.way(from, to) } else { Way::NONE }
        })?;
        if next.is_some() {
            self.debt.pay(price);
        }
        Ok(next)
    }

    /// The number of the end at a cell.
    pub(super) fn place(&self, cell: Cell) -> Option<usize> {
        self.cells.binary_search_by_key(&(cell.y, cell.x), |end| (end.y, end.x)).ok()
    }

    /// Returns what is known of the way between two ends.
    #[inline(always)]
    pub(super) fn way(&self, from: usize, to: usize) -> Way {
        Way(self.ways[from * self.cells.len() + to].load(Relaxed))
    }

    /// Returns what is known of the ways from an end to all ends.
    #[inline(always)]
    pub(super) fn ways_from(&self, from: usize) -> impl Iterator<Item = Way> {
        let count = self.cells.len();
        self.ways[from * count..][..count].iter().map(|way| Way(way.load(Relaxed)))
    }

    /// Returns what is known of the ways from all ends to an end.
    #[inline(always)]
    pub(super) fn ways_to(&self, to: usize) -> impl Iterator<Item = Way> {
        self.ways[to..].iter().step_by(self.cells.len()).map(|way| Way(way.load(Relaxed)))
    }

    /// Keeps the cost of a way. Whoever asks meanwhile gets a lower bound or the cost.
    pub(super) fn keep(&self, from: usize, to: usize, way: Way) {
        let count = self.cells.len();
        self.ways[from * count + to].store(way.0, Relaxed);
        if self.are_alike {
            self.ways[to * count + from].store(way.0, Relaxed);
        }
    }
}

/// Lower bounds of what ways cost: without obstacles, over the cheapest ground.
#[derive(Clone, Copy)]
pub(super) struct LeastWay<'a> {
    floor: &'a FloorView,
    parts_per_unit: u64,
}

impl<'a> LeastWay<'a> {
    /// Bounds for ways that begin on walkable cells.
    pub(super) fn of(floor: &'a FloorView) -> Self {
        Self { floor, parts_per_unit: floor.agent_view().least_parts_per_unit() }
    }

    /// Bounds for ways that may begin on an obstacle.
    pub(super) fn with_start(floor: &'a FloorView) -> Self {
        Self { floor, parts_per_unit: floor.agent_view().least_parts_with_start() }
    }

    /// Bound for ways between a cell and a rectangle, in parts. On hexagons, steps along both axes are counted.
    fn to_rect(self, rect: Rect, cell: Cell) -> u64 {
        let nearest = Cell::new(within(cell.x, rect.x, rect.width), within(cell.y, rect.y, rect.height));
        let estimate = Estimate::new(Heuristic::Octile, self.floor.rule, &self.floor.costs, nearest);
        u64::from(estimate.from(cell)) * self.parts_per_unit
    }

    /// Bounds for ways to a cell, and from it.
    pub(super) fn to(self, cell: Cell) -> LeastTo {
        let Self { floor, parts_per_unit } = self;
        let layout = floor.agent_view().layer().layout();
        let estimate = Estimate::in_layout(layout, Heuristic::Octile, floor.rule, &floor.costs, cell);
        LeastTo { estimate, parts_per_unit }
    }
}

/// Lower bounds of what ways to one cell cost.
pub(super) struct LeastTo {
    estimate: Estimate,
    parts_per_unit: u64,
}

impl LeastTo {
    /// In parts.
    #[inline(always)]
    pub(super) fn from(&self, cell: Cell) -> u64 {
        u64::from(self.estimate.from(cell)) * self.parts_per_unit
    }

    /// Writes the bounds of ways from some cells.
    pub(super) fn write(&self, cells: &[Cell], ways: &mut Vec<Way>) -> Result<(), OutOfMemory> {
        ways.clear();
        ways.try_reserve(cells.len())?;
        match self.estimate {
            // In a loop of its own, which the compiler makes work on several cells at once.
            Estimate::Steps(steps) => {
                let of_cell = |&cell: &Cell| Way::at_least(u64::from(steps.from(cell)) * self.parts_per_unit);
                ways.extend(cells.iter().map(of_cell));
            }
            _ => ways.extend(cells.iter().map(|&cell| Way::at_least(self.from(cell)))),
        }
        Ok(())
    }
}

/// The cells on which steps begin or end that an edit of a rectangle can have changed: a wide agent stands on it from
/// beside it, and a diagonal step passes it.
fn reach_of(changed: Rect, floor: &FloorView) -> Rect {
    let layer = floor.agent_view().layer();
    let anchors = anchors_of(changed, layer.size(), layer.layout(), floor.agent_size);
    Rect { x: anchors.x - 1, y: anchors.y - 1, width: anchors.width + 2, height: anchors.height + 2 }
}

/// The nearest of `count` numbers from `first` on.
fn within(value: i32, first: i32, count: u32) -> i32 {
    value.clamp(first, first + count as i32 - 1)
}
