//! The legal steps around 64 cells at once: what jump points are made from.

use crate::bits::bit_rows::{BitRows, zeroed};
use crate::grid::MapError;
use crate::movement::{ClosedAround, DIRECTIONS, DiagonalRule, StepsAround};

/// The words of a few lines with their neighbors: by dx = -1, 0 and 1, words whose bit i holds the cell at position
/// i + dx. Each has a word of one line before the first line and one of a line after the last.
pub(super) type Around<'a> = [&'a [u64]; 3];

/// The steps that walls close, as words around a few lines: those up the lines and down them, and those to the next
/// line and back.
pub(super) type ClosedWords<'a> = [Around<'a>; 4];

/// The cells around 64 cells, and where `WALLED`, the steps that walls close there.
#[derive(Clone, Copy)]
pub(super) struct Surrounding<'a, const WALLED: bool> {
    pub(super) cells: Around<'a>,
    pub(super) closed: ClosedWords<'a>,
}

impl<'a> Surrounding<'a, false> {
    #[inline(always)]
    pub(super) fn without_walls(cells: Around<'a>) -> Self {
        Self { cells, closed: [[&[]; 3]; 4] }
    }
}

impl<'a, const WALLED: bool> Surrounding<'a, WALLED> {
    /// The words of the first `count` lines. The compiler then checks no bounds later.
    #[inline(always)]
    fn first(self, count: usize) -> Self {
        let [up, down, forth, back] = self.closed;
        let closed = if WALLED {
            [first_of(up, count), first_of(down, count), first_of(forth, count), first_of(back, count)]
        } else {
            self.closed
        };
        Self { cells: first_of(self.cells, count), closed }
    }

    /// Turns the surroundings round: positions grow where they fell.
    #[inline(always)]
    fn turned(self) -> Self {
        let [up, down, forth, back] = self.closed;
        Self { cells: turned(self.cells), closed: [turned_sides(down), turned_sides(up), turned(forth), turned(back)] }
    }

    /// The steps around the cells of one line.
    #[inline(always)]
    pub(super) fn steps(&self, rule: DiagonalRule, line: usize) -> StepsAround<WALLED> {
        let cells = [three(self.cells, line), three(self.cells, line + 1), three(self.cells, line + 2)];
        let mut closed = ClosedAround { along: [[[0; 2]; 3]; 2], across: [[[0; 3]; 2]; 2] };
        if WALLED {
            let [up, down, forth, back] = self.closed;
            closed.along = [
                [two(up, line), two(up, line + 1), two(up, line + 2)],
                [two(down, line), two(down, line + 1), two(down, line + 2)],
            ];
            closed.across = [[three(forth, line), three(forth, line + 1)], [three(back, line), three(back, line + 1)]];
        }
        StepsAround::between(rule, &cells, &closed)
    }
}

// No closures: those that are not inlined are not compiled for wide vectors.

#[inline(always)]
fn first_of([below, here, above]: Around, count: usize) -> Around {
    [&below[..count + 2], &here[..count + 2], &above[..count + 2]]
}

#[inline(always)]
fn turned([below, here, above]: Around) -> Around {
    [above, here, below]
}

/// A side lies between its position and the next one.
#[inline(always)]
fn turned_sides([below, here, above]: Around) -> Around {
    [here, below, above]
}

#[inline(always)]
fn three([below, here, above]: Around, line: usize) -> [u64; 3] {
    [below[line], here[line], above[line]]
}

#[inline(always)]
fn two([below, here, _]: Around, line: usize) -> [u64; 2] {
    [below[line], here[line]]
}

/// Writes for each line the cells from which the step of a diagonal jump is legal, and under rules that force any,
/// those with forced steps. `diagonal` is the number of the jump.
#[inline(always)]
pub(super) fn write_diagonal<const WALLED: bool>(
    rule: DiagonalRule,
    diagonal: usize,
    around: Surrounding<WALLED>,
    legal: &mut [u64],
    forced: &mut [u64],
) {
    let (dx, dy) = DIRECTIONS[rule.diagonals()[diagonal].direction];
    let around = if dx < 0 { around.turned() } else { around };
    // Each dy has code of its own: the loops know it.
    match dy {
        0 => write_jump(DiagonalRule::Never, (1, 0), around, legal, forced),
        1 => write_jump(rule, (1, 1), around, legal, forced),
        _ => write_jump(rule, (1, -1), around, legal, forced),
    }
}

#[inline(always)]
fn write_jump<const WALLED: bool>(
    rule: DiagonalRule,
    step: (i32, i32),
    around: Surrounding<WALLED>,
    legal: &mut [u64],
    forced: &mut [u64],
) {
    let count = legal.len();
    let around = around.first(count);
    for (line, legal) in legal.iter_mut().enumerate() {
        *legal = around.steps(rule, line).step((0, 0), step);
    }
    if rule.forces_diagonals() {
        for (line, forced) in forced[..count].iter_mut().enumerate() {
            *forced = around.steps(rule, line).forced(step);
        }
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

    #[inline(always)]
    pub(super) fn words(&self) -> Around<'_> {
        let [below, here, above] = &self.moved;
        [below, here, above]
    }
}
