//! Crowds: agents that keep apart while each goes where it wishes.

// The header has the order of these modules.
pub(super) mod structs;
pub(super) mod life;
pub(super) mod agents;
pub(super) mod ticking;

pub(super) mod object;
pub(super) mod work;
