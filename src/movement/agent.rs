//! The agent of a query: who walks, and how wide it is.

use super::Profile;
use crate::grid::CoverShape;
use crate::try_arc::TryArc;

/// The largest number of cells that an agent is wide and high.
pub const MAX_AGENT_SIZE: u8 = 16;

/// The size is 0 or above [`MAX_AGENT_SIZE`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AgentSizeError;

/// How many cells an agent is wide and high: from 1 to [`MAX_AGENT_SIZE`]. The agent is a square, anchored at its
/// lowest cell, which stands for it in queries and paths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AgentSize(u8);

impl AgentSize {
    /// Accepts sizes from 1 to [`MAX_AGENT_SIZE`].
    pub fn new(cells: u32) -> Result<Self, AgentSizeError> {
        match u8::try_from(cells) {
            Ok(cells @ 1..=MAX_AGENT_SIZE) => Ok(Self(cells)),
            _ => Err(AgentSizeError),
        }
    }

    /// The number of cells.
    pub fn cells(self) -> u8 {
        self.0
    }
}

impl Default for AgentSize {
    /// One cell.
    fn default() -> Self {
        Self(1)
    }
}

/// An agent that walks. The default has the default profile and is one cell wide.
#[derive(Clone, Debug, Default)]
pub struct Agent {
    /// Costs of cells for the agent; `None` for the default profile.
    pub profile: Option<TryArc<Profile>>,
    /// How wide the agent is.
    pub size: AgentSize,
    /// Whether the grid's penalties cost the agent nothing.
    pub ignores_penalties: bool,
    /// A cover of the grid that the agent does not see, in the state of the grid that is searched: its own.
    pub without: Option<TryArc<CoverShape>>,
}
