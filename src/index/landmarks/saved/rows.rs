//! The rows of saved landmarks.

use super::steep_steps::{SteepRow, is_steep};
use super::words::read_word;
use crate::bits::vectors::{self, Kernel};
use crate::byte_stream::ByteReader;
use crate::distance::landmarks::{Distances, LANDMARKS, QuantizedCosts};
use crate::index::walkable_cells::WalkableCells;
use crate::movement::DiagonalRule;

/// The map that the distances are of.
#[derive(Clone, Copy)]
pub(super) struct Rules<'a> {
    pub(super) rule: DiagonalRule,
    pub(super) costs: QuantizedCosts,
    pub(super) walkable: &'a WalkableCells,
}

/// Reads the distances of all cells. Returns false if bytes are missing, wrong or too many, or if a legal step changes
/// a distance by more than its cost.
pub(super) fn read_rows(bytes: ByteReader, rules: Rules, distances: &mut [Distances]) -> bool {
    vectors::run(Reading { bytes, rules, distances })
}

struct Reading<'a> {
    bytes: ByteReader<'a>,
    rules: Rules<'a>,
    distances: &'a mut [Distances],
}

impl Kernel for Reading<'_> {
    type Output = bool;

    #[inline(always)]
    fn run(self) -> bool {
        let Self { mut bytes, rules, distances } = self;
        let walkable = rules.walkable;
        let mut first = [0; LANDMARKS];
        let mut below = SteepRow { cells: &[], walkable: &[] };
        for (y, cells) in (0..).zip(distances.chunks_exact_mut(walkable.width())) {
            let words = walkable.rows.row(y);
            let mut here = first;
            for (cells, &walkable) in cells.chunks_mut(64).zip(words) {
                if read_word(&mut bytes, walkable, &mut here, cells).is_none() {
                    return false;
                }
            }
            let row = SteepRow { cells, walkable: words };
            if is_steep(rules.rule, rules.costs, row, below) {
                return false;
            }
            first = first_walkable(words, row.cells).unwrap_or(first);
            below = row;
        }
        bytes.is_at_end()
    }
}

/// The distances of the first walkable cell of a row.
pub(super) fn first_walkable(walkable: &[u64], cells: &[Distances]) -> Option<Distances> {
    let (word, bits) = walkable.iter().enumerate().find(|(_, bits)| **bits != 0)?;
    cells.get(64 * word + bits.trailing_zeros() as usize).copied()
}
