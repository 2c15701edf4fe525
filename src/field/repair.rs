//! Bringing a field up to date after edits, at a cost that grows with what they change.
//!
//! 1. Cells that the edits can have changed are compared with the field. Around each changed cell, within one step,
//!    steps may have come, gone, or changed their cost. No other step has.
//! 2. *Raising*: in order of their costs, the cells around the changes are asked whether a neighbor still gives them
//!    their cost. A cell without such a neighbor is raised: it loses its cost, and the neighbors that may have had
//!    theirs from it are asked in turn. A neighbor is cheaper by a whole step, so that it was asked before.
//! 3. *Settling*: each raised cell, and each cell around a change, takes the least cost that the cells with a cost give
//!    it, and waits in the queue if this made it cheaper. The costs spread from there as from goals.
//!
//! ```text
//!   goal . . . . # . raised .          the door # closed: what was behind it is raised, up to the cells
//!   # # # # # # # # . . . . .          that another way reaches as cheaply, and costs come back from there
//!   . . . another way . . | .
//! ```
//!
//! In the end each cell has a cost that a neighbor gives it, or is a goal, and no step would lower a cost, so that all
//! costs are those of a field built anew. Source: Ramalingam and Reps, "An Incremental Algorithm for a Generalization
//! of the Shortest-Path Problem", 1996, for several changes at once.
//!
//! Where much is raised, building anew takes less time. [`Repair::most`] and the width of the queue decide by counts.

use super::building::Seen;
use super::flags::flag;
use super::ground::Ground;
use super::spread::Spread;
use super::tools::{BLOCK, Tools};
use super::value::Value;
use super::visits::Visits;
use crate::OutOfMemory;
use crate::grid::{Cell, Rect};
use crate::movement::ANY_ARRIVAL;
use crate::out_of_memory::refill;
use std::ops::Range;

/// Next part of the work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// Comparing a row of one of the rectangles.
    Comparing(usize, i32),
    /// Reading flags of a row of the area.
    Row(usize),
    /// Reading the flags around changed cells, from one on.
    Marking(usize),
    /// Looking at the costs around changed cells, from one on.
    Measuring(usize),
    /// Making buckets of the queue.
    Buckets,
    /// Having the cells around changed ones asked, from one on.
    Asking(usize),
    /// Asking cells whether they keep their costs.
    Raising,
    /// Giving costs to raised cells and around changed ones, from one on.
    Giving(usize),
    /// Making buckets of the queue for them.
    BucketsAgain,
    /// Putting those that took a cost into the queue, from one on.
    Putting(usize),
    /// Spreading costs.
    Settling,
}

/// How many visits it takes to look at a cell with those around it, and to ask or give it a cost.
const NINE: u64 = 9;
const VISITS_TO_ASK: u64 = 8;

/// How far a repair has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Progress {
    Paused,
    Ready,
    /// So much changes that the costs must spread from the goals. What is blocked, weights and flags are up to date.
    TooMuch,
}

/// A field that is being brought up to date.
#[derive(Debug)]
pub(super) struct Repair {
    /// Until the changed cells are known.
    seen: Option<Seen>,
    /// With all cells that edits can have changed, within the area.
    rects: Vec<Rect>,
    stage: Stage,
    pub(super) tools: Tools,
    /// Whether the flags of all cells have to be read.
    reads_all: bool,
    /// Weights of a row.
    row: Vec<u32>,
    /// Slots that changed.
    changed: Vec<u32>,
    /// Slots that lost their costs.
    raised: Vec<u32>,
    /// The costs that the queue will get first.
    range: Extent,
    /// Whether more changed than a repair is good for.
    is_too_much: bool,
}

