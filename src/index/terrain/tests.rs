//! Edited structures against structures made anew, and estimates against true costs.

use super::estimate::LandmarkEstimate;
use super::test_cases::Case;
use super::{LineSums, Terrain, TerrainJumps};
use crate::distance::landmarks::{Edited, LANDMARKS};
use crate::grid::{Cell, CellData, CellType, Edit, GridMap, Rect};
use crate::index::cache::Cached;
use crate::index::test_maps::RULES;
use crate::movement::{DIRECTIONS, DiagonalRule, Multiplier, Profile, StepCosts};

/// More than any of the small maps asks for until stale landmarks are measured anew.
const PAID: u64 = 1 << 20;

const SIDES: [u32; 6] = [1, 2, 5, 17, 33, 65];

fn terrain(case: &Case) -> Terrain {
    Terrain::new(&case.map, &case.profile, case.agent, &case.costs).unwrap()
}

fn cells(case: &Case) -> impl Iterator<Item = Cell> + use<> {
    let (width, height) = (case.map.width() as i32, case.map.height() as i32);
    (0..height).flat_map(move |y| (0..width).map(move |x| Cell::new(x, y)))
}

#[test]
fn weights_are_the_largest_multipliers_under_the_agent() {
    for seed in 0..150 {
        let mut case = Case::new(seed, &SIDES);
        let mut terrain = terrain(&case);
        for _ in 0..4 {
            let weights = terrain.weights();
            let mut found = Vec::new();
            for cell in cells(&case) {
                let units = u64::from(weights.weight(weights.slot(cell))) * u64::from(weights.divisor());
                assert_eq!(units, case.units(cell), "{cell:?}, {case}");
                found.extend((units > 0).then_some(units));
            }
            let least = u64::from(weights.least() * weights.divisor());
            let largest = u64::from(weights.largest()) * u64::from(weights.divisor());
            if let (Some(&min), Some(&max)) = (found.iter().min(), found.iter().max()) {
                assert_eq!((least, largest), (min, max), "{case}");
            }
            let rect = case.edit();
            terrain.update(&case.map, CellData::Types, rect);
        }
    }
}

#[test]
fn edited_jumps_and_sums_are_those_made_anew() {
    for seed in 0..150 {
        // Edits follow jumps 64 cells at a time.
        let mut case = Case::new(seed, if seed % 10 == 0 { &[1, 150, 200] } else { &SIDES });
        let mut terrain = terrain(&case);
        for edit in 0..8 {
            for rule in RULES {
                terrain.jumps(rule).unwrap();
            }
            terrain.sums().unwrap();
            terrain.landmarks(case.rule).unwrap();
            terrain.count_search(PAID);
            let rect = case.edit();
            terrain.update(&case.map, CellData::Types, rect);
            for rule in RULES {
                let Some(jumps) = terrain.jumps[rule as usize].get() else { continue };
                let anew = TerrainJumps::new(rule, terrain.weights()).unwrap();
                let difference = jumps.first_difference(&anew, terrain.weights());
                assert_eq!(difference, None, "{rule:?}, edit {edit}, {rect:?}, {case}");
            }
            if let Some(sums) = terrain.sums.get() {
                assert!(sums.equals(&LineSums::new(terrain.weights()).unwrap()), "edit {edit}, {rect:?}, {case}");
            }
            if let Some(landmarks) = terrain.landmarks.get().filter(|landmarks| landmarks.age().is_valid) {
                let anew = LineSums::new(terrain.weights()).unwrap();
                assert!(landmarks.sums().equals(&anew), "with landmarks, edit {edit}, {rect:?}, {case}");
            }
        }
    }
}

