//! The best path that a search over jumps has found, and which cells can't lead to a better one.

use super::engine::Progress;

/// The cost from which on a search leaves out cells and paths.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Bound {
    /// The cost of the best path so far. Before there is one: the query's limit and one unit more, or what keeps sums
    /// below 2^32.
    pub(super) best: u32,
    /// The node from which the best path leads straight to the goal, along one diagonal and one straight jump, or by
    /// its direct way; 0 for none.
    pub(super) parent: u32,
    /// Whether the best path takes the direct way from this node.
    pub(super) is_direct: bool,
    /// Whether the first bound is the query's limit.
    is_limited: bool,
    /// Whether something was left out because of the first bound: a path may then have been missed.
    pub(super) cut: bool,
}

impl Bound {
    /// Before a search whose sums may come to `widest`. `most_units`: the query's limit of cost.
    pub(super) fn new(widest: u32, most_units: Option<u64>) -> Self {
        let most = most_units.map_or(u64::MAX, |most| most.saturating_add(1));
        let best = u32::try_from(most).unwrap_or(widest).min(widest);
        Self { best, is_limited: most <= u64::from(widest), ..Self::default() }
    }

    #[inline(always)]
    pub(super) fn has_path(&self) -> bool {
        self.parent != 0
    }

    /// Whether a cell is left out: a path over it costs at least `f`.
    #[inline(always)]
    pub(super) fn leaves_out(&mut self, f: u32) -> bool {
        if f < self.best {
            return false;
        }
        self.leave_out();
        true
    }

    /// Notes that a cell is left out.
    #[inline(always)]
    pub(super) fn leave_out(&mut self) {
        self.cut |= self.parent == 0;
    }

    /// Records a path to the goal if it is the cheapest so far.
    #[inline(always)]
    pub(super) fn offer(&mut self, cost: u32, parent: u32) {
        if !self.leaves_out(cost) {
            (self.best, self.parent, self.is_direct) = (cost, parent, false);
        }
    }

    /// Records a path that takes the direct way from the node `parent`, if it is the cheapest so far.
    pub(super) fn offer_direct_way(&mut self, cost: u32, parent: u32) {
        let is_best = cost < self.best;
        self.offer(cost, parent);
        self.is_direct |= is_best;
    }

    /// The end of a search for an optimal path that counts in units of a number of parts.
    pub(super) fn end(&self, unit: u32) -> Progress {
        match self.parent {
            0 if self.cut && !self.is_limited => Progress::TooFar,
            0 => Progress::NoPath,
            _ => {
                let cost = u64::from(self.best) * u64::from(unit);
                Progress::Found { cost, least: cost }
            }
        }
    }
}
