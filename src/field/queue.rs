//! Cells that wait to be expanded.

use super::visits::Visits;
use crate::OutOfMemory;
use crate::distance::queue::{BucketQueue, Waiting};

/// How many visits it takes to free a chunk of the queue's entries.
const VISITS_TO_FREE: u64 = 256;

/// A cell that was reached.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reached {
    pub(super) cost: u64,
    pub(super) slot: u32,
    /// The direction of the last step, or one of the special arrivals of [`movement`](crate::movement).
    pub(super) arrival: u8,
}

impl Waiting for Reached {
    #[inline(always)]
    fn cost(&self) -> u64 {
        self.cost
    }
}

/// Cells by cost.
pub(super) type Queue = BucketQueue<Reached>;

impl Queue {
    #[inline(always)]
    pub(super) fn put(&mut self, cost: u64, slot: usize, arrival: usize) -> Result<(), OutOfMemory> {
        self.push(Reached { cost, slot: slot as u32, arrival: arrival as u8 })
    }

    /// Frees memory while visits are left. Returns whether all is freed.
    pub(super) fn free(&mut self, visits: &mut Visits) -> bool {
        while !visits.are_spent() {
            visits.spend(VISITS_TO_FREE);
            if self.free_some() {
                return true;
            }
        }
        false
    }
}
