//! Plans for many agents: reservations in space and time.

// The header has the order of these modules.
pub(super) mod structs;
pub(super) mod life;
pub(super) mod taking;
pub(super) mod planning;

pub(super) mod object;
