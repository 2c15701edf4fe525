//! One column of words: 64 cells of each row, and what is legal there.

use super::Runs;
use crate::grid::MapError;
use crate::index::bit_rows::{BitRows, zeroed};
use crate::movement::DiagonalRule;

/// A word for each row.
#[derive(Debug)]
pub(super) struct Column {
    free: FreeAround,
    /// From which cells the step of a run is legal.
    pub(super) steps: Vec<u64>,
    forced: Vec<u64>,
    /// From which cells the rays along y, up and down, get to a turn.
    pub(super) reach: [Vec<u64>; 2],
}

impl Column {
    pub(super) fn new(rows: usize) -> Result<Self, MapError> {
        Ok(Self {
            free: FreeAround::new(rows)?,
            steps: zeroed(rows)?,
            forced: zeroed(rows)?,
            reach: [zeroed(rows)?, zeroed(rows)?],
        })
    }

    /// Takes over the free cells of column `number`.
    #[inline(always)]
    pub(super) fn look_around(&mut self, rows: &BitRows, number: usize) {
        self.free.fill(rows, number);
    }

    /// At which cells the step of a run has forced successors. Empty under rules without.
    pub(super) fn forced(&self, rule: DiagonalRule) -> &[u64] {
        match rule {
            DiagonalRule::Always | DiagonalRule::AtMostOneBlocked => &self.forced,
            DiagonalRule::BothFree | DiagonalRule::Never => &[],
        }
    }

    /// Finds the steps and forced steps of a run.
    #[inline(always)]
    pub(super) fn find_steps(&mut self, rule: DiagonalRule, run: &Runs) {
        let Self { free, steps, forced, .. } = self;
        let rows = steps.len();
        let free = |dx: i32, dy: i32| free.at(dx, dy, rows);
        let (dx, dy) = (run.dx, run.dy);
        let ([here, target], beside) = ([free(0, 0), free(dx, dy)], [free(dx, 0), free(0, dy)]);
        match rule {
            DiagonalRule::Always | DiagonalRule::Never => write(steps, [here, target], |[here, target]| here & target),
            DiagonalRule::AtMostOneBlocked => {
                write(steps, [here, target, beside[0], beside[1]], |[here, target, a, b]| here & target & (a | b))
            }
            DiagonalRule::BothFree => {
                write(steps, [here, target, beside[0], beside[1]], |[here, target, a, b]| here & target & a & b)
            }
        }
        // The cell that a forced step goes to lies behind an obstacle beside the way here.
        let aside = [free(-dx, 0), free(-dx, dy), free(0, dy), free(0, -dy), free(dx, -dy), free(dx, 0), here];
        match rule {
            DiagonalRule::Always => write(forced, aside, |[back, target, _, other_back, other_target, _, here]| {
                here & (!back & target | !other_back & other_target)
            }),
            DiagonalRule::AtMostOneBlocked => {
                write(forced, aside, |[back, target, side, other_back, other_target, other_side, here]| {
                    here & (!back & target & side | !other_back & other_target & other_side)
                })
            }
            DiagonalRule::BothFree | DiagonalRule::Never => {}
        }
    }
}

/// Which cells are free, moved so that each bit holds that of the cell at x - 1, at x and at x + 1; from the row above the first one
/// to the row below the last one.
#[derive(Debug)]
struct FreeAround([Vec<u64>; 3]);

impl FreeAround {
    fn new(rows: usize) -> Result<Self, MapError> {
        Ok(Self([zeroed(rows + 2)?, zeroed(rows + 2)?, zeroed(rows + 2)?]))
    }

    #[inline(always)]
    fn fill(&mut self, rows: &BitRows, number: usize) {
        let [before, here, after] = &mut self.0;
        for (i, ((before, here), after)) in before.iter_mut().zip(here).zip(after).enumerate() {
            let row = rows.row(i as isize - 1);
            *here = row[number];
            *before = *here << 1 | if number > 0 { row[number - 1] >> 63 } else { 0 };
            *after = *here >> 1 | row.get(number + 1).map_or(0, |after| after << 63);
        }
    }

    /// For so many rows, which of the cells at (dx, dy) from their cells are free.
    #[inline(always)]
    fn at(&self, dx: i32, dy: i32, rows: usize) -> &[u64] {
        &self.0[(1 + dx) as usize][(1 + dy) as usize..][..rows]
    }
}

/// Writes what `word` makes of the words of several slices, which are as long as the target.
#[inline(always)]
fn write<const COUNT: usize>(target: &mut [u64], from: [&[u64]; COUNT], word: impl Fn([u64; COUNT]) -> u64) {
    let from = from.map(|words| &words[..target.len()]);
    for (i, target) in target.iter_mut().enumerate() {
        *target = word(from.map(|words| words[i]));
    }
}
