//! Safe wrappers of the C functions for tests: a grid that is destroyed on drop, and answers with their buffers.

use super::cell_map::CellMap;
use gridstar::ffi::*;
use gridstar::grid::{Cell, Rect};
use gridstar::movement::{DiagonalRule, Heuristic, StepCosts};
use gridstar::search::Order;
use std::cell::RefCell;
use std::mem::MaybeUninit;
use std::ptr::{null, null_mut};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Held by tests that count or change what belongs to the whole process: live objects, threads, tickets.
pub fn turn() -> MutexGuard<'static, ()> {
    static TURN: Mutex<()> = Mutex::new(());
    TURN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A building of this rectangle.
pub fn placement(Rect { x, y, width, height }: Rect, cell_type: u32) -> GridstarPlacement {
    GridstarPlacement { struct_size: size_of::<GridstarPlacement>() as u32, x, y, width, height, cell_type }
}

/// Sets all cells of a rectangle (x, y, width, height) in a plane to one value.
pub fn fill_cells(
    grid: u64,
    plane: GridstarCellPlane,
    (x, y, width, height): (i32, i32, u32, u32),
    value: u32,
) -> GridstarStatus {
    // SAFETY: a pointer from a reference.
    unsafe { gridstar_grid_fill_cells(grid, plane as u32, &GridstarRect { x, y, width, height }, value) }
}

/// A grid behind the C functions.
#[derive(Debug)]
pub struct TestGrid {
    id: u64,
}

/// The answer of a search, with its buffers.
#[derive(Clone, Debug, PartialEq)]
pub struct PathAnswer {
    pub status: GridstarStatus,
    pub path: Vec<Cell>,
    /// Empty if the search was not traced.
    pub expanded: Vec<Cell>,
    pub cost: f64,
    pub bound: f32,
    pub expansions: u32,
    pub revision: u64,
    /// A value of GridstarEngine.
    pub engine: u32,
}

pub fn default_grid_def(width: u32, height: u32) -> GridstarGridDef {
    let mut def = MaybeUninit::uninit();
    // SAFETY: the size is that of the place, and the call fills the whole place.
    let def = unsafe {
        let status = gridstar_grid_def_default(def.as_mut_ptr(), size_of::<GridstarGridDef>() as u32);
        assert_eq!(status, GridstarStatus::Ok);
        def.assume_init()
    };
    GridstarGridDef { width, height, ..def }
}

pub fn default_query_def() -> GridstarQueryDef {
    let mut def = MaybeUninit::uninit();
    // SAFETY: the size is that of the place, and the call fills the whole place.
    unsafe {
        let status = gridstar_query_def_default(def.as_mut_ptr(), size_of::<GridstarQueryDef>() as u32);
        assert_eq!(status, GridstarStatus::Ok);
        def.assume_init()
    }
}

/// A query def that takes only the limit of expansions from the grid.
pub fn query_def(rule: DiagonalRule, costs: StepCosts, heuristic: Heuristic) -> GridstarQueryDef {
    GridstarQueryDef {
        diagonal_rule: rule_number(rule),
        straight_cost: costs.straight(),
        diagonal_cost: costs.diagonal(),
        heuristic: heuristic_number(heuristic),
        ..default_query_def()
    }
}

pub fn heuristic_number(heuristic: Heuristic) -> u32 {
    let number = match heuristic {
        Heuristic::Octile => GridstarHeuristic::Octile,
        Heuristic::Manhattan => GridstarHeuristic::Manhattan,
        Heuristic::Euclidean => GridstarHeuristic::Euclidean,
        Heuristic::Chebyshev => GridstarHeuristic::Chebyshev,
        Heuristic::Zero => GridstarHeuristic::Zero,
    };
    number as u32
}

pub fn order_number(order: Order) -> u32 {
    let number = match order {
        Order::AStar => GridstarOrder::AStar,
        Order::Dijkstra => GridstarOrder::Dijkstra,
        Order::GreedyBestFirst => GridstarOrder::GreedyBestFirst,
    };
    number as u32
}

pub fn rule_number(rule: DiagonalRule) -> u32 {
    let number = match rule {
        DiagonalRule::Always => GridstarDiagonalRule::Always,
        DiagonalRule::AtMostOneBlocked => GridstarDiagonalRule::AtMostOneBlocked,
        DiagonalRule::BothFree => GridstarDiagonalRule::BothFree,
        DiagonalRule::Never => GridstarDiagonalRule::Never,
    };
    number as u32
}

