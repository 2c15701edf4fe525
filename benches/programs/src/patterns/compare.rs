//! One query on a patterned map: jump points compared with A*.

use crate::grid::{Answer, BenchGrid, Engine, Rules};
use crate::timing::timed;
use anyhow::{Result, ensure};
use common::cell_map::CellMap;
use gridstar::grid::Cell;
use std::time::{Duration, Instant};

/// A search is stopped when it has expanded this many times the expansions of A*.
const MOST_TIMES: u32 = 200;
/// Every cell of a map has a walkable cell within this distance.
const REACH: i32 = 12;

/// The ends of a query on a square map.
#[derive(Clone, Copy)]
pub(super) struct Line {
    pub(super) name: &'static str,
    /// Column and row, in quarters of the side.
    ends: [(i32, i32); 2],
}

const fn line(name: &'static str, start: (i32, i32), goal: (i32, i32)) -> Line {
    Line { name, ends: [start, goal] }
}

pub(super) const LINES: [Line; 8] = [
    line("diagonal", (0, 0), (4, 4)),
    line("other diagonal", (0, 4), (4, 0)),
    line("row", (0, 2), (4, 2)),
    line("column", (2, 0), (2, 4)),
    line("flat slope", (0, 1), (4, 3)),
    line("steep slope", (1, 0), (3, 4)),
    line("to the center", (0, 0), (2, 2)),
    line("from the center", (2, 2), (0, 0)),
];
/// Lines from side to side, which come first.
pub(super) const LINES_ACROSS: usize = 6;

impl Line {
    /// Start and goal: the walkable cells nearest to the ends of the line; `None` if there are none.
    pub(super) fn ends(self, map: &CellMap) -> Option<(Cell, Cell)> {
        let place = |quarters: i32| (map.width() - 1) * quarters / 4;
        let [start, goal] = self.ends.map(|(x, y)| nearest_walkable(map, Cell::new(place(x), place(y))));
        Some((start?, goal?)).filter(|(start, goal)| start != goal)
    }
}

fn nearest_walkable(map: &CellMap, to: Cell) -> Option<Cell> {
    let near = (-REACH..=REACH).flat_map(|dy| (-REACH..=REACH).map(move |dx| (dx, dy)));
    let free = near.filter(|(dx, dy)| map.is_walkable(Cell::new(to.x + dx, to.y + dy)));
    let nearest = free.min_by_key(|(dx, dy)| dx.abs() + dy.abs());
    nearest.map(|(dx, dy)| Cell::new(to.x + dx, to.y + dy))
}

/// A* on a map and on the map's transpose. Which of several equally good cells A* expands depends on directions, and so
/// the time depends on directions too.
pub(super) struct Yard {
    pub(super) map: CellMap,
    astar: BenchGrid,
    transposed: BenchGrid,
}

impl Yard {
    pub(super) fn new(map: CellMap, rules: Rules) -> Result<Self> {
        let mut transposed = CellMap::new(map.height() as u32, map.width() as u32);
        for cell in map.cells() {
            transposed.set_obstacle(swapped(cell), !map.is_walkable(cell));
        }
        let [astar, transposed] = [&map, &transposed].map(|map| BenchGrid::of_map(map, Engine::AStar, rules));
        Ok(Self { astar: astar?, transposed: transposed?, map })
    }
}

fn swapped(cell: Cell) -> Cell {
    Cell::new(cell.y, cell.x)
}

/// Figures of a search with jump points, compared with A*.
#[derive(Clone, Copy, Debug)]
pub(super) struct Measured {
    pub(super) duration: Duration,
    /// The longer time of A* on the map and on the transpose.
    astar_duration: Duration,
    pub(super) expansions: u32,
    /// The larger number of expansions of both.
    pub(super) astar_expansions: u32,
    /// Whether the search was stopped, so that its figures are lower bounds.
    is_stopped: bool,
}

impl Measured {
    pub(super) fn ratio(&self) -> f64 {
        self.duration.as_secs_f64() / self.astar_duration.as_secs_f64().max(1e-9)
    }

    /// The ratio, marked as a lower bound if the search was stopped.
    pub(super) fn shown_ratio(&self) -> String {
        format!("{}{:.2}", if self.is_stopped { "> " } else { "" }, self.ratio())
    }
}

