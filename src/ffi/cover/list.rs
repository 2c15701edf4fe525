//! The covers that a grid has.

/// The covers of a grid. They end with it.
#[derive(Debug, Default)]
pub(crate) struct CoverList {
    pub(super) ids: Vec<u64>,
    /// Whether the grid was destroyed.
    pub(super) is_closed: bool,
}

impl CoverList {
    /// Memory held, in bytes.
    pub(crate) fn bytes(&self) -> u64 {
        (self.ids.capacity() * size_of::<u64>()) as u64
    }
}
