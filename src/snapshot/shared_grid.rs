//! The grid that searches and edits share.

use super::ancestry::Ancestry;
use super::changes::{ChangedArea, Changes};
use super::edit_log::Change;
use super::engine_choice::EngineChoice;
use super::latest::{Changed, Latest};
use super::states::{Meetings, Retired, States};
use crate::grid::{Cell, CellData, CellType, ContentSum, Edit, GridSize, MapError, Rect};
use crate::held::Held;
use crate::index::{Engine, GridView, IndexedGrid, Prepared};
use crate::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use crate::sync::{Mutex, MutexGuard, RwLock};
use crate::try_arc::TryArc;

/// A state is dropped after this many edits in a row during which searches held at most one state and waited for no
/// edit. Miri is too slow to make as many.
pub(super) const QUIET_EDITS: u32 = if cfg!(miri) { 32 } else { 4096 };

/// A spare state is dropped after this many searches and reads without an edit. Miri is too slow for as many.
pub(super) const QUIET_LOOKS: u32 = if cfg!(miri) { 32 } else { 1 << 20 };

/// For each change that an edit logs, it makes at most this many on a state: its own and an older one. A state that
/// lags catches up over several edits, so that no edit pays for all of them.
pub(super) const CHANGES_BY_EDIT: u64 = 2;

/// With one state, logged edits wait for the next search or read. Once more than this many wait, each edit makes the
/// first of them.
pub(super) const WAITING_EDITS: usize = 16;

/// An edit of more cells is not logged if no search holds the only state, because copying this many cell types takes
/// time and memory. A read of more cells takes a view.
const LOGGED_CELLS: u64 = 1 << 16;

/// A second state is made once searches had to wait for this many of the last [`QUIET_EDITS`] edits, or for one large
/// edit.
const WAITS: u32 = QUIET_EDITS / 2;

/// An edit of more cells is large: a search that waits for it is noticeably slower.
const LARGE_EDIT: u64 = 256;

/// Why an edit or a view was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EditError {
    /// The map refused the edit, or memory ran out. Nothing has changed.
    Map(MapError),
    /// An earlier edit panicked before it was complete. The map may be inconsistent, and every later call is refused.
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
    /// The state that new searches share; `None` while an edit is made in place, or waits in the log.
    pub(super) published: RwLock<Option<GridView>>,
    pub(super) states: Mutex<States>,
    pub(super) changes: Mutex<Changes>,
    poisoned: AtomicBool,
    /// Whether a search or a read had to wait since the last edit.
    search_waited: AtomicBool,
    /// Searches and reads since the last edit. Counted only while there is more than one state.
    quiet_looks: AtomicU32,
    has_spares: AtomicBool,
    pub(super) choice: EngineChoice,
    pub(super) ancestry: Ancestry,
}

impl SharedGrid {
    /// Shares a grid whose queries `engine` answers. Fails with [`MapError::TooLargeForLandmarks`] for landmarks of a
    /// grid with too many cells.
    pub fn new(grid: IndexedGrid, engine: Engine) -> Result<Self, MapError> {
        let map = grid.map();
        let (size, changes) = (map.size(), Changes::after(map.revision(), map.sum_of_blank()));
        IndexedGrid::check_engine(size, engine)?;
        Ok(Self::of_states(size, States::new(grid)?, changes, engine, Ancestry::new()))
    }

    pub(super) fn of_states(
        size: GridSize,
        states: States,
        changes: Changes,
        engine: Engine,
        ancestry: Ancestry,
    ) -> Self {
        Self {
            size,
            published: RwLock::new((!states.has_waiting_changes()).then(|| states.newest_view())),
            states: Mutex::new(states),
            changes: Mutex::new(changes),
            poisoned: AtomicBool::new(false),
            search_waited: AtomicBool::new(false),
            quiet_looks: AtomicU32::new(0),
            has_spares: AtomicBool::new(false),
            choice: EngineChoice::new(engine),
            ancestry,
        }
    }

    /// Columns and rows, which never change.
    pub fn size(&self) -> GridSize {
        self.size
    }

    /// The grid in its current state. Later edits don't change the view.
    ///
    /// Makes the logged edits first. Fails with [`MapError::Memory`] if other searches hold all states and memory for
    /// another state runs out.
    pub fn view(&self) -> Result<GridView, EditError> {
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
        let view = states.newest_view();
        drop(states);
        Ok(view)
    }

