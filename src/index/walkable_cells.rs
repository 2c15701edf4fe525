//! The walkable cells of a map, as bits by rows and by columns. The rest of the index derives from these bits.
//!
//! # Coordinates of the index
//!
//! The index keeps the shorter side of a map along x: the bits of diagonals then take no more memory than the bits of
//! rows. A map that is wider than high is therefore transposed. In these drawings of a map of 5 x 3 cells, `A` is the
//! same cell:
//!
//! ```text
//! map cell (3, 1)      index cell (1, 3)      row index 10      padded slot 22
//!
//!     x 0 1 2 3 4          x 0 1 2                               0  1  2  3  4
//! y 0   . . . . .      y 0   . . .             0  1  2           5  .  .  .  9
//!   1   . . . A .        1   . . .             3  4  5          10  .  .  . 14
//!   2   . . . . .        2   . . .             6  7  8          15  .  .  . 19
//!                        3   . A .             9  A 11          20  .  A  . 24
//!                        4   . . .            12 13 14          25  .  .  . 29
//!                                                               30 31 32 33 34
//! ```
//!
//! - An *index cell* is (x, y) of a map cell, or (y, x) on a transposed map.
//! - The *row index* of an index cell is `y * width + x`, where `width` is the shorter side.
//! - The *padded slot* of an index cell is `(y + 1) * (width + 2) + x + 1`: an index into rows with a border of
//!   obstacles, so that every cell has eight neighbors.

use super::clearance;
use super::walls::{self, WalledLines, WalledRows, Walls};
use crate::bits::bit_rows::{BitRows, Transposition};
use crate::bits::planes::lowest_plane;
use crate::bits::vectors;
use crate::grid::{Cell, CellData, CellType, CoveredMap, GridMap, GridSize, Layout, MapError, Rect};
use crate::held::held;
use crate::movement::BlockedTypes;

/// A cell in the coordinates of the index: `x` runs along the shorter side of the map.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct IndexCell {
    pub(crate) x: i32,
    pub(crate) y: i32,
}

/// A rectangle of index cells: the first and the last `x`, and the first and the last `y`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Block {
    pub(crate) x: (usize, usize),
    pub(crate) y: (usize, usize),
}

/// Which cells of a map a layer counts as walkable: all cells at which an agent of `size` x `size` cells, anchored at
/// its lowest cell, stands on no blocked type and under no cover.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct LayerKind {
    pub(crate) blocked: BlockedTypes,
    /// From 1 to [`MAX_AGENT_SIZE`](crate::movement::MAX_AGENT_SIZE).
    pub(crate) size: u8,
}

impl LayerKind {
    /// The layer of queries without a profile, for agents of one cell.
    pub(crate) const DEFAULT: Self = Self { blocked: BlockedTypes::OBSTACLE, size: 1 };
}

/// One bit for each cell of a map, set if the cell is walkable. The bits are stored twice, by rows and by columns.
/// Walls between cells stand beside them.
#[derive(Debug)]
pub(crate) struct WalkableCells {
    kind: LayerKind,
    layout: Layout,
    width: usize,
    height: usize,
    /// Whether an index cell is (y, x) of its map cell.
    transposed: bool,
    pub(crate) rows: BitRows,
    pub(crate) columns: BitRows,
    /// At most one, and none on a map without walls.
    walls: Vec<Walls>,
}

held!(WalkableCells: rows, columns, walls);

/// Parts to be brought up to date: the bits of cells, the walls between them, or both.
#[derive(Clone, Copy, Debug)]
pub(super) struct WalkableParts {
    cells: bool,
    walls: bool,
}

impl WalkableParts {
    const ALL: Self = Self { cells: true, walls: true };
}

impl WalkableCells {
    /// The cells of a map of walkable cells only, by [`LayerKind::DEFAULT`].
    pub(crate) fn of_walkable(size: GridSize, layout: Layout) -> Result<Self, MapError> {
        let mut walkable = Self::of_obstacles(size, layout, LayerKind::DEFAULT)?;
        walkable.rows.fill(walkable.width);
        walkable.columns.fill(walkable.height);
        Ok(walkable)
    }

