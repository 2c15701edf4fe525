//! The states of a grid, and how each state catches up with the log.

use super::edit_log::{EditLog, KEPT_CELL_TYPES};
use super::latest::{Changed, Latest};
use crate::bits::bit_rows::reserved;
use crate::grid::{Edit, MapError};
use crate::index::{GivenBack, GridView, IndexedGrid};
use crate::try_arc::TryArc;

/// A copy of the map with its index.
#[derive(Debug)]
struct State {
    grid: TryArc<IndexedGrid>,
    /// Number of changes that the state has made.
    position: u64,
    /// Whether a fork has shared the state since its last change.
    is_forked: bool,
}

/// All states of a grid, and the log of changes.
#[derive(Debug)]
pub(super) struct States {
    all: Vec<State>,
    /// Index of the state that was published last. No state has made more changes.
    newest: usize,
    /// The grid's revision less that of its states, which forks share: a grid that was restored has seen more edits.
    ahead: u64,
    /// The state before the grid was restored, for the next copy to free: that takes as long as a copy. A fork that is
    /// restored again and again, and never edited, makes no copy, so it keeps none.
    replaced: Option<TryArc<IndexedGrid>>,
    pub(super) log: EditLog,
    /// Number of edits in a row for which one state would have been enough.
    pub(super) quiet_edits: u32,
    pub(super) meetings: Meetings,
    /// Reused memory for the cell types that an edit is compared with.
    memory: Vec<u8>,
}

/// How often searches had to wait for edits in place, of the last [`QUIET_EDITS`](super::shared_grid::QUIET_EDITS).
#[derive(Debug, Default)]
pub(super) struct Meetings {
    pub(super) edits: u32,
    pub(super) waits: u32,
    /// Weight of the last edit, counted if a search had to wait for it; 0 if the edit was only logged.
    pub(super) last_weight: u32,
}

/// States and parts that are no longer needed. Dropped after all locks are released.
#[derive(Debug, Default)]
pub(super) struct Retired {
    state: Option<TryArc<IndexedGrid>>,
    replaced: Option<TryArc<IndexedGrid>>,
    given_back: [Option<GivenBack>; 2],
}

impl Retired {
    fn give_back(&mut self, parts: Option<GivenBack>) {
        let [first, second] = &mut self.given_back;
        *if first.is_none() { first } else { second } = parts;
    }
}

impl States {
    pub(super) fn new(grid: IndexedGrid) -> Result<Self, MapError> {
        Self::of_state(TryArc::try_new(grid)?, 0, false)
    }

    /// A grid that begins with a state, `ahead` revisions after it.
    pub(super) fn of_state(grid: TryArc<IndexedGrid>, ahead: u64, is_forked: bool) -> Result<Self, MapError> {
        let mut all = reserved(1)?;
        all.push(State { grid, position: 0, is_forked });
        Ok(Self {
            all,
            newest: 0,
            ahead,
            replaced: None,
            log: EditLog::default(),
            quiet_edits: 0,
            meetings: Meetings::default(),
            memory: Vec::new(),
        })
    }

    /// Number of states.
    pub(super) fn count(&self) -> usize {
        self.all.len()
    }

    /// The state that was published last.
    pub(super) fn newest(&self) -> &TryArc<IndexedGrid> {
        &self.all[self.newest].grid
    }

    /// A view of the state that was published last.
    pub(super) fn newest_view(&self) -> GridView {
        let newest = self.newest();
        GridView::new(newest.clone(), newest.map().revision().wrapping_add(self.ahead))
    }

    /// Number of edits that have changed a cell, waiting edits included.
    pub(super) fn revision(&self) -> u64 {
        let waiting = self.log.edits_from(self.all[self.newest].position).count() as u64;
        self.newest().map().revision().wrapping_add(self.ahead).wrapping_add(waiting)
    }

    /// The newest state, shared, and the changes that wait for it: the states of a fork. On [`MapError::Memory`]
    /// nothing changes.
    pub(super) fn fork(&mut self) -> Result<Self, MapError> {
        let newest = &mut self.all[self.newest];
        let mut forked = Self::of_state(newest.grid.clone(), self.ahead, true)?;
        forked.log = self.log.forked_at(newest.position)?;
        newest.is_forked = true;
        Ok(forked)
    }

