//! Names the call under way when an allocation that can't fail ends the process.

use crate::sequence::world::Refused;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

/// The call under way, ready to be written: a process that is ending must not allocate.
static WORDS: Mutex<([u8; 256], usize)> = Mutex::new(([0; 256], 0));
static IS_LISTENING: AtomicBool = AtomicBool::new(false);

pub(crate) fn set(plan: &Refused) {
    use std::io::Write;
    let mut words = WORDS.lock().unwrap();
    let (bytes, length) = &mut *words;
    let mut rest = &mut bytes[..];
    // Text that does not fit is cut off.
    let _ = writeln!(rest, "the process ended during this call: {plan:?}");
    *length = 256 - rest.len();
}

pub(crate) fn clear() {
    WORDS.lock().unwrap().1 = 0;
}

/// Writes the call under way when the process is aborted.
#[cfg(unix)]
pub(crate) fn listen() {
    extern "C" fn say(_: libc::c_int) {
        if let Ok(words) = WORDS.try_lock() {
            // SAFETY: the pointer of an array that has at least this many bytes.
            unsafe { libc::write(2, words.0.as_ptr().cast(), words.1) };
        }
    }
    if !IS_LISTENING.swap(true, Ordering::Relaxed) {
        // SAFETY: the handler makes only a call that is allowed in a signal handler.
        unsafe { libc::signal(libc::SIGABRT, say as *const () as libc::sighandler_t) };
    }
}

#[cfg(not(unix))]
pub(crate) fn listen() {
    IS_LISTENING.store(true, Ordering::Relaxed);
}
