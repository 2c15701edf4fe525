//! The priority of the library's threads: below the game's, so that a frame never waits for background work.
//!
//! Apple's systems need nothing: the main thread of an app is above threads of the default class already.

/// Nice values that a worker thread is above its creator's.
#[cfg(any(target_os = "linux", target_os = "android"))]
const NICENESS: i32 = 5;

/// Lowers the priority of the calling thread. Where the system refuses, the priority stays.
#[cfg(any(target_os = "linux", target_os = "android"))]
pub(super) fn lower() {
    // SAFETY: takes a number. On these systems it concerns the calling thread alone.
    unsafe { libc::nice(NICENESS) };
}

/// Lowers the priority of the calling thread. Where the system refuses, the priority stays.
#[cfg(windows)]
pub(super) fn lower() {
    const BELOW_NORMAL: i32 = -1;

    #[link(name = "kernel32")]
    unsafe extern "system" {
        fn GetCurrentThread() -> isize;
        fn SetThreadPriority(thread: isize, priority: i32) -> i32;
    }

    // SAFETY: both take or give a number; the handle of the calling thread need not be closed.
    unsafe { SetThreadPriority(GetCurrentThread(), BELOW_NORMAL) };
}

/// Where the library's threads are below the game's already, or do not exist.
#[cfg(not(any(target_os = "linux", target_os = "android", windows)))]
pub(super) fn lower() {}
