//! Where an agent stands: its lowest cell, and how far it is from the centers of cells.

use super::{AxisLine, Cell, Frame, GridSize, GridSpace, Layout};

/// An agent on a map. Lengths are counted in cells, along columns and along rows.
#[derive(Clone, Copy, Debug)]
pub struct Standing {
    /// The lowest cell of the agent, or the cell at its center where that lies outside the map.
    pub cell: Cell,
    /// Upper bound of how far rounding may move the agent across an edge.
    pub rounding: f64,
    /// Column and row of the center of the agent's lowest cell, counted from where cells begin.
    at: [f64; 2],
    layout: Layout,
}

impl Standing {
    /// The way on which the agent comes to stand exactly on another lowest cell.
    pub fn way_to(&self, cell: Cell) -> [f64; 2] {
        let shift = self.layout.shift_of(cell);
        [f64::from(cell.x) + 0.5 + shift[0] - self.at[0], f64::from(cell.y) + 0.5 + shift[1] - self.at[1]]
    }
}

impl GridSpace {
    /// Where an agent of `size` x `size` cells with its center at a finite position stands.
    pub fn standing_at(&self, position: [f32; 3], size: u8, map: GridSize) -> Standing {
        let anchor = self.anchor_at_finite(position, size, map);
        let cell = if anchor.is_inside { anchor.cell } else { self.cell_above_finite(position, 0.0) };
        let (mut at, roundings) = match &self.frame {
            &Frame::Straight { cell_size, plane } => {
                let along = |axis: usize| AxisLine { origin: self.origin[axis], cell_size }.place_of(position[axis]);
                let [columns, rows] = [0, plane.row_axis()].map(along);
                ([columns.0, rows.0], [columns.1, rows.1])
            }
            Frame::Turned(axes) => {
                let origin = self.origin.map(f64::from);
                let offset = [0, 1, 2].map(|axis| f64::from(position[axis]) - origin[axis]);
                (axes.coordinates(offset), axes.roundings(origin, offset))
            }
        };
        if !self.layout.is_hexagonal() {
            // Square cells begin within rounding below their edges.
            at = [0, 1].map(|axis| at[axis] + roundings[axis] - (f64::from(size) - 1.0) / 2.0);
        }
        Standing { cell, rounding: roundings[0].max(roundings[1]), at, layout: self.layout }
    }
}
