//! Time used by a thread.

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

/// Measures a call. The durations include reading the clocks.
pub(crate) fn measured(call: impl FnOnce() -> Result<()>) -> Result<Taken> {
    let (begun, thread_begun) = (Instant::now(), thread_time()?);
    call()?;
    let thread = thread_time()?.saturating_sub(thread_begun);
    Ok(Taken { thread, wall: begun.elapsed() })
}
