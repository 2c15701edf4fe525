//! The cell types of one grid, one byte for each cell, row by row, with what penalties and covers add to them.
//!
//! The map does not decide which cells are walkable: the index derives this from the types.

use super::CellData;
use super::content_sum::ContentSum;
use super::covers::Covers;
use super::edit::Edit;
use super::layout::Layout;
use super::passage_bits::CELLS;
use super::passages::Passages;
use super::{Cell, CellType, GridSize, MAX_SIDE, MapError, Rect};
use crate::bits::bit_rows::{copied, zeroed};
use crate::held::Held;

/// The types of the cells of a grid.
#[derive(Debug)]
pub struct GridMap {
    size: GridSize,
    layout: Layout,
    /// Numbers of [`CellType`], row by row.
    types: Vec<u8>,
    /// The penalties of cells, row by row; empty if all are 0.
    penalties: Vec<u8>,
    /// Number of cells whose penalty is not 0.
    penalized: u32,
    /// At most one, and none if no cell is covered. A list takes fewer bytes than an option.
    covers: Vec<Covers>,
    /// At most one, and none if all passages are open.
    passages: Vec<Passages>,
    revision: u64,
    /// Whether all cells are as in a new map, because nothing has changed them.
    is_blank: bool,
}

/// A cell at which two maps differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Difference {
    pub(crate) data: CellData,
    pub(crate) cell: Cell,
    pub(crate) values: [u32; 2],
}

impl GridMap {
    /// A map of walkable squares.
    pub fn new(width: u32, height: u32) -> Result<Self, MapError> {
        let sides = 1..=MAX_SIDE;
        if !sides.contains(&width) || !sides.contains(&height) {
            return Err(MapError::Size);
        }
        let size = GridSize { width, height };
        // Walkable is 0, so a new map's memory comes zeroed from the system and is not touched.
        const { assert!(CellType::WALKABLE.0 == 0) };
        let types = zeroed(size.cells())?;
        let (layout, penalties, covers, passages) = (Layout::Square, Vec::new(), Vec::new(), Vec::new());
        Ok(Self { size, layout, types, penalties, penalized: 0, covers, passages, revision: 0, is_blank: true })
    }

    /// Returns these settings with cells in another layout.
    pub fn in_layout(self, layout: Layout) -> Self {
        Self { layout, ..self }
    }

    /// A map of these cells, row by row. Without penalties, their list is empty.
    pub(crate) fn of_cells(
        size: GridSize,
        layout: Layout,
        types: Vec<u8>,
        mut penalties: Vec<u8>,
    ) -> Result<Self, MapError> {
        let sides = 1..=MAX_SIDE;
        if !sides.contains(&size.width) || !sides.contains(&size.height) {
            return Err(MapError::Size);
        }
        if types.len() != size.cells() || !penalties.is_empty() && penalties.len() != size.cells() {
            return Err(MapError::Count);
        }
        let penalized = penalties.iter().filter(|&&penalty| penalty != 0).count() as u32;
        if penalized == 0 {
            penalties = Vec::new();
        }
        let (covers, passages) = (Vec::new(), Vec::new());
        Ok(Self { size, layout, types, penalties, penalized, covers, passages, revision: 0, is_blank: false })
    }

    /// A copy without covers. Fails with [`MapError::Memory`].
    pub(crate) fn without_covers(&self) -> Result<Self, MapError> {
        let (types, penalties, passages) = (copied(&self.types)?, copied(&self.penalties)?, self.copied_passages()?);
        Ok(Self { types, penalties, covers: Vec::new(), passages, ..*self })
    }

    fn copied_passages(&self) -> Result<Vec<Passages>, MapError> {
        let mut passages = Vec::new();
        if let Some(one) = self.passages() {
            passages.try_reserve_exact(1)?;
            passages.push(one.try_clone()?);
        }
        Ok(passages)
    }

