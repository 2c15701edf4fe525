//! Saved floors, with their grids.

use super::format::{bytes_of, hex_of};
use super::random_grid;
use common::abi::{TestGrid, turn};
use common::floors::{TestFloors, link_def};
use common::random_maps::Random;
use common::saved::{CHECKSUM, HEAD, changed, is_large, sealed};
use gridstar::ffi::GridstarStatus::*;
use gridstar::ffi::*;
use gridstar::floors::FloorCell;
use gridstar::grid::Cell;

/// Bytes of the saved example, in hexadecimal digits.
const SAVED: &str = "
    477269645374617202000400a6010000010000000c0000000000000001000000000000000200000054000000030000000200
    000000000000020000000100000001000000000000000100000001000000000000000000f83f030000000100000000000000
    0100000002000000000000000000000002000000000000000000084003000000850000004772696453746172020001008500
    0000010000005c0000000300000002000000000000000100000000000000010000000100000000000000000000000000f03f
    666666666666f63f000000000000f03f0000000000000000000000000000803f000000000000000000000000000000000000
    803f0200000001000000182b3931ddccb59a02030000008900000047726964537461720200010089000000010000005c0000
    000200000002000000000000000100000000000000010000000100000000000000000000000000f03f666666666666f63f00
    0000000000f03f0000000000000000000000000000803f000000000000000000000000000000000000803f02000000050000
    0012000100001388716c6b6e614d1aff3c583de0a505";

/// Three floors, of which the first and the last are one grid. Link 1 was removed; links 2 and 3 are left.
fn example() -> (TestFloors, [TestGrid; 2]) {
    let grids = [TestGrid::new(3, 2), TestGrid::new(2, 2)];
    assert_eq!(grids[1].set_cell(Cell::new(1, 0), 1), Ok);
    let floors = TestFloors::new([&grids[0], &grids[1], &grids[0]]);
    let (ground, upper) = (FloorCell::new(0, 2, 1), FloorCell::new(1, 0, 1));
    floors.add_link(&link_def(ground, upper, 0.0)).unwrap();
    floors.add_link(&GridstarLinkDef { one_way: 1, ..link_def(ground, upper, 1.5) }).unwrap();
    floors.add_link(&GridstarLinkDef { closed: 1, ..link_def(upper, FloorCell::new(2, 0, 0), 3.0) }).unwrap();
    assert_eq!(gridstar_floors_remove_link(floors.id(), 1), Ok);
    (floors, grids)
}

fn links_of(floors: &TestFloors) -> Vec<(u32, GridstarLinkDef)> {
    floors.links().into_iter().map(|number| (number, floors.link(number).unwrap())).collect()
}

fn living() -> (u32, u32) {
    (gridstar_live_count(GridstarKind::Floors as u32), gridstar_live_count(GridstarKind::Grid as u32))
}

fn random_floors(seed: u64) -> (TestFloors, Vec<TestGrid>) {
    let mut random = Random::new(seed);
    let grids: Vec<TestGrid> = (0..1 + random.below(3)).map(|i| random_grid(seed * 3 + u64::from(i)).0).collect();
    let chosen: Vec<usize> = (0..random.below(5)).map(|_| random.below(grids.len() as u32) as usize).collect();
    let floors = TestFloors::new(chosen.iter().map(|&grid| &grids[grid]));
    let links = if chosen.is_empty() { 0 } else { random.below(8) };
    for _ in 0..links {
        let mut end = || {
            let floor = random.below(chosen.len() as u32);
            let info = grids[chosen[floor as usize]].info().unwrap();
            FloorCell::new(floor, random.below(info.width) as i32, random.below(info.height) as i32)
        };
        let (from, to) = (end(), end());
        let (one_way, closed) = (random.below(2), u32::from(random.percent(20)));
        let cost = f64::from(random.below(30)) * 0.3;
        let number = floors.add_link(&GridstarLinkDef { one_way, closed, ..link_def(from, to, cost) }).unwrap();
        if random.percent(20) {
            assert_eq!(gridstar_floors_remove_link(floors.id(), number), Ok);
        }
    }
    (floors, grids)
}

