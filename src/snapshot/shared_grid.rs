//! The grid that searches and edits share.

use super::edit_log::Change;
use super::latest::Latest;
use super::preparation::Preparation;
use super::states::{Meetings, Retired, States};
use crate::grid::{Cell, CellType, Edit, GridSize, MapError, Rect};
use crate::index::{Engine, IndexedGrid, Prepared, StaleLandmarks};
use crate::try_arc::TryArc;
use parking_lot::{Mutex, MutexGuard, RwLock};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

/// After this many edits in a row during which searches held one state at most, and waited for no edit, the next edit
/// drops a state.
pub(super) const QUIET_EDITS: u32 = 4096;

/// After this many searches and reads without an edit a state that none needs is dropped.
pub(super) const QUIET_LOOKS: u32 = 1 << 20;

/// An edit makes at most this many logged changes on a spare state: its own and one that waited, so that a state which
/// lags catches up over several edits.
const CHANGES_BY_EDIT: u64 = 2;

/// On the only state the next search or read makes the edits that wait. Beyond this many, each edit makes the first of
/// them.
pub(super) const WAITING_EDITS: usize = 16;

/// An edit that changes more cells is made without the log where no search holds the only state: a copy of so many cell
/// types takes time and memory. A read of more cells takes a view.
const LOGGED_CELLS: u64 = 1 << 16;

/// A second state is made when searches had to wait for this many edits in place, of the last [`QUIET_EDITS`], or for
/// one large edit.
const WAITS: u32 = 2048;

/// An edit of more cells is a large one: a search that has to wait for it would notice.
const LARGE_EDIT: u64 = 256;

/// Why an edit or a view was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EditError {
    /// The map refused it, or there was no memory for it; nothing has changed.
    Map(MapError),
    /// An earlier edit panicked half way: the map may be half written and is not shown to anyone any more.
    Poisoned,
}

impl From<MapError> for EditError {
    fn from(error: MapError) -> Self {
        Self::Map(error)
    }
}

/// An [`IndexedGrid`] that many threads may read and edit at once.
#[derive(Debug)]
pub struct SharedGrid {
    size: GridSize,
    /// The state that searches begin on; none while an edit is made in place, or waits in the log.
    published: RwLock<Option<TryArc<IndexedGrid>>>,
    pub(super) states: Mutex<States>,
    poisoned: AtomicBool,
    /// Whether a search or a read had to wait for an edit since the last edit.
    search_waited: AtomicBool,
    /// Views since the last edit; counted only while there is more than one state.
    quiet_looks: AtomicU32,
    has_spares: AtomicBool,
    pub(super) preparation: Preparation,
}

impl SharedGrid {
    /// Shares a grid, whose queries an engine answers. [`MapError::TooLargeForLandmarks`] for landmarks of a grid with
    /// too many cells.
    pub fn new(grid: IndexedGrid, engine: Engine) -> Result<Self, MapError> {
        let size = grid.map().size();
        IndexedGrid::check_engine(size, engine)?;
        let states = States::new(grid)?;
        Ok(Self {
            size,
            published: RwLock::new(Some(states.newest().clone())),
            states: Mutex::new(states),
            poisoned: AtomicBool::new(false),
            search_waited: AtomicBool::new(false),
            quiet_looks: AtomicU32::new(0),
            has_spares: AtomicBool::new(false),
            preparation: Preparation::new(engine),
        })
    }

    /// Columns and rows, which never change.
    pub fn size(&self) -> GridSize {
        self.size
    }

    /// The grid as it is now. Later edits don't change what the view shows.
    ///
    /// Edits that wait in the log are made first. [`MapError::Memory`] where other searches hold all states and there
    /// is no memory for another one.
    pub fn view(&self) -> Result<TryArc<IndexedGrid>, EditError> {
        self.refuse_poisoned()?;
        let published = self.published.read().clone();
        if let Some(view) = published {
            self.count_look();
            return Ok(view);
        }
        let mut retired = Retired::default();
        let mut states = self.wait_for_states()?;
        if states.has_waiting_changes() {
            self.guarded(|| states.catch_up(&mut retired))?;
        }
        self.publish(&mut states, &mut retired);
        let view = states.newest().clone();
        drop(states);
        Ok(view)
    }

