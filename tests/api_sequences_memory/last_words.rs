//! What is said when the process ends by an allocation that can't fail: which call it was.

use crate::sequence::world::Refused;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

/// The call under way, ready to be written: nothing may be allocated when the process ends.
static WORDS: Mutex<([u8; 256], usize)> = Mutex::new(([0; 256], 0));
static IS_LISTENING: AtomicBool = AtomicBool::new(false);

pub(crate) fn set(plan: &Refused) {
    use std::io::Write;
    let mut words = WORDS.lock().unwrap();
    let (bytes, length) = &mut *words;
    let mut rest = &mut bytes[..];
    // What does not fit is left out.
    let _ = writeln!(rest, "the process ends in this call: {plan:?}");
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
            // SAFETY: the pointer of an array with at least so many bytes.
            unsafe { libc::write(2, words.0.as_ptr().cast(), words.1) };
        }
    }
    if !IS_LISTENING.swap(true, Ordering::Relaxed) {
        // SAFETY: the handler only makes a call that a handler may make.
        unsafe { libc::signal(libc::SIGABRT, say as *const () as libc::sighandler_t) };
    }
}

#[cfg(not(unix))]
pub(crate) fn listen() {
    IS_LISTENING.store(true, Ordering::Relaxed);
}
