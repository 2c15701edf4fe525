//! The bounds of searches in weighted terrain: of costs, and of the ranges of f in the open list.

use crate::search::engine::Progress;

/// Buckets of the open list are no wider than this part of a straight step in the cheapest terrain.
pub(super) const BUCKET_PARTS: u32 = 16;

/// The best path so far, and whether others were left out.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Bound {
    /// Cells that can't lead to a cheaper path than this are not queued. Before a path is found, the query's limit of
    /// cost, or 2^32 - 1.
    pub(super) best: u32,
    /// The last node of the best path; 0 for none.
    pub(super) best_parent: u32,
    /// Whether the first bound is the query's limit.
    is_limited: bool,
    /// Whether anything was left out although no path was known: its cost came near 2^32, or is above the query's
    /// limit.
    pub(super) cut: bool,
}

impl Bound {
    /// For a query's limit of cost in parts, and a search that counts in units of a number of parts.
    pub(super) fn new(max_cost: Option<u64>, unit: u32) -> Self {
        let most = max_cost.map_or(u64::MAX, |most| most / u64::from(unit) + 1);
        let best = u32::try_from(most).unwrap_or(u32::MAX);
        Self { best, best_parent: 0, is_limited: best < u32::MAX, cut: false }
    }

    /// Notes a path over a node, if it is the cheapest so far.
    #[inline(always)]
    pub(super) fn offer(&mut self, cost: u32, parent: u32) {
        if cost < self.best {
            (self.best, self.best_parent) = (cost, parent);
        } else {
            self.leave_out();
        }
    }

    /// Notes that a cell is left out, because no path over it is cheaper.
    #[inline(always)]
    pub(super) fn leave_out(&mut self) {
        self.cut |= self.best_parent == 0;
    }

    /// The end of the search, whose costs are in a number of parts.
    pub(super) fn end(&self, unit: u32) -> Progress {
        match self.best_parent {
            0 if self.cut && !self.is_limited => Progress::TooFar,
            0 => Progress::NoPath,
            _ => {
                let cost = u64::from(self.best) * u64::from(unit);
                Progress::Found { cost, least: cost }
            }
        }
    }
}
