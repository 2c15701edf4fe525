//! A grid as agents of one kind see it.

use super::cell_weights::CellWeights;
use super::indexed_grid::IndexedGrid;
use super::layer::Layer;
use super::walkable_cells::LayerKind;
use crate::grid::{Cell, MapError};
use crate::movement::{Agent, AgentSize, BlockedTypes, Multiplier, Profile};
use crate::try_arc::TryArc;

/// The parts of a grid's index that stand for an agent, for as long as a query, a view of floors or a stepper needs
/// them.
#[derive(Debug, Default)]
pub struct AgentLayers {
    /// The agent's layer; `None` for the grid's own.
    layer: Option<TryArc<Layer>>,
    profile: Option<TryArc<Profile>>,
    size: AgentSize,
    ignores_penalties: bool,
}

impl AgentLayers {
    /// The parts of `grid` for `agent`, made now if no query has used them lately.
    pub fn of(grid: &IndexedGrid, agent: &Agent) -> Result<Self, MapError> {
        let blocked = agent.profile.as_deref().map_or(BlockedTypes::OBSTACLE, Profile::blocked);
        let kind = LayerKind { blocked, size: agent.size.cells() };
        Ok(Self {
            layer: if kind == LayerKind::DEFAULT { None } else { Some(grid.kept_layer(kind)?) },
            profile: agent.profile.clone(),
            size: agent.size,
            ignores_penalties: agent.ignores_penalties,
        })
    }

    /// What the agent sees of the grid, which must be the one given to [`of`](Self::of).
    pub fn view<'a>(&'a self, grid: &'a IndexedGrid) -> AgentView<'a> {
        let profile = self.profile.as_deref();
        AgentView {
            layer: self.layer.as_deref().unwrap_or(grid.layer()),
            weights: CellWeights::new(grid.map(), profile, self.size, !self.ignores_penalties),
            only_multiplier: profile.and_then(Profile::only_multiplier).unwrap_or(Multiplier::ONE),
        }
    }
}

/// A grid as agents of one kind see it: where they can stand, and what cells cost them.
#[derive(Clone, Copy, Debug)]
pub struct AgentView<'a> {
    layer: &'a Layer,
    /// What cells weigh; `None` if they all weigh the same.
    weights: Option<CellWeights<'a>>,
    /// The multiplier of all cells, if they weigh the same.
    only_multiplier: Multiplier,
}

impl<'a> AgentView<'a> {
    /// The cells at which the agent can stand, and what is derived from them.
    pub fn layer(&self) -> &'a Layer {
        self.layer
    }

    /// Whether the agent can stand at a cell. A wide agent stands at its lowest cell.
    pub fn is_walkable(&self, cell: Cell) -> bool {
        self.layer.is_walkable(cell)
    }

    /// What cells weigh; `None` if they all weigh the same.
    pub(crate) fn weights(&self) -> Option<CellWeights<'a>> {
        self.weights
    }

    /// Parts of a unit in each unit of a path, where all cells weigh the same.
    pub(crate) fn parts_per_unit(&self) -> u64 {
        2 * u64::from(self.only_multiplier.units())
    }

    /// A weight that no cell is above.
    pub(crate) fn most_weight(&self) -> u64 {
        self.weights.map_or(self.only_multiplier.units(), |weights| weights.most()).into()
    }

    /// The smallest number of parts that a unit of a path's length can cost.
    pub(crate) fn least_parts_per_unit(&self) -> u64 {
        self.weights.map_or(self.parts_per_unit(), |weights| 2 * u64::from(weights.least()))
    }
}

impl<'a> From<&'a IndexedGrid> for AgentView<'a> {
    /// What the default agent sees.
    fn from(grid: &'a IndexedGrid) -> Self {
        let weights = CellWeights::new(grid.map(), None, AgentSize::default(), true);
        Self { layer: grid.layer(), weights, only_multiplier: Multiplier::ONE }
    }
}
