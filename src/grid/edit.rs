//! Changes of a map. An edit is checked as a whole before anything is written, so that a refused one changes nothing, and
//! one that would change nothing costs no copy of the map.

use super::{Cell, CellType, GridMap, MapError, Rect};

/// What is to be changed.
#[derive(Clone, Copy, Debug)]
pub enum Edit<'a> {
    /// Every cell of a rectangle gets one type.
    Fill {
        /// Not empty, and on the map.
        rect: Rect,
        /// The type they get.
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
    /// One cell gets a type.
    pub fn set(cell: Cell, cell_type: CellType) -> Self {
        Self::Fill { rect: Rect { x: cell.x, y: cell.y, width: 1, height: 1 }, cell_type }
    }
}

impl GridMap {
    /// Makes an edit.
    pub fn edit(&mut self, edit: &Edit) -> Result<(), MapError> {
        if self.changed(edit)?.is_some() {
            self.apply(edit);
        }
        Ok(())
    }

    /// The smallest rectangle with all cells that an edit would change, none if there are none, or why it is refused.
    pub fn changed(&self, edit: &Edit) -> Result<Option<Rect>, MapError> {
        match *edit {
            Edit::Fill { rect, cell_type } => {
                self.check(rect)?;
                let differs = |old: &u8| *old != cell_type as u8;
                Ok(enclose(rect, self.rows(rect).map(|row| ends(row.iter().map(differs)))))
            }
            Edit::Write { rect, cell_types } => {
                self.check_count(rect, cell_types.len())?;
                // The largest number is found many at a time; a search for the first wrong one would go byte by byte.
                if cell_types.iter().fold(0, |largest, &number| number.max(largest)) > CellType::LAST as u8 {
                    return Err(MapError::CellType);
                }
                let new_rows = cell_types.chunks_exact(rect.width as usize);
                let differences = self.rows(rect).zip(new_rows).map(|(row, new)| {
                    // Comparing whole rows first: most are equal where a game writes all its cells again.
                    if row == new { None } else { ends(row.iter().zip(new).map(|(old, new)| old != new)) }
                });
                Ok(enclose(rect, differences))
            }
        }
    }

    /// Makes an edit that [`changed`](Self::changed) has found to be legal and to change something.
    pub(crate) fn apply(&mut self, edit: &Edit) {
        match *edit {
            Edit::Fill { rect, cell_type } => self.rows_mut(rect).for_each(|row| row.fill(cell_type as u8)),
            Edit::Write { rect, cell_types } => {
                let new_rows = cell_types.chunks_exact(rect.width as usize);
                self.rows_mut(rect).zip(new_rows).for_each(|(row, new)| row.copy_from_slice(new));
            }
        }
        self.count_edit();
    }
}

/// The first and the last position that holds true.
fn ends(mut row: impl DoubleEndedIterator<Item = bool> + ExactSizeIterator) -> Option<(u32, u32)> {
    let first = row.position(|differs| differs)?;
    let last = row.rposition(|differs| differs).map_or(first, |last| first + 1 + last);
    Some((first as u32, last as u32))
}

/// The part of a rectangle that holds the first and last columns given for each of its rows.
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
        map.edit(&Edit::Fill { rect: all, cell_type: CellType::Walkable }).unwrap();
        map.edit(&Edit::Write { rect: all, cell_types: &[0; 6] }).unwrap();
        assert_eq!(map.revision(), 0);
        map.edit(&Edit::Write { rect: all, cell_types: &[0, 0, 0, 0, 0, 1] }).unwrap();
        assert_eq!((map.revision(), map.get(Cell::new(2, 1))), (1, Ok(CellType::Obstacle)));
    }

    #[test]
    fn an_edit_stays_inside_its_rectangle() {
        let mut map = GridMap::new(4, 4).unwrap();
        let rect = Rect { x: 1, y: 2, width: 2, height: 1 };
        map.edit(&Edit::Fill { rect, cell_type: CellType::Obstacle }).unwrap();
        let mut types = [9; 16];
        map.read(map.bounds(), &mut types).unwrap();
        assert_eq!(types, [0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0]);
    }

    #[test]
    fn the_changed_rectangle_encloses_exactly_the_cells_that_differ() {
        let mut map = GridMap::new(6, 5).unwrap();
        let all = map.bounds();
        let fill = |rect| Edit::Fill { rect, cell_type: CellType::Obstacle };
        assert_eq!(map.changed(&fill(all)), Ok(Some(all)));
        map.edit(&Edit::set(Cell::new(4, 1), CellType::Obstacle)).unwrap();
        map.edit(&Edit::set(Cell::new(2, 3), CellType::Obstacle)).unwrap();
        let both = Rect { x: 2, y: 1, width: 3, height: 3 };
        assert_eq!(map.changed(&Edit::Fill { rect: all, cell_type: CellType::Walkable }), Ok(Some(both)));
        assert_eq!(map.changed(&Edit::Write { rect: all, cell_types: &[0; 30] }), Ok(Some(both)));
        let row = Rect { x: 1, y: 3, width: 4, height: 1 };
        let one = Rect { x: 2, y: 3, width: 1, height: 1 };
        assert_eq!(map.changed(&Edit::Write { rect: row, cell_types: &[0; 4] }), Ok(Some(one)));
        assert_eq!(map.changed(&fill(one)), Ok(None));
    }
}