    /// The cells of `map`.
    pub(crate) fn new(map: &GridMap, kind: LayerKind) -> Result<Self, MapError> {
        let mut walkable = Self::of_obstacles(map.size(), map.layout(), kind)?;
        if let Some(passages) = map.passages() {
            walkable.reserve_walls(passages.has_one_way())?;
        }
        walkable.update(map, map.bounds());
        Ok(walkable)
    }

    /// The cells of a map of obstacles only.
    fn of_obstacles(size: GridSize, layout: Layout, kind: LayerKind) -> Result<Self, MapError> {
        let cells = Self::underived(size, layout, kind);
        let (short, long) = (cells.width, cells.height);
        Ok(Self { rows: BitRows::new(short, long)?, columns: BitRows::new(long, short)?, ..cells })
    }

    /// Cells of a kind without their bits, which nobody may read: [`MapCells`](super::map_cells::MapCells) reads the
    /// map.
    pub(crate) fn underived(size: GridSize, layout: Layout, kind: LayerKind) -> Self {
        Self {
            kind,
            layout,
            width: size.width.min(size.height) as usize,
            height: size.width.max(size.height) as usize,
            transposed: size.width > size.height,
            rows: BitRows::default(),
            columns: BitRows::default(),
            walls: Vec::new(),
        }
    }

    pub(crate) fn try_clone(&self) -> Result<Self, MapError> {
        let mut walls = Vec::new();
        if let Some(one) = self.walls() {
            walls.try_reserve_exact(1)?;
            walls.push(one.try_clone()?);
        }
        Ok(Self { rows: self.rows.try_clone()?, columns: self.columns.try_clone()?, walls, ..*self })
    }

    /// The walls between cells; `None` if there are none.
    #[inline(always)]
    pub(crate) fn walls(&self) -> Option<&Walls> {
        self.walls.first()
    }

