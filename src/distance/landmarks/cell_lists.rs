//! Distances from cell to cell without branches, for maps full of small obstacles.
//!
//! There, jumps end after a few cells, and mispredicted branches take most of the time of a sweep. Here every cell that
//! is reached waits in a list, and an expansion tries the cell's canonical steps one by one. A step writes the smaller
//! one of two distances, and writes its target behind the end of a list. The end moves on only if the distance fell.
//!
//! Lists are buckets as wide as a straight step (Dial, "Algorithm 360", 1969). A straight step leads from one list to
//! the next, and a diagonal step to the next or to the one after it. Cells reached by straight steps have separate
//! lists, because they have fewer steps to try.

use super::MAX_CELLS;
use crate::OutOfMemory;
use crate::distance::ground::Ground;
use crate::movement::{ANY_ARRIVAL, Successors};

/// In place of a direction: a step that stays where it is.
const NO_STEP: usize = 8;

/// From this bit on, an entry of a list has the arrival at its cell. The bits below are the slot.
const ARRIVAL: u32 = 28;

/// Slots fit: the padding of a map of this size is far smaller than the map.
const _: () = assert!(2 * MAX_CELLS <= 1 << ARRIVAL);

/// Cells that wait.
#[derive(Debug, Default)]
struct List {
    /// Cells, of which the first `count` wait.
    cells: Vec<u32>,
    count: usize,
}

impl List {
    /// Makes room for a number of cells more, and for one that does not stay.
    fn reserve(&mut self, more: usize) -> Result<(), OutOfMemory> {
        let length = self.count + more + 1;
        if self.cells.len() < length {
            self.cells.try_reserve(length - self.cells.len())?;
            self.cells.resize(length, 0);
        }
        Ok(())
    }

    #[inline(always)]
    fn put(&mut self, cell: u32, stays: bool) {
        self.cells[self.count] = cell;
        self.count += usize::from(stays);
    }
}

/// The lists, whose memory serves one measurement after the other.
#[derive(Debug, Default)]
pub(super) struct CellLists {
    /// Cells reached by straight steps: those to expand now, and the next ones.
    straight: [List; 2],
    /// Cells reached by diagonal steps, and the source: those to expand now, the next ones, and those after.
    diagonal: [List; 3],
    /// The cells that are expanded now have values below this.
    end: u32,
}

impl CellLists {
    /// Begins with a slot, whose value is 1.
    pub(super) fn begin(&mut self, source: usize) -> Result<(), OutOfMemory> {
        self.straight.iter_mut().chain(&mut self.diagonal).for_each(|list| list.count = 0);
        self.end = 1;
        self.diagonal[0].reserve(1)?;
        self.diagonal[0].put(source as u32 | (ANY_ARRIVAL as u32) << ARRIVAL, true);
        Ok(())
    }

    /// Lowers values to those of paths of one more straight step. Cells that were not reached have the largest number,
    /// blocked ones 0. `around` has the walkable cells around each slot. Returns whether no cell waits.
    pub(super) fn advance(&mut self, ground: &Ground, around: &[u16], values: &mut [u16]) -> Result<bool, OutOfMemory> {
        let (straight_cost, diagonal_cost) = (ground.lengths[0] as u32, ground.lengths[4] as u32);
        self.end += straight_cost;
        let [straight, next_straight] = &mut self.straight;
        let [diagonal, next_diagonal, last_diagonal] = &mut self.diagonal;
        // A cell has four steps of each kind.
        let most = 4 * (straight.count + diagonal.count);
        for list in [&mut *next_straight, next_diagonal, last_diagonal] {
            list.reserve(most)?;
        }
        let mut expansion = Expansion::new(ground, around, values, [straight_cost, diagonal_cost, self.end]);
        expansion.expand::<1>(straight, next_straight, [next_diagonal, last_diagonal]);
        expansion.expand::<2>(diagonal, next_straight, [next_diagonal, last_diagonal]);
        (straight.count, diagonal.count) = (0, 0);
        self.straight.rotate_left(1);
        self.diagonal.rotate_left(1);
        Ok(self.straight[0].count + self.diagonal[0].count + self.diagonal[1].count == 0)
    }
}

/// Expansion of lists.
struct Expansion<'a> {
    successors: &'static Successors,
    /// By direction, and by [`NO_STEP`]: the difference of slots.
    ways: [isize; 9],
    /// By direction: the arrival of an entry.
    arrivals: [u32; 9],
    around: &'a [u16],
    values: &'a mut [u16],
    straight_cost: u32,
    diagonal_cost: u32,
    end: u32,
}

impl<'a> Expansion<'a> {
    fn new(
        ground: &Ground,
        around: &'a [u16],
        values: &'a mut [u16],
        [straight_cost, diagonal_cost, end]: [u32; 3],
    ) -> Self {
        let rule = ground.rule;
        let (mut ways, mut arrivals) = ([0; 9], [0; 9]);
        for (direction, &way) in ground.ways.iter().enumerate() {
            ways[direction] = way;
            arrivals[direction] = (rule.arrival_by_step(direction) as u32) << ARRIVAL;
        }
        Self { successors: rule.successors(), ways, arrivals, around, values, straight_cost, diagonal_cost, end }
    }

    /// Expands the cells of a list. Most of them have at most `USUAL` steps of each kind.
    #[inline(always)]
    fn expand<const USUAL: usize>(&mut self, list: &List, next: &mut List, diagonal_lists: [&mut List; 2]) {
        for &cell in &list.cells[..list.count] {
            let (slot, arrival) = ((cell & ((1 << ARRIVAL) - 1)) as usize, (cell >> ARRIVAL) as usize);
            let value = u32::from(self.values[slot]);
            if value + self.straight_cost < self.end {
                // The cell was reached more cheaply since, and has been expanded.
                continue;
            }
            let steps = u32::from(self.successors[arrival][usize::from(self.around[slot]) % 512]);
            let (mut straight, mut diagonal) = (steps & 0b1111, steps & 0b1111_0000);
            let reached = value + self.straight_cost;
            for _ in 0..USUAL {
                self.step(slot, &mut straight, reached, next);
            }
            while straight != 0 {
                self.step(slot, &mut straight, reached, next);
            }
            let reached = value + self.diagonal_cost;
            let next = &mut *diagonal_lists[usize::from(reached >= self.end + self.straight_cost)];
            for _ in 0..USUAL {
                self.step(slot, &mut diagonal, reached, next);
            }
            while diagonal != 0 {
                self.step(slot, &mut diagonal, reached, next);
            }
        }
    }

    /// Takes the first one out of some steps and goes this step, or none if none is left.
    #[inline(always)]
    fn step(&mut self, slot: usize, steps: &mut u32, reached: u32, list: &mut List) {
        let direction = (*steps | 1 << NO_STEP).trailing_zeros() as usize;
        *steps &= steps.wrapping_sub(1);
        let to = slot.wrapping_add_signed(self.ways[direction]);
        let value = &mut self.values[to];
        let before = u32::from(*value);
        *value = reached.min(before) as u16;
        list.put(to as u32 | self.arrivals[direction], reached < before);
    }
}
