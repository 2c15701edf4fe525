//! Forks: grids that share a state until one of them is edited.
//!
//! A fork begins with the newest state of its parent and the edits that wait for it. Neither of the two can change that
//! state in place any more, so the first edit that one of them makes is made on a copy, as if a search held the state.
//! A grid is restored from a fork in the same way: it takes the fork's state for its own.
//!
//! ```text
//! grid   state A --fork--> fork   state A           both share A
//! edit   state B           fork   state A           B is a copy of A with the edit; A is the fork's alone
//! grid   state A <-restore-- fork state A           at a new revision, as if by an edit of what had changed
//! ```

use super::ancestry::Ancestry;
use super::changes::{ChangedArea, Changes};
use super::edit_log::Change;
use super::shared_grid::{EditError, SharedGrid};
use super::states::{Retired, States};
use crate::grid::{ContentSum, Difference, Edit, MapError, Rect};
use crate::index::Engine;
use crate::sync::MutexGuard;

/// The most rectangles that tell what a restore has changed.
const MOST_RECTS: usize = 8;

/// The content of a grid, taken at one moment.
#[derive(Debug)]
pub(crate) struct Content {
    states: States,
    revision: u64,
    sum: Option<ContentSum>,
    engine: Engine,
    ancestry: Ancestry,
    changed_since_fork: Option<ChangedArea>,
}

impl SharedGrid {
    /// The sum of all cells, edits that wait included.
    pub(crate) fn sum(&self) -> Result<ContentSum, EditError> {
        self.refuse_poisoned()?;
        let known = self.changes.lock().sum();
        if let Some(sum) = known {
            return Ok(sum);
        }
        let mut retired = Retired::default();
        let mut states = self.lock_states()?;
        if states.has_waiting_changes() {
            self.guarded(|| states.catch_up(&mut retired))?;
            self.publish(&mut states, &mut retired);
        }
        let (view, revision) = (states.newest_view(), self.changes.lock().revision());
        drop(states);
        let sum = view.map().sum();
        let mut changes = self.changes.lock();
        if changes.revision() == revision {
            changes.set_sum(Some(sum));
        }
        Ok(sum)
    }

    /// The content as it is now, for a fork or a grid that is restored. Copies no map, unless searches hold all states
    /// and many edits wait. `related` is another grid, which may be the one that is restored.
    pub(crate) fn content(&self, related: Option<&Self>) -> Result<Content, EditError> {
        let mut retired = Retired::default();
        let mut states = self.lock_states()?;
        if !states.log.is_small() && states.has_waiting_changes() {
            self.guarded(|| states.catch_up(&mut retired))?;
            self.publish(&mut states, &mut retired);
        }
        let forked = states.fork()?;
        let changes = self.changes.lock();
        let since = related.and_then(|other| self.ancestry.common_revision(other.ancestry));
        let content = Content {
            states: forked,
            revision: changes.revision(),
            sum: changes.sum(),
            engine: self.engine(),
            ancestry: self.ancestry,
            changed_since_fork: since.map(|revision| changes.since(revision, MOST_RECTS, self.size().bounds())),
        };
        drop(changes);
        drop(states);
        Ok(content)
    }

    /// A grid with the content of another one, whose fork it is.
    pub(crate) fn of_content(content: Content) -> Self {
        let Content { states, revision, sum, engine, ancestry, .. } = content;
        let ancestry = ancestry.of_fork(revision);
        let size = states.newest().map().size();
        Self::of_states(size, states, Changes::after(revision, sum), engine, ancestry)
    }

    /// Gives the grid the content of another one of the same size, layout, rule and costs, and makes `edits` of covers
    /// on it. Keeps room in the log for so many edits `more`, and `fewer`. Fields and crowds see it as edits of what
    /// had changed between the two. Returns the revision after them. On an error nothing has changed.
    pub(crate) fn restore(
        &self,
        content: Content,
        more: usize,
        fewer: usize,
        edits: Vec<Edit<'static>>,
    ) -> Result<u64, EditError> {
        let Content { states: mut by, mut sum, engine, ancestry, changed_since_fork, .. } = content;
        let mut states = self.lock_states()?;
        let room = (states.log.promised() + more).saturating_sub(fewer);
        by.log.reserve_for(room + edits.len())?;
        let mut changes = self.changes.lock();
        changes.reserve_all().map_err(|_| MapError::Memory)?;
        by.log.keep_room(room, 0);
        let bounds = self.size().bounds();
        let own = self.ancestry.common_revision(ancestry).map(|revision| changes.since(revision, MOST_RECTS, bounds));
        let area = match (&own, &changed_since_fork) {
            (Some(own), Some(theirs)) => [own.rects(), theirs.rects()],
            _ => [std::slice::from_ref::<Rect>(&bounds), &[]],
        };
        area.into_iter().flatten().for_each(|&rect| changes.add(rect));
        for edit in edits {
            sum = sum.map(|sum| sum.plus(edit.sum_change_of_covers(self.size())));
            changes.add(edit.rect());
            by.log.push(Change::Edit(edit));
        }
        changes.set_sum(sum);
        let revision = changes.revision();
        drop(changes);
        let before = states.replace(by, revision);
        self.choice.choose(self.choice.begin_call(), engine);
        let mut retired = Retired::default();
        if states.has_waiting_changes() {
            self.unpublish();
        } else {
            self.publish(&mut states, &mut retired);
        }
        MutexGuard::unlock_fair(states);
        // Freed after the locks are released.
        drop((before, retired));
        Ok(revision)
    }

    /// The first cell at which two grids of one size differ.
    pub(crate) fn first_difference(&self, other: &Self) -> Result<Option<Difference>, EditError> {
        let (one, other) = (self.view()?, other.view()?);
        Ok(one.map().first_difference(other.map()))
    }
}
