//! The library itself: versions, and what a status means.

use crate::ffi::boundary::fence::{fence, fence_or, last_panic};
use crate::ffi::boundary::pointers::{Out, OutBuffer, take};
use crate::ffi::boundary::status::GridstarStatus;
use libc::c_char;

/// The version of this header's ABI. It grows when a function or struct changes in a way that old callers would not
/// survive.
pub const GRIDSTAR_ABI_VERSION: u32 = 1;

/// The ABI version of the library. A caller compares it with the GRIDSTAR_ABI_VERSION it was written for, and goes no
/// further when they differ. Any thread.
#[unsafe(no_mangle)]
pub extern "C" fn gridstar_abi_version() -> u32 {
    GRIDSTAR_ABI_VERSION
}

/// The version of the library as text, such as "0.1.0": ASCII, ends with a zero byte, never freed. Any thread.
#[unsafe(no_mangle)]
pub extern "C" fn gridstar_version() -> *const c_char {
    const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), "\0");
    VERSION.as_ptr().cast()
}

/// What a status means, as an English sentence for a person: ASCII, ends with a zero byte, never freed, never null. An
/// unknown number has a sentence too. Any thread.
#[unsafe(no_mangle)]
pub extern "C" fn gridstar_status_message(status: i32) -> *const c_char {
    let unknown = c"This status is not known to this version of the library.";
    fence_or(unknown, || GridstarStatus::from_number(status).map_or(unknown, GridstarStatus::message)).as_ptr()
}

/// Writes what the last error inside the library said (the last call of any thread that returned
/// GRIDSTAR_STATUS_PANICKED, or a preparation in the background that ended so), and how many bytes that is: for a
/// report. It begins with the library's version and the place in its sources. UTF-8 without a zero byte at its end, at
/// most 1024 bytes; 0 bytes where there was no error yet. A later error replaces it.
///
/// Fails with NULL_POINTER, MISALIGNED_POINTER or BUFFER_TOO_SMALL (`length_out` is then written). Any thread.
///
/// # Safety
///
/// `text_out` is null or points to `capacity` bytes that can be written; `length_out` is null or points to a place for
/// a number.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_last_panic(text_out: *mut u8, capacity: u32, length_out: *mut u32) -> GridstarStatus {
    fence(|| {
        // SAFETY: the caller's promise.
        let (mut text_out, length_out) = unsafe { (OutBuffer::new(text_out, capacity)?, Out::new(length_out)?) };
        let text = last_panic();
        let text = text.as_bytes();
        take(&mut text_out, text.len(), &length_out)?.copy_from_slice(text);
        Ok(GridstarStatus::Ok)
    })
}
