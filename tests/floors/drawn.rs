//! Paths through drawn floors, through the C functions. Each result is also compared with the reference search.

#![allow(clippy::expect_used, clippy::unwrap_used, reason = "a test fails by panicking")]

use common::abi::{TestGrid, default_grid_def, default_query_def, rule_number};
use common::floor_twin::{Twin, at};
use common::floors::{TestFloors, empty_floor_result, link_def};
use common::joined_reference::TestLink;
use gridstar::ffi::*;
use gridstar::floors::FloorStep;
use gridstar::grid::Cell;
use gridstar::movement::DiagonalRule;

#[test]
fn a_path_tells_which_link_it_takes_and_has_both_ends_of_it() {
    let mut twin = Twin::drawn(["....", "...."]);
    let stairs = twin.link(at(0, 3, 0), at(1, 3, 0), 2.0);
    let answer = twin.find(at(0, 0, 0), at(1, 1, 0));
    let steps = [(0, 0, 0), (0, 1, 0), (0, 2, 0), (0, 3, 0), (1, 3, stairs), (1, 2, 0), (1, 1, 0)];
    let expected = steps.map(|(floor, x, link)| FloorStep { floor, x, y: 0, link });
    assert_eq!((answer.path.as_slice(), answer.cost, answer.links), (expected.as_slice(), 7.0, 1));
    assert_eq!(answer.walks, 2);
}

#[test]
fn a_one_way_link_leads_back_nowhere() {
    let mut twin = Twin::drawn(["...", "..."]);
    twin.add(TestLink { number: 0, from: at(0, 0, 0), to: at(1, 0, 0), cost: 1.0, one_way: true, closed: false });
    assert_eq!(twin.find(at(0, 2, 0), at(1, 2, 0)).status, GridstarStatus::Ok);
    assert_eq!(twin.find(at(1, 2, 0), at(0, 2, 0)).status, GridstarStatus::NoPath);
}

#[test]
fn a_link_of_one_floor_is_a_short_cut_where_it_costs_less_than_walking() {
    let mut twin = Twin::drawn([".........."]);
    let teleporter = twin.link(at(0, 1, 0), at(0, 8, 0), 6.5);
    assert_eq!(twin.find(at(0, 0, 0), at(0, 9, 0)).links, 1);
    assert_eq!(gridstar_floors_set_link_cost(twin.floors.id(), teleporter, 7.5), GridstarStatus::Ok);
    twin.building.links[0].cost = 7.5;
    assert_eq!(twin.find(at(0, 0, 0), at(0, 9, 0)).links, 0);
}

#[test]
fn a_link_with_an_obstacle_at_an_end_is_not_taken_until_the_obstacle_is_gone() {
    let mut twin = Twin::drawn(["...", "..."]);
    twin.link(at(0, 1, 0), at(1, 1, 0), 0.0);
    for end in [at(0, 1, 0), at(1, 1, 0)] {
        twin.set(end, true);
        assert_eq!(twin.find(at(0, 0, 0), at(1, 0, 0)).status, GridstarStatus::NoPath);
        twin.set(end, false);
        assert_eq!(twin.find(at(0, 0, 0), at(1, 0, 0)).status, GridstarStatus::Ok);
    }
    // Steps can leave a start that is an obstacle, but links can't.
    twin.link(at(0, 0, 0), at(1, 2, 0), 0.0);
    twin.set(at(0, 0, 0), true);
    assert_eq!(twin.find(at(0, 0, 0), at(1, 2, 0)).cost, 2.0);
}

#[test]
fn a_path_may_leave_its_floor_and_come_back() {
    let mut twin = Twin::drawn(["..#..", "....."]);
    twin.link(at(0, 1, 0), at(1, 1, 0), 0.25);
    twin.link(at(0, 3, 0), at(1, 3, 0), 0.25);
    let answer = twin.find(at(0, 0, 0), at(0, 4, 0));
    assert_eq!((answer.cost, answer.links), (4.5, 2));
}

#[test]
fn links_at_the_start_at_the_goal_and_at_one_cell_are_taken() {
    let mut twin = Twin::drawn([".", ".", "."]);
    let first = twin.link(at(0, 0, 0), at(1, 0, 0), 1.0);
    let dear = twin.link(at(1, 0, 0), at(2, 0, 0), 3.0);
    let cheap = twin.link(at(1, 0, 0), at(2, 0, 0), 2.0);
    let answer = twin.find(at(0, 0, 0), at(2, 0, 0));
    assert_eq!(answer.path.iter().map(|step| step.link).collect::<Vec<_>>(), [0, first, cheap]);
    assert_ne!(dear, cheap);
    assert_eq!((answer.cost, answer.walks, answer.expansions), (3.0, 0, 0));
    assert_eq!(twin.find(at(1, 0, 0), at(1, 0, 0)).path.len(), 1);
}

