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
        if self.would_change(edit)? {
            self.apply(edit);
        }
        Ok(())
    }

    /// Whether an edit would change at least one cell, or why it is refused.
    pub fn would_change(&self, edit: &Edit) -> Result<bool, MapError> {
        match *edit {
            Edit::Fill { rect, cell_type } => {
                self.check(rect)?;
                Ok(self.rows(rect).any(|row| row.iter().any(|&old| old != cell_type as u8)))
            }
            Edit::Write { rect, cell_types } => {
                self.check_count(rect, cell_types.len())?;
                if cell_types.iter().any(|&number| CellType::try_from(u32::from(number)).is_err()) {
                    return Err(MapError::CellType);
                }
                Ok(self.rows(rect).zip(cell_types.chunks_exact(rect.width as usize)).any(|(row, new)| row != new))
            }
        }
    }

    /// Makes an edit that [`would_change`](Self::would_change) has found to be legal and to change something.
    pub(super) fn apply(&mut self, edit: &Edit) {
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
}
