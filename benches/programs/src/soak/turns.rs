//! What a thread does in a turn: it creates a grid, uses it in one of several ways, destroys it, and makes sure that
//! its id is dead. Every hundredth answer is compared with the tests' plain searches.

use crate::common::abi::{PathAnswer, TestGrid, default_grid_def, query_def, rule_number};
use crate::common::cell_map::CellMap;
use crate::common::crowd::{Refereed, TestReservations, planned_agent, referee, rule_def};
use crate::common::engine_grids::{ENGINES, RULES, check};
use crate::common::floors::{TestFloors, link_def};
use crate::common::joined_reference::{Building, TestLink};
use crate::common::profile::TestProfile;
use crate::common::random_maps::{Random, random_map};
use crate::common::reference::{UnitCosts, cheapest_cost};
use crate::common::stepper::TestStepper;
use crate::common::terrain::{AgentMap, AgentModel, ONE, ProfileModel, Terrain};
use crate::common::work::{Answers, Batch, TestTicket, ends, request};
use crate::faults::Fault;
use crate::meters::{Meters, Task};
use crate::rooms::{ROOMS, Rooms};
use gridstar::ffi::*;
use gridstar::floors::FloorCell;
use gridstar::grid::{Cell, Rect};
use gridstar::movement::{DiagonalRule, Heuristic, StepCosts};
use std::collections::VecDeque;
use std::sync::atomic::Ordering;

/// Every how many answers one is compared.
const COMPARED: u64 = 100;

/// Ids of destroyed objects that a thread remembers.
const REMEMBERED: usize = 256;

/// More objects than this a thread never has at once: grids, and what uses them.
pub(crate) const OBJECTS: u32 = 6;

/// What all threads share.
pub(crate) struct Shared {
    pub(crate) meters: Meters,
    pub(crate) rooms: Rooms,
    pub(crate) fault: Option<Fault>,
}

/// A thread's own.
pub(crate) struct Turns<'a> {
    shared: &'a Shared,
    thread: u32,
    random: Random,
    answers: u64,
    /// Ids of grids that this thread has destroyed.
    dead: VecDeque<u64>,
}

/// A map and its grid, for one turn.
struct Place {
    map: CellMap,
    grid: TestGrid,
    rule: DiagonalRule,
    costs: StepCosts,
}

impl<'a> Turns<'a> {
    pub(crate) fn new(shared: &'a Shared, thread: u32, seed: u64) -> Self {
        Self { shared, thread, random: Random::new(seed), answers: 0, dead: VecDeque::new() }
    }

    /// One turn. A panic in it is a check that failed.
    pub(crate) fn turn(&mut self) {
        let place = self.create();
        match self.random.below(8) {
            0 => self.paths(place),
            1 => self.batch(place),
            2 => self.ticket(place),
            3 => self.stepper(place),
            4 => self.floors(place),
            5 => self.profile(place),
            6 => self.reservations(place),
            _ => self.landmarks(place),
        }
        self.room();
        self.try_dead_ids();
    }

    fn timed<T>(&self, task: Task, calls: impl FnOnce() -> T) -> T {
        self.shared.meters.timed(self.thread, task, calls)
    }

    /// Counts an answer, and says whether it is one to compare.
    fn is_compared(&mut self) -> bool {
        self.shared.meters.answers.fetch_add(1, Ordering::Relaxed);
        self.answers += 1;
        let is_compared = self.answers.is_multiple_of(COMPARED);
        self.shared.meters.compared.fetch_add(is_compared.into(), Ordering::Relaxed);
        is_compared
    }

    fn has_fault(&self, fault: Fault) -> bool {
        self.shared.fault == Some(fault)
    }

    /// A cost that the library has answered, or a wrong one if this fault is planted.
    fn found(&self, cost: f64) -> f64 {
        if self.has_fault(Fault::Answer) { cost + 1.0 } else { cost }
    }

