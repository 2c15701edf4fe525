//! A search in weighted terrain for a path within a bound (`search/within.rs` has the order, the loop and the proof).
//!
//! The places that a jump reaches do not depend on costs so far: whether a diagonal jump is interrupted depends on how
//! much f rises along it.

use super::context::Told;
use super::memory::TerrainNode;
use super::{Position, TerrainSearch};
use crate::OutOfMemory;
use crate::grid::Cell;
use crate::index::CellSums;
use crate::movement::{ANY_ARRIVAL, direction_of};
use crate::search::engine::Record;
use crate::search::open_list::node_of;
use crate::search::within::{Bounded, BoundedState, JumpMarks, Taken, Within, reach_within};

impl<const FOUR: bool, P: CellSums, T: Told<P>> TerrainSearch<'_, FOUR, P, T> {
    /// Makes the first node and queues it.
    pub(super) fn begin_within(&mut self, within: Within, start: Position) -> Result<(), OutOfMemory> {
        let legal = self.weights.legal_steps(self.jumps.rule(), start.slot);
        let h = if self.weights.weight(start.slot) == 0 { 0 } else { self.estimate(start) };
        let number = self.put(start, 0, (0, 0));
        self.set_marks(number, JumpMarks { followed: 0, queued: legal });
        self.state().begin(within, h, legal, number)
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
            self.memory.bound.offer(g, parent);
            return Ok(());
        }
        self.memory.table.reserve(1)?;
        self.memory.ordered.reserve(1)?;
        reach_within(self, within, place, (g, parent), arrival);
        Ok(())
    }

    fn place(&self, cell: Cell) -> Position {
        Position { x: cell.x, y: cell.y, slot: self.weights.slot(cell) }
    }
}

impl<const FOUR: bool, P: CellSums, T: Told<P>> Bounded for TerrainSearch<'_, FOUR, P, T> {
    type Place = Position;

    #[inline(always)]
    fn state(&mut self) -> BoundedState<'_> {
        BoundedState {
            open: &mut self.memory.ordered,
            least_key: &mut self.memory.least_key,
            bound: &mut self.memory.bound,
            widest: u32::MAX,
            unit: self.weights.divisor(),
        }
    }

    #[inline(always)]
    fn marks(&self, number: u32) -> JumpMarks {
        self.memory.table.node(number).marks()
    }

    #[inline(always)]
    fn set_marks(&mut self, number: u32, marks: JumpMarks) {
        self.memory.table.node_mut(number).set_marks(marks);
    }

    #[inline(always)]
    fn known(&self, place: Position) -> (u32, u32) {
        self.memory.table.known(place.slot)
    }

    #[inline(always)]
    fn jumps_from(&self, place: Position, arrival: usize) -> u8 {
        self.successors(place.slot, arrival)
    }

    #[inline(always)]
    fn estimate(&self, place: Position) -> u32 {
        self.octile.from(place.x, place.y).max(self.told.estimate(self.sums.at(place.slot)))
    }

    #[inline(always)]
    fn put(&mut self, place: Position, known: u32, (g, parent): (u32, u32)) -> u32 {
        let node = TerrainNode::new(Cell::new(place.x, place.y), g, parent, ANY_ARRIVAL);
        self.memory.table.put(place.slot, known, node)
    }

    fn follow(&mut self, taken: Taken, record: &mut Record) -> Result<bool, OutOfMemory> {
        let number = node_of(taken.entry);
        let node = *self.memory.table.node(number);
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

    fn node(&self, number: u32) -> (Cell, u32) {
        let node = self.memory.table.node(number);
        (node.cell(), node.parent)
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
        let first =
            if FOUR { (dx, 0) } else { (dx.signum() * dx.abs().min(dy.abs()), dy.signum() * dx.abs().min(dy.abs())) };
        let corner = self.place(Cell::new(from.x + first.0, from.y + first.1));
        [(from, corner), (corner, to)].into_iter().fold(0, |cost, (from, to)| {
            let step = ((to.x - from.x).signum(), (to.y - from.y).signum());
            if step == (0, 0) { cost } else { cost + self.sums.cost(direction_of(step), from.slot, to.slot) }
        })
    }
}
