//! Walls that make one long corridor of a map or of a large tile: spirals, combs and switchbacks.

use super::cell_map::CellMap;
use std::fmt;

/// Look of the walls. Corridors are as wide as the number of cells says, at least 1; walls are one cell wide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A corridor that runs along the map's edge and winds to the center.
    Spiral(u32),
    /// Corridors beside each other that end at the top and meet in one along the bottom.
    Comb(u32),
    /// A corridor that runs to and fro, down the map and up again.
    Switchback(u32),
}

impl Shape {
    /// A square map with the shape.
    pub fn map(self, side: u32) -> CellMap {
        let mut map = CellMap::new(side, side);
        for cell in map.cells() {
            map.set_obstacle(cell, self.is_wall(cell.x as u32, cell.y as u32, side));
        }
        map
    }

    fn is_wall(self, x: u32, y: u32, side: u32) -> bool {
        match self {
            Self::Spiral(corridor) => is_wall_of_spiral(x, y, side, corridor),
            Self::Comb(corridor) => x % (corridor + 1) == corridor && y + corridor < side,
            Self::Switchback(corridor) => {
                let is_open_below = (x / (corridor + 1)).is_multiple_of(2);
                let from_open_end = if is_open_below { side - 1 - y } else { y };
                x % (corridor + 1) == corridor && from_open_end >= corridor
            }
        }
    }
}

/// Rings of walls inside each other. A ring's upper wall is prolonged to the left as far as the ring outside, and its
/// left wall is open below that: who has gone round outside has to go in there.
fn is_wall_of_spiral(x: u32, y: u32, side: u32, corridor: u32) -> bool {
    let from_edge = x.min(y).min(side - 1 - x).min(side - 1 - y);
    let past_ring = from_edge % (corridor + 1);
    if past_ring == corridor {
        let is_opening = x == from_edge && y > from_edge && y <= from_edge + corridor;
        return !is_opening;
    }
    let next_ring = from_edge - past_ring + corridor;
    y == next_ring && x < next_ring && 2 * next_ring < side
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (name, corridor) = match self {
            Self::Spiral(corridor) => ("spiral", corridor),
            Self::Comb(corridor) => ("comb", corridor),
            Self::Switchback(corridor) => ("switchback", corridor),
        };
        write!(f, "{name}, {corridor} wide")
    }
}
