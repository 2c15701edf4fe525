//! Shared parts of the tests: maps, oracles and wrappers. An oracle is slow, obvious, and shares no code with the
//! library.
//!
//! | kind | modules |
//! | --- | --- |
//! | the C functions, made safe | `abi` (grids), `saved`, `cover`, `crowd`, `field`, `floors`, `forks`, `profile`, |
//! | | `stepper`, `work` |
//! | maps | `cell_map`, `random_maps`, `random_terrain`, `tiles`, `shapes`, `movingai` (files) |
//! | oracles of steps and paths | `path_check`, `reference`, `terrain` (costs of cells), `joined_reference`, `walls` |
//! | hexagons: maps, steps, paths and distances in cube coordinates | `hexagons` |
//! | oracles of other answers | `sight`, `any_angle`, `path_forms`, `reach`, the referee of `crowd` |
//! | random sequences of C calls beside a model | `sequence` |
//! | crowds that keep apart | `avoidance` |
//! | a grid for each engine, beside an oracle | `engine_grids`, `terrain_world`, `floor_twin`, `prepared_grids`, |
//! | | `walled_grids`, `fork_model` |
//!
//! `header` is a parser of the C header; `mono` is for C#. Tests include the file `counting_allocator.rs` by its path,
//! because an allocator is installed for the whole process.

#![allow(missing_docs, reason = "names and tests tell; what does not explain itself has a comment")]
#![allow(clippy::new_without_default, reason = "what calls the library is made by a call that is seen")]
#![allow(clippy::expect_used, clippy::unwrap_used, reason = "a test fails by panicking")]

pub mod abi;
pub mod any_angle;
pub mod avoidance;
pub mod cell_map;
pub mod cover;
pub mod crowd;
pub mod engine_grids;
pub mod field;
pub mod floor_field;
pub mod floor_twin;
pub mod floors;
pub mod fork_model;
pub mod forks;
pub mod header;
pub mod hexagons;
pub mod joined_reference;
pub mod mono;
pub mod movingai;
pub mod path_check;
pub mod path_forms;
pub mod prepared_grids;
pub mod profile;
pub mod random_maps;
pub mod random_terrain;
pub mod reach;
pub mod reference;
pub mod saved;
pub mod sequence;
pub mod shapes;
pub mod sight;
pub mod stepper;
pub mod terrain;
pub mod terrain_world;
pub mod tiles;
pub mod walled_grids;
pub mod walls;
pub mod work;
