//! The library itself: versions, status messages and the text of the last internal error.

use crate::ffi::boundary::fence::{fence, fence_or, last_panic};
use crate::ffi::boundary::pointers::{Out, OutBuffer, take};
use crate::ffi::boundary::status::{GridstarStatus, message};
use core::ffi::c_char;

/// ABI version of this header. A change that breaks existing callers increases it.
pub const GRIDSTAR_ABI_VERSION: u32 = 2;

/// Returns the ABI version of the library. A caller must stop if it is not the GRIDSTAR_ABI_VERSION that it was
/// compiled with.
#[unsafe(no_mangle)]
pub extern "C" fn gridstar_abi_version() -> u32 {
    GRIDSTAR_ABI_VERSION
}

/// Returns the version of the library, such as "0.2.0": ASCII, zero-terminated, valid forever. Do not free it.
#[unsafe(no_mangle)]
pub extern "C" fn gridstar_version() -> *const c_char {
    const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), "\0");
    VERSION.as_ptr().cast()
}

/// Returns a message for any number of a status, in English: ASCII, zero-terminated, valid forever, never null. Do not
/// free it.
#[unsafe(no_mangle)]
pub extern "C" fn gridstar_status_message(status: i32) -> *const c_char {
    fence_or(c"", || message(status)).as_ptr()
}

/// Writes the text of the last internal error (PANICKED) of any thread or background preparation, for a bug report: the
/// library's version, the place in its sources, and what happened. UTF-8 without a terminating zero, at most 1024
/// bytes, empty before the first error.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_last_panic(text_out: *mut u8, capacity: u32, length_out: *mut u32) -> GridstarStatus {
    fence(|| {
        let (mut text_out, length_out) = (OutBuffer::new(text_out, capacity)?, Out::new(length_out)?);
        let text = last_panic();
        let text = text.as_bytes();
        take(&mut text_out, text.len(), &length_out)?.copy_from_slice(text);
        Ok(())
    })
}
