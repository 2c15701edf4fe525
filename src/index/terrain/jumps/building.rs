//! Deriving jumps row by row, so that many searches can share the work.
//!
//! First the successors of all cells, which take most of the time; then, for each straight direction, from where jumps
//! get to a jump point; then the bits of diagonal jumps. An edit solves the successors around it anew. If later rows
//! have been derived by then, all but the successors begins again.

use super::super::canonical::{Solved, Successors};
use super::super::weights::CellWeights;
use super::{SOLVED_FOR_BUILDING, TerrainJumps, solver};
use crate::grid::{Cell, MapError, Rect};
use crate::movement::{DIRECTIONS, DiagonalRule};

/// The successors of a row take about as long as this number of other rows.
const SUCCESSORS: u64 = 8;

/// Jumps that are being derived.
#[derive(Debug)]
pub(in crate::index::terrain) struct Building {
    jumps: TerrainJumps,
    solved: Solved,
    /// The successors of a cell among equal ones.
    uniform: Successors,
    /// The next row of all rows, of which each stage has as many as the map.
    next: usize,
}

impl Building {
    pub(in crate::index::terrain) fn new(rule: DiagonalRule, weights: &CellWeights) -> Result<Self, MapError> {
        let solver = solver(rule, weights);
        let uniform = solver.solve(&[1; 9]);
        let solved = Solved::new(solver, SOLVED_FOR_BUILDING)?;
        Ok(Self { jumps: TerrainJumps::empty(rule, weights)?, solved, uniform, next: 0 })
    }

    fn height(&self) -> usize {
        self.jumps.size.height as usize
    }

    /// The number of rows of all stages.
    fn end(&self) -> usize {
        self.height() * (2 + self.jumps.straights().count())
    }

    /// Derives a part of the whole that is `share` of `whole`, and at least a row. Returns whether all is derived.
    pub(in crate::index::terrain) fn advance(&mut self, weights: &CellWeights, share: u64, whole: u64) -> bool {
        let height = self.height() as u64;
        let all = height * (SUCCESSORS + 1 + self.jumps.straights().count() as u64);
        let mut left = (all * share.min(whole)).div_ceil(whole);
        while left > 0 && self.next < self.end() {
            left = left.saturating_sub(if self.next < self.height() { SUCCESSORS } else { 1 });
            self.derive_row(weights);
        }
        self.next == self.end()
    }

    /// Derives what is left.
    pub(in crate::index::terrain) fn finish(mut self, weights: &CellWeights) -> TerrainJumps {
        while self.next < self.end() {
            self.derive_row(weights);
        }
        self.jumps
    }

    fn derive_row(&mut self, weights: &CellWeights) {
        let (stage, row) = (self.next / self.height(), (self.next % self.height()) as i32);
        self.next += 1;
        let straight = match stage {
            0 => {
                let width = self.jumps.size.width as i32;
                return (0..width).for_each(|x| self.solve(weights, Cell::new(x, row)));
            }
            _ => self.jumps.straights().nth(stage - 1),
        };
        match straight {
            Some(direction) => self.derive_reach(weights, direction, row),
            None => self.derive_diagonals(weights, row),
        }
    }

    fn solve(&mut self, weights: &CellWeights, cell: Cell) {
        let slot = weights.slot(cell);
        let nine = weights.nine(slot);
        let is_uniform = nine.iter().fold(0, |differs, &weight| differs | weight ^ nine[4]) == 0;
        self.jumps.successors[slot] = match nine[4] {
            0 => 0,
            _ if is_uniform => self.uniform,
            _ => self.solved.solve(&nine),
        };
    }

    /// Rows and cells come against the direction of travel, so that the answer of the next cell is known.
    fn derive_reach(&mut self, weights: &CellWeights, direction: usize, row: i32) {
        let (width, height) = (self.jumps.size.width as i32, self.jumps.size.height as i32);
        let (dx, dy) = DIRECTIONS[direction];
        let is_forward = dx + dy > 0;
        let jumps = &mut self.jumps;
        for x in 0..width {
            let (x, y) = if is_forward { (width - 1 - x, height - 1 - row) } else { (x, row) };
            let slot = weights.slot(Cell::new(x, y));
            jumps.reach[slot] |= u8::from(jumps.meets_jump_point(weights, slot, direction)) << direction;
            if jumps.is_jump_point(slot, direction) {
                let (word, bit) = jumps.straight_bit(direction, x, y);
                jumps.jump_points[direction][word] |= 1 << bit;
            }
        }
    }

    fn derive_diagonals(&mut self, weights: &CellWeights, row: i32) {
        for x in 0..self.jumps.size.width as i32 {
            let slot = weights.slot(Cell::new(x, row));
            if weights.weight(slot) != 0 {
                self.jumps.set_diagonal_bits(slot, x, row);
            }
        }
    }

    /// Takes over the weights in `rect`, after an edit that changed no others.
    pub(in crate::index::terrain) fn update(&mut self, weights: &CellWeights, rect: Rect) {
        let right = (rect.x + rect.width as i32).min(self.jumps.size.width as i32 - 1);
        let bottom = (rect.y + rect.height as i32).min(self.next.min(self.height()) as i32 - 1);
        for y in (rect.y - 1).max(0)..=bottom {
            (((rect.x - 1).max(0))..=right).for_each(|x| self.solve(weights, Cell::new(x, y)));
        }
        if self.next > self.height() {
            self.next = self.height();
            self.jumps.reach.fill(0);
            self.jumps.jump_points.iter_mut().for_each(|points| points.fill(0));
            self.jumps.diagonals.iter_mut().for_each(|diagonals| diagonals.fill([0; 4]));
        }
    }

    pub(in crate::index::terrain) fn try_clone(&self) -> Result<Self, MapError> {
        Ok(Self { jumps: self.jumps.try_clone()?, solved: self.solved.try_clone()?, ..*self })
    }

    /// Whether more is derived here than there.
    pub(in crate::index::terrain) fn is_ahead_of(&self, other: Option<&Self>) -> bool {
        other.is_none_or(|other| self.next > other.next)
    }

    pub(in crate::index::terrain) fn bytes(&self) -> u64 {
        self.jumps.bytes() + self.solved.bytes() as u64
    }
}
