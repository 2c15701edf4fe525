//! Safe wrappers of the C functions for fields.

use super::abi::{TestGrid, empty_result, read};
use gridstar::ffi::*;
use gridstar::grid::{Cell, Rect};
use std::ptr::{null, null_mut};

/// A field behind the C functions, destroyed when dropped.
#[derive(Debug)]
pub struct TestField {
    id: u64,
    /// The status of gridstar_field_create.
    pub begun: GridstarStatus,
}

impl TestField {
    pub fn new(grid: &TestGrid, goals: &[Cell]) -> Self {
        Self::create(grid, goals, 0, 0, None).expect("the field is not created")
    }

    pub fn create(
        grid: &TestGrid,
        goals: &[Cell],
        flags: u32,
        max_visits: u32,
        def: Option<&GridstarQueryDef>,
    ) -> Result<Self, GridstarStatus> {
        let (mut id, def, count) = (0, def.map_or(null(), |def| def), goals.len() as u32);
        // SAFETY: the pointer and length of a slice; the others are null or come from references.
        let begun = unsafe { gridstar_field_create(grid.id(), goals.as_ptr(), count, flags, max_visits, def, &mut id) };
        if (begun as i32) < 0 { Err(begun) } else { Ok(Self { id, begun }) }
    }

    /// A field that combines others: see gridstar_field_combine.
    pub fn combine(
        grid: &TestGrid,
        parts: &[(&Self, f64)],
        operation: GridstarFieldOperation,
        max_visits: u32,
        def: Option<&GridstarQueryDef>,
    ) -> Result<Self, GridstarStatus> {
        let (ids, weights): (Vec<u64>, Vec<f64>) = parts.iter().map(|(field, weight)| (field.id, *weight)).unzip();
        let (mut id, def, operation) = (0, def.map_or(null(), |def| def), operation as u32);
        let (fields, weights, count) = (ids.as_ptr(), weights.as_ptr(), ids.len() as u32);
        // SAFETY: pointers and lengths of vectors; the others are null or come from references.
        let begun =
            unsafe { gridstar_field_combine(grid.id(), fields, weights, count, operation, max_visits, def, &mut id) };
        if (begun as i32) < 0 { Err(begun) } else { Ok(Self { id, begun }) }
    }

    pub fn id(&self) -> u64 {
        self.id
    }

    pub fn info(&self) -> Result<GridstarFieldInfo, GridstarStatus> {
        // SAFETY: zeros are a valid value of the struct, and its size is set in it.
        unsafe {
            let mut info: GridstarFieldInfo = std::mem::zeroed();
            info.struct_size = size_of::<GridstarFieldInfo>() as u32;
            match gridstar_field_get_info(self.id, &mut info) {
                GridstarStatus::Ok => Ok(info),
                mistake => Err(mistake),
            }
        }
    }

    pub fn set_goals(&self, goals: &[Cell], max_visits: u32) -> GridstarStatus {
        // SAFETY: the pointer and length of a slice.
        unsafe { gridstar_field_set_goals(self.id, goals.as_ptr(), goals.len() as u32, max_visits) }
    }

    /// The costs of a rectangle; infinity without a path.
    pub fn costs(&self, rect: Rect) -> Result<Vec<f64>, GridstarStatus> {
        // SAFETY: `read` passes a buffer with its capacity.
        read(|out, capacity, count| unsafe {
            gridstar_field_get_costs(self.id, &GridstarRect::from(rect), out, capacity, count)
        })
    }

    pub fn steps(&self, cells: &[Cell]) -> Result<Vec<GridstarFieldCell>, GridstarStatus> {
        let mut steps = vec![GridstarFieldCell::default(); cells.len()];
        let count = cells.len() as u32;
        // SAFETY: pointers and lengths of slices.
        match unsafe { gridstar_field_get_steps(self.id, cells.as_ptr(), count, steps.as_mut_ptr(), count) } {
            GridstarStatus::Ok => Ok(steps),
            mistake => Err(mistake),
        }
    }

