//! The rows of a map, as spreading costs reads them.

use crate::bits::bit_rows::BitRows;
use crate::grid::Cell;

/// The map that a ground is an area of.
pub(crate) trait MapRows {
    /// The walkable cells.
    fn walkable(&self) -> &BitRows;

    /// Writes what cells in a row charge, from a cell of the map on, if cells charge differently.
    fn write_weights(&self, first: Cell, weights: &mut [u32]);

    /// Whether there are walls between cells.
    fn has_walls(&self) -> bool {
        false
    }

    /// Whether some sides are open in one direction only.
    fn has_one_way(&self) -> bool {
        false
    }

    /// The rows of the map where the steps over an edge are closed, forth (0) or back (1), if there are walls.
    fn closed(&self, _edge: usize, _back: usize) -> Option<&BitRows> {
        None
    }
}
