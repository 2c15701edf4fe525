//! Keeping estimates right through edits.
//!
//! A step is *steep* if it changes a distance by more than its quantized cost. Without steep steps, differences between
//! distances are lower bounds. Closing a cell makes no step steep. Opening a cell can, where the distances behind the
//! cell were those of a detour: they are then lowered, cell by cell, until no step is steep.
//!
//! A wall that opens between two rooms can change the distances of half the map. A repair of more than 128 cells is
//! therefore undone, and the cells at steep steps are noted as [openings](super::openings).

use super::distances::{Distances, LANDMARKS, largest_difference};
use super::measured::Landmarks;
use super::openings::MOST_OPENINGS;
use super::repair_memory::RepairGivenUp;
use crate::bits::bit_rows::copied;
use crate::index::walkable_cells::{Block, WalkableCells};
use crate::movement::{ANY_ARRIVAL, DIRECTIONS};
use crate::try_arc::TryArc;

/// The most cells that a repair after an edit visits. A cell takes 50 to 80 ns.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    /// For an edit that opens few cells. Beyond this limit the cells at steep steps are noted as openings.
    pub(super) single_cells: usize,
    /// For an edit that opens many cells. Beyond this limit the landmarks become invalid.
    pub(super) large_edit: usize,
}

const LIMITS: Limits = Limits { single_cells: 128, large_edit: 4096 };

/// An edit that opens more cells than this is large: its cells would be too many openings.
const SINGLE_CELLS: usize = 16;

impl Landmarks {
    /// Updates the landmarks. To be called after each edit, with the block in which cells may have changed.
    pub(crate) fn cells_changed(&mut self, walkable: &WalkableCells, block: Block) {
        self.cells_changed_within(walkable, block, LIMITS);
    }

    pub(super) fn cells_changed_within(&mut self, walkable: &WalkableCells, block: Block, limits: Limits) {
        let (mut opened, mut closed) = (0, 0);
        for y in block.y.0..=block.y.1 {
            for word in block.x.0 / 64..=block.x.1 / 64 {
                let (before, now) = (self.known.row(y as isize)[word], walkable.rows.row(y as isize)[word]);
                opened += (now & !before).count_ones() as usize;
                closed += (before & !now).count_ones() as usize;
            }
        }
        self.age.changed_cells += (opened + closed) as u64;
        if closed > 0 && self.openings.count() > 0 {
            self.openings.forget_closed(walkable);
        }
        if opened > 0 && self.age.is_valid {
            self.age.is_valid = self.repair_opened(walkable, block, opened, limits).is_ok();
            self.repair.clear(self.width);
        }
        for y in block.y.0..=block.y.1 {
            let words = block.x.0 / 64..=block.x.1 / 64;
            self.known.row_mut(y)[words.clone()].copy_from_slice(&walkable.rows.row(y as isize)[words]);
        }
    }

    /// Lowers distances around the opened cells, or notes openings instead.
    fn repair_opened(
        &mut self,
        walkable: &WalkableCells,
        block: Block,
        opened: usize,
        limits: Limits,
    ) -> Result<(), RepairGivenUp> {
        let is_large = opened > SINGLE_CELLS;
        let limit = if is_large { limits.large_edit } else { limits.single_cells };
        self.for_each_opened(walkable, block, |landmarks, cell| landmarks.enter(walkable, cell))?;
        let lowered = self.lower_near_opened(walkable, block, limit).and_then(|()| self.lower(walkable, limit));
        if lowered.is_ok() || is_large {
            return lowered;
        }
        let undo = std::mem::take(&mut self.repair.undo);
        let distances = self.distances_mut()?;
        undo.iter().rev().for_each(|&(row_index, before)| distances[row_index as usize] = before);
        self.repair.undo = undo;
        self.for_each_opened(walkable, block, |landmarks, cell| landmarks.note_opening(walkable, cell))
    }

