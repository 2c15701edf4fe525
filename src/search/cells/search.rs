//! The one search over cells: A* (Hart, Nilsson and Raphael, "A Formal Basis for the Heuristic Determination of Minimum
//! Cost Paths", 1968).
//!
//! A [`Ground`] tells where steps lead and what they cost, and its [`OpenCells`] which cell comes next:
//!
//! | ground | cells that wait |
//! | --- | --- |
//! | [`legal`](super::legal): squares and hexagons, any costs | in the documented order, costs in 64 bits |
//! | [`crossing`](super::crossing): blocked cells | in the documented order |
//! | [`weighted`](super::weighted): squares with weights | in buckets of f, costs in 32 bits |
//! | [`hexagons`](super::hexagons): hexagons that all cost the same | on stacks, one for each f |

use super::ground::{Ground, Next};
use super::open_cells::{CellReached, OpenCells};
use crate::OutOfMemory;
use crate::grid::Cell;
use crate::search::engine::{Progress, Record, RunningEngine};

/// A search, with what it reads and the memory that holds its state.
pub(super) struct CellSearch<'a, G: Ground> {
    ground: G,
    open: &'a mut G::Open,
}

impl<'a, G: Ground> CellSearch<'a, G> {
    pub(super) fn new(ground: G, open: &'a mut G::Open) -> Self {
        Self { ground, open }
    }

    /// Expands cells until the ground ends the search, no cell comes next, or the number of expansions has grown to
    /// `until`.
    ///
    /// Without enough memory, the search stands where it stood after the last counted expansion, and can go on.
    ///
    /// Compiled for [`Unwatched`] and for `dyn ExpansionWatch`. Not inlined: within its caller the loop runs out of
    /// registers.
    #[inline(never)]
    pub(super) fn run<W: ExpansionWatch + ?Sized>(
        &mut self,
        expansions: &mut u32,
        until: u32,
        watch: &mut W,
    ) -> Result<Progress, OutOfMemory> {
        let Self { ground, open } = self;
        loop {
            watch.reserve()?;
            open.reserve()?;
            let Some(taken) = open.take() else { return Ok(self.scaled(self.open.end())) };
            match ground.meet(taken.cell, taken.g)? {
                Next::Expand if *expansions < until => {}
                Next::Skip => continue,
                next => {
                    open.put_back(&taken);
                    let cost = taken.g.into();
                    let found = Progress::Found { cost, least: cost };
                    return Ok(if matches!(next, Next::End) { self.scaled(found) } else { Progress::Paused });
                }
            }
            watch.expanding(taken.cell);
            *expansions += 1;
            let (mut steps, from) = ground.leave(&taken);
            while steps != 0 {
                let direction = G::first_of(steps);
                steps &= !(1 << direction);
                let step = ground.step(&from, direction);
                let how = open.reach(&taken, &step, || ground.estimate(&from, direction, &step));
                watch.reached(step.to, how);
            }
        }
    }

    /// The end of the search in parts.
    fn scaled(&self, progress: Progress) -> Progress {
        let Progress::Found { cost, .. } = progress else { return progress };
        let cost = cost * self.ground.parts();
        Progress::Found { cost, least: self.ground.least(cost) }
    }
}

impl<G: Ground> RunningEngine for CellSearch<'_, G> {
    fn begin(&mut self) -> Result<(), OutOfMemory> {
        self.ground.begin(self.open)
    }

    fn advance(&mut self, record: &mut Record) -> Result<Progress, OutOfMemory> {
        let (expansions, limit) = (&mut record.expansions, record.limit);
        match &mut record.trace {
            None => self.run(expansions, limit, &mut Unwatched),
            Some(trace) => self.run(expansions, limit, &mut Trace(trace) as &mut dyn ExpansionWatch),
        }
    }

    /// Every cell of the path is a corner.
    fn write_corners(&self, corners: &mut Vec<Cell>) -> Result<(), OutOfMemory> {
        self.open.write_way(self.ground.goal(), corners)
    }
}

/// Observes a search. An expansion that has begun can't fail, so memory is reserved before it.
pub(in crate::search) trait ExpansionWatch {
    /// Reserves memory for all reports of one expansion.
    fn reserve(&mut self) -> Result<(), OutOfMemory>;
    /// A cell is being expanded.
    fn expanding(&mut self, cell: Cell);
    /// The expansion reaches a cell that was not closed before.
    fn reached(&mut self, cell: Cell, how: CellReached);
}

/// No observer.
pub(in crate::search) struct Unwatched;

impl ExpansionWatch for Unwatched {
    fn reserve(&mut self) -> Result<(), OutOfMemory> {
        Ok(())
    }

    fn expanding(&mut self, _: Cell) {}

    fn reached(&mut self, _: Cell, _: CellReached) {}
}

/// The expanded cells, in order.
struct Trace<'a>(&'a mut Vec<Cell>);

impl ExpansionWatch for Trace<'_> {
    fn reserve(&mut self) -> Result<(), OutOfMemory> {
        Ok(self.0.try_reserve(1)?)
    }

    fn expanding(&mut self, cell: Cell) {
        self.0.push(cell);
    }

    fn reached(&mut self, _: Cell, _: CellReached) {}
}
