//! Saved crowds and reservations: their length, and bytes that are none.

use common::abi::TestGrid;
use common::avoidance::{TestCrowd, crowd_agent};
use common::crowd::{TestReservations, planned_agent};
use common::random_maps::Random;
use common::saved::{CHECKSUM, HEAD, changed};
use gridstar::ffi::GridstarStatus::*;
use gridstar::ffi::*;
use gridstar::grid::Cell;

const WISHES: [[f32; 2]; 40] = [[-2.0, 0.1]; 40];

fn small_crowd(grid: &TestGrid) -> TestCrowd {
    let crowd = TestCrowd::new(grid);
    let agents: Vec<_> = (0..12).map(|i| crowd_agent(4.5 + (i % 4) as f32 * 0.8, 1.0 + (i / 4) as f32)).collect();
    crowd.add(&agents).unwrap();
    crowd.remove(&[3, 7]);
    (0..30).for_each(|_| drop(crowd.tick(0.05, &WISHES).unwrap()));
    crowd
}

/// A wall with a door, before which agents wait.
fn grid() -> TestGrid {
    let grid = TestGrid::new(9, 5);
    for y in [0, 1, 3, 4] {
        assert_eq!(grid.set_cell(Cell::new(4, y), 1), Ok);
    }
    grid
}

fn small_reservations(grid: &TestGrid) -> TestReservations {
    let reservations = TestReservations::new(grid, 6);
    reservations.plan(&[planned_agent((0, 0), (8, 2)), planned_agent((8, 0), (0, 2))], None);
    assert_eq!(reservations.find(&planned_agent((0, 4), (3, 4)), 300, None).0, Ok);
    assert_eq!(reservations.take(&[Cell::new(5, 1)], (2, 5)), Ok);
    assert_eq!(gridstar_reservations_advance(reservations.id(), 1), Ok);
    reservations
}

/// Each bit flipped, each length, and a byte more: a status, and no object.
fn refuse_damage(bytes: &[u8], kind: GridstarKind, load: &dyn Fn(&[u8]) -> GridstarStatus) {
    let living = gridstar_live_count(kind as u32);
    let expected = |at: usize| if at < 8 { ForeignBytes } else { DamagedBytes };
    for at in 0..bytes.len() {
        for bit in 0..8 {
            let mut flipped = bytes.to_vec();
            flipped[at] ^= 1 << bit;
            assert_eq!(load(&flipped), expected(at), "bit {bit} of byte {at}");
        }
        assert_eq!(load(&bytes[..at]), expected(at), "{at} bytes");
    }
    assert_eq!(load(&[bytes, &[0]].concat()), DamagedBytes);
    assert_eq!(load(&changed(bytes, |bytes| bytes[8] = 3)), NewerBytes);
    for other in [1, 2, 3, 4, 7] {
        assert_eq!(load(&changed(bytes, |bytes| bytes[10] = other)), ForeignBytes);
    }
    for at in (HEAD + 8..HEAD + 20).step_by(4) {
        assert_eq!(load(&changed(bytes, |bytes| bytes[at] += 1)), DifferentGrids);
    }
    assert_eq!(gridstar_live_count(kind as u32), living);
}

fn status<T>(result: Result<T, GridstarStatus>) -> GridstarStatus {
    result.map_or_else(|mistake| mistake, |_| Ok)
}

#[test]
fn damaged_foreign_and_newer_bytes_are_told() {
    let _turn = common::abi::turn();
    let grid = grid();
    let (crowd, reservations) = (small_crowd(&grid).save().unwrap(), small_reservations(&grid).save().unwrap());
    refuse_damage(&crowd, GridstarKind::Crowd, &|bytes| status(TestCrowd::load(grid.id(), bytes)));
    let load = |bytes: &[u8]| status(TestReservations::load(grid.id(), bytes));
    refuse_damage(&reservations, GridstarKind::Reservations, &load);
    assert_eq!(TestCrowd::load(grid.id(), &reservations).err(), Some(ForeignBytes));
    assert_eq!(TestReservations::load(grid.id(), &crowd).err(), Some(ForeignBytes));
    assert_eq!(TestCrowd::load(0, &crowd).err(), Some(InvalidId));
    assert_eq!(TestReservations::load(0, &reservations).err(), Some(InvalidId));
    let turned = TestGrid::new(5, 9);
    assert_eq!(TestCrowd::load(turned.id(), &crowd).err(), Some(DifferentGrids));
    assert_eq!(TestReservations::load(turned.id(), &reservations).err(), Some(DifferentGrids));
}

