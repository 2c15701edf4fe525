//! Fields over floors: what paths from all cells of all floors to the nearest of some goals cost, and where they go.
//!
//! Three parts, each of which may pause:
//!
//! 1. On each floor with goals, a field of these goals.
//! 2. What is left from the ends of links, by Dijkstra's algorithm backward over links and ways, as routes measure it;
//!    but ways are searched whose costs are not kept.
//! 3. On each floor, a field of its goals and of the ends from which links are taken, each of which begins with what is
//!    left there.
//!
//! An update makes the second part anew, and the fields of floors that were edited or whose ends have another rest.

use super::ends::NO_GROUP;
use super::floor_view::{FloorState, FloorView};
use super::graph::{NONE, UNREACHED, Weight, fine_of, weight_of};
use super::links::FloorCell;
use super::path::FloorStep;
use super::view::FloorsView;
use super::way::Way;
use super::world::World;
use crate::bits::bit_rows::{copied, reserved};
use crate::field::{Field, FieldRules, Sense, Visits};
use crate::grid::{Cell, GridSize};
use crate::held::Held;
use crate::movement::StepCosts;
use crate::search::{Outcome, Query, Scratch, find_path};
use crate::sorting::{sort, sort_by_key};
use crate::try_arc::TryArc;
use crate::{OutOfMemory, refill};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The visits in whose time a cell is expanded.
const VISITS_BY_EXPANSION: u64 = 16;

/// Next place of a path.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FloorFieldStep {
    /// The place.
    pub at: FloorCell,
    /// The link that leads there; 0 for a step, and at a goal.
    pub link: u32,
    /// The cost of the path from the cell that was asked about, in parts.
    pub cost: u64,
}

/// A cell of a floor at which a path may end or leave the floor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Exit {
    cell: (i32, i32),
    /// The rest of the path from there, in parts.
    left: u64,
    /// The link that is taken, and where it leads; 0 at a goal.
    link: u32,
    to: FloorCell,
}

/// The field of one floor.
#[derive(Clone, Debug)]
struct FloorPart {
    state: FloorState,
    size: GridSize,
    /// By (y, x), each cell once.
    exits: Vec<Exit>,
    field: TryArc<Field>,
}

/// A field over floors, which shows one state of all of them.
#[derive(Debug)]
pub struct FloorField {
    goals: Vec<FloorCell>,
    /// Number of changes to floors and links.
    plan: u64,
    costs: StepCosts,
    /// In parts.
    max_cost: Option<u64>,
    /// `None` for a floor without a map.
    parts: Vec<Option<FloorPart>>,
}

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

