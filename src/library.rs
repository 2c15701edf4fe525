//! GridStar as one library: its C functions come from the crate in `src`, which is a package of its own so that a build
//! for players can compile it for size. `ARCHITECTURE.md` says why.

pub use gridstar_core::*;