#[test]
fn of_equal_links_the_one_that_was_added_first_is_taken() {
    let mut twin = Twin::drawn(["...", "..."]);
    let first = twin.link(at(0, 1, 0), at(1, 1, 0), 1.0);
    twin.link(at(0, 1, 0), at(1, 1, 0), 1.0);
    assert_eq!(twin.find(at(0, 0, 0), at(1, 2, 0)).path[2].link, first);
}

#[test]
fn a_start_that_is_the_goal_is_a_path_of_one_cell_also_on_an_obstacle() {
    let twin = Twin::drawn(["#.", "#."]);
    for cell in [at(0, 0, 0), at(1, 1, 0)] {
        let answer = twin.find(cell, cell);
        assert_eq!((answer.path.len(), answer.cost, answer.links), (1, 0.0, 0));
    }
    assert_eq!(twin.find(at(0, 1, 0), at(1, 0, 0)).status, GridstarStatus::GoalBlocked);
}

#[test]
fn ends_that_are_not_there_are_told_apart() {
    let twin = Twin::drawn(["..", ".."]);
    let status = |start, goal| twin.floors.find_path(start, goal, None).status;
    assert_eq!(status(at(0, 2, 0), at(1, 9, 9)), GridstarStatus::StartOutside);
    assert_eq!(status(at(0, 0, 0), at(1, 0, -1)), GridstarStatus::GoalOutside);
    assert_eq!(status(at(2, 0, 0), at(0, 0, 0)), GridstarStatus::UnknownFloor);
    assert_eq!(status(at(0, 0, 0), at(u32::MAX, 0, 0)), GridstarStatus::UnknownFloor);
    assert_eq!(gridstar_destroy(twin.grids[1].id()), GridstarStatus::Ok);
    assert_eq!(status(at(0, 0, 0), at(1, 0, 0)), GridstarStatus::FloorWithoutGrid);
    assert_eq!(status(at(1, 0, 0), at(0, 0, 0)), GridstarStatus::FloorWithoutGrid);
    assert_eq!(status(at(0, 0, 0), at(0, 1, 0)), GridstarStatus::Ok);
}

#[test]
fn a_floor_can_get_another_grid_and_links_beyond_it_are_not_taken() {
    let mut twin = Twin::drawn(["....", "...."]);
    twin.link(at(0, 3, 0), at(1, 3, 0), 0.0);
    assert_eq!(twin.find(at(0, 0, 0), at(1, 0, 0)).status, GridstarStatus::Ok);
    let small = TestGrid::new(2, 1);
    assert_eq!(gridstar_floors_set_floor(twin.floors.id(), 1, small.id()), GridstarStatus::Ok);
    assert_eq!(twin.floors.floor(1), Ok(small.id()));
    assert_eq!(twin.floors.find_path(at(0, 0, 0), at(1, 0, 0), None).status, GridstarStatus::NoPath);
    let wide = TestGrid::new(9, 1);
    assert_eq!(gridstar_floors_set_floor(twin.floors.id(), 1, wide.id()), GridstarStatus::Ok);
    assert_eq!(twin.floors.find_path(at(0, 0, 0), at(1, 8, 0), None).cost, 8.0);
}

#[test]
fn what_the_def_leaves_open_is_as_the_floor_of_the_start_has_it() {
    let grids = [(DiagonalRule::Never, 2.0, 3.0, 0), (DiagonalRule::Always, 1.0, 1.4, 1)];
    let grids = grids.map(|(rule, straight_cost, diagonal_cost, max_expansions)| {
        let def = GridstarGridDef {
            diagonal_rule: rule_number(rule),
            straight_cost,
            diagonal_cost,
            max_expansions,
            ..default_grid_def(3, 3)
        };
        TestGrid::with_def(&def).unwrap()
    });
    let floors = TestFloors::new(&grids);
    floors.add_link(&link_def(at(0, 2, 2), at(1, 0, 0), 1.0)).unwrap();
    let there = floors.find_path(at(0, 0, 0), at(1, 2, 2), None);
    assert_eq!((there.cost, there.path.len()), (17.0, 10));
    let back = floors.find_path(at(1, 2, 2), at(0, 0, 0), None);
    assert_eq!((back.status, back.expansions), (GridstarStatus::LimitReached, 1));
    let def = GridstarQueryDef { max_expansions: 100, ..default_query_def() };
    let back = floors.find_path(at(1, 2, 2), at(0, 0, 0), Some(&def));
    assert!((back.cost - 6.6).abs() < 1e-12 && back.path.len() == 6, "{back:?}");
}