/// A result struct before a call.
pub fn empty_result() -> GridstarPathResult {
    GridstarPathResult {
        struct_size: size_of::<GridstarPathResult>() as u32,
        length: 0,
        cost: 0.0,
        revision: 0,
        expansions: 0,
        engine: 0,
        bound: 0.0,
        reserved: 0,
    }
}

impl TestGrid {
    pub fn new(width: u32, height: u32) -> Self {
        Self::with_def(&default_grid_def(width, height)).expect("the def is a good one")
    }

    pub fn with_def(def: &GridstarGridDef) -> Result<Self, GridstarStatus> {
        let mut id = 0;
        // SAFETY: both pointers come from references.
        match unsafe { gridstar_grid_create(def, &mut id) } {
            GridstarStatus::Ok => Ok(Self { id }),
            mistake => Err(mistake),
        }
    }

    pub fn from_map(map: &CellMap) -> Self {
        let grid = Self::new(map.width() as u32, map.height() as u32);
        assert_eq!(grid.set_cells(&map.cell_types()), GridstarStatus::Ok);
        grid
    }

    /// Owns a grid that another call has created.
    pub fn of_id(id: u64) -> Self {
        Self { id }
    }

    pub fn id(&self) -> u64 {
        self.id
    }

    pub fn info(&self) -> Result<GridstarGridInfo, GridstarStatus> {
        let mut info = MaybeUninit::<GridstarGridInfo>::zeroed();
        // SAFETY: a struct of zeros is a valid value, and struct_size is set.
        unsafe {
            (*info.as_mut_ptr()).struct_size = size_of::<GridstarGridInfo>() as u32;
            match gridstar_grid_get_info(self.id, info.as_mut_ptr()) {
                GridstarStatus::Ok => Ok(info.assume_init()),
                mistake => Err(mistake),
            }
        }
    }

    pub fn revision(&self) -> u64 {
        self.info().expect("the grid is alive").revision
    }

    pub fn set_cell(&self, cell: Cell, cell_type: u32) -> GridstarStatus {
        gridstar_grid_set_cell(self.id, GridstarCellPlane::Types as u32, cell.x, cell.y, cell_type)
    }

    pub fn get_cell(&self, cell: Cell) -> Result<u32, GridstarStatus> {
        let mut cell_type = u32::MAX;
        // SAFETY: the pointer comes from a reference.
        match unsafe {
            gridstar_grid_get_cell(self.id, GridstarCellPlane::Types as u32, cell.x, cell.y, &mut cell_type)
        } {
            GridstarStatus::Ok => Ok(cell_type),
            mistake => Err(mistake),
        }
    }

    pub fn fill_rect(&self, rect: Rect, cell_type: u32) -> GridstarStatus {
        crate::abi::fill_cells(self.id, GridstarCellPlane::Types, (rect.x, rect.y, rect.width, rect.height), cell_type)
    }

    pub fn set_rect(&self, rect: Rect, types: &[u8]) -> GridstarStatus {
        let (pointer, count) = (types.as_ptr(), types.len() as u32);
        // SAFETY: the pointer and count of a slice.
        unsafe {
            gridstar_grid_set_cells(self.id, GridstarCellPlane::Types as u32, &GridstarRect::from(rect), pointer, count)
        }
    }

    pub fn get_rect(&self, rect: Rect) -> Result<Vec<u8>, GridstarStatus> {
        // SAFETY: `read` gives a buffer and its capacity.
        read(|out, capacity, count| unsafe {
            gridstar_grid_get_cells(
                self.id,
                GridstarCellPlane::Types as u32,
                &GridstarRect::from(rect),
                out,
                capacity,
                count,
            )
        })
    }

    pub fn set_cells(&self, types: &[u8]) -> GridstarStatus {
        // SAFETY: the pointer and count of a slice.
        unsafe {
            gridstar_grid_set_cells(
                self.id,
                GridstarCellPlane::Types as u32,
                std::ptr::null(),
                types.as_ptr(),
                types.len() as u32,
            )
        }
    }

    pub fn get_cells(&self) -> Result<Vec<u8>, GridstarStatus> {
        // SAFETY: `read` gives a buffer and its capacity.
        read(|out, capacity, count| unsafe {
            gridstar_grid_get_cells(self.id, GridstarCellPlane::Types as u32, std::ptr::null(), out, capacity, count)
        })
    }

    pub fn neighbors(&self, cell: Cell) -> Result<Vec<Cell>, GridstarStatus> {
        // SAFETY: `read` gives a buffer and its capacity.
        read(|out, capacity, count| unsafe {
            gridstar_grid_get_neighbors(self.id, cell.x, cell.y, out, capacity, count)
        })
    }