    fn create(&mut self) -> Place {
        let random = random_map(u64::from(self.random.below(1 << 20)));
        let (rule, engine) = (RULES[self.random.below(4) as usize], ENGINES[self.random.below(3) as usize]);
        let (width, height) = (random.map.width() as u32, random.map.height() as u32);
        let def = GridstarGridDef {
            engine: engine as u32,
            diagonal_rule: rule_number(rule),
            ..default_grid_def(width, height)
        };
        let types = random.map.cell_types();
        let grid = self.timed(Task::Create, || {
            let grid = TestGrid::with_def(&def).unwrap();
            assert_eq!(grid.set_cells(&types), GridstarStatus::Ok);
            grid
        });
        let info = grid.info().unwrap();
        assert_eq!((info.width, info.height), (width, height), "the id is another grid's");
        Place { map: random.map, grid, rule, costs: StepCosts::default() }
    }

    /// Destroys the grid of a place. Dropping the place does so again, which is harmless.
    fn destroy(&mut self, place: &Place) {
        let id = place.grid.id();
        self.shared.meters.grids.fetch_add(1, Ordering::Relaxed);
        if self.has_fault(Fault::Grids) {
            std::mem::forget(TestGrid::new(64, 64));
        }
        if self.has_fault(Fault::Memory) {
            std::mem::forget(std::hint::black_box(vec![1_u8; 200_000]));
        }
        assert_eq!(self.timed(Task::Destroy, || gridstar_grid_destroy(id)), GridstarStatus::Ok);
        self.remember(id);
    }

    /// Remembers a dead id, and forgets the oldest one beyond the number that is kept.
    fn remember(&mut self, dead: u64) {
        self.dead.push_back(dead);
        let extra = self.dead.len().saturating_sub(REMEMBERED);
        self.dead.drain(..extra);
    }

    /// Ids of destroyed grids, whose places others have taken meanwhile, find nothing.
    fn try_dead_ids(&mut self) {
        if self.dead.is_empty() {
            return;
        }
        let live = self.shared.rooms.get(0);
        for _ in 0..4 {
            let dead = self.dead[self.random.below(self.dead.len() as u32) as usize];
            let id = if self.has_fault(Fault::Id) { live.grid.id() } else { dead };
            let mut cell_type = u32::MAX;
            // SAFETY: the pointer comes from a reference.
            let read = unsafe { gridstar_grid_get_cell(id, 0, 0, &mut cell_type) };
            let refused = [
                read,
                gridstar_grid_set_cell(id, 0, 0, 1),
                gridstar_grid_destroy(id),
                gridstar_stepper_destroy(id),
                gridstar_ticket_destroy(id),
            ];
            let is_dead = refused == [GridstarStatus::InvalidId; 5] && gridstar_grid_is_valid(id) == 0;
            assert!(is_dead && cell_type == u32::MAX, "the destroyed id {id:#x} was answered: {refused:?}");
            self.shared.meters.stale.fetch_add(refused.len() as u64, Ordering::Relaxed);
        }
    }

    fn edit(&mut self, place: &mut Place) {
        let (cell, obstacle) = (self.random.cell(&place.map), self.random.percent(40));
        place.map.set_obstacle(cell, obstacle);
        let status = self.timed(Task::Edit, || place.grid.set_cell(cell, obstacle.into()));
        assert_eq!(status, GridstarStatus::Ok);
        self.shared.meters.edits.fetch_add(1, Ordering::Relaxed);
    }

    fn find(&mut self, place: &Place) {
        let (start, goal) = (self.random.walkable_cell(&place.map), self.random.walkable_cell(&place.map));
        let def = query_def(place.rule, place.costs, Heuristic::Octile);
        let answer = self.timed(Task::Path, || place.grid.find_path(start, goal, Some(&def)));
        if self.is_compared() {
            self.compare(&place.map, (start, goal), place.rule, answer);
        }
    }

