//! The memory of jump-point searches, kept from one search to the next.

use super::beside_walls::BesideWalls;
use super::direct::DirectWays;
use super::watch::{PATIENCE, Watch};
use crate::held::held;
use crate::search::jump_nodes::JumpNodes;

/// The memory of jump-point searches. It holds all that a search changes: a search that pauses stays here.
#[derive(Debug)]
pub(in crate::search) struct JumpMemory {
    pub(super) nodes: JumpNodes,
    pub(super) direct: DirectWays,
    pub(super) watch: Watch,
    pub(super) beside_walls: BesideWalls,
    /// [`PATIENCE`]; tests use other values.
    pub(super) patience: i64,
}

held!(JumpMemory: nodes, direct, beside_walls);

impl Default for JumpMemory {
    fn default() -> Self {
        Self {
            nodes: JumpNodes::default(),
            direct: DirectWays::default(),
            watch: Watch::default(),
            beside_walls: BesideWalls::default(),
            patience: PATIENCE,
        }
    }
}
