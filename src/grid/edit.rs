//! Changes of a map. An edit is checked as a whole before it is made, so a refused edit changes nothing.
//!
//! An [`Edit`] borrows its data. An [`OwnedEdit`] owns them, until every copy of a map has made the edit.

use super::{Cell, CellType, GridMap, GridSize, MapError, Rect};

/// A change of the cells of a rectangle, which must not be empty and must lie on the map.
#[derive(Clone, Copy, Debug)]
pub enum Edit<'a> {
    /// All cells of a rectangle get one type.
    Fill {
        /// The cells.
        rect: Rect,
        /// The type that the cells get.
        cell_type: CellType,
    },
    /// The cells of a rectangle get the types in a buffer.
    Write {
        /// The cells.
        rect: Rect,
        /// Numbers of [`CellType`], row by row: exactly one byte for each cell.
        cell_types: &'a [u8],
    },
    /// All cells of a rectangle get one penalty.
    FillPenalties {
        /// The cells.
        rect: Rect,
        /// The penalty that the cells get, in 1 / 16 of a straight step.
        penalty: u8,
    },
    /// The cells of a rectangle get the penalties in a buffer.
    WritePenalties {
        /// The cells.
        rect: Rect,
        /// Penalties in 1 / 16 of a straight step, row by row: exactly one byte for each cell.
        penalties: &'a [u8],
    },
    /// All cells of a rectangle get one cover more, or one fewer: see [`CoverShape`](super::CoverShape).
    FillCovers {
        /// The cells.
        rect: Rect,
        /// 1 for one more, 2 for one fewer.
        change: u8,
    },
    /// The cells of a rectangle get covers or lose them.
    WriteCovers {
        /// The cells.
        rect: Rect,
        /// 0 for no change, 1 for one more, 2 for one fewer, row by row: exactly one byte for each cell.
        changes: &'a [u8],
    },
}

/// What an edit changes of each cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CellData {
    Types,
    Penalties,
    Covers,
}

/// The bytes that the cells of a rectangle get.
#[derive(Clone, Copy, Debug)]
enum Bytes<'a> {
    /// The same byte for each cell.
    One(u8),
    /// A byte for each cell, row by row.
    Each(&'a [u8]),
}

impl<'a> Edit<'a> {
    /// An edit of one cell's type.
    pub fn set(cell: Cell, cell_type: CellType) -> Self {
        Self::Fill { rect: Rect { x: cell.x, y: cell.y, width: 1, height: 1 }, cell_type }
    }

    /// Whether a map of this size accepts the edit. The map's cells don't matter.
    pub fn check(&self, size: GridSize) -> Result<(), MapError> {
        match self.bytes() {
            Bytes::One(_) => size.check(self.rect()),
            Bytes::Each(bytes) => size.check_count(self.rect(), bytes.len()),
        }
    }

    /// The edit's rectangle: only its cells may change.
    pub fn rect(&self) -> Rect {
        match *self {
            Self::Fill { rect, .. }
            | Self::Write { rect, .. }
            | Self::FillPenalties { rect, .. }
            | Self::WritePenalties { rect, .. }
            | Self::FillCovers { rect, .. }
            | Self::WriteCovers { rect, .. } => rect,
        }
    }

    /// What the edit changes.
    pub(crate) fn data(&self) -> CellData {
        match self {
            Self::Fill { .. } | Self::Write { .. } => CellData::Types,
            Self::FillPenalties { .. } | Self::WritePenalties { .. } => CellData::Penalties,
            Self::FillCovers { .. } | Self::WriteCovers { .. } => CellData::Covers,
        }
    }

