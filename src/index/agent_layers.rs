//! A grid as agents of one kind see it.

use super::cell_charges::CellCharges;
use super::indexed_grid::IndexedGrid;
use super::layer::Layer;
use super::map_cells::MapCells;
use super::terrain::{CellWeights, Terrain};
use super::walkable_cells::LayerKind;
use crate::grid::{Cell, CoverShape, CoveredMap, MapError, Passages};
use crate::movement::{Agent, AgentSize, BlockedTypes, Charge, DiagonalRule, Multiplier, Profile};
use crate::try_arc::TryArc;

/// The parts of a grid's index that stand for an agent, for as long as a query, a view of floors or a stepper needs
/// them.
#[derive(Debug)]
pub struct AgentLayers {
    /// The agent's layer; `None` for the grid's own.
    layer: Option<TryArc<Layer>>,
    /// Costs of cells; `None` if they all cost the same.
    terrain: Option<TryArc<Terrain>>,
    /// The multiplier of all cells, if they cost the same.
    only_multiplier: Multiplier,
    charge: Charge,
    ignores_penalties: bool,
    /// By the number of the diagonal rule: whether the game had prepared the jumps of the terrain when the call began.
    prepared_jumps: [bool; 4],
    /// View of an agent that does not see one cover.
    apart: Option<TryArc<Apart>>,
}

/// View that is made for one call: of the map without a cover, or of the map itself, from which nothing is derived.
/// Only A* over cells searches it.
#[derive(Debug)]
struct Apart {
    layer: Layer,
    /// Weights of cells that only this agent can enter, by padded slot.
    freed: Vec<(u32, u32)>,
    underived: Option<Underived>,
}

/// View of an agent for whom nothing is derived.
#[derive(Debug)]
struct Underived {
    /// Weights of types; `None` if all cells charge the same.
    weights: Option<CellWeights>,
    /// The cover that the agent does not see.
    without: Option<TryArc<CoverShape>>,
}

impl AgentLayers {
    /// The parts of `grid` for `agent`, made now if the caches have none.
    #[inline]
    pub fn of(grid: &IndexedGrid, agent: &Agent) -> Result<Self, MapError> {
        let counts_penalties = !agent.ignores_penalties && grid.map().penalties().is_some();
        if let Some(cover) = &agent.without {
            return Self::without(grid, agent, counts_penalties, cover);
        }
        if agent.profile.is_some() || agent.size != AgentSize::default() || counts_penalties {
            return Self::of_special(grid, agent, counts_penalties);
        }
        Ok(Self::like_default(agent))
    }

    /// Layers of an agent who enters the cells that the default agent enters, at costs that are all the same.
    #[inline]
    fn like_default(agent: &Agent) -> Self {
        Self {
            layer: None,
            terrain: None,
            only_multiplier: only_multiplier_of(agent).unwrap_or(Multiplier::ONE),
            charge: agent.profile.as_deref().map_or(Charge::default(), Profile::charge),
            ignores_penalties: agent.ignores_penalties,
            prepared_jumps: [false; 4],
            apart: None,
        }
    }

    /// Layers as [`of`](Self::of) has them, for a search that may take no longer than a few expansions: it reads the
    /// map, and nothing is derived from it.
    #[inline(never)]
    pub(crate) fn underived(grid: &IndexedGrid, agent: &Agent) -> Result<Self, MapError> {
        let counts_penalties = !agent.ignores_penalties && grid.map().penalties().is_some();
        let profile = agent.profile.as_deref();
        if profile.is_none() && agent.size == AgentSize::default() && !counts_penalties && agent.without.is_none() {
            return Self::of(grid, agent);
        }
        let (kind, plain) = (kind_of(agent), Profile::default());
        let weights = || {
            let costs = grid.layer().defaults().1;
            CellWeights::underived(grid.map(), profile.unwrap_or(&plain), kind.size, &costs)
        };
        let weighs = only_multiplier_of(agent).is_none() || counts_penalties;
        let weights = if weighs { Some(weights()?) } else { None };
        let underived = Some(Underived { weights, without: agent.without.clone() });
        let layer = Layer::underived(grid.map(), kind, grid.layer().defaults())?;
        let apart = Some(TryArc::try_new(Apart { layer, freed: Vec::new(), underived })?);
        Ok(Self { apart, ..Self::like_default(agent) })
    }

