//! A search in weighted terrain for a path within a bound (`search/within.rs` has the order and the proof).
//!
//! What a jump reaches does not depend on costs so far: whether a diagonal jump is interrupted depends on how much f
//! rises along it.

use super::bound::Bound;
use super::context::Told;
use super::memory::TerrainNode;
use super::{Position, TerrainSearch};
use crate::OutOfMemory;
use crate::grid::Cell;
use crate::index::CellSums;
use crate::movement::{ANY_ARRIVAL, direction_of};
use crate::search::engine::Progress;
use crate::search::open_list::node_of;
use crate::search::record::Record;
use crate::search::within::{JumpMarks, Within, jumps_entry, key_and_jumps};

impl<const FOUR: bool, P: CellSums, T: Told<P>> TerrainSearch<'_, FOUR, P, T> {
    /// Makes the first node and queues it.
    pub(super) fn begin_within(&mut self, within: Within, start: Position) -> Result<(), OutOfMemory> {
        let legal = self.weights.legal_steps(self.jumps.rule(), start.slot);
        let h = if self.weights.weight(start.slot) == 0 { 0 } else { self.estimate(start) };
        let mut node = TerrainNode::new(self.start, 0, 0, ANY_ARRIVAL);
        node.set_marks(JumpMarks { followed: 0, queued: legal });
        let memory = &mut *self.memory;
        memory.least_key = 0;
        memory.ordered.clear();
        memory.ordered.reserve(1)?;
        let number = memory.table.put(start.slot, 0, node);
        memory.ordered.push_entry(jumps_entry(within.key(0, h), h, legal, number));
        Ok(())
    }

    /// Reaches a cell at cost `g` from the node `parent`. Queues the jumps that this arrival adds.
    pub(super) fn reach_within(
        &mut self,
        place: Position,
        g: u32,
        parent: u32,
        arrival: usize,
    ) -> Result<(), OutOfMemory> {
        let Some(within) = self.within else { return Ok(()) };
        if place.slot == self.goal.slot {
            self.memory.bound.offer(g, parent);
            return Ok(());
        }
        let f = g.saturating_add(self.estimate(place));
        let Bound { best, best_parent, .. } = self.memory.bound;
        if f >= if best_parent == 0 { u32::MAX } else { best } {
            self.memory.bound.leave_out();
            return Ok(());
        }
        let jumps = self.successors(place.slot, arrival);
        let (known, known_g) = self.memory.table.known(place.slot);
        let mut marks = if known == 0 { JumpMarks::default() } else { self.memory.table.node(known).marks() };
        let is_cheaper = known == 0 || g < known_g;
        let new = marks.queue(jumps, is_cheaper);
        self.memory.reserve()?;
        self.memory.ordered.reserve(1)?;
        let number = if is_cheaper {
            let mut node = TerrainNode::new(Cell::new(place.x, place.y), g, parent, ANY_ARRIVAL);
            node.set_marks(marks);
            self.memory.table.put(place.slot, known, node)
        } else {
            self.memory.table.node_mut(known).set_marks(marks);
            known
        };
        if new != 0 {
            self.memory.ordered.push_entry(jumps_entry(within.key(g, f - g), f - g, new, number));
        }
        Ok(())
    }

    /// Follows jumps until a path is within the bound.
    #[inline(never)]
    pub(super) fn advance_within(&mut self, within: Within, record: &mut Record) -> Result<Progress, OutOfMemory> {
        while let Some(entry) = self.memory.ordered.pop_entry() {
            let (key, jumps) = key_and_jumps(entry);
            let Bound { best, best_parent, .. } = self.memory.bound;
            if key >= if best_parent == 0 { within.key_beyond(best) } else { within.key_of_path(best) } {
                self.memory.bound.leave_out();
                break;
            }
            let number = node_of(entry);
            let mut node = *self.memory.table.node(number);
            let mut marks = node.marks();
            let left = marks.follow(jumps);
            if left == 0 {
                continue;
            }
            if record.expansions == record.limit {
                self.memory.ordered.reserve(1)?;
                self.memory.ordered.push_entry(entry);
                return Ok(Progress::Paused);
            }
            self.memory.least_key = self.memory.least_key.max(key);
            node.set_marks(marks);
            *self.memory.table.node_mut(number) = node;
            let cell = node.cell();
            if !T::IS_INFORMED {
                self.memory.gait.choose(record.expansions);
            }
            record.expand(|| cell)?;
            let place = Position { x: cell.x, y: cell.y, slot: self.weights.slot(cell) };
            if self.weights.weight(place.slot) == 0 {
                self.leave_blocked_start::<true>(place, number)?;
            } else {
                let f = node.g.saturating_add(self.estimate(place));
                self.follow::<true>(place, (number, node.g), left, f)?;
            }
        }
        if self.memory.bound.best_parent == 0 {
            return Ok(if self.memory.bound.cut { Progress::TooFar } else { Progress::NoPath });
        }
        let cost = self.cost_of_best_path();
        let least = within.least_cost(cost, self.memory.least_key);
        let unit = u64::from(self.weights.divisor());
        Ok(Progress::Found { cost: u64::from(cost) * unit, least: u64::from(least) * unit })
    }

    /// The cost of the path along the parents. It is lower than what was offered if a node was reached at a lower cost
    /// after its jumps had been followed.
    fn cost_of_best_path(&self) -> u32 {
        let (mut cost, mut to, mut number) = (0, self.goal, self.memory.bound.best_parent);
        while number != 0 {
            let node = self.memory.table.node(number);
            let cell = node.cell();
            let from = Position { x: cell.x, y: cell.y, slot: self.weights.slot(cell) };
            cost += self.cost_of_jump(from, to);
            (to, number) = (from, node.parent);
        }
        cost
    }

    /// The cost of a diagonal jump and the straight jump after it.
    fn cost_of_jump(&self, from: Position, to: Position) -> u32 {
        let (dx, dy) = (to.x - from.x, to.y - from.y);
        if self.weights.weight(from.slot) == 0 {
            // A blocked start: one step.
            let length = if dx != 0 && dy != 0 { self.weights.diagonal() } else { self.weights.straight() };
            return length * (self.weights.blocked_start() + self.weights.weight(to.slot));
        }
        let first =
            if FOUR { (dx, 0) } else { (dx.signum() * dx.abs().min(dy.abs()), dy.signum() * dx.abs().min(dy.abs())) };
        let corner = Cell::new(from.x + first.0, from.y + first.1);
        let corner = Position { x: corner.x, y: corner.y, slot: self.weights.slot(corner) };
        [(from, corner), (corner, to)].into_iter().fold(0, |cost, (from, to)| {
            let step = ((to.x - from.x).signum(), (to.y - from.y).signum());
            if step == (0, 0) { cost } else { cost + self.sums.cost(direction_of(step), from.slot, to.slot) }
        })
    }
}
