//! Whether a legal step changes a distance by more than it costs.

use crate::distance::landmarks::{Distances, LANDMARKS, QuantizedCosts};
use crate::movement::DiagonalRule;

/// A row of cells whose distances are checked.
#[derive(Clone, Copy)]
pub(super) struct SteepRow<'a> {
    pub(super) cells: &'a [Distances],
    /// The walkable cells.
    pub(super) walkable: &'a [u64],
    /// The cells after which distances may grow otherwise than up to them.
    pub(super) bends: &'a [u64],
}

/// Whether a legal step within a row or to the row below is steep. The row below the first one has no walkable cell.
///
/// Along steps side by side, from one bend of either row to the next, the difference of distances grows evenly: it is
/// largest at a bend or where such steps begin or end, and only there it is looked at.
#[inline(always)]
pub(super) fn is_steep(rule: DiagonalRule, costs: QuantizedCosts, here: SteepRow, below: SteepRow) -> bool {
    let (mut straight, mut diagonal) = ([0; LANDMARKS], [0; LANDMARKS]);
    for (word, &now) in here.walkable.iter().enumerate() {
        let (under, x) = (at(below.walkable, word), word * 64);
        let (left, right) = (before(below.walkable, word), after(below.walkable, word));
        let (left_here, right_here) = (before(here.walkable, word), after(here.walkable, word));
        let between = |beside| rule.allows_between(beside, under);
        let bends = at(here.bends, word);
        let from = (here.cells, x);
        let to = (here.cells, x.wrapping_sub(1));
        add_changes(&mut straight, from, to, now & left_here, bends | before(here.bends, word));
        let to = (below.cells, x);
        add_changes(&mut straight, from, to, now & under, bends | at(below.bends, word));
        let to = (below.cells, x.wrapping_sub(1));
        add_changes(&mut diagonal, from, to, now & left & between(left_here), bends | before(below.bends, word));
        let to = (below.cells, x + 1);
        add_changes(&mut diagonal, from, to, now & right & between(right_here), bends | after(below.bends, word));
    }
    let is_above = |changes: [u16; LANDMARKS], cost: u16| changes.into_iter().any(|change| change > cost);
    is_above(straight, costs.straight) || is_above(diagonal, costs.diagonal)
}

/// A word of a row.
#[inline(always)]
fn at(row: &[u64], word: usize) -> u64 {
    row.get(word).copied().unwrap_or(0)
}

/// The bits one column to the left of those of a word.
#[inline(always)]
fn before(row: &[u64], word: usize) -> u64 {
    at(row, word) << 1 | at(row, word.wrapping_sub(1)) >> 63
}

/// The bits one column to the right of those of a word.
#[inline(always)]
fn after(row: &[u64], word: usize) -> u64 {
    at(row, word) >> 1 | at(row, word + 1) << 63
}

/// Raises `largest` to the changes of distances along steps from the cells of a word in one row to as many cells in
/// one row. Bit `i` of `legal` says whether there is a step between the cells `i`, and bit `i` of `bends` whether one
/// of them is a bend; bits beyond the map are zeros.
#[inline(always)]
fn add_changes(
    largest: &mut [u16; LANDMARKS],
    (from, from_x): (&[Distances], usize),
    (to, to_x): (&[Distances], usize),
    legal: u64,
    bends: u64,
) {
    let mut changes = *largest;
    let mut ends = legal & (bends | !(legal << 1) | !(legal >> 1));
    while ends != 0 {
        let i = ends.trailing_zeros() as usize;
        let (from, to) = (&from[from_x + i], &to[to_x.wrapping_add(i)]);
        for lane in 0..LANDMARKS {
            changes[lane] = changes[lane].max(from[lane].abs_diff(to[lane]));
        }
        ends &= ends - 1;
    }
    *largest = changes;
}
