//! Reading and editing the cells of a grid: their types, penalties and covers; and where edits changed them.
//!
//! An edit is atomic: a search sees the whole edit or nothing of it, and a failed call changes nothing. A read shows
//! all edits whose calls have returned. A read of more than 65,536 cells needs memory if an edit waits in the log while
//! searches on other threads hold all states of the grid.

use super::object::GridObject;
use crate::ffi::boundary::fence::fence;
use crate::ffi::boundary::numbers::{self, Numbered};
use crate::ffi::boundary::pointers::{Out, OutBuffer, input, optional, take, write_list};
use crate::ffi::boundary::status::{CallOutcome, GridstarStatus};
use crate::grid::{Cell, CellData, Edit, MapError, Rect};

/// A rectangle of cells.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GridstarRect {
    /// First column.
    pub x: i32,
    /// First row.
    pub y: i32,
    /// Number of columns.
    pub width: u32,
    /// Number of rows.
    pub height: u32,
}

impl From<Rect> for GridstarRect {
    fn from(Rect { x, y, width, height }: Rect) -> Self {
        Self { x, y, width, height }
    }
}

impl From<GridstarRect> for Rect {
    fn from(GridstarRect { x, y, width, height }: GridstarRect) -> Self {
        Self { x, y, width, height }
    }
}

/// Sets one cell in a plane: 0 <= value <= 255.
#[unsafe(no_mangle)]
pub extern "C" fn gridstar_grid_set_cell(grid: u64, plane: u32, x: i32, y: i32, value: u32) -> GridstarStatus {
    fence(|| {
        let rect = Rect { x, y, width: 1, height: 1 };
        let edited = edited(plane)?;
        fill(&*GridObject::of(grid)?, rect, edited, value).map_err(|error| match error {
            GridstarStatus::BadRect => GridstarStatus::CellOutside,
            other => other,
        })
    })
}

/// Writes the value that one cell has in a plane.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_grid_get_cell(
    grid: u64,
    plane: u32,
    x: i32,
    y: i32,
    value_out: *mut u32,
) -> GridstarStatus {
    fence(|| {
        let value_out = Out::new(value_out)?;
        let (object, cell) = (GridObject::of(grid)?, Cell::new(x, y));
        let data = CellData::of_number(plane)?;
        object.check(cell)?;
        let mut value = [0];
        match data {
            CellData::Types => value[0] = object.grid.cell_type(cell)?.0,
            _ => read(&object, data, Rect { x, y, width: 1, height: 1 }, || Ok(&mut value))?,
        }
        value_out.ok(value[0].into())
    })
}

/// Sets all cells of a rectangle in a plane to one value: 0 <= value <= 255.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_grid_fill_cells(
    grid: u64,
    plane: u32,
    rect: *const GridstarRect,
    value: u32,
) -> GridstarStatus {
    fence(|| {
        let (rect, object) = (optional(rect)?, GridObject::of(grid)?);
        fill(&object, rect_or_all(&object, rect), edited(plane)?, value).map_err(of_rect)
    })
}

/// Sets the cells of a rectangle in a plane from a buffer of one byte per cell; `count` is the number of cells.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_grid_set_cells(
    grid: u64,
    plane: u32,
    rect: *const GridstarRect,
    values: *const u8,
    count: u32,
) -> GridstarStatus {
    fence(|| {
        let (rect, values) = (optional(rect)?, input(values, count)?);
        let object = GridObject::of(grid)?;
        let rect = rect_or_all(&object, rect);
        let edit = match edited(plane)? {
            Edited::Types => Edit::write(rect, values),
            Edited::Penalties => Edit::write_penalties(rect, values),
            Edited::Passages => return write_passages(&object, rect, values),
        };
        object.grid.edit(&edit).map_err(|error| of_rect(error.into())).map(|()| GridstarStatus::Ok)
    })
}

/// Writes the values that the cells of a rectangle have in a plane, one byte per cell.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_grid_get_cells(
    grid: u64,
    plane: u32,
    rect: *const GridstarRect,
    values_out: *mut u8,
    capacity: u32,
    count_out: *mut u32,
) -> GridstarStatus {
    fence(|| {
        let (rect, mut out, count_out) = (optional(rect)?, OutBuffer::new(values_out, capacity)?, Out::new(count_out)?);
        let object = GridObject::of(grid)?;
        let (data, rect) = (CellData::of_number(plane)?, rect_or_all(&object, rect));
        object.grid.size().check(rect).map_err(|error| of_rect(error.into()))?;
        read(&object, data, rect, || take(&mut out, rect.cells() as usize, &count_out))
    })
}

/// Writes the cells of the grid that touch a cell, obstacles included: at most 8, or 6 hexagons. The order on squares
/// is (+1,+1) (+1,0) (+1,-1) (0,+1) (0,-1) (-1,+1) (-1,0) (-1,-1).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_grid_get_neighbors(
    grid: u64,
    x: i32,
    y: i32,
    cells_out: *mut Cell,
    capacity: u32,
    count_out: *mut u32,
) -> GridstarStatus {
    fence(|| {
        let (out, count_out) = (OutBuffer::new(cells_out, capacity)?, Out::new(count_out)?);
        let object = GridObject::of(grid)?;
        let (size, cell) = (object.grid.size(), Cell::new(x, y));
        object.check(cell)?;
        if object.layout.is_hexagonal() {
            let neighbors = || object.layout.neighbors(cell).filter(|&neighbor| size.contains(neighbor));
            return write_list(out, &count_out, neighbors().count(), neighbors());
        }
        write_list(out, &count_out, size.neighbors(cell).count(), size.neighbors(cell))
    })
}

