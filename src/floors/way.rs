//! The cost of a way between two cells of a floor, as far as it is known.

/// The cost of a way in parts, or a lower bound of it: `parts << 1`, and 1 for a cost. Ways are at most as long as a
/// map has cells, so that 63 bits are enough.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Way(pub(super) u64);

impl Way {
    /// There is no way.
    pub(super) const NONE: Self = Self(u64::MAX);
    /// From a cell to itself.
    pub(super) const STAY: Self = Self::exact(0);

    pub(super) const fn exact(parts: u64) -> Self {
        Self(parts << 1 | 1)
    }

    pub(super) const fn at_least(parts: u64) -> Self {
        Self(parts << 1)
    }

    /// Whether the cost is known.
    #[inline(always)]
    pub(super) fn is_exact(self) -> bool {
        self.0 & 1 == 1
    }

    /// The cost, or its lower bound; `None` if there is no way.
    #[inline(always)]
    pub(super) fn parts(self) -> Option<u64> {
        if self == Self::NONE { None } else { Some(self.0 >> 1) }
    }

    /// Takes over what is known of the same way, if there is one.
    pub(super) fn take_over(&mut self, known: Self) {
        if *self != Self::NONE {
            *self = known;
        }
    }

    /// The way after an edit, of which a path through the edited cells costs at least `through`.
    pub(super) fn after_edit(self, through: u64) -> Self {
        match self.0 >> 1 {
            // A path through the edited cells is dearer: they do not matter.
            parts if parts < through => self,
            parts => Self::at_least(parts.min(through)),
        }
    }
}
