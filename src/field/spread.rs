//! Costs that spread from goals over an area: Dijkstra's algorithm in canonical order.
//!
//! Where all cells charge the same, only cells with forced steps wait in the queue. Each expansion sweeps along its
//! straight and diagonal jumps and writes the costs of all cells on the way, up to cells that are at least as cheap. A
//! later, cheaper sweep overwrites them. One of several equally cheap arrivals is enough:
//! [`canonical`](crate::movement) has the proof.
//!
//! Where cells charge differently, [strips](super::strips) take less time on most maps. On others each cell waits in
//! the queue. A cell that is reached leaves out the steps to the cells beside the one from which it was reached, which
//! that one reaches more cheaply; and amid nine cells that charge the same, all steps but the canonical ones. The proof
//! holds there too, because all steps that it compares lie within the nine cells.
//!
//! Over hexagons, each cell waits in the queue, and each legal step is tried.

use super::flags::flag;
use super::ground::{Counted, Ground};
use super::queue::Queue;
use super::tools::{BLOCK, Tools};
use super::value::Value;
use super::visits::Visits;
use crate::OutOfMemory;
use crate::movement::{ANY_ARRIVAL, CONTINUED, DIRECTIONS, DiagonalRule, Successors, is_diagonal};

/// By direction of arrival, the steps that do not lead back beside the cell before.
const ONWARDS: [u8; ANY_ARRIVAL + 1] = {
    let mut onwards = [0xff; ANY_ARRIVAL + 1];
    let mut arrival = 0;
    while arrival < 8 {
        let (dx, dy) = DIRECTIONS[arrival];
        let mut direction = 0;
        while direction < 8 {
            let (x, y) = DIRECTIONS[direction];
            // After a diagonal step, two straight ones lead beside the cell before; after a straight one, two
            // diagonals.
            if x * dx + y * dy < 0 && (is_diagonal((dx, dy)) || x * dx + y * dy == -1) {
                onwards[arrival] &= !(1 << direction);
            }
            direction += 1;
        }
        arrival += 1;
    }
    onwards
};

/// A spreading of costs, with all that it reads and writes. It notes the blocks of written costs if `NOTES`.
pub(super) struct Spread<'a, V, const NOTES: bool> {
    ground: &'a Ground,
    costs: &'a mut [V],
    flags: &'a mut [u16],
    queue: &'a mut Queue,
    /// By block, 1 if a cost of it was written.
    blocks: &'a mut [u8],
    /// Number of visits: of written costs, and of cells that were taken from the queue.
    written: u64,
    /// Visits in whose time a cell elsewhere is read.
    reach: u64,
    /// The number at which to pause.
    until: u64,
}

/// The most cells of a straight jump that are written without a pause.
const MOST_AT_ONCE: u64 = 512;

/// Charge of a step, as a constant of the loop over cells.
const ALIKE: u8 = 0;
const BOTH: u8 = 1;
const EXPANDED: u8 = 2;
const REACHED: u8 = 3;

impl<'a, V: Value, const NOTES: bool> Spread<'a, V, NOTES> {
    /// Spreads costs from what waits in the queue while visits are left. Returns whether no cell waits.
    pub(super) fn run_within(
        ground: &'a Ground,
        costs: &'a mut [V],
        tools: &'a mut Tools,
        visits: &mut Visits,
    ) -> Result<bool, OutOfMemory> {
        let (Tools { flags, queue, changed_blocks: blocks, .. }, reach) = (tools, ground.visits_to_reach());
        let mut spread = Self { ground, costs, flags, queue, blocks, written: 0, reach, until: visits.left() };
        let outcome = spread.run();
        visits.spend(spread.written);
        outcome
    }

    #[inline(always)]
    fn write(&mut self, slot: usize, cost: u64) {
        self.costs[slot] = V::of(cost);
        if NOTES {
            self.blocks[slot / BLOCK] = 1;
        }
    }

    /// Visits in whose time a cell is taken from the queue. A source has waited long, so that no cache holds it.
    #[inline(always)]
    fn visits_to_take(&self, is_source: bool) -> u64 {
        if is_source { 8 * self.reach } else { self.reach }
    }

