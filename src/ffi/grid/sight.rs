//! Lines of sight between two cells.

use super::asked::Asked;
use super::object::GridObject;
use super::structs::{GridstarQueryDef, query_def_or_default};
use crate::ffi::boundary::fence::fence;
use crate::ffi::boundary::pointers::{Out, read};
use crate::ffi::boundary::status::GridstarStatus;
use crate::grid::Cell;
use crate::search::Sight;

/// Follows the straight line from the center of one cell to the center of another, as far as the query's agent can move
/// along it. `is_free_out` gets 1 if it can move to the end, else 0. Straightened paths and paths at any angle are made
/// of such free lines.
///
/// - A free line: `last_out` and `blocked_out` get the cell `to`.
/// - Else the line ends between two columns of cell centers, or between two rows if it is longer along y. `last_out`
///   gets the cell nearest to the line in the first of both, which is free, and of two equally near ones the one that
///   the line comes from. `blocked_out` gets a cell that blocks the line on its way to the second one: of several,
///   those in the second one go first, and of these the first across. It may lie outside the grid: cells outside are
///   blocked.
///
/// Which cells block: the agent's body moves along, so that blocked cells keep lines away from their centers. The
/// diagonal rule says how far:
///
/// - BOTH_FREE: a line keeps outside of the square, two cells wide, around the center of a blocked cell. No part of the
///   agent's square, moved along the line, enters a blocked cell.
/// - AT_MOST_ONE_BLOCKED: a line keeps outside of the diamond between the centers of a blocked cell's four neighbors,
///   so that corners are cut as by diagonal steps. Where a line that is longer along x crosses a column of centers, the
///   cells on both sides must be walkable; one that is longer along y, where it crosses a row. No line passes between
///   two blocked cells that touch at a corner.
/// - ALWAYS: the same diamonds. Along a diagonal, a line also passes between two blocked cells.
/// - NEVER: as BOTH_FREE. The rule allows no diagonal steps, but lines at any angle.
///
/// A line may touch the border of a square or a diamond. The first cell may be blocked, like the start of a path, and
/// counts as walkable then. Between neighbors, and along rows, columns and diagonals, a line is free if the steps are
/// legal. Except under NEVER, the reverse holds too.
///
/// Agents: a line leads from anchor to anchor, and the cells at which an agent of n x n cells can't stand are blocked.
/// Lines see no multipliers and no penalties.
///
/// The diagonal rule, the profile, the agent's size and the cover that `query_def` leaves out matter, but all
/// fields must be valid; null means the grid's own settings.
///
/// Takes time in proportion to the rows or columns that the line crosses, whichever are fewer, and to 1/64 of its
/// length, or to its length if something is in the way. Integers decide, so that all platforms agree.
///
/// Fails with NULL_POINTER, the errors of a query def, UNSUPPORTED_LAYOUT (a hexagonal grid) or CELL_OUTSIDE (the first
/// cell). Thread-safe: the call sees one
/// state of the grid, and edits do not wait for it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_grid_linecast(
    grid: u64,
    from: *const Cell,
    to: *const Cell,
    query_def: *const GridstarQueryDef,
    is_free_out: *mut u32,
    last_out: *mut Cell,
    blocked_out: *mut Cell,
) -> GridstarStatus {
    fence(|| {
        // SAFETY: the caller upholds the contract of this function.
        let (from, to, query_def) = unsafe { (read(from)?, read(to)?, query_def_or_default(query_def)?) };
        // SAFETY: the caller upholds the contract of this function.
        let (is_free_out, last_out, blocked_out) =
            unsafe { (Out::new(is_free_out)?, Out::new(last_out)?, Out::new(blocked_out)?) };
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
