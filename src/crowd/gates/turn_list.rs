//! Turns at gates as lists: of a step, or copied from another crowd.

use super::gate::Turn;
use crate::OutOfMemory;
use crate::held::held;

/// Whose turn it is at some gates.
#[derive(Debug, Default)]
pub(super) struct Turns {
    turns: Vec<Turn>,
    /// Whether the turns were copied. They are found by the first cells of passages then, in whose order they are;
    /// else by the places that gates have noted.
    are_copied: bool,
}

held!(Turns: turns);

impl Turns {
    pub(super) fn len(&self) -> usize {
        self.turns.len()
    }

    pub(super) fn all(&self) -> &[Turn] {
        &self.turns
    }

    pub(super) fn all_mut(&mut self) -> &mut [Turn] {
        &mut self.turns
    }

    pub(super) fn clear(&mut self) {
        self.turns.clear();
        self.are_copied = false;
    }

    /// Reserves the memory for a number of turns in all.
    pub(super) fn reserve(&mut self, count: usize) -> Result<(), OutOfMemory> {
        Ok(self.turns.try_reserve(count.saturating_sub(self.turns.len()))?)
    }

    /// Adds a turn, for which there is memory.
    pub(super) fn push(&mut self, turn: Turn) {
        self.turns.push(turn);
    }

    /// The turn of the gate with a first cell, which has noted a place.
    pub(super) fn of_gate(&self, first: u32, place: Option<u32>) -> Option<&Turn> {
        let place = match self.are_copied {
            true => self.turns.binary_search_by_key(&first, |turn| turn.first).ok(),
            false => place.map(|place| place as usize),
        };
        self.turns.get(place?)
    }

    /// Adds turns that were copied, for which there is memory, each of another gate.
    pub(super) fn copy(&mut self, turns: impl Iterator<Item = Turn>) {
        self.turns.clear();
        self.turns.extend(turns);
        self.turns.sort_unstable_by_key(|turn| turn.first);
        self.are_copied = true;
    }
}
