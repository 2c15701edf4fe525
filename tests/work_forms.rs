//! Path forms, partial paths and limits of cost in batches and tickets: each answer is that of a single search.
//! `searches/path_forms.rs`, `any_angle.rs` and `reach.rs` there compare single searches with slow references.

#![allow(clippy::expect_used, clippy::unwrap_used, reason = "a test fails by panicking")]

use common::abi::{TestGrid, default_query_def, turn};
use common::cell_map::CellMap;
use common::random_maps::{Random, repeats};
use common::terrain::AgentMap;
use common::terrain_world::{ENGINES, World};
use common::work::{Batch, TestTicket, ends, request};
use gridstar::ffi::*;
use gridstar::grid::Cell;
use gridstar::movement::DiagonalRule;
use gridstar::search::Order;

const OK: GridstarStatus = GridstarStatus::Ok;
const RUNNING: GridstarStatus = GridstarStatus::StillRunning;

const FORMS: [GridstarPathForm; 4] =
    [GridstarPathForm::Cells, GridstarPathForm::WayPoints, GridstarPathForm::Straightened, GridstarPathForm::AnyAngle];

/// A def with a random form, now and then for partial paths, with its agent's map. Sometimes no agent and no limit.
fn random_def(world: &World, random: &mut Random) -> (GridstarQueryDef, AgentMap) {
    let mut query = world.query(random);
    let form = FORMS[random.below(4) as usize];
    if form == GridstarPathForm::AnyAngle {
        // What such a path supports, but for costs that differ and now and then what else it does not.
        query.order = if random.percent(95) { Order::AStar } else { Order::Dijkstra };
        if query.rule == DiagonalRule::Never && random.percent(90) {
            query.rule = DiagonalRule::BothFree;
        }
        if random.percent(70) {
            let (agent_size, ignores) = (query.agent_size, query.agent.ignores_penalties);
            query = common::terrain_world::Query { rule: query.rule, ..common::terrain_world::Query::new(None, 1) };
            (query.agent_size, query.agent.size) = (agent_size, agent_size.max(1));
            query.agent.ignores_penalties = ignores || random.percent(70);
        }
    }
    let mut def = GridstarQueryDef { path_form: form as u32, ..query.def() };
    let is_plain = form == GridstarPathForm::AnyAngle && random.percent(90);
    if !is_plain && random.percent(50) {
        def.flags |= GRIDSTAR_QUERY_PARTIAL_PATH;
    }
    if form != GridstarPathForm::AnyAngle && random.percent(40) {
        def.flags |= GRIDSTAR_QUERY_LEAVE_BLOCKED;
    }
    if random.percent(15) {
        def.max_expansions = random.between(1, 600);
    }
    (def, AgentMap::new(&world.terrain, &query.agent))
}

/// Random queries with a def each. Half of those that may have a limit of cost have one near their path's cost, which
/// `grid` tells. A query at any angle that single searches refuse is refused in a batch too, and is left out of it.
fn random_batch(world: &World, grid: &TestGrid, random: &mut Random) -> Batch {
    let mut batch = Batch { priority: random.below(5) as i32 - 2, ..Batch::default() };
    for _ in 0..[1, 3, 20][random.below(3) as usize] {
        let (mut def, map) = random_def(world, random);
        let (start, goal) = (world.end(&map, random), world.end(&map, random));
        let found = grid.find_path(start, goal, Some(&def));
        if found.cost > 0.0 && def.path_form != GridstarPathForm::AnyAngle as u32 && random.percent(50) {
            def.max_cost = found.cost * [0.5, 0.99, 1.0, 3.0][random.below(4) as usize];
        }
        if found.status == GridstarStatus::UnsupportedQuery {
            let alone = Batch { defs: vec![def], ..Batch::of([request(start, goal)]) };
            assert_eq!(TestTicket::submit(grid, &alone).err(), Some(GridstarStatus::UnsupportedQuery), "{def:?}");
            assert_eq!(grid.find_paths(&alone).status, GridstarStatus::UnsupportedQuery, "{def:?}");
            continue;
        }
        let def_index = batch.defs.len() as u32;
        batch.defs.push(def);
        batch.requests.push(GridstarPathRequest { def_index, ..request(start, goal) });
    }
    batch
}

/// Lets this thread answer a ticket with budgets of one expansion. Returns the number of budgets.
fn answer_in_slices(ticket: &TestTicket) -> u32 {
    let mut budgets = 0;
    while ticket.poll().0 == GridstarStatus::StillRunning {
        assert_eq!(gridstar_work_run(1, 0), OK);
        budgets += 1;
    }
    budgets
}

