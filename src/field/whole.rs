//! The costs of paths from all cells of an area to the nearest of some goals.

use super::building::Building;
use super::combined::CellCosts;
use super::copying::Copying;
use super::repair::{Repair, RepairProgress};
use crate::OutOfMemory;
use crate::bits::bit_rows::reserved;
use crate::distance::ground::{Ground, Sources, area_around};
use crate::distance::tools::Tools;
use crate::distance::value::Value;
use crate::distance::visits::Visits;
use crate::grid::{Cell, GridSize, Layout, Rect};
use crate::held::Held;
use crate::index::AgentView;
use crate::movement::{DiagonalRule, StepCosts};
use crate::try_arc::TryArc;

/// Sense of a field: which costs it tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sense {
    /// Paths from each cell to the nearest goal.
    ToGoals,
    /// Paths from the nearest start to each cell.
    FromStarts,
}

/// The rules of a field.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FieldRules {
    /// When a diagonal step is legal.
    pub diagonal_rule: DiagonalRule,
    /// Costs of steps.
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

    /// Takes room for values of 64 bits. Returns those of 32 bits.
    fn widen(&mut self) -> Result<Vec<u32>, OutOfMemory> {
        let Self::Narrow(narrow) = self else { return Ok(Vec::new()) };
        let (wide, narrow) = (reserved(narrow.len())?, std::mem::take(narrow));
        *self = Self::Wide(wide);
        Ok(narrow)
    }
}

impl Held for Costs {
    fn bytes(&self) -> usize {
        match self {
            Self::Narrow(costs) => costs.bytes(),
            Self::Wide(costs) => costs.bytes(),
        }
    }
}

/// The costs of paths between goals and all cells of an area.
///
/// The area is the map, or with a limit of cost the cells that paths within the limit can pass. A field holds all that
/// its answers need, so that it keeps no state of the grid alive once it has read it.
#[derive(Debug)]
pub struct Field {
    pub(super) rules: FieldRules,
    /// In order, each once.
    pub(super) goals: Vec<Cell>,
    pub(super) ground: Ground,
    /// By slot. The list grows while rows are read.
    pub(super) costs: Costs,
    /// Values from here on are no costs.
    pub(super) unreached: u64,
    pub(super) sources: Sources,
    pub(super) under_way: Option<UnderWay>,
    /// Tools that were used, until the caller takes them.
    pub(super) tools: Option<Tools>,
    pub(super) revision: u64,
    pub(super) size: GridSize,
    pub(super) agent_size: u8,
}

/// Work that makes a field show its grid.
#[derive(Debug)]
pub(super) enum UnderWay {
    Building(Building<TryArc<Field>>),
    /// A repair that begins once the costs of the shown field are there.
    Copying(Copying<TryArc<Field>>, Repair),
    Repair(Repair),
    /// All costs are known, and memory of the tools is freed.
    Resting(Tools),
}

impl CellCosts for TryArc<Field> {
    fn cost_or_limit(&self, cell: Cell) -> Option<u64> {
        self.cost(cell).or(self.rules.max_cost)
    }
}

impl Field {
    /// One more than the value of the largest cost that counts.
    pub(super) fn most_value(&self) -> u64 {
        self.rules.max_cost.map_or(u64::MOST, |most| (most / self.ground.parts).saturating_add(2).min(u64::MOST))
    }

    /// Goes on while visits are left. Returns whether the field is ready. A call that fails for lack of memory leaves a
    /// field that [can go on](Self::can_go_on), unless it is repaired.
    pub fn advance(&mut self, visits: &mut Visits) -> Result<bool, OutOfMemory> {
        while !visits.are_spent() {
            match self.under_way.take() {
                None => break,
                Some(UnderWay::Building(building)) => self.build(building, visits)?,
                Some(UnderWay::Copying(copying, repair)) => self.copy(copying, repair, visits)?,
                Some(UnderWay::Repair(repair)) => self.repair(repair, visits)?,
                Some(UnderWay::Resting(tools)) => self.rest(tools, visits),
            }
        }
        Ok(self.is_ready())
    }

