//! Copied and loaded reservations plan as if they had never been left.

use common::abi::{TestGrid, default_grid_def};
use common::crowd::{TestReservations, planned_agent};
use common::random_maps::Random;
use gridstar::ffi::GridstarStatus::*;
use gridstar::ffi::*;
use gridstar::grid::Cell;

const SIDE: u32 = 14;
const WINDOW: u32 = 10;

/// Calls of all kinds, the same for all reservations with the same random numbers. Returns what a caller sees.
fn go_on(reservations: &TestReservations, random: &mut Random) -> String {
    let mut seen = String::new();
    let cell = |random: &mut Random| (random.below(SIDE) as i32, random.below(SIDE) as i32);
    for _ in 0..1 + random.below(4) {
        let tick = reservations.info().unwrap().tick;
        match random.below(7) {
            0..2 => {
                let agents: Vec<_> = (0..random.below(9)).map(|_| planned_agent(cell(random), cell(random))).collect();
                seen += &format!("{:?}", reservations.plan(&agents, None));
            }
            2..4 => {
                let agent = planned_agent(cell(random), cell(random));
                seen += &format!("{:?}", reservations.find(&agent, random.below(4), None));
            }
            4 => {
                let (x, y) = cell(random);
                let first = tick + random.below(WINDOW);
                seen += &format!("{:?}", reservations.take(&[Cell::new(x, y)], (first, tick + WINDOW)));
            }
            5 => {
                let owner = [1, 2, 3, GRIDSTAR_BY_HAND][random.below(4) as usize];
                seen += &format!("{:?}", gridstar_reservations_release(reservations.id(), owner, 0));
                seen += &format!("{:?}", gridstar_reservations_release(reservations.id(), random.below(9), 1));
            }
            _ => seen += &format!("{:?}", gridstar_reservations_advance(reservations.id(), random.below(4))),
        }
    }
    let info = reservations.info().unwrap();
    let taken = (0..SIDE as i32).map(|x| reservations.is_taken(Cell::new(x, 3), info.tick + 2)).collect::<Vec<_>>();
    seen + &format!("{} {} {:?} {:?}", info.tick, info.claims, reservations.hash(), taken)
}

fn map(random: &mut Random) -> Vec<Cell> {
    let cells = (0..SIDE * SIDE).map(|at| Cell::new((at % SIDE) as i32, (at / SIDE) as i32));
    cells.filter(|_| random.percent(20)).collect()
}

#[test]
fn restored_is_never_left() {
    for seed in 0..60 {
        let mut random = Random::new(seed);
        let blocked = map(&mut random);
        let grids = [(); 2].map(|()| TestGrid::new(SIDE, SIDE));
        grids.iter().for_each(|grid| blocked.iter().for_each(|&cell| assert_eq!(grid.set_cell(cell, 1), Ok)));
        let right = TestReservations::new(&grids[0], WINDOW);
        let kept = TestReservations::new(&grids[0], 3);
        let mut other = TestReservations::new(&grids[1], 200);
        assert_eq!(gridstar_reservations_advance(other.id(), u32::MAX - 300), Ok);
        for round in 0..12 {
            let about = format!("round {round}, seed {seed}");
            go_on(&right, &mut random);
            assert_eq!(gridstar_reservations_copy_from(kept.id(), right.id()), Ok);
            let bytes = right.save().unwrap();
            if round % 3 == 2 {
                other = TestReservations::load(grids[1].id(), &bytes).unwrap();
            } else {
                assert_eq!(gridstar_reservations_copy_from(other.id(), right.id()), Ok);
                other.window = WINDOW;
            }
            assert_eq!([other.save(), kept.save()], [(); 2].map(|()| Result::Ok(bytes.clone())), "{about}");
            let again = random.below(1 << 20).into();
            let first = go_on(&right, &mut Random::new(again));
            assert_eq!(go_on(&other, &mut Random::new(again)), first, "beside: {about}");
            assert_eq!(gridstar_reservations_copy_from(right.id(), kept.id()), Ok);
            assert_eq!(go_on(&right, &mut Random::new(again)), first, "{about}");
        }
    }
}

#[test]
fn the_hash_sees_the_window_owners_and_ticks() {
    let grid = TestGrid::new(6, 3);
    let hash = |window: u32, change: &dyn Fn(&TestReservations)| {
        let reservations = TestReservations::new(&grid, window);
        change(&reservations);
        reservations.hash().unwrap()
    };
    let agent = planned_agent((0, 0), (3, 0));
    let take = |cell, ticks| move |one: &TestReservations| assert_eq!(one.take(&[cell], ticks), Ok);
    let changes: [&dyn Fn(&TestReservations); 8] = [
        &|_| {},
        &|one| assert_eq!(gridstar_reservations_advance(one.id(), 1), Ok),
        &take(Cell::new(1, 1), (1, 1)),
        &take(Cell::new(1, 1), (2, 2)),
        &take(Cell::new(2, 1), (1, 1)),
        &|one| assert_eq!(one.find(&agent, 1, None).0, Ok),
        &|one| assert_eq!(one.find(&agent, 2, None).0, Ok),
        &|one| drop(one.plan(&[agent], None)),
    ];
    let mut hashes: Vec<u64> = changes.iter().flat_map(|change| [5, 6].map(|window| hash(window, change))).collect();
    assert_eq!(hash(5, &|_| {}), hashes[0]);
    hashes.sort_unstable();
    hashes.dedup();
    assert_eq!(hashes.len(), 16);
    // The way to a state does not matter.
    let back = |one: &TestReservations| {
        assert_eq!(one.take(&[Cell::new(4, 1)], (0, 5)), Ok);
        assert_eq!(gridstar_reservations_release(one.id(), GRIDSTAR_BY_HAND, 0), Ok);
    };
    assert_eq!(hash(5, &back), hash(5, &|_| {}));
}

#[test]
fn grids_of_another_size_or_layout_are_refused() {
    let squares = TestGrid::new(6, 4);
    let hexagons = TestGrid::with_def(&GridstarGridDef { layout: 1, ..default_grid_def(6, 4) }).unwrap();
    let turned = TestGrid::new(4, 6);
    let all = [&squares, &hexagons, &turned].map(|grid| TestReservations::new(grid, 4));
    assert_eq!(all[0].take(&[Cell::new(1, 1)], (0, 4)), Ok);
    for other in &all[1..] {
        let before = other.hash();
        assert_eq!(gridstar_reservations_copy_from(other.id(), all[0].id()), DifferentGrids);
        assert_eq!(other.hash(), before);
    }
    let bytes = all[0].save().unwrap();
    assert_eq!(TestReservations::load(hexagons.id(), &bytes).err(), Some(DifferentGrids));
    // Copies need no grids, and a copy of itself is none.
    assert_eq!(gridstar_reservations_copy_from(all[0].id(), all[0].id()), Ok);
    drop(squares);
    let kept = TestReservations::load(TestGrid::new(6, 4).id(), &bytes).unwrap();
    assert_eq!(gridstar_reservations_copy_from(kept.id(), all[0].id()), Ok);
    assert_eq!(kept.hash(), all[0].hash());
}
