//! Memory that a thread keeps from one search to the next.

use super::status::GridstarStatus;
use crate::search::Scratch;
use std::cell::RefCell;
use std::thread::LocalKey;

/// Runs a search with this thread's memory. The search gets new memory if the thread is ending and has freed its own,
/// or if another search on this thread is using it.
pub(crate) fn with_memory<T: Default, R>(
    memory: &'static LocalKey<RefCell<T>>,
    search: impl FnOnce(&mut T) -> Result<R, GridstarStatus>,
) -> Result<R, GridstarStatus> {
    let (mut search, mut outcome) = (Some(search), Err(GridstarStatus::Panicked));
    lend(memory, &mut |memory| {
        if let Some(search) = search.take() {
            outcome = search(memory);
        }
    });
    outcome
}

/// Calls `search` once, with this thread's memory or with new memory. Callers pass a `dyn` closure: if both calls were
/// inlined, the library would hold the code of each search twice.
#[inline(never)]
fn lend<T: Default>(memory: &'static LocalKey<RefCell<T>>, search: &mut dyn FnMut(&mut T)) {
    let is_lent = memory.try_with(|memory| {
        let memory = memory.try_borrow_mut();
        let is_free = memory.is_ok();
        if let Ok(mut memory) = memory {
            search(EmptyOnPanic(&mut *memory).0);
        }
        is_free
    });
    if is_lent != Ok(true) {
        search(&mut T::default());
    }
}

thread_local! {
    static SCRATCH: RefCell<Scratch> = RefCell::default();
}

/// Runs a search on grids with this thread's scratch.
pub(crate) fn with_scratch<R>(
    search: impl FnOnce(&mut Scratch) -> Result<R, GridstarStatus>,
) -> Result<R, GridstarStatus> {
    with_memory(&SCRATCH, search)
}

/// Clears the memory after a panic, so that the next search finds nothing half done.
struct EmptyOnPanic<'a, T: Default>(&'a mut T);

impl<T: Default> Drop for EmptyOnPanic<'_, T> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            *self.0 = T::default();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ffi::boundary::fence::fence;
    use crate::ffi::boundary::status::GridstarStatus;

    thread_local! {
        static NUMBER: RefCell<u32> = const { RefCell::new(0) };
    }

    #[test]
    fn a_search_within_a_search_gets_memory_of_its_own() {
        let outcome = with_memory(&NUMBER, |outer| {
            *outer = 5;
            let inner = with_memory(&NUMBER, |inner| {
                assert_eq!(*inner, 0);
                *inner = 7;
                Ok(GridstarStatus::NoPath)
            });
            assert_eq!((inner, *outer), (Ok(GridstarStatus::NoPath), 5));
            Ok(GridstarStatus::Ok)
        });
        assert_eq!((outcome, NUMBER.take()), (Ok(GridstarStatus::Ok), 5));
    }

    #[test]
    fn a_search_that_panics_leaves_its_memory_empty() {
        let status = fence(|| {
            with_memory(&NUMBER, |number| -> Result<(), GridstarStatus> {
                *number = 5;
                panic!("on purpose")
            })
        });
        assert_eq!((status, NUMBER.take()), (GridstarStatus::Panicked, 0));
    }
}