impl Repair {
    /// A repair of a field that is equal to the shown one. Tools whose flags are not read yet read them first.
    pub(super) fn new(seen: Seen, tools: Tools, rects: Vec<Rect>) -> Self {
        let reads_all = tools.flags.is_empty();
        let stage = match rects.first() {
            Some(rect) => Stage::Comparing(0, rect.y),
            // The next repair will need the flags.
            None => Stage::Row(if reads_all { 0 } else { usize::MAX }),
        };
        let (row, changed, raised, range) = Default::default();
        Self { seen: Some(seen), rects, stage, tools, reads_all, row, changed, raised, range, is_too_much: false }
    }

    /// Memory held, in bytes.
    pub(super) fn bytes(&self) -> u64 {
        let lists = self.row.capacity() + self.changed.capacity() + self.raised.capacity();
        self.tools.bytes() + (lists * size_of::<u32>() + self.rects.capacity() * size_of::<Rect>()) as u64
    }

    /// The most cells to raise. A raised cell takes as long as seven that sweeps reach, or as two that are reached one
    /// by one.
    fn most(ground: &Ground) -> usize {
        (ground.slots() / if ground.is_swept() { 16 } else { 4 }).max(64)
    }

    /// Goes on while visits are left.
    #[allow(clippy::expect_used, reason = "the text tells why it can't fire")]
    pub(super) fn advance<V: Value>(
        &mut self,
        ground: &mut Ground,
        costs: &mut [V],
        unreached: u64,
        visits: &mut Visits,
    ) -> Result<Progress, OutOfMemory> {
        while !visits.are_spent() {
            match self.stage {
                Stage::Comparing(number, y) => {
                    let rect = self.rects[number];
                    self.compare_row(ground, costs, Rect { y, height: 1, ..rect }, unreached)?;
                    visits.spend(rect.width.into());
                    let is_last = y + 1 == rect.y + rect.height as i32;
                    self.stage = match self.rects.get(number + 1) {
                        _ if !is_last => Stage::Comparing(number, y + 1),
                        Some(next) => Stage::Comparing(number + 1, next.y),
                        None => Stage::Row(if self.reads_all || self.is_too_much { 0 } else { usize::MAX }),
                    };
                }
                Stage::Row(usize::MAX) => {
                    self.seen = None;
                    if self.is_too_much {
                        return Ok(Progress::TooMuch);
                    }
                    self.stage = if self.reads_all { Stage::Measuring(0) } else { Stage::Marking(0) };
                }
                Stage::Row(row) => {
                    let seen = self.seen.as_ref().expect("the map is let go after the last row");
                    let height = ground.area.height as usize;
                    if row < height {
                        self.tools.read_row(seen.view(), ground, row, &mut |_, _, _| {});
                        visits.spend(ground.area.width.into());
                    }
                    self.tools.mark_even(ground, row);
                    self.stage = Stage::Row(if row < height { row + 1 } else { usize::MAX });
                }
                Stage::Marking(next) => {
                    let share = visits.share(next, self.changed.len(), NINE);
                    self.mark_around(ground, costs, share.clone());
                    self.stage = self.after(share.end, Stage::Marking, Stage::Measuring(0));
                }
                Stage::Measuring(next) => {
                    let share = visits.share(next, self.changed.len(), NINE);
                    self.measure(ground, costs, unreached, share.clone());
                    self.stage = self.after(share.end, Stage::Measuring, Stage::Buckets);
                    let (least, longest) = self.tools.steps(ground);
                    if self.stage == Stage::Buckets && !self.begin_queue(ground, least, longest)? {
                        return Ok(Progress::TooMuch);
                    }
                }
                Stage::Buckets | Stage::BucketsAgain => {
                    if self.tools.queue.fill_buckets(visits) {
                        let is_first = self.stage == Stage::Buckets;
                        self.stage = if is_first { Stage::Asking(0) } else { Stage::Putting(0) };
                    }
                }
                Stage::Asking(next) => {
                    let share = visits.share(next, self.changed.len(), NINE);
                    self.ask_around(ground, costs, unreached, share.clone())?;
                    self.stage = self.after(share.end, Stage::Asking, Stage::Raising);
                }
                Stage::Raising => match self.raise(ground, costs, unreached, visits)? {
                    Progress::Ready => (self.stage, self.range) = (Stage::Giving(0), Extent::default()),
                    other => return Ok(other),
                },
                Stage::Giving(next) => {
                    let share = visits.share(next, self.to_give(), VISITS_TO_ASK);
                    self.give(ground, costs, unreached, share.clone());
                    let is_last = share.end == self.to_give();
                    self.stage = if is_last { Stage::BucketsAgain } else { Stage::Giving(share.end) };
                    let ((least, _), longest) = (self.tools.steps(ground), self.tools.longest(ground));
                    if is_last && !self.begin_queue(ground, least, longest.min(unreached))? {
                        return Ok(Progress::TooMuch);
                    }
                }
                Stage::Putting(next) => {
                    let share = visits.share(next, self.to_give(), 1);
                    self.put(ground, costs, share.clone())?;
                    let is_last = share.end == self.to_give();
                    self.stage = if is_last { Stage::Settling } else { Stage::Putting(share.end) };
                }
                Stage::Settling => {
                    let is_ready = Spread::<V, true>::run_within(ground, costs, &mut self.tools, visits)?;
                    return Ok(if is_ready { Progress::Ready } else { Progress::Paused });
                }
            }
        }
        Ok(Progress::Paused)
    }

