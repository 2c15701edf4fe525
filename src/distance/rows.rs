//! The rows of an area in strips: what is blocked, what cells charge, and what they cost so far. With walls between
//! cells, also which steps are legal.

use super::ground::{Counted, Ground};
use super::relax::{BLOCKED, Beside, COLUMNS, Charges, Corners, LANES, Relaxation, Relaxed, Row, Takes};
use super::row_list::RowList;
use crate::OutOfMemory;
use crate::bits::bit_rows::reserved;
use crate::bits::vectors::Kernel;
use crate::held::{Held, held};
use crate::movement::{DiagonalRule, direction_of};
use std::ops::Range;

/// The height of a block.
pub(super) const BLOCK_ROWS: usize = 32;

/// The directions to the row above and to the one below: to the left, straight, and to the right.
const ABOVE: [u32; 3] = [direction_of((-1, -1)) as u32, direction_of((0, -1)) as u32, direction_of((1, -1)) as u32];
const BELOW: [u32; 3] = [direction_of((-1, 1)) as u32, direction_of((0, 1)) as u32, direction_of((1, 1)) as u32];

/// Charges of walkable cells where they charge nothing.
static FREE: Row = [0; COLUMNS];

/// The rows of a strip: each row of the area, with a blocked one before them and at least one after them.
#[derive(Debug, Default)]
struct Strip {
    costs: RowList,
    /// Charges of a straight step and of a diagonal one for a cell; [`BLOCKED`] for a blocked cell.
    straight: RowList,
    diagonal: RowList,
    /// [`BLOCKED`] for blocked cells and 0 for others, if the cell that is reached charges nothing.
    walls: RowList,
    /// By row, 1 if a cell is blocked; where there are walls between cells, if a step to a cell of the row is not
    /// legal.
    has_walls: Vec<u8>,
    /// Legal steps, where there are walls between cells.
    takes: Vec<Takes>,
}

held!(Strip: costs, straight, diagonal, walls, has_walls, takes);

impl Strip {
    fn beside(&self) -> StripBeside<'_> {
        StripBeside { costs: self.costs.rows(), straight: self.straight.rows(), diagonal: self.diagonal.rows() }
    }
}

/// The rows of an area in strips, each of which has memory of its own, so that they are filled and freed one by one.
#[derive(Debug)]
pub(super) struct Rows {
    strips: Vec<Strip>,
    /// Blocks of a strip.
    pub(super) blocks_high: usize,
    counted: Counted,
    corners: Corners,
    /// Whether there are walls between cells.
    pub(super) is_walled: bool,
    /// Costs from here on do not count.
    limit: i32,
    /// The greatest cost that was written.
    pub(super) greatest: i32,
}

impl Held for Rows {
    fn bytes(&self) -> usize {
        self.strips.bytes() + self.strips.iter().map(Strip::bytes).sum::<usize>()
    }
}

impl Rows {
    /// Strips that are to be [begun](Self::begin_strip) and [filled](Self::fill).
    pub(super) fn new(ground: &Ground, unreached: u64) -> Result<Self, OutOfMemory> {
        let count = (ground.area.width as usize).div_ceil(COLUMNS);
        let mut strips = reserved(count)?;
        strips.resize_with(count, Strip::default);
        let corners = match ground.rule {
            DiagonalRule::BothFree => Corners { one: BLOCKED, two: BLOCKED },
            DiagonalRule::AtMostOneBlocked => Corners { one: 0, two: BLOCKED },
            DiagonalRule::Always | DiagonalRule::Never => Corners { one: 0, two: 0 },
        };
        Ok(Self {
            strips,
            blocks_high: (ground.area.height as usize).div_ceil(BLOCK_ROWS),
            counted: ground.counted,
            corners,
            is_walled: ground.steps.are_kept(),
            limit: unreached.min(BLOCKED as u64) as i32,
            greatest: 0,
        })
    }

    /// The number of strips.
    pub(super) fn strips(&self) -> usize {
        self.strips.len()
    }

    /// The cells of all rows, with those beside the area.
    pub(super) fn cells(&self) -> u64 {
        (self.strips() * self.in_strip() * COLUMNS) as u64
    }

    /// The rows of a strip.
    fn in_strip(&self) -> usize {
        self.blocks_high * BLOCK_ROWS + 2
    }

    /// The place in a strip of a row of the area.
    pub(super) fn row(y: usize) -> usize {
        y + 1
    }

    /// Gives a walkable cell a cost. Returns false if it has one that is no greater.
    pub(super) fn put(&mut self, x: usize, y: usize, cost: u64) -> bool {
        let known = &mut self.strips[x / COLUMNS].costs.rows_mut()[Self::row(y)][place(x % COLUMNS)];
        let falls = cost < *known as u64;
        if falls {
            *known = cost as i32;
        }
        falls
    }

