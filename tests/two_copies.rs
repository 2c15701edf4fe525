//! Two copies of the library in one process, as two plugins of a game may each bring one: neither knows what the other
//! has, and one works on while the other is stopped and closed. This program has a third one, which it is linked with.

#![cfg(target_os = "linux")]
#![allow(clippy::expect_used, clippy::unwrap_used, reason = "a test fails by panicking")]

use common::abi::{default_grid_def, empty_result};
use common::random_maps::Random;
use common::work::{empty_ticket_info, request};
use gridstar::ffi::*;
use gridstar::grid::Cell;
use std::ffi::{CStr, CString, c_void};
use std::mem::transmute_copy;
use std::path::{Path, PathBuf};
use std::ptr::null;
use std::sync::LazyLock;

const SIDE: i32 = 300;
const SEED: u64 = 11;

/// An open copy of the library.
struct Copy(*mut c_void);

// SAFETY: the functions of the library may be called from any thread.
unsafe impl Sync for Copy {}

/// The types of functions by their names here.
type Create = unsafe extern "C" fn(*const GridstarGridDef, *mut u64) -> GridstarStatus;
type SetCells = unsafe extern "C" fn(u64, u32, *const GridstarRect, *const u8, u32) -> GridstarStatus;
type Find = unsafe extern "C" fn(
    u64,
    *const Cell,
    *const Cell,
    *const GridstarQueryDef,
    *mut Cell,
    u32,
    *mut GridstarPathResult,
) -> GridstarStatus;
type Submit = unsafe extern "C" fn(
    u64,
    *const GridstarPathRequest,
    u32,
    *const GridstarQueryDef,
    u32,
    i32,
    *mut u64,
) -> GridstarStatus;
type Poll = unsafe extern "C" fn(u64, *mut GridstarTicketInfo) -> GridstarStatus;
type Prepare = extern "C" fn(u64, u32, u32) -> GridstarStatus;
type OfId = extern "C" fn(u64) -> GridstarStatus;
type IsValid = extern "C" fn(u64, u32) -> GridstarStatus;
type Number = extern "C" fn(u32) -> u32;
type Call = extern "C" fn() -> GridstarStatus;

/// A copy of the library's file. It stays: a later file with its inode would be taken for the open one.
fn file(name: &str) -> PathBuf {
    static FOLDER: LazyLock<PathBuf> = LazyLock::new(|| {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("two_copies");
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).unwrap();
        folder
    });
    let built = std::env::current_exe().unwrap().with_file_name("libgridstar.so");
    let file = FOLDER.join(format!("{name}.so"));
    std::fs::copy(built, &file).unwrap();
    file
}

impl Copy {
    fn open(name: &str) -> Self {
        let file = file(name);
        let path = CString::new(file.as_os_str().as_encoded_bytes()).unwrap();
        // SAFETY: the path ends with a zero byte. The library has no code that runs when it is loaded.
        let handle = unsafe { libc::dlopen(path.as_ptr(), libc::RTLD_NOW | libc::RTLD_LOCAL) };
        assert!(!handle.is_null(), "{file:?} can't be opened");
        Self(handle)
    }

    /// A function with the type of the header.
    fn find<F>(&self, name: &CStr) -> F {
        // SAFETY: the name ends with a zero byte, and the caller names the function's type.
        unsafe {
            let function = libc::dlsym(self.0, name.as_ptr());
            assert!(!function.is_null(), "{name:?} is not in the library");
            transmute_copy(&function)
        }
    }

    /// A scattered map: the same in all copies.
    fn grid(&self) -> u64 {
        let (def, mut random, mut grid) = (default_grid_def(SIDE as u32, SIDE as u32), Random::new(SEED), 0);
        let mut types: Vec<u8> = (0..SIDE * SIDE).map(|_| u8::from(random.percent(25))).collect();
        types[0] = 0;
        *types.last_mut().unwrap() = 0;
        // SAFETY: pointers from references, and the pointer and length of a vector.
        unsafe {
            assert_eq!(self.find::<Create>(c"gridstar_grid_create")(&def, &mut grid), GridstarStatus::Ok);
            let set_cells: SetCells = self.find(c"gridstar_grid_set_cells");
            assert_eq!(
                set_cells(grid, GridstarCellPlane::Types as u32, null(), types.as_ptr(), types.len() as u32),
                GridstarStatus::Ok
            );
        }
        grid
    }

    /// The cost of the path from corner to corner.
    fn cost(&self, grid: u64) -> (GridstarStatus, f64) {
        let (mut cells, mut result) = (vec![Cell::default(); (SIDE * SIDE) as usize], empty_result());
        let (last, find): (_, Find) = (SIDE - 1, self.find(c"gridstar_grid_find_path"));
        // SAFETY: the pointer and length of a vector; the other pointers are null or come from references.
        let status = unsafe {
            find(
                grid,
                &Cell::new(0, 0),
                &Cell::new(last, last),
                null(),
                cells.as_mut_ptr(),
                cells.len() as u32,
                &mut result,
            )
        };
        (status, result.cost)
    }

