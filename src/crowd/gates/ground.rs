//! The cells of a block and around it, 64 bits to a row: which are free, and which of those are narrow.

use super::gate::{At, ZONE};
use crate::crowd::thin_walls::ThinWalls;
use crate::crowd::walls::Walls;
use crate::grid::Rect;

/// Columns and rows of a block.
pub(super) const SIDE: i32 = 32;

/// Columns and rows around a block that have all gates whose zones reach into it.
pub(super) const MARGIN: i32 = ZONE as i32 + 1;

/// Columns and rows of a block with those around it.
pub(super) const SPAN: i32 = SIDE + 2 * MARGIN;

/// How far away a cell lies that tells whether another one is narrow.
pub(super) const REACH: i32 = 2;

/// The most cells of an opening in a wall between cells.
pub(super) const WIDEST_DOOR: usize = 2;

/// How far from a cell cells lie that tell whether it is at a door.
const DOOR_REACH: i32 = WIDEST_DOOR as i32 + 2;

/// Rows that are read.
const ROWS: usize = (SPAN + 2 * REACH) as usize;

/// A word has a whole row of what is read.
const _: () = assert!(ROWS <= 64);

/// A block with what is around it. Places are columns and rows from its first cell on, in bits of `REACH` more.
#[derive(Debug)]
pub(super) struct BlockGround<'a> {
    walls: &'a Walls,
    /// The first cell around the block.
    pub(super) first: At,
    free: [u64; ROWS],
    /// Walls between cells, at the first of both: to the next cell of the row, and to the next row.
    parted: [[u64; ROWS]; 2],
    narrow: [u64; SPAN as usize],
    /// Rectangle that encloses all cells that were read.
    pub(super) read: Rect,
}

impl<'a> BlockGround<'a> {
    /// The ground of the block with a column and a row of blocks.
    pub(super) fn new(walls: &'a Walls, (column, row): At) -> Self {
        let first = (column * SIDE - MARGIN, row * SIDE - MARGIN);
        let free = std::array::from_fn(|place| walls.free_from((first.0 - REACH, first.1 - REACH + place as i32)));
        let parted = [false, true].map(|across| match walls.thin() {
            None => [0; ROWS],
            Some(thin) => {
                std::array::from_fn(|place| thin.parted_from((first.0 - REACH, first.1 - REACH + place as i32), across))
            }
        });
        let narrow = std::array::from_fn(|place| {
            let rows = [0, 1, 2, 3, 4].map(|other| free[place + other]);
            let below = [0, 1, 2, 3].map(|other| parted[1][place + other]);
            narrow_of(rows, parted[0][place + 2], below) & COLUMNS
        });
        let more = if walls.thin().is_some() { DOOR_REACH } else { REACH };
        let size = (SPAN + 2 * more) as u32;
        let read = Rect { x: first.0 - more, y: first.1 - more, width: size, height: size };
        Self { walls, first, free, parted, narrow, read }
    }

    /// The walls between cells; `None` on a map without any.
    pub(super) fn thin(&self) -> Option<&'a ThinWalls> {
        self.walls.thin()
    }

    /// Whether a wall is between two neighbors in a row or column.
    pub(super) fn parts(&self, one: At, other: At) -> bool {
        self.thin().is_some_and(|thin| thin.parts(one, other))
    }

    /// The cells of a row of places that may be beside a door to the next cell of the row, or to the next row.
    pub(super) fn near_doors(&self, place: usize, across: bool) -> u64 {
        let row = place + REACH as usize;
        let [right, below] = &self.parted;
        let beside = if across { below[row] << 1 | below[row] >> 1 } else { right[row - 1] | right[row + 1] };
        let next = if across { self.free[row + 1] } else { self.free[row] >> 1 };
        let parted = if across { below[row] } else { right[row] };
        beside & self.free[row] & next & !parted & COLUMNS
    }

    /// The free cells of a row of places, a bit each from bit `REACH` on.
    pub(super) fn free_row(&self, place: usize) -> u64 {
        self.free[place + REACH as usize] & COLUMNS
    }

    /// The narrow cells of a row of places.
    pub(super) fn narrow_row(&self, place: usize) -> u64 {
        self.narrow[place]
    }

    /// The column and row of a cell among the places, if it is near enough.
    pub(super) fn place(&self, (x, y): At) -> Option<(usize, usize)> {
        let (column, row) = (x - self.first.0, y - self.first.1);
        ((0..SPAN).contains(&column) && (0..SPAN).contains(&row)).then_some((column as usize, row as usize))
    }

    pub(super) fn is_free(&self, cell: At) -> bool {
        match self.place(cell) {
            Some((column, row)) => self.free_row(row) >> (column + REACH as usize) & 1 != 0,
            None => !self.walls.is_blocked(cell),
        }
    }

    /// Whether a cell is narrow. Cells farther away count as read then.
    pub(super) fn is_narrow(&mut self, (x, y): At) -> bool {
        if let Some((column, row)) = self.place((x, y)) {
            return self.narrow[row] >> (column + REACH as usize) & 1 != 0;
        }
        let size = (2 * REACH + 1) as u32;
        self.read = self.read.enclosing(Rect { x: x - REACH, y: y - REACH, width: size, height: size });
        let row = |dy: i32| self.walls.free_from((x - REACH, y + dy));
        let parted =
            |dy: i32, across: bool| self.thin().map_or(0, |thin| thin.parted_from((x - REACH, y + dy), across));
        let below = [-2, -1, 0, 1].map(|dy| parted(dy, true));
        narrow_of([-2, -1, 0, 1, 2].map(row), parted(0, false), below) >> REACH & 1 != 0
    }

    /// The index of a cell of the map.
    pub(super) fn index(&self, (x, y): At) -> u32 {
        (y * self.walls.width + x) as u32
    }
}

/// The bits of all places.
const COLUMNS: u64 = (u64::MAX >> (64 - SPAN as u32)) << REACH;

/// The narrow cells of the middle one of five rows of free ones, given the walls to the next cells of this row and
/// those to the next row of each but the last. The first two and the last two bits tell nothing.
fn narrow_of([before, above, row, below, after]: [u64; 5], right: u64, [first, second, third, last]: [u64; 4]) -> u64 {
    // A cell with walls on both sides, or with one free neighbor between walls.
    let between = |two_before: u64, before: u64, after: u64, two_after: u64| {
        !before & !(after & two_after) | !after & !(before & two_before)
    };
    let beside = row & !right;
    let along = between(beside << 2, beside << 1, row >> 1 & !right, (row >> 1 & !right) >> 1);
    row & (along | between(before & !first, above & !second, below & !third, after & !last))
}