/// A search that is interrupted tells of a way that begins like any path: legal steps from the start, toward the goal.
/// Once it is answered, the ticket tells the path before it is taken.
#[test]
fn a_ticket_tells_the_way_of_a_search_so_far_and_then_its_path() {
    let _turn = turn();
    assert_eq!(gridstar_work_set_threads(0), OK);
    let mut map = CellMap::new(120, 90);
    for x in (8..120).step_by(8) {
        let gap = if x % 16 == 8 { 2 } else { 87 };
        (0..90).filter(|&y| y != gap).for_each(|y| map.set_obstacle(Cell::new(x, y), true));
    }
    let grid = TestGrid::from_map(&map);
    let (start, goal) = (Cell::new(3, 40), Cell::new(117, 40));
    let expected = grid.find_path(start, goal, None);
    for (engine, weight) in [(GridstarEngine::AStar, 1.0), (GridstarEngine::Auto, 1.0), (GridstarEngine::Auto, 1.5)] {
        assert_eq!(gridstar_grid_prepare(grid.id(), engine as u32, 0), OK);
        let def = GridstarQueryDef { heuristic_weight: weight, ..default_query_def() };
        let near = request(start, Cell::new(4, 41));
        let batch = Batch { requests: vec![near, request(start, goal)], defs: vec![def], priority: 0 };
        let ticket = TestTicket::submit(&grid, &batch).unwrap();
        assert_eq!(ticket.peek(2, 9).0, GridstarStatus::InvalidId);
        let (status, reply, cells) = ticket.peek(1, 9);
        assert_eq!((status, reply.status, cells.len()), (RUNNING, RUNNING as i32, 0));
        let (mut nearest, mut ways, mut beginnings) = (u64::MAX, 0, 1);
        while ticket.poll().0 == RUNNING {
            assert_eq!(gridstar_work_run(3, 0), OK);
            let (status, reply, cells) = ticket.peek(1, 1 << 14);
            assert_eq!(status as i32, if status == RUNNING { reply.status } else { OK as i32 });
            if status != RUNNING || cells.is_empty() {
                continue;
            }
            ways += 1;
            assert_eq!((cells[0], ticket.peek(0, 4).0), (start, OK), "the first request is answered");
            let are_legal = cells.windows(2).all(|step| {
                let (dx, dy) = (step[1].x - step[0].x, step[1].y - step[0].y);
                dx.abs().max(dy.abs()) == 1 && map.is_walkable(step[1])
            });
            assert!(are_legal, "{engine:?}, weight {weight}: {cells:?}");
            let end = cells[cells.len() - 1];
            let away = u64::from(end.x.abs_diff(goal.x)).pow(2) + u64::from(end.y.abs_diff(goal.y)).pow(2);
            beginnings += u32::from(away > nearest);
            nearest = away;
            // A small buffer gets the first cells.
            let (_, reply, first) = ticket.peek(1, 2);
            assert_eq!((reply.length as usize, &first[..]), (cells.len(), &cells[..cells.len().min(2)]));
        }
        assert!(ways > 3, "{engine:?}, weight {weight}: {ways} ways");
        assert!(beginnings <= 2, "{engine:?}, weight {weight}: a search begins anew at most once");
        let (status, reply, cells) = ticket.peek(1, 1 << 14);
        assert_eq!((status, reply.first), (OK, 0));
        let answers = ticket.take();
        assert_eq!(cells, answers.paths[1], "{engine:?}, weight {weight}");
        assert_eq!((reply.cost, reply.length), (answers.replies[1].cost, answers.replies[1].length));
        assert!(weight > 1.0 || (reply.cost - expected.cost).abs() < 1e-6);
        assert_eq!(ticket.peek(1, 9).0, GridstarStatus::InvalidId, "it was taken");
    }
}

/// Two threads look at the requests of a ticket while worker threads answer them: in the shares of these requests,
/// where each of them is looked at, and after the end. An answer that a thread has seen stays.
#[test]
fn an_answered_request_stays_answered_while_others_look_and_threads_go_on() {
    let _turn = turn();
    assert_eq!(gridstar_work_set_threads(2), OK);
    let grid = TestGrid::from_map(&CellMap::new(90, 90));
    assert_eq!(gridstar_grid_prepare(grid.id(), GridstarEngine::AStar as u32, 0), OK);
    let mut answered_early = 0;
    // In some round threads get their turns so that a look comes between two answers.
    for round in 0..80 {
        if round >= 4 && answered_early > 0 {
            break;
        }
        // Shares of several requests: short ones and long ones.
        let ends = |i: i32| (Cell::new(i % 90, round), Cell::new(if i % 3 == 0 { i % 90 } else { 89 - i % 90 }, 89));
        let requests = (0..480).map(|i| request(ends(i).0, ends(i).1));
        let ticket = TestTicket::submit(&grid, &Batch::of(requests)).unwrap();
        let look = || {
            let (mut seen, mut early) = ([false; 480], 0);
            for (looks, number) in (0..12_000).map(|i| i * 7 % 480).chain(std::iter::repeat(479)).enumerate() {
                if looks >= 32_000 && ticket.poll().0 != RUNNING {
                    break;
                }
                let (status, reply, _) = ticket.peek(number as u32, 1);
                let is_answered = status == OK && reply.status == OK as i32;
                assert!(is_answered || status == RUNNING && !seen[number], "request {number}: {status:?} after OK");
                seen[number] |= is_answered;
                early += u32::from(is_answered && ticket.poll().0 == RUNNING);
            }
            early
        };
        std::thread::scope(|scope| {
            let other = scope.spawn(look);
            answered_early += look() + other.join().unwrap();
        });
        assert_eq!(ticket.wait(), OK);
        ticket.take();
    }
    assert!(answered_early > 0, "no request was answered before its ticket");
    assert_eq!(gridstar_work_set_threads(0), OK);
}

