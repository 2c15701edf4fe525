//! Landmarks: distances from eight cells, which give searches a lower bound on the cost to any goal.
//!
//! By the triangle inequality, the distances of two cells from one landmark differ by no more than the distance between
//! the cells. The estimate is the largest of the eight differences: a *differential heuristic* (Sturtevant, Felner,
//! Barrer, Schaeffer and Burch, "Memory-Based Heuristics for Explicit State Spaces", IJCAI 2009). The estimate is
//! consistent: [`quantized_costs`] has the proof.
//!
//! - [`shares`] gives each connected area its number of landmarks, and [`choosing`] chooses them, each one far from the
//!   ones before it.
//! - [`distance_field`] measures the distances from one landmark after the other, in [`quantized_costs`].
//! - [`repair`] keeps estimates right through edits. A closed cell needs no repair: distances are then too low at
//!   worst. Around an opened cell, distances are lowered, or the cell becomes one of the [`openings`], across which
//!   estimates don't trust distances. With too many opened cells, or without memory, the landmarks become invalid.
//! - [`saved`] writes landmarks as bytes and reads them.
//! - [`lifecycle`] decides when stale landmarks are dropped, to be measured anew.
//!
//! Memory: 16 bytes and 2 bits a cell. The eight distances of a cell lie side by side, so that an estimate reads one
//! cache line.

mod choosing;
mod distance_field;
mod distances;
mod estimate;
mod lifecycle;
mod measured;
mod openings;
mod quantized_costs;
mod repair;
mod repair_memory;
mod saved;
mod shares;
#[cfg(test)]
mod tests;

pub(super) use choosing::{AreaExtent, MeasuredField, STORED, UNREACHED, choose, distances_at};
pub(super) use distances::{Distances, FARTHEST};
pub(crate) use distances::{LANDMARKS, MAX_CELLS};
pub(crate) use estimate::{GoalEstimate, OpeningMemory};
pub(super) use lifecycle::{Age, Edited, KeptLandmarks, STALE};
pub(crate) use measured::Landmarks;
pub(super) use shares::Area;
