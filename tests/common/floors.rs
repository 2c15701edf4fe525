//! Safe wrappers of the C functions for floors.

use super::abi::{TestGrid, read};
use gridstar::ffi::*;
use gridstar::floors::{FloorCell, FloorStep};
use std::mem::MaybeUninit;
use std::ptr::{null, null_mut};

/// Floors behind the C functions, destroyed when dropped.
#[derive(Debug)]
pub struct TestFloors {
    id: u64,
}

/// The outputs of a search through floors, buffer included.
#[derive(Clone, Debug, PartialEq)]
pub struct FloorAnswer {
    pub status: GridstarStatus,
    pub path: Vec<FloorStep>,
    pub cost: f64,
    pub bound: f32,
    pub expansions: u32,
    pub walks: u32,
    pub links: u32,
    pub revision: u64,
}

pub fn link_def(from: FloorCell, to: FloorCell, cost: f64) -> GridstarLinkDef {
    let mut def = MaybeUninit::uninit();
    // SAFETY: the size is the size of the place behind the pointer, and the call fills the whole struct.
    let def: GridstarLinkDef = unsafe {
        let status = gridstar_link_def_default(def.as_mut_ptr(), size_of::<GridstarLinkDef>() as u32);
        assert_eq!(status, GridstarStatus::Ok);
        def.assume_init()
    };
    GridstarLinkDef {
        from_floor: from.floor,
        from_x: from.cell.x,
        from_y: from.cell.y,
        to_floor: to.floor,
        to_x: to.cell.x,
        to_y: to.cell.y,
        cost,
        ..def
    }
}

/// A result struct, prepared as a caller has to.
pub fn empty_floor_result() -> GridstarFloorPathResult {
    GridstarFloorPathResult {
        struct_size: size_of::<GridstarFloorPathResult>() as u32,
        length: 0,
        cost: 0.0,
        revision: 0,
        expansions: 0,
        walks: 0,
        links: 0,
        bound: 0.0,
    }
}

