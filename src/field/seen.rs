//! The state of a grid that a field reads.

use crate::index::{AgentLayers, AgentView, GridView};

/// A state of a grid, as an agent sees it.
#[derive(Debug)]
pub(super) struct Seen {
    pub(super) grid: GridView,
    pub(super) layers: AgentLayers,
}

impl Seen {
    pub(super) fn view(&self) -> AgentView<'_> {
        self.layers.view(&self.grid)
    }
}
