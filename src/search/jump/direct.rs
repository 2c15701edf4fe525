//! Direct ways: paths to the goal that cost no more than on a map without obstacles.
//!
//! No path from a cell is cheaper than its direct way, so the cell need not be expanded. On sparse maps and on regular
//! patterns most cells between start and goal have direct ways. A search ends as soon as it reaches one of them, if its
//! f is the smallest.
//!
//! The cells with direct ways are found line by line from the goal towards the start, 64 cells at a time. Lines are
//! parallel to the shorter side of the rectangle between start and goal, and count from the goal. Where diagonal steps
//! are cheaper than two straight ones, each step of a direct way leads to the next line, straight or diagonally.
//! Elsewhere each step is straight, to the next line or along the line.

use crate::OutOfMemory;
use crate::grid::Cell;
use crate::index::{IndexCell, WalkableCells};
use crate::movement::DiagonalRule;

/// The most words that one search sweeps: 512 KiB.
const MOST_WORDS: usize = 1 << 16;

/// A search looks for direct ways after one expansion for this number of words.
const WORDS_BY_EXPANSION: usize = 64;

/// Searches with fewer expansions don't look for direct ways.
const FEWEST_EXPANSIONS: usize = 16;

/// Direct ways are looked for while f exceeds the cost on an open map by no more than this fraction of it.
const PLATEAU: u32 = 64;

/// Direct ways are looked for if f is no larger than this number. `on_open_map`: the cost from start to goal.
pub(super) fn plateau(on_open_map: u32) -> u32 {
    on_open_map + on_open_map / PLATEAU
}

/// Cells with direct ways, around the rectangle between start and goal. Empty until they are found.
#[derive(Debug, Default)]
pub(super) struct DirectWays {
    goal: (i32, i32),
    /// Whether lines are columns of the map and count along x.
    counts_along_x: bool,
    /// The signs of the coordinates along and across, as seen from the goal.
    signs: (i32, i32),
    /// Whether the ways have straight steps only.
    is_straight: bool,
    /// The number of lines with direct ways.
    lines: usize,
    /// The words of a line are words of the map's rows or columns, from this one on.
    first_word: usize,
    words_per_line: usize,
    words: Vec<u64>,
    /// The search knows which of its nodes below this number have direct ways.
    pub(super) nodes_seen: u32,
}

impl DirectWays {
    /// The number of expansions after which a search looks for direct ways; the largest number if it never does.
    pub(super) fn looked_for_after(start: IndexCell, goal: IndexCell) -> u32 {
        let (lines, words_per_line) = size(start, goal);
        match lines * words_per_line {
            words @ 0..=MOST_WORDS => FEWEST_EXPANSIONS.max(words / WORDS_BY_EXPANSION) as u32,
            _ => u32::MAX,
        }
    }

    /// Forgets all direct ways.
    pub(super) fn clear(&mut self) {
        (self.lines, self.nodes_seen) = (0, 0);
    }

    /// Whether no direct ways were found.
    pub(super) fn is_empty(&self) -> bool {
        self.lines == 0
    }

    /// Finds the direct ways to the goal. `is_straight`: diagonal steps are no cheaper than two straight ones, or not
    /// legal.
    pub(super) fn find(
        &mut self,
        walkable: &WalkableCells,
        rule: DiagonalRule,
        is_straight: bool,
        start: IndexCell,
        goal: IndexCell,
    ) -> Result<(), OutOfMemory> {
        let sign = |from: i32, to: i32| if to < from { -1 } else { 1 };
        let signs = (sign(goal.x, start.x), sign(goal.y, start.y));
        self.counts_along_x = goal.x.abs_diff(start.x) >= goal.y.abs_diff(start.y);
        self.signs = if self.counts_along_x { signs } else { (signs.1, signs.0) };
        self.goal = (goal.x, goal.y);
        self.is_straight = is_straight;
        let (lines, words_per_line) = size(start, goal);
        let (start_aside, goal_aside) = if self.counts_along_x { (start.y, goal.y) } else { (start.x, goal.x) };
        self.first_word = start_aside.min(goal_aside) as usize / 64;
        (self.lines, self.words_per_line) = (0, words_per_line);
        self.words.clear();
        self.words.try_reserve_exact(lines * words_per_line)?;
        self.words.resize(lines * words_per_line, 0);
        self.words[goal_aside as usize / 64 - self.first_word] = 1 << (goal_aside % 64);
        self.lines = self.sweep(walkable, rule, lines);
        Ok(())
    }

