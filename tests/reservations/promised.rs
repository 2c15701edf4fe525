//! Plans for many agents: what they promise, told by sentence, and goldens.

#![allow(clippy::expect_used, clippy::unwrap_used, reason = "a test fails by panicking")]

use common::abi::TestGrid;
use common::cell_map::CellMap;
use common::crowd::{Plans, Refereed, TestReservations, planned_agent, referee, rule_def};
use common::profile::TestProfile;
use common::terrain::AgentMap;
use gridstar::ffi::*;
use gridstar::grid::Cell;
use gridstar::movement::{DiagonalRule, StepCosts};

type Way = ((i32, i32), (i32, i32));

/// Agents of one cell on a drawn map, planned and refereed.
fn planned(drawing: &str, window: u32, ways: &[Way]) -> Plans {
    planned_by(DiagonalRule::Always, drawing, window, ways)
}

fn planned_by(rule: DiagonalRule, drawing: &str, window: u32, ways: &[Way]) -> Plans {
    let map = CellMap::parse(drawing);
    let grid = TestGrid::from_map(&map);
    let reservations = TestReservations::new(&grid, window);
    let agents: Vec<_> = ways.iter().map(|&(start, goal)| planned_agent(start, goal)).collect();
    let plans = reservations.plan(&agents, Some(&rule_def(rule)));
    let seen = AgentMap::plain(map);
    let refereed: Vec<_> = agents.iter().map(|&agent| Refereed { agent, size: 1, map: &seen }).collect();
    referee(&refereed, rule, &StepCosts::default(), &plans).unwrap();
    plans
}

#[test]
fn an_agent_alone_goes_straight_to_its_goal_and_stays() {
    let plans = planned("......", 7, &[((0, 0), (4, 0))]);
    assert_eq!(plans.drawn(0), "0,0 1,0 2,0 3,0 4,0 4,0 4,0 4,0");
    let result = plans.results[0];
    assert_eq!((result.status, result.stays_from, result.cost), (0, 4, 4.0));
}

#[test]
fn an_agent_that_meets_another_steps_aside() {
    let plans = planned(
        "......
         ......",
        8,
        &[((0, 0), (5, 0)), ((5, 0), (0, 0))],
    );
    assert_eq!(plans.drawn(0), "0,0 1,0 2,0 3,0 4,0 5,0 5,0 5,0 5,0");
    assert_eq!(plans.drawn(1), "5,0 4,0 3,0 2,1 1,0 0,0 0,0 0,0 0,0");
}

#[test]
fn an_agent_waits_for_another_at_a_crossing() {
    let drawing = "##.##
                   .....
                   ##.##";
    let plans = planned_by(DiagonalRule::Never, drawing, 6, &[((0, 1), (4, 1)), ((2, 0), (2, 2))]);
    assert_eq!(plans.drawn(0), "0,1 1,1 2,1 3,1 4,1 4,1 4,1");
    // It goes through (2, 1) at tick 1. The other is there at tick 2.
    assert_eq!(plans.drawn(1), "2,0 2,1 2,2 2,2 2,2 2,2 2,2");
    let plans = planned_by(DiagonalRule::Never, drawing, 6, &[((1, 1), (4, 1)), ((2, 0), (2, 2))]);
    assert_eq!(plans.drawn(1), "2,0 2,0 2,1 2,2 2,2 2,2 2,2");
    assert_eq!(plans.results[1].cost, 3.0);
    // A diagonal way round, behind the other, is cheaper than waiting.
    let plans = planned(drawing, 6, &[((1, 1), (4, 1)), ((2, 0), (2, 2))]);
    assert_eq!(plans.drawn(1), "2,0 1,1 2,2 2,2 2,2 2,2 2,2");
    assert_eq!(plans.results[1].cost, 2.8);
}

#[test]
fn agents_that_would_swap_in_a_corridor_stand() {
    let plans = planned("....", 6, &[((0, 0), (3, 0)), ((3, 0), (0, 0))]);
    // The second one has no way out. The first one plans again, and waits before it.
    assert_eq!(plans.status(1), Some(GridstarStatus::NotPlanned));
    assert_eq!(plans.drawn(1), "3,0 3,0 3,0 3,0 3,0 3,0 3,0");
    assert_eq!(plans.status(0), Some(GridstarStatus::Ok));
    assert_eq!((plans.results[0].stays_from, plans.cells[0][6].x), (GRIDSTAR_NEVER, 2));
}

