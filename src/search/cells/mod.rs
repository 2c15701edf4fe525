//! Searches that expand cells, and need nothing that is derived from where cells are connected.
//!
//! - [`search`]: A*, Dijkstra's algorithm and greedy search over any ground, in a documented order; [`memory`] has its
//!   nodes and open list. A [`stepper`] shows it at work, and a [`crossing`] leaves an obstacle with the same nodes.
//! - [`weighted`]: A* by a bucket queue over the cells of a terrain.
//! - [`hexagons`]: A* over hexagons that all cost the same.

pub(super) mod crossing;
pub(super) mod hexagons;
pub(super) mod memory;
pub(super) mod order;
pub(super) mod search;
pub(super) mod stepper;
pub(super) mod steps;
pub(super) mod weighted;
