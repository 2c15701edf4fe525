//! A host may close the library while one of the library's threads runs. The library must stay loaded.

#![cfg(target_os = "linux")]
#![allow(clippy::expect_used, clippy::unwrap_used, reason = "a test fails by panicking")]

use gridstar::ffi::{GridstarEngine, GridstarGridDef, GridstarStatus};
use std::ffi::{CStr, CString, c_void};
use std::mem::transmute;
use std::path::PathBuf;
use std::process::Command;

/// Set in the child process that opens and closes the library.
const LIBRARY: &str = "GRIDSTAR_TEST_LIBRARY_TO_CLOSE";

/// Number of processes: where the thread is when the library is closed depends on timing.
const TIMES: usize = 20;

type GridDefDefault = unsafe extern "C" fn(*mut GridstarGridDef, u32) -> GridstarStatus;
type GridCreate = unsafe extern "C" fn(*const GridstarGridDef, *mut u64) -> GridstarStatus;
type GridPrepare = extern "C" fn(u64, u32, u32) -> GridstarStatus;
type End = extern "C" fn() -> GridstarStatus;

/// The library that cargo built beside this test.
fn library() -> PathBuf {
    std::env::current_exe().unwrap().with_file_name("libgridstar.so")
}

fn threads_of_this_process() -> usize {
    std::fs::read_dir("/proc/self/task").unwrap().count()
}

/// Opens the library, starts a preparation in the background, closes the library at once, and waits until the
/// preparation and its thread have ended.
fn open_and_close(library: &str) {
    let threads = threads_of_this_process();
    let name = CString::new(library).unwrap();
    // SAFETY: the functions have the header's signatures, and the pointers come from references.
    unsafe {
        let handle = libc::dlopen(name.as_ptr(), libc::RTLD_NOW | libc::RTLD_LOCAL);
        assert!(!handle.is_null(), "{library} can't be opened");
        let find = |name: &CStr| -> *mut c_void {
            let function = libc::dlsym(handle, name.as_ptr());
            assert!(!function.is_null(), "{name:?} is not in the library");
            function
        };
        let def_default: GridDefDefault = transmute(find(c"gridstar_grid_def_default"));
        let create: GridCreate = transmute(find(c"gridstar_grid_create"));
        let prepare: GridPrepare = transmute(find(c"gridstar_grid_prepare"));
        let [wait, stop]: [End; 2] =
            [c"gridstar_background_wait", c"gridstar_work_stop"].map(|name| transmute::<*mut c_void, End>(find(name)));
        let mut def = std::mem::zeroed::<GridstarGridDef>();
        assert_eq!(def_default(&mut def, size_of::<GridstarGridDef>() as u32), GridstarStatus::Ok);
        (def.width, def.height) = (600, 600);
        let mut grid = 0;
        assert_eq!(create(&def, &mut grid), GridstarStatus::Ok);
        // A thread with thread-local values of a library keeps the library loaded, so the call is made on a thread that
        // ends.
        let started = std::thread::spawn(move || prepare(grid, GridstarEngine::Landmarks as u32, 1)).join().unwrap();
        assert_eq!(started, GridstarStatus::Ok);
        assert_eq!(libc::dlclose(handle), 0);
        assert_eq!([wait(), stop()], [GridstarStatus::Ok; 2]);
    }
    while threads_of_this_process() > threads {
        std::thread::yield_now();
    }
}

#[test]
fn a_library_that_is_closed_stays_in_the_process() {
    let name = CString::new(library().into_os_string().into_encoded_bytes()).unwrap();
    // SAFETY: the name ends with a zero byte, and the handle is closed once.
    let is_there = unsafe {
        let handle = libc::dlopen(name.as_ptr(), libc::RTLD_NOW | libc::RTLD_LOCAL);
        assert!(!handle.is_null(), "{name:?} can't be opened");
        assert_eq!(libc::dlclose(handle), 0);
        !libc::dlopen(name.as_ptr(), libc::RTLD_NOW | libc::RTLD_NOLOAD).is_null()
    };
    assert!(is_there, "the library was unloaded");
}

#[test]
fn a_library_that_is_closed_during_a_preparation_in_the_background_lets_it_end() {
    if let Ok(library) = std::env::var(LIBRARY) {
        return open_and_close(&library);
    }
    for time in 0..TIMES {
        let mut child = Command::new(std::env::current_exe().unwrap());
        let output =
            child.env(LIBRARY, library()).args(["--test-threads", "1", "during_a_preparation"]).output().unwrap();
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success(), "process {time}: {}\n{text}", output.status);
        assert!(text.contains("1 passed"), "{text}");
    }
}
