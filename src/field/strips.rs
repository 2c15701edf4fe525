//! Costs that spread by relaxing rows, where cells charge differently.
//!
//! The area is cut into strips of 64 columns, and these into blocks of 32 rows. Block by block, rows that can become
//! cheaper are [relaxed](super::relax) from above and from below until none is left: so costs cross a block in a few
//! passes, however the terrain lies. The block with the smallest cost that waits comes next. What fell at its borders
//! makes its neighbors wait. In the end no step would lower a cost, so that the costs are those of Dijkstra's algorithm,
//! in whichever order the blocks came.
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
//! In mazes of narrow corridors a row is relaxed for a few cells alone, again and again. There, and where
//! [`MOST_RELAXATIONS`] say so, the [queue](super::queue) takes less time.

use super::ground::{Counted, Ground};
use super::relax::{
    BLOCKED, Beside, BlockRelaxation, Charges, Corners, LANES, Relaxation, Relaxed, Row, VECTORS, each,
};
use super::tools::Tools;
use super::value::Value;
use crate::OutOfMemory;
use crate::bits::bit_rows::zeroed;
use crate::bits::vectors::{self, Kernel};
use crate::movement::DiagonalRule;
use crate::out_of_memory::refill;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The width of a strip.
const COLUMNS: usize = LANES * VECTORS;

/// The height of a block.
pub(super) const BLOCK_ROWS: usize = 32;

/// Narrower areas would fill less than half of a strip.
const LEAST_WIDTH: u32 = 32;

/// The largest charge of a step.
const MOST_CHARGE: u64 = (BLOCKED / 2) as u64;

/// How often the rows of the blocks that were reached may be relaxed if all cells are walkable. The queue would take
/// as long. Ordinary terrain takes four to eight relaxations, and corridors two cells wide take 40.
const MOST_RELAXATIONS: u64 = 24;

/// Rows that count as reached from the beginning, because the first blocks are relaxed from several sides.
const FIRST_ROWS: u64 = 256;

/// What a relaxed row counts as, in written cells: rows are relaxed four to eight times.
const CELLS_A_RELAXATION: u64 = COLUMNS as u64 / 4;

static FREE: Row = [[0; LANES]; VECTORS];

/// Rows of a block that wait.
#[derive(Clone, Copy, Debug, Default)]
struct Block {
    /// Bit `i`: row `i` is to be relaxed from the row above or below.
    from_above: u32,
    from_below: u32,
    /// The least cost that makes rows wait.
    least: i32,
    is_reached: bool,
}

/// Counts of walkable cells, which tell how narrow corridors are.
#[derive(Clone, Copy, Debug, Default)]
struct Shape {
    cells: u64,
    /// Two cells side by side.
    pairs: u64,
    /// Four cells around a corner.
    squares: u64,
}

impl Shape {
    /// Whether corridors are one cell wide, or two and without ways around obstacles. A cell has one pair where
    /// corridors are one cell wide, 1.5 where they are two, and two on open ground. Scattered obstacles have few pairs
    /// too, but ways around them.
    fn is_narrow(self) -> bool {
        // Euler's formula, but for the few parts that are not connected.
        let ways_around = self.pairs.saturating_sub(self.cells + self.squares);
        16 * self.pairs <= 20 * self.cells || (16 * self.pairs <= 27 * self.cells && 64 * ways_around <= self.cells)
    }
}

/// How far the costs have come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Spreading {
    Paused,
    Ready,
    /// The queue takes less time, or costs are too large.
    Unfit,
}

/// An area in strips. Strip by strip, the lists have each row of the area, with a blocked one before and after them.
#[derive(Debug)]
pub(super) struct Strips {
    strips: usize,
    /// Blocks of a strip.
    blocks_high: usize,
    costs: Vec<Row>,
    /// What a straight step and a diagonal one charge for a cell; [`BLOCKED`] for a blocked cell.
    straight: Vec<Row>,
    diagonal: Vec<Row>,
    /// [`BLOCKED`] for blocked cells and 0 for others, if the cell that is reached charges nothing.
    walls: Vec<Row>,
    /// By row, 1 if a cell is blocked.
    has_walls: Vec<u8>,
    counted: Counted,
    corners: Corners,
    /// Costs from here on do not count.
    limit: i32,
    shape: Shape,
    blocks: Vec<Block>,
    /// Blocks by the least cost that makes them wait. An entry whose block has another one is out of date.
    waiting: BinaryHeap<Reverse<(i32, u32)>>,
    /// How many rows were relaxed, and how many rows the blocks that were reached have.
    relaxed: u64,
    reached: u64,
    greatest: i32,
}

