//! The library itself. No call of this process has panicked, so the text of the last panic is empty.

#![allow(clippy::undocumented_unsafe_blocks, reason = "a `Case` gives only pointers with which a call is sound")]

use crate::table::Function;
use gridstar::ffi::GridstarStatus::*;
use gridstar::ffi::*;

pub(crate) fn functions() -> Vec<Function> {
    use crate::given::Given::{Null, OneTooSmall, Zero};
    let last_panic = Function::new("gridstar_last_panic", Ok, |c| unsafe {
        let (text, capacity) = c.buffer("text_out", 0, "capacity", 1024);
        gridstar_last_panic(text, capacity, c.out("length_out", 1)) as i32
    })
    .bad("text_out", &[Null], NullPointer)
    .bad("capacity", &[Zero, OneTooSmall, Null], Ok)
    .bad_pointer("length_out");
    vec![last_panic]
}
