//! The rays through one column of words: where they turn, and from where they get to a turn.
//!
//! Along y a word follows from that of the row before. Along x it depends on all columns of words ahead, of which one bit is kept for each row:
//! whether a ray gets to a turn that leaves this column.

use super::fill::{fill_down, fill_up};
use super::walkable_around::{WalkableAround, write};
use crate::grid::MapError;
use crate::index::bit_rows::zeroed;
use crate::movement::{DIRECTIONS, DiagonalRule};

/// A word for each row.
#[derive(Debug)]
pub(super) struct ColumnRays {
    rows: usize,
    /// The cells at which a ray turns: the one that was asked for last.
    pub(super) turns: Vec<u64>,
    /// For each direction, the cells from which a ray gets to a turn.
    pub(super) reach: [Vec<u64>; 4],
    /// Whether a ray to the right gets to a turn that enters a column: a bit for each of 64 columns, all rows, and the same for the next 64.
    entering: Vec<u64>,
    /// Whether a ray gets to a turn that leaves this column for the one that was done before: 0 or 1.
    leaving: Vec<u64>,
}

impl ColumnRays {
    /// For so many rows and columns of words.
    pub(super) fn new(rows: usize, columns: usize) -> Result<Self, MapError> {
        Ok(Self {
            rows,
            turns: zeroed(rows)?,
            reach: [zeroed(rows)?, zeroed(rows)?, zeroed(rows)?, zeroed(rows)?],
            entering: zeroed(rows * (columns / 64 + 1))?,
            leaving: zeroed(rows)?,
        })
    }

    /// Finds the cells at which a ray turns.
    #[inline(always)]
    pub(super) fn find_turns(&mut self, rule: DiagonalRule, walkable: &WalkableAround, ray: usize) {
        let (dx, dy) = DIRECTIONS[ray];
        let walkable = |x: i32, y: i32| walkable.at(x, y, self.rows);
        // Beside the line are (dy, dx) and (-dy, -dx).
        let (here, sides) = (walkable(0, 0), [walkable(dy, dx), walkable(-dy, -dx)]);
        let behind = [walkable(dy - dx, dx - dy), walkable(-dy - dx, -dx - dy)];
        let ahead = [walkable(dy + dx, dx + dy), walkable(dx - dy, dy - dx)];
        match rule {
            DiagonalRule::Always => write(
                &mut self.turns,
                [here, sides[0], ahead[0], sides[1], ahead[1]],
                |[here, side, ahead, other, other_ahead]| here & (!side & ahead | !other & other_ahead),
            ),
            DiagonalRule::AtMostOneBlocked => write(
                &mut self.turns,
                [here, walkable(dx, dy), sides[0], ahead[0], sides[1], ahead[1]],
                |[here, front, side, ahead, other, other_ahead]| here & front & (!side & ahead | !other & other_ahead),
            ),
            DiagonalRule::BothFree | DiagonalRule::Never => write(
                &mut self.turns,
                [here, sides[0], behind[0], sides[1], behind[1]],
                |[here, side, behind, other, other_behind]| here & (side & !behind | other & !other_behind),
            ),
        }
    }

    /// Finds in which rows a ray to the right, whose turns were found last, gets to one when it enters column `number`. Done for all columns,
    /// the last one first, before any of them has its reach found.
    #[inline(always)]
    pub(super) fn enter(&mut self, walkable: &WalkableAround, number: usize) {
        let Self { rows, ref turns, ref mut entering, ref mut leaving, .. } = *self;
        let (walkable, turns, leaving) = (walkable.at(0, 0, rows), &turns[..rows], &mut leaving[..rows]);
        let entering = &mut entering[number / 64 * rows..][..rows];
        for row in 0..rows {
            let turns = turns[row] | walkable[row] & leaving[row] << 63;
            let ends = turns | !walkable[row];
            let first_end = ends & ends.wrapping_neg();
            leaving[row] = u64::from(first_end & turns != 0);
            entering[row] |= leaving[row] << (number % 64);
        }
    }

    /// Finds from where a ray, whose turns were found last, gets to one. For rays to the left the columns come one after the other.
    #[inline(always)]
    pub(super) fn find_reach(&mut self, walkable: &WalkableAround, ray: usize, number: usize) {
        let Self { rows, ref turns, ref mut reach, ref entering, ref mut leaving } = *self;
        let (walkable, turns, reach) = (walkable.at(0, 0, rows), &turns[..rows], &mut reach[ray][..rows]);
        match DIRECTIONS[ray] {
            (1, _) => {
                let entering = &entering[(number + 1) / 64 * rows..][..rows];
                for row in 0..rows {
                    let leaving = entering[row] >> ((number + 1) % 64) << 63;
                    let reached = fill_down(turns[row] | walkable[row] & leaving, walkable[row]);
                    reach[row] = (reached >> 1 | leaving) & walkable[row];
                }
            }
            (-1, _) => {
                let leaving = &mut leaving[..rows];
                for row in 0..rows {
                    let before = if number == 0 { 0 } else { leaving[row] };
                    let reached = fill_up(turns[row] | walkable[row] & before, walkable[row]);
                    reach[row] = (reached << 1 | before) & walkable[row];
                    leaving[row] = reached >> 63;
                }
            }
            (_, 1) => reach_through_rows((0..rows).rev(), walkable, turns, reach),
            _ => reach_through_rows(0..rows, walkable, turns, reach),
        }
    }
}

/// A ray reaches a turn if the cell ahead is one or reaches one. The rows come in the order opposite to the ray's.
#[inline(always)]
fn reach_through_rows(rows: impl Iterator<Item = usize>, walkable: &[u64], turns: &[u64], reach: &mut [u64]) {
    let mut ahead = 0;
    for row in rows {
        reach[row] = walkable[row] & ahead;
        ahead = reach[row] | turns[row];
    }
}
