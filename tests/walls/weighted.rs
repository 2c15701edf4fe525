//! Paths, plans and placing amid walls over ground with costs: profiles, penalties and covers.

use crate::{RULES, edit, random_map, seeds};
use common::abi::{TestGrid, default_grid_def, default_query_def, rule_number};
use common::cover::TestCover;
use common::crowd::{TestReservations, planned_agent};
use common::profile::TestProfile;
use common::random_maps::Random;
use common::walls::*;
use gridstar::ffi::GridstarStatus::*;
use gridstar::ffi::*;
use gridstar::grid::{Cell, Rect};

/// Multipliers of types 0, 2 and 3.
const MULTIPLIERS: [(u8, u64); 3] = [(0, 1), (2, 2), (3, 5)];

/// A map with types and penalties, and what a cell charges an agent at an anchor: of its body, the largest multiplier
/// and the largest penalty.
struct Ground {
    map: WalledMap,
    /// In straight steps.
    penalties: Vec<u64>,
}

impl Ground {
    fn new(random: &mut Random, has_penalties: bool) -> Self {
        let mut map = random_map(random, GridstarLayout::Square);
        for number in map.types.iter_mut().filter(|number| **number == 0) {
            *number = [0, 0, 2, 3][random.below(4) as usize];
        }
        let penalties = map.types.iter().map(|_| if has_penalties { random.below(4).into() } else { 0 }).collect();
        Self { map, penalties }
    }

    fn build(&self) -> TestGrid {
        let grid = self.map.build(&default_grid_def(1, 1));
        let bytes: Vec<u8> = self.penalties.iter().map(|&penalty| 16 * penalty as u8).collect();
        let all = Rect { x: 0, y: 0, width: self.map.width as u32, height: self.map.height as u32 };
        assert_eq!(grid.set_penalties(all, &bytes), Ok);
        grid
    }

    fn charge(&self, anchor: Cell, size: i32) -> u64 {
        let body = self.map.body(anchor, size);
        let cells: Vec<usize> =
            body.into_iter().filter(|&cell| self.map.contains(cell)).map(|cell| self.map.index(cell)).collect();
        let multiplier = |&cell: &usize| {
            let of_type = MULTIPLIERS.iter().find(|(number, _)| *number == self.map.types[cell]);
            of_type.map_or(1, |(_, multiplier)| *multiplier)
        };
        let largest = cells.iter().map(multiplier).max().unwrap_or(1);
        largest + cells.iter().map(|&cell| self.penalties[cell]).max().unwrap_or(0)
    }
}

fn profile() -> TestProfile {
    let profile = TestProfile::new();
    for (number, multiplier) in MULTIPLIERS {
        assert_eq!(profile.set_cost(number.into(), multiplier as f64), Ok);
    }
    profile
}

#[test]
fn the_cheapest_paths_over_weighted_ground_cross_no_wall() {
    let (profile, mut found) = (profile(), 0);
    for seed in seeds(150) {
        let mut random = Random::new(seed ^ 0xea);
        let has_penalties = random.below(2) == 0;
        let mut ground = Ground::new(&mut random, has_penalties);
        let grid = ground.build();
        for round in 0..3 {
            for _ in 0..4 {
                let walker = Walker { rule: RULES[random.below(4) as usize], size: 1 + random.below(3) as i32 };
                let cells = ground.map.cells();
                let mut cell = || cells[random.below(cells.len() as u32) as usize];
                let (start, goal) = (cell(), cell());
                // The charge of a blocked start is a rule of its own.
                if !ground.map.is_walkable(start, walker.size) {
                    continue;
                }
                let weigh = |from: Cell, to: Cell| ground.charge(from, walker.size) + ground.charge(to, walker.size);
                let expected = ground.map.costs(&[start], walker, (2, 3), false, weigh)[ground.map.index(goal)];
                for (engine, max_expansions) in [(0, 0), (1, 0), (2, 0), (3, 0), (0, 200)] {
                    assert_eq!(gridstar_grid_prepare(grid.id(), engine, 0), Ok);
                    let def = GridstarQueryDef {
                        diagonal_rule: rule_number(walker.rule),
                        straight_cost: 1.0,
                        diagonal_cost: 1.5,
                        agent_size: walker.size as u32,
                        profile: profile.id(),
                        max_expansions,
                        ..default_query_def()
                    };
                    let answer = grid.find_path(start, goal, Some(&def));
                    let about = format!(
                        "seed {seed}, round {round}, {start:?} to {goal:?}, {walker:?}, engine {engine}, limit \
                         {max_expansions}, types {:?}, penalties {:?}\n{}\n{answer:?}",
                        ground.map.types, ground.penalties, ground.map
                    );
                    match answer.status {
                        Ok => {
                            assert_eq!(Some(answer.cost), expected.map(|cost| cost as f64 / 4.0), "{about}");
                            for ends in answer.path.windows(2) {
                                assert!(ground.map.is_legal(ends[0], ends[1], walker), "{ends:?}, {about}");
                            }
                            found += 1;
                        }
                        NoPath => assert_eq!(expected, None, "{about}"),
                        GoalBlocked => assert!(!ground.map.is_walkable(goal, walker.size), "{about}"),
                        LimitReached => assert!(max_expansions > 0, "{about}"),
                        other => panic!("{other:?}: {about}"),
                    }
                }
            }
            edit(&grid, &mut ground.map, &mut random);
        }
    }
    assert!(found > 300, "{found} paths");
}

