//! Searches that expand cells, and need nothing that is derived from where cells are connected.
//!
//! - [`search`]: the one search. It goes over a [`ground`], and its [`open_cells`] tell which cell comes next.
//! - [`legal`]: squares and hexagons, whatever their costs, in a documented order ([`ordered`]). A [`stepper`] shows
//!   this search at work.
//! - [`crossing`]: blocked cells, in the same order.
//! - [`weighted`] squares, and [`hexagons`] that all cost the same. Both try few of the legal steps.

pub(super) mod crossing;
mod ground;
mod hexagons;
pub(super) mod legal;
mod open_cells;
pub(super) mod order;
pub(super) mod ordered;
pub(super) mod search;
pub(super) mod stepper;
pub(super) mod steps;
mod weighted;

pub(super) use hexagons::{StackedCells, find_over_hexagons};
pub(super) use weighted::find_over_cells;
