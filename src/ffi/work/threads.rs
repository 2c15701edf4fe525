//! The worker threads: how many, what they do, and the calls that do their work on a caller's thread.

use super::pool::{TICKETS, pool};
use super::structs::GridstarWorkInfo;
use crate::ffi::boundary::fence::fence;
use crate::ffi::boundary::pointers::{OutStruct, SizedStruct};
use crate::ffi::boundary::status::GridstarStatus;
use crate::search::Scratch;
use crate::work::{Budget, MAX_THREADS, Pool};
use std::time::Duration;

/// The largest number of worker threads.
pub const GRIDSTAR_MAX_WORK_THREADS: u32 = 64;
const _: () = assert!(GRIDSTAR_MAX_WORK_THREADS == MAX_THREADS);

/// Sets the number of threads that answer tickets and batches: 0 to GRIDSTAR_MAX_WORK_THREADS. By default one fewer
/// than the machine has processors, at least 1. Threads start when work comes. The number never changes a result.
///
/// The threads run below the game's priority, so that a frame does not wait for them: 5 nice values above the thread
/// that starts them on Linux and Android, "below normal" on Windows, and the default class on Apple's systems.
///
/// With 0, and where threads cannot start (on the web), only callers' threads work: tickets are answered by
/// gridstar_work_run and gridstar_ticket_wait, background preparations run at once, and gridstar_grid_load starts no
/// thread.
///
/// Fails with BAD_THREAD_COUNT. Thread-safe. Threads beyond the number end after what they are doing; the call does not
/// wait for them. With 0, the call runs the background preparations that no thread has begun.
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

/// Writes what the worker threads do now. Set `info_out->struct_size` first.
///
/// Fails with NULL_POINTER, MISALIGNED_POINTER or BAD_STRUCT_SIZE. Thread-safe.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_work_get_info(info_out: *mut GridstarWorkInfo) -> GridstarStatus {
    fence(|| {
        // SAFETY: the caller upholds the contract of this function.
        let info_out = unsafe { OutStruct::new(info_out) }?;
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
/// equally urgent ones the oldest, whether a search of theirs has begun or not. For games without threads, once a
/// frame. Worker threads, if there are any, go on beside it.
///
/// - `max_expansions` limits the number of expanded cells; 0 is no limit. With this limit alone the same calls do the
///   same work on every machine.
/// - `max_microseconds` limits the time; 0 is no limit. In which frame an answer comes then depends on time. The path
///   never does: a query sees the grid as it was at its submission.
///
/// A search that the budget interrupts goes on in the next call. What a query derives from the map (jump points,
/// components, layers of its agent) can't be interrupted. It counts as the expansions that take about as long; those
/// beyond the limit are taken from the limits of later calls.
///
/// Memory: up to four searches wait for the next call at once, if more urgent queries come; each keeps the memory of a
/// searching thread (see gridstar_grid_find_path). A still more urgent query begins when one of the four has ended.
/// gridstar_work_get_info counts this memory, and gridstar_work_stop frees it.
///
/// Returns OK. Thread-safe: of several threads that call it at once, one works, and the others return at once.
#[unsafe(no_mangle)]
pub extern "C" fn gridstar_work_run(max_expansions: u64, max_microseconds: u64) -> GridstarStatus {
    fence(|| {
        let expansions = (max_expansions > 0).then_some(max_expansions);
        let time = (max_microseconds > 0).then(|| Duration::from_micros(max_microseconds));
        pool().map(|pool| pool.run(&mut Budget::new(expansions, time)))
    })
}

/// Ends the worker threads. Cancels the queries and the preparations that wait for a thread, and waits until the
/// threads have ended what they are doing. A preparation that is running ends early, and the grid keeps its engine:
/// measuring landmarks of a very large map would otherwise take seconds. Frees the memory of their searches. For hosts
/// that reload scripts or end. Tickets stay valid, and tell that they were cancelled. The next work starts new threads.
///
/// Returns OK. Thread-safe; blocks.
#[unsafe(no_mangle)]
pub extern "C" fn gridstar_work_stop() -> GridstarStatus {
    fence(|| pool().map(Pool::stop))
}
