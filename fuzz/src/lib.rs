//! Functions that the fuzz targets run. `tests/fuzz_corpus` runs them on the kept corpus.

#![allow(clippy::expect_used, clippy::unwrap_used, reason = "a find is a panic")]

pub mod targets;
