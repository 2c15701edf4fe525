//! How far landmarks are behind their map, and when they are stale.

use crate::grid::MapError;
use crate::held::Held;

/// Landmarks are stale once more than 1/32 of the cells have changed since they were measured.
pub(crate) const STALE: u64 = 32;
/// Landmarks are also stale once distances around more cells than this were not repaired.
const STALE_UNREPAIRED: usize = 32;

/// Changes by edits since landmarks were measured.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Age {
    /// The revision of the map when the distances were measured.
    pub(crate) measured_at: u64,
    /// Number of cell changes since then. A cell that changes twice counts twice.
    pub(crate) changed_cells: u64,
    /// Whether each edit was repaired, or noted as one that could not be. Else the distances can't be used.
    pub(crate) is_valid: bool,
}

impl Age {
    /// The age of landmarks that were measured at a revision of the map.
    pub(crate) fn new(measured_at: u64) -> Self {
        Self { measured_at, changed_cells: 0, is_valid: true }
    }
}

/// Landmarks that edits keep up to date.
pub(crate) trait Edited: Held + Sized {
    fn age(&self) -> &Age;

    /// Number of cells of the map.
    fn cells(&self) -> usize;

    /// Number of cells around which distances were not repaired.
    fn unrepaired(&self) -> usize;

    fn try_clone(&self) -> Result<Self, MapError>;

    /// Whether landmarks measured anew would give much better estimates.
    fn is_stale(&self) -> bool {
        let Age { is_valid, changed_cells, .. } = *self.age();
        !is_valid || self.unrepaired() > STALE_UNREPAIRED || changed_cells > self.cells() as u64 / STALE
    }
}

/// The number of expansions that take about as long as measuring the landmarks of a map of `cells` cells.
pub(crate) fn expansions_to_measure(cells: u64) -> u64 {
    cells / 2
}
