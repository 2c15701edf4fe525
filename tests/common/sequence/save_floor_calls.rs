//! Saved floors, loaded beside the model.

#![allow(clippy::undocumented_unsafe_blocks, reason = "`bytes` gives a buffer, its capacity and a place for the count")]

use super::tally::{self, Function};
use super::world::World;
use gridstar::ffi::*;
use std::ptr::null_mut;

impl World {
    /// Saves floors and loads them, compares links and grids with the model, and destroys what was loaded.
    pub fn save_and_load_floors(&mut self, at: usize) {
        let (id, grids) = (self.floors[at].id, self.floors[at].grids.clone());
        let known: Vec<usize> = grids.iter().filter_map(|&grid| self.grid_of(grid)).collect();
        let function = Function::gridstar_floors_save;
        if known.len() < grids.len() {
            let mut count = 0;
            let status = self.call(function, format_args!("{id:#x}"), || unsafe {
                gridstar_floors_save(id, 0, null_mut(), 0, &mut count)
            });
            assert_eq!(status, GridstarStatus::FloorWithoutGrid);
            return;
        }
        // A preparation that ends between the saving and the comparison changes the engine, which the hash has.
        let are_settled = known.iter().all(|&grid| !self.grids[grid].is_preparing);
        let bytes =
            self.bytes(function, |out, capacity, count| unsafe { gridstar_floors_save(id, 0, out, capacity, count) });
        let (mut loaded, function) = (0, Function::gridstar_floors_load);
        // SAFETY: the pointer and length of a vector, and a pointer from a reference.
        let status = self.call(function, format_args!("{} bytes", bytes.len()), || unsafe {
            gridstar_floors_load(bytes.as_ptr(), bytes.len() as u32, &mut loaded)
        });
        assert_eq!(status, GridstarStatus::Ok);
        tally::compared(function);
        let has_no_covers = known.iter().all(|&grid| self.covers_of(self.grids[grid].id).all(|cover| cover.is_empty()));
        if has_no_covers && are_settled {
            let [one, other] = [id, loaded]
                .map(|floors| self.hash(Function::gridstar_floors_get_hash, floors, gridstar_floors_get_hash));
            assert_eq!(one, other, "covers alone are not saved");
        }
        let mut loaded_grids: Vec<u64> = Vec::new();
        for (floor, grid) in known.into_iter().enumerate() {
            let mut of_floor = 0;
            let function = Function::gridstar_floors_get_floor;
            // SAFETY: the pointer comes from a reference.
            let status = self.call(function, format_args!("{loaded:#x} {floor}"), || unsafe {
                gridstar_floors_get_floor(loaded, floor as u32, &mut of_floor)
            });
            assert_eq!(status, GridstarStatus::Ok);
            let right = self.grids[grid].terrain.types.clone();
            self.compare_loaded(of_floor, &right);
            for (earlier, &other) in loaded_grids.iter().enumerate() {
                assert_eq!(of_floor == other, grids[floor] == grids[earlier], "floors {earlier} and {floor}");
            }
            loaded_grids.push(of_floor);
        }
        self.compare_loaded_links(at, loaded);
        let function = Function::gridstar_destroy;
        let status = self.call(function, format_args!("{loaded:#x}"), || gridstar_destroy(loaded));
        assert_eq!(status, GridstarStatus::Ok);
        loaded_grids.sort_unstable();
        loaded_grids.dedup();
        for grid in loaded_grids {
            let function = Function::gridstar_destroy;
            let status = self.call(function, format_args!("{grid:#x}"), || gridstar_destroy(grid));
            assert_eq!(status, GridstarStatus::Ok);
        }
        self.check_live_counts();
    }

    /// The loaded floors have the links of the model, by number.
    fn compare_loaded_links(&mut self, at: usize, loaded: u64) {
        for link in self.floors[at].links.clone() {
            // SAFETY: zeros are a valid value of the struct.
            let mut def: GridstarLinkDef = unsafe { std::mem::zeroed() };
            def.struct_size = size_of::<GridstarLinkDef>() as u32;
            let (function, number) = (Function::gridstar_floors_get_link, link.number);
            // SAFETY: the pointer comes from a reference to a struct whose size is set.
            let status = self.call(function, format_args!("{loaded:#x} {number}"), || unsafe {
                gridstar_floors_get_link(loaded, number, &mut def)
            });
            let ends = (def.from_floor, def.from_x, def.from_y, def.to_floor, def.to_x, def.to_y);
            let (from, to) = (link.from, link.to);
            let right = (from.floor, from.cell.x, from.cell.y, to.floor, to.cell.x, to.cell.y);
            assert_eq!((status, ends, def.cost), (GridstarStatus::Ok, right, link.cost));
            assert_eq!((def.one_way, def.closed), (link.one_way.into(), link.closed.into()));
        }
    }
}
