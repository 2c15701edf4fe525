//! The state of a grid that a field reads.

use crate::index::{AgentLayers, AgentView, IndexedGrid};
use crate::try_arc::TryArc;

/// A state of a grid, as an agent sees it.
#[derive(Debug)]
pub(super) struct Seen {
    pub(super) grid: TryArc<IndexedGrid>,
    pub(super) layers: AgentLayers,
}

impl Seen {
    pub(super) fn view(&self) -> AgentView<'_> {
        self.layers.view(&self.grid)
    }
}
