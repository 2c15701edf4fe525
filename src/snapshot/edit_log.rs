//! The changes that some state of a grid has not made yet.

use crate::grid::{Edit, MapError, OwnedEdit, Rect};
use crate::index::{Engine, GivenBack, IndexedGrid, Landmarks, StaleLandmarks};
use crate::try_arc::TryArc;
use std::collections::{VecDeque, vec_deque};

/// What is to be done to each state of a grid.
#[derive(Debug)]
pub(super) enum Change {
    /// Cells change.
    Edit(OwnedEdit),
    /// An engine was prepared. The first state that makes the change takes the landmarks; the others then share them.
    Prepare(Engine, Option<TryArc<Landmarks>>),
}

#[derive(Debug)]
struct Entry {
    change: Change,
    /// What the first state that made the change did with stale landmarks: the others do the same.
    stale: StaleLandmarks,
}

/// Changes in the order in which they came. A *position* is a number of changes: a state at position `p` has made the
/// first `p` of them.
#[derive(Debug, Default)]
pub(super) struct EditLog {
    entries: VecDeque<Entry>,
    /// The position of a state that still has to make all entries.
    start: u64,
    /// Memory of the cell types in all entries.
    data_bytes: u64,
    /// Memory for the cell types of an edit to come.
    spare: Vec<u8>,
}

/// The most changes, and the most cell types, whose memory is kept for later ones.
const KEPT_ENTRIES: usize = 32;
pub(super) const KEPT_CELL_TYPES: usize = 4096;

impl EditLog {
    /// The position of a state that has made all changes.
    pub(super) fn end(&self) -> u64 {
        self.start + self.entries.len() as u64
    }

    /// How many changes some state has to make.
    pub(super) fn len(&self) -> usize {
        self.entries.len()
    }

    /// The edits that a state at a position has not made.
    pub(super) fn edits_from(&self, position: u64) -> EditsFrom<'_> {
        let made = (position.saturating_sub(self.start) as usize).min(self.entries.len());
        EditsFrom(self.entries.range(made..))
    }

    /// Makes room for one more change, so that pushing it can't fail.
    pub(super) fn reserve(&mut self) -> Result<(), MapError> {
        Ok(self.entries.try_reserve(1)?)
    }

    /// Adds the part of a legal edit that lies in a rectangle, or nothing and [`MapError::Memory`].
    pub(super) fn push_edit(&mut self, edit: &Edit, part: Rect) -> Result<(), MapError> {
        self.reserve()?;
        let owned = edit.owned_within(part, &mut self.spare)?;
        self.push(Change::Edit(owned));
        Ok(())
    }

    /// Adds a change, for which there is room.
    pub(super) fn push(&mut self, change: Change) {
        self.data_bytes += change.data_bytes();
        self.entries.push_back(Entry { change, stale: StaleLandmarks::Decide });
    }

    /// Counts a change that all states have made already.
    pub(super) fn skip(&mut self) {
        debug_assert!(self.entries.is_empty());
        self.start += 1;
    }

    /// Makes the change at a position on a grid; what the grid gives back is for the caller to drop.
    pub(super) fn make(&mut self, position: u64, grid: &mut IndexedGrid) -> Option<GivenBack> {
        let index = position.checked_sub(self.start)?;
        let entry = self.entries.get_mut(index as usize)?;
        match &mut entry.change {
            Change::Edit(edit) => {
                entry.stale = grid.apply(&edit.as_edit(), entry.stale);
                None
            }
            Change::Prepare(engine, landmarks) => Some(grid.prepare_for(*engine, landmarks.take())),
        }
    }

    /// Forgets the changes that all states have made, of which the last one is at `position`.
    pub(super) fn trim(&mut self, position: u64) {
        while self.start < position
            && let Some(entry) = self.entries.pop_front()
        {
            self.data_bytes -= entry.change.data_bytes();
            self.start += 1;
            if let Change::Edit(OwnedEdit::Write { cell_types, .. }) = entry.change
                && (self.spare.capacity() + 1..=KEPT_CELL_TYPES).contains(&cell_types.capacity())
            {
                self.spare = cell_types;
            }
        }
        if self.entries.is_empty() && self.entries.capacity() > KEPT_ENTRIES {
            self.entries = VecDeque::new();
        }
    }

    /// Whether making all changes takes about as long as copying a state of so many cells, or takes as much memory as
    /// its map.
    pub(super) fn is_long(&self, cells: usize) -> bool {
        // A copied cell takes about 1 ns and an edit of a cell 2 us.
        self.entries.len() > 64.max(cells / 2048) || self.data_bytes > cells as u64
    }

    /// Memory held, in bytes.
    pub(super) fn bytes(&self) -> u64 {
        (self.entries.capacity() * size_of::<Entry>() + self.spare.capacity()) as u64 + self.data_bytes
    }
}

/// Edits in the order in which they came.
#[derive(Clone, Debug)]
pub(super) struct EditsFrom<'a>(vec_deque::Iter<'a, Entry>);

impl<'a> EditsFrom<'a> {
    /// None.
    pub(super) fn none() -> Self {
        Self(vec_deque::Iter::default())
    }
}

impl Entry {
    fn edit(&self) -> Option<&OwnedEdit> {
        match &self.change {
            Change::Edit(edit) => Some(edit),
            Change::Prepare(..) => None,
        }
    }
}

impl<'a> Iterator for EditsFrom<'a> {
    type Item = &'a OwnedEdit;

    fn next(&mut self) -> Option<&'a OwnedEdit> {
        self.0.find_map(Entry::edit)
    }
}

impl<'a> DoubleEndedIterator for EditsFrom<'a> {
    fn next_back(&mut self) -> Option<&'a OwnedEdit> {
        self.0.by_ref().rev().find_map(Entry::edit)
    }
}

impl Change {
    fn data_bytes(&self) -> u64 {
        match self {
            Self::Edit(edit) => edit.bytes(),
            Self::Prepare(..) => 0,
        }
    }
}
