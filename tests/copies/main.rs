//! Copied, saved and loaded crowds and reservations go on as if they had never been left.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test fails by panicking")]

mod bytes;
mod crowds;
mod in_step;
mod reservations;
mod threads;
