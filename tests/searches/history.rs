//! Answers depend on the query, the cells and what the game has prepared, never on the queries of others: of two grids
//! with the same edits and queries, one also answers random other queries in between. Lockstep games rely on it.
//!
//! Landmarks are left out: their grids count the searches, and measure anew after enough of them.

#![allow(clippy::expect_used, clippy::unwrap_used, reason = "a test fails by panicking")]

use common::abi::{PathAnswer, TestGrid, default_grid_def, default_query_def, turn};
use common::cover::TestCover;
use common::profile::TestProfile;
use common::random_maps::Random;
use common::stepper::TestStepper;
use common::work::{Batch, TestTicket, request};
use gridstar::ffi::*;
use gridstar::grid::{Cell, Rect};

/// A grid with what belongs to it alone.
struct Side {
    grid: TestGrid,
    covers: Vec<TestCover>,
}

/// Two sides of one game, and the profiles that both use.
struct Game {
    about: String,
    width: u32,
    height: u32,
    engine: GridstarEngine,
    is_hexagonal: bool,
    plain: Side,
    busy: Side,
    profiles: Vec<TestProfile>,
}

impl Game {
    fn new(seed: u64, random: &mut Random) -> Self {
        let (width, height) = match random.below(8) {
            // More than 65,536 cells: small limits of expansions do not allow jump points there.
            0 => (random.between(258, 270), random.between(258, 270)),
            1 => (random.between(1, 8), random.between(1, 8)),
            _ => (random.between(9, 70), random.between(9, 70)),
        };
        let is_hexagonal = random.percent(15);
        let engine = match random.below(4) {
            _ if is_hexagonal => GridstarEngine::AStar,
            0 => GridstarEngine::AStar,
            1 => GridstarEngine::JumpPoints,
            _ => GridstarEngine::Auto,
        };
        let layout = if is_hexagonal { GridstarLayout::HexOddRows as u32 } else { default_grid_def(1, 1).layout };
        let side = || {
            let def = GridstarGridDef { engine: engine as u32, layout, ..default_grid_def(width, height) };
            let grid = TestGrid::with_def(&def).unwrap();
            Side { covers: (0..2).map(|_| TestCover::new(&grid)).collect(), grid }
        };
        let profiles = (0..3).map(|number| random_profile(number, random)).collect();
        let about = format!("seed {seed}, {width} x {height}, {engine:?}, hexagons: {is_hexagonal}");
        let game = Self { about, width, height, engine, is_hexagonal, plain: side(), busy: side(), profiles };
        let obstacles = [0, 10, 30][random.below(3) as usize];
        let types: Vec<u8> = (0..width * height)
            .map(|_| if random.percent(obstacles) { 1 } else { [0, 0, 0, 2, 3][random.below(5) as usize] })
            .collect();
        game.both(|side| assert_eq!(side.grid.set_cells(&types), GridstarStatus::Ok));
        game
    }

    fn both<T>(&self, call: impl Fn(&Side) -> T) -> [T; 2] {
        [&self.plain, &self.busy].map(call)
    }

    fn cell(&self, random: &mut Random) -> Cell {
        Cell::new(random.below(self.width) as i32, random.below(self.height) as i32)
    }

    fn rect(&self, random: &mut Random) -> Rect {
        let Cell { x, y } = self.cell(random);
        let most = if random.percent(10) { u32::MAX } else { 5 };
        let (right, bottom) = (self.width - x as u32, self.height - y as u32);
        Rect { x, y, width: random.between(1, right.min(most)), height: random.between(1, bottom.min(most)) }
    }

