//! Where the cells of a grid lie in the world.

use super::object::GridObject;
use super::positions::PositionOut;
use super::structs::GridstarPlace;
use crate::ffi::boundary::fence::fence;
use crate::ffi::boundary::pointers::{Out, OutStruct, read_def};
use crate::ffi::boundary::status::GridstarStatus;
use crate::grid::{Cell, GridSpace};

/// Writes where a grid lies in the world. Set `place_out->struct_size` first. For a grid in a plane of the world, the
/// axes have the length of the cell size.
///
/// Fails with NULL_POINTER, MISALIGNED_POINTER, BAD_STRUCT_SIZE or INVALID_ID. Thread-safe.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_grid_get_place(grid: u64, place_out: *mut GridstarPlace) -> GridstarStatus {
    fence(|| {
        // SAFETY: the caller upholds the contract of this function.
        let place_out = unsafe { OutStruct::new(place_out) }?;
        let place = GridObject::of(grid)?.space().place();
        let ([origin_x, origin_y, origin_z], [column, row]) = (place.origin(), place.axes());
        place_out.ok(GridstarPlace {
            struct_size: 0,
            origin_x,
            origin_y,
            origin_z,
            column_axis_x: column[0],
            column_axis_y: column[1],
            column_axis_z: column[2],
            row_axis_x: row[0],
            row_axis_y: row[1],
            row_axis_z: row[2],
        })
    })
}

/// Moves a grid to another place in the world: a ship, a floating origin, a tilemap that is rotated, mirrored or
/// isometric. Cells, and what searches have derived from them, stay as they are; no search waits. Every later call with
/// world positions uses the new place, also on fields and floors of the grid. A call that runs meanwhile uses one of
/// both places.
///
/// The center of cell (x, y) lies at origin + (x + 1/2) * column axis + (y + 1/2) * row axis, computed with 64-bit
/// numbers and rounded to 32 bits. The axes need not be perpendicular or equally long, and lie in any plane. The cell
/// at a position is the floor of its coordinates along both axes: see gridstar_grid_get_cell_at. Step costs do not
/// depend on the place: a straight step has one cost along both axes.
///
/// Hexagons in a shifted row lie half a column axis farther, and those in a shifted column half a row axis. So the axis
/// across the lines leads from one line to the next without the shift. Hexagons are regular if the axes are
/// perpendicular and this axis is sqrt(3/4) as long as the other, as a def with `plane` and `cell_size` makes them;
/// other axes give stretched hexagons. The cell at a position is the one with the nearest center, measured where the
/// hexagons are regular.
///
/// A place is refused if 32-bit positions could not tell the grid's cells apart there: each cell must contain its
/// center. A grid with perpendicular axes that lies within 262,144 (2^18) lengths of the shorter axis from the world's
/// origin is never refused.
///
/// Fails with NULL_POINTER, MISALIGNED_POINTER, BAD_STRUCT_SIZE, INVALID_ID, NOT_FINITE, or BAD_CELL_SIZE (axes along x
/// and along y or z, as gridstar_grid_create has them) or BAD_AXES (others) where the place is refused; the grid then
/// stays where it was. Thread-safe.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_grid_set_place(grid: u64, place: *const GridstarPlace) -> GridstarStatus {
    fence(|| {
        // SAFETY: the caller upholds the contract of this function.
        let place = unsafe { read_def(place) }?;
        let object = GridObject::of(grid)?;
        let space = GridSpace::on_axes(
            [place.origin_x, place.origin_y, place.origin_z],
            [
                [place.column_axis_x, place.column_axis_y, place.column_axis_z],
                [place.row_axis_x, place.row_axis_y, place.row_axis_z],
            ],
        )?;
        Ok(object.set_space(&space)?)
    })
}

/// Writes the cell at a world position: floor((position - origin) / cell_size) on both axes of the plane. A cell
/// includes its lower edges and excludes its upper edges. The third coordinate, across the grid's plane, is ignored but
/// must be finite.
///
/// On a grid with axes of its own (see gridstar_grid_set_place) it is the floor of both coordinates of the position:
/// those two numbers by which the axes must be multiplied to get from the origin to the point of the grid's plane that
/// is nearest to the position. On a hexagonal grid it is the cell with the nearest center.
///
/// A position within rounding below an edge lies on the edge, so it belongs to the upper cell: with cells of 0.1, the
/// position 0.5 is in cell 5. Within rounding means below by at most (|origin| + |edge - origin| + cell_size) / 2^22
/// and at most cell_size / 4, computed with 64-bit numbers. The rule is the same on every platform and on every edge,
/// those of the grid included. A larger position never gets a smaller cell. Each cell contains its center and its
/// lowest corner, as gridstar_grid_get_cell_center and gridstar_grid_get_cell_corner give them. (On other axes, all
/// three coordinates of the world count in what is within rounding, and only the center is promised.)
///
/// - OK: the position is inside the grid.
/// - POSITION_OUTSIDE: the position is outside the grid. Its cell is written too, clamped to 32 bits.
/// - NULL_POINTER, MISALIGNED_POINTER, INVALID_ID, NOT_FINITE: errors.
///
/// Thread-safe; does not depend on the types of cells.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_grid_get_cell_at(
    grid: u64,
    world_x: f32,
    world_y: f32,
    world_z: f32,
    cell_out: *mut Cell,
) -> GridstarStatus {
    fence(|| {
        // SAFETY: the caller upholds the contract of this function.
        let cell_out = unsafe { Out::new(cell_out) }?;
        let object = GridObject::of(grid)?;
        let cell = object.space().cell_at([world_x, world_y, world_z])?;
        cell_out.write(cell);
        Ok(if object.grid.size().contains(cell) { GridstarStatus::Ok } else { GridstarStatus::PositionOutside })
    })
}

