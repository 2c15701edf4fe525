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
    /// Size of this struct in bytes.
    pub struct_size: u32,
    /// 1 if the cells of the grids differ, else 0; the fields after it are then 0.
    pub is_different: u32,
    /// A value of GridstarCellPlane.
    pub plane: u32,
    /// Column of the cell.
    pub x: i32,
    /// Row of the cell.
    pub y: i32,
    /// The value of the cell in the first grid. For the plane COVERS it is not cut to 255.
    pub value: u32,
    /// The value of the cell in the other grid.
    pub other_value: u32,
    /// 0.
    pub reserved: u32,
}

// SAFETY: repr(C), a u32 first, and fields of integers without padding between them.
unsafe impl SizedStruct for GridstarDifference {
    const SIZES: &'static [u32] = &[32];
}

/// Writes a hash of all that the answers of a grid depend on: size, layout, costs and all other settings of queries,
/// engine, cell types, penalties and numbers of covers. Equal grids have equal hashes, however they came to be, on every
/// platform; different ones have equal hashes with a probability of about 2^-64. The hash is kept current by edits and
/// takes less than a microsecond. The place in the world, ids, revisions and derived data do not count.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_grid_get_hash(grid: u64, hash_out: *mut u64) -> GridstarStatus {
    fence(|| {
        let hash_out = Out::new(hash_out)?;
        hash_out.ok(GridObject::of(grid)?.hash()?)
    })
}

/// Creates a fork of a grid: another grid with the same cells, covers, settings, place and revision. The call takes a few
/// microseconds at any size, because both grids share the state and what is derived from it, until one of them is
/// edited. The first search after that edit copies what it needs: 1 byte for the type of a cell, 1 for its penalty, 2 for
/// covers, where there are any, and the derived data that edits keep, which GridstarGridInfo counts in `bytes` for both
/// grids meanwhile. Later edits take what they take on any grid.
///
/// Forks can be forked, and grids and forks destroyed in any order. A cover goes on belonging to the grid on which it was
/// created: the fork has its cells as they are now, and its queries may leave it out (`without_cover`) as it is now.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_grid_fork(grid: u64, fork_out: *mut u64) -> GridstarStatus {
    fence(|| {
        let fork_out = Out::new(fork_out)?;
        fork_out.ok(GRIDS.insert(GridObject::of(grid)?.fork()?)?)
    })
}

/// Gives a grid the cells, covers and engine that another grid has now: as a rule, a fork of it that was kept. The grid
/// keeps its id and its place, and fields, crowds and followers go on with it: they see an edit of what differs. The call
/// takes a few microseconds at any size, and 0.1 microseconds for each cover if covers have changed since the fork.
///
/// Each cover of the grid has the cells again that it had in the other grid, or none if it is not known there. Covers
/// that were destroyed since stay destroyed, and their cells are free of them. `other` does not change, and can be
/// restored from again. Both grids must have the same size, layout and settings of queries (DIFFERENT_GRIDS).
#[unsafe(no_mangle)]
pub extern "C" fn gridstar_grid_restore(grid: u64, other: u64) -> GridstarStatus {
    fence(|| {
        let (object, from) = (GridObject::of(grid)?, GridObject::of(other)?);
        object.check_like(&from)?;
        if grid == other { Ok(()) } else { cover::restore(&object, grid, &from) }
    })
}

/// Finds the first cell at which two grids of the same size, layout and settings of queries differ (DIFFERENT_GRIDS
/// where they have others): types first, then penalties, then numbers of covers, each row by row. Reads both grids.
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
