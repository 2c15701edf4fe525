//! A search in weighted terrain for a path within a bound (`search/within.rs` has the order, the loop and the proof).
//!
//! The places that a jump reaches do not depend on costs so far: whether a diagonal jump is interrupted depends on how
//! much f rises along it.

use super::context::Told;
use super::memory::terrain_node;
use super::{Position, TerrainSearch};
use crate::OutOfMemory;
use crate::grid::Cell;
use crate::index::CellSums;
use crate::movement::{ANY_ARRIVAL, direction_of};
use crate::search::engine::Record;
use crate::search::jump_nodes::JumpMarks;
use crate::search::jump_nodes::JumpNodes;
use crate::search::node_table::PackedCell;
use crate::search::open_list::node_of;
use crate::search::way::WayNode;
use crate::search::within::{Bounded, Taken, Within, begin_within, reach_within};

impl<P: CellSums, T: Told<P>> TerrainSearch<'_, P, T> {
    /// Makes the first node and queues it.
    pub(super) fn begin_within(&mut self, within: Within, start: Position) -> Result<(), OutOfMemory> {
        let legal = self.weights.legal_steps(self.jumps.rule(), start.slot);
        let h = if self.weights.weight(start.slot) == 0 { 0 } else { self.estimate(start) };
        let table = &mut self.memory.nodes.table;
        let number = table.put(start.slot, 0, terrain_node(self.start, 0, 0, ANY_ARRIVAL));
        table.node_mut(number).set_marks(JumpMarks { followed: 0, queued: legal });
        begin_within(&mut self.memory.nodes, within, h, legal, number)
    }

    /// Reaches a cell at cost `g` from the node `parent`. Queues the jumps that this arrival adds.
    #[inline(never)]
    #[allow(clippy::expect_used, reason = "the text tells why it can't fire")]
    pub(super) fn reach_within(
        &mut self,
        place: Position,
        g: u32,
        parent: u32,
        arrival: usize,
    ) -> Result<(), OutOfMemory> {
        let within = self.within.expect("only searches within a bound come here");
        if place.slot == self.goal.slot {
            self.memory.nodes.bound.offer(g, parent);
            return Ok(());
        }
        self.memory.nodes.reserve_ordered(1)?;
        reach_within(self, within, place, (g, parent), arrival);
        Ok(())
    }

    fn place(&self, cell: Cell) -> Position {
        Position { x: cell.x, y: cell.y, slot: self.weights.slot(cell) }
    }
}

impl<P: CellSums, T: Told<P>> Bounded for TerrainSearch<'_, P, T> {
    type Place = Position;

    #[inline(always)]
    fn nodes(&self) -> &JumpNodes {
        &self.memory.nodes
    }

    #[inline(always)]
    fn nodes_mut(&mut self) -> &mut JumpNodes {
        &mut self.memory.nodes
    }

    #[inline(always)]
    fn cell(&self, place: Position) -> (PackedCell, usize) {
        (PackedCell::new(place.x, place.y), place.slot)
    }

    #[inline(always)]
    fn jumps_from(&self, place: Position, arrival: usize) -> u8 {
        self.successors(place.slot, arrival)
    }

    #[inline(always)]
    fn estimate(&self, place: Position) -> u32 {
        self.octile.from(Cell::new(place.x, place.y)).max(self.told.estimate(self.sums.at(place.slot)))
    }

    fn follow(&mut self, taken: Taken, record: &mut Record) -> Result<bool, OutOfMemory> {
        let number = node_of(taken.entry);
        let node = *self.memory.nodes.table.node(number);
        let cell = node.cell();
        if !T::IS_INFORMED {
            self.memory.gait.choose(record.expansions);
        }
        record.expand(|| cell)?;
        let place = self.place(cell);
        if self.weights.weight(place.slot) == 0 {
            self.leave_blocked_start(place, number)?;
        } else {
            let f = node.g.saturating_add(self.estimate(place));
            self.follow_jumps::<true>(place, (number, node.g), taken.jumps, f)?;
        }
        Ok(true)
    }

    fn goal(&self) -> Cell {
        Cell::new(self.goal.x, self.goal.y)
    }

    /// The cost of a diagonal jump and the straight jump after it.
    fn cost_of_leg(&self, from: Cell, to: Cell) -> u32 {
        let (dx, dy) = (to.x - from.x, to.y - from.y);
        let (from, to) = (self.place(from), self.place(to));
        if self.weights.weight(from.slot) == 0 {
            // A blocked start: one step.
            let length = if dx != 0 && dy != 0 { self.weights.diagonal() } else { self.weights.straight() };
            return length * (self.weights.blocked_start() + self.weights.weight(to.slot));
        }
        let first = if self.four {
            (dx, 0)
        } else {
            (dx.signum() * dx.abs().min(dy.abs()), dy.signum() * dx.abs().min(dy.abs()))
        };
        let corner = self.place(Cell::new(from.x + first.0, from.y + first.1));
        [(from, corner), (corner, to)].into_iter().fold(0, |cost, (from, to)| {
            let step = ((to.x - from.x).signum(), (to.y - from.y).signum());
            if step == (0, 0) { cost } else { cost + self.sums.cost(direction_of(step), from.slot, to.slot) }
        })
    }
    fn widest(&self) -> u32 {
        u32::MAX
    }

    fn unit(&self) -> u32 {
        self.weights.divisor()
    }
}
