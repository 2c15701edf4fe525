//! The rest of paths from all nodes to one end, kept for each end to which paths have led: a query looks up what it
//! costs between an end of its start's floor and an end of its goal's floor.

use super::graph::{Graph, UNREACHED, Weight};
use crate::bits::bit_rows::reserved;
use crate::held::{Held, held};
use crate::{OutOfMemory, refill};
use std::sync::atomic::{AtomicI64, AtomicU32, Ordering::Relaxed};
use std::sync::{PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

/// The most bytes that the rows of a world take. Then all begin anew.
const MOST_BYTES: usize = 64 << 20;

/// At the earliest from this query of a world on, and from an eighth of its nodes on, rows are made and used.
const QUIET: u32 = 8;

/// A world is short-lived if it had fewer queries than this many times its nodes before an edit.
const LIFE: u64 = 4;

/// A query takes as long as looking at this many ways, besides those that its route looks at.
const WAYS_BY_QUERY: u64 = 1 << 17;

/// A node from which paths take a link, and what is left from there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Root {
    /// Upper and lower half of a weight. A `u128` would align the root to 16 bytes.
    left: [u64; 2],
    pub(super) node: u32,
    /// The arc that is taken.
    pub(super) arc: u32,
}

impl Root {
    pub(super) fn new(left: Weight, node: u32, arc: u32) -> Self {
        Self { left: [(left >> 64) as u64, left as u64], node, arc }
    }

    #[inline(always)]
    pub(super) fn left(&self) -> Weight {
        Weight::from(self.left[0]) << 64 | Weight::from(self.left[1])
    }
}

/// The rest of paths to one end, at which a link arrives: of each floor, the roots by what is left. No path does better
/// by another node.
#[derive(Debug)]
pub(super) struct Row {
    roots: Vec<Root>,
    /// By floor, its first root; and the number of roots.
    first: Vec<u32>,
}

held!(Row: roots, first);

impl Row {
    /// The row of some roots, by what is left.
    pub(super) fn of(roots: &[Root], graph: &Graph, floors: usize) -> Result<Self, OutOfMemory> {
        let mut first = Vec::new();
        refill(&mut first, floors + 1, 0)?;
        for root in roots {
            first[graph.floor_of(root.node) as usize + 1] += 1;
        }
        for floor in 0..floors {
            first[floor + 1] += first[floor];
        }
        let mut next: Vec<u32> = reserved(floors)?;
        next.extend_from_slice(&first[..floors]);
        let mut sorted = reserved(roots.len())?;
        sorted.resize(roots.len(), Root::new(0, 0, 0));
        for root in roots {
            let place = &mut next[graph.floor_of(root.node) as usize];
            sorted[*place as usize] = *root;
            *place += 1;
        }
        Ok(Self { roots: sorted, first })
    }

    /// The roots of a floor, by what is left.
    #[inline(always)]
    pub(super) fn roots(&self, floor: u32) -> &[Root] {
        &self.roots[self.first[floor as usize] as usize..self.first[floor as usize + 1] as usize]
    }
}

/// The rows of a world.
#[derive(Debug, Default)]
pub(super) struct Rows {
    queries: AtomicU32,
    /// From this query on, rows are made and used.
    quiet: u32,
    /// Number of ways that routes have looked at because a row was missing, less those that rows have looked at.
    balance: AtomicI64,
    list: RwLock<RowList>,
}

/// The rows that are known.
#[derive(Debug, Default)]
pub(super) struct RowList {
    /// By node.
    rows: Vec<Option<Row>>,
    /// By floor and node: what is left at least from any root of the floor, if there is a row; else 0.
    least: Vec<Weight>,
    bytes: usize,
}

impl RowList {
    /// By node, a lower bound of what is left from all ends of a floor to it; empty if there are no rows.
    pub(super) fn least(&self, floor: u32) -> &[Weight] {
        self.least.get(floor as usize * self.rows.len()..).map_or(&[], |least| &least[..self.rows.len()])
    }

    #[inline(always)]
    pub(super) fn get(&self, end: u32) -> Option<&Row> {
        self.rows.get(end as usize)?.as_ref()
    }
}

