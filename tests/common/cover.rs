//! Safe wrappers of the C functions for covers.

use super::abi::{TestGrid, read};
use gridstar::ffi::*;
use gridstar::grid::Rect;

/// A cover behind the C functions, destroyed when dropped.
#[derive(Debug)]
pub struct TestCover {
    id: u64,
}

impl TestCover {
    pub fn new(grid: &TestGrid) -> Self {
        Self::create(grid).expect("the grid takes no cover")
    }

    pub fn create(grid: &TestGrid) -> Result<Self, GridstarStatus> {
        let mut id = 0;
        // SAFETY: the pointer comes from a reference.
        match unsafe { gridstar_cover_create(grid.id(), &mut id) } {
            GridstarStatus::Ok => Ok(Self { id }),
            mistake => Err(mistake),
        }
    }

    pub fn id(&self) -> u64 {
        self.id
    }

    pub fn set_rects(&self, rects: &[Rect]) -> GridstarStatus {
        let rects: Vec<GridstarRect> = rects.iter().map(|&rect| rect.into()).collect();
        // SAFETY: the pointer and length of a vector.
        unsafe { gridstar_cover_set_rects(self.id, rects.as_ptr(), rects.len() as u32) }
    }
}

impl Drop for TestCover {
    fn drop(&mut self) {
        // A test may have destroyed the cover already, or its grid.
        gridstar_destroy(self.id);
    }
}

impl TestGrid {
    /// How many covers the cells of a rectangle have, row by row.
    pub fn covers(&self, rect: Rect) -> Result<Vec<u8>, GridstarStatus> {
        // SAFETY: `read` gives a buffer and its capacity.
        read(|out, capacity, count| unsafe {
            gridstar_grid_get_cells(
                self.id(),
                GridstarCellPlane::Covers as u32,
                &GridstarRect::from(rect),
                out,
                capacity,
                count,
            )
        })
    }
}
