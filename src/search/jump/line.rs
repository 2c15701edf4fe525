//! The order of a careful search's open list.
//!
//! Where many paths are equally cheap, a search should walk to the goal and not explore all of them. Nodes of equal f
//! are therefore ordered by their estimates, with a quarter of a straight step added for each cell between the node and
//! the line from start to goal. By the estimate alone the search would run into dead ends far from the line. These sums
//! are compared in bands of 16 to 32 straight steps. Within a band the node that was reached last comes first. Nodes
//! reached one after the other lie close together in memory, so that expansions read fewer cache lines.

use super::node_table::PackedCell;
use crate::grid::Cell;

/// The width of a band of the open list, in straight steps. It is rounded down to a power of two in units.
const BAND_STEPS: u32 = 32;

/// The straight line from start to goal.
pub(super) struct GoalLine {
    goal: Cell,
    dx: i32,
    dy: i32,
    /// Cost of a node's distance from the line in the open list, for each unit of the cross product and times 2^32.
    aside: u64,
    /// A band holds 2^band units.
    band: u32,
}

impl GoalLine {
    pub(super) fn new(start: Cell, goal: Cell, straight_cost: u32) -> Self {
        let (dx, dy) = (goal.x - start.x, goal.y - start.y);
        let longer = dx.unsigned_abs().max(dy.unsigned_abs()).max(1);
        let aside = (u64::from(straight_cost) << 30).div_ceil(u64::from(longer));
        Self { goal, dx, dy, aside, band: (BAND_STEPS * straight_cost).ilog2() }
    }

    /// The key of a node in the open list.
    #[inline(always)]
    pub(super) fn key(&self, f: u32, estimate: u32, cell: PackedCell) -> u64 {
        // Below 2^30 in size on the largest map. The distance along y, or along x, times the longer side of the line.
        let cross = (cell.x() - self.goal.x) * self.dy - (cell.y() - self.goal.y) * self.dx;
        let aside = (u64::from(cross.unsigned_abs()) * self.aside) >> 32;
        u64::from(f) << 32 | (u64::from(estimate) + aside) >> self.band
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_are_ordered_by_f_and_then_by_bands_of_the_estimate_and_the_distance_from_the_line() {
        let line = GoalLine::new(Cell::new(10, 200), Cell::new(110, 200), 8);
        let key = |f, estimate, y| line.key(f, estimate, PackedCell::new(60, y));
        // 256 units are a band, and a cell aside of the line counts 2.
        assert!([key(7, 511, 200), key(7, 0, 72), key(7, 0, 328)].iter().all(|&one| one == key(7, 256, 200)));
        assert!(key(7, 255, 200) < key(7, 256, 200) && key(7, 255, 200) < key(7, 255, 201));
        assert!(key(7, 9000, 200) < key(8, 50, 200));
    }
}
