//! Safe wrappers of the C functions for profiles, penalties and wide agents.

use super::abi::{TestGrid, read};
use gridstar::ffi::*;
use gridstar::grid::{Cell, Rect};

/// A profile behind the C functions, destroyed when dropped.
#[derive(Debug)]
pub struct TestProfile {
    id: u64,
}

impl TestProfile {
    pub fn new() -> Self {
        Self::create().expect("out of memory")
    }

    pub fn create() -> Result<Self, GridstarStatus> {
        let mut id = 0;
        // SAFETY: the pointer comes from a reference.
        match unsafe { gridstar_profile_create(&mut id) } {
            GridstarStatus::Ok => Ok(Self { id }),
            mistake => Err(mistake),
        }
    }

    pub fn id(&self) -> u64 {
        self.id
    }

    pub fn save(&self) -> Result<Vec<u8>, GridstarStatus> {
        // SAFETY: `read` gives a buffer and its capacity.
        read(|out, capacity, count| unsafe { gridstar_profile_save(self.id, out, capacity, count) })
    }

    pub fn load(bytes: &[u8]) -> Result<Self, GridstarStatus> {
        let mut id = 0;
        // SAFETY: the pointer and count of a slice, and a pointer from a reference.
        match unsafe { gridstar_profile_load(bytes.as_ptr(), bytes.len() as u32, &mut id) } {
            GridstarStatus::Ok => Ok(Self { id }),
            mistake => {
                assert_eq!(id, 0, "{mistake:?} wrote an id");
                Err(mistake)
            }
        }
    }

    pub fn set_cost(&self, cell_type: u32, multiplier: f64) -> GridstarStatus {
        gridstar_profile_set_cost(self.id, cell_type, multiplier)
    }

    pub fn set_costs(&self, first_type: u32, multipliers: &[f64]) -> GridstarStatus {
        // SAFETY: the pointer and length of a slice.
        unsafe { gridstar_profile_set_costs(self.id, first_type, multipliers.as_ptr(), multipliers.len() as u32) }
    }

    /// The multipliers of all cell types.
    pub fn costs(&self) -> Result<Vec<f64>, GridstarStatus> {
        // SAFETY: `read` gives a buffer and its capacity.
        read(|out, capacity, count| unsafe { gridstar_profile_get_costs(self.id, 0, 256, out, capacity, count) })
    }

    pub fn set_charge(&self, charge: GridstarCharge) -> GridstarStatus {
        gridstar_profile_set_charge(self.id, charge as u32)
    }

    pub fn charge(&self) -> Result<u32, GridstarStatus> {
        let mut charge = u32::MAX;
        // SAFETY: the pointer comes from a reference.
        match unsafe { gridstar_profile_get_charge(self.id, &mut charge) } {
            GridstarStatus::Ok => Ok(charge),
            mistake => Err(mistake),
        }
    }
}

impl Drop for TestProfile {
    fn drop(&mut self) {
        // A test may have destroyed the profile already.
        gridstar_destroy(self.id);
    }
}

impl TestGrid {
    pub fn set_penalties(&self, rect: Rect, penalties: &[u8]) -> GridstarStatus {
        let (pointer, count) = (penalties.as_ptr(), penalties.len() as u32);
        // SAFETY: the pointer and length of a slice.
        unsafe {
            gridstar_grid_set_cells(
                self.id(),
                GridstarCellPlane::Penalties as u32,
                &GridstarRect::from(rect),
                pointer,
                count,
            )
        }
    }

    pub fn fill_penalties(&self, rect: Rect, penalty: u32) -> GridstarStatus {
        crate::abi::fill_cells(
            self.id(),
            GridstarCellPlane::Penalties,
            (rect.x, rect.y, rect.width, rect.height),
            penalty,
        )
    }

    pub fn penalties(&self, rect: Rect) -> Result<Vec<u8>, GridstarStatus> {
        // SAFETY: `read` gives a buffer and its capacity.
        read(|out, capacity, count| unsafe {
            gridstar_grid_get_cells(
                self.id(),
                GridstarCellPlane::Penalties as u32,
                &GridstarRect::from(rect),
                out,
                capacity,
                count,
            )
        })
    }

    pub fn agent_size(&self, radius: f32) -> Result<u32, GridstarStatus> {
        let mut size = u32::MAX;
        // SAFETY: the pointer comes from a reference.
        match unsafe { gridstar_grid_get_agent_size(self.id(), radius, &mut size) } {
            GridstarStatus::Ok => Ok(size),
            mistake => Err(mistake),
        }
    }

    /// The lowest cell of an agent with its center at a world position; the status tells whether it is inside the grid.
    pub fn agent_anchor(&self, [x, y, z]: [f32; 3], agent_size: u32) -> (GridstarStatus, Cell) {
        let mut cell = Cell::new(i32::MIN, i32::MIN);
        // SAFETY: the pointer comes from a reference.
        (unsafe { gridstar_grid_get_agent_anchor(self.id(), x, y, z, agent_size, &mut cell) }, cell)
    }

    pub fn agent_center(&self, anchor: Cell, agent_size: u32) -> Result<[f32; 3], GridstarStatus> {
        let [mut x, mut y, mut z] = [f32::NAN; 3];
        // SAFETY: the pointers come from references.
        let status = unsafe {
            gridstar_grid_get_agent_center(self.id(), anchor.x, anchor.y, agent_size, &mut x, &mut y, &mut z)
        };
        match status {
            GridstarStatus::Ok => Ok([x, y, z]),
            mistake => Err(mistake),
        }
    }
}
