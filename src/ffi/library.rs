//! The library itself: versions, status messages and the text of the last internal error.

use crate::ffi::boundary::fence::{fence, fence_or, last_panic};
use crate::ffi::boundary::pointers::{Out, OutBuffer, take};
use crate::ffi::boundary::status::{GridstarStatus, message};
use core::ffi::c_char;

/// The version of this header's ABI. A change that breaks existing callers increases it.
pub const GRIDSTAR_ABI_VERSION: u32 = 2;

/// Returns the ABI version of the library. A caller must stop if it differs from the GRIDSTAR_ABI_VERSION that the
/// caller was compiled with. Thread-safe.
#[unsafe(no_mangle)]
pub extern "C" fn gridstar_abi_version() -> u32 {
    GRIDSTAR_ABI_VERSION
}

/// Returns the version of the library, such as "0.2.0": ASCII, zero-terminated, valid forever. Do not free it.
/// Thread-safe.
#[unsafe(no_mangle)]
pub extern "C" fn gridstar_version() -> *const c_char {
    const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), "\0");
    VERSION.as_ptr().cast()
}

/// Returns a message for a status, in English: ASCII, zero-terminated, valid forever, never null. Do not free it.
/// Unknown numbers have a message too. Thread-safe.
#[unsafe(no_mangle)]
pub extern "C" fn gridstar_status_message(status: i32) -> *const c_char {
    fence_or(c"", || message(status)).as_ptr()
}

/// Writes the text of the last internal error of any thread and its length in bytes, for a bug report. An internal
/// error is a call that returned GRIDSTAR_STATUS_PANICKED, or a background preparation that failed in the same way. The
/// text begins with the library's version and the place in its sources. It is UTF-8 without a terminating zero, at most
/// 1024 bytes, and empty before the first error. Only the last error is kept.
///
/// Fails with NULL_POINTER, MISALIGNED_POINTER or BUFFER_TOO_SMALL (only `length_out` is written). Thread-safe.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_last_panic(text_out: *mut u8, capacity: u32, length_out: *mut u32) -> GridstarStatus {
    fence(|| {
        // SAFETY: the caller upholds the contract of this function.
        let (mut text_out, length_out) = unsafe { (OutBuffer::new(text_out, capacity)?, Out::new(length_out)?) };
        let text = last_panic();
        let text = text.as_bytes();
        take(&mut text_out, text.len(), &length_out)?.copy_from_slice(text);
        Ok(())
    })
}
