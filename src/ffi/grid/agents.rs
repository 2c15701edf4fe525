//! Agents that are several cells wide. An agent is a square, anchored at its lowest cell, which stands for it in
//! queries and paths.

use super::object::GridObject;
use super::positions::PositionOut;
use crate::ffi::boundary::fence::fence;
use crate::ffi::boundary::pointers::{Out, OutBuffer, input};
use crate::ffi::boundary::status::GridstarStatus;
use crate::grid::Cell;
use crate::movement::AgentSize;

/// Writes the size in cells of the smallest agent that covers a circle: at least 1, and the smallest number of cells
/// that are together as wide as the circle. 0 <= radius, in world units.
///
/// Fails with NULL_POINTER, MISALIGNED_POINTER, INVALID_ID, NOT_FINITE, UNSUPPORTED_LAYOUT (a hexagonal grid), or
/// BAD_AGENT_SIZE if the radius is negative or the size is above GRIDSTAR_MAX_AGENT_SIZE. Thread-safe.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_grid_get_agent_size(grid: u64, radius: f32, size_out: *mut u32) -> GridstarStatus {
    fence(|| {
        // SAFETY: the caller upholds the contract of this function.
        let size_out = unsafe { Out::new(size_out) }?;
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

/// Writes the lowest cell of an agent whose center is nearest to a world position. 1 <= agent_size <=
/// GRIDSTAR_MAX_AGENT_SIZE; for a size of 1, the cell is that of gridstar_grid_get_cell_at.
///
/// Near an edge of the grid, the agent moves inside: of all places inside the grid, the written cell is the one with
/// the nearest center, at most half the agent's size away on each axis. This holds on every side alike. The agent
/// stands over an edge only if the grid is narrower than the agent; the cell is then the first column or row.
///
/// - OK: the position is inside the grid. The agent may still stand on blocked cells.
/// - POSITION_OUTSIDE: the position is outside the grid, as gridstar_grid_get_cell_at tells. The cell of the nearest
///   center is written too, clamped to 32 bits. Along an axis on which the position is outside, the agent stays there
///   and may stand over the edge.
/// - NULL_POINTER, MISALIGNED_POINTER, INVALID_ID, NOT_FINITE, BAD_AGENT_SIZE: errors.
///
/// On a hexagonal grid it is the cell in the middle of the agent, which may stand over an edge.
///
/// Thread-safe.
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
        // SAFETY: the caller upholds the contract of this function.
        let cell_out = unsafe { Out::new(cell_out) }?;
        let object = GridObject::of(grid)?;
        let size = AgentSize::new(agent_size)?;
        let anchor = object.space().anchor_at([world_x, world_y, world_z], size.cells(), object.grid.size())?;
        cell_out.write(anchor.cell);
        Ok(if anchor.is_inside { GridstarStatus::Ok } else { GridstarStatus::PositionOutside })
    })
}

/// Writes the world position of the center of an agent whose lowest cell is (`x`, `y`). 1 <= agent_size <=
/// GRIDSTAR_MAX_AGENT_SIZE. The third coordinate, across the grid's plane, is that of the origin.
///
/// Fails with NULL_POINTER, MISALIGNED_POINTER, INVALID_ID, BAD_AGENT_SIZE or CELL_OUTSIDE. Thread-safe.
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
        // SAFETY: the caller upholds the contract of this function.
        let position_out = unsafe { PositionOut::new(world_x_out, world_y_out, world_z_out) }?;
        let object = GridObject::of(grid)?;
        let size = AgentSize::new(agent_size)?;
        let anchor = Cell::new(x, y);
        object.check(anchor)?;
        position_out.ok(object.space().agent_center(anchor, size.cells()))
    })
}

/// Writes the world positions of the centers of agents whose lowest cells are `cells`, such as those of a path: three
/// floats for each of `count` cells, x, y and z. 1 <= agent_size <= GRIDSTAR_MAX_AGENT_SIZE. `capacity` counts points.
///
/// Fails with NULL_POINTER, MISALIGNED_POINTER, INVALID_ID, BAD_AGENT_SIZE, CELL_OUTSIDE or BUFFER_TOO_SMALL (nothing
/// is written). Thread-safe.
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
        // SAFETY: the caller upholds the contract of this function. An array of floats has the alignment of a float.
        let (cells, mut out) =
            unsafe { (input(cells, count)?, OutBuffer::new(points_out.cast::<[f32; 3]>(), capacity)?) };
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