    /// A copy. Fails with [`MapError::Memory`].
    pub(crate) fn try_clone(&self) -> Result<Self, MapError> {
        let mut covers = Vec::new();
        if let Some(one) = self.covers() {
            covers.try_reserve_exact(1)?;
            covers.push(one.try_clone()?);
        }
        let (types, penalties, passages) = (copied(&self.types)?, copied(&self.penalties)?, self.copied_passages()?);
        Ok(Self { types, penalties, covers, passages, ..*self })
    }

    /// How the cells lie.
    pub fn layout(&self) -> Layout {
        self.layout
    }

    /// Columns and rows.
    pub fn size(&self) -> GridSize {
        self.size
    }

    /// Number of columns.
    pub fn width(&self) -> u32 {
        self.size.width
    }

    /// Number of rows.
    pub fn height(&self) -> u32 {
        self.size.height
    }

    /// Number of edits that have changed at least one cell.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// The sum of all cells of a map that nobody has edited.
    pub(crate) fn sum_of_blank(&self) -> Option<ContentSum> {
        self.is_blank.then(ContentSum::default)
    }

    /// The sum of all cells, read anew.
    pub(crate) fn sum(&self) -> ContentSum {
        let planes = ContentSum::of_bytes(CellData::Types, 0, &self.types).plus(ContentSum::of_bytes(
            CellData::Penalties,
            0,
            &self.penalties,
        ));
        let planes = self.passages().map_or(planes, |passages| {
            let width = self.size.width as usize;
            (0..self.size.height as usize).fold(planes, |sum, y| {
                let (row, pieces) = (passages.row(y), (0..width).step_by(CELLS));
                pieces.fold(sum, |sum, x| {
                    let bytes = row.from(x).bytes();
                    let bytes = &bytes.as_flattened()[..(width - x).min(CELLS)];
                    sum.plus(ContentSum::of_bytes(CellData::Passages, y * width + x, bytes))
                })
            })
        });
        let counts = self.covers().into_iter().flat_map(|covers| covers.counts().iter().enumerate());
        counts
            .filter(|&(_, &count)| count != 0)
            .fold(planes, |sum, (place, &count)| sum.plus(ContentSum::of_covers(place, count)))
    }

    /// The first cell, row by row, at which a plane differs from that of a map of the same size, with both values.
    /// Planes come in the order types, penalties, covers, passages.
    pub(crate) fn first_difference(&self, other: &Self) -> Option<Difference> {
        let numbers = [CellData::Types, CellData::Penalties, CellData::Covers, CellData::Passages];
        let cell_at = |place: usize| {
            let (x, y) = (place % self.size.width as usize, place / self.size.width as usize);
            Cell::new(x as i32, y as i32)
        };
        numbers.into_iter().find_map(|data| {
            let value = |map: &Self, place: usize| -> u32 {
                match data {
                    CellData::Types => map.types[place].into(),
                    CellData::Penalties => map.penalties.get(place).copied().unwrap_or(0).into(),
                    CellData::Covers => map.covers().map_or(0, |covers| covers.counts()[place]).into(),
                    CellData::Passages => map.passages_of(cell_at(place)).into(),
                }
            };
            let place = (0..self.size.cells()).find(|&place| value(self, place) != value(other, place))?;
            let values = [value(self, place), value(other, place)];
            Some(Difference { data, cell: cell_at(place), values })
        })
    }

    /// Memory held for the map, in bytes.
    pub fn bytes(&self) -> u64 {
        let covers = self.covers().map_or(0, |covers| covers.bytes() + size_of::<Covers>());
        let passages = self.passages().map_or(0, |passages| passages.bytes() + size_of::<Passages>());
        (size_of::<Self>() + self.types.bytes() + self.penalties.bytes() + covers + passages) as u64
    }

    /// Whether the cell lies on the map.
    pub fn contains(&self, cell: Cell) -> bool {
        self.size.contains(cell)
    }

    /// The type of a cell.
    pub fn get(&self, cell: Cell) -> Result<CellType, MapError> {
        if !self.contains(cell) {
            return Err(MapError::Outside);
        }
        Ok(CellType(self.types[self.size.index(cell)]))
    }

