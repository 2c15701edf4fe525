//! Building a field over floors. Three parts, each of which may pause:
//!
//! 1. On each floor with goals, a field of these goals.
//! 2. What is left from the ends of links: see [`Rest`].
//! 3. On each floor, a field of its goals and of the ends from which links are taken, each of which begins with what is
//!    left there.
//!
//! An update makes the second part anew, and the fields of floors that were edited or whose ends have another rest.

use super::field::{Exit, FloorField, FloorPart, bytes_of};
use super::field_rest::Rest;
use super::floor_view::FloorView;
use super::graph::{UNREACHED, fine_of};
use super::links::FloorCell;
use super::view::FloorsView;
use crate::OutOfMemory;
use crate::bits::bit_rows::{copied, reserved};
use crate::field::{Field, FieldRules, Sense, Visits};
use crate::grid::{Cell, MapError};
use crate::index::GridView;
use crate::movement::{Agent, StepCosts};
use crate::search::{Outcome, Query, Scratch, find_path};
use crate::sorting::sort;
use crate::try_arc::TryArc;

/// The visits in whose time a cell is expanded.
const VISITS_BY_EXPANSION: u64 = 16;

/// A field over floors that is being built.
#[derive(Debug)]
pub struct FloorFieldBuilding {
    view: FloorsView,
    legs: Query,
    plan: u64,
    goals: Vec<FloorCell>,
    stage: BuildingStage,
    /// By floor, the field of its goals.
    goal_fields: Vec<Option<TryArc<Field>>>,
    rest: Rest,
    parts: Vec<Option<FloorPart>>,
    /// The field that was shown before.
    old: Option<TryArc<FloorField>>,
    is_built: bool,
}

#[derive(Debug)]
enum BuildingStage {
    /// The fields of goals, from a floor on, of which one may be under way.
    Goals(u32, Option<Field>),
    Rest,
    /// The fields of floors, from one on.
    Floors(u32, Option<(Vec<Exit>, Field)>),
    Ready,
}

impl FloorFieldBuilding {
    /// Begins a field of some goals, which lie on their floors, over what a view with a world sees. `old` is the field
    /// that is shown, of the same query.
    pub fn new(
        view: FloorsView,
        plan: u64,
        legs: &Query,
        goals: &[FloorCell],
        old: Option<TryArc<FloorField>>,
    ) -> Result<Self, OutOfMemory> {
        let mut goals = copied(goals)?;
        sort(&mut goals);
        goals.dedup();
        let mut goal_fields = reserved(view.floor_count())?;
        goal_fields.resize(view.floor_count(), None);
        let parts = reserved(view.floor_count())?;
        let (stage, rest) = (BuildingStage::Goals(0, None), Rest::default());
        Ok(Self { view, legs: *legs, plan, goals, stage, goal_fields, rest, parts, old, is_built: false })
    }

    /// Whether a floor's field was built anew.
    pub fn is_built(&self) -> bool {
        self.is_built
    }

    /// Goes on while visits are left. Returns the field once it is ready. After an error, it can go on.
    pub fn advance(&mut self, visits: &mut Visits, scratch: &mut Scratch) -> Result<Option<FloorField>, OutOfMemory> {
        while !visits.are_spent() {
            match std::mem::replace(&mut self.stage, BuildingStage::Ready) {
                BuildingStage::Goals(floor, field) => self.build_goals(floor, field, visits)?,
                BuildingStage::Rest => self.measure(visits, scratch)?,
                BuildingStage::Floors(floor, field) => self.build_floors(floor, field, visits)?,
                BuildingStage::Ready => {
                    return Ok(Some(FloorField {
                        goals: std::mem::take(&mut self.goals),
                        plan: self.plan,
                        costs: self.legs.costs,
                        max_cost: self.legs.max_cost,
                        parts: std::mem::take(&mut self.parts),
                    }));
                }
            }
        }
        Ok(None)
    }

    fn rules(&self) -> FieldRules {
        let Query { diagonal_rule, costs, .. } = self.legs;
        FieldRules { diagonal_rule, costs, max_cost: None, sense: Sense::ToGoals }
    }

    /// The goals of a floor.
    fn goals_of(&self, floor: u32) -> impl Iterator<Item = Cell> {
        self.goals.iter().filter(move |goal| goal.floor == floor).map(|goal| goal.cell)
    }

    fn build_goals(&mut self, floor: u32, field: Option<Field>, visits: &mut Visits) -> Result<(), OutOfMemory> {
        self.stage = BuildingStage::Goals(floor, None);
        let Some(seen) = self.view.floor(floor) else {
            if (floor as usize) < self.view.floor_count() {
                self.stage = BuildingStage::Goals(floor + 1, None);
            } else {
                if let Some(world) = self.view.world() {
                    self.rest.begin(world, &self.goal_fields)?;
                }
                self.stage = BuildingStage::Rest;
            }
            return Ok(());
        };
        let mut field = match field {
            Some(field) => field,
            None => {
                let mut goals = reserved(self.goals.len())?;
                goals.extend(self.goals_of(floor));
                let has_ends =
                    self.view.world().and_then(|world| world.ends(floor)).is_some_and(|ends| !ends.cells.is_empty());
                if goals.is_empty() || !has_ends {
                    self.stage = BuildingStage::Goals(floor + 1, None);
                    return Ok(());
                }
                begun(seen, |grid, agent| Field::begin(grid, agent, &goals, self.rules()))?
            }
        };
        if !field.advance(visits)? {
            self.stage = BuildingStage::Goals(floor, Some(field));
            return Ok(());
        }
        drop(field.take_tools());
        self.goal_fields[floor as usize] = Some(TryArc::try_new(field)?);
        self.stage = BuildingStage::Goals(floor + 1, None);
        Ok(())
    }

