//! A way to end long work early, when its thread is asked to end.

use std::sync::atomic::{AtomicBool, Ordering};

/// Whether the work at hand should end, unfinished.
#[derive(Clone, Copy, Debug, Default)]
pub struct Interrupt(Option<&'static AtomicBool>);

impl Interrupt {
    /// Work that nobody ends early.
    pub const NEVER: Self = Self(None);

    /// Work that ends early once the flag is set.
    pub const fn by(flag: &'static AtomicBool) -> Self {
        Self(Some(flag))
    }

    /// Whether the work should end now.
    pub fn is_asked(self) -> bool {
        self.0.is_some_and(|flag| flag.load(Ordering::Relaxed))
    }
}
