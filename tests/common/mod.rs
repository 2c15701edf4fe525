//! Shared by the tests: maps, reference searches, path checks, and safe wrappers of the C functions.

#![allow(dead_code, reason = "each test is a crate of its own and uses its part")]
#![allow(clippy::expect_used, clippy::unwrap_used, reason = "a test fails by panicking")]

pub(crate) mod abi;
pub(crate) mod any_angle;
pub(crate) mod cell_map;
pub(crate) mod cover;
pub(crate) mod crowd;
pub(crate) mod engine_grids;
pub(crate) mod floor_twin;
pub(crate) mod floors;
pub(crate) mod joined_reference;
pub(crate) mod movingai;
pub(crate) mod path_check;
pub(crate) mod path_forms;
pub(crate) mod profile;
pub(crate) mod random_maps;
pub(crate) mod random_terrain;
pub(crate) mod reach;
pub(crate) mod reference;
pub(crate) mod shapes;
pub(crate) mod sight;
pub(crate) mod stepper;
pub(crate) mod terrain;
pub(crate) mod terrain_world;
pub(crate) mod tiles;
pub(crate) mod work;
