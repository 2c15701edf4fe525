//! Bins of 2 x 2 cells, in which agents are found.

use super::numbers::Point;
use crate::OutOfMemory;
use crate::grid::GridSize;
use crate::held::held;
use std::ops::Range;

/// A bin is 2^17 units wide.
const SHIFT: u32 = 17;

/// Bins along a side, at least.
const LEAST: u32 = 16;

/// The most ranges of [`Bins::around`].
pub(super) const MOST_RANGES: usize = 32;

/// Bins on a torus: about two for each agent, so that a tick takes no longer on a larger map. Agents far apart may
/// share a bin; who looks for neighbors compares distances.
#[derive(Debug, Default)]
pub(super) struct Bins {
    columns: u32,
    rows: u32,
    /// By bin, the first place of its agents in the sorted order, and the number of all agents at the end.
    first: Vec<u32>,
}

held!(Bins: first);

/// The columns and rows of the bins for a number of agents on a map.
fn columns_and_rows(agents: usize, size: GridSize) -> (u32, u32) {
    let side = ((2 * agents).isqrt() as u32).max(LEAST).next_power_of_two();
    let most = |cells: u32| (cells / 2 + 1).max(LEAST).next_power_of_two();
    (side.min(most(size.width)), side.min(most(size.height)))
}

fn count_of((columns, rows): (u32, u32)) -> usize {
    (columns * rows) as usize + 2
}

impl Bins {
    /// Reserves the memory of bins for a number of agents on a map.
    pub(super) fn reserve(&mut self, agents: usize, size: GridSize) -> Result<(), OutOfMemory> {
        let count = count_of(columns_and_rows(agents, size));
        Ok(self.first.try_reserve_exact(count.saturating_sub(self.first.len()))?)
    }

    /// Takes the shape for a number of agents on a map, for which there is memory. The shape depends on nothing that
    /// was before.
    pub(super) fn fit(&mut self, agents: usize, size: GridSize) {
        let shape = columns_and_rows(agents, size);
        if (self.columns, self.rows) != shape {
            (self.columns, self.rows) = shape;
            self.first.resize(count_of(shape), 0);
        }
    }

    /// The bin of a point, which may be far outside of the torus.
    #[inline(always)]
    pub(super) fn column_and_row(at: Point) -> (i32, i32) {
        (at.x >> SHIFT, at.y >> SHIFT)
    }

    #[inline(always)]
    fn index(&self, at: Point) -> usize {
        let (column, row) = Self::column_and_row(at);
        ((row as u32 & (self.rows - 1)) * self.columns + (column as u32 & (self.columns - 1))) as usize
    }

    /// Begins to sort.
    pub(super) fn clear(&mut self) {
        self.first.fill(0);
    }

    /// Counts an agent.
    #[inline(always)]
    pub(super) fn count(&mut self, at: Point) {
        let index = self.index(at);
        self.first[index + 2] += 1;
    }

    /// After all agents are counted.
    pub(super) fn sum(&mut self) {
        let mut sum = 0;
        for first in &mut self.first {
            sum += *first;
            *first = sum;
        }
    }

    /// The place of the next agent of a bin. Once all agents have places, each bin has its range.
    #[inline(always)]
    pub(super) fn place(&mut self, at: Point) -> usize {
        let index = self.index(at);
        let next = &mut self.first[index + 1];
        *next += 1;
        *next as usize - 1
    }

    /// The ranges of places in the bins up to `reach` bins around a bin, by row. Returns their number.
    #[inline(always)]
    pub(super) fn around(&self, (column, row): (i32, i32), reach: i32, out: &mut [Range<u32>; MOST_RANGES]) -> usize {
        let (wide, tall) = ((2 * reach as u32 + 1).min(self.columns), (2 * reach as u32 + 1).min(self.rows));
        let left = (column - reach) as u32 & (self.columns - 1);
        let mut count = 0;
        let mut add = |from: u32, to: u32| {
            let range = self.first[from as usize]..self.first[to as usize];
            if !range.is_empty() {
                out[count] = range;
                count += 1;
            }
        };
        for number in 0..tall {
            let start = ((row - reach) as u32).wrapping_add(number) & (self.rows - 1);
            let (start, end) = (start * self.columns, left + wide);
            if end <= self.columns {
                add(start + left, start + end);
            } else {
                add(start + left, start + self.columns);
                add(start, start + end - self.columns);
            }
        }
        count
    }
}