    /// Makes an edit. Edits come one after another, and an edit waits for no search.
    ///
    /// While one state is enough, the edit is logged for the next search or read.
    pub fn edit(&self, edit: &Edit) -> Result<(), EditError> {
        edit.check(self.size)?;
        let mut retired = Retired::default();
        let mut states = self.lock_states()?;
        let changed = match states.changed_by(edit) {
            // Once no edit waits, the comparison needs no memory.
            Err(MapError::Memory) if self.make_waiting(&mut states, &mut retired) => states.changed_by(edit)?,
            changed => changed?,
        };
        let Some((changed, sum)) = changed else { return Ok(()) };
        self.changes.lock().reserve().map_err(|_| MapError::Memory)?;
        self.count_edit(&mut states, changed, &mut retired);
        let is_small = changed.cells() <= LOGGED_CELLS;
        if is_small && states.log.push_edit(edit, changed).is_ok() {
            // Before a search can see the edit: who knows a revision from a search also learns what changed since.
            self.note(edit.reach_of(changed, self.size), sum);
            self.make_logged(&mut states, 1, &mut retired);
        } else if !self.make_in_place(&mut states, edit, (changed, sum), &mut retired) {
            states.log.push_edit(edit, changed)?;
            self.note(edit.reach_of(changed, self.size), sum);
            self.make_logged(&mut states, 1, &mut retired);
        }
        // Searches that wait go before the next edit. Release the lock before `retired` drops its contents.
        MutexGuard::unlock_fair(states);
        Ok(())
    }

    /// Makes the edits that put a cover's new cells in the place of its old ones. No search sees a part of them. Keeps
    /// room for `ending`, the number of edits that end the cover later, in place of the `before` for which there is
    /// room. Returns the revision after the edits. On an error nothing has changed; `ending` = 0 fails only for a
    /// poisoned grid.
    pub(crate) fn edit_covers(
        &self,
        edits: Vec<Edit<'static>>,
        ending: usize,
        before: usize,
    ) -> Result<u64, EditError> {
        let mut retired = Retired::default();
        let mut states = self.lock_states()?;
        if edits.len() + ending > before {
            states.log.reserve_for(edits.len() + ending - before)?;
        }
        if !edits.is_empty() || ending > 0 {
            // What ends a cover takes no memory.
            self.changes.lock().reserve_all().map_err(|_| MapError::Memory)?;
        }
        states.log.keep_room(ending, before);
        let with_sum = |edit: Edit<'static>| (Some(edit.sum_change_of_covers(self.size)), edit);
        self.make_all(&mut states, edits.into_iter().map(with_sum), &mut retired);
        let revision = states.revision();
        MutexGuard::unlock_fair(states);
        Ok(revision)
    }

