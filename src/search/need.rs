//! When the memory of searches is given back.

/// After this number of searches, memory that none of them needed is given back.
const WATCHED_SEARCHES: u32 = 64;

/// How much of its memory the last searches needed.
#[derive(Debug, Default)]
pub(super) struct Need {
    /// The number of searches since memory was last given back or checked.
    searches: u32,
    /// The largest number of nodes or entries that one of them needed.
    most: usize,
}

impl Need {
    /// Notes what the last search needed. Returns whether to give all memory back, because there is room for `kept`
    /// nodes or entries, and for four times as many as any of the last searches needed.
    pub(super) fn note(&mut self, needed: usize, kept: usize, room: impl FnOnce() -> usize) -> bool {
        self.most = self.most.max(needed);
        self.searches += 1;
        if self.searches < WATCHED_SEARCHES {
            return false;
        }
        let most = std::mem::take(self).most;
        room() > 4 * most.max(kept / 4)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_given_back_after_many_searches_that_needed_little_of_it() {
        let mut need = Need::default();
        let mut notes = |needed: usize, room: usize| (0..2 * WATCHED_SEARCHES).any(|_| need.note(needed, 100, || room));
        assert!(!notes(10, 100) && !notes(50, 200) && notes(50, 201) && notes(0, 101));
    }
}