    /// Writes the types of a rectangle's cells to `types`, row by row. `types` must have exactly one byte for each
    /// cell.
    pub fn read(&self, rect: Rect, types: &mut [u8]) -> Result<(), MapError> {
        self.read_data(CellData::Types, rect, types)
    }

    /// Reads as [`read`](Self::read) does, for any data of cells.
    pub(crate) fn read_data(&self, data: CellData, rect: Rect, buffer: &mut [u8]) -> Result<(), MapError> {
        self.size.check_count(rect, buffer.len())?;
        let bytes = match data {
            CellData::Types => &self.types,
            CellData::Penalties if self.penalties.is_empty() => {
                buffer.fill(0);
                return Ok(());
            }
            CellData::Penalties => &self.penalties,
            CellData::Passages => {
                match self.passages() {
                    None => buffer.fill(0),
                    Some(passages) => {
                        for (row, out) in rect.each_row().zip(buffer.chunks_exact_mut(rect.width as usize)) {
                            passages.read(Cell::new(row.x, row.y), out);
                        }
                    }
                }
                return Ok(());
            }
            // Their counts have two bytes: `read_covers`.
            CellData::Covers => return Ok(()),
        };
        let rows = rect.rows_of(bytes, self.bounds());
        rows.zip(buffer.chunks_exact_mut(rect.width as usize)).for_each(|(row, out)| out.copy_from_slice(row));
        Ok(())
    }

    /// Writes the number of covers of a rectangle's cells, row by row. `counts` must have exactly one number for each
    /// cell.
    pub(crate) fn read_covers(&self, rect: Rect, counts: &mut [u16]) -> Result<(), MapError> {
        self.size.check_count(rect, counts.len())?;
        let Some(covers) = self.covers() else {
            counts.fill(0);
            return Ok(());
        };
        let rows = rect.rows_of(covers.counts(), self.bounds());
        rows.zip(counts.chunks_exact_mut(rect.width as usize)).for_each(|(row, out)| out.copy_from_slice(row));
        Ok(())
    }

    /// The rectangle of all cells.
    pub fn bounds(&self) -> Rect {
        self.size.bounds()
    }

    /// The types of all cells, row by row.
    pub(crate) fn types(&self) -> &[u8] {
        &self.types
    }

    /// The penalties of all cells, row by row; `None` if all are 0.
    pub(crate) fn penalties(&self) -> Option<&[u8]> {
        (!self.penalties.is_empty()).then_some(&self.penalties)
    }

    /// The rows of a rectangle, as slices of cell types. The rectangle must be on the map.
    pub(crate) fn rows(&self, rect: Rect) -> impl Iterator<Item = &[u8]> {
        rect.rows_of(&self.types, self.bounds())
    }

    /// Whether any cell has a cover.
    pub(crate) fn has_covers(&self) -> bool {
        self.covers().is_some()
    }

    /// The covers; `None` if no cell has one.
    #[inline(always)]
    pub(super) fn covers(&self) -> Option<&Covers> {
        self.covers.first()
    }

    /// The closed steps; `None` if all are open.
    #[inline(always)]
    pub(crate) fn passages(&self) -> Option<&Passages> {
        self.passages.first()
    }

    /// The plane of passages, row by row. Fails with [`MapError::Memory`].
    pub(crate) fn plane_of_passages(&self) -> Result<Vec<u8>, MapError> {
        let mut bytes = zeroed(self.size.cells())?;
        self.read_data(CellData::Passages, self.bounds(), &mut bytes)?;
        Ok(bytes)
    }

    /// This map as one that nobody has edited since it was made.
    pub(crate) fn without_history(self) -> Self {
        Self { revision: 0, ..self }
    }

    /// The closed steps of the edges that a cell owns.
    fn passages_of(&self, cell: Cell) -> u8 {
        self.passages().map_or(0, |passages| passages.byte(cell))
    }

    /// Makes an edit. A refused edit changes nothing.
    pub fn edit(&mut self, edit: &Edit) -> Result<(), MapError> {
        edit.check(self.size)?;
        if self.changed_by(edit).is_some() {
            self.reserve_for(edit)?;
            self.apply(edit);
        }
        Ok(())
    }

