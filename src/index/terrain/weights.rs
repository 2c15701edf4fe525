//! Weights of cells under a profile, for an agent of one size.

use crate::bits::bit_rows::{BitRows, copied, reserved, zeroed};
use crate::grid::{Cell, CoveredMap, GridMap, GridSize, Layout, MapError, Rect};
use crate::held::held;
use crate::index::clearance::anchors_of;
use crate::index::{rings, walls};
use crate::movement::{DiagonalRule, MAX_AGENT_SIZE, Profile, StepCosts, common_divisor};
use crate::sorting::sort;

/// Columns of anchors whose weights are computed at a time.
const CHUNK: usize = 64;

/// Stands for a blocked cell while the largest multiplier under an agent is sought: larger than all others.
const BLOCKED: u32 = u32::MAX;

/// The weights of the cells, by padded slot of the *map* cell, so that each cell has eight neighbors: see
/// [`slot`](Self::slot). A weight is a multiplier in 1/1600, divided by a number that divides the multipliers of all
/// types. 0 stands for a blocked cell, and for the border.
#[derive(Debug)]
pub(crate) struct CellWeights {
    size: GridSize,
    layout: Layout,
    agent: u8,
    straight: u32,
    diagonal: u32,
    by_type: [u32; 256],
    divisor: u32,
    blocked_start: u32,
    weights: Vec<u32>,
    /// One bit for each walkable cell: by rows, and by columns.
    rows: BitRows,
    columns: BitRows,
    /// The distinct weights of the profile, ascending, each with the number of its cells.
    in_use: Vec<(u32, u64)>,
}

held!(CellWeights: weights, in_use, rows, columns);

/// A cell whose weight an edit changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct WeightChange {
    pub(super) slot: u32,
    pub(super) old: u32,
    pub(super) new: u32,
}

/// Changes of an edit.
#[derive(Debug)]
pub(super) struct WeightChanges {
    /// The smallest rectangle of the map with all changed cells.
    pub(super) rect: Rect,
    /// Number of changed cells.
    pub(super) count: u64,
    /// The changed cells; none if there are too many to list, or no memory for the list.
    pub(super) cells: Option<Vec<WeightChange>>,
}

impl CellWeights {
    pub(super) fn new(map: &GridMap, profile: &Profile, agent: u8, costs: &StepCosts) -> Result<Self, MapError> {
        let GridSize { width, height } = map.size();
        let (width, height) = (width as usize, height as usize);
        let mut cells = Self {
            weights: zeroed((width + 2) * (height + 2))?,
            rows: BitRows::new(width, height)?,
            columns: BitRows::new(height, width)?,
            ..Self::underived(map, profile, agent, costs)?
        };
        cells.fill(map);
        Ok(cells)
    }

    /// The weights of types, without those of cells: [`weight_on`](Self::weight_on) reads them from the map.
    pub(in crate::index) fn underived(
        map: &GridMap,
        profile: &Profile,
        agent: u8,
        costs: &StepCosts,
    ) -> Result<Self, MapError> {
        debug_assert!((1..=MAX_AGENT_SIZE).contains(&agent));
        let least = profile.least().units();
        // Most types have the multiplier of the type before.
        let units = profile.units();
        let distinct = || units.chunk_by(u32::eq).map(|alike| alike[0]);
        let divisor = distinct().fold(least, common_divisor);
        let by_type = units.map(|units| units / divisor);
        let mut in_use = reserved(distinct().count())?;
        in_use.extend(distinct().filter(|&units| units > 0).map(|units| (units / divisor, 0)));
        sort(&mut in_use);
        in_use.dedup();
        Ok(Self {
            size: map.size(),
            layout: map.layout(),
            agent,
            straight: costs.straight_units(),
            diagonal: costs.diagonal_units(),
            by_type,
            divisor,
            blocked_start: least / divisor,
            weights: Vec::new(),
            rows: BitRows::default(),
            columns: BitRows::default(),
            in_use,
        })
    }

    pub(super) fn try_clone(&self) -> Result<Self, MapError> {
        Ok(Self {
            weights: copied(&self.weights)?,
            rows: self.rows.try_clone()?,
            columns: self.columns.try_clone()?,
            in_use: copied(&self.in_use)?,
            ..*self
        })
    }

