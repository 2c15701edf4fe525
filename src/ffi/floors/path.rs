//! Paths through floors.

use super::object::{FloorsObject, most_fine};
use crate::ffi::boundary::fence::fence;
use crate::ffi::boundary::pointers::{OutBuffer, OutStruct, SizedStruct, read};
use crate::ffi::boundary::status::{CallOutcome, GridstarStatus};
use crate::ffi::boundary::thread_memory::{with_memory, with_scratch};
use crate::ffi::grid::path::status_of;
use crate::ffi::grid::{GridstarQueryDef, query_def_or_default};
use crate::floors::{FloorCell, FloorMemory, FloorPath, FloorQuery, FloorStep, FloorsView, find_path};
use std::cell::RefCell;
use std::mem::offset_of;

/// A cell of one floor.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GridstarFloorCell {
    /// Number of the floor.
    pub floor: u32,
    /// Column.
    pub x: i32,
    /// Row.
    pub y: i32,
    /// Must be 0.
    pub reserved: u32,
}

impl GridstarFloorCell {
    pub(crate) fn checked(self) -> Result<FloorCell, GridstarStatus> {
        let Self { floor, x, y, reserved } = self;
        if reserved == 0 { Ok(FloorCell::new(floor, x, y)) } else { Err(GridstarStatus::BadFlag) }
    }
}

impl From<FloorCell> for GridstarFloorCell {
    fn from(FloorCell { floor, cell }: FloorCell) -> Self {
        Self { floor, x: cell.x, y: cell.y, reserved: 0 }
    }
}

/// Result of a search through floors.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GridstarFloorPathResult {
    /// Size of this struct.
    pub struct_size: u32,
    /// Number of cells of the path, both ends included; 0 without a path.
    pub length: u32,
    /// Cost of the path's steps and links; 0 without a path. Infinity if costs of 10^280 or more overflow.
    pub cost: f64,
    /// Revision of the floors and links that the search saw.
    pub revision: u64,
    /// Number of cells that the searches of the path's legs expanded. 0 unless the status is OK, PARTIAL_PATH or
    /// LIMIT_REACHED.
    pub expansions: u32,
    /// Number of these legs.
    pub walks: u32,
    /// Number of links on the path.
    pub links: u32,
    /// The path costs at most `bound` times as much as an optimal one. 0 without a path.
    pub bound: f32,
}

// SAFETY: repr(C), a u32 first, and fields of integers and floats without padding between them.
unsafe impl SizedStruct for GridstarFloorPathResult {
    const SIZES: &'static [u32] = &[40];
}

/// Finds an optimal path of legal steps and links between two cells of any floors, and writes its cells, both ends
/// included. Each cell names the link by which the path enters it; both ends of a taken link are on the path, one after
/// the other.
///
/// - OK: the path has `length` cells. A null `path_out` with a capacity of 0 asks for the length alone, which comes
///   with BUFFER_TOO_SMALL.
/// - PARTIAL_PATH: it leads to the nearest reachable cell of the goal's floor; or, if there is none, to or near the end
///   of a link that leads towards that floor by the fewest links, closed ones too.
/// - NO_PATH, START_OUTSIDE, GOAL_OUTSIDE, GOAL_BLOCKED, LIMIT_REACHED, COST_LIMIT_REACHED: there is no path, for this
///   reason.
/// - FLOOR_WITHOUT_GRID: the grid of the start's or the goal's floor was destroyed. Other floors without one are left
///   out.
/// - UNSUPPORTED_LAYOUT: some floors have hexagons and some have squares.
///
/// `query_def` holds on all floors; what it leaves open comes from the grid of the start's floor, but each floor has
/// its own engine. Within floors the path is one of gridstar_grid_find_path, and the whole is as near to optimal. Of
/// equally cheap paths, always the same one counts, with a small sum of link numbers. In forms of points, both ends of
/// links are points. The limit of expansions holds for the legs of the path together, and allows for each floor what it
/// allows for its grid. Floors that other threads edit meanwhile may be seen at different moments.
///
/// Costs of ways between the ends of links are kept, follow edits, and take memory: see gridstar_floors_get_info.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_floors_find_path(
    floors: u64,
    start: *const GridstarFloorCell,
    goal: *const GridstarFloorCell,
    query_def: *const GridstarQueryDef,
    path_out: *mut FloorStep,
    path_capacity: u32,
    result_out: *mut GridstarFloorPathResult,
) -> GridstarStatus {
    fence(|| {
        let call = FloorPathCall {
            ends: [read(start)?.checked()?, read(goal)?.checked()?],
            query_def: query_def_or_default(query_def)?,
            path_out: OutBuffer::new(path_out, path_capacity)?,
            result_out: OutStruct::new(result_out)?,
        };
        call.run(floors)
    })
}

/// The checked arguments of a search, and the places for its answer.
struct FloorPathCall {
    ends: [FloorCell; 2],
    query_def: GridstarQueryDef,
    path_out: OutBuffer<FloorStep>,
    result_out: OutStruct<GridstarFloorPathResult>,
}

/// The memory of one thread's searches through floors. Searches within floors use the thread's scratch.
#[derive(Debug, Default)]
struct FloorsMemory {
    view: FloorsView,
    search: FloorMemory,
}

thread_local! {
    static MEMORY: RefCell<FloorsMemory> = RefCell::default();
}

impl FloorPathCall {
    fn run(self, floors: u64) -> CallOutcome {
        with_memory(&MEMORY, |memory| {
            let outcome = self.answer(floors, memory);
            // An edit in place needs a state that no view holds.
            memory.view.clear();
            outcome
        })
    }

    fn answer(mut self, id: u64, memory: &mut FloorsMemory) -> CallOutcome {
        let FloorsMemory { view, search } = memory;
        let object = FloorsObject::of(id)?;
        let [start, goal] = self.ends;
        let (legs, revision) = object.see(view, (start, goal), &self.query_def)?;
        with_scratch(|scratch| {
            let most_fine = most_fine(&self.query_def, &legs.costs)?;
            let answer = find_path(view, &FloorQuery { start, goal, legs, most_fine }, scratch, search)?;
            let (path, status) = (answer.outcome.path(), status_of(&answer.outcome));
            let result = GridstarFloorPathResult {
                length: path.map_or(0, FloorPath::length),
                cost: path.map_or(0.0, FloorPath::cost),
                revision,
                expansions: answer.expansions,
                walks: answer.legs,
                links: path.map_or(0, FloorPath::link_count),
                bound: path.map_or(0.0, FloorPath::bound),
                ..GridstarFloorPathResult::DEFAULT
            };
            if !self.path_out.fits(result.length as usize) {
                self.result_out.write_number(offset_of!(GridstarFloorPathResult, length), result.length);
                return Err(GridstarStatus::BufferTooSmall);
            }
            if let Some(path) = path {
                path.copy_to(self.path_out.take(path.length() as usize)?);
            }
            self.result_out.write(result);
            if status != GridstarStatus::NoPath {
                search.count_searches(view);
            }
            Ok(status)
        })
    }
}
