//! Changes since a grid was saved.

use super::penalties;
use common::abi::{TestGrid, turn};
use common::random_maps::{Random, random_map};
use common::saved::{CHECKSUM, HEAD, changed};
use gridstar::ffi::GridstarStatus::*;
use gridstar::ffi::*;
use gridstar::grid::{Cell, Rect};

fn edit(grid: &TestGrid, random: &mut Random) {
    let info = grid.info().unwrap();
    let (x, y) = (random.below(info.width), random.below(info.height));
    let (width, height) = (1 + random.below((info.width - x).min(6)), 1 + random.below((info.height - y).min(6)));
    let rect = Rect { x: x as i32, y: y as i32, width, height };
    if random.percent(25) {
        let penalty = random.below(40);
        assert_eq!(
            common::abi::fill_cells(grid.id(), GridstarCellPlane::Penalties, (rect.x, rect.y, width, height), penalty),
            Ok
        );
    } else {
        assert_eq!(grid.fill_rect(rect, random.below(3)), Ok);
    }
}

#[test]
fn applied_changes_give_the_cells_of_the_grid_that_wrote_them() {
    let _turn = turn();
    for seed in 0..300 {
        let (map, mut random) = (random_map(seed).map, Random::new(seed));
        let grid = TestGrid::from_map(&map);
        (0..random.below(3)).for_each(|_| edit(&grid, &mut random));
        let base = grid.save(0).unwrap();
        (0..random.below(6)).for_each(|_| edit(&grid, &mut random));
        let changes = grid.save_changes(&base).unwrap();
        let loaded = TestGrid::load(&base).unwrap();
        assert_eq!(loaded.apply_changes(&changes), Ok, "seed {seed}");
        assert_eq!(loaded.get_cells(), grid.get_cells(), "seed {seed}");
        assert_eq!(penalties(&loaded), penalties(&grid), "seed {seed}");
        for _ in 0..5 {
            let (start, goal) = (random.cell(&map), random.cell(&map));
            let [one, other] = [&grid, &loaded].map(|grid| grid.find_path(start, goal, None));
            assert_eq!((one.status, one.cost), (other.status, other.cost), "seed {seed}, {start:?} to {goal:?}");
        }
        // Changes of changes: the loaded grid may be a base too.
        let second = loaded.save(0).unwrap();
        assert_eq!(second, grid.save(0).unwrap(), "seed {seed}");
    }
}

#[test]
fn few_changes_take_few_bytes() {
    let _turn = turn();
    let grid = TestGrid::new(1024, 1024);
    let base = grid.save(0).unwrap();
    assert!(base.len() < 200, "{} bytes", base.len());
    let none = grid.save_changes(&base).unwrap();
    assert!(none.len() < 90, "{} bytes", none.len());
    assert_eq!(grid.fill_rect(Rect { x: 500, y: 500, width: 10, height: 10 }, 1), Ok);
    let some = grid.save_changes(&base).unwrap();
    assert!(some.len() < none.len() + 80, "{} bytes", some.len());
}

#[test]
fn changes_apply_to_their_base_alone_and_only_once() {
    let _turn = turn();
    let grid = TestGrid::new(20, 10);
    let base = grid.save(0).unwrap();
    assert_eq!(grid.set_cell(Cell::new(3, 3), 1), Ok);
    assert_eq!(common::abi::fill_cells(grid.id(), GridstarCellPlane::Penalties, (1, 1, 2, 2), 9), Ok);
    let changes = grid.save_changes(&base).unwrap();
    assert_eq!(grid.apply_changes(&changes), OtherBase);
    let loaded = TestGrid::load(&base).unwrap();
    assert_eq!(loaded.apply_changes(&changes), Ok);
    assert_eq!(loaded.revision(), 2);
    assert_eq!(loaded.apply_changes(&changes), OtherBase);
    assert_eq!(loaded.revision(), 2);
    for (width, height) in [(10, 20), (20, 11)] {
        let other = TestGrid::new(width, height);
        assert_eq!(other.apply_changes(&changes), OtherBase);
        assert_eq!(other.save_changes(&base).err(), Some(OtherBase));
        assert_eq!(other.revision(), 0);
    }
    let other = TestGrid::load(&base).unwrap();
    assert_eq!(common::abi::fill_cells(other.id(), GridstarCellPlane::Penalties, (0, 0, 1, 1), 1), Ok);
    assert_eq!(other.apply_changes(&changes), OtherBase);
}

#[test]
fn changed_changes_are_refused_and_change_nothing() {
    let _turn = turn();
    let grid = TestGrid::new(20, 10);
    let base = grid.save(0).unwrap();
    (0..9).for_each(|i| assert_eq!(grid.set_cell(Cell::new(2 * i, i), 1), Ok));
    let changes = grid.save_changes(&base).unwrap();
    let loaded = TestGrid::load(&base).unwrap();
    let cells = loaded.get_cells().unwrap();
    for at in 0..changes.len() {
        let mut flipped = changes.clone();
        flipped[at] ^= 0x10;
        let expected = if at < 8 { ForeignBytes } else { DamagedBytes };
        assert_eq!(loaded.apply_changes(&flipped), expected, "byte {at}");
        assert_eq!(loaded.apply_changes(&changes[..at]), expected, "{at} bytes");
    }
    assert_eq!((loaded.get_cells().unwrap(), loaded.revision()), (cells.clone(), 0));
    // Under a right checksum, some bytes are other changes; none is a panic.
    for at in HEAD..changes.len() - CHECKSUM {
        for byte in [0, 1, 0x7f, 0x80, 0xff] {
            let status = loaded.apply_changes(&changed(&changes, |bytes| bytes[at] = byte));
            assert!(matches!(status, Ok | OtherBase | DamagedBytes), "{status:?}");
            assert_eq!(loaded.set_cells(&cells), Ok);
        }
    }
    assert_eq!(penalties(&loaded).len(), 200);
}