    fn measure(&mut self, visits: &mut Visits, scratch: &mut Scratch) -> Result<(), OutOfMemory> {
        self.stage = BuildingStage::Rest;
        let Some(world) = self.view.world().cloned() else {
            self.stage = BuildingStage::Floors(0, None);
            return Ok(());
        };
        while !visits.are_spent() {
            let Some(next) = self.rest.pop() else {
                self.stage = BuildingStage::Floors(0, None);
                return Ok(());
            };
            visits.spend(1);
            if let Err(error) = self.rest.go_on(&world, next, |floor, from, to| {
                let Some(seen) = self.view.floor(floor) else { return Ok(None) };
                let legs = self.legs.for_an_optimal_path();
                let (form, max_cost, max_expansions) = Default::default();
                let query =
                    Query { start: from, goal: to, engine: seen.engine, form, max_cost, max_expansions, ..legs };
                let answer = find_path(seen.agent_view(), &query, scratch)?;
                visits.spend(u64::from(answer.expansions) * VISITS_BY_EXPANSION);
                Ok(match answer.outcome {
                    Outcome::Found(path) => Some(path.cost_parts()),
                    _ => None,
                })
            }) {
                // What waited is lost.
                self.stage = BuildingStage::Goals(self.view.floor_count() as u32, None);
                return Err(error);
            }
        }
        Ok(())
    }

    fn build_floors(
        &mut self,
        floor: u32,
        under_way: Option<(Vec<Exit>, Field)>,
        visits: &mut Visits,
    ) -> Result<(), OutOfMemory> {
        self.stage = BuildingStage::Floors(floor, None);
        if floor as usize >= self.view.floor_count() {
            self.stage = BuildingStage::Ready;
            return Ok(());
        }
        let Some(seen) = self.view.floor(floor) else {
            self.parts.push(None);
            self.stage = BuildingStage::Floors(floor + 1, None);
            return Ok(());
        };
        let size = seen.grid().map().size();
        let (exits, mut field) = match under_way {
            Some(under_way) => under_way,
            None => {
                let exits = self.exits_of(floor)?;
                let known = self.old.as_ref().and_then(|old| old.parts.get(floor as usize)?.as_ref());
                let is_alike = |part: &&FloorPart| part.state == seen.state && part.exits == exits;
                if let Some(known) = known.filter(is_alike) {
                    let part = FloorPart { exits, field: known.field.clone(), ..*known };
                    self.parts.push(Some(part));
                    self.stage = BuildingStage::Floors(floor + 1, None);
                    return Ok(());
                }
                let mut offsets = reserved(exits.len())?;
                offsets.extend(exits.iter().map(|exit| (Cell::new(exit.cell.1, exit.cell.0), exit.left)));
                sort(&mut offsets);
                let rules = self.rules();
                let field = begun(seen, |grid, agent| Field::begin_with_offsets(grid, agent, &offsets, rules))?;
                (exits, field)
            }
        };
        if !field.advance(visits)? {
            self.stage = BuildingStage::Floors(floor, Some((exits, field)));
            return Ok(());
        }
        drop(field.take_tools());
        let part = FloorPart { state: seen.state, size, exits, field: TryArc::try_new(field)? };
        self.parts.push(Some(part));
        self.is_built = true;
        self.stage = BuildingStage::Floors(floor + 1, None);
        Ok(())
    }

    /// The goals of a floor, and its ends from which links lead to goals, by (y, x).
    fn exits_of(&self, floor: u32) -> Result<Vec<Exit>, OutOfMemory> {
        let nodes = self.view.world().map(|world| world.graph.nodes_of(floor)).unwrap_or(0..0);
        let mut exits = reserved(self.goals.len() + nodes.len())?;
        let to_key = |cell: Cell| (cell.y, cell.x);
        exits.extend(self.goals_of(floor).map(|cell| Exit {
            cell: to_key(cell),
            left: 0,
            link: 0,
            to: FloorCell { floor, cell },
        }));
        if let Some(world) = self.view.world() {
            for node in nodes.filter(|&node| self.rest.leaving[node as usize] != UNREACHED) {
                let arc = world.graph.arcs[self.rest.arcs[node as usize] as usize];
                let left = (fine_of(self.rest.leaving[node as usize]) / StepCosts::fine_units_of_parts(1)) as u64;
                let (cell, to) = (to_key(world.graph.at(node).cell), world.graph.at(arc.to));
                exits.push(Exit { cell, left, link: arc.link, to });
            }
        }
        sort(&mut exits);
        exits.dedup_by_key(|exit| exit.cell);
        Ok(exits)
    }

    /// Memory held, in bytes.
    pub fn bytes(&self) -> u64 {
        let fields: u64 = self.goal_fields.iter().flatten().map(|field| field.bytes()).sum();
        let under_way = match &self.stage {
            BuildingStage::Goals(_, Some(field)) | BuildingStage::Floors(_, Some((_, field))) => field.bytes(),
            _ => 0,
        };
        fields + under_way + self.rest.bytes() + bytes_of(&self.parts)
    }
}

/// A field that begins over a floor.
fn begun(
    floor: &FloorView,
    begin: impl FnOnce(GridView, &Agent) -> Result<Field, MapError>,
) -> Result<Field, OutOfMemory> {
    begin(floor.grid().clone(), floor.agent()).map_err(|_| OutOfMemory)
}
