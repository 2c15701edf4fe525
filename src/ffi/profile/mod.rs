//! Traversal profiles: what cells of each type cost an agent.

// The header has the order of these modules.
pub(super) mod life;
pub(super) mod costs;
pub(super) mod saving;

pub(super) mod object;