#[test]
fn a_path_that_does_not_fit_says_how_long_it_is_and_touches_nothing() {
    let mut twin = Twin::drawn(["....", "...."]);
    twin.link(at(0, 3, 0), at(1, 3, 0), 2.0);
    let ends = (at(0, 0, 0), at(1, 0, 0));
    let mark = FloorStep { floor: 7, x: 7, y: 7, link: 7 };
    for capacity in [0, 1, 7] {
        let (mut path, mut result) = (vec![mark; capacity], empty_floor_result());
        let status = twin.floors.find_into(ends, None, &mut path, &mut result);
        assert_eq!(status, GridstarStatus::BufferTooSmall);
        assert_eq!(result, GridstarFloorPathResult { length: 8, ..empty_floor_result() });
        assert!(path.iter().all(|step| *step == mark));
    }
    let (mut path, mut result) = (vec![mark; 9], empty_floor_result());
    assert_eq!(twin.floors.find_into(ends, None, &mut path, &mut result), GridstarStatus::Ok);
    assert_eq!((result.length, path[8]), (8, mark), "the search wrote beyond the path");
}

#[test]
fn a_link_comes_back_as_it_was_given_and_its_number_is_never_used_again() {
    let twin = Twin::drawn(["...", "..."]);
    let floors = &twin.floors;
    let def = GridstarLinkDef { one_way: 1, closed: 1, ..link_def(at(1, 2, 0), at(0, 1, 0), 2.5) };
    let numbers = [floors.add_link(&def).unwrap(), floors.add_link(&def).unwrap()];
    assert_eq!((numbers, floors.link(1)), ([1, 2], Ok(def)));
    assert_eq!(gridstar_floors_set_link_closed(floors.id(), 1, 0), GridstarStatus::Ok);
    assert_eq!(floors.link(1), Ok(GridstarLinkDef { closed: 0, ..def }));
    assert_eq!(gridstar_floors_remove_link(floors.id(), 2), GridstarStatus::Ok);
    assert_eq!(gridstar_floors_remove_link(floors.id(), 2), GridstarStatus::UnknownLink);
    assert_eq!((floors.link(2), floors.add_link(&def)), (Err(GridstarStatus::UnknownLink), Ok(3)));
    assert_eq!(floors.links(), [1, 3]);
    let info = floors.info().unwrap();
    assert_eq!((info.floor_count, info.link_count, info.revision), (2, 2, 7));
}

#[test]
fn a_refused_link_is_not_added_and_costs_have_a_stated_range() {
    let twin = Twin::drawn(["..", ".."]);
    let (floors, good) = (&twin.floors, link_def(at(0, 0, 0), at(1, 0, 0), 1.0));
    let before = floors.info().unwrap();
    for (bad, status) in [
        (link_def(at(0, 2, 0), at(1, 0, 0), 1.0), GridstarStatus::CellOutside),
        (link_def(at(0, 0, 0), at(1, 0, 1), 1.0), GridstarStatus::CellOutside),
        (link_def(at(2, 0, 0), at(1, 0, 0), 1.0), GridstarStatus::UnknownFloor),
        (GridstarLinkDef { cost: f64::NAN, ..good }, GridstarStatus::BadLinkCost),
        (GridstarLinkDef { cost: -0.1, ..good }, GridstarStatus::BadLinkCost),
        (GridstarLinkDef { one_way: 2, ..good }, GridstarStatus::BadFlag),
    ] {
        assert_eq!(floors.add_link(&bad), Err(status), "{bad:?}");
    }
    assert_eq!(floors.info(), Ok(before));
    let number = floors.add_link(&GridstarLinkDef { cost: f64::MAX, ..good }).unwrap();
    let answer = floors.find_path(at(0, 0, 0), at(1, 1, 0), None);
    assert_eq!((answer.cost, answer.path.len()), (1e9 + 1.0, 3), "the limit is 10^9 straight steps");
    assert_eq!(gridstar_floors_set_link_cost(floors.id(), number, f64::INFINITY), GridstarStatus::BadLinkCost);
    assert_eq!(floors.link(number).unwrap().cost, f64::MAX);
}

#[test]
fn one_grid_may_be_several_floors() {
    let grid = TestGrid::new(3, 1);
    let floors = TestFloors::new([&grid, &grid, &grid]);
    for floor in 0..2 {
        floors.add_link(&link_def(at(floor, 2, 0), at(floor + 1, 0, 0), 1.0)).unwrap();
    }
    assert_eq!(floors.find_path(at(0, 0, 0), at(2, 2, 0), None).cost, 8.0);
    assert_eq!(grid.set_cell(Cell::new(1, 0), 1), GridstarStatus::Ok);
    assert_eq!(floors.find_path(at(0, 0, 0), at(2, 2, 0), None).status, GridstarStatus::NoPath);
}

#[test]
fn links_cheaper_than_a_unit_are_told_apart() {
    let mut twin = Twin::drawn([".", "."]);
    // A straight step has 5 units, so a thousandth of a unit costs 0.0002.
    twin.link(at(0, 0, 0), at(1, 0, 0), 0.0003);
    let cheaper = twin.link(at(0, 0, 0), at(1, 0, 0), 0.0002);
    let answer = twin.find(at(0, 0, 0), at(1, 0, 0));
    assert_eq!((answer.path[1].link, answer.cost), (cheaper, 0.0002));
}
