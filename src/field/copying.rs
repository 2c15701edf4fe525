//! Copying what a field takes over of another one.

use crate::held::held;

/// Costs and weights that a field takes over before it is repaired.
#[derive(Debug)]
pub(super) struct Copying<F> {
    pub(super) from: F,
    /// By block, 1 where the two may differ.
    pub(super) blocks: Vec<u8>,
    /// Whether they may differ everywhere. The lists that are copied to are empty then.
    pub(super) is_whole: bool,
    /// The next block.
    pub(super) next: usize,
}

held!([F] Copying<F>: blocks);
