//! Building the lines of jump points, 64 cells at a time: rows of turns, what reaches them turned and sheared into the lines of runs.

use super::shear::{BAND, Diagonal, Shear};
use super::turn_rows::TurnRow;
use super::{JumpPoints, RunWords, beside};
use crate::grid::MapError;
use crate::index::bit_rows::{BitRows, zeroed};
use crate::index::free_cells::FreeCells;
use crate::movement::DiagonalRule;

impl JumpPoints {
    pub(super) fn build(&mut self, free: &FreeCells) -> Result<(), MapError> {
        let (width, height) = (self.width, self.height);
        let mut row = TurnRow::new(self.words)?;
        let (mut east, mut west) = (BitRows::new(width, height)?, BitRows::new(width, height)?);
        for y in if self.has_rows() { 0..height } else { 0..0 } {
            row.compute(self.rule, beside(&free.rows, y), free.rows.row(y as isize));
            self.store_turns(0, y, &row);
            east.row_mut(y).copy_from_slice(&row.reach_up);
            west.row_mut(y).copy_from_slice(&row.reach_down);
        }
        let mut column = TurnRow::new(free.columns.words_per_row())?;
        let (mut south, mut north) = (BitRows::new(height, width)?, BitRows::new(height, width)?);
        for x in 0..width {
            column.compute(self.rule, beside(&free.columns, x), free.columns.row(x as isize));
            self.store_turns(2, x, &column);
            south.row_mut(x).copy_from_slice(&column.reach_up);
            north.row_mut(x).copy_from_slice(&column.reach_down);
        }
        let (mut south_rows, mut north_rows) = (BitRows::new(width, height)?, BitRows::new(width, height)?);
        south.transpose_into(&mut south_rows, 0..height, 0..width);
        north.transpose_into(&mut north_rows, 0..height, 0..width);
        if self.has_rows() {
            self.build_diagonal_runs(free, [&east, &west, &south_rows, &north_rows])
        } else {
            self.build_row_runs(free, [&south_rows, &north_rows]);
            Ok(())
        }
    }

    /// The runs of [`DiagonalRule::Never`]: along each row, both ways.
    fn build_row_runs(&mut self, free: &FreeCells, reach: [&BitRows; 2]) {
        for y in 0..self.height {
            let row = free.rows.row(y as isize);
            for (i, &here) in row.iter().enumerate() {
                let reaches = reach.map(|rows| rows.row(y as isize)[i]);
                let after = if i + 1 < row.len() { row[i + 1] } else { 0 };
                let before = if i > 0 { row[i - 1] } else { 0 };
                let [east, west] = [here & (here >> 1 | after << 63), here & (here << 1 | before >> 63)];
                let word = |open: u64| RunWords { blocked: !open, reaches, forced: 0 };
                self.run_words[y * self.words + i] = word(east);
                let mirrored = self.runs[1].first + y * self.words + self.words - 1 - i;
                self.run_words[mirrored] = word(west).mirrored();
            }
        }
    }

    fn build_diagonal_runs(&mut self, free: &FreeCells, reach: [&BitRows; 4]) -> Result<(), MapError> {
        let mut shear = Shear::new(self.height)?;
        let mut planes: [Vec<u64>; 7] = Default::default();
        for plane in &mut planes {
            *plane = zeroed(self.height.min(BAND))?;
        }
        let mut carried = zeroed(self.height.min(BAND))?;
        for first_line in (0..self.height).step_by(BAND) {
            let count = (self.height - first_line).min(BAND);
            let mut planes = planes.each_mut().map(|plane| &mut plane[..count]);
            for diagonal in [Diagonal::Falling, Diagonal::Rising] {
                carried.fill(0);
                for column in 0..self.words {
                    self.shear_planes(free, reach, (diagonal, column, first_line), &mut shear, &mut planes);
                    self.store_runs((diagonal, column, first_line), &planes, &mut carried[..count]);
                }
            }
        }
        Ok(())
    }