    /// The cell at a world position; the status tells whether it is inside the grid.
    pub fn cell_at(&self, [x, y, z]: [f32; 3]) -> (GridstarStatus, Cell) {
        let mut cell = Cell::new(i32::MIN, i32::MIN);
        // SAFETY: the pointer comes from a reference.
        (unsafe { gridstar_grid_get_cell_at(self.id, x, y, z, &mut cell) }, cell)
    }

    pub fn cell_center(&self, cell: Cell) -> Result<[f32; 3], GridstarStatus> {
        let [mut x, mut y, mut z] = [f32::NAN; 3];
        // SAFETY: the pointers come from references.
        match unsafe { gridstar_grid_get_cell_center(self.id, cell.x, cell.y, &mut x, &mut y, &mut z) } {
            GridstarStatus::Ok => Ok([x, y, z]),
            mistake => Err(mistake),
        }
    }

    /// The world position of a cell's lowest corner.
    pub fn cell_corner(&self, cell: Cell) -> [f32; 3] {
        let [mut x, mut y, mut z] = [f32::NAN; 3];
        // SAFETY: the pointers come from references.
        let status = unsafe { gridstar_grid_get_cell_corner(self.id, cell.x, cell.y, &mut x, &mut y, &mut z) };
        assert_eq!(status, GridstarStatus::Ok, "{cell:?}");
        [x, y, z]
    }

    /// The nearest cell, with a start the nearest reachable one.
    pub fn find_nearest(
        &self,
        point: Cell,
        radius: i32,
        start: Option<Cell>,
        def: Option<&GridstarQueryDef>,
    ) -> (GridstarStatus, Cell) {
        let def = def.map_or(null(), |def| def);
        let mut cell = Cell::new(i32::MIN, i32::MIN);
        // SAFETY: the pointers come from references, or are null.
        let status = unsafe {
            match start {
                None => gridstar_grid_find_nearest(self.id, point.x, point.y, radius, def, &mut cell),
                Some(Cell { x, y }) => {
                    gridstar_grid_find_nearest_reachable(self.id, &point, radius, &Cell::new(x, y), def, &mut cell)
                }
            }
        };
        (status, cell)
    }

    /// The last free cell of a line, and the first blocked one if there is one.
    pub fn linecast(
        &self,
        from: Cell,
        to: Cell,
        def: Option<&GridstarQueryDef>,
    ) -> Result<(Cell, Option<Cell>), GridstarStatus> {
        let def = def.map_or(null(), |def| def);
        let nowhere = Cell::new(i32::MIN, i32::MIN);
        let (mut is_free, mut last, mut blocked) = (u32::MAX, nowhere, nowhere);
        // SAFETY: the pointers come from references, or are null.
        let status = unsafe {
            let outs = (&mut is_free, &mut last, &mut blocked);
            gridstar_grid_linecast(self.id, &from, &to, def, outs.0, outs.1, outs.2)
        };
        match (status, is_free) {
            (GridstarStatus::Ok, 0) => Ok((last, Some(blocked))),
            (GridstarStatus::Ok, 1) if (last, blocked) == (to, to) => Ok((last, None)),
            (GridstarStatus::Ok, _) => panic!("a line from {from:?} to {to:?}: {is_free} {last:?} {blocked:?}"),
            (mistake, _) => {
                assert_eq!((is_free, last, blocked), (u32::MAX, nowhere, nowhere), "{mistake:?} wrote outputs");
                Err(mistake)
            }
        }
    }

    /// Whether an agent can walk from one cell to another.
    pub fn is_reachable(&self, from: Cell, to: Cell, def: Option<&GridstarQueryDef>) -> bool {
        let (mut is_reachable, def) = (u32::MAX, def.map_or(null(), |def| def));
        // SAFETY: the pointers come from references, or are null.
        let status = unsafe { gridstar_grid_is_reachable(self.id, &from, &to, def, &mut is_reachable) };
        assert_eq!((status, is_reachable <= 1), (GridstarStatus::Ok, true));
        is_reachable == 1
    }

    /// The number of a path's cells or points up to the first that does not follow legally.
    pub fn usable(&self, path: &[Cell], def: &GridstarQueryDef) -> usize {
        let (mut usable, mut revision) = (u32::MAX, u64::MAX);
        // SAFETY: the pointer and length of a slice; the other pointers come from references.
        let status = unsafe {
            let (pointer, count) = (path.as_ptr(), path.len() as u32);
            gridstar_grid_check_path(self.id, pointer, count, def, &mut usable, &mut revision)
        };
        assert_eq!(status, GridstarStatus::Ok);
        usable as usize
    }

