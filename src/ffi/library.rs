//! The library itself: versions, and what a status means.

use super::fence::fence_or;
use super::status::GridstarStatus;
use libc::c_char;

/// The version of this header's ABI. It grows when a function or struct changes in a way that old callers would not survive.
pub const GRIDSTAR_ABI_VERSION: u32 = 1;

/// The ABI version of the library. A caller compares it with the GRIDSTAR_ABI_VERSION it was written for, and goes no further
/// when they differ. Any thread.
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
