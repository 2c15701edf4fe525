//! The rows of an area in strips: what is blocked, what cells charge, and what they cost so far.

use super::ground::{Counted, Ground};
use super::relax::{BLOCKED, Beside, COLUMNS, Charges, Corners, LANES, Relaxation, Relaxed, Row};
use crate::OutOfMemory;
use crate::bits::bit_rows::zeroed;
use crate::bits::vectors::Kernel;
use crate::movement::DiagonalRule;

/// The height of a block.
pub(super) const BLOCK_ROWS: usize = 32;

/// What walkable cells charge where they charge nothing.
static FREE: Row = [0; COLUMNS];

/// The rows of an area. Strip by strip, the lists have each row of the area, with a blocked one before and after them.
#[derive(Debug)]
pub(super) struct Rows {
    pub(super) strips: usize,
    /// Blocks of a strip.
    pub(super) blocks_high: usize,
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
    /// The greatest cost that was written.
    pub(super) greatest: i32,
}

impl Rows {
    /// Rows that are to be [filled](Self::fill).
    pub(super) fn new(ground: &Ground, unreached: u64) -> Result<Self, OutOfMemory> {
        let strips = (ground.area.width as usize).div_ceil(COLUMNS);
        let blocks_high = (ground.area.height as usize).div_ceil(BLOCK_ROWS);
        let count = strips * (blocks_high * BLOCK_ROWS + 2);
        let corners = match ground.rule {
            DiagonalRule::BothFree => Corners { one: BLOCKED, two: BLOCKED },
            DiagonalRule::AtMostOneBlocked => Corners { one: 0, two: BLOCKED },
            DiagonalRule::Always | DiagonalRule::Never => Corners { one: 0, two: 0 },
        };
        let mut rows = Self {
            strips,
            blocks_high,
            costs: zeroed(count)?,
            straight: zeroed(count)?,
            diagonal: zeroed(count)?,
            walls: zeroed(if ground.counted == Counted::Expanded { count } else { 0 })?,
            has_walls: zeroed(count)?,
            counted: ground.counted,
            corners,
            limit: unreached.min(BLOCKED as u64) as i32,
            greatest: 0,
        };
        for first in (0..count).step_by(rows.in_strip()) {
            rows.fill_with_walls(first);
            (ground.area.height as usize + 1..rows.in_strip()).for_each(|y| rows.fill_with_walls(first + y));
        }
        Ok(rows)
    }

    /// Memory held, in bytes.
    pub(super) fn bytes(&self) -> u64 {
        let lists = [&self.costs, &self.straight, &self.diagonal, &self.walls];
        let rows = lists.iter().map(|list| list.capacity() * size_of::<Row>()).sum::<usize>();
        (rows + self.has_walls.capacity()) as u64
    }

    /// The cells of all rows, with those beside the area.
    pub(super) fn cells(&self) -> u64 {
        (self.has_walls.len() * COLUMNS) as u64
    }

    /// The rows of a strip in the lists.
    fn in_strip(&self) -> usize {
        self.blocks_high * BLOCK_ROWS + 2
    }

    /// Where the lists have a row of a strip.
    pub(super) fn row(&self, strip: usize, y: usize) -> usize {
        strip * self.in_strip() + y + 1
    }

    /// Gives a walkable cell a cost. Returns false if it has one that is no greater.
    pub(super) fn put(&mut self, x: usize, y: usize, cost: u64) -> bool {
        let row = self.row(x / COLUMNS, y);
        let known = &mut self.costs[row][place(x % COLUMNS)];
        let falls = cost < *known as u64;
        if falls {
            *known = cost as i32;
        }
        falls
    }

    fn fill_with_walls(&mut self, row: usize) {
        self.costs[row] = [self.limit; COLUMNS];
        self.straight[row] = [BLOCKED; COLUMNS];
        self.diagonal[row] = [BLOCKED; COLUMNS];
        if let Some(walls) = self.walls.get_mut(row) {
            *walls = [BLOCKED; COLUMNS];
        }
    }

