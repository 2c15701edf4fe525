//! The panic fence: nothing unwinds out of the library.

use super::status::{GridstarStatus, Outcome};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Runs the body of a call and turns its outcome, or a panic, into a status.
///
/// Asserting unwind safety is sound here: what a body can leave half done is a map, which `SharedGrid` then poisons, or the
/// thread's scratch, which a search takes out of its place and which is dropped with it.
pub(super) fn fence(body: impl FnOnce() -> Outcome) -> GridstarStatus {
    fence_or(GridstarStatus::Panicked, || body().unwrap_or_else(|mistake| mistake))
}

/// Runs a call that can't fail; `fallback` is what it returns if it panics all the same.
pub(super) fn fence_or<R>(fallback: R, body: impl FnOnce() -> R) -> R {
    catch_unwind(AssertUnwindSafe(body)).unwrap_or(fallback)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_becomes_a_status() {
        assert_eq!(fence(|| panic!("on purpose")), GridstarStatus::Panicked);
        assert_eq!(fence(|| Err(GridstarStatus::InvalidId)), GridstarStatus::InvalidId);
        assert_eq!(fence(|| Ok(GridstarStatus::NoPath)), GridstarStatus::NoPath);
    }
}
