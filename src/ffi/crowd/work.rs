//! The part of a crowd that threads share.

use crate::crowd::Crowd;
use crate::ffi::boundary::fence::fence;
use crate::ffi::boundary::status::GridstarStatus;
use crate::work::Shares;
use parking_lot::RwLock;
use std::sync::atomic::{AtomicBool, Ordering};

/// A crowd, and the shares of its step: each is a thread that works on it.
#[derive(Debug)]
pub(crate) struct CrowdWork {
    /// Locked by those who work on a step, or by the one who begins and ends steps.
    pub(super) crowd: RwLock<Crowd>,
    pub(crate) shares: Shares,
    /// Whether a share has panicked: agents may be anywhere.
    pub(super) has_failed: AtomicBool,
}

impl CrowdWork {
    pub(super) fn new(crowd: Crowd) -> Self {
        Self { crowd: RwLock::new(crowd), shares: Shares::new(0), has_failed: AtomicBool::new(false) }
    }

    /// Works on the step until it has ended.
    pub(crate) fn run(&self) {
        let status = fence(|| {
            self.crowd.read().run();
            Ok(())
        });
        if status != GridstarStatus::Ok {
            self.has_failed.store(true, Ordering::Relaxed);
        }
        self.shares.end_one();
    }
}
