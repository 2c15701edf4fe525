//! The memory of a thread's searches, with the path of its last search if the path did not fit its buffer.
//!
//! A caller that learns the needed length asks the same question again with a larger buffer. The answer is then copied,
//! not searched. The question has everything that the answer depends on: an edit, another engine, a changed profile or
//! another search on this thread in between leads to a search.

use super::structs::{GridstarPathResult, GridstarQueryDef};
use crate::ffi::boundary::status::{GridstarStatus, Outcome};
use crate::ffi::boundary::thread_memory::with_memory;
use crate::grid::Cell;
use crate::index::Engine;
use crate::movement::{Agent, Profile};
use crate::search::{Path, Scratch};
use crate::try_arc::TryArc;
use std::cell::RefCell;

thread_local! {
    static MEMORY: RefCell<SearchMemory> = RefCell::default();
}

/// The memory of one thread's searches.
#[derive(Debug, Default)]
pub(super) struct SearchMemory {
    pub(super) scratch: Scratch,
    pub(super) kept: Option<KeptPath>,
}

/// The answer to a question. The cells of its path are in the scratch beside it.
#[derive(Debug)]
pub(super) struct KeptPath {
    pub(super) question: Question,
    pub(super) status: GridstarStatus,
    pub(super) result: GridstarPathResult,
    /// The path without its cells.
    pub(super) path: Path<'static>,
}

/// What the answer of a search depends on. The settings of a grid that a query leaves open never change, except for the
/// engine.
#[derive(Debug)]
pub(super) struct Question {
    pub(super) grid: u64,
    pub(super) revision: u64,
    pub(super) engine: Engine,
    pub(super) start: Cell,
    pub(super) goal: Cell,
    pub(super) asker: Asker,
}

/// The part of a question that comes from its def.
#[derive(Debug)]
pub(crate) struct Asker {
    def: GridstarQueryDef,
    /// The profile in the state that the search saw. It is kept, so that no other state has its address.
    profile: Option<TryArc<Profile>>,
}

impl Asker {
    pub(crate) fn new(def: &GridstarQueryDef, agent: &Agent) -> Self {
        Self { def: *def, profile: agent.profile.clone() }
    }
}

impl PartialEq for Asker {
    fn eq(&self, other: &Self) -> bool {
        let has_same_profile = match (&self.profile, &other.profile) {
            (None, None) => true,
            (Some(one), Some(other)) => TryArc::ptr_eq(one, other),
            _ => false,
        };
        self.def == other.def && has_same_profile
    }
}

impl PartialEq for Question {
    fn eq(&self, other: &Self) -> bool {
        let state = |question: &Self| (question.grid, question.revision, question.engine);
        state(self) == state(other) && (self.start, self.goal) == (other.start, other.goal) && self.asker == other.asker
    }
}

impl SearchMemory {
    /// The kept answer to a question.
    pub(super) fn answer_to(&self, question: &Question) -> Option<(GridstarStatus, GridstarPathResult, Path<'_>)> {
        let kept = self.kept.as_ref().filter(|kept| kept.question == *question)?;
        Some((kept.status, kept.result, self.scratch.last_path(&kept.path)))
    }
}

/// Runs a search with this thread's memory.
pub(super) fn with_search_memory(search: impl FnOnce(&mut SearchMemory) -> Outcome) -> Outcome {
    with_memory(&MEMORY, search)
}

/// Runs a search with this thread's scratch. A kept path is lost.
pub(crate) fn with_scratch(search: impl FnOnce(&mut Scratch) -> Outcome) -> Outcome {
    with_search_memory(|memory| {
        memory.kept = None;
        search(&mut memory.scratch)
    })
}

#[cfg(test)]
pub(super) mod tests {
    use crate::ffi::grid::object::{GRIDS, GridObject};
    use crate::ffi::grid::structs::{GridstarGridDef, GridstarPathResult, GridstarQueryDef};
    use crate::ffi::profile::object::{PROFILES, ProfileObject};
    use crate::ffi::{GridstarStatus, boundary::pointers::SizedStruct};
    use crate::ffi::{
        gridstar_grid_destroy, gridstar_grid_find_path, gridstar_grid_find_path_world, gridstar_grid_prepare,
        gridstar_grid_set_cell, gridstar_grid_trace_path, gridstar_profile_destroy, gridstar_profile_set_cost,
    };
    use crate::grid::Cell;
    use std::ptr::null_mut;

    thread_local! {
        static SEARCHES: std::cell::Cell<u32> = const { std::cell::Cell::new(0) };
    }

    pub(in crate::ffi::grid) fn count_search() {
        SEARCHES.set(SEARCHES.get() + 1);
    }

    struct Asked {
        grid: u64,
        def: GridstarQueryDef,
        goal: Cell,
    }

    impl Asked {
        fn new() -> Self {
            let def = GridstarGridDef { width: 9, height: 5, ..GridstarGridDef::DEFAULT };
            let grid = GRIDS.insert(GridObject::new(&def).unwrap()).unwrap();
            for y in 0..4 {
                assert_eq!(gridstar_grid_set_cell(grid, 4, y, 1), GridstarStatus::Ok);
            }
            Self { grid, def: GridstarQueryDef::DEFAULT, goal: Cell::new(8, 0) }
        }

