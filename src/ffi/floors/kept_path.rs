//! The memory of a thread's searches through floors, with the path of its last search if the path did not fit its
//! buffer: see `grid::kept_path`.

use super::structs::GridstarFloorPathResult;
use crate::ffi::boundary::status::Outcome;
use crate::ffi::boundary::thread_memory::with_memory;
use crate::ffi::grid::kept_path::Asker;
use crate::floors::{FloorCell, FloorMemory, FloorsView};
use crate::grid::GridSpace;
use crate::index::Engine;
use std::cell::RefCell;

thread_local! {
    /// Searches within floors use the thread's memory of searches on grids.
    static MEMORY: RefCell<FloorsMemory> = RefCell::default();
}

/// The memory of one thread's searches through floors.
#[derive(Debug, Default)]
pub(super) struct FloorsMemory {
    pub(super) view: FloorsView,
    /// By floor, its place in the world.
    pub(super) spaces: Vec<GridSpace>,
    pub(super) search: FloorMemory,
    pub(super) kept: Option<KeptFloorPath>,
    /// The states of the floors that the kept path is for.
    kept_states: Vec<Option<(u64, Engine)>>,
}

/// The result of a search whose path is in the memory beside it.
#[derive(Debug)]
pub(super) struct KeptFloorPath {
    question: FloorQuestion,
    result: GridstarFloorPathResult,
}

/// What the answer of a search depends on, besides the states of the floors.
#[derive(Debug, PartialEq)]
pub(super) struct FloorQuestion {
    pub(super) floors: u64,
    pub(super) revision: u64,
    pub(super) start: FloorCell,
    pub(super) goal: FloorCell,
    pub(super) asker: Asker,
}

impl FloorsMemory {
    /// Keeps the path that was just found. Without memory for that, the path is searched again.
    pub(super) fn keep(&mut self, question: FloorQuestion, result: GridstarFloorPathResult) {
        self.kept_states.clear();
        let states = self.view.states();
        if self.kept_states.try_reserve(states.len()).is_ok() {
            self.kept_states.extend(states);
            self.kept = Some(KeptFloorPath { question, result });
        }
    }

    /// The result of a kept path, if it answers a question about the floors of the view.
    pub(super) fn kept_result(&self, question: &FloorQuestion) -> Option<GridstarFloorPathResult> {
        let kept = self.kept.as_ref().filter(|kept| kept.question == *question)?;
        self.view.states().eq(self.kept_states.iter().copied()).then_some(kept.result)
    }
}

/// Runs a search with this thread's memory.
pub(super) fn with_floors_memory(search: impl FnOnce(&mut FloorsMemory) -> Outcome) -> Outcome {
    with_memory(&MEMORY, search)
}

#[cfg(test)]
pub(super) mod tests {
    use crate::ffi::boundary::pointers::SizedStruct;
    use crate::ffi::floors::structs::{GridstarFloorPathResult, GridstarLinkDef};
    use crate::ffi::grid::object::{GRIDS, GridObject};
    use crate::ffi::grid::structs::GridstarGridDef;
    use crate::ffi::{
        GridstarStatus, gridstar_floors_add_floor, gridstar_floors_add_link, gridstar_floors_create,
        gridstar_floors_destroy, gridstar_floors_find_path, gridstar_floors_find_path_world,
        gridstar_floors_set_link_cost, gridstar_grid_destroy, gridstar_grid_set_cell,
    };
    use crate::floors::FloorStep;
    use std::ptr::{null, null_mut};

    thread_local! {
        static SEARCHES: std::cell::Cell<u32> = const { std::cell::Cell::new(0) };
    }

    pub(in crate::ffi::floors) fn count_search() {
        SEARCHES.set(SEARCHES.get() + 1);
    }

    /// Two floors of 6 x 3 cells, the second of them 4 higher and with cells twice as wide, and a link.
    struct House {
        grids: [u64; 2],
        floors: u64,
    }

