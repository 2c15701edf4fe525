//! Other pathfinding crates for Rust, on the same maps and queries.
//!
//! | crate | its search here |
//! | --- | --- |
//! | `pathfinding` | its A* over hash maps, with the benchmark's rule and costs and an octile heuristic |
//! | `grid_pathfinding` | jump point search, with a diagonal step between any two walkable cells at a cost of 99/70 |
//!
//! `pathfinding` solves the same problem. `grid_pathfinding` solves an easier problem with other lengths, and does not
//! report its expansions.
//!
//! Every length is checked: lengths of `pathfinding` against the scenario, lengths of `grid_pathfinding` against
//! GridStar with the rule `Always` and the crate's costs. Longer paths are reported and are no error, because they are
//! the crate's.

use crate::grid::{BenchGrid, Engine, Rules};
use crate::timing::{fastest, timed};
use anyhow::{Result, anyhow, bail};
use clap::{Args, ValueEnum};
use common::cell_map::CellMap;
use common::movingai::{self, ScenarioQuery};
use common::path_check::{StepCount, check_path, step_is_legal};
use grid_pathfinding::PathingGrid;
use grid_util::grid::ValueGrid;
use grid_util::point::Point;
use gridstar::ffi::GridstarDiagonalRule;
use gridstar::grid::{Cell, NEIGHBOR_OFFSETS};
use gridstar::movement::DiagonalRule;
use std::cell::Cell as Counter;
use std::f64::consts::SQRT_2;
use std::path::PathBuf;

#[derive(Args)]
pub(crate) struct RivalArgs {
    /// The .map file
    map: PathBuf,
    /// The .scen file
    scen: PathBuf,
    /// The crate to search with
    #[arg(long, value_enum)]
    by: RivalKind,
}

#[derive(Clone, Copy, PartialEq, ValueEnum)]
#[value(rename_all = "snake_case")]
pub(crate) enum RivalKind {
    Pathfinding,
    GridPathfinding,
}

impl RivalKind {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Pathfinding => "pathfinding",
            Self::GridPathfinding => "grid_pathfinding",
        }
    }
}

/// A crate's answer. An empty path stands for no path.
pub(crate) struct Found {
    pub(crate) path: Vec<Cell>,
    pub(crate) expansions: u64,
}

/// A crate, ready to search a map.
pub(crate) enum Rival<'a> {
    Pathfinding(&'a CellMap),
    GridPathfinding(Box<PathingGrid>),
}

impl<'a> Rival<'a> {
    pub(crate) fn new(kind: RivalKind, map: &'a CellMap) -> Self {
        match kind {
            RivalKind::Pathfinding => Self::Pathfinding(map),
            RivalKind::GridPathfinding => Self::GridPathfinding(Box::new(pathing_grid(map))),
        }
    }

    pub(crate) fn find(&self, start: Cell, goal: Cell) -> Found {
        match self {
            Self::Pathfinding(map) => astar(map, start, goal),
            Self::GridPathfinding(grid) => jump_point_search(grid, start, goal),
        }
    }
}

/// Integer steps, because the crate needs ordered costs. The ratio is the square root of 2 within 1 part in 10^8.
const STRAIGHT: u64 = 5741;
const DIAGONAL: u64 = 8119;

fn astar(map: &CellMap, start: Cell, goal: Cell) -> Found {
    let expansions = Counter::new(0);
    let successors = |&from: &(i32, i32)| {
        expansions.set(expansions.get() + 1);
        let from = Cell::new(from.0, from.1);
        NEIGHBOR_OFFSETS.into_iter().filter_map(move |(dx, dy)| {
            let to = Cell::new(from.x + dx, from.y + dy);
            let is_legal = step_is_legal(map, from, to, DiagonalRule::BothFree);
            is_legal.then_some(((to.x, to.y), if dx == 0 || dy == 0 { STRAIGHT } else { DIAGONAL }))
        })
    };
    let octile = |&(x, y): &(i32, i32)| {
        let (dx, dy) = (u64::from(x.abs_diff(goal.x)), u64::from(y.abs_diff(goal.y)));
        dx.min(dy) * DIAGONAL + dx.abs_diff(dy) * STRAIGHT
    };
    let is_goal = |&(x, y): &(i32, i32)| (x, y) == (goal.x, goal.y);
    let found = pathfinding::prelude::astar(&(start.x, start.y), successors, octile, is_goal);
    let path = found.map_or_else(Vec::new, |(path, _)| path.into_iter().map(|(x, y)| Cell::new(x, y)).collect());
    Found { path, expansions: expansions.get() }
}

fn pathing_grid(map: &CellMap) -> PathingGrid {
    let mut grid = PathingGrid::new(map.width() as usize, map.height() as usize, false);
    for cell in map.cells().filter(|&cell| !map.is_walkable(cell)) {
        grid.set(cell.x, cell.y, true);
    }
    grid.generate_components();
    grid
}

fn jump_point_search(grid: &PathingGrid, start: Cell, goal: Cell) -> Found {
    let found = grid.get_path_single_goal(Point::new(start.x, start.y), Point::new(goal.x, goal.y), false);
    let path = found.map_or_else(Vec::new, |path| path.into_iter().map(|point| Cell::new(point.x, point.y)).collect());
    Found { path, expansions: 0 }
}

