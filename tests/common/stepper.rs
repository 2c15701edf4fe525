//! Safe wrappers of the stepper's C functions.

use super::abi::{TestGrid, empty_result};
use gridstar::ffi::*;
use gridstar::grid::{Cell, Rect};
use std::ptr::{null, null_mut};

/// A stepper behind the C functions, destroyed when dropped.
#[derive(Debug)]
pub struct TestStepper {
    id: u64,
    /// The status of gridstar_stepper_begin.
    pub begun: GridstarStatus,
}

/// The outputs of gridstar_stepper_finish.
#[derive(Clone, Debug, PartialEq)]
pub struct Finish {
    pub status: GridstarStatus,
    pub path: Vec<Cell>,
    pub result: GridstarPathResult,
}

impl TestStepper {
    pub fn begin(
        grid: &TestGrid,
        start: Cell,
        goal: Cell,
        def: Option<&GridstarQueryDef>,
    ) -> Result<Self, GridstarStatus> {
        let (mut id, def) = (0, def.map_or(null(), |def| def));
        // SAFETY: the pointers are null or come from references.
        let begun = unsafe { gridstar_stepper_begin(grid.id(), &start, &goal, def, &mut id) };
        if (begun as i32) < 0 { Err(begun) } else { Ok(Self { id, begun }) }
    }

    pub fn id(&self) -> u64 {
        self.id
    }

    pub fn advance(&self, max_expansions: u32) -> GridstarStatus {
        gridstar_stepper_advance(self.id, max_expansions)
    }

    pub fn finish(&self) -> Finish {
        let mut result = empty_result();
        let mut path = Vec::<Cell>::new();
        // SAFETY: a null pointer with a capacity of 0, and a pointer from a reference.
        let mut status = unsafe { gridstar_stepper_finish(self.id, null_mut(), 0, &mut result) };
        if status == GridstarStatus::BufferTooSmall {
            path.resize(result.length as usize, Cell::default());
            // SAFETY: the pointer and length of a vector, and a pointer from a reference.
            status = unsafe { gridstar_stepper_finish(self.id, path.as_mut_ptr(), result.length, &mut result) };
        }
        Finish { status, path, result }
    }

    pub fn info(&self) -> Result<GridstarStepperInfo, GridstarStatus> {
        // SAFETY: zeros are a valid value of the struct, and its size is set in it.
        unsafe {
            let mut info: GridstarStepperInfo = std::mem::zeroed();
            info.struct_size = size_of::<GridstarStepperInfo>() as u32;
            match gridstar_stepper_get_info(self.id, &mut info) {
                GridstarStatus::Ok => Ok(info),
                mistake => Err(mistake),
            }
        }
    }

    pub fn changes(&self) -> Vec<GridstarSearchChange> {
        // SAFETY: `read` passes a buffer with its capacity.
        read(|out, capacity, count| unsafe { gridstar_stepper_get_changes(self.id, out, capacity, count) })
    }

    pub fn cells(&self, rect: Rect) -> Vec<GridstarSearchCell> {
        // SAFETY: `read` passes a buffer with its capacity.
        read(|out, capacity, count| unsafe {
            gridstar_stepper_get_cells(self.id, &GridstarRect::from(rect), out, capacity, count)
        })
    }

    pub fn open(&self, max_count: u32) -> Vec<GridstarSearchCell> {
        // SAFETY: `read` passes a buffer with its capacity.
        read(|out, capacity, count| unsafe { gridstar_stepper_get_open(self.id, max_count, out, capacity, count) })
    }
}

impl Drop for TestStepper {
    fn drop(&mut self) {
        // A test may have destroyed the stepper already.
        gridstar_destroy(self.id);
    }
}

/// Queries the needed capacity, then reads this number of values.
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
