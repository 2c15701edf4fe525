//! Locks and atomics of what threads share.
//!
//! They are those of `parking_lot` and of the standard library. A test build with `--cfg loom` has loom's instead,
//! behind the same names: `src/loom_models.rs` then tries every order in which threads can meet in them.

#[cfg(not(all(loom, test)))]
mod kinds {
    pub(crate) use parking_lot::{Mutex, MutexGuard, RwLock};
    pub(crate) use std::sync::atomic;

    /// The standard library's: a thread that waits for one of these takes no memory.
    pub(crate) mod waiting {
        pub(crate) use std::sync::{Condvar, Mutex, MutexGuard};
        pub(crate) use std::thread;
    }
}

#[cfg(all(loom, test))]
mod kinds {
    use std::fmt;
    use std::ops::{Deref, DerefMut};
    use std::sync::{Mutex as StdMutex, OnceLock, PoisonError};

    pub(crate) use loom::sync::RwLockReadGuard;
    pub(crate) use loom::sync::atomic;

    /// One of loom's locks, made at its first use: loom's have no `const fn new`.
    struct Lazy<T, L> {
        value: StdMutex<Option<T>>,
        lock: OnceLock<L>,
    }

    impl<T, L> Lazy<T, L> {
        const fn new(value: T) -> Self {
            Self { value: StdMutex::new(Some(value)), lock: OnceLock::new() }
        }

        fn get(&self, make: fn(T) -> L) -> &L {
            self.lock.get_or_init(|| make(self.value.lock().unwrap().take().unwrap()))
        }
    }

    impl<T, L> fmt::Debug for Lazy<T, L> {
        fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
            formatter.write_str("Lazy")
        }
    }

    /// As `parking_lot::Mutex`.
    #[derive(Debug)]
    pub(crate) struct Mutex<T>(Lazy<T, loom::sync::Mutex<T>>);

    /// As `parking_lot::MutexGuard`.
    pub(crate) struct MutexGuard<'a, T>(loom::sync::MutexGuard<'a, T>);

    impl<T> Mutex<T> {
        pub(crate) const fn new(value: T) -> Self {
            Self(Lazy::new(value))
        }

        pub(crate) fn lock(&self) -> MutexGuard<'_, T> {
            MutexGuard(self.0.get(loom::sync::Mutex::new).lock().unwrap_or_else(PoisonError::into_inner))
        }

        pub(crate) fn try_lock(&self) -> Option<MutexGuard<'_, T>> {
            self.0.get(loom::sync::Mutex::new).try_lock().ok().map(MutexGuard)
        }
    }

    impl<T: Default> Default for Mutex<T> {
        fn default() -> Self {
            Self::new(T::default())
        }
    }

    impl<T> MutexGuard<'_, T> {
        pub(crate) fn unlock_fair(guard: Self) {
            drop(guard);
        }
    }

    impl<T> Deref for MutexGuard<'_, T> {
        type Target = T;

        fn deref(&self) -> &T {
            &self.0
        }
    }

    impl<T> DerefMut for MutexGuard<'_, T> {
        fn deref_mut(&mut self) -> &mut T {
            &mut self.0
        }
    }

    /// As `parking_lot::RwLock`.
    #[derive(Debug)]
    pub(crate) struct RwLock<T>(Lazy<T, loom::sync::RwLock<T>>);

    impl<T> RwLock<T> {
        pub(crate) const fn new(value: T) -> Self {
            Self(Lazy::new(value))
        }

        pub(crate) fn read(&self) -> RwLockReadGuard<'_, T> {
            self.0.get(loom::sync::RwLock::new).read().unwrap_or_else(PoisonError::into_inner)
        }

        pub(crate) fn write(&self) -> loom::sync::RwLockWriteGuard<'_, T> {
            self.0.get(loom::sync::RwLock::new).write().unwrap_or_else(PoisonError::into_inner)
        }

        pub(crate) fn try_write(&self) -> Option<loom::sync::RwLockWriteGuard<'_, T>> {
            self.0.get(loom::sync::RwLock::new).try_write().ok()
        }
    }

    impl<T: Default> Default for RwLock<T> {
        fn default() -> Self {
            Self::new(T::default())
        }
    }

    /// As the standard library's.
    pub(crate) mod waiting {
        use super::Lazy;
        use std::sync::LockResult;

        pub(crate) use loom::sync::MutexGuard;
        pub(crate) use loom::thread;

        #[derive(Debug)]
        pub(crate) struct Mutex<T>(Lazy<T, loom::sync::Mutex<T>>);

        impl<T> Mutex<T> {
            pub(crate) const fn new(value: T) -> Self {
                Self(Lazy::new(value))
            }

            pub(crate) fn lock(&self) -> LockResult<MutexGuard<'_, T>> {
                self.0.get(loom::sync::Mutex::new).lock()
            }
        }

        #[derive(Debug)]
        pub(crate) struct Condvar(Lazy<(), loom::sync::Condvar>);

        impl Condvar {
            pub(crate) const fn new() -> Self {
                Self(Lazy::new(()))
            }

            fn get(&self) -> &loom::sync::Condvar {
                self.0.get(|()| loom::sync::Condvar::new())
            }

            pub(crate) fn wait<'a, T>(&self, guard: MutexGuard<'a, T>) -> LockResult<MutexGuard<'a, T>> {
                self.get().wait(guard)
            }

            pub(crate) fn wait_while<'a, T>(
                &self,
                mut guard: MutexGuard<'a, T>,
                mut condition: impl FnMut(&mut T) -> bool,
            ) -> LockResult<MutexGuard<'a, T>> {
                while condition(&mut guard) {
                    guard = self.get().wait(guard)?;
                }
                Ok(guard)
            }

            pub(crate) fn notify_all(&self) {
                self.get().notify_all();
            }
        }
    }
}

pub(crate) use kinds::*;
