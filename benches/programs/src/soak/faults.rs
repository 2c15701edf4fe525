//! Faults that are planted to show that a run finds them.

use clap::ValueEnum;

/// What goes wrong on purpose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Fault {
    /// One answer in a hundred is not the library's.
    Answer,
    /// Grids are not destroyed.
    Grids,
    /// Memory is lost that no counter of the library knows.
    Memory,
    /// An id that lives is taken for one that was destroyed.
    Id,
}
