//! Finds the gates around a block, and the zones in it.

use super::doors::Door;
use super::gate::{At, INSIDE, PARTS, Passage, ZONE};
use super::ground::{BlockGround, MARGIN, REACH, SIDE, SPAN};
use super::passages::{Follower, WAYS};
use crate::OutOfMemory;
use crate::held::held;
use crate::out_of_memory::refill;

/// Cells of a block, and places around it and in it.
pub(super) const CELLS: usize = (SIDE * SIDE) as usize;
const PLACES: usize = (SPAN * SPAN) as usize;

/// A cell of a block without a zone.
pub(super) const NONE: u16 = u16::MAX;

/// Each gate has a narrow cell among the places, so that zone numbers fit.
const _: () = assert!(PLACES * (PARTS as usize) < NONE as usize);

/// A bit for each place, with a border: row `place + 1` has the bits of `BlockGround::free_row(place)`.
type Bits = [u64; SPAN as usize + 2];

/// Memory to find gates and zones, and those of the last block.
#[derive(Debug, Default)]
pub(super) struct FindingTools {
    follower: Follower,
    /// The gates around a block.
    pub(super) passages: Vec<Passage>,
    /// Cells before mouths: the gate's first cell, the zone, and the row and column of the place.
    sources: Vec<(u32, u16, (u8, u8))>,
    /// By place, its zone, where there is one.
    zones: Vec<u16>,
    /// Places from which zones spread.
    queue: Vec<(u8, u8)>,
    /// By gate around the block, its number in the block, and the gates of those numbers.
    numbers: Vec<u16>,
    chosen: Vec<u16>,
}

held!(FindingTools: passages, sources, zones, queue, numbers, chosen, follower);

/// The places of a row of the block.
fn of_block(row: usize) -> std::ops::Range<usize> {
    let first = (row + MARGIN as usize) * SPAN as usize + MARGIN as usize;
    first..first + SIDE as usize
}

impl FindingTools {
    /// Reserves the memory that does not depend on the map.
    fn reserve(&mut self) -> Result<(), OutOfMemory> {
        if self.zones.is_empty() {
            self.follower.reserve()?;
            self.queue.try_reserve_exact(PLACES)?;
            refill(&mut self.zones, PLACES, NONE)?;
        }
        Ok(())
    }

    /// Finds the gates around a block.
    pub(super) fn find(&mut self, ground: &mut BlockGround) -> Result<(), OutOfMemory> {
        self.passages.clear();
        self.sources.clear();
        if ground.thin().is_none() && (0..SPAN as usize).all(|row| ground.narrow_row(row) == 0) {
            return Ok(());
        }
        self.reserve()?;
        self.follower.clear();
        self.zones.fill(NONE);
        for row in 0..SPAN as usize {
            let mut narrow = ground.narrow_row(row);
            while narrow != 0 {
                let column = narrow.trailing_zeros() as i32 - REACH;
                narrow &= narrow - 1;
                let cell = (ground.first.0 + column, ground.first.1 + row as i32);
                if !self.follower.has_seen(ground, cell)
                    && let Some(passage) = self.follower.follow(ground, cell)
                {
                    self.add(ground, passage)?;
                }
            }
        }
        if ground.thin().is_some() { self.find_doors(ground) } else { Ok(()) }
    }

    /// Finds the doors in walls between cells.
    fn find_doors(&mut self, ground: &mut BlockGround) -> Result<(), OutOfMemory> {
        for (row, across) in (0..SPAN as usize).flat_map(|row| [false, true].map(|across| (row, across))) {
            let mut near = ground.near_doors(row, across);
            while near != 0 {
                let column = near.trailing_zeros() as i32 - REACH;
                near &= near - 1;
                let cell = (ground.first.0 + column, ground.first.1 + row as i32);
                let way = if across { (0, 1) } else { (1, 0) };
                let is_known = self.zones[row * SPAN as usize + column as usize] != NONE;
                if !is_known && let Some(door) = Door::at(ground, cell, way) {
                    self.add_door(ground, door)?;
                }
            }
        }
        Ok(())
    }

    fn add_door(&mut self, ground: &BlockGround, door: Door) -> Result<(), OutOfMemory> {
        let (zone, passage) = (self.passages.len() as u16 * PARTS as u16, door.passage(ground));
        self.passages.try_reserve(1)?;
        self.passages.push(passage);
        let place = |cell: At| ground.place(cell).map(|(column, row)| row * SPAN as usize + column);
        for (cell, _) in door.cells() {
            if let Some(place) = place(cell) {
                self.zones[place] = zone + INSIDE as u16;
            }
        }
        for (cell, is_behind) in door.cells() {
            for (dx, dy) in WAYS {
                let next = (cell.0 + dx, cell.1 + dy);
                let is_inside = door.cells().any(|(inside, _)| inside == next);
                if !is_inside
                    && ground.is_free(next)
                    && !ground.parts(cell, next)
                    && let Some((column, row)) = ground.place(next)
                {
                    self.sources.try_reserve(1)?;
                    self.sources.push((passage.first, zone + u16::from(is_behind), (row as u8, column as u8)));
                }
            }
        }
        Ok(())
    }

