//! The legal steps from a cell of the map, one table lookup a cell where no wall is near.

use crate::grid::{Cell, Layout, NEIGHBOR_OFFSETS};
use crate::index::{AgentView, Layer, MapCells, WalledRows};
use crate::movement::{ClosedAround, DiagonalRule, hexagon_neighbors};

/// The legal steps over walkable cells under one rule.
pub(crate) struct Steps<'a> {
    /// Rows of the map.
    rows: WalledRows<'a>,
    /// The map, in place of the rows where nothing is derived.
    map: Option<MapCells<'a>>,
    rule: DiagonalRule,
    legal: &'static [u8; 512],
    layout: Layout,
    /// Whether the walkable cells around one decide which steps are legal, by the table of squares.
    by_table: bool,
}

impl<'a> Steps<'a> {
    /// The steps on a layer.
    pub(crate) fn new(layer: &'a Layer, rule: DiagonalRule) -> Self {
        Self::over(layer, None, rule)
    }

    /// The steps as an agent's view has them.
    pub(super) fn of_view(view: &AgentView<'a>, rule: DiagonalRule) -> Self {
        Self::over(view.layer(), view.map_cells(), rule)
    }

    fn over(layer: &'a Layer, map: Option<MapCells<'a>>, rule: DiagonalRule) -> Self {
        let (rows, layout) = (layer.walkable().walled_rows(), layer.layout());
        let has_walls = map.map_or(rows.walls.is_some(), |map| map.has_walls());
        let by_table = layout == Layout::Square && !has_walls;
        Self { rows, map, rule, legal: rule.legal_neighbors(), layout, by_table }
    }

    /// The walkable cells at and around a cell of the map: bit `3 * (dy + 1) + dx + 1` for the cell at (dx, dy).
    #[inline(always)]
    fn around(&self, cell: Cell) -> usize {
        match &self.map {
            None => self.rows.cells.around(cell.x as usize, cell.y as usize),
            Some(map) => map.around(cell),
        }
    }

    /// The steps around a cell of the map that walls close; `None` if none is.
    fn closed_around(&self, cell: Cell) -> Option<ClosedAround> {
        match &self.map {
            None => self.rows.walls?.around(cell),
            Some(map) => map.closed_around(cell),
        }
    }

    /// Whether a wall closes the step between two neighbors.
    fn closes(&self, from: Cell, to: Cell) -> bool {
        match &self.map {
            None => self.rows.walls.is_some_and(|walls| walls.closes(from, to)),
            Some(map) => map.closes(from, to),
        }
    }

    /// The legal steps from a cell of the map: bit `i` for the step `NEIGHBOR_OFFSETS[i]`.
    #[inline(always)]
    pub(crate) fn legal(&self, cell: Cell) -> u8 {
        let around = self.around(cell);
        if self.by_table { self.legal[around] } else { self.legal_elsewhere(cell, around) }
    }

    /// Not inlined, for the sake of squares without walls.
    #[inline(never)]
    fn legal_elsewhere(&self, cell: Cell, around: usize) -> u8 {
        if self.layout != Layout::Square {
            return self.legal_over_hexagons(cell, around);
        }
        match self.closed_around(cell) {
            None => self.legal[around],
            Some(closed) => self.rule.legal_neighbors_between(around, &closed),
        }
    }

    fn legal_over_hexagons(&self, cell: Cell, around: usize) -> u8 {
        let layout = self.layout;
        let line = if layout.shifts_columns() { cell.x } else { cell.y };
        let legal = hexagon_neighbors(layout.shifts_columns(), layout.is_shifted(line))[around];
        if self.map.map_or(self.rows.walls.is_none(), |map| !map.has_walls()) {
            return legal;
        }
        NEIGHBOR_OFFSETS.iter().enumerate().fold(legal, |legal, (neighbor, &(dx, dy))| {
            let to = Cell::new(cell.x + dx, cell.y + dy);
            let is_closed = legal >> neighbor & 1 == 1 && self.closes(cell, to);
            legal & !(u8::from(is_closed) << neighbor)
        })
    }

    /// The legal steps from a cell of the map, in the order of [`NEIGHBOR_OFFSETS`]: the index there, and the target.
    #[inline(always)]
    pub(crate) fn from(&self, cell: Cell) -> impl Iterator<Item = (usize, Cell)> + use<> {
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