/// With a right checksum, whatever is loaded works as a crowd does, and saves what it has loaded.
#[test]
fn changed_bytes_under_a_right_checksum_make_a_sound_object_or_none() {
    let _turn = common::abi::turn();
    let grid = grid();
    let (crowd, reservations) = (small_crowd(&grid).save().unwrap(), small_reservations(&grid).save().unwrap());
    let (mut loaded, mut refused, mut random) = ([0; 2], [0; 2], Random::new(1));
    for round in 0..6000 {
        let bytes = if round % 2 == 0 { &crowd } else { &reservations };
        let within = (bytes.len() - HEAD - CHECKSUM) as u32;
        let hostile = changed(bytes, |bytes| {
            for _ in 0..1 + random.below(3) {
                let at = HEAD + random.below(within) as usize;
                match random.below(4) {
                    0 => bytes[at] = random.below(256) as u8,
                    1 => bytes[at] ^= 1 << random.below(8),
                    2 => bytes[at] = 255,
                    _ => bytes[at] = bytes[at].wrapping_add(1),
                }
            }
        });
        let result = if round % 2 == 0 {
            TestCrowd::load(grid.id(), &hostile).map(|crowd| {
                let again = TestCrowd::load(grid.id(), &crowd.save().unwrap()).unwrap();
                assert_eq!(again.hash(), crowd.hash(), "round {round}");
                let places = crowd.info().unwrap().number_count as usize;
                for _ in 0..5 {
                    let (positions, velocities) = crowd.tick(0.1, &WISHES[..places.min(40)]).unwrap();
                    let all = positions.iter().chain(&velocities).flatten();
                    assert!(all.copied().all(f32::is_finite), "round {round}");
                    assert!(positions.iter().all(|&[x, y]| (0.0..=9.0).contains(&x) && (0.0..=5.0).contains(&y)));
                }
                assert!(crowd.add(&[crowd_agent(1.0, 1.0)]).unwrap()[0] <= places as u32);
            })
        } else {
            TestReservations::load(grid.id(), &hostile).map(|reservations| {
                let again = TestReservations::load(grid.id(), &reservations.save().unwrap()).unwrap();
                assert_eq!(again.hash(), reservations.hash(), "round {round}");
                reservations.plan(&[planned_agent((0, 0), (3, 3)), planned_agent((8, 0), (5, 3))], None);
                let _ = gridstar_reservations_advance(reservations.id(), 3);
                reservations.plan(&[planned_agent((0, 0), (3, 3))], None);
            })
        };
        match result {
            Result::Ok(()) => loaded[round % 2] += 1,
            Err(mistake) => {
                assert!(matches!(mistake, DamagedBytes | DifferentGrids), "{mistake:?}, round {round}");
                refused[round % 2] += 1;
            }
        }
    }
    println!("{loaded:?} loaded, {refused:?} refused");
    assert!(loaded.into_iter().chain(refused).all(|count| count > 100), "{loaded:?} loaded, {refused:?} refused");
}

/// Agents of which each has settings of its own and waits at a gate of its own are the longest.
#[test]
fn a_crowd_takes_at_most_64_bytes_an_agent() {
    let _turn = common::abi::turn();
    let grid = TestGrid::new(160, 160);
    for y in (0..160).filter(|y| y % 8 != 4) {
        (0..160).step_by(8).for_each(|x| assert_eq!(grid.set_cell(Cell::new(x + 4, y), 1), Ok));
    }
    let crowd = TestCrowd::new(&grid);
    let agents: Vec<_> = (0..400)
        .map(|i| GridstarCrowdAgent {
            priority: i % 200 - 100,
            max_speed: 1.0 + i as f32 * 0.001,
            ..crowd_agent((i % 20 * 8) as f32 + 5.6, (i / 20 * 8) as f32 + 4.5)
        })
        .collect();
    crowd.add(&agents).unwrap();
    (0..3).for_each(|_| drop(crowd.tick(0.05, &[[-1.0, 0.0]; 400]).unwrap()));
    let length = crowd.save().unwrap().len();
    println!("{length} bytes for 400 agents");
    assert!(length > 58 * 400, "{length} bytes: no agent is at a gate");
    assert!(length <= 64 * 400 + 60, "{length} bytes for 400 agents");
    assert!(TestCrowd::new(&grid).save().unwrap().len() <= 60);
}
