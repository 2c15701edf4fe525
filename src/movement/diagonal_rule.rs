//! Which steps are legal: the one place that knows how obstacles beside a diagonal step bear on it.

use crate::grid::NEIGHBOR_OFFSETS;

/// When a diagonal step is allowed, by the two cells that lie straight beside it.
///
/// The target of a step must always be free. The cell that is left need not be: a search may leave a blocked start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum DiagonalRule {
    /// Always, also between two obstacles.
    #[default]
    Always,
    /// When at most one of the two straight cells is blocked.
    AtMostOneBlocked,
    /// Only when both straight cells are free, so that no corner is cut.
    BothFree,
    /// Never: four neighbours.
    Never,
}

impl DiagonalRule {
    /// Whether a diagonal step is allowed between two cells.
    pub(crate) const fn allows(self, first_free: bool, second_free: bool) -> bool {
        match self {
            Self::Always => true,
            Self::AtMostOneBlocked => first_free || second_free,
            Self::BothFree => first_free && second_free,
            Self::Never => false,
        }
    }
}

/// Whether `NEIGHBOR_OFFSETS[direction]` goes along both axes.
pub(crate) const fn is_diagonal(direction: usize) -> bool {
    let (dx, dy) = NEIGHBOR_OFFSETS[direction];
    dx != 0 && dy != 0
}
