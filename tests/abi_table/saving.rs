//! Saved grids, profiles, floors, crowds and reservations, and changes since a grid was saved.

#![allow(clippy::undocumented_unsafe_blocks, reason = "a `Case` gives only pointers with which a call is sound")]

use crate::fixture::{AGENTS, CROWD, LINK_ENDS, SIDE, WINDOW};
use crate::given::Given::*;
use crate::table::{Function, IDS};
use common::abi::TestGrid;
use common::avoidance::TestCrowd;
use common::crowd::TestReservations;
use common::floors::{TestFloors, link_def};
use common::profile::TestProfile;
use gridstar::ffi::GridstarStatus::*;
use gridstar::ffi::*;
use gridstar::grid::Cell;
use std::ptr::null;
use std::sync::OnceLock;

/// The fixture's grid, changes of it, its profile, its floors, a crowd and reservations, each with a byte more for
/// counts that are too large.
struct Saved {
    grid: Vec<u8>,
    changes: Vec<u8>,
    profile: Vec<u8>,
    floors: Vec<u8>,
    crowd: Vec<u8>,
    reservations: Vec<u8>,
}

impl Saved {
    fn get() -> &'static Self {
        static SAVED: OnceLock<Saved> = OnceLock::new();
        SAVED.get_or_init(|| {
            let owner = TestGrid::new(SIDE, SIDE);
            assert_eq!(owner.set_cell(Cell::new(3, 0), 1), Ok);
            let mut grid = owner.save(1).unwrap();
            let floors = TestFloors::new([&owner, &owner]);
            floors.add_link(&link_def(LINK_ENDS.0, LINK_ENDS.1, 1.0)).unwrap();
            let mut floors = floors.save(1).unwrap();
            assert_eq!(owner.set_cell(Cell::new(1, 1), 1), Ok);
            let mut changes = owner.save_changes(&grid).unwrap();
            let mut profile = TestProfile::new().save().unwrap();
            let crowd = TestCrowd::new(&owner);
            crowd.add(&CROWD).unwrap();
            let mut crowd = crowd.save().unwrap();
            // Those of the fixture, in number and length.
            let taken = TestReservations::new(&owner, WINDOW);
            taken.plan(&AGENTS[..2], None);
            let mut reservations = taken.save().unwrap();
            for bytes in [&mut grid, &mut changes, &mut profile, &mut floors, &mut crowd, &mut reservations] {
                bytes.push(0);
            }
            Self { grid, changes, profile, floors, crowd, reservations }
        })
    }
}

fn length(bytes: &[u8]) -> u32 {
    bytes.len() as u32 - 1
}

pub(crate) fn functions() -> Vec<Function> {
    let save = Function::new("gridstar_grid_save", Ok, |c| unsafe {
        let needed = length(&Saved::get().grid);
        let (bytes, capacity) = c.buffer("bytes_out", 0, "capacity", needed);
        let flags = c.number("flags", GRIDSTAR_SAVE_PREPARED, 2);
        gridstar_grid_save(c.id("grid"), flags, bytes, capacity, c.count_out("count_out", needed)) as i32
    })
    .bad_id("grid", InvalidId)
    .bad("flags", &[Beyond, NegativeAsUnsigned, Huge], BadFlag)
    .bad("bytes_out", &[Null], NullPointer)
    .bad("capacity", &[Zero, OneTooSmall, Null], BufferTooSmall)
    .bad_pointer("count_out");

    let load = Function::new("gridstar_grid_load", Ok, |c| unsafe {
        let saved = &Saved::get().grid;
        gridstar_grid_load(c.input("bytes", saved), c.size("count", length(saved)), c.out("grid_out", 0)) as i32
    })
    .bad("bytes", &[Null], NullPointer)
    .bad("count", &[Zero], ForeignBytes)
    .bad("count", &[OneTooSmall, OneTooLarge], DamagedBytes)
    .special("count", Null, ForeignBytes, |c| unsafe { gridstar_grid_load(null(), 0, c.out("grid_out", 0)) as i32 })
    .bad_pointer("grid_out");

    let save_changes = Function::new("gridstar_grid_save_changes", Ok, |c| unsafe {
        let base = &Saved::get().grid;
        // Of a grid without changes.
        let needed = NOTHING_CHANGED;
        let (bytes, capacity) = c.buffer("bytes_out", 0, "capacity", needed);
        let (pointer, count) = (c.input("base", base), c.size("base_count", length(base)));
        let count_out = c.count_out("count_out", needed);
        gridstar_grid_save_changes(c.id("grid"), pointer, count, bytes, capacity, count_out) as i32
    })
    .bad_id("grid", InvalidId)
    .bad("base", &[Null], NullPointer)
    .bad("base_count", &[Zero], ForeignBytes)
    .bad("base_count", &[OneTooSmall, OneTooLarge], DamagedBytes)
    .bad("bytes_out", &[Null], NullPointer)
    .bad("capacity", &[Zero, OneTooSmall, Null], BufferTooSmall)
    .bad_pointer("count_out");

    let apply = Function::new("gridstar_grid_apply_changes", Ok, |c| unsafe {
        let changes = &Saved::get().changes;
        let (pointer, count) = (c.input("changes", changes), c.size("count", length(changes)));
        gridstar_grid_apply_changes(c.id("grid"), pointer, count) as i32
    })
    .bad_id("grid", InvalidId)
    .bad("changes", &[Null], NullPointer)
    .bad("count", &[Zero], ForeignBytes)
    .bad("count", &[OneTooSmall, OneTooLarge], DamagedBytes);

    [vec![save, load, save_changes, apply], profiles(), floors(), crowds(), reservations()]
        .into_iter()
        .flatten()
        .collect()
}

