//! Where the jumps of a search end, as bits that an edit keeps current.
//!
//! A jump-point search moves along *rays*, which are straight and end at a turn ([`TurnRow`]), and along *runs*, which are
//! diagonal and send out two rays from every cell that they pass. (Under [`DiagonalRule::Never`] runs go along x and
//! rays along y.) All that a search asks of a ray or a run lies in one line of bits in the order of travel, so that it is
//! answered 64 cells at a time by the lowest bit of a word:
//!
//! - a ray has the bits "turn here";
//! - a run has, in one group of words, the bits "the next step is blocked", "the one ray from here gets to a turn", "so does
//!   the other one" and "a step aside is forced here".
//!
//! A search starts a ray only where it gets to a turn, and need then not look for obstacles. Sources: Harabor and Grastien,
//! "Online Graph Pruning for Pathfinding on Grid Maps", AAAI 2011, and "Improving Jump Point Search", ICAPS 2014.
//!
//! Memory: 20 bits a cell, 10 under `Never`, with sides rounded up to multiples of 64.

// Bits of turns are read as bytes.
#[cfg(target_endian = "big")]
compile_error!("GridStar runs on little-endian machines");

use super::bit_rows::{BitRows, copied, zeroed};
use super::free_cells::{Block, FreeCells};
use super::shear::{BAND, Diagonal, Shear};
use super::turn_rows::TurnRow;
use crate::grid::MapError;
use crate::movement::{ANY_ARRIVAL, DIRECTIONS, DiagonalRule, Run, Successors};

/// What a run meets, each word 64 cells in the order of travel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, bytemuck::Zeroable)]
pub(crate) struct RunWords {
    /// The step onwards is illegal.
    pub(crate) blocked: u64,
    /// The ray along x, and the one along y, gets to a turn. Under `Never` the second ray goes the other way along y.
    pub(crate) reaches: [u64; 2],
    /// A run that comes here has a forced step.
    pub(crate) forced: u64,
}

/// The lines of the rays of one direction.
#[derive(Clone, Copy, Debug)]
struct Rays {
    /// Where its lines begin, and how many words each has.
    first: usize,
    words: usize,
    /// The bit of (x, y) is `origin + x * x_step + y * y_step`, counted through all lines.
    origin: isize,
    x_step: isize,
    y_step: isize,
}

impl Rays {
    fn new(direction: usize, first: usize, words: usize) -> Self {
        let (dx, dy) = DIRECTIONS[direction];
        let line = 64 * words as isize;
        // Lines lie in the order of travel: those of falling coordinates are mirrored.
        let origin = 64 * first as isize + if dx + dy < 0 { line - 1 } else { 0 };
        let (x_step, y_step) = if dy == 0 { (dx as isize, line) } else { (line, dy as isize) };
        Self { first, words, origin, x_step, y_step }
    }

    #[inline(always)]
    fn bit(&self, x: i32, y: i32) -> isize {
        self.origin + x as isize * self.x_step + y as isize * self.y_step
    }
}

/// The lines of the runs of one direction.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Runs {
    pub(crate) dx: i32,
    pub(crate) dy: i32,
    pub(crate) direction: usize,
    /// The directions of its two rays.
    pub(crate) rays: [usize; 2],
    /// By how much the bit of a ray grows from one cell of the run to the next.
    ray_steps: [isize; 2],
    /// Which lines they follow; `None` for rows.
    diagonal: Option<Diagonal>,
    /// Where its lines begin.
    first: usize,
    /// Position of column 0 in a line.
    origin: i32,
}

/// The jump points of a map under one rule.
#[derive(Debug)]
pub(crate) struct JumpPoints {
    rule: DiagonalRule,
    width: usize,
    height: usize,
    /// Words in a row, and in a line of runs.
    words: usize,
    rays: [Rays; 4],
    /// The lines of all rays, and a word that is read behind them.
    turns: Vec<u64>,
    runs: [Runs; 4],
    run_words: Vec<RunWords>,
    /// During an edit: which cells reached turns before it.
    reached_before: Vec<u64>,
    edited_row: TurnRow,
}

