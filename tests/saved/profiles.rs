//! Saved profiles.

use super::format::{bytes_of, hex_of};
use common::abi::{TestGrid, default_query_def, turn};
use common::profile::TestProfile;
use common::random_maps::{Random, random_map};
use common::random_terrain::any_multiplier;
use common::saved::{HEAD, changed, sealed};
use gridstar::ffi::GridstarStatus::*;
use gridstar::ffi::*;
use gridstar::grid::{Cell, Rect};

/// Bytes of the saved example, in hexadecimal digits.
const SAVED: &str = "
    47726964537461720200030046000000010000000400000001000000020000001a00000001c00c0001000001c00c000110c0
    8b11fb01c00c000180806400d73bfd76541c9d17";

/// Type 3 costs 1/128, which is rounded up, type 255 costs 1024, and a step counts the cell that it enters.
fn example() -> TestProfile {
    let profile = TestProfile::new();
    assert_eq!(profile.set_cost(3, 1.0 / 128.0), Ok);
    assert_eq!(profile.set_cost(255, 1024.0), Ok);
    assert_eq!(profile.set_charge(GridstarCharge::Entered), Ok);
    profile
}

fn random_profile(random: &mut Random) -> TestProfile {
    let profile = TestProfile::new();
    for _ in 0..random.below(6) {
        let first = random.below(256);
        let count = 1 + random.below(256 - first);
        let multipliers: Vec<f64> =
            (0..count).map(|_| if random.percent(30) { 0.0 } else { any_multiplier(random) }).collect();
        assert_eq!(profile.set_costs(first, &multipliers), Ok);
    }
    if random.percent(50) {
        assert_eq!(profile.set_charge(GridstarCharge::Entered), Ok);
    }
    profile
}

#[test]
fn a_loaded_profile_has_the_costs_and_the_paths_of_the_saved_one() {
    let _turn = turn();
    for seed in 0..200 {
        let (map, mut random) = (random_map(seed).map, Random::new(seed));
        let saved = random_profile(&mut random);
        let bytes = saved.save().unwrap();
        let loaded = TestProfile::load(&bytes).unwrap();
        assert_ne!(loaded.id(), saved.id());
        assert_eq!((loaded.costs(), loaded.charge()), (saved.costs(), saved.charge()), "seed {seed}");
        assert_eq!(loaded.save().unwrap(), bytes, "seed {seed}");
        let types: Vec<u8> = map.cell_types().iter().map(|&cell| cell * random.below(250) as u8).collect();
        let grid = TestGrid::from_map(&map);
        assert_eq!(grid.set_cells(&types), Ok);
        for _ in 0..5 {
            let (start, goal) = (random.cell(&map), random.cell(&map));
            let [one, other] = [&saved, &loaded].map(|profile| {
                let def = GridstarQueryDef { profile: profile.id(), ..default_query_def() };
                grid.trace_path(start, goal, Some(&def))
            });
            let about = format!("seed {seed}, {start:?} to {goal:?}");
            assert_eq!((one.status, one.path, one.cost), (other.status, other.path, other.cost), "{about}");
        }
    }
}

/// A limit of cost counts in costs before rounding: 8 steps that cost 1/128 each, and 1/100 once rounded up.
#[test]
fn a_loaded_profile_knows_how_far_its_costs_were_rounded_up() {
    let _turn = turn();
    let saved = example();
    let loaded = TestProfile::load(&saved.save().unwrap()).unwrap();
    let rounded = TestProfile::new();
    assert_eq!(rounded.set_cost(3, 0.01), Ok);
    let grid = TestGrid::new(9, 1);
    assert_eq!(grid.fill_rect(Rect { x: 0, y: 0, width: 9, height: 1 }, 3), Ok);
    let statuses = [&saved, &loaded, &rounded].map(|profile| {
        let def = GridstarQueryDef { profile: profile.id(), max_cost: 8.0 / 128.0, ..default_query_def() };
        grid.find_path(Cell::new(0, 0), Cell::new(8, 0), Some(&def)).status
    });
    assert_eq!(statuses, [Ok, Ok, CostLimitReached]);
}

#[test]
fn bytes_of_a_profile_that_version_2_has_written_are_read_and_written() {
    let _turn = turn();
    let profile = example();
    assert_eq!(hex_of(&profile.save().unwrap()), hex_of(&bytes_of(SAVED)));
    let loaded = TestProfile::load(&bytes_of(SAVED)).unwrap();
    assert_eq!((loaded.costs(), loaded.charge()), (profile.costs(), profile.charge()));
}