impl TestFloors {
    pub fn new<'a>(grids: impl IntoIterator<Item = &'a TestGrid>) -> Self {
        let floors = Self::create().expect("out of memory");
        for grid in grids {
            floors.add_floor(grid.id()).expect("the grid is not alive");
        }
        floors
    }

    pub fn create() -> Result<Self, GridstarStatus> {
        let mut id = 0;
        // SAFETY: the pointer comes from a reference.
        match unsafe { gridstar_floors_create(&mut id) } {
            GridstarStatus::Ok => Ok(Self { id }),
            mistake => Err(mistake),
        }
    }

    pub fn id(&self) -> u64 {
        self.id
    }

    pub fn save(&self, flags: u32) -> Result<Vec<u8>, GridstarStatus> {
        // SAFETY: `read` gives a buffer and its capacity.
        read(|out, capacity, count| unsafe { gridstar_floors_save(self.id, flags, out, capacity, count) })
    }

    pub fn load(bytes: &[u8]) -> Result<Self, GridstarStatus> {
        let mut id = 0;
        // SAFETY: the pointer and count of a slice, and a pointer from a reference.
        match unsafe { gridstar_floors_load(bytes.as_ptr(), bytes.len() as u32, &mut id) } {
            GridstarStatus::Ok => Ok(Self { id }),
            mistake => {
                assert_eq!(id, 0, "{mistake:?} wrote an id");
                Err(mistake)
            }
        }
    }

    /// The grids of loaded floors, which nothing else destroys.
    pub fn loaded_grids(&self) -> Vec<TestGrid> {
        let count = self.info().unwrap().floor_count;
        let mut ids: Vec<u64> = (0..count).map(|floor| self.floor(floor).unwrap()).collect();
        ids.sort_unstable();
        ids.dedup();
        ids.into_iter().map(TestGrid::of_id).collect()
    }

    pub fn add_floor(&self, grid: u64) -> Result<u32, GridstarStatus> {
        let mut floor = u32::MAX;
        // SAFETY: the pointer comes from a reference.
        match unsafe { gridstar_floors_add_floor(self.id, grid, &mut floor) } {
            GridstarStatus::Ok => Ok(floor),
            mistake => Err(mistake),
        }
    }

    pub fn floor(&self, floor: u32) -> Result<u64, GridstarStatus> {
        let mut grid = u64::MAX;
        // SAFETY: the pointer comes from a reference.
        match unsafe { gridstar_floors_get_floor(self.id, floor, &mut grid) } {
            GridstarStatus::Ok => Ok(grid),
            mistake => Err(mistake),
        }
    }

    pub fn add_link(&self, def: &GridstarLinkDef) -> Result<u32, GridstarStatus> {
        let mut link = u32::MAX;
        // SAFETY: both pointers come from references.
        match unsafe { gridstar_floors_add_link(self.id, def, &mut link) } {
            GridstarStatus::Ok => Ok(link),
            mistake => Err(mistake),
        }
    }

    pub fn link(&self, link: u32) -> Result<GridstarLinkDef, GridstarStatus> {
        let mut def = link_def(FloorCell::default(), FloorCell::default(), 0.0);
        // SAFETY: the pointer comes from a reference to a struct whose size is set.
        match unsafe { gridstar_floors_get_link(self.id, link, &mut def) } {
            GridstarStatus::Ok => Ok(def),
            mistake => Err(mistake),
        }
    }

    pub fn links(&self) -> Vec<u32> {
        let mut numbers = vec![0; 4096];
        let mut count = 0;
        // SAFETY: the pointer and length are those of a vector, the other pointer comes from a reference.
        let status =
            unsafe { gridstar_floors_get_links(self.id, numbers.as_mut_ptr(), numbers.len() as u32, &mut count) };
        assert_eq!(status, GridstarStatus::Ok);
        numbers.truncate(count as usize);
        numbers
    }

    pub fn info(&self) -> Result<GridstarFloorsInfo, GridstarStatus> {
        let mut info = GridstarFloorsInfo {
            struct_size: size_of::<GridstarFloorsInfo>() as u32,
            floor_count: 0,
            link_count: 0,
            reserved: 0,
            revision: 0,
            bytes: 0,
        };
        // SAFETY: the pointer comes from a reference to a struct whose size is set.
        match unsafe { gridstar_floors_get_info(self.id, &mut info) } {
            GridstarStatus::Ok => Ok(info),
            mistake => Err(mistake),
        }
    }

    /// Finds a path into a given buffer. If the buffer is too small, the result holds the needed length.
    pub fn find_into(
        &self,
        (start, goal): (FloorCell, FloorCell),
        def: Option<&GridstarQueryDef>,
        path: &mut [FloorStep],
        result: &mut GridstarFloorPathResult,
    ) -> GridstarStatus {
        let place = if path.is_empty() { null_mut() } else { path.as_mut_ptr() };
        let def = def.map_or(null(), |def| def);
        // SAFETY: the pointer and length are those of a slice; the other pointers come from references, or are null.
        unsafe {
            gridstar_floors_find_path(self.id, &start.into(), &goal.into(), def, place, path.len() as u32, result)
        }
    }

    /// Finds a path. `None` takes the settings of the start's floor.
    pub fn find_path(&self, start: FloorCell, goal: FloorCell, def: Option<&GridstarQueryDef>) -> FloorAnswer {
        let mut result = empty_floor_result();
        let mut path = vec![FloorStep::default(); 256];
        let mut status = self.find_into((start, goal), def, &mut path, &mut result);
        // Repeats more than once only if another thread edits in between.
        while status == GridstarStatus::BufferTooSmall {
            assert!(result.length as usize > path.len(), "a buffer of {} cells was refused", path.len());
            path.resize(result.length as usize, FloorStep::default());
            status = self.find_into((start, goal), def, &mut path, &mut result);
        }
        path.truncate(if status as i32 >= 0 { result.length as usize } else { 0 });
        FloorAnswer {
            status,
            path,
            cost: result.cost,
            bound: result.bound,
            expansions: result.expansions,
            walks: result.walks,
            links: result.links,
            revision: result.revision,
        }
    }
}

impl Drop for TestFloors {
    fn drop(&mut self) {
        // A test may have destroyed the floors already.
        gridstar_destroy(self.id);
    }
}
