//! Landmarks: distances from eight cells, which give searches a lower bound on the cost to any goal. The index keeps
//! them for uniform and for weighted ground; both are chosen, repaired and found stale by what is here.
//!
//! - [`choosing`]: chooses the landmarks, each one far from the ones before it.
//! - [`even_field`]: the distances from one cell over ground where all cells charge the same, in [`quantized_costs`];
//!   by [`cell_lists`] on maps full of small obstacles.
//! - [`lowering`]: lowers distances after edits until estimates are right.
//! - [`age`]: when landmarks are stale.
//! - [`saved`]: distances as bytes.

mod age;
mod cell_lists;
mod choosing;
mod distances;
mod even_field;
mod lowering;
mod quantized_costs;
pub(crate) mod saved;

pub(crate) use age::{Age, Edited, STALE, expansions_to_measure};
pub(crate) use choosing::{Area, AreaExtent, MeasuredField, STORED, UNREACHED, choose, interleave};
pub(crate) use distances::{Distances, FARTHEST, LANDMARKS, MAX_CELLS, largest_difference};
pub(crate) use even_field::EvenField;
pub(crate) use lowering::{Lowering, Marked, QuantizedSteps, lower};
pub(crate) use quantized_costs::{QuantizedCosts, Scale};
