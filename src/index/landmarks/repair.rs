//! Keeping estimates right through edits.
//!
//! Where steps of opened cells are steep, distances are [lowered](Lowering), cell by cell. A wall that opens between
//! two rooms can change the distances of half the map. A repair of more than 128 cells is therefore undone, and the
//! cells at steep steps are noted as [openings](super::openings).

use super::measured::Landmarks;
use super::openings::MOST_OPENINGS;
use crate::OutOfMemory;
use crate::bits::bit_rows::BitRows;
use crate::bits::pages::Pages;
use crate::distance::landmarks::{
    Distances, LANDMARKS, Lowering, QuantizedCosts, QuantizedSteps, largest_difference, lower,
};
use crate::index::changed_cells::{CellsBefore, ChangedCells};
use crate::index::walkable_cells::WalkableCells;
use crate::index::walls::closed_around;
use crate::movement::{ANY_ARRIVAL, DIRECTIONS, DiagonalRule, is_diagonal};
use crate::try_arc::TryArc;

/// The most cells that a repair after an edit visits. A cell takes 50 to 80 ns.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    /// For an edit that opens few cells. Beyond this limit the cells at steep steps are noted as openings.
    pub(super) single_cells: usize,
    /// For an edit that opens many cells. Beyond this limit the landmarks become invalid.
    pub(super) large_edit: usize,
}

pub(super) const LIMITS: Limits = Limits { single_cells: 128, large_edit: 4096 };

/// An edit that opens more cells than this is large: its cells would be too many openings.
const SINGLE_CELLS: usize = 16;

impl Landmarks {
    /// Updates the landmarks. To be called after each edit, with the cells before it; without memory for those, the
    /// landmarks become invalid.
    pub(crate) fn cells_changed(&mut self, walkable: &WalkableCells, before: Option<&CellsBefore>) {
        match before {
            Some(before) => self.cells_changed_within(ChangedCells::between(before, walkable), LIMITS),
            None => self.age.is_valid = false,
        }
    }

    pub(super) fn cells_changed_within(&mut self, changed: ChangedCells, limits: Limits) {
        let (mut opened, mut closed) = (0, 0);
        for y in changed.block().y.0..=changed.block().y.1 {
            for word in changed.words() {
                let (opened_here, closed_here) = changed.opened_and_closed(word, y);
                let [beside_opened, beside_closed] = changed.beside_walls(word, y);
                opened += (opened_here | beside_opened).count_ones() as usize;
                closed += (closed_here | beside_closed).count_ones() as usize;
            }
        }
        self.age.changed_cells += (opened + closed) as u64;
        if closed > 0 && self.openings.count() > 0 {
            let (mut openings, steps) = (std::mem::take(&mut self.openings), self.steps(changed.walkable()));
            openings.forget_closed(changed.walkable(), |cell| self.has_steep_step(&steps, cell, |_| true));
            self.openings = openings;
        }
        if opened > 0 && self.age.is_valid {
            self.age.is_valid = self.repair_opened(changed, opened, limits).is_ok();
        }
    }

    /// Lowers distances around the opened cells, or notes openings instead.
    fn repair_opened(&mut self, changed: ChangedCells, opened: usize, limits: Limits) -> Result<(), RepairGivenUp> {
        let is_large = opened > SINGLE_CELLS;
        let limit = if is_large { limits.large_edit } else { limits.single_cells };
        let (steps, mut lowering) = (self.steps(changed.walkable()), Lowering::default());
        self.for_each(
            |word, y| changed.opened_and_closed(word, y).0,
            changed,
            |landmarks, cell| landmarks.enter(&steps, cell),
        )?;
        self.find_steep(&steps, changed, &mut lowering)?;
        if lowering.is_empty() || lowering.run(&steps, self.distances_mut()?, limit)? {
            return Ok(());
        }
        if is_large {
            return Err(RepairGivenUp);
        }
        self.for_each(
            |word, y| changed.opened(word, y),
            changed,
            |landmarks, cell| landmarks.note_opening(&steps, cell),
        )
    }

    /// Visits some of the cells in the block of an edit.
    fn for_each(
        &mut self,
        cells: impl Fn(usize, usize) -> u64,
        changed: ChangedCells,
        mut visit: impl FnMut(&mut Self, (usize, usize)) -> Result<(), RepairGivenUp>,
    ) -> Result<(), RepairGivenUp> {
        for y in changed.block().y.0..=changed.block().y.1 {
            for word in changed.words() {
                let mut cells = cells(word, y);
                while cells != 0 {
                    visit(self, (64 * word + cells.trailing_zeros() as usize, y))?;
                    cells &= cells - 1;
                }
            }
        }
        Ok(())
    }