    /// Adds the gate that was followed last.
    fn add(&mut self, ground: &BlockGround, passage: Passage) -> Result<(), OutOfMemory> {
        let zone = self.passages.len() as u16 * PARTS as u16;
        self.passages.try_reserve(1)?;
        self.passages.push(passage);
        for (column, row) in self.follower.part.iter().filter_map(|&cell| ground.place(cell)) {
            self.zones[row * SPAN as usize + column] = zone + INSIDE as u16;
        }
        for (side, cell) in self.follower.mouths() {
            if let Some((column, row)) = ground.place(cell) {
                self.sources.try_reserve(1)?;
                self.sources.push((passage.first, zone + u16::from(side), (row as u8, column as u8)));
            }
        }
        Ok(())
    }

    /// Spreads the zones of all gates at once, so that each place belongs to the nearest mouth. Returns the number of
    /// gates with zones in the block.
    pub(super) fn spread(&mut self, ground: &BlockGround) -> Result<usize, OutOfMemory> {
        // Of mouths as near, the first one is the first in the queue. Zone numbers of a gate are in the order of sides.
        self.sources.sort_unstable();
        let mut open: Bits = [0; SPAN as usize + 2];
        for row in 0..SPAN as usize {
            open[row + 1] = ground.free_row(row);
            let zones = &self.zones[row * SPAN as usize..(row + 1) * SPAN as usize];
            // Only cells inside gates have zones yet.
            let mut narrow = if ground.thin().is_some() { ground.free_row(row) } else { ground.narrow_row(row) };
            while narrow != 0 {
                let bit = narrow.trailing_zeros();
                narrow &= narrow - 1;
                if zones[(bit as i32 - REACH) as usize] != NONE {
                    open[row + 1] &= !(1 << bit);
                }
            }
        }
        self.queue.clear();
        for place in 0..self.sources.len() {
            let (_, zone, (row, column)) = self.sources[place];
            self.enter(&mut open, (row, column), zone);
        }
        let mut next = 0;
        for _ in 0..ZONE {
            let reached = next..self.queue.len();
            next = reached.end;
            for place in reached {
                let (row, column) = self.queue[place];
                let zone = self.zones[usize::from(row) * SPAN as usize + usize::from(column)];
                if ground.thin().is_some() {
                    self.enter_between_walls(ground, &mut open, (row, column), zone);
                    continue;
                }
                self.enter(&mut open, (row, column.wrapping_sub(1)), zone);
                self.enter(&mut open, (row, column + 1), zone);
                self.enter(&mut open, (row.wrapping_sub(1), column), zone);
                self.enter(&mut open, (row + 1, column), zone);
            }
        }
        self.choose()
    }

    /// Lets a zone have the places around one of its own that no wall parts from it.
    fn enter_between_walls(&mut self, ground: &BlockGround, open: &mut Bits, (row, column): (u8, u8), zone: u16) {
        let cell = (ground.first.0 + i32::from(column), ground.first.1 + i32::from(row));
        for (dx, dy) in WAYS {
            if !ground.parts(cell, (cell.0 + dx, cell.1 + dy)) {
                let place = (row.wrapping_add_signed(dy as i8), column.wrapping_add_signed(dx as i8));
                self.enter(open, place, zone);
            }
        }
    }

    /// Lets a zone have a place that no other one has. Places of the border are not open.
    #[inline(always)]
    fn enter(&mut self, open: &mut Bits, (row, column): (u8, u8), zone: u16) {
        let bit = 1 << (column.wrapping_add(REACH as u8));
        let bits = &mut open[usize::from(row.wrapping_add(1))];
        if *bits & bit != 0 {
            *bits &= !bit;
            self.zones[usize::from(row) * SPAN as usize + usize::from(column)] = zone;
            self.queue.push((row, column));
        }
    }

    /// Notes which gates have zones in the block, and returns their number.
    fn choose(&mut self) -> Result<usize, OutOfMemory> {
        refill(&mut self.numbers, self.passages.len(), NONE)?;
        self.chosen.clear();
        self.chosen.try_reserve(self.passages.len())?;
        for zone in (0..SIDE as usize).flat_map(|row| &self.zones[of_block(row)]).filter(|&&zone| zone != NONE) {
            let number = &mut self.numbers[(zone / PARTS as u16) as usize];
            if *number == NONE {
                *number = self.chosen.len() as u16;
                self.chosen.push(zone / PARTS as u16);
            }
        }
        Ok(self.chosen.len())
    }

    /// The gates with zones in the block, by the numbers that they have there.
    pub(super) fn chosen(&self) -> impl Iterator<Item = &Passage> {
        self.chosen.iter().map(|&gate| &self.passages[usize::from(gate)])
    }

    /// Writes the zones of the block.
    pub(super) fn write(&self, zones: &mut [u16]) {
        for (row, to) in zones.chunks_exact_mut(SIDE as usize).enumerate() {
            for (to, &zone) in to.iter_mut().zip(&self.zones[of_block(row)]).filter(|(_, zone)| **zone != NONE) {
                *to = self.numbers[(zone / PARTS as u16) as usize] * PARTS as u16 + zone % PARTS as u16;
            }
        }
    }
}
