//! The log: changes that at least one state of a grid has not made yet.

use crate::grid::{Edit, MapError, Rect};
use crate::index::{Engine, GivenBack, IndexedGrid, MeasuredLandmarks};
use std::collections::{VecDeque, vec_deque};

/// A change that every state of a grid has to make.
#[derive(Debug)]
pub(super) enum Change {
    /// Cells change.
    Edit(Edit<'static>),
    /// An engine was prepared. The first state that makes the change takes the landmarks; the other states share them
    /// later.
    Prepare(Engine, Option<MeasuredLandmarks>),
}

/// Changes in the order in which they came. A *position* is a number of changes: a state at position `p` has made the
/// first `p` changes.
#[derive(Debug, Default)]
pub(super) struct EditLog {
    changes: VecDeque<Change>,
    /// The position of the first entry: a state at this position has made no entry.
    start: u64,
    /// Memory of the cell types in all entries, in bytes.
    data_bytes: u64,
    /// Reused memory for the cell types of the next edit.
    spare: Vec<u8>,
    /// Number of changes for which room is kept: those that end the covers.
    promised: usize,
    /// Number of changes made on states, each on each state.
    #[cfg(test)]
    pub(super) made: u64,
}

/// The log keeps memory for at most this many changes and this many cell types. More memory is freed.
const KEPT_ENTRIES: usize = 32;
pub(super) const KEPT_CELL_TYPES: usize = 4096;

impl EditLog {
    /// The position of a state that has made all changes.
    pub(super) fn end(&self) -> u64 {
        self.start + self.changes.len() as u64
    }

    /// Number of changes that at least one state has not made.
    pub(super) fn len(&self) -> usize {
        self.changes.len()
    }

    /// The edits that a state at this position has not made.
    pub(super) fn edits_from(&self, position: u64) -> EditsFrom<'_> {
        let made = (position.saturating_sub(self.start) as usize).min(self.changes.len());
        EditsFrom(self.changes.range(made..))
    }

    /// A log of the changes that a state at a position has not made, for a fork. Fails with [`MapError::Memory`].
    pub(super) fn forked_at(&self, position: u64) -> Result<Self, MapError> {
        let made = (position.saturating_sub(self.start) as usize).min(self.changes.len());
        let mut log = Self::default();
        log.reserve_for(self.changes.len() - made)?;
        for change in self.changes.range(made..) {
            log.push(change.try_clone()?);
        }
        Ok(log)
    }

    /// Whether a fork takes the waiting changes along, because that takes less time than making them.
    pub(super) fn is_small(&self) -> bool {
        self.changes.len() <= KEPT_ENTRIES && self.data_bytes <= KEPT_CELL_TYPES as u64
    }

    /// Number of changes for which room is kept.
    pub(super) fn promised(&self) -> usize {
        self.promised
    }

    /// Reserves room for one more change, so that [`push`](Self::push) can't fail.
    pub(super) fn reserve(&mut self) -> Result<(), MapError> {
        self.reserve_for(1)
    }

    /// Reserves room for some more changes, besides the room that is kept.
    pub(super) fn reserve_for(&mut self, changes: usize) -> Result<(), MapError> {
        Ok(self.changes.try_reserve(changes.saturating_add(self.promised))?)
    }

    /// Keeps room for so many changes more, or for fewer. [`reserve_for`](Self::reserve_for) must have made the room.
    pub(super) fn keep_room(&mut self, more: usize, fewer: usize) {
        self.promised = (self.promised + more).saturating_sub(fewer);
    }

    /// Adds the part of a legal edit that lies in a rectangle. On [`MapError::Memory`] the log is unchanged.
    pub(super) fn push_edit(&mut self, edit: &Edit, part: Rect) -> Result<(), MapError> {
        self.reserve()?;
        let owned = edit.owned_within(part, &mut self.spare)?;
        self.push(Change::Edit(owned));
        Ok(())
    }

