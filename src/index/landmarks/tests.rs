//! Tests of landmarks: their distances equal those of Dijkstra's algorithm, and estimates stay admissible and
//! consistent through edits.

use super::field_tests::distances_by_steps;
use super::repair::{LIMITS, Limits};
use super::*;
use crate::distance::landmarks::{Edited, FARTHEST, LANDMARKS, QuantizedSteps, largest_difference};
use crate::grid::{Cell, MapError, Rect};
use crate::held::Held;
use crate::index::IndexCell;
use crate::index::changed_cells::ChangedCells;
use crate::index::test_maps::{RULES, Random, TestMap, drawn, random_map};
use crate::index::walkable_cells::WalkableCells;
use crate::interrupt::Interrupt;
use crate::movement::{ANY_ARRIVAL, DIRECTIONS, DiagonalRule, StepCosts, StepsLeft};
use std::sync::atomic::{AtomicBool, Ordering};

fn costs() -> impl Iterator<Item = StepCosts> {
    [1.0, 1.4, std::f64::consts::SQRT_2, 2.0].into_iter().map(|ratio| StepCosts::new(1.0, ratio).unwrap())
}

fn landmarks_of(map: &TestMap, rule: DiagonalRule) -> Landmarks {
    Landmarks::new(rule, &StepCosts::default(), &map.walkable(), 0).unwrap()
}

/// Opens or closes cells of a map, and tells the landmarks. Returns the walkable cells after it.
fn set(landmarks: &mut Landmarks, map: &mut TestMap, (rect, open): (Rect, bool), limits: Limits) -> WalkableCells {
    let before = map.walkable();
    let before = before.before_edit(before.block(rect)).unwrap();
    map.fill(rect, open);
    let walkable = map.walkable();
    landmarks.cells_changed_within(ChangedCells::between(&before, &walkable), limits);
    walkable
}

/// The first steep step, as its cell and its direction.
pub(super) fn steep_step(landmarks: &Landmarks, walkable: &WalkableCells) -> Option<((usize, usize), (i32, i32))> {
    let cells = (0..walkable.height()).flat_map(|y| (0..walkable.width()).map(move |x| (x, y)));
    for (x, y) in cells.filter(|&(x, y)| walkable.is_walkable(x, y)) {
        let legal = landmarks.rule.successors()[ANY_ARRIVAL][walkable.rows.around(x, y)];
        for (_, (dx, dy)) in DIRECTIONS.into_iter().enumerate().filter(|&(i, _)| legal >> i & 1 == 1) {
            let to = (y as i32 + dy) as usize * walkable.width() + (x as i32 + dx) as usize;
            let step_cost =
                if dx * dy == 0 { landmarks.quantized_costs.straight } else { landmarks.quantized_costs.diagonal };
            let (here, there) = (&landmarks.distances()[y * walkable.width() + x], &landmarks.distances()[to]);
            if largest_difference(here, there) > step_cost {
                return Some(((x, y), (dx, dy)));
            }
        }
    }
    None
}

#[test]
fn distances_are_those_of_dijkstras_search_from_each_landmark() {
    for (seed, rule) in (0..60).flat_map(|seed| RULES.map(|rule| (seed, rule))) {
        for costs in costs() {
            let map = random_map(seed);
            let walkable = map.walkable();
            let landmarks = Landmarks::new(rule, &costs, &walkable, 0).unwrap();
            for lane in 0..LANDMARKS {
                let field: Vec<u16> = landmarks.distances.iter().map(|distances| distances[lane]).collect();
                let context = || format!("{rule:?}, {costs:?}, seed {seed}, landmark {lane}\n{map}");
                let Some(source) = field.iter().position(|&distance| distance == 0) else {
                    assert!(field.iter().all(|&distance| distance == FARTHEST), "{}", context());
                    continue;
                };
                let source = (source % walkable.width(), source / walkable.width());
                let expected = distances_by_steps(rule, landmarks.quantized_costs, &walkable, source);
                // Distances are cut off at 65,534 or 65,535.
                let is_same = |found: u16, expected: u16| found == expected || found.min(expected) == FARTHEST - 1;
                let is_right = field.iter().zip(expected).all(|(&d, e)| is_same(d, e.wrapping_sub(1)));
                assert!(is_right, "{}", context());
            }
        }
    }
}

