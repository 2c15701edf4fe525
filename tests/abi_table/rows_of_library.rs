//! The library itself. No call of this process has panicked, so that there is no text to write.

use crate::fixture::of_pointer;
use crate::{Row, rows};
use gridstar::ffi::GridstarStatus::*;
use gridstar::ffi::*;
use std::ptr::null_mut;

pub(crate) fn rows() -> Vec<Row> {
    rows! { |f, v|
        gridstar_last_panic {
            "" [Good] => Ok, (f.out(0), 1024, f.out(1));
            "text_out" [Null] => NullPointer, (f.pointer(v), 1024, f.out(1));
            "capacity" [Zero, OneTooSmall] => Ok, (f.out(0), f.size(v, 1), f.out(1));
            "capacity" [Null] => Ok, (null_mut(), 0, f.out(1));
            "length_out" [Null, Misaligned] => of_pointer(v), (f.out(1), 1024, f.pointer(v));
        }
    }
}
