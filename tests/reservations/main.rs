//! Plans for many agents, through the C functions.

mod holders;
mod promised;
mod random;
