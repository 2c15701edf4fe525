//! The panic fence: no panic unwinds into a caller, and the last panic's text is kept for a bug report.
//!
//! Only a panic hook learns where a panic happened, and the hook belongs to the host. The kept text therefore
//! gives the source line at which the exported function enters the fence, and no closer place.

use super::status::GridstarStatus;
use parking_lot::Mutex;
use std::any::Any;
use std::fmt::{self, Write};
use std::panic::{AssertUnwindSafe, Location, catch_unwind};

/// The text of the last panic of any thread.
static LAST_PANIC: Mutex<PanicText> = Mutex::new(PanicText::new());

/// Runs the body of a call and turns its result, or a panic, into a status.
///
/// `AssertUnwindSafe` is sound: a body can leave half changed only a map, which `SharedGrid` poisons; a stepper, which
/// `with_stepper` poisons; and a thread's search context, which `with_memory` clears.
#[track_caller]
pub(crate) fn fence<S: Into<GridstarStatus>>(body: impl FnOnce() -> Result<S, GridstarStatus>) -> GridstarStatus {
    fence_or(GridstarStatus::Panicked, || body().map_or_else(|mistake| mistake, S::into))
}

/// Runs a call that has no status and returns `fallback` after a panic.
#[track_caller]
pub(crate) fn fence_or<R>(fallback: R, body: impl FnOnce() -> R) -> R {
    let place = Location::caller();
    match catch_unwind(AssertUnwindSafe(body)) {
        Ok(result) => result,
        Err(panic) => {
            keep(panic, place);
            fallback
        }
    }
}

/// Keeps the text of a panic. It is a function of its own, because each exported function would repeat it.
#[cold]
#[inline(never)]
fn keep(panic: Box<dyn Any + Send>, place: &Location) {
    LAST_PANIC.lock().note(&*panic, place);
}

/// Copies the text of the last panic; empty before the first one.
pub(crate) fn last_panic() -> PanicText {
    *LAST_PANIC.lock()
}

/// Text of a panic, and where it was caught. The size is fixed, because memory may have run out; longer texts are
/// cut.
#[derive(Clone, Copy)]
pub(crate) struct PanicText {
    bytes: [u8; Self::SIZE],
    length: usize,
}

impl PanicText {
    /// The header names this size, and scripts have a buffer of it.
    const SIZE: usize = 1024;

    const fn new() -> Self {
        Self { bytes: [0; Self::SIZE], length: 0 }
    }

    /// The text in UTF-8.
    pub(crate) fn as_bytes(&self) -> &[u8] {
        &self.bytes[..self.length]
    }

    fn note(&mut self, panic: &(dyn Any + Send), place: &Location) {
        let text = panic.downcast_ref::<&str>().copied().or_else(|| panic.downcast_ref::<String>().map(String::as_str));
        self.length = 0;
        // The place comes first, so that it is never cut. An error of `write!` means that the text was cut.
        let (file, line, version) = (place.file(), place.line(), env!("CARGO_PKG_VERSION"));
        let _ = write!(self, "GridStar {version}, {file}:{line}: {}", text.unwrap_or("a panic without a text"));
    }
}

impl Write for PanicText {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let room = Self::SIZE - self.length;
        let length = whole_characters(text, room);
        self.bytes[self.length..][..length].copy_from_slice(&text.as_bytes()[..length]);
        self.length += length;
        if length == text.len() { Ok(()) } else { Err(fmt::Error) }
    }
}

/// The most bytes of a text, up to `room`, that end at a character boundary.
fn whole_characters(text: &str, room: usize) -> usize {
    (0..=room.min(text.len())).rev().find(|&length| text.is_char_boundary(length)).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ffi::boundary::status::CallOutcome;

    #[test]
    fn a_panic_becomes_a_status() {
        assert_eq!(fence(|| -> CallOutcome { panic!("on purpose") }), GridstarStatus::Panicked);
        assert_eq!(fence(|| CallOutcome::Err(GridstarStatus::InvalidId)), GridstarStatus::InvalidId);
        assert_eq!(fence(|| Ok(GridstarStatus::NoPath)), GridstarStatus::NoPath);
    }

    #[track_caller]
    fn noted(panic: &(dyn Any + Send)) -> (String, u32) {
        let (mut text, place) = (PanicText::new(), Location::caller());
        text.note(panic, place);
        (String::from_utf8(text.as_bytes().to_vec()).unwrap(), place.line())
    }

    #[test]
    fn the_text_of_a_panic_names_the_version_and_the_place_of_the_fence() {
        for panic in [&"index 7 of 5" as &(dyn Any + Send), &String::from("index 7 of 5")] {
            let (text, line) = noted(panic);
            assert!(text.starts_with(concat!("GridStar ", env!("CARGO_PKG_VERSION"), ", ")), "{text}");
            assert!(text.ends_with(&format!("fence.rs:{line}: index 7 of 5")), "{text}");
        }
        assert!(noted(&7).0.ends_with(": a panic without a text"));
    }

    #[test]
    fn a_long_text_is_cut_between_two_characters() {
        for start in 0..3 {
            let (text, _) = noted(&("x".repeat(start) + &"\u{4e16}".repeat(1000)));
            assert!((PanicText::SIZE - 2..=PanicText::SIZE).contains(&text.len()), "{} bytes", text.len());
            assert!(text.ends_with('\u{4e16}'));
        }
    }

    #[test]
    fn the_last_panic_of_any_thread_can_be_read() {
        // Other tests may panic in between, so repeat until none does.
        let is_read = || {
            let panic = || fence(|| -> CallOutcome { panic!("in another thread") });
            assert_eq!(std::thread::spawn(panic).join().unwrap(), GridstarStatus::Panicked);
            let (mut bytes, mut length) = ([0; 1024], 0);
            // SAFETY: the pointer and length of an array, and the pointer of a reference.
            let status = unsafe { crate::ffi::gridstar_last_panic(bytes.as_mut_ptr(), 1024, &mut length) };
            assert_eq!(status, GridstarStatus::Ok);
            let text = std::str::from_utf8(&bytes[..length as usize]).unwrap();
            text.contains("fence.rs:") && text.ends_with(": in another thread")
        };
        assert!((0..1000).any(|_| is_read()));
        let mut length = 0;
        // SAFETY: a null pointer with a capacity of 0, and the pointer of a reference.
        let status = unsafe { crate::ffi::gridstar_last_panic(std::ptr::null_mut(), 0, &mut length) };
        assert_eq!(status, GridstarStatus::BufferTooSmall);
        assert!(length > 20);
    }
}
