//! Walls as a whole grid has them: planes, outlines, forks, hashes, differences, saved bytes, changed rectangles and
//! memory; and what is refused.

use crate::{HEXAGONS, check_passages, edit, random_map, seeds};
use common::abi::{TestGrid, default_grid_def};
use common::random_maps::Random;
use common::walls::*;
use gridstar::ffi::GridstarStatus::*;
use gridstar::ffi::*;
use gridstar::grid::{Cell, Rect};
use std::ptr::null;

const PASSAGES: u32 = GridstarCellPlane::Passages as u32;

fn hash(grid: &TestGrid) -> u64 {
    let mut hash = 0;
    // SAFETY: a pointer of a reference.
    assert_eq!(unsafe { gridstar_grid_get_hash(grid.id(), &mut hash) }, Ok);
    hash
}

fn plane(grid: &TestGrid, count: usize) -> Vec<u8> {
    let (mut bytes, mut found) = (vec![9; count], 0);
    // SAFETY: the pointer and length of a slice, and a pointer of a reference.
    let status =
        unsafe { gridstar_grid_get_cells(grid.id(), PASSAGES, null(), bytes.as_mut_ptr(), count as u32, &mut found) };
    assert_eq!((status, found as usize), (Ok, count));
    bytes
}

fn set_plane(grid: &TestGrid, bytes: &[u8]) -> GridstarStatus {
    // SAFETY: the pointer and length of a slice.
    unsafe { gridstar_grid_set_cells(grid.id(), PASSAGES, null(), bytes.as_ptr(), bytes.len() as u32) }
}

fn bytes_of(grid: &TestGrid) -> u64 {
    grid.info().unwrap().bytes
}

/// The later cell of each side, by the words of the plane: (x + 1, y), (x, y + 1), and the third one over hexagons.
fn byte_of(map: &WalledMap, cell: Cell) -> u8 {
    let later = map.straight_neighbors(cell).into_iter().filter(|next| {
        let (dx, dy) = (next.x - cell.x, next.y - cell.y);
        let by_rows =
            map.layout == GridstarLayout::HexOddRows as u32 || map.layout == GridstarLayout::HexEvenRows as u32;
        (dx, dy) == (1, 0) || (dx, dy) == (0, 1) || if by_rows { dy == 1 } else { map.layout != 0 && dx == 1 }
    });
    let mut byte = 0;
    for next in later.filter(|&next| map.contains(next)) {
        let number = match (next.x - cell.x, next.y - cell.y) {
            (1, 0) => 0,
            (0, 1) => 1,
            _ => 2,
        };
        byte |= (u8::from(map.is_closed(cell, next)) | u8::from(map.is_closed(next, cell)) << 1) << (2 * number);
    }
    byte
}

fn layout(random: &mut Random) -> GridstarLayout {
    if random.below(3) == 0 { HEXAGONS[random.below(4) as usize] } else { GridstarLayout::Square }
}

#[test]
fn a_plane_has_the_walls_that_were_set_one_by_one_and_sets_them_at_once() {
    for seed in seeds(60) {
        let mut random = Random::new(seed);
        let layout = layout(&mut random);
        let mut map = random_map(&mut random, layout);
        let grid = map.build(&default_grid_def(1, 1));
        edit(&grid, &mut map, &mut random);
        let expected: Vec<u8> = map.cells().into_iter().map(|cell| byte_of(&map, cell)).collect();
        assert_eq!(plane(&grid, expected.len()), expected, "seed {seed}\n{map}");
        // Bits off the grid are left out.
        let other = WalledMap::new(map.width, map.height, layout).build(&default_grid_def(1, 1));
        let most = if map.layout == 0 { 15 } else { 63 };
        let with_edges: Vec<u8> = map
            .cells()
            .into_iter()
            .map(|cell| {
                let all = |mut map: WalledMap| {
                    let inside = map.straight_neighbors(cell).into_iter().filter(|&next| map.contains(next));
                    inside.collect::<Vec<_>>().into_iter().for_each(|next| map.set(cell, next, WALL));
                    byte_of(&map, cell)
                };
                byte_of(&map, cell) | most & !all(map.clone())
            })
            .collect();
        assert_eq!(set_plane(&other, &with_edges), Ok);
        check_passages(&other, &map, &format!("seed {seed}"));
        // SAFETY: the pointer and length of a slice.
        let types =
            unsafe { gridstar_grid_set_cells(other.id(), 0, null(), map.types.as_ptr(), map.types.len() as u32) };
        assert_eq!((types, hash(&other)), (Ok, hash(&grid)), "seed {seed}\n{map}");
    }
}