impl JumpPoints {
    /// Of the free cells of a map.
    pub(crate) fn new(rule: DiagonalRule, free: &FreeCells) -> Result<Self, MapError> {
        let (width, height) = (free.width(), free.height());
        let (words, column_words) = (width.div_ceil(64), height.div_ceil(64));
        let (row_lines, column_lines) = (height * words, width * column_words);
        let has_rows = rule != DiagonalRule::Never;
        let along_y = if has_rows { 2 * row_lines } else { 0 };
        let rays = [
            Rays::new(0, 0, words),
            Rays::new(1, row_lines, words),
            Rays::new(2, along_y, column_words),
            Rays::new(3, along_y + column_lines, column_words),
        ];
        let runs = std::array::from_fn(|i| {
            // Under `Never` the last two stand for nothing.
            let number = i % rule.runs().len();
            let Run { direction, rays: sides } = rule.runs()[number];
            let (dx, dy) = DIRECTIONS[direction];
            Runs {
                dx,
                dy,
                direction,
                rays: sides,
                ray_steps: sides.map(|ray| dx as isize * rays[ray].x_step + dy as isize * rays[ray].y_step),
                diagonal: diagonal(dx, dy),
                first: number * row_lines,
                origin: if dx < 0 { 64 * words as i32 - 1 } else { 0 },
            }
        });
        let mut points = Self {
            rule,
            width,
            height,
            words,
            rays,
            turns: zeroed(along_y + 2 * column_lines + 1)?,
            runs,
            run_words: zeroed(rule.runs().len() * row_lines)?,
            reached_before: Vec::new(),
            edited_row: TurnRow::new(words.max(column_words))?,
        };
        points.build(free)?;
        Ok(points)
    }
    /// The rule whose jump points these are.
    pub(crate) fn rule(&self) -> DiagonalRule {
        self.rule
    }

    #[inline(always)]
    pub(crate) fn runs(&self, run: usize) -> &Runs {
        &self.runs[run]
    }

    /// All lines of runs; [`run_start`](Self::run_start) tells where one begins.
    #[inline(always)]
    pub(crate) fn run_words(&self) -> &[RunWords] {
        &self.run_words
    }

    /// The bits, in [`steps_to_turn`](Self::steps_to_turn), of the two rays of a run from its first cell, and by how much they
    /// grow from one cell of the run to the next.
    #[inline(always)]
    pub(crate) fn ray_bits(&self, runs: &Runs, x: i32, y: i32) -> [(isize, isize); 2] {
        [0, 1].map(|side| (self.rays[runs.rays[side]].bit(x, y), runs.ray_steps[side]))
    }

    /// The number of steps that a ray from the place of a bit, which must get to a turn, takes to the first one.
    #[inline(always)]
    pub(crate) fn steps_to_turn(&self, bit: isize) -> u32 {
        // From the next cell on. Words begin at any byte here: a jump of up to 57 steps takes one.
        let first_bit = (bit + 1) as usize;
        let bytes: &[u8] = bytemuck::cast_slice(&self.turns);
        let word = |at: usize| bytes[at..].first_chunk().map_or(0, |word| u64::from_le_bytes(*word));
        let (mut at, shift) = (first_bit / 8, first_bit % 8);
        let bits = word(at) >> shift;
        if bits != 0 {
            return 1 + bits.trailing_zeros();
        }
        let mut steps = 65 - shift as u32;
        loop {
            at += 8;
            let bits = word(at);
            if bits != 0 {
                return steps + bits.trailing_zeros();
            }
            steps += 64;
        }
    }

    /// The word in [`run_words`](Self::run_words) and the bit of a place on the line of a run.
    #[inline(always)]
    pub(crate) fn run_start(&self, run: usize, x: i32, y: i32) -> (usize, u32) {
        let runs = &self.runs[run];
        let line = match runs.diagonal {
            Some(diagonal) => diagonal.line(x as usize, y as usize, self.height),
            None => y as usize,
        };
        let position = (runs.origin + runs.dx * x) as usize;
        (runs.first + line * self.words + position / 64, (position % 64) as u32)
    }

    /// Memory held, in bytes.
    pub(crate) fn bytes(&self) -> u64 {
        let words = self.turns.capacity() * size_of::<u64>() + self.run_words.capacity() * size_of::<RunWords>();
        (words + self.reached_before.capacity() * size_of::<u64>()) as u64
    }

    fn run_count(&self) -> usize {
        self.rule.runs().len()
    }

    /// Whether rays go along rows too.
    fn has_rows(&self) -> bool {
        self.rule != DiagonalRule::Never
    }

    /// Puts the turns of a row's two rays, or of a column's, into their lines.
    fn store_turns(&mut self, upwards: usize, line: usize, row: &TurnRow) {
        let start = |rays: &Rays| rays.first + line * rays.words;
        let (up, down) = (&self.rays[upwards], &self.rays[upwards + 1]);
        self.turns[start(up)..][..up.words].copy_from_slice(&row.turn_up);
        for (place, &word) in self.turns[start(down)..][..down.words].iter_mut().rev().zip(&row.turn_down) {
            *place = word.reverse_bits();
        }
    }