    /// Fills lines from the goal on, until one has no direct ways. Returns the number of lines before it.
    fn sweep(&mut self, walkable: &WalkableCells, rule: DiagonalRule, lines: usize) -> usize {
        let (matrix, along) =
            if self.counts_along_x { (&walkable.columns, self.goal.0) } else { (&walkable.rows, self.goal.1) };
        let (words_per_line, range) = (self.words_per_line, self.first_word..self.first_word + self.words_per_line);
        let row = |line: usize| &matrix.row(along as isize + self.signs.0 as isize * line as isize)[range.clone()];
        for line in 0..lines {
            let (nearer, ways) = self.words.split_at_mut(line * words_per_line);
            let nearer = &nearer[line.saturating_sub(1) * words_per_line..];
            let ways = &mut ways[..words_per_line];
            if self.is_straight {
                ways[..nearer.len()].copy_from_slice(nearer);
                extend_along(row(line), ways, self.signs.1);
            } else if line > 0 {
                extend_aside(rule, (row(line - 1), nearer), (row(line), ways), self.signs.1);
            }
            if ways.iter().all(|&ways| ways == 0) {
                return line;
            }
        }
        lines
    }

    /// Whether a cell has a direct way, as far as direct ways were found.
    #[inline(always)]
    pub(super) fn has_from(&self, x: i32, y: i32) -> bool {
        let (along, aside) = if self.counts_along_x { (x - self.goal.0, y) } else { (y - self.goal.1, x) };
        let (line, word) = ((along * self.signs.0) as usize, ((aside >> 6) as usize).wrapping_sub(self.first_word));
        line < self.lines
            && word < self.words_per_line
            && self.words[line * self.words_per_line + word] >> (aside & 63) & 1 == 1
    }

    /// The cell after (x, y) on its direct way.
    fn after(&self, walkable: &WalkableCells, rule: DiagonalRule, x: i32, y: i32) -> (i32, i32) {
        let offset = |along: i32, aside: i32| {
            let (along, aside) = (-along * self.signs.0, -aside * self.signs.1);
            if self.counts_along_x { (x + along, y + aside) } else { (x + aside, y + along) }
        };
        let (diagonal, along, aside) = (offset(1, 1), offset(1, 0), offset(0, 1));
        if self.is_straight {
            return if self.has_from(along.0, along.1) { along } else { aside };
        }
        let is_aside = if self.counts_along_x { y != self.goal.1 } else { x != self.goal.0 };
        let is_free = |(x, y): (i32, i32)| u64::from(walkable.is_walkable(x as usize, y as usize));
        let steps_aside = is_aside
            && self.has_from(diagonal.0, diagonal.1)
            && rule.allows_diagonal(1, is_free(along), is_free(aside)) & 1 == 1;
        if steps_aside { diagonal } else { along }
    }

    /// Appends the cells at which the direct way from a cell turns, from the goal on. The goal is one of them, the cell
    /// (x, y) is not.
    pub(super) fn write_corners(
        &self,
        walkable: &WalkableCells,
        rule: DiagonalRule,
        (mut x, mut y): (i32, i32),
        corners: &mut Vec<Cell>,
    ) -> Result<(), OutOfMemory> {
        let (first, mut direction) = (corners.len(), None);
        while (x, y) != self.goal {
            let (next_x, next_y) = self.after(walkable, rule, x, y);
            let step = (next_x - x, next_y - y);
            if direction.is_some_and(|direction| direction != step) {
                corners.try_reserve(1)?;
                corners.push(walkable.cell(IndexCell { x, y }));
            }
            (x, y, direction) = (next_x, next_y, Some(step));
        }
        if direction.is_some() {
            corners.try_reserve(1)?;
            corners.push(walkable.cell(IndexCell { x, y }));
        }
        corners[first..].reverse();
        Ok(())
    }

    /// Memory held, in bytes.
    pub(super) fn bytes(&self) -> usize {
        8 * self.words.capacity()
    }

    pub(super) fn give_back(&mut self) {
        *self = Self::default();
    }
}

