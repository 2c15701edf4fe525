//! The cell nearest to a point at which an agent can stand.

use super::asked::Asked;
use super::object::GridObject;
use super::structs::{GridstarQueryDef, query_def_or_default};
use crate::ffi::boundary::fence::fence;
use crate::ffi::boundary::numbers;
use crate::ffi::boundary::pointers::{Out, read};
use crate::ffi::boundary::status::{CallOutcome, GridstarStatus};
use crate::grid::Cell;
use crate::search::{Reach, nearest_walkable};

/// Finds the cell nearest to (`x`, `y`) at which the query's agent can stand, at most `radius` cells away. The distance
/// is the Euclidean one between centers of cells, compared in whole numbers. Of equally near cells the one with the
/// smallest y is chosen, then the one with the smallest x. The point may lie outside the grid. An agent of several
/// cells stands at its anchor, its lowest cell, and the distance is that of the anchor.
///
/// - OK: `cell_out` gets the cell. The point itself is the nearest cell if the agent can stand there.
/// - NO_CELL_FOUND: there is no such cell; `cell_out` gets the point.
///
/// `radius` is from 0 to GRIDSTAR_MAX_RADIUS, which reaches every cell of a grid from every cell of it. Of `query_def`,
/// the profile, the agent's size and the cover that it leaves out matter, but all fields must be valid; null means the
/// grid's own settings.
///
/// Takes time in proportion to the rows between the point and the found cell, and to 1/64 of their cells within this
/// distance. Derives nothing for the default agent.
///
/// Fails with NULL_POINTER, the errors of a query def or BAD_RADIUS. Thread-safe: the call sees one state of the grid,
/// and edits do not wait for it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_grid_find_nearest(
    grid: u64,
    x: i32,
    y: i32,
    radius: i32,
    query_def: *const GridstarQueryDef,
    cell_out: *mut Cell,
) -> GridstarStatus {
    fence(|| {
        // SAFETY: the caller upholds the contract of this function.
        let (def, cell_out) = unsafe { (query_def_or_default(query_def)?, Out::new(cell_out)?) };
        find(grid, Cell::new(x, y), radius, None, &def, cell_out)
    })
}

/// Finds the cell nearest to `cell` that a path of the query's agent from `start` can reach. All
/// else is as for gridstar_grid_find_nearest.
///
/// The start may be an obstacle, which paths can leave and not enter again. The diagonal rule of `query_def` matters
/// too. The first call after an edit that changed where the agent can stand labels the connected components of the
/// grid, as the first search that finds no path does.
///
/// - OK: `cell_out` gets the cell. It is the start if the start is nearest and the agent can stand there.
/// - NO_CELL_FOUND: there is no such cell within the radius; `cell_out` gets the point.
///
/// Statuses are those of gridstar_grid_find_nearest, and CELL_OUTSIDE if the start is outside the grid. Thread-safe.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_grid_find_nearest_reachable(
    grid: u64,
    cell: *const Cell,
    radius: i32,
    start: *const Cell,
    query_def: *const GridstarQueryDef,
    cell_out: *mut Cell,
) -> GridstarStatus {
    fence(|| {
        // SAFETY: the caller upholds the contract of this function.
        let (cell, start, def) = unsafe { (read(cell)?, read(start)?, query_def_or_default(query_def)?) };
        // SAFETY: the caller upholds the contract of this function.
        let cell_out = unsafe { Out::new(cell_out) }?;
        find(grid, cell, radius, Some(start), &def, cell_out)
    })
}

fn find(
    grid: u64,
    point: Cell,
    radius: i32,
    start: Option<Cell>,
    def: &GridstarQueryDef,
    cell_out: Out<Cell>,
) -> CallOutcome {
    let object = GridObject::of(grid)?;
    let asked = Asked::by_call(&object, grid, [point; 2], def)?;
    let radius = numbers::radius(radius)?;
    if let Some(start) = start {
        object.check(start)?;
    }
    let layer = asked.view().layer();
    let reach = start.map(|start| Reach::of(layer, asked.query.diagonal_rule, start)).transpose()?;
    let found = nearest_walkable(layer, point, radius, reach.as_ref());
    cell_out.write(found.unwrap_or(point));
    Ok(if found.is_some() { GridstarStatus::Ok } else { GridstarStatus::NoCellFound })
}