/// Searches with A* and with other grids of the same map in turn, up to a number of rounds or of milliseconds, and
/// keeps the fastest time of each. A first search is not timed. Returns nothing without a path, and fails if the costs
/// differ.
pub(super) fn compare(
    yard: &mut Yard,
    grids: &mut [BenchGrid],
    (start, goal): (Cell, Cell),
    (rounds, milliseconds): (u32, u64),
) -> Result<Option<Vec<Measured>>> {
    let (start_swapped, goal_swapped) = (swapped(start), swapped(goal));
    let answer = yard.astar.find(start, goal)?;
    let transposed = yard.transposed.find(start_swapped, goal_swapped)?;
    let same = (answer.is_found, answer.cost) == (transposed.is_found, transposed.cost);
    ensure!(same, "A* answers {answer:?}, but {transposed:?} on the transpose");
    if !answer.is_found {
        return Ok(None);
    }
    let astar_expansions = answer.expansions.max(transposed.expansions);
    // The limit must permit labelling components and measuring landmarks.
    let most = astar_expansions.saturating_mul(MOST_TIMES).max((yard.map.width() * yard.map.height()) as u32);
    let mut measured = Vec::new();
    for grid in grids.iter_mut() {
        grid.set_max_expansions(most);
        let found = grid.find(start, goal)?;
        check(&found, &answer, most)?;
        let (duration, astar_duration) = (Duration::MAX, Duration::ZERO);
        let (expansions, is_stopped) = (found.expansions, !found.is_found);
        measured.push(Measured { duration, astar_duration, expansions, astar_expansions, is_stopped });
    }
    let (begun, mut fastest) = (Instant::now(), [Duration::MAX; 2]);
    for round in 0..rounds {
        if round > 0 && begun.elapsed() > Duration::from_millis(milliseconds) {
            break;
        }
        fastest[0] = fastest[0].min(timed(|| yard.astar.find(start, goal)).0);
        for (grid, one) in grids.iter_mut().zip(&mut measured) {
            one.duration = one.duration.min(timed(|| grid.find(start, goal)).0);
        }
        fastest[1] = fastest[1].min(timed(|| yard.transposed.find(start_swapped, goal_swapped)).0);
    }
    measured.iter_mut().for_each(|one| one.astar_duration = fastest[0].max(fastest[1]));
    Ok(Some(measured))
}

fn check(found: &Answer, expected: &Answer, most: u32) -> Result<()> {
    if found.is_found {
        ensure!(found.cost == expected.cost, "a path of cost {}, but A* finds {}", found.cost, expected.cost);
    } else {
        ensure!(found.expansions >= most, "{found:?}, but A* finds a path of cost {}", expected.cost);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use common::tiles::Pattern;
    use gridstar::ffi::GridstarDiagonalRule;

    #[test]
    fn another_cost_and_a_missing_path_are_errors() {
        let found = Answer { is_found: true, length: 9, cost: 8.0, expansions: 7, bound: 1.0 };
        let missing = |expansions| Answer { is_found: false, expansions, ..found };
        assert!(check(&found, &found, 100).is_ok() && check(&missing(100), &found, 100).is_ok());
        assert!(check(&Answer { cost: 8.5, ..found }, &found, 100).is_err());
        assert!(check(&missing(99), &found, 100).is_err());
    }

    #[test]
    fn figures_are_those_of_each_search_and_a_goal_out_of_reach_has_none() {
        for (tile, diagonal) in
            [("..../..#./..../....", GridstarDiagonalRule::BothFree), (".#/#.", GridstarDiagonalRule::Never)]
        {
            let rules = Rules { diagonal, ..Rules::BENCHMARK };
            let mut yard = Yard::new(Pattern::drawn(tile, 0).map(40), rules).unwrap();
            let mut grids = [BenchGrid::of_map(&yard.map, Engine::Default, rules).unwrap()];
            for line in LINES {
                let (start, goal) = line.ends(&yard.map).unwrap();
                let compared = compare(&mut yard, &mut grids, (start, goal), (2, 0)).unwrap();
                let answer = grids[0].find(start, goal).unwrap();
                assert_eq!((compared.is_some(), answer.is_found), (tile.len() > 5, tile.len() > 5), "{}", line.name);
                let Some(measured) = compared.map(|compared| compared[0]) else { continue };
                assert_eq!((measured.expansions, measured.is_stopped), (answer.expansions, false), "{}", line.name);
                let steps = start.x.abs_diff(goal.x).max(start.y.abs_diff(goal.y));
                assert!(measured.astar_expansions >= steps && measured.duration < Duration::MAX, "{measured:?}");
            }
        }
    }
}
