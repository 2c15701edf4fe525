//! The ways that a jump-point search has found.

use super::memory::JumpMemory;
use super::search::JumpSearch;
use crate::OutOfMemory;
use crate::grid::Cell;
use crate::index::{IndexCell, WalkableCells};
use crate::movement::DiagonalRule;
use crate::search::way::{WayNode, write_way, write_way_so_far};

impl<const WORDS: usize> JumpSearch<'_, WORDS> {
    /// Writes the cells at which the best path may turn, from the goal to the start.
    pub(super) fn write_best_corners(&self, corners: &mut Vec<Cell>) -> Result<(), OutOfMemory> {
        let (walkable, bound) = (self.jumps.walkable, &self.memory.nodes.bound);
        let mut end = (Cell::new(self.jumps.goal.x, self.jumps.goal.y), bound.parent);
        if bound.is_direct {
            let node = self.memory.nodes.table.node(end.1);
            let from = (node.cell.x(), node.cell.y());
            self.memory.direct.write_corners(walkable, self.jumps.points.rule(), from, corners)?;
            end = (node.cell(), node.parent);
        }
        let first = corners.len();
        write_way(&self.memory.nodes.table, self.jumps.four, end, corners)?;
        turn_to_map(walkable, &mut corners[first..]);
        Ok(())
    }
}

impl JumpMemory {
    /// Writes the cells at which the way to the reached cell nearest to the goal may turn, from there to the start.
    pub(in crate::search) fn write_way_so_far(
        &self,
        walkable: &WalkableCells,
        rule: DiagonalRule,
        goal: Cell,
        corners: &mut Vec<Cell>,
    ) -> Result<(), OutOfMemory> {
        let IndexCell { x, y } = walkable.index_cell(goal);
        write_way_so_far(&self.nodes.table, rule == DiagonalRule::Never, Cell::new(x, y), corners)?;
        turn_to_map(walkable, corners);
        Ok(())
    }
}

/// Turns index cells into map cells.
fn turn_to_map(walkable: &WalkableCells, corners: &mut [Cell]) {
    for cell in corners {
        *cell = walkable.cell(IndexCell { x: cell.x, y: cell.y });
    }
}