    /// Takes the weights of all cells over, where none was known.
    fn fill(&mut self, map: &GridMap) {
        let by_type = self.by_type.map(|weight| if weight == 0 { BLOCKED } else { weight });
        let stride = self.stride();
        let Self { size, weights, rows, columns, in_use, .. } = self;
        let (mut run, mut length) = (0, 0);
        visit_rows(map.into(), map.bounds(), self.agent, &by_type, &mut |x, y, row| {
            let first = (y + 1) * stride + x + 1;
            let mut walkable = 0;
            for (i, (weight, &new)) in weights[first..].iter_mut().zip(row).enumerate() {
                *weight = if new == BLOCKED { 0 } else { new };
                walkable |= u64::from(new != BLOCKED) << i;
                if *weight != run {
                    count_cell(in_use, run, length);
                    (run, length) = (*weight, 0);
                }
                length += 1;
            }
            // A row comes in parts of 64 cells.
            rows.row_mut(y)[x / CHUNK] = walkable;
        });
        count_cell(in_use, run, length);
        rows.transpose_into(columns, 0..size.width as usize, 0..size.height as usize);
    }

    /// Takes the weights over after an edit of the map that changed only cells in `changed`. `None` if no weight
    /// changed. At most `listed` changed cells are listed.
    pub(super) fn update(&mut self, map: &GridMap, changed: Rect, listed: usize) -> Option<WeightChanges> {
        let mut found: Option<[i32; 4]> = None;
        let mut count = 0;
        let mut cells = Some(Vec::new());
        let by_type = self.by_type.map(|weight| if weight == 0 { BLOCKED } else { weight });
        let stride = self.stride();
        let Self { weights, rows, columns, in_use, .. } = self;
        let anchors = anchors_of(changed, self.size, self.layout, self.agent);
        visit_rows(map.into(), anchors, self.agent, &by_type, &mut |x, y, row| {
            let first = (y + 1) * stride + x + 1;
            for (i, (old, &new)) in weights[first..].iter_mut().zip(row).enumerate() {
                let new = if new == BLOCKED { 0 } else { new };
                if *old == new {
                    continue;
                }
                if (*old == 0) != (new == 0) {
                    rows.set(x + i, y, new != 0);
                    columns.set(y, x + i, new != 0);
                }
                let (x, y) = ((x + i) as i32, y as i32);
                let [left, right, top, bottom] = found.unwrap_or([x, x, y, y]);
                found = Some([left.min(x), right.max(x), top.min(y), bottom.max(y)]);
                count += 1;
                let list = cells.take().filter(|list: &Vec<WeightChange>| list.len() < listed);
                cells = list.and_then(|mut list| {
                    list.try_reserve(1).ok()?;
                    list.push(WeightChange { slot: (first + i) as u32, old: *old, new });
                    Some(list)
                });
                count_cell(in_use, *old, -1);
                count_cell(in_use, new, 1);
                *old = new;
            }
        });
        let [left, right, top, bottom] = found?;
        let rect = Rect { x: left, y: top, width: right.abs_diff(left) + 1, height: bottom.abs_diff(top) + 1 };
        Some(WeightChanges { rect, count, cells })
    }

    /// The padded slots and weights of the anchors that an agent can enter on `map` and can't enter by these weights,
    /// of those that stand on cells of `areas`. `map` is the map of these weights without a cover.
    pub(in crate::index) fn freed(&self, map: CoveredMap, areas: &[Rect]) -> Result<Vec<(u32, u32)>, MapError> {
        let by_type = self.by_type.map(|weight| if weight == 0 { BLOCKED } else { weight });
        let mut freed = Vec::new();
        let mut is_full = false;
        for &area in areas {
            let anchors = anchors_of(area, self.size, self.layout, self.agent);
            visit_rows(map, anchors, self.agent, &by_type, &mut |x, y, row| {
                let first = (y + 1) * self.stride() + x + 1;
                for (slot, &weight) in (first..).zip(row) {
                    if self.weights[slot] == 0 && weight != BLOCKED {
                        is_full |= freed.try_reserve(1).is_err();
                        if !is_full {
                            freed.push((slot as u32, weight));
                        }
                    }
                }
            });
        }
        sort(&mut freed);
        freed.dedup();
        if is_full { Err(MapError::Memory) } else { Ok(freed) }
    }

