//! Walls between cells, as discs meet them: segments between the corners of cells, each against the directions in which
//! it is closed.
//!
//! A disc of at most half a cell needs no more than the nine cells around it, as with blocked cells: a closed side of
//! its own cell is a blocked neighbor, and a side that ends at a corner of its cell is a blocked cell beyond that
//! corner.
//!
//! ```text
//!   . | .      The disc in the cell o sees the wall at its corner as it sees the blocked cell #.      . #
//!     +                                                                                               o .
//!   o   .
//! ```
//!
//! The center of a disc never goes over a closed side. A disc that comes through a one-way side overlaps it behind, is
//! pushed on, and can't go back.

use super::blocked_around::{ABOVE, BELOW, BlockedAround, LEFT, RIGHT, word_from};
use super::numbers::{ONE, Point};
use crate::OutOfMemory;
use crate::bits::bit_rows::BitRows;
use crate::grid::Rect;
use crate::held::held;
use crate::index;

/// A column and a row.
type At = (i32, i32);

/// The sides between cells that are closed. Bits stand at the cell with the smaller x and y.
#[derive(Debug)]
pub(super) struct ThinWalls {
    /// Steps by (1, 0) and back, and steps by (0, 1) and back.
    closed: [BitRows; 4],
}

held!(ThinWalls: closed);

impl ThinWalls {
    pub(super) fn of(walls: &index::Walls) -> Result<Self, OutOfMemory> {
        let [right, left, up, down] = walls.along_rows().map(BitRows::try_clone);
        Ok(Self { closed: [right?, left?, up?, down?] })
    }

    /// Takes over the sides of cells in a rectangle, and of those before it. Returns what encloses both ends of the
    /// sides that differ from before.
    pub(super) fn take_over(&mut self, walls: &index::Walls, changed: Rect) -> Option<Rect> {
        let range = |first: i32, count: u32| (first - 1).max(0) as usize..first as usize + count as usize;
        let (columns, rows) = (range(changed.x, changed.width), range(changed.y, changed.height));
        let mut found: Option<Rect> = None;
        for (mine, other) in self.closed.iter_mut().zip(walls.along_rows()) {
            if let Some((columns, rows)) = mine.take_over(other, columns.clone(), rows.clone()) {
                let (width, height) = (columns.len() as u32 + 1, rows.len() as u32 + 1);
                let rect = Rect { x: columns.start as i32, y: rows.start as i32, width, height };
                found = Some(found.map_or(rect, |found| found.enclosing(rect)));
            }
        }
        found
    }

    /// Bits that closed sides add to the blocked ones of the nine cells at and around a cell of the map.
    #[inline(never)]
    pub(super) fn around(&self, (x, y): At) -> BlockedAround {
        let [right, left, up, down] = self.closed.each_ref().map(|closed| closed.around(x as usize, y as usize));
        let bit = |bits: usize, from: usize, to: u32| ((bits >> from & 1) as BlockedAround) << to;
        let sides = bit(right, 4, RIGHT.trailing_zeros())
            | bit(left, 3, LEFT.trailing_zeros())
            | bit(up, 4, ABOVE.trailing_zeros())
            | bit(down, 1, BELOW.trailing_zeros());
        // Beyond each corner: from the neighbor beside it in the row, and from the one in the column.
        let corners = bit(down, 0, 0) | bit(left, 0, 0) | bit(down, 2, 2) | bit(right, 1, 2);
        sides | corners | bit(up, 3, 6) | bit(left, 6, 6) | bit(up, 5, 8) | bit(right, 7, 8)
    }

    /// Whether the step from a cell of the map to a neighbor in its row or column is closed.
    pub(super) fn closes(&self, from: At, to: At) -> bool {
        let (owner, is_back) = ((from.0.min(to.0), from.1.min(to.1)), to < from);
        let plane = 2 * usize::from(from.0 == to.0) + usize::from(is_back);
        owner.0 >= 0 && owner.1 >= 0 && self.is_set(plane, owner)
    }

    /// Whether a wall parts two neighbors in a row or column, at least in one direction.
    pub(super) fn parts(&self, one: At, other: At) -> bool {
        self.closes(one, other) || self.closes(other, one)
    }

    /// Cells outside the map have no sides.
    fn is_set(&self, plane: usize, (x, y): At) -> bool {
        let row = self.closed[plane].get_row(y as usize).and_then(|row| row.get(x as usize / 64));
        row.is_some_and(|word| word >> (x % 64) & 1 == 1)
    }