    fn build(&mut self, free: &FreeCells) -> Result<(), MapError> {
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

    /// To be called before the free cells of a block change, with them as they are; [`after_edit`](Self::after_edit) follows.
    pub(crate) fn before_edit(&mut self, free: &FreeCells, block: Block) -> Result<(), MapError> {
        let lines = |(first, last): (usize, usize)| last - first + 3;
        let words = lines(block.y) * self.words + lines(block.x) * free.columns.words_per_row();
        self.reached_before.clear();
        self.reached_before.try_reserve(2 * words)?;
        let mut row = std::mem::take(&mut self.edited_row);
        let mut reached = std::mem::take(&mut self.reached_before);
        self.for_each_line_beside(free, block, &mut row, |_, _, _, row| {
            reached.extend_from_slice(&row.reach_up);
            reached.extend_from_slice(&row.reach_down);
        });
        (self.edited_row, self.reached_before) = (row, reached);
        Ok(())
    }

    /// Brings all bits up to date when the free cells of a block have changed.
    pub(crate) fn after_edit(&mut self, free: &FreeCells, block: Block) {
        let mut row = std::mem::take(&mut self.edited_row);
        let reached = std::mem::take(&mut self.reached_before);
        let mut before = reached.as_slice();
        self.for_each_line_beside(free, block, &mut row, |points, upwards, line, row| {
            points.store_turns(upwards, line, row);
            for (ray, now) in [(upwards, &row.reach_up), (upwards + 1, &row.reach_down)] {
                let (old, rest) = before.split_at(now.len());
                before = rest;
                for (word, (&now, &old)) in now.iter().zip(old).enumerate().filter(|(_, (now, old))| now != old) {
                    points.flip_reach(ray, line, word, now ^ old);
                }
            }
        });
        (self.edited_row, self.reached_before) = (row, reached);
        self.update_steps(free, block);
    }

    /// Computes the rows and columns that an edit of a block can change, one after the other, into `row`: those of the block
    /// and the ones beside it. `visit` gets the upward ray's direction and the number of the row or column.
    fn for_each_line_beside(
        &mut self,
        free: &FreeCells,
        block: Block,
        row: &mut TurnRow,
        mut visit: impl FnMut(&mut Self, usize, usize, &TurnRow),
    ) {
        let wide = |(first, last): (usize, usize), end: usize| first.saturating_sub(1)..(last + 2).min(end);
        if self.has_rows() {
            row.resize(self.words);
            for y in wide(block.y, self.height) {
                row.compute(self.rule, beside(&free.rows, y), free.rows.row(y as isize));
                visit(self, 0, y, row);
            }
        }
        row.resize(free.columns.words_per_row());
        for x in wide(block.x, self.width) {
            row.compute(self.rule, beside(&free.columns, x), free.columns.row(x as isize));
            visit(self, 2, x, row);
        }
    }

    /// Flips what a ray reaches from the cells that are the bits of a word of a row, or of a column.
    fn flip_reach(&mut self, ray: usize, line: usize, word: usize, flipped: u64) {
        for run in 0..self.run_count() {
            let Some(side) = self.runs[run].rays.iter().position(|&of_run| of_run == ray) else { continue };
            for position in ones(flipped).map(|bit| 64 * word + bit) {
                let (x, y) = if ray < 2 { (position, line) } else { (line, position) };
                let (word, bit) = self.run_start(run, x as i32, y as i32);
                self.run_words[word].reaches[side] ^= 1 << bit;
            }
        }
    }

    /// The steps and forced steps of the cells of a block and of those beside it.
    fn update_steps(&mut self, free: &FreeCells, block: Block) {
        let successors: &Successors = self.rule.successors();
        for y in block.y.0.saturating_sub(1)..(block.y.1 + 2).min(self.height) {
            for x in block.x.0.saturating_sub(1)..(block.x.1 + 2).min(self.width) {
                let around = free.rows.around(x, y);
                let is_free = around >> 4 & 1 == 1;
                for run in 0..self.run_count() {
                    let direction = self.runs[run].direction;
                    let legal = is_free && successors[ANY_ARRIVAL][around] >> direction & 1 == 1;
                    let forced = is_free && self.has_rows() && successors[direction][around] != 0;
                    let (word, bit) = self.run_start(run, x as i32, y as i32);
                    let words = &mut self.run_words[word];
                    let mask = !(1 << bit);
                    words.blocked = words.blocked & mask | u64::from(!legal) << bit;
                    words.forced = words.forced & mask | u64::from(forced) << bit;
                }
            }
        }
    }

    /// A copy, or [`MapError::Memory`].
    pub(crate) fn try_clone(&self) -> Result<Self, MapError> {
        Ok(Self {
            turns: copied(&self.turns)?,
            run_words: copied(&self.run_words)?,
            reached_before: Vec::new(),
            edited_row: TurnRow::new(self.edited_row.room())?,
            ..*self
        })
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

fn diagonal(dx: i32, dy: i32) -> Option<Diagonal> {
    match dx * dy {
        0 => None,
        1 => Some(Diagonal::Falling),
        _ => Some(Diagonal::Rising),
    }
}

/// The rows on both sides of a row.
fn beside(rows: &BitRows, y: usize) -> [&[u64]; 2] {
    [rows.row(y as isize - 1), rows.row(y as isize + 1)]
}

/// The numbers of the bits that are set.
fn ones(mut bits: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = bits.trailing_zeros() as usize;
        bits &= bits.wrapping_sub(1);
        (bit < 64).then_some(bit)
    })
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

#[cfg(test)]
mod tests {
    use super::super::landmark_maps::{RULES, Random, TestMap};
    use super::*;

    /// Every bit after each of many edits, on maps about as wide as a word, of both orientations.
    #[test]
    fn an_edit_leaves_what_building_anew_gives() {
        for (seed, (width, height)) in
            [(1, 1), (1, 70), (63, 9), (9, 64), (65, 66), (130, 3), (40, 40)].into_iter().enumerate()
        {
            let (mut random, mut map) = (Random::new(seed as u64), TestMap::new(width, height));
            let mut points = RULES.map(|rule| JumpPoints::new(rule, &map.free()).unwrap());
            for _ in 0..150 {
                let before = map.free();
                let (x, y) = (random.below(width as usize), random.below(height as usize));
                let largest = if random.below(3) == 0 { 5 } else { 1 };
                let side =
                    |from: usize, side: u32, random: &mut Random| 1 + random.below(largest.min(side as usize - from));
                let (w, h) = (side(x, width, &mut random) as u32, side(y, height, &mut random) as u32);
                let rect = crate::grid::Rect { x: x as i32, y: y as i32, width: w, height: h };
                map.fill(rect, random.below(2) == 0);
                let now = map.free();
                let block = now.block(rect);
                for points in &mut points {
                    points.before_edit(&before, block).unwrap();
                    points.after_edit(&now, block);
                    let anew = JumpPoints::new(points.rule, &now).unwrap();
                    let same = points.turns == anew.turns && points.run_words == anew.run_words;
                    assert!(same, "{:?}, seed {seed}, {rect:?}\n{map}", points.rule);
                }
            }
        }
    }

    /// The bits of lines against the definition, cell by cell.
    #[test]
    fn a_ray_gets_to_the_first_turn_before_an_obstacle() {
        for seed in 0..40 {
            let mut random = Random::new(seed);
            let mut map = TestMap::new(1 + random.below(90) as u32, 1 + random.below(90) as u32);
            for _ in 0..random.below(600) {
                map.set(random.below(map.0.width() as usize), random.below(map.0.height() as usize), false);
            }
            let free = map.free();
            for rule in RULES {
                let points = JumpPoints::new(rule, &free).unwrap();
                for (run, runs) in points.runs.iter().enumerate().take(rule.runs().len()) {
                    for (x, y) in (0..free.height()).flat_map(|y| (0..free.width()).map(move |x| (x, y))) {
                        if !free.is_free(x, y) {
                            continue;
                        }
                        let (word, bit) = points.run_start(run, x as i32, y as i32);
                        for side in 0..2 {
                            let expected = steps_to_turn(rule, &free, runs.rays[side], (x, y));
                            let reaches = points.run_words[word].reaches[side] >> bit & 1 == 1;
                            assert_eq!(
                                reaches,
                                expected.is_some(),
                                "{rule:?}, run {run}, ({x}, {y}), seed {seed}\n{map}"
                            );
                            let first_bit = points.ray_bits(runs, x as i32, y as i32)[side].0;
                            if let Some(steps) = expected {
                                assert_eq!(
                                    points.steps_to_turn(first_bit),
                                    steps,
                                    "{rule:?}, ({x}, {y}), seed {seed}\n{map}"
                                );
                            }
                        }
                    }
                }
            }
        }
    }

    /// Goes along a ray cell by cell until a canonical step leads away from it.
    fn steps_to_turn(rule: DiagonalRule, free: &FreeCells, ray: usize, (x, y): (usize, usize)) -> Option<u32> {
        let (dx, dy) = DIRECTIONS[ray];
        let (mut x, mut y) = (x as i32, y as i32);
        for steps in 1.. {
            (x, y) = (x + dx, y + dy);
            let inside = x >= 0 && y >= 0 && (x as usize) < free.width() && (y as usize) < free.height();
            if !inside || !free.is_free(x as usize, y as usize) {
                return None;
            }
            if rule.successors()[ray][free.rows.around(x as usize, y as usize)] & !(1 << ray) != 0 {
                return Some(steps);
            }
        }
        None
    }
}
