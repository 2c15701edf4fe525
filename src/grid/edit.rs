//! Changes of a map. An edit is checked as a whole before it is made, so a refused edit changes nothing.
//!
//! An [`Edit`] borrows its data. An [`OwnedEdit`] owns them, until every copy of a map has made the edit.

use super::{Cell, CellType, GridMap, GridSize, MapError, Rect};

/// A change of the cells of a rectangle.
#[derive(Clone, Copy, Debug)]
pub enum Edit<'a> {
    /// All cells of a rectangle get one type.
    Fill {
        /// Not empty, and on the map.
        rect: Rect,
        /// The type that the cells get.
        cell_type: CellType,
    },
    /// The cells of a rectangle get the types in a buffer.
    Write {
        /// Not empty, and on the map.
        rect: Rect,
        /// Numbers of [`CellType`], row by row: exactly one byte for each cell.
        cell_types: &'a [u8],
    },
}

impl Edit<'_> {
    /// An edit of one cell.
    pub fn set(cell: Cell, cell_type: CellType) -> Self {
        Self::Fill { rect: Rect { x: cell.x, y: cell.y, width: 1, height: 1 }, cell_type }
    }

    /// Whether a map of this size accepts the edit. The map's cells don't matter.
    pub fn check(&self, size: GridSize) -> Result<(), MapError> {
        match *self {
            Edit::Fill { rect, .. } => size.check(rect),
            Edit::Write { rect, cell_types } => size.check_count(rect, cell_types.len()),
        }
    }

    /// The edit's rectangle: only its cells may change.
    pub fn rect(&self) -> Rect {
        match *self {
            Edit::Fill { rect, .. } | Edit::Write { rect, .. } => rect,
        }
    }

    /// The type that the edit gives to a cell; `None` outside the edit's rectangle.
    pub(crate) fn cell_type(&self, cell: Cell) -> Option<CellType> {
        let rect = self.rect();
        if !rect.contains(cell) {
            return None;
        }
        match *self {
            Edit::Fill { cell_type, .. } => Some(cell_type),
            Edit::Write { rect, cell_types } => {
                let (x, y) = ((cell.x - rect.x) as usize, (cell.y - rect.y) as usize);
                Some(CellType(cell_types[y * rect.width as usize + x]))
            }
        }
    }

    /// Makes a legal edit on a buffer with the types of `rect`, row by row. Leaves out cells outside `rect`.
    pub(crate) fn write_over(&self, rect: Rect, types: &mut [u8]) {
        let Some(common) = self.rect().common(rect) else { return };
        let (first, width) = ((common.x - rect.x) as usize, common.width as usize);
        let rows = types.chunks_exact_mut(rect.width as usize).skip((common.y - rect.y) as usize);
        let rows = rows.take(common.height as usize).map(|row| &mut row[first..first + width]);
        match *self {
            Edit::Fill { cell_type, .. } => rows.for_each(|row| row.fill(cell_type.0)),
            Edit::Write { rect: own, cell_types } => {
                let first = (common.x - own.x) as usize;
                let new_rows = cell_types.chunks_exact(own.width as usize).skip((common.y - own.y) as usize);
                rows.zip(new_rows).for_each(|(row, new)| row.copy_from_slice(&new[first..first + width]));
            }
        }
    }

    /// The smallest rectangle with all cells that a legal edit would change; `None` if it would change nothing. `rows`
    /// are the current types of the edit's rectangle, row by row.
    pub(crate) fn changes<'a>(&self, rows: impl Iterator<Item = &'a [u8]>) -> Option<Rect> {
        match *self {
            Edit::Fill { rect, cell_type } => {
                let differs = |old: &u8| *old != cell_type.0;
                enclose(rect, rows.map(|row| ends(row.iter().map(differs))))
            }
            Edit::Write { rect, cell_types } => {
                let new_rows = cell_types.chunks_exact(rect.width as usize);
                let differences = rows.zip(new_rows).map(|(row, new)| {
                    // Compare whole rows first: most rows are equal if a game writes all its cells again.
                    if row == new { None } else { ends(row.iter().zip(new).map(|(old, new)| old != new)) }
                });
                enclose(rect, differences)
            }
        }
    }

    /// A copy of the part of a legal edit that lies in `part`, a rectangle inside the edit's own. The copy takes its
    /// buffer from `memory`. Fails with [`MapError::Memory`].
    pub(crate) fn owned_within(&self, part: Rect, memory: &mut Vec<u8>) -> Result<OwnedEdit, MapError> {
        match *self {
            Edit::Fill { cell_type, .. } => Ok(OwnedEdit::Fill { rect: part, cell_type }),
            Edit::Write { rect, cell_types } => {
                let (width, first) = (rect.width as usize, (part.x - rect.x) as usize);
                let rows = cell_types.chunks_exact(width).skip((part.y - rect.y) as usize).take(part.height as usize);
                let mut owned = std::mem::take(memory);
                owned.clear();
                owned.try_reserve_exact(part.cells() as usize)?;
                rows.for_each(|row| owned.extend_from_slice(&row[first..first + part.width as usize]));
                Ok(OwnedEdit::Write { rect: part, cell_types: owned })
            }
        }
    }
}

/// An [`Edit`] that owns its data. It can be made later, and on several copies of a map.
#[derive(Debug)]
pub enum OwnedEdit {
    /// As [`Edit::Fill`].
    Fill {
        /// The cells.
        rect: Rect,
        /// The type that the cells get.
        cell_type: CellType,
    },
    /// As [`Edit::Write`].
    Write {
        /// The cells.
        rect: Rect,
        /// Their types, row by row.
        cell_types: Vec<u8>,
    },
}

impl OwnedEdit {
    /// The edit, borrowed.
    pub fn as_edit(&self) -> Edit<'_> {
        match self {
            Self::Fill { rect, cell_type } => Edit::Fill { rect: *rect, cell_type: *cell_type },
            Self::Write { rect, cell_types } => Edit::Write { rect: *rect, cell_types },
        }
    }

    /// Memory held besides the value itself, in bytes.
    pub fn bytes(&self) -> u64 {
        match self {
            Self::Fill { .. } => 0,
            Self::Write { cell_types, .. } => cell_types.capacity() as u64,
        }
    }
}

impl GridMap {
    /// Makes an edit. A refused edit changes nothing.
    pub fn edit(&mut self, edit: &Edit) -> Result<(), MapError> {
        edit.check(self.size())?;
        if self.changed_by(edit).is_some() {
            self.apply(edit);
        }
        Ok(())
    }

    /// The smallest rectangle with all cells that a legal edit would change; `None` if it would change nothing.
    pub(crate) fn changed_by(&self, edit: &Edit) -> Option<Rect> {
        edit.changes(self.rows(edit.rect()))
    }

    /// Makes a legal edit that changes at least one cell.
    pub(crate) fn apply(&mut self, edit: &Edit) {
        match *edit {
            Edit::Fill { rect, cell_type } => self.rows_mut(rect).for_each(|row| row.fill(cell_type.0)),
            Edit::Write { rect, cell_types } => {
                let new_rows = cell_types.chunks_exact(rect.width as usize);
                self.rows_mut(rect).zip(new_rows).for_each(|(row, new)| row.copy_from_slice(new));
            }
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
