//! `fork` while the library's threads work: it waits until they have ended what they run, so that the child finds no
//! lock that a thread of the library holds. The child has none of the threads.

/// Tells the system what to do around `fork`, once.
#[cfg(all(unix, not(target_family = "wasm")))]
pub(super) fn watch() {
    use std::sync::Once;

    static WATCHED: Once = Once::new();
    // SAFETY: the functions are `extern "C"`, don't unwind, and stay: the library is never unloaded. Without memory for
    // the list of functions, `fork` does not wait.
    WATCHED.call_once(|| unsafe {
        libc::pthread_atfork(Some(handlers::prepare), Some(handlers::in_parent), Some(handlers::in_child));
    });
}

/// Where processes don't fork.
#[cfg(not(all(unix, not(target_family = "wasm"))))]
pub(super) fn watch() {}

#[cfg(all(unix, not(target_family = "wasm")))]
mod handlers {
    use crate::ffi::boundary::fence::fence_or;
    use crate::ffi::work::object::{Task, pool};
    use crate::work::Forking;
    use std::cell::RefCell;

    thread_local! {
        /// The locked pool, from the moment before the fork until after it, in parent and child.
        static FORKING: RefCell<Option<Forking<'static, Task>>> = const { RefCell::new(None) };
    }

    pub(super) extern "C" fn prepare() {
        fence_or((), || {
            // A thread that is ending can't keep the lock over the fork.
            let _ = FORKING.try_with(|forking| forking.replace(Some(pool().before_fork())));
        });
    }

    pub(super) extern "C" fn in_parent() {
        fence_or((), || take().map_or((), Forking::end_in_parent));
    }

    pub(super) extern "C" fn in_child() {
        fence_or((), || take().map_or((), Forking::end_in_child));
    }

    fn take() -> Option<Forking<'static, Task>> {
        FORKING.try_with(RefCell::take).ok().flatten()
    }
}