#[test]
fn neighbors_do_not_swap_and_do_not_cross() {
    let plans = planned("..", 3, &[((0, 0), (1, 0)), ((1, 0), (0, 0))]);
    assert_eq!([plans.drawn(0), plans.drawn(1)], ["0,0 0,0 0,0 0,0", "1,0 1,0 1,0 1,0"]);
    let plans = planned(
        "..
         ..",
        4,
        &[((0, 0), (1, 1)), ((1, 0), (0, 1))],
    );
    assert_eq!(plans.drawn(0), "0,0 1,1 1,1 1,1 1,1");
    assert!(plans.drawn(1).ends_with("0,1 0,1 0,1"), "{}", plans.drawn(1));
    assert!(plans.results[1].cost > 1.4);
}

#[test]
fn agents_follow_each_other_without_gaps() {
    let ways: Vec<_> = (0..5).map(|i| ((4 - i, 0), (9 - i, 0))).collect();
    let plans = planned("..........", 5, &ways);
    for (number, result) in plans.results.iter().enumerate() {
        assert_eq!((result.status, result.stays_from, result.cost), (0, 5, 5.0), "{number}");
    }
}

#[test]
fn an_agent_at_its_goal_makes_way_for_one_of_higher_priority_and_comes_back() {
    let drawing = "....
                   #.##";
    let plans = planned(drawing, 8, &[((0, 0), (3, 0)), ((1, 0), (1, 0))]);
    assert_eq!(plans.results[0].stays_from, 3);
    assert!(plans.results[1].cost > 0.0 && plans.results[1].status == 0);
    assert!(plans.drawn(1).ends_with("1,0"), "{}", plans.drawn(1));
    // With more priority it stays, and the other waits or goes round.
    let plans = planned(drawing, 8, &[((1, 0), (1, 0)), ((0, 0), (3, 0))]);
    assert_eq!((plans.results[0].stays_from, plans.results[0].cost), (0, 0.0));
}

#[test]
fn each_agent_has_its_status() {
    let ways = [
        ((0, 0), (1, 0)),
        ((5, 0), (1, 0)),
        ((0, 1), (0, 9)),
        ((1, 1), (2, 0)),
        ((4, 0), (0, 0)),
        ((3, 0), (3, 1)),
        ((3, 0), (3, 1)),
    ];
    let plans = planned(
        "..#..
         ..#..",
        4,
        &ways,
    );
    use GridstarStatus::*;
    let right = [Ok, StartOutside, GoalOutside, GoalBlocked, NoPath, NotPlanned, NotPlanned];
    for (number, right) in right.into_iter().enumerate() {
        assert_eq!(plans.status(number), Some(right), "{number}");
    }
}

#[test]
fn a_limit_of_expansions_lets_an_agent_stand() {
    let grid = TestGrid::new(40, 40);
    let reservations = TestReservations::new(&grid, 8);
    let agents = [planned_agent((0, 0), (39, 39)), planned_agent((1, 0), (2, 0))];
    let def = GridstarQueryDef { max_expansions: 5, ..rule_def(DiagonalRule::Always) };
    let plans = reservations.plan(&agents, Some(&def));
    assert_eq!([plans.status(0), plans.status(1)], [Some(GridstarStatus::NotPlanned), Some(GridstarStatus::Ok)]);
    assert_eq!(plans.results[0].expansions, 5);
}

#[test]
fn heavy_ground_takes_more_ticks_and_both_cells() {
    let grid = TestGrid::new(5, 1);
    assert_eq!(grid.set_cell(Cell::new(2, 0), 7), GridstarStatus::Ok);
    let profile = TestProfile::new();
    assert_eq!(profile.set_cost(7, 4.0), GridstarStatus::Ok);
    let reservations = TestReservations::new(&grid, 8);
    let agent = GridstarPlannedAgent { profile: profile.id(), ..planned_agent((0, 0), (4, 0)) };
    let plans = reservations.plan(&[agent], None);
    // 2.5 times a step, rounded up to 3 ticks.
    assert_eq!(plans.drawn(0), "0,0 1,0 2,0 2,0 2,0 3,0 3,0 3,0 4,0");
    let under_way: Vec<u32> = plans.cells[0].iter().map(|cell| cell.under_way).collect();
    assert_eq!((under_way, plans.results[0].cost), (vec![0, 0, 2, 1, 0, 2, 1, 0, 0], 7.0));
    for (x, ticks) in [(0, 0..1), (1, 1..4), (2, 2..7), (3, 5..8), (4, 8..9)] {
        for tick in 0..=8 {
            assert_eq!(reservations.is_taken(Cell::new(x, 0), tick), Ok(ticks.contains(&tick)), "{x} at {tick}");
        }
    }
}