#[test]
fn the_largest_difference_is_that_of_any_of_the_eight() {
    let (mut one, mut other) = ([7; 8], [7; 8]);
    assert_eq!(largest_difference(&one, &other), 0);
    for lane in 0..8 {
        (one[lane], other[lane]) = (65535, 0);
        assert_eq!(largest_difference(&one, &other), 65535);
        assert_eq!(largest_difference(&other, &one), 65535);
        (one[lane], other[lane]) = (7, 7);
    }
    assert_eq!(largest_difference(&[0, 1, 2, 3, 4, 5, 6, 7], &[1, 3, 1, 2, 9, 5, 2, 7]), 5);
}

/// Hundreds of openings and closings, of cells and of rectangles.
#[test]
fn edits_leave_no_steep_step() {
    for (seed, rule) in (0..40).flat_map(|seed| RULES.map(|rule| (seed, rule))) {
        let mut map = random_map(seed);
        let mut landmarks = landmarks_of(&map, rule);
        let mut random = Random::new(seed);
        let mut changed = 0;
        for edit in 0..200 {
            let (width, height) = (map.0.width() as usize, map.0.height() as usize);
            let (x, y) = match random.below(3) {
                0 => (random.below(width), random.below(height)),
                1 => ([0, width - 1, width.min(64) - 1][random.below(3)], random.below(height)),
                _ => (random.below(width), [0, height - 1, height.min(65) - 1][random.below(3)]),
            };
            let side = if random.below(4) == 0 { 4 } else { 1 };
            let (wide, high) = (side.min(width - x), side.min(height - y));
            let rect = Rect { x: x as i32, y: y as i32, width: wide as u32, height: high as u32 };
            let before = map.walkable();
            let walkable = set(&mut landmarks, &mut map, (rect, random.below(2) == 0), LIMITS);
            changed += (0..walkable.height() as isize)
                .flat_map(|y| before.rows.row(y).iter().zip(walkable.rows.row(y)))
                .map(|(before, now)| u64::from((before ^ now).count_ones()))
                .sum::<u64>();
            if !landmarks.is_valid() || landmarks.openings.count() > 0 {
                landmarks = landmarks_of(&map, rule);
                changed = 0;
            }
            assert_eq!(landmarks.changed_cells(), changed);
            let steep = steep_step(&landmarks, &walkable);
            assert_eq!(steep, None, "{rule:?}, seed {seed}, edit {edit} of {rect:?}\n{map}");
            assert_eq!(landmarks.openings.count(), 0);
        }
    }
}

#[test]
fn a_door_that_closes_and_opens_again_changes_no_distance() {
    let mut map = drawn(&["....#....", "....#....", ".........", "....#....", "....#...."]);
    let mut landmarks = landmarks_of(&map, DiagonalRule::Always);
    let before = landmarks.distances.clone();
    for open in [false, true] {
        set(&mut landmarks, &mut map, (Rect { x: 4, y: 2, width: 1, height: 1 }, open), LIMITS);
        assert!(landmarks.is_valid());
        assert_eq!(landmarks.distances(), &**before);
    }
    assert_eq!(landmarks.changed_cells(), 2);
}

#[test]
fn an_opening_that_lowers_too_many_distances_makes_them_invalid() {
    let mut map = TestMap::new(200, 100);
    map.fill(Rect { x: 100, y: 0, width: 1, height: 100 }, false);
    let rule = DiagonalRule::BothFree;
    let mut landmarks = landmarks_of(&map, rule);
    let costs = StepCosts::default();
    assert!(landmarks.is_valid() && landmarks.scale_for(rule, &costs).is_some());
    let rect = Rect { x: 100, y: 50, width: 1, height: 20 };
    set(&mut landmarks, &mut map, (rect, true), LIMITS);
    assert!(!landmarks.is_valid() && landmarks.scale_for(rule, &costs).is_none());
    // Later edits don't make them valid again.
    set(&mut landmarks, &mut map, (rect, true), LIMITS);
    assert!(!landmarks.is_valid());
    assert_eq!(landmarks.changed_cells(), 20);
}

