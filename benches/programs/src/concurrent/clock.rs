//! Time used by a thread and by a clock on the wall.

use anyhow::Result;
use cpu_time::ThreadTime;
use std::time::{Duration, Instant};

/// Durations of a call.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Taken {
    /// Processor time of this thread. It excludes other threads on the same core.
    pub(crate) thread: Duration,
    pub(crate) wall: Duration,
}

/// Measures a call. The durations include reading the clocks.
pub(crate) fn measured(call: impl FnOnce() -> Result<()>) -> Result<Taken> {
    let (begun, thread_begun) = (Instant::now(), ThreadTime::try_now()?);
    call()?;
    Ok(Taken { thread: thread_begun.try_elapsed()?, wall: begun.elapsed() })
}
