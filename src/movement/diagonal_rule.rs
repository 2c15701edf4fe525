//! Which steps are legal: the one place that knows how obstacles beside a diagonal step bear on it.

use crate::grid::NEIGHBOR_OFFSETS;

/// When a diagonal step is allowed, by the two cells that lie straight beside it.
///
/// The target of a step must always be walkable. The cell that is left need not be: a search may leave a blocked start.
///
/// The numbers are places in tables that have one for each rule; they are not those of the C ABI.
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
    /// Never: four neighbours.
    Never = 3,
}

impl DiagonalRule {
    /// Whether a diagonal step is allowed between two cells.
    pub(crate) const fn allows(self, first_walkable: bool, second_walkable: bool) -> bool {
        match self {
            Self::Always => true,
            Self::AtMostOneBlocked => first_walkable || second_walkable,
            Self::BothFree => first_walkable && second_walkable,
            Self::Never => false,
        }
    }

    /// Whether every step that this rule allows is one that `other` allows.
    pub(crate) const fn allows_no_more_than(self, other: Self) -> bool {
        /// How few steps a rule allows. All rules are in one chain.
        const fn strictness(rule: DiagonalRule) -> u8 {
            match rule {
                DiagonalRule::Always => 0,
                DiagonalRule::AtMostOneBlocked => 1,
                DiagonalRule::BothFree => 2,
                DiagonalRule::Never => 3,
            }
        }
        strictness(self) >= strictness(other)
    }
}

/// Whether `NEIGHBOR_OFFSETS[direction]` goes along both axes.
pub(crate) const fn is_diagonal(direction: usize) -> bool {
    let (dx, dy) = NEIGHBOR_OFFSETS[direction];
    dx != 0 && dy != 0
}

#[cfg(test)]
mod tests {
    use super::*;

    const RULES: [DiagonalRule; 4] =
        [DiagonalRule::Never, DiagonalRule::Always, DiagonalRule::BothFree, DiagonalRule::AtMostOneBlocked];

    #[test]
    fn rules_are_compared_by_the_steps_that_they_allow() {
        let around = [(false, false), (false, true), (true, false), (true, true)];
        for (rule, other) in RULES.into_iter().flat_map(|rule| RULES.map(|other| (rule, other))) {
            let is_within = around.iter().all(|&(a, b)| !rule.allows(a, b) || other.allows(a, b));
            assert_eq!(rule.allows_no_more_than(other), is_within, "{rule:?} and {other:?}");
        }
    }

    #[test]
    fn numbers_of_rules_are_places_in_a_table_of_four() {
        let mut places = RULES.map(|rule| rule as usize);
        places.sort_unstable();
        assert_eq!(places, [0, 1, 2, 3]);
    }
}