#[test]
fn covers_come_and_go_amid_walls_and_are_left_out() {
    for seed in seeds(120) {
        let mut random = Random::new(seed ^ 0xc0);
        let mut map = random_map(&mut random, GridstarLayout::Square);
        let grid = map.build(&default_grid_def(1, 1));
        let cover = TestCover::new(&grid);
        for round in 0..4 {
            let cells = map.cells();
            let mut cell = || cells[random.below(cells.len() as u32) as usize];
            let (covered, start, goal) = ([cell(), cell()], cell(), cell());
            assert_eq!(cover.set_rects(&covered.map(|Cell { x, y }| Rect { x, y, width: 1, height: 1 })), Ok);
            let mut with_cover = map.clone();
            covered.iter().for_each(|&cell| with_cover.types[map.index(cell)] = 1);
            let walker = Walker { rule: RULES[random.below(4) as usize], size: 1 + random.below(2) as i32 };
            for (seen, without_cover) in [(&with_cover, 0), (&map, cover.id())] {
                let def = GridstarQueryDef {
                    diagonal_rule: rule_number(walker.rule),
                    straight_cost: 1.0,
                    diagonal_cost: 1.5,
                    agent_size: walker.size as u32,
                    without_cover,
                    ..default_query_def()
                };
                let answer = grid.find_path(start, goal, Some(&def));
                let expected = seen.costs(&[start], walker, (2, 3), false, |_, _| 1)[map.index(goal)];
                let about = format!(
                    "seed {seed}, round {round}, {start:?} to {goal:?}, {walker:?}, cover at {covered:?}, left out \
                     {without_cover}\n{map}\n{answer:?}"
                );
                match answer.status {
                    Ok => {
                        assert_eq!(Some(answer.cost), expected.map(|cost| cost as f64 / 2.0), "{about}");
                        for ends in answer.path.windows(2) {
                            assert!(seen.is_legal(ends[0], ends[1], walker), "{ends:?}, {about}");
                        }
                    }
                    NoPath => assert_eq!(expected, None, "{about}"),
                    GoalBlocked => assert!(!seen.is_walkable(goal, walker.size), "{about}"),
                    other => panic!("{other:?}: {about}"),
                }
            }
            edit(&grid, &mut map, &mut random);
        }
    }
}

/// An agent with nobody in its way, whose window is long enough, walks a cheapest path.
#[test]
fn plans_cross_no_wall_and_go_against_no_one_way_side() {
    let mut planned = 0;
    for seed in seeds(150) {
        let mut random = Random::new(seed ^ 0x91a);
        let mut map = random_map(&mut random, GridstarLayout::Square);
        let grid = map.build(&default_grid_def(1, 1));
        for round in 0..3 {
            let cells = map.cells();
            let mut cell = || cells[random.below(cells.len() as u32) as usize];
            let (start, goal) = (cell(), cell());
            let walker = Walker { rule: RULES[random.below(4) as usize], size: 1 + random.below(2) as i32 };
            if map.is_walkable(start, walker.size) {
                let def = GridstarQueryDef {
                    diagonal_rule: rule_number(walker.rule),
                    straight_cost: 1.0,
                    diagonal_cost: 1.5,
                    agent_size: walker.size as u32,
                    ..default_query_def()
                };
                let reservations = TestReservations::new(&grid, 200);
                let agent = planned_agent((start.x, start.y), (goal.x, goal.y));
                let plans = reservations.plan(&[agent], Some(&def));
                let expected = map.costs(&[start], walker, (2, 3), false, |_, _| 1)[map.index(goal)];
                let about = format!(
                    "seed {seed}, round {round}, {start:?} to {goal:?}, {walker:?}: {:?} {}\n{map}",
                    plans.results[0],
                    plans.drawn(0)
                );
                match plans.status(0) {
                    Some(Ok) => {
                        let steps: Vec<Cell> = plans.cells[0].iter().map(|cell| Cell::new(cell.x, cell.y)).collect();
                        for ends in steps.windows(2).filter(|ends| ends[0] != ends[1]) {
                            assert!(map.is_legal(ends[0], ends[1], walker), "{ends:?}, {about}");
                        }
                        assert_eq!(steps.last(), Some(&goal), "{about}");
                        assert_eq!(Some(plans.results[0].cost), expected.map(|cost| cost as f64 / 2.0), "{about}");
                        planned += 1;
                    }
                    Some(NoPath) => assert_eq!(expected, None, "{about}"),
                    Some(GoalBlocked) => assert!(!map.is_walkable(goal, walker.size), "{about}"),
                    other => panic!("{other:?}: {about}"),
                }
            }
            edit(&grid, &mut map, &mut random);
        }
    }
    assert!(planned > 100, "{planned} plans");
}
