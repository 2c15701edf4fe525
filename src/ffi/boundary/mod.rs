//! What every exported function goes through: the panic fence, checked pointers, numbers and statuses.

// The order of these is the order of the header.
pub(super) mod status;
pub(super) mod numbers;

pub(super) mod fence;
pub(super) mod kinds;
pub(super) mod module;
pub(super) mod pointers;
pub(super) mod thread_memory;
