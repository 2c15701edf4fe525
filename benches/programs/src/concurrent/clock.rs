//! Time and memory used by a thread and by the process.

use anyhow::{Result, ensure};
use std::time::{Duration, Instant};

/// Processor time of this thread (`CLOCK_THREAD_CPUTIME_ID`). It excludes other threads on the same core.
#[cfg(unix)]
pub(crate) fn thread_time() -> Result<Duration> {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the pointer comes from a reference.
    let failed = unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &mut time) };
    ensure!(failed == 0, "this system does not report a thread's time");
    Ok(Duration::new(time.tv_sec as u64, time.tv_nsec as u32))
}

#[cfg(not(unix))]
pub(crate) fn thread_time() -> Result<Duration> {
    anyhow::bail!("a thread's time can be read on Unix only")
}

/// Durations of a call.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Taken {
    pub(crate) thread: Duration,
    pub(crate) wall: Duration,
}

/// Measures a call. The durations include reading the clocks: see [`overhead`].
pub(crate) fn measured<T>(call: impl FnOnce() -> Result<T>) -> Result<(Taken, T)> {
    let (begun, thread_begun) = (Instant::now(), thread_time()?);
    let outcome = call()?;
    let thread = thread_time()?.saturating_sub(thread_begun);
    Ok((Taken { thread, wall: begun.elapsed() }, outcome))
}

/// The median of [`measured`] for a call that does nothing.
pub(crate) fn overhead() -> Result<Taken> {
    let mut calls = (0..1001).map(|_| Ok(measured(|| Ok(()))?.0)).collect::<Result<Vec<_>>>()?;
    let middle = calls.len() / 2;
    calls.sort_by_key(|taken| taken.thread);
    let thread = calls[middle].thread;
    calls.sort_by_key(|taken| taken.wall);
    Ok(Taken { thread, wall: calls[middle].wall })
}

/// Memory of the process in RAM, in bytes; `None` if the system does not report it.
pub(crate) fn resident_bytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok().map(|kilobytes| kilobytes * 1024)
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn a_threads_time_never_goes_back_and_grows_with_its_work() {
        let begun = thread_time().unwrap();
        let mut last = begun;
        // Ends only if the clock advances.
        while last == begun {
            let now = thread_time().unwrap();
            assert!(now >= last, "{now:?} after {last:?}");
            last = now;
        }
    }

    #[test]
    fn memory_that_is_written_to_is_resident() {
        let before = resident_bytes().unwrap();
        let written = vec![1_u8; 64 << 20];
        assert!(resident_bytes().unwrap() >= before + (32 << 20), "{} bytes", written.len());
    }
}
