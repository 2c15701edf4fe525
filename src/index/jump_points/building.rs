//! Building the lines of jump points, 64 cells at a time: the turns of rows and columns, and what reaches them, put
//! into the lines of runs. One column of words after the other, with little memory beside: to be given fresh memory
//! takes longer than to fill it.

use super::column_rays::ColumnRays;
use super::column_steps::ColumnSteps;
use super::lines::run_word;
use super::shear::{BAND, Shear};
use super::walkable_around::WalkableAround;
use super::{JumpPoints, Runs, forces_diagonals};
use crate::grid::MapError;
use crate::index::bit_rows::transpose_block;
use crate::index::vectors::{self, Kernel};
use crate::index::walkable_cells::WalkableCells;
use crate::movement::DIRECTIONS;

/// The building of all lines.
struct Building<'a> {
    points: &'a mut JumpPoints,
    walkable: &'a WalkableCells,
}

impl Kernel for Building<'_> {
    type Output = Result<(), MapError>;

    #[inline(always)]
    fn run(self) -> Self::Output {
        self.points.build_with_any_vectors(self.walkable)
    }
}

impl JumpPoints {
    pub(super) fn build(&mut self, walkable: &WalkableCells) -> Result<(), MapError> {
        vectors::run(Building { points: self, walkable })
    }

    #[inline(always)]
    pub(super) fn build_with_any_vectors(&mut self, walkable: &WalkableCells) -> Result<(), MapError> {
        let mut around = WalkableAround::new(self.height)?;
        let mut rays = ColumnRays::new(self.height, self.words)?;
        let mut steps = ColumnSteps::new(self.height)?;
        let mut band = RunBand::new();
        if self.has_rows() {
            for number in (0..self.words).rev() {
                around.fill(&walkable.rows, number);
                rays.find_turns(self.rule, &around, 0);
                rays.enter(&around, number);
            }
        }
        for number in 0..self.words {
            around.fill(&walkable.rows, number);
            for ray in if self.has_rows() { 0..4 } else { 2..4 } {
                rays.find_turns(self.rule, &around, ray);
                self.store_turns_of_column(ray, number, &rays.turns);
                rays.find_reach(&around, ray, number);
            }
            for run in 0..self.run_count() {
                steps.find(self.rule, &around, &self.runs[run]);
                self.store_run(run, number, &steps, &rays.reach, &mut band);
            }
        }
        Ok(())
    }

    /// Puts the turns of a ray, of one column of words, into the lines of its direction.
    #[inline(always)]
    fn store_turns_of_column(&mut self, ray: usize, number: usize, turns: &[u64]) {
        let rays = &self.rays[ray];
        let (dx, dy) = DIRECTIONS[ray];
        let lines = self.memory.turns_from_mut(rays);
        for (i, rows) in turns.chunks(64).enumerate() {
            let mut block = [0; 64];
            block[..rows.len()].copy_from_slice(rows);
            match (dx, dy) {
                (-1, _) => block.iter_mut().for_each(|word| *word = word.reverse_bits()),
                (_, -1) => block.reverse(),
                _ => {}
            }
            let (first, count, word) = if dy == 0 {
                (64 * i, rows.len(), number)
            } else {
                transpose_block(&mut block);
                (64 * number, 64.min(self.width - 64 * number), i)
            };
            // Lines lie in the order of travel.
            let position = if dx + dy > 0 { word } else { rays.words - 1 - word };
            let lines = lines[first * rays.words..].chunks_exact_mut(rays.words);
            lines.zip(&block[..count]).for_each(|(line, &word)| line[position] = word);
        }
    }

    /// Puts what a run meets, in one column of words, into its lines.
    #[inline(always)]
    fn store_run(&mut self, run: usize, number: usize, steps: &ColumnSteps, reach: &[Vec<u64>; 4], band: &mut RunBand) {
        let run = self.runs[run];
        let [ray, other_ray] = run.rays.map(|ray| reach[ray].as_slice());
        let (rows, words) = (self.height, self.words);
        let position = if run.dx > 0 { number } else { words - 1 - number };
        for first in (0..rows).step_by(BAND) {
            let count = BAND.min(rows - first);
            // The cells of a column lie on one line after the other, the first one following the last.
            let line = run.diagonal.map_or(first, |diagonal| diagonal.line(64 * number, first, rows));
            let before_end = count.min(rows - line);
            let stretches = [(line, 0..before_end), (0, before_end..count)];
            let [legal, ray, other_ray] = band.lines(&run, [&steps.legal, ray, other_ray], first, count);
            let group = self.memory.group;
            for (line, of_band) in stretches.clone() {
                let lines = line..line + of_band.len();
                let [legal, ray, other_ray] = [legal, ray, other_ray].map(|words| &words[of_band.clone()]);
                for (at, groups) in self.memory.runs_mut(run.first, words, position, lines) {
                    let [legal, ray, other_ray] = [legal, ray, other_ray].map(|words| &words[at..]);
                    let groups = groups.chunks_exact_mut(group);
                    for (((group, &legal), &ray), &other_ray) in groups.zip(legal).zip(ray).zip(other_ray) {
                        group[run_word::BLOCKED] = !legal;
                        group[run_word::REACHES] = ray;
                        group[run_word::REACHES + 1] = other_ray;
                    }
                }
            }
            if forces_diagonals(self.rule) {
                let [forced, ..] = band.lines(&run, [&steps.forced], first, count);
                for (line, of_band) in stretches {
                    let lines = line..line + of_band.len();
                    let forced = &forced[of_band];
                    for (at, groups) in self.memory.runs_mut(run.first, words, position, lines) {
                        let groups = groups.chunks_exact_mut(group).zip(&forced[at..]);
                        groups.for_each(|(group, &word)| group[run_word::FORCED] = word);
                    }
                }
            }
        }
    }
}

/// Words of lines of a run, before they are put into their places.
struct RunBand {
    shear: Shear,
    words: [[u64; BAND]; 3],
}

impl RunBand {
    fn new() -> Self {
        Self { shear: Shear::new(), words: [[0; BAND]; 3] }
    }

    /// The words of a run's lines, in the order of travel: those on which the rows from `first` on lie.
    #[inline(always)]
    fn lines<const COUNT: usize>(
        &mut self,
        run: &Runs,
        columns: [&[u64]; COUNT],
        first: usize,
        count: usize,
    ) -> &[[u64; BAND]; 3] {
        for (words, target) in columns.into_iter().zip(&mut self.words) {
            let target = &mut target[..count];
            match run.diagonal {
                Some(diagonal) => self.shear.column(diagonal, words, first, target),
                None => target.copy_from_slice(&words[first..first + count]),
            }
            if run.dx < 0 {
                target.iter_mut().for_each(|word| *word = word.reverse_bits());
            }
        }
        &self.words
    }
}