    /// Makes edits of which no search sees a part, each with how it changes the sum of all cells. There is room for
    /// them in the log and in what tells of changes.
    pub(super) fn make_all(
        &self,
        states: &mut States,
        edits: impl IntoIterator<Item = (Option<ContentSum>, Edit<'static>)>,
        retired: &mut Retired,
    ) {
        let mut count = 0;
        for (sum, edit) in edits {
            let (rect, reach) = (edit.rect(), edit.reach_of(edit.rect(), self.size));
            self.count_edit(states, rect, retired);
            states.log.push(Change::Edit(edit));
            self.note(reach, sum);
            count += 1;
        }
        if count > 0 {
            self.make_logged(states, count, retired);
        }
    }

    /// The current number of covers of a rectangle's cells, row by row.
    pub fn read_covers(&self, rect: Rect) -> Result<Vec<u16>, EditError> {
        self.size.check(rect)?;
        let mut counts = Vec::new();
        counts.try_reserve_exact(rect.cells() as usize).map_err(|_| MapError::Memory)?;
        counts.resize(rect.cells() as usize, 0);
        if rect.cells() > LOGGED_CELLS {
            self.view()?.map().read_covers(rect, &mut counts)?;
        } else {
            self.read(|latest| latest.read_covers(rect, &mut counts))??;
        }
        Ok(counts)
    }

    /// Notes where an edit changed cells, and how it changes their sum, if that is known.
    fn note(&self, changed: Rect, sum: Option<ContentSum>) {
        let mut changes = self.changes.lock();
        changes.add(changed);
        changes.change_sum(sum);
    }

    /// Makes an edit on the only state, without logging it. Returns false if a search holds that state.
    fn make_in_place(&self, states: &mut States, edit: &Edit, (changed, sum): Changed, retired: &mut Retired) -> bool {
        if states.count() > 1 {
            return false;
        }
        self.unpublish();
        let is_made = self.guarded(|| {
            let is_free = states.bring_up_newest(u64::MAX, retired);
            states.forget_made_changes();
            let Some(grid) = states.newest_mut().filter(|_| is_free) else { return false };
            if grid.reserve_for(edit).is_err() {
                return false;
            }
            grid.apply(edit, changed);
            states.count_change_in_place();
            true
        });
        if is_made {
            self.note(edit.reach_of(changed, self.size), sum);
            self.publish(states, retired);
        }
        is_made
    }

    /// Makes logged changes after a call has logged `count` of them and noted their places: on a spare state
    /// [`CHANGES_BY_EDIT`] for each; on the only state the first ones, where more than [`WAITING_EDITS`] wait.
    fn make_logged(&self, states: &mut States, count: u64, retired: &mut Retired) {
        debug_assert_eq!(self.changes.lock().revision(), states.revision());
        let most = CHANGES_BY_EDIT.saturating_mul(count);
        // New searches begin on the published state meanwhile.
        if self.guarded(|| states.bring_up_spare(most, retired)) {
            return self.publish(states, retired);
        }
        self.unpublish();
        let is_done = self.guarded(|| match states.count() {
            1 => {
                let more = states.log.len().saturating_sub(WAITING_EDITS) as u64;
                more > 0 && states.bring_up_newest(most.min(more), retired)
            }
            _ => states.bring_up_newest(most, retired),
        });
        self.bound_log(states, is_done, retired);
    }

    /// Logs a change and makes it at once, on a copy if searches hold all states. Without memory for a copy the change
    /// waits for the next search. The log must have room for the change.
    pub(super) fn make_now(&self, states: &mut States, change: Change, retired: &mut Retired) {
        states.log.push(change);
        if self.guarded(|| states.bring_up_spare(u64::MAX, retired)) {
            return self.publish(states, retired);
        }
        self.unpublish();
        let is_done = self.guarded(|| states.bring_up_newest(u64::MAX, retired) || states.catch_up(retired).is_ok());
        self.bound_log(states, is_done, retired);
    }

    /// Publishes the newest state if it has made all changes. If too many changes wait and searches hold all states,
    /// makes a copy, on which later edits make the changes.
    fn bound_log(&self, states: &mut States, is_done: bool, retired: &mut Retired) {
        states.forget_made_changes();
        if is_done {
            self.publish(states, retired);
        } else if states.log.is_long(self.size.cells()) && !states.has_free() {
            // Without memory for a copy the changes stay in the log.
            let _ = states.add_copy(retired);
        }
    }

    /// Makes the logged changes, unless searches hold all states. Returns whether no change waits any more.
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

    /// The newest state. Logged changes are made first, unless searches hold all states.
    pub(super) fn newest(&self) -> Result<TryArc<IndexedGrid>, EditError> {
        let mut retired = Retired::default();
        let mut states = self.lock_states()?;
        self.make_waiting(&mut states, &mut retired);
        let newest = states.newest().clone();
        drop(states);
        Ok(newest)
    }

    /// Reads a state overlaid with the edits that wait for it. Copies no state, and holds none after it returns.
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

    /// The current type of a cell.
    pub fn cell_type(&self, cell: Cell) -> Result<CellType, EditError> {
        Ok(self.read(|latest| latest.cell_type(cell))??)
    }

    /// Writes the current types or penalties of a rectangle's cells, row by row, into a buffer of one byte for each
    /// cell. The buffer is asked for only when nothing else can fail.
    pub(crate) fn read_data<'b, E: From<EditError>>(
        &self,
        data: CellData,
        rect: Rect,
        buffer: impl FnOnce() -> Result<&'b mut [u8], E>,
    ) -> Result<(), E> {
        let of_map = |error| E::from(EditError::Map(error));
        if rect.cells() > LOGGED_CELLS {
            // A long read under the lock would make new searches wait.
            return self.view()?.map().read_data(data, rect, buffer()?).map_err(of_map);
        }
        self.read(|latest| latest.read(data, rect, buffer()?).map_err(of_map))?
    }

