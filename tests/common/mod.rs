//! What the tests share: maps and their kinds, an obvious reference search, a check of paths, the C functions made safe
//! to call.

#![allow(dead_code, reason = "each test is a crate of its own and uses its part")]
#![allow(clippy::expect_used, clippy::unwrap_used, reason = "a test fails by panicking")]

pub(crate) mod abi;
pub(crate) mod cell_map;
pub(crate) mod floor_twin;
pub(crate) mod floors;
pub(crate) mod joined_reference;
pub(crate) mod movingai;
pub(crate) mod path_check;
pub(crate) mod random_maps;
pub(crate) mod reference;
pub(crate) mod stepper;
pub(crate) mod tiles;
