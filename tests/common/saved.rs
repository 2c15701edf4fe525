//! Saved grids behind the C functions, and saved bytes that are changed on purpose.

use super::abi::{TestGrid, default_grid_def, default_query_def, read};
use super::random_maps::Random;
use gridstar::ffi::*;
use gridstar::grid::Cell;
use twox_hash::XxHash64;

/// Bytes before the first section of a file.
pub const HEAD: usize = 16;
/// Bytes of the checksum, at the end of a file.
pub const CHECKSUM: usize = 8;
/// Where the section of the settings has the width and the height.
pub const SIZE_AT: usize = HEAD + 8;

impl TestGrid {
    pub fn save(&self, flags: u32) -> Result<Vec<u8>, GridstarStatus> {
        // SAFETY: `read` gives a buffer and its capacity.
        read(|out, capacity, count| unsafe { gridstar_grid_save(self.id(), flags, out, capacity, count) })
    }

    pub fn load(bytes: &[u8]) -> Result<Self, GridstarStatus> {
        let mut id = 0;
        // SAFETY: the pointer and count of a slice, and a pointer from a reference.
        match unsafe { gridstar_grid_load(bytes.as_ptr(), bytes.len() as u32, &mut id) } {
            GridstarStatus::Ok => Ok(Self::of_id(id)),
            mistake => {
                assert_eq!(id, 0, "{mistake:?} wrote an id");
                Err(mistake)
            }
        }
    }

    pub fn save_changes(&self, base: &[u8]) -> Result<Vec<u8>, GridstarStatus> {
        let (pointer, length) = (base.as_ptr(), base.len() as u32);
        // SAFETY: the pointer and length of a slice; `read` gives a buffer and its capacity.
        read(|out, capacity, count| unsafe {
            gridstar_grid_save_changes(self.id(), pointer, length, out, capacity, count)
        })
    }

    pub fn apply_changes(&self, changes: &[u8]) -> GridstarStatus {
        // SAFETY: the pointer and count of a slice.
        unsafe { gridstar_grid_apply_changes(self.id(), changes.as_ptr(), changes.len() as u32) }
    }
}

/// The bytes with the length and the checksum of a whole file. At least [`HEAD`] bytes.
pub fn sealed(mut bytes: Vec<u8>) -> Vec<u8> {
    let length = (bytes.len() + CHECKSUM) as u32;
    bytes[HEAD - 4..HEAD].copy_from_slice(&length.to_le_bytes());
    let checksum = XxHash64::oneshot(0, &bytes);
    bytes.extend(checksum.to_le_bytes());
    bytes
}

/// A whole file after a change of its bytes between head and checksum, with the right checksum.
pub fn changed(file: &[u8], change: impl FnOnce(&mut Vec<u8>)) -> Vec<u8> {
    let mut bytes = file[..file.len() - CHECKSUM].to_vec();
    change(&mut bytes);
    sealed(bytes)
}

/// Whether the settings tell of a map that takes long to search.
pub fn is_large(bytes: &[u8]) -> bool {
    let side =
        |at: usize| bytes.get(at..at + 4).map_or(0, |side| u64::from(u32::from_le_bytes(side.try_into().unwrap())));
    side(SIZE_AT).saturating_mul(side(SIZE_AT + 4)) > 100_000
}

/// Saved floors, not sealed, in which each grid has a right length and checksum; `None` if a grid is large.
pub fn with_sealed_grids(bytes: &[u8]) -> Option<Vec<u8>> {
    let (head, mut rest) = bytes.split_at(HEAD);
    let mut whole = head.to_vec();
    while let Some((section, after)) = rest.split_first_chunk::<8>() {
        let [number, length] = [0, 4].map(|at| u32::from_le_bytes(section[at..at + 4].try_into().unwrap()));
        let Some((content, after)) = after.split_at_checked(length as usize) else { break };
        whole.extend(section);
        if number == 3 && content.len() >= HEAD + CHECKSUM {
            if is_large(content) {
                return None;
            }
            whole.extend(sealed(content[..content.len() - CHECKSUM].to_vec()));
        } else {
            whole.extend(content);
        }
        rest = after;
    }
    whole.extend(rest);
    Some(whole)
}

/// Some paths must cost what they cost by A* over the same cells.
pub fn compare_with_a_star(grid: &TestGrid, random: &mut Random, about: &str) {
    let info = grid.info().unwrap();
    if info.layout != 0 || info.heuristic_weight > 1.0 {
        return;
    }
    let plain = GridstarGridDef {
        engine: GridstarEngine::AStar as u32,
        diagonal_rule: info.diagonal_rule,
        straight_cost: info.straight_cost,
        diagonal_cost: info.diagonal_cost,
        ..default_grid_def(info.width, info.height)
    };
    let plain = TestGrid::with_def(&plain).unwrap();
    assert_eq!(plain.set_cells(&grid.get_cells().unwrap()), GridstarStatus::Ok);
    let def = GridstarQueryDef {
        order: GridstarOrder::AStar as u32,
        heuristic: GridstarHeuristic::Octile as u32,
        max_expansions: 1_000_000,
        heuristic_weight: 1.0,
        flags: GRIDSTAR_QUERY_IGNORE_PENALTIES,
        ..default_query_def()
    };
    for _ in 0..6 {
        let mut cell = || Cell::new(random.below(info.width) as i32, random.below(info.height) as i32);
        let (start, goal) = (cell(), cell());
        let [found, right] = [grid, &plain].map(|grid| grid.find_path(start, goal, Some(&def)));
        assert_eq!((found.status, found.cost), (right.status, right.cost), "{about}: {start:?} to {goal:?}");
    }
}
