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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Line {
    /// From a corner to the opposite corner.
    Diagonal,
    /// Between the other two corners.
    OtherDiagonal,
    Row,
    Column,
    /// From side to side, one row further for every two columns.
    Flat,
    /// From side to side, one column further for every two rows.
    Steep,
    /// From a corner to the center.
    Inward,
    Outward,
}

impl Line {
    pub(super) const ALL: [Self; 8] = [
        Self::Diagonal,
        Self::OtherDiagonal,
        Self::Row,
        Self::Column,
        Self::Flat,
        Self::Steep,
        Self::Inward,
        Self::Outward,
    ];
    /// Number of lines from side to side, which come first.
    pub(super) const ACROSS: usize = 6;

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Diagonal => "diagonal",
            Self::OtherDiagonal => "other diagonal",
            Self::Row => "row",
            Self::Column => "column",
            Self::Flat => "flat slope",
            Self::Steep => "steep slope",
            Self::Inward => "to the center",
            Self::Outward => "from the center",
        }
    }

    /// Start and goal: the walkable cells nearest to the ends of the line; `None` if there are none.
    pub(super) fn ends(self, map: &CellMap) -> Option<(Cell, Cell)> {
        let last = map.width() - 1;
        let ends = match self {
            Self::Diagonal => [(0, 0), (last, last)],
            Self::OtherDiagonal => [(0, last), (last, 0)],
            Self::Row => [(0, last / 2), (last, last / 2)],
            Self::Column => [(last / 2, 0), (last / 2, last)],
            Self::Flat => [(0, last / 4), (last, last / 4 + last / 2)],
            Self::Steep => [(last / 4, 0), (last / 4 + last / 2, last)],
            Self::Inward => [(0, 0), (last / 2, last / 2)],
            Self::Outward => [(last / 2, last / 2), (0, 0)],
        };
        let [start, goal] = ends.map(|(x, y)| nearest_walkable(map, Cell::new(x, y)));
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
    pub(super) astar_duration: Duration,
    pub(super) expansions: u32,
    /// The larger number of expansions of both.
    pub(super) astar_expansions: u32,
    /// Whether the search was stopped, so that its figures are lower bounds.
    pub(super) is_stopped: bool,
}

impl Measured {
    pub(super) fn ratio(&self) -> f64 {
        self.duration.as_secs_f64() / self.astar_duration.as_secs_f64().max(1e-9)
    }

    /// Formats a number, marked as a lower bound if the search was stopped.
    pub(super) fn marked(&self, number: f64) -> String {
        format!("{}{number:.2}", if self.is_stopped { "> " } else { "" })
    }
}

/// Number of rounds: each search is repeated until the rounds or the time are used up.
#[derive(Clone, Copy)]
pub(super) struct Rounds {
    pub(super) most: u32,
    pub(super) longest: Duration,
}

/// Searches with A* and with other grids of the same map in turn, and keeps the fastest time of each. A first search is
/// not timed. Returns `None` without a path, and fails if the costs differ.
pub(super) fn compare(
    yard: &mut Yard,
    grids: &mut [BenchGrid],
    (start, goal): (Cell, Cell),
    rounds: Rounds,
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
        measured.push(Measured {
            duration: Duration::MAX,
            astar_duration: Duration::ZERO,
            expansions: found.expansions,
            astar_expansions,
            is_stopped: !found.is_found,
        });
    }
    let (begun, mut fastest) = (Instant::now(), [Duration::MAX; 2]);
    for round in 0..rounds.most {
        if round > 0 && begun.elapsed() > rounds.longest {
            break;
        }
        fastest[0] = fastest[0].min(timed(|| yard.astar.find(start, goal)).0);
        for (grid, one) in grids.iter_mut().zip(&mut measured) {
            one.duration = one.duration.min(timed(|| grid.find(start, goal)).0);
        }
        fastest[1] = fastest[1].min(timed(|| yard.transposed.find(start_swapped, goal_swapped)).0);
    }
    for one in &mut measured {
        one.astar_duration = fastest[0].max(fastest[1]);
    }
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

    const ROUNDS: Rounds = Rounds { most: 2, longest: Duration::ZERO };

    #[test]
    fn another_cost_and_a_missing_path_are_errors() {
        let of_cost = |cost| Answer { is_found: true, length: 9, cost, expansions: 7, bound: 1.0, is_by_net: false };
        let missing =
            |expansions| Answer { is_found: false, length: 0, cost: 0.0, expansions, bound: 0.0, is_by_net: false };
        assert!(check(&of_cost(8.0), &of_cost(8.0), 100).is_ok());
        assert!(check(&of_cost(8.5), &of_cost(8.0), 100).is_err());
        assert!(check(&missing(100), &of_cost(8.0), 100).is_ok());
        assert!(check(&missing(99), &of_cost(8.0), 100).is_err());
    }

    #[test]
    fn expansions_are_those_of_each_search() {
        let rules = Rules { diagonal: GridstarDiagonalRule::BothFree, ..Rules::BENCHMARK };
        let mut yard = Yard::new(Pattern::drawn("..../..#./..../....", 0).map(40), rules).unwrap();
        let mut grids = [BenchGrid::of_map(&yard.map, Engine::Default, rules).unwrap()];
        for line in Line::ALL {
            let (start, goal) = line.ends(&yard.map).unwrap();
            let measured = compare(&mut yard, &mut grids, (start, goal), ROUNDS).unwrap().unwrap()[0];
            let answer = grids[0].find(start, goal).unwrap();
            assert_eq!((measured.expansions, measured.is_stopped), (answer.expansions, false), "{line:?}");
            let steps = start.x.abs_diff(goal.x).max(start.y.abs_diff(goal.y));
            assert!(measured.astar_expansions >= steps && measured.duration < Duration::MAX, "{line:?}: {measured:?}");
        }
    }

    #[test]
    fn a_goal_out_of_reach_is_no_row() {
        let rules = Rules { diagonal: GridstarDiagonalRule::Never, ..Rules::BENCHMARK };
        let mut yard = Yard::new(Pattern::drawn(".#/#.", 0).map(32), rules).unwrap();
        let ends = Line::Diagonal.ends(&yard.map).unwrap();
        assert!(compare(&mut yard, &mut [], ends, ROUNDS).unwrap().is_none());
    }
}