/// The expected cost of an optimal path to a cell, from each cell, by plain relaxation.
fn costs_to(costs: &StepCosts, rule: DiagonalRule, walkable: &WalkableCells, to: usize) -> Vec<u32> {
    let mut lengths = vec![u32::MAX; walkable.width() * walkable.height()];
    lengths[to] = 0;
    let mut waiting = std::collections::VecDeque::from([to]);
    while let Some(row_index) = waiting.pop_front() {
        let (x, y) = (row_index % walkable.width(), row_index / walkable.width());
        let legal = rule.successors()[ANY_ARRIVAL][walkable.rows.around(x, y)];
        for (_, (dx, dy)) in DIRECTIONS.into_iter().enumerate().filter(|(i, _)| legal >> i & 1 == 1) {
            let cost = if dx * dy == 0 { costs.straight_units() } else { costs.diagonal_units() };
            let next = row_index.wrapping_add_signed(dy as isize * walkable.width() as isize + dx as isize);
            if lengths[row_index] + cost < lengths[next] {
                lengths[next] = lengths[row_index] + cost;
                waiting.push_back(next);
            }
        }
    }
    lengths
}

/// The limit is so low that most opened cells are noted as openings.
#[test]
fn estimates_never_say_more_than_a_way_costs_nor_fall_by_more_than_a_step_whatever_was_opened() {
    let limits = Limits { single_cells: 9, large_edit: 4096 };
    let (mut noted, mut repaired, mut asked) = (0, 0, 0);
    for (seed, rule) in (0..40).flat_map(|seed| RULES.map(|rule| (seed, rule))) {
        let costs = StepCosts::default();
        let mut map = random_map(seed);
        let mut landmarks = landmarks_of(&map, rule);
        let mut random = Random::new(seed);
        for edit in 0..40 {
            let (width, height) = (map.0.width() as usize, map.0.height() as usize);
            let (x, y) = (random.below(width), random.below(height));
            let wide = (1 + random.below(3)).min(width - x);
            let rect = Rect { x: x as i32, y: y as i32, width: wide as u32, height: 1 };
            let walkable = set(&mut landmarks, &mut map, (rect, random.below(3) > 0), limits);
            if !landmarks.is_valid() {
                landmarks = landmarks_of(&map, rule);
            }
            noted += u32::from(landmarks.openings.count() > 0);
            repaired += u32::from(landmarks.openings.count() == 0);
            let goal = random.below(width * height);
            let cell = IndexCell { x: (goal % walkable.width()) as i32, y: (goal / walkable.width()) as i32 };
            if !walkable.is_walkable(cell.x as usize, cell.y as usize) {
                continue;
            }
            let history = format!("{rule:?}, seed {seed}, edit {edit}, to {cell:?}\n{map}");
            let mut memory = OpeningMemory::default();
            let told = landmarks.toward(cell, rule, &costs, &walkable, &mut memory).unwrap().unwrap();
            asked += 1;
            let on_open_map = StepsLeft::exact(rule, &costs, Cell::new(cell.x, cell.y));
            let cell = |at: usize| Cell::new((at % walkable.width()) as i32, (at / walkable.width()) as i32);
            let estimate = |at: usize| told.from(cell(at), at, on_open_map.from(cell(at)));
            for (from, &length) in costs_to(&costs, rule, &walkable, goal).iter().enumerate() {
                if length == u32::MAX {
                    continue;
                }
                assert!(estimate(from) <= length, "{history}from {from}");
                landmarks.steps(&walkable).from(from, |next, _| {
                    let step = StepsLeft::exact(rule, &costs, cell(from)).from(cell(next));
                    assert!(estimate(from) <= step + estimate(next), "{history}from {from} to {next}");
                });
            }
        }
    }
    assert!(noted > 1000 && repaired > 1000 && asked > 1000, "{noted} with openings, {repaired} without; {asked}");
}

