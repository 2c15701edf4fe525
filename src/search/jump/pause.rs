//! Where a jump-point search goes on after it has reached its limit.

use super::JumpSearch;
use super::gait::Gait;

/// Where a search goes on. The nodes and the open list stay in the memory.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Pause {
    /// The node to expand next. It is not in the open list.
    pub(super) number: u32,
    pub(super) is_careful: bool,
    pub(super) pace: Pace,
    /// Of [`JumpSearch`].
    pub(super) best: u32,
    pub(super) best_parent: u32,
    pub(super) is_direct: bool,
    pub(super) is_limited: bool,
    pub(super) cut: bool,
    pub(super) patience: i64,
    pub(super) careful_after: u32,
    pub(super) direct_after: u32,
    pub(super) gait: Gait,
}

/// The growth of f, for [`STALL`](super::STALL).
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Pace {
    pub(super) largest_f: u32,
    pub(super) grown_at: u32,
    /// The number of jumps that an expansion allows.
    pub(super) allowed: i64,
    /// The number of expansions at the next check.
    pub(super) checked_at: u32,
}

impl<const FOUR: bool, const WORDS: usize> JumpSearch<'_, FOUR, WORDS> {
    /// Goes on where the search in the memory reached its limit.
    #[cold]
    pub(super) fn resume(&mut self) -> Pause {
        let pause = self.memory.pause;
        (self.best, self.best_parent, self.is_direct) = (pause.best, pause.best_parent, pause.is_direct);
        (self.cut, self.is_limited, self.patience) = (pause.cut, pause.is_limited, pause.patience);
        (self.careful_after, self.direct_after, self.gait) = (pause.careful_after, pause.direct_after, pause.gait);
        pause
    }

    /// Records where the search can go on later.
    #[cold]
    pub(super) fn pause(&mut self, pause: Pause) {
        let Self { best, best_parent, is_direct, is_limited, cut, patience, .. } = *self;
        let Self { careful_after, direct_after, gait, .. } = *self;
        self.memory.pause = Pause {
            best,
            best_parent,
            is_direct,
            is_limited,
            cut,
            patience,
            careful_after,
            direct_after,
            gait,
            ..pause
        };
    }
}