    fn for_each_opened(
        &mut self,
        walkable: &WalkableCells,
        block: Block,
        mut visit: impl FnMut(&mut Self, (usize, usize)) -> Result<(), RepairGivenUp>,
    ) -> Result<(), RepairGivenUp> {
        for y in block.y.0..=block.y.1 {
            for word in block.x.0 / 64..=block.x.1 / 64 {
                let mut opened = walkable.rows.row(y as isize)[word] & !self.known.row(y as isize)[word];
                while opened != 0 {
                    visit(self, (64 * word + opened.trailing_zeros() as usize, y))?;
                    opened &= opened - 1;
                }
            }
        }
        Ok(())
    }

    /// The opened cells in one word of a row, as bits. No cell is open outside the map.
    fn opened_in(&self, walkable: &WalkableCells, word: usize, y: usize) -> u64 {
        if word >= walkable.width().div_ceil(64) || y >= walkable.height() {
            return 0;
        }
        walkable.rows.row(y as isize)[word] & !self.known.row(y as isize)[word]
    }

    /// Lowers distances behind steep steps from opened cells and from their neighbors: opening a cell can make a step
    /// between two of its neighbors legal. Lowered cells are added to the waiting ones.
    fn lower_near_opened(&mut self, walkable: &WalkableCells, block: Block, limit: usize) -> Result<(), RepairGivenUp> {
        for y in block.y.0.saturating_sub(1)..=(block.y.1 + 1).min(walkable.height() - 1) {
            let in_column = |landmarks: &Self, word: usize| {
                let rows = [y.wrapping_sub(1), y, y + 1];
                rows.into_iter().fold(0, |opened, y| opened | landmarks.opened_in(walkable, word, y))
            };
            let last_word = (block.x.1 / 64 + 1).min(walkable.width().div_ceil(64) - 1);
            for word in (block.x.0 / 64).saturating_sub(1)..=last_word {
                let opened = in_column(self, word);
                let (left, right) = (in_column(self, word.wrapping_sub(1)), in_column(self, word + 1));
                let beside = opened << 1 | left >> 63 | opened >> 1 | right << 63;
                let mut near = (opened | beside) & walkable.rows.row(y as isize)[word];
                while near != 0 {
                    self.lower_around(walkable, (64 * word + near.trailing_zeros() as usize, y), limit)?;
                    near &= near - 1;
                }
            }
        }
        Ok(())
    }

    /// Gives an opened cell the smallest distances that legal steps from its neighbors lead to. A cell that was
    /// closed and opens again still has its distances from before: they stay if they make no step steep.
    fn enter(&mut self, walkable: &WalkableCells, (x, y): (usize, usize)) -> Result<(), RepairGivenUp> {
        let mut nearest = [u16::MAX; LANDMARKS];
        let mut is_steep = false;
        let row_index = y * self.width + x;
        let here = &self.distances[row_index];
        self.for_each_step(walkable, (x, y), |landmarks, row_index, step_cost| {
            let there = &landmarks.distances[row_index];
            nearest = std::array::from_fn(|i| nearest[i].min(there[i].saturating_add(step_cost)));
            is_steep |= steepest(here, there, step_cost) > 0;
        });
        if is_steep {
            self.distances_mut()?[row_index] = nearest;
        }
        Ok(())
    }

    /// Notes the cells at steep steps that one opened cell has made legal.
    fn note_opening(&mut self, walkable: &WalkableCells, (x, y): (usize, usize)) -> Result<(), RepairGivenUp> {
        let opened = y * self.width + x;
        if self.has_steep_step(walkable, (x, y), |_| true) {
            self.note(opened, opened)?;
        }
        // Diagonal steps between two neighbors of the opened cell may have been illegal before.
        for beside in [x + 1, x.wrapping_sub(1)] {
            let is_past = |row_index: usize| row_index % self.width == x && row_index / self.width != y;
            if beside < walkable.width()
                && walkable.is_walkable(beside, y)
                && self.has_steep_step(walkable, (beside, y), is_past)
            {
                self.note(y * self.width + beside, opened)?;
            }
        }
        Ok(())
    }

