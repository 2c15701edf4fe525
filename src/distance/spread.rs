//! Costs that spread from goals over an area: Dijkstra's algorithm in canonical order.
//!
//! Where all cells charge the same, costs spread by [`sweep`](crate::distance::sweep)s.
//!
//! Where cells charge differently, [strips](super::strips) take less time on most maps. On others each cell waits in
//! the queue. A cell that is reached leaves out the steps to the cells beside the one from which it was reached, which
//! that one reaches more cheaply; and amid nine cells that charge the same, all steps but the canonical ones. The proof
//! of [`canonical`](crate::movement) holds there too, because all steps that it compares lie within the nine cells.
//!
//! Over hexagons, each cell waits in the queue, and each legal step is tried.
//!
//! Where there are walls between cells, [`walled`](super::walled) has the legal steps, and flags tell which cells lie
//! near a wall. Jumps end there as they do in a jump-point search over the graph of the steps by which costs spread.

use super::cell_queue::Queue;
use super::flags::flag;
use super::ground::{Counted, Ground};
use super::sweep::{Sweep, SweptCells};
use super::tools::{BLOCK, Tools};
use super::value::Value;
use super::visits::Visits;
use crate::OutOfMemory;
use crate::movement::{ANY_ARRIVAL, DIRECTIONS, is_diagonal};

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

/// A spreading of costs, with all that it reads and writes. It notes the blocks of written costs if `NOTES`, and sweeps
/// between walls if `WALLED`.
pub(crate) struct Spread<'a, V, C, const NOTES: bool, const WALLED: bool = false> {
    ground: &'a Ground,
    costs: &'a mut [V],
    flags: &'a mut [u16],
    /// The cells to which each slot gives costs, if there are walls.
    gives: &'a [u8],
    queue: &'a mut Queue<C>,
    /// By block, 1 if a cost of it was written.
    blocks: &'a mut [u8],
    /// Number of visits: of written costs, and of cells that were taken from the queue.
    written: u64,
    /// How often a sweep put a cell into the queue.
    pushed: u64,
    /// Visits in whose time a cell elsewhere is read, and by how much the next cell of a column takes more than that of
    /// a row.
    reach: u64,
    more_for_rows: u64,
    /// The number at which to pause.
    until: u64,
}

impl<V: Value, C: Value, const NOTES: bool> Spread<'_, V, C, NOTES> {
    /// Spreads costs from what waits in the queue while visits are left. Returns whether no cell waits.
    pub(crate) fn run_within(
        ground: &Ground,
        costs: &mut [V],
        tools: &mut Tools<C>,
        visits: &mut Visits,
    ) -> Result<bool, OutOfMemory> {
        match ground.is_swept() && ground.steps.are_kept() {
            true => Spread::<V, C, NOTES, true>::run_on(ground, costs, tools, visits),
            false => Spread::<V, C, NOTES, false>::run_on(ground, costs, tools, visits),
        }
    }
}

impl<'a, V: Value, C: Value, const NOTES: bool, const WALLED: bool> Spread<'a, V, C, NOTES, WALLED> {
    fn run_on(
        ground: &'a Ground,
        costs: &'a mut [V],
        tools: &'a mut Tools<C>,
        visits: &mut Visits,
    ) -> Result<bool, OutOfMemory> {
        let (Tools { flags, queue, changed_blocks: blocks, pushed, .. }, reach) = (tools, ground.visits_to_reach());
        let (until, more_for_rows) = (visits.left(), reach.div_ceil(4) - 1);
        let gives = ground.steps.gives();
        let mut spread =
            Self { ground, costs, flags, gives, queue, blocks, written: 0, pushed: 0, reach, more_for_rows, until };
        let outcome = spread.run();
        visits.spend(spread.written);
        *pushed += spread.pushed;
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
        if WALLED || self.ground.is_swept() { self.run_sweeps() } else { self.run_cells() }
    }

    fn run_sweeps(&mut self) -> Result<bool, OutOfMemory> {
        let sweep = Sweep::new(self.ground.rule, self.ground.lengths);
        while self.written < self.until {
            let Some(entry) = self.queue.pop() else {
                if self.queue.is_empty() {
                    return Ok(true);
                }
                self.written += 1;
                continue;
            };
            let (slot, arrival, waited) = (entry.slot as usize, usize::from(entry.arrival), entry.cost.get());
            self.written += self.visits_to_take(arrival == ANY_ARRIVAL);
            // A blocked start holds 0, and is expanded once.
            let cost = self.costs[slot].get();
            if cost == waited || cost == 0 {
                let around = self.ground.around(self.costs, slot);
                if WALLED {
                    let directions = self.jumps_near_walls(slot, around, arrival);
                    sweep.jump(self, slot, directions, waited)?;
                } else {
                    sweep.expand(self, (slot, around), arrival, waited)?;
                }
            }
        }
        Ok(self.queue.is_empty())
    }

    /// The directions of the jumps from a cell that was reached in a direction.
    fn jumps_near_walls(&self, slot: usize, around: usize, arrival: usize) -> u8 {
        let Ground { steps, rule, stride, .. } = self.ground;
        match self.flags[slot] >> flag::NEAR_WALL & 1 {
            _ if arrival == ANY_ARRIVAL => self.gives[slot],
            0 => rule.successors()[arrival][around],
            _ => rule.successors_among(arrival, &steps.around(slot, *stride)),
        }
    }

