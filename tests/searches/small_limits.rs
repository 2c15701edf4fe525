//! Searches with a small limit of expansions on a large map, which read the map itself and derive nothing from it,
//! against searches by A* without a limit, which read what is derived.

#![allow(clippy::expect_used, clippy::unwrap_used, reason = "a test fails by panicking")]

use common::abi::{PathAnswer, TestGrid, default_grid_def, default_query_def};
use common::cover::TestCover;
use common::profile::TestProfile;
use common::random_maps::Random;
use common::stepper::TestStepper;
use common::work::{Batch, request};
use gridstar::ffi::*;
use gridstar::grid::{Cell, Rect};
use std::time::{Duration, Instant};

const OK: GridstarStatus = GridstarStatus::Ok;

/// More than 65,536 cells, of which limits below 256 allow nothing to be derived.
const SIDE: u32 = 264;
const MOST: u32 = 255;

/// Edits, starts and goals lie below. Beyond, each type of cell has room for the widest agent, so that the least
/// multiplier of a profile is one of the map.
const USED: u32 = 240;

/// Two grids of the same cells: one answers within limits, the other one by A* without.
struct Twins {
    limited: (TestGrid, TestCover),
    free: (TestGrid, TestCover),
    is_hexagonal: bool,
    about: String,
}

impl Twins {
    fn new(seed: u64, random: &mut Random) -> Self {
        let is_hexagonal = random.percent(25);
        let layouts = [GridstarLayout::HexOddRows, GridstarLayout::HexEvenRows, GridstarLayout::HexOddColumns];
        let layout =
            if is_hexagonal { layouts[random.below(3) as usize] as u32 } else { default_grid_def(1, 1).layout };
        let engines = [GridstarEngine::Auto, GridstarEngine::AStar, GridstarEngine::JumpPoints];
        let engine = if is_hexagonal { GridstarEngine::AStar } else { engines[random.below(3) as usize] };
        let (width, height) = if random.percent(50) { (SIDE, SIDE + 30) } else { (SIDE + 30, SIDE) };
        let grid = |engine| {
            let def = GridstarGridDef { engine: engine as u32, layout, ..default_grid_def(width, height) };
            let grid = TestGrid::with_def(&def).unwrap();
            let cover = TestCover::new(&grid);
            (grid, cover)
        };
        let about = format!("seed {seed}, {width} x {height}, layout {layout}, {engine:?}");
        let twins = Self { limited: grid(engine), free: grid(GridstarEngine::AStar), is_hexagonal, about };
        let blocked = [0, 3, 12, 30][random.below(4) as usize];
        let types: Vec<u8> = (0..width * height)
            .map(|i| match (i % width, i / width) {
                (x, y) if y >= USED => (x / 64 % 3 + u32::from(x / 64 % 3 > 0)) as u8,
                _ if random.percent(blocked) => 1,
                _ => [0, 0, 2, 3][random.below(4) as usize],
            })
            .collect();
        twins.both(|(grid, _)| assert_eq!(grid.set_cells(&types), OK));
        twins
    }

    fn both<T>(&self, call: impl Fn(&(TestGrid, TestCover)) -> T) -> [T; 2] {
        [&self.limited, &self.free].map(call)
    }

    fn edit(&self, random: &mut Random) {
        let rect = |random: &mut Random| {
            let most = if random.percent(20) { 100 } else { 6 };
            let (width, height) = (random.between(1, most), random.between(1, most));
            let mut at = |room: u32| random.below(room + 1) as i32;
            Rect { x: at(USED - width), y: at(USED - height), width, height }
        };
        for _ in 0..random.between(1, 12) {
            let area = rect(random);
            let number = random.below(4);
            match random.below(6) {
                0..=2 => self.both(|(grid, _)| assert_eq!(grid.fill_rect(area, number), OK)),
                3 => self.both(|(grid, _)| assert_eq!(grid.fill_penalties(area, number * 80), OK)),
                4 => {
                    let used = Rect { x: 0, y: 0, width: USED, height: USED };
                    self.both(|(grid, _)| assert_eq!(grid.fill_penalties(used, 0), OK))
                }
                _ => {
                    let rects = if random.percent(30) { vec![] } else { (0..9).map(|_| rect(random)).collect() };
                    self.both(|(_, cover)| assert_eq!(cover.set_rects(&rects), OK))
                }
            };
        }
    }

    fn def(&self, profile: &TestProfile, random: &mut Random) -> GridstarQueryDef {
        let mut def = GridstarQueryDef {
            profile: if random.percent(70) { profile.id() } else { 0 },
            agent_size: [0, 0, random.between(1, 4), random.between(1, 16)][random.below(4) as usize],
            max_expansions: random.between(1, MOST),
            flags: if random.percent(30) { random.below(8) } else { 0 },
            path_form: if random.percent(40) { random.below(3) } else { 0 },
            heuristic_weight: if random.percent(20) { 1.5 } else { 1.0 },
            order: if random.percent(20) { random.below(3) } else { 0 },
            ..default_query_def()
        };
        if self.is_hexagonal {
            return GridstarQueryDef { agent_size: if def.agent_size > 1 { 3 } else { 0 }, path_form: 0, ..def };
        }
        if random.percent(60) {
            def.diagonal_rule = random.between(1, 4);
        }
        // A limit of cost leaves open whether a goal is out of reach, so it comes without partial paths.
        if random.percent(20) && def.flags & GRIDSTAR_QUERY_PARTIAL_PATH == 0 {
            def.max_cost = f64::from(random.between(1, 30));
        }
        def
    }

