//! The ways that a search over jumps or over cells has found, from a node back to the start.

use super::node_table::{Node, NodeTable};
use crate::OutOfMemory;
use crate::grid::Cell;

/// A node with the node before it on the best way so far.
pub(super) trait WayNode: Node {
    fn cell(&self) -> Cell;

    /// The number of the node before; 0 at the start.
    fn parent(&self) -> u32;
}

/// Writes the cells at which a way may turn: from `to` over the node `number` back to the start. From each node a way
/// goes along a diagonal jump and then along a straight one. Under `Never`, if `four`, both are straight.
pub(super) fn write_way<N: WayNode>(
    table: &NodeTable<N>,
    four: bool,
    (mut to, mut number): (Cell, u32),
    corners: &mut Vec<Cell>,
) -> Result<(), OutOfMemory> {
    while number != 0 {
        let node = table.node(number);
        let from = node.cell();
        corners.try_reserve(3)?;
        // A node can see the goal from where it is.
        if to != from {
            corners.push(to);
        }
        let (dx, dy) = (to.x - from.x, to.y - from.y);
        let steps = dx.abs().min(dy.abs());
        let corner = match four {
            true => Cell::new(to.x, from.y),
            false => Cell::new(from.x + steps * dx.signum(), from.y + steps * dy.signum()),
        };
        if corner != to && corner != from {
            corners.push(corner);
        }
        (to, number) = (from, node.parent());
    }
    corners.try_reserve(1)?;
    corners.push(to);
    Ok(())
}

/// Writes the way to the node nearest to the goal in a straight line, the first of several. Coordinates are those of
/// the nodes.
pub(super) fn write_way_so_far<N: WayNode>(
    table: &NodeTable<N>,
    four: bool,
    goal: Cell,
    corners: &mut Vec<Cell>,
) -> Result<(), OutOfMemory> {
    let away = |cell: Cell| {
        let (dx, dy) = (u64::from(cell.x.abs_diff(goal.x)), u64::from(cell.y.abs_diff(goal.y)));
        dx * dx + dy * dy
    };
    match (1..).zip(table.nodes()).min_by_key(|(_, node)| away(node.cell())) {
        Some((number, node)) => write_way(table, four, (node.cell(), number), corners),
        None => Ok(()),
    }
}
