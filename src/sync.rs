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
    use std::sync::{Mutex as StdMutex, MutexGuard as StdMutexGuard, OnceLock, PoisonError};

    pub(crate) use loom::sync::atomic;

    /// One of loom's locks, made at its first use: loom's have no `const fn new`.
    struct Lazy<L>(OnceLock<L>);

    impl<L> Lazy<L> {
        const fn new() -> Self {
            Self(OnceLock::new())
        }
    }

    impl<L> fmt::Debug for Lazy<L> {
        fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
            formatter.write_str("Lazy")
        }
    }

    /// Stand-in for `parking_lot::Mutex`. Threads meet in loom's lock; the value's own never waits, and keeps the value
    /// in its place: loom's stacks are small.
    #[derive(Debug)]
    pub(crate) struct Mutex<T> {
        order: Lazy<loom::sync::Mutex<()>>,
        value: StdMutex<T>,
    }

    /// Stand-in for `parking_lot::MutexGuard`. Fields are dropped in their order: the value's lock first.
    #[derive(Debug)]
    pub(crate) struct MutexGuard<'a, T> {
        value: StdMutexGuard<'a, T>,
        order: loom::sync::MutexGuard<'a, ()>,
        mutex: &'a Mutex<T>,
    }

    impl<T> Mutex<T> {
        pub(crate) const fn new(value: T) -> Self {
            Self { order: Lazy::new(), value: StdMutex::new(value) }
        }

        fn order(&self) -> &loom::sync::Mutex<()> {
            self.order.0.get_or_init(|| loom::sync::Mutex::new(()))
        }

        fn guard<'a>(&'a self, order: loom::sync::MutexGuard<'a, ()>) -> MutexGuard<'a, T> {
            MutexGuard { value: self.value.lock().unwrap_or_else(PoisonError::into_inner), order, mutex: self }
        }

        pub(crate) fn lock(&self) -> MutexGuard<'_, T> {
            self.guard(self.order().lock().unwrap_or_else(PoisonError::into_inner))
        }

        pub(crate) fn try_lock(&self) -> Option<MutexGuard<'_, T>> {
            self.order().try_lock().ok().map(|order| self.guard(order))
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
            &self.value
        }
    }

    impl<T> DerefMut for MutexGuard<'_, T> {
        fn deref_mut(&mut self) -> &mut T {
            &mut self.value
        }
    }

    /// Stand-in for `parking_lot::RwLock`.
    pub(crate) struct RwLock<T> {
        value: StdMutex<Option<T>>,
        lock: Lazy<loom::sync::RwLock<T>>,
    }

    impl<T> fmt::Debug for RwLock<T> {
        fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
            formatter.write_str("RwLock")
        }
    }

    impl<T> RwLock<T> {
        pub(crate) const fn new(value: T) -> Self {
            Self { value: StdMutex::new(Some(value)), lock: Lazy::new() }
        }

        fn lock(&self) -> &loom::sync::RwLock<T> {
            self.lock.0.get_or_init(|| loom::sync::RwLock::new(self.value.lock().unwrap().take().unwrap()))
        }

        pub(crate) fn read(&self) -> loom::sync::RwLockReadGuard<'_, T> {
            self.lock().read().unwrap_or_else(PoisonError::into_inner)
        }

        pub(crate) fn write(&self) -> loom::sync::RwLockWriteGuard<'_, T> {
            self.lock().write().unwrap_or_else(PoisonError::into_inner)
        }

        pub(crate) fn try_write(&self) -> Option<loom::sync::RwLockWriteGuard<'_, T>> {
            self.lock().try_write().ok()
        }
    }

    /// Stand-ins for the standard library's.
    pub(crate) mod waiting {
        use super::Lazy;
        use std::sync::LockResult;

        pub(crate) use super::MutexGuard;

        /// Loom's threads, with stacks for what a search remembers.
        pub(crate) mod thread {
            use loom::thread::{self, JoinHandle};
            use std::fmt::Debug;

            pub(crate) use loom::thread::yield_now;

            /// Four times as many words as by default.
            const STACK: usize = 0x4000;

            pub(crate) struct Builder(thread::Builder);

            impl Builder {
                pub(crate) fn new() -> Self {
                    Self(thread::Builder::new().stack_size(STACK))
                }

                pub(crate) fn name(self, name: String) -> Self {
                    Self(self.0.name(name))
                }

                pub(crate) fn spawn(self, run: impl FnOnce() + Send + 'static) -> Result<JoinHandle<()>, impl Debug> {
                    self.0.spawn(run)
                }
            }
        }

        #[derive(Debug)]
        pub(crate) struct Mutex<T>(super::Mutex<T>);

        impl<T> Mutex<T> {
            pub(crate) const fn new(value: T) -> Self {
                Self(super::Mutex::new(value))
            }

            pub(crate) fn lock(&self) -> LockResult<MutexGuard<'_, T>> {
                Ok(self.0.lock())
            }
        }

        #[derive(Debug)]
        pub(crate) struct Condvar(Lazy<loom::sync::Condvar>);

        impl Condvar {
            pub(crate) const fn new() -> Self {
                Self(Lazy::new())
            }

            fn get(&self) -> &loom::sync::Condvar {
                self.0.0.get_or_init(loom::sync::Condvar::new)
            }

            pub(crate) fn wait<'a, T>(&self, guard: MutexGuard<'a, T>) -> LockResult<MutexGuard<'a, T>> {
                let MutexGuard { value, order, mutex } = guard;
                drop(value);
                let order = self.get().wait(order).unwrap();
                Ok(mutex.guard(order))
            }

            pub(crate) fn wait_while<'a, T>(
                &self,
                mut guard: MutexGuard<'a, T>,
                mut condition: impl FnMut(&mut T) -> bool,
            ) -> LockResult<MutexGuard<'a, T>> {
                while condition(&mut guard) {
                    guard = self.wait(guard)?;
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