    fn compare(&self, map: &CellMap, (start, goal): (Cell, Cell), rule: DiagonalRule, mut answer: PathAnswer) {
        let costs = StepCosts::default();
        let cheapest = cheapest_cost(map, start, goal, rule, UnitCosts::of(&costs));
        answer.cost = self.found(answer.cost);
        check(map, (start, goal, rule, &costs), &answer, cheapest, || {
            format!("{start:?} to {goal:?}, {rule:?}\n{map}")
        });
    }

    fn paths(&mut self, mut place: Place) {
        for _ in 0..4 {
            self.edit(&mut place);
            self.find(&place);
            self.find(&place);
        }
        self.destroy(&place);
    }

    /// Landmarks are prepared, at once or in the background, and given up.
    fn landmarks(&mut self, mut place: Place) {
        let background = self.random.below(2);
        for engine in [GridstarEngine::Landmarks, GridstarEngine::Auto, GridstarEngine::Landmarks] {
            let prepare = || gridstar_grid_prepare(place.grid.id(), engine as u32, background);
            assert_eq!(self.timed(Task::Prepare, prepare), GridstarStatus::Ok);
            self.find(&place);
            self.edit(&mut place);
            self.find(&place);
        }
        self.destroy(&place);
    }

    fn requests(&mut self, place: &Place) -> Batch {
        let mut cell = || self.random.walkable_cell(&place.map);
        let requests = (0..8).map(|_| request(cell(), cell())).collect();
        Batch { requests, defs: vec![query_def(place.rule, place.costs, Heuristic::Octile)], priority: 0 }
    }

    fn batch(&mut self, place: Place) {
        let batch = self.requests(&place);
        let answers = self.timed(Task::Batch, || place.grid.find_paths(&batch));
        self.compare_batch(&place, &batch, answers);
        self.destroy(&place);
    }

    fn compare_batch(&mut self, place: &Place, batch: &Batch, answers: Answers) {
        assert_eq!(answers.status, GridstarStatus::Ok);
        for ((request, reply), path) in batch.requests.iter().zip(&answers.replies).zip(answers.paths) {
            if !self.is_compared() {
                continue;
            }
            let status = GridstarStatus::from_number(reply.status).unwrap();
            let (cost, expansions, engine) = (reply.cost, reply.expansions, reply.engine);
            let revision = answers.info.revision;
            let answer = PathAnswer { status, path, expanded: Vec::new(), cost, expansions, revision, engine };
            self.compare(&place.map, ends(request), place.rule, answer);
        }
    }

    /// Tickets are taken, cancelled, or forgotten; their grid may be destroyed before they are answered.
    fn ticket(&mut self, place: Place) {
        let batch = self.requests(&place);
        let ticket = TestTicket::submit(&place.grid, &batch).unwrap();
        let dead = ticket.id();
        match self.random.below(10) {
            0 => assert_eq!(ticket.cancel(), GridstarStatus::Ok),
            1 => assert_eq!(ticket.destroy(), GridstarStatus::Ok),
            way => {
                // The ticket keeps the grid's map.
                let is_destroyed = way < 4;
                if is_destroyed {
                    self.destroy(&place);
                }
                let answers = self.timed(Task::Ticket, || {
                    assert_eq!(ticket.wait(), GridstarStatus::Ok);
                    ticket.take()
                });
                self.compare_batch(&place, &batch, answers);
                if is_destroyed {
                    return;
                }
            }
        }
        drop(ticket);
        assert_eq!(gridstar_ticket_wait(dead), GridstarStatus::InvalidId);
        self.destroy(&place);
    }

    fn stepper(&mut self, place: Place) {
        let (start, goal) = (self.random.walkable_cell(&place.map), self.random.walkable_cell(&place.map));
        let def = query_def(place.rule, place.costs, Heuristic::Octile);
        let most = self.random.between(20, 200);
        let (id, end) = self.timed(Task::Stepper, || {
            let stepper = TestStepper::begin(&place.grid, start, goal, Some(&def)).unwrap();
            while stepper.advance(most) == GridstarStatus::StillRunning {}
            (stepper.id(), stepper.finish())
        });
        assert_eq!(gridstar_stepper_advance(id, 1), GridstarStatus::InvalidId);
        if self.is_compared() {
            let (cost, revision) = (end.result.cost, end.result.revision);
            let (expansions, engine, expanded) = (end.result.expansions, end.result.engine, Vec::new());
            let answer =
                PathAnswer { status: end.status, path: end.path, expanded, cost, expansions, revision, engine };
            self.compare(&place.map, (start, goal), place.rule, answer);
        }
        self.destroy(&place);
    }

