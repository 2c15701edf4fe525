//! The common interface of all engines, so that one run can drive each of them, and the record of what they expand.

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

/// The expansions of searches that run one after another, and their trace.
pub(super) struct Record<'a> {
    /// Cells that the search under way has expanded.
    pub(super) expansions: u32,
    /// The search under way pauses when it would expand more cells than this.
    pub(super) limit: u32,
    /// Cells that may still be expanded in this slice.
    left: u32,
    /// The expanded cells in order, if the caller wants them.
    pub(super) trace: Option<&'a mut Vec<Cell>>,
    /// Where the cells of the search under way begin in the trace.
    begin: usize,
}

impl<'a> Record<'a> {
    /// For a slice of expansions. A search that is traced runs in one slice.
    pub(super) fn new(slice: u32, mut trace: Option<&'a mut Vec<Cell>>) -> Self {
        if let Some(trace) = &mut trace {
            trace.clear();
        }
        Self { expansions: 0, limit: slice, left: slice, trace, begin: 0 }
    }

    /// Cells that may still be expanded in this slice.
    pub(super) fn left(&self) -> u32 {
        self.left
    }

    /// To be called before a search begins, or goes on after a number of expansions. It may come to `limit`.
    #[inline(always)]
    pub(super) fn go_on(&mut self, expansions: u32, limit: u32) {
        if expansions == 0 {
            self.begin = self.trace.as_ref().map_or(0, |trace| trace.len());
        }
        (self.expansions, self.limit) = (expansions, limit.min(expansions.saturating_add(self.left)));
    }

    /// To be called when the search has ended or paused that had gone on after a number of expansions.
    #[inline(always)]
    pub(super) fn end(&mut self, before: u32) {
        self.left -= self.expansions - before;
    }

    /// Notes a cell that is expanded now.
    #[inline(always)]
    pub(super) fn expand(&mut self, cell: impl FnOnce() -> Cell) -> Result<(), OutOfMemory> {
        if let Some(trace) = &mut self.trace {
            trace.try_reserve(1)?;
            trace.push(cell());
        }
        self.expansions += 1;
        Ok(())
    }

    /// Forgets the cells of the last search, which another one replaces.
    pub(super) fn forget_last(&mut self) {
        self.forget_from(self.begin);
    }

    /// Forgets all expanded cells but the first `count`.
    pub(super) fn forget_from(&mut self, count: usize) {
        if let Some(trace) = &mut self.trace {
            trace.truncate(count);
        }
    }
}