    /// The game's own calls besides its queries: edits, and preparations.
    fn change(&mut self, random: &mut Random) {
        let rect = self.rect(random);
        match random.below(10) {
            0..=3 => {
                let cell_type = random.below(4);
                self.both(|side| side.grid.fill_rect(rect, cell_type));
            }
            4 | 5 => {
                let penalty = random.below(60);
                self.both(|side| side.grid.fill_penalties(rect, penalty));
            }
            6 => drop(self.both(|side| side.grid.fill_penalties(self.whole(), 0))),
            7 => {
                let number = random.below(2) as usize;
                let rects = if random.percent(30) { vec![] } else { vec![rect, self.rect(random)] };
                self.both(|side| side.covers[number].set_rects(&rects));
            }
            8 => {
                let def = self.def(&self.profiles, random);
                // SAFETY: the pointer comes from a reference.
                let prepare = |side: &Side| unsafe { gridstar_grid_prepare_query(side.grid.id(), &def) };
                let statuses = self.both(prepare);
                assert_eq!(statuses[0], statuses[1], "{}", self.about);
            }
            _ if random.percent(30) => {
                let number = random.below(3) as usize;
                self.profiles[number] = random_profile(number as u32, random);
            }
            _ if !self.is_hexagonal => {
                let engines = [GridstarEngine::Auto, GridstarEngine::AStar, GridstarEngine::JumpPoints];
                self.engine = engines[random.below(3) as usize];
                self.both(|side| assert_eq!(gridstar_grid_prepare(side.grid.id(), self.engine as u32, 0), OK));
            }
            _ => {}
        }
    }

    fn whole(&self) -> Rect {
        Rect { x: 0, y: 0, width: self.width, height: self.height }
    }

    fn def(&self, profiles: &[TestProfile], random: &mut Random) -> GridstarQueryDef {
        let default = default_query_def();
        let chance = |random: &mut Random, percent| random.percent(percent);
        let cells = self.width * self.height;
        let mut def = GridstarQueryDef {
            profile: if chance(random, 60) { profiles[random.below(profiles.len() as u32) as usize].id() } else { 0 },
            agent_size: if chance(random, 25) { random.between(2, 4) } else { 0 },
            max_expansions: match random.below(4) {
                0 => random.between(1, 2 * cells),
                1 => random.between(1, 300),
                _ => 0,
            },
            max_cost: if chance(random, 15) { f64::from(random.between(1, 60)) } else { 0.0 },
            flags: if chance(random, 20) { random.below(8) } else { 0 },
            heuristic_weight: if chance(random, 15) { 1.0 + f64::from(random.below(9)) / 4.0 } else { 1.0 },
            path_form: if chance(random, 15) { random.below(4) } else { 0 },
            max_cells: if chance(random, 10) { random.between(1, 9) } else { 0 },
            ..default
        };
        if chance(random, 20) {
            def.order = random.below(3);
        }
        if self.is_hexagonal {
            return GridstarQueryDef { agent_size: def.agent_size.min(3), ..def };
        }
        if chance(random, 40) {
            def.diagonal_rule = random.between(1, 4);
        }
        if chance(random, 10) {
            (def.straight_cost, def.diagonal_cost) = (1.0, [1.0, 1.5, 2.0][random.below(3) as usize]);
        }
        if chance(random, 10) {
            def.heuristic = random.below(6);
        }
        def
    }

    /// A query of both sides, by a call, a stepper or a batch.
    fn compare(&self, random: &mut Random) -> GridstarStatus {
        let (start, goal) = (self.cell(random), self.cell(random));
        let mut def = self.def(&self.profiles, random);
        let cover = random.percent(10).then(|| random.below(2) as usize);
        let by_batch = random.percent(15);
        let answers = self.both(|side| {
            let def = GridstarQueryDef { without_cover: cover.map_or(0, |number| side.covers[number].id()), ..def };
            if by_batch {
                let batch = Batch { defs: vec![def], ..Batch::of([request(start, goal), request(goal, start)]) };
                let answers = side.grid.find_paths(&batch);
                let replies: Vec<String> = answers.replies.iter().map(|reply| format!("{reply:?}")).collect();
                return (answers.status, format!("{replies:?} {:?}", answers.paths));
            }
            let PathAnswer { status, path, cost, bound, expansions, engine, .. } =
                side.grid.find_path(start, goal, Some(&def));
            (status, format!("{engine} {expansions} {cost} {bound} {path:?}"))
        });
        def.without_cover = cover.map_or(0, |number| number as u64 + 1);
        let about = &self.about;
        assert_eq!(answers[0], answers[1], "{about}, from {start:?} to {goal:?}, in a batch: {by_batch}, {def:?}");
        answers[0].0
    }

