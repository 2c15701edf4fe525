//! Bytes that are no saved grid.

use super::long_types;
use common::abi::{TestGrid, default_grid_def, rule_number, turn};
use common::engine_grids::RULES;
use common::random_maps::Random;
use common::saved::{CHECKSUM, HEAD, changed, compare_with_a_star, is_large, sealed};
use gridstar::ffi::GridstarStatus::*;
use gridstar::ffi::*;
use gridstar::grid::Cell;

/// A grid of 600 x 8 cells with landmarks of the default rule.
fn saved_with_landmarks(rule: u32) -> Vec<u8> {
    let def = GridstarGridDef { engine: 3, diagonal_rule: rule, ..default_grid_def(600, 8) };
    let grid = TestGrid::with_def(&def).unwrap();
    assert_eq!(grid.set_cells(&long_types(&mut Random::new(3), 600, 8)), Ok);
    grid.save(GRIDSTAR_SAVE_PREPARED).unwrap()
}

fn small() -> Vec<u8> {
    let grid = TestGrid::new(9, 7);
    assert_eq!(grid.set_cell(Cell::new(3, 4), 1), Ok);
    assert_eq!(common::abi::fill_cells(grid.id(), GridstarCellPlane::Penalties, (1, 1, 2, 2), 9), Ok);
    grid.save(GRIDSTAR_SAVE_PREPARED).unwrap()
}

#[test]
fn each_flipped_bit_and_each_missing_or_extra_byte_is_told() {
    let _turn = turn();
    let living = gridstar_live_count(GridstarKind::Grid as u32);
    let bytes = small();
    for at in 0..bytes.len() {
        for bit in 0..8 {
            let mut flipped = bytes.clone();
            flipped[at] ^= 1 << bit;
            let expected = if at < 8 { ForeignBytes } else { DamagedBytes };
            assert_eq!(TestGrid::load(&flipped).err(), Some(expected), "bit {bit} of byte {at}");
        }
        let expected = if at < 8 { ForeignBytes } else { DamagedBytes };
        assert_eq!(TestGrid::load(&bytes[..at]).err(), Some(expected), "{at} bytes");
    }
    let longer = [&bytes[..], &[0]].concat();
    assert_eq!(TestGrid::load(&longer).err(), Some(DamagedBytes));
    assert_eq!(gridstar_live_count(GridstarKind::Grid as u32), living);
}

#[test]
fn bytes_of_a_newer_version_and_of_another_kind_are_told() {
    let _turn = turn();
    let bytes = small();
    // Version 1 was never released.
    assert_eq!(TestGrid::load(&changed(&bytes, |bytes| bytes[8] = 1)).err(), Some(ForeignBytes));
    for version in [4_u16, 5, u16::MAX] {
        let newer = changed(&bytes, |bytes| bytes[8..10].copy_from_slice(&version.to_le_bytes()));
        assert_eq!(TestGrid::load(&newer).err(), Some(NewerBytes), "version {version}");
    }
    assert_eq!(TestGrid::load(&changed(&bytes, |bytes| bytes[8] = 0)).err(), Some(DamagedBytes));
    let grid = TestGrid::load(&bytes).unwrap();
    let changes = grid.save_changes(&bytes).unwrap();
    assert_eq!(TestGrid::load(&changes).err(), Some(ForeignBytes));
    assert_eq!(grid.apply_changes(&bytes), ForeignBytes);
    assert_eq!(TestGrid::load(b"").err(), Some(ForeignBytes));
    assert_eq!(TestGrid::load(b"GridStar").err(), Some(DamagedBytes));
}

/// The checksum is right here, so that only the other checks stand between the bytes and a grid.
#[test]
fn no_change_of_a_byte_under_a_right_checksum_makes_paths_wrong() {
    let _turn = turn();
    let mut loaded_again = 0;
    for rule in RULES {
        let bytes = saved_with_landmarks(rule_number(rule));
        let mut random = Random::new(rule as u64);
        for round in 0..600 {
            let within = bytes.len() - CHECKSUM - HEAD;
            // Half of the changes hit settings and cells, which are few bytes.
            let near = if round % 2 == 0 { within.min(700) } else { within };
            let at = HEAD + random.below(near as u32) as usize;
            let hostile = changed(&bytes, |bytes| match round % 3 {
                0 => bytes[at] = random.below(256) as u8,
                1 => bytes[at] ^= 1 << random.below(8),
                _ => bytes[at] = bytes[at].wrapping_add(1),
            });
            if is_large(&hostile) {
                continue;
            }
            let grid = match TestGrid::load(&hostile) {
                Result::Ok(grid) => grid,
                Err(mistake) => {
                    assert!(matches!(mistake, DamagedBytes | OutOfMemory), "{mistake:?}, byte {at}");
                    continue;
                }
            };
            loaded_again += 1;
            compare_with_a_star(&grid, &mut random, &format!("{rule:?}, round {round}, byte {at}"));
        }
    }
    assert!(loaded_again > 100, "{loaded_again} were loaded");
}

