//! The room that every exported function uses: the panic fence, checked pointers, checked numbers and statuses.

#![deny(unsafe_op_in_unsafe_fn)]

// The header has the order of these modules.
pub(super) mod status;
pub(super) mod kinds;
pub(super) mod numbers;

pub(super) mod fence;
pub(super) mod module;
pub(super) mod pointers;
pub(super) mod poisonable;
pub(super) mod thread_memory;