#[test]
fn loaded_floors_have_the_links_and_the_paths_of_the_saved_ones() {
    let _turn = turn();
    let mut found = 0;
    for seed in 0..60 {
        let (floors, grids) = random_floors(seed);
        let flags = (seed % 2) as u32 * GRIDSTAR_SAVE_PREPARED;
        // Which of equally cheap paths is found depends on what is prepared.
        for grid in grids.iter().filter(|_| flags != 0) {
            assert_eq!(gridstar_grid_prepare(grid.id(), grid.info().unwrap().engine, 0), Ok);
        }
        let bytes = floors.save(flags).unwrap();
        let loaded = TestFloors::load(&bytes).unwrap();
        let loaded_grids = loaded.loaded_grids();
        assert_eq!(loaded.save(flags).unwrap(), bytes, "seed {seed}");
        assert_eq!(links_of(&loaded), links_of(&floors), "seed {seed}");
        let [info, saved] = [&loaded, &floors].map(|floors| floors.info().unwrap());
        assert_eq!((info.floor_count, info.link_count, info.revision), (saved.floor_count, saved.link_count, 0));
        assert!(loaded_grids.len() <= grids.len(), "seed {seed}: a grid that is several floors was loaded twice");
        let mut random = Random::new(seed);
        let queries = if info.floor_count == 0 { 0 } else { 8 };
        for _ in 0..queries {
            let mut end =
                || FloorCell::new(random.below(info.floor_count), random.below(9) as i32, random.below(6) as i32);
            let (start, goal) = (end(), end());
            let [one, other] = [&floors, &loaded].map(|floors| floors.find_path(start, goal, None));
            let about = format!("seed {seed}, {start:?} to {goal:?}");
            assert_eq!((one.status, &one.path, one.cost), (other.status, &other.path, other.cost), "{about}");
            found += u32::from(one.status == Ok);
        }
        // The number of a removed link stays unused.
        if info.floor_count > 0 {
            let at = FloorCell::new(0, 0, 0);
            let [one, other] = [&floors, &loaded].map(|floors| floors.add_link(&link_def(at, at, 1.0)));
            assert_eq!(one, other, "seed {seed}");
        }
    }
    assert!(found > 100, "{found} paths");
}

#[test]
fn bytes_of_floors_that_version_2_has_written_are_read_and_written() {
    let _turn = turn();
    let (floors, _grids) = example();
    assert_eq!(hex_of(&floors.save(0).unwrap()), hex_of(&bytes_of(SAVED)));
    let loaded = TestFloors::load(&bytes_of(SAVED)).unwrap();
    assert_eq!(links_of(&loaded), links_of(&floors));
    assert_eq!(loaded.floor(0), loaded.floor(2));
    let grids = loaded.loaded_grids();
    assert_eq!(grids.len(), 2);
}

#[test]
fn damaged_foreign_and_newer_floors_are_refused_and_create_nothing() {
    let _turn = turn();
    let (floors, grids) = example();
    let (bytes, before) = (floors.save(GRIDSTAR_SAVE_PREPARED).unwrap(), living());
    for at in 0..bytes.len() {
        let expected = if at < 8 { ForeignBytes } else { DamagedBytes };
        for bit in 0..8 {
            let mut flipped = bytes.clone();
            flipped[at] ^= 1 << bit;
            assert_eq!(TestFloors::load(&flipped).err(), Some(expected), "bit {bit} of byte {at}");
        }
        assert_eq!(TestFloors::load(&bytes[..at]).err(), Some(expected), "{at} bytes");
    }
    assert_eq!(TestFloors::load(&changed(&bytes, |bytes| bytes[8] = 3)).err(), Some(NewerBytes));
    assert_eq!(TestFloors::load(&grids[0].save(0).unwrap()).err(), Some(ForeignBytes));
    assert_eq!(TestGrid::load(&bytes).err(), Some(ForeignBytes));
    assert_eq!(living(), before);
}

/// The frame of the floors has a right checksum here. Those of the grids within are right or not.
#[test]
fn no_change_under_a_right_checksum_creates_grids_that_stay() {
    let _turn = turn();
    let (floors, _grids) = example();
    let (bytes, before) = (floors.save(0).unwrap(), living());
    let mut loaded_again = 0;
    for at in HEAD..bytes.len() - CHECKSUM {
        for value in [0, 1, 2, 3, 0x7f, 0x80, 0xff] {
            let hostile = changed(&bytes, |bytes| bytes[at] = value);
            match TestFloors::load(&hostile) {
                Result::Ok(floors) => {
                    loaded_again += 1;
                    let grids = floors.loaded_grids();
                    let again = floors.save(0).unwrap();
                    assert_eq!(again, hostile, "{value} at {at}");
                    drop(grids);
                }
                Err(mistake) => assert_eq!(mistake, DamagedBytes, "{value} at {at}"),
            }
            assert_eq!(living(), before, "{value} at {at}");
        }
    }
    assert!(loaded_again > 100, "{loaded_again} were loaded");
    assert!(!is_large(&bytes));
}

