//! The rows of saved landmarks.

use super::steep_steps::{SteepRow, is_steep};
use super::words::read_word;
use crate::OutOfMemory;
use crate::bits::bit_rows::BitRows;
use crate::bits::vectors::{self, Kernel};
use crate::byte_stream::ByteReader;
use crate::distance::landmarks::{Distances, LANDMARKS, QuantizedCosts};
use crate::movement::DiagonalRule;

/// The rows of a map, and the rule of its steps.
#[derive(Clone, Copy)]
pub(crate) struct SavedRows<'a> {
    pub(crate) rule: DiagonalRule,
    pub(crate) walkable: &'a BitRows,
    pub(crate) width: usize,
    pub(crate) height: usize,
    /// Whether there are walls between cells.
    pub(crate) has_walls: bool,
}

/// Reads the distances of all cells, measured in some costs. Returns false if bytes are missing, wrong or too many, or
/// if a legal step changes a distance by more than its cost.
pub(super) fn read_rows(
    bytes: ByteReader,
    rows: SavedRows,
    costs: QuantizedCosts,
    distances: &mut [Distances],
) -> Result<bool, OutOfMemory> {
    let bends = BitRows::new(rows.width, rows.height)?;
    Ok(vectors::run(Reading { bytes, rows, costs, distances, bends }))
}

struct Reading<'a> {
    bytes: ByteReader<'a>,
    rows: SavedRows<'a>,
    costs: QuantizedCosts,
    distances: &'a mut [Distances],
    /// The cells after which distances may grow otherwise than up to them.
    bends: BitRows,
}

impl Kernel for Reading<'_> {
    type Output = bool;

    #[inline(always)]
    fn run(self) -> bool {
        let Self { mut bytes, rows, costs, distances, mut bends } = self;
        let mut first = [0; LANDMARKS];
        let mut cells_below: &[Distances] = &[];
        for (y, cells) in (0..).zip(distances.chunks_exact_mut(rows.width)) {
            let words = rows.walkable.row(y as isize);
            let mut here = first;
            for ((cells, &walkable), bends) in cells.chunks_mut(64).zip(words).zip(bends.row_mut(y)) {
                let Some(read) = read_word(&mut bytes, walkable, &mut here, cells) else { return false };
                *bends = read;
            }
            let row = |cells, y| SteepRow { cells, walkable: rows.walkable.row(y), bends: bends.row(y) };
            let (row, below) = (row(cells, y as isize), row(cells_below, y as isize - 1));
            if is_steep(rows.rule, costs, row, below) {
                return false;
            }
            first = first_walkable(words, cells).unwrap_or(first);
            cells_below = cells;
        }
        bytes.is_at_end()
    }
}

/// The distances of the first walkable cell of a row.
pub(super) fn first_walkable(walkable: &[u64], cells: &[Distances]) -> Option<Distances> {
    let (word, bits) = walkable.iter().enumerate().find(|(_, bits)| **bits != 0)?;
    cells.get(64 * word + bits.trailing_zeros() as usize).copied()
}
