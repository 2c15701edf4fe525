#![no_main]

use std::fs::read_dir;
use std::sync::OnceLock;
use std::thread;
use std::time::{Duration, Instant};

/// The number of threads before the first input, or 0 if the system does not tell.
static THREADS: OnceLock<usize> = OnceLock::new();

/// The longest wait for the library's threads. Leaks are looked for all the same afterwards.
const LONGEST_WAIT: Duration = Duration::from_secs(5);

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    THREADS.get_or_init(thread_count);
    gridstar_fuzz::targets::calls(bytes);
    wait_for_threads();
});

/// Waits until the threads of the library are gone. LeakSanitizer looks for leaks after each input, and reports the
/// memory of a thread that is just starting or ending.
fn wait_for_threads() {
    let (before, begun) = (*THREADS.get_or_init(thread_count), Instant::now());
    while thread_count() > before && begun.elapsed() < LONGEST_WAIT {
        thread::yield_now();
    }
}

/// The number of threads of the process; 0 where there is no `/proc`.
fn thread_count() -> usize {
    read_dir("/proc/self/task").map_or(0, Iterator::count)
}
