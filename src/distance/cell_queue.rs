//! Cells that wait to be expanded.

use super::queue::{BucketQueue, Waiting};
use super::visits::Visits;
use crate::OutOfMemory;

/// How many visits it takes to free a chunk of the queue's entries.
const VISITS_TO_FREE: u64 = 256;

/// A cell that was reached.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reached {
    pub(crate) cost: u64,
    pub(crate) slot: u32,
    /// The direction of the last step, or one of the special arrivals of [`movement`](crate::movement).
    pub(crate) arrival: u8,
}

impl Waiting for Reached {
    #[inline(always)]
    fn cost(&self) -> u64 {
        self.cost
    }
}

/// Cells by cost.
pub(crate) type Queue = BucketQueue<Reached>;

impl Queue {
    #[inline(always)]
    pub(crate) fn put(&mut self, cost: u64, slot: usize, arrival: usize) -> Result<(), OutOfMemory> {
        self.push(Reached { cost, slot: slot as u32, arrival: arrival as u8 })
    }

    /// Frees memory while visits are left. Returns whether all is freed.
    pub(crate) fn free(&mut self, visits: &mut Visits) -> bool {
        while !visits.are_spent() {
            visits.spend(VISITS_TO_FREE);
            if self.free_some() {
                return true;
            }
        }
        false
    }
}