impl Rows {
    /// The rows of a world of `count` nodes. After a short-lived world another one is expected: rows wait for twice
    /// as many queries as that one had.
    pub(super) fn following(old: Option<&Self>, count: usize) -> Self {
        let lived = old.map_or(0, |old| old.queries.load(Relaxed));
        let is_short = u64::from(lived) < LIFE * count as u64;
        let quiet = QUIET.max(count as u32 / 8).max(if is_short { 2 * lived } else { 0 });
        Self { quiet, ..Self::default() }
    }

    /// Counts a query. Returns whether there were enough of them for rows to be worth their time.
    pub(super) fn count_query(&self) -> bool {
        self.queries.fetch_add(1, Relaxed) >= self.quiet
    }

    /// Whether a row may be made: rows take no longer than routes without them took.
    pub(super) fn may_make(&self) -> bool {
        self.balance.load(Relaxed) >= 0
    }

    /// Counts a route for which rows were missing.
    pub(super) fn earn(&self, ways: u64) {
        self.balance.fetch_add((ways + WAYS_BY_QUERY) as i64, Relaxed);
    }

    pub(super) fn spend(&self, ways: u64) {
        self.balance.fetch_sub(ways as i64, Relaxed);
    }

    /// The rows that are known.
    pub(super) fn known(&self) -> RwLockReadGuard<'_, RowList> {
        self.list.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// Keeps the row of an end, one of `count` nodes on some floors.
    pub(super) fn keep(&self, (count, floors): (usize, usize), end: u32, row: Row) -> Result<(), OutOfMemory> {
        let bytes = row.bytes();
        let mut list = self.changed();
        if list.rows.is_empty() {
            let mut rows = reserved(count)?;
            rows.resize_with(count, || None);
            refill(&mut list.least, floors * count, 0)?;
            list.rows = rows;
        }
        if list.bytes + bytes > MOST_BYTES {
            list.rows.iter_mut().for_each(|row| *row = None);
            list.least.fill(0);
            list.bytes = 0;
        }
        for floor in 0..floors {
            let least = row.roots(floor as u32).first().map_or(UNREACHED, Root::left);
            list.least[floor * count + end as usize] = least;
        }
        let before = list.rows[end as usize].replace(row).map_or(0, |row| row.bytes());
        list.bytes = list.bytes + bytes - before;
        Ok(())
    }

    /// Number of rows that are known.
    #[cfg(test)]
    pub(super) fn count(&self) -> usize {
        self.known().rows.iter().flatten().count()
    }

    /// Memory held, in bytes.
    pub(super) fn bytes(&self) -> usize {
        let list = self.known();
        list.bytes + list.rows.capacity() * size_of::<Option<Row>>() + list.least.bytes()
    }

    /// No code panics while it holds the lock, so that what it guards is right in any case.
    fn changed(&self) -> RwLockWriteGuard<'_, RowList> {
        self.list.write().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Lower bounds of what links cost between floors, whatever is walked: by floor and floor.
#[derive(Debug, Default)]
pub(super) struct FloorCosts {
    floors: usize,
    least: Vec<Weight>,
}

/// With more floors the bounds would take long.
const MOST_FLOORS: usize = 64;

impl FloorCosts {
    pub(super) fn new(world: &Graph, floors: usize) -> Result<Self, OutOfMemory> {
        if floors > MOST_FLOORS {
            return Ok(Self::default());
        }
        let mut least = Vec::new();
        refill(&mut least, floors * floors, UNREACHED)?;
        for arc in &world.arcs {
            let (from, to) = (world.floor_of(arc.from) as usize, world.floor_of(arc.to) as usize);
            let place = &mut least[from * floors + to];
            *place = (*place).min(arc.weight());
        }
        for (middle, from) in (0..floors).flat_map(|middle| (0..floors).map(move |from| (middle, from))) {
            let before = least[from * floors + middle];
            for to in 0..floors {
                let through = before.saturating_add(least[middle * floors + to]);
                let place = &mut least[from * floors + to];
                *place = (*place).min(through);
            }
        }
        Ok(Self { floors, least })
    }

    /// The least weight of a path by links that leads from one floor to another, or back to the same.
    pub(super) fn least(&self, from: u32, to: u32) -> Weight {
        self.least.get(from as usize * self.floors + to as usize).copied().unwrap_or(0)
    }

    pub(super) fn bytes(&self) -> usize {
        self.least.capacity() * size_of::<Weight>()
    }
}
