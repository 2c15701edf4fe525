//! Tickets of queries through floors: by worker threads, by budgets and by a caller that waits, each answer is that of
//! the single query. A failure prints the seed.

#![allow(clippy::expect_used, clippy::unwrap_used, reason = "a test fails by panicking")]

use common::abi::{query_def, turn};
use common::floor_twin::Twin;
use common::floors::FloorAnswer;
use common::random_maps::{Random, seeds};
use common::work::empty_ticket_info;
use gridstar::ffi::*;
use gridstar::floors::{FloorCell, FloorStep};
use gridstar::movement::{DiagonalRule, Heuristic, StepCosts};
use std::ptr::null_mut;

fn defs() -> Vec<GridstarQueryDef> {
    let plain = query_def(DiagonalRule::AtMostOneBlocked, StepCosts::default(), Heuristic::Octile);
    let partial = GridstarQueryDef { flags: GRIDSTAR_QUERY_PARTIAL_PATH | GRIDSTAR_QUERY_LEAVE_BLOCKED, ..plain };
    let points = GridstarQueryDef { path_form: GridstarPathForm::WayPoints as u32, max_cost: 30.0, ..plain };
    let loose = GridstarQueryDef { heuristic_weight: 1.5, max_cells: 9, ..partial };
    vec![plain, partial, points, loose, GridstarQueryDef { max_expansions: 40, ..plain }]
}

fn submit(
    floors: u64,
    requests: &[GridstarFloorPathRequest],
    defs: &[GridstarQueryDef],
) -> Result<u64, GridstarStatus> {
    let mut ticket = 0;
    let (count, def_count) = (requests.len() as u32, defs.len() as u32);
    // SAFETY: the pointers and lengths of slices, and a pointer from a reference.
    let status = unsafe {
        gridstar_ticket_submit_floors(floors, requests.as_ptr(), count, defs.as_ptr(), def_count, 0, &mut ticket)
    };
    if status == GridstarStatus::Ok { Ok(ticket) } else { Err(status) }
}

type Answers = (GridstarStatus, Vec<GridstarFloorPathReply>, Vec<FloorStep>);

/// Takes the answers of a ticket, whose sizes are asked for first.
fn take(ticket: u64) -> Answers {
    let mut info = empty_ticket_info();
    // SAFETY: null with a capacity of 0, and a pointer from a reference to a struct whose size is set.
    let asked = unsafe { gridstar_ticket_take_floors(ticket, null_mut(), 0, null_mut(), 0, &mut info) };
    assert!(matches!(asked, GridstarStatus::BufferTooSmall | GridstarStatus::StillRunning), "{asked:?}");
    if asked == GridstarStatus::StillRunning {
        return (asked, Vec::new(), Vec::new());
    }
    let mut replies = vec![GridstarFloorPathReply::default(); info.count as usize];
    let mut cells = vec![FloorStep::default(); info.cell_count as usize];
    let (count, capacity) = (replies.len() as u32, cells.len() as u32);
    // SAFETY: the pointers and lengths of vectors, and a pointer from a reference.
    let status = unsafe {
        gridstar_ticket_take_floors(ticket, replies.as_mut_ptr(), count, cells.as_mut_ptr(), capacity, &mut info)
    };
    assert_eq!(gridstar_is_valid(ticket, GridstarKind::Ticket as u32), GridstarStatus::InvalidId);
    (status, replies, cells)
}

fn compare((status, replies, cells): &Answers, singly: &[FloorAnswer], case: &str) {
    assert_eq!((*status, replies.len()), (GridstarStatus::Ok, singly.len()), "{case}");
    let mut first = 0;
    for (number, (reply, single)) in replies.iter().zip(singly).enumerate() {
        let path = &cells[reply.first as usize..][..reply.length as usize];
        let of_reply = (reply.status, path, reply.cost, reply.links, reply.expansions, reply.bound);
        let expected =
            (single.status as i32, &single.path[..], single.cost, single.links, single.expansions, single.bound);
        assert_eq!(of_reply, expected, "request {number}, {case}");
        assert_eq!(reply.first, if reply.length > 0 { first } else { reply.first }, "{case}");
        first += reply.length;
    }
    assert_eq!(first as usize, cells.len(), "{case}");
}

fn some_requests(twin: &mut Twin, random: &mut Random, defs: &[GridstarQueryDef]) -> Vec<GridstarFloorPathRequest> {
    let request = |_| GridstarFloorPathRequest {
        start: twin.cell(random).into(),
        goal: twin.cell(random).into(),
        def_index: random.below(defs.len() as u32),
        reserved: 0,
    };
    (0..40).map(request).collect()
}

/// The answers to requests one by one.
fn answers_of(twin: &Twin, requests: &[GridstarFloorPathRequest], defs: &[GridstarQueryDef]) -> Vec<FloorAnswer> {
    let at = |cell: GridstarFloorCell| FloorCell::new(cell.floor, cell.x, cell.y);
    let answer = |request: &GridstarFloorPathRequest| {
        twin.floors.find_path(at(request.start), at(request.goal), Some(&defs[request.def_index as usize]))
    };
    requests.iter().map(answer).collect()
}