/// Runs all queries of a scenario and prints CSV.
pub(crate) fn run(args: &RivalArgs) -> Result<()> {
    let map = movingai::load_map(&args.map).map_err(|problem| anyhow!(problem))?;
    let queries = movingai::load_scenario(&args.scen, &map).map_err(|problem| anyhow!(problem))?;
    let (preparation, rival) = timed(|| Rival::new(args.by, &map));
    if matches!(rival, Rival::GridPathfinding(_)) {
        eprintln!("prep_ms={:.3}", preparation.as_secs_f64() * 1e3);
    }
    let answers = fastest(queries.len(), |at| rival.find(queries[at].start, queries[at].goal));
    let mut judge = Judge::new(args.by, &map)?;
    println!("index,ns,cost,reference,expanded");
    for (index, (query, (duration, found))) in queries.iter().zip(&answers).enumerate() {
        let cost = judge.cost(query, &found.path)?;
        println!("{index},{},{cost},{},{}", duration.as_nanos(), query.reference, found.expansions);
    }
    if judge.longer > 0 {
        eprintln!("longer={}", judge.longer);
    }
    Ok(())
}

/// Checks a crate's paths.
struct Judge<'a> {
    map: &'a CellMap,
    kind: RivalKind,
    /// A grid with the crate's rule and costs.
    grid: BenchGrid,
    /// Number of paths that are not optimal.
    longer: usize,
}

impl<'a> Judge<'a> {
    fn new(kind: RivalKind, map: &'a CellMap) -> Result<Self> {
        let rules = match kind {
            RivalKind::Pathfinding => Rules::BENCHMARK,
            RivalKind::GridPathfinding => {
                Rules { diagonal: GridstarDiagonalRule::Always, straight_cost: 1.0, diagonal_cost: 99.0 / 70.0 }
            }
        };
        Ok(Self { map, kind, grid: BenchGrid::of_map(map, Engine::JumpPoints, rules)?, longer: 0 })
    }

    /// Cost of a path in the benchmark's costs.
    fn cost(&mut self, query: &ScenarioQuery, path: &[Cell]) -> Result<f64> {
        let cheapest = self.grid.find(query.start, query.goal)?;
        let rule = match self.kind {
            RivalKind::Pathfinding => DiagonalRule::BothFree,
            RivalKind::GridPathfinding => DiagonalRule::Always,
        };
        let steps = match path {
            [] => StepCount::default(),
            path => check_path(self.map, query.start, query.goal, rule, path).map_err(|problem| anyhow!(problem))?,
        };
        let cost = steps.straight as f64 + steps.diagonal as f64 * SQRT_2;
        let in_own_costs = match self.kind {
            RivalKind::Pathfinding => cost,
            RivalKind::GridPathfinding => steps.straight as f64 + steps.diagonal as f64 * 99.0 / 70.0,
        };
        if path.is_empty() == cheapest.is_found || in_own_costs < cheapest.cost * (1.0 - 1e-6) {
            bail!("{}: GridStar found {cheapest:?}, {} {in_own_costs}", query.line, self.kind.name());
        }
        if in_own_costs > cheapest.cost * (1.0 + 1e-6) {
            self.longer += 1;
        }
        Ok(cost)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WALL: &str = "....\n.##.\n....";

    fn query(map: &CellMap) -> ScenarioQuery {
        let line = "version 1\n0\tmap\t4\t3\t0\t1\t3\t1\t5\n";
        movingai::parse_scenario(line, map).unwrap().remove(0)
    }

    #[test]
    fn crates_find_cheapest_paths_by_their_own_rules() {
        let map = CellMap::parse(WALL);
        let query = query(&map);
        // Around the wall without and with cutting its corners.
        for (kind, expected) in [(RivalKind::Pathfinding, 5.0), (RivalKind::GridPathfinding, 1.0 + 2.0 * SQRT_2)] {
            let found = Rival::new(kind, &map).find(query.start, query.goal);
            let mut judge = Judge::new(kind, &map).unwrap();
            assert!((judge.cost(&query, &found.path).unwrap() - expected).abs() < 1e-9, "{}", kind.name());
            assert_eq!(judge.longer, 0);
        }
    }

    #[test]
    fn a_missing_or_illegal_path_is_an_error_and_a_long_one_is_counted() {
        let map = CellMap::parse(WALL);
        let query = query(&map);
        let cell = |(x, y)| Cell::new(x, y);
        let mut judge = Judge::new(RivalKind::GridPathfinding, &map).unwrap();
        assert!(judge.cost(&query, &[]).is_err());
        assert!(judge.cost(&query, &[(0, 1), (3, 1)].map(cell)).is_err());
        let long = [(0, 1), (0, 0), (1, 0), (2, 0), (3, 0), (3, 1)].map(cell);
        assert!(judge.cost(&query, &long).is_ok());
        assert_eq!(judge.longer, 1);
    }

    #[test]
    fn no_way_is_no_path() {
        let map = CellMap::parse(".#.");
        for kind in [RivalKind::Pathfinding, RivalKind::GridPathfinding] {
            assert!(Rival::new(kind, &map).find(Cell::new(0, 0), Cell::new(2, 0)).path.is_empty());
        }
    }
}
