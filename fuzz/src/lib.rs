//! What the fuzz targets run. `tests/fuzz_corpus` runs the same functions on the kept corpus.

#![allow(clippy::expect_used, clippy::unwrap_used, reason = "a find is a panic")]

pub mod targets;
