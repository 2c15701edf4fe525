//! The steps of diagonal jumps from the cells of one column of words.

use super::DiagonalJumps;
use super::walkable_around::{WalkableAround, write};
use crate::bits::bit_rows::zeroed;
use crate::grid::MapError;
use crate::movement::DiagonalRule;

/// A word for each row.
#[derive(Debug)]
pub(super) struct ColumnSteps {
    /// From which cells the step of a diagonal jump is legal.
    pub(super) legal: Vec<u64>,
    /// At which cells it has forced successors, under rules where it can.
    pub(super) forced: Vec<u64>,
}

impl ColumnSteps {
    pub(super) fn new(rows: usize) -> Result<Self, MapError> {
        Ok(Self { legal: zeroed(rows)?, forced: zeroed(rows)? })
    }

    /// Finds the steps and forced steps of a diagonal jump.
    #[inline(always)]
    pub(super) fn find(&mut self, rule: DiagonalRule, walkable: &WalkableAround, diagonal: &DiagonalJumps) {
        let Self { legal, forced } = self;
        let rows = legal.len();
        let walkable = |dx: i32, dy: i32| walkable.at(dx, dy, rows);
        let (dx, dy) = (diagonal.dx, diagonal.dy);
        let ([here, target], beside) = ([walkable(0, 0), walkable(dx, dy)], [walkable(dx, 0), walkable(0, dy)]);
        match rule {
            DiagonalRule::Always | DiagonalRule::Never => write(legal, [here, target], |[here, target]| here & target),
            DiagonalRule::AtMostOneBlocked => {
                write(legal, [here, target, beside[0], beside[1]], |[here, target, a, b]| here & target & (a | b))
            }
            DiagonalRule::BothFree => {
                write(legal, [here, target, beside[0], beside[1]], |[here, target, a, b]| here & target & a & b)
            }
        }
        // The cell that a forced step goes to lies behind an obstacle beside the way here.
        let aside = [
            walkable(-dx, 0),
            walkable(-dx, dy),
            walkable(0, dy),
            walkable(0, -dy),
            walkable(dx, -dy),
            walkable(dx, 0),
            here,
        ];
        match rule {
            DiagonalRule::Always => write(forced, aside, |[back, target, _, other_back, other_target, _, here]| {
                here & (!back & target | !other_back & other_target)
            }),
            DiagonalRule::AtMostOneBlocked => {
                write(forced, aside, |[back, target, side, other_back, other_target, other_side, here]| {
                    here & (!back & target & side | !other_back & other_target & other_side)
                })
            }
            DiagonalRule::BothFree | DiagonalRule::Never => {}
        }
    }
}