/// The number of lines, and of words in a line.
fn size(start: IndexCell, goal: IndexCell) -> (usize, usize) {
    let (dx, dy) = (start.x.abs_diff(goal.x) as usize, start.y.abs_diff(goal.y) as usize);
    let words = if dx >= dy { (start.y / 64).abs_diff(goal.y / 64) } else { (start.x / 64).abs_diff(goal.x / 64) };
    (dx.max(dy) + 1, words as usize + 1)
}

/// Extends the ways of a line along the line, to higher or to lower bits by the sign.
fn extend_along(free: &[u64], ways: &mut [u64], sign: i32) {
    let mut carry = 0;
    let mut extend = |free: u64, ways: u64| {
        let seeds = free & (ways | carry);
        // The sum carries each seed to the end of its run of ones.
        let (sum, carries) = free.overflowing_add(seeds);
        let extended = free & (seeds | !sum);
        carry = u64::from(carries) | extended >> 63;
        extended
    };
    if sign > 0 {
        for (ways, &free) in ways.iter_mut().zip(free) {
            *ways = extend(free, *ways);
        }
    } else {
        for (ways, &free) in ways.iter_mut().zip(free).rev() {
            *ways = extend(free.reverse_bits(), ways.reverse_bits()).reverse_bits();
        }
    }
}

/// Finds the ways of a line whose first steps are diagonal, or straight to the line nearer to the goal. Each line is
/// given by its walkable bits and its ways. Ways lead to lower or to higher bits by the sign.
#[inline(always)]
fn extend_aside(rule: DiagonalRule, nearer: (&[u64], &[u64]), (free, ways): (&[u64], &mut [u64]), sign: i32) {
    // The free cells and the ways of the word before, whose last cell is beside this word's first cell.
    let mut last = (0, 0);
    let mut extend = |((ways, &free), (&nearer_free, &nearer)): Words, aside: fn(u64, u64) -> u64| {
        let diagonal = rule.allows_diagonal(aside(nearer, last.1), nearer_free, aside(free, last.0));
        *ways = free & (nearer | diagonal);
        last = (free, nearer);
    };
    let words = ways.iter_mut().zip(free).zip(nearer.0.iter().zip(nearer.1));
    if sign > 0 {
        words.for_each(|words| extend(words, |bits, last| bits << 1 | last >> 63));
    } else {
        words.rev().for_each(|words| extend(words, |bits, last| bits >> 1 | last << 63));
    }
}

/// A word of a line's ways and free cells, and of the free cells and ways of the line nearer to the goal.
type Words<'a> = ((&'a mut u64, &'a u64), (&'a u64, &'a u64));

#[cfg(test)]
mod tests {
    use super::*;
    use crate::index::test_maps::{RULES, Random, random_map};
    use std::cmp::Ordering;

    /// The steps of direct ways from a cell, as offsets towards the goal.
    fn steps(is_straight: bool, (dx, dy): (i32, i32)) -> Vec<(i32, i32)> {
        let (x, y) = (dx.signum(), dy.signum());
        let all = match (is_straight, dx.abs().cmp(&dy.abs())) {
            (true, _) => [(x, 0), (0, y)],
            (false, Ordering::Equal) => [(x, y), (0, 0)],
            (false, Ordering::Greater) => [(x, y), (x, 0)],
            (false, Ordering::Less) => [(x, y), (0, y)],
        };
        all.into_iter().filter(|&step| step != (0, 0)).collect()
    }

    fn is_legal(walkable: &WalkableCells, rule: DiagonalRule, (x, y): (i32, i32), (dx, dy): (i32, i32)) -> bool {
        let bit = |x: i32, y: i32| u64::from(walkable.is_walkable(x as usize, y as usize));
        let target = bit(x + dx, y + dy);
        if dx == 0 || dy == 0 {
            return target == 1;
        }
        rule.allows_diagonal(target, bit(x + dx, y), bit(x, y + dy)) & 1 == 1
    }

