//! Whether an agent can walk from one cell to another, without a search.

use super::asked::Asked;
use super::object::GridObject;
use super::structs::{GridstarQueryDef, query_def_or_default};
use crate::ffi::boundary::fence::fence;
use crate::ffi::boundary::pointers::{Out, read};
use crate::ffi::boundary::status::GridstarStatus;
use crate::grid::Cell;
use crate::search::is_reachable;

/// Tells whether the query's agent can walk from one cell to another, without a search: the agent can stand at both
/// cells, and a legal path joins them. `is_reachable_out` gets 1 or 0. For a building that may close a way, units that
/// ask who can help, and goals that a player may choose.
///
/// Unlike the start of a path, a blocked first cell is not reachable from and to anywhere, not even to itself. So a
/// building on top of a spawn closes the spawn. Cells outside the grid are blocked. The answer is the same for the way
/// back. An agent of n x n cells stands at its lowest cell.
///
/// The diagonal rule, the profile, the agent's size and the cover that `query_def` leaves out matter, but all
/// fields must be valid; null means the grid's own settings. Limits of cost and of expansions do not count.
///
/// Compares the connected components of the two cells. The first call for a rule and an agent, and the first one after
/// an edit that changed where it can stand, labels the components of the grid: about a nanosecond for each cell.
/// All other calls take a fraction of a microsecond.
///
/// Fails with NULL_POINTER or the errors of a query def. Thread-safe: the call sees one state of the grid, and edits do
/// not wait for it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_grid_is_reachable(
    grid: u64,
    from: *const Cell,
    to: *const Cell,
    query_def: *const GridstarQueryDef,
    is_reachable_out: *mut u32,
) -> GridstarStatus {
    fence(|| {
        // SAFETY: the caller upholds the contract of this function.
        let (from, to, def) = unsafe { (read(from)?, read(to)?, query_def_or_default(query_def)?) };
        // SAFETY: the caller upholds the contract of this function.
        let is_reachable_out = unsafe { Out::new(is_reachable_out) }?;
        let asked = Asked::by_call(&*GridObject::of(grid)?, grid, [from, to], &def)?;
        is_reachable_out.ok(is_reachable(asked.view().layer(), asked.query.diagonal_rule, from, to)?.into())
    })
}
