//! Hashes, forks and restores.

#![allow(clippy::undocumented_unsafe_blocks, reason = "a `Case` gives only pointers with which a call is sound")]

use crate::table::*;
use gridstar::ffi::GridstarStatus::*;
use gridstar::ffi::*;

pub(crate) fn functions() -> Vec<Function> {
    let hash = Function::new("gridstar_grid_get_hash", Ok, |c| unsafe {
        gridstar_grid_get_hash(c.id("grid"), c.out("hash_out", 0)) as i32
    })
    .bad_id("grid", InvalidId)
    .bad_pointer("hash_out");

    let of_profile = Function::new("gridstar_profile_get_hash", Ok, |c| unsafe {
        gridstar_profile_get_hash(c.id("profile"), c.out("hash_out", 0)) as i32
    })
    .bad_id("profile", InvalidProfile)
    .bad_pointer("hash_out");

    let of_floors = Function::new("gridstar_floors_get_hash", Ok, |c| unsafe {
        gridstar_floors_get_hash(c.id("floors"), c.out("hash_out", 0)) as i32
    })
    .bad_id("floors", InvalidId)
    .bad_pointer("hash_out");

    let fork = Function::new("gridstar_grid_fork", Ok, |c| unsafe {
        gridstar_grid_fork(c.id("grid"), c.out("fork_out", 0)) as i32
    })
    .bad_id("grid", InvalidId)
    .bad_pointer("fork_out");

    let restore =
        Function::new("gridstar_grid_restore", Ok, |c| gridstar_grid_restore(c.id("grid"), c.id("other")) as i32)
            .bad_id("grid", InvalidId)
            .bad_id("other", InvalidId);

    let difference = Function::new("gridstar_grid_find_difference", Ok, |c| unsafe {
        gridstar_grid_find_difference(c.id("grid"), c.id("other"), c.sized("difference_out")) as i32
    })
    .bad_id("grid", InvalidId)
    .bad_id("other", InvalidId)
    .bad_struct("difference_out", "difference_out.struct_size");

    vec![hash, of_profile, of_floors, fork, restore, difference]
}
