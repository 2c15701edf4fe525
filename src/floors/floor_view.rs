//! One floor as the agent of a query sees it.

use super::links::{FloorCell, Link};
use crate::grid::Rect;
use crate::index::{AgentLayers, AgentView, Components, Engine, GridView};
use crate::movement::{Agent, DiagonalRule, StepCosts};

/// The state of a floor by which costs are still right: the grid, and how often it was edited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct FloorState {
    pub(super) grid: u64,
    pub(super) revision: u64,
}

/// A floor's map as the agent of the query sees it, and the engine that searches it.
#[derive(Debug)]
pub(super) struct FloorView {
    pub(super) state: FloorState,
    pub(super) grid: GridView,
    pub(super) layers: AgentLayers,
    pub(super) engine: Engine,
    pub(super) rule: DiagonalRule,
    pub(super) costs: StepCosts,
    pub(super) agent_size: u8,
    pub(super) agent: Agent,
    /// Where the agent does not see a cover.
    pub(super) uncovered: Vec<Rect>,
}

impl FloorView {
    /// The map as the agent sees it.
    pub(super) fn agent_view(&self) -> AgentView<'_> {
        self.layers.view(&self.grid)
    }

    /// Whether the agent does not see a cover that blocks cells.
    pub(super) fn is_apart(&self) -> bool {
        self.agent_view().is_apart()
    }

    /// The least limit of expansions with which a search on this floor may derive something.
    pub(super) fn least_limit_to_derive(&self) -> u32 {
        Components::expansions_to_label(self.grid.layer().walkable())
    }

    pub(super) fn grid(&self) -> &GridView {
        &self.grid
    }

    pub(super) fn agent(&self) -> &Agent {
        &self.agent
    }

    pub(super) fn uncovered(&self) -> &[Rect] {
        &self.uncovered
    }
}

/// All floors and links as the agent of a query sees them.
#[derive(Clone, Copy)]
pub(super) struct SeenFloors<'a> {
    pub(super) floors: &'a [Option<FloorView>],
    pub(super) links: &'a [(u32, Link)],
    pub(super) costs: &'a StepCosts,
}

impl<'a> SeenFloors<'a> {
    /// A floor that has a map.
    pub(super) fn floor(self, floor: u32) -> Option<&'a FloorView> {
        self.floors.get(floor as usize)?.as_ref()
    }

    /// Whether a cell is on its floor.
    pub(super) fn contains(self, at: FloorCell) -> bool {
        self.floor(at.floor).is_some_and(|floor| floor.grid.map().size().contains(at.cell))
    }
}
