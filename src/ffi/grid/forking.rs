//! Hashes of grids, forks, and restoring a grid from a fork.

use super::object::{GRIDS, GridObject, QueryDefaults};
use crate::ffi::boundary::fence::fence;
use crate::ffi::boundary::numbers::Numbered;
use crate::ffi::boundary::pointers::{Out, OutStruct, SizedStruct};
use crate::ffi::boundary::status::GridstarStatus;
use crate::ffi::cover;
use crate::grid::WordHash;

/// The first cell at which two grids differ: see gridstar_grid_find_difference.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GridstarDifference {
    /// Size of this struct.
    pub struct_size: u32,
    /// 1 if the grids differ, else 0, as all fields after it.
    pub is_different: u32,
    /// A value of GridstarCellPlane.
    pub plane: u32,
    /// Column of the cell.
    pub x: i32,
    /// Row of the cell.
    pub y: i32,
    /// The value in the first grid; covers are not cut to 255.
    pub value: u32,
    /// The value in the other grid.
    pub other_value: u32,
    /// 0.
    pub reserved: u32,
}

// SAFETY: repr(C), a u32 first, and fields of integers without padding between them.
unsafe impl SizedStruct for GridstarDifference {
    const SIZES: &'static [u32] = &[32];
}

/// Writes a hash of all that the answers of a grid depend on: size, layout, settings of queries, engine, and the types,
/// penalties, passages and covers of cells. Equal grids have equal hashes, however they came to be; different ones
/// nearly never. After an edit of more than half of the cells, the first call reads all cells.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_grid_get_hash(grid: u64, hash_out: *mut u64) -> GridstarStatus {
    fence(|| {
        let hash_out = Out::new(hash_out)?;
        hash_out.ok(GridObject::of(grid)?.hash()?)
    })
}

/// Creates a fork of a grid: another grid with the same cells, covers, settings, place and revision, in a few
/// microseconds at any size. Both share their memory until one of them is edited; the first search after that copies
/// what it needs. They may be destroyed in any order.
///
/// A cover goes on belonging to its grid; the fork has its cells, and can leave it out, as it is now.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_grid_fork(grid: u64, fork_out: *mut u64) -> GridstarStatus {
    fence(|| {
        let fork_out = Out::new(fork_out)?;
        fork_out.ok(GRIDS.insert(GridObject::of(grid)?.fork()?)?)
    })
}

/// Gives a grid the cells, covers and engine that another one has now, such as a fork of it that was kept, in a few
/// microseconds. The grid keeps its id, its place and its users, who see an edit. Both must have the same size, layout
/// and settings of queries (DIFFERENT_GRIDS). Each cover of the grid has the cells that it had in the other one, or
/// none if that does not know it. Covers that were destroyed since stay destroyed.
#[unsafe(no_mangle)]
pub extern "C" fn gridstar_grid_restore(grid: u64, other: u64) -> GridstarStatus {
    fence(|| {
        let (object, from) = (GridObject::of(grid)?, GridObject::of(other)?);
        object.check_like(&from)?;
        if grid == other { Ok(()) } else { cover::restore(&object, grid, &from) }
    })
}

/// Finds the first cell at which two grids differ that gridstar_grid_restore takes: types first, then penalties,
/// numbers of covers and passages, each row by row.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_grid_find_difference(
    grid: u64,
    other: u64,
    difference_out: *mut GridstarDifference,
) -> GridstarStatus {
    fence(|| {
        let difference_out = OutStruct::new(difference_out)?;
        let (object, other) = (GridObject::of(grid)?, GridObject::of(other)?);
        object.check_like(&other)?;
        let none = GridstarDifference {
            struct_size: 0,
            is_different: 0,
            plane: 0,
            x: 0,
            y: 0,
            value: 0,
            other_value: 0,
            reserved: 0,
        };
        difference_out.ok(match object.grid.first_difference(&other.grid)? {
            None => none,
            Some(found) => GridstarDifference {
                is_different: 1,
                plane: found.data.number(),
                x: found.cell.x,
                y: found.cell.y,
                value: found.values[0],
                other_value: found.values[1],
                ..none
            },
        })
    })
}

impl GridObject {
    /// A hash of all that answers depend on.
    pub(crate) fn hash(&self) -> Result<u64, GridstarStatus> {
        let sum = self.grid.sum()?.words();
        let size = self.grid.size();
        let QueryDefaults { diagonal_rule, costs, order, heuristic, weight, max_expansions } = self.defaults;
        let numbers = [
            size.width,
            size.height,
            self.layout.number(),
            diagonal_rule.number(),
            order.number(),
            heuristic.number(),
            max_expansions.unwrap_or(0),
            self.grid.engine().number(),
        ];
        let factors = [costs.straight(), costs.diagonal(), weight.get()].map(f64::to_bits);
        let words = numbers.into_iter().map(u64::from).chain(factors).chain(sum);
        Ok(words.fold(WordHash::new(1), WordHash::with).finish())
    }

    fn fork(&self) -> Result<Self, GridstarStatus> {
        let (covers, content) = cover::content(self, None)?;
        Ok(self.forked(content, covers))
    }

    /// Refuses a grid whose content this one can't take over.
    fn check_like(&self, other: &Self) -> Result<(), GridstarStatus> {
        let is_like =
            self.grid.size() == other.grid.size() && self.layout == other.layout && self.defaults == other.defaults;
        if is_like { Ok(()) } else { Err(GridstarStatus::DifferentGrids) }
    }
}
