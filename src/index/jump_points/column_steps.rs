//! Legal and forced steps of diagonal jumps, for the cells of one column of words.

use super::layout::DiagonalJumps;
use super::walkable_around::{WalkableAround, write};
use crate::bits::bit_rows::zeroed;
use crate::grid::MapError;
use crate::movement::DiagonalRule;

/// Working memory for one column of words: each list has a word for each row.
#[derive(Debug)]
pub(super) struct ColumnSteps {
    /// The cells from which the jump's next step is legal.
    pub(super) legal: Vec<u64>,
    /// The cells at which the jump has forced steps, under rules that force any.
    pub(super) forced: Vec<u64>,
}

impl ColumnSteps {
    pub(super) fn new(rows: usize) -> Result<Self, MapError> {
        Ok(Self { legal: zeroed(rows)?, forced: zeroed(rows)? })
    }

    /// Finds the steps and forced steps of a diagonal jump. Under [`DiagonalRule::Never`], jumps along x take its part.
    #[inline(always)]
    pub(super) fn find(&mut self, rule: DiagonalRule, walkable: &WalkableAround, diagonal: &DiagonalJumps) {
        // Each rule has code of its own, without the words that the rule does not ask for.
        match rule {
            DiagonalRule::Always => self.find_by(DiagonalRule::Always, walkable, diagonal),
            DiagonalRule::AtMostOneBlocked => self.find_by(DiagonalRule::AtMostOneBlocked, walkable, diagonal),
            DiagonalRule::BothFree => self.find_by(DiagonalRule::BothFree, walkable, diagonal),
            DiagonalRule::Never => {
                let rows = self.legal.len();
                let (here, target) = (walkable.at(0, 0, rows), walkable.at(diagonal.dx, diagonal.dy, rows));
                write(&mut self.legal, [here, target], |[here, target]| here & target);
            }
        }
    }

    #[inline(always)]
    fn find_by(&mut self, rule: DiagonalRule, walkable: &WalkableAround, diagonal: &DiagonalJumps) {
        let Self { legal, forced } = self;
        let rows = legal.len();
        let (dx, dy) = (diagonal.dx, diagonal.dy);
        let [here, ahead, beside_x, beside_y, behind_x, behind_y, left, right] =
            [(0, 0), (dx, dy), (dx, 0), (0, dy), (-dx, 0), (0, -dy), (-dx, dy), (dx, -dy)]
                .map(|(x, y)| walkable.at(x, y, rows));
        write(legal, [here, ahead, beside_x, beside_y], |[here, ahead, beside_x, beside_y]| {
            here & rule.allows_diagonal(ahead, beside_x, beside_y)
        });
        if rule.forces_diagonals() {
            write(
                forced,
                [here, behind_x, beside_y, left, behind_y, beside_x, right],
                |[here, behind_x, beside_y, left, behind_y, beside_x, right]| {
                    let to_left = rule.forces_diagonal_jump(behind_x, beside_y, left);
                    here & (to_left | rule.forces_diagonal_jump(behind_y, beside_x, right))
                },
            );
        }
    }
}