    /// Makes an edit. Edits come one after another, and no edit waits for a search.
    ///
    /// While one state is enough the edit waits in the log for the next search or read.
    pub fn edit(&self, edit: &Edit) -> Result<(), EditError> {
        edit.check(self.size)?;
        let mut retired = Retired::default();
        let mut states = self.lock_states()?;
        let changed = match states.changed_by(edit) {
            // Without edits that wait no memory is needed.
            Err(MapError::Memory) if self.make_waiting(&mut states, &mut retired) => states.changed_by(edit)?,
            changed => changed?,
        };
        let Some(changed) = changed else { return Ok(()) };
        self.count_edit(&mut states, changed, &mut retired);
        let is_small = changed.cells() <= LOGGED_CELLS;
        if is_small && states.log.push_edit(edit, changed).is_ok() {
            self.make_logged(&mut states, &mut retired);
        } else if !self.make_in_place(&mut states, edit, changed, &mut retired) {
            states.log.push_edit(edit, changed)?;
            self.make_logged(&mut states, &mut retired);
        }
        // A search that waits comes before the next edit. The lock is opened before what is retired is dropped.
        MutexGuard::unlock_fair(states);
        Ok(())
    }

    /// Makes an edit, without the log, on the only state. Whether no search holds that state.
    fn make_in_place(&self, states: &mut States, edit: &Edit, changed: Rect, retired: &mut Retired) -> bool {
        if states.count() > 1 {
            return false;
        }
        self.unpublish();
        let is_made = self.guarded(|| {
            let is_free = states.bring_up_newest(u64::MAX, retired);
            states.forget_made_changes();
            if is_free && let Some(grid) = states.newest_mut() {
                grid.apply_changed(edit, changed, StaleLandmarks::Decide);
                states.count_change_in_place();
            }
            is_free
        });
        if is_made {
            self.publish(states, retired);
        }
        is_made
    }

    /// Makes the edits of the log: on a spare state, some with each edit; on the only state, those that are too many to
    /// wait for a search.
    fn make_logged(&self, states: &mut States, retired: &mut Retired) {
        // Searches begin on the published state meanwhile.
        if self.guarded(|| states.bring_up_spare(CHANGES_BY_EDIT, retired)) {
            return self.publish(states, retired);
        }
        self.unpublish();
        let is_done = self.guarded(|| match states.count() {
            1 => states.log.len() > WAITING_EDITS && states.bring_up_newest(1, retired),
            _ => states.bring_up_newest(CHANGES_BY_EDIT, retired),
        });
        self.bound_log(states, is_done, retired);
    }

    /// Logs a change, for which the log has room, and makes it at once unless searches hold all states.
    pub(super) fn make_now(&self, states: &mut States, change: Change, retired: &mut Retired) {
        states.log.push(change);
        if self.guarded(|| states.bring_up_spare(u64::MAX, retired)) {
            return self.publish(states, retired);
        }
        self.unpublish();
        let is_done = self.guarded(|| states.bring_up_newest(u64::MAX, retired));
        self.bound_log(states, is_done, retired);
    }

    /// Publishes a state that has made all changes. Where too many wait, a copy makes them.
    fn bound_log(&self, states: &mut States, mut is_done: bool, retired: &mut Retired) {
        states.forget_made_changes();
        if !is_done && states.log.is_long(self.size.cells()) {
            // Without memory for a copy the changes wait in the log.
            is_done = self.guarded(|| states.catch_up(retired).is_ok());
        }
        if is_done {
            self.publish(states, retired);
        }
    }

    /// Makes the changes that wait in the log, unless searches hold all states. Whether none waits.
    fn make_waiting(&self, states: &mut States, retired: &mut Retired) -> bool {
        if !states.has_waiting_changes() {
            return true;
        }
        let is_done = self.guarded(|| states.catch_up_free(retired));
        if is_done {
            self.publish(states, retired);
        }
        is_done
    }

    /// The newest state, with as many changes made as searches leave it.
    pub(super) fn newest(&self) -> Result<TryArc<IndexedGrid>, EditError> {
        let mut retired = Retired::default();
        let mut states = self.lock_states()?;
        self.make_waiting(&mut states, &mut retired);
        let newest = states.newest().clone();
        drop(states);
        Ok(newest)
    }

    /// Reads what a state and the edits that wait for it show together. No state is copied, and none is held when this
    /// returns.
    fn read<R>(&self, read: impl FnOnce(&Latest) -> R) -> Result<R, EditError> {
        self.refuse_poisoned()?;
        let published = self.published.read().clone();
        if let Some(view) = published {
            self.count_look();
            return Ok(read(&Latest::of(&view)));
        }
        let mut retired = Retired::default();
        let mut states = self.wait_for_states()?;
        self.make_waiting(&mut states, &mut retired);
        let result = read(&states.latest());
        drop(states);
        Ok(result)
    }

    /// The type of a cell.
    pub fn cell_type(&self, cell: Cell) -> Result<CellType, EditError> {
        Ok(self.read(|latest| latest.cell_type(cell))??)
    }

