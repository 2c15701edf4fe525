//! What the fuzz targets run. `tests/fuzz_corpus` runs the same functions on the kept corpus.

#![allow(clippy::expect_used, clippy::unwrap_used, reason = "a find is a panic")]

#[path = "../../tests/common/mod.rs"]
mod common;
#[path = "../../tests/api_sequences/sequence/mod.rs"]
#[allow(dead_code, reason = "the tests use the rest of it")]
mod sequence;
pub mod targets;