#[test]
fn distances_that_a_step_changes_by_more_than_it_costs_are_refused() {
    let _turn = turn();
    for rule in RULES {
        let bytes = saved_with_landmarks(rule_number(rule));
        let (mut refused, mut random) = (0, Random::new(1));
        for _ in 0..100 {
            // The second half of the file has distances alone.
            let half = (bytes.len() / 2) as u32;
            let at = (half + random.below(half - CHECKSUM as u32)) as usize;
            let hostile = changed(&bytes, |bytes| bytes[at] = bytes[at].wrapping_add(90));
            refused += u32::from(TestGrid::load(&hostile).err() == Some(DamagedBytes));
        }
        assert!(refused >= 80, "{refused} of 100 under {rule:?}");
    }
}

/// Settings, each of which a def would be refused for. Offsets are from the first section on.
#[test]
fn settings_that_no_def_may_have_are_damage() {
    let _turn = turn();
    let bytes = small();
    let settings = HEAD + 8;
    let numbers: [(usize, &[u32]); 7] = [
        (0, &[0, 16385, u32::MAX]),
        (4, &[0, 16385, u32::MAX]),
        (8, &[5, u32::MAX]),
        (12, &[7, u32::MAX]),
        (16, &[4, 6, u32::MAX]),
        (20, &[4, u32::MAX]),
        (24, &[6, u32::MAX]),
    ];
    for (at, values) in numbers {
        for value in values {
            let hostile = changed(&bytes, |bytes| {
                bytes[settings + at..][..4].copy_from_slice(&value.to_le_bytes());
            });
            assert_eq!(TestGrid::load(&hostile).err(), Some(DamagedBytes), "{value} at {at}");
        }
    }
    for at in [32, 40, 48] {
        for value in [f64::NAN, -1.0, f64::INFINITY] {
            let hostile = changed(&bytes, |bytes| bytes[settings + at..][..8].copy_from_slice(&value.to_le_bytes()));
            assert_eq!(TestGrid::load(&hostile).err(), Some(DamagedBytes), "{value} at {at}");
        }
    }
    for at in (56..92).step_by(4) {
        let hostile = changed(&bytes, |bytes| bytes[settings + at..][..4].copy_from_slice(&f32::NAN.to_le_bytes()));
        assert_eq!(TestGrid::load(&hostile).err(), Some(DamagedBytes), "NaN at {at}");
    }
}

#[test]
fn sections_that_are_missing_double_unknown_or_of_another_engine_are_damage() {
    let _turn = turn();
    let bytes = small();
    let body = &bytes[..bytes.len() - CHECKSUM];
    let section = |number: u32, content: &[u8]| {
        [&number.to_le_bytes()[..], &(content.len() as u32).to_le_bytes(), content].concat()
    };
    for extra in [section(1, &[]), section(2, &[]), section(4, &[]), section(5, &[1, 0, 1, 0]), section(6, &[])] {
        let hostile = sealed([body, &extra].concat());
        assert_eq!(TestGrid::load(&hostile).err(), Some(DamagedBytes), "{extra:?}");
    }
    assert_eq!(TestGrid::load(&sealed(body[..HEAD].to_vec())).err(), Some(DamagedBytes));
    assert_eq!(TestGrid::load(&sealed(body[..HEAD + 8 + 92].to_vec())).err(), Some(DamagedBytes));
    // Lengths beyond the end.
    let long = changed(&bytes, |bytes| bytes[HEAD + 4..HEAD + 8].copy_from_slice(&u32::MAX.to_le_bytes()));
    assert_eq!(TestGrid::load(&long).err(), Some(DamagedBytes));
}
