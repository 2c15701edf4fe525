//! Floors behind the C functions together with the reference's copy, and queries that compare the two.

use super::abi::{TestGrid, default_grid_def, query_def};
use super::cell_map::CellMap;
use super::floors::{FloorAnswer, TestFloors, link_def};
use super::joined_reference::{Building, TestLink, cost_of_fine};
use super::random_maps::{Random, random_map};
use super::terrain::AgentMap;
use gridstar::ffi::*;
use gridstar::floors::FloorCell;
use gridstar::movement::{DiagonalRule, Heuristic, StepCosts};
use std::fmt;

/// In straight steps.
const LINK_COSTS: [f64; 8] = [0.0, 0.0, 0.1, 1.0, 1.4, 2.75, 12.0, 60.0];

const ENGINES: [GridstarEngine; 4] =
    [GridstarEngine::Auto, GridstarEngine::AStar, GridstarEngine::JumpPoints, GridstarEngine::Landmarks];

/// Floors behind the C functions, and the reference's copy of them.
pub struct Twin {
    pub seed: u64,
    pub building: Building,
    pub grids: Vec<TestGrid>,
    pub floors: TestFloors,
}

/// A query. Displays everything that is needed to repeat it.
pub struct Case<'a> {
    pub twin: &'a Twin,
    pub start: FloorCell,
    pub goal: FloorCell,
    pub rule: DiagonalRule,
    pub costs: StepCosts,
}

impl fmt::Display for Case<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { twin, start, goal, rule, costs } = self;
        let (straight, diagonal) = (costs.straight(), costs.diagonal());
        writeln!(f, "{start:?} to {goal:?}, {rule:?}, costs {straight} and {diagonal}")?;
        write!(f, "seed {}\n{}", twin.seed, twin.building)
    }
}

impl Twin {
    /// Up to five random floors, each with its own engine. Some have no link.
    pub fn random(seed: u64) -> Self {
        let mut random = Random::new(!seed);
        let count = random.between(1, 5);
        let maps = (0..count).map(|_| random_map(u64::from(random.below(100_000))).map).collect();
        let mut twin = Self::of(maps, |random| ENGINES[random.below(4) as usize], &mut random);
        twin.seed = seed;
        for _ in 0..random.below(14) {
            twin.add_random_link(&mut random);
        }
        twin
    }

    pub fn of(maps: Vec<CellMap>, engine: impl Fn(&mut Random) -> GridstarEngine, random: &mut Random) -> Self {
        let grid = |map: &CellMap| {
            let def = default_grid_def(map.width() as u32, map.height() as u32);
            let grid = TestGrid::with_def(&GridstarGridDef { engine: engine(random) as u32, ..def }).unwrap();
            assert_eq!(grid.set_cells(&map.cell_types()), GridstarStatus::Ok);
            grid
        };
        let grids: Vec<TestGrid> = maps.iter().map(grid).collect();
        let floors = TestFloors::new(&grids);
        let building =
            Building { floors: maps.into_iter().map(|map| Some(AgentMap::plain(map))).collect(), links: Vec::new() };
        Self { seed: 0, building, grids, floors }
    }

    /// Floors drawn in ASCII.
    pub fn drawn<const N: usize>(drawings: [&str; N]) -> Self {
        Self::of(drawings.map(CellMap::parse).into(), |_| GridstarEngine::Auto, &mut Random::new(0))
    }

    pub fn link(&mut self, from: FloorCell, to: FloorCell, cost: f64) -> u32 {
        self.add(TestLink { number: 0, from, to, cost, one_way: false, closed: false })
    }

    pub fn add(&mut self, link: TestLink) -> u32 {
        let def = GridstarLinkDef {
            one_way: link.one_way.into(),
            closed: link.closed.into(),
            ..link_def(link.from, link.to, link.cost)
        };
        let number = self.floors.add_link(&def).unwrap();
        self.building.links.push(TestLink { number, ..link });
        number
    }

    pub fn cell(&self, random: &mut Random) -> FloorCell {
        let alive: Vec<u32> =
            (0..self.building.floors.len() as u32).filter(|&f| self.building.map(f).is_some()).collect();
        let floor = alive[random.below(alive.len() as u32) as usize];
        let map = self.building.map(floor).unwrap();
        let cell = if random.percent(90) { random.walkable_cell(map) } else { random.cell(map) };
        FloorCell { floor, cell }
    }

    pub fn add_random_link(&mut self, random: &mut Random) {
        let (from, to) = (self.cell(random), self.cell(random));
        let cost = LINK_COSTS[random.below(LINK_COSTS.len() as u32) as usize];
        self.add(TestLink { number: 0, from, to, cost, one_way: random.percent(30), closed: random.percent(15) });
    }

    /// Changes a random cell, link or floor.
    pub fn edit(&mut self, random: &mut Random) {
        let link = random.below(self.building.links.len().max(1) as u32) as usize;
        match random.below(10) {
            0 if link < self.building.links.len() => {
                let removed = self.building.links.remove(link);
                assert_eq!(gridstar_floors_remove_link(self.floors.id(), removed.number), GridstarStatus::Ok);
            }
            1..=2 if link < self.building.links.len() => {
                let link = &mut self.building.links[link];
                link.closed = !link.closed;
                let status = gridstar_floors_set_link_closed(self.floors.id(), link.number, link.closed.into());
                assert_eq!(status, GridstarStatus::Ok);
            }
            3 if link < self.building.links.len() => {
                let link = &mut self.building.links[link];
                link.cost = LINK_COSTS[random.below(LINK_COSTS.len() as u32) as usize];
                let status = gridstar_floors_set_link_cost(self.floors.id(), link.number, link.cost);
                assert_eq!(status, GridstarStatus::Ok);
            }
            4 => self.add_random_link(random),
            5 if random.percent(20) && self.building.floors.iter().flatten().count() > 1 => {
                let floor = self.cell(random).floor as usize;
                self.building.floors[floor] = None;
                assert_eq!(gridstar_destroy(self.grids[floor].id()), GridstarStatus::Ok);
            }
            _ => {
                let at = self.cell(random);
                self.set(at, self.building.is_walkable(at));
            }
        }
    }

