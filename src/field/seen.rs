//! The state of a grid that a field reads.

use crate::bits::bit_rows::BitRows;
use crate::distance::map_rows::MapRows;
use crate::grid::Cell;
use crate::index::{AgentLayers, AgentView, GridView, Walls};

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

impl MapRows for AgentView<'_> {
    fn walkable(&self) -> &BitRows {
        self.layer().walkable().map_rows()
    }

    fn write_weights(&self, first: Cell, weights: &mut [u32]) {
        if let Some(charges) = self.charges() {
            charges.write_in_units(first, weights);
        }
    }

    fn has_walls(&self) -> bool {
        self.layer().walkable().walls().is_some()
    }

    fn has_one_way(&self) -> bool {
        self.layer().walkable().walls().is_some_and(Walls::has_one_way)
    }

    fn closed(&self, edge: usize, back: usize) -> Option<&BitRows> {
        Some(self.layer().walkable().walls()?.of_rows(edge, back))
    }
}
