//! Owners of tickets and fields over floors behind the C functions.

use gridstar::ffi::*;
use gridstar::floors::{FloorCell, FloorStep};
use std::ptr::null;

/// A field over floors, destroyed when dropped.
#[derive(Debug)]
pub struct TestFloorField(u64);

impl TestFloorField {
    /// A built field by default settings.
    pub fn new(floors: u64, goals: &[FloorCell]) -> Self {
        Self::create(floors, goals, None).unwrap()
    }

    /// A built field.
    pub fn with_def(floors: u64, goals: &[FloorCell], def: &GridstarQueryDef) -> Result<Self, GridstarStatus> {
        Self::create(floors, goals, Some(def))
    }

    fn create(floors: u64, goals: &[FloorCell], def: Option<&GridstarQueryDef>) -> Result<Self, GridstarStatus> {
        let goals: Vec<GridstarFloorCell> = goals.iter().map(|&goal| goal.into()).collect();
        let (mut id, def) = (0, def.map_or(null(), |def| def));
        // SAFETY: the pointer and length of a vector, null or a pointer from a reference, and another such pointer.
        match unsafe { gridstar_floor_field_create(floors, goals.as_ptr(), goals.len() as u32, 0, def, &mut id) } {
            GridstarStatus::Ok => Ok(Self(id)),
            mistake => Err(mistake),
        }
    }

    pub fn path(&self, start: FloorCell) -> (GridstarStatus, Vec<FloorStep>, f64) {
        let mut result = super::floors::empty_floor_result();
        let mut path = vec![FloorStep::default(); 4096];
        // SAFETY: the pointer and length of a vector, and pointers from references.
        let status = unsafe {
            gridstar_floor_field_find_path(self.0, &start.into(), path.as_mut_ptr(), path.len() as u32, &mut result)
        };
        path.truncate(result.length as usize);
        (status, path, result.cost)
    }

    pub fn step(&self, at: FloorCell) -> GridstarFloorFieldStep {
        let mut step = GridstarFloorFieldStep::default();
        // SAFETY: pointers from references to one value each.
        let status = unsafe { gridstar_floor_field_get_steps(self.0, &at.into(), 1, &mut step, 1) };
        assert_eq!(status, GridstarStatus::Ok);
        step
    }

    pub fn id(&self) -> u64 {
        self.0
    }
}

impl Drop for TestFloorField {
    fn drop(&mut self) {
        gridstar_destroy(self.0);
    }
}

/// Submits queries through floors by default settings.
pub fn submit_floors(floors: u64, requests: &[GridstarFloorPathRequest]) -> u64 {
    let (mut ticket, count) = (0, requests.len() as u32);
    // SAFETY: the pointer and length of a slice, null with a count of 0, and a pointer from a reference.
    let status = unsafe { gridstar_ticket_submit_floors(floors, requests.as_ptr(), count, null(), 0, 0, &mut ticket) };
    assert_eq!(status, GridstarStatus::Ok);
    ticket
}