    /// Which of 64 cells of a row have a wall to the next cell, in the row or to the next row, from a cell on that may
    /// lie outside the map.
    pub(super) fn parted_from(&self, from: At, across: bool) -> u64 {
        let plane = 2 * usize::from(across);
        word_from(&self.closed[plane], from) | word_from(&self.closed[plane + 1], from)
    }

    /// Whether the way from a point straight to another one is free for a center.
    pub(super) fn lets_pass(&self, from: Point, to: Point) -> bool {
        let closes = |from, to| self.closes(from, to);
        !crosses(from, to, closes)
    }

    /// Whether walls, closed in both directions, lie between two points.
    pub(super) fn hides(&self, from: Point, to: Point) -> bool {
        crosses(from, to, |from, to| self.closes(from, to) && self.closes(to, from))
    }

    /// The nearest points of the sides of a cell with the next cells that are closed to a center at a point.
    pub(super) fn nearest_on_sides(&self, (x, y): At, to: Point) -> [Option<Point>; 2] {
        let (low, high) = ((x << 16, y << 16), ((x + 1) << 16, (y + 1) << 16));
        let (is_left, is_below) = (to.x < high.0, to.y < high.1);
        let is_closed = |next: At, is_before: bool| match is_before {
            true => self.closes((x, y), next),
            false => self.closes(next, (x, y)),
        };
        // A center on the line is beyond it.
        let upright = Point { x: high.0 - i32::from(to.x == high.0), y: to.y.clamp(low.1, high.1) };
        let level = Point { x: to.x.clamp(low.0, high.0), y: high.1 - i32::from(to.y == high.1) };
        [is_closed((x + 1, y), is_left).then_some(upright), is_closed((x, y + 1), is_below).then_some(level)]
    }
}

/// Whether the straight way between two points goes over a side of cells that is closed. At a corner, by both ways.
fn crosses(from: Point, to: Point, closes: impl Fn(At, At) -> bool) -> bool {
    let ((mut x, mut y), (end_x, end_y)) = (from.cell(), to.cell());
    let (step_x, step_y) = ((end_x - x).signum(), (end_y - y).signum());
    let (along_x, along_y) = (i64::from(to.x.abs_diff(from.x)), i64::from(to.y.abs_diff(from.y)));
    while (x, y) != (end_x, end_y) {
        let line = |cell: i32, step: i32| if step > 0 { (cell + 1) * ONE } else { cell * ONE };
        // How soon the way comes to the next lines between columns and between rows, in one unit.
        let to_x = i64::from(line(x, step_x).abs_diff(from.x)) * along_y;
        let to_y = i64::from(line(y, step_y).abs_diff(from.y)) * along_x;
        let (next_x, next_y) = ((x + step_x, y), (x, y + step_y));
        let next = if x == end_x || y != end_y && to_y < to_x {
            next_y
        } else if y == end_y || to_x < to_y {
            next_x
        } else {
            let next = (x + step_x, y + step_y);
            if [next_x, next_y].iter().all(|&by| closes((x, y), by) || closes(by, next)) {
                return true;
            }
            (x, y) = next;
            continue;
        };
        if closes((x, y), next) {
            return true;
        }
        (x, y) = next;
    }
    false
}

#[cfg(test)]
mod tests {
    use super::super::walls::{WallBound, Walls};
    use super::*;
    use crate::grid::{Cell, Edit, Layout, Passage};
    use crate::index::{AgentView, IndexedGrid, test_maps::Random};

    const SIDE: i32 = 6;

    /// A grid with passages at random, and the closed steps.
    fn random_grid(random: &mut Random) -> (IndexedGrid, Vec<(At, At)>) {
        let (mut grid, mut closed) = (IndexedGrid::new(SIDE as u32, SIDE as u32).unwrap(), Vec::new());
        let size = grid.map().size();
        for (x, y) in (0..SIDE).flat_map(|y| (0..SIDE).map(move |x| (x, y))) {
            for next in [(x + 1, y), (x, y + 1)].into_iter().filter(|next| next.0 < SIDE && next.1 < SIDE) {
                let passage = [Passage::Open, Passage::Wall, Passage::OneWay, Passage::OneWayBack][random.below(4)];
                let ends = [Cell::new(x, y), Cell::new(next.0, next.1)];
                grid.edit(&Edit::set_passage(size, Layout::Square, ends, passage).unwrap()).unwrap();
                let is_closed = [Passage::Wall, Passage::OneWayBack].contains(&passage);
                closed.extend(is_closed.then_some(((x, y), next)));
                closed.extend([Passage::Wall, Passage::OneWay].contains(&passage).then_some((next, (x, y))));
            }
        }
        (grid, closed)
    }

