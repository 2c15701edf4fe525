//! GridStar through its C functions, used as in a game.

use anyhow::{Result, bail, ensure};
use common::cell_map::CellMap;
use gridstar::ffi::*;
use gridstar::grid::{Cell, Rect};
use std::f64::consts::SQRT_2;
use std::ffi::CStr;
use std::mem::{MaybeUninit, size_of};

/// The engine that answers a grid's queries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Engine {
    /// The default engine.
    Default,
    /// Jump points.
    JumpPoints,
    /// Jump points and landmarks, measured before the first query.
    Landmarks,
    /// A* over cells.
    AStar,
}

/// The default engine, and the fastest.
pub(crate) const ENGINES: [Engine; 2] = [Engine::Default, Engine::Landmarks];

impl Engine {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Default => "default",
            Self::JumpPoints => "jump points",
            Self::Landmarks => "landmarks",
            Self::AStar => "A*",
        }
    }
}

/// The diagonal rule and the step costs.
#[derive(Clone, Copy)]
pub(crate) struct Rules {
    pub(crate) diagonal: GridstarDiagonalRule,
    pub(crate) straight_cost: f64,
    pub(crate) diagonal_cost: f64,
}

impl Rules {
    /// The rule and costs of the MovingAI benchmarks.
    pub(crate) const BENCHMARK: Self =
        Self { diagonal: GridstarDiagonalRule::BothFree, straight_cost: 1.0, diagonal_cost: SQRT_2 };
}

/// A grid, with the buffer that a caller keeps for paths.
pub(crate) struct BenchGrid {
    id: u64,
    /// Whether dropping this value destroys the grid.
    is_owner: bool,
    engine: Engine,
    query_def: GridstarQueryDef,
    path: Vec<Cell>,
}

/// The answer to a query.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Answer {
    pub(crate) is_found: bool,
    pub(crate) length: usize,
    pub(crate) cost: f64,
    pub(crate) expansions: u32,
    pub(crate) bound: f32,
}

/// The answers of a batch, in buffers that a caller keeps.
#[derive(Default)]
pub(crate) struct Found {
    pub(crate) replies: Vec<GridstarPathReply>,
    cells: Vec<Cell>,
}

impl BenchGrid {
    /// A grid of walkable cells.
    pub(crate) fn new(width: u32, height: u32, engine: Engine, rules: Rules) -> Result<Self> {
        let mut id = 0;
        let mut def = MaybeUninit::<GridstarGridDef>::uninit();
        let mut query_def = MaybeUninit::<GridstarQueryDef>::uninit();
        // SAFETY: the pointers are those of places on this frame, with their own sizes. A def is read after the call
        // that filled it has succeeded.
        unsafe {
            accept(gridstar_grid_def_default(def.as_mut_ptr(), size_of::<GridstarGridDef>() as u32))?;
            accept(gridstar_query_def_default(query_def.as_mut_ptr(), size_of::<GridstarQueryDef>() as u32))?;
            let (mut def, mut query_def) = (def.assume_init(), query_def.assume_init());
            (def.width, def.height) = (width, height);
            def.diagonal_rule = rules.diagonal as u32;
            (def.straight_cost, def.diagonal_cost) = (rules.straight_cost, rules.diagonal_cost);
            query_def.diagonal_rule = def.diagonal_rule;
            (query_def.straight_cost, query_def.diagonal_cost) = (def.straight_cost, def.diagonal_cost);
            accept(gridstar_grid_create(&def, &mut id))?;
            // `find` enlarges the buffer for a longer path.
            Ok(Self {
                id,
                is_owner: true,
                engine,
                query_def,
                path: vec![Cell::default(); 4 * (width + height) as usize],
            })
        }
    }

    /// The grid's id.
    pub(crate) fn id(&self) -> u64 {
        self.id
    }

    /// A grid with the cells of a map, prepared if the engine needs it.
    pub(crate) fn of_map(map: &CellMap, engine: Engine, rules: Rules) -> Result<Self> {
        let mut grid = Self::new(map.width() as u32, map.height() as u32, engine, rules)?;
        grid.set_cells(&map.cell_types())?;
        grid.prepare()?;
        Ok(grid)
    }

    /// Returns this grid for another thread, with a buffer of its own. `self` must outlive the returned value.
    pub(crate) fn for_another_thread(&self) -> Self {
        Self { is_owner: false, path: self.path.clone(), ..*self }
    }

    /// Derives what the engine needs before queries.
    pub(crate) fn prepare(&mut self) -> Result<()> {
        let engine = match self.engine {
            Engine::Default => return Ok(()),
            Engine::JumpPoints => GridstarEngine::JumpPoints,
            Engine::Landmarks => GridstarEngine::Landmarks,
            Engine::AStar => GridstarEngine::AStar,
        };
        accept(gridstar_grid_prepare(self.id, engine as u32, 0))
    }

    /// Finds a path from a cell to its neighbor, which derives what the first search needs.
    pub(crate) fn derive(&mut self, map: &CellMap) -> Result<()> {
        let is_walkable = |cell: &Cell| map.is_walkable(*cell);
        let middle = Cell::new(map.width() / 2, map.height() / 2);
        let right = |cell: &Cell| Cell::new(cell.x + 1, cell.y);
        let near = map.cells().skip(map.index(middle)).chain(map.cells());
        if let Some(cell) = near.filter(is_walkable).find(|cell| is_walkable(&right(cell))) {
            let answer = self.find(cell, right(&cell))?;
            ensure!(answer.is_found, "no step from {cell:?}: {answer:?}");
        }
        Ok(())
    }

    pub(crate) fn set_cell(&mut self, cell: Cell, is_obstacle: bool) -> Result<()> {
        accept(gridstar_grid_set_cell(self.id, GridstarCellPlane::Types as u32, cell.x, cell.y, u32::from(is_obstacle)))
    }