    fn bytes(&self) -> Bytes<'a> {
        match *self {
            Self::Fill { cell_type, .. } => Bytes::One(cell_type.0),
            Self::FillPenalties { penalty, .. } => Bytes::One(penalty),
            Self::FillCovers { change, .. } => Bytes::One(change),
            Self::Write { cell_types: bytes, .. }
            | Self::WritePenalties { penalties: bytes, .. }
            | Self::WriteCovers { changes: bytes, .. } => Bytes::Each(bytes),
        }
    }

    /// The byte that the edit has for a cell of its rectangle.
    fn byte(&self, cell: Cell) -> u8 {
        let rect = self.rect();
        match self.bytes() {
            Bytes::One(byte) => byte,
            Bytes::Each(bytes) => bytes[(cell.y - rect.y) as usize * rect.width as usize + (cell.x - rect.x) as usize],
        }
    }

    /// What an edit of covers does to a cell of its rectangle.
    pub(super) fn cover_change(&self, cell: Cell) -> u8 {
        if self.data() == CellData::Covers { self.byte(cell) } else { 0 }
    }

    /// The type that the edit gives to a cell; `None` if it leaves the cell's type alone.
    pub(crate) fn cell_type(&self, cell: Cell) -> Option<CellType> {
        let rect = self.rect();
        if self.data() != CellData::Types || !rect.contains(cell) {
            return None;
        }
        Some(CellType(self.byte(cell)))
    }

    /// Makes a legal edit on a buffer with the `data` of `rect`, row by row. Leaves out cells outside `rect`.
    pub(crate) fn write_over(&self, data: CellData, rect: Rect, buffer: &mut [u8]) {
        if self.data() != data {
            return;
        }
        let Some(common) = self.rect().common(rect) else { return };
        let (first, width) = ((common.x - rect.x) as usize, common.width as usize);
        let rows = buffer.chunks_exact_mut(rect.width as usize).skip((common.y - rect.y) as usize);
        let rows = rows.take(common.height as usize).map(|row| &mut row[first..first + width]);
        self.write_rows(common, rows);
    }

    /// Writes the bytes of `part`, a rectangle inside the edit's own, to its rows.
    fn write_rows<'b>(&self, part: Rect, rows: impl Iterator<Item = &'b mut [u8]>) {
        match self.bytes() {
            Bytes::One(byte) => rows.for_each(|row| row.fill(byte)),
            Bytes::Each(bytes) => {
                let new_rows = rows_within(bytes, self.rect(), part);
                rows.zip(new_rows).for_each(|(row, new)| row.copy_from_slice(new));
            }
        }
    }

    /// The smallest rectangle with all cells that a legal edit would change; `None` if it would change nothing. `rows`
    /// are the current bytes of the edit's rectangle, row by row.
    pub(crate) fn changes<'b>(&self, rows: impl Iterator<Item = &'b [u8]>) -> Option<Rect> {
        let rect = self.rect();
        match self.bytes() {
            Bytes::One(byte) => enclose(rect, rows.map(|row| ends(row.iter().map(|&old| old != byte)))),
            Bytes::Each(bytes) => {
                let new_rows = bytes.chunks_exact(rect.width as usize);
                let differences = rows.zip(new_rows).map(|(row, new)| {
                    // Compare whole rows first: most rows are equal if a game writes all its cells again.
                    if row == new { None } else { ends(row.iter().zip(new).map(|(old, new)| old != new)) }
                });
                enclose(rect, differences)
            }
        }
    }

    /// As [`changes`](Self::changes), where all bytes are 0 now.
    fn changes_from_zeros(&self) -> Option<Rect> {
        let rect = self.rect();
        match self.bytes() {
            Bytes::One(byte) => (byte != 0).then_some(rect),
            Bytes::Each(bytes) => {
                let rows = bytes.chunks_exact(rect.width as usize);
                enclose(rect, rows.map(|row| ends(row.iter().map(|&byte| byte != 0))))
            }
        }
    }

    /// A copy of the part of a legal edit that lies in `part`, a rectangle inside the edit's own. The copy takes its
    /// buffer from `memory`. Fails with [`MapError::Memory`].
    pub(crate) fn owned_within(&self, part: Rect, memory: &mut Vec<u8>) -> Result<OwnedEdit, MapError> {
        let bytes = match self.bytes() {
            Bytes::One(byte) => OwnedBytes::One(byte),
            Bytes::Each(bytes) => {
                let mut owned = std::mem::take(memory);
                owned.clear();
                owned.try_reserve_exact(part.cells() as usize)?;
                rows_within(bytes, self.rect(), part).for_each(|row| owned.extend_from_slice(row));
                OwnedBytes::Each(owned)
            }
        };
        Ok(OwnedEdit { data: self.data(), rect: part, bytes })
    }
}

/// The rows of `part`, a rectangle inside `rect`, from the bytes of `rect`.
fn rows_within(bytes: &[u8], rect: Rect, part: Rect) -> impl Iterator<Item = &[u8]> {
    let (width, first) = (rect.width as usize, (part.x - rect.x) as usize);
    let rows = bytes.chunks_exact(width).skip((part.y - rect.y) as usize).take(part.height as usize);
    rows.map(move |row| &row[first..first + part.width as usize])
}

/// An [`Edit`] that owns its data. It can be made later, and on several copies of a map.
#[derive(Debug)]
pub struct OwnedEdit {
    data: CellData,
    rect: Rect,
    bytes: OwnedBytes,
}

#[derive(Debug)]
enum OwnedBytes {
    One(u8),
    Each(Vec<u8>),
}

impl OwnedEdit {
    /// All cells of a rectangle get one cover more or fewer.
    pub(super) fn fill_covers(rect: Rect, change: u8) -> Self {
        Self { data: CellData::Covers, rect, bytes: OwnedBytes::One(change) }
    }

