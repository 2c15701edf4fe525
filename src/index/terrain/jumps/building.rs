//! Deriving the jumps of a whole map.

use super::super::canonical::Solved;
use super::super::weights::CellWeights;
use super::{SOLVED_FOR_BUILDING, TerrainJumps, solver};
use crate::grid::{Cell, MapError};
use crate::movement::{DIRECTIONS, DiagonalRule};

impl TerrainJumps {
    /// The jumps of all cells. Derives first the successors of all cells, which take most of the time; then, for each
    /// straight direction, from where jumps get to a jump point; then the bits of diagonal jumps.
    pub(in crate::index::terrain) fn new(rule: DiagonalRule, weights: &CellWeights) -> Result<Self, MapError> {
        let solver = solver(rule, weights);
        // The successors of a cell among equal ones.
        let uniform = solver.solve(&[1; 9]);
        let mut solved = Solved::new(solver, SOLVED_FOR_BUILDING)?;
        let mut jumps = Self::empty(rule, weights)?;
        let (width, height) = (jumps.size.width as i32, jumps.size.height as i32);
        let cells = || (0..height).flat_map(move |y| (0..width).map(move |x| Cell::new(x, y)));
        for slot in cells().map(|cell| weights.slot(cell)) {
            let nine = weights.nine(slot);
            let is_uniform = nine.iter().fold(0, |differs, &weight| differs | weight ^ nine[4]) == 0;
            jumps.successors[slot] = match nine[4] {
                0 => 0,
                _ if is_uniform => uniform,
                _ => solved.solve(&nine),
            };
        }
        for direction in jumps.straights() {
            let (dx, dy) = DIRECTIONS[direction];
            // Against the direction of travel, so that the answer of the next cell is known.
            let from_end = |cell: Cell| Cell::new(width - 1 - cell.x, height - 1 - cell.y);
            for cell in cells().map(|cell| if dx + dy > 0 { from_end(cell) } else { cell }) {
                let slot = weights.slot(cell);
                jumps.reach[slot] |= u8::from(jumps.meets_jump_point(weights, slot, direction)) << direction;
                if jumps.is_jump_point(slot, direction) {
                    let (word, bit) = jumps.straight_bit(direction, cell.x, cell.y);
                    jumps.jump_points[direction][word] |= 1 << bit;
                }
            }
        }
        for cell in cells().filter(|&cell| weights.weight(weights.slot(cell)) != 0) {
            jumps.set_diagonal_bits(weights.slot(cell), cell.x, cell.y);
        }
        Ok(jumps)
    }
}