    /// Puts the states of a fork in the place of all states, at a later revision. Returns the states so far.
    pub(super) fn replace(&mut self, by: Self, revision: u64) -> Self {
        let before = std::mem::replace(self, by);
        self.ahead = self.ahead.wrapping_add(revision.wrapping_sub(self.revision()));
        let newest = &before.all[before.newest];
        self.replaced = (!newest.is_forked).then(|| newest.grid.clone());
        before
    }

    /// Whether the newest state has not made all changes yet.
    pub(super) fn has_waiting_changes(&self) -> bool {
        self.all[self.newest].position < self.log.end()
    }

    /// Number of states that searches hold. `published` is 1 if the newest state is published, else 0: the reference of
    /// the publication does not count.
    pub(super) fn held_count(&self, published: usize) -> usize {
        let own = |i| 1 + if i == self.newest { published } else { 0 };
        self.all.iter().enumerate().filter(|(i, state)| state.grid.owners() > own(*i)).count()
    }

    /// The newest state, mutable; `None` if a search holds it or it is published.
    pub(super) fn newest_mut(&mut self) -> Option<&mut IndexedGrid> {
        self.all[self.newest].grid.get_mut()
    }

    /// Notes that the newest and only state has made a change that was not logged.
    pub(super) fn count_change_in_place(&mut self) {
        debug_assert!(self.all.len() == 1);
        self.log.skip();
        self.all[self.newest].position = self.log.end();
    }

    /// Makes all logged changes on a free state, or on a copy if no state is free. Of several free states takes the one
    /// with the fewest changes to make. The chosen state becomes the newest.
    pub(super) fn catch_up(&mut self, retired: &mut Retired) -> Result<(), MapError> {
        let chosen = match self.free_state(|_| true) {
            Some(free) => free,
            None => self.add_copy(retired)?,
        };
        if self.bring_up(chosen, u64::MAX, retired) { Ok(()) } else { Err(MapError::Memory) }
    }

    /// Works as [`catch_up`](Self::catch_up) does, but makes no copy. Returns false if no state is free.
    pub(super) fn catch_up_free(&mut self, retired: &mut Retired) -> bool {
        self.free_state(|_| true).is_some_and(|free| self.bring_up(free, u64::MAX, retired))
    }

