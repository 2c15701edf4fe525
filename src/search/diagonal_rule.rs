//! Which steps are legal: the one place that knows how obstacles beside a diagonal step bear on it.

use crate::grid::{GridMap, NEIGHBOR_OFFSETS};

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
    fn allows(self, first_free: bool, second_free: bool) -> bool {
        match self {
            Self::Always => true,
            Self::AtMostOneBlocked => first_free || second_free,
            Self::BothFree => first_free && second_free,
            Self::Never => false,
        }
    }
}

/// A step from a slot to a neighbouring one, and the slots beside it.
#[derive(Clone, Copy)]
struct Step {
    /// Distance to the target's slot.
    target: isize,
    /// Distances to the two straight cells beside a diagonal step.
    beside: Option<(isize, isize)>,
}

/// The legal steps on maps of one width under one rule, in the order of [`NEIGHBOR_OFFSETS`].
pub(super) struct Steps {
    steps: [Step; 8],
    rule: DiagonalRule,
}

impl Steps {
    pub(super) fn new(map: &GridMap, rule: DiagonalRule) -> Self {
        let stride = map.stride() as isize;
        let steps = NEIGHBOR_OFFSETS.map(|(dx, dy)| {
            let (across, along) = (dx as isize, dy as isize * stride);
            Step { target: across + along, beside: (dx != 0 && dy != 0).then_some((across, along)) }
        });
        Self { steps, rule }
    }

    /// Calls `visit(target, is_diagonal)` for each legal step from the slot of a cell.
    pub(super) fn for_each(&self, map: &GridMap, from: usize, mut visit: impl FnMut(usize, bool)) {
        let is_free = |offset: isize| map.is_free(from.wrapping_add_signed(offset));
        for step in &self.steps {
            let legal = is_free(step.target)
                && step.beside.is_none_or(|(first, second)| self.rule.allows(is_free(first), is_free(second)));
            if legal {
                visit(from.wrapping_add_signed(step.target), step.beside.is_some());
            }
        }
    }
}