fn profiles() -> Vec<Function> {
    let save = Function::new("gridstar_profile_save", Ok, |c| unsafe {
        let needed = length(&Saved::get().profile);
        let (bytes, capacity) = c.buffer("bytes_out", 0, "capacity", needed);
        gridstar_profile_save(c.id("profile"), bytes, capacity, c.count_out("count_out", needed)) as i32
    })
    .bad_id("profile", InvalidProfile)
    .bad("bytes_out", &[Null], NullPointer)
    .bad("capacity", &[Zero, OneTooSmall, Null], BufferTooSmall)
    .bad_pointer("count_out");

    let load = Function::new("gridstar_profile_load", Ok, |c| unsafe {
        let saved = &Saved::get().profile;
        gridstar_profile_load(c.input("bytes", saved), c.size("count", length(saved)), c.out("profile_out", 0)) as i32
    })
    .bad("bytes", &[Null], NullPointer)
    .bad("count", &[Zero], ForeignBytes)
    .bad("count", &[OneTooSmall, OneTooLarge], DamagedBytes)
    .special("count", Null, ForeignBytes, |c| unsafe {
        gridstar_profile_load(null(), 0, c.out("profile_out", 0)) as i32
    })
    .bad_pointer("profile_out");

    vec![save, load]
}

fn floors() -> Vec<Function> {
    let save = Function::new("gridstar_floors_save", Ok, |c| unsafe {
        let needed = length(&Saved::get().floors);
        let (bytes, capacity) = c.buffer("bytes_out", 0, "capacity", needed);
        let flags = c.number("flags", GRIDSTAR_SAVE_PREPARED, 2);
        gridstar_floors_save(c.id("floors"), flags, bytes, capacity, c.count_out("count_out", needed)) as i32
    })
    .bad_id("floors", InvalidId)
    .bad("flags", &[Beyond, NegativeAsUnsigned, Huge], BadFlag)
    .bad("bytes_out", &[Null], NullPointer)
    .bad("capacity", &[Zero, OneTooSmall, Null], BufferTooSmall)
    .bad_pointer("count_out");

    let load = Function::new("gridstar_floors_load", Ok, |c| unsafe {
        let saved = &Saved::get().floors;
        gridstar_floors_load(c.input("bytes", saved), c.size("count", length(saved)), c.out("floors_out", 0)) as i32
    })
    .bad("bytes", &[Null], NullPointer)
    .bad("count", &[Zero], ForeignBytes)
    .bad("count", &[OneTooSmall, OneTooLarge], DamagedBytes)
    .special("count", Null, ForeignBytes, |c| unsafe { gridstar_floors_load(null(), 0, c.out("floors_out", 0)) as i32 })
    .bad_pointer("floors_out");

    vec![save, load]
}

