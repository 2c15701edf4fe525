//! Answers for a whole map at once: what paths between goals and all cells cost, and where they go.

mod beginning;
mod building;
mod combined;
mod copying;
mod directions;
mod nearest;
mod range;
mod repair;
#[cfg(test)]
mod slice_tests;
mod seen;
mod steering;
#[cfg(test)]
mod tests;
mod update;
mod whole;

pub use crate::distance::tools::Tools;
pub use crate::distance::visits::Visits;
pub use combined::{CellCosts, Combination, Combined};
pub use directions::FieldStep;
pub use nearest::{GoalCost, costs_to, nearest_goals};
pub use update::Spare;
pub use whole::{Field, FieldRules, Sense};
