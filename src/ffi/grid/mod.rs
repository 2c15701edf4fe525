//! Grids: creating, preparing, reading, editing and searching.

// The header has the order of these modules.
pub(super) mod def;
pub(super) mod life;
pub(super) mod world;
pub(super) mod preparation;
pub(super) mod cells;
pub(super) mod passages;
pub(super) mod saving;
pub(super) mod forking;
pub(super) mod query;
pub(super) mod asked;
pub(super) mod path;
pub(super) mod reach;

pub(super) mod object;

pub(super) use cells::GridstarRect;
pub(super) use path::GridstarPathResult;
pub(super) use query::{GridstarQueryDef, query_def_or_default};