impl Strips {
    /// Whether the costs of a ground may be found in strips.
    pub(super) fn suit<V: Value>(ground: &Ground, tools: &Tools) -> bool {
        !ground.weights.is_empty()
            && !ground.layout.is_hexagonal()
            && ground.area.width >= LEAST_WIDTH
            && V::MOST == u32::MOST
            && tools.longest(ground) < MOST_CHARGE
    }

    /// Strips whose rows are to be [filled](Self::fill_row).
    pub(super) fn new(ground: &Ground, unreached: u64) -> Result<Self, OutOfMemory> {
        let strips = (ground.area.width as usize).div_ceil(COLUMNS);
        let blocks_high = (ground.area.height as usize).div_ceil(BLOCK_ROWS);
        let rows = strips * (blocks_high * BLOCK_ROWS + 2);
        let corners = match ground.rule {
            DiagonalRule::BothFree => Corners { one: BLOCKED, two: BLOCKED },
            DiagonalRule::AtMostOneBlocked => Corners { one: 0, two: BLOCKED },
            DiagonalRule::Always | DiagonalRule::Never => Corners { one: 0, two: 0 },
        };
        let mut blocks = Vec::new();
        refill(&mut blocks, strips * blocks_high, Block::default())?;
        let mut strips = Self {
            strips,
            blocks_high,
            costs: zeroed(rows)?,
            straight: zeroed(rows)?,
            diagonal: zeroed(rows)?,
            walls: zeroed(if ground.counted == Counted::Expanded { rows } else { 0 })?,
            has_walls: zeroed(rows)?,
            counted: ground.counted,
            corners,
            limit: unreached.min(BLOCKED as u64) as i32,
            shape: Shape::default(),
            blocks,
            waiting: BinaryHeap::new(),
            relaxed: 0,
            reached: 0,
            greatest: 0,
        };
        let height = ground.area.height as usize;
        for first in (0..rows).step_by(strips.rows()) {
            strips.fill_with_walls(first);
            (height + 1..strips.rows()).for_each(|y| strips.fill_with_walls(first + y));
        }
        Ok(strips)
    }

    fn fill_with_walls(&mut self, row: usize) {
        self.costs[row] = [[self.limit; LANES]; VECTORS];
        self.straight[row] = [[BLOCKED; LANES]; VECTORS];
        self.diagonal[row] = [[BLOCKED; LANES]; VECTORS];
        if let Some(walls) = self.walls.get_mut(row) {
            *walls = [[BLOCKED; LANES]; VECTORS];
        }
    }

    /// Memory held, in bytes.
    pub(super) fn bytes(&self) -> u64 {
        let lists = [&self.costs, &self.straight, &self.diagonal, &self.walls];
        let rows = lists.iter().map(|list| list.capacity() * size_of::<Row>()).sum::<usize>();
        let blocks = self.blocks.capacity() * size_of::<Block>() + self.waiting.capacity() * size_of::<(i32, u32)>();
        (rows + self.has_walls.capacity() + blocks) as u64
    }

    /// The rows of a strip in the lists.
    fn rows(&self) -> usize {
        self.blocks_high * BLOCK_ROWS + 2
    }

    /// Takes over what is blocked in a row of the area, and what cells charge.
    pub(super) fn fill_row<V: Value>(&mut self, ground: &Ground, costs: &[V], y: usize) {
        for strip in 0..self.strips {
            vectors::run(Filling { strips: self, ground, costs, strip, y });
        }
    }

    /// Whether the queue takes less time on the map, whose rows are filled.
    pub(super) fn are_narrow(&self) -> bool {
        self.shape.is_narrow()
    }

