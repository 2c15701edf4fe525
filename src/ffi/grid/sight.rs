//! Lines of sight between two cells.

use super::asked::Asked;
use super::object::GridObject;
use super::structs::{GridstarQueryDef, query_def_or_default};
use crate::ffi::boundary::fence::fence;
use crate::ffi::boundary::pointers::Out;
use crate::ffi::boundary::status::GridstarStatus;
use crate::grid::Cell;
use crate::search::Sight;

/// Follows the straight line from the center of one cell to the center of another, up to the first cell in the way of
/// the query's agent. `is_free_out` gets 1 if nothing is in the way, else 0.
///
/// - A free line: `last_out` and `blocked_out` get the cell (`to_x`, `to_y`).
/// - Else `last_out` gets the last free cell of the line, and `blocked_out` the first blocked one. The blocked cell may
///   lie outside the grid: cells outside are blocked.
///
/// Which cells block: every cell whose inside the line crosses must be walkable for the agent, except the first one,
/// which may be blocked like the start of a path. Where the line hits the corner of four cells exactly, it goes on to
/// the cell diagonally across, and the diagonal rule decides by the other two cells, as for a diagonal step:
///
/// - ALWAYS: the line passes, even between two obstacles.
/// - AT_MOST_ONE_BLOCKED: the line passes if at most one of the two cells is blocked.
/// - BOTH_FREE and NEVER: the line passes if both cells are walkable. NEVER allows no diagonal steps, but lines at any
///   angle.
///
/// If the corner blocks the line, `blocked_out` gets a blocked cell beside it; the one along x if both are blocked.
/// Between neighbors, and along rows, columns and diagonals, a line is free if the steps are legal. Except under NEVER,
/// the reverse holds too.
///
/// Agents: a line leads from anchor to anchor. An agent of n x n cells must be able to stand at each anchor that the
/// line crosses. This sweeps a square of n - 1 cells around the agent's center: a point, for an agent of one cell.
/// Lines see no multipliers and no penalties.
///
/// The diagonal rule, the profile, the agent's size and the cover that `query_def` leaves out matter, but all
/// fields must be valid; null means the grid's own settings.
///
/// Takes time in proportion to the rows or columns that the line crosses, whichever are fewer, and to 1/64 of its
/// length. Integers decide, so that all platforms agree.
///
/// Fails with NULL_POINTER, the errors of a query def, UNSUPPORTED_LAYOUT (a hexagonal grid) or CELL_OUTSIDE (the first
/// cell). Thread-safe: the call sees one
/// state of the grid, and edits do not wait for it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_grid_linecast(
    grid: u64,
    from_x: i32,
    from_y: i32,
    to_x: i32,
    to_y: i32,
    query_def: *const GridstarQueryDef,
    is_free_out: *mut u32,
    last_out: *mut Cell,
    blocked_out: *mut Cell,
) -> GridstarStatus {
    fence(|| {
        // SAFETY: the caller upholds the contract of this function.
        let query_def = unsafe { query_def_or_default(query_def) }?;
        // SAFETY: the caller upholds the contract of this function.
        let (is_free_out, last_out, blocked_out) =
            unsafe { (Out::new(is_free_out)?, Out::new(last_out)?, Out::new(blocked_out)?) };
        let (from, to) = (Cell::new(from_x, from_y), Cell::new(to_x, to_y));
        let object = GridObject::of(grid)?;
        object.refuse_hexagons()?;
        let asked = Asked::new(&object, grid, [from, to], &query_def)?;
        object.check(from)?;
        let cast = Sight::new(asked.view().layer(), asked.query.diagonal_rule).cast(from, to);
        is_free_out.write(cast.blocked.is_none().into());
        last_out.write(cast.last);
        blocked_out.ok(cast.blocked.unwrap_or(to))
    })
}
