//! Hexagonal maps, and what a slow search says about them: Dijkstra's algorithm in cube coordinates, in which the six
//! neighbors of a cell are the same six steps everywhere.

use super::abi::{TestGrid, default_grid_def};
use super::random_maps::{Random, random_map};
use gridstar::ffi::*;
use gridstar::grid::Cell;
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};
use std::fmt;

/// All layouts of hexagons.
pub const LAYOUTS: [GridstarLayout; 4] = [
    GridstarLayout::HexOddRows,
    GridstarLayout::HexEvenRows,
    GridstarLayout::HexOddColumns,
    GridstarLayout::HexEvenColumns,
];

/// The steps between neighbors in cube coordinates, of which two are kept: the third is minus their sum.
const STEPS: [(i32, i32); 6] = [(1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1)];

/// Units of cost in a step: penalties are sixteenths, a step counts the mean of two cells, and
/// multipliers of tests are quarters.
const PARTS: f64 = 32.0;

/// A cell in cube coordinates.
pub fn cube(layout: GridstarLayout, Cell { x, y }: Cell) -> (i32, i32) {
    match layout {
        GridstarLayout::Square => panic!("squares have no cube coordinates"),
        GridstarLayout::HexOddRows => (x - (y - (y & 1)) / 2, y),
        GridstarLayout::HexEvenRows => (x - (y + (y & 1)) / 2, y),
        GridstarLayout::HexOddColumns => (x, y - (x - (x & 1)) / 2),
        GridstarLayout::HexEvenColumns => (x, y - (x + (x & 1)) / 2),
    }
}

/// Number of steps between two cells without obstacles.
pub fn steps_between(layout: GridstarLayout, one: Cell, other: Cell) -> i32 {
    let ((q, r), (to_q, to_r)) = (cube(layout, one), cube(layout, other));
    let (q, r) = (to_q - q, to_r - r);
    q.abs().max(r.abs()).max((q + r).abs())
}

/// The squared distance between the centers of two cells, where neighbors are 1 apart.
pub fn squared_distance(layout: GridstarLayout, one: Cell, other: Cell) -> i64 {
    let ((q, r), (to_q, to_r)) = (cube(layout, one), cube(layout, other));
    let (q, r) = (i64::from(to_q - q), i64::from(to_r - r));
    q * q + q * r + r * r
}

/// Charges of cells for an agent.
#[derive(Clone, Debug)]
pub struct HexAgent {
    /// By cell type, in quarters; 0 for a type that the agent can't enter.
    pub quarters: [u32; 4],
    /// Whether a step counts the cell that it enters alone.
    pub entered: bool,
    /// 1, or 3 for a cell and its neighbors.
    pub size: u32,
}

impl Default for HexAgent {
    /// The agent of a query without a profile.
    fn default() -> Self {
        Self { quarters: [4, 0, 4, 4], entered: false, size: 1 }
    }
}

/// A hexagonal map of the test, with cell types from 0 to 3.
#[derive(Clone)]
pub struct HexMap {
    pub layout: GridstarLayout,
    pub width: i32,
    pub height: i32,
    pub types: Vec<u8>,
    pub penalties: Vec<u8>,
}

impl HexMap {
    /// The random map of a seed: scattered obstacles, rooms, mazes, maps of one cell in width, and so on.
    pub fn random(layout: GridstarLayout, seed: u64) -> Self {
        let map = random_map(seed).map;
        let cells = (map.width() * map.height()) as usize;
        let types = map.cell_types();
        Self { layout, width: map.width(), height: map.height(), types, penalties: vec![0; cells] }
    }

    /// Gives walkable cells the types 0, 2 and 3, and some of them penalties.
    pub fn add_terrain(&mut self, random: &mut Random, penalties: bool) {
        for i in 0..self.types.len() {
            if self.types[i] == 0 {
                self.types[i] = [0, 2, 3][random.below(3) as usize];
            }
            self.penalties[i] = if penalties && random.percent(30) { random.below(40) as u8 } else { 0 };
        }
    }

    pub fn contains(&self, cell: Cell) -> bool {
        (0..self.width).contains(&cell.x) && (0..self.height).contains(&cell.y)
    }