    /// The bits by the rows of the map, with the walls between cells.
    #[inline(always)]
    pub(crate) fn walled_rows(&self) -> WalledRows<'_> {
        WalledRows { cells: self.map_rows(), walls: self.walls() }
    }

    /// Makes room for walls, and for edges that are open in one direction only.
    pub(super) fn reserve_walls(&mut self, one_way: bool) -> Result<(), MapError> {
        match self.walls.first_mut() {
            Some(walls) if one_way => walls.reserve_one_way(),
            Some(_) => Ok(()),
            None => {
                self.walls.try_reserve_exact(1)?;
                self.walls.push(Walls::new(self.size(), self.layout, self.kind.size, one_way)?);
                Ok(())
            }
        }
    }

    /// The rows of the index with the walls between its cells.
    #[inline(always)]
    pub(crate) fn lines_along_rows(&self) -> WalledLines<'_> {
        let walls = self.walls().map(|walls| if self.transposed { walls.along_columns() } else { walls.along_rows() });
        WalledLines { cells: &self.rows, walls }
    }

    /// The columns of the index with the walls between its cells.
    #[inline(always)]
    pub(crate) fn lines_along_columns(&self) -> WalledLines<'_> {
        let walls = self.walls().map(|walls| if self.transposed { walls.along_rows() } else { walls.along_columns() });
        WalledLines { cells: &self.columns, walls }
    }

    /// Which cells count as walkable.
    pub(crate) fn kind(&self) -> LayerKind {
        self.kind
    }

    /// How the cells of the map lie.
    #[inline(always)]
    pub(crate) fn layout(&self) -> Layout {
        self.layout
    }

    /// Whether an index cell is (y, x) of its map cell.
    pub(super) fn is_transposed(&self) -> bool {
        self.transposed
    }

    /// On hexagons: whether columns of the index are shifted, and not rows, and whether the line of a cell is shifted.
    #[inline(always)]
    pub(super) fn shifts_line_of(&self, cell: IndexCell) -> Option<(bool, bool)> {
        let shifts_columns = self.layout.shifts_columns() != self.transposed;
        let line = if shifts_columns { cell.x } else { cell.y };
        self.layout.is_hexagonal().then(|| (shifts_columns, self.layout.is_shifted(line)))
    }

    /// Number of index cells in a row: the shorter side of the map.
    pub(crate) fn width(&self) -> usize {
        self.width
    }

    /// Number of rows: the longer side of the map.
    pub(crate) fn height(&self) -> usize {
        self.height
    }

    /// The size of the map, not transposed.
    pub(crate) fn size(&self) -> GridSize {
        let (short, long) = (self.width as u32, self.height as u32);
        if self.transposed { GridSize { width: long, height: short } } else { GridSize { width: short, height: long } }
    }

    /// The bits by the rows of the map: entry (x, y) is the map cell (x, y), also on a transposed map.
    pub(crate) fn map_rows(&self) -> &BitRows {
        if self.transposed { &self.columns } else { &self.rows }
    }

    /// The bits by the columns of the map: entry (y, x) is the map cell (x, y), also on a transposed map.
    pub(crate) fn map_columns(&self) -> &BitRows {
        if self.transposed { &self.rows } else { &self.columns }
    }

    /// The index cell of a map cell.
    #[inline(always)]
    pub(crate) fn index_cell(&self, cell: Cell) -> IndexCell {
        if self.transposed { IndexCell { x: cell.y, y: cell.x } } else { IndexCell { x: cell.x, y: cell.y } }
    }

    /// The map cell of an index cell.
    #[inline(always)]
    pub(crate) fn cell(&self, index_cell: IndexCell) -> Cell {
        if self.transposed { Cell::new(index_cell.y, index_cell.x) } else { Cell::new(index_cell.x, index_cell.y) }
    }

    /// The index cells of a rectangle of map cells.
    pub(crate) fn block(&self, rect: Rect) -> Block {
        let first = self.index_cell(Cell::new(rect.x, rect.y));
        let last = self.index_cell(Cell::new(rect.x + rect.width as i32 - 1, rect.y + rect.height as i32 - 1));
        Block { x: (first.x as usize, last.x as usize), y: (first.y as usize, last.y as usize) }
    }

    /// Whether the index cell (x, y) is walkable. The cell must lie on the map.
    #[inline(always)]
    pub(crate) fn is_walkable(&self, x: usize, y: usize) -> bool {
        self.rows.get(x, y)
    }

    /// The cells whose bits depend on the types of `cells`.
    pub(crate) fn reach_of(&self, cells: Rect) -> Rect {
        clearance::anchors_of(cells, self.size(), self.layout, self.kind.size)
    }

    /// Parts that an edit of such data can change. A wall that crosses a wide agent's body keeps it from a cell.
    pub(super) fn parts_that_follow(&self, data: CellData) -> WalkableParts {
        let is_of_walls = data == CellData::Passages;
        WalkableParts { cells: !is_of_walls || self.kind.size > 1, walls: is_of_walls }
    }

    /// The smallest rectangle of cells whose bits are wrong after an edit of the map that changed only cells in
    /// `cells`; `None` if all bits are right.
    pub(crate) fn changed_by<'a>(&self, map: impl Into<CoveredMap<'a>>, cells: Rect) -> Option<Rect> {
        self.changed_in(map.into(), WalkableParts::ALL, cells)
    }

    /// Works as [`changed_by`](Self::changed_by) does, where an edit can have changed only some parts.
    pub(super) fn parts_changed_by(&self, map: &GridMap, parts: WalkableParts, cells: Rect) -> Option<Rect> {
        self.changed_in(map.into(), parts, cells)
    }

    #[inline(never)]
    fn changed_in(&self, map: CoveredMap, parts: WalkableParts, cells: Rect) -> Option<Rect> {
        let reach = self.reach_of(cells);
        let of_cells = if parts.cells { self.changed_cells(map, reach) } else { None };
        let walls = self.walls().filter(|_| parts.walls);
        let of_walls = walls.and_then(|walls| walls.changed_by(map.map, reach));
        let both = || Some(of_cells?.enclosing(of_walls?));
        both().or(of_cells).or(of_walls)
    }

    /// The smallest rectangle of cells of `reach` whose bits are wrong.
    fn changed_cells(&self, map: CoveredMap, reach: Rect) -> Option<Rect> {
        let old = self.map_rows();
        let mut found: Option<[usize; 4]> = None;
        self.visit_words(map, reach, &mut |y, word, mask, bits| {
            let differences = (old.row(y as isize)[word] ^ bits) & mask;
            if differences != 0 {
                let first = word * 64 + differences.trailing_zeros() as usize;
                let last = word * 64 + 63 - differences.leading_zeros() as usize;
                let [left, right, down, up] = found.unwrap_or([first, last, y, y]);
                found = Some([left.min(first), right.max(last), down.min(y), up.max(y)]);
            }
        });
        found.map(|[left, right, down, up]| {
            let (width, height) = ((right - left + 1) as u32, (up - down + 1) as u32);
            Rect { x: left as i32, y: down as i32, width, height }
        })
    }

    /// Copies the state of the cells in `rect` from `map`.
    pub(crate) fn update<'a>(&mut self, map: impl Into<CoveredMap<'a>>, rect: Rect) {
        self.copy_from(map.into(), WalkableParts::ALL, rect);
    }

    /// Copies the state of some parts of the cells in `rect` from `map`.
    pub(super) fn update_parts(&mut self, map: &GridMap, parts: WalkableParts, rect: Rect) {
        self.copy_from(map.into(), parts, rect);
    }

    #[inline(never)]
    fn copy_from(&mut self, map: CoveredMap, parts: WalkableParts, rect: Rect) {
        if parts.cells {
            self.copy_cells(map, rect);
        }
        if map.map.passages().is_none() {
            self.walls = Vec::new();
        } else if let Some(walls) = self.walls.first_mut().filter(|_| parts.walls) {
            walls.update(map.map, rect);
        }
    }

    fn copy_cells(&mut self, map: CoveredMap, rect: Rect) {
        let columns = rect.x as usize..rect.x as usize + rect.width as usize;
        let rows = rect.y as usize..rect.y as usize + rect.height as usize;
        let mut along_rows = std::mem::take(if self.transposed { &mut self.columns } else { &mut self.rows });
        self.visit_words(map, rect, &mut |y, word, mask, bits| {
            let word = &mut along_rows.row_mut(y)[word];
            *word = *word & !mask | bits;
        });
        let along_columns = if self.transposed { &mut self.rows } else { &mut self.columns };
        if columns.len() * rows.len() <= 64 {
            for y in rows {
                columns.clone().for_each(|x| along_columns.set(y, x, along_rows.get(x, y)));
            }
        } else {
            vectors::run(Transposition { from: &along_rows, to: along_columns, columns, rows });
        }
        *(if self.transposed { &mut self.columns } else { &mut self.rows }) = along_rows;
    }

    /// Calls `visit` with words of bits that cover `rect`: the row of the map, the number of the word in the row, a
    /// mask of the bits in the rectangle, and the bits as they follow from the map.
    pub(super) fn visit_words(&self, map: CoveredMap, rect: Rect, visit: &mut dyn FnMut(usize, usize, u64, u64)) {
        let LayerKind { blocked, size } = self.kind;
        if size > 1 && map.map.passages().is_some() {
            let mut visit_uncrossed = |y: usize, word: usize, mask: u64, bits: u64| {
                visit(y, word, mask, bits & !walls::crossed(map.map, size, 64 * word, y));
            };
            clearance::visit_words(map, rect, size, |types| pack_up_to_128(types, &blocked), &mut visit_uncrossed);
        } else if size > 1 {
            clearance::visit_words(map, rect, size, |types| pack_up_to_128(types, &blocked), visit);
        } else if blocked == BlockedTypes::OBSTACLE {
            // The compiler knows the blocked type here, and compares 16 or 32 types at a time.
            visit_packed(map, rect, |number| number != CellType::OBSTACLE.0, visit);
        } else {
            visit_packed(map, rect, |number| !blocked.contains(CellType(number)), visit);
        }
    }
}

