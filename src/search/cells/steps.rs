//! The legal steps from a cell of the map, one table lookup a cell.

use crate::bits::bit_rows::BitRows;
use crate::grid::{Cell, Layout, NEIGHBOR_OFFSETS};
use crate::index::{Layer, MapCells};
use crate::movement::{DiagonalRule, hexagon_neighbors};

/// The walkable cells of a map, as steps read them.
pub(crate) trait WalkableSurroundings: Copy {
    /// The walkable cells at and around a cell of the map: bit `3 * (dy + 1) + dx + 1` for the cell at (dx, dy).
    fn around(self, cell: Cell) -> usize;
}

/// Rows of the map.
impl WalkableSurroundings for &BitRows {
    #[inline(always)]
    fn around(self, cell: Cell) -> usize {
        BitRows::around(self, cell.x as usize, cell.y as usize)
    }
}

impl WalkableSurroundings for MapCells<'_> {
    fn around(self, cell: Cell) -> usize {
        MapCells::around(&self, cell)
    }
}

/// The legal steps over walkable cells under one rule.
pub(crate) struct Steps<S> {
    walkable: S,
    legal: &'static [u8; 512],
    layout: Layout,
}

impl<'a> Steps<&'a BitRows> {
    /// The steps on a layer.
    pub(crate) fn new(layer: &'a Layer, rule: DiagonalRule) -> Self {
        Self::over(layer.walkable().map_rows(), layer.layout(), rule)
    }
}

impl<S: WalkableSurroundings> Steps<S> {
    pub(crate) fn over(walkable: S, layout: Layout, rule: DiagonalRule) -> Self {
        Self { walkable, legal: rule.legal_neighbors(), layout }
    }

    /// The legal steps from a cell of the map: bit `i` for the step `NEIGHBOR_OFFSETS[i]`.
    #[inline(always)]
    pub(crate) fn legal(&self, cell: Cell) -> u8 {
        let around = self.walkable.around(cell);
        let table = if self.layout == Layout::Square { self.legal } else { legal_over_hexagons(self.layout, cell) };
        table[around]
    }

    /// The legal steps from a cell of the map, in the order of [`NEIGHBOR_OFFSETS`]: the index there, and the target.
    #[inline(always)]
    pub(crate) fn from(&self, cell: Cell) -> impl Iterator<Item = (usize, Cell)> + use<S> {
        let mut legal = self.legal(cell);
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
