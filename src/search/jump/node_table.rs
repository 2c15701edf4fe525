//! The cells that a jump-point search has reached. Their coordinates are those of the index.

use crate::movement::DIRECTIONS;
use crate::search::node_table::PackedStep;

pub(super) use crate::search::jump_nodes::JumpNode;
pub(super) use crate::search::node_table::PackedCell;

/// [`DIRECTIONS`] as steps between packed cells.
pub(super) const STEPS: [PackedStep; 8] = {
    let mut steps = [PackedStep::new((0, 0)); 8];
    let mut direction = 0;
    while direction < 8 {
        steps[direction] = PackedStep::new(DIRECTIONS[direction]);
        direction += 1;
    }
    steps
};
