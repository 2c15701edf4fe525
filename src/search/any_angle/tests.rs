//! Any-angle searches against the graph of all legal lines.

use super::visibility_graph::{VisibilityGraph, line_length};
use super::{AnyAngleMemory, AnyAngleSearch, is_legal_line};
use crate::grid::{Cell, CellType, Edit, Rect};
use crate::index::test_maps::Random;
use crate::index::{AgentLayers, IndexedGrid};
use crate::movement::{Agent, AgentSize, DiagonalRule};
use crate::search::Query;
use crate::search::engine::{Progress, Slice};
use crate::search::record::Record;

const RULES: [DiagonalRule; 3] = [DiagonalRule::Always, DiagonalRule::AtMostOneBlocked, DiagonalRule::BothFree];

/// A map of obstacles, with the cells at which an agent of some size can stand.
struct Case {
    grid: IndexedGrid,
    /// Width and height of the map without the obstacles before it, and the number of those in both directions.
    extent: (usize, usize),
    offset: usize,
    size: u32,
    rule: DiagonalRule,
    seed: u64,
}

impl Case {
    fn new(seed: u64, random: &mut Random, width: usize, height: usize) -> Self {
        // The map lies over the borders between words of bits, or begins at them.
        let offset = [0, 64, 50 + random.below(78)][random.below(3)];
        let mut grid = IndexedGrid::new((offset + width) as u32, (offset + height) as u32).unwrap();
        grid.edit(&Edit::fill(grid.map().bounds(), CellType::OBSTACLE)).unwrap();
        let cell_types = random_cell_types(random, width, height);
        let rect = Rect { x: offset as i32, y: offset as i32, width: width as u32, height: height as u32 };
        grid.edit(&Edit::write(rect, &cell_types)).unwrap();
        let size = [1, 1, 1, 2, 3][random.below(5)];
        Self { grid, extent: (width, height), offset, size, rule: RULES[random.below(3)], seed }
    }

    /// The cell of the grid at a cell of the map without the obstacles before it.
    fn at(&self, cell: Cell) -> Cell {
        Cell::new(cell.x + self.offset as i32, cell.y + self.offset as i32)
    }

    /// Whether the agent can stand at a cell of the grid.
    fn stands_at(&self, cell: Cell) -> bool {
        let size = self.size as i32;
        let is_free = |x, y| self.grid.map().get(Cell::new(x, y)) == Ok(CellType::WALKABLE);
        (cell.y..cell.y + size).all(|y| (cell.x..cell.x + size).all(|x| is_free(x, y)))
    }

    fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let (width, height) = (self.extent.0 as i32, self.extent.1 as i32);
        (0..height).flat_map(move |y| (0..width).map(move |x| Cell::new(x, y)))
    }

    fn graph(&self) -> VisibilityGraph {
        let walkable = self.cells().map(|cell| self.stands_at(self.at(cell))).collect();
        VisibilityGraph::new(self.extent.0 as i32, walkable, self.rule)
    }

    fn find(
        &self,
        start: Cell,
        goal: Cell,
        max_expansions: Option<u32>,
        memory: &mut AnyAngleMemory,
    ) -> (Progress, Vec<Cell>, u32) {
        let agent = Agent { size: AgentSize::new(self.size).unwrap(), ..Agent::default() };
        let layers = AgentLayers::of(&self.grid, &agent).unwrap();
        let query = Query { diagonal_rule: self.rule, ..Query::new(self.at(start), self.at(goal)) };
        let (mut corners, mut expanded) = (Vec::new(), Vec::new());
        let limit = max_expansions.unwrap_or(u32::MAX);
        let mut record = Record::new(limit, Some(&mut expanded));
        let walkable = layers.view(&self.grid).layer().walkable();
        let slice = Slice { begins: true, record: &mut record, corners: &mut corners };
        let progress = slice.run(AnyAngleSearch::new(walkable, &query, memory)).unwrap();
        let expansions = record.expansions;
        assert_eq!(expanded.len(), expansions as usize, "{self}");
        assert!(expanded.iter().all(|&cell| self.grid.map().size().contains(cell)), "{self}{expanded:?}");
        corners.iter_mut().for_each(|cell| {
            *cell = Cell::new(cell.x - self.offset as i32, cell.y - self.offset as i32);
        });
        (progress, corners, expansions)
    }

    /// Compares a path with the reference, and returns whether there is one.
    fn check(
        &self,
        graph: &VisibilityGraph,
        start: Cell,
        goal: Cell,
        expected: Option<u64>,
        memory: &mut AnyAngleMemory,
    ) -> bool {
        let (outcome, path, expansions) = self.find(start, goal, None, memory);
        let case = || format!("{self}{start:?} to {goal:?}: {path:?}");
        let Some(expected) = expected else {
            assert_eq!(outcome, Progress::NoPath, "{}", case());
            return false;
        };
        let length: u64 = path.windows(2).map(|line| line_length(line[0], line[1])).sum();
        assert_eq!(outcome, Progress::Found { cost: length, least: length }, "{}", case());
        assert_eq!((path.first(), path.last()), (Some(&start), Some(&goal)), "{}", case());
        assert!(path.windows(2).all(|line| graph.joins(line[0], line[1])), "{}", case());
        assert_eq!(length, expected, "{}", case());
        if expansions > 0 {
            let (limited, ..) = self.find(start, goal, Some(expansions - 1), memory);
            assert_eq!(limited, Progress::Paused, "{}", case());
        }
        let (again, ..) = self.find(start, goal, Some(expansions), memory);
        assert_eq!(again, outcome, "{}", case());
        true
    }
}