    /// Whether the limited search has found a path.
    fn compare(&self, profile: &TestProfile, random: &mut Random) -> bool {
        let start = Cell::new(random.below(USED) as i32, random.below(USED) as i32);
        let mut near = |at: i32| (at + random.between(0, 30) as i32 - 15).clamp(0, USED as i32 - 1);
        let goal = Cell::new(near(start.x), near(start.y));
        let def = self.def(profile, random);
        let sees_cover = random.percent(80);
        let defs = self.both(|(_, cover)| {
            let without_cover = if sees_cover { 0 } else { cover.id() };
            GridstarQueryDef { without_cover, ..def }
        });
        let about = format!("{}, from {start:?} to {goal:?}, {def:?}, {sees_cover}", self.about);
        let limited = self.limited.0.find_path(start, goal, Some(&defs[0]));
        let free = GridstarQueryDef { max_expansions: 0, ..defs[1] };
        self.check(&def, &limited, &self.free.0.find_path(start, goal, Some(&free)), &about);
        self.check_other_ways(start, goal, &defs[0], &limited, &about);
        limited.status == OK
    }

    fn check(&self, def: &GridstarQueryDef, limited: &PathAnswer, free: &PathAnswer, about: &str) {
        let leaves = def.flags & GRIDSTAR_QUERY_LEAVE_BLOCKED != 0;
        if limited.status == GridstarStatus::LimitReached {
            // A partial path needs components, and so may the way out of an obstacle.
            let may_end_early = leaves || def.flags & GRIDSTAR_QUERY_PARTIAL_PATH != 0;
            assert!(may_end_early || limited.expansions == def.max_expansions, "{limited:?}, {about}");
            // Over hexagons that all cost the same, another search answers without a limit.
            let is_found = free.status == OK && !leaves && !self.is_hexagonal && def.max_cost == 0.0;
            assert!(!is_found || free.expansions > def.max_expansions, "{limited:?} for {free:?}, {about}");
            return;
        }
        assert!(limited.expansions <= def.max_expansions, "{limited:?}, {about}");
        assert_eq!((limited.status, limited.cost), (free.status, free.cost), "{limited:?} for {free:?}, {about}");
        // The way out of an obstacle is no search by an engine.
        if limited.expansions > 0 && !leaves {
            assert_eq!(limited.engine, GridstarEngine::AStar as u32, "{about}");
        }
        if !self.is_hexagonal {
            assert_eq!((&limited.path, limited.bound), (&free.path, free.bound), "{about}");
            assert!(leaves || limited.expansions == free.expansions, "{limited:?} for {free:?}, {about}");
        }
    }

    /// Answers the query in a batch and by a stepper, too.
    fn check_other_ways(&self, start: Cell, goal: Cell, def: &GridstarQueryDef, limited: &PathAnswer, about: &str) {
        let batch = Batch { defs: vec![*def], ..Batch::of([request(start, goal)]) };
        let answers = self.limited.0.find_paths(&batch);
        assert_eq!(answers.compare(std::slice::from_ref(limited), true), Ok(()), "{about}");
        if def.flags & !GRIDSTAR_QUERY_IGNORE_PENALTIES != 0 || def.path_form != 0 || def.max_cost != 0.0 {
            return;
        }
        let stepper = TestStepper::begin(&self.limited.0, start, goal, Some(def)).unwrap();
        let finished = stepper.finish();
        // Over hexagons that all cost the same, a stepper searches by another order than a call.
        if !self.is_hexagonal {
            assert_eq!((finished.status, &finished.path), (limited.status, &limited.path), "{about}");
        }
    }
}

fn random_profile(random: &mut Random) -> TestProfile {
    let profile = TestProfile::new();
    let mut cost = || [0.0, 0.5, 1.0, 1.0, 2.5, 7.0][random.below(6) as usize];
    assert_eq!(profile.set_costs(2, &[cost(), cost()]), OK);
    if random.percent(30) {
        assert_eq!(profile.set_charge(GridstarCharge::Entered), OK);
    }
    profile
}

/// Plays a seed. Returns the number of paths found within limits.
fn play(seed: u64) -> usize {
    let random = &mut Random::new(seed);
    let twins = Twins::new(seed, random);
    let mut found = 0;
    for _ in 0..8 {
        let profile = random_profile(random);
        twins.edit(random);
        found += (0..40).filter(|_| twins.compare(&profile, random)).count();
    }
    assert_eq!(twins.limited.0.info().unwrap().layer_count, 0, "{}", twins.about);
    found
}

#[test]
fn a_search_within_a_small_limit_finds_what_a_search_without_finds() {
    // Longer runs by hand set SMALL_LIMITS_FIRST, the first seed, and SMALL_LIMITS_SECONDS.
    let number = |name: &str| std::env::var(name).ok().and_then(|number| number.parse::<u64>().ok());
    let first = number("SMALL_LIMITS_FIRST").unwrap_or(0);
    let end = number("SMALL_LIMITS_SECONDS").map(|seconds| Instant::now() + Duration::from_secs(seconds));
    let (mut seed, mut found) = (first, 0);
    while end.map_or(seed < first + 12, |end| Instant::now() < end) {
        found += play(seed);
        seed += 1;
    }
    println!("{} seeds, {found} paths", seed - first);
    assert!(found as u64 > 60 * (seed - first), "only {found} paths");
}

/// The nearest exits of an obstacle lead nowhere, and another one leads to the goal within the limit of cost.
#[test]
fn a_limit_of_expansions_that_hides_an_exit_is_told_also_with_a_limit_of_cost() {
    play(1081);
}
