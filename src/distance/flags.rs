//! Flags of each cell while costs spread. Where jumps are swept, they are those of
//! [`sweep`](super::sweep::flags_table).

use super::ground::ALL;

/// Bits of the flags of a slot. Where costs go from cell to cell:
pub(crate) mod flag {
    /// The nine cells at and around the slot charge the same.
    pub(crate) const EVEN: usize = 0;
    /// Four bits: the direction by which the cell was reached.
    pub(crate) const ARRIVAL: usize = 1;

    /// A wall between cells may close a step around the cell, also where jumps are swept.
    pub(crate) const NEAR_WALL: usize = 12;

    // In a repair, also where jumps are swept:

    /// The cell waits to be asked.
    pub(crate) const WAITS: usize = 15;
}

/// By the walkable cells around a cell, its first flags where no jumps are swept.
pub(crate) fn even_table() -> [u16; ALL + 1] {
    std::array::from_fn(|around| u16::from(around == ALL) << flag::EVEN)
}