/// How many answers of a kind there were.
#[derive(Debug, Default)]
struct Kinds {
    partial: u32,
    too_dear: u32,
    any_angle: u32,
    turned: u32,
    limited: u32,
    budgets: u32,
}

#[test]
fn forms_partial_paths_and_limits_of_cost_are_those_of_single_searches() {
    let _turn = turn();
    let mut kinds = Kinds::default();
    for seed in 0..repeats(40) {
        let engine = ENGINES[(seed % 4) as usize];
        // The first two grids answer singly. The others must not profit from what those searches derived.
        let mut world = World::new(seed ^ 0xf0, &[engine; 6]);
        let mut random = Random::new(seed ^ 0xf03);
        for round in 0..4 {
            let batch = random_batch(&world, &world.grids[0], &mut random);
            let singly = world.grids[1].find_singly(&batch);
            let mut answers = Vec::new();
            for (threads, grid) in [0, 1, 3].into_iter().zip(&world.grids[2..]) {
                assert_eq!(gridstar_work_set_threads(threads), OK);
                let ticket = TestTicket::submit(grid, &batch).unwrap();
                match threads {
                    0 => kinds.budgets += answer_in_slices(&ticket),
                    _ => assert_eq!(ticket.wait(), OK),
                }
                answers.push((ticket.take(), format!("a ticket, {threads} threads")));
            }
            answers.push((world.grids[5].find_paths(&batch), "a batch".into()));
            for (answers, way) in answers {
                assert_eq!(answers.status, OK);
                let is_same = answers.compare(&singly, true);
                is_same.unwrap_or_else(|problem| {
                    panic!("seed {seed}, round {round}, {engine:?}, {way}: {problem}\n{batch:?}\n{}", world.terrain)
                });
            }
            for (request, answer) in batch.requests.iter().zip(&singly) {
                let def = &batch.defs[request.def_index as usize];
                let is_path = matches!(answer.status, GridstarStatus::Ok | GridstarStatus::PartialPath);
                let (start, goal) = ends(request);
                kinds.partial += u32::from(answer.status == GridstarStatus::PartialPath && answer.path.len() > 1);
                kinds.too_dear += u32::from(answer.status == GridstarStatus::CostLimitReached);
                kinds.limited += u32::from(answer.status == GridstarStatus::LimitReached);
                let is_bent = is_path && def.path_form != GridstarPathForm::Cells as u32 && answer.path.len() > 2;
                let is_any_angle = def.path_form == GridstarPathForm::AnyAngle as u32 && start != goal;
                kinds.any_angle += u32::from(is_bent && is_any_angle);
                kinds.turned += u32::from(is_bent && !is_any_angle);
            }
            // Landmarks that an edit repairs depend on when they were measured: by a batch for all its defs, by a
            // single search for its own. Another optimal path may then come back.
            if engine != GridstarEngine::Landmarks {
                (0..random.below(3)).for_each(|_| world.edit(&mut random));
            }
        }
    }
    assert_eq!(gridstar_live_count(GridstarKind::Ticket as u32), 0);
    let Kinds { partial, too_dear, any_angle, turned, limited, budgets } = kinds;
    let least = [(partial, 25), (too_dear, 7), (any_angle, 5), (turned, 50), (limited, 5), (budgets, 2500)];
    let is_enough = least.iter().all(|&(count, least)| u64::from(count) > repeats(least));
    assert!(is_enough, "too few of a kind: {kinds:?}");
}

#[test]
fn a_ticket_at_any_angle_keeps_its_answers_when_penalties_come_before_they_are_found() {
    let _turn = turn();
    assert_eq!(gridstar_work_set_threads(0), OK);
    let grid = TestGrid::new(20, 20);
    assert_eq!(grid.fill_rect(gridstar::grid::Rect { x: 5, y: 0, width: 1, height: 15 }, 1), OK);
    let def = GridstarQueryDef { path_form: GridstarPathForm::AnyAngle as u32, ..common::abi::default_query_def() };
    let batch = Batch { defs: vec![def], ..Batch::of([request(Cell::new(0, 0), Cell::new(19, 3))]) };
    let singly = grid.find_singly(&batch);
    let ticket = TestTicket::submit(&grid, &batch).unwrap();
    assert_eq!(grid.fill_penalties(gridstar::grid::Rect { x: 0, y: 0, width: 20, height: 20 }, 9), OK);
    assert_eq!(TestTicket::submit(&grid, &batch).err(), Some(GridstarStatus::UnsupportedQuery));
    assert!(answer_in_slices(&ticket) > 0);
    let answers = ticket.take();
    answers.compare(&singly, true).unwrap();
    assert!(answers.paths[0].len() > 2, "{answers:?}");
}
