//! The legal steps from a cell of the map, one table lookup a cell.

use crate::bits::bit_rows::BitRows;
use crate::grid::{Cell, Layout, NEIGHBOR_OFFSETS};
use crate::index::Layer;
use crate::movement::{DiagonalRule, hexagon_neighbors};

/// The legal steps on one layer under one rule.
pub(crate) struct Steps<'a> {
    /// The walkable cells, by the rows of the map.
    walkable: &'a BitRows,
    legal: &'static [u8; 512],
    layout: Layout,
}

impl<'a> Steps<'a> {
    pub(crate) fn new(layer: &'a Layer, rule: DiagonalRule) -> Self {
        Self { walkable: layer.walkable().map_rows(), legal: rule.legal_neighbors(), layout: layer.layout() }
    }

    /// The legal steps from a cell of the map, in the order of [`NEIGHBOR_OFFSETS`]: the index there, and the target.
    #[inline(always)]
    pub(crate) fn from(&self, cell: Cell) -> impl Iterator<Item = (usize, Cell)> + use<> {
        let around = self.walkable.around(cell.x as usize, cell.y as usize);
        let table = if self.layout == Layout::Square { self.legal } else { legal_over_hexagons(self.layout, cell) };
        let mut legal = table[around];
        std::iter::from_fn(move || {
            if legal == 0 {
                return None;
            }
            let neighbor = legal.trailing_zeros() as usize;
            legal &= legal - 1;
            let (dx, dy) = NEIGHBOR_OFFSETS[neighbor];
            Some((neighbor, Cell::new(cell.x + dx, cell.y + dy)))
        })
    }
}

/// Not inlined, for the sake of squares.
#[inline(never)]
fn legal_over_hexagons(layout: Layout, cell: Cell) -> &'static [u8; 512] {
    let line = if layout.shifts_columns() { cell.x } else { cell.y };
    hexagon_neighbors(layout.shifts_columns(), layout.is_shifted(line))
}
