//! The walkable cells of an agent as the map has them, for searches that may derive nothing.
//!
//! A search with a small limit of expansions looks at few cells. The bits of all cells, and their weights, would take
//! longer to derive than the whole search.

use super::walkable_cells::{LayerKind, WalkableCells};
use super::walls;
use crate::grid::{Cell, CellType, CoveredMap, Rect};
use crate::movement::ClosedAround;

/// A map as an agent sees it. Reads the types and covers of cells at each look.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MapCells<'a> {
    pub(super) map: CoveredMap<'a>,
    /// Cells of the agent's kind, without bits.
    pub(super) walkable: &'a WalkableCells,
}

impl MapCells<'_> {
    /// Whether an agent can stand at a cell. No agent stands outside the map.
    pub(crate) fn is_walkable(&self, cell: Cell) -> bool {
        self.bits(cell, 0) == 1
    }

    /// The walkable cells at and around a cell of the map: bit `3 * (dy + 1) + dx + 1` for the cell at (dx, dy).
    pub(crate) fn around(&self, cell: Cell) -> usize {
        self.bits(cell, 1)
    }

    /// The closed steps around a cell of the map; `None` if none is.
    pub(crate) fn closed_around(&self, cell: Cell) -> Option<ClosedAround> {
        walls::closed_around_on(self.map.map, self.walkable.kind().size, cell)
    }

    /// Whether a wall closes the step between two neighbors.
    pub(crate) fn closes(&self, from: Cell, to: Cell) -> bool {
        walls::closes_on(self.map.map, self.walkable.kind().size, from, to)
    }

    /// Whether there are walls between cells.
    pub(crate) fn has_walls(&self) -> bool {
        self.map.map.passages().is_some()
    }

    /// One bit for each cell that is at most `reach` cells away along both axes, row by row.
    fn bits(&self, cell: Cell, reach: i32) -> usize {
        let (left, right) = ((cell.x - reach).max(0), (cell.x + reach).min(self.map.map.width() as i32 - 1));
        let (low, high) = ((cell.y - reach).max(0), (cell.y + reach).min(self.map.map.height() as i32 - 1));
        if left > right || low > high {
            return 0;
        }
        let rect = Rect { x: left, y: low, width: left.abs_diff(right) + 1, height: low.abs_diff(high) + 1 };
        let (across, first) = (2 * reach + 1, Cell::new(cell.x - reach, cell.y - reach));
        let LayerKind { blocked, size } = self.walkable.kind();
        let mut found = 0;
        if size == 1 {
            for (y, types) in (low..).zip(self.map.map.rows(rect)) {
                for (x, &number) in (left..).zip(types) {
                    let stands = !blocked.contains(CellType(number)) && !self.map.covers(Cell::new(x, y));
                    found |= usize::from(stands) << (across * (y - first.y) + x - first.x);
                }
            }
            return found;
        }
        self.walkable.visit_words(self.map, rect, &mut |y, word, mask, bits| {
            let to_first = first.x - 64 * word as i32;
            let bits = bits & mask;
            let row = if to_first < 0 { bits << -to_first } else { bits >> to_first };
            found |= (row as usize & ((1 << across) - 1)) << (across * (y as i32 - first.y));
        });
        found
    }
}
