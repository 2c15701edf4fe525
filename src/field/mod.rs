//! Answers for a whole map at once: what paths between goals and all cells cost, and where they go.

mod beginning;
mod building;
mod combined;
mod copying;
mod directions;
mod flags;
mod ground;
mod nearest;
mod queue;
mod range;
mod relax;
mod repair;
mod row_list;
mod rows;
#[cfg(test)]
mod slice_tests;
mod seen;
mod spread;
mod steering;
mod strips;
#[cfg(test)]
mod tests;
mod tools;
mod update;
mod visits;
mod whole;

pub use combined::{CellCosts, Combination, Combined};
pub use directions::FieldStep;
pub use nearest::{GoalCost, costs_to, nearest_goals};
pub use tools::Tools;
pub use update::Spare;
pub use visits::Visits;
pub use whole::{Field, FieldRules, Sense};