    /// Goes on until no cell waits or enough costs are written. Returns whether no cell waits.
    fn run(&mut self) -> Result<bool, OutOfMemory> {
        if self.ground.is_swept() {
            return self.run_sweeps();
        }
        match self.ground.counted {
            _ if self.ground.layout.is_hexagonal() => self.run_hexagons(),
            _ if self.ground.weights.is_empty() => self.run_cells::<ALIKE>(),
            Counted::Both => self.run_cells::<BOTH>(),
            Counted::Expanded => self.run_cells::<EXPANDED>(),
            Counted::Reached => self.run_cells::<REACHED>(),
        }
    }

    fn run_sweeps(&mut self) -> Result<bool, OutOfMemory> {
        let sweep = Sweep { successors: self.ground.rule.successors(), rule: self.ground.rule };
        while self.written < self.until {
            let Some(entry) = self.queue.pop() else {
                if self.queue.is_empty() {
                    return Ok(true);
                }
                self.written += 1;
                continue;
            };
            let (slot, arrival) = (entry.slot as usize, usize::from(entry.arrival));
            self.written += self.visits_to_take(arrival == ANY_ARRIVAL);
            // A blocked start holds 0, and is expanded once.
            let cost = self.costs[slot].get();
            if cost == entry.cost || cost == 0 {
                sweep.expand(self, slot, arrival, entry.cost)?;
            }
        }
        Ok(self.queue.is_empty())
    }

    fn run_cells<const COUNTED: u8>(&mut self) -> Result<bool, OutOfMemory> {
        let successors = self.ground.rule.successors();
        let canonical = self.ground.steps_amid_even_cells();
        let (ways, lengths) = (self.ground.ways, self.ground.lengths);
        let weights = self.ground.weights.as_slice();
        while self.written < self.until {
            let Some(entry) = self.queue.pop() else {
                if self.queue.is_empty() {
                    return Ok(true);
                }
                self.written += 1;
                continue;
            };
            let slot = entry.slot as usize;
            let is_source = usize::from(entry.arrival) == ANY_ARRIVAL;
            self.written += self.visits_to_take(is_source);
            let known = self.costs[slot].get();
            // A blocked start has no cost of its own.
            let cost = if is_source { entry.cost } else { known };
            if !self.queue.is_same_bucket(cost, entry.cost) || (is_source && known != 0 && known < cost) {
                continue;
            }
            self.written += self.reach;
            let flags = self.flags[slot];
            let arrival = if is_source { ANY_ARRIVAL } else { usize::from(flags >> flag::ARRIVAL & 15) };
            let mut steps = if flags >> flag::EVEN & 1 == 1 {
                canonical[arrival]
            } else {
                successors[ANY_ARRIVAL][self.ground.around(self.costs, slot)] & ONWARDS[arrival]
            };
            let weight = if COUNTED == ALIKE { 1 } else { u64::from(self.ground.weight_at(slot)) };
            while steps != 0 {
                let direction = steps.trailing_zeros() as usize;
                steps &= steps - 1;
                let to = slot.wrapping_add_signed(ways[direction]);
                let counted = match COUNTED {
                    ALIKE => 1,
                    BOTH => weight + u64::from(weights[to]),
                    EXPANDED => 2 * weight,
                    _ => 2 * u64::from(weights[to]),
                };
                let reached = cost + lengths[direction] * counted;
                let before = self.costs[to].get();
                if before <= reached {
                    continue;
                }
                self.write(to, reached);
                self.flags[to] = self.flags[to] & !(15 << flag::ARRIVAL) | (direction as u16) << flag::ARRIVAL;
                self.written += 1;
                // A cell waits that was reached at a cost of this bucket, unless a field that is repaired had the cost.
                if NOTES || !self.queue.is_same_bucket(before, reached) {
                    self.queue.put(reached, to, direction)?;
                }
            }
        }
        Ok(self.queue.is_empty())
    }
}

