//! Deriving the jumps of a whole map.

use super::super::canonical::{Solved, TerrainSuccessors};
use super::super::weights::CellWeights;
use super::{SOLVED_FOR_BUILDING, TerrainJumps, solver};
use crate::grid::{Cell, MapError};
use crate::movement::{DIRECTIONS, DiagonalRule};

/// Jumps that are being derived.
struct TerrainBuilding {
    jumps: TerrainJumps,
    solved: Solved,
    /// The successors of a cell among equal ones.
    uniform: TerrainSuccessors,
}

impl TerrainJumps {
    /// The jumps of all cells. Derives first the successors of all cells, which take most of the time; then, for each
    /// straight direction, from where jumps get to a jump point; then the bits of diagonal jumps.
    pub(in crate::index::terrain) fn new(rule: DiagonalRule, weights: &CellWeights) -> Result<Self, MapError> {
        let solver = solver(rule, weights);
        let uniform = solver.solve(&[1; 9]);
        let solved = Solved::new(solver, SOLVED_FOR_BUILDING)?;
        let mut building = TerrainBuilding { jumps: Self::empty(rule, weights)?, solved, uniform };
        let (width, height) = (building.jumps.size.width as i32, building.jumps.size.height as i32);
        (0..height).for_each(|y| (0..width).for_each(|x| building.solve(weights, Cell::new(x, y))));
        for direction in building.jumps.straights() {
            (0..height).for_each(|row| building.derive_reach(weights, direction, row));
        }
        (0..height).for_each(|row| building.derive_diagonals(weights, row));
        Ok(building.jumps)
    }
}

impl TerrainBuilding {
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
}