    /// A stage over the changed cells from one on, or the one after it.
    fn after(&self, next: usize, stage: fn(usize) -> Stage, then: Stage) -> Stage {
        if next == self.changed.len() { then } else { stage(next) }
    }

    /// Compares a row of cells with the grid, and takes over what changed.
    #[allow(clippy::expect_used, reason = "the text tells why it can't fire")]
    fn compare_row<V: Value>(
        &mut self,
        ground: &mut Ground,
        costs: &mut [V],
        cells: Rect,
        unreached: u64,
    ) -> Result<(), OutOfMemory> {
        let view = self.seen.as_ref().expect("the map is let go after the last row").view();
        let first = Cell::new(cells.x, cells.y);
        let Some(begin) = ground.slot(first) else { return Ok(()) };
        if let Some(charges) = view.charges() {
            refill(&mut self.row, cells.width as usize, 0)?;
            charges.write_in_units(first, &mut self.row);
        }
        let words = view.layer().walkable().map_rows().row(cells.y as isize);
        for i in 0..cells.width as usize {
            let (slot, x) = (begin + i, cells.x as usize + i);
            let is_walkable = words[x / 64] >> (x % 64) & 1 == 1;
            let was_walkable = costs[slot].get() != 0;
            let mut is_changed = is_walkable != was_walkable;
            if let Some(&weight) = self.row.get(i).filter(|&&weight| weight != ground.weights[slot]) {
                ground.weights[slot] = weight;
                self.tools.note_weight(weight);
                self.tools.changed_blocks[slot / BLOCK] = 1;
                is_changed |= is_walkable;
            }
            if !is_changed {
                continue;
            }
            if is_walkable != was_walkable {
                costs[slot] = V::of(if is_walkable { unreached } else { 0 });
                self.tools.changed_blocks[slot / BLOCK] = 1;
            }
            if self.changed.len() < Self::most(ground) {
                add(&mut self.changed, slot, Self::most(ground))?;
            } else {
                self.is_too_much = true;
            }
        }
        Ok(())
    }

    /// Reads the flags around some of the changed cells anew.
    fn mark_around<V: Value>(&mut self, ground: &Ground, costs: &[V], numbers: Range<usize>) {
        let (stride, width) = (ground.stride, ground.area.width as usize);
        for number in numbers {
            for slot in around(ground, self.changed[number]) {
                let (row, column) = (slot / stride, slot % stride);
                if (1..=width).contains(&column) && (1..=ground.area.height as usize).contains(&row) {
                    self.tools.mark(ground, costs, slot);
                }
            }
        }
    }

