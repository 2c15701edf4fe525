//! Direct ways: paths to the goal that cost no more than on a map without obstacles.
//!
//! No path from a cell is cheaper than its direct way, so the cell need not be expanded. On sparse maps and on regular
//! patterns most cells between start and goal have direct ways. A search ends as soon as it reaches one of them, if its
//! f is the smallest.
//!
//! The cells with direct ways are found line by line from the goal towards the start, all cells of a line at a time.
//! Lines are parallel to the shorter side of the rectangle between start and goal, and count from the goal. A line has
//! 256 cells, around the straight line from start to goal:
//!
//! ```text
//!   goal  +--------+
//!         |........|                line 0
//!           |........|              line 1    the window of cells moves by whole words of 64
//!              |........|           ...
//!                 +-------+ start
//! ```
//!
//! [`DirectSteps`] has the steps of a direct way.

use crate::OutOfMemory;
use crate::bits::bit_rows::BitRows;
use crate::grid::Cell;
use crate::held::held;
use crate::index::{IndexCell, WalkableCells};
use crate::movement::DiagonalRule;

/// The words of a line.
const WORDS: usize = 4;

/// A search looks for direct ways after one expansion for this number of lines.
const LINES_BY_EXPANSION: u32 = 16;

/// Searches with fewer expansions don't look for direct ways.
const FEWEST_EXPANSIONS: u32 = 16;

/// The steps of direct ways. "Nearer" means to the next line towards the goal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum DirectSteps {
    /// Diagonal steps cost less than two straight ones and more than one: straight or diagonally nearer, and never away
    /// from the goal.
    #[default]
    Octile,
    /// Diagonal steps cost as much as straight ones: straight or diagonally nearer, to either side.
    Chebyshev,
    /// Diagonal steps cost no less than two straight ones, or are not legal: straight nearer, or along the line.
    Manhattan,
}

/// Cells with direct ways. Empty until they are found.
#[derive(Debug, Default)]
pub(super) struct DirectWays {
    goal: (i32, i32),
    /// Whether lines are columns of the map and count along x.
    counts_along_x: bool,
    /// The signs of the coordinates along and across, as seen from the goal.
    signs: (i32, i32),
    steps: DirectSteps,
    window: Window,
    /// The cells with direct ways in each line, as far as there are any.
    lines: Vec<LineBits>,
    /// The search knows which of its nodes below this number have direct ways.
    pub(super) nodes_seen: u32,
}

held!(DirectWays: lines);

/// A bit for each cell of a line.
type LineBits = [u64; WORDS];

impl DirectWays {
    /// The number of expansions after which a search looks for direct ways.
    pub(super) fn looked_for_after(start: IndexCell, goal: IndexCell) -> u32 {
        let lines = start.x.abs_diff(goal.x).max(start.y.abs_diff(goal.y));
        FEWEST_EXPANSIONS.max(lines / LINES_BY_EXPANSION)
    }

    /// Forgets all direct ways.
    pub(super) fn clear(&mut self) {
        self.lines.clear();
        self.nodes_seen = 0;
    }

    /// Whether no direct ways were found.
    pub(super) fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// Finds the direct ways to the goal.
    pub(super) fn find(
        &mut self,
        walkable: &WalkableCells,
        rule: DiagonalRule,
        steps: DirectSteps,
        start: IndexCell,
        goal: IndexCell,
    ) -> Result<(), OutOfMemory> {
        let sign = |from: i32, to: i32| if to < from { -1 } else { 1 };
        let signs = (sign(goal.x, start.x), sign(goal.y, start.y));
        self.counts_along_x = goal.x.abs_diff(start.x) >= goal.y.abs_diff(start.y);
        self.signs = if self.counts_along_x { signs } else { (signs.1, signs.0) };
        self.goal = (goal.x, goal.y);
        self.steps = steps;
        let matrix = if self.counts_along_x { &walkable.columns } else { &walkable.rows };
        let of_map = |cell: IndexCell| if self.counts_along_x { (cell.x, cell.y) } else { (cell.y, cell.x) };
        let ((start, start_aside), (goal, goal_aside)) = (of_map(start), of_map(goal));
        let count = start.abs_diff(goal) + 1;
        self.window = Window::new(count, start_aside, goal_aside, matrix.row(0).len());
        self.lines.clear();
        self.lines.try_reserve_exact(count as usize)?;
        let cells = Cells { matrix, goal, sign: self.signs.0 };
        match rule {
            DiagonalRule::Always => self.sweep(count, &cells, DiagonalRule::Always),
            DiagonalRule::AtMostOneBlocked => self.sweep(count, &cells, DiagonalRule::AtMostOneBlocked),
            DiagonalRule::BothFree => self.sweep(count, &cells, DiagonalRule::BothFree),
            DiagonalRule::Never => self.sweep(count, &cells, DiagonalRule::Never),
        }
        Ok(())
    }

