//! Whether a legal step changes a distance by more than it costs.

use crate::distance::landmarks::{Distances, LANDMARKS, QuantizedCosts};
use crate::movement::DiagonalRule;

/// A row of cells whose distances are checked.
#[derive(Clone, Copy)]
pub(super) struct SteepRow<'a> {
    pub(super) cells: &'a [Distances],
    /// The walkable cells.
    pub(super) walkable: &'a [u64],
}

/// Whether a legal step within a row or to the row below is steep. The first row has an empty one below.
#[inline(always)]
pub(super) fn is_steep(rule: DiagonalRule, costs: QuantizedCosts, here: SteepRow, below: SteepRow) -> bool {
    let (mut straight, mut diagonal) = ([0; LANDMARKS], [0; LANDMARKS]);
    for (word, &now) in here.walkable.iter().enumerate() {
        let (under, x) = (at(below.walkable, word), word * 64);
        let (left, right) = (before(below.walkable, word), after(below.walkable, word));
        let (left_here, right_here) = (before(here.walkable, word), after(here.walkable, word));
        let between = |beside| rule.allows_between(beside, under);
        add_changes(&mut straight, (here.cells, x), (here.cells, x.wrapping_sub(1)), now & left_here);
        add_changes(&mut straight, (here.cells, x), (below.cells, x), now & under);
        let to_left = now & left & between(left_here);
        add_changes(&mut diagonal, (here.cells, x), (below.cells, x.wrapping_sub(1)), to_left);
        let to_right = now & right & between(right_here);
        add_changes(&mut diagonal, (here.cells, x), (below.cells, x + 1), to_right);
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
/// one row. Bit `i` of `legal` says whether there is a step between the cells `i`; bits beyond the map are zeros.
#[inline(always)]
fn add_changes(
    largest: &mut [u16; LANDMARKS],
    (from, from_x): (&[Distances], usize),
    (to, to_x): (&[Distances], usize),
    mut legal: u64,
) {
    let mut changes = *largest;
    while legal != 0 {
        let i = legal.trailing_zeros() as usize;
        let (from, to) = (&from[from_x + i], &to[to_x.wrapping_add(i)]);
        for lane in 0..LANDMARKS {
            changes[lane] = changes[lane].max(from[lane].abs_diff(to[lane]));
        }
        legal &= legal - 1;
    }
    *largest = changes;
}
