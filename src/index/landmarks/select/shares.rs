//! Sharing the landmarks out among the connected parts of a map.
//!
//! A landmark gives no lower bounds in parts that it is not connected to. Landmarks are given out one by one, each to
//! the part that would then have the most cells per landmark (the D'Hondt method). On most maps one large part gets all
//! of them. Parts are found by a flood fill over runs of walkable cells, and the time grows with the number of runs.

use crate::bits::bit_rows::BitRows;
use crate::grid::MapError;
use crate::index::walkable_cells::WalkableCells;
use crate::movement::DiagonalRule;

/// A connected part of the walkable cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::index) struct Part<C> {
    /// Number of cells.
    pub(in crate::index) size: usize,
    /// The cell with the smallest row index, as (x, y) or in other coordinates.
    pub(in crate::index) first: C,
    /// Number of landmarks that the part gets.
    pub(in crate::index) landmarks: usize,
}

/// The largest of the parts that were added so far.
pub(in crate::index) struct Shares<C> {
    parts: Vec<Part<C>>,
    landmarks: usize,
}

impl<C> Shares<C> {
    /// For a number of landmarks.
    pub(in crate::index) fn new(landmarks: usize) -> Result<Self, MapError> {
        let mut parts = Vec::new();
        parts.try_reserve_exact(landmarks + 1)?;
        Ok(Self { parts, landmarks })
    }

    /// Adds a part.
    pub(in crate::index) fn add(&mut self, size: usize, first: C) {
        let position = self.parts.partition_point(|other| other.size >= size);
        if position < self.landmarks {
            self.parts.insert(position, Part { size, first, landmarks: 0 });
            self.parts.truncate(self.landmarks);
        }
    }

    /// The parts that get landmarks, the largest first. Parts of equal size keep the order in which they were added.
    pub(in crate::index) fn give_out(mut self) -> Vec<Part<C>> {
        for _ in 0..self.landmarks {
            // `max_by_key` returns the last of several largest parts; in reverse order, this is the first one.
            if let Some(part) = self.parts.iter_mut().rev().max_by_key(|part| part.size / (part.landmarks + 1)) {
                part.landmarks += 1;
            }
        }
        self.parts.retain(|part| part.landmarks > 0);
        self.parts
    }
}

/// The parts that get landmarks, the largest first. Parts of equal size keep the order of their first cells.
pub(in crate::index::landmarks) fn share_out(
    rule: DiagonalRule,
    walkable: &WalkableCells,
    landmarks: usize,
) -> Result<Vec<Part<(usize, usize)>>, MapError> {
    let mut shares = Shares::new(landmarks)?;
    for_each_part(rule, walkable, |part| shares.add(part.size, part.first))?;
    Ok(shares.give_out())
}

fn for_each_part(
    rule: DiagonalRule,
    walkable: &WalkableCells,
    mut visit: impl FnMut(Part<(usize, usize)>),
) -> Result<(), MapError> {
    let mut left = walkable.rows.try_clone()?;
    let mut waiting = Vec::new();
    for y in 0..walkable.height() {
        for word in 0..left.words_per_row() {
            while left.row(y as isize)[word] != 0 {
                let x = 64 * word + left.row(y as isize)[word].trailing_zeros() as usize;
                let size = fill(rule, walkable, &mut left, &mut waiting, (x, y))?;
                visit(Part { size, first: (x, y), landmarks: 0 });
            }
        }
    }
    Ok(())
}

/// Clears the part of a cell in `left` and returns its number of cells. `waiting` must be empty, and is empty again
/// afterwards.
fn fill(
    rule: DiagonalRule,
    walkable: &WalkableCells,
    left: &mut BitRows,
    waiting: &mut Vec<(u32, u32)>,
    from: (usize, usize),
) -> Result<usize, MapError> {
    // Under the other rules, straight steps connect the ends of every diagonal step.
    let reach = usize::from(rule == DiagonalRule::Always);
    let mut size = 0;
    waiting.try_reserve(1)?;
    waiting.push((from.0 as u32, from.1 as u32));
    while let Some((x, y)) = waiting.pop() {
        let (x, y) = (x as usize, y as usize);
        if !left.get(x, y) {
            continue;
        }
        let (first, last) = walkable.rows.run_at(x, y);
        size += last - first + 1;
        clear_run(left.row_mut(y), (first, last));
        let (first, last) = (first.saturating_sub(reach), (last + reach).min(walkable.width() - 1));
        for beside in [y.wrapping_sub(1), y + 1] {
            if beside < walkable.height() {
                push_run_starts(left.row(beside as isize), (first, last), beside as u32, waiting)?;
            }
        }
    }
    Ok(size)
}