#[test]
fn an_opening_is_noted_until_it_closes_again() {
    let limits = Limits { single_cells: 1, large_edit: 1 };
    let mut map = drawn(&["....#....", "....#....", "....#....", "....#....", "........."]);
    let mut landmarks = landmarks_of(&map, DiagonalRule::BothFree);
    let mut change = |y: i32, open: bool| {
        set(&mut landmarks, &mut map, (Rect { x: 4, y, width: 1, height: 1 }, open), limits);
        assert!(landmarks.is_valid());
        (landmarks.openings.count(), landmarks.changed_cells())
    };
    assert_eq!([change(0, true), change(2, true)], [(1, 1), (2, 2)]);
    assert_eq!([change(2, false), change(0, false)], [(1, 3), (0, 4)]);
}

/// A winding corridor of about half as many steps as a square map has cells.
fn winding_corridor(side: u32) -> TestMap {
    let mut map = TestMap::new(side, side);
    for y in (1..side).step_by(2) {
        let x = if y % 4 == 1 { 0 } else { 1 };
        map.fill(Rect { x, y: y as i32, width: side - 1, height: 1 }, false);
    }
    map
}

/// The distances of the walkable cells from one landmark, sorted.
fn sorted_distances(landmarks: &Landmarks, walkable: &WalkableCells, lane: usize) -> Vec<u16> {
    let width = walkable.width();
    let of_walkable = landmarks.distances.iter().zip(0..).filter(|(_, i)| walkable.is_walkable(i % width, i / width));
    let mut distances: Vec<u16> = of_walkable.map(|(distances, _)| distances[lane]).collect();
    distances.sort_unstable();
    distances
}

/// A corridor of 80,000 steps. A landmark at one end of it does not reach the other end.
#[test]
fn landmarks_of_a_longer_way_than_distances_fit_are_exact_as_far_as_they_reach() {
    let map = winding_corridor(401);
    for rule in RULES {
        let (landmarks, walkable) = (landmarks_of(&map, rule), map.walkable());
        assert_eq!(landmarks.quantized_costs.straight, 1);
        for lane in 0..LANDMARKS {
            let distances = sorted_distances(&landmarks, &walkable, lane);
            assert!(distances.first() == Some(&0) && distances.last() > Some(&30_000), "{rule:?}, landmark {lane}");
        }
        assert_eq!(steep_step(&landmarks, &walkable), None);
    }
}

/// Without diagonal steps, costs of one for each step are exact.
#[test]
fn distances_of_65000_straight_steps_fit() {
    let map = winding_corridor(361);
    for rule in [DiagonalRule::BothFree, DiagonalRule::Never] {
        let (landmarks, walkable) = (landmarks_of(&map, rule), map.walkable());
        let distances = sorted_distances(&landmarks, &walkable, 0);
        // One end is the landmark.
        assert!((64_000..65_534).contains(distances.last().unwrap()), "{rule:?}: {:?}", distances.last());
        let same = distances.windows(2).filter(|pair| pair[0] == pair[1]).count();
        assert!(same < 1000, "{rule:?}: {same} distances occur twice");
        assert_eq!(steep_step(&landmarks, &walkable), None);
    }
}

#[test]
fn landmarks_help_searches_with_fewer_steps_and_dearer_diagonals_only() {
    let map = TestMap::new(9, 9);
    let (cheap, usual, dear) =
        (StepCosts::new(1.0, 1.2).unwrap(), StepCosts::default(), StepCosts::new(1.0, 1.5).unwrap());
    for (built, &rule) in RULES.iter().enumerate() {
        let landmarks = landmarks_of(&map, rule);
        for (asked, &other) in RULES.iter().enumerate() {
            let fewer = asked >= built;
            assert_eq!(landmarks.scale_for(other, &usual).is_some(), fewer);
            assert_eq!(landmarks.scale_for(other, &dear).is_some(), fewer);
            assert_eq!(landmarks.scale_for(other, &cheap).is_some(), fewer && other == DiagonalRule::Never);
        }
    }
}