fn crowds() -> Vec<Function> {
    let hash = Function::new("gridstar_crowd_get_hash", Ok, |c| unsafe {
        gridstar_crowd_get_hash(c.id("crowd"), c.out("hash_out", 0)) as i32
    })
    .bad_id("crowd", InvalidId)
    .bad_pointer("hash_out");

    let copy = Function::new("gridstar_crowd_copy_from", Ok, |c| {
        gridstar_crowd_copy_from(c.id("crowd"), c.other("crowd")) as i32
    })
    .bad_id("crowd", InvalidId)
    .bad("other", IDS, InvalidId)
    .bad("other", &[OfGrid, OfReservations], InvalidId);

    let save = Function::new("gridstar_crowd_save", Ok, |c| unsafe {
        let needed = length(&Saved::get().crowd);
        let (bytes, capacity) = c.buffer("bytes_out", 0, "capacity", needed);
        gridstar_crowd_save(c.id("crowd"), bytes, capacity, c.count_out("count_out", needed)) as i32
    })
    .bad_id("crowd", InvalidId)
    .bad("bytes_out", &[Null], NullPointer)
    .bad("capacity", &[Zero, OneTooSmall, Null], BufferTooSmall)
    .bad_pointer("count_out");

    let load = Function::new("gridstar_crowd_load", Ok, |c| unsafe {
        let saved = &Saved::get().crowd;
        let (bytes, count) = (c.input("bytes", saved), c.size("count", length(saved)));
        gridstar_crowd_load(c.id("grid"), c.query_def(), bytes, count, c.out("crowd_out", 0)) as i32
    })
    .bad_id("grid", InvalidId)
    .bad_query_def()
    .bad("bytes", &[Null], NullPointer)
    .bad("count", &[Zero], ForeignBytes)
    .bad("count", &[OneTooSmall, OneTooLarge], DamagedBytes)
    .special("count", Null, ForeignBytes, |c| unsafe {
        gridstar_crowd_load(c.id("grid"), null(), null(), 0, c.out("crowd_out", 0)) as i32
    })
    .bad_pointer("crowd_out");

    vec![hash, copy, save, load]
}

fn reservations() -> Vec<Function> {
    let hash = Function::new("gridstar_reservations_get_hash", Ok, |c| unsafe {
        gridstar_reservations_get_hash(c.id("reservations"), c.out("hash_out", 0)) as i32
    })
    .bad_id("reservations", InvalidId)
    .bad_pointer("hash_out");

    let copy = Function::new("gridstar_reservations_copy_from", Ok, |c| {
        gridstar_reservations_copy_from(c.id("reservations"), c.other("reservations")) as i32
    })
    .bad_id("reservations", InvalidId)
    .bad("other", IDS, InvalidId)
    .bad("other", &[OfGrid, OfCrowd], InvalidId);

    let save = Function::new("gridstar_reservations_save", Ok, |c| unsafe {
        let needed = length(&Saved::get().reservations);
        let (bytes, capacity) = c.buffer("bytes_out", 0, "capacity", needed);
        gridstar_reservations_save(c.id("reservations"), bytes, capacity, c.count_out("count_out", needed)) as i32
    })
    .bad_id("reservations", InvalidId)
    .bad("bytes_out", &[Null], NullPointer)
    .bad("capacity", &[Zero, OneTooSmall, Null], BufferTooSmall)
    .bad_pointer("count_out");

    let load = Function::new("gridstar_reservations_load", Ok, |c| unsafe {
        let saved = &Saved::get().reservations;
        let (bytes, count) = (c.input("bytes", saved), c.size("count", length(saved)));
        gridstar_reservations_load(c.id("grid"), bytes, count, c.out("reservations_out", 0)) as i32
    })
    .bad_id("grid", InvalidId)
    .bad("bytes", &[Null], NullPointer)
    .bad("count", &[Zero], ForeignBytes)
    .bad("count", &[OneTooSmall, OneTooLarge], DamagedBytes)
    .special("count", Null, ForeignBytes, |c| unsafe {
        gridstar_reservations_load(c.id("grid"), null(), 0, c.out("reservations_out", 0)) as i32
    })
    .bad_pointer("reservations_out");

    vec![hash, copy, save, load]
}

/// The bytes of changes without a change: the head, three sections and the checksum.
const NOTHING_CHANGED: u32 = 16 + (8 + 16) + (8 + 1) + (8 + 1) + 8;