/// Pushes the first cell of each run of ones in columns `first..=last`. A run in
/// several words is pushed once for each word.
fn push_run_starts(
    row: &[u64],
    (first, last): (usize, usize),
    y: u32,
    waiting: &mut Vec<(u32, u32)>,
) -> Result<(), MapError> {
    for (word, &bits) in (first / 64..).zip(&row[first / 64..=last / 64]) {
        let mut bits = bits & mask(word, (first, last));
        bits &= !(bits << 1);
        waiting.try_reserve(bits.count_ones() as usize)?;
        while bits != 0 {
            waiting.push(((64 * word) as u32 + bits.trailing_zeros(), y));
            bits &= bits - 1;
        }
    }
    Ok(())
}

fn clear_run(row: &mut [u64], run: (usize, usize)) {
    for (word, bits) in (run.0 / 64..).zip(&mut row[run.0 / 64..=run.1 / 64]) {
        *bits &= !mask(word, run);
    }
}

/// The bits of a word that stand for columns `first..=last`. At least one of these columns must lie in the word.
fn mask(word: usize, (first, last): (usize, usize)) -> u64 {
    let from = u64::MAX << first.saturating_sub(64 * word);
    let to = u64::MAX >> (64 * word + 63).saturating_sub(last);
    from & to
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::index::test_maps::{RULES, random_map};
    use crate::movement::{ANY_ARRIVAL, DIRECTIONS};

    /// The expected parts, by a flood fill from cell to cell.
    fn parts_by_steps(rule: DiagonalRule, walkable: &WalkableCells) -> Vec<Part<(usize, usize)>> {
        let mut seen = vec![false; walkable.width() * walkable.height()];
        let mut parts = Vec::new();
        for (y, x) in (0..walkable.height()).flat_map(|y| (0..walkable.width()).map(move |x| (y, x))) {
            if !walkable.is_walkable(x, y) || seen[y * walkable.width() + x] {
                continue;
            }
            seen[y * walkable.width() + x] = true;
            let (mut stack, mut size) = (vec![(x, y)], 0);
            while let Some((x, y)) = stack.pop() {
                size += 1;
                let legal = rule.successors()[ANY_ARRIVAL][walkable.rows.around(x, y)];
                for (_, (dx, dy)) in DIRECTIONS.iter().enumerate().filter(|&(i, _)| legal >> i & 1 == 1) {
                    let to = ((x as i32 + dx) as usize, (y as i32 + dy) as usize);
                    if !std::mem::replace(&mut seen[to.1 * walkable.width() + to.0], true) {
                        stack.push(to);
                    }
                }
            }
            parts.push(Part { size, first: (x, y), landmarks: 0 });
        }
        parts
    }

    #[test]
    fn parts_are_those_that_steps_join() {
        for (seed, rule) in (0..60).flat_map(|seed| RULES.map(|rule| (seed, rule))) {
            let map = random_map(seed);
            let mut found = Vec::new();
            for_each_part(rule, &map.walkable(), |part| found.push(part)).unwrap();
            assert_eq!(found, parts_by_steps(rule, &map.walkable()), "{rule:?}, seed {seed}\n{map}");
        }
    }

    fn shares(drawn: &[&str], landmarks: usize) -> Vec<(usize, usize)> {
        let map = crate::index::test_maps::drawn(drawn);
        let parts = share_out(DiagonalRule::BothFree, &map.walkable(), landmarks).unwrap();
        parts.iter().map(|part| (part.size, part.landmarks)).collect()
    }

    #[test]
    fn landmarks_are_shared_out_by_size() {
        assert_eq!(shares(&["........", "########", ".#......"], 8), [(8, 5), (6, 3)]);
        assert_eq!(shares(&[".#......#..#..", ".#......#..#.."], 8), [(12, 6), (4, 1), (4, 1)]);
        assert_eq!(shares(&["##", "##"], 8), []);
        assert_eq!(shares(&["#.#.#.#"], 2), [(1, 1), (1, 1)]);
    }
}