#[test]
fn an_agent_that_is_under_way_arrives_before_anything_else() {
    let grid = TestGrid::new(6, 2);
    let reservations = TestReservations::new(&grid, 6);
    let late = GridstarPlannedAgent { from_x: 1, from_y: 0, under_way: 3, ..planned_agent((2, 0), (4, 0)) };
    let plans = reservations.plan(&[planned_agent((0, 0), (3, 0)), late], None);
    // The other goes round, and stands at (3, 0) then.
    assert_eq!(plans.drawn(1), "2,0 2,0 2,0 2,0 3,1 4,0 4,0");
    assert!(reservations.is_taken(Cell::new(1, 0), 2).unwrap() && !reservations.is_taken(Cell::new(1, 0), 3).unwrap());
    assert_eq!(plans.status(0), Some(GridstarStatus::Ok));
}

/// A step takes as many ticks as the ground says, and agents may be given in the midst of steps that cross.
#[test]
fn agents_that_are_under_way_and_cross_at_the_first_tick_stand() {
    let map = CellMap::parse(
        "....
         ....",
    );
    let (grid, seen) = (TestGrid::from_map(&map), AgentMap::plain(map));
    let reservations = TestReservations::new(&grid, 5);
    let under_way = |from: (i32, i32), to, ticks| GridstarPlannedAgent {
        from_x: from.0,
        from_y: from.1,
        under_way: ticks,
        ..planned_agent(to, (3, to.1))
    };
    let agents = [under_way((1, 1), (0, 0), 3), under_way((1, 0), (0, 1), 2), planned_agent((3, 0), (2, 0))];
    let plans = reservations.plan(&agents, None);
    let status = |number| plans.status(number).unwrap();
    use GridstarStatus::*;
    assert_eq!([status(0), status(1), status(2)], [NotPlanned, NotPlanned, Ok]);
    assert_eq!([plans.drawn(0), plans.drawn(1)], ["0,0 0,0 0,0 0,0 0,0 0,0", "0,1 0,1 0,1 0,1 0,1 0,1"]);
    let refereed: Vec<_> = agents.iter().map(|&agent| Refereed { agent, size: 1, map: &seen }).collect();
    referee(&refereed, DiagonalRule::Always, &StepCosts::default(), &plans).unwrap();
}

#[test]
fn what_is_taken_by_hand_is_kept_out_of_until_the_window_moves_on() {
    let grid = TestGrid::new(6, 1);
    let reservations = TestReservations::new(&grid, 6);
    let gate = [Cell::new(2, 0)];
    assert_eq!(reservations.take(&gate, (0, 3)), GridstarStatus::Ok);
    let plans = reservations.plan(&[planned_agent((0, 0), (4, 0))], None);
    assert_eq!(plans.drawn(0), "0,0 1,0 1,0 1,0 2,0 3,0 4,0");
    assert_eq!(gridstar_reservations_advance(reservations.id(), 3), GridstarStatus::Ok);
    let info = reservations.info().unwrap();
    assert_eq!((info.window, info.tick, info.grid), (6, 3, grid.id()));
    assert_eq!(reservations.is_taken(gate[0], 2), Err(GridstarStatus::BadTick));
    assert_eq!([3, 4, 5].map(|tick| reservations.is_taken(gate[0], tick)), [Ok(true), Ok(true), Ok(false)]);
    let plans = reservations.plan(&[planned_agent((1, 0), (4, 0))], None);
    assert_eq!(plans.drawn(0), "1,0 2,0 3,0 4,0 4,0 4,0 4,0");
    assert_eq!(plans.cells[0].iter().map(|cell| cell.tick).collect::<Vec<_>>(), [3, 4, 5, 6, 7, 8, 9]);
    assert_eq!(gridstar_reservations_clear(reservations.id()), GridstarStatus::Ok);
    assert_eq!(reservations.info().unwrap().claims, 0);
}

#[test]
fn one_agent_after_the_other_can_take_its_plan() {
    let grid = TestGrid::new(6, 2);
    let reservations = TestReservations::new(&grid, 8);
    let (status, first) = reservations.find(&planned_agent((0, 0), (5, 0)), 1, None);
    assert_eq!((status, &*first.drawn(0)), (GridstarStatus::Ok, "0,0 1,0 2,0 3,0 4,0 5,0 5,0 5,0 5,0"));
    let other = planned_agent((5, 0), (0, 0));
    let claims = reservations.info().unwrap().claims;
    let (status, second) = reservations.find(&other, 0, None);
    assert_eq!((status, &*second.drawn(0)), (GridstarStatus::Ok, "5,0 4,0 3,0 2,1 1,0 0,0 0,0 0,0 0,0"));
    assert_eq!(reservations.info().unwrap().claims, claims);
    assert_eq!(reservations.find(&other, 1, None), (status, second));
    assert_eq!(reservations.find(&other, 1, None).0, GridstarStatus::NotPlanned);
}