    /// Two maps, joined by a link.
    fn floors(&mut self, lower: Place) {
        let upper = self.create();
        let mut cell = |floor: u32, map: &CellMap| FloorCell { floor, cell: self.random.walkable_cell(map) };
        let (from, to) = (cell(0, &lower.map), cell(1, &upper.map));
        let (start, goal) = (cell(0, &lower.map), cell(1, &upper.map));
        let (rule, costs) = (lower.rule, lower.costs);
        let def = query_def(rule, costs, Heuristic::Octile);
        let (number, answer) = self.timed(Task::Floors, || {
            let floors = TestFloors::new([&lower.grid, &upper.grid]);
            let number = floors.add_link(&link_def(from, to, 2.0)).unwrap();
            (number, floors.find_path(start, goal, Some(&def)))
        });
        let are_walkable = lower.map.is_walkable(start.cell) && upper.map.is_walkable(goal.cell);
        if self.is_compared() && are_walkable {
            let floors = [&lower.map, &upper.map].map(|map| Some(AgentMap::plain(map.clone())));
            let link = TestLink { number, from, to, cost: 2.0, one_way: false, closed: false };
            let building = Building { floors: floors.into(), links: vec![link] };
            let cheapest = building.cheapest_cost(start, goal, rule, &costs);
            let status = if cheapest.is_some() { GridstarStatus::Ok } else { GridstarStatus::NoPath };
            assert_eq!(answer.status, status, "{start:?} to {goal:?}, {rule:?}\n{building}");
            if let Some(cheapest) = cheapest {
                let cost = building.check_path((start, goal), rule, &costs, &answer.path);
                assert_eq!(cost, Ok(cheapest), "{start:?} to {goal:?}, {rule:?}\n{building}");
            }
        }
        self.destroy(&upper);
        self.destroy(&lower);
    }

    /// Terrain of several types, for a profile that weighs them.
    fn profile(&mut self, place: Place) {
        let mut terrain = Terrain::of_map(&place.map);
        for cell_type in terrain.types.iter_mut().filter(|cell_type| **cell_type == 0) {
            *cell_type = [0, 0, 2, 3][self.random.below(4) as usize];
        }
        assert_eq!(place.grid.set_cells(&terrain.types), GridstarStatus::Ok);
        let mut model = AgentModel { size: self.random.between(1, 2), ..AgentModel::default() };
        for cell_type in [2, 3] {
            model.profile.weights[cell_type] = ProfileModel::rounded(f64::from(self.random.between(1, 4)));
        }
        let agent_map = AgentMap::new(&terrain, &model);
        let (start, goal) =
            (self.random.walkable_cell(&agent_map.stands), self.random.walkable_cell(&agent_map.stands));
        let answer = self.timed(Task::Profile, || {
            let profile = TestProfile::new();
            for cell_type in [2, 3] {
                let multiplier = model.profile.weights[cell_type] as f64 / ONE as f64;
                assert_eq!(profile.set_cost(cell_type as u32, multiplier), GridstarStatus::Ok);
            }
            let def = query_def(place.rule, place.costs, Heuristic::Octile);
            let def = GridstarQueryDef { profile: profile.id(), agent_size: model.size, ..def };
            place.grid.find_path(start, goal, Some(&def))
        });
        if self.is_compared() && agent_map.stands.is_walkable(start) && agent_map.stands.is_walkable(goal) {
            let costs = agent_map.costs_from(start, place.rule, &place.costs, Some(goal));
            let case = || format!("{start:?} to {goal:?}, {:?}, {model:?}\n{terrain}", place.rule);
            match costs[agent_map.stands.index(goal)] {
                None => assert_eq!(answer.status, GridstarStatus::NoPath, "{}", case()),
                Some(cheapest) => {
                    let cost = agent_map.check_path((start, goal), place.rule, &place.costs, &answer.path);
                    assert_eq!((answer.status, cost), (GridstarStatus::Ok, Ok(cheapest)), "{}", case());
                }
            }
        }
        self.destroy(&place);
    }

