//! Along one row of cells: where a straight ray has to stop, and from where it gets to such a place.
//!
//! A ray stops at a *turn*, a cell at which an obstacle beside the row forces a step away from it: a jump point of
//! Harabor and Grastien. All 64 cells of a word are done at once ("Improving Jump Point Search", ICAPS 2014). Rows of
//! columns give the rays along y.

use crate::grid::MapError;
use crate::index::bit_rows::zeroed;
use crate::movement::DiagonalRule;

/// The bits of one row. "Up" is towards larger positions.
#[derive(Debug, Default)]
pub(super) struct TurnRow {
    /// Cells at which a ray upwards turns.
    pub(super) turn_up: Vec<u64>,
    /// Cells at which a ray downwards turns.
    pub(super) turn_down: Vec<u64>,
    /// Cells from which a ray upwards gets to a turn before it meets an obstacle.
    pub(super) reach_up: Vec<u64>,
    /// The same downwards.
    pub(super) reach_down: Vec<u64>,
}

/// A word of a row, and the same moved so that each bit holds that of the cell one position further down and up.
#[derive(Clone, Copy)]
struct Word {
    here: u64,
    below: u64,
    above: u64,
}

impl Word {
    #[inline(always)]
    fn of(row: &[u64], i: usize) -> Self {
        let before = if i > 0 { row[i - 1] } else { 0 };
        let after = if i + 1 < row.len() { row[i + 1] } else { 0 };
        Self { here: row[i], below: row[i] << 1 | before >> 63, above: row[i] >> 1 | after << 63 }
    }
}

impl TurnRow {
    /// With room for rows of so many words.
    pub(super) fn new(words: usize) -> Result<Self, MapError> {
        Ok(Self {
            turn_up: zeroed(words)?,
            turn_down: zeroed(words)?,
            reach_up: zeroed(words)?,
            reach_down: zeroed(words)?,
        })
    }

    /// The longest row that there is room for, in words.
    pub(super) fn room(&self) -> usize {
        self.turn_up.capacity()
    }

    /// Gets ready for rows of so many words, which are no more than there is room for.
    pub(super) fn resize(&mut self, words: usize) {
        for bits in [&mut self.turn_up, &mut self.turn_down, &mut self.reach_up, &mut self.reach_down] {
            bits.resize(words, 0);
        }
    }

    /// Of the free cells of a row and of the two rows beside it.
    pub(super) fn compute(&mut self, rule: DiagonalRule, beside: [&[u64]; 2], row: &[u64]) {
        match rule {
            DiagonalRule::Always => {
                self.compute_turns(
                    beside,
                    row,
                    |side, _, up| {
                        if up { !side.here & side.above } else { !side.here & side.below }
                    },
                )
            }
            DiagonalRule::AtMostOneBlocked => self.compute_turns(beside, row, |side, middle, up| {
                if up { !side.here & side.above & middle.above } else { !side.here & side.below & middle.below }
            }),
            DiagonalRule::BothFree | DiagonalRule::Never => {
                self.compute_turns(
                    beside,
                    row,
                    |side, _, up| {
                        if up { side.here & !side.below } else { side.here & !side.above }
                    },
                )
            }
        }
        self.compute_reach(row);
    }

    #[inline(always)]
    fn compute_turns(&mut self, beside: [&[u64]; 2], row: &[u64], forced: impl Fn(Word, Word, bool) -> u64) {
        let words = row.len();
        let [left, right] = beside.map(|side| &side[..words]);
        let (turn_up, turn_down) = (&mut self.turn_up[..words], &mut self.turn_down[..words]);
        for i in 0..words {
            let (left, middle, right) = (Word::of(left, i), Word::of(row, i), Word::of(right, i));
            turn_up[i] = middle.here & (forced(left, middle, true) | forced(right, middle, true));
            turn_down[i] = middle.here & (forced(left, middle, false) | forced(right, middle, false));
        }
    }

    fn compute_reach(&mut self, row: &[u64]) {
        let words = row.len();
        let (turn_up, reach_up) = (&self.turn_up[..words], &mut self.reach_up[..words]);
        let mut filled_above = 0;
        for i in (0..words).rev() {
            let filled = fill_down(turn_up[i] | row[i] & filled_above << 63, row[i]);
            reach_up[i] = (filled >> 1 | filled_above << 63) & row[i];
            filled_above = filled & 1;
        }
        let (turn_down, reach_down) = (&self.turn_down[..words], &mut self.reach_down[..words]);
        let (mut carry, mut filled_below) = (0, 0);
        for i in 0..words {
            // A sum carries from each turn through the free cells above it and into the word after.
            let (sum, overflowed) = row[i].overflowing_add(turn_down[i]);
            let (sum, overflowed_again) = sum.overflowing_add(carry);
            carry = u64::from(overflowed | overflowed_again);
            let filled = row[i] & (!sum | turn_down[i]);
            reach_down[i] = (filled << 1 | filled_below >> 63) & row[i];
            filled_below = filled;
        }
    }
}

/// Spreads each bit of `from` downwards through the ones of `through` (Kogge and Stone's parallel prefix).
#[inline(always)]
fn fill_down(mut from: u64, mut through: u64) -> u64 {
    for distance in [1, 2, 4, 8, 16, 32] {
        from |= through & from >> distance;
        through &= through >> distance;
    }
    from
}
