//! The gates that blocks refer to, by number.

use super::gate::{Gate, Passage};
use crate::OutOfMemory;
use crate::held::held;

/// The gates of all blocks. Numbers of gates that no block refers to are given again.
#[derive(Debug, Default)]
pub(super) struct KnownGates {
    gates: Vec<Gate>,
    /// Passages' first cells and the numbers of their gates, in order.
    by_first: Vec<(u32, u32)>,
    free: Vec<u32>,
    /// Memory of [`sweep`](Self::sweep): whether a block refers to a gate.
    are_used: Vec<bool>,
}

held!(KnownGates: gates, by_first, free, are_used);

/// Time of a gate at which no agent was yet.
const NEVER: u32 = u32::MAX;

fn new(passage: Passage) -> Gate {
    Gate { passage, seen: 0, turn: NEVER }
}

impl KnownGates {
    pub(super) fn get(&self, number: u32) -> &Gate {
        &self.gates[number as usize]
    }

    pub(super) fn get_mut(&mut self, number: u32) -> &mut Gate {
        &mut self.gates[number as usize]
    }

    /// Whether there is room for some more gates.
    pub(super) fn has_room(&self, more: usize) -> bool {
        self.gates.len() - self.free.len() + more <= self.gates.capacity()
    }

    /// Reserves memory for some more gates.
    pub(super) fn reserve(&mut self, more: usize) -> Result<(), OutOfMemory> {
        if !self.has_room(more) {
            // A quarter more than there are: a gate less often takes time, and none takes the room of two.
            self.gates.try_reserve_exact((more - self.free.len().min(more)).max(self.gates.len() / 4))?;
        }
        let all = self.gates.capacity();
        self.by_first.try_reserve_exact(all - self.by_first.len())?;
        self.free.try_reserve_exact(all - self.free.len())?;
        Ok(self.are_used.try_reserve_exact(all - self.are_used.len())?)
    }

    /// The number of the gate of a passage, for which there is memory. A gate that had the same first cell keeps whose
    /// turn it is, also if an edit has changed its passage: nothing but the first cell tells gates apart.
    pub(super) fn number_of(&mut self, passage: Passage) -> u32 {
        match self.by_first.binary_search_by_key(&passage.first, |&(first, _)| first) {
            Ok(place) => {
                let number = self.by_first[place].1;
                self.gates[number as usize].passage = passage;
                number
            }
            Err(place) => {
                let gate = new(passage);
                let number = match self.free.pop() {
                    Some(number) => {
                        self.gates[number as usize] = gate;
                        number
                    }
                    None => {
                        self.gates.push(gate);
                        self.gates.len() as u32 - 1
                    }
                };
                self.by_first.insert(place, (passage.first, number));
                number
            }
        }
    }

    /// Forgets gates that are not among `used`, but none at which an agent was in the last step.
    pub(super) fn sweep(&mut self, used: impl Iterator<Item = u32>, step: u32) {
        self.are_used.clear();
        self.are_used.extend(self.gates.iter().map(|gate| gate.turn != NEVER && gate.seen == step));
        used.for_each(|number| self.are_used[number as usize] = true);
        let Self { by_first, free, are_used, .. } = self;
        by_first.retain(|&(_, number)| {
            let is_used = are_used[number as usize];
            if !is_used {
                free.push(number);
            }
            is_used
        });
    }
}
