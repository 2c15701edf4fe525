//! The path that a jump-point search has found.

use super::search::JumpSearch;
use crate::OutOfMemory;
use crate::grid::Cell;
use crate::index::IndexCell;

impl<const FOUR: bool, const WORDS: usize> JumpSearch<'_, FOUR, WORDS> {
    /// Writes the cells at which the best path may turn, from the goal to the start.
    pub(super) fn write_best_corners(&self, corners: &mut Vec<Cell>) -> Result<(), OutOfMemory> {
        let (mut x, mut y) = (self.jumps.goal.x, self.jumps.goal.y);
        let mut number = self.memory.bound.parent;
        if self.memory.bound.is_direct {
            let node = self.memory.table.node(number);
            let from = (node.cell.x(), node.cell.y());
            self.memory.direct.write_corners(self.jumps.walkable, self.jumps.points.rule(), from, corners)?;
            (x, y, number) = (from.0, from.1, node.parent);
        }
        while number != 0 {
            let node = self.memory.table.node(number);
            let (from_x, from_y) = (node.cell.x(), node.cell.y());
            corners.try_reserve(3)?;
            corners.push(self.jumps.walkable.cell(IndexCell { x, y }));
            let (dx, dy) = (x - from_x, y - from_y);
            // A jump goes along a diagonal jump and then along a straight jump. Under `Never`, both are straight.
            let diagonal_steps = dx.abs().min(dy.abs());
            if diagonal_steps != 0 && FOUR {
                corners.push(self.jumps.walkable.cell(IndexCell { x, y: from_y }));
            } else if diagonal_steps != 0 && dx.abs() != dy.abs() {
                let (x, y) = (from_x + diagonal_steps * dx.signum(), from_y + diagonal_steps * dy.signum());
                corners.push(self.jumps.walkable.cell(IndexCell { x, y }));
            }
            (x, y, number) = (from_x, from_y, node.parent);
        }
        corners.try_reserve(1)?;
        corners.push(self.jumps.walkable.cell(IndexCell { x, y }));
        Ok(())
    }
}
