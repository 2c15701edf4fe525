//! Faults on purpose. `cargo xtask sanitize` runs each under the checker that has to report it, before it trusts the
//! checker's silence. Nothing of the library is in them.

#![allow(clippy::undocumented_unsafe_blocks, reason = "what they do is wrong")]

use std::cell::UnsafeCell;
use std::hint::black_box;
use std::sync::Barrier;

struct Unguarded(UnsafeCell<u64>);

// Not true: this is the fault.
unsafe impl Sync for Unguarded {}

#[test]
#[ignore = "a fault on purpose: run by cargo xtask sanitize"]
fn two_threads_write_one_number() {
    let number = Unguarded(UnsafeCell::new(0));
    // Both run at the same time: the checker may miss what a thread did that ended before the other began.
    let both_run = Barrier::new(2);
    std::thread::scope(|scope| {
        for _ in 0..2 {
            let (number, both_run) = (&number, &both_run);
            scope.spawn(move || {
                both_run.wait();
                for _ in 0..1000 {
                    unsafe { *black_box(number.0.get()) += 1 };
                }
            });
        }
    });
    black_box(number.0.into_inner());
}

#[test]
#[ignore = "a fault on purpose: run by cargo xtask sanitize"]
fn memory_is_read_after_it_was_freed() {
    let pointer = black_box(Box::into_raw(Box::new([7_u64; 8])));
    drop(unsafe { Box::from_raw(pointer) });
    black_box(unsafe { (*pointer)[3] });
}

#[test]
#[ignore = "a fault on purpose: run by cargo xtask sanitize"]
fn memory_is_never_freed() {
    black_box(Box::into_raw(Box::new([7_u64; 1000])));
    // The pointer's own copies on the stack are overwritten.
    black_box([0_u64; 512]);
}
