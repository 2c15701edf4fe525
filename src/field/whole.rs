//! The costs of paths from all cells of an area to the nearest of some goals.

use super::building::{Building, Seen, Sources};
use super::ground::{Ground, area_around};
use super::value::Value;
use crate::OutOfMemory;
use crate::bits::bit_rows::{copied, zeroed};
use crate::grid::{Cell, GridSize, Layout, MapError, Rect};
use crate::index::{AgentLayers, IndexedGrid};
use crate::movement::{Agent, DiagonalRule, StepCosts};
use crate::try_arc::TryArc;

/// What a field tells the costs of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sense {
    /// Paths from each cell to the nearest goal.
    ToGoals,
    /// Paths from the nearest start to each cell.
    FromStarts,
}

/// The rules of a field.
#[derive(Clone, Copy, Debug)]
pub struct FieldRules {
    /// When a diagonal step is legal.
    pub diagonal_rule: DiagonalRule,
    /// What steps cost.
    pub costs: StepCosts,
    /// The largest cost that counts, in parts; `None` for no limit.
    pub max_cost: Option<u64>,
    /// Which way paths lead.
    pub sense: Sense,
}

/// Values by slot: with 32 bits a cell, or with 64 where costs are longer.
#[derive(Debug)]
pub(super) enum Costs {
    Narrow(Vec<u32>),
    Wide(Vec<u64>),
}

impl Costs {
    #[inline(always)]
    pub(super) fn get(&self, slot: usize) -> u64 {
        match self {
            Self::Narrow(costs) => costs[slot].get(),
            Self::Wide(costs) => costs[slot].get(),
        }
    }

    /// The same cells with 64 bits each. Of the values, only that of blocked cells is kept.
    fn widened(&self) -> Result<Self, OutOfMemory> {
        let Self::Narrow(narrow) = self else { return Ok(Self::Wide(Vec::new())) };
        let mut wide = zeroed(narrow.len())?;
        wide.iter_mut().zip(narrow).for_each(|(wide, &narrow)| *wide = narrow.into());
        Ok(Self::Wide(wide))
    }

    fn bytes(&self) -> u64 {
        match self {
            Self::Narrow(costs) => (costs.capacity() * size_of::<u32>()) as u64,
            Self::Wide(costs) => (costs.capacity() * size_of::<u64>()) as u64,
        }
    }
}

/// The costs of paths between goals and all cells of an area.
///
/// The area is the map, or with a limit of cost the cells that paths within the limit can pass. A field holds all that
/// its answers need, so that it keeps no state of the grid alive once it has read it.
#[derive(Debug)]
pub struct Field {
    rules: FieldRules,
    /// In order, each once.
    goals: Vec<Cell>,
    pub(super) ground: Ground,
    pub(super) costs: Costs,
    /// Values from here on are no costs.
    pub(super) unreached: u64,
    pub(super) sources: Sources,
    building: Option<Building>,
    revision: u64,
    size: GridSize,
    agent_size: u8,
}

impl Field {
    /// Begins a field of `grid`, for an agent and goals that lie on the map. No cost is known yet.
    pub fn begin(
        grid: TryArc<IndexedGrid>,
        agent: &Agent,
        goals: &[Cell],
        rules: FieldRules,
    ) -> Result<Self, MapError> {
        let seen = Seen { layers: AgentLayers::of(&grid, agent)?, grid };
        let (view, size, revision) = (seen.view(), seen.grid.map().size(), seen.grid.map().revision());
        let bounds = size.bounds();
        let straight = u64::from(rules.costs.straight_units());
        let area = match rules.max_cost {
            None => bounds,
            Some(most) => area_around(bounds, goals, most / (straight * view.least_parts_with_start()).max(1)),
        };
        let from_starts = rules.sense == Sense::FromStarts;
        let ground = Ground::new(view, rules.diagonal_rule, rules.costs, from_starts, area)?;
        let mut goals = copied(goals)?;
        goals.sort_unstable();
        goals.dedup();
        let mut sources = Sources::default();
        sources.walkable.try_reserve_exact(goals.len())?;
        let slots = goals.iter().filter(|&&goal| view.is_walkable(goal)).filter_map(|&goal| ground.slot(goal));
        sources.walkable.extend(slots);
        if from_starts {
            sources.blocked.try_reserve_exact(goals.len() - sources.walkable.len())?;
            let slots = goals.iter().filter(|&&goal| !view.is_walkable(goal)).filter_map(|&goal| ground.slot(goal));
            sources.blocked.extend(slots);
            sources.blocked.sort_unstable();
        }
        let costs = Costs::Narrow(zeroed(ground.slots())?);
        let building = Some(Building::new(seen, &ground)?);
        let agent_size = agent.size.cells();
        let mut field =
            Self { rules, goals, ground, costs, unreached: 0, sources, building, revision, size, agent_size };
        field.unreached = field.most_value().min(u32::MOST);
        Ok(field)
    }