    /// Takes over a row of a strip: what is blocked, and what cells charge.
    pub(super) fn fill(&mut self, ground: &Ground, costs: &[u32], strip: usize, y: usize) {
        let row = self.row(strip, y);
        let first = (y + 1) * ground.stride + 1 + strip * COLUMNS;
        let count = COLUMNS.min(ground.area.width as usize - strip * COLUMNS);
        let (cells, weights) = (&costs[first..][..count], &ground.weights[first..][..count]);
        // -1 for a blocked cell.
        let mut line = [-1; COLUMNS];
        let mut is_blocked = 0;
        for x in 0..count {
            let blocked = -i32::from(cells[x] == 0);
            is_blocked |= blocked;
            line[x] = weights[x] as i32 | blocked;
        }
        let mut charges = [0; COLUMNS];
        for lane in 0..LANES {
            for v in 0..COLUMNS / LANES {
                charges[LANES * v + lane] = line[COLUMNS / LANES * lane + v];
            }
        }
        let factor = if ground.counted == Counted::Both { 1 } else { 2 };
        let (straight_units, diagonal_units) = (ground.lengths[0] as i32 * factor, ground.lengths[4] as i32 * factor);
        let has_diagonals = ground.rule != DiagonalRule::Never;
        let (straight, diagonal) = (&mut self.straight[row], &mut self.diagonal[row]);
        for i in 0..COLUMNS {
            straight[i] = if charges[i] < 0 { BLOCKED } else { charges[i] * straight_units };
            diagonal[i] = if charges[i] < 0 || !has_diagonals { BLOCKED } else { charges[i] * diagonal_units };
        }
        self.has_walls[row] = u8::from(is_blocked != 0);
        self.costs[row] = [self.limit; COLUMNS];
        if let Some(walls) = self.walls.get_mut(row) {
            for (wall, charge) in walls.iter_mut().zip(&self.straight[row]) {
                *wall = charge & BLOCKED;
            }
        }
    }

    /// The costs of the first and the last cell of a row.
    #[inline(always)]
    fn ends(&self, row: usize) -> (i32, i32) {
        (self.costs[row][0], self.costs[row][COLUMNS - 1])
    }

    /// Relaxes a row of a strip from row `before`, the one above it or below it.
    #[inline(always)]
    fn relax(&mut self, strip: usize, row: usize, before: usize) -> Relaxed {
        let left = [self.to_the_left(strip, row), self.to_the_left(strip, before)];
        let right = [self.to_the_right(strip, row), self.to_the_right(strip, before)];
        let is_walled = self.has_walls[row] | self.has_walls[before] != 0 || (left[0].blocked | right[0].blocked) != 0;
        let Self { straight, diagonal, walls, costs, .. } = self;
        let charges = |row: usize| Charges { straight: &straight[row], diagonal: &diagonal[row] };
        let free = Charges { straight: &FREE, diagonal: &FREE };
        let (above, below) = costs.split_at_mut(row.max(before));
        let (above, below) = (&mut above[row.min(before)], &mut below[0]);
        let (costs, costs_before) = if before < row { (below, above) } else { (above, below) };
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
        if strip == 0 { Beside::OUTSIDE } else { self.cell_beside(row - self.in_strip(), COLUMNS - 1) }
    }

    #[inline(always)]
    fn to_the_right(&self, strip: usize, row: usize) -> Beside {
        if strip + 1 == self.strips { Beside::OUTSIDE } else { self.cell_beside(row + self.in_strip(), 0) }
    }

    #[inline(always)]
    fn cell_beside(&self, row: usize, place: usize) -> Beside {
        let cost = self.costs[row][place];
        let (straight, diagonal) = (self.straight[row][place], self.diagonal[row][place]);
        let blocked = straight & BLOCKED;
        if self.counted == Counted::Reached {
            return Beside { straight: cost, diagonal: cost, blocked };
        }
        Beside { straight: cost + straight, diagonal: cost + diagonal, blocked }
    }