    /// Number of edits that have changed a cell, waiting edits included, and at most `most` rectangles that together
    /// contain every cell that edits changed since a revision. Takes no state and waits for no edit.
    pub fn changes_since(&self, revision: u64, most: usize) -> Result<(u64, ChangedArea), EditError> {
        self.refuse_poisoned()?;
        let changes = self.changes.lock();
        Ok((changes.revision(), changes.since(revision, most, self.size.bounds())))
    }

    /// Number of edits that have changed a cell. Makes no edit that waits.
    pub(crate) fn revision(&self) -> Result<u64, EditError> {
        self.refuse_poisoned()?;
        Ok(self.changes.lock().revision())
    }

    /// Number of edits that have changed a cell, what is derived now, and [`bytes`](Self::bytes). All three are of one
    /// moment, so that no part is larger than the whole.
    pub fn progress(&self) -> Result<(u64, Prepared, u64), EditError> {
        // Makes the edits that wait, as any read.
        self.read(|_| ())?;
        let states = self.lock_states()?;
        let latest = states.latest();
        let own = size_of::<Self>() + self.changes.lock().bytes();
        Ok((states.revision(), latest.prepared(), own as u64 + states.bytes()))
    }

    /// Locks the states for a search or a read. A wait for another thread's edit is noted for [`Self::count_edit`].
    fn wait_for_states(&self) -> Result<MutexGuard<'_, States>, EditError> {
        let states = self.states.try_lock().unwrap_or_else(|| {
            self.search_waited.store(true, Ordering::Relaxed);
            self.states.lock()
        });
        self.refuse_poisoned()?;
        Ok(states)
    }

    /// Locks the states for changing them.
    pub(super) fn lock_states(&self) -> Result<MutexGuard<'_, States>, EditError> {
        let states = self.states.lock();
        self.refuse_poisoned()?;
        Ok(states)
    }

    /// Memory held, in bytes: all states, the log, and the grid itself.
    pub fn bytes(&self) -> u64 {
        let states = self.states.lock().bytes();
        (size_of::<Self>() + self.changes.lock().bytes()) as u64 + states
    }

    /// Number of states that the grid keeps.
    pub fn state_count(&self) -> usize {
        self.states.lock().count()
    }

    /// Makes the newest state the one that new searches share.
    pub(super) fn publish(&self, states: &mut States, retired: &mut Retired) {
        states.trim_log(self.size.cells(), retired);
        self.has_spares.store(states.count() > 1, Ordering::Relaxed);
        let newest = Some(states.newest_view());
        // Freed, if at all, after `published` is unlocked.
        let before = std::mem::replace(&mut *self.published.write(), newest);
        drop(before);
    }

    /// Keeps searches from beginning until the next [`publish`](Self::publish).
    pub(super) fn unpublish(&self) {
        *self.published.write() = None;
    }

    /// Runs a change of a state. A panic inside poisons the grid.
    pub(crate) fn guarded<R>(&self, change: impl FnOnce() -> R) -> R {
        let poison = PoisonOnPanic(&self.poisoned);
        let result = change();
        std::mem::forget(poison);
        result
    }

    /// Counts an edit before it is made. Makes a second state, or drops it, if that is due.
    fn count_edit(&self, states: &mut States, rect: Rect, retired: &mut Retired) {
        self.quiet_looks.store(0, Ordering::Relaxed);
        let waited = self.search_waited.swap(false, Ordering::Relaxed);
        let published = usize::from(!states.has_waiting_changes());
        let quiet = if waited || states.held_count(published) > 1 { 0 } else { states.quiet_edits + 1 };
        states.quiet_edits = quiet.min(QUIET_EDITS);
        // An edit that only enters the log holds the lock of the states for a moment.
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
            // The next edits are made on the copy, beside the published state. Without memory for a copy nothing
            // changes.
            let _ = states.add_copy(retired);
        } else if quiet > QUIET_EDITS {
            states.retire_spare(retired);
        }
    }

    /// Counts a search or a read. After too many without an edit, drops a spare state.
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

    pub(super) fn refuse_poisoned(&self) -> Result<(), EditError> {
        if self.poisoned.load(Ordering::Acquire) { Err(EditError::Poisoned) } else { Ok(()) }
    }
}

/// Poisons the grid when dropped, which happens only while a panic unwinds.
struct PoisonOnPanic<'a>(&'a AtomicBool);

impl Drop for PoisonOnPanic<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Release);
    }
}
