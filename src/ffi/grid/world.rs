//! Where the cells of a grid lie in the world.

use super::object::GridObject;
use crate::ffi::boundary::fence::fence;
use crate::ffi::boundary::pointers::{Out, OutBuffer, OutStruct, SizedStruct, input, read_def};
use crate::ffi::boundary::status::{CallOutcome, GridstarStatus};
use crate::grid::{Cell, GridSpace};
use crate::movement::AgentSize;

/// Where a grid lies in the world: see gridstar_grid_set_place.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GridstarPlace {
    /// Size of this struct.
    pub struct_size: u32,
    /// World x coordinate of the lowest corner of cell (0, 0): finite.
    pub origin_x: f32,
    /// World y coordinate.
    pub origin_y: f32,
    /// World z coordinate.
    pub origin_z: f32,
    /// The column axis: the vector from a cell to the next column, in world units; x coordinate.
    pub column_axis_x: f32,
    /// Its y coordinate.
    pub column_axis_y: f32,
    /// Its z coordinate.
    pub column_axis_z: f32,
    /// The row axis: the vector from a cell to the next row; x coordinate.
    pub row_axis_x: f32,
    /// Its y coordinate.
    pub row_axis_y: f32,
    /// Its z coordinate.
    pub row_axis_z: f32,
}

// SAFETY: repr(C), a u32 first, and fields of integers and floats without padding between them.
unsafe impl SizedStruct for GridstarPlace {
    const SIZES: &'static [u32] = &[40];
}

/// Writes where a grid lies in the world. In a plane of the world, both axes have the length of the cell size.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_grid_get_place(grid: u64, place_out: *mut GridstarPlace) -> GridstarStatus {
    fence(|| {
        let place_out = OutStruct::new(place_out)?;
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
/// isometric. Only calls with world positions notice.
///
/// The center of cell (x, y) lies at origin + (x + 1/2) * column axis + (y + 1/2) * row axis; hexagons in a shifted row
/// or column lie half an axis farther, and are regular if the axes are perpendicular and the one across the lines is
/// sqrt(3/4) as long. The axes lie in any plane and have any lengths.
///
/// BAD_AXES, or BAD_CELL_SIZE for axes along those of the world: 32-bit positions could not tell the cells apart there.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_grid_set_place(grid: u64, place: *const GridstarPlace) -> GridstarStatus {
    fence(|| {
        let place = read_def(place)?;
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

/// Writes the cell at a world position: the floor of its coordinates along both axes, from the origin on; of hexagons
/// the one with the nearest center. The coordinate across the grid's plane is ignored. A position within rounding below
/// an edge lies on the edge: with cells of 0.1, the position 0.5 is in cell 5. Each cell contains its center, and on
/// the axes of the world its lowest corner.
///
/// POSITION_OUTSIDE: the position is outside the grid. Its cell is written too, clamped to 32 bits.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_grid_get_cell_at(
    grid: u64,
    world_x: f32,
    world_y: f32,
    world_z: f32,
    cell_out: *mut Cell,
) -> GridstarStatus {
    fence(|| {
        let cell_out = Out::new(cell_out)?;
        let object = GridObject::of(grid)?;
        let cell = object.space().cell_at([world_x, world_y, world_z])?;
        cell_out.write(cell);
        Ok(if object.grid.size().contains(cell) { GridstarStatus::Ok } else { GridstarStatus::PositionOutside })
    })
}

/// Writes the world position of a cell's center, in the plane of the grid's axes.
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
        let position_out = PositionOut::new(world_x_out, world_y_out, world_z_out)?;
        let object = GridObject::of(grid)?;
        let cell = Cell::new(x, y);
        object.check(cell)?;
        position_out.ok(object.space().center_of(cell))
    })
}

/// Writes the world position of a cell's lowest corner, in the plane of the grid's axes: 0 <= x <= width and
/// 0 <= y <= height. x = width and y = height give the upper edges of the last cells.
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
        let position_out = PositionOut::new(world_x_out, world_y_out, world_z_out)?;
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