    /// Plans for a few agents, which the tests' referee judges.
    fn reservations(&mut self, place: Place) {
        let mut cells = Vec::new();
        for _ in 0..4 {
            let cell = self.random.walkable_cell(&place.map);
            if !cells.contains(&cell) {
                cells.push(cell);
            }
        }
        let goals: Vec<Cell> = cells.iter().map(|_| self.random.walkable_cell(&place.map)).collect();
        let agents: Vec<_> =
            cells.iter().zip(&goals).map(|(start, goal)| planned_agent((start.x, start.y), (goal.x, goal.y))).collect();
        let plans = self.timed(Task::Reservations, || {
            let reservations = TestReservations::new(&place.grid, 12);
            reservations.plan(&agents, Some(&rule_def(place.rule)))
        });
        if self.is_compared() {
            let map = AgentMap::plain(place.map.clone());
            let refereed: Vec<_> = agents.iter().map(|&agent| Refereed { agent, size: 1, map: &map }).collect();
            let judged = referee(&refereed, place.rule, &place.costs, &plans);
            assert!(judged.is_ok(), "{judged:?}\n{}", place.map);
        }
        self.destroy(&place);
    }

    /// Uses a grid that other threads search, edit and replace meanwhile.
    fn room(&mut self) {
        let at = self.random.below(ROOMS as u32) as usize;
        let room = self.shared.rooms.get(at);
        match self.random.below(256) {
            0 => {
                let dead = self.shared.rooms.replace(at, &mut self.random);
                self.remember(dead);
            }
            1..64 => {
                let mut random = Random::new(u64::from(self.random.below(u32::MAX)));
                let status = self.timed(Task::Edit, || room.edit(&mut random));
                assert!(room.may_say(status), "{status:?} of a shared grid");
            }
            64..72 => {
                let engine = ENGINES[self.random.below(4) as usize] as u32;
                let background = self.random.below(2);
                let status = self.timed(Task::Prepare, || gridstar_grid_prepare(room.grid.id(), engine, background));
                assert!(room.may_say(status), "{status:?} of a shared grid");
            }
            _ => self.find_in_room(&room),
        }
    }

    fn find_in_room(&mut self, room: &crate::rooms::Room) {
        let cell = |random: &mut Random| Cell::new(random.below(64) as i32, random.below(64) as i32);
        let (start, goal) = (cell(&mut self.random), cell(&mut self.random));
        let rule = RULES[self.random.below(4) as usize];
        let def = query_def(rule, StepCosts::default(), Heuristic::Octile);
        let answer = self.timed(Task::Path, || room.grid.find_path(start, goal, Some(&def)));
        assert!(room.may_say(answer.status), "{:?} of a shared grid", answer.status);
        if answer.status as i32 >= 0 && self.is_compared() {
            match room.map_of(&answer) {
                Err(problem) => panic!("{problem}"),
                Ok(Some(map)) => self.compare(&map, (start, goal), rule, answer),
                Ok(None) => {}
            }
        }
    }

    /// A rectangle is read back as it was written: used once at the beginning of a thread.
    pub(crate) fn greet(&mut self) {
        let place = self.create();
        let whole = Rect { x: 0, y: 0, width: place.map.width() as u32, height: place.map.height() as u32 };
        assert_eq!(place.grid.get_rect(whole).unwrap(), place.map.cell_types());
        self.destroy(&place);
    }
}