impl<V: Value, const NOTES: bool> Spread<'_, V, NOTES> {
    /// Works as [`run_cells`](Self::run_cells) does, over hexagons: each legal step is tried.
    #[inline(never)]
    fn run_hexagons(&mut self) -> Result<bool, OutOfMemory> {
        let ways = self.ground.ways;
        while self.written < self.until {
            let Some(entry) = self.queue.pop() else {
                if self.queue.is_empty() {
                    return Ok(true);
                }
                self.written += 1;
                continue;
            };
            let slot = entry.slot as usize;
            let is_source = usize::from(entry.arrival) == ANY_ARRIVAL;
            self.written += self.visits_to_take(is_source);
            let known = self.costs[slot].get();
            // A blocked start has no cost of its own.
            let cost = if is_source { entry.cost } else { known };
            if !self.queue.is_same_bucket(cost, entry.cost) || (is_source && known != 0 && known < cost) {
                continue;
            }
            self.written += self.reach;
            let weight = self.ground.weight_at(slot);
            let mut steps = self.ground.legal_over_hexagons(slot, self.ground.around(self.costs, slot));
            while steps != 0 {
                let direction = steps.trailing_zeros() as usize;
                steps &= steps - 1;
                let to = slot.wrapping_add_signed(ways[direction]);
                let reached = cost + self.ground.step(direction, weight, self.ground.weight_at(to));
                let before = self.costs[to].get();
                if before <= reached {
                    continue;
                }
                self.write(to, reached);
                self.written += 1;
                if NOTES || !self.queue.is_same_bucket(before, reached) {
                    self.queue.put(reached, to, direction)?;
                }
            }
        }
        Ok(self.queue.is_empty())
    }
}

/// The jumps from a cell.
struct Sweep {
    successors: &'static Successors,
    rule: DiagonalRule,
}

impl Sweep {
    #[inline(always)]
    fn expand<V: Value, const NOTES: bool>(
        &self,
        spread: &mut Spread<V, NOTES>,
        slot: usize,
        arrival: usize,
        cost: u64,
    ) -> Result<(), OutOfMemory> {
        let mut directions = self.successors[arrival][spread.ground.around(spread.costs, slot)];
        while directions != 0 {
            let direction = directions.trailing_zeros() as usize;
            directions &= directions - 1;
            if self.rule.is_diagonal_jump(direction) {
                self.sweep_diagonal(spread, direction, slot, cost)?;
            } else {
                sweep_straight(spread, direction, slot, cost)?;
            }
        }
        Ok(())
    }

    fn sweep_diagonal<V: Value, const NOTES: bool>(
        &self,
        spread: &mut Spread<V, NOTES>,
        direction: usize,
        from: usize,
        mut cost: u64,
    ) -> Result<(), OutOfMemory> {
        let (way, length) = (spread.ground.ways[direction], spread.ground.lengths[direction]);
        let (dx, dy) = DIRECTIONS[direction];
        let straights =
            if self.rule == DiagonalRule::Never { [2, 3] } else { [usize::from(dx < 0), if dy < 0 { 3 } else { 2 }] };
        let (onwards, forced) = (flag::ONWARDS + direction % 4, flag::FORCED + direction % 4);
        let mut slot = from;
        let mut flags = spread.flags[slot];
        while flags >> onwards & 1 == 1 {
            slot = slot.wrapping_add_signed(way);
            cost += length;
            if spread.costs[slot].get() <= cost {
                return Ok(());
            }
            spread.write(slot, cost);
            spread.written += 1;
            flags = spread.flags[slot];
            if flags >> forced & 1 == 1 {
                spread.queue.put(cost, slot, direction)?;
            }
            if spread.written >= spread.until {
                // The rest of the jump waits for the next slice.
                let jump = direction % 4;
                return spread.queue.put(cost, slot, CONTINUED + jump);
            }
            for straight in straights {
                sweep_straight(spread, straight, slot, cost)?;
            }
        }
        Ok(())
    }
}

fn sweep_straight<V: Value, const NOTES: bool>(
    spread: &mut Spread<V, NOTES>,
    direction: usize,
    from: usize,
    mut cost: u64,
) -> Result<(), OutOfMemory> {
    let (way, length) = (spread.ground.ways[direction], spread.ground.lengths[direction]);
    let (costs, flags, blocks) = (&mut *spread.costs, &*spread.flags, &mut *spread.blocks);
    // Cells of other rows are farther apart.
    let visits = if way.unsigned_abs() == 1 { 1 } else { spread.reach.div_ceil(4) };
    let mut slot = from;
    let mut written = 0;
    let end = loop {
        slot = slot.wrapping_add_signed(way);
        cost += length;
        let place = &mut costs[slot];
        if place.get() <= cost {
            break None;
        }
        *place = V::of(cost);
        if NOTES {
            blocks[slot / BLOCK] = 1;
        }
        written += 1;
        // The rest of a long jump waits, so that a slice can end.
        if flags[slot] >> (flag::JUMP_POINT + direction) & 1 == 1 || written == MOST_AT_ONCE {
            break Some(slot);
        }
    };
    spread.written += visits * written;
    end.map_or(Ok(()), |slot| spread.queue.put(cost, slot, direction))
}