    pub fn set(&mut self, at: FloorCell, obstacle: bool) {
        let floor = at.floor as usize;
        self.building.floors[floor].as_mut().unwrap().stands.set_obstacle(at.cell, obstacle);
        assert_eq!(self.grids[floor].set_cell(at.cell, obstacle.into()), GridstarStatus::Ok);
    }

    pub fn case(&self, start: FloorCell, goal: FloorCell) -> Case<'_> {
        Case { twin: self, start, goal, rule: DiagonalRule::Always, costs: StepCosts::default() }
    }

    /// Floors of the twin's grids and links, of which nothing is kept.
    pub fn fresh(&self) -> TestFloors {
        let floors = TestFloors::new(&self.grids);
        let mut last = 0;
        for link in &self.building.links {
            // Numbers of links that were removed stay free.
            while last + 1 < link.number {
                last = floors.add_link(&link_def(link.from, link.to, 0.0)).unwrap();
                assert_eq!(gridstar_floors_remove_link(floors.id(), last), GridstarStatus::Ok);
            }
            let def = GridstarLinkDef {
                one_way: link.one_way.into(),
                closed: link.closed.into(),
                ..link_def(link.from, link.to, link.cost)
            };
            last = floors.add_link(&def).unwrap();
            assert_eq!(last, link.number);
        }
        floors
    }

    /// Finds a path with the default settings and checks the result against the reference.
    pub fn find(&self, start: FloorCell, goal: FloorCell) -> FloorAnswer {
        let case = self.case(start, goal);
        let answer = case.find();
        case.check(&answer);
        answer
    }
}

impl Case<'_> {
    pub fn def(&self) -> GridstarQueryDef {
        query_def(self.rule, self.costs, Heuristic::Octile)
    }

    /// Random settings of all options.
    pub fn random_def(&self, random: &mut Random) -> GridstarQueryDef {
        let heuristic = [Heuristic::Octile, Heuristic::Octile, Heuristic::Manhattan, Heuristic::Zero];
        let mut def = query_def(self.rule, self.costs, heuristic[random.below(4) as usize]);
        let orders =
            [GridstarOrder::AStar, GridstarOrder::AStar, GridstarOrder::Dijkstra, GridstarOrder::GreedyBestFirst];
        def.order = orders[random.below(4) as usize] as u32;
        def.heuristic_weight = [1.0, 1.0, 1.5, 0.7][random.below(4) as usize];
        for flag in [GRIDSTAR_QUERY_PARTIAL_PATH, GRIDSTAR_QUERY_LEAVE_BLOCKED, GRIDSTAR_QUERY_IGNORE_PENALTIES] {
            def.flags |= if random.percent(40) { flag } else { 0 };
        }
        let forms = [GridstarPathForm::Cells, GridstarPathForm::WayPoints, GridstarPathForm::Straightened];
        def.path_form = forms[random.below(3) as usize] as u32;
        if random.percent(30) {
            def.max_cost = self.costs.straight() * f64::from(1 + random.below(40));
        }
        if random.percent(30) && def.path_form != GridstarPathForm::Straightened as u32 {
            def.max_cells = 1 + random.below(12);
        }
        if random.percent(20) {
            def.max_expansions = 1 + random.below(600);
        }
        def
    }

    pub fn find(&self) -> FloorAnswer {
        self.twin.floors.find_path(self.start, self.goal, Some(&self.def()))
    }

    pub fn find_within(&self, max_expansions: u32) -> FloorAnswer {
        let def = GridstarQueryDef { max_expansions, ..self.def() };
        self.twin.floors.find_path(self.start, self.goal, Some(&def))
    }

    pub fn check(&self, answer: &FloorAnswer) {
        let building = &self.twin.building;
        if self.start != self.goal && !building.is_walkable(self.goal) {
            assert_eq!(answer.status, GridstarStatus::GoalBlocked, "{self}");
            return;
        }
        let cheapest = building.cheapest_cost(self.start, self.goal, self.rule, &self.costs);
        let Some(cheapest) = cheapest else {
            assert_eq!(answer.status, GridstarStatus::NoPath, "{self}");
            assert_eq!((answer.cost, answer.path.len(), answer.expansions, answer.walks), (0.0, 0, 0, 0), "{self}");
            return;
        };
        assert_eq!(answer.status, GridstarStatus::Ok, "{self}");
        let fine = building
            .check_path((self.start, self.goal), self.rule, &self.costs, &answer.path)
            .unwrap_or_else(|problem| panic!("{problem}\n{:?}\n{self}", answer.path));
        assert_eq!(fine, cheapest, "{self}");
        let cost = cost_of_fine(fine, &self.costs);
        assert!((answer.cost - cost).abs() <= cost * 1e-12, "cost {} instead of {cost}: {self}", answer.cost);
        assert_eq!(answer.links as usize, answer.path.iter().filter(|step| step.link != 0).count(), "{self}");
    }
}

pub fn at(floor: u32, x: i32, y: i32) -> FloorCell {
    FloorCell::new(floor, x, y)
}