    /// The size of the map.
    pub(crate) fn size(&self) -> GridSize {
        self.size
    }

    /// How the cells of the map lie.
    pub(crate) fn layout(&self) -> Layout {
        self.layout
    }

    /// Cells of the agent's side.
    pub(crate) fn agent(&self) -> u8 {
        self.agent
    }

    /// One bit for each walkable cell, by rows.
    pub(super) fn rows(&self) -> &BitRows {
        &self.rows
    }

    /// By padded slot.
    #[inline(always)]
    pub(crate) fn weights(&self) -> &[u32] {
        &self.weights
    }

    #[inline(always)]
    pub(crate) fn weight(&self, slot: usize) -> u32 {
        self.weights[slot]
    }

    /// The length of a row of slots.
    #[inline(always)]
    pub(crate) fn stride(&self) -> usize {
        self.size.width as usize + 2
    }

    /// The padded slot of a cell on the map: `(y + 1) * (width + 2) + x + 1`.
    #[inline(always)]
    pub(crate) fn slot(&self, cell: Cell) -> usize {
        (cell.y + 1) as usize * self.stride() + (cell.x + 1) as usize
    }

    /// The difference of slots of a step.
    #[inline(always)]
    pub(crate) fn slot_step(&self, (dx, dy): (i32, i32)) -> isize {
        dy as isize * self.stride() as isize + dx as isize
    }

    /// The walkable cells at and around a slot of the map: bit `3 * (dy + 1) + dx + 1` for the cell at (dx, dy).
    #[inline(always)]
    pub(crate) fn walkable_around(&self, slot: usize) -> usize {
        let row = |middle: usize| {
            let three = &self.weights[middle - 1..middle + 2];
            usize::from(three[0] != 0) | usize::from(three[1] != 0) << 1 | usize::from(three[2] != 0) << 2
        };
        row(slot - self.stride()) | row(slot) << 3 | row(slot + self.stride()) << 6
    }

    /// Returns [`walkable_around`](Self::walkable_around), and whether the walkable ones of these cells all weigh the
    /// same as the one in the middle.
    #[inline(always)]
    pub(crate) fn alike_around(&self, slot: usize) -> (usize, bool) {
        let middle = self.weights[slot];
        let (mut walkable, mut others) = (0, 0);
        for (row, first) in [slot - self.stride(), slot, slot + self.stride()].into_iter().enumerate() {
            for (column, &weight) in self.weights[first - 1..first + 2].iter().enumerate() {
                walkable |= usize::from(weight != 0) << (3 * row + column);
                others |= if weight == 0 { 0 } else { weight ^ middle };
            }
        }
        (walkable, others == 0)
    }

    /// Whether these are the weights of a profile, for agents of this size.
    pub(crate) fn are_of(&self, profile: &Profile, agent: u8) -> bool {
        let by_type = self.by_type.iter().zip(profile.units());
        self.agent == agent && by_type.fold(true, |same, (&weight, &units)| same & (weight * self.divisor == units))
    }

    /// The weight of a cell of the map that the agent can enter, or of the start, in 1/1600.
    #[inline(always)]
    pub(crate) fn units(&self, cell: Cell) -> u32 {
        let weight = self.weights[self.slot(cell)];
        self.divisor * if weight == 0 { self.blocked_start } else { weight }
    }

    /// Returns [`units`](Self::units) for a cell of `map`, which the weights must be made for, as its types have it.
    pub(in crate::index) fn units_on(&self, map: CoveredMap, cell: Cell) -> u32 {
        let weight = self.weight_on(map, cell);
        self.divisor * if weight == 0 { self.blocked_start } else { weight }
    }