#[test]
fn outlines_set_the_sides_between_inside_and_outside() {
    for seed in seeds(200) {
        let mut random = Random::new(seed);
        let layout = layout(&mut random);
        let mut map = random_map(&mut random, layout);
        let grid = map.build(&default_grid_def(1, 1));
        for _ in 0..4 {
            let (x, y) = (random.below(map.width as u32) as i32, random.below(map.height as u32) as i32);
            let (width, height) = (1 + random.below((map.width - x) as u32), 1 + random.below((map.height - y) as u32));
            let (rect, sides, passage) = (Rect { x, y, width, height }, 1 + random.below(15), random.below(4));
            let inside =
                |cell: Cell| (x..x + width as i32).contains(&cell.x) && (y..y + height as i32).contains(&cell.y);
            for from in map.cells().into_iter().filter(|&cell| inside(cell)) {
                for to in map.straight_neighbors(from) {
                    let beyond = [to.x >= x + width as i32, to.x < x, to.y >= y + height as i32, to.y < y];
                    let is_side = (0..4).any(|side| beyond[side] && sides >> side & 1 == 1);
                    if map.contains(to) && !inside(to) && is_side {
                        map.set(from, to, passage);
                    }
                }
            }
            assert_eq!(set_passages(&grid, rect, sides, passage), Ok);
            check_passages(&grid, &map, &format!("seed {seed}, {rect:?}, sides {sides}, passage {passage}"));
        }
        let fresh = map.build(&default_grid_def(1, 1));
        assert_eq!(hash(&grid), hash(&fresh), "seed {seed}\n{map}");
    }
}

#[test]
fn forks_hashes_differences_and_saved_bytes_know_walls() {
    for seed in seeds(60) {
        let mut random = Random::new(seed);
        let layout = layout(&mut random);
        let mut map = random_map(&mut random, layout);
        let grid = map.build(&default_grid_def(1, 1));
        let about = format!("seed {seed}");
        let before = map.clone();
        let bytes = grid.save(0).unwrap();
        let mut fork = 0;
        // SAFETY: a pointer of a reference.
        assert_eq!(unsafe { gridstar_grid_fork(grid.id(), &mut fork) }, Ok);
        let fork = TestGrid::of_id(fork);
        assert_eq!(hash(&fork), hash(&grid));
        edit(&grid, &mut map, &mut random);
        check_passages(&fork, &before, &about);
        check_passages(&grid, &map, &about);
        // The loaded grid, and the changes since.
        let loaded = TestGrid::load(&bytes).unwrap();
        check_passages(&loaded, &before, &about);
        assert_eq!(hash(&loaded), hash(&fork), "{about}");
        let changes = grid.save_changes(&bytes).unwrap();
        assert_eq!(loaded.apply_changes(&changes), Ok, "{about}");
        check_passages(&loaded, &map, &about);
        assert_eq!(hash(&loaded), hash(&grid), "{about}");
        // The first difference is that of the plane, row by row.
        let mut difference = GridstarDifference {
            struct_size: size_of::<GridstarDifference>() as u32,
            is_different: 9,
            plane: 9,
            x: -1,
            y: -1,
            value: 0,
            other_value: 0,
            reserved: 0,
        };
        // SAFETY: a pointer of a reference to a struct with its size.
        assert_eq!(unsafe { gridstar_grid_find_difference(grid.id(), fork.id(), &mut difference) }, Ok);
        if map.types == before.types {
            let differs = |&cell: &Cell| byte_of(&map, cell) != byte_of(&before, cell);
            match map.cells().into_iter().find(differs) {
                None => assert_eq!(difference.is_different, 0, "{about}"),
                Some(cell) => {
                    let found =
                        (difference.plane, difference.x, difference.y, difference.value, difference.other_value);
                    let values = (byte_of(&map, cell).into(), byte_of(&before, cell).into());
                    assert_eq!(found, (PASSAGES, cell.x, cell.y, values.0, values.1), "{about}");
                }
            }
        }
        assert_eq!(gridstar_grid_restore(grid.id(), fork.id()), Ok);
        check_passages(&grid, &before, &about);
        assert_eq!(hash(&grid), hash(&fork), "{about}");
    }
}