    impl House {
        fn new() -> Self {
            let def = GridstarGridDef { width: 6, height: 3, ..GridstarGridDef::DEFAULT };
            let upper = GridstarGridDef { origin_y: 4.0, cell_size: 2.0, ..def };
            let grids = [def, upper].map(|def| GRIDS.insert(GridObject::new(&def).unwrap()).unwrap());
            let (mut floors, mut number) = (0, 0);
            let link = GridstarLinkDef { from_x: 5, to_floor: 1, to_x: 5, to_y: 2, ..GridstarLinkDef::DEFAULT };
            // SAFETY: the pointers come from references.
            unsafe {
                assert_eq!(gridstar_floors_create(&mut floors), GridstarStatus::Ok);
                for grid in grids {
                    assert_eq!(gridstar_floors_add_floor(floors, grid, &mut number), GridstarStatus::Ok);
                }
                assert_eq!(gridstar_floors_add_link(floors, &link, &mut number), GridstarStatus::Ok);
            }
            Self { grids, floors }
        }

        /// From (0, 0) of the lower floor to (0, 2) of the upper one: 12 cells.
        fn find(&self, places: usize) -> (GridstarStatus, GridstarFloorPathResult, Vec<FloorStep>) {
            let mut steps = vec![FloorStep::default(); places];
            let mut result = GridstarFloorPathResult::DEFAULT;
            let path = if places == 0 { null_mut() } else { steps.as_mut_ptr() };
            // SAFETY: the pointer and length of a vector; the other pointers come from references, or are null.
            let status = unsafe {
                gridstar_floors_find_path(self.floors, 0, 0, 0, 1, 0, 2, null(), path, places as u32, &mut result)
            };
            (status, result, steps)
        }

        fn find_world(&self, places: usize) -> (GridstarStatus, Vec<[f32; 3]>) {
            let mut points = vec![[0.0_f32; 3]; places];
            let mut result = GridstarFloorPathResult::DEFAULT;
            let (out, count) = (points.as_mut_ptr().cast(), places as u32);
            // SAFETY: as above.
            let status = unsafe {
                gridstar_floors_find_path_world(
                    self.floors,
                    0,
                    0.5,
                    9.0,
                    0.5,
                    1,
                    1.0,
                    9.0,
                    5.0,
                    null(),
                    out,
                    count,
                    &mut result,
                )
            };
            (status, points)
        }

        fn searches_around(&self, change: impl FnOnce()) -> u32 {
            let before = SEARCHES.get();
            assert_eq!(self.find(3).0, GridstarStatus::BufferTooSmall);
            change();
            assert_eq!(self.find(12).0, GridstarStatus::Ok);
            SEARCHES.get() - before
        }
    }

    impl Drop for House {
        fn drop(&mut self) {
            gridstar_floors_destroy(self.floors);
            for grid in self.grids {
                gridstar_grid_destroy(grid);
            }
        }
    }

    #[test]
    fn a_query_that_needs_more_room_is_searched_once_unless_something_changed() {
        let house = House::new();
        let before = SEARCHES.get();
        let (status, short, _) = house.find(0);
        assert_eq!((status, short.length, short.cost), (GridstarStatus::BufferTooSmall, 12, 0.0));
        let kept = house.find(12);
        assert_eq!((kept.0, SEARCHES.get() - before), (GridstarStatus::Ok, 1));
        assert_eq!((kept, SEARCHES.get() - before), (house.find(12), 1));
        assert_eq!(house.searches_around(|| {}), 1);
        let cost = || assert_eq!(gridstar_floors_set_link_cost(house.floors, 1, 3.0), GridstarStatus::Ok);
        assert_eq!(house.searches_around(cost), 2);
        for grid in house.grids {
            assert_eq!(
                house.searches_around(|| assert_eq!(gridstar_grid_set_cell(grid, 2, 1, 1), GridstarStatus::Ok)),
                2
            );
        }
    }

    #[test]
    fn points_lie_where_the_floors_lie() {
        let house = House::new();
        let before = SEARCHES.get();
        let steps = house.find(12).2;
        assert_eq!(house.find(0).0, GridstarStatus::BufferTooSmall);
        let (status, points) = house.find_world(12);
        assert_eq!((status, SEARCHES.get() - before), (GridstarStatus::Ok, 2));
        let right = |step: &FloorStep| {
            let side = if step.floor == 0 { 1.0 } else { 2.0 };
            [(step.x as f32 + 0.5) * side, step.floor as f32 * 4.0, (step.y as f32 + 0.5) * side]
        };
        assert_eq!(points, steps.iter().map(right).collect::<Vec<_>>());
    }
}