    /// [`of`](Self::of) for agents that don't see a cover.
    #[inline(never)]
    fn without(
        grid: &IndexedGrid,
        agent: &Agent,
        counts_penalties: bool,
        cover: &CoverShape,
    ) -> Result<Self, MapError> {
        let mut layers = Self::of_special(grid, agent, counts_penalties)?;
        let layer = layers.layer.as_deref().unwrap_or(grid.layer());
        let without = CoveredMap::without(grid.map(), cover);
        if let Some(layer) = layer.seen_as(without, cover.areas())? {
            let freed = match &layers.terrain {
                Some(terrain) => terrain.weights().freed(without, cover.areas())?,
                None => Vec::new(),
            };
            layers.apart = Some(TryArc::try_new(Apart { layer, freed, underived: None })?);
        }
        Ok(layers)
    }

    /// [`of`](Self::of) for agents that see more than the default agent does on a grid without penalties.
    #[inline(never)]
    fn of_special(grid: &IndexedGrid, agent: &Agent, counts_penalties: bool) -> Result<Self, MapError> {
        let profile = agent.profile.as_deref();
        let (kind, used) = (kind_of(agent), grid.begin_use());
        let terrain = match (only_multiplier_of(agent).is_none() || counts_penalties, profile) {
            (false, _) => None,
            (true, Some(profile)) => Some(grid.cached_terrain(profile, kind.size, used)?),
            (true, None) => Some(grid.cached_terrain(&Profile::default(), kind.size, used)?),
        };
        let prepared_jumps = match (&terrain, &agent.profile) {
            (Some(_), Some(profile)) => grid.prepared_jumps().of(profile, kind.size),
            _ => [false; 4],
        };
        let layer = if kind == LayerKind::DEFAULT { None } else { Some(grid.cached_layer(kind, used)?) };
        Ok(Self { prepared_jumps, layer, terrain, ..Self::like_default(agent) })
    }

    /// View of the grid by the agent, which must be the one given to [`of`](Self::of).
    pub fn view<'a>(&'a self, grid: &'a IndexedGrid) -> AgentView<'a> {
        let penalties = grid.map().penalties().filter(|_| !self.ignores_penalties);
        let terrain = self.terrain.as_deref();
        let freed = self.apart.as_deref().map_or(&[][..], |apart| &apart.freed);
        let underived = self.apart.as_deref().and_then(|apart| apart.underived.as_ref());
        let map = underived.map(|underived| match &underived.without {
            Some(cover) => CoveredMap::without(grid.map(), cover),
            None => grid.map().into(),
        });
        let multipliers = match underived {
            Some(underived) => underived.weights.as_ref(),
            None => terrain.map(Terrain::weights),
        };
        let charges = multipliers.map(|multipliers| {
            let are_derived = map.is_none() && freed.is_empty();
            CellCharges { multipliers, penalties, charge: self.charge, freed, map, are_derived }
        });
        let (apart, passages) = (self.apart.as_deref(), grid.map().passages());
        let own = apart.map(|apart| &apart.layer).or(self.layer.as_deref());
        let layer = own.unwrap_or(grid.layer());
        let cells = map.map(|map| MapCells { map, walkable: layer.walkable() });
        let terrain = terrain.filter(|_| apart.is_none());
        let (only_multiplier, prepared_jumps, is_apart) = (self.only_multiplier, self.prepared_jumps, apart.is_some());
        AgentView { layer, terrain, charges, only_multiplier, prepared_jumps, is_apart, cells, passages }
    }
}

/// The cells that an agent can enter.
fn kind_of(agent: &Agent) -> LayerKind {
    let blocked = agent.profile.as_deref().map_or(BlockedTypes::OBSTACLE, Profile::blocked);
    LayerKind { blocked, size: agent.size.cells() }
}

/// The multiplier of all cells, if they have the same for an agent.
fn only_multiplier_of(agent: &Agent) -> Option<Multiplier> {
    agent.profile.as_deref().map_or(Some(Multiplier::ONE), Profile::only_multiplier)
}

