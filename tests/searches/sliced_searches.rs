//! A search that is interrupted after some expansions and goes on gives exactly the answer of a search in one go: the
//! same path, cost, number of expansions and engine.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use common::random_maps::Random;
use common::random_terrain::{any_type, random_terrain};
use common::terrain::Terrain;
use common::tiles::random_tile;
use gridstar::grid::{Cell, CellType, Edit, Rect};
use gridstar::index::{AgentLayers, Engine, IndexedGrid};
use gridstar::movement::{
    Agent, AgentSize, Charge, DiagonalRule, Heuristic, HeuristicWeight, Multiplier, Profile, StepCosts,
};
use gridstar::search::{Answer, Order, Outcome, PathForm, PathSearch, Query, Scratch, find_path, supports_any_angle};
use gridstar::try_arc::TryArc;

const RULES: [DiagonalRule; 4] =
    [DiagonalRule::Always, DiagonalRule::Never, DiagonalRule::BothFree, DiagonalRule::AtMostOneBlocked];

fn grid_of(terrain: &Terrain, penalties: Option<&[u8]>) -> IndexedGrid {
    let (width, height) = (terrain.width as u32, terrain.height as u32);
    let mut grid = IndexedGrid::new(width, height).unwrap();
    let rect = Rect { x: 0, y: 0, width, height };
    grid.edit(&Edit::write(rect, &terrain.types)).unwrap();
    if let Some(penalties) = penalties {
        grid.edit(&Edit::write_penalties(rect, penalties)).unwrap();
    }
    grid
}

fn random_agent(random: &mut Random) -> Agent {
    let profile = random.percent(50).then(|| {
        let mut profile = Profile::default();
        for _ in 0..12 {
            let cell_type = any_type(random);
            let multiplier =
                random.percent(85).then(|| Multiplier::new(f64::from(random.between(1, 512)) / 64.0).unwrap());
            profile.set(CellType(cell_type), multiplier);
        }
        if random.percent(20) {
            profile.set_charge(Charge::Entered);
        }
        TryArc::try_new(profile).unwrap()
    });
    let size = AgentSize::new(if random.percent(70) { 1 } else { random.between(2, 4) }).unwrap();
    Agent { profile, size, ignores_penalties: random.percent(20), ..Agent::default() }
}

fn random_query(terrain: &Terrain, random: &mut Random) -> Query {
    let mut cell = || Cell::new(random.below(terrain.width as u32) as i32, random.below(terrain.height as u32) as i32);
    let (start, goal) = (cell(), cell());
    let costs = [StepCosts::default(), StepCosts::new(1.0, 1.0).unwrap(), StepCosts::new(1.0, 2.0).unwrap()];
    let mut query = Query {
        diagonal_rule: RULES[random.below(4) as usize],
        // Terrain serves the grid's own costs alone.
        costs: if random.percent(70) { costs[0] } else { costs[random.below(3) as usize] },
        engine: [Engine::Auto, Engine::AStar, Engine::JumpPoints, Engine::Landmarks][random.below(4) as usize],
        ..Query::new(start, goal)
    };
    match random.below(10) {
        0 => query.order = Order::Dijkstra,
        1 => query.order = Order::GreedyBestFirst,
        // On both sides of the change of the search's order.
        2 => query.weight = HeuristicWeight::new([1.1, 1.5][random.below(2) as usize]).unwrap(),
        3 => query.heuristic = Heuristic::Euclidean,
        _ => {}
    }
    if random.percent(25) {
        query.max_expansions = Some(random.between(1, 2000));
    }
    query.partial = random.percent(50);
    if random.percent(25) {
        // In parts: up to 60 straight steps, most often.
        query.max_cost = Some(u64::from(random.between(1, 60)) * 3200 * u64::from(query.costs.straight_units()));
    }
    query.form = [PathForm::Cells, PathForm::Cells, PathForm::WayPoints, PathForm::Straightened, PathForm::AnyAngle]
        [random.below(5) as usize];
    query
}

/// A path's cells, cost and bound.
type Way = (Vec<Cell>, u64, f32);

/// All that an answer says.
fn facts(answer: &Answer) -> (Option<Way>, String, u32, Engine) {
    let path = match &answer.outcome {
        Outcome::Found(path) | Outcome::Partial(path) => Some((path.to_vec(), path.cost_parts(), path.bound())),
        _ => None,
    };
    let outcome = match answer.outcome {
        Outcome::Found(_) => "found".into(),
        Outcome::Partial(_) => "partial".into(),
        _ => format!("{:?}", answer.outcome),
    };
    (path, outcome, answer.expansions, answer.engine)
}

