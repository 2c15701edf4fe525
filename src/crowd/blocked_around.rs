//! Which of the nine cells at and around a cell are blocked, as bits.

use super::numbers::ONE;
use crate::bits::bit_rows::BitRows;

/// The blocked ones of nine cells. Bit `3 * (dy + 1) + dx + 1` stands for the cell at (dx, dy).
pub(super) type BlockedAround = u16;

pub(super) const HERE: BlockedAround = 1 << 4;
pub(super) const LEFT: BlockedAround = 1 << 3;
pub(super) const RIGHT: BlockedAround = 1 << 5;
pub(super) const BELOW: BlockedAround = 1 << 1;
pub(super) const ABOVE: BlockedAround = 1 << 7;
pub(super) const ALL: BlockedAround = 0x1ff;

/// Each corner of a cell: the neighbor beyond it, the two neighbors beside it, and where it is.
pub(super) const CORNERS: [(BlockedAround, BlockedAround, i32, i32); 4] = [
    (1 << 0, LEFT | BELOW, 0, 0),
    (1 << 2, RIGHT | BELOW, ONE, 0),
    (1 << 6, LEFT | ABOVE, 0, ONE),
    (1 << 8, RIGHT | ABOVE, ONE, ONE),
];

/// The bits of 64 cells of a row, from a cell on that may lie outside the map.
pub(super) fn word_from(bits: &BitRows, (x, y): (i32, i32)) -> u64 {
    let Some(row) = usize::try_from(y).ok().and_then(|y| bits.get_row(y)) else { return 0 };
    let first = x.div_euclid(64);
    let word = |number: i32| usize::try_from(number).ok().and_then(|number| row.get(number)).map_or(0, |&word| word);
    let shift = x.rem_euclid(64);
    // In two steps, because nothing is shifted by 64.
    word(first) >> shift | word(first + 1) << 1 << (63 - shift)
}
