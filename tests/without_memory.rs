//! Creates objects until memory runs out, and destroys them without memory.

#![allow(clippy::expect_used, clippy::unwrap_used, reason = "a test fails by panicking")]

#[path = "common/counting_allocator.rs"]
#[allow(dead_code, reason = "other tests use the rest of it")]
mod counting_allocator;

use common::abi::{TestGrid, default_grid_def, default_query_def, turn};
use common::field::TestField;
use common::profile::TestProfile;
use common::work::{Batch, TestTicket, empty_ticket_info, request};
use counting_allocator::{ALLOWED, LIVE_BYTES, refuse_each_allocation};
use gridstar::OutOfMemory;
use gridstar::ffi::*;
use gridstar::grid::{Cell, Rect};
use gridstar::try_arc::TryArc;
use std::cell::RefCell;
use std::ptr::null;
use std::sync::Arc;

type Create = dyn Fn(&TestGrid, &mut u64) -> GridstarStatus;

/// The functions for one kind of objects.
struct Kind {
    name: &'static str,
    create: Box<Create>,
    number: u32,
}

fn kinds() -> [Kind; 4] {
    let def = default_grid_def(2, 2);
    let request = request(Cell::new(0, 0), Cell::new(1, 1));
    // Std can't report that it has no memory for a thread.
    assert_eq!(gridstar_work_set_threads(0), GridstarStatus::Ok);
    [
        Kind {
            name: "grids",
            number: GridstarKind::Grid as u32,
            // SAFETY: pointers from references.
            create: Box::new(move |_, id| unsafe { gridstar_grid_create(&def, id) }),
        },
        Kind {
            name: "floors",
            number: GridstarKind::Floors as u32,
            // SAFETY: a pointer from a reference.
            create: Box::new(|_, id| unsafe { gridstar_floors_create(id) }),
        },
        Kind {
            name: "steppers",
            number: GridstarKind::Stepper as u32,
            // SAFETY: a pointer from a reference; the def may be null.
            create: Box::new(|grid, id| unsafe {
                gridstar_stepper_begin(grid.id(), &Cell::new(0, 0), &Cell::new(1, 1), null(), id)
            }),
        },
        Kind {
            name: "tickets",
            number: GridstarKind::Ticket as u32,
            // SAFETY: pointers from references; the defs may be null.
            create: Box::new(move |grid, id| unsafe {
                gridstar_ticket_submit(grid.id(), &request, 1, null(), 0, 0, id)
            }),
        },
    ]
}

/// Fails each allocation of each creation in turn, for the first object, which grows the table, and for later ones.
#[test]
fn whatever_is_created_while_memory_ends_is_a_status() {
    let _turn = turn();
    let grid = TestGrid::new(2, 2);
    for kind in kinds() {
        for _ in 0..40 {
            let before = gridstar_live_count(kind.number);
            let bytes = LIVE_BYTES.get();
            let refusals = refuse_each_allocation(
                || 0,
                |id| (kind.create)(&grid, id),
                |id, status, refusals| {
                    let is_refused = status == GridstarStatus::OutOfMemory;
                    assert!(is_refused || status as i32 >= 0, "{} after {refusals} allocations: {status:?}", kind.name);
                    assert_eq!(gridstar_live_count(kind.number), before + u32::from(!is_refused), "{}", kind.name);
                    if !is_refused {
                        assert_eq!(gridstar_destroy(id), GridstarStatus::Ok, "{}", kind.name);
                    }
                },
            );
            assert!(refusals > 1, "{}: no allocation was refused", kind.name);
            let kept = LIVE_BYTES.get() - bytes;
            // The table may have grown to twice its size, and the queue of work may have forgotten tickets of before,
            // each of some hundred bytes.
            assert!((-20_000..10_000).contains(&kept), "{}: {kept} bytes were not freed", kind.name);
            // One more object stays alive, so that the table fills up again.
            assert!((kind.create)(&grid, &mut 0) as i32 >= 0);
        }
    }
    gridstar_destroy_all(GridstarKind::Ticket as u32);
    gridstar_destroy_all(GridstarKind::Stepper as u32);
    gridstar_destroy_all(GridstarKind::Floors as u32);
    gridstar_destroy_all(GridstarKind::Grid as u32);
}

