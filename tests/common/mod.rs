//! What the tests share: maps, oracles and wrappers. An oracle is slow, obvious, and shares no code with the library.
//!
//! | kind | modules |
//! | --- | --- |
//! | the C functions, made safe | `abi` (grids), `cover`, `crowd`, `floors`, `profile`, `stepper`, `work` |
//! | maps | `cell_map`, `random_maps`, `random_terrain`, `tiles`, `shapes`, `movingai` (files) |
//! | oracles of steps and paths | `path_check`, `reference`, `terrain` (costs of cells), `joined_reference` |
//! | oracles of other answers | `sight`, `any_angle`, `path_forms`, `reach`, the referee of `crowd` |
//! | a grid for each engine, beside an oracle | `engine_grids`, `terrain_world`, `floor_twin`, `prepared_grids` |
//!
//! Some files are for a few tests alone, which include them by path: `counting_allocator.rs`, which installs an
//! allocator for the whole process, `header.rs`, a parser of the header, `abi_dump.rs` and `mono.rs` for C#.

#![allow(dead_code, reason = "each test is a crate of its own and uses some of it")]
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
pub(crate) mod prepared_grids;
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
