//! How much of a field a call may read or write before it pauses.

/// Cells that were visited, and the number at which to pause. A visit is a cell that is read, copied, cleared or
/// written, or work that takes about as long: some ten nanoseconds.
#[derive(Debug)]
pub struct Visits {
    spent: u64,
    most: u64,
}

impl Visits {
    /// About `most` visits; 0 for no limit.
    pub fn new(most: u64) -> Self {
        Self { spent: 0, most: if most == 0 { u64::MAX } else { most } }
    }

    /// Whether no visit is left.
    pub fn are_spent(&self) -> bool {
        self.spent >= self.most
    }

    /// Whether there is no limit.
    pub fn are_unlimited(&self) -> bool {
        self.most == u64::MAX
    }

    /// Counts visits that were made.
    pub(crate) fn spend(&mut self, visits: u64) {
        self.spent = self.spent.saturating_add(visits);
    }

    /// Number of visits that are left.
    pub(crate) fn left(&self) -> u64 {
        self.most.saturating_sub(self.spent)
    }

    /// The next places of a list from `next` to `end`: at most [`SHARE`](Self::SHARE) of them, each of which takes
    /// `each` visits, which are counted. None if no visit is left.
    pub(crate) fn share(&mut self, next: usize, end: usize, each: u64) -> std::ops::Range<usize> {
        let most = (self.left().div_ceil(each)).min(Self::SHARE as u64) as usize;
        let count = end.saturating_sub(next).min(most);
        self.spend(count as u64 * each);
        next..next + count
    }

    /// The most places of a list that are visited without a look at what is left.
    const SHARE: usize = 1024;

    /// Number of visits so far.
    #[cfg(test)]
    pub(crate) fn spent(&self) -> u64 {
        self.spent
    }
}
