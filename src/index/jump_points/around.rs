//! The legal steps around 64 cells at once: what jump points are made from.

use crate::bits::bit_rows::{BitRows, zeroed};
use crate::grid::MapError;
use crate::movement::{DiagonalRule, StepsAround};

/// The words of a few lines with their neighbors: by dx = -1, 0 and 1, words whose bit i holds the cell at position
/// i + dx. Each has a word of one line before the first line and one of a line after the last.
pub(super) type Around<'a> = [&'a [u64]; 3];

/// Writes for each line what `find` says of the steps around its cells.
#[inline(always)]
pub(super) fn write(rule: DiagonalRule, around: Around, target: &mut [u64], find: impl Fn(&StepsAround) -> u64) {
    let [first, second, third] = [0, 1, 2].map(|y| around.map(|words| &words[y..][..target.len()]));
    for (i, target) in target.iter_mut().enumerate() {
        // A loop: the package's libraries would call `map` as a function, word by word.
        let mut cells = [[0; 3]; 3];
        for x in 0..3 {
            (cells[0][x], cells[1][x], cells[2][x]) = (first[x][i], second[x][i], third[x][i]);
        }
        *target = find(&StepsAround::new(rule, &cells));
    }
}

/// Runs code of its own for each rule, without what the rule does not ask for.
#[inline(always)]
pub(super) fn for_rule<R>(rule: DiagonalRule, mut run: impl FnMut(DiagonalRule) -> R) -> R {
    match rule {
        DiagonalRule::Always => run(DiagonalRule::Always),
        DiagonalRule::AtMostOneBlocked => run(DiagonalRule::AtMostOneBlocked),
        DiagonalRule::BothFree => run(DiagonalRule::BothFree),
        DiagonalRule::Never => run(DiagonalRule::Never),
    }
}

/// Moves the bits of words by one position to either side. `before` and `after` are the words beside.
#[inline(always)]
pub(super) fn move_bits(before: &[u64], here: &[u64], after: &[u64], below: &mut [u64], above: &mut [u64]) {
    let (before, here, after) = (&before[..below.len()], &here[..below.len()], &after[..below.len()]);
    let above = &mut above[..below.len()];
    for i in 0..below.len() {
        below[i] = here[i] << 1 | before[i] >> 63;
        above[i] = here[i] >> 1 | after[i] << 63;
    }
}

/// One column of words of all rows of a map.
#[derive(Debug)]
pub(super) struct ColumnAround {
    moved: [Vec<u64>; 3],
    beside: [Vec<u64>; 2],
}

impl ColumnAround {
    pub(super) fn new(rows: usize) -> Result<Self, MapError> {
        let words = || zeroed(rows + 2);
        Ok(Self { moved: [words()?, words()?, words()?], beside: [words()?, words()?] })
    }

    /// Reads column `number` of the map's words.
    #[inline(always)]
    pub(super) fn fill(&mut self, rows: &BitRows, number: usize) {
        let ([before, after], [below, here, above]) = (&mut self.beside, &mut self.moved);
        let columns = [number.checked_sub(1), Some(number), Some(number + 1).filter(|&n| n < rows.words_per_row())];
        for (column, words) in columns.into_iter().zip([&mut *before, &mut *here, &mut *after]) {
            match column {
                Some(number) => rows.read_down(-1, number, words),
                None => words.fill(0),
            }
        }
        move_bits(before, here, after, below, above);
    }

    pub(super) fn words(&self) -> Around<'_> {
        self.moved.each_ref().map(Vec::as_slice)
    }
}