        fn find(&self, places: usize) -> (GridstarStatus, GridstarPathResult, Vec<Cell>) {
            let mut cells = vec![Cell::default(); places];
            let mut result = GridstarPathResult::DEFAULT;
            let Cell { x, y } = self.goal;
            let path = if places == 0 { null_mut() } else { cells.as_mut_ptr() };
            // SAFETY: the pointer and length of a vector; the other pointers come from references.
            let status =
                unsafe { gridstar_grid_find_path(self.grid, 0, 0, x, y, &self.def, path, places as u32, &mut result) };
            (status, result, cells)
        }

        fn find_world(&self, places: usize) -> (GridstarStatus, GridstarPathResult, Vec<[f32; 3]>) {
            let mut points = vec![[0.0_f32; 3]; places];
            let mut result = GridstarPathResult::DEFAULT;
            let [x, z] = [self.goal.x as f32 + 0.5, self.goal.y as f32 + 0.5];
            let (id, out, count) = (self.grid, points.as_mut_ptr().cast(), places as u32);
            // SAFETY: the pointer and length of a vector; the other pointers come from references.
            let status = unsafe {
                gridstar_grid_find_path_world(id, 0.5, 0.0, 0.5, x, 0.0, z, &self.def, out, count, &mut result)
            };
            (status, result, points)
        }

        /// Asks with too little room, makes a change, and asks again with room. Returns the number of searches.
        fn searches_around(&self, change: impl FnOnce(&Self)) -> u32 {
            let before = SEARCHES.get();
            assert_eq!(self.find(3).0, GridstarStatus::BufferTooSmall);
            change(self);
            assert_eq!(self.find(45).0, GridstarStatus::Ok);
            SEARCHES.get() - before
        }
    }

    impl Drop for Asked {
        fn drop(&mut self) {
            gridstar_grid_destroy(self.grid);
        }
    }

    #[test]
    fn a_query_that_needs_more_room_is_searched_once() {
        let asked = Asked::new();
        let before = SEARCHES.get();
        let (status, short, _) = asked.find(0);
        assert_eq!((status, short.cost), (GridstarStatus::BufferTooSmall, 0.0));
        assert_eq!(asked.find(short.length as usize - 1).0, GridstarStatus::BufferTooSmall);
        let (status, kept, cells) = asked.find(short.length as usize);
        assert_eq!((status, SEARCHES.get() - before), (GridstarStatus::Ok, 1));
        // The path was given out, so this call searches. Nothing tells its answer from the kept one.
        assert_eq!((status, kept, cells), asked.find(short.length as usize));
        assert_eq!(SEARCHES.get() - before, 2);
    }

    #[test]
    fn a_path_of_cells_that_did_not_fit_is_also_given_out_as_points() {
        let asked = Asked::new();
        let before = SEARCHES.get();
        let needed = asked.find(0).1.length as usize;
        let (status, result, points) = asked.find_world(needed);
        assert_eq!((status, SEARCHES.get() - before), (GridstarStatus::Ok, 1));
        let centers: Vec<_> =
            asked.find(needed).2.iter().map(|cell| [cell.x as f32 + 0.5, 0.0, cell.y as f32 + 0.5]).collect();
        assert_eq!((result.length as usize, points), (needed, centers));
    }

    #[test]
    fn what_changes_the_answer_in_between_leads_to_a_search() {
        let mut asked = Asked::new();
        assert_eq!(asked.searches_around(|_| {}), 1);
        let edit = |asked: &Asked| assert_eq!(gridstar_grid_set_cell(asked.grid, 7, 3, 1), GridstarStatus::Ok);
        assert_eq!(asked.searches_around(edit), 2);
        let engine = |asked: &Asked| assert_eq!(gridstar_grid_prepare(asked.grid, 2, 0), GridstarStatus::Ok);
        assert_eq!(asked.searches_around(engine), 2);
        let other_goal = |asked: &Asked| {
            let other = Asked { grid: asked.grid, def: asked.def, goal: Cell::new(8, 4) };
            assert_eq!(other.find(45).0, GridstarStatus::Ok);
            std::mem::forget(other);
        };
        assert_eq!(asked.searches_around(other_goal), 3);
        let trace = |asked: &Asked| {
            let mut result = GridstarPathResult::DEFAULT;
            let mut cells = [Cell::default(); 90];
            let (path, expanded) = cells.split_at_mut(45);
            let (path, expanded) = (path.as_mut_ptr(), expanded.as_mut_ptr());
            // SAFETY: the pointers and lengths of slices; the other pointers come from references.
            let status = unsafe {
                gridstar_grid_trace_path(asked.grid, 0, 0, 8, 0, &asked.def, path, 45, expanded, 45, &mut result)
            };
            assert_eq!(status, GridstarStatus::Ok);
        };
        assert_eq!(asked.searches_around(trace), 3);
        asked.def.profile = PROFILES.insert(ProfileObject::new().unwrap()).unwrap();
        let profile = |asked: &Asked| {
            assert_eq!(gridstar_profile_set_cost(asked.def.profile, 0, 2.0), GridstarStatus::Ok);
        };
        assert_eq!(asked.searches_around(|_| {}), 1);
        assert_eq!(asked.searches_around(profile), 2);
        assert_eq!(gridstar_profile_destroy(asked.def.profile), GridstarStatus::Ok);
    }
}