    /// Whether a path of the least cost on an open map leads from a cell to the goal: cell by cell.
    fn has_way(
        walkable: &WalkableCells,
        rule: DiagonalRule,
        is_straight: bool,
        goal: IndexCell,
        known: &mut [Option<bool>],
        (x, y): (i32, i32),
    ) -> bool {
        let number = y as usize * walkable.width() + x as usize;
        if let Some(known) = known[number] {
            return known;
        }
        let has = walkable.is_walkable(x as usize, y as usize)
            && ((x, y) == (goal.x, goal.y)
                || steps(is_straight, (goal.x - x, goal.y - y)).into_iter().any(|(dx, dy)| {
                    is_legal(walkable, rule, (x, y), (dx, dy))
                        && has_way(walkable, rule, is_straight, goal, known, (x + dx, y + dy))
                }));
        known[number] = Some(has);
        has
    }

    #[test]
    fn direct_ways_are_the_paths_that_cost_no_more_than_on_an_open_map() {
        let mut found = 0;
        for seed in 0..600 {
            let map = random_map(seed);
            let walkable = map.walkable();
            let mut random = Random::new(seed);
            for _ in 0..8 {
                let mut cell = || IndexCell {
                    x: random.below(walkable.width()) as i32,
                    y: random.below(walkable.height()) as i32,
                };
                let (start, goal) = (cell(), cell());
                let rule = RULES[random.below(4)];
                let is_straight = rule == DiagonalRule::Never || random.below(3) == 0;
                let history = || format!("seed {seed}: {rule:?}, {is_straight}, {start:?} to {goal:?}\n{map}");
                if !walkable.is_walkable(goal.x as usize, goal.y as usize) {
                    continue;
                }
                let mut direct = DirectWays::default();
                direct.find(&walkable, rule, is_straight, start, goal).unwrap();
                let mut known = vec![None; walkable.width() * walkable.height()];
                let along = |from: i32, to: i32| if from < to { from..=to } else { to..=from };
                for (x, y) in along(start.x, goal.x).flat_map(|x| along(start.y, goal.y).map(move |y| (x, y))) {
                    // In the rectangle, other cells have the longer side along the shorter side of the rectangle.
                    let turned = (goal.x.abs_diff(x) >= goal.y.abs_diff(y)) != direct.counts_along_x;
                    if turned && !is_straight {
                        continue;
                    }
                    let expected = has_way(&walkable, rule, is_straight, goal, &mut known, (x, y));
                    assert_eq!(direct.has_from(x, y), expected, "({x}, {y}), {}", history());
                    if expected {
                        found += 1;
                        assert_is_way(&walkable, rule, is_straight, goal, &direct, (x, y), &history);
                    }
                }
            }
        }
        assert!(found > 10_000, "only {found} direct ways");
    }

    fn assert_is_way(
        walkable: &WalkableCells,
        rule: DiagonalRule,
        is_straight: bool,
        goal: IndexCell,
        direct: &DirectWays,
        (mut x, mut y): (i32, i32),
        history: &dyn Fn() -> String,
    ) {
        let mut corners = vec![Cell::new(-1, -1)];
        direct.write_corners(walkable, rule, (x, y), &mut corners).unwrap();
        assert_eq!(corners[0], Cell::new(-1, -1));
        for corner in corners[1..].iter().rev() {
            let corner = walkable.index_cell(*corner);
            while (x, y) != (corner.x, corner.y) {
                let step = ((corner.x - x).signum(), (corner.y - y).signum());
                let allowed = steps(is_straight, (goal.x - x, goal.y - y));
                assert!(allowed.contains(&step), "step {step:?} from ({x}, {y}), {corners:?}, {}", history());
                assert!(is_legal(walkable, rule, (x, y), step), "step {step:?} from ({x}, {y}), {}", history());
                (x, y) = (x + step.0, y + step.1);
            }
        }
        assert_eq!((x, y), (goal.x, goal.y), "{corners:?}, {}", history());
    }

    #[test]
    fn a_search_looks_for_direct_ways_only_where_they_take_little_memory() {
        let cell = |x, y| IndexCell { x, y };
        assert_eq!(DirectWays::looked_for_after(cell(5, 5), cell(9, 9)), FEWEST_EXPANSIONS as u32);
        assert_eq!(DirectWays::looked_for_after(cell(0, 0), cell(1023, 511)), 1024 * 8 / WORDS_BY_EXPANSION as u32);
        assert_eq!(DirectWays::looked_for_after(cell(0, 0), cell(16383, 16383)), u32::MAX);
    }
}