    /// Finds the ways of the lines from the goal on, until a line has none. There is room for `count` lines.
    ///
    /// Inlined where the rule is known, which is then not asked for in each word.
    #[inline(always)]
    fn sweep(&mut self, count: u32, cells: &Cells, rule: DiagonalRule) {
        let goal_aside = if self.counts_along_x { self.goal.1 } else { self.goal.0 };
        let mut first = self.window.first(0);
        let mut ways = [0; WORDS];
        ways[goal_aside as usize / 64 - first] = 1 << (goal_aside % 64);
        let mut free = cells.of_line(0, first);
        for line in 0..count {
            let next = self.window.first(line);
            if next != first {
                ways = moved(ways, next > first);
                free = cells.of_line(line.saturating_sub(1), next);
                first = next;
            }
            let (nearer_free, nearer) = (free, ways);
            free = cells.of_line(line, first);
            ways = match self.steps {
                DirectSteps::Manhattan => extended_along(free, nearer, self.signs.1),
                _ if line == 0 => nearer,
                DirectSteps::Octile => extended_aside(rule, (nearer_free, nearer), free, self.signs.1),
                DirectSteps::Chebyshev => {
                    let mut both = extended_aside(rule, (nearer_free, nearer), free, 1);
                    let down = extended_aside(rule, (nearer_free, nearer), free, -1);
                    both.iter_mut().zip(down).for_each(|(both, down)| *both |= down);
                    both
                }
            };
            if ways.iter().fold(0, |all, ways| all | ways) == 0 {
                return;
            }
            self.lines.push(ways);
        }
    }

    /// Whether a cell has a direct way, as far as direct ways were found.
    #[inline(always)]
    pub(super) fn has_from(&self, x: i32, y: i32) -> bool {
        let (along, aside) = if self.counts_along_x { (x - self.goal.0, y) } else { (y - self.goal.1, x) };
        let line = (along * self.signs.0) as u32;
        let Some(ways) = self.lines.get(line as usize) else { return false };
        // The number of the cell in the line; too large if it is outside.
        let cell = (aside - 64 * self.window.first(line) as i32) as u32;
        ways.get(cell as usize / 64).is_some_and(|ways| ways >> (cell % 64) & 1 == 1)
    }

    /// The cell after (x, y) on its direct way.
    fn after(&self, walkable: &WalkableCells, rule: DiagonalRule, x: i32, y: i32) -> (i32, i32) {
        let offset = |along: i32, aside: i32| {
            let (along, aside) = (-along * self.signs.0, -aside * self.signs.1);
            if self.counts_along_x { (x + along, y + aside) } else { (x + aside, y + along) }
        };
        let along = offset(1, 0);
        if self.steps == DirectSteps::Manhattan {
            return if self.has_from(along.0, along.1) { along } else { offset(0, 1) };
        }
        let is_free = |(x, y): (i32, i32)| u64::from(walkable.is_walkable(x as usize, y as usize));
        let leads = |side: i32| {
            let diagonal = offset(1, side);
            self.has_from(diagonal.0, diagonal.1)
                && rule.allows_diagonal(1, is_free(along), is_free(offset(0, side))) & 1 == 1
        };
        match self.steps {
            DirectSteps::Chebyshev if self.has_from(along.0, along.1) => along,
            DirectSteps::Chebyshev => offset(1, if leads(1) { 1 } else { -1 }),
            _ => {
                let is_aside = if self.counts_along_x { y != self.goal.1 } else { x != self.goal.0 };
                if is_aside && leads(1) { offset(1, 1) } else { along }
            }
        }
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

    pub(super) fn give_back(&mut self) {
        *self = Self::default();
    }
}

/// Where lines lie in the map's rows or columns.
#[derive(Clone, Copy, Debug, Default)]
struct Window {
    /// The last word with which a line can begin.
    last: usize,
    /// The cell, times 2^16, in whose word the goal's line begins if it may, and the difference from line to line.
    begin: i64,
    slope: i64,
}

impl Window {
    /// For `count` lines, parts of rows of `row_words` words. `start` and `goal` are the ends of the straight line, as
    /// coordinates along the lines.
    fn new(count: u32, start: i32, goal: i32, row_words: usize) -> Self {
        let begin = i64::from(goal) - 64 * (WORDS as i64 - 1) / 2;
        let slope = (i64::from(start - goal) << 16) / i64::from(count);
        Self { last: row_words.saturating_sub(WORDS), begin: begin << 16, slope }
    }

