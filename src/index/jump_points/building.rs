//! Building the lines of jump points, 64 cells at a time: the turns of rows and columns, and what reaches them, put into the lines of runs. One
//! column of words after the other, with little memory beside: to be given fresh memory takes longer than to fill it.

use super::column::Column;
use super::shear::{BAND, Diagonal, Shear};
use super::turn_lines::{MOST_LINES, TurnLines};
use super::{JumpPoints, RunWords, Runs};
use crate::grid::MapError;
use crate::index::bit_rows::{transpose_block, zeroed};
use crate::index::free_cells::FreeCells;
use crate::index::vectors::{self, Kernel};

/// So many rows, or columns, are computed at a time.
const STRIP: usize = MOST_LINES;

/// The building of all lines.
struct Building<'a> {
    points: &'a mut JumpPoints,
    free: &'a FreeCells,
}

impl Kernel for Building<'_> {
    type Output = Result<(), MapError>;

    #[inline(always)]
    fn run(self) -> Self::Output {
        self.points.build_with_any_vectors(self.free)
    }
}

impl JumpPoints {
    pub(super) fn build(&mut self, free: &FreeCells) -> Result<(), MapError> {
        vectors::run(Building { points: self, free })
    }

    #[inline(always)]
    pub(super) fn build_with_any_vectors(&mut self, free: &FreeCells) -> Result<(), MapError> {
        let mut strip = TurnLines::new(self.words.max(free.columns.words_per_row()))?;
        let [east, west] = self.build_rows(free, &mut strip)?;
        let mut column = Column::new(self.height)?;
        let mut band = RunBand::new();
        for number in 0..self.words {
            self.build_columns(free, number, &mut strip, &mut column);
            column.look_around(&free.rows, number);
            let rows = if self.has_rows() { self.height * number..self.height * (number + 1) } else { 0..0 };
            let along_rows = [&east[rows.clone()], &west[rows]];
            for run in 0..self.run_count() {
                self.build_run(run, number, &mut column, along_rows, &mut band);
            }
        }
        Ok(())
    }

    /// The turns of the rays along rows; and for both, by columns of words, what reaches them. Without such rays nothing.
    #[inline(always)]
    fn build_rows(&mut self, free: &FreeCells, strip: &mut TurnLines<STRIP>) -> Result<[Vec<u64>; 2], MapError> {
        if !self.has_rows() {
            return Ok([Vec::new(), Vec::new()]);
        }
        let mut reach = [zeroed(self.words * self.height)?, zeroed(self.words * self.height)?];
        for first in (0..self.height).step_by(STRIP) {
            let count = STRIP.min(self.height - first);
            strip.compute(self.rule, &free.rows, first);
            (0..count).for_each(|line| self.store_turns(0, first + line, strip, line));
            for (reach, strip) in reach.iter_mut().zip([&strip.reach_up, &strip.reach_down]) {
                for (column, words) in reach.chunks_exact_mut(self.height).zip(strip) {
                    column[first..first + count].copy_from_slice(&words[..count]);
                }
            }
        }
        Ok(reach)
    }

    /// The turns of the rays along the 64 columns of one word, and by rows what reaches them.
    #[inline(always)]
    fn build_columns(&mut self, free: &FreeCells, number: usize, strip: &mut TurnLines<STRIP>, column: &mut Column) {
        let first = STRIP * number;
        strip.compute(self.rule, &free.columns, first);
        (0..STRIP.min(self.width - first)).for_each(|line| self.store_turns(2, first + line, strip, line));
        for (reach, strip) in column.reach.iter_mut().zip([&mut strip.reach_up, &mut strip.reach_down]) {
            for (rows, block) in reach.chunks_mut(STRIP).zip(strip) {
                transpose_block(block);
                rows.copy_from_slice(&block[..rows.len()]);
            }
        }
    }

    /// The lines of a run, of one column of words.
    #[inline(always)]
    fn build_run(
        &mut self,
        run: usize,
        number: usize,
        column: &mut Column,
        [east, west]: [&[u64]; 2],
        band: &mut RunBand,
    ) {
        let run = self.runs[run];
        column.find_steps(self.rule, &run);
        let [south, north] = &column.reach;
        let rays = run.rays.map(|ray| [east, west, south, north][ray]);
        for first in (0..self.height).step_by(BAND) {
            let count = BAND.min(self.height - first);
            band.take(&run, [&column.steps, rays[0], rays[1], column.forced(self.rule)], first, count);
            let position = run.first + if run.dx > 0 { number } else { self.words - 1 - number };
            let mut line = line_of(run.diagonal, 64 * number, first, self.height);
            let run_words = &mut *self.run_words;
            for i in 0..count {
                run_words[position + line * self.words] = band.words(i);
                line = line_after(run.diagonal, line, self.height);
            }
        }
    }
}

/// Words of lines of a run, before they are put into their places.
struct RunBand {
    shear: Shear,
    steps: [u64; BAND],
    reaches: [[u64; BAND]; 2],
    forced: [u64; BAND],
}

impl RunBand {
    fn new() -> Self {
        Self { shear: Shear::new(), steps: [0; BAND], reaches: [[0; BAND]; 2], forced: [0; BAND] }
    }

    /// Takes the words of a run's lines, in the order of travel: those on which the rows from `first` on lie.
    #[inline(always)]
    fn take(&mut self, run: &Runs, [steps, ray, other_ray, forced]: [&[u64]; 4], first: usize, count: usize) {
        let [to_ray, to_other_ray] = &mut self.reaches;
        let places = [&mut self.steps, to_ray, to_other_ray, &mut self.forced];
        for (words, place) in [steps, ray, other_ray, forced].into_iter().zip(places) {
            if words.is_empty() {
                // Forced steps under a rule without: the zeros stay.
                continue;
            }
            let place = &mut place[..count];
            match run.diagonal {
                Some(diagonal) => self.shear.column(diagonal, words, first, place),
                None => place.copy_from_slice(&words[first..first + count]),
            }
            if run.dx < 0 {
                place.iter_mut().for_each(|word| *word = word.reverse_bits());
            }
        }
    }

    #[inline(always)]
    fn words(&self, i: usize) -> RunWords {
        RunWords { blocked: !self.steps[i], reaches: [self.reaches[0][i], self.reaches[1][i]], forced: self.forced[i] }
    }
}

/// The line of a run on which a place lies.
#[inline(always)]
fn line_of(diagonal: Option<Diagonal>, x: usize, y: usize, rows: usize) -> usize {
    diagonal.map_or(y, |diagonal| diagonal.line(x, y, rows))
}

/// The line on which the place one row further on lies.
#[inline(always)]
fn line_after(diagonal: Option<Diagonal>, line: usize, rows: usize) -> usize {
    match diagonal {
        Some(Diagonal::Falling) if line == 0 => rows - 1,
        Some(Diagonal::Falling) => line - 1,
        _ if line + 1 == rows => 0,
        _ => line + 1,
    }
}
