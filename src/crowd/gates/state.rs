//! Turns at gates as lists: of a step, or copied from another crowd.

use super::blocks::Gates;
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

/// The part of a turn on which later steps depend. A gate without one is as new.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::crowd) struct TurnState {
    /// The first cell of the gate's passage.
    pub(in crate::crowd) first: u32,
    /// The side that may enter, 0 or 1.
    pub(in crate::crowd) open: u32,
    pub(in crate::crowd) is_closing: bool,
    /// Steps since the other side has begun to wait.
    pub(in crate::crowd) waited: u32,
}

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
}

impl Gates {
    /// Whose turn it is at each gate that is not as new, in no order.
    pub(in crate::crowd) fn turns(&self) -> impl Iterator<Item = TurnState> + Clone {
        let states = self.turns.all().iter().map(|turn| TurnState {
            first: turn.first,
            open: turn.open as u32,
            is_closing: turn.is_closing,
            waited: turn.waited,
        });
        states.filter(|state| state.open != 0 || state.is_closing || state.waited != 0)
    }

    /// Reserves the memory for turns.
    pub(in crate::crowd) fn reserve_turns(&mut self, count: usize) -> Result<(), OutOfMemory> {
        self.turns.reserve(count)
    }

    /// Takes over turns, for which there is memory, each at another gate.
    pub(in crate::crowd) fn set_turns(&mut self, turns: impl Iterator<Item = TurnState>) {
        self.turns.clear();
        for TurnState { first, open, is_closing, waited } in turns {
            self.turns.push(Turn { first, open: open as usize, is_closing, waited, ..Turn::default() });
        }
        self.turns.turns.sort_unstable_by_key(|turn| turn.first);
        self.turns.are_copied = true;
    }
}
