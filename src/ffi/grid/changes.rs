//! Where edits changed a grid since a revision.

use super::object::GridObject;
use super::structs::GridstarRect;
use crate::ffi::boundary::fence::fence;
use crate::ffi::boundary::pointers::{Out, OutBuffer, write_list};
use crate::ffi::boundary::status::GridstarStatus;

/// Writes the grid's revision, and where edits have changed cells since an earlier one: at most `rects_capacity`
/// rectangles, and at most 8. Together they contain every cell whose type or penalty has changed. None contains another
/// one.
///
/// `count_out` gets the number of rectangles: 0 if nothing has changed since, or if `since_revision` is later than the
/// grid's own. `revision_out` gets the number of edits so far, as in GridstarGridInfo. Searches may see an edit that
/// another thread is making a moment later than this call.
///
/// If more places than `rects_capacity` have changed, rectangles are merged. After up to 64 edits, they enclose the
/// edits' own rectangles and no more. After more edits, they can contain up to 63 earlier edits too. After more than
/// about 4000 edits, there is one rectangle, the whole grid.
///
/// A path of an earlier revision is as usable as before unless a rectangle comes near it. A rectangle is near if it
/// has a cell among the cells of the agent on its path, or among the cells around these. GridstarPathResult and
/// gridstar_grid_check_path give revisions of paths. The call takes the same short time on grids of all sizes.
///
/// Fails with NULL_POINTER, MISALIGNED_POINTER, INVALID_ID, BUFFER_TOO_SMALL (cells have changed and `rects_capacity`
/// is 0; only `count_out` is written, with 1) or POISONED. Thread-safe; does not wait for searches or edits.
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
        // SAFETY: the caller upholds the contract of this function.
        let (out, count_out, revision_out) =
            unsafe { (OutBuffer::new(rects_out, rects_capacity)?, Out::new(count_out)?, Out::new(revision_out)?) };
        let (revision, area) = GridObject::of(grid)?.grid.changes_since(since_revision, rects_capacity as usize)?;
        let rects = area.rects();
        write_list(out, &count_out, rects.len(), rects.iter().map(|&rect| rect.into()))?;
        revision_out.ok(revision)
    })
}
