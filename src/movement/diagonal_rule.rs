//! The rule book: which diagonal steps are legal.
//!
//! Every table and bit mask of steps follows from the functions on words below, by way of `steps_around`. Bit i of each
//! word answers for cell i of 64; the tables of `step_tables` and `canonical` use words of one bit. `tests` holds them
//! all against the definitions.

/// When a diagonal step is allowed, by the two cells that lie straight beside it.
///
/// The target of a step must always be walkable. The cell that is left need not be: a search may leave a blocked start.
///
/// A rule with a larger number allows fewer steps. The numbers are indexes into tables with one entry for each rule.
/// They are not those of the C ABI.
#[repr(u8)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum DiagonalRule {
    /// Always, also between two obstacles.
    #[default]
    Always = 0,
    /// When at most one of the two straight cells is blocked.
    AtMostOneBlocked = 1,
    /// Only when both straight cells are walkable, so that no corner is cut.
    BothFree = 2,
    /// Never: four neighbors.
    Never = 3,
}

impl DiagonalRule {
    /// All rules, by their numbers.
    pub(crate) const ALL: [Self; 4] = [Self::Always, Self::AtMostOneBlocked, Self::BothFree, Self::Never];

    /// The bits at which a diagonal step to a walkable cell is legal. `first` and `second` are the walkable bits of the
    /// two cells beside the step.
    #[inline(always)]
    pub(crate) const fn allows_between(self, first: u64, second: u64) -> u64 {
        self.allows_ways([first, !0], [second, !0])
    }

    /// The bits at which a diagonal step to a walkable cell is legal where there are walls between cells. Each of the
    /// two ways around the corner is given by the walkable bits of its cell beside the step, and the bits at which no
    /// wall closes one of its two straight steps.
    #[inline(always)]
    pub(crate) const fn allows_ways(self, first: [u64; 2], second: [u64; 2]) -> u64 {
        // Words that are all ones or zero, so that loops over words need no code of their own for each rule.
        let passes_obstacles = ones_if(matches!(self, Self::Always));
        let asks_for_one = ones_if(matches!(self, Self::Always | Self::AtMostOneBlocked));
        let has_any = ones_if(!matches!(self, Self::Never));
        let (first, second) = ((first[0] | passes_obstacles) & first[1], (second[0] | passes_obstacles) & second[1]);
        (first & second | asks_for_one & (first | second)) & has_any
    }

    /// Whether other steps than those of a diagonal jump can be canonical after a diagonal step.
    pub(crate) const fn forces_diagonals(self) -> bool {
        matches!(self, Self::Always | Self::AtMostOneBlocked)
    }

    /// The bits at which a diagonal step to `target` is legal.
    #[inline(always)]
    pub(crate) const fn allows_diagonal(self, target: u64, first: u64, second: u64) -> u64 {
        target & self.allows_between(first, second)
    }

    /// Whether every step that this rule allows is one that `other` allows.
    pub(crate) const fn allows_no_more_than(self, other: Self) -> bool {
        self as u8 >= other as u8
    }
}

/// A word of ones, or of zeros.
#[inline(always)]
const fn ones_if(is_so: bool) -> u64 {
    if is_so { !0 } else { 0 }
}