    /// Adds a change. [`reserve`](Self::reserve) must have made room for it.
    pub(super) fn push(&mut self, change: Change) {
        self.data_bytes += change.data_bytes();
        self.changes.push_back(change);
    }

    /// Counts a change that all states have made already.
    pub(super) fn skip(&mut self) {
        debug_assert!(self.changes.is_empty());
        self.start += 1;
    }

    /// Makes the change at a position on a grid. The caller drops what the grid gives back, after the locks are
    /// released. On [`MapError::Memory`] the grid is unchanged.
    pub(super) fn make(&mut self, position: u64, grid: &mut IndexedGrid) -> Result<Option<GivenBack>, MapError> {
        let index = position.saturating_sub(self.start);
        #[cfg(test)]
        {
            self.made += 1;
        }
        match self.changes.get_mut(index as usize) {
            None => Ok(None),
            Some(Change::Edit(edit)) => {
                grid.reserve_for(edit)?;
                grid.apply(edit, edit.rect());
                Ok(None)
            }
            Some(Change::Prepare(engine, landmarks)) => Ok(Some(grid.prepare_for(*engine, landmarks.take()))),
        }
    }

    /// Removes the changes that all states have made. `position` is the smallest position of any state.
    pub(super) fn trim(&mut self, position: u64) {
        while self.start < position
            && let Some(change) = self.changes.pop_front()
        {
            self.data_bytes -= change.data_bytes();
            self.start += 1;
            if let Change::Edit(edit) = change
                && let Some(buffer) = edit.into_buffer()
                && (self.spare.capacity() + 1..=KEPT_CELL_TYPES).contains(&buffer.capacity())
            {
                self.spare = buffer;
            }
        }
        if self.changes.is_empty() && self.changes.capacity() > KEPT_ENTRIES && self.promised == 0 {
            self.changes = VecDeque::new();
        }
    }

    /// Whether making all changes takes about as long as copying a state of `cells` cells, or whether the changes hold
    /// more memory than its map.
    pub(super) fn is_long(&self, cells: usize) -> bool {
        // Copying a cell takes about 1 ns, an edit of a cell about 2 us.
        self.changes.len() > 64.max(cells / 2048) || self.data_bytes > cells as u64
    }

    /// Memory held, in bytes.
    pub(super) fn bytes(&self) -> u64 {
        (self.changes.capacity() * size_of::<Change>() + self.spare.capacity()) as u64 + self.data_bytes
    }
}

/// Edits in the order in which they came.
#[derive(Clone, Debug)]
pub(super) struct EditsFrom<'a>(vec_deque::Iter<'a, Change>);

impl<'a> EditsFrom<'a> {
    /// No edits.
    pub(super) fn none() -> Self {
        Self(vec_deque::Iter::default())
    }
}

impl<'a> Iterator for EditsFrom<'a> {
    type Item = &'a Edit<'static>;

    fn next(&mut self) -> Option<&'a Edit<'static>> {
        self.0.find_map(Change::edit)
    }
}

impl<'a> DoubleEndedIterator for EditsFrom<'a> {
    fn next_back(&mut self) -> Option<&'a Edit<'static>> {
        self.0.by_ref().rev().find_map(Change::edit)
    }
}

impl Change {
    fn edit(&self) -> Option<&Edit<'static>> {
        match self {
            Self::Edit(edit) => Some(edit),
            Self::Prepare(..) => None,
        }
    }

    fn try_clone(&self) -> Result<Self, MapError> {
        Ok(match self {
            Self::Edit(edit) => Self::Edit(edit.owned_within(edit.rect(), &mut Vec::new())?),
            Self::Prepare(engine, landmarks) => Self::Prepare(*engine, landmarks.clone()),
        })
    }

    fn data_bytes(&self) -> u64 {
        match self {
            Self::Edit(edit) => edit.bytes(),
            Self::Prepare(..) => 0,
        }
    }
}
