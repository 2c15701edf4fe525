//! Saved grids and profiles, loaded beside the model.

#![allow(clippy::undocumented_unsafe_blocks, reason = "`bytes` gives a buffer, its capacity and a place for the count")]

use super::agents::NamedProfile;
use super::tally::{self, Function};
use super::world::World;
use gridstar::ffi::*;

/// More than any grid of a sequence takes, with its landmarks.
const ROOM: usize = 1 << 18;

impl World {
    /// Saves a grid, loads it twice, changes a cell of one and applies the change to the other.
    pub fn save_and_load(&mut self, at: usize) {
        let (id, flags) = (self.grids[at].id, self.random.below(2));
        // A preparation that ends between the saving and the comparison changes the engine, which the hash has.
        let is_settled = !self.grids[at].is_preparing;
        let base = self.bytes(Function::gridstar_grid_save, |out, capacity, count| unsafe {
            gridstar_grid_save(id, flags, out, capacity, count)
        });
        let [changed, other] = [self.load(&base), self.load(&base)];
        if self.covers_of(id).all(|cover| cover.is_empty()) && is_settled {
            assert_eq!(self.grid_hash(changed), self.grid_hash(id), "covers alone are not saved");
        }
        let mut right = self.grids[at].terrain.types.clone();
        self.compare_loaded(changed, &right);
        let cell = self.cell(at);
        let index = self.grids[at].terrain.index(cell);
        right[index] = self.random.below(4) as u8;
        let cell_type = right[index].into();
        let status = self.call(Function::gridstar_grid_set_cell, format_args!("{changed:#x} {cell:?}"), || {
            gridstar_grid_set_cell(changed, GridstarCellPlane::Types as u32, cell.x, cell.y, cell_type)
        });
        assert_eq!(status, GridstarStatus::Ok);
        let (pointer, length) = (base.as_ptr(), base.len() as u32);
        let changes = self.bytes(Function::gridstar_grid_save_changes, |out, capacity, count| unsafe {
            gridstar_grid_save_changes(changed, pointer, length, out, capacity, count)
        });
        let function = Function::gridstar_grid_apply_changes;
        // SAFETY: the pointer and length of a vector.
        let status = self.call(function, format_args!("{other:#x}"), || unsafe {
            gridstar_grid_apply_changes(other, changes.as_ptr(), changes.len() as u32)
        });
        assert_eq!(status, GridstarStatus::Ok);
        tally::compared(function);
        self.compare_loaded(other, &right);
        for loaded in [changed, other] {
            let function = Function::gridstar_destroy;
            let status = self.call(function, format_args!("{loaded:#x}"), || gridstar_destroy(loaded));
            assert_eq!(status, GridstarStatus::Ok);
            self.loaded -= 1;
        }
    }

    /// Saves a profile and loads it, and goes on with the loaded one.
    pub fn save_and_load_profile(&mut self, at: usize) {
        let saved = self.profiles[at].id;
        let bytes = self.bytes(Function::gridstar_profile_save, |out, capacity, count| unsafe {
            gridstar_profile_save(saved, out, capacity, count)
        });
        let (mut loaded, function) = (0, Function::gridstar_profile_load);
        // SAFETY: the pointer and length of a vector, and a pointer from a reference.
        let status = self.call(function, format_args!("{} bytes", bytes.len()), || unsafe {
            gridstar_profile_load(bytes.as_ptr(), bytes.len() as u32, &mut loaded)
        });
        assert_eq!(status, GridstarStatus::Ok);
        assert!(!self.dead.contains(&loaded), "an id was given out twice: {loaded:#x}");
        tally::compared(function);
        let hashes = [saved, loaded]
            .map(|profile| self.hash(Function::gridstar_profile_get_hash, profile, gridstar_profile_get_hash));
        assert_eq!(hashes[0], hashes[1]);
        let model = self.profiles[at].model.clone();
        self.profiles.push(NamedProfile { id: loaded, model });
        self.read_profile(self.profiles.len() - 1);
        self.check_live_counts();
        self.destroy_profile(at);
    }

    /// Bytes that a call writes.
    pub fn bytes(&mut self, function: Function, write: impl Fn(*mut u8, u32, &mut u32) -> GridstarStatus) -> Vec<u8> {
        let (mut bytes, mut count) = (vec![0; ROOM], 0);
        let out = bytes.as_mut_ptr();
        let status = self.call(function, format_args!("{ROOM} places"), || write(out, ROOM as u32, &mut count));
        assert_eq!(status, GridstarStatus::Ok);
        tally::compared(function);
        bytes.truncate(count as usize);
        bytes
    }

    pub fn load(&mut self, bytes: &[u8]) -> u64 {
        let mut id = 0;
        let function = Function::gridstar_grid_load;
        // SAFETY: the pointer and length of a slice, and a pointer from a reference.
        let status = self.call(function, format_args!("{} bytes", bytes.len()), || unsafe {
            gridstar_grid_load(bytes.as_ptr(), bytes.len() as u32, &mut id)
        });
        assert_eq!(status, GridstarStatus::Ok);
        tally::compared(function);
        self.loaded += 1;
        id
    }

    pub fn compare_loaded(&mut self, id: u64, right: &[u8]) {
        let (mut types, mut count) = (vec![0; right.len()], 0);
        let (out, capacity) = (types.as_mut_ptr(), types.len() as u32);
        // SAFETY: the pointer and length of a vector, and a pointer from a reference.
        let status = self.call(Function::gridstar_grid_get_cells, format_args!("{id:#x}"), || unsafe {
            gridstar_grid_get_cells(id, GridstarCellPlane::Types as u32, std::ptr::null(), out, capacity, &mut count)
        });
        assert_eq!((status, &types[..]), (GridstarStatus::Ok, right), "of the loaded grid {id:#x}");
    }
}