#[test]
fn damaged_foreign_and_newer_profiles_are_refused_and_create_nothing() {
    let _turn = turn();
    let bytes = example().save().unwrap();
    let living = gridstar_live_count(GridstarKind::Profile as u32);
    for at in 0..bytes.len() {
        let expected = if at < 8 { ForeignBytes } else { DamagedBytes };
        for bit in 0..8 {
            let mut flipped = bytes.clone();
            flipped[at] ^= 1 << bit;
            assert_eq!(TestProfile::load(&flipped).err(), Some(expected), "bit {bit} of byte {at}");
        }
        assert_eq!(TestProfile::load(&bytes[..at]).err(), Some(expected), "{at} bytes");
    }
    assert_eq!(TestProfile::load(&changed(&bytes, |bytes| bytes[8] = 3)).err(), Some(NewerBytes));
    let grid = TestGrid::new(4, 4);
    assert_eq!(TestProfile::load(&grid.save(0).unwrap()).err(), Some(ForeignBytes));
    assert_eq!(TestGrid::load(&bytes).err(), Some(ForeignBytes));
    assert_eq!(grid.apply_changes(&bytes), ForeignBytes);
    assert_eq!(gridstar_live_count(GridstarKind::Profile as u32), living);
}

/// The bytes of a profile whose costs are these runs, under a right checksum.
fn profile_of(charge: u32, runs: &[u8]) -> Vec<u8> {
    let mut bytes = b"GridStar\x02\0\x03\0\0\0\0\0".to_vec();
    for (number, section) in [(1_u32, &charge.to_le_bytes()[..]), (2, runs)] {
        bytes.extend(number.to_le_bytes());
        bytes.extend((section.len() as u32).to_le_bytes());
        bytes.extend(section);
    }
    sealed(bytes)
}

#[test]
fn costs_that_no_profile_has_are_damage() {
    let _turn = turn();
    // 256 types of 1, 1 and 255, or 255 and 1.
    assert!(TestProfile::load(&profile_of(0, &[0x80, 2, 0xc0, 12, 0])).is_ok());
    assert!(TestProfile::load(&profile_of(1, &[1, 16, 0, 0xff, 1, 25, 5])).is_ok());
    for (charge, runs) in [
        (2, &[0x80, 2, 0xc0, 12, 0][..]),
        (0, &[]),
        // 255 or 257 types, none, or one too many.
        (0, &[0xff, 1, 0xc0, 12, 0]),
        (0, &[0x81, 2, 0xc0, 12, 0]),
        (0, &[0, 0xc0, 12, 0, 0x80, 2, 0xc0, 12, 0]),
        (0, &[0x80, 2, 0xc0, 12, 0, 1, 0xc0, 12, 0]),
        // Units below 1/100, beside both rasters, and above 1024; a blocked type that was rounded.
        (0, &[0x80, 2, 15, 0]),
        (0, &[0x80, 2, 17, 0]),
        (0, &[0x80, 2, 0x90, 0x80, 0x64, 0]),
        (0, &[0x80, 2, 0, 1]),
        // An excess above a million; a number above 32 bits.
        (0, &[0x80, 2, 16, 0xc1, 0x84, 0x3d]),
        (0, &[0x80, 2, 16, 0xff, 0xff, 0xff, 0xff, 0x7f]),
    ] {
        assert_eq!(TestProfile::load(&profile_of(charge, runs)).err(), Some(DamagedBytes), "{charge} {runs:?}");
    }
    // Any byte at any place is a profile that is saved again, or damage.
    let bytes = example().save().unwrap();
    let mut loaded = 0;
    for at in HEAD..bytes.len() - 8 {
        for byte in 0..=255 {
            match TestProfile::load(&changed(&bytes, |bytes| bytes[at] = byte)) {
                Result::Ok(profile) => {
                    loaded += 1;
                    let again = profile.save().unwrap();
                    assert_eq!(TestProfile::load(&again).unwrap().costs(), profile.costs(), "{byte} at {at}");
                }
                Err(mistake) => assert_eq!(mistake, DamagedBytes, "{byte} at {at}"),
            }
        }
    }
    assert!(loaded > 30, "{loaded}");
}