    /// Lets opened cells and their neighbors wait from which a step is steep: opening a cell can make a step between
    /// two of its neighbors legal.
    fn find_steep(
        &self,
        steps: &EvenSteps,
        changed: ChangedCells,
        lowering: &mut Lowering,
    ) -> Result<(), RepairGivenUp> {
        let (walkable, block) = (steps.walkable, changed.block());
        for y in block.y.0.saturating_sub(1)..=(block.y.1 + 1).min(walkable.height() - 1) {
            let in_column = |word: usize| {
                let rows = [y.wrapping_sub(1), y, y + 1];
                rows.into_iter().fold(0, |opened, y| opened | changed.opened(word, y))
            };
            let last_word = (block.x.1 / 64 + 1).min(walkable.width().div_ceil(64) - 1);
            for word in (block.x.0 / 64).saturating_sub(1)..=last_word {
                let opened = in_column(word);
                let (left, right) = (in_column(word.wrapping_sub(1)), in_column(word + 1));
                let beside = opened << 1 | left >> 63 | opened >> 1 | right << 63;
                let mut near = (opened | beside) & walkable.rows.row(y as isize)[word];
                while near != 0 {
                    let row_index = y * self.width + 64 * word + near.trailing_zeros() as usize;
                    if self.has_steep_step(steps, row_index, |_| true) {
                        lowering.add(row_index)?;
                    }
                    near &= near - 1;
                }
            }
        }
        Ok(())
    }

    /// Gives an opened cell the smallest distances that legal steps from its neighbors lead to. A cell that was
    /// closed and opens again still has its distances from before: they stay if they make no step steep.
    fn enter(&mut self, steps: &EvenSteps, (x, y): (usize, usize)) -> Result<(), RepairGivenUp> {
        let row_index = y * self.width + x;
        if self.has_steep_step(steps, row_index, |_| true) {
            let mut nearest = [u16::MAX; LANDMARKS];
            steps.from(row_index, |next, cost| lower(&mut nearest, &self.distances[next], cost));
            self.distances_mut()?[row_index] = nearest;
        }
        Ok(())
    }

    /// Notes the cells at steep steps that one opened cell has made legal.
    fn note_opening(&mut self, steps: &EvenSteps, (x, y): (usize, usize)) -> Result<(), RepairGivenUp> {
        let (opened, width) = (y * self.width + x, self.width);
        if self.has_steep_step(steps, opened, |_| true) {
            self.note(opened, opened)?;
        }
        // Diagonal steps between two neighbors of the opened cell may have been illegal before.
        for beside in [x + 1, x.wrapping_sub(1)] {
            let is_past = |next: usize| next % width == x && next / width != y;
            let beside =
                if beside < width && steps.walkable.is_walkable(beside, y) { y * width + beside } else { continue };
            if self.has_steep_step(steps, beside, is_past) {
                self.note(beside, opened)?;
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
    fn has_steep_step(&self, steps: &EvenSteps, from: usize, counts: impl Fn(usize) -> bool) -> bool {
        let here = &self.distances[from];
        let mut is_steep = false;
        steps.from(from, |next, cost| {
            is_steep |= counts(next) && largest_difference(here, &self.distances[next]) > cost;
        });
        is_steep
    }

    /// The legal steps of the map.
    pub(super) fn steps<'a>(&self, walkable: &'a WalkableCells) -> EvenSteps<'a> {
        let walls = walkable.lines_along_rows().walls;
        EvenSteps { rule: self.rule, costs: self.quantized_costs, walkable, walls }
    }

    /// The distances, to be changed. Shared distances are copied first.
    fn distances_mut(&mut self) -> Result<&mut [Distances], RepairGivenUp> {
        if self.distances.get_mut().is_none() {
            self.distances = TryArc::try_new(Pages::of(&self.distances)?)?;
        }
        Ok(self.distances.get_mut().ok_or(RepairGivenUp)?)
    }
}

/// The legal steps of a map where all cells charge the same, in either direction. Places are row indexes.
#[derive(Clone, Copy)]
pub(super) struct EvenSteps<'a> {
    rule: DiagonalRule,
    costs: QuantizedCosts,
    walkable: &'a WalkableCells,
    walls: Option<[&'a BitRows; 4]>,
}

impl QuantizedSteps for EvenSteps<'_> {
    #[inline(always)]
    fn from(&self, row_index: usize, mut visit: impl FnMut(usize, u16)) {
        let width = self.walkable.width();
        let (x, y) = (row_index % width, row_index / width);
        let around = self.walkable.rows.around(x, y);
        let mut legal = match self.walls.and_then(|walls| closed_around(walls, x, y)) {
            None => self.rule.successors()[ANY_ARRIVAL][around],
            Some(closed) => self.rule.successors_between(ANY_ARRIVAL, around, &closed.both_ways()),
        };
        while legal != 0 {
            let (dx, dy) = DIRECTIONS[legal.trailing_zeros() as usize];
            legal &= legal - 1;
            let cost = if is_diagonal((dx, dy)) { self.costs.diagonal } else { self.costs.straight };
            visit(row_index.wrapping_add_signed(dy as isize * width as isize + dx as isize), cost);
        }
    }
}

/// A repair exceeds its limit, or there is not enough memory for the repair.
pub(super) struct RepairGivenUp;

impl From<OutOfMemory> for RepairGivenUp {
    fn from(_: OutOfMemory) -> Self {
        Self
    }
}
