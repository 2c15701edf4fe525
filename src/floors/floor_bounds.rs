//! Lower bounds of what it costs from a floor to each node. Routes from the floor measure by them what is left to their
//! goals, and look at fewer nodes. They hold as long as ways only turn out to be dearer.

use super::graph::{SUM, UNREACHED, Weight};
use crate::OutOfMemory;
use crate::bits::bit_rows::reserved;
use crate::held::{Held, held};
use crate::try_arc::TryArc;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// The most bytes that the bounds of a world may take; with more none are made.
const MOST_BYTES: usize = 64 << 20;

/// No path leads there.
pub(super) const FAR: u64 = u64::MAX;

/// Larger bounds count as this one: with what is left they fit a weight.
pub(super) const MOST_FINE: u64 = 1 << 62;

/// The bounds from one floor, in fine units.
#[derive(Debug, Default)]
pub(super) struct FloorBounds {
    /// By node, to where a link leads.
    arrived: Vec<u64>,
    /// By node, to where a link is taken.
    leaving: Vec<u64>,
}

held!(FloorBounds: arrived, leaving);

impl FloorBounds {
    #[inline(always)]
    pub(super) fn arrived(&self, node: u32) -> Weight {
        weight(self.arrived[node as usize])
    }

    #[inline(always)]
    pub(super) fn leaving(&self, node: u32) -> Weight {
        weight(self.leaving[node as usize])
    }

    /// Bounds by node, in fine units, or [`FAR`].
    pub(super) fn new(arrived: Vec<u64>, leaving: Vec<u64>) -> Self {
        Self { arrived, leaving }
    }
}

fn weight(fine: u64) -> Weight {
    if fine == FAR { UNREACHED } else { Weight::from(fine) << SUM }
}

/// The bounds from one floor, and the number of ways that routes have looked at without them.
#[derive(Debug, Default)]
struct Kept {
    looked_at: AtomicU64,
    bounds: OnceLock<TryArc<FloorBounds>>,
}

/// The bounds of a world.
#[derive(Debug, Default)]
pub(super) struct KeptBounds {
    /// By floor; none where the bounds would take too much memory.
    floors: Vec<Kept>,
    /// Number of ways that making the bounds from one floor looks at.
    price: u64,
}

impl KeptBounds {
    /// Room for the bounds of a world whose floors have these numbers of ends.
    pub(super) fn new(ends: impl Iterator<Item = usize> + Clone) -> Result<Self, OutOfMemory> {
        let (count, nodes) = (ends.clone().count(), ends.clone().sum::<usize>());
        if count.saturating_mul(nodes).saturating_mul(2 * size_of::<u64>()) > MOST_BYTES {
            return Ok(Self::default());
        }
        let mut floors = reserved(count)?;
        floors.resize_with(count, Kept::default);
        Ok(Self { floors, price: ends.map(|ends| (ends * ends) as u64).sum() })
    }

    /// The bounds from a floor, if they are there.
    pub(super) fn get(&self, floor: u32) -> Option<TryArc<FloorBounds>> {
        self.floors.get(floor as usize)?.bounds.get().cloned()
    }

    /// Whether there is room for bounds from a floor, but none are there.
    pub(super) fn lacks(&self, floor: u32) -> bool {
        self.floors.get(floor as usize).is_some_and(|kept| kept.bounds.get().is_none())
    }

    /// Whether routes from a floor have taken as long as making bounds takes.
    pub(super) fn is_due(&self, floor: u32) -> bool {
        self.floors.get(floor as usize).is_some_and(|kept| kept.looked_at.load(Relaxed) > self.price)
    }

    /// Keeps the bounds from a floor. Another thread may have kept the same ones meanwhile.
    pub(super) fn keep(&self, floor: u32, bounds: FloorBounds) -> Result<(), OutOfMemory> {
        if let Some(kept) = self.floors.get(floor as usize) {
            let _ = kept.bounds.set(TryArc::try_new(bounds)?);
        }
        Ok(())
    }

    /// Counts ways that a route from a floor has looked at.
    pub(super) fn count(&self, floor: u32, looked_at: u64) {
        if let Some(kept) = self.floors.get(floor as usize) {
            kept.looked_at.fetch_add(looked_at, Relaxed);
        }
    }

    /// Memory held, in bytes.
    pub(super) fn bytes(&self) -> usize {
        let bounds = self.floors.iter().filter_map(|kept| kept.bounds.get());
        self.floors.bytes() + bounds.map(|bounds| TryArc::<FloorBounds>::BYTES + Held::bytes(&**bounds)).sum::<usize>()
    }
}
