//! The stepper's C functions made safe to call from tests: a stepper that is destroyed when dropped, and answers with their buffers.

use super::abi::{TestGrid, empty_result};
use gridstar::ffi::*;
use gridstar::grid::{Cell, Rect};
use std::ptr::{null, null_mut};

/// A stepper behind the C functions.
#[derive(Debug)]
pub(crate) struct TestStepper {
    id: u64,
    /// What gridstar_stepper_begin returned.
    pub(crate) begun: GridstarStatus,
}

/// What gridstar_stepper_finish answered.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Finish {
    pub(crate) status: GridstarStatus,
    pub(crate) path: Vec<Cell>,
    pub(crate) result: GridstarPathResult,
}

impl TestStepper {
    pub(crate) fn begin(
        grid: &TestGrid,
        start: Cell,
        goal: Cell,
        def: Option<&GridstarQueryDef>,
    ) -> Result<Self, GridstarStatus> {
        let (mut id, def) = (0, def.map_or(null(), |def| def));
        // SAFETY: null or the pointers of references.
        let begun = unsafe { gridstar_stepper_begin(grid.id(), start.x, start.y, goal.x, goal.y, def, &mut id) };
        if (begun as i32) < 0 { Err(begun) } else { Ok(Self { id, begun }) }
    }

    pub(crate) fn id(&self) -> u64 {
        self.id
    }

    pub(crate) fn advance(&self, max_expansions: u32) -> GridstarStatus {
        gridstar_stepper_advance(self.id, max_expansions)
    }

    pub(crate) fn finish(&self) -> Finish {
        let mut result = empty_result();
        let mut path = Vec::<Cell>::new();
        // SAFETY: a null pointer with a capacity of 0, and the pointer of a reference.
        let mut status = unsafe { gridstar_stepper_finish(self.id, null_mut(), 0, &mut result) };
        if status == GridstarStatus::BufferTooSmall {
            path.resize(result.length as usize, Cell::default());
            // SAFETY: the pointer and length of a vector, and the pointer of a reference.
            status = unsafe { gridstar_stepper_finish(self.id, path.as_mut_ptr(), result.length, &mut result) };
        }
        Finish { status, path, result }
    }

    pub(crate) fn info(&self) -> Result<GridstarStepperInfo, GridstarStatus> {
        // SAFETY: a struct of zeros is a value, and its own size is set in it.
        unsafe {
            let mut info: GridstarStepperInfo = std::mem::zeroed();
            info.struct_size = size_of::<GridstarStepperInfo>() as u32;
            match gridstar_stepper_get_info(self.id, &mut info) {
                GridstarStatus::Ok => Ok(info),
                mistake => Err(mistake),
            }
        }
    }

    pub(crate) fn changes(&self) -> Vec<GridstarSearchChange> {
        // SAFETY: `read` gives a buffer and its capacity.
        read(|out, capacity, count| unsafe { gridstar_stepper_get_changes(self.id, out, capacity, count) })
    }

    pub(crate) fn cells(&self, rect: Rect) -> Vec<GridstarSearchCell> {
        // SAFETY: `read` gives a buffer and its capacity.
        read(|out, capacity, count| unsafe {
            gridstar_stepper_get_cells(self.id, rect.x, rect.y, rect.width, rect.height, out, capacity, count)
        })
    }

    pub(crate) fn open(&self, max_count: u32) -> Vec<GridstarSearchCell> {
        // SAFETY: `read` gives a buffer and its capacity.
        read(|out, capacity, count| unsafe { gridstar_stepper_get_open(self.id, max_count, out, capacity, count) })
    }
}

impl Drop for TestStepper {
    fn drop(&mut self) {
        // May have been destroyed by a test already.
        gridstar_stepper_destroy(self.id);
    }
}

/// Asks how many places are needed and then reads so many.
fn read<T: Clone + Default>(call: impl Fn(*mut T, u32, *mut u32) -> GridstarStatus) -> Vec<T> {
    let mut count = 0;
    let status = call(null_mut(), 0, &mut count);
    let mut values = vec![T::default(); count as usize];
    if status == GridstarStatus::BufferTooSmall {
        assert_eq!(call(values.as_mut_ptr(), count, &mut count), GridstarStatus::Ok);
    } else {
        assert_eq!((status, count), (GridstarStatus::Ok, 0));
    }
    values
}