    /// Queries of others, on the busy side: any agents, any ways to ask, also such that never end.
    fn disturb(&self, random: &mut Random, others: &[TestProfile]) {
        let grid = &self.busy.grid;
        for _ in 0..random.below(6) {
            let (start, goal) = (self.cell(random), self.cell(random));
            let profiles = if random.percent(50) { others } else { &self.profiles };
            let mut def = self.def(profiles, random);
            if random.percent(10) {
                def.without_cover = self.busy.covers[0].id();
            }
            match random.below(8) {
                0 => drop(grid.trace_path(start, goal, Some(&def))),
                1 => {
                    if let Ok(stepper) = TestStepper::begin(grid, start, goal, Some(&def)) {
                        stepper.advance(random.between(1, 50));
                    }
                }
                2 => {
                    let requests = (0..random.below(5)).map(|_| request(self.cell(random), self.cell(random)));
                    let batch = Batch { defs: vec![def], ..Batch::of(requests.collect::<Vec<_>>()) };
                    if let Ok(ticket) = TestTicket::submit(grid, &batch) {
                        gridstar_work_run(u64::from(random.between(1, 40)), 0);
                        ticket.peek(0, 3);
                        if random.percent(50) {
                            ticket.wait();
                            ticket.take();
                        }
                    }
                }
                3 => drop(grid.find_paths(&Batch { defs: vec![def], ..Batch::of([request(start, goal)]) })),
                4 => {
                    let def = GridstarQueryDef { max_expansions: 0, max_cost: 0.0, path_form: 0, max_cells: 0, ..def };
                    let agent_size = if self.is_hexagonal { 0 } else { def.agent_size };
                    grid.is_reachable(start, goal, Some(&GridstarQueryDef { flags: 0, agent_size, ..def }));
                }
                // Somebody looks at cells, so that edits are made earlier than on the other side.
                5 => drop(grid.get_rect(self.rect(random))),
                _ => drop(grid.find_path(start, goal, Some(&def))),
            }
        }
    }
}

const OK: GridstarStatus = GridstarStatus::Ok;

/// A profile that weighs, or blocks and opens types.
fn random_profile(number: u32, random: &mut Random) -> TestProfile {
    let profile = TestProfile::new();
    let costs = [[3.0, 5.5], [0.5, 0.0], [1.0, 0.0]][number as usize % 3];
    let factor = if number % 3 == 2 { 1.0 } else { f64::from(random.between(1, 5)) };
    assert_eq!(profile.set_costs(2, &costs.map(|cost| cost * factor)), OK);
    if random.percent(20) {
        assert_eq!(profile.set_charge(GridstarCharge::Entered), OK);
    }
    profile
}

fn play(seed: u64, rounds: u32, found: &mut u32) {
    let random = &mut Random::new(seed);
    // What others ask does not change what the game asks.
    let disturbing = &mut Random::new(seed ^ 0xa5a5_0000);
    let mut game = Game::new(seed, random);
    let mut others: Vec<TestProfile> = (0..4).map(|number| random_profile(number, disturbing)).collect();
    for _ in 0..rounds {
        for _ in 0..random.below(3) {
            game.change(random);
        }
        if disturbing.percent(10) {
            let number = disturbing.below(4);
            others[number as usize] = random_profile(number, disturbing);
        }
        game.disturb(disturbing, &others);
        for _ in 0..=random.below(3) {
            *found += u32::from(game.compare(random) == OK);
        }
    }
}

#[test]
fn other_queries_change_no_answer() {
    let _turn = turn();
    assert_eq!(gridstar_work_set_threads(0), OK);
    // Longer runs by hand set HISTORY_FIRST, the first seed, and HISTORY_SEEDS, their number.
    let first = std::env::var("HISTORY_FIRST").ok().and_then(|first| first.parse().ok()).unwrap_or(0);
    let seeds = std::env::var("HISTORY_SEEDS").ok().and_then(|count| count.parse().ok()).unwrap_or(60);
    let mut found = 0;
    (first..first + seeds).for_each(|seed| play(seed, 60, &mut found));
    assert!(found > 20 * seeds as u32, "only {found} paths");
}