#[test]
fn tickets_answer_as_single_queries_by_threads_by_budgets_and_by_waiting() {
    let _turn = turn();
    let (mut slices, mut found) = (0, 0);
    for seed in seeds(0..90) {
        let mut twin = Twin::random(seed);
        let mut random = Random::new(seed);
        let defs = defs();
        for round in 0..3 {
            let requests = some_requests(&mut twin, &mut random, &defs);
            assert_eq!(gridstar_work_set_threads(if round == 0 { 2 } else { 0 }), GridstarStatus::Ok);
            let ticket = submit(twin.floors.id(), &requests, &defs).unwrap();
            // The ticket sees the floors as they were.
            let singly = answers_of(&twin, &requests, &defs);
            twin.edit(&mut random);
            if round == 1 {
                while take_state(ticket) == GridstarStatus::StillRunning {
                    assert_eq!(gridstar_work_run(1 + u64::from(random.below(60)), 0), GridstarStatus::Ok);
                    slices += 1;
                }
            } else {
                assert_eq!(gridstar_ticket_wait(ticket), GridstarStatus::Ok);
            }
            let (mut reply, mut cells) = (GridstarFloorPathReply::default(), vec![FloorStep::default(); 4]);
            // SAFETY: pointers from references, and the pointer and length of a vector.
            let peeked = unsafe { gridstar_ticket_peek_floors(ticket, 7, &mut reply, cells.as_mut_ptr(), 4) };
            assert_eq!((peeked, reply.status), (GridstarStatus::Ok, singly[7].status as i32), "seed {seed}");
            let shown = singly[7].path.len().min(4);
            assert_eq!(cells[..shown], singly[7].path[..shown], "seed {seed}");
            compare(&take(ticket), &singly, &format!("seed {seed}, round {round}"));
            found += singly.iter().filter(|answer| answer.links > 0).count();
        }
    }
    assert!(slices > 1000 && found > 500, "{slices} slices, {found} paths by links");
}

/// Worker threads and this one ask at once, and make and replace what is kept under each other's hands. Seeds at which
/// that has led to costlier partial paths.
#[test]
fn threads_that_ask_at_once_get_the_answers_of_one() {
    let _turn = turn();
    let defs = defs();
    assert_eq!(gridstar_work_set_threads(2), GridstarStatus::Ok);
    for (round, seed) in (0..80).flat_map(|round| [26, 52, 67, 81, 85].map(|seed| (round, seed))) {
        let (mut twin, mut random) = (Twin::random(seed), Random::new(seed));
        let requests = some_requests(&mut twin, &mut random, &defs);
        let ticket = submit(twin.floors.id(), &requests, &defs).unwrap();
        let singly = answers_of(&twin, &requests, &defs);
        assert_eq!(gridstar_ticket_wait(ticket), GridstarStatus::Ok);
        compare(&take(ticket), &singly, &format!("seed {seed}, round {round}"));
    }
}

fn take_state(ticket: u64) -> GridstarStatus {
    let mut info = empty_ticket_info();
    // SAFETY: a pointer from a reference to a struct whose size is set.
    unsafe { gridstar_ticket_poll(ticket, &mut info) }
}

#[test]
fn a_ticket_of_floors_is_cancelled_and_is_none_of_a_grid() {
    let _turn = turn();
    assert_eq!(gridstar_work_set_threads(0), GridstarStatus::Ok);
    let twin = Twin::drawn(["....", "...."]);
    let at = |floor, x| GridstarFloorCell::from(FloorCell::new(floor, x, 0));
    let request = GridstarFloorPathRequest { start: at(0, 0), goal: at(0, 3), ..Default::default() };
    let ticket = submit(twin.floors.id(), &[request], &[]).unwrap();
    assert_eq!(take(ticket).0, GridstarStatus::StillRunning);
    let mut info = empty_ticket_info();
    // SAFETY: null with a capacity of 0, and a pointer from a reference.
    let of_grid = unsafe { gridstar_ticket_take(ticket, null_mut(), 0, null_mut(), 0, &mut info) };
    assert_eq!(of_grid, GridstarStatus::UnsupportedQuery);
    assert_eq!(gridstar_ticket_cancel(ticket), GridstarStatus::Ok);
    let (status, replies, _) = take(ticket);
    assert_eq!((status, replies[0].status), (GridstarStatus::Cancelled, GridstarStatus::Cancelled as i32));
    let wrong = GridstarFloorPathRequest { def_index: 1, ..request };
    assert_eq!(submit(twin.floors.id(), &[wrong], &[]), Err(GridstarStatus::UnknownQueryDef));
    let wrong = GridstarFloorPathRequest { start: at(5, 0), ..request };
    assert_eq!(submit(twin.floors.id(), &[wrong], &[]), Err(GridstarStatus::UnknownFloor));
    assert_eq!(gridstar_destroy(submit(twin.floors.id(), &[request], &[]).unwrap()), GridstarStatus::Ok);
}