    /// Takes memory for a strip, and blocks the row before it.
    pub(super) fn begin_strip(&mut self, strip: usize) -> Result<(), OutOfMemory> {
        let count = self.in_strip();
        let walls = if self.counted == Counted::Expanded { count } else { 0 };
        // Four lists of each of four strips have all numbers.
        let number = 4 * strip;
        self.strips[strip] = Strip {
            costs: RowList::with_room(count, number)?,
            straight: RowList::with_room(count, number + 1)?,
            diagonal: RowList::with_room(count, number + 2)?,
            walls: RowList::with_room(walls, number + 3)?,
            has_walls: reserved(count)?,
            takes: reserved(if self.is_walled { count } else { 0 })?,
        };
        self.fill_with_walls(strip);
        Ok(())
    }

    /// Blocks the rows after a strip.
    pub(super) fn end_strip(&mut self, strip: usize) {
        while self.strips[strip].costs.len() < self.in_strip() {
            self.fill_with_walls(strip);
        }
    }

    /// Frees a list of the last strip that is there. Returns the number of its rows; 0 if there is no strip.
    pub(super) fn free_list(&mut self) -> usize {
        let Some(strip) = self.strips.last_mut() else { return 0 };
        let Strip { costs, straight, diagonal, walls, .. } = strip;
        let list = [walls, diagonal, straight, costs].into_iter().find(|list| list.room() > 0);
        let freed = list.map(std::mem::take);
        if freed.is_none() {
            self.strips.pop();
        }
        freed.map_or(1, |list| list.room())
    }

    fn fill_with_walls(&mut self, strip: usize) {
        let (counted, limit, is_walled) = (self.counted, self.limit, self.is_walled);
        let strip = &mut self.strips[strip];
        if is_walled {
            strip.takes.push([0; COLUMNS]);
        }
        strip.costs.push([limit; COLUMNS]);
        strip.straight.push([BLOCKED; COLUMNS]);
        strip.diagonal.push([BLOCKED; COLUMNS]);
        // What its cells charge is enough to keep costs from passing them.
        strip.has_walls.push(0);
        if counted == Counted::Expanded {
            strip.walls.push([BLOCKED; COLUMNS]);
        }
    }

    /// Takes over the next row of a strip: what is blocked, and what cells charge.
    pub(super) fn fill(&mut self, ground: &Ground, costs: &[u32], strip: usize, y: usize) {
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
        let (mut straight, mut diagonal) = ([0; COLUMNS], [0; COLUMNS]);
        for i in 0..COLUMNS {
            straight[i] = if charges[i] < 0 { BLOCKED } else { charges[i] * straight_units };
            diagonal[i] = if charges[i] < 0 || !has_diagonals { BLOCKED } else { charges[i] * diagonal_units };
        }
        let (counted, limit, is_walled) = (self.counted, self.limit, self.is_walled);
        let strip = &mut self.strips[strip];
        if is_walled {
            let (mut takes, mut all) = ([0; COLUMNS], u8::MAX);
            for (x, legal) in ground.steps.of_row(first, count).iter().enumerate() {
                takes[place(x)] = *legal;
                // Diagonal steps that no rule allows charge enough.
                all &= if has_diagonals { *legal } else { *legal | 0xf0 };
            }
            strip.takes.push(takes);
            strip.has_walls.push(u8::from(all != u8::MAX));
        } else {
            strip.has_walls.push(u8::from(is_blocked != 0));
        }
        strip.costs.push([limit; COLUMNS]);
        if counted == Counted::Expanded {
            let mut walls = straight;
            walls.iter_mut().for_each(|wall| *wall &= BLOCKED);
            strip.walls.push(walls);
        }
        strip.straight.push(straight);
        strip.diagonal.push(diagonal);
    }

    /// The relaxation of a block of a strip, whose first row has a place in it.
    pub(super) fn block<const WALLED: bool>(
        &mut self,
        strip: usize,
        first: usize,
        from_above: u32,
        from_below: u32,
    ) -> BlockRelaxation<'_, WALLED> {
        let (counted, corners) = (self.counted, self.corners);
        let (before, rest) = self.strips.split_at_mut(strip);
        let (here, after) = rest.split_at_mut(1);
        let (left, right) = (before.last().map(Strip::beside), after.first().map(Strip::beside));
        let Strip { costs, straight, diagonal, walls, has_walls, takes } = &mut here[0];
        let (straight, diagonal, walls) = (straight.rows(), diagonal.rows(), walls.rows());
        let here = StripHere { costs: costs.rows_mut(), straight, diagonal, walls, has_walls, takes };
        BlockRelaxation { left, here, right, counted, corners, first, from_above, from_below }
    }

    /// Writes the costs of a row of the area in some strips.
    pub(super) fn write(&mut self, ground: &Ground, costs: &mut [u32], y: usize, strips: Range<usize>, unreached: u64) {
        let (width, begin) = (ground.area.width as usize, (y + 1) * ground.stride + 1);
        for strip in strips {
            let row = &self.strips[strip].costs.rows()[Self::row(y)];
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

/// The rows of a strip while some of them are relaxed.
struct StripHere<'a> {
    costs: &'a mut [Row],
    straight: &'a [Row],
    diagonal: &'a [Row],
    walls: &'a [Row],
    has_walls: &'a [u8],
    takes: &'a [Takes],
}

/// The rows of a strip beside it.
struct StripBeside<'a> {
    costs: &'a [Row],
    straight: &'a [Row],
    diagonal: &'a [Row],
}

