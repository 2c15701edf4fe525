//! Costs that spread by relaxing rows, where cells charge differently.
//!
//! The area is cut into strips of 64 columns, and these into blocks of 32 rows. Block by block, rows that can become
//! cheaper are [relaxed](super::relax) from above and from below until none is left: so costs cross a block in a few
//! passes, however the terrain lies. The block with the smallest cost that waits comes next. What fell at its borders
//! makes its neighbors wait. In the end no step would lower a cost, so that the costs are those of Dijkstra's
//! algorithm, in whichever order the blocks came.
//!
//! ```text
//!   strip 0     strip 1
//!   +--------+  +--------+
//!   | block  |  | block  |   32 rows     a row changed: the rows above and below it wait
//!   +--------+  +--------+               its last cell changed: three rows of the next strip wait
//!   | block  |  | block  |
//!   +--------+  +--------+
//!   64 columns
//! ```
//!
//! Source: a label-correcting search (Ford, "Network Flow Theory", 1956) by sweeps (Zhao, "A fast sweeping method for
//! Eikonal equations", 2005) within blocks (Jeong and Whitaker, "A Fast Iterative Method for Eikonal Equations", 2008).
//!
//! In mazes a row is relaxed for a few cells alone, again and again. So narrow corridors are left to the
//! [queue](super::cell_queue) before costs spread, and maps that need more than [`MOST_RELAXATIONS`] once they show it.

use super::ground::{Ground, Sources};
use super::relax::{BLOCKED, COLUMNS};
use super::rows::{BLOCK_ROWS, Rows};
use super::tools::Tools;
use super::visits::Visits;
use crate::OutOfMemory;
use crate::bits::vectors;
use crate::held::Held;
use crate::out_of_memory::refill;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::ops::Range;

/// Narrower areas would fill less than half of a strip.
const LEAST_WIDTH: u32 = 32;

/// Steps cost less, so that no charge of a walkable cell has the bit of a blocked one.
const MOST_CHARGE: u64 = (BLOCKED / 2) as u64;

/// How often the rows of the blocks that were reached may be relaxed if all cells are walkable. The queue would take
/// as long. Ordinary terrain takes four to eight relaxations, and corridors two cells wide take 40.
const MOST_RELAXATIONS: u64 = 24;

/// Rows that count as reached from the beginning, because the first blocks are relaxed from several sides.
const FIRST_ROWS: u64 = 256;

/// How many written cells a relaxed row counts as in a slice. As a row is relaxed four to eight times, a cell counts
/// once or twice.
const CELLS_A_RELAXATION: u64 = COLUMNS as u64 / 4;

/// Cells of a strip that are freed in the time of a visit.
const CELLS_FREED_BY_VISIT: u64 = 16;

/// How many visits it takes to have memory for a strip.
const VISITS_BY_STRIP: u64 = 512;

/// How many visits a source takes, whose row waits with those around it.
const VISITS_BY_SOURCE: u64 = 4;

/// Rows of a block that wait.
#[derive(Clone, Copy, Debug, Default)]
struct StripBlock {
    /// Bit `i`: row `i` is to be relaxed from the row above or below.
    from_above: u32,
    from_below: u32,
    /// The least cost that makes rows wait.
    least: i32,
    is_reached: bool,
}

/// How far the costs have come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Spreading {
    Paused,
    Ready,
    /// The queue takes less time, or costs are too large.
    Unfit,
}

/// Next part of the work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum StripsStage {
    /// Taking memory for a strip.
    Beginning(usize),
    /// Taking over a row of the area, from a strip on.
    Filling(usize, usize),
    /// Beginning at a source.
    Sources(usize),
    /// Relaxing blocks.
    Relaxing,
    /// Writing the costs of a row of the area, from a strip on.
    Writing(usize, usize),
}

/// Costs that spread in strips.
#[derive(Debug)]
pub(crate) struct Strips {
    stage: StripsStage,
    rows: Rows,
    /// Upper bound of the cost of a step.
    longest: u64,
    /// The number of walkable cells.
    cells: u64,
    blocks: Vec<StripBlock>,
    /// Blocks by the least cost that makes them wait. An entry whose block has another one is out of date.
    waiting: BinaryHeap<Reverse<(i32, u32)>>,
    /// How many rows were relaxed, and how many rows the blocks that were reached have.
    relaxed: u64,
    reached: u64,
}

impl Held for Strips {
    fn bytes(&self) -> usize {
        self.rows.bytes() + self.blocks.bytes() + self.waiting.capacity() * size_of::<(i32, u32)>()
    }
}

impl Strips {
    /// Whether the costs of a ground may be found in strips.
    pub(crate) fn suit(ground: &Ground, tools: &Tools) -> bool {
        !ground.weights.is_empty()
            && !ground.layout.is_hexagonal()
            && ground.area.width >= LEAST_WIDTH
            && tools.longest(ground) < MOST_CHARGE
            && !tools.shape.is_narrow()
    }

