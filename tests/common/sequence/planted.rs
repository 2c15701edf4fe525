//! Faults that a run is told to have, to show that its checks find them. Without the variable there are none.

use std::sync::LazyLock;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// A path that was found is answered as none.
    Answer,
    /// An id that lives is taken for one that was destroyed.
    Id,
    /// Grids are not destroyed.
    Grid,
    /// Memory is lost that no counter of the library knows.
    Memory,
}

/// Whether `GRIDSTAR_SEQUENCES_FAULT` names this fault.
pub fn is_planted(fault: Fault) -> bool {
    static NAMED: LazyLock<Option<String>> = LazyLock::new(|| std::env::var("GRIDSTAR_SEQUENCES_FAULT").ok());
    NAMED.as_ref().is_some_and(|named| *named == format!("{fault:?}").to_lowercase())
}
