//! Fields that are built from their goals.

use super::building::Building;
use super::combined::{Combined, Combining};
use super::seen::Seen;
use super::update::Spare;
use super::whole::{Costs, Field, FieldRules, Sense, UnderWay, area_of};
use crate::bits::bit_rows::{copied, reserved};
use crate::distance::ground::{Counted, Ground, Sources, memory_for};
use crate::distance::value::Value;
use crate::distance::visits::Visits;
use crate::grid::{Cell, MapError};
use crate::index::{AgentLayers, GridView};
use crate::movement::{Agent, Charge};
use crate::sorting::sort;
use crate::try_arc::TryArc;

impl Field {
    /// Begins a field of `grid`, for an agent and goals that lie on the map. No cost is known yet: ask for none
    /// before the field [is ready](Self::is_ready).
    pub fn begin(grid: GridView, agent: &Agent, goals: &[Cell], rules: FieldRules) -> Result<Self, MapError> {
        Self::begin_in(&mut Spare::default(), grid, agent, goals, rules)
    }

    /// Works as [`begin`](Self::begin) does, in memory that other fields have left.
    pub fn begin_in(
        spare: &mut Spare,
        grid: GridView,
        agent: &Agent,
        goals: &[Cell],
        rules: FieldRules,
    ) -> Result<Self, MapError> {
        let seen = Seen { layers: AgentLayers::of(&grid, agent)?, grid };
        let (view, size, revision) = (seen.view(), seen.grid.map().size(), seen.grid.revision());
        let area = area_of(size, view, goals, &rules);
        let from_starts = rules.sense == Sense::FromStarts;
        let ((costs, weights), tools) = (spare.take_lists(), spare.tools.take());
        let of_area = (area, view.layer().layout());
        let ground = match view.charges() {
            None => Ground::new(of_area, rules.diagonal_rule, rules.costs, view.parts_per_unit()),
            Some(charges) => {
                let counted = match charges.charge() {
                    Charge::Mean => Counted::Both,
                    Charge::Entered if from_starts => Counted::Reached,
                    Charge::Entered => Counted::Expanded,
                };
                let ground = Ground::new(of_area, rules.diagonal_rule, rules.costs, charges.unit().into());
                ground.weighing(counted, weights)?
            }
        };
        let ground = ground.with_walls(&view, !from_starts)?;
        let mut goals = copied(goals)?;
        sort(&mut goals);
        goals.dedup();
        let mut sources = Sources::default();
        sources.walkable.try_reserve_exact(goals.len())?;
        let slots = goals.iter().filter(|&&goal| view.is_walkable(goal)).filter_map(|&goal| ground.slot(goal));
        sources.walkable.extend(slots);
        let others = if from_starts { &mut sources.blocked } else { &mut sources.shut };
        others.try_reserve_exact(goals.len() - sources.walkable.len())?;
        others.extend(goals.iter().filter(|&&goal| !view.is_walkable(goal)).filter_map(|&goal| ground.slot(goal)));
        sort(others);
        let costs = Costs::Narrow(memory_for(costs, ground.slots())?);
        let flags = tools.map_or_else(Vec::new, |tools| tools.flags);
        let under_way = Some(UnderWay::Building(Building::new(seen, &ground, flags)?));
        let (unreached, tools, agent_size) = (0, None, agent.size.cells());
        let mut field =
            Self { rules, goals, ground, costs, unreached, sources, under_way, tools, revision, size, agent_size };
        field.unreached = field.most_value().min(u32::MOST);
        Ok(field)
    }

    /// Begins a field of the least sums of an offset in parts and the path to its cell, by cells in order, each once.
    /// No path leads to a cell on which the agent can't stand, which costs 0 itself. The rules have no limit and lead
    /// to goals.
    pub fn begin_with_offsets(
        grid: GridView,
        agent: &Agent,
        cells: &[(Cell, u64)],
        rules: FieldRules,
    ) -> Result<Self, MapError> {
        let mut goals = reserved(cells.len())?;
        goals.extend(cells.iter().map(|&(cell, _)| cell));
        let mut field = Self::begin_in(&mut Spare::default(), grid, agent, &goals, rules)?;
        field.ground.refine();
        let mut offsets = reserved(cells.len())?;
        let is_shut =
            |cell: Cell| field.ground.slot(cell).is_some_and(|slot| field.sources.shut.binary_search(&slot).is_ok());
        let walkable = cells.iter().filter(|&&(cell, _)| !is_shut(cell));
        offsets.extend(walkable.map(|&(_, parts)| parts / field.ground.parts));
        field.sources.offsets = offsets;
        Ok(field)
    }

    /// Begins a field of the least sums of a value and the path to its cell: see [`Combined`]. The rules have no limit.
    pub fn begin_combined(
        spare: &mut Spare,
        grid: GridView,
        agent: &Agent,
        combined: Combined<TryArc<Self>>,
        rules: FieldRules,
    ) -> Result<Self, MapError> {
        let mut field = Self::begin_in(spare, grid, agent, &[], rules)?;
        field.ground.refine();
        if let Some(UnderWay::Building(building)) = &mut field.under_way {
            building.combining = Some(Combining::new(combined));
        }
        Ok(field)
    }

    /// A field that is built at once: see [`begin`](Self::begin).
    pub fn new(grid: GridView, agent: &Agent, goals: &[Cell], rules: FieldRules) -> Result<Self, MapError> {
        let mut field = Self::begin(grid, agent, goals, rules)?;
        field.advance(&mut Visits::new(0))?;
        Ok(field)
    }
}
