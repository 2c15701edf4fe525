//! The straight jumps through one column of words: their jump points, and the cells that reach them.
//!
//! Along y, a row's word follows from the word of the row before. Along x, it depends on all columns of words ahead.
//! One bit a row sums them up: whether a straight jump that leaves this column reaches a jump point.

use super::walkable_around::{WalkableAround, write};
use crate::bits::bit_rows::zeroed;
use crate::bits::fill::{fill_down, fill_up};
use crate::grid::MapError;
use crate::movement::{DIRECTIONS, DiagonalRule};

/// Working memory for one column of words: each list has a word for each row.
#[derive(Debug)]
pub(super) struct ColumnJumps {
    rows: usize,
    /// The jump points of the direction that was asked for last.
    pub(super) jump_points: Vec<u64>,
    /// By direction, the cells from which a straight jump reaches a jump point.
    pub(super) reach: [Vec<u64>; 4],
    /// Whether a straight jump to the right that enters a column of words reaches a jump point: for each row a word
    /// with a bit for each of 64 columns of words, then the same for the next 64.
    entering: Vec<u64>,
    /// By row, 1 if a straight jump that leaves this column for the one before reaches a jump point, else 0.
    leaving: Vec<u64>,
}

impl ColumnJumps {
    /// For maps with this number of rows and columns of words.
    pub(super) fn new(rows: usize, columns: usize) -> Result<Self, MapError> {
        Ok(Self {
            rows,
            jump_points: zeroed(rows)?,
            reach: [zeroed(rows)?, zeroed(rows)?, zeroed(rows)?, zeroed(rows)?],
            entering: zeroed(rows * (columns / 64 + 1))?,
            leaving: zeroed(rows)?,
        })
    }

    /// Finds the jump points of the straight jumps in one direction.
    #[inline(always)]
    pub(super) fn find_jump_points(&mut self, rule: DiagonalRule, walkable: &WalkableAround, straight: usize) {
        // Each rule has code of its own, without the words that the rule does not ask for.
        match rule {
            DiagonalRule::Always => self.find_jump_points_by(DiagonalRule::Always, walkable, straight),
            DiagonalRule::AtMostOneBlocked => {
                self.find_jump_points_by(DiagonalRule::AtMostOneBlocked, walkable, straight)
            }
            DiagonalRule::BothFree => self.find_jump_points_by(DiagonalRule::BothFree, walkable, straight),
            DiagonalRule::Never => self.find_jump_points_by(DiagonalRule::Never, walkable, straight),
        }
    }

    #[inline(always)]
    fn find_jump_points_by(&mut self, rule: DiagonalRule, walkable: &WalkableAround, straight: usize) {
        let (dx, dy) = DIRECTIONS[straight];
        // One side of the line is (dy, dx), the other one (-dy, -dx).
        let [here, front, side, behind, ahead, other, other_behind, other_ahead] = [
            (0, 0),
            (dx, dy),
            (dy, dx),
            (dy - dx, dx - dy),
            (dy + dx, dx + dy),
            (-dy, -dx),
            (-dy - dx, -dx - dy),
            (dx - dy, dy - dx),
        ]
        .map(|(x, y)| walkable.at(x, y, self.rows));
        write(
            &mut self.jump_points,
            [here, front, side, behind, ahead, other, other_behind, other_ahead],
            |[here, front, side, behind, ahead, other, other_behind, other_ahead]| {
                let ends = rule.ends_straight_jump(front, side, behind, ahead);
                here & (ends | rule.ends_straight_jump(front, other, other_behind, other_ahead))
            },
        );
    }

    /// Finds in which rows a straight jump to the right reaches a jump point when it enters column `number`. Its jump
    /// points must have been found last. Call it for all columns, the last one first, before
    /// [`find_reach`](Self::find_reach).
    #[inline(always)]
    pub(super) fn enter(&mut self, walkable: &WalkableAround, number: usize) {
        let Self { rows, ref jump_points, ref mut entering, ref mut leaving, .. } = *self;
        let (walkable, jump_points, leaving) = (walkable.at(0, 0, rows), &jump_points[..rows], &mut leaving[..rows]);
        let entering = &mut entering[number / 64 * rows..][..rows];
        for row in 0..rows {
            let jump_points = jump_points[row] | walkable[row] & leaving[row] << 63;
            let ends = jump_points | !walkable[row];
            let first_end = ends & ends.wrapping_neg();
            leaving[row] = u64::from(first_end & jump_points != 0);
            entering[row] |= leaving[row] << (number % 64);
        }
    }

    /// Finds the cells from which a straight jump reaches a jump point. Its jump points must have been found last. Call
    /// it for column 0, 1, 2 and so on: jumps to the left depend on the column before.
    #[inline(always)]
    pub(super) fn find_reach(&mut self, walkable: &WalkableAround, straight: usize, number: usize) {
        let Self { rows, ref jump_points, ref mut reach, ref entering, ref mut leaving } = *self;
        let (walkable, jump_points, reach) =
            (walkable.at(0, 0, rows), &jump_points[..rows], &mut reach[straight][..rows]);
        match DIRECTIONS[straight] {
            (1, _) => {
                let entering = &entering[(number + 1) / 64 * rows..][..rows];
                for row in 0..rows {
                    let leaving = entering[row] >> ((number + 1) % 64) << 63;
                    let reached = fill_down(jump_points[row] | walkable[row] & leaving, walkable[row]);
                    reach[row] = (reached >> 1 | leaving) & walkable[row];
                }
            }
            (-1, _) => {
                let leaving = &mut leaving[..rows];
                for row in 0..rows {
                    let before = if number == 0 { 0 } else { leaving[row] };
                    let reached = fill_up(jump_points[row] | walkable[row] & before, walkable[row]);
                    reach[row] = (reached << 1 | before) & walkable[row];
                    leaving[row] = reached >> 63;
                }
            }
            (_, 1) => reach_through_rows((0..rows).rev(), walkable, jump_points, reach),
            _ => reach_through_rows(0..rows, walkable, jump_points, reach),
        }
    }
}

/// A straight jump reaches a jump point if the next cell is one or reaches one. `rows` run against the jump's
/// direction.
#[inline(always)]
fn reach_through_rows(rows: impl Iterator<Item = usize>, walkable: &[u64], jump_points: &[u64], reach: &mut [u64]) {
    let mut ahead = 0;
    for row in rows {
        reach[row] = walkable[row] & ahead;
        ahead = reach[row] | jump_points[row];
    }
}
