//! Cells that wait to be expanded.

use super::queue::{BucketQueue, Waiting};
use super::value::Value;
use super::visits::Visits;
use crate::OutOfMemory;
use crate::held::Held;

/// How many visits it takes to free a chunk of the queue's entries.
const VISITS_TO_FREE: u64 = 256;

/// A cell that was reached.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reached<C> {
    pub(crate) cost: C,
    pub(crate) slot: u32,
    /// The direction of the last step, or one of the special arrivals of [`movement`](crate::movement).
    pub(crate) arrival: u8,
}

impl<C: Value> Waiting for Reached<C> {
    #[inline(always)]
    fn cost(&self) -> u64 {
        self.cost.get()
    }
}

/// Cells by cost. Where costs have 16 bits, half as much memory is read and written.
pub(crate) type Queue<C> = BucketQueue<Reached<C>>;

impl<C: Value> Queue<C> {
    #[inline(always)]
    pub(crate) fn put(&mut self, cost: u64, slot: usize, arrival: usize) -> Result<(), OutOfMemory> {
        self.push(Reached { cost: C::of(cost), slot: slot as u32, arrival: arrival as u8 })
    }

    /// Frees memory beyond `most` bytes while visits are left. Returns whether no more is held.
    pub(crate) fn free(&mut self, most: usize, visits: &mut Visits) -> bool {
        while self.bytes() > most && !visits.are_spent() {
            visits.spend(VISITS_TO_FREE);
            self.free_some(most);
        }
        self.bytes() <= most
    }
}