    fn note(&mut self, row_index: usize, opened: usize) -> Result<(), RepairGivenUp> {
        if self.openings.count() == MOST_OPENINGS {
            return Err(RepairGivenUp);
        }
        self.openings.add(row_index, opened).map_err(|_| RepairGivenUp)
    }

    /// Whether a legal step from a cell is steep. Only steps to row indexes for which `counts` is true are
    /// considered.
    fn has_steep_step(&self, walkable: &WalkableCells, (x, y): (usize, usize), counts: impl Fn(usize) -> bool) -> bool {
        let here = &self.distances[y * self.width + x];
        let mut is_steep = false;
        self.for_each_step(walkable, (x, y), |landmarks, row_index, step_cost| {
            is_steep |= counts(row_index) && steepest(here, &landmarks.distances[row_index], step_cost) > 0;
        });
        is_steep
    }

    /// Lowers distances until no legal step from a waiting cell is steep.
    fn lower(&mut self, walkable: &WalkableCells, limit: usize) -> Result<(), RepairGivenUp> {
        let mut done = 0;
        while done < self.repair.waiting.len() {
            let row_index = self.repair.waiting[done] as usize;
            done += 1;
            let (x, y) = (row_index % self.width, row_index / self.width);
            self.repair.is_waiting.set(x, y, false);
            self.lower_around(walkable, (x, y), limit)?;
        }
        Ok(())
    }

    fn lower_around(
        &mut self,
        walkable: &WalkableCells,
        (x, y): (usize, usize),
        limit: usize,
    ) -> Result<(), RepairGivenUp> {
        let here = self.distances[y * self.width + x];
        let legal = self.rule.successors()[ANY_ARRIVAL][walkable.rows.around(x, y)];
        for (direction, (dx, dy)) in DIRECTIONS.into_iter().enumerate() {
            if legal >> direction & 1 == 0 {
                continue;
            }
            let (x, y) = (x.wrapping_add_signed(dx as isize), y.wrapping_add_signed(dy as isize));
            let step_cost = self.step_cost(dx, dy);
            let row_index = y * self.width + x;
            let there = &self.distances[row_index];
            let lowered: Distances = std::array::from_fn(|i| there[i].min(here[i].saturating_add(step_cost)));
            if lowered == *there {
                continue;
            }
            self.repair.push((x, y), self.width, limit)?;
            self.repair.undo.try_reserve(1).map_err(|_| RepairGivenUp)?;
            self.repair.undo.push((row_index as u32, *there));
            self.distances_mut()?[row_index] = lowered;
        }
        Ok(())
    }

    /// Calls `visit` for each legal step from a cell, with the row index that the step leads to and its quantized cost.
    pub(super) fn for_each_step(
        &self,
        walkable: &WalkableCells,
        (x, y): (usize, usize),
        mut visit: impl FnMut(&Self, usize, u16),
    ) {
        let legal = self.rule.successors()[ANY_ARRIVAL][walkable.rows.around(x, y)];
        for (direction, (dx, dy)) in DIRECTIONS.into_iter().enumerate() {
            if legal >> direction & 1 == 1 {
                let (x, y) = (x.wrapping_add_signed(dx as isize), y.wrapping_add_signed(dy as isize));
                visit(self, y * self.width + x, self.step_cost(dx, dy));
            }
        }
    }

    /// The distances, to be changed. Shared distances are copied first.
    fn distances_mut(&mut self) -> Result<&mut Vec<Distances>, RepairGivenUp> {
        if self.distances.get_mut().is_none() {
            let copy = copied(&self.distances).map_err(|_| RepairGivenUp)?;
            self.distances = TryArc::try_new(copy).map_err(|_| RepairGivenUp)?;
        }
        self.distances.get_mut().ok_or(RepairGivenUp)
    }

    fn step_cost(&self, dx: i32, dy: i32) -> u16 {
        if dx * dy == 0 { self.quantized_costs.straight } else { self.quantized_costs.diagonal }
    }
}

/// By how much a step changes some distance more than its quantized cost. 0 if the step is not steep.
fn steepest(one: &Distances, other: &Distances, step_cost: u16) -> u16 {
    largest_difference(one, other).saturating_sub(step_cost)
}