#[test]
fn estimates_stay_below_the_costs_and_consistent_through_edits() {
    let (mut in_debt, mut told_more) = (0, 0);
    for seed in 0..120 {
        let mut case = Case::new(seed, &SIDES);
        let mut terrain = terrain(&case);
        for edit in 0..12 {
            let landmarks = terrain.landmarks(case.rule).unwrap();
            let weights = terrain.weights();
            assert!(!landmarks.age().is_valid || landmarks.is_lipschitz(weights), "edit {edit}, {case}");
            terrain.count_search(PAID * u64::from(edit % 2 == 0));
            in_debt += u32::from(*landmarks.debts() != [0; LANDMARKS]);
            let goal = case.any_cell();
            let size = case.map.size();
            if weights.weight(weights.slot(goal)) != 0 {
                let costs = case.costs_from(goal);
                let octile = weights.octile(case.rule, goal);
                let told = LandmarkEstimate::new(landmarks, weights, case.rule, goal);
                let without_debt = *landmarks.debts() == [0; LANDMARKS];
                let estimate = |cell: Cell| {
                    let octile = octile.map_or(0, |octile| octile.from(cell));
                    let told = told.map_or(0, |told| told.from(weights.slot(cell)));
                    u64::from(octile.max(told)) * u64::from(weights.divisor())
                };
                for cell in cells(&case).filter(|&cell| case.units(cell) > 0) {
                    // Paths cost the same in both directions.
                    let cost = costs[size.index(cell)];
                    if cost != u64::MAX {
                        assert!(estimate(cell) <= cost, "{cell:?} to {goal:?}, edit {edit}, {case}");
                        told_more += u32::from(told.is_some_and(|told| told.from(weights.slot(cell)) > 0));
                    }
                    for step in DIRECTIONS.into_iter().filter(|_| without_debt) {
                        if let Some(cost) = case.step(cell, step) {
                            let next = Cell::new(cell.x + step.0, cell.y + step.1);
                            let falls_slowly = estimate(cell) <= estimate(next) + cost;
                            assert!(falls_slowly, "{cell:?} by {step:?} to {goal:?}, edit {edit}, {case}");
                        }
                    }
                }
            }
            let rect = case.edit();
            terrain.update(&case.map, CellData::Types, rect);
        }
    }
    assert!(in_debt > 20 && told_more > 10_000, "{in_debt} times in debt, {told_more} estimates above 0");
}

/// A rectangle of the map gets cells of a type, and the terrain follows. Returns when its landmarks were measured.
fn fill(terrain: &mut Terrain, map: &mut GridMap, (x, y): (i32, i32), side: u32, cell_type: CellType) -> u64 {
    let rect = Rect { x, y, width: side, height: side };
    map.apply(&Edit::fill(rect, cell_type));
    terrain.update(map, CellData::Types, rect);
    terrain.landmarks(DiagonalRule::BothFree).unwrap().age().measured_at
}

/// The rule is that of uniform ground: [`lifecycle`](crate::index::landmarks).
#[test]
fn stale_landmarks_are_measured_anew_once_searches_have_paid() {
    let mut map = GridMap::new(64, 64).unwrap();
    let mut profile = Profile::default();
    profile.set(CellType(2), Some(Multiplier::new(2.0).unwrap()));
    let mut terrain = Terrain::new(&map, &profile, 1, &StepCosts::default()).unwrap();
    let first = terrain.landmarks(DiagonalRule::BothFree).unwrap().age().measured_at;
    // 1/32 of 4,096 cells, and more.
    for (x, expected) in [(0, 64), (8, 128), (16, 192)] {
        assert_eq!(fill(&mut terrain, &mut map, (x, 0), 8, CellType(2)), first);
        let landmarks = terrain.landmarks.get().unwrap();
        assert_eq!((landmarks.age().changed_cells, landmarks.is_stale()), (expected, expected > 128));
        assert!(landmarks.apply_to(DiagonalRule::BothFree));
    }
    // Too much for a repair: they can't be used from here on.
    assert_eq!(fill(&mut terrain, &mut map, (30, 30), 20, CellType(2)), first);
    assert!(!terrain.landmarks.get().unwrap().apply_to(DiagonalRule::BothFree));
    // 19 times half of the cells.
    terrain.count_search(19 * 2048 - 1);
    assert_eq!(fill(&mut terrain, &mut map, (60, 60), 1, CellType(2)), first);
    terrain.count_search(1);
    let second = fill(&mut terrain, &mut map, (61, 60), 1, CellType(2));
    assert_eq!(second, map.revision());
    assert!(terrain.landmarks.get().unwrap().apply_to(DiagonalRule::BothFree));
    assert_eq!(fill(&mut terrain, &mut map, (0, 8), 16, CellType(2)), second, "the count begins again");
}