    /// Writes the types of a rectangle's cells to `types`, row by row: exactly one byte for each cell.
    pub fn read_rect(&self, rect: Rect, types: &mut [u8]) -> Result<(), EditError> {
        if rect.cells() > LOGGED_CELLS {
            // Searches that begin would have to wait.
            return Ok(self.view()?.map().read(rect, types)?);
        }
        Ok(self.read(|latest| latest.read(rect, types))??)
    }

    /// The number of edits that have changed a cell, and what is derived at the moment.
    pub fn progress(&self) -> Result<(u64, Prepared), EditError> {
        self.read(|latest| (latest.revision(), latest.prepared()))
    }

    /// The states for a search or a read, which has to wait while another thread makes edits.
    fn wait_for_states(&self) -> Result<MutexGuard<'_, States>, EditError> {
        let states = self.states.try_lock().unwrap_or_else(|| {
            self.search_waited.store(true, Ordering::Relaxed);
            self.states.lock()
        });
        self.refuse_poisoned()?;
        Ok(states)
    }

    /// The states, for changing them.
    pub(super) fn lock_states(&self) -> Result<MutexGuard<'_, States>, EditError> {
        let states = self.states.lock();
        self.refuse_poisoned()?;
        Ok(states)
    }

    /// Memory held, in bytes: of all states, the changes that wait, and the grid itself.
    pub fn bytes(&self) -> u64 {
        size_of::<Self>() as u64 + self.states.lock().bytes()
    }

    /// How many states the grid keeps.
    pub fn state_count(&self) -> usize {
        self.states.lock().count()
    }

    /// Lets searches begin on the newest state.
    fn publish(&self, states: &mut States, retired: &mut Retired) {
        states.trim_log(self.size.cells(), retired);
        self.has_spares.store(states.count() > 1, Ordering::Relaxed);
        let newest = Some(states.newest().clone());
        // The one before is still held by `states`, or has just been retired: nothing is freed under the lock.
        *self.published.write() = newest;
    }

    /// Lets no search begin until the next [`publish`](Self::publish).
    fn unpublish(&self) {
        *self.published.write() = None;
    }

    /// Runs what changes a state. A panic half way poisons the grid.
    pub(crate) fn guarded<R>(&self, change: impl FnOnce() -> R) -> R {
        let poison = PoisonOnPanic(&self.poisoned);
        let result = change();
        std::mem::forget(poison);
        result
    }

    /// Takes note of an edit that is about to be made, and makes or drops a second state where that is due.
    fn count_edit(&self, states: &mut States, rect: Rect, retired: &mut Retired) {
        self.quiet_looks.store(0, Ordering::Relaxed);
        let waited = self.search_waited.swap(false, Ordering::Relaxed);
        let published = usize::from(!states.has_waiting_changes());
        let quiet = if waited || states.held_count(published) > 1 { 0 } else { states.quiet_edits + 1 };
        states.quiet_edits = quiet.min(QUIET_EDITS);
        // An edit that is left to a search locks the states for a moment only.
        let is_left = states.log.len() < WAITING_EDITS && rect.cells() <= LOGGED_CELLS;
        let meetings = &mut states.meetings;
        if meetings.edits == QUIET_EDITS {
            *meetings = Meetings::default();
        }
        meetings.edits += 1;
        meetings.waits += if waited { meetings.last_weight } else { 0 };
        meetings.last_weight = if is_left {
            0
        } else if rect.cells() > LARGE_EDIT {
            WAITS
        } else {
            1
        };
        if meetings.waits >= WAITS && states.count() == 1 {
            states.meetings = Meetings::default();
            // The next edits are made beside the published state. Without memory they are not.
            let _ = states.add_copy();
        } else if quiet > QUIET_EDITS {
            states.retire_spare(retired);
        }
    }

    /// Takes note of a search or a read that has begun.
    fn count_look(&self) {
        if !self.has_spares.load(Ordering::Relaxed) || self.quiet_looks.fetch_add(1, Ordering::Relaxed) < QUIET_LOOKS {
            return;
        }
        let mut retired = Retired::default();
        if let Some(mut states) = self.states.try_lock() {
            self.quiet_looks.store(0, Ordering::Relaxed);
            states.retire_spare(&mut retired);
            self.has_spares.store(states.count() > 1, Ordering::Relaxed);
        }
    }

    fn refuse_poisoned(&self) -> Result<(), EditError> {
        if self.poisoned.load(Ordering::Acquire) { Err(EditError::Poisoned) } else { Ok(()) }
    }
}

/// Marks the grid when dropped, which happens only while a panic unwinds.
struct PoisonOnPanic<'a>(&'a AtomicBool);

impl Drop for PoisonOnPanic<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Release);
    }
}