    /// Gives a walkable cell a cost.
    pub(super) fn put(&mut self, ground: &Ground, slot: usize, cost: u64) -> Result<(), OutOfMemory> {
        let (x, y) = (slot % ground.stride - 1, slot / ground.stride - 1);
        let (strip, lane, vector) = (x / COLUMNS, x % COLUMNS / VECTORS, x % VECTORS);
        let known = &mut self.costs[strip * (self.blocks_high * BLOCK_ROWS + 2) + y + 1][vector][lane];
        if cost >= *known as u64 {
            return Ok(());
        }
        let cost = cost as i32;
        *known = cost;
        let (block, rows) = (y / BLOCK_ROWS, 1 << (y % BLOCK_ROWS));
        self.wait_around(strip, block, rows, cost)?;
        if x % COLUMNS == 0 && strip > 0 {
            self.wait_around(strip - 1, block, rows, cost)?;
        }
        if x % COLUMNS == COLUMNS - 1 && strip + 1 < self.strips {
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
        if rows >> (BLOCK_ROWS - 1) == 1 && block + 1 < self.blocks_high {
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
        let number = strip * self.blocks_high + block;
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
    pub(super) fn spread(&mut self, cells: u64) -> Result<Spreading, OutOfMemory> {
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
        MOST_RELAXATIONS * (self.reached + FIRST_ROWS) * self.shape.cells / (self.has_walls.len() * COLUMNS) as u64
    }

    fn relax_block(&mut self, number: usize) -> Result<(), OutOfMemory> {
        let (strip, block) = (number / self.blocks_high, number % self.blocks_high);
        let known = &mut self.blocks[number];
        let Block { from_above, from_below, is_reached, .. } = *known;
        *known = Block { is_reached: true, ..Block::default() };
        self.reached += if is_reached { 0 } else { BLOCK_ROWS as u64 };
        let first = strip * self.rows() + block * BLOCK_ROWS + 1;
        let borders = vectors::run(BlockRelaxation { strips: self, strip, first, from_above, from_below });
        self.relaxed += borders.rows;
        if borders.first < BLOCKED && block > 0 {
            self.wait(strip, block - 1, 0, 1 << (BLOCK_ROWS - 1), borders.first)?;
        }
        if borders.last < BLOCKED && block + 1 < self.blocks_high {
            self.wait(strip, block + 1, 1, 0, borders.last)?;
        }
        let ((left, least_left), (right, least_right)) = (borders.left, borders.right);
        if left != 0 && strip > 0 {
            self.wait_around(strip - 1, block, left, least_left)?;
        }
        if right != 0 && strip + 1 < self.strips {
            self.wait_around(strip + 1, block, right, least_right)?;
        }
        Ok(())
    }

    /// The costs of the first and the last cell of a row.
    #[inline(always)]
    pub(super) fn ends(&self, row: usize) -> (i32, i32) {
        (self.costs[row][0][0], self.costs[row][VECTORS - 1][LANES - 1])
    }

    /// Relaxes a row of a strip from row `before`, the one above it or below it.
    #[inline(always)]
    pub(super) fn relax(&mut self, strip: usize, row: usize, before: usize) -> Relaxed {
        let left = [row, before].map(|row| self.to_the_left(strip, row));
        let right = [row, before].map(|row| self.to_the_right(strip, row));
        let is_walled = self.has_walls[row] | self.has_walls[before] != 0 || (left[0].blocked | right[0].blocked) != 0;
        let Self { straight, diagonal, walls, costs, .. } = self;
        let charges = |row: usize| Charges { straight: &straight[row], diagonal: &diagonal[row] };
        let free = Charges { straight: &FREE, diagonal: &FREE };
        let Ok([costs, costs_before]) = costs.get_disjoint_mut([row, before]) else {
            return Relaxed { least: BLOCKED, is_left_changed: false, is_right_changed: false };
        };
        let (before_outwards, outwards, inwards) = match self.counted {
            Counted::Both => (charges(before), charges(row), charges(row)),
            Counted::Expanded => {
                (charges(before), charges(row), Charges { straight: &walls[row], diagonal: &walls[row] })
            }
            Counted::Reached => (free, free, charges(row)),
        };
        Relaxation {
            before: costs_before,
            before_outwards,
            outwards,
            inwards,
            left,
            right,
            walls: is_walled.then_some([&straight[row], &straight[before]]),
            corners: self.corners,
        }
        .run(costs)
    }

    #[inline(always)]
    fn to_the_left(&self, strip: usize, row: usize) -> Beside {
        if strip == 0 { Beside::OUTSIDE } else { self.cell_beside(row - self.rows(), VECTORS - 1, LANES - 1) }
    }

    #[inline(always)]
    fn to_the_right(&self, strip: usize, row: usize) -> Beside {
        if strip + 1 == self.strips { Beside::OUTSIDE } else { self.cell_beside(row + self.rows(), 0, 0) }
    }

    #[inline(always)]
    fn cell_beside(&self, row: usize, vector: usize, lane: usize) -> Beside {
        let cost = self.costs[row][vector][lane];
        let [straight, diagonal] = [&self.straight, &self.diagonal].map(|charges| charges[row][vector][lane]);
        let blocked = straight & BLOCKED;
        if self.counted == Counted::Reached {
            return Beside { straight: cost, diagonal: cost, blocked };
        }
        Beside { straight: cost + straight, diagonal: cost + diagonal, blocked }
    }

    /// Writes the costs of a row of the area.
    pub(super) fn write_row<V: Value>(&mut self, ground: &Ground, costs: &mut [V], y: usize, unreached: u64) {
        let (width, begin) = (ground.area.width as usize, (y + 1) * ground.stride + 1);
        for strip in 0..self.strips {
            let row = &self.costs[strip * self.rows() + y + 1];
            let places = &mut costs[begin + strip * COLUMNS..][..COLUMNS.min(width - strip * COLUMNS)];
            let limit = self.limit;
            let greatest = row.iter().fold([0; LANES], |most, vector| {
                each(|lane| most[lane].max(if vector[lane] < limit { vector[lane] } else { 0 }))
            });
            self.greatest = greatest.into_iter().fold(self.greatest, i32::max);
            let row = transposed(row);
            for (place, &cost) in places.iter_mut().zip(row.as_flattened()) {
                let value = if cost < limit { cost as u64 } else { unreached };
                *place = V::of(if place.get() == 0 { 0 } else { value });
            }
        }
    }

    /// Whether a cell may have a cost that counts and does not fit, now that all costs were written.
    pub(super) fn are_cut(&self, unreached: u64, longest: u64) -> bool {
        unreached > BLOCKED as u64 && self.greatest as u64 + longest >= BLOCKED as u64
    }
}

/// Takes over a row of a strip.
struct Filling<'a, V> {
    strips: &'a mut Strips,
    ground: &'a Ground,
    costs: &'a [V],
    strip: usize,
    y: usize,
}

impl<V: Value> Kernel for Filling<'_, V> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Self { strips, ground, costs, strip, y } = self;
        let row = strip * strips.rows() + y + 1;
        let first = (y + 1) * ground.stride + 1 + strip * COLUMNS;
        let count = COLUMNS.min(ground.area.width as usize - strip * COLUMNS);
        let here = &costs[first - 1..][..count + 1];
        let above = &costs[first - ground.stride - 1..][..count + 1];
        let weights = &ground.weights[first..][..count];
        // From the cell to the left of the strip on.
        let (mut walkable, mut pairs, mut squares) = ([0; COLUMNS + 1], [0; COLUMNS + 1], [0; COLUMNS]);
        for x in 0..=count {
            walkable[x] = i32::from(here[x].get() != 0);
            pairs[x] = walkable[x] & i32::from(above[x].get() != 0);
        }
        for x in 0..count {
            squares[x] = pairs[x] & pairs[x + 1];
        }
        for x in 0..count {
            pairs[x] = pairs[x + 1] + (walkable[x] & walkable[x + 1]);
        }
        pairs[count] = 0;
        let factor = if ground.counted == Counted::Both { 1 } else { 2 };
        let [straight_units, diagonal_units] =
            [ground.lengths[0], ground.lengths[4]].map(|units| units as i32 * factor);
        let (mut straight, mut diagonal) = ([[BLOCKED; LANES]; VECTORS], [[BLOCKED; LANES]; VECTORS]);
        let (straights, diagonals) = (straight.as_flattened_mut(), diagonal.as_flattened_mut());
        for x in 0..count {
            let (weight, blocked) = (weights[x] as i32, walkable[x + 1] - 1);
            straights[x] = (weight * straight_units) & !blocked | blocked & BLOCKED;
            diagonals[x] = (weight * diagonal_units) & !blocked | blocked & BLOCKED;
        }
        if ground.rule == DiagonalRule::Never {
            diagonal = [[BLOCKED; LANES]; VECTORS];
        }
        let cells = walkable[1..].iter().sum::<i32>();
        strips.shape.cells += cells as u64;
        strips.shape.pairs += pairs.iter().sum::<i32>() as u64;
        strips.shape.squares += squares.iter().sum::<i32>() as u64;
        strips.has_walls[row] = u8::from(cells < count as i32);
        strips.costs[row] = [[strips.limit; LANES]; VECTORS];
        strips.straight[row] = transposed(&straight);
        strips.diagonal[row] = transposed(&diagonal);
        if let Some(walls) = strips.walls.get_mut(row) {
            *walls = strips.straight[row].map(|vector| each(|lane| vector[lane] & BLOCKED));
        }
    }
}

/// The cells of a row in order, eight in a line, become lanes, or the other way.
#[inline(always)]
fn transposed(row: &Row) -> Row {
    blocks_swapped::<4>(&blocks_swapped::<2>(&blocks_swapped::<1>(row)))
}

/// Of each square of `2 * BY` lines and numbers, the upper right quarter and the lower left one change places.
#[inline(always)]
fn blocks_swapped<const BY: usize>(row: &Row) -> Row {
    let mut swapped = [[0; LANES]; VECTORS];
    for line in 0..VECTORS {
        let other = row[line ^ BY];
        swapped[line] = each(|i| if (line ^ i) & BY == 0 { row[line][i] } else { other[i ^ BY] });
    }
    swapped
}
