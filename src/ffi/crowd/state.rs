//! The states of crowds: hashed, copied, saved and loaded.

use super::object::{CROWDS, CrowdObject};
use crate::ffi::boundary::fence::fence;
use crate::ffi::boundary::numbers::Numbered;
use crate::ffi::boundary::pointers::{Out, OutBuffer, input, write_bytes};
use crate::ffi::boundary::status::GridstarStatus;
use crate::ffi::grid::{GridstarQueryDef, query_def_or_default};
use crate::grid::Layout;
use crate::saved::{StateGround, read_crowd, write_crowd};

/// Writes a hash of all on which later ticks depend, but the grid, the query def and wishes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_crowd_get_hash(crowd: u64, hash_out: *mut u64) -> GridstarStatus {
    fence(|| {
        let hash_out = Out::new(hash_out)?;
        let hash = CrowdObject::of(crowd)?.with(|call| Ok(call.read(crate::crowd::Crowd::hash)))?;
        hash_out.ok(hash)
    })
}

/// Gives a crowd the state of another one on a grid of the same size (DIFFERENT_GRIDS): all that its hash counts. The
/// same calls then move both alike.
#[unsafe(no_mangle)]
pub extern "C" fn gridstar_crowd_copy_from(crowd: u64, other: u64) -> GridstarStatus {
    fence(|| {
        CrowdObject::of(crowd)?.copy_from(&*CrowdObject::of(other)?)?;
        Ok(GridstarStatus::Ok)
    })
}

/// Writes the state that gridstar_crowd_get_hash counts as bytes for gridstar_crowd_load: at most 64 for each agent and
/// 60 more.
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

/// Creates a crowd as gridstar_crowd_create does, in a state that gridstar_crowd_save wrote, on a grid of the same size
/// (DIFFERENT_GRIDS). Other bytes: FOREIGN_BYTES, NEWER_BYTES, DAMAGED_BYTES.
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
