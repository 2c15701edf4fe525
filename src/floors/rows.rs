//! The rest of paths from all nodes to one end, kept for each end to which paths have led: a query looks up what it
//! costs between an end of its start's floor and an end of its goal's floor.

use super::graph::{Graph, UNREACHED, Weight};
use crate::bits::bit_rows::reserved;
use crate::held::{Held, held};
use crate::try_arc::TryArc;
use crate::{OutOfMemory, refill};
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Worlds of more nodes have no rows: all together take 24 bytes for each two nodes.
const MOST_NODES: usize = 1024;

/// From this query of a world on, and from as many as the world has nodes, rows are used: all rows together take about
/// as long to make as these queries took without them.
const QUIET: u32 = 8;

/// The rest of the path from each node to one end, at which a link arrives.
#[derive(Debug)]
pub(super) struct Row {
    /// By node from which a link is taken, what is left.
    pub(super) leaving: Vec<Weight>,
    /// By node, the arc that is taken from it.
    pub(super) arcs: Vec<u32>,
    /// By node to which a link led, the node to which the way leads; [`NONE`](super::graph::NONE) at the end.
    pub(super) ways: Vec<u32>,
}

held!(Row: leaving, arcs, ways);

/// The rows of a world.
#[derive(Debug, Default)]
pub(super) struct Rows {
    queries: AtomicU32,
    list: Mutex<RowList>,
}

#[derive(Debug, Default)]
struct RowList {
    /// By node.
    rows: Vec<Option<TryArc<Row>>>,
    bytes: usize,
}

impl Rows {
    /// Counts a query. Returns whether there were enough of them for rows to be worth their time.
    pub(super) fn count_query(&self, count: usize) -> bool {
        count <= MOST_NODES && self.queries.fetch_add(1, Relaxed) >= QUIET.max(count as u32)
    }

    /// The row of an end, if it is known.
    pub(super) fn known(&self, end: u32) -> Option<TryArc<Row>> {
        self.lock().rows.get(end as usize)?.clone()
    }

    /// Keeps the row of an end, one of `count` nodes.
    pub(super) fn keep(&self, count: usize, end: u32, row: Row) -> Result<TryArc<Row>, OutOfMemory> {
        let bytes = row.bytes() + TryArc::<Row>::BYTES;
        let row = TryArc::try_new(row)?;
        let mut list = self.lock();
        if list.rows.is_empty() {
            let mut rows = reserved(count)?;
            rows.resize(count, None);
            list.rows = rows;
        }
        if list.rows[end as usize].is_none() {
            list.bytes += bytes;
        }
        list.rows[end as usize] = Some(row.clone());
        Ok(row)
    }

    /// Memory held, in bytes.
    pub(super) fn bytes(&self) -> usize {
        let list = self.lock();
        list.bytes + list.rows.capacity() * size_of::<Option<TryArc<Row>>>()
    }

    /// No code panics while it holds the lock, so that what it guards is right in any case.
    fn lock(&self) -> MutexGuard<'_, RowList> {
        self.list.lock().unwrap_or_else(PoisonError::into_inner)
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