    /// The cells of a rectangle get covers or lose them.
    pub(super) fn write_covers(rect: Rect, changes: Vec<u8>) -> Self {
        Self { data: CellData::Covers, rect, bytes: OwnedBytes::Each(changes) }
    }

    /// The edit, borrowed.
    pub fn as_edit(&self) -> Edit<'_> {
        let rect = self.rect;
        match (self.data, &self.bytes) {
            (CellData::Types, &OwnedBytes::One(byte)) => Edit::Fill { rect, cell_type: CellType(byte) },
            (CellData::Types, OwnedBytes::Each(cell_types)) => Edit::Write { rect, cell_types },
            (CellData::Penalties, &OwnedBytes::One(penalty)) => Edit::FillPenalties { rect, penalty },
            (CellData::Penalties, OwnedBytes::Each(penalties)) => Edit::WritePenalties { rect, penalties },
            (CellData::Covers, &OwnedBytes::One(change)) => Edit::FillCovers { rect, change },
            (CellData::Covers, OwnedBytes::Each(changes)) => Edit::WriteCovers { rect, changes },
        }
    }

    /// The buffer of the edit, if it has one, for another edit.
    pub(crate) fn into_buffer(self) -> Option<Vec<u8>> {
        match self.bytes {
            OwnedBytes::One(_) => None,
            OwnedBytes::Each(bytes) => Some(bytes),
        }
    }

    /// Memory held besides the value itself, in bytes.
    pub fn bytes(&self) -> u64 {
        match &self.bytes {
            OwnedBytes::One(_) => 0,
            OwnedBytes::Each(bytes) => bytes.capacity() as u64,
        }
    }
}

impl GridMap {
    /// Makes an edit. A refused edit changes nothing.
    pub fn edit(&mut self, edit: &Edit) -> Result<(), MapError> {
        edit.check(self.size())?;
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
            (CellData::Penalties, None) | (CellData::Covers, _) => edit.changes_from_zeros(),
            (CellData::Penalties, Some(penalties)) => edit.changes(rows_within(penalties, self.bounds(), edit.rect())),
        }
    }

    /// Gets the memory that a legal edit needs, or fails with [`MapError::Memory`] and changes nothing.
    pub(crate) fn reserve_for(&mut self, edit: &Edit) -> Result<(), MapError> {
        match edit.data() {
            CellData::Types => Ok(()),
            CellData::Penalties => self.make_penalties(),
            CellData::Covers => self.make_covers(),
        }
    }

    /// Makes a legal edit that changes at least one cell. [`reserve_for`](Self::reserve_for) must have succeeded.
    pub(crate) fn apply(&mut self, edit: &Edit) {
        let rect = edit.rect();
        match edit.data() {
            CellData::Types => edit.write_rows(rect, self.rows_mut(rect)),
            CellData::Penalties => self.write_penalties(rect, |rows| edit.write_rows(rect, rows)),
            CellData::Covers => self.change_covers(edit),
        }
        self.count_edit();
    }
}

/// The first and the last position that is true.
fn ends(mut row: impl DoubleEndedIterator<Item = bool> + ExactSizeIterator) -> Option<(u32, u32)> {
    let first = row.position(|differs| differs)?;
    let last = row.rposition(|differs| differs).map_or(first, |last| first + 1 + last);
    Some((first as u32, last as u32))
}

