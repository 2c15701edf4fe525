//! Searches from destructors of a thread's thread-local values, before and after the library's own values are
//! destroyed.

#![allow(clippy::expect_used, clippy::unwrap_used, reason = "a test fails by panicking")]

use common::abi::{TestGrid, empty_result};
use common::floors::{TestFloors, empty_floor_result, link_def};
use common::work::{empty_ticket_info, request};
use gridstar::ffi::*;
use gridstar::floors::{FloorCell, FloorStep};
use gridstar::grid::Cell;
use std::cell::RefCell;
use std::ptr::null;
use std::sync::mpsc::{Sender, channel};

const START: Cell = Cell::new(0, 0);
const GOAL: Cell = Cell::new(9, 9);

/// Status, length and number of expansions.
type Ending = (GridstarStatus, u32, u32);

/// Queries a grid and floors when dropped, one by one and in batches, and sends the statuses, lengths and numbers of
/// expansions.
struct AsksAtTheEnd {
    grid: u64,
    floors: u64,
    answers: Sender<[Ending; 4]>,
}

impl AsksAtTheEnd {
    fn ask(&self) -> [Ending; 4] {
        // Must not use thread-local values of the test: they may be destroyed.
        let (mut path, mut expanded) = (vec![Cell::default(); 100], vec![Cell::default(); 1000]);
        let mut floor_path = vec![FloorStep::default(); 200];
        let [mut found, mut traced] = [empty_result(); 2];
        let mut through_floors = empty_floor_result();
        let (place, trace) = (path.as_mut_ptr(), expanded.as_mut_ptr());
        let Cell { x, y } = GOAL;
        // SAFETY: pointers and lengths of vectors, and pointers from references.
        let statuses = unsafe {
            [
                gridstar_grid_find_path(self.grid, &START, &Cell::new(x, y), null(), place, 100, &mut found),
                gridstar_grid_trace_path(self.grid, &START, &Cell::new(x, y), null(), trace, 1000, &mut traced),
                gridstar_floors_find_path(
                    self.floors,
                    &GridstarFloorCell { floor: 0, x: START.x, y: START.y, reserved: 0 },
                    &GridstarFloorCell { floor: 1, x, y, reserved: 0 },
                    null(),
                    floor_path.as_mut_ptr(),
                    200,
                    &mut through_floors,
                ),
            ]
        };
        [
            (statuses[0], found.length, found.expansions),
            (statuses[1], traced.length, traced.expansions),
            (statuses[2], through_floors.length, through_floors.expansions),
            self.take_ticket(&mut path),
        ]
    }
}

impl AsksAtTheEnd {
    /// Without worker threads, this thread answers.
    fn take_ticket(&self, path: &mut [Cell]) -> Ending {
        let (request, mut reply, mut info) = (request(START, GOAL), GridstarPathReply::default(), empty_ticket_info());
        let (place, room, out, mut ticket) = (path.as_mut_ptr(), path.len() as u32, &mut reply, 0);
        // SAFETY: as above.
        let statuses = unsafe {
            [
                gridstar_ticket_submit(self.grid, &request, 1, null(), 0, 0, &mut ticket),
                gridstar_ticket_wait(ticket),
                gridstar_ticket_take(ticket, out, 1, place, room, &mut info),
            ]
        };
        assert_eq!(statuses, [GridstarStatus::Ok; 3]);
        (statuses[2], reply.length, reply.expansions)
    }
}

impl Drop for AsksAtTheEnd {
    fn drop(&mut self) {
        self.answers.send(self.ask()).unwrap();
    }
}

thread_local! {
    static BEFORE: RefCell<Option<AsksAtTheEnd>> = const { RefCell::new(None) };
    static AFTER: RefCell<Option<AsksAtTheEnd>> = const { RefCell::new(None) };
}

#[test]
fn a_search_in_a_destructor_of_a_thread_local_value_finds_the_path() {
    assert_eq!(gridstar_work_set_threads(0), GridstarStatus::Ok);
    let grid = TestGrid::new(10, 10);
    for x in 1..9 {
        assert_eq!(grid.set_cell(Cell::new(x, 4), 1), GridstarStatus::Ok);
    }
    let floors = TestFloors::new([&grid, &grid]);
    floors.add_link(&link_def(FloorCell::new(0, 9, 0), FloorCell::new(1, 0, 0), 1.0)).unwrap();
    let (sender, answers) = channel();
    let asks = || AsksAtTheEnd { grid: grid.id(), floors: floors.id(), answers: sender.clone() };
    let right = std::thread::scope(|scope| {
        let searches = || {
            // The value that was registered first outlives the library's values; the value registered last does not.
            BEFORE.set(Some(asks()));
            let asking = asks();
            let right = asking.ask();
            AFTER.set(Some(asks()));
            right
        };
        scope.spawn(searches).join().unwrap()
    });
    drop(sender);
    assert!(right.iter().all(|(status, length, _)| *status == GridstarStatus::Ok && *length >= 10), "{right:?}");
    let all: Vec<_> = answers.iter().collect();
    assert_eq!(all, [right; 3]);
}

/// A thread that searches only while it ends.
#[test]
fn a_thread_may_search_for_the_first_time_at_its_end() {
    assert_eq!(gridstar_work_set_threads(0), GridstarStatus::Ok);
    let grid = TestGrid::new(10, 10);
    let floors = TestFloors::new([&grid, &grid]);
    floors.add_link(&link_def(FloorCell::new(0, 9, 0), FloorCell::new(1, 0, 0), 1.0)).unwrap();
    let (sender, answers) = channel();
    std::thread::scope(|scope| {
        let asks = || AsksAtTheEnd { grid: grid.id(), floors: floors.id(), answers: sender.clone() };
        scope.spawn(move || [&BEFORE, &AFTER].map(|place| place.set(Some(asks())))).join().unwrap();
    });
    let all: Vec<_> = answers.try_iter().collect();
    assert!(all.len() == 2 && all.iter().flatten().all(|answer| answer.0 == GridstarStatus::Ok), "{all:?}");
}
