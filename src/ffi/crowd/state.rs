//! The states of crowds: hashed, copied, saved and loaded.

use super::object::{CROWDS, CrowdObject};
use crate::ffi::boundary::fence::fence;
use crate::ffi::boundary::numbers::Numbered;
use crate::ffi::boundary::pointers::{Out, OutBuffer, input, write_bytes};
use crate::ffi::boundary::status::GridstarStatus;
use crate::ffi::grid::{GridstarQueryDef, query_def_or_default};
use crate::grid::Layout;
use crate::saved::{StateGround, read_crowd, write_crowd};

/// Writes a hash of all on which later ticks of a crowd depend: the size of its grid, the number of steps, which
/// numbers have agents and which are given next, all that GridstarCrowdAgent has, positions to the last bit,
/// velocities, for how long agents are stuck, and whose turn it is at passages. Crowds with equal hashes move alike on
/// equal walls. Not in it: ids, the query def, the cells of the grid, wishes, and what is derived or kept as memory.
/// Takes a time that grows with the agents.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_crowd_get_hash(crowd: u64, hash_out: *mut u64) -> GridstarStatus {
    fence(|| {
        let hash_out = Out::new(hash_out)?;
        let hash = CrowdObject::of(crowd)?.with(|call| Ok(call.read(crate::crowd::Crowd::hash)))?;
        hash_out.ok(hash)
    })
}

/// Gives a crowd the state of another one: all that gridstar_crowd_get_hash counts. From then on the same calls move
/// both alike, bit by bit, while their walls are equal. Both keep their grids and query defs. For rollback, copy into a
/// crowd on the same grid that never ticks, and back.
///
/// The grids have one size, or else the call fails with DIFFERENT_GRIDS; they may have been destroyed. Walls stay those
/// of the crowd's own grid: an agent in a blocked cell comes to the nearest free one at the next tick, as after an
/// edit. Takes less than 20 ns for each agent, and no memory if the crowd had as many numbers before. Waits for calls
/// for both crowds.
#[unsafe(no_mangle)]
pub extern "C" fn gridstar_crowd_copy_from(crowd: u64, other: u64) -> GridstarStatus {
    fence(|| {
        CrowdObject::of(crowd)?.copy_from(&*CrowdObject::of(other)?)?;
        Ok(GridstarStatus::Ok)
    })
}

/// Writes the state of a crowd as bytes, for gridstar_crowd_load: all that gridstar_crowd_get_hash counts, in at most
/// 64 bytes for each agent, 4 for each number without one, and 60 more. Crowds with equal states have equal bytes, on
/// every platform.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_crowd_save(
    crowd: u64,
    bytes_out: *mut u8,
    capacity: u32,
    count_out: *mut u32,
) -> GridstarStatus {
    fence(|| {
        let (out, count_out) = (OutBuffer::new(bytes_out, capacity)?, Out::new(count_out)?);
        let bytes = CrowdObject::of(crowd)?.with(|call| Ok(call.read(|crowd| write_crowd(&ground(crowd), crowd))?))?;
        write_bytes(bytes.bytes(), out, &count_out)
    })
}

/// Creates a crowd like gridstar_crowd_create, and gives it the state that gridstar_crowd_save wrote, as
/// gridstar_crowd_copy_from does. Agents keep their numbers.
///
/// The grid has the size of the saved crowd's one, or else the call fails with DIFFERENT_GRIDS. All bytes are checked:
/// FOREIGN_BYTES, NEWER_BYTES and DAMAGED_BYTES tell why they are refused.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_crowd_load(
    grid: u64,
    query_def: *const GridstarQueryDef,
    bytes: *const u8,
    count: u32,
    crowd_out: *mut u64,
) -> GridstarStatus {
    fence(|| {
        let (def, bytes, crowd_out) = (query_def_or_default(query_def)?, input(bytes, count)?, Out::new(crowd_out)?);
        let object = CrowdObject::new(grid, def)?;
        object.change(|crowd| Ok(read_crowd(&ground(crowd), bytes, crowd)?))?;
        crowd_out.ok(CROWDS.insert(object)?)
    })
}

/// Crowds are on grids of squares alone.
fn ground(crowd: &crate::crowd::Crowd) -> StateGround {
    StateGround { size: crowd.size(), layout: Layout::Square.number() }
}