/// Writes the world position of a cell's center. It lies in the plane of the grid's axes: in a plane of the world
/// the third coordinate is that of the origin.
///
/// Fails with NULL_POINTER, MISALIGNED_POINTER, INVALID_ID or CELL_OUTSIDE. Thread-safe; does not depend on the types
/// of cells.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_grid_get_cell_center(
    grid: u64,
    x: i32,
    y: i32,
    world_x_out: *mut f32,
    world_y_out: *mut f32,
    world_z_out: *mut f32,
) -> GridstarStatus {
    fence(|| {
        // SAFETY: the caller upholds the contract of this function.
        let position_out = unsafe { PositionOut::new(world_x_out, world_y_out, world_z_out) }?;
        let object = GridObject::of(grid)?;
        let cell = Cell::new(x, y);
        object.check(cell)?;
        position_out.ok(object.space().center_of(cell))
    })
}

/// Writes the world position of a cell's lowest corner: 0 <= x <= width and 0 <= y <= height. x = width and y = height
/// give the upper edges of the last cells. It lies in the plane of the grid's axes: in a plane of the world
/// the third coordinate is that of the origin.
///
/// The corner is rounded to 32 bits. gridstar_grid_get_cell_at finds the cell by it; with x = width or y = height, that
/// cell is outside.
///
/// Fails with NULL_POINTER, MISALIGNED_POINTER, INVALID_ID, UNSUPPORTED_LAYOUT (a hexagonal grid) or CELL_OUTSIDE.
/// Thread-safe; does not depend on the types of cells.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_grid_get_cell_corner(
    grid: u64,
    x: i32,
    y: i32,
    world_x_out: *mut f32,
    world_y_out: *mut f32,
    world_z_out: *mut f32,
) -> GridstarStatus {
    fence(|| {
        // SAFETY: the caller upholds the contract of this function.
        let position_out = unsafe { PositionOut::new(world_x_out, world_y_out, world_z_out) }?;
        let object = GridObject::of(grid)?;
        object.refuse_hexagons()?;
        let size = object.grid.size();
        let up_to = |index: i32, count: u32| u32::try_from(index).is_ok_and(|index| index <= count);
        if !up_to(x, size.width) || !up_to(y, size.height) {
            return Err(GridstarStatus::CellOutside);
        }
        position_out.ok(object.space().corner_of(Cell::new(x, y)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ffi::boundary::pointers::SizedStruct;
    use crate::ffi::grid::object::GRIDS;
    use crate::ffi::grid::structs::GridstarGridDef;
    use crate::ffi::gridstar_destroy;
    use crate::ffi::gridstar_grid_set_cell;

    /// An edit waits in the log while a search holds the state: a call that takes the state now creates a second one.
    #[test]
    fn positions_of_cells_take_no_state_of_the_grid() {
        let def = GridstarGridDef { width: 4, height: 4, ..GridstarGridDef::DEFAULT };
        let id = GRIDS.insert(GridObject::new(&def).unwrap()).unwrap();
        let object = GridObject::of(id).unwrap();
        let search = object.grid.view().unwrap();
        assert_eq!(gridstar_grid_set_cell(id, 0, 1, 1, 1), GridstarStatus::Ok);
        let (mut cell, mut position) = (Cell::default(), [0.0_f32; 3]);
        let [x, y, z] = &mut position;
        // SAFETY: pointers to values that nobody else uses.
        unsafe {
            assert_eq!(gridstar_grid_get_cell_at(id, 1.0, 0.0, 1.0, &mut cell), GridstarStatus::Ok);
            assert_eq!(gridstar_grid_get_cell_center(id, 1, 1, x, y, z), GridstarStatus::Ok);
            assert_eq!(gridstar_grid_get_cell_corner(id, 4, 4, x, y, z), GridstarStatus::Ok);
        }
        assert_eq!(object.grid.state_count(), 1);
        drop(search);
        assert_eq!(object.grid.view().unwrap().map().revision(), 1);
        assert_eq!(gridstar_destroy(id), GridstarStatus::Ok);
    }
}
