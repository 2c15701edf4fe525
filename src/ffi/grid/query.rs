//! The settings of queries.

use crate::ffi::boundary::fence::fence;
use crate::ffi::boundary::pointers::{OutStruct, SizedStruct, read_def};
use crate::ffi::boundary::status::GridstarStatus;

/// Settings of one query. A zero means the grid's setting, so a struct of zeros with its size is valid. Calls that find
/// no path read the diagonal rule, the profile, the agent's size and the cover. Calls that find paths serve:
///
/// | calls | max_cost, without_cover | path_form, max_cells, PARTIAL_PATH, LEAVE_BLOCKED |
/// | --- | --- | --- |
/// | paths of a grid, of floors (no ANY_ANGLE), tickets | yes | yes |
/// | steppers, fields, matrices, nearest goals, crowds | yes | no |
/// | reservations | no | no |
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GridstarQueryDef {
    /// Size of this struct.
    pub struct_size: u32,
    /// A value of GridstarDiagonalRule. Default: the grid's rule.
    pub diagonal_rule: u32,
    /// Cost of a straight step, as in GridstarGridDef. Default: both costs are 0 and the grid's count.
    pub straight_cost: f64,
    /// Cost of a diagonal step.
    pub diagonal_cost: f64,
    /// A value of GridstarHeuristic. Default: the grid's heuristic.
    pub heuristic: u32,
    /// The largest number of cells that the search may expand. Default: 0, the grid's limit.
    pub max_expansions: u32,
    /// A value of GridstarOrder. Default: the grid's order.
    pub order: u32,
    /// Must be 0.
    pub reserved: u32,
    /// Factor of the heuristic, as in GridstarGridDef. Default: 0, the grid's weight.
    pub heuristic_weight: f64,
    /// The id of a profile (see gridstar_profile_create). Default: 0, no profile: cells of type 1 are blocked, and all
    /// others have a multiplier of 1.
    pub profile: u64,
    /// How many cells the agent is wide and high; 1 or 3 on a hexagonal grid. The agent stands where it covers no
    /// blocked cell, and is charged by the largest multiplier and the largest penalty that it covers. The diagonal rule
    /// looks at the two squares beside a step. Default: 0, one cell.
    pub agent_size: u32,
    /// A sum of GRIDSTAR_QUERY_ flags. Default: 0.
    pub flags: u32,
    /// The most that the path may cost in the form CELLS: finite and above 0. A path whose given costs add up to the
    /// limit is found, whatever is rounded. Default: 0, no limit.
    pub max_cost: f64,
    /// A value of GridstarPathForm: which cells of the path are written. Default: CELLS.
    pub path_form: u32,
    /// Only the first max_cells cells of a path are written, in the forms CELLS and WAY_POINTS; `cost` stays that of
    /// the whole path. Default: 0, all cells.
    pub max_cells: u32,
    /// The id of a cover of the grid (see gridstar_cover_create) that the query leaves out, such as the agent's own.
    /// Where it blocks cells, A* over cells answers. Default: 0, none.
    pub without_cover: u64,
}

// SAFETY: repr(C), a u32 first, and fields of integers and floats without padding between them.
unsafe impl SizedStruct for GridstarQueryDef {
    const SIZES: &'static [u32] = &[88];
}

/// Fills a query def with the defaults, which mean the settings of the grid that the query searches.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_query_def_default(def_out: *mut GridstarQueryDef, def_size: u32) -> GridstarStatus {
    fence(|| OutStruct::with_size(def_out, def_size)?.ok(GridstarQueryDef::DEFAULT))
}

/// The caller's query def, or the defaults for a null pointer.
///
/// # Safety
///
/// Needs of `def` what [`read_def`] needs.
pub(crate) unsafe fn query_def_or_default(def: *const GridstarQueryDef) -> Result<GridstarQueryDef, GridstarStatus> {
    if def.is_null() { Ok(GridstarQueryDef::DEFAULT) } else { read_def(def) }
}
