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
use crate::OutOfMemory;
use crate::grid::{Cell, Rect};
use crate::movement::ANY_ARRIVAL;
use crate::out_of_memory::refill;

/// What comes next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// Comparing a row of one of the rectangles.
    Comparing(usize, i32),
    /// Reading flags of a row of the area.
    Row(usize),
    /// Asking cells whether they keep their costs.
    Raising,
    /// Spreading costs.
    Settling,
}

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
    /// Whether more changed than a repair is good for.
    is_too_much: bool,
}

impl Repair {
    /// A repair of a field that is equal to the shown one. Without tools it reads them first.
    pub(super) fn new(
        seen: Seen,
        ground: &Ground,
        tools: Option<Tools>,
        rects: Vec<Rect>,
    ) -> Result<Self, OutOfMemory> {
        let reads_all = tools.is_none();
        let mut tools = tools.map_or_else(|| Tools::new(ground), Ok)?;
        tools.is_built = false;
        let blocks = ground.slots().div_ceil(BLOCK);
        if tools.changed_blocks.len() == blocks {
            tools.changed_blocks.fill(0);
        } else {
            refill(&mut tools.changed_blocks, blocks, 0)?;
        }
        let stage = match rects.first() {
            Some(rect) => Stage::Comparing(0, rect.y),
            // The next repair will need the flags.
            None if reads_all => Stage::Row(0),
            None => Stage::Raising,
        };
        let (row, changed, raised) = Default::default();
        let seen = Some(seen);
        Ok(Self { seen, rects, stage, tools, reads_all, row, changed, raised, is_too_much: false })
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

    /// Goes on until about `cells` cells were read or written.
    #[allow(clippy::expect_used, reason = "the text tells why it can't fire")]
    pub(super) fn advance<V: Value>(
        &mut self,
        ground: &mut Ground,
        costs: &mut [V],
        unreached: u64,
        cells: u64,
    ) -> Result<Progress, OutOfMemory> {
        let mut done = 0;
        while done < cells {
            match self.stage {
                Stage::Comparing(number, y) => {
                    let rect = self.rects[number];
                    self.compare_row(ground, costs, Rect { y, height: 1, ..rect }, unreached)?;
                    done += u64::from(rect.width);
                    let is_last = y + 1 == rect.y + rect.height as i32;
                    self.stage = match self.rects.get(number + 1) {
                        _ if !is_last => Stage::Comparing(number, y + 1),
                        Some(next) => Stage::Comparing(number + 1, next.y),
                        None => Stage::Row(if self.reads_all || self.is_too_much { 0 } else { usize::MAX }),
                    };
                }
                Stage::Row(usize::MAX) => {
                    self.seen = None;
                    self.mark_around(ground, costs);
                    if self.is_too_much || !self.begin_raising(ground, costs, unreached)? {
                        return Ok(Progress::TooMuch);
                    }
                    self.stage = Stage::Raising;
                }
                Stage::Row(row) => {
                    let seen = self.seen.as_ref().expect("the map is let go after the last row");
                    let height = ground.area.height as usize;
                    if row < height {
                        self.tools.read_row(seen.view(), ground, row, &mut |_, _, _| {});
                        done += u64::from(ground.area.width);
                    }
                    self.tools.mark_even(ground, row);
                    self.stage = Stage::Row(if row < height { row + 1 } else { usize::MAX });
                }
                Stage::Raising => match self.raise(ground, costs, unreached, cells - done)? {
                    Progress::Ready if self.begin_settling(ground, costs, unreached)? => {
                        done += self.raised.len() as u64;
                        self.stage = Stage::Settling;
                    }
                    Progress::Ready => return Ok(Progress::TooMuch),
                    other => return Ok(other),
                },
                Stage::Settling => {
                    let is_ready = Spread::<V, true>::new(ground, costs, &mut self.tools, done, cells).run()?;
                    return Ok(if is_ready { Progress::Ready } else { Progress::Paused });
                }
            }
        }
        Ok(Progress::Paused)
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
                self.changed.try_reserve(1)?;
                self.changed.push(slot as u32);
            } else {
                self.is_too_much = true;
            }
        }
        Ok(())
    }

    /// The slots within a step of the changed ones, some more than once.
    fn around_changes<'a>(&'a self, ground: &'a Ground) -> impl Iterator<Item = usize> + 'a {
        let nine = |slot: usize| {
            std::iter::once(slot).chain(ground.ways.iter().map(move |&way| slot.wrapping_add_signed(way)))
        };
        self.changed.iter().flat_map(move |&slot| nine(slot as usize))
    }

    /// Reads the flags around the changes anew.
    fn mark_around<V: Value>(&mut self, ground: &Ground, costs: &[V]) {
        if self.reads_all || self.is_too_much {
            return;
        }
        let (stride, width) = (ground.stride, ground.area.width as usize);
        for index in 0..self.changed.len() {
            let changed = self.changed[index] as usize;
            for way in [0].into_iter().chain(ground.ways) {
                let slot = changed.wrapping_add_signed(way);
                let (row, column) = (slot / stride, slot % stride);
                if (1..=width).contains(&column) && (1..=ground.area.height as usize).contains(&row) {
                    self.tools.mark(ground, costs, slot);
                }
            }
        }
    }

    /// Puts the cells around the changes that have a cost into the queue. Returns false if their costs lie too far from
    /// each other.
    fn begin_raising<V: Value>(&mut self, ground: &Ground, costs: &[V], unreached: u64) -> Result<bool, OutOfMemory> {
        let mut range = Range::default();
        for slot in self.around_changes(ground) {
            let value = costs[slot].get();
            if value != 0 && value < unreached {
                range.take_in(value);
            }
        }
        let (least, longest) = self.tools.steps(ground);
        if !self.begin_queue(ground, range, least, longest)? {
            return Ok(false);
        }
        for index in 0..self.changed.len() {
            for way in [0].into_iter().chain(ground.ways) {
                let slot = (self.changed[index] as usize).wrapping_add_signed(way);
                let value = costs[slot].get();
                if value != 0 && value < unreached && self.tools.flags[slot] >> flag::WAITS & 1 == 0 {
                    self.tools.flags[slot] |= 1 << flag::WAITS;
                    self.tools.queue.push(value, slot, ANY_ARRIVAL)?;
                }
            }
        }
        Ok(true)
    }

    /// Empties the queue for cells in order of their costs. Returns false if it would have too many buckets.
    fn begin_queue(&mut self, ground: &Ground, range: Range, least: u64, longest: u64) -> Result<bool, OutOfMemory> {
        let first = range.least.min(range.most);
        let width = range.most - first;
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
        cells: u64,
    ) -> Result<Progress, OutOfMemory> {
        let most = Self::most(ground);
        let Tools { flags, queue, changed_blocks, .. } = &mut self.tools;
        for _ in 0..cells {
            let Some(entry) = queue.pop() else { return Ok(Progress::Ready) };
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
                flags.iter_mut().for_each(|flags| *flags &= !(1 << flag::WAITS));
                return Ok(Progress::TooMuch);
            }
            self.raised.try_reserve(1)?;
            self.raised.push(slot as u32);
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

    /// Gives raised cells, and those around changes, the least costs that neighbors give them. Returns false if these
    /// costs lie too far from each other.
    fn begin_settling<V: Value>(
        &mut self,
        ground: &Ground,
        costs: &mut [V],
        unreached: u64,
    ) -> Result<bool, OutOfMemory> {
        let (mut settled, mut range) = (Vec::new(), Range::default());
        for slot in self.raised.iter().map(|&slot| slot as usize).chain(self.around_changes(ground)) {
            let value = costs[slot].get();
            if value == 0 {
                continue;
            }
            let given = cost_by_neighbors(ground, costs, slot);
            if given < value.min(unreached) {
                settled.try_reserve(1)?;
                settled.push((given, slot));
                range.take_in(given);
            }
        }
        let ((least, _), longest) = (self.tools.steps(ground), self.tools.longest(ground));
        if !self.begin_queue(ground, range, least, longest.min(unreached))? {
            return Ok(false);
        }
        // A cell around a change may be listed more than once.
        for (value, slot) in settled {
            if costs[slot].get() <= value {
                continue;
            }
            costs[slot] = V::of(value);
            self.tools.changed_blocks[slot / BLOCK] = 1;
            self.tools.queue.push(value, slot, ANY_ARRIVAL)?;
        }
        Ok(true)
    }
}

/// The smallest and the largest of some costs.
#[derive(Clone, Copy)]
struct Range {
    least: u64,
    most: u64,
}

impl Default for Range {
    fn default() -> Self {
        Self { least: u64::MAX, most: 0 }
    }
}

impl Range {
    fn take_in(&mut self, cost: u64) {
        (self.least, self.most) = (self.least.min(cost), self.most.max(cost));
    }
}

/// The least cost that the neighbors of a walkable cell give it.
fn cost_by_neighbors<V: Value>(ground: &Ground, costs: &[V], slot: usize) -> u64 {
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
