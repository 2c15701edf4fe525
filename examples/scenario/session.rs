//! The library behind its C functions, and what it answers.

use super::world::World;
use common::movingai::ScenarioQuery;
use gridstar::ffi::{
    GridstarCellPlane, GridstarDiagonalRule, GridstarEngine, GridstarGridDef, GridstarPathResult, GridstarQueryDef,
    GridstarStatus, gridstar_destroy, gridstar_grid_create, gridstar_grid_def_default, gridstar_grid_find_path,
    gridstar_grid_prepare, gridstar_grid_set_cells, gridstar_profile_create, gridstar_profile_set_costs,
    gridstar_query_def_default, gridstar_status_message,
};
use gridstar::grid::Cell;
use std::f64::consts::SQRT_2;
use std::ffi::CStr;
use std::mem::{MaybeUninit, size_of};
use std::time::{Duration, Instant};

/// The library's answer to one query.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Answer {
    pub(super) status: GridstarStatus,
    pub(super) result: GridstarPathResult,
}

/// A grid behind the C functions, and the buffers that a caller keeps.
pub(super) struct Session {
    grid: u64,
    /// 0 for queries without a profile.
    profile: u64,
    query_def: GridstarQueryDef,
    path: Vec<Cell>,
}

impl Session {
    pub(super) fn new(world: &World) -> Result<Self, String> {
        let (mut grid, mut profile) = (0, 0);
        let mut def = MaybeUninit::<GridstarGridDef>::uninit();
        let mut query_def = MaybeUninit::<GridstarQueryDef>::uninit();
        let types = &world.terrain.types;
        // SAFETY: the pointers are those of places on this frame, with their own sizes. A def is read after the call
        // that filled it has returned `Ok`. `types` has the given length.
        unsafe {
            accept(gridstar_grid_def_default(def.as_mut_ptr(), size_of::<GridstarGridDef>() as u32))?;
            accept(gridstar_query_def_default(query_def.as_mut_ptr(), size_of::<GridstarQueryDef>() as u32))?;
            let (mut def, mut query_def) = (def.assume_init(), query_def.assume_init());
            (def.width, def.height) = (world.terrain.width as u32, world.terrain.height as u32);
            def.diagonal_rule = GridstarDiagonalRule::BothFree as u32;
            (def.straight_cost, def.diagonal_cost) = (1.0, SQRT_2);
            accept(gridstar_grid_create(&def, &mut grid))?;
            if let Some(multipliers) = &world.multipliers {
                accept(gridstar_profile_create(&mut profile))?;
                accept(gridstar_profile_set_costs(profile, 0, multipliers.as_ptr(), multipliers.len() as u32))?;
            }
            (query_def.profile, query_def.agent_size) = (profile, world.agent.size);
            query_def.heuristic_weight = world.within;
            // A path visits no cell twice.
            let session = Self { grid, profile, query_def, path: vec![Cell::default(); types.len()] };
            accept(gridstar_grid_set_cells(
                grid,
                GridstarCellPlane::Types as u32,
                std::ptr::null(),
                types.as_ptr(),
                types.len() as u32,
            ))?;
            Ok(session)
        }
    }

    /// Derives what an engine needs before the first query.
    pub(super) fn prepare(&mut self, engine: GridstarEngine) -> Result<(), String> {
        accept(gridstar_grid_prepare(self.grid, engine as u32, 0))
    }

    /// Runs one query and measures only the call.
    pub(super) fn ask(&mut self, query: &ScenarioQuery) -> (Duration, Answer) {
        let mut result = GridstarPathResult {
            struct_size: size_of::<GridstarPathResult>() as u32,
            length: 0,
            cost: 0.0,
            revision: 0,
            expansions: 0,
            engine: 0,
            bound: 0.0,
            reserved: 0,
        };
        let (start, goal, capacity) = (query.start, query.goal, self.path.len() as u32);
        let path = self.path.as_mut_ptr();
        let started = Instant::now();
        // SAFETY: all pointers are those of live places of the given sizes.
        let status = unsafe {
            let query_def = &raw const self.query_def;
            gridstar_grid_find_path(self.grid, &start, &goal, query_def, path, capacity, &mut result)
        };
        (started.elapsed(), Answer { status, result })
    }

    /// The path of the last query.
    pub(super) fn path(&self, answer: &Answer) -> &[Cell] {
        &self.path[..answer.result.length as usize]
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        gridstar_destroy(self.grid);
        // 0 names no profile, which is harmless.
        gridstar_destroy(self.profile);
    }
}

fn accept(status: GridstarStatus) -> Result<(), String> {
    if status == GridstarStatus::Ok { Ok(()) } else { Err(format!("the library refused the map: {}", message(status))) }
}

pub(super) fn message(status: GridstarStatus) -> String {
    // SAFETY: never null, ends with a zero byte, never freed.
    unsafe { CStr::from_ptr(gridstar_status_message(status as i32)) }.to_string_lossy().into_owned()
}