#[test]
fn slices_of_any_size_come_to_the_same_answer() {
    let (mut slices, mut found, mut unreachable, mut limited, mut partial, mut too_dear) = (0, 0, 0, 0, 0, 0);
    let (mut whole_scratch, mut sliced_scratch) = (Scratch::new(), Scratch::new());
    for seed in 0..1000 {
        let mut random = Random::new(seed ^ 0x51ce);
        let terrain = random_terrain(seed);
        let penalties: Option<Vec<u8>> =
            random.percent(30).then(|| terrain.types.iter().map(|_| random.below(256) as u8).collect());
        // What the whole searches derive must not help the sliced ones.
        let [whole_grid, sliced_grid] = [(); 2].map(|()| grid_of(&terrain, penalties.as_deref()));
        for _ in 0..8 {
            let (agent, mut query) = (random_agent(&mut random), random_query(&terrain, &mut random));
            let layers = AgentLayers::of(&whole_grid, &agent).unwrap();
            if query.form == PathForm::AnyAngle && !supports_any_angle(layers.view(&whole_grid), &query) {
                query.form = PathForm::Straightened;
            }
            let whole = facts(&find_path(layers.view(&whole_grid), &query, &mut whole_scratch).unwrap());
            let layers = AgentLayers::of(&sliced_grid, &agent).unwrap();
            let mut search = PathSearch::new(query);
            let most = [1, 7, 100][random.below(3) as usize];
            let sliced = loop {
                let (slice, before) = (random.between(1, most), search.expansions());
                let answer = search.advance(layers.view(&sliced_grid), slice, &mut sliced_scratch).unwrap();
                let ended = answer.as_ref().map(facts);
                let more = search.expansions() - before;
                assert!(more <= u64::from(slice), "seed {seed}, {query:?}: {more} expansions in {slice}");
                match ended {
                    Some(facts) => break facts,
                    None => slices += 1,
                }
            };
            assert_eq!(
                sliced,
                whole,
                "seed {seed}, {query:?}, {agent:?}, penalties {}\n{terrain:?}",
                penalties.is_some()
            );
            assert!(search.expansions() >= u64::from(sliced.2));
            found += u32::from(sliced.1 == "found");
            unreachable += u32::from(sliced.1 == "NoPath");
            limited += u32::from(sliced.1 == "LimitReached");
            partial += u32::from(sliced.1 == "partial" && sliced.2 > 2 * most);
            too_dear += u32::from(sliced.1 == "CostLimitReached" && search.expansions() > 0);
        }
    }
    let counts = (slices, found, unreachable, limited, partial, too_dear);
    let is_enough = slices > 20_000 && found > 1000 && unreachable > 100 && limited > 20 && partial > 50;
    assert!(is_enough && too_dear > 100, "too few of a kind: {counts:?}");
}

/// On patterns whose costs make many paths equally cheap, searches by jump points become careful soon, and change
/// between jumps and steps.
#[test]
fn slices_of_careful_searches_come_to_the_same_answer() {
    const SIDE: u32 = 150;
    let (mut whole_scratch, mut sliced_scratch) = (Scratch::new(), Scratch::new());
    let mut longer = 0;
    for seed in 0..200 {
        let mut random = Random::new(seed);
        let pattern = random_tile(&mut random);
        let map = pattern.map(SIDE);
        let mut grid = IndexedGrid::new(SIDE, SIDE).unwrap();
        let rect = Rect { x: 0, y: 0, width: SIDE, height: SIDE };
        grid.edit(&Edit::write(rect, &map.cell_types())).unwrap();
        let agent = Agent::default();
        let layers = AgentLayers::of(&grid, &agent).unwrap();
        for diagonal in [1.0, 1.0001, 1.9999, 2.0] {
            let query = Query {
                diagonal_rule: RULES[random.below(4) as usize],
                costs: StepCosts::new(1.0, diagonal).unwrap(),
                engine: if random.percent(50) { Engine::JumpPoints } else { Engine::Landmarks },
                max_expansions: random.percent(30).then(|| random.between(100, 600)),
                ..Query::new(random.walkable_cell(&map), random.walkable_cell(&map))
            };
            let whole = facts(&find_path(layers.view(&grid), &query, &mut whole_scratch).unwrap());
            for most in [1, 7, 40] {
                let mut search = PathSearch::new(query);
                let sliced = loop {
                    let slice = random.between(1, most);
                    if let Some(answer) = search.advance(layers.view(&grid), slice, &mut sliced_scratch).unwrap() {
                        break facts(&answer);
                    }
                };
                assert_eq!(sliced, whole, "seed {seed}, {pattern}, {query:?}, slices of at most {most}\n{map}");
            }
            longer += u32::from(whole.2 > 100);
        }
    }
    assert!(longer > 150, "{longer} searches that are long enough to be careful");
}