    /// The first word of a line.
    #[inline(always)]
    fn first(&self, line: u32) -> usize {
        let cell = (self.begin + self.slope * i64::from(line)) >> 16;
        (cell.max(0) as usize / 64).min(self.last)
    }
}

/// The walkable cells of lines.
struct Cells<'a> {
    matrix: &'a BitRows,
    /// The number of the goal's row in the matrix, and the sign in which lines count from there.
    goal: i32,
    sign: i32,
}

impl Cells<'_> {
    /// The walkable cells of a line that begins with a word of its row.
    #[inline(always)]
    fn of_line(&self, line: u32, first: usize) -> LineBits {
        let words = &self.matrix.row((self.goal + self.sign * line as i32) as isize)[first..];
        words.first_chunk().copied().unwrap_or_else(|| {
            let mut line = [0; WORDS];
            line[..words.len()].copy_from_slice(words);
            line
        })
    }
}

/// A line whose window moves by a word, up or down.
#[inline(always)]
fn moved(line: LineBits, up: bool) -> LineBits {
    let mut moved = [0; WORDS];
    if up {
        moved[..WORDS - 1].copy_from_slice(&line[1..]);
    } else {
        moved[1..].copy_from_slice(&line[..WORDS - 1]);
    }
    moved
}

/// The bits of a line, each moved to the next higher bit, or to the next lower one.
#[inline(always)]
fn shifted(line: LineBits, up: bool) -> LineBits {
    let mut beside = moved(line, !up);
    for (beside, word) in beside.iter_mut().zip(line) {
        *beside = if up { word << 1 | *beside >> 63 } else { word >> 1 | *beside << 63 };
    }
    beside
}

/// Extends ways along a line of walkable cells, to higher or to lower bits by the sign.
#[inline(always)]
fn extended_along(free: LineBits, ways: LineBits, sign: i32) -> LineBits {
    if sign > 0 { extended_up(free, ways) } else { extended_down(free, ways) }
}

#[inline(always)]
fn extended_up(free: LineBits, ways: LineBits) -> LineBits {
    let (mut extended, mut carry) = ([0; WORDS], 0);
    for i in 0..WORDS {
        let seeds = free[i] & (ways[i] | carry);
        // The sum carries each seed to the end of its run of ones.
        let (sum, carries) = free[i].overflowing_add(seeds);
        extended[i] = free[i] & (seeds | !sum);
        carry = u64::from(carries) | extended[i] >> 63;
    }
    extended
}

#[inline(always)]
fn extended_down(free: LineBits, ways: LineBits) -> LineBits {
    let (mut extended, mut runs) = ([0; WORDS], free);
    for i in 0..WORDS {
        extended[i] = free[i] & ways[i];
    }
    // A cell is in `runs` if it is walkable and the next `count` - 1 cells above it are.
    for count in [1, 2, 4, 8, 16, 32] {
        for i in 0..WORDS {
            extended[i] |= runs[i] & extended[i] >> count;
            runs[i] &= runs[i] >> count;
        }
    }
    for i in (0..WORDS - 1).rev() {
        // The cells that a way in the lowest bit of the word above reaches.
        let first_cells = !u64::MAX.checked_shr(free[i].leading_ones()).unwrap_or(0);
        extended[i] |= first_cells & (extended[i + 1] & 1).wrapping_neg();
    }
    extended
}