/// Relaxes the rows of a block that wait, down and up in turn, until none waits.
pub(super) struct BlockRelaxation<'a, const WALLED: bool> {
    /// The strip, and those beside it.
    left: Option<StripBeside<'a>>,
    here: StripHere<'a>,
    right: Option<StripBeside<'a>>,
    counted: Counted,
    corners: Corners,
    /// The place in the strip of the first row of the block.
    first: usize,
    /// Rows to relax from above and from below.
    from_above: u32,
    from_below: u32,
}

/// Cells whose costs fell at the borders of a block.
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

impl<const WALLED: bool> Kernel for BlockRelaxation<'_, WALLED> {
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

impl<const WALLED: bool> BlockRelaxation<'_, WALLED> {
    /// Relaxes a row of the block from row `before` of the strip.
    #[inline(always)]
    fn relax(&mut self, row: usize, before: usize, borders: &mut Borders) {
        let relaxed = self.relax_row(self.first + row, before);
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
        let ends = &self.here.costs[self.first + row];
        let (left, right) = (ends[0], ends[COLUMNS - 1]);
        if relaxed.is_left_changed {
            borders.left = (borders.left.0 | bit, borders.left.1.min(left));
        }
        if relaxed.is_right_changed {
            borders.right = (borders.right.0 | bit, borders.right.1.min(right));
        }
    }

    /// Relaxes a row of the strip from row `before`, the one above it or below it.
    #[inline(always)]
    fn relax_row(&mut self, row: usize, before: usize) -> Relaxed {
        let counted = self.counted;
        let (left, right) = (self.left.as_ref(), self.right.as_ref());
        let left = [cell_beside(left, row, COLUMNS - 1, counted), cell_beside(left, before, COLUMNS - 1, counted)];
        let right = [cell_beside(right, row, 0, counted), cell_beside(right, before, 0, counted)];
        let StripHere { straight, diagonal, walls, costs, has_walls, takes } = &mut self.here;
        let is_walled =
            !WALLED && (has_walls[row] | has_walls[before] != 0 || (left[0].blocked | right[0].blocked) != 0);
        let takes = if WALLED && has_walls[row] != 0 { Some(&takes[row]) } else { None };
        let directions = if before < row { ABOVE } else { BELOW };
        let charges = |row: usize| Charges { straight: &straight[row], diagonal: &diagonal[row] };
        let free = Charges { straight: &FREE, diagonal: &FREE };
        let (above, below) = costs.split_at_mut(row.max(before));
        let (above, below) = (&mut above[row.min(before)], &mut below[0]);
        let (costs, costs_before) = if before < row { (below, above) } else { (above, below) };
        let (before_outwards, outwards, inwards) = match counted {
            Counted::Both => (charges(before), charges(row), charges(row)),
            Counted::Expanded => {
                (charges(before), charges(row), Charges { straight: &walls[row], diagonal: &walls[row] })
            }
            Counted::Reached => (free, free, charges(row)),
        };
        Relaxation::<WALLED> {
            before: costs_before,
            before_outwards,
            outwards,
            inwards,
            left,
            right,
            walls: is_walled.then_some([&straight[row], &straight[before]]),
            corners: self.corners,
            takes,
            directions,
        }
        .run(costs)
    }
}

/// The cell of a row at a place of a strip, if there is such a strip.
#[inline(always)]
fn cell_beside(strip: Option<&StripBeside>, row: usize, place: usize, counted: Counted) -> Beside {
    let Some(strip) = strip else { return Beside::OUTSIDE };
    let cost = strip.costs[row][place];
    let (straight, diagonal) = (strip.straight[row][place], strip.diagonal[row][place]);
    let blocked = straight & BLOCKED;
    if counted == Counted::Reached {
        return Beside { straight: cost, diagonal: cost, blocked };
    }
    Beside { straight: cost + straight, diagonal: cost + diagonal, blocked }
}

/// Where a row has the cell of a column.
#[inline(always)]
fn place(column: usize) -> usize {
    column % (COLUMNS / LANES) * LANES + column / (COLUMNS / LANES)
}
