//! Threads that search, read and step on shared grids while others edit and prepare these grids. Each grid has one
//! editor, which keeps the map of every revision. An observed state must be the map of a revision, at least as new as
//! the state observed before, and at least as new as every edit that had returned.

mod editing;
mod halves;
mod looking;

use common::abi::{TestGrid, default_grid_def, default_query_def};
use common::cell_map::CellMap;
use common::random_maps::{Random, random_map};
use common::sequence::asked::Settings;
use gridstar::ffi::*;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering::SeqCst};
use std::sync::{Arc, Mutex, PoisonError};

/// Number of calls of each thread that looks.
const LOOKS: u32 = 150;
const LOOKERS: u64 = 3;

/// A grid and the maps of all its revisions.
struct Watched {
    seed: u64,
    grid: TestGrid,
    settings: Settings,
    /// By revision. A map is added before the edit that makes it.
    maps: Mutex<Vec<Arc<CellMap>>>,
    /// The revision after the latest edit, set before the edit's call.
    begun: AtomicU64,
    /// `begun`, set after the edit's call.
    done: AtomicU64,
    /// Number of threads that still look.
    looking: AtomicU32,
}

/// The revisions that a call may have seen, from what was known before and after the call.
#[derive(Clone, Copy, Debug)]
struct Window {
    first: u64,
    last: u64,
}

impl Watched {
    fn new(seed: u64, random: &mut Random) -> Self {
        let map = random_map(u64::from(random.below(100_000))).map;
        // Limits are tested on one thread only. Costs with many units slow the reference down.
        let settings = Settings { limit: 0, ..Settings::random(random) };
        let engine = random.below(4);
        let def = GridstarGridDef { engine, ..default_grid_def(map.width() as u32, map.height() as u32) };
        let grid = TestGrid::with_def(&def).unwrap();
        assert_eq!(grid.set_cells(&map.cell_types()), GridstarStatus::Ok);
        // If the map has no obstacle, the first set_cells changes nothing.
        let empty = CellMap::new(map.width() as u32, map.height() as u32);
        let maps: Vec<_> = if map == empty { vec![map] } else { vec![empty, map] }.into_iter().map(Arc::new).collect();
        let now = maps.len() as u64 - 1;
        assert_eq!(grid.revision(), now);
        let [begun, done] = [now; 2].map(AtomicU64::new);
        Self { seed, grid, settings, maps: Mutex::new(maps), begun, done, looking: AtomicU32::new(0) }
    }

    fn map(&self, revision: u64) -> Arc<CellMap> {
        let maps = self.maps.lock().unwrap_or_else(PoisonError::into_inner);
        let map = maps.get(revision as usize).unwrap_or_else(|| panic!("seed {}: no revision {revision}", self.seed));
        Arc::clone(map)
    }

    fn def(&self, settings: &Settings) -> GridstarQueryDef {
        use common::abi::{heuristic_number, order_number, rule_number};
        GridstarQueryDef {
            diagonal_rule: rule_number(settings.rule),
            straight_cost: settings.costs.straight(),
            diagonal_cost: settings.costs.diagonal(),
            order: order_number(settings.order),
            heuristic: heuristic_number(settings.heuristic),
            heuristic_weight: settings.weight,
            ..default_query_def()
        }
    }
}

/// Counts a thread out when dropped, also by a panic.
struct Looking<'a>(&'a Watched);

impl<'a> Looking<'a> {
    fn new(watched: &'a Watched) -> Self {
        watched.looking.fetch_add(1, SeqCst);
        Self(watched)
    }
}

impl Drop for Looking<'_> {
    fn drop(&mut self) {
        self.0.looking.fetch_sub(1, SeqCst);
    }
}

/// Runs one sequence on one or two grids. The seed determines what each thread does; the interleaving is open.
pub(crate) fn run(seed: u64) {
    if seed % 8 == 7 {
        return halves::run(seed);
    }
    let mut random = Random::new(!seed);
    let grids: Vec<Watched> = (0..random.between(1, 2)).map(|_| Watched::new(seed, &mut random)).collect();
    std::thread::scope(|scope| {
        for (number, watched) in grids.iter().enumerate() {
            let base = seed.wrapping_mul(1000) + 100 * number as u64;
            for looker in 0..LOOKERS {
                // Counted on this thread, so that no editor ends before the looking threads have begun.
                let looking = Looking::new(watched);
                scope.spawn(move || looking::look(looking, base + looker, LOOKS));
            }
            scope.spawn(move || editing::edit_on(watched, base + 50));
            scope.spawn(move || editing::prepare_on(watched, base + 51));
        }
    });
    for Watched { grid, maps, .. } in &grids {
        let maps = maps.lock().unwrap_or_else(PoisonError::into_inner);
        let last = maps.last().unwrap();
        let state = (grid.revision(), grid.get_cells());
        assert_eq!(state, (maps.len() as u64 - 1, Ok(last.cell_types())), "seed {seed}: wrong state after all edits");
    }
}