    /// One more than the value of the largest cost that counts.
    fn most_value(&self) -> u64 {
        self.rules.max_cost.map_or(u64::MOST, |most| (most / self.ground.parts).saturating_add(2).min(u64::MOST))
    }

    /// A field that is built at once: see [`begin`](Self::begin).
    pub fn new(grid: TryArc<IndexedGrid>, agent: &Agent, goals: &[Cell], rules: FieldRules) -> Result<Self, MapError> {
        let mut field = Self::begin(grid, agent, goals, rules)?;
        while !field.advance(u64::MAX)? {}
        Ok(field)
    }

    /// Goes on building until about `cells` cells were read or written. Returns whether the field is ready. A call
    /// that fails for lack of memory leaves a field that can go on.
    pub fn advance(&mut self, cells: u64) -> Result<bool, OutOfMemory> {
        let Some(mut building) = self.building.take() else { return Ok(true) };
        let (ground, sources, unreached) = (&mut self.ground, &self.sources, self.unreached);
        let advanced = match &mut self.costs {
            Costs::Narrow(costs) => building.advance(ground, costs, sources, unreached, cells),
            Costs::Wide(costs) => building.advance(ground, costs, sources, unreached, cells),
        };
        let is_cut = unreached == u32::MOST && unreached < self.most_value() && building.comes_near(u32::MOST);
        let outcome = match advanced {
            Ok(true) if !is_cut => return Ok(true),
            Ok(true) => self.costs.widened().map(|wide| {
                self.costs = wide;
                self.unreached = self.most_value();
                false
            }),
            outcome => outcome,
        };
        if outcome.is_err() || advanced == Ok(true) {
            building.begin_anew();
        }
        self.building = Some(building);
        outcome
    }

    /// Whether all costs are known.
    pub fn is_ready(&self) -> bool {
        self.building.is_none()
    }

    /// The revision of the map that the field shows.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// The size of the map.
    pub fn size(&self) -> GridSize {
        self.size
    }

    /// How the cells lie.
    pub fn layout(&self) -> Layout {
        self.ground.layout
    }

    /// How many cells the agent is wide and high.
    pub fn agent_size(&self) -> u8 {
        self.agent_size
    }

    /// The goals or starts, in order, each once.
    pub fn goals(&self) -> &[Cell] {
        &self.goals
    }

    /// The rules of the field.
    pub fn rules(&self) -> &FieldRules {
        &self.rules
    }

    /// All cells that can have a cost.
    pub fn area(&self) -> Rect {
        self.ground.area
    }

    /// Memory held, in bytes.
    pub fn bytes(&self) -> u64 {
        let sources = (self.sources.walkable.capacity() + self.sources.blocked.capacity()) * size_of::<usize>();
        let lists = (self.goals.capacity() * size_of::<Cell>() + sources) as u64;
        let building = self.building.as_ref().map_or(0, Building::bytes);
        self.ground.bytes() + self.costs.bytes() + lists + building
    }

    /// The cost in parts of an optimal path between a cell and the nearest goal; `None` if none is within the limit.
    pub fn cost(&self, cell: Cell) -> Option<u64> {
        let slot = self.ground.slot(cell)?;
        Some(self.parts_of(self.value(slot)?))
    }

    /// The parts of a value.
    pub(super) fn parts_of(&self, value: u64) -> u64 {
        (value - 1) * self.ground.parts
    }

    /// The value of a cell that has a cost.
    #[inline(always)]
    pub(super) fn value(&self, slot: usize) -> Option<u64> {
        match self.costs.get(slot) {
            0 => self.value_of_blocked(slot),
            value => (value < self.unreached).then_some(value),
        }
    }
}
