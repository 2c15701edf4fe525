//! The common interface of all engines, so that one run can drive each of them.

use super::record::Record;
use crate::OutOfMemory;
use crate::grid::Cell;

/// How far an engine has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Progress {
    /// There is a path of this cost, in parts or in the engine's own unit.
    Found {
        cost: u64,
        /// Lower bound of the cost of a path.
        least: u64,
    },
    NoPath,
    /// The search has come to the record's limit, and can go on.
    Paused,
    /// The search has given up, or costs came near 2^32: another search must answer.
    TooFar,
}

/// A search by one algorithm: what it reads, and the memory that holds its whole state. A search that pauses goes on
/// in another value with the same memory, for the same query and the same state of the grid.
pub(super) trait RunningEngine {
    /// Forgets earlier searches and reaches the start.
    fn begin(&mut self) -> Result<(), OutOfMemory>;

    /// Expands cells until the search ends or comes to the record's limit.
    fn advance(&mut self, record: &mut Record) -> Result<Progress, OutOfMemory>;

    /// Writes the cells at which the path may turn, from the goal to the start, to `corners`, which is empty. To be
    /// called once a path was found.
    fn write_corners(&self, corners: &mut Vec<Cell>) -> Result<(), OutOfMemory>;
}

/// A slice of a search, whatever its engine.
pub(super) struct Slice<'a, 'b> {
    /// Whether this is the search's first slice.
    pub(super) begins: bool,
    pub(super) record: &'a mut Record<'b>,
    /// Where the corners of a path go, from the start to the goal.
    pub(super) corners: &'a mut Vec<Cell>,
}

impl Slice<'_, '_> {
    /// Runs the slice.
    #[inline(always)]
    pub(super) fn run(self, mut engine: impl RunningEngine) -> Result<Progress, OutOfMemory> {
        if self.begins {
            engine.begin()?;
        }
        let progress = engine.advance(self.record)?;
        if let Progress::Found { .. } = progress {
            self.corners.clear();
            engine.write_corners(self.corners)?;
            self.corners.reverse();
        }
        Ok(progress)
    }
}