/// The rest of paths from the ends of links.
#[derive(Debug, Default)]
struct Rest {
    arrived: Vec<Weight>,
    leaving: Vec<Weight>,
    /// By node, the arc that is taken.
    arcs: Vec<u32>,
    waiting: BinaryHeap<Reverse<Waiting>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Waiting {
    left: Weight,
    /// 0: a node at which a link arrives. 1: one from which a link is taken. 2: a way between two.
    kind: u8,
    node: u32,
    to: u32,
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

    /// The goals of a floor on which the agent can stand.
    fn goals_of(&self, floor: u32) -> impl Iterator<Item = Cell> {
        self.goals.iter().filter(move |goal| goal.floor == floor && self.view.is_walkable(**goal)).map(|goal| goal.cell)
    }

    fn build_goals(&mut self, floor: u32, field: Option<Field>, visits: &mut Visits) -> Result<(), OutOfMemory> {
        self.stage = BuildingStage::Goals(floor, None);
        let Some(seen) = self.view.floor(floor) else {
            if (floor as usize) < self.view.floor_count() {
                self.stage = BuildingStage::Goals(floor + 1, None);
            } else {
                self.begin_rest()?;
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

    /// Begins with the ends at which paths arrive that then go to a goal of the floor.
    fn begin_rest(&mut self) -> Result<(), OutOfMemory> {
        let Some(world) = self.view.world() else { return Ok(()) };
        let count = world.graph.node_count();
        refill(&mut self.rest.arrived, count, UNREACHED)?;
        refill(&mut self.rest.leaving, count, UNREACHED)?;
        refill(&mut self.rest.arcs, count, NONE)?;
        self.rest.waiting.clear();
        for node in 0..count as u32 {
            let FloorCell { floor, cell } = world.graph.at(node);
            let field = self.goal_fields[floor as usize].as_ref().filter(|_| world.groups[node as usize] != NO_GROUP);
            if let Some(parts) = field.and_then(|field| field.cost(cell)) {
                self.rest.lower_arrived(node, weight_of(parts))?;
            }
        }
        Ok(())
    }

    fn measure(&mut self, visits: &mut Visits, scratch: &mut Scratch) -> Result<(), OutOfMemory> {
        self.stage = BuildingStage::Rest;
        let Some(world) = self.view.world().cloned() else {
            self.stage = BuildingStage::Floors(0, None);
            return Ok(());
        };
        while !visits.are_spent() {
            let Some(Reverse(next)) = self.rest.waiting.pop() else {
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
        let of_rest = self.rest.arrived.bytes() + self.rest.leaving.bytes() + self.rest.arcs.bytes();
        fields + under_way + of_rest as u64 + bytes_of(&self.parts)
    }
}

/// A field that begins over a floor.
fn begun(
    floor: &FloorView,
    begin: impl FnOnce(crate::index::GridView, &crate::movement::Agent) -> Result<Field, crate::grid::MapError>,
) -> Result<Field, OutOfMemory> {
    begin(floor.grid().clone(), floor.agent()).map_err(|_| OutOfMemory)
}

fn bytes_of(parts: &[Option<FloorPart>]) -> u64 {
    let of_part = |part: &FloorPart| part.field.bytes() + (part.exits.capacity() * size_of::<Exit>()) as u64;
    parts.iter().flatten().map(of_part).sum()
}

impl Rest {
    fn push(&mut self, left: Weight, kind: u8, node: u32, to: u32) -> Result<(), OutOfMemory> {
        self.waiting.try_reserve(1)?;
        self.waiting.push(Reverse(Waiting { left, kind, node, to }));
        Ok(())
    }

    fn lower_arrived(&mut self, node: u32, left: Weight) -> Result<(), OutOfMemory> {
        if left < self.arrived[node as usize] {
            self.arrived[node as usize] = left;
            self.push(left, 0, node, 0)?;
        }
        Ok(())
    }

    /// Goes on from what waited. `search` finds what a way costs that is not kept.
    fn go_on(
        &mut self,
        world: &World,
        Waiting { left, kind, node, to }: Waiting,
        search: impl FnOnce(u32, Cell, Cell) -> Result<Option<u64>, OutOfMemory>,
    ) -> Result<(), OutOfMemory> {
        let graph = &*world.graph;
        match kind {
            0 if self.arrived[node as usize] == left => {
                for number in graph.arcs_to(node) {
                    let arc = &graph.arcs[number as usize];
                    let left = left + arc.weight();
                    if world.groups[arc.from as usize] != NO_GROUP && left < self.leaving[arc.from as usize] {
                        (self.leaving[arc.from as usize], self.arcs[arc.from as usize]) = (left, number);
                        self.push(left, 1, arc.from, 0)?;
                    }
                }
            }
            1 if self.leaving[node as usize] == left => {
                self.lower_arrived(node, left)?;
                let floor = graph.floor_of(node);
                let (Some(ends), nodes) = (world.ends(floor), graph.nodes_of(floor)) else { return Ok(()) };
                for (from, way) in nodes.clone().zip(ends.ways_to((node - nodes.start) as usize)) {
                    let is_alike = world.groups[from as usize] == world.groups[node as usize] && from != node;
                    if let Some(parts) = way.parts().filter(|_| is_alike && graph.is_entered(from)) {
                        let left = left + weight_of(parts);
                        match way.is_exact() {
                            _ if left >= self.arrived[from as usize] => {}
                            true => self.lower_arrived(from, left)?,
                            false => self.push(left, 2, from, node)?,
                        }
                    }
                }
            }
            2 if left < self.arrived[node as usize] => {
                let (floor, nodes) = (graph.floor_of(node), graph.nodes_of(graph.floor_of(node)));
                let Some(ends) = world.ends(floor) else { return Ok(()) };
                let (from, end) = ((node - nodes.start) as usize, (to - nodes.start) as usize);
                let mut way = ends.way(from, end);
                if !way.is_exact() {
                    let parts = search(floor, ends.cells[from], ends.cells[end])?;
                    way = parts.map_or(Way::NONE, Way::exact);
                    ends.keep(from, end, way);
                }
                if let Some(parts) = way.parts() {
                    self.lower_arrived(node, self.leaving[to as usize] + weight_of(parts))?;
                }
            }
            _ => {}
        }
        Ok(())
    }
}

impl FloorField {
    /// Number of changes to floors and links that the field shows.
    pub fn plan(&self) -> u64 {
        self.plan
    }

    /// The goals, in order, each once.
    pub fn goals(&self) -> &[FloorCell] {
        &self.goals
    }

    /// The costs of steps.
    pub fn costs(&self) -> &StepCosts {
        &self.costs
    }

    /// Number of floors.
    pub fn floor_count(&self) -> u32 {
        self.parts.len() as u32
    }

    /// The size of a floor; `None` if there is no such floor or it has no map.
    pub fn size(&self, floor: u32) -> Option<GridSize> {
        Some(self.part(floor)?.size)
    }

    /// The field of a floor. Its costs are those of the floors, and where its paths end, [`next`](Self::next) goes on.
    pub fn of_floor(&self, floor: u32) -> Option<&TryArc<Field>> {
        self.part(floor).map(|part| &part.field)
    }

    /// Whether this is the field of some goals by a query, in the state that a view sees.
    pub fn shows(&self, plan: u64, view: &FloorsView, legs: &Query, goals: &[FloorCell]) -> bool {
        let is_alike = |floor: u32| self.part(floor).map(|part| part.state) == view.floor(floor).map(|seen| seen.state);
        self.plan == plan
            && self.goals == goals
            && (self.costs, self.max_cost) == (legs.costs, legs.max_cost)
            && self.parts.len() == view.floor_count()
            && (0..self.floor_count()).all(is_alike)
    }

    fn part(&self, floor: u32) -> Option<&FloorPart> {
        self.parts.get(floor as usize)?.as_ref()
    }

    /// The cost in parts of an optimal path from a cell to the nearest goal; `None` if none is within the limit.
    pub fn cost(&self, at: FloorCell) -> Option<u64> {
        let cost = self.part(at.floor)?.field.cost(at.cell)?;
        Some(cost).filter(|&cost| self.max_cost.is_none_or(|most| cost <= most))
    }

    /// The next place of the path from a cell: a step, or the other end of a link. The cell itself at a goal. `None`
    /// without a path.
    pub fn next(&self, at: FloorCell) -> Option<FloorFieldStep> {
        let cost = self.cost(at)?;
        let part = self.part(at.floor)?;
        let step = part.field.next(at.cell)?;
        if step.cell != at.cell {
            return Some(FloorFieldStep { at: FloorCell { floor: at.floor, cell: step.cell }, link: 0, cost });
        }
        let exit = part.exits.binary_search_by_key(&(at.cell.y, at.cell.x), |exit| exit.cell).ok();
        Some(match exit.map(|place| &part.exits[place]) {
            Some(exit) if exit.link != 0 => FloorFieldStep { at: exit.to, link: exit.link, cost },
            _ => FloorFieldStep { at, link: 0, cost },
        })
    }

    /// Calls `visit` with the places of the path from a cell to its goal, both ends included.
    pub fn walk(&self, start: FloorCell, mut visit: impl FnMut(FloorStep)) {
        let mut at = start;
        let Some(mut next) = self.next(at) else { return };
        visit(FloorStep::new(at.floor, at.cell, 0));
        // Costs fall with each step, but for what the costs of links are rounded.
        let mut most: usize = self.parts.iter().flatten().map(|part| 2 * part.size.cells()).sum();
        while next.at != at && most > 0 {
            (at, most) = (next.at, most - 1);
            visit(FloorStep::new(at.floor, at.cell, next.link));
            let Some(after) = self.next(at) else { return };
            next = after;
        }
    }

    /// The first cells that cost at most `most` parts, each after its cost: by cost, or by floors and rows.
    pub fn range(&self, most: u64, by_cost: bool, first: usize) -> Result<Vec<(u64, FloorCell)>, OutOfMemory> {
        let most = most.min(self.max_cost.unwrap_or(u64::MAX));
        let mut cells: Vec<(u64, FloorCell)> = Vec::new();
        for (floor, part) in (0..).zip(&self.parts) {
            let Some(part) = part else { continue };
            let left = if by_cost { first } else { first - cells.len() };
            let of_floor = part.field.range(most, by_cost, left)?;
            cells.try_reserve(of_floor.len())?;
            cells.extend(of_floor.map(|(cost, cell)| (cost, FloorCell { floor, cell })));
        }
        if by_cost {
            sort_by_key(&mut cells, |&(cost, FloorCell { floor, cell })| (cost, floor, cell.y, cell.x));
            cells.truncate(first);
        }
        Ok(cells)
    }

    /// Memory held, in bytes.
    pub fn bytes(&self) -> u64 {
        bytes_of(&self.parts) + (self.goals.capacity() * size_of::<FloorCell>()) as u64
    }
}