/// A grid as agents of one kind see it: where they can stand, and what cells cost them.
#[derive(Clone, Copy, Debug)]
pub struct AgentView<'a> {
    layer: &'a Layer,
    terrain: Option<&'a Terrain>,
    /// Charges of cells; `None` if they all charge the same.
    charges: Option<CellCharges<'a>>,
    /// The multiplier of all cells, if they charge the same.
    only_multiplier: Multiplier,
    prepared_jumps: [bool; 4],
    is_apart: bool,
    /// The walkable cells, where they are not derived.
    cells: Option<MapCells<'a>>,
    /// The walls between cells, if the map has any.
    passages: Option<&'a Passages>,
}

impl<'a> AgentView<'a> {
    /// View of an agent of one cell that has no profile and ignores penalties.
    pub fn of_default_agent(grid: &'a IndexedGrid) -> Self {
        let (layer, only_multiplier) = (grid.layer(), Multiplier::ONE);
        Self {
            layer,
            terrain: None,
            charges: None,
            only_multiplier,
            prepared_jumps: [false; 4],
            is_apart: false,
            cells: None,
            passages: grid.map().passages(),
        }
    }

    /// The cells at which the agent can stand, and what is derived from them. Has no cells if the view reads the
    /// [`map`](Self::map_cells).
    pub fn layer(&self) -> &'a Layer {
        self.layer
    }

    /// The walkable cells as the map has them, if nothing may be derived from it.
    #[inline(always)]
    pub(crate) fn map_cells(&self) -> Option<MapCells<'a>> {
        self.cells
    }

    /// The walls between cells, if the map has any.
    pub(crate) fn passages(&self) -> Option<&'a Passages> {
        self.passages
    }

    /// Whether the view is of one call, for which nothing is derived ahead: the agent does not see a cover, or the
    /// limit of expansions is small.
    pub(crate) fn is_apart(&self) -> bool {
        self.is_apart
    }

    /// Whether the agent can stand at a cell. A wide agent stands at its lowest cell.
    pub fn is_walkable(&self, cell: Cell) -> bool {
        match &self.cells {
            Some(cells) => cells.is_walkable(cell),
            None => self.layer.is_walkable(cell),
        }
    }

    /// Data derived from the multipliers of cells; `None` if all cells charge the same.
    pub(crate) fn terrain(&self) -> Option<&'a Terrain> {
        self.terrain
    }

    /// Whether the game had prepared the jumps of the terrain under a rule when the call began.
    pub(crate) fn has_prepared_jumps(&self, rule: DiagonalRule) -> bool {
        self.prepared_jumps[rule as usize]
    }

    /// Charges of cells; `None` if they all charge the same.
    pub(crate) fn charges(&self) -> Option<CellCharges<'a>> {
        self.charges
    }

    /// Parts of a unit in each unit of a path, where all cells charge the same.
    pub(crate) fn parts_per_unit(&self) -> u64 {
        2 * u64::from(self.only_multiplier.units())
    }

    /// Upper bound of the charge of a cell.
    pub(crate) fn most_charge(&self) -> u64 {
        self.charges.map_or(self.only_multiplier.units(), |charges| charges.most()).into()
    }

    /// The smallest number of parts that a unit of a path's length can cost, but for the step from a blocked start.
    pub(crate) fn least_parts_per_unit(&self) -> u64 {
        self.charges.map_or(self.parts_per_unit(), |charges| 2 * u64::from(charges.least()))
    }

    /// Returns [`least_parts_per_unit`](Self::least_parts_per_unit), for all steps.
    pub(crate) fn least_parts_with_start(&self) -> u64 {
        self.charges.map_or(self.parts_per_unit(), |charges| 2 * u64::from(charges.least_with_start()))
    }

    /// Counts the expansions of a search that used what is derived: see [`Layer::count_search`].
    pub fn count_search(&self, expansions: u64) {
        match self.terrain {
            Some(terrain) => terrain.count_search(expansions),
            None if self.charges.is_none() => self.layer.count_search(expansions),
            None => {}
        }
    }
}

impl<'a> From<&'a IndexedGrid> for AgentView<'a> {
    fn from(grid: &'a IndexedGrid) -> Self {
        Self::of_default_agent(grid)
    }
}