    fn submit(&self, grid: u64) -> u64 {
        let (requests, mut ticket) = ([request(Cell::new(0, 0), Cell::new(SIDE - 1, SIDE - 1)); 300], 0);
        let submit: Submit = self.find(c"gridstar_ticket_submit");
        // SAFETY: the pointer and length of an array, and a pointer from a reference.
        let status = unsafe { submit(grid, requests.as_ptr(), requests.len() as u32, null(), 0, 0, &mut ticket) };
        assert_eq!(status, GridstarStatus::Ok);
        ticket
    }

    fn poll(&self, ticket: u64) -> GridstarStatus {
        let mut info = empty_ticket_info();
        // SAFETY: the pointer comes from a reference to a struct whose size is set.
        unsafe { self.find::<Poll>(c"gridstar_ticket_poll")(ticket, &mut info) }
    }

    fn grids(&self) -> u32 {
        self.find::<Number>(c"gridstar_live_count")(GridstarKind::Grid as u32)
    }

    fn knows(&self, grid: u64) -> bool {
        self.find::<IsValid>(c"gridstar_is_valid")(grid, GridstarKind::Grid as u32) == GridstarStatus::Ok
    }

    fn stop(&self) {
        assert_eq!(self.find::<Call>(c"gridstar_work_stop")(), GridstarStatus::Ok);
    }

    fn close(&self) {
        // SAFETY: the handle is open. Closing keeps the code, because the library's threads may run.
        assert_eq!(unsafe { libc::dlclose(self.0) }, 0);
    }
}

#[test]
fn neither_of_two_copies_knows_the_ids_and_counters_of_the_other() {
    let [one, other] = ["one", "other"].map(Copy::open);
    let own = gridstar_live_count(GridstarKind::Grid as u32);
    let of_one = [(); 3].map(|()| one.grid());
    assert_eq!([one.grids(), other.grids(), gridstar_live_count(GridstarKind::Grid as u32) - own], [3, 0, 0]);
    assert!(of_one.iter().all(|&grid| one.knows(grid) && !other.knows(grid)));
    assert_eq!(other.cost(of_one[0]).0, GridstarStatus::InvalidId);
    let of_other = other.grid();
    assert_eq!([one.grids(), other.grids()], [3, 1]);
    assert_eq!((one.cost(of_one[2]), GridstarStatus::Ok), (other.cost(of_other), one.cost(of_one[0]).0));
    // Its number is that of a grid of the other copy, and only its own copy loses it.
    assert_eq!(one.find::<OfId>(c"gridstar_destroy")(of_one[0]), GridstarStatus::Ok);
    assert_eq!([one.grids(), other.grids()], [2, 1]);
    assert_eq!(other.find::<Number>(c"gridstar_destroy_all")(GridstarKind::Grid as u32), 1);
    assert_eq!([one.grids(), other.grids()], [2, 0]);
    assert_eq!(one.cost(of_one[1]).0, GridstarStatus::Ok);
}

#[test]
fn one_of_two_copies_works_on_while_the_other_is_stopped_and_closed() {
    for round in 0..4 {
        let copies = ["stopped", "working"].map(|name| Copy::open(&format!("{name}-{round}")));
        let [stopped, working] = &copies;
        let grids = copies.each_ref().map(Copy::grid);
        for (copy, grid) in copies.iter().zip(grids) {
            let set_threads: extern "C" fn(u32) -> GridstarStatus = copy.find(c"gridstar_work_set_threads");
            assert_eq!(set_threads(2), GridstarStatus::Ok);
            let engine = GridstarEngine::Landmarks as u32;
            assert_eq!(copy.find::<Prepare>(c"gridstar_grid_prepare")(grid, engine, 1), GridstarStatus::Ok);
        }
        let tickets = [stopped.submit(grids[0]), working.submit(grids[1])];
        if round % 2 == 0 {
            stopped.stop();
            assert!([GridstarStatus::Cancelled, GridstarStatus::Ok].contains(&stopped.poll(tickets[0])));
        }
        stopped.close();
        let wait: OfId = working.find(c"gridstar_ticket_wait");
        assert_eq!(wait(tickets[1]), GridstarStatus::Ok, "round {round}");
        assert_eq!(working.find::<Call>(c"gridstar_background_wait")(), GridstarStatus::Ok);
        assert_eq!(working.cost(grids[1]).0, GridstarStatus::Ok);
        assert_eq!(working.grids(), 1);
        // Threads of both copies end, so that the next round begins without them.
        copies.iter().for_each(Copy::stop);
    }
}
