//! Ways out of an obstacle to exits from which the rest of a path leads over other maps.

use super::cells::crossing::{Crossing, Leads};
use super::choose::{Call, Choice};
use super::engine::{Progress, Record};
use super::query::Query;
use super::scratch::Scratch;
use crate::OutOfMemory;
use crate::grid::Cell;
use crate::index::AgentView;

/// The way out of the obstacle around a query's start, which is [searched](super::cells::crossing) in slices. Its state
/// is in the scratch.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WayOut {
    crossing: Crossing,
    choice: Choice,
}

impl WayOut {
    /// Begins at the start of a query.
    pub(crate) fn begin(view: &AgentView, query: &Query, scratch: &mut Scratch) -> Result<Self, OutOfMemory> {
        let (choice, record) = (Choice::of(view, query), &mut Record::new(0, None));
        let crossing = Crossing::begin(&mut Call { view, query, choice, scratch, record })?;
        Ok(Self { crossing, choice })
    }

    /// Expands up to `slice` cells, and up to `limit` in all. Returns whether the way out is known, or there is none.
    pub(crate) fn advance(
        &mut self,
        view: &AgentView,
        query: &Query,
        (slice, limit): (u32, u32),
        leads: Leads,
        scratch: &mut Scratch,
    ) -> Result<bool, OutOfMemory> {
        let (choice, record) = (self.choice, &mut Record::new(slice, None));
        let call = &mut Call { view, query, choice, scratch, record };
        Ok(self.crossing.advance_to(limit, call, Some(leads))? != Progress::Paused)
    }

    /// Number of expanded cells.
    pub(crate) fn expansions(&self) -> u32 {
        self.crossing.expansions
    }

    /// The cost in units up to the exits, which all cost the same.
    pub(crate) fn cost(&self) -> u64 {
        self.crossing.cost
    }

    /// The exits of the least cost that lead on.
    pub(crate) fn exits<'a>(&self, scratch: &'a Scratch) -> &'a [Cell] {
        &scratch.ends
    }

    /// The nearest exit, if none leads on.
    pub(crate) fn nearest_exit(&self) -> Option<Cell> {
        self.crossing.exit
    }

    /// Writes the cells of the way out to an exit, from the start up to the one before it.
    pub(crate) fn write_cells(&self, exit: Cell, scratch: &Scratch, cells: &mut Vec<Cell>) -> Result<(), OutOfMemory> {
        Crossing { exit: Some(exit), ..self.crossing }.write_cells(&scratch.crossing, cells)
    }
}