    /// Whether a call that failed has left a field that can go on. A repair can't.
    pub fn can_go_on(&self) -> bool {
        self.under_way.is_some()
    }

    fn build(&mut self, mut building: Building<TryArc<Self>>, visits: &mut Visits) -> Result<(), OutOfMemory> {
        let (ground, sources, unreached) = (&mut self.ground, &self.sources, self.unreached);
        let advanced = match &mut self.costs {
            Costs::Narrow(costs) => building.advance(ground, costs, sources, unreached, visits),
            Costs::Wide(costs) => building.advance(ground, costs, sources, unreached, visits),
        };
        let outcome = match advanced {
            Ok(true) if !self.is_cut(&building.tools) => {
                building.tools.is_built = true;
                self.rest(building.tools, visits);
                return Ok(());
            }
            Ok(true) => self.costs.widen().map(|narrow| {
                building.widen(narrow);
                self.unreached = self.most_value();
            }),
            outcome => outcome.map(drop),
        };
        if outcome.is_err() {
            building.begin_anew();
        }
        self.under_way = Some(UnderWay::Building(building));
        outcome
    }

    fn copy(
        &mut self,
        mut copying: Copying<TryArc<Self>>,
        mut repair: Repair,
        visits: &mut Visits,
    ) -> Result<(), OutOfMemory> {
        self.under_way = Some(if copying.advance(&mut self.ground, &mut self.costs, visits) {
            repair.tools.changed_blocks = copying.into_blocks()?;
            UnderWay::Repair(repair)
        } else {
            UnderWay::Copying(copying, repair)
        });
        Ok(())
    }

    /// Goes on with a repair. A repair that fails for lack of memory ends, and the field is of no use.
    fn repair(&mut self, mut repair: Repair, visits: &mut Visits) -> Result<(), OutOfMemory> {
        let (ground, unreached) = (&mut self.ground, self.unreached);
        let progress = match &mut self.costs {
            Costs::Narrow(costs) => repair.advance(ground, costs, unreached, visits)?,
            Costs::Wide(costs) => repair.advance(ground, costs, unreached, visits)?,
        };
        match progress {
            RepairProgress::Paused => self.under_way = Some(UnderWay::Repair(repair)),
            RepairProgress::Ready if !self.is_cut(&repair.tools) => self.rest(repair.tools, visits),
            RepairProgress::Ready | RepairProgress::TooMuch => {
                self.under_way = Some(UnderWay::Building(Building::again(repair.tools)));
            }
        }
        Ok(())
    }

    /// Frees memory of tools that are needed no more, and keeps the others for the next update.
    fn rest(&mut self, mut tools: Tools, visits: &mut Visits) {
        if tools.rest(visits) {
            self.tools = Some(tools);
        } else {
            self.under_way = Some(UnderWay::Resting(tools));
        }
    }

    /// Whether costs may have come near to what 32 bits hold, although larger ones count.
    fn is_cut(&self, tools: &Tools) -> bool {
        let last = tools.queue.last_cost().saturating_add(tools.longest(&self.ground));
        self.unreached == u32::MOST && self.unreached < self.most_value() && last >= u32::MOST
    }

    /// Whether all costs are known.
    pub fn is_ready(&self) -> bool {
        self.under_way.is_none()
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
        let under_way = match &self.under_way {
            None => self.tools.bytes(),
            Some(UnderWay::Building(building)) => building.bytes(),
            Some(UnderWay::Copying(copying, repair)) => copying.bytes() + repair.bytes(),
            Some(UnderWay::Repair(repair)) => repair.bytes(),
            Some(UnderWay::Resting(tools)) => tools.bytes(),
        };
        (self.ground.bytes() + self.costs.bytes() + self.goals.bytes() + self.sources.bytes() + under_way) as u64
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

/// The rectangle of a map with all cells that paths within the limit of some rules can pass.
pub(super) fn area_of(size: GridSize, view: AgentView, goals: &[Cell], rules: &FieldRules) -> Rect {
    let straight = u64::from(rules.costs.straight_units());
    match rules.max_cost {
        None => size.bounds(),
        Some(most) => area_around(size.bounds(), goals, most / (straight * view.least_parts_with_start()).max(1)),
    }
}