    /// The lines of one column of words: the legal steps onwards, what reaches turns, and the forced steps of both directions.
    fn shear_planes(
        &self,
        free: &FreeCells,
        reach: [&BitRows; 4],
        (diagonal, column, first_line): (Diagonal, usize, usize),
        shear: &mut Shear,
        planes: &mut [&mut [u64]; 7],
    ) {
        let around = |y: usize| Surroundings { rows: &free.rows, column, y };
        let dy = self.runs[onwards_and_back(diagonal).0].dy;
        let [steps, reach_planes @ .., forced_onwards, forced_back] = planes;
        shear.column(diagonal, column, first_line, |y| around(y).step(self.rule, dy), steps);
        for (plane, reach) in reach_planes.iter_mut().zip(reach) {
            shear.column(diagonal, column, first_line, |y| reach.row(y as isize)[column], plane);
        }
        if forces_on_runs(self.rule) {
            shear.column(diagonal, column, first_line, |y| around(y).forced(self.rule, 1, dy), forced_onwards);
            shear.column(diagonal, column, first_line, |y| around(y).forced(self.rule, -1, -dy), forced_back);
        }
    }

    /// Puts the lines of one column of words into their places. `carried` has for each line the last bit of the legal steps in the column
    /// before.
    fn store_runs(
        &mut self,
        (diagonal, column, first_line): (Diagonal, usize, usize),
        [steps, reach @ .., forced_onwards, forced_back]: &[&mut [u64]; 7],
        carried: &mut [u64],
    ) {
        let (onwards, back) = onwards_and_back(diagonal);
        let [onward_rays, back_rays] = [onwards, back].map(|run| self.runs[run].rays);
        let [onward_first, back_first] = [onwards, back].map(|run| self.runs[run].first + first_line * self.words);
        for (line, (&step, carried)) in steps.iter().zip(carried).enumerate() {
            let came = step << 1 | *carried;
            *carried = step >> 63;
            let at = line * self.words + column;
            let reaches = onward_rays.map(|ray| reach[ray][line]);
            self.run_words[onward_first + at] = RunWords { blocked: !step, reaches, forced: forced_onwards[line] };
            let at = line * self.words + self.words - 1 - column;
            let reaches = back_rays.map(|ray| reach[ray][line]);
            let words = RunWords { blocked: !came, reaches, forced: forced_back[line] };
            self.run_words[back_first + at] = words.mirrored();
        }
    }
}

impl RunWords {
    /// The same 64 cells, travelled the other way.
    fn mirrored(self) -> Self {
        Self {
            blocked: self.blocked.reverse_bits(),
            reaches: self.reaches.map(u64::reverse_bits),
            forced: self.forced.reverse_bits(),
        }
    }
}

/// Of the runs along a diagonal, the one towards growing x and the one that comes back.
fn onwards_and_back(diagonal: Diagonal) -> (usize, usize) {
    match diagonal {
        Diagonal::Falling => (2, 1),
        Diagonal::Rising => (0, 3),
    }
}

/// Whether a diagonal step can force another one.
fn forces_on_runs(rule: DiagonalRule) -> bool {
    matches!(rule, DiagonalRule::Always | DiagonalRule::AtMostOneBlocked)
}

/// 64 cells of a row, and the cells around them.
#[derive(Clone, Copy)]
struct Surroundings<'a> {
    rows: &'a BitRows,
    column: usize,
    y: usize,
}

impl Surroundings<'_> {
    /// The cells at (dx, dy) from them.
    #[inline(always)]
    fn at(&self, dx: i32, dy: i32) -> u64 {
        let row = self.rows.row(self.y as isize + dy as isize);
        let here = row[self.column];
        match dx {
            0 => here,
            1 => here >> 1 | row.get(self.column + 1).map_or(0, |after| after << 63),
            _ => here << 1 | self.column.checked_sub(1).map_or(0, |before| row[before] >> 63),
        }
    }

    /// From which free cells the step by (1, dy) is legal.
    #[inline(always)]
    fn step(&self, rule: DiagonalRule, dy: i32) -> u64 {
        let (one, other) = (self.at(1, 0), self.at(0, dy));
        let allowed = match rule {
            DiagonalRule::Always => !0,
            DiagonalRule::AtMostOneBlocked => one | other,
            DiagonalRule::BothFree => one & other,
            DiagonalRule::Never => 0,
        };
        self.at(0, 0) & self.at(1, dy) & allowed
    }

    /// At which free cells a step by (dx, dy) has forced successors.
    #[inline(always)]
    fn forced(&self, rule: DiagonalRule, dx: i32, dy: i32) -> u64 {
        let cut = |back: u64, target: u64, beside: u64| {
            let legal = if rule == DiagonalRule::Always { !0 } else { beside };
            !back & target & legal
        };
        let aside = cut(self.at(-dx, 0), self.at(-dx, dy), self.at(0, dy));
        let other = cut(self.at(0, -dy), self.at(dx, -dy), self.at(dx, 0));
        self.at(0, 0) & (aside | other)
    }
}