/// The ways of a line whose first steps are diagonal, or straight to the line nearer to the goal. That line is given by
/// its walkable cells and its ways. Ways lead to lower or to higher bits by the sign.
#[inline(always)]
fn extended_aside(
    rule: DiagonalRule,
    (nearer_free, nearer): (LineBits, LineBits),
    free: LineBits,
    sign: i32,
) -> LineBits {
    let (targets, beside) = (shifted(nearer, sign > 0), shifted(free, sign > 0));
    let mut ways = nearer;
    for i in 0..WORDS {
        ways[i] = free[i] & (nearer[i] | rule.allows_diagonal(targets[i], nearer_free[i], beside[i]));
    }
    ways
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::index::test_maps::{RULES, Random, random_map};
    use std::cmp::Ordering;

    /// The steps of direct ways from a cell, as offsets towards the goal.
    fn steps(kind: DirectSteps, (dx, dy): (i32, i32)) -> Vec<(i32, i32)> {
        let (x, y) = (dx.signum(), dy.signum());
        let all = match (kind, dx.abs().cmp(&dy.abs())) {
            (DirectSteps::Manhattan, _) => [(x, 0), (0, y), (0, 0)],
            (_, Ordering::Equal) => [(x, y), (0, 0), (0, 0)],
            (DirectSteps::Chebyshev, Ordering::Greater) => [(x, -1), (x, 0), (x, 1)],
            (DirectSteps::Chebyshev, Ordering::Less) => [(-1, y), (0, y), (1, y)],
            (_, Ordering::Greater) => [(x, y), (x, 0), (0, 0)],
            (_, Ordering::Less) => [(x, y), (0, y), (0, 0)],
        };
        let comes_nearer = |&(x, y): &(i32, i32)| {
            let is_nearer =
                kind != DirectSteps::Chebyshev || (dx - x).abs().max((dy - y).abs()) < dx.abs().max(dy.abs());
            (x, y) != (0, 0) && is_nearer
        };
        all.into_iter().filter(comes_nearer).collect()
    }

    fn is_legal(walkable: &WalkableCells, rule: DiagonalRule, (x, y): (i32, i32), (dx, dy): (i32, i32)) -> bool {
        let bit = |x: i32, y: i32| {
            let is_inside = (0..walkable.width() as i32).contains(&x) && (0..walkable.height() as i32).contains(&y);
            u64::from(is_inside && walkable.is_walkable(x as usize, y as usize))
        };
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
        kind: DirectSteps,
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
                || steps(kind, (goal.x - x, goal.y - y)).into_iter().any(|(dx, dy)| {
                    is_legal(walkable, rule, (x, y), (dx, dy))
                        && has_way(walkable, rule, kind, goal, known, (x + dx, y + dy))
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
                let kind = match rule {
                    DiagonalRule::Never => DirectSteps::Manhattan,
                    _ => [DirectSteps::Octile, DirectSteps::Chebyshev, DirectSteps::Manhattan][random.below(3)],
                };
                let history = || format!("seed {seed}: {rule:?}, {kind:?}, {start:?} to {goal:?}\n{map}");
                if !walkable.is_walkable(goal.x as usize, goal.y as usize) {
                    continue;
                }
                let mut direct = DirectWays::default();
                direct.find(&walkable, rule, kind, start, goal).unwrap();
                let mut known = vec![None; walkable.width() * walkable.height()];
                let along = |from: i32, to: i32| if from < to { from..=to } else { to..=from };
                for (x, y) in along(start.x, goal.x).flat_map(|x| along(start.y, goal.y).map(move |y| (x, y))) {
                    // In the rectangle, other cells have the longer side along the shorter side of the rectangle.
                    let turned = (goal.x.abs_diff(x) >= goal.y.abs_diff(y)) != direct.counts_along_x;
                    if turned && kind != DirectSteps::Manhattan {
                        continue;
                    }
                    let expected = has_way(&walkable, rule, kind, goal, &mut known, (x, y));
                    assert_eq!(direct.has_from(x, y), expected, "({x}, {y}), {}", history());
                    if expected {
                        found += 1;
                        assert_is_way(&walkable, rule, kind, goal, &direct, (x, y), &history);
                    }
                }
            }
        }
        assert!(found > 10_000, "only {found} direct ways");
    }

    fn assert_is_way(
        walkable: &WalkableCells,
        rule: DiagonalRule,
        kind: DirectSteps,
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
                let allowed = steps(kind, (goal.x - x, goal.y - y));
                assert!(allowed.contains(&step), "step {step:?} from ({x}, {y}), {corners:?}, {}", history());
                assert!(is_legal(walkable, rule, (x, y), step), "step {step:?} from ({x}, {y}), {}", history());
                (x, y) = (x + step.0, y + step.1);
            }
        }
        assert_eq!((x, y), (goal.x, goal.y), "{corners:?}, {}", history());
    }

    #[test]
    fn a_search_looks_for_direct_ways_after_few_expansions() {
        let cell = |x, y| IndexCell { x, y };
        assert_eq!(DirectWays::looked_for_after(cell(5, 5), cell(9, 9)), FEWEST_EXPANSIONS);
        assert_eq!(DirectWays::looked_for_after(cell(0, 0), cell(1023, 511)), 1023 / LINES_BY_EXPANSION);
    }
}
