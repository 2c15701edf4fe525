//! One map, many threads: searches see a state that no edit changes, and an edit waits for no search.
//!
//! The current state is an `Arc` behind a lock that is held only to copy the `Arc`. An edit changes the map in place when
//! no search looks at it, which is the usual case in a game; else it copies the map once, changes the copy and publishes
//! it, so that the searches under way go on with the state they began with.

use super::{Engine, IndexedGrid};
use crate::grid::{Edit, MapError};
use parking_lot::{RwLock, RwLockUpgradableReadGuard};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Why an edit or a view was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EditError {
    /// The map refused it; nothing has changed.
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
    current: RwLock<Arc<IndexedGrid>>,
    poisoned: AtomicBool,
}

impl SharedGrid {
    /// Shares a grid.
    pub fn new(map: IndexedGrid) -> Self {
        Self { current: RwLock::new(Arc::new(map)), poisoned: AtomicBool::new(false) }
    }

    /// The map as it is now. Later edits don't change what the view shows.
    pub fn view(&self) -> Result<Arc<IndexedGrid>, EditError> {
        let view = Arc::clone(&self.current.read());
        self.refuse_poisoned()?;
        Ok(view)
    }

    /// Makes an edit. Edits come one after another. One that is refused, or would change nothing, takes no copy of the map.
    pub fn edit(&self, edit: &Edit) -> Result<(), EditError> {
        self.change(|grid| grid.map().changed(edit), |grid, changed| grid.apply(edit, changed))
    }

    /// [`MapError::TooLargeForLandmarks`] for landmarks of a grid with too many cells.
    pub fn check_engine(&self, engine: Engine) -> Result<(), EditError> {
        Ok(self.view()?.check_engine(engine)?)
    }

    /// Chooses what answers queries and derives all that it needs now. Searches don't wait meanwhile, and edits hardly; what they have
    /// changed when it is done is taken in then.
    ///
    /// Landmarks that cells have changed since are measured anew, and given up by any other engine.
    pub fn prepare(&self, engine: Engine) -> Result<(), EditError> {
        let view = self.view()?;
        let landmarks = view.derive_for(engine)?;
        drop(view);
        // The copy that an edit went on with meanwhile has no jump points. They take less time than landmarks: the next look mostly
        // finds no edit; and in the end edits wait for them, but searches don't.
        let without_landmarks = if engine == Engine::Landmarks { Engine::JumpPoints } else { engine };
        self.view()?.derive_for(without_landmarks)?;
        let derive_rest = |grid: &IndexedGrid| grid.derive_for(without_landmarks).map(|_| Some(()));
        self.change(derive_rest, |grid, ()| grid.take_engine(engine, landmarks))
    }

    /// Changes the grid with `apply` where `check` finds something to change. A panic in `apply` poisons the grid unless it worked on
    /// a copy.
    pub(crate) fn change<T>(
        &self,
        check: impl FnOnce(&IndexedGrid) -> Result<Option<T>, MapError>,
        apply: impl FnOnce(&mut IndexedGrid, T),
    ) -> Result<(), EditError> {
        let reading = self.current.upgradable_read();
        self.refuse_poisoned()?;
        let Some(changed) = check(&reading)? else {
            return Ok(());
        };
        let apply = |grid: &mut IndexedGrid| apply(grid, changed);
        // While a search looks at the map, the copy is made and changed with the lock open to other searches.
        if Arc::strong_count(&reading) > 1 {
            let next = changed_copy(&reading, apply)?;
            *RwLockUpgradableReadGuard::upgrade(reading) = next;
            return Ok(());
        }
        let mut writing = RwLockUpgradableReadGuard::upgrade(reading);
        match Arc::get_mut(&mut writing) {
            Some(map) => {
                let poison = PoisonOnPanic(&self.poisoned);
                apply(map);
                std::mem::forget(poison);
            }
            // A search began between the count and the upgrade.
            None => {
                let next = changed_copy(&writing, apply)?;
                *writing = next;
            }
        }
        Ok(())
    }

    fn refuse_poisoned(&self) -> Result<(), EditError> {
        if self.poisoned.load(Ordering::Acquire) { Err(EditError::Poisoned) } else { Ok(()) }
    }
}

fn changed_copy(grid: &IndexedGrid, apply: impl FnOnce(&mut IndexedGrid)) -> Result<Arc<IndexedGrid>, MapError> {
    let mut copy = grid.try_clone()?;
    apply(&mut copy);
    Ok(Arc::new(copy))
}

/// Marks the grid when dropped, which happens only while a panic unwinds.
struct PoisonOnPanic<'a>(&'a AtomicBool);

impl Drop for PoisonOnPanic<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Release);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{Cell, CellType};
    use std::panic::{AssertUnwindSafe, catch_unwind};

    fn shared() -> SharedGrid {
        SharedGrid::new(IndexedGrid::new(4, 4).unwrap())
    }

    #[test]
    fn a_view_keeps_its_state_through_an_edit() {
        let grid = shared();
        let before = grid.view().unwrap();
        grid.edit(&Edit::set(Cell::new(1, 1), CellType::Obstacle)).unwrap();
        assert_eq!(before.map().get(Cell::new(1, 1)), Ok(CellType::Walkable));
        assert_eq!(grid.view().unwrap().map().get(Cell::new(1, 1)), Ok(CellType::Obstacle));
        assert_eq!((before.map().revision(), grid.view().unwrap().map().revision()), (0, 1));
    }

    #[test]
    fn a_refused_edit_changes_nothing() {
        let grid = shared();
        assert_eq!(grid.edit(&Edit::set(Cell::new(4, 0), CellType::Obstacle)), Err(EditError::Map(MapError::Outside)));
        assert_eq!(grid.view().unwrap().map().revision(), 0);
    }

    #[test]
    fn an_edit_that_changes_nothing_takes_no_copy_of_a_map_that_is_searched() {
        let grid = shared();
        let view = grid.view().unwrap();
        grid.edit(&Edit::set(Cell::new(1, 1), CellType::Walkable)).unwrap();
        assert!(Arc::ptr_eq(&view, &grid.view().unwrap()));
        grid.edit(&Edit::set(Cell::new(1, 1), CellType::Obstacle)).unwrap();
        assert!(!Arc::ptr_eq(&view, &grid.view().unwrap()));
    }

    #[test]
    fn a_panic_in_an_edit_in_place_poisons_the_grid() {
        let grid = shared();
        let panicked = catch_unwind(AssertUnwindSafe(|| {
            grid.change(|grid| Ok(Some(grid.map().bounds())), |_, _| panic!("on purpose"))
        }));
        assert!(panicked.is_err());
        assert_eq!(grid.view().err(), Some(EditError::Poisoned));
        assert_eq!(grid.edit(&Edit::set(Cell::new(0, 0), CellType::Obstacle)), Err(EditError::Poisoned));
    }

    #[test]
    fn a_panic_in_an_edit_of_a_copy_leaves_the_grid_as_it_was() {
        let grid = shared();
        let view = grid.view().unwrap();
        let panicked = catch_unwind(AssertUnwindSafe(|| {
            grid.change(|grid| Ok(Some(grid.map().bounds())), |_, _| panic!("on purpose"))
        }));
        assert!(panicked.is_err());
        drop(view);
        assert_eq!(grid.view().unwrap().map().revision(), 0);
        grid.edit(&Edit::set(Cell::new(0, 0), CellType::Obstacle)).unwrap();
    }
}