    /// Finds a path. `None` means the grid's own settings.
    pub fn find_path(&self, start: Cell, goal: Cell, def: Option<&GridstarQueryDef>) -> PathAnswer {
        let def = def.map_or(null(), |def| def);
        search(false, |path, _, result| {
            let (pointer, capacity) = (path.as_mut_ptr(), path.len() as u32);
            // SAFETY: the pointer and length of a slice; the other pointers come from references or are null.
            unsafe { gridstar_grid_find_path(self.id, &start, &goal, def, pointer, capacity, result) }
        })
    }

    /// Finds a path and returns the expanded cells too.
    pub fn trace_path(&self, start: Cell, goal: Cell, def: Option<&GridstarQueryDef>) -> PathAnswer {
        let def = def.map_or(null(), |def| def);
        search(true, |path, expanded, result| {
            let (trace, trace_capacity) = (expanded.as_mut_ptr(), expanded.len() as u32);
            let (pointer, capacity) = (path.as_mut_ptr(), path.len() as u32);
            // Another thread may edit the grid between both searches.
            loop {
                // SAFETY: the pointer and length of a slice; the other pointers come from references or are null.
                let traced =
                    unsafe { gridstar_grid_trace_path(self.id, &start, &goal, def, trace, trace_capacity, result) };
                let (expansions, revision) = (result.expansions, result.revision);
                if (traced as i32) < 0 {
                    return traced;
                }
                // SAFETY: as above.
                let found = unsafe { gridstar_grid_find_path(self.id, &start, &goal, def, pointer, capacity, result) };
                if found == GridstarStatus::BufferTooSmall {
                    result.expansions = expansions;
                }
                if (found as i32) < 0 || (result.expansions, result.revision) == (expansions, revision) {
                    return found;
                }
            }
        })
    }
}

impl Drop for TestGrid {
    fn drop(&mut self) {
        // A test may have destroyed the grid already, which is harmless.
        gridstar_destroy(self.id);
    }
}

/// Asks for the needed capacity, then reads.
pub(super) fn read<T: Clone + Default>(
    call: impl Fn(*mut T, u32, *mut u32) -> GridstarStatus,
) -> Result<Vec<T>, GridstarStatus> {
    let mut count = 0;
    match call(null_mut(), 0, &mut count) {
        GridstarStatus::BufferTooSmall => {}
        GridstarStatus::Ok => return Ok(Vec::new()),
        mistake => return Err(mistake),
    }
    let mut values = vec![T::default(); count as usize];
    match call(values.as_mut_ptr(), count, &mut count) {
        GridstarStatus::Ok => Ok(values),
        mistake => Err(mistake),
    }
}

thread_local! {
    /// Buffers for paths and traces. They are kept, because a second call for a larger trace searches again.
    static PLACES: RefCell<[Vec<Cell>; 2]> = const { RefCell::new([const { Vec::new() }; 2]) };
}

/// Searches with this thread's buffers, and again with larger ones if a result does not fit.
fn search(
    is_traced: bool,
    call: impl Fn(&mut [Cell], &mut [Cell], &mut GridstarPathResult) -> GridstarStatus,
) -> PathAnswer {
    PLACES.with_borrow_mut(|[path, expanded]| {
        let mut result = empty_result();
        let mut status = call(path, expanded, &mut result);
        // Repeats more than once only if another thread edits the grid in between.
        while status == GridstarStatus::BufferTooSmall {
            let needed = [result.length as usize, if is_traced { result.expansions as usize } else { 0 }];
            assert!(needed[0] > path.len() || needed[1] > expanded.len(), "the buffers already have {needed:?} places");
            path.resize(path.len().max(needed[0]), Cell::default());
            expanded.resize(expanded.len().max(needed[1]), Cell::default());
            status = call(path, expanded, &mut result);
        }
        let found = |places: &[Cell], count: u32| {
            if status as i32 >= 0 { places[..count as usize].to_vec() } else { Vec::new() }
        };
        PathAnswer {
            status,
            path: found(path, result.length),
            expanded: found(expanded, if is_traced { result.expansions } else { 0 }),
            cost: result.cost,
            bound: result.bound,
            expansions: result.expansions,
            revision: result.revision,
            engine: result.engine,
        }
    })
}