    /// The largest weight under an agent; 0 where it can't stand.
    fn weight_on(&self, map: CoveredMap, cell: Cell) -> u32 {
        if self.agent == 1 {
            return self.weight_of_type(map, cell);
        }
        if walls::crossed(map.map, self.agent, cell.x as usize, cell.y as usize) & 1 == 1 {
            return 0;
        }
        if rings::are_rings(self.layout, self.agent) {
            let ring = self.layout.neighbors(cell).chain([cell]);
            return largest(ring.map(|cell| self.weight_of_type(map, cell)));
        }
        let size = i32::from(self.agent);
        let square = (0..size).flat_map(|dy| (0..size).map(move |dx| Cell::new(cell.x + dx, cell.y + dy)));
        largest(square.map(|cell| self.weight_of_type(map, cell)))
    }

    /// The weight of a cell's type; 0 if the cell is blocked, covered, or outside the map.
    fn weight_of_type(&self, map: CoveredMap, cell: Cell) -> u32 {
        match map.map.get(cell) {
            Ok(number) if !map.covers(cell) => self.by_type[usize::from(number.0)],
            _ => 0,
        }
    }

    /// First and last x, and first and last y, of the walkable stretches of the row and column of a walkable cell.
    pub(crate) fn stretches(&self, cell: Cell) -> [(i32, i32); 2] {
        let (x, y) = (cell.x as usize, cell.y as usize);
        [self.rows.run_at(x, y), self.columns.run_at(y, x)].map(|(first, last)| (first as i32, last as i32))
    }

    /// The weight of a blocked start: the profile's smallest.
    pub(crate) fn blocked_start(&self) -> u32 {
        self.blocked_start
    }

    /// The units of a straight step. Between cells of weights a and b it costs `straight * (a + b)`.
    #[inline(always)]
    pub(crate) fn straight(&self) -> u32 {
        self.straight
    }

    /// Works as [`straight`](Self::straight) does, for a diagonal step.
    #[inline(always)]
    pub(crate) fn diagonal(&self) -> u32 {
        self.diagonal
    }

    /// Costs in units of weights times this number are costs in parts.
    pub(crate) fn divisor(&self) -> u32 {
        self.divisor
    }

    /// The smallest weight on the map; 1 if no cell is walkable.
    pub(crate) fn least(&self) -> u32 {
        self.in_use.iter().find(|&&(_, count)| count > 0).map_or(1, |&(weight, _)| weight)
    }

    /// The largest weight on the map; 1 if no cell is walkable.
    pub(crate) fn largest(&self) -> u32 {
        self.in_use.iter().rev().find(|&&(_, count)| count > 0).map_or(1, |&(weight, _)| weight)
    }

    /// The largest weight of the profile, whether the map has it or not; 1 if all types are blocked.
    pub(crate) fn largest_of_profile(&self) -> u32 {
        self.in_use.last().map_or(1, |&(weight, _)| weight)
    }

    /// Whether the costs are those of the terrain.
    pub(crate) fn has_costs(&self, costs: &StepCosts) -> bool {
        (self.straight, self.diagonal) == (costs.straight_units(), costs.diagonal_units())
    }

    /// The nine weights at and around a slot of the map, row by row.
    #[inline(always)]
    pub(super) fn nine(&self, slot: usize) -> [u32; 9] {
        let mut nine = [0; 9];
        for (three, first) in nine.chunks_exact_mut(3).zip([slot - self.stride(), slot, slot + self.stride()]) {
            three.copy_from_slice(&self.weights[first - 1..first + 2]);
        }
        nine
    }

    /// Bits of the legal steps from a slot of the map, which may be blocked: bit `i` for direction `i`.
    #[inline(always)]
    pub(crate) fn legal_steps(&self, rule: DiagonalRule, slot: usize) -> u8 {
        rule.successors()[crate::movement::ANY_ARRIVAL][self.walkable_around(slot)]
    }
}

/// The largest of weights; 0 if any of them is 0.
fn largest(mut weights: impl Iterator<Item = u32>) -> u32 {
    weights.try_fold(0, |most, weight| if weight == 0 { None } else { Some(weight.max(most)) }).unwrap_or(0)
}

fn count_cell(in_use: &mut [(u32, u64)], weight: u32, more: i64) {
    if let Ok(at) = in_use.binary_search_by_key(&weight, |&(weight, _)| weight) {
        in_use[at].1 = in_use[at].1.wrapping_add_signed(more);
    }
}