/// In the middle of a map, a landmark tells least. Under `Never`, where many cells are equally far, some lie inside.
#[test]
fn landmarks_of_a_plain_map_with_diagonal_steps_are_different_cells_at_its_border() {
    for rule in RULES {
        let landmarks = landmarks_of(&TestMap::new(33, 33), rule);
        let source = |lane: usize| landmarks.distances.iter().position(|distances| distances[lane] == 0).unwrap();
        let mut sources: Vec<usize> = (0..LANDMARKS).map(source).collect();
        let is_at_border = |cell: &usize| [cell % 33, cell / 33].iter().any(|i| i % 32 == 0);
        assert!(rule == DiagonalRule::Never || sources.iter().all(is_at_border), "{rule:?}: {sources:?}");
        sources.sort_unstable();
        sources.dedup();
        assert_eq!(sources.len(), LANDMARKS, "{rule:?}");
    }
}

/// No cell is farther than the others: each one is a landmark.
#[test]
fn landmarks_of_eight_cells_are_all_of_them() {
    for rule in RULES {
        for map in [drawn(&["........"]), drawn(&["####", "....", "....", "####"])] {
            let (landmarks, walkable) = (landmarks_of(&map, rule), map.walkable());
            let landmark = |lane: usize| landmarks.distances.iter().position(|distances| distances[lane] == 0).unwrap();
            let mut found: Vec<usize> = (0..LANDMARKS).map(landmark).collect();
            let width = walkable.width();
            assert!(found.iter().all(|cell| walkable.is_walkable(cell % width, cell / width)), "{rule:?}");
            found.sort_unstable();
            found.dedup();
            assert_eq!(found.len(), LANDMARKS, "{rule:?}");
        }
    }
}

#[test]
fn a_map_without_walkable_cells_has_landmarks_without_distances() {
    let landmarks = landmarks_of(&drawn(&["###", "###"]), DiagonalRule::Always);
    assert!(landmarks.distances.iter().all(|distances| *distances == [FARTHEST; LANDMARKS]));
}

#[test]
fn a_map_that_is_too_large_is_refused() {
    let map = TestMap::new(16384, 4097);
    let refused = Landmarks::new(DiagonalRule::Always, &StepCosts::default(), &map.walkable(), 0);
    assert_eq!(refused.err(), Some(MapError::TooLargeForLandmarks));
}

#[test]
fn a_copy_is_changed_apart() {
    let mut map = drawn(&[".....", "####.", "....."]);
    let landmarks = landmarks_of(&map, DiagonalRule::BothFree);
    let mut copy = landmarks.try_clone().unwrap();
    assert_eq!(copy.bytes(), landmarks.bytes());
    let opened = Rect { x: 0, y: 1, width: 1, height: 1 };
    let walkable = set(&mut copy, &mut map, (opened, true), LIMITS);
    assert_ne!(copy.distances(), landmarks.distances());
    assert_eq!((copy.changed_cells(), landmarks.changed_cells()), (1, 0));
    assert_eq!(steep_step(&copy, &walkable), None);
}

#[test]
fn measuring_ends_at_the_first_look_once_it_is_asked_to() {
    static IS_ASKED: AtomicBool = AtomicBool::new(true);
    let map = TestMap::new(64, 64);
    let (rule, costs, walkable) = (DiagonalRule::Always, StepCosts::default(), map.walkable());
    let interrupt = Interrupt::by(&IS_ASKED);
    let outcome = Landmarks::measure((rule, &costs), &walkable, 0, interrupt);
    assert_eq!(outcome.err(), Some(MapError::Interrupted));
    IS_ASKED.store(false, Ordering::Relaxed);
    let measured = Landmarks::measure((rule, &costs), &walkable, 0, interrupt).unwrap();
    assert_eq!(measured.distances(), Landmarks::new(rule, &costs, &walkable, 0).unwrap().distances());
}
