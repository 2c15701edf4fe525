//! The worker threads: how many, what they do, and the calls that do their work on a caller's thread.

pub(super) mod pool;
pub(super) mod task;

use super::ticket::object::TICKETS;
use crate::ffi::boundary::fence::fence;
use crate::ffi::boundary::pointers::{OutStruct, SizedStruct};
use crate::ffi::boundary::status::GridstarStatus;
use crate::search::Scratch;
use crate::work::{Budget, MAX_THREADS, Pool};
use pool::pool;
use std::time::Duration;

/// The largest number of worker threads.
pub const GRIDSTAR_MAX_WORK_THREADS: u32 = 64;

const _: () = assert!(GRIDSTAR_MAX_WORK_THREADS == MAX_THREADS);

/// State of the worker threads.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GridstarWorkInfo {
    /// Size of this struct.
    pub struct_size: u32,
    /// Number of threads for queries that the library may have: see gridstar_work_set_threads.
    pub wanted_threads: u32,
    /// Number of threads that live now. One more than wanted while a background preparation is under way.
    pub threads: u32,
    /// Number of parts of batches, and of preparations, that threads work on now.
    pub running: u32,
    /// Number of batches and preparations of which a part waits for a thread.
    pub waiting: u32,
    /// Number of living tickets.
    pub tickets: u32,
    /// Memory of all searching threads of the library, and of gridstar_work_run, in bytes.
    pub scratch_bytes: u64,
}

// SAFETY: repr(C), a u32 first, and fields of integers without padding between them.
unsafe impl SizedStruct for GridstarWorkInfo {
    const SIZES: &'static [u32] = &[32];
}

/// Sets the number of threads that answer tickets and batches: 0 to GRIDSTAR_MAX_WORK_THREADS. By default one fewer
/// than the machine has processors, at least 1. Threads start when work comes, and run below the game's priority.
///
/// With 0, and where threads cannot start (on the web), only callers' threads work: gridstar_work_run and
/// gridstar_ticket_wait answer tickets, and background preparations run at once. A call with 0 runs those that no
/// thread has begun.
#[unsafe(no_mangle)]
pub extern "C" fn gridstar_work_set_threads(count: u32) -> GridstarStatus {
    fence(|| {
        if count > MAX_THREADS {
            return Err(GridstarStatus::BadThreadCount);
        }
        let pool = pool()?;
        pool.set_threads(count);
        if count == 0 {
            // No other thread would begin them.
            pool.finish_long(&mut Scratch::new());
        }
        Ok(())
    })
}

/// Writes what the worker threads do now.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_work_get_info(info_out: *mut GridstarWorkInfo) -> GridstarStatus {
    fence(|| {
        let info_out = OutStruct::new(info_out)?;
        let info = pool()?.info();
        info_out.ok(GridstarWorkInfo {
            wanted_threads: info.wanted,
            threads: info.threads,
            running: info.running,
            waiting: info.waiting,
            tickets: TICKETS.live_count(),
            scratch_bytes: info.scratch_bytes,
            ..GridstarWorkInfo::DEFAULT
        })
    })
}

/// Answers tickets on the calling thread until a budget is spent or no query waits: the most urgent first, and of
/// equally urgent ones the oldest. For games without threads, once a frame. If several threads call this at once, one
/// works and the others return.
///
/// - `max_expansions` limits the number of expanded cells; 0 is no limit. The same calls do the same work everywhere.
/// - `max_microseconds` limits the time; 0 is no limit. Time then decides in which frame an answer comes, and never
///   which.
///
/// A search that the budget interrupts goes on in the next call. Data that a query derives from the map can't be
/// interrupted, and is charged to the limits of later calls.
#[unsafe(no_mangle)]
pub extern "C" fn gridstar_work_run(max_expansions: u64, max_microseconds: u64) -> GridstarStatus {
    fence(|| {
        let expansions = (max_expansions > 0).then_some(max_expansions);
        let time = (max_microseconds > 0).then(|| Duration::from_micros(max_microseconds));
        pool().map(|pool| pool.run(&mut Budget::new(expansions, time)))
    })
}

/// Ends the worker threads, for hosts that reload scripts or end; the next work starts new ones. Waits for what they
/// are doing, but a preparation ends early, and the grid keeps its engine. What has not begun is cancelled; tickets
/// stay and tell so. Frees the memory of searches.
#[unsafe(no_mangle)]
pub extern "C" fn gridstar_work_stop() -> GridstarStatus {
    fence(|| pool().map(Pool::stop))
}
