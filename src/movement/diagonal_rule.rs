//! The rule book: which steps are legal, and which steps an obstacle forces on a jump-point search.
//!
//! Every other table and bit mask of steps follows from the three functions on words below. Bit i of each word answers
//! for cell i of 64, so that the jump points of 64 cells come from one call; the tables of `step_tables` and
//! `canonical` call the same functions with words of one bit. `tests` holds them all against the definitions.

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
        match self {
            Self::Always => !0,
            Self::AtMostOneBlocked => first | second,
            Self::BothFree => first & second,
            Self::Never => 0,
        }
    }

    /// Which steps to one side a search must try after a straight step, where they are legal: the step straight aside,
    /// and the diagonal one ahead.
    ///
    /// ```text
    ///    behind  side  ahead        the search comes from the left and stands below `side`
    ///       ->    .
    /// ```
    ///
    /// Where corners may be cut, an obstacle at `side` leaves the cell ahead of it to this step alone. Else an obstacle
    /// at `behind` leaves both cells to steps from here.
    #[inline(always)]
    pub(super) const fn forces_after_straight(self, side: u64, behind: u64) -> [u64; 2] {
        match self {
            Self::Always | Self::AtMostOneBlocked => [0, !side],
            Self::BothFree | Self::Never => [!behind, !behind],
        }
    }

    /// Where a search must try the diagonal step to one side after a diagonal step, where that is legal. `passed` is
    /// the cell on this side that the step came past.
    ///
    /// ```text
    ///    target   .   ahead
    ///    passed   x                 the search comes from the lower left and stands at x
    ///      /      .
    /// ```
    #[inline(always)]
    pub(super) const fn forces_after_diagonal(self, passed: u64) -> u64 {
        match self {
            Self::Always | Self::AtMostOneBlocked => !passed,
            Self::BothFree | Self::Never => 0,
        }
    }

    /// Whether steps can be forced after a diagonal step.
    pub(crate) const fn forces_diagonals(self) -> bool {
        self.forces_after_diagonal(0) != 0
    }

    /// The bits at which a straight jump ends because of an obstacle on one side of its line: a step to this side is
    /// forced and legal there. All arguments are walkable bits, as seen from the cell of each bit: `front` of the next
    /// cell of the line, `side` of the cell beside, `side_behind` and `side_ahead` of the cells before and after `side`
    /// in the direction of travel. The caller masks the result by the walkable cells of the line.
    #[inline(always)]
    pub(crate) const fn ends_straight_jump(self, front: u64, side: u64, side_behind: u64, side_ahead: u64) -> u64 {
        let [aside, diagonal] = self.forces_after_straight(side, side_behind);
        aside & side | diagonal & side_ahead & self.allows_between(front, side)
    }

    /// The bits at which a diagonal jump has a forced, legal step to one side. `passed` and `target` are as in the
    /// drawing of `forces_after_diagonal`; `side` is the cell between `target` and the cell ahead.
    #[inline(always)]
    pub(crate) const fn forces_diagonal_jump(self, passed: u64, side: u64, target: u64) -> u64 {
        self.forces_after_diagonal(passed) & target & self.allows_between(passed, side)
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