    /// Strips of a ground whose costs are to be found.
    #[inline(never)]
    pub(crate) fn new(ground: &Ground, tools: &Tools, unreached: u64) -> Result<Self, OutOfMemory> {
        let rows = Rows::new(ground, unreached)?;
        let mut blocks = Vec::new();
        refill(&mut blocks, rows.strips() * rows.blocks_high, StripBlock::default())?;
        let (stage, waiting) = (StripsStage::Beginning(0), BinaryHeap::new());
        let (longest, cells) = (tools.longest(ground), tools.shape.cells);
        Ok(Self { stage, rows, longest, cells, blocks, waiting, relaxed: 0, reached: 0 })
    }

    /// Whether the rows are filled.
    #[cfg(test)]
    pub(crate) fn are_spreading(&self) -> bool {
        !matches!(self.stage, StripsStage::Beginning(_) | StripsStage::Filling(..))
    }

    /// Frees a list of a strip. Returns false if none is left.
    pub(crate) fn free(&mut self, visits: &mut Visits) -> bool {
        // It has grown last. While it lies behind the lists, an allocator returns the memory of all of them at once.
        self.waiting = BinaryHeap::new();
        let rows = self.rows.free_list();
        visits.spend((rows * COLUMNS) as u64 / CELLS_FREED_BY_VISIT);
        rows > 0
    }

    /// Goes on while visits are left, or until all `costs` are known. If it were inlined, the code for costs of 64 bits
    /// would have it, too.
    #[inline(never)]
    pub(crate) fn advance(
        &mut self,
        ground: &Ground,
        costs: &mut [u32],
        sources: &Sources,
        unreached: u64,
        visits: &mut Visits,
    ) -> Result<Spreading, OutOfMemory> {
        let height = ground.area.height as usize;
        while !visits.are_spent() {
            match self.stage {
                StripsStage::Beginning(strip) if strip == self.rows.strips() => self.stage = StripsStage::Filling(0, 0),
                StripsStage::Beginning(strip) => {
                    if self.rows.begin_strip(strip).is_err() {
                        // The queue takes less memory.
                        return Ok(Spreading::Unfit);
                    }
                    self.stage = StripsStage::Beginning(strip + 1);
                    visits.spend(VISITS_BY_STRIP);
                }
                StripsStage::Filling(row, _) if row == height => {
                    (0..self.rows.strips()).for_each(|strip| self.rows.end_strip(strip));
                    self.stage = StripsStage::Sources(0);
                }
                StripsStage::Filling(row, strip) => {
                    let share = visits.share(strip, self.rows.strips(), COLUMNS as u64);
                    share.clone().for_each(|strip| self.rows.fill(ground, costs, strip, row));
                    self.stage = self.after(StripsStage::Filling, row, share.end);
                }
                StripsStage::Sources(next) => {
                    let share = visits.share(next, sources.count(), VISITS_BY_SOURCE);
                    self.put_sources(ground, costs, sources, share.clone())?;
                    let is_last = share.end == sources.count();
                    self.stage = if is_last { StripsStage::Relaxing } else { StripsStage::Sources(share.end) };
                }
                StripsStage::Relaxing => {
                    let relaxed = self.relaxed;
                    let progress = self.spread(visits.left());
                    visits.spend(CELLS_A_RELAXATION * (self.relaxed - relaxed));
                    match progress? {
                        Spreading::Ready => self.stage = StripsStage::Writing(0, 0),
                        other => return Ok(other),
                    }
                }
                StripsStage::Writing(row, _) if row == height => {
                    return Ok(if self.are_cut(unreached) { Spreading::Unfit } else { Spreading::Ready });
                }
                StripsStage::Writing(row, strip) => {
                    let share = visits.share(strip, self.rows.strips(), COLUMNS as u64);
                    self.stage = self.after(StripsStage::Writing, row, share.end);
                    self.rows.write(ground, costs, row, share, unreached);
                }
            }
        }
        Ok(Spreading::Paused)
    }

    /// A stage over rows and strips at a strip of a row, or at the next row after the last strip.
    fn after(&self, stage: fn(usize, usize) -> StripsStage, row: usize, strip: usize) -> StripsStage {
        if strip == self.rows.strips() { stage(row + 1, 0) } else { stage(row, strip) }
    }

    fn put_sources(
        &mut self,
        ground: &Ground,
        costs: &[u32],
        sources: &Sources,
        numbers: Range<usize>,
    ) -> Result<(), OutOfMemory> {
        for number in numbers {
            let slot = sources.slot(number);
            if number < sources.walkable.len() {
                self.put(ground, slot, 1)?;
                continue;
            }
            let mut legal = ground.gives(slot, ground.around(costs, slot));
            while legal != 0 {
                let direction = legal.trailing_zeros() as usize;
                legal &= legal - 1;
                let to = slot.wrapping_add_signed(ground.ways[direction]);
                let cost = ground.step(direction, ground.weight_at(slot), ground.weight_at(to));
                self.put(ground, to, 1 + cost)?;
            }
        }
        Ok(())
    }