    /// Writes the costs of a row of the area.
    pub(super) fn write(&mut self, ground: &Ground, costs: &mut [u32], y: usize, unreached: u64) {
        let (width, begin) = (ground.area.width as usize, (y + 1) * ground.stride + 1);
        for strip in 0..self.strips {
            let row = &self.costs[self.row(strip, y)];
            let places = &mut costs[begin + strip * COLUMNS..][..COLUMNS.min(width - strip * COLUMNS)];
            let limit = self.limit;
            let mut greatest = 0;
            for &cost in row {
                greatest = greatest.max(if cost < limit { cost } else { 0 });
            }
            self.greatest = self.greatest.max(greatest);
            let mut line = [0; COLUMNS];
            for lane in 0..LANES {
                for v in 0..COLUMNS / LANES {
                    line[COLUMNS / LANES * lane + v] = row[LANES * v + lane];
                }
            }
            for (value, cost) in places.iter_mut().zip(line) {
                let known = if cost < limit { cost as u32 } else { unreached as u32 };
                *value = if *value == 0 { 0 } else { known };
            }
        }
    }
}

/// Relaxes the rows of a block that wait, down and up in turn, until none waits.
pub(super) struct BlockRelaxation<'a> {
    pub(super) rows: &'a mut Rows,
    pub(super) strip: usize,
    /// The first row of the block, in the list of rows.
    pub(super) first: usize,
    /// Rows to relax from above and from below.
    pub(super) from_above: u32,
    pub(super) from_below: u32,
}

/// What fell at the borders of a block.
pub(super) struct Borders {
    /// The least cost that fell in the first row and in the last; [`BLOCKED`] if none did.
    pub(super) first: i32,
    pub(super) last: i32,
    /// The rows whose cells at the left and right ends fell, and the least cost there.
    pub(super) left: (u32, i32),
    pub(super) right: (u32, i32),
    /// How many rows were relaxed.
    pub(super) rows: u64,
}

impl Kernel for BlockRelaxation<'_> {
    type Output = Borders;

    #[inline(always)]
    fn run(mut self) -> Borders {
        let mut borders = Borders { first: BLOCKED, last: BLOCKED, left: (0, BLOCKED), right: (0, BLOCKED), rows: 0 };
        // Rows that a pass downwards or upwards has not come to.
        let (mut goes_down, mut ahead) = (true, u32::MAX);
        while self.from_above | self.from_below != 0 {
            let waiting = if goes_down { &mut self.from_above } else { &mut self.from_below };
            let next = *waiting & ahead;
            if next == 0 {
                (goes_down, ahead) = (!goes_down, u32::MAX);
                continue;
            }
            let row = if goes_down { next.trailing_zeros() } else { next.ilog2() } as usize;
            *waiting &= !(1 << row);
            ahead = if goes_down { (u32::MAX << row) << 1 } else { (1 << row) - 1 };
            let before = if goes_down { self.first + row - 1 } else { self.first + row + 1 };
            self.relax(row, before, &mut borders);
        }
        borders
    }
}

impl BlockRelaxation<'_> {
    /// Relaxes a row of the block from row `before` of the list.
    #[inline(always)]
    fn relax(&mut self, row: usize, before: usize, borders: &mut Borders) {
        let relaxed = self.rows.relax(self.strip, self.first + row, before);
        borders.rows += 1;
        if relaxed.least == BLOCKED {
            return;
        }
        let bit = 1 << row;
        if row + 1 < BLOCK_ROWS {
            self.from_above |= bit << 1;
        } else {
            borders.last = borders.last.min(relaxed.least);
        }
        if row > 0 {
            self.from_below |= bit >> 1;
        } else {
            borders.first = borders.first.min(relaxed.least);
        }
        let (left, right) = self.rows.ends(self.first + row);
        if relaxed.is_left_changed {
            borders.left = (borders.left.0 | bit, borders.left.1.min(left));
        }
        if relaxed.is_right_changed {
            borders.right = (borders.right.0 | bit, borders.right.1.min(right));
        }
    }
}

/// Where a row has the cell of a column.
#[inline(always)]
fn place(column: usize) -> usize {
    column % (COLUMNS / LANES) * LANES + column / (COLUMNS / LANES)
}
