//! The cells at the positions of many agents, a block of agents at a time.
//!
//! Each loop does one thing for all agents of a block and has no branch, so that compilers turn it into vectors.

use super::line::Line;
use super::{Frame, GridSize, GridSpace, Plane};

/// The agents of a block.
pub const BLOCK: usize = 8;

/// Columns and rows of the agents' cells.
pub type BlockCells = [[i32; BLOCK]; 2];

/// The parts of the agents' directions along columns and along rows.
pub type BlockDirections = [[f32; BLOCK]; 2];

impl GridSpace {
    /// Where agents of `size` x `size` cells stand on a map: see [`anchor_at`](Self::anchor_at). The positions are
    /// finite. An agent outside the map gets a cell outside the map.
    pub fn anchors_at(&self, positions: &[[f32; 3]; BLOCK], size: u8, map: GridSize) -> BlockCells {
        match &self.frame {
            &Frame::Straight { cell_size, plane } if size == 1 => {
                let along = |axis: usize| Line { origin: self.origin[axis], cell_size }.indexes(positions, axis);
                [along(0), along(plane.row_axis())]
            }
            _ => {
                let cells = positions.map(|position| {
                    let anchor = self.anchor_at_finite(position, size, map);
                    if anchor.is_inside { [anchor.cell.x, anchor.cell.y] } else { [-1; 2] }
                });
                [each(|at| cells[at][0]), each(|at| cells[at][1])]
            }
        }
    }

    /// Vectors of a length in directions: see [`vector_along`](Self::vector_along).
    #[inline]
    pub fn vectors_along(&self, directions: &BlockDirections, length: f32) -> [[f32; 3]; BLOCK] {
        match &self.frame {
            Frame::Straight { plane: Plane::Xz, .. } => {
                each(|at| [directions[0][at] * length, 0.0, directions[1][at] * length])
            }
            _ => each(|at| self.vector_along([directions[0][at], directions[1][at]], length)),
        }
    }
}

impl Line {
    /// The indexes of positions along an axis of the world.
    #[inline(never)]
    fn indexes(self, positions: &[[f32; 3]; BLOCK], axis: usize) -> [i32; BLOCK] {
        let reciprocal = self.reciprocal();
        let coordinates = each(|at| positions[at][axis]);
        each(|at| self.index_on_map(coordinates[at], reciprocal))
    }
}

/// A value of each agent. Compilers turn this loop into vectors, and that of `array::from_fn` they do not.
#[inline(always)]
pub fn each<T: Default + Copy>(mut of: impl FnMut(usize) -> T) -> [T; BLOCK] {
    let mut all = [T::default(); BLOCK];
    for (at, place) in all.iter_mut().enumerate() {
        *place = of(at);
    }
    all
}