#[test]
fn a_grid_without_walls_is_saved_as_before_and_holds_no_memory_for_them() {
    let grid = TestGrid::new(200, 100);
    let (bytes, saved) = (bytes_of(&grid), grid.save(0).unwrap());
    assert_eq!(set_passage(&grid, Cell::new(3, 4), Cell::new(4, 4), WALL), Ok);
    assert_eq!(grid.find_path(Cell::new(0, 0), Cell::new(99, 99), None).status, Ok);
    let with_walls = bytes_of(&grid);
    // Two bits a cell, and what is derived from them twice.
    assert!(with_walls > bytes && grid.save(0).unwrap().len() > saved.len());
    assert_eq!(u16::from_le_bytes([saved[8], saved[9]]), 2);
    assert_eq!(u16::from_le_bytes([grid.save(0).unwrap()[8], grid.save(0).unwrap()[9]]), 3);
    assert_eq!(set_passage(&grid, Cell::new(4, 4), Cell::new(3, 4), OPEN), Ok);
    assert_eq!(grid.find_path(Cell::new(0, 0), Cell::new(99, 99), None).status, Ok);
    assert_eq!(grid.save(0).unwrap(), saved);
    assert_eq!(hash(&grid), hash(&TestGrid::new(200, 100)));
}

/// Each step that an edit of a passage opens or closes lies beside cells of the changed rectangles.
#[test]
fn changes_tell_both_cells_of_a_passage() {
    let grid = TestGrid::new(30, 20);
    let mut rects = [GridstarRect::default(); 8];
    for (from, to) in [((5, 5), (6, 5)), ((6, 5), (5, 5)), ((7, 8), (7, 7))] {
        let (from, to) = (Cell::new(from.0, from.1), Cell::new(to.0, to.1));
        let before = grid.revision();
        let passage = if passage(&grid, from, to) == Result::Ok(OPEN) { ONE_WAY } else { WALL };
        assert_eq!(set_passage(&grid, from, to, passage), Ok);
        let (mut count, mut revision) = (0, 0);
        // SAFETY: the pointer and length of a slice, and pointers of references.
        let status =
            unsafe { gridstar_grid_get_changes(grid.id(), before, rects.as_mut_ptr(), 8, &mut count, &mut revision) };
        assert_eq!((status, revision), (Ok, before + 1));
        for cell in [from, to] {
            let is_inside = rects[..count as usize].iter().any(|rect| {
                (rect.x..rect.x + rect.width as i32).contains(&cell.x)
                    && (rect.y..rect.y + rect.height as i32).contains(&cell.y)
            });
            assert!(is_inside, "{cell:?}, {rects:?}");
        }
    }
}