    pub fn index(&self, cell: Cell) -> usize {
        assert!(self.contains(cell), "{cell:?} lies outside the map");
        (cell.y * self.width + cell.x) as usize
    }

    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let (width, height) = (self.width, self.height);
        (0..height).flat_map(move |y| (0..width).map(move |x| Cell::new(x, y)))
    }

    pub fn random_cell(&self, random: &mut Random) -> Cell {
        Cell::new(random.below(self.width as u32) as i32, random.below(self.height as u32) as i32)
    }

    /// A random cell at which an agent can stand; any cell if there is none.
    pub fn standing_cell(&self, random: &mut Random, agent: &HexAgent) -> Cell {
        let cells: Vec<Cell> = self.cells().filter(|&cell| self.stands(agent, cell)).collect();
        if cells.is_empty() { self.random_cell(random) } else { cells[random.below(cells.len() as u32) as usize] }
    }

    /// The neighbors of a cell, on the map or not.
    pub fn neighbors(&self, cell: Cell) -> Vec<Cell> {
        let (q, r) = cube(self.layout, cell);
        let wanted = STEPS.map(|(dq, dr)| (q + dq, r + dr));
        let near = (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| Cell::new(cell.x + dx, cell.y + dy)));
        near.filter(|&near| wanted.contains(&cube(self.layout, near))).collect()
    }

    /// The cells that an agent covers.
    fn body(&self, agent: &HexAgent, cell: Cell) -> Vec<Cell> {
        let mut body = if agent.size == 1 { Vec::new() } else { self.neighbors(cell) };
        body.push(cell);
        body
    }

    pub fn stands(&self, agent: &HexAgent, cell: Cell) -> bool {
        let can_enter =
            |cell: &Cell| self.contains(*cell) && agent.quarters[usize::from(self.types[self.index(*cell)])] > 0;
        self.body(agent, cell).iter().all(can_enter)
    }

    /// Charge of a cell, in sixteenths. A blocked start charges the smallest multiplier.
    fn charge(&self, agent: &HexAgent, cell: Cell) -> u64 {
        let body: Vec<Cell> = self.body(agent, cell).into_iter().filter(|&cell| self.contains(cell)).collect();
        let multiplier = |cell: &Cell| agent.quarters[usize::from(self.types[self.index(*cell)])];
        let penalty = body.iter().map(|&cell| u64::from(self.penalties[self.index(cell)])).max().unwrap_or(0);
        // The types from 4 up, which no map of the test has, have a multiplier of 1.
        let least = agent.quarters.iter().copied().filter(|&quarters| quarters > 0).fold(4, u32::min);
        let multiplier =
            if self.stands(agent, cell) { body.iter().map(multiplier).max().unwrap_or(least) } else { least };
        4 * u64::from(multiplier) + penalty
    }

    /// The cost of a step in thirty-seconds of a straight cost.
    pub fn step_cost(&self, agent: &HexAgent, from: Cell, to: Cell) -> u64 {
        let entering = self.charge(agent, to);
        if agent.entered { 2 * entering } else { self.charge(agent, from) + entering }
    }

    /// The costs of optimal paths from a start to all cells, by index, in straight costs. Infinity without a path. No
    /// path leads back to a blocked start.
    pub fn costs_from(&self, agent: &HexAgent, start: Cell) -> Vec<f64> {
        let by_cube: HashMap<(i32, i32), Cell> = self.cells().map(|cell| (cube(self.layout, cell), cell)).collect();
        let mut costs = vec![u64::MAX; self.types.len()];
        let mut open = BinaryHeap::from([(Reverse(0), self.index(start))]);
        costs[self.index(start)] = 0;
        while let Some((Reverse(cost), index)) = open.pop() {
            if cost > costs[index] {
                continue;
            }
            let from = Cell::new(index as i32 % self.width, index as i32 / self.width);
            let (q, r) = cube(self.layout, from);
            for to in STEPS.iter().filter_map(|&(dq, dr)| by_cube.get(&(q + dq, r + dr)).copied()) {
                if self.stands(agent, to) {
                    let reached = cost + self.step_cost(agent, from, to);
                    let place = self.index(to);
                    if reached < costs[place] {
                        costs[place] = reached;
                        open.push((Reverse(reached), place));
                    }
                }
            }
        }
        costs.iter().map(|&cost| if cost == u64::MAX { f64::INFINITY } else { cost as f64 / PARTS }).collect()
    }

    /// The cost of a path of legal steps, from cell to cell. Fails at an illegal one.
    pub fn path_cost(&self, agent: &HexAgent, path: &[Cell]) -> f64 {
        let mut cost = 0;
        for ends in path.windows(2) {
            assert_eq!(steps_between(self.layout, ends[0], ends[1]), 1, "{ends:?} is no step\n{self}");
            assert!(self.stands(agent, ends[1]), "{ends:?} enters a blocked cell\n{self}");
            cost += self.step_cost(agent, ends[0], ends[1]);
        }
        cost as f64 / PARTS
    }

    /// A grid of this map.
    pub fn grid(&self) -> TestGrid {
        let def =
            GridstarGridDef { layout: self.layout as u32, ..default_grid_def(self.width as u32, self.height as u32) };
        let grid = TestGrid::with_def(&def).expect("the def is a good one");
        assert_eq!(grid.set_cells(&self.types), GridstarStatus::Ok);
        if self.penalties.iter().any(|&penalty| penalty > 0) {
            let all = gridstar::grid::Rect { x: 0, y: 0, width: self.width as u32, height: self.height as u32 };
            assert_eq!(grid.set_penalties(all, &self.penalties), GridstarStatus::Ok);
        }
        grid
    }
}

impl fmt::Display for HexMap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{:?}, {} x {}", self.layout, self.width, self.height)?;
        for row in self.types.chunks_exact(self.width as usize) {
            let line: String = row.iter().map(|&number| ['.', '#', '2', '3'][usize::from(number)]).collect();
            writeln!(f, "{line}")?;
        }
        Ok(())
    }
}

impl fmt::Debug for HexMap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