#[test]
fn destroying_all_objects_needs_no_memory() {
    const COUNT: u32 = 7000;
    let _turn = turn();
    for kind in kinds() {
        let grid = TestGrid::new(2, 2);
        let others = gridstar_live_count(kind.number);
        for _ in 0..COUNT {
            assert!((kind.create)(&grid, &mut 0) as i32 >= 0);
        }
        ALLOWED.set(0);
        let count = gridstar_destroy_all(kind.number);
        ALLOWED.set(u64::MAX);
        assert_eq!((count, gridstar_live_count(kind.number)), (COUNT + others, 0), "{}", kind.name);
    }
}

#[test]
fn a_value_for_which_there_is_no_memory_is_dropped_and_not_shared() {
    let witness = Arc::new(());
    let value = Arc::clone(&witness);
    ALLOWED.set(0);
    let refused = TryArc::try_new(value);
    ALLOWED.set(u64::MAX);
    assert!(matches!(refused, Err(OutOfMemory)));
    assert_eq!(Arc::strong_count(&witness), 1);
    assert_eq!(TryArc::try_new(Arc::clone(&witness)).map(|shared| shared.owners()), Ok(1));
}

/// Worker threads help to write the answers of a large batch, which takes a little memory.
#[test]
fn a_large_ticket_is_taken_without_memory() {
    const COUNT: u32 = 400;
    let _turn = turn();
    let grid = TestGrid::new(200, 200);
    let batch = Batch::of((0..COUNT).map(|i| request(Cell::new(0, i as i32 % 200), Cell::new(199, 7))));
    let right = TestTicket::submit(&grid, &batch).unwrap();
    assert_eq!(right.wait(), GridstarStatus::Ok);
    let (right, mut places) = (right.take(), (vec![GridstarPathReply::default(); COUNT as usize], Vec::new()));
    places.1.resize(right.info.cell_count as usize, Cell::default());
    assert!(places.1.len() > 1 << 15, "the calling thread writes so few cells alone");
    // The thread for the writing starts here, with memory.
    assert_eq!(gridstar_work_set_threads(1), GridstarStatus::Ok);
    let places = RefCell::new(places);
    let refusals = refuse_each_allocation(
        || {
            let ticket = TestTicket::submit(&grid, &batch).unwrap();
            assert_eq!(ticket.wait(), GridstarStatus::Ok);
            (ticket, empty_ticket_info())
        },
        |(ticket, info)| {
            let (replies, cells) = &mut *places.borrow_mut();
            let (replies, cells, count) = (replies.as_mut_ptr(), cells.as_mut_ptr(), cells.len() as u32);
            // SAFETY: pointers and lengths of vectors, and a pointer from a reference.
            unsafe { gridstar_ticket_take(ticket.id(), replies, COUNT, cells, count, info) }
        },
        |(ticket, _), status, refusals| {
            let (replies, cells) = &*places.borrow();
            assert_eq!((status, ticket.is_valid()), (GridstarStatus::Ok, false), "after {refusals} allocations");
            assert!(replies == &right.replies && *cells == right.paths.concat(), "after {refusals} allocations");
        },
    );
    assert!(refusals > 1, "no allocation was refused");
    assert_eq!([gridstar_work_stop(), gridstar_work_set_threads(0)], [GridstarStatus::Ok; 2]);
}

/// The reported memory of a grid must be what it took from the allocator, up to a tenth and 300 bytes.
#[test]
fn a_grid_says_how_much_memory_it_holds_and_a_small_one_is_small() {
    let _turn = turn();
    for (side, most) in [(1, 1_600), (16, 2_500), (64, 9_000), (200, 60_000)] {
        let before = LIVE_BYTES.get();
        let grid = TestGrid::new(side, side);
        let held = |grid: &TestGrid| (LIVE_BYTES.get() - before, grid.info().unwrap().bytes as i64);
        let (taken, said) = held(&grid);
        assert!(taken <= most, "{side} x {side}: {taken} bytes");
        let fits = |(taken, said): (i64, i64)| (said - taken).abs() <= taken / 10 + 300;
        assert!(fits((taken, said)), "{side} x {side}: {said} bytes, and {taken} taken");
        for engine in [GridstarEngine::JumpPoints, GridstarEngine::Landmarks] {
            assert_eq!(gridstar_grid_prepare(grid.id(), engine as u32, 0), GridstarStatus::Ok);
            let (taken, said) = held(&grid);
            assert!(fits((taken, said)), "{side} x {side}, {engine:?}: {said} bytes, and {taken} taken");
        }
    }
}