/// Works as [`WalkableCells::visit_words`] does, for agents of one cell.
#[inline(always)]
fn visit_packed(
    map: CoveredMap,
    rect: Rect,
    is_walkable: impl Fn(u8) -> bool,
    mut visit: impl FnMut(usize, usize, u64, u64),
) {
    let has_covers = map.map.has_covers();
    let mut visit = |y: usize, word: usize, mask: u64, bits: u64| {
        visit(y, word, mask, if has_covers { bits & !map.covered_word(y, word) } else { bits });
    };
    for (y, types) in (rect.y as usize..).zip(map.map.rows(rect)) {
        let mut at = rect.x as usize;
        let mut rest = types;
        while !rest.is_empty() {
            let bit = at % 64;
            let (now, later) = rest.split_at(rest.len().min(64 - bit));
            match now.first_chunk() {
                Some(all) => visit(y, at / 64, u64::MAX, walkable_bits(all, &is_walkable)),
                None if now.len() == 1 => visit(y, at / 64, 1 << bit, u64::from(is_walkable(now[0])) << bit),
                None => {
                    let mut block = [0; 64];
                    block[bit..bit + now.len()].copy_from_slice(now);
                    let mask = BitRows::mask(bit, now.len());
                    visit(y, at / 64, mask, walkable_bits(&block, &is_walkable) & mask);
                }
            }
            (at, rest) = (at + now.len(), later);
        }
    }
}