    /// The steps to try from a cell, if there are walls on the map. Beside a wall each legal step is tried: the cell
    /// before may not reach the same cells.
    fn steps_near_walls(&self, slot: usize, arrival: usize, even: u8) -> u8 {
        let flags = self.flags[slot];
        match self.gives[slot] {
            legal if flags >> flag::NEAR_WALL & 1 == 1 => legal,
            _ if flags >> flag::EVEN & 1 == 1 => even,
            legal => legal & ONWARDS[arrival],
        }
    }

    /// Charges and walls are asked for at each cell, because code for each case takes 2 KB for each of five kinds of
    /// fields.
    #[inline(never)]
    fn run_cells(&mut self) -> Result<bool, OutOfMemory> {
        let successors = self.ground.rule.successors();
        let canonical = self.ground.steps_amid_even_cells();
        let (ways, lengths) = (self.ground.ways, self.ground.lengths);
        let weights = self.ground.weights.as_slice();
        // Factors of the weights of the cell that is expanded and of the one that is reached.
        let [of_expanded, of_reached] = match self.ground.counted {
            Counted::Both => [1, 1],
            Counted::Expanded => [2, 0],
            Counted::Reached => [0, 2],
        };
        let (has_walls, is_hexagonal) = (!self.gives.is_empty(), self.ground.layout.is_hexagonal());
        while self.written < self.until {
            let Some(entry) = self.queue.pop() else {
                if self.queue.is_empty() {
                    return Ok(true);
                }
                self.written += 1;
                continue;
            };
            let (slot, waited) = (entry.slot as usize, entry.cost.get());
            let is_source = usize::from(entry.arrival) == ANY_ARRIVAL;
            self.written += self.visits_to_take(is_source);
            let known = self.costs[slot].get();
            // A blocked start has no cost of its own. Another one may have been reached at a lower cost since it waits:
            // in the same bucket, only this entry stands for it.
            let cost = if is_source && known == 0 { waited } else { known };
            if !self.queue.is_same_bucket(cost, waited) {
                continue;
            }
            self.written += self.reach;
            let flags = self.flags[slot];
            let arrival = if is_source { ANY_ARRIVAL } else { usize::from(flags >> flag::ARRIVAL & 15) };
            let mut steps = if has_walls {
                self.steps_near_walls(slot, arrival, canonical[arrival])
            } else if is_hexagonal {
                self.ground.legal_over_hexagons(slot, self.ground.around(self.costs, slot))
            } else if flags >> flag::EVEN & 1 == 1 {
                canonical[arrival]
            } else {
                successors[ANY_ARRIVAL][self.ground.around(self.costs, slot)] & ONWARDS[arrival]
            };
            let by_expanded = weights.get(slot).map_or(1, |&weight| of_expanded * u64::from(weight));
            while steps != 0 {
                let direction = steps.trailing_zeros() as usize;
                steps &= steps - 1;
                let to = slot.wrapping_add_signed(ways[direction]);
                let counted = by_expanded + weights.get(to).map_or(0, |&weight| of_reached * u64::from(weight));
                let reached = cost + lengths[direction] * counted;
                let before = self.costs[to].get();
                if before <= reached {
                    continue;
                }
                self.write(to, reached);
                if has_walls || !is_hexagonal {
                    self.flags[to] = self.flags[to] & !(15 << flag::ARRIVAL) | (direction as u16) << flag::ARRIVAL;
                }
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

impl<V: Value, C: Value, const NOTES: bool, const WALLED: bool> SweptCells for Spread<'_, V, C, NOTES, WALLED> {
    type Place = usize;
    type Way = isize;

    const LONGEST: u64 = 512;
    const WALLED: bool = WALLED;

    #[inline(always)]
    fn way(&self, direction: usize) -> isize {
        self.ground.ways[direction]
    }

    #[inline(always)]
    fn next(slot: usize, way: isize) -> usize {
        slot.wrapping_add_signed(way)
    }

    #[inline(always)]
    fn is_legal(&self, slot: usize, direction: usize) -> bool {
        self.gives[slot] >> direction & 1 == 1
    }

    #[inline(always)]
    fn improve(&mut self, slot: usize, cost: u64) -> bool {
        let is_better = self.costs[slot].get() > cost;
        if is_better {
            self.write(slot, cost);
        }
        is_better
    }

    #[inline(always)]
    fn flags(&self, slot: usize) -> u16 {
        self.flags[slot]
    }

    #[inline(always)]
    fn push(&mut self, slot: usize, arrival: usize, cost: u64) -> Result<(), OutOfMemory> {
        self.pushed += 1;
        self.queue.put(cost, slot, arrival)
    }

    #[inline(always)]
    fn count_straight(&mut self, way: isize, written: u64) {
        // Cells of other rows are farther apart. Without a branch: ways come in no order.
        let is_far = u64::from(way.unsigned_abs() != 1);
        self.written += (1 + is_far * self.more_for_rows) * written;
    }

    #[inline(always)]
    fn count_diagonal(&mut self) -> bool {
        self.written += 1;
        self.written >= self.until
    }
}
