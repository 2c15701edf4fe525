//! Taking costs from cells to which no neighbor gives them any more, and giving them others.

use super::{Repair, RepairProgress, VISITS_TO_ASK, add, around};
use crate::OutOfMemory;
use crate::distance::flags::flag;
use crate::distance::ground::{Ground, cost_by_some};
use crate::distance::tools::{BLOCK, Tools};
use crate::distance::value::Value;
use crate::distance::visits::Visits;
use crate::movement::ANY_ARRIVAL;
use std::ops::Range;

impl Repair {
    /// Puts the cells around some of the changed ones that have a cost into the queue.
    pub(super) fn ask_around<V: Value>(
        &mut self,
        ground: &Ground,
        costs: &[V],
        unreached: u64,
        numbers: Range<usize>,
    ) -> Result<(), OutOfMemory> {
        for &changed in &self.changed[numbers] {
            for slot in around(ground, changed) {
                let value = costs[slot].get();
                if value != 0 && value < unreached && self.tools.flags[slot] >> flag::WAITS & 1 == 0 {
                    self.tools.flags[slot] |= 1 << flag::WAITS;
                    self.tools.queue.put(value, slot, ANY_ARRIVAL)?;
                }
            }
        }
        Ok(())
    }

    /// Empties the queue.
    pub(super) fn begin_queue(&mut self, ground: &Ground) -> Result<(), OutOfMemory> {
        let (least, _) = self.tools.steps(ground);
        self.tools.queue.begin(0, least)
    }

    /// Asks the cells that wait. Those that have lost their cost ask their neighbors.
    pub(super) fn raise<V: Value, const WALLED: bool>(
        &mut self,
        ground: &Ground,
        costs: &mut [V],
        unreached: u64,
        visits: &mut Visits,
    ) -> Result<RepairProgress, OutOfMemory> {
        let most = Self::most(ground);
        let Tools { flags, queue, changed_blocks, .. } = &mut self.tools;
        while !visits.are_spent() && !queue.is_empty() {
            let Some(entry) = queue.pop() else {
                visits.spend(1);
                continue;
            };
            visits.spend(VISITS_TO_ASK + ground.visits_to_reach());
            let slot = entry.slot as usize;
            flags[slot] &= !(1 << flag::WAITS);
            let (mut dependent, mut count) = ([0; 8], 0);
            let weight = ground.weight_at(slot);
            let around = ground.around(costs, slot);
            let takes = ground.takes(slot, around);
            let gives = if WALLED { ground.gives(slot, around) } else { takes };
            let mut legal = takes | gives;
            let mut is_kept = entry.cost == 1;
            while legal != 0 && !is_kept {
                let direction = legal.trailing_zeros() as usize;
                legal &= legal - 1;
                let beside = slot.wrapping_add_signed(ground.ways[direction]);
                let value = costs[beside].get();
                if value < entry.cost {
                    is_kept = (!WALLED || takes >> direction & 1 == 1)
                        && value + ground.step(direction, ground.weight_at(beside), weight) <= entry.cost;
                } else if value < unreached
                    && (!WALLED || gives >> direction & 1 == 1)
                    && value == entry.cost + ground.step(direction, weight, ground.weight_at(beside))
                {
                    dependent[count] = beside;
                    count += 1;
                }
            }
            if is_kept {
                continue;
            }
            if self.raised.len() == most {
                return Ok(RepairProgress::TooMuch);
            }
            add(&mut self.raised, slot, most)?;
            costs[slot] = V::of(unreached);
            changed_blocks[slot / BLOCK] = 1;
            for &beside in &dependent[..count] {
                if flags[beside] >> flag::WAITS & 1 == 0 {
                    flags[beside] |= 1 << flag::WAITS;
                    queue.put(costs[beside].get(), beside, ANY_ARRIVAL)?;
                }
            }
        }
        Ok(if queue.is_empty() { RepairProgress::Ready } else { RepairProgress::Paused })
    }

    /// The number of cells that may be given a cost: raised ones, and then nine for each changed one.
    pub(super) fn to_give(&self) -> usize {
        self.raised.len() + 9 * self.changed.len()
    }

    /// The slot of one of these cells.
    fn slot_to_give(&self, ground: &Ground, number: usize) -> usize {
        let Some(number) = number.checked_sub(self.raised.len()) else { return self.raised[number] as usize };
        let changed = self.changed[number / 9] as usize;
        if number % 9 == 0 { changed } else { changed.wrapping_add_signed(ground.ways[number % 9 - 1]) }
    }

    /// Gives some cells the least costs that neighbors give them, and notes them. Noted cells give no cost here: else
    /// most of the raised cells would take dear costs by way of the first ones, wait in the queue and be lowered later.
    pub(super) fn give<V: Value>(&mut self, ground: &Ground, costs: &mut [V], unreached: u64, numbers: Range<usize>) {
        for number in numbers {
            let slot = self.slot_to_give(ground, number);
            let value = costs[slot].get();
            if value == 0 {
                continue;
            }
            let flags = &self.tools.flags;
            let given = cost_by_some(ground, costs, slot, |beside| flags[beside] >> flag::WAITS & 1 == 0);
            if given < value.min(unreached) {
                costs[slot] = V::of(given);
                self.tools.flags[slot] |= 1 << flag::WAITS;
            }
        }
    }

    /// Puts those of some cells that took a cost into the queue.
    pub(super) fn put<V: Value>(
        &mut self,
        ground: &Ground,
        costs: &[V],
        numbers: Range<usize>,
    ) -> Result<(), OutOfMemory> {
        for number in numbers {
            let slot = self.slot_to_give(ground, number);
            if self.tools.flags[slot] >> flag::WAITS & 1 == 1 {
                self.tools.flags[slot] &= !(1 << flag::WAITS);
                self.tools.changed_blocks[slot / BLOCK] = 1;
                self.tools.queue.put(costs[slot].get(), slot, ANY_ARRIVAL)?;
            }
        }
        Ok(())
    }
}