    /// Takes the costs around some of the changed cells into the range.
    fn measure<V: Value>(&mut self, ground: &Ground, costs: &[V], unreached: u64, numbers: Range<usize>) {
        for &changed in &self.changed[numbers] {
            for slot in around(ground, changed) {
                let value = costs[slot].get();
                if value != 0 && value < unreached {
                    self.range.take_in(value);
                }
            }
        }
    }

    /// Puts the cells around some of the changed ones that have a cost into the queue.
    fn ask_around<V: Value>(
        &mut self,
        ground: &Ground,
        costs: &[V],
        unreached: u64,
        numbers: Range<usize>,
    ) -> Result<(), OutOfMemory> {
        for &changed in &self.changed[numbers] {
            for slot in around(ground, changed) {
                let value = costs[slot].get();
                if value != 0 && value < unreached && self.tools.flags[slot] >> flag::WAITS & 1 == 0 {
                    self.tools.flags[slot] |= 1 << flag::WAITS;
                    self.tools.queue.push(value, slot, ANY_ARRIVAL)?;
                }
            }
        }
        Ok(())
    }

    /// Empties the queue for the costs of the range. Returns false if it would have too many buckets.
    fn begin_queue(&mut self, ground: &Ground, least: u64, longest: u64) -> Result<bool, OutOfMemory> {
        let first = self.range.least.min(self.range.most);
        let width = self.range.most - first;
        let buckets = (width / least).saturating_sub(2 * longest / least);
        if buckets > (ground.slots() as u64 / 8).max(4096) {
            return Ok(false);
        }
        self.tools.queue.begin(first, least, longest.max(width))?;
        Ok(true)
    }

    /// Asks the cells that wait. Those that have lost their cost ask their neighbors.
    fn raise<V: Value>(
        &mut self,
        ground: &Ground,
        costs: &mut [V],
        unreached: u64,
        visits: &mut Visits,
    ) -> Result<Progress, OutOfMemory> {
        let most = Self::most(ground);
        let Tools { flags, queue, changed_blocks, .. } = &mut self.tools;
        while !visits.are_spent() {
            let Some(entry) = queue.pop() else { return Ok(Progress::Ready) };
            visits.spend(VISITS_TO_ASK);
            let slot = entry.slot as usize;
            flags[slot] &= !(1 << flag::WAITS);
            let (mut dependent, mut count) = ([0; 8], 0);
            let weight = ground.weight_at(slot);
            let mut legal = ground.legal(slot, ground.around(costs, slot));
            let mut is_kept = entry.cost == 1;
            while legal != 0 && !is_kept {
                let direction = legal.trailing_zeros() as usize;
                legal &= legal - 1;
                let beside = slot.wrapping_add_signed(ground.ways[direction]);
                let value = costs[beside].get();
                if value < entry.cost {
                    is_kept = value + ground.step(direction, ground.weight_at(beside), weight) <= entry.cost;
                } else if value < unreached
                    && value == entry.cost + ground.step(direction, weight, ground.weight_at(beside))
                {
                    dependent[count] = beside;
                    count += 1;
                }
            }
            if is_kept {
                continue;
            }
            if self.raised.len() == most {
                return Ok(Progress::TooMuch);
            }
            add(&mut self.raised, slot, most)?;
            costs[slot] = V::of(unreached);
            changed_blocks[slot / BLOCK] = 1;
            for &beside in &dependent[..count] {
                if flags[beside] >> flag::WAITS & 1 == 0 {
                    flags[beside] |= 1 << flag::WAITS;
                    queue.push(costs[beside].get(), beside, ANY_ARRIVAL)?;
                }
            }
        }
        Ok(Progress::Paused)
    }

    /// The number of cells that may be given a cost: raised ones, and then nine for each changed one.
    fn to_give(&self) -> usize {
        self.raised.len() + 9 * self.changed.len()
    }