    /// Gives a walkable cell a cost.
    fn put(&mut self, ground: &Ground, slot: usize, cost: u64) -> Result<(), OutOfMemory> {
        let (x, y) = (slot % ground.stride - 1, slot / ground.stride - 1);
        if !self.rows.put(x, y, cost) {
            return Ok(());
        }
        let (strip, block, rows, cost) = (x / COLUMNS, y / BLOCK_ROWS, 1 << (y % BLOCK_ROWS), cost as i32);
        self.wait_around(strip, block, rows, cost)?;
        if x % COLUMNS == 0 && strip > 0 {
            self.wait_around(strip - 1, block, rows, cost)?;
        }
        if x % COLUMNS == COLUMNS - 1 && strip + 1 < self.rows.strips() {
            self.wait_around(strip + 1, block, rows, cost)?;
        }
        Ok(())
    }

    /// Some rows of a block wait, and the rows above and below them.
    fn wait_around(&mut self, strip: usize, block: usize, rows: u32, least: i32) -> Result<(), OutOfMemory> {
        self.wait(strip, block, rows | rows << 1, rows >> 1, least)?;
        if rows & 1 == 1 && block > 0 {
            self.wait(strip, block - 1, 0, 1 << (BLOCK_ROWS - 1), least)?;
        }
        if rows >> (BLOCK_ROWS - 1) == 1 && block + 1 < self.rows.blocks_high {
            self.wait(strip, block + 1, 1, 0, least)?;
        }
        Ok(())
    }

    fn wait(
        &mut self,
        strip: usize,
        block: usize,
        from_above: u32,
        from_below: u32,
        least: i32,
    ) -> Result<(), OutOfMemory> {
        let number = strip * self.rows.blocks_high + block;
        let block = &mut self.blocks[number];
        if block.from_above | block.from_below == 0 {
            block.least = i32::MAX;
        }
        if least < block.least {
            self.waiting.try_reserve(1)?;
            block.least = least;
            self.waiting.push(Reverse((least, number as u32)));
        }
        block.from_above |= from_above;
        block.from_below |= from_below;
        Ok(())
    }

    /// Goes on until no block waits or about `cells` cells were written.
    fn spread(&mut self, cells: u64) -> Result<Spreading, OutOfMemory> {
        let until = self.relaxed.saturating_add((cells / CELLS_A_RELAXATION).max(1));
        while self.relaxed < until {
            let Some(&Reverse((least, number))) = self.waiting.peek() else { return Ok(Spreading::Ready) };
            let block = self.blocks[number as usize];
            self.waiting.pop();
            if block.from_above | block.from_below != 0 && block.least == least {
                self.relax_block(number as usize)?;
                if self.relaxed > self.most_relaxations() {
                    return Ok(Spreading::Unfit);
                }
            }
        }
        Ok(Spreading::Paused)
    }

    /// The queue's time grows with walkable cells, that of strips with all cells.
    fn most_relaxations(&self) -> u64 {
        MOST_RELAXATIONS * (self.reached + FIRST_ROWS) * self.cells / self.rows.cells()
    }

    fn relax_block(&mut self, number: usize) -> Result<(), OutOfMemory> {
        let (strip, block) = (number / self.rows.blocks_high, number % self.rows.blocks_high);
        let known = &mut self.blocks[number];
        let StripBlock { from_above, from_below, is_reached, .. } = *known;
        *known = StripBlock { is_reached: true, ..StripBlock::default() };
        self.reached += if is_reached { 0 } else { BLOCK_ROWS as u64 };
        let first = Rows::row(block * BLOCK_ROWS);
        let borders = match self.rows.is_walled {
            true => vectors::run(self.rows.block::<true>(strip, first, from_above, from_below)),
            false => vectors::run(self.rows.block::<false>(strip, first, from_above, from_below)),
        };
        self.relaxed += borders.rows;
        if borders.first < BLOCKED && block > 0 {
            self.wait(strip, block - 1, 0, 1 << (BLOCK_ROWS - 1), borders.first)?;
        }
        if borders.last < BLOCKED && block + 1 < self.rows.blocks_high {
            self.wait(strip, block + 1, 1, 0, borders.last)?;
        }
        let ((left, least_left), (right, least_right)) = (borders.left, borders.right);
        if left != 0 && strip > 0 {
            self.wait_around(strip - 1, block, left, least_left)?;
        }
        if right != 0 && strip + 1 < self.rows.strips() {
            self.wait_around(strip + 1, block, right, least_right)?;
        }
        Ok(())
    }

    /// Whether a cell may have a cost that counts and does not fit, now that all costs were written.
    fn are_cut(&self, unreached: u64) -> bool {
        unreached > BLOCKED as u64 && self.rows.greatest as u64 + self.longest >= BLOCKED as u64
    }
}
