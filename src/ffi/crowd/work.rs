//! What threads share of a crowd.

use crate::crowd::Crowd;
use crate::ffi::boundary::fence::fence;
use crate::ffi::boundary::status::GridstarStatus;
use crate::work::Shares;
use parking_lot::RwLock;
use std::sync::atomic::{AtomicBool, Ordering};

/// A crowd, and the shares of its step that threads take.
#[derive(Debug)]
pub(crate) struct CrowdWork {
    /// Locked by those who run shares of a step, or by the one who begins and ends steps.
    pub(super) crowd: RwLock<Crowd>,
    pub(crate) shares: Shares,
    /// Whether a share has panicked: agents may be anywhere.
    pub(super) has_failed: AtomicBool,
}

impl CrowdWork {
    pub(super) fn new(crowd: Crowd) -> Self {
        Self { crowd: RwLock::new(crowd), shares: Shares::new(0), has_failed: AtomicBool::new(false) }
    }

    /// Runs a share of the step.
    pub(crate) fn run(&self, share: u32) {
        let status = fence(|| {
            self.crowd.read().run_share(share);
            Ok(())
        });
        if status != GridstarStatus::Ok {
            self.has_failed.store(true, Ordering::Relaxed);
        }
        self.shares.end_one();
    }
}