/// Calls `visit` with parts of rows of anchors that cover `anchors`, a rectangle of the map: x and y of the first
/// anchor, and for each anchor the largest entry of `by_type` under its agent; [`BLOCKED`] where the agent leaves the
/// map.
fn visit_rows(
    covered_map: CoveredMap,
    anchors: Rect,
    agent: u8,
    by_type: &[u32; 256],
    visit: &mut dyn FnMut(usize, usize, &[u32]),
) {
    let (map, has_covers) = (covered_map.map, covered_map.map.has_covers());
    if rings::are_rings(map.layout(), agent) {
        return visit_rings(covered_map, anchors, by_type, visit);
    }
    let agent = usize::from(agent);
    let (left, end) = (anchors.x as usize, anchors.x as usize + anchors.width as usize);
    let (top, bottom) = (anchors.y as usize, anchors.y as usize + anchors.height as usize);
    for first in (left..end).step_by(CHUNK) {
        let columns = (end - first).min(CHUNK);
        let covered = (columns + agent - 1).min(map.width() as usize - first);
        // The maxima along the last `agent` rows, in turn.
        let mut ring = [[BLOCKED; CHUNK]; MAX_AGENT_SIZE as usize];
        let last = (bottom + agent - 1).min(map.height() as usize);
        let cells = Rect { x: first as i32, y: top as i32, width: covered as u32, height: (last - top) as u32 };
        let mut rows = map.rows(cells);
        for y in top..bottom + agent - 1 {
            let mut row = [BLOCKED; CHUNK + MAX_AGENT_SIZE as usize];
            if let Some(types) = rows.next() {
                row.iter_mut().zip(types).for_each(|(weight, &number)| *weight = by_type[usize::from(number)]);
                let mut bits = if has_covers { covered_map.covered(y, first) } else { 0 };
                while bits != 0 {
                    if let Some(weight) = row.get_mut(bits.trailing_zeros() as usize) {
                        *weight = BLOCKED;
                    }
                    bits &= bits - 1;
                }
            }
            let widest = &mut ring[y % agent];
            widest.copy_from_slice(&row[..CHUNK]);
            for distance in 1..agent {
                widest.iter_mut().zip(&row[distance..]).for_each(|(widest, &other)| *widest = other.max(*widest));
            }
            if y + 1 < top + agent {
                continue;
            }
            let crossed = walls::crossed(map, agent as u8, first, y + 1 - agent);
            let mut largest = ring[0];
            for row in &ring[1..agent] {
                largest.iter_mut().zip(row).for_each(|(largest, &other)| *largest = other.max(*largest));
            }
            let blocked = largest.iter_mut().enumerate().filter(|&(i, _)| crossed >> i & 1 == 1);
            blocked.for_each(|(_, weight)| *weight = BLOCKED);
            visit(first, y + 1 - agent, &largest[..columns]);
        }
    }
}

/// Works as [`visit_rows`] does, for rings of hexagons: the cells of `middles` stand for them.
fn visit_rings(
    covered_map: CoveredMap,
    middles: Rect,
    by_type: &[u32; 256],
    visit: &mut dyn FnMut(usize, usize, &[u32]),
) {
    let map = covered_map.map;
    let weight_of = |cell: Cell| match map.get(cell) {
        Ok(number) if covered_map.covered(cell.y as usize, cell.x as usize) & 1 == 0 => by_type[usize::from(number.0)],
        _ => BLOCKED,
    };
    let (left, end) = (middles.x, middles.x + middles.width as i32);
    for y in middles.y..middles.y + middles.height as i32 {
        for first in (left..end).step_by(CHUNK) {
            let columns = (end - first).min(CHUNK as i32);
            let mut row = [BLOCKED; CHUNK];
            for (x, largest) in (first..first + columns).zip(&mut row) {
                let middle = Cell::new(x, y);
                let around = map.layout().neighbors(middle).map(weight_of);
                *largest = around.fold(weight_of(middle), u32::max);
            }
            let crossed = walls::crossed(map, 3, first as usize, y as usize);
            let blocked = row.iter_mut().enumerate().filter(|&(i, _)| crossed >> i & 1 == 1);
            blocked.for_each(|(_, weight)| *weight = BLOCKED);
            visit(first as usize, y as usize, &row[..columns as usize]);
        }
    }
}