/// Writes the grid's revision, and at most `rects_capacity` rectangles, and at most 8, that contain every cell that has
/// changed since an earlier revision. Places that do not fit are merged; after many edits, rectangles may contain
/// earlier edits too.
///
/// A path of an earlier revision is as usable as before, unless a rectangle has a cell of the agent on its path or a
/// cell around these.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_grid_get_changes(
    grid: u64,
    since_revision: u64,
    rects_out: *mut GridstarRect,
    rects_capacity: u32,
    count_out: *mut u32,
    revision_out: *mut u64,
) -> GridstarStatus {
    fence(|| {
        let (out, count_out, revision_out) =
            (OutBuffer::new(rects_out, rects_capacity)?, Out::new(count_out)?, Out::new(revision_out)?);
        let (revision, area) = GridObject::of(grid)?.grid.changes_since(since_revision, rects_capacity as usize)?;
        let rects = area.rects();
        write_list(out, &count_out, rects.len(), rects.iter().map(|&rect| rect.into()))?;
        revision_out.ok(revision)
    })
}

/// Plane that an edit changes.
enum Edited {
    Types,
    Penalties,
    Passages,
}

/// The plane that an edit names. Covers change with what stands on cells, and by no edit.
fn edited(plane: u32) -> Result<Edited, GridstarStatus> {
    match CellData::of_number(plane)? {
        CellData::Types => Ok(Edited::Types),
        CellData::Penalties => Ok(Edited::Penalties),
        CellData::Passages => Ok(Edited::Passages),
        CellData::Covers => Err(GridstarStatus::UnsupportedQuery),
    }
}

fn fill(object: &GridObject, rect: Rect, edited: Edited, value: u32) -> CallOutcome {
    let edit = match edited {
        Edited::Types => Edit::fill(rect, numbers::cell_type(value)?),
        Edited::Penalties => Edit::fill_penalties(rect, numbers::penalty(value)?),
        Edited::Passages => return fill_passages(object, rect, value),
    };
    object.grid.edit(&edit)?;
    Ok(GridstarStatus::Ok)
}

/// Sets the bytes of a rectangle in the plane PASSAGES.
fn write_passages(object: &GridObject, rect: Rect, bytes: &[u8]) -> CallOutcome {
    if bytes.iter().fold(0, |bits, byte| bits | byte) >> (2 * object.layout.edges()) != 0 {
        return Err(GridstarStatus::BadPassage);
    }
    let edit = Edit::write_passages(object.grid.size(), object.layout, rect, bytes);
    edit.map_err(GridstarStatus::from).and_then(|edit| Ok(object.grid.edit(&edit)?)).map_err(of_rect)?;
    Ok(GridstarStatus::Ok)
}

/// Sets all cells of a rectangle in the plane PASSAGES to one byte.
fn fill_passages(object: &GridObject, rect: Rect, value: u32) -> CallOutcome {
    let byte = u8::try_from(value).map_err(|_| GridstarStatus::BadPassage)?;
    object.grid.size().check(rect).map_err(|error| of_rect(error.into()))?;
    let mut bytes = Vec::new();
    bytes.try_reserve_exact(rect.cells() as usize).map_err(MapError::from)?;
    bytes.resize(rect.cells() as usize, byte);
    write_passages(object, rect, &bytes)
}

/// The rectangle that a caller names, or all cells.
pub(super) fn rect_or_all(object: &GridObject, rect: Option<&GridstarRect>) -> Rect {
    rect.map_or(object.grid.size().bounds(), |&rect| rect.into())
}

/// Writes a byte for each cell of a rectangle on the grid. The places are asked for only when nothing else can fail.
fn read<'a>(
    object: &GridObject,
    data: CellData,
    rect: Rect,
    places: impl FnOnce() -> Result<&'a mut [u8], GridstarStatus>,
) -> Result<(), GridstarStatus> {
    if data != CellData::Covers {
        return object.grid.read_data(data, rect, places);
    }
    let counts = object.grid.read_covers(rect)?;
    for (place, count) in places()?.iter_mut().zip(counts) {
        *place = u8::try_from(count).unwrap_or(u8::MAX);
    }
    Ok(())
}

/// The error of a rectangle: a map reports its size and its cells as two different errors.
pub(crate) fn of_rect(status: GridstarStatus) -> GridstarStatus {
    match status {
        GridstarStatus::BadSize | GridstarStatus::CellOutside => GridstarStatus::BadRect,
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ffi::boundary::pointers::SizedStruct;
    use crate::ffi::grid::def::GridstarGridDef;
    use crate::ffi::grid::object::GRIDS;

    fn create() -> u64 {
        let def = GridstarGridDef { width: 4, height: 4, ..GridstarGridDef::DEFAULT };
        GRIDS.insert(GridObject::new(&def).unwrap()).unwrap()
    }

    #[test]
    fn a_panic_half_way_through_an_edit_poisons_that_grid_alone() {
        let (broken, whole) = (create(), create());
        let half_way = || {
            GridObject::of(broken)?.grid.guarded(|| panic!("on purpose"));
            Ok(())
        };
        assert_eq!(fence(half_way), GridstarStatus::Panicked);
        assert_eq!(gridstar_grid_set_cell(broken, 0, 0, 0, 1), GridstarStatus::Poisoned);
        assert_eq!(gridstar_grid_set_cell(whole, 0, 0, 0, 1), GridstarStatus::Ok);
        for in_background in [0, 1] {
            assert_eq!(crate::ffi::gridstar_grid_prepare(broken, 3, in_background), GridstarStatus::Poisoned);
        }
        for id in [broken, whole] {
            assert_eq!(crate::ffi::gridstar_destroy(id), GridstarStatus::Ok);
        }
    }
}