    fn walls_of(grid: &IndexedGrid) -> Walls {
        let mut walls = Walls::default();
        walls.update(AgentView::from(grid), None, |_| ()).unwrap();
        walls
    }

    /// The cells that a straight way leads through, by the times at which it comes to a next column or row: a list of
    /// steps, of which two at one time lead over a corner.
    fn steps_of(from: Point, to: Point) -> Vec<(i128, i128, At)> {
        let mut steps: Vec<(i128, i128, At)> = Vec::new();
        for is_column in [true, false] {
            let pick = |point: Point| i64::from(if is_column { point.x } else { point.y });
            let (begin, change) = (pick(from), pick(to) - pick(from));
            let step = change.signum() as i32;
            let lines = ((begin.min(pick(to)) >> 16) + 1)..=(begin.max(pick(to)) >> 16);
            for line in lines {
                let way = ((line << 16) - begin).abs();
                steps.push((way.into(), change.abs().into(), if is_column { (step, 0) } else { (0, step) }));
            }
        }
        steps.sort_by(|one, other| (one.0 * other.1).cmp(&(other.0 * one.1)));
        steps
    }

    fn is_open(closed: &[(At, At)], from: Point, to: Point) -> bool {
        let (mut at, steps) = (from.cell(), steps_of(from, to));
        let mut i = 0;
        while i < steps.len() {
            let (way, of, step) = steps[i];
            let is_corner = steps.get(i + 1).is_some_and(|next| next.0 * of == way * next.1);
            let second = if is_corner { steps[i + 1].2 } else { (0, 0) };
            let moved = |at: At, by: At| (at.0 + by.0, at.1 + by.1);
            let to = moved(moved(at, step), second);
            let is_way = |by: At| !closed.contains(&(at, by)) && (by == to || !closed.contains(&(by, to)));
            if !(is_way(moved(at, step)) || is_corner && is_way(moved(at, second))) {
                return false;
            }
            (at, i) = (to, i + 1 + usize::from(is_corner));
        }
        true
    }

    #[test]
    fn a_way_is_free_if_it_goes_over_no_closed_side() {
        let mut counts = [0; 2];
        for seed in 0..200 {
            let mut random = Random::new(seed);
            let (grid, closed) = random_grid(&mut random);
            let walls = walls_of(&grid);
            let thin = walls.thin().unwrap();
            for i in 0..100 {
                // Every other point is at a corner of quarters of cells, so that ways lead over corners.
                let unit = if i % 2 == 0 { 1 } else { ONE / 4 };
                let mut at = || random.below((SIDE * ONE / unit) as usize) as i32 * unit;
                let (from, to) = (Point { x: at(), y: at() }, Point { x: at(), y: at() });
                let expected = is_open(&closed, from, to);
                assert_eq!(thin.lets_pass(from, to), expected, "{from:?} to {to:?}, seed {seed}, {closed:?}");
                counts[usize::from(expected)] += 1;
            }
        }
        assert!(counts.iter().all(|&count| count > 2000), "{counts:?}");
    }

    /// The side between the cells beside and beyond the corner is none of the cell that a center leaves.
    #[test]
    fn a_center_goes_over_no_side_that_begins_at_a_corner_of_its_cell() {
        let mut grid = IndexedGrid::new(3, 3).unwrap();
        let ends = [Cell::new(1, 0), Cell::new(1, 1)];
        let size = grid.map().size();
        grid.edit(&Edit::set_passage(size, Layout::Square, ends, Passage::Wall).unwrap()).unwrap();
        let walls = walls_of(&grid);
        let (from, to) = (Point::at(0.9, 0.8), Point::at(1.3, 1.1));
        let bound = WallBound { began: from, most: ONE as f32 / 2.0 };
        let end = walls.slide((from, walls.around(from.cell())), to, 0.02, bound);
        assert_eq!(end.cell(), (1, 0), "{end:?}");
        assert!(walls.thin().unwrap().lets_pass(from, end));
    }
}
