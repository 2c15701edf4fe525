//! The legal steps from a cell of the map, one table lookup a cell where no wall is near.

use crate::grid::{Cell, Layout, NEIGHBOR_OFFSETS};
use crate::index::{Layer, MapCells, WalledRows};
use crate::movement::{ClosedAround, DiagonalRule, hexagon_neighbors};

/// The walkable cells of a map and the walls between them, as steps read them.
pub(crate) trait WalkableSurroundings: Copy {
    /// The walkable cells at and around a cell of the map: bit `3 * (dy + 1) + dx + 1` for the cell at (dx, dy).
    fn around(self, cell: Cell) -> usize;

    /// The steps around a cell of the map that walls close; `None` if none is.
    fn closed_around(self, cell: Cell) -> Option<ClosedAround>;

    /// Whether a wall closes the step between two neighbors.
    fn closes(self, from: Cell, to: Cell) -> bool;

    /// Whether there are walls.
    fn has_walls(self) -> bool;
}

/// Rows of the map.
impl WalkableSurroundings for WalledRows<'_> {
    #[inline(always)]
    fn around(self, cell: Cell) -> usize {
        self.cells.around(cell.x as usize, cell.y as usize)
    }

    #[inline(always)]
    fn closed_around(self, cell: Cell) -> Option<ClosedAround> {
        self.walls?.around(cell)
    }

    fn closes(self, from: Cell, to: Cell) -> bool {
        self.walls.is_some_and(|walls| walls.closes(from, to))
    }

    #[inline(always)]
    fn has_walls(self) -> bool {
        self.walls.is_some()
    }
}

impl WalkableSurroundings for MapCells<'_> {
    fn around(self, cell: Cell) -> usize {
        MapCells::around(&self, cell)
    }

    fn closed_around(self, cell: Cell) -> Option<ClosedAround> {
        MapCells::closed_around(&self, cell)
    }

    fn closes(self, from: Cell, to: Cell) -> bool {
        MapCells::closes(&self, from, to)
    }

    fn has_walls(self) -> bool {
        MapCells::has_walls(&self)
    }
}

/// The legal steps over walkable cells under one rule.
pub(crate) struct Steps<S> {
    walkable: S,
    rule: DiagonalRule,
    legal: &'static [u8; 512],
    layout: Layout,
}

impl<'a> Steps<WalledRows<'a>> {
    /// The steps on a layer.
    pub(crate) fn new(layer: &'a Layer, rule: DiagonalRule) -> Self {
        Self::over(layer.walkable().walled_rows(), layer.layout(), rule)
    }
}

impl<S: WalkableSurroundings> Steps<S> {
    pub(crate) fn over(walkable: S, layout: Layout, rule: DiagonalRule) -> Self {
        Self { walkable, rule, legal: rule.legal_neighbors(), layout }
    }

    /// The legal steps from a cell of the map: bit `i` for the step `NEIGHBOR_OFFSETS[i]`.
    #[inline(always)]
    pub(crate) fn legal(&self, cell: Cell) -> u8 {
        let around = self.walkable.around(cell);
        if self.layout != Layout::Square {
            return self.legal_over_hexagons(cell, around);
        }
        match self.walkable.closed_around(cell) {
            None => self.legal[around],
            Some(closed) => self.rule.legal_neighbors_between(around, &closed),
        }
    }

    /// Not inlined, for the sake of squares.
    #[inline(never)]
    fn legal_over_hexagons(&self, cell: Cell, around: usize) -> u8 {
        let layout = self.layout;
        let line = if layout.shifts_columns() { cell.x } else { cell.y };
        let legal = hexagon_neighbors(layout.shifts_columns(), layout.is_shifted(line))[around];
        if !self.walkable.has_walls() {
            return legal;
        }
        NEIGHBOR_OFFSETS.iter().enumerate().fold(legal, |legal, (neighbor, &(dx, dy))| {
            let to = Cell::new(cell.x + dx, cell.y + dy);
            let is_closed = legal >> neighbor & 1 == 1 && self.walkable.closes(cell, to);
            legal & !(u8::from(is_closed) << neighbor)
        })
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
