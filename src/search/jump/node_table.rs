//! The cells that a jump-point search has reached. Their coordinates are those of the index.

use crate::movement::DIRECTIONS;
use crate::search::node_table::{Node, PackedStep};

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

/// A reached cell.
#[derive(Clone, Copy, Debug)]
pub(super) struct JumpNode {
    /// Cost of the best way to the cell so far.
    pub(super) g: u32,
    pub(super) cell: PackedCell,
    /// The number of the node before this one; 0 at the start.
    pub(super) parent: u32,
    /// The jumps to start here, as in [`Branches`](crate::movement::Branches). Careful searches don't use them.
    pub(super) branches: u16,
    /// The direction of the last step, or another arrival of [`Branches`](crate::movement::Branches).
    pub(super) arrival: u8,
    pub(super) closed: bool,
}

impl JumpNode {
    /// The straight jumps to start here, one bit each.
    #[inline(always)]
    pub(super) fn straights(&self) -> u16 {
        self.branches >> 12
    }

    /// The diagonal jumps to start here, one bit each.
    #[inline(always)]
    pub(super) fn diagonals(&self) -> u16 {
        self.branches & 0b1111
    }

    /// In the lowest two bits: which of its two straight jumps a diagonal jump sends out from this cell.
    #[inline(always)]
    pub(super) fn own_straights(&self, diagonal: usize) -> u16 {
        self.branches >> (4 + 2 * diagonal)
    }
}

impl Node for JumpNode {
    const NOWHERE: Self =
        Self { g: u32::MAX, cell: PackedCell::NONE, parent: 0, branches: 0, arrival: 0, closed: true };

    type Cost = u32;

    #[inline(always)]
    fn g(&self) -> u32 {
        self.g
    }
}