/// Writes the size in cells of the smallest agent that covers a circle: at least 1. 0 <= radius, in world units, else
/// BAD_AGENT_SIZE.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_grid_get_agent_size(grid: u64, radius: f32, size_out: *mut u32) -> GridstarStatus {
    fence(|| {
        let size_out = Out::new(size_out)?;
        let object = GridObject::of(grid)?;
        object.refuse_hexagons()?;
        if !radius.is_finite() {
            return Err(GridstarStatus::NotFinite);
        }
        if radius < 0.0 {
            return Err(GridstarStatus::BadAgentSize);
        }
        let cells = (2.0 * f64::from(radius) / f64::from(object.space().cell_size())).ceil().max(1.0);
        // The conversion of a large number gives the largest u32, which is no size.
        size_out.ok(AgentSize::new(cells as u32)?.cells().into())
    })
}

/// Writes the anchor of an agent whose center is nearest to a world position. Near an edge, the agent moves inside, by
/// at most half its size; it stands over an edge only if the grid is narrower, or on hexagons. It may stand on blocked
/// cells.
///
/// POSITION_OUTSIDE: the position is outside the grid. The anchor is written too, clamped to 32 bits.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_grid_get_agent_anchor(
    grid: u64,
    world_x: f32,
    world_y: f32,
    world_z: f32,
    agent_size: u32,
    cell_out: *mut Cell,
) -> GridstarStatus {
    fence(|| {
        let cell_out = Out::new(cell_out)?;
        let object = GridObject::of(grid)?;
        let size = AgentSize::new(agent_size)?;
        let anchor = object.space().anchor_at([world_x, world_y, world_z], size.cells(), object.grid.size())?;
        cell_out.write(anchor.cell);
        Ok(if anchor.is_inside { GridstarStatus::Ok } else { GridstarStatus::PositionOutside })
    })
}

/// Writes the world position of the center of an agent with the anchor (`x`, `y`), in the plane of the grid's axes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_grid_get_agent_center(
    grid: u64,
    x: i32,
    y: i32,
    agent_size: u32,
    world_x_out: *mut f32,
    world_y_out: *mut f32,
    world_z_out: *mut f32,
) -> GridstarStatus {
    fence(|| {
        let position_out = PositionOut::new(world_x_out, world_y_out, world_z_out)?;
        let object = GridObject::of(grid)?;
        let size = AgentSize::new(agent_size)?;
        let anchor = Cell::new(x, y);
        object.check(anchor)?;
        position_out.ok(object.space().agent_center(anchor, size.cells()))
    })
}

/// Writes the centers of agents with the anchors `cells`, such as those of a path, as points.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_grid_get_centers(
    grid: u64,
    cells: *const Cell,
    count: u32,
    agent_size: u32,
    points_out: *mut f32,
    capacity: u32,
) -> GridstarStatus {
    fence(|| {
        let (cells, mut out) = (input(cells, count)?, OutBuffer::new(points_out.cast::<[f32; 3]>(), capacity)?);
        let object = GridObject::of(grid)?;
        let size = AgentSize::new(agent_size)?;
        cells.iter().try_for_each(|&cell| object.check(cell))?;
        let space = object.space();
        for (point, &cell) in out.take(cells.len())?.iter_mut().zip(cells) {
            *point = space.agent_center(cell, size.cells());
        }
        Ok(())
    })
}

/// A caller's places for one world position.
pub(crate) struct PositionOut([Out<f32>; 3]);

impl PositionOut {
    /// # Safety
    ///
    /// Pointers that are not null are valid for writes of a float while the value lives.
    pub(crate) unsafe fn new(x_out: *mut f32, y_out: *mut f32, z_out: *mut f32) -> Result<Self, GridstarStatus> {
        Ok(Self([Out::new(x_out)?, Out::new(y_out)?, Out::new(z_out)?]))
    }

    /// Writes the position with which a call ends.
    pub(crate) fn ok(&self, position: [f32; 3]) -> CallOutcome {
        self.0.iter().zip(position).for_each(|(out, coordinate)| out.write(coordinate));
        Ok(GridstarStatus::Ok)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ffi::boundary::pointers::SizedStruct;
    use crate::ffi::grid::def::GridstarGridDef;
    use crate::ffi::grid::object::GRIDS;
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