/// One bit for each of up to 128 cell types: a one for a type that is not blocked. Higher bits are zeros.
fn pack_up_to_128(types: &[u8], blocked: &BlockedTypes) -> u128 {
    let bits = types.iter().map(|&number| u128::from(!blocked.contains(CellType(number))));
    bits.rev().fold(0, |bits, bit| bits << 1 | bit)
}

/// A one for each of 64 cell types that is walkable.
#[inline(always)]
fn walkable_bits(types: &[u8; 64], is_walkable: impl Fn(u8) -> bool) -> u64 {
    lowest_plane(&types.map(|number| u8::from(is_walkable(number))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bits::vectors::Kernel;
    use crate::index::test_maps::{Random, random_map};

    #[test]
    fn the_cells_of_a_rectangle_are_taken_over_and_no_others() {
        for seed in 0..300 {
            let (map, mut random) = (random_map(seed), Random::new(seed));
            let (width, height) = (map.0.width() as usize, map.0.height() as usize);
            let (x, y) = (random.below(width), random.below(height));
            let (w, h) = (1 + random.below(width - x), 1 + random.below(height - y));
            let rect = Rect { x: x as i32, y: y as i32, width: w as u32, height: h as u32 };
            let mut walkable = WalkableCells::of_walkable(map.0.size(), Layout::Square).unwrap();
            walkable.update(&map.0, rect);
            for (x, y) in (0..height).flat_map(|y| (0..width).map(move |x| (x, y))) {
                let inside = (rect.x as usize..rect.x as usize + w).contains(&x)
                    && (rect.y as usize..rect.y as usize + h).contains(&y);
                let expected = !inside || map.is_walkable(x, y);
                let index_cell = walkable.index_cell(Cell::new(x as i32, y as i32));
                let (x, y) = (index_cell.x as usize, index_cell.y as usize);
                let found = (walkable.rows.get(x, y), walkable.columns.get(y, x));
                assert_eq!(found.0, expected, "{index_cell:?}, {rect:?}, seed {seed}\n{map}");
                assert_eq!(found.1, expected, "{index_cell:?} by columns, {rect:?}, seed {seed}\n{map}");
            }
        }
    }

    /// The code for AVX2, if this processor has it, against the code for every processor.
    #[test]
    fn all_vectors_give_the_same_columns() {
        for seed in 0..300 {
            let (map, mut random) = (random_map(seed), Random::new(seed));
            let walkable = map.walkable();
            let first = (random.below(walkable.width), random.below(walkable.height));
            let transposed = |by_any: bool| {
                let mut to = BitRows::new(walkable.height, walkable.width).unwrap();
                let (columns, rows) = (first.0..walkable.width, first.1..walkable.height);
                let transposition = Transposition { from: &walkable.rows, to: &mut to, columns, rows };
                if by_any {
                    transposition.run()
                } else {
                    vectors::run(transposition)
                }
                to
            };
            let [wide, any] = [false, true].map(transposed);
            for y in 0..walkable.width as isize {
                assert_eq!(wide.row(y), any.row(y), "column {y} from {first:?} on, seed {seed}\n{map}");
            }
        }
    }
}