#[test]
fn one_owner_gives_up_what_it_has_taken_and_no_other_does() {
    let grid = TestGrid::new(6, 3);
    let reservations = TestReservations::new(&grid, 8);
    let (id, ways) = (reservations.id(), [((0, 0), (5, 0)), ((0, 1), (5, 1)), ((0, 2), (5, 2))]);
    let agents = ways.map(|(start, goal)| planned_agent(start, goal));
    reservations.plan(&agents, None);
    let of_three = reservations.info().unwrap().claims;
    assert_eq!(gridstar_reservations_release(id, 1, 1), GridstarStatus::Ok);
    // The second agent's cells, and the points between them.
    assert_eq!(reservations.info().unwrap().claims * 3, of_three * 2);
    let at = |y: i32, tick: u32| reservations.is_taken(Cell::new(tick.min(5) as i32, y), tick);
    for tick in 0..=8 {
        assert_eq!([0, 1, 2].map(|y| at(y, tick)), [Ok(true), Ok(false), Ok(true)], "tick {tick}");
    }
    // It goes elsewhere now.
    let (status, plan) = reservations.find(&planned_agent((0, 1), (2, 1)), 7, None);
    assert_eq!((status, &*plan.drawn(0)), (GridstarStatus::Ok, "0,1 1,1 2,1 2,1 2,1 2,1 2,1 2,1 2,1"));
    let gate = [Cell::new(2, 1), Cell::new(3, 1)];
    assert_eq!(reservations.take(&gate, (4, 5)), GridstarStatus::Ok);
    assert_eq!(gridstar_reservations_release(id, 8, 0), GridstarStatus::Ok);
    assert_eq!(reservations.is_taken(gate[0], 3), Ok(true));
    assert_eq!(gridstar_reservations_release(id, 7, 0), GridstarStatus::Ok);
    assert_eq!([3, 4, 5, 6].map(|tick| reservations.is_taken(gate[0], tick)), [false, true, true, false].map(Ok));
    assert_eq!(gridstar_reservations_release(id, GRIDSTAR_BY_HAND, 0), GridstarStatus::Ok);
    assert_eq!(reservations.info().unwrap().claims * 3, of_three * 2);
}

#[test]
fn a_plan_uses_the_memory_of_the_one_before() {
    let grid = TestGrid::new(30, 30);
    let reservations = TestReservations::new(&grid, 16);
    let agents: Vec<_> = (0..20).map(|i| planned_agent((i, 0), (29 - i, 29))).collect();
    let first = reservations.plan(&agents, None);
    reservations.plan(&agents, None);
    let bytes = reservations.info().unwrap().bytes;
    for _ in 0..5 {
        assert_eq!(reservations.plan(&agents, None), first);
        assert_eq!(reservations.info().unwrap().bytes, bytes);
    }
}

#[test]
fn threads_take_turns() {
    let grid = TestGrid::new(30, 30);
    let reservations = TestReservations::new(&grid, 12);
    let agents: Vec<_> = (0..15).map(|i| planned_agent((i, 2 * i), (29 - i, 29 - 2 * i))).collect();
    let alone = reservations.plan(&agents, None);
    assert_eq!(grid.set_cell(Cell::new(29, 0), 1), GridstarStatus::Ok);
    assert_eq!(reservations.plan(&agents, None), alone);
    std::thread::scope(|scope| {
        for _ in 0..3 {
            scope.spawn(|| (0..20).for_each(|_| assert_eq!(reservations.plan(&agents, None), alone)));
        }
        // No search comes to this cell, as the plan above shows.
        for number in 0..20 {
            assert_eq!(grid.set_cell(Cell::new(29, 0), number % 2), GridstarStatus::Ok);
        }
    });
}

#[test]
fn a_window_has_a_length_and_a_grid() {
    let grid = TestGrid::new(3, 3);
    for (window, right) in [(0, GridstarStatus::BadWindow), (257, GridstarStatus::BadWindow)] {
        assert_eq!(TestReservations::create(grid.id(), window).map(|_| ()), Err(right));
    }
    assert!(TestReservations::create(grid.id(), 1).is_ok() && TestReservations::create(grid.id(), 256).is_ok());
    let reservations = TestReservations::new(&grid, 4);
    assert_eq!(gridstar_destroy(grid.id()), GridstarStatus::Ok);
    let mut needed = 0;
    // SAFETY: null pointers with a capacity of 0, and the pointer of a reference.
    let status = unsafe {
        let (agents, def) = (std::ptr::null(), std::ptr::null());
        let (cells, results) = (std::ptr::null_mut(), std::ptr::null_mut());
        gridstar_reservations_plan(reservations.id(), agents, 0, def, results, cells, 0, &mut needed)
    };
    assert_eq!(status, GridstarStatus::InvalidId);
    assert_eq!(reservations.take(&[Cell::new(0, 0)], (0, 4)), GridstarStatus::Ok);
}