    /// The newest state, overlaid with the edits that wait for it.
    pub(super) fn latest(&self) -> Latest<'_> {
        let newest = &self.all[self.newest];
        Latest::new(&newest.grid, self.log.edits_from(newest.position))
    }

    /// The smallest rectangle with all cells that a legal edit would change, and how it changes the sum of all cells;
    /// `None` if it would change nothing.
    pub(super) fn changed_by(&mut self, edit: &Edit) -> Result<Option<Changed>, MapError> {
        let mut memory = std::mem::take(&mut self.memory);
        let changed = self.latest().changed_by(edit, &mut memory);
        if memory.capacity() <= KEPT_CELL_TYPES {
            self.memory = memory;
        }
        changed
    }

    /// Applies at most `most` logged edits to a free state that is not the newest. Returns true if the state then
    /// contains all edits; it becomes the newest.
    pub(super) fn bring_up_spare(&mut self, most: u64, retired: &mut Retired) -> bool {
        self.spare().is_some_and(|spare| self.bring_up(spare, most, retired))
    }

    /// Works as [`bring_up_spare`](Self::bring_up_spare) does, on the newest state, if it is free and not published.
    pub(super) fn bring_up_newest(&mut self, most: u64, retired: &mut Retired) -> bool {
        self.newest_mut().is_some() && self.bring_up(self.newest, most, retired)
    }

    /// Whether there is a state that no search holds.
    pub(super) fn has_free(&mut self) -> bool {
        self.free_state(|_| true).is_some()
    }

    fn spare(&mut self) -> Option<usize> {
        let newest = self.newest;
        self.free_state(|i| i != newest)
    }

    fn free_state(&mut self, may_be: impl Fn(usize) -> bool) -> Option<usize> {
        let free = self.all.iter_mut().enumerate().filter(|(i, _)| may_be(*i));
        let free = free.filter_map(|(i, state)| state.grid.get_mut().is_some().then_some((i, state.position)));
        free.max_by_key(|&(_, position)| position).map(|(i, _)| i)
    }

    /// Adds a copy of the newest state and returns its index. Where a fork shares that state, it is left to the fork.
    /// On [`MapError::Memory`] nothing changes.
    pub(super) fn add_copy(&mut self, retired: &mut Retired) -> Result<usize, MapError> {
        self.all.try_reserve(1)?;
        retired.replaced = self.replaced.take();
        let newest = &mut self.all[self.newest];
        let copy =
            State { grid: TryArc::try_new(newest.grid.try_clone()?)?, position: newest.position, is_forked: false };
        if newest.is_forked {
            retired.state = Some(std::mem::replace(newest, copy).grid);
            return Ok(self.newest);
        }
        self.all.push(copy);
        Ok(self.all.len() - 1)
    }

    fn bring_up(&mut self, chosen: usize, most: u64, retired: &mut Retired) -> bool {
        let newest = &self.all[self.newest];
        let (other, newest_position) = ((chosen != self.newest).then(|| newest.grid.clone()), newest.position);
        let State { grid, position, is_forked } = &mut self.all[chosen];
        let Some(grid) = grid.get_mut() else { return false };
        *is_forked = false;
        let end = self.log.end().min(position.saturating_add(most));
        while *position < end {
            if let Some(newest) = &other
                && *position == newest_position
            {
                grid.adopt(newest);
            }
            // Without memory the change stays in the log.
            let Ok(given_back) = self.log.make(*position, grid) else { return false };
            retired.give_back(given_back);
            *position += 1;
        }
        let has_made_all = end == self.log.end();
        if has_made_all {
            self.newest = chosen;
        }
        has_made_all
    }

    /// Removes changes that all states have made. If too many are left, drops the state that lacks the most changes;
    /// searches that hold it keep it until they end.
    pub(super) fn trim_log(&mut self, cells: usize, retired: &mut Retired) {
        if self.log.is_long(cells)
            && let Some(last) = self.last()
            && last != self.newest
        {
            retired.state = Some(self.remove(last));
        }
        self.forget_made_changes();
    }

    /// Removes the changes that all states have made from the log.
    pub(super) fn forget_made_changes(&mut self) {
        if let Some(last) = self.last() {
            self.log.trim(self.all[last].position);
        }
    }

    /// The state that lacks the most changes.
    fn last(&self) -> Option<usize> {
        (0..self.all.len()).min_by_key(|&i| self.all[i].position)
    }

    /// Removes a state that is neither published nor held by a search.
    pub(super) fn retire_spare(&mut self, retired: &mut Retired) {
        if let Some(spare) = self.spare() {
            retired.state = Some(self.remove(spare));
            self.forget_made_changes();
        }
    }

    fn remove(&mut self, state: usize) -> TryArc<IndexedGrid> {
        let removed = self.all.swap_remove(state);
        if self.newest == self.all.len() {
            self.newest = state;
        }
        removed.grid
    }

    /// Memory held, in bytes. Parts that states share are counted once.
    ///
    /// Searches derive more meanwhile, also in shared parts. So what is shared is read before what it is a part of, and
    /// the difference never wraps.
    pub(super) fn bytes(&self) -> u64 {
        let newest = self.newest();
        let replaced = self.replaced.as_ref().filter(|replaced| !TryArc::ptr_eq(replaced, newest));
        let all = self.all.iter().map(|state| &state.grid).chain(replaced);
        let beside = all.map(|grid| {
            let is_newest = TryArc::ptr_eq(grid, newest);
            let shared = if is_newest { 0 } else { grid.bytes_shared_with(newest) };
            grid.bytes().saturating_sub(shared)
        });
        let own = self.all.capacity() * size_of::<State>() + self.memory.capacity();
        beside.sum::<u64>() + self.log.bytes() + own as u64
    }
}
