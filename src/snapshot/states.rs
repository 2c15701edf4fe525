//! The states of a grid, and how each keeps up with the log.

use super::edit_log::{EditLog, KEPT_CELL_TYPES};
use super::latest::Latest;
use crate::grid::{Edit, MapError, Rect};
use crate::index::{GivenBack, IndexedGrid};
use crate::try_arc::TryArc;

/// A copy of the map with its index.
#[derive(Debug)]
struct State {
    grid: TryArc<IndexedGrid>,
    /// How many changes of the log it has made.
    position: u64,
}

/// All states that a grid keeps, and the changes that they have to make.
#[derive(Debug)]
pub(super) struct States {
    all: Vec<State>,
    /// The state that was published last. No state has made more changes.
    newest: usize,
    pub(super) log: EditLog,
    /// Edits in a row that one state would have been enough for.
    pub(super) quiet_edits: u32,
    pub(super) meetings: Meetings,
    /// For the types of cells that an edit is compared with.
    memory: Vec<u8>,
}

/// How often searches had to wait for edits in place, lately.
#[derive(Debug, Default)]
pub(super) struct Meetings {
    pub(super) edits: u32,
    pub(super) waits: u32,
    /// What the last edit weighs, if a search had to wait for it: 0 where the edit was left to the next search.
    pub(super) last_weight: u32,
}

/// What is no longer needed, to be dropped when all locks are open.
#[derive(Debug, Default)]
pub(super) struct Retired {
    state: Option<TryArc<IndexedGrid>>,
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
        let mut all = Vec::new();
        all.try_reserve_exact(1)?;
        all.push(State { grid: TryArc::try_new(grid)?, position: 0 });
        Ok(Self {
            all,
            newest: 0,
            log: EditLog::default(),
            quiet_edits: 0,
            meetings: Meetings::default(),
            memory: Vec::new(),
        })
    }

    /// How many there are.
    pub(super) fn count(&self) -> usize {
        self.all.len()
    }

    /// The state that was published last.
    pub(super) fn newest(&self) -> &TryArc<IndexedGrid> {
        &self.all[self.newest].grid
    }

    /// Whether changes wait for a state that no search holds.
    pub(super) fn has_waiting_changes(&self) -> bool {
        self.all[self.newest].position < self.log.end()
    }

    /// How many states are held by searches. `published` owners of the newest one are no searches.
    pub(super) fn held_count(&self, published: usize) -> usize {
        let own = |i| 1 + if i == self.newest { published } else { 0 };
        self.all.iter().enumerate().filter(|(i, state)| state.grid.owners() > own(*i)).count()
    }

    /// The newest state for changing it, if no search holds it and it is not published.
    pub(super) fn newest_mut(&mut self) -> Option<&mut IndexedGrid> {
        self.all[self.newest].grid.get_mut()
    }

    /// Notes that the newest state, the only one, has made a change that is not in the log.
    pub(super) fn count_change_in_place(&mut self) {
        debug_assert!(self.all.len() == 1);
        self.log.skip();
        self.all[self.newest].position = self.log.end();
    }

    /// Makes all logged changes on the state that has fewest to make, of those that nobody holds; where there is none,
    /// on a copy. That state is the newest one then.
    pub(super) fn catch_up(&mut self, retired: &mut Retired) -> Result<(), MapError> {
        let chosen = match self.free_state(|_| true) {
            Some(free) => free,
            None => self.add_copy()?,
        };
        self.bring_up(chosen, u64::MAX, retired);
        Ok(())
    }

    /// As [`catch_up`](Self::catch_up), but without a copy. Whether there is a state that nobody holds.
    pub(super) fn catch_up_free(&mut self, retired: &mut Retired) -> bool {
        self.free_state(|_| true).is_some_and(|free| self.bring_up(free, u64::MAX, retired))
    }

    /// The newest state with the edits that wait for it.
    pub(super) fn latest(&self) -> Latest<'_> {
        let newest = &self.all[self.newest];
        Latest::new(&newest.grid, self.log.edits_from(newest.position))
    }

    /// The smallest rectangle with all cells that a legal edit would change; none if it would change nothing.
    pub(super) fn changed_by(&mut self, edit: &Edit) -> Result<Option<Rect>, MapError> {
        let mut memory = std::mem::take(&mut self.memory);
        let changed = self.latest().changed_by(edit, &mut memory);
        if memory.capacity() <= KEPT_CELL_TYPES {
            self.memory = memory;
        }
        changed
    }

    /// Makes the next logged changes, `most` at most, on a state that nobody holds and that is not published. Whether
    /// there is one, and it has made all changes: it is the newest one then.
    pub(super) fn bring_up_spare(&mut self, most: u64, retired: &mut Retired) -> bool {
        self.spare().is_some_and(|spare| self.bring_up(spare, most, retired))
    }

    /// As [`bring_up_spare`](Self::bring_up_spare), on the newest state, if nobody holds it and it is not published.
    pub(super) fn bring_up_newest(&mut self, most: u64, retired: &mut Retired) -> bool {
        self.newest_mut().is_some() && self.bring_up(self.newest, most, retired)
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

    /// Adds a copy of the newest state. Its number, or [`MapError::Memory`].
    pub(super) fn add_copy(&mut self) -> Result<usize, MapError> {
        self.all.try_reserve(1)?;
        let newest = &self.all[self.newest];
        let copy = State { grid: TryArc::try_new(newest.grid.try_clone()?)?, position: newest.position };
        self.all.push(copy);
        Ok(self.all.len() - 1)
    }

    fn bring_up(&mut self, chosen: usize, most: u64, retired: &mut Retired) -> bool {
        let newest = &self.all[self.newest];
        let (other, newest_position) = ((chosen != self.newest).then(|| newest.grid.clone()), newest.position);
        let State { grid, position } = &mut self.all[chosen];
        let Some(grid) = grid.get_mut() else { return false };
        let end = self.log.end().min(position.saturating_add(most));
        while *position < end {
            if let Some(newest) = &other
                && *position == newest_position
            {
                grid.adopt(newest);
            }
            retired.give_back(self.log.make(*position, grid));
            *position += 1;
        }
        let has_made_all = end == self.log.end();
        if has_made_all {
            self.newest = chosen;
        }
        has_made_all
    }

    /// [Forgets](Self::forget_made_changes) changes. Where too many are left, the state that lacks most is given up:
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

    /// Forgets the changes that all states have made.
    pub(super) fn forget_made_changes(&mut self) {
        if let Some(last) = self.last() {
            self.log.trim(self.all[last].position);
        }
    }

    /// The state with most changes to make.
    fn last(&self) -> Option<usize> {
        (0..self.all.len()).min_by_key(|&i| self.all[i].position)
    }

    /// Takes out a state that is neither published nor held by a search.
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

    /// Memory held, in bytes. What states share is counted once.
    pub(super) fn bytes(&self) -> u64 {
        let newest = self.newest();
        let beside = self.all.iter().map(|state| match TryArc::ptr_eq(&state.grid, newest) {
            true => state.grid.bytes(),
            false => state.grid.bytes() - state.grid.bytes_shared_with(newest),
        });
        let own = self.all.capacity() * size_of::<State>() + self.memory.capacity();
        beside.sum::<u64>() + self.log.bytes() + own as u64
    }
}