/// A read of many cells, beside a search that holds the grid's state and an edit that waits, needs a second state.
#[test]
fn a_read_without_memory_writes_nothing() {
    const SIDE: u32 = 300;
    const UNTOUCHED: (u8, u32) = (77, u32::MAX);
    let all = GridstarRect { x: 0, y: 0, width: SIDE, height: SIDE };
    let _turn = turn();
    let reads = [
        (GridstarCellPlane::Types, null()),
        (GridstarCellPlane::Types, &raw const all),
        (GridstarCellPlane::Penalties, &raw const all),
        (GridstarCellPlane::Covers, &raw const all),
    ];
    for (plane, rect) in reads {
        let (grid, mut stepper) = (TestGrid::new(SIDE, SIDE), 0);
        // SAFETY: a pointer from a reference; the def may be null.
        let begun =
            unsafe { gridstar_stepper_begin(grid.id(), &Cell::new(0, 0), &Cell::new(1, 1), null(), &mut stepper) };
        assert_eq!((begun, grid.set_cell(Cell::new(5, 5), 1)), (GridstarStatus::StillRunning, GridstarStatus::Ok));
        let (mut cells, mut count) = (vec![UNTOUCHED.0; (SIDE * SIDE) as usize], UNTOUCHED.1);
        for (allowed, status) in [(0, GridstarStatus::OutOfMemory), (u64::MAX, GridstarStatus::Ok)] {
            ALLOWED.set(allowed);
            // SAFETY: the pointer and length of a vector, and a pointer from a reference.
            let read = unsafe {
                gridstar_grid_get_cells(grid.id(), plane as u32, rect, cells.as_mut_ptr(), SIDE * SIDE, &mut count)
            };
            ALLOWED.set(u64::MAX);
            assert_eq!(read, status);
            let is_written = status == GridstarStatus::Ok;
            assert_eq!(count, if is_written { SIDE * SIDE } else { UNTOUCHED.1 });
            assert_eq!(cells.contains(&UNTOUCHED.0), !is_written);
        }
        assert_eq!(gridstar_destroy(stepper), GridstarStatus::Ok);
    }
}

/// Where cells cost differently, a field is built in memory of its own, or without it.
#[test]
fn a_field_in_terrain_is_right_or_refused() {
    const SIDE: u32 = 80;
    let (grid, profile) = (TestGrid::new(SIDE, SIDE), TestProfile::new());
    profile.set_cost(2, 1.5);
    profile.set_cost(3, 4.0);
    let types: Vec<u8> = (0..SIDE * SIDE).map(|i| if i % 11 == 0 { 1 } else { 2 + (i / 7 % 2) as u8 }).collect();
    assert_eq!(grid.set_cells(&types), GridstarStatus::Ok);
    let def = GridstarQueryDef { profile: profile.id(), ..default_query_def() };
    let whole = Rect { x: 0, y: 0, width: SIDE, height: SIDE };
    let create = || TestField::create(&grid, &[Cell::new(40, 41)], 0, 0, Some(&def));
    let right = create().unwrap().costs(whole).unwrap();
    assert!(right.iter().filter(|cost| cost.is_finite()).count() > 5000);
    let before = gridstar_live_count(GridstarKind::Field as u32);
    let refusals = refuse_each_allocation(
        || None,
        |field| match create() {
            Ok(created) => {
                *field = Some(created);
                GridstarStatus::Ok
            }
            Err(status) => status,
        },
        |field, status, refusals| match field {
            Some(field) => assert!(field.costs(whole).unwrap() == right, "after {refusals} allocations"),
            None => assert_eq!(status, GridstarStatus::OutOfMemory, "after {refusals} allocations"),
        },
    );
    assert!(refusals > 10, "{refusals} allocations");
    assert_eq!(gridstar_live_count(GridstarKind::Field as u32), before);
}
