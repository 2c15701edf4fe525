//! The state of gates that is copied from crowd to crowd: whose turn it is at each.

use super::blocks::Gates;
use super::gate::Turn;
use crate::OutOfMemory;

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
        self.turns.copy(turns.map(|TurnState { first, open, is_closing, waited }| Turn {
            first,
            open: open as usize,
            is_closing,
            waited,
            ..Turn::default()
        }));
    }
}