#[test]
fn passages_that_there_are_none_of_are_refused() {
    let grid = TestGrid::new(6, 5);
    let before = hash(&grid);
    let cell = Cell::new;
    for (from, to) in [((1, 1), (2, 2)), ((1, 1), (1, 1)), ((1, 1), (3, 1)), ((1, 1), (1, 4)), ((0, 0), (5, 0))] {
        let (from, to) = (cell(from.0, from.1), cell(to.0, to.1));
        assert_eq!(set_passage(&grid, from, to, WALL), BadPassage);
        assert_eq!(passage(&grid, from, to), Err(BadPassage));
    }
    for (from, to) in [((5, 1), (6, 1)), ((0, 0), (-1, 0)), ((i32::MAX, 0), (i32::MIN, 0)), ((i32::MIN, 3), (0, 3))] {
        let (from, to) = (cell(from.0, from.1), cell(to.0, to.1));
        assert_eq!(set_passage(&grid, from, to, WALL), CellOutside);
        assert_eq!(passage(&grid, from, to), Err(CellOutside));
    }
    for number in [4, 5, u32::MAX, 1 << 31] {
        assert_eq!(set_passage(&grid, cell(1, 1), cell(2, 1), number), BadPassage);
        assert_eq!(set_passages(&grid, Rect { x: 0, y: 0, width: 2, height: 2 }, 15, number), BadPassage);
    }
    let room = Rect { x: 1, y: 1, width: 2, height: 2 };
    for sides in [0, 16, 31, u32::MAX] {
        assert_eq!(set_passages(&grid, room, sides, WALL), BadFlag);
    }
    for (x, y, width, height) in [(0, 0, 0, 1), (5, 0, 2, 1), (-1, 0, 2, 1), (0, 0, u32::MAX, u32::MAX)] {
        assert_eq!(set_passages(&grid, Rect { x, y, width, height }, 15, WALL), BadRect);
    }
    assert_eq!(set_plane(&grid, &[0; 29]), WrongCount);
    assert_eq!(set_plane(&grid, &[16; 30]), BadPassage);
    for value in [16, 255, 256, u32::MAX] {
        // SAFETY: no rectangle.
        assert_eq!(unsafe { gridstar_grid_fill_cells(grid.id(), PASSAGES, null(), value) }, BadPassage);
        assert_eq!(gridstar_grid_set_cell(grid.id(), PASSAGES, 1, 1, value), BadPassage);
    }
    assert_eq!(gridstar_grid_set_cell(grid.id(), PASSAGES, 6, 1, 3), CellOutside);
    assert_eq!((hash(&grid), grid.revision()), (before, 0));
    assert_eq!(gridstar_grid_set_cell(grid.id(), PASSAGES, 1, 1, 3), Ok);
    assert_eq!(passage(&grid, cell(2, 1), cell(1, 1)), Result::Ok(WALL));
}

/// Landmarks measure over open steps, and a loaded grid has them again: as many expansions, far fewer than by jump
/// points.
#[test]
fn landmarks_know_walls_and_are_there_after_loading() {
    let random = &mut Random::new(7);
    let mut map = WalledMap::new(100, 80, GridstarLayout::Square);
    map.scatter(random, 0, 40, false);
    let cell = |random: &mut Random| Cell::new(random.below(100) as i32, random.below(80) as i32);
    let ends: Vec<[Cell; 2]> = (0..30).map(|_| [cell(random), cell(random)]).collect();
    let ask = |grid: &TestGrid| {
        let answers = ends.iter().map(|&[start, goal]| grid.find_path(start, goal, None));
        let answers: Vec<_> = answers.map(|answer| (answer.status, answer.cost, answer.expansions)).collect();
        (answers.iter().map(|answer| answer.2).sum::<u32>(), answers)
    };
    let grid = map.build(&default_grid_def(1, 1));
    assert_eq!(gridstar_grid_prepare(grid.id(), GridstarEngine::JumpPoints as u32, 0), Ok);
    let (by_jumps, costs) = ask(&grid);
    assert_eq!(gridstar_grid_prepare(grid.id(), GridstarEngine::Landmarks as u32, 0), Ok);
    let (with_landmarks, answers) = ask(&grid);
    assert!(costs.iter().zip(&answers).all(|(one, other)| (one.0, one.1) == (other.0, other.1)), "{map}");
    assert!(2 * with_landmarks < by_jumps, "{with_landmarks} expansions with landmarks, {by_jumps} without");
    let loaded = TestGrid::load(&grid.save(GRIDSTAR_SAVE_PREPARED).unwrap()).unwrap();
    assert_eq!(ask(&loaded).1, answers, "{map}");
}