#[test]
fn floors_links_and_grids_that_can_not_be_are_damage() {
    let _turn = turn();
    let (before, grid) = (living(), TestGrid::new(2, 2).save(0).unwrap());
    let file = |sections: &[(u32, &[u8])]| {
        let mut bytes = b"GridStar\x02\0\x04\0\0\0\0\0".to_vec();
        for (number, section) in sections {
            bytes.extend(number.to_le_bytes());
            bytes.extend((section.len() as u32).to_le_bytes());
            bytes.extend(*section);
        }
        sealed(bytes)
    };
    let numbers = |numbers: &[u32]| numbers.iter().flat_map(|number| number.to_le_bytes()).collect::<Vec<u8>>();
    let link = |number: u32, to_floor: u32, flags: u32, cost: f64| {
        let mut link = numbers(&[number, 0, 0, 0, to_floor, 1, 1, flags]);
        link.extend(cost.to_le_bytes());
        link
    };
    let links = |last: u32, links: &[Vec<u8>]| [numbers(&[last]), links.concat()].concat();
    let (one, none) = (numbers(&[0]), links(0, &[]));
    let right = [
        file(&[(1, &[]), (2, &none)]),
        file(&[(1, &one), (2, &links(9, &[link(1, 0, 3, 0.5), link(4, 0, 0, 0.0)])), (3, &grid)]),
        file(&[(1, &numbers(&[0, 1, 0])), (2, &none), (3, &grid), (3, &grid)]),
    ];
    for bytes in right {
        let floors = TestFloors::load(&bytes).unwrap();
        let _grids = floors.loaded_grids();
        assert_eq!(floors.save(0).unwrap(), bytes);
    }
    let with_links = |list: Vec<u8>| file(&[(1, &one), (2, &list), (3, &grid)]);
    for (about, bytes) in [
        ("no links", file(&[(1, &[])])),
        ("no grid", file(&[(1, &one), (2, &none)])),
        ("a grid of no floor", file(&[(1, &one), (2, &none), (3, &grid), (3, &grid)])),
        ("a second grid that is missing", file(&[(1, &numbers(&[0, 1])), (2, &none), (3, &grid)])),
        ("the first number is 1", file(&[(1, &numbers(&[1, 0])), (2, &none), (3, &grid), (3, &grid)])),
        ("half a number", file(&[(1, &one[..2]), (2, &none), (3, &grid)])),
        ("an unknown section", file(&[(1, &one), (2, &none), (3, &grid), (4, &[])])),
        ("no grid's bytes", file(&[(1, &one), (2, &none), (3, &none)])),
        ("a newer grid", file(&[(1, &one), (2, &none), (3, &changed(&grid, |bytes| bytes[8] = 4))])),
        ("a second grid is damaged", file(&[(1, &numbers(&[0, 1])), (2, &none), (3, &grid), (3, &grid[1..])])),
        ("link 0", with_links(links(3, &[link(0, 0, 0, 1.0)]))),
        ("links that fall", with_links(links(3, &[link(2, 0, 0, 1.0), link(2, 0, 0, 1.0)]))),
        ("a last number below a link's", with_links(links(1, &[link(2, 0, 0, 1.0)]))),
        ("an unknown floor", with_links(links(2, &[link(2, 1, 0, 1.0)]))),
        ("an unknown flag", with_links(links(2, &[link(2, 0, 4, 1.0)]))),
        ("a negative cost", with_links(links(2, &[link(2, 0, 0, -1.0)]))),
        ("a cost that is no number", with_links(links(2, &[link(2, 0, 0, f64::NAN)]))),
        ("half a link", with_links(links(2, &[link(2, 0, 0, 1.0)[..20].to_vec()]))),
        ("no last number", with_links(Vec::new())),
    ] {
        assert_eq!(TestFloors::load(&bytes).err(), Some(DamagedBytes), "{about}");
    }
    assert_eq!(living(), before);
}

#[test]
fn a_floor_whose_grid_was_destroyed_can_not_be_saved() {
    let _turn = turn();
    let (floors, grids) = example();
    assert_eq!(gridstar_destroy(grids[1].id()), Ok);
    assert_eq!(floors.save(0).err(), Some(FloorWithoutGrid));
    assert_eq!(gridstar_floors_set_floor(floors.id(), 1, grids[0].id()), Ok);
    let loaded = TestFloors::load(&floors.save(0).unwrap()).unwrap();
    assert_eq!(loaded.loaded_grids().len(), 1);
}