    /// The smallest rectangle with all cells that a legal edit would change; `None` if it would change nothing.
    pub(crate) fn changed_by(&self, edit: &Edit) -> Option<Rect> {
        match (edit.data(), self.penalties()) {
            (CellData::Types, _) => edit.changes(self.rows(edit.rect())),
            (CellData::Passages, _) => edit.changed_passages(self.passages()),
            (CellData::Penalties, None) | (CellData::Covers, _) => edit.changes_from_zeros(),
            (CellData::Penalties, Some(penalties)) => edit.changes(edit.rect().rows_of(penalties, self.bounds())),
        }
    }

    /// How a legal edit of types, penalties or passages changes the [sum](Self::sum).
    pub(crate) fn sum_change(&self, edit: &Edit) -> ContentSum {
        match (edit.data(), self.penalties()) {
            (CellData::Types, _) => edit.sum_change(self.size, self.rows(edit.rect())),
            (CellData::Passages, _) => edit.sum_change_of_passages(self.size, self.passages()),
            (_, None) => edit.sum_change(self.size, [].into_iter()),
            (_, Some(penalties)) => edit.sum_change(self.size, edit.rect().rows_of(penalties, self.bounds())),
        }
    }

    /// Gets the memory that a legal edit needs, or fails with [`MapError::Memory`] and changes nothing.
    pub(crate) fn reserve_for(&mut self, edit: &Edit) -> Result<(), MapError> {
        match edit.data() {
            CellData::Penalties if self.penalties.is_empty() => self.penalties = zeroed(self.size.cells())?,
            CellData::Covers if self.covers.is_empty() => {
                self.covers.try_reserve_exact(1)?;
                self.covers.push(Covers::new(self.size)?);
            }
            CellData::Passages => {
                let mut made = None;
                if self.passages.is_empty() {
                    self.passages.try_reserve_exact(1)?;
                    made = Some(Passages::new(self.size, self.layout)?);
                }
                if edit.has_one_way()
                    && let Some(passages) = made.as_mut().or(self.passages.first_mut())
                {
                    passages.reserve_one_way(self.size)?;
                }
                self.passages.extend(made);
            }
            _ => {}
        }
        Ok(())
    }

    /// Makes a legal edit that changes at least one cell. [`reserve_for`](Self::reserve_for) must have succeeded.
    pub(crate) fn apply(&mut self, edit: &Edit) {
        let (rect, all) = (edit.rect(), self.bounds());
        match edit.data() {
            CellData::Types => edit.write_rows(rect, rect.rows_of_mut(&mut self.types, all)),
            CellData::Penalties => self.write_penalties(edit),
            CellData::Covers => self.change_covers(edit),
            CellData::Passages => self.change_passages(edit),
        }
        self.revision += 1;
        self.is_blank = false;
    }

    /// Gives the memory of penalties back once all are 0.
    fn write_penalties(&mut self, edit: &Edit) {
        let (rect, all) = (edit.rect(), self.bounds());
        let count = |penalties: &[u8]| -> u32 {
            let of_row = |row: &[u8]| row.iter().filter(|&&penalty| penalty != 0).count() as u32;
            rect.rows_of(penalties, all).map(of_row).sum()
        };
        let before = count(&self.penalties);
        edit.write_rows(rect, rect.rows_of_mut(&mut self.penalties, all));
        self.penalized = self.penalized - before + count(&self.penalties);
        if self.penalized == 0 {
            self.penalties = Vec::new();
        }
    }

    /// Gives the memory of passages back if all are open.
    fn change_passages(&mut self, edit: &Edit) {
        let Some(passages) = self.passages.first_mut() else { return };
        edit.write_to(passages);
        passages.trim();
        if passages.are_none() {
            self.passages = Vec::new();
        }
    }