impl std::fmt::Display for Case {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        writeln!(f, "seed {}, {:?}, size {}, offset {}", self.seed, self.rule, self.size, self.offset)?;
        for cell in self.cells() {
            let is_walkable = self.grid.map().get(self.at(cell)) == Ok(CellType::WALKABLE);
            let end = if cell.x + 1 == self.extent.0 as i32 { "\n" } else { "" };
            write!(f, "{}{end}", if is_walkable { '.' } else { '#' })?;
        }
        Ok(())
    }
}

/// Scattered obstacles, a maze, a shifted tile, or rooms with doors.
fn random_cell_types(random: &mut Random, width: usize, height: usize) -> Vec<u8> {
    let cells = (0..width * height).map(|i| (i % width, i / width));
    match random.below(5) {
        0 | 1 => {
            let density = random.below(55);
            cells.map(|_| u8::from(random.below(100) < density)).collect()
        }
        2 => cells.map(|(x, y)| u8::from(x % 2 == 1 && y % 2 == 1 || x % 2 != y % 2 && random.below(2) == 0)).collect(),
        3 => {
            let (tile_width, tile_height) = (1 + random.below(6), 1 + random.below(6));
            let (shift, density) = (random.below(tile_width), 5 + random.below(45));
            let tile: Vec<u8> = (0..36).map(|_| u8::from(random.below(100) < density)).collect();
            cells.map(|(x, y)| tile[y % tile_height * 6 + (x + y / tile_height * shift) % tile_width]).collect()
        }
        _ => {
            let (across, down) = (2 + random.below(5), 2 + random.below(5));
            let is_wall = |x: usize, y: usize| x % (across + 1) == across || y % (down + 1) == down;
            cells.map(|(x, y)| u8::from(is_wall(x, y) && random.below(4) > 0)).collect()
        }
    }
}

/// All lines of a map, or those from one cell in 16.
fn check_lines(case: &Case, graph: &VisibilityGraph) {
    let agent = Agent { size: AgentSize::new(case.size).unwrap(), ..Agent::default() };
    let layers = AgentLayers::of(&case.grid, &agent).unwrap();
    let walkable = layers.view(&case.grid).layer().walkable();
    let index_cell = |cell| walkable.index_cell(case.at(cell));
    for from in case.cells().skip(case.seed as usize % 16).step_by(16) {
        for to in case.cells() {
            let is_legal = is_legal_line(walkable, case.rule, index_cell(from), index_cell(to));
            assert_eq!(is_legal, graph.joins(from, to), "{from:?} to {to:?}, {case}");
        }
    }
}

fn check_maps(seeds: std::ops::Range<u64>, sides: impl Fn(&mut Random) -> (usize, usize), starts: usize) -> u32 {
    let mut memory = AnyAngleMemory::default();
    let mut found = 0;
    for seed in seeds {
        let mut random = Random::new(seed);
        let (width, height) = sides(&mut random);
        let case = Case::new(seed, &mut random, width, height);
        let graph = case.graph();
        check_lines(&case, &graph);
        let cell = |random: &mut Random| Cell::new(random.below(width) as i32, random.below(height) as i32);
        for _ in 0..starts {
            let start = cell(&mut random);
            let lengths = graph.lengths_from(start);
            for _ in 0..6 {
                let goal = cell(&mut random);
                if goal != start && graph.is_walkable(goal) {
                    let expected = lengths[goal.y as usize * width + goal.x as usize];
                    found += u32::from(case.check(&graph, start, goal, expected, &mut memory));
                }
            }
        }
    }
    found
}

#[test]
fn paths_are_as_short_as_in_the_graph_of_all_lines() {
    let found = check_maps(0..3000, |random| (1 + random.below(12), 1 + random.below(12)), 4);
    assert!(found > 15_000, "only {found} paths");
}

#[test]
fn paths_on_larger_maps_are_as_short_as_in_the_graph_of_all_lines() {
    let found = check_maps(0..60, |random| (12 + random.below(14), 12 + random.below(14)), 5);
    assert!(found > 500, "only {found} paths");
}

#[test]
fn a_search_that_resumes_ends_as_one_that_does_not() {
    let (mut memory, mut resumed, mut pauses) = (AnyAngleMemory::default(), AnyAngleMemory::default(), 0);
    for seed in 0..300 {
        let mut random = Random::new(seed);
        let (width, height) = (1 + random.below(30), 1 + random.below(30));
        let case = Case::new(seed, &mut random, width, height);
        let mut cell = || Cell::new(random.below(width) as i32, random.below(height) as i32);
        let (start, goal) = (cell(), cell());
        if start == goal || !case.stands_at(case.at(goal)) {
            continue;
        }
        let expected = case.find(start, goal, None, &mut memory);
        let layers =
            AgentLayers::of(&case.grid, &Agent { size: AgentSize::new(case.size).unwrap(), ..Agent::default() })
                .unwrap();
        let walkable = layers.view(&case.grid).layer().walkable();
        let (mut corners, mut expansions) = (Vec::new(), 0);
        let outcome = loop {
            let mut record = Record::new(1, None);
            record.go_on(expansions, u32::MAX);
            let query = Query { diagonal_rule: case.rule, ..Query::new(case.at(start), case.at(goal)) };
            let slice = Slice { begins: expansions == 0, record: &mut record, corners: &mut corners };
            let outcome = slice.run(AnyAngleSearch::new(walkable, &query, &mut resumed)).unwrap();
            expansions = record.expansions;
            if outcome != Progress::Paused {
                break outcome;
            }
            pauses += 1;
        };
        let right: Vec<Cell> = expected.1.iter().map(|&cell| case.at(cell)).collect();
        assert_eq!((outcome, expansions), (expected.0, expected.2), "{case}");
        assert!(outcome == Progress::NoPath || corners == right, "{corners:?} instead of {right:?}: {case}");
    }
    assert!(pauses > 1000, "{pauses}");
}
