//! Many threads on floors. Timing decides no test: each answer must be right for one state of each grid and for the
//! links of the answer's revision, in whatever order the threads run.

#![allow(clippy::expect_used, clippy::unwrap_used, reason = "a test fails by panicking")]

use common::abi::TestGrid;
use common::cell_map::CellMap;
use common::floors::{FloorAnswer, TestFloors, link_def};
use common::joined_reference::{Building, TestLink};
use common::random_maps::Random;
use common::terrain::AgentMap;
use gridstar::ffi::*;
use gridstar::floors::FloorCell;
use gridstar::movement::{DiagonalRule, StepCosts};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

const SIDE: u32 = 24;
const ENDS: (FloorCell, FloorCell) = (FloorCell::new(0, 0, 12), FloorCell::new(1, 23, 12));

/// Two states of a floor, with the gap of a wall in different places.
fn states(seed: u64) -> [CellMap; 2] {
    [2, 20].map(|gap| {
        let (mut map, mut random) = (CellMap::new(SIDE, SIDE), Random::new(seed + gap));
        for cell in map.cells().filter(|cell| ![0, 6, 23].contains(&cell.x)) {
            map.set_obstacle(cell, random.percent(10) || cell.x == 12 && cell.y != gap as i32);
        }
        map
    })
}

fn links() -> [TestLink; 2] {
    [(6, 1.0), (23, 4.0)].map(|(x, cost)| TestLink {
        number: 0,
        from: FloorCell::new(0, x, 3),
        to: FloorCell::new(1, x, 3),
        cost,
        one_way: false,
        closed: false,
    })
}

/// The buildings of all pairs of states, with the first link open or closed.
fn buildings(floors: &[[CellMap; 2]; 2], is_closed: bool) -> Vec<Building> {
    let [mut first, second] = links();
    (first.number, first.closed) = (1, is_closed);
    let links = vec![first, TestLink { number: 2, ..second }];
    let pairs = floors[0].iter().flat_map(|lower| floors[1].iter().map(move |upper| (lower, upper)));
    pairs
        .map(|(lower, upper)| Building {
            floors: [lower, upper].map(|map| Some(AgentMap::plain(map.clone()))).into(),
            links: links.clone(),
        })
        .collect()
}

/// Whether an answer is right for a building.
fn is_right_for(answer: &FloorAnswer, building: &Building) -> bool {
    let (rule, costs) = (DiagonalRule::Always, StepCosts::default());
    let cheapest = building.cheapest_cost(ENDS.0, ENDS.1, rule, &costs);
    match cheapest {
        None => answer.status == GridstarStatus::NoPath,
        Some(cheapest) => building.check_path(ENDS, rule, &costs, &answer.path) == Ok(cheapest),
    }
}

#[test]
fn each_path_is_a_cheapest_one_of_a_state_of_each_grid_and_of_the_links_that_its_revision_names() {
    let floors = [states(1), states(2)];
    let grids = [TestGrid::from_map(&floors[0][0]), TestGrid::from_map(&floors[1][0])];
    let joined = TestFloors::new(&grids);
    for link in links() {
        joined.add_link(&link_def(link.from, link.to, link.cost)).unwrap();
    }
    let opened = joined.info().unwrap().revision;
    let (stop, finished) = (AtomicBool::new(false), AtomicU32::new(0));
    let answers: Vec<FloorAnswer> = std::thread::scope(|scope| {
        let search = || {
            let mut answers = Vec::new();
            while !stop.load(Ordering::Relaxed) {
                answers.push(joined.find_path(ENDS.0, ENDS.1, None));
                finished.fetch_add(1, Ordering::Relaxed);
            }
            answers
        };
        let searchers: Vec<_> = (0..4).map(|_| scope.spawn(search)).collect();
        for number in 0..2000_usize {
            let (floor, state) = (number % 2, number / 2 % 2);
            assert_eq!(grids[floor].set_cells(&floors[floor][state].cell_types()), GridstarStatus::Ok);
            // Closes the link at every odd revision counted from here.
            assert_eq!(gridstar_floors_set_link_closed(joined.id(), 1, (number + 1) as u32 % 2), GridstarStatus::Ok);
            let seen = finished.load(Ordering::Relaxed);
            // On one processor searches go on only here, in states of all kinds.
            while number % 7 == 0 && finished.load(Ordering::Relaxed) == seen {
                std::thread::yield_now();
            }
        }
        stop.store(true, Ordering::Relaxed);
        searchers.into_iter().flat_map(|searcher| searcher.join().unwrap()).collect()
    });
    let possible = [false, true].map(|is_closed| buildings(&floors, is_closed));
    let mut distinct: Vec<(bool, &FloorAnswer)> = Vec::new();
    for answer in &answers {
        let is_closed = (answer.revision - opened) % 2 == 1;
        if !distinct.iter().any(|(closed, known)| *closed == is_closed && known.path == answer.path) {
            let is_right = possible[usize::from(is_closed)].iter().any(|building| is_right_for(answer, building));
            assert!(is_right, "{answer:?}\n{}", possible[usize::from(is_closed)][0]);
            distinct.push((is_closed, answer));
        }
    }
    assert!(
        answers.len() > 100 && distinct.len() > 1,
        "{} answers, {} of them distinct",
        answers.len(),
        distinct.len()
    );
}

#[test]
fn searches_end_while_their_floors_links_and_grids_are_taken_away() {
    for round in 0..40 {
        let maps = [states(1), states(2)];
        let grids = [TestGrid::from_map(&maps[0][0]), TestGrid::from_map(&maps[1][0])];
        let joined = TestFloors::new(&grids);
        for link in links() {
            joined.add_link(&link_def(link.from, link.to, link.cost)).unwrap();
        }
        let finished = AtomicU32::new(0);
        std::thread::scope(|scope| {
            let search = || loop {
                let status = joined.find_path(ENDS.0, ENDS.1, None).status;
                finished.fetch_add(1, Ordering::Relaxed);
                match status {
                    GridstarStatus::Ok | GridstarStatus::NoPath => {}
                    GridstarStatus::InvalidId | GridstarStatus::FloorWithoutGrid => break,
                    other => panic!("{other:?} in round {round}"),
                }
            };
            let searchers: Vec<_> = (0..3).map(|_| scope.spawn(search)).collect();
            while finished.load(Ordering::Relaxed) < 10 {
                std::thread::yield_now();
            }
            assert_eq!(gridstar_floors_remove_link(joined.id(), 1 + round % 2), GridstarStatus::Ok);
            if round % 3 == 0 {
                assert_eq!(gridstar_destroy(grids[1].id()), GridstarStatus::Ok);
            } else {
                assert_eq!(gridstar_destroy(joined.id()), GridstarStatus::Ok);
            }
            searchers.into_iter().for_each(|searcher| searcher.join().unwrap());
        });
    }
}