    /// Gives the memory of covers back if none is left.
    fn change_covers(&mut self, edit: &Edit) {
        let Some(covers) = self.covers.first_mut() else { return };
        for cell in edit.rect().each_cell() {
            covers.change(self.size, cell, edit.byte(cell));
        }
        if covers.are_none() {
            self.covers = Vec::new();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    #[test]
    fn a_map_has_penalties_while_one_of_them_is_not_0() {
        let mut map = GridMap::new(6, 5).unwrap();
        let (all, mut random) = (map.bounds(), Random::new(7));
        let (mut with, mut without) = (0, 0);
        for _ in 0..2000 {
            let (x, y) = (random.below(6), random.below(5));
            let (width, height) = (1 + random.below(6 - x) as u32, 1 + random.below(5 - y) as u32);
            let rect = if random.below(4) == 0 { all } else { Rect { x: x as i32, y: y as i32, width, height } };
            let penalties: Vec<u8> = (0..rect.cells()).map(|_| (random.below(3) / 2) as u8 * 9).collect();
            let zeros = vec![0; penalties.len()];
            map.edit(&match random.below(6) {
                0 => Edit::fill_penalties(rect, 1),
                1 | 2 => Edit::fill_penalties(rect, 0),
                3 => Edit::write_penalties(rect, &zeros),
                _ => Edit::write_penalties(rect, &penalties),
            })
            .unwrap();
            let mut found = [9; 30];
            map.read_data(CellData::Penalties, all, &mut found).unwrap();
            let has_penalties = found.iter().any(|&penalty| penalty != 0);
            assert_eq!(map.penalties().is_some(), has_penalties, "{found:?}");
            (with, without) = (with + u32::from(has_penalties), without + u32::from(!has_penalties));
        }
        assert!(with > 300 && without > 300, "{with} with, {without} without");
    }

    #[test]
    fn the_changed_rectangle_encloses_exactly_the_cells_that_differ() {
        let mut map = GridMap::new(6, 5).unwrap();
        let all = map.bounds();
        let fill = |rect| Edit::fill(rect, CellType::OBSTACLE);
        assert_eq!(map.changed_by(&fill(all)), Some(all));
        map.edit(&Edit::set(Cell::new(4, 1), CellType::OBSTACLE)).unwrap();
        map.edit(&Edit::set(Cell::new(2, 3), CellType::OBSTACLE)).unwrap();
        let both = Rect { x: 2, y: 1, width: 3, height: 3 };
        assert_eq!(map.changed_by(&Edit::fill(all, CellType::WALKABLE)), Some(both));
        assert_eq!(map.changed_by(&Edit::write(all, &[0; 30])), Some(both));
        let row = Rect { x: 1, y: 3, width: 4, height: 1 };
        let one = Rect { x: 2, y: 3, width: 1, height: 1 };
        assert_eq!(map.changed_by(&Edit::write(row, &[0; 4])), Some(one));
        assert_eq!(map.changed_by(&fill(one)), None);
        map.edit(&Edit::fill_penalties(one, 9)).unwrap();
        assert_eq!(map.changed_by(&Edit::fill_penalties(all, 0)), Some(one));
    }

    #[test]
    fn pieces_of_an_edit_that_own_their_bytes_change_the_same_cells() {
        let numbers: Vec<u8> = (0..30).map(|i| u8::from(i % 7 < 3)).collect();
        let [mut whole, mut by_pieces] = [(); 2].map(|()| GridMap::new(6, 5).unwrap());
        let edit = Edit::write(whole.bounds(), &numbers);
        whole.edit(&edit).unwrap();
        for (x, width) in [(0, 1), (1, 4), (5, 1)] {
            for (y, height) in [(0, 3), (3, 2)] {
                let owned = edit.owned_within(Rect { x, y, width, height }, &mut Vec::new()).unwrap();
                by_pieces.edit(&owned).unwrap();
            }
        }
        let (mut expected, mut found) = ([9; 30], [8; 30]);
        whole.read(whole.bounds(), &mut expected).unwrap();
        by_pieces.read(whole.bounds(), &mut found).unwrap();
        assert_eq!(found, expected);
    }
}
