//! Distances from cell to cell without branches, for maps full of small obstacles.
//!
//! There, jumps end after a few cells, and mispredicted branches take most of their time. Here every cell that is
//! reached waits in a list, and an expansion tries the cell's canonical steps one by one. A step writes the smaller one
//! of two distances, and writes its target behind the end of a list. The end moves on only if the distance fell.
//!
//! Lists are buckets as wide as a straight step (Dial, "Algorithm 360", 1969). A straight step leads from one list to
//! the next, and a diagonal step to the next or to the one after it. Cells reached by straight steps have separate
//! lists, because they have fewer steps to try.

use super::quantized_costs::QuantizedCosts;
use crate::OutOfMemory;
use crate::movement::{ANY_ARRIVAL, DIRECTIONS, DiagonalRule, Successors};

/// In place of a direction: a step that stays where it is.
const NO_STEP: usize = 8;

/// From this bit on, an entry of a list has the arrival at its cell. The bits below are the slot.
const ARRIVAL: u32 = 28;

/// The steps of a rule.
pub(super) struct CellSteps {
    successors: &'static Successors,
    /// By direction, and by [`NO_STEP`]: the difference of padded slots.
    ways: [isize; 9],
    /// By direction: the arrival of an entry.
    arrivals: [u32; 9],
}

impl CellSteps {
    /// For arrays with rows of `stride` slots.
    pub(super) fn new(rule: DiagonalRule, stride: usize) -> Self {
        let (mut ways, mut arrivals) = ([0; 9], [0; 9]);
        for (direction, (dx, dy)) in DIRECTIONS.into_iter().enumerate() {
            ways[direction] = dy as isize * stride as isize + dx as isize;
            arrivals[direction] = (rule.arrival_by_step(direction) as u32) << ARRIVAL;
        }
        Self { successors: rule.successors(), ways, arrivals }
    }
}

/// Cells that wait.
#[derive(Debug, Default)]
struct List {
    /// Of these, the first `count` wait.
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
}

impl CellLists {
    /// Lowers values to those of paths from a slot, whose value is 1. Other cells have the largest number, or 0 if they
    /// are blocked. The lowest nine bits of `flags` are the walkable cells at and around a slot. Both arrays go by
    /// padded slot.
    pub(super) fn measure(
        &mut self,
        steps: &CellSteps,
        costs: QuantizedCosts,
        flags: &[u32],
        values: &mut [u16],
        source: usize,
    ) -> Result<(), OutOfMemory> {
        let [straight, next_straight] = &mut self.straight;
        let [diagonal, next_diagonal, last_diagonal] = &mut self.diagonal;
        for list in [&mut *straight, next_straight, diagonal, next_diagonal, last_diagonal] {
            list.count = 0;
        }
        diagonal.reserve(1)?;
        diagonal.put(source as u32 | (ANY_ARRIVAL as u32) << ARRIVAL, true);
        let (straight_cost, diagonal_cost) = (costs.straight.into(), costs.diagonal.into());
        let mut expansion = Expansion { steps, flags, values, straight_cost, diagonal_cost, end: 1 + straight_cost };
        while straight.count + diagonal.count + next_diagonal.count > 0 {
            // A cell has four steps of each kind.
            let most = 4 * (straight.count + diagonal.count);
            for list in [&mut *next_straight, next_diagonal, last_diagonal] {
                list.reserve(most)?;
            }
            expansion.expand::<1>(straight, next_straight, [next_diagonal, last_diagonal]);
            expansion.expand::<2>(diagonal, next_straight, [next_diagonal, last_diagonal]);
            (straight.count, diagonal.count) = (0, 0);
            std::mem::swap(straight, next_straight);
            std::mem::swap(diagonal, next_diagonal);
            std::mem::swap(next_diagonal, last_diagonal);
            expansion.end += straight_cost;
        }
        Ok(())
    }
}

/// Expansion of lists.
struct Expansion<'a> {
    steps: &'a CellSteps,
    flags: &'a [u32],
    values: &'a mut [u16],
    straight_cost: u32,
    diagonal_cost: u32,
    /// The cells that are expanded now have values below this.
    end: u32,
}

impl Expansion<'_> {
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
            let steps = u32::from(self.steps.successors[arrival][self.flags[slot] as usize % 512]);
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
        let to = slot.wrapping_add_signed(self.steps.ways[direction]);
        let value = &mut self.values[to];
        let before = u32::from(*value);
        *value = reached.min(before) as u16;
        list.put(to as u32 | self.steps.arrivals[direction], reached < before);
    }
}
