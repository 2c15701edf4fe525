//! Creating and destroying crowds, and what they are.

use super::object::{CROWDS, CrowdObject};
use super::structs::GridstarCrowdInfo;
use crate::ffi::boundary::fence::fence;
use crate::ffi::boundary::pointers::{Out, OutStruct, SizedStruct};
use crate::ffi::boundary::status::GridstarStatus;
use crate::ffi::grid::{GridstarQueryDef, query_def_or_default};

/// Creates a crowd without agents on a grid and writes its id, which is never 0: agents that keep apart while each goes
/// where it wishes. It lives until gridstar_destroy or gridstar_destroy_all. It refers to the grid and does
/// not own it. Once the grid is destroyed, agents neither move nor come.
///
/// The walls are the cells that the profile of the query def blocks, and what has covers. No agent's center enters
/// them or passes between two that touch at a corner, however fast it is and however long ticks are. A disc of at most
/// half a cell keeps off them; one that is in a wall, because it began there or an edit closed a cell beside it, comes
/// out. A larger disc may stand in walls. Edits of the grid count at the next tick. An agent whose cell is blocked then
/// comes to the nearest free cell.
///
/// Agents may begin at one point. Those that overlap come apart by their radii and keep no speed from it. No agent
/// moves faster than its max_speed, except that one comes out of others and out of walls at 0.5 cells per second if its
/// max_speed is less.
///
/// Agents plan nothing: they need wishes that lead around obstacles, such as those of gridstar_field_get_velocities.
/// Fields take and give vectors of the world, and crowds count in cells: on squares along the axes, a position is
/// `origin + cell_size * cell`, and a velocity `cell_size` times that in cells. The second number of a crowd is the one
/// along columns of cells: z of the world on the plane XZ, y on XY. For other axes, see gridstar_grid_get_place.
///
/// Passages of one or two cells let one side through at a time, if both sides want to pass and the passage has at most
/// 128 cells.
///
/// The profile and the cover that the query def leaves out matter, but all fields must be valid; null means no
/// profile.
///
/// Memory: a bit for each cell, about 250 bytes for each agent, at most 8 for each cell of the blocks of 32 x 32 cells
/// in which agents are or were lately, and at most 80 KB for passages.
///
/// Fails with NULL_POINTER, MISALIGNED_POINTER, OUT_OF_MEMORY, UNSUPPORTED_LAYOUT (the grid has hexagons),
/// UNSUPPORTED_QUERY (as for gridstar_field_create) or the errors of a query def (INVALID_ID and POISONED: the grid).
///
/// Source: van den Berg, Guy, Lin and Manocha, "Reciprocal n-Body Collision Avoidance", 2011. Thread-safe.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_crowd_create(
    grid: u64,
    query_def: *const GridstarQueryDef,
    crowd_out: *mut u64,
) -> GridstarStatus {
    fence(|| {
        // SAFETY: the caller upholds the contract of this function.
        let (def, crowd_out) = unsafe { (query_def_or_default(query_def)?, Out::new(crowd_out)?) };
        crowd_out.ok(CROWDS.insert(CrowdObject::new(grid, def)?)?)
    })
}

/// Writes the state of a crowd. Set `info_out->struct_size` first. Takes time for each agent, for the hash.
///
/// Fails with NULL_POINTER, MISALIGNED_POINTER, BAD_STRUCT_SIZE, INVALID_ID or POISONED. Takes no memory. Thread-safe.
/// Other calls for the crowd wait until this call returns.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_crowd_get_info(crowd: u64, info_out: *mut GridstarCrowdInfo) -> GridstarStatus {
    fence(|| {
        // SAFETY: the caller upholds the contract of this function.
        let info_out = unsafe { OutStruct::new(info_out) }?;
        let object = CrowdObject::of(crowd)?;
        object.with(|call| {
            let revision = call.revision;
            info_out.ok(call.read(|crowd| GridstarCrowdInfo {
                agent_count: crowd.count() as u32,
                number_count: crowd.slots() as u32,
                steps: crowd.step(),
                grid: object.grid,
                revision,
                hash: crowd.hash(),
                bytes: crowd.bytes(),
                ..GridstarCrowdInfo::DEFAULT
            }))
        })
    })
}
