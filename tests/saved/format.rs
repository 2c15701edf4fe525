//! The bytes themselves: a later version must read what this one has written.

use super::penalties;
use common::abi::{TestGrid, default_grid_def, turn};
use common::random_maps::Random;
use common::saved::{HEAD, changed};
use gridstar::ffi::GridstarStatus::*;
use gridstar::ffi::*;
use gridstar::grid::Cell;

/// Bytes of the saved example, in hexadecimal digits.
const SAVED: &str = "
    477269645374617202000100af000000010000005c0000002800000003000000000000000300000002000000010000000100
    000063000000000000000000f03f666666666666f63f000000000000f03f0000c0bf00000000000000000000004000000000
    000000000000000000000000000000400200000015000000a301000116000b8005a101031a50515253545588010300000006
    000000a8012107980204000000000000009f97d57e3251a93a";
/// Changes of the example.
const CHANGES: &str = "
    47726964537461720200020048000000010000001000000028000000030000003491207cb834b8750200000006000000dc02
    060180010300000002000000e0031574cd134b698485";

pub(crate) fn bytes_of(hex: &str) -> Vec<u8> {
    let digits: Vec<u8> = hex.bytes().filter(u8::is_ascii_hexdigit).collect();
    let pairs = digits.chunks(2);
    pairs.map(|pair| u8::from_str_radix(std::str::from_utf8(pair).unwrap(), 16).unwrap()).collect()
}

pub(crate) fn hex_of(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// 40 x 3 cells with each form of a run, penalties and a place of their own.
fn example() -> TestGrid {
    let def = GridstarGridDef {
        diagonal_rule: GridstarDiagonalRule::BothFree as u32,
        engine: GridstarEngine::JumpPoints as u32,
        cell_size: 2.0,
        origin_x: -1.5,
        max_expansions: 99,
        ..default_grid_def(40, 3)
    };
    let grid = TestGrid::with_def(&def).unwrap();
    let types: Vec<u8> = (0..120)
        .map(|i| match i {
            0..40 => u8::from(i % 5 * i % 3 == 1),
            40..80 => 3,
            80..86 => i,
            _ => 0,
        })
        .collect();
    assert_eq!(grid.set_cells(&types), Ok);
    assert_eq!(common::abi::fill_cells(grid.id(), GridstarCellPlane::Penalties, (2, 1, 8, 1), 7), Ok);
    grid
}

#[test]
fn bytes_that_version_2_has_written_are_read_and_written() {
    let _turn = turn();
    let grid = example();
    let saved = grid.save(GRIDSTAR_SAVE_PREPARED).unwrap();
    assert_eq!(hex_of(&saved), hex_of(&bytes_of(SAVED)));
    let loaded = TestGrid::load(&bytes_of(SAVED)).unwrap();
    assert_eq!((loaded.get_cells(), penalties(&loaded)), (grid.get_cells(), penalties(&grid)));
    assert_eq!(loaded.info().unwrap().prepared, GRIDSTAR_PREPARED_JUMP_POINTS);
    assert_eq!(grid.set_cell(Cell::new(7, 2), 1), Ok);
    let changes = grid.save_changes(&saved).unwrap();
    assert_eq!(hex_of(&changes), hex_of(&bytes_of(CHANGES)));
    assert_eq!(loaded.apply_changes(&bytes_of(CHANGES)), Ok);
    assert_eq!(loaded.get_cell(Cell::new(7, 2)), Result::Ok(1));
}

/// Versions 0.3.0 to 0.3.4 could save the engine NET, whose number was 5.
#[test]
fn a_grid_that_was_saved_with_the_engine_that_is_gone_has_jump_points() {
    let _turn = turn();
    let by_jump_points = bytes_of(SAVED);
    let engine = HEAD + 8 + 16;
    assert_eq!(by_jump_points[engine], GridstarEngine::JumpPoints as u8);
    let by_net = changed(&by_jump_points, |bytes| bytes[engine] = 5);
    let loaded = TestGrid::load(&by_net).unwrap();
    let info = loaded.info().unwrap();
    assert_eq!((info.engine, info.prepared), (GridstarEngine::JumpPoints as u32, GRIDSTAR_PREPARED_JUMP_POINTS));
    assert_eq!(hex_of(&loaded.save(GRIDSTAR_SAVE_PREPARED).unwrap()), hex_of(&by_jump_points));
    assert_eq!(loaded.apply_changes(&bytes_of(CHANGES)), Ok);
    let never_was = changed(&by_jump_points, |bytes| bytes[engine] = 6);
    assert_eq!(TestGrid::load(&never_was).unwrap_err(), DamagedBytes);
}

/// Random cells of each number of types, in rows of each length of runs.
#[test]
fn all_maps_come_back_and_take_little_more_than_a_byte_for_a_cell() {
    let _turn = turn();
    for seed in 0..400 {
        let mut random = Random::new(seed);
        let (width, height) = (1 + random.below(70), 1 + random.below(40));
        let (types, longest) = (1 + random.below(9), 1 + random.below(50));
        let mut cells = Vec::new();
        while cells.len() < (width * height) as usize {
            let cell_type = random.below(types) as u8 * 29;
            let run = 1 + random.below(longest);
            cells.extend((0..run).map(|_| cell_type));
        }
        cells.truncate((width * height) as usize);
        let grid = TestGrid::new(width, height);
        assert_eq!(grid.set_cells(&cells), Ok);
        let bytes = grid.save(0).unwrap();
        assert!(bytes.len() < cells.len() * 5 / 4 + 200, "seed {seed}: {} of {}", bytes.len(), cells.len());
        assert_eq!(TestGrid::load(&bytes).unwrap().get_cells().unwrap(), cells, "seed {seed}");
    }
}

#[test]
fn noise_of_two_types_takes_a_bit_for_a_cell() {
    let _turn = turn();
    let mut random = Random::new(9);
    let cells: Vec<u8> = (0..256 * 256).map(|_| 4 * random.below(2) as u8).collect();
    let grid = TestGrid::new(256, 256);
    assert_eq!(grid.set_cells(&cells), Ok);
    let bytes = grid.save(0).unwrap();
    assert!(bytes.len() < 256 * 256 / 8 + 300, "{} bytes", bytes.len());
    assert_eq!(TestGrid::load(&bytes).unwrap().get_cells().unwrap(), cells);
}
