//! Cells that wait, by their distances: Dial, "Algorithm 360: Shortest-Path Forest with Topological Ordering", 1969.

use crate::grid::MapError;

/// Stands for no entry.
const NONE: u32 = u32::MAX;

/// Cells that wait in numbered buckets, the last one of a bucket on top. Numbers share buckets modulo a power of two.
pub(in crate::index) struct DistanceBuckets<T> {
    /// The topmost entry of each bucket.
    tops: Vec<u32>,
    /// A cell, and the entry below it in its bucket.
    entries: Vec<(T, u32)>,
    /// The topmost entry that is not in use.
    unused: u32,
    waiting: usize,
}

impl<T: Copy> DistanceBuckets<T> {
    pub(in crate::index) fn new() -> Self {
        Self { tops: Vec::new(), entries: Vec::new(), unused: NONE, waiting: 0 }
    }

    /// Empties the buckets. The numbers of cells that wait at once will differ by less than `count`.
    pub(in crate::index) fn begin(&mut self, count: usize) -> Result<(), MapError> {
        let count = count.next_power_of_two();
        self.tops.clear();
        self.tops.try_reserve_exact(count)?;
        self.tops.resize(count, NONE);
        self.entries.clear();
        (self.unused, self.waiting) = (NONE, 0);
        Ok(())
    }

    /// Whether no cell waits.
    pub(in crate::index) fn are_empty(&self) -> bool {
        self.waiting == 0
    }

    /// Takes the topmost cell out of the bucket with a number.
    #[inline(always)]
    pub(in crate::index) fn take(&mut self, number: u32) -> Option<T> {
        let bucket = number as usize & (self.tops.len() - 1);
        let top = self.tops[bucket];
        let (cell, below) = self.entries.get_mut(top as usize)?;
        self.tops[bucket] = std::mem::replace(below, self.unused);
        self.unused = top;
        self.waiting -= 1;
        Some(*cell)
    }

    /// Puts a cell on top of the bucket with a number.
    #[inline(always)]
    pub(in crate::index) fn put(&mut self, number: u32, cell: T) -> Result<(), MapError> {
        if self.unused == NONE {
            self.grow(cell)?;
        }
        let bucket = number as usize & (self.tops.len() - 1);
        let entry = self.unused;
        let (place, below) = &mut self.entries[entry as usize];
        *place = cell;
        self.unused = std::mem::replace(below, self.tops[bucket]);
        self.tops[bucket] = entry;
        self.waiting += 1;
        Ok(())
    }

    /// Adds an entry that is not in use.
    #[cold]
    #[inline(never)]
    fn grow(&mut self, cell: T) -> Result<(), MapError> {
        self.entries.try_reserve(1)?;
        self.unused = self.entries.len() as u32;
        self.entries.push((cell, NONE));
        Ok(())
    }
}