    pub(crate) fn fill_rect(&mut self, rect: Rect, is_obstacle: bool) -> Result<()> {
        let Rect { x, y, width, height } = rect;
        let rect = GridstarRect { x, y, width, height };
        // SAFETY: a pointer from a reference.
        accept(unsafe {
            gridstar_grid_fill_cells(self.id, GridstarCellPlane::Types as u32, &rect, u32::from(is_obstacle))
        })
    }

    pub(crate) fn set_rect(&mut self, rect: Rect, types: &[u8]) -> Result<()> {
        let Rect { x, y, width, height } = rect;
        // SAFETY: the pointer and length of a slice.
        accept(unsafe {
            gridstar_grid_set_cells(
                self.id,
                GridstarCellPlane::Types as u32,
                &GridstarRect { x, y, width, height },
                types.as_ptr(),
                types.len() as u32,
            )
        })
    }

    pub(crate) fn set_cells(&mut self, types: &[u8]) -> Result<()> {
        // SAFETY: the pointer and length of a slice.
        accept(unsafe {
            gridstar_grid_set_cells(
                self.id,
                GridstarCellPlane::Types as u32,
                std::ptr::null(),
                types.as_ptr(),
                types.len() as u32,
            )
        })
    }

    /// Memory that the library holds for the grid, in bytes, without the scratch of searching threads.
    pub(crate) fn bytes(&self) -> Result<u64> {
        let mut info = MaybeUninit::<GridstarGridInfo>::zeroed();
        // SAFETY: zeros are a valid value of the struct, and its size is set in it.
        unsafe {
            (*info.as_mut_ptr()).struct_size = size_of::<GridstarGridInfo>() as u32;
            accept(gridstar_grid_get_info(self.id, info.as_mut_ptr()))?;
            Ok(info.assume_init().bytes)
        }
    }

    /// Limits the expansions of each search.
    pub(crate) fn set_max_expansions(&mut self, max_expansions: u32) {
        self.query_def.max_expansions = max_expansions;
    }

    /// Sets the weight of the heuristic.
    pub(crate) fn set_weight(&mut self, weight: f64) {
        self.query_def.heuristic_weight = weight;
    }

    /// Runs a query. If the path is longer than every path before it, a second call fetches the path.
    pub(crate) fn find(&mut self, start: Cell, goal: Cell) -> Result<Answer> {
        let (mut status, mut result) = self.call(start, goal);
        if status == GridstarStatus::BufferTooSmall {
            self.path.resize(result.length as usize, Cell::default());
            (status, result) = self.call(start, goal);
        }
        if (status as i32) < 0 {
            bail!("({}, {}) to ({}, {}): {}", start.x, start.y, goal.x, goal.y, message(status));
        }
        Ok(Answer {
            is_found: status == GridstarStatus::Ok,
            length: result.length as usize,
            cost: result.cost,
            expansions: result.expansions,
            bound: result.bound,
        })
    }

    /// Runs many queries. If the paths are longer than those of every batch before, they are taken afterwards.
    pub(crate) fn find_many(&mut self, requests: &[GridstarPathRequest], found: &mut Found) -> Result<()> {
        found.replies.resize(requests.len(), GridstarPathReply::default());
        // SAFETY: zeros are a valid value of the struct.
        let mut info = unsafe { MaybeUninit::<GridstarTicketInfo>::zeroed().assume_init() };
        info.struct_size = size_of::<GridstarTicketInfo>() as u32;
        let count = requests.len() as u32;
        // SAFETY: all pointers are those of live places of the given sizes.
        unsafe {
            let (replies, cells) = (found.replies.as_mut_ptr(), found.cells.as_mut_ptr());
            let (requests, room) = (requests.as_ptr(), found.cells.len() as u32);
            let def = &raw const self.query_def;
            let mut ticket = 0;
            accept(gridstar_ticket_submit(self.id, requests, count, def, 1, i32::MAX, &mut ticket))?;
            accept(gridstar_ticket_wait(ticket))?;
            match gridstar_ticket_take(ticket, replies, count, cells, room, &mut info) {
                GridstarStatus::BufferTooSmall => {}
                status => return accept(status),
            }
            found.cells.resize(info.cell_count as usize, Cell::default());
            let (cells, room) = (found.cells.as_mut_ptr(), found.cells.len() as u32);
            accept(gridstar_ticket_take(info.ticket, replies, count, cells, room, &mut info))
        }
    }

    fn call(&mut self, start: Cell, goal: Cell) -> (GridstarStatus, GridstarPathResult) {
        // SAFETY: zeros are a valid value of the struct.
        let mut result = unsafe { MaybeUninit::<GridstarPathResult>::zeroed().assume_init() };
        result.struct_size = size_of::<GridstarPathResult>() as u32;
        let (path, capacity) = (self.path.as_mut_ptr(), self.path.len() as u32);
        let def = &raw const self.query_def;
        // SAFETY: all pointers are those of live places of the given sizes.
        let status = unsafe { gridstar_grid_find_path(self.id, &start, &goal, def, path, capacity, &mut result) };
        (status, result)
    }
}

impl Drop for BenchGrid {
    fn drop(&mut self) {
        if self.is_owner {
            gridstar_destroy(self.id);
        }
    }
}

pub(crate) fn accept(status: GridstarStatus) -> Result<()> {
    if status != GridstarStatus::Ok {
        bail!("{}", message(status));
    }
    Ok(())
}

fn message(status: GridstarStatus) -> String {
    // SAFETY: never null, ends with a zero byte, never freed.
    unsafe { CStr::from_ptr(gridstar_status_message(status as i32)) }.to_string_lossy().into_owned()
}