/// The part of a rectangle that contains, for each of its rows, the given first and last column.
fn enclose(rect: Rect, rows: impl Iterator<Item = Option<(u32, u32)>>) -> Option<Rect> {
    let mut found: Option<((u32, u32), (u32, u32))> = None;
    for (y, (first, last)) in (0..).zip(rows).filter_map(|(y, row)| Some((y, row?))) {
        let ((left, right), (top, _)) = found.unwrap_or(((first, last), (y, y)));
        found = Some(((left.min(first), right.max(last)), (top, y)));
    }
    found.map(|((left, right), (top, bottom))| Rect {
        x: rect.x + left as i32,
        y: rect.y + top as i32,
        width: right - left + 1,
        height: bottom - top + 1,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_edit_that_changes_nothing_does_not_count() {
        let mut map = GridMap::new(3, 2).unwrap();
        let all = map.bounds();
        map.edit(&Edit::Fill { rect: all, cell_type: CellType::WALKABLE }).unwrap();
        map.edit(&Edit::Write { rect: all, cell_types: &[0; 6] }).unwrap();
        assert_eq!(map.revision(), 0);
        map.edit(&Edit::Write { rect: all, cell_types: &[0, 0, 0, 0, 0, 1] }).unwrap();
        assert_eq!((map.revision(), map.get(Cell::new(2, 1))), (1, Ok(CellType::OBSTACLE)));
    }

    #[test]
    fn the_last_penalty_that_becomes_0_gives_the_memory_back() {
        let mut map = GridMap::new(6, 5).unwrap();
        let (all, without) = (map.bounds(), map.bytes());
        let one = Edit::FillPenalties { rect: Rect { x: 2, y: 3, width: 1, height: 1 }, penalty: 9 };
        map.edit(&one).unwrap();
        assert_eq!(map.bytes(), without + 30);
        let none = Edit::FillPenalties { rect: all, penalty: 0 };
        assert_eq!(map.changed_by(&none), Some(one.rect()));
        map.edit(&none).unwrap();
        assert_eq!((map.bytes(), map.penalties(), map.revision()), (without, None, 2));
        map.edit(&none).unwrap();
        assert_eq!((map.bytes(), map.revision()), (without, 2));
    }

    #[test]
    fn a_map_has_penalties_while_one_of_them_is_not_0() {
        let mut map = GridMap::new(6, 5).unwrap();
        let (all, mut state) = (map.bounds(), 7_u32);
        let mut random = |end: u32| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 8) % end
        };
        let (mut with, mut without) = (0, 0);
        for _ in 0..2000 {
            let (x, y) = (random(6), random(5));
            let rect = Rect { x: x as i32, y: y as i32, width: 1 + random(6 - x), height: 1 + random(5 - y) };
            let rect = if random(4) == 0 { all } else { rect };
            let penalties: Vec<u8> = (0..rect.cells()).map(|_| (random(3) / 2) as u8 * 9).collect();
            let zeros = vec![0; penalties.len()];
            map.edit(&match random(6) {
                0 => Edit::FillPenalties { rect, penalty: 1 },
                1 | 2 => Edit::FillPenalties { rect, penalty: 0 },
                3 => Edit::WritePenalties { rect, penalties: &zeros },
                _ => Edit::WritePenalties { rect, penalties: &penalties },
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
    fn an_edit_stays_inside_its_rectangle() {
        let mut map = GridMap::new(4, 4).unwrap();
        let rect = Rect { x: 1, y: 2, width: 2, height: 1 };
        map.edit(&Edit::Fill { rect, cell_type: CellType::OBSTACLE }).unwrap();
        let mut types = [9; 16];
        map.read(map.bounds(), &mut types).unwrap();
        assert_eq!(types, [0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0]);
    }

    #[test]
    fn the_changed_rectangle_encloses_exactly_the_cells_that_differ() {
        let mut map = GridMap::new(6, 5).unwrap();
        let all = map.bounds();
        let fill = |rect| Edit::Fill { rect, cell_type: CellType::OBSTACLE };
        assert_eq!(map.changed_by(&fill(all)), Some(all));
        map.edit(&Edit::set(Cell::new(4, 1), CellType::OBSTACLE)).unwrap();
        map.edit(&Edit::set(Cell::new(2, 3), CellType::OBSTACLE)).unwrap();
        let both = Rect { x: 2, y: 1, width: 3, height: 3 };
        assert_eq!(map.changed_by(&Edit::Fill { rect: all, cell_type: CellType::WALKABLE }), Some(both));
        assert_eq!(map.changed_by(&Edit::Write { rect: all, cell_types: &[0; 30] }), Some(both));
        let row = Rect { x: 1, y: 3, width: 4, height: 1 };
        let one = Rect { x: 2, y: 3, width: 1, height: 1 };
        assert_eq!(map.changed_by(&Edit::Write { rect: row, cell_types: &[0; 4] }), Some(one));
        assert_eq!(map.changed_by(&fill(one)), None);
    }

    #[test]
    fn a_part_of_an_edit_with_its_own_data_changes_the_same_cells() {
        let numbers: Vec<u8> = (0..30).map(|i| u8::from(i % 7 < 3)).collect();
        let mut whole = GridMap::new(6, 5).unwrap();
        let mut by_parts = GridMap::new(6, 5).unwrap();
        let edit = Edit::Write { rect: whole.bounds(), cell_types: &numbers };
        whole.edit(&edit).unwrap();
        for (x, width) in [(0, 1), (1, 4), (5, 1)] {
            for (y, height) in [(0, 3), (3, 2)] {
                let owned = edit.owned_within(Rect { x, y, width, height }, &mut Vec::new()).unwrap();
                by_parts.edit(&owned.as_edit()).unwrap();
            }
        }
        let (mut expected, mut found) = ([9; 30], [8; 30]);
        whole.read(whole.bounds(), &mut expected).unwrap();
        by_parts.read(whole.bounds(), &mut found).unwrap();
        assert_eq!(found, expected);
    }
}
