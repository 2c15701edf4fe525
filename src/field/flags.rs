//! Flags of each cell while costs spread.

use super::ground::ALL;
use crate::movement::{ANY_ARRIVAL, DiagonalRule};

/// Bits of the flags of a slot. Where jumps are swept:
pub(super) mod flag {
    /// Bit `i`: a straight jump in direction `i` ends here.
    pub(in crate::field) const JUMP_POINT: usize = 0;
    /// Bit `4 + i`: diagonal jump `i` can step on from here.
    pub(in crate::field) const ONWARDS: usize = 4;
    /// Bit `8 + i`: diagonal jump `i` has forced steps here.
    pub(in crate::field) const FORCED: usize = 8;

    // Where costs go from cell to cell:

    /// The nine cells at and around the slot charge the same.
    pub(in crate::field) const EVEN: usize = 0;
    /// Four bits: the direction by which the cell was reached.
    pub(in crate::field) const ARRIVAL: usize = 1;

    // In a repair:

    /// The cell waits to be asked.
    pub(in crate::field) const WAITS: usize = 15;
}

/// By the walkable cells around a cell, its flags where jumps are swept.
pub(super) fn flags_table(rule: DiagonalRule) -> [u16; ALL + 1] {
    let successors = rule.successors();
    std::array::from_fn(|around| {
        let mut flags = 0;
        for direction in 0..8 {
            let is_forced = u16::from(successors[direction][around] & !(1 << direction) != 0);
            if rule.is_diagonal_jump(direction) {
                let onwards = u16::from(successors[ANY_ARRIVAL][around] >> direction & 1);
                flags |= onwards << (flag::ONWARDS + direction % 4);
                flags |= (is_forced & u16::from(rule != DiagonalRule::Never)) << (flag::FORCED + direction % 4);
            } else if direction < 4 {
                flags |= is_forced << (flag::JUMP_POINT + direction);
            }
        }
        flags
    })
}

/// By the walkable cells around a cell, its first flags where no jumps are swept.
pub(super) fn even_table() -> [u16; ALL + 1] {
    std::array::from_fn(|around| u16::from(around == ALL) << flag::EVEN)
}