    /// The slot of one of these cells.
    fn slot_to_give(&self, ground: &Ground, number: usize) -> usize {
        let Some(number) = number.checked_sub(self.raised.len()) else { return self.raised[number] as usize };
        let changed = self.changed[number / 9] as usize;
        if number % 9 == 0 { changed } else { changed.wrapping_add_signed(ground.ways[number % 9 - 1]) }
    }

    /// Gives some cells the least costs that neighbors give them, and notes them.
    fn give<V: Value>(&mut self, ground: &Ground, costs: &mut [V], unreached: u64, numbers: Range<usize>) {
        for number in numbers {
            let slot = self.slot_to_give(ground, number);
            let value = costs[slot].get();
            if value == 0 {
                continue;
            }
            let given = cost_by_neighbors(ground, costs, slot);
            if given < value.min(unreached) {
                costs[slot] = V::of(given);
                self.range.take_in(given);
                self.tools.flags[slot] |= 1 << flag::WAITS;
            }
        }
    }

    /// Puts those of some cells that took a cost into the queue.
    fn put<V: Value>(&mut self, ground: &Ground, costs: &[V], numbers: Range<usize>) -> Result<(), OutOfMemory> {
        for number in numbers {
            let slot = self.slot_to_give(ground, number);
            if self.tools.flags[slot] >> flag::WAITS & 1 == 1 {
                self.tools.flags[slot] &= !(1 << flag::WAITS);
                self.tools.changed_blocks[slot / BLOCK] = 1;
                self.tools.queue.push(costs[slot].get(), slot, ANY_ARRIVAL)?;
            }
        }
        Ok(())
    }
}

/// A cell and those around it.
fn around(ground: &Ground, slot: u32) -> impl Iterator<Item = usize> {
    let ways = ground.ways;
    std::iter::once(0).chain(ways).map(move |way| (slot as usize).wrapping_add_signed(way))
}

/// Adds a slot to a list of at most `most`. A list that is long gets room for all of them, of which a system maps what
/// is written, so that no call copies a long list.
fn add(list: &mut Vec<u32>, slot: usize, most: usize) -> Result<(), OutOfMemory> {
    if list.len() == list.capacity() {
        let more = if list.len() < 4096 { list.len().max(64) } else { most.saturating_sub(list.len()).max(1) };
        list.try_reserve_exact(more)?;
    }
    list.push(slot as u32);
    Ok(())
}

/// The smallest and the largest of some costs.
#[derive(Clone, Copy, Debug)]
struct Extent {
    least: u64,
    most: u64,
}

impl Default for Extent {
    fn default() -> Self {
        Self { least: u64::MAX, most: 0 }
    }
}

impl Extent {
    fn take_in(&mut self, cost: u64) {
        (self.least, self.most) = (self.least.min(cost), self.most.max(cost));
    }
}

/// The least cost that the neighbors of a walkable cell give it.
pub(super) fn cost_by_neighbors<V: Value>(ground: &Ground, costs: &[V], slot: usize) -> u64 {
    let weight = ground.weight_at(slot);
    let mut legal = ground.legal(slot, ground.around(costs, slot));
    let mut least = u64::MAX;
    while legal != 0 {
        let direction = legal.trailing_zeros() as usize;
        legal &= legal - 1;
        let beside = slot.wrapping_add_signed(ground.ways[direction]);
        least = least.min(costs[beside].get() + ground.step(direction, ground.weight_at(beside), weight));
    }
    least
}

/// Whether the agent stands where it stood on each of some cells. Cells beyond the area do not count.
pub(super) fn stands_as_before<V: Value>(ground: &Ground, costs: &[V], seen: &Seen, cells: &[Cell]) -> bool {
    let view = seen.view();
    let known = cells.iter().filter_map(|&cell| Some((cell, ground.slot(cell)?)));
    known.into_iter().all(|(cell, slot)| view.is_walkable(cell) == (costs[slot].get() != 0))
}