    pub fn velocities(&self, positions: &[[f32; 3]], speed: f32) -> Result<Vec<[f32; 3]>, GridstarStatus> {
        let mut velocities = vec![[f32::NAN; 3]; positions.len()];
        let (count, out) = (positions.len() as u32, velocities.as_mut_ptr().cast());
        // SAFETY: pointers and lengths of slices of arrays of three floats.
        match unsafe { gridstar_field_get_velocities(self.id, positions.as_ptr().cast(), count, speed, out, count) } {
            GridstarStatus::Ok => Ok(velocities),
            mistake => Err(mistake),
        }
    }

    pub fn range(&self, max_cost: f64, by_cost: bool, most: u32) -> Result<Vec<GridstarFieldCell>, GridstarStatus> {
        // SAFETY: `read` passes a buffer with its capacity.
        read(|out, capacity, count| unsafe {
            gridstar_field_get_range(self.id, max_cost, by_cost.into(), most, out, capacity, count)
        })
    }

    pub fn border(&self, max_cost: f64) -> Result<Vec<Cell>, GridstarStatus> {
        // SAFETY: `read` passes a buffer with its capacity.
        read(|out, capacity, count| unsafe { gridstar_field_get_border(self.id, max_cost, out, capacity, count) })
    }

    pub fn write_penalties(&self, near: (f64, u8), far: (f64, u8)) -> GridstarStatus {
        gridstar_field_write_penalties(self.id, near.0, near.1.into(), far.0, far.1.into())
    }

    pub fn path(&self, cell: Cell) -> (GridstarStatus, Vec<Cell>, GridstarPathResult) {
        let mut result = empty_result();
        // SAFETY: a null pointer with a capacity of 0, and a pointer from a reference.
        let mut status = unsafe { gridstar_field_find_path(self.id, cell.x, cell.y, null_mut(), 0, &mut result) };
        let mut path = Vec::new();
        if status == GridstarStatus::BufferTooSmall {
            path.resize(result.length as usize, Cell::default());
            let (out, capacity) = (path.as_mut_ptr(), result.length);
            // SAFETY: the pointer and length of a vector, and a pointer from a reference.
            status = unsafe { gridstar_field_find_path(self.id, cell.x, cell.y, out, capacity, &mut result) };
        }
        (status, path, result)
    }
}

impl Drop for TestField {
    fn drop(&mut self) {
        // A test may have destroyed the field already.
        gridstar_destroy(self.id);
    }
}

/// The costs from each start to each goal, by start.
pub fn cost_matrix(
    grid: &TestGrid,
    starts: &[Cell],
    goals: &[Cell],
    def: Option<&GridstarQueryDef>,
) -> Result<Vec<f64>, GridstarStatus> {
    let def = def.map_or(null(), |def| def);
    let (starts, start_count, goals, goal_count) =
        (starts.as_ptr(), starts.len() as u32, goals.as_ptr(), goals.len() as u32);
    let mut costs = vec![f64::NAN; start_count as usize * goal_count as usize];
    let (out, capacity) = (costs.as_mut_ptr(), costs.len() as u32);
    // SAFETY: pointers and lengths of slices and of a vector; the def may be null.
    let status =
        unsafe { gridstar_grid_get_cost_matrix(grid.id(), starts, start_count, goals, goal_count, def, out, capacity) };
    if status == GridstarStatus::Ok { Ok(costs) } else { Err(status) }
}

/// The goals nearest to a start; all with a count of 0.
pub fn nearest_goals(
    grid: &TestGrid,
    start: Cell,
    goals: &[Cell],
    most: u32,
    def: Option<&GridstarQueryDef>,
) -> Result<Vec<GridstarGoalCost>, GridstarStatus> {
    let def = def.map_or(null(), |def| def);
    let (id, list, length) = (grid.id(), goals.as_ptr(), goals.len() as u32);
    let room = if most == 0 { length } else { most };
    let (mut nearest, mut count) = (vec![GridstarGoalCost::default(); room as usize], 0);
    // SAFETY: pointers and lengths of a slice and a vector; the def may be null.
    let status = unsafe {
        gridstar_grid_find_nearest_goals(id, &start, list, length, def, nearest.as_mut_ptr(), room, &mut count)
    };
    nearest.truncate(count as usize);
    if status == GridstarStatus::Ok { Ok(nearest) } else { Err(status) }
}
