//! The landmarks of a map where all cells charge the same: see [`distance::landmarks`](crate::distance::landmarks).
//!
//! By the triangle inequality, the distances of two cells from one landmark differ by no more than the distance between
//! the cells. The estimate is the largest of the eight differences: a *differential heuristic* (Sturtevant, Felner,
//! Barrer, Schaeffer and Burch, "Memory-Based Heuristics for Explicit State Spaces", IJCAI 2009). The estimate is
//! consistent: [`QuantizedCosts`](crate::distance::landmarks::QuantizedCosts) has the proof.
//!
//! - [`shares`] gives each connected area its number of landmarks.
//! - Distances know no directions: only walls between cells that are closed both ways are in the way ([`measured`]).
//! - [`repair`] keeps estimates right through edits. A closed cell needs no repair: distances are then too low at
//!   worst. Around an opened cell, distances are lowered, or the cell becomes one of the [`openings`], across which
//!   estimates don't trust distances. With too many opened cells, or without memory, the landmarks become invalid.
//! - [`saved`] writes landmarks as bytes and reads them.
//! - [`lifecycle`] decides when stale landmarks are dropped, to be measured anew.
//!
//! Memory: 16 bytes a cell. The eight distances of a cell lie side by side, so that an estimate reads one
//! cache line.

mod estimate;
#[cfg(test)]
mod field_tests;
mod lifecycle;
mod measured;
mod openings;
mod repair;
mod saved;
mod shares;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod wall_tests;

pub(crate) use estimate::{GoalEstimate, OpeningMemory};
pub(super) use lifecycle::KeptLandmarks;
pub(crate) use measured::Landmarks;
pub(super) use shares::share_out;
