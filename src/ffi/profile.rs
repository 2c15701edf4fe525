//! Traversal profiles: what cells of each type cost an agent.
//!
//! A change is atomic: a query sees the whole change or nothing of it, and a failed call changes nothing.

use crate::ffi::boundary::fence::fence;
use crate::ffi::boundary::kinds::GridstarKind;
use crate::ffi::boundary::numbers::{self, GRIDSTAR_QUERY_IGNORE_PENALTIES, Numbered, has_flag};
use crate::ffi::boundary::pointers::{Out, OutBuffer, input, write_bytes, write_list};
use crate::ffi::boundary::status::GridstarStatus;
use crate::ffi::grid::GridstarQueryDef;
use crate::grid::CellType;
use crate::handle_table::HandleTable;
use crate::movement::{Agent, AgentSize, Charge, Multiplier, Profile};
use crate::saved::{read_profile, write_profile};
use crate::try_arc::TryArc;
use parking_lot::{Mutex, RwLock};

/// Creates a traversal profile: for each of the 256 cell types, whether an agent can enter it and how many times as
/// much a step costs there. A new profile blocks type 1 and gives other types a multiplier of 1, as queries without a
/// profile do. Any number of queries on any grids may name it.
///
/// A grid derives data for each profile and agent size that its queries use (`layer_bytes` of GridstarGridInfo), for at
/// most 64 of them and 512 bytes per cell (64 MiB on small grids). The least recently used goes first, and what no
/// query used for 4096 edits. A changed profile counts as another one.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_profile_create(profile_out: *mut u64) -> GridstarStatus {
    fence(|| {
        let profile_out = Out::new(profile_out)?;
        profile_out.ok(PROFILES.insert(ProfileObject::new(Profile::default())?)?)
    })
}

/// Sets the cost of one cell type: 1/128 <= multiplier <= 1024, or 0 to block the type. Multiples of 1/64 and of 1/100
/// are exact; others are rounded to the nearest multiple of 1/100, at least 1/100. A step costs its length times the
/// mean of the multipliers of its two cells: see gridstar_profile_set_charge.
///
/// Queries that have begun, tickets and steppers continue with the profile as it was.
#[unsafe(no_mangle)]
pub extern "C" fn gridstar_profile_set_cost(profile: u64, cell_type: u32, multiplier: f64) -> GridstarStatus {
    fence(|| {
        let object = ProfileObject::of(profile)?;
        let first = numbers::cell_type(cell_type)?;
        object.change(|profile| set(profile, first, &[multiplier]))
    })
}

/// Sets the costs of `count` cell types from `first_type` on in one change: count >= 1 and first_type + count <= 256
/// (WRONG_COUNT). Multipliers are those of gridstar_profile_set_cost.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_profile_set_costs(
    profile: u64,
    first_type: u32,
    multipliers: *const f64,
    count: u32,
) -> GridstarStatus {
    fence(|| {
        let multipliers = input(multipliers, count)?;
        let object = ProfileObject::of(profile)?;
        let first = checked_types(first_type, count)?;
        object.change(|profile| set(profile, first, multipliers))
    })
}

/// Writes the rounded multipliers of `count` cell types from `first_type` on, 0 for a blocked type. `count` is as for
/// gridstar_profile_set_costs.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_profile_get_costs(
    profile: u64,
    first_type: u32,
    count: u32,
    multipliers_out: *mut f64,
    capacity: u32,
    count_out: *mut u32,
) -> GridstarStatus {
    fence(|| {
        let (out, count_out) = (OutBuffer::new(multipliers_out, capacity)?, Out::new(count_out)?);
        let current = ProfileObject::of(profile)?.current();
        let first = checked_types(first_type, count)?;
        let multiplier = |number| current.multiplier(CellType(number)).map_or(0.0, Multiplier::get);
        write_list(out, &count_out, count as usize, (first.0..=255).map(multiplier))
    })
}

/// Sets which multipliers a step counts, a value of GridstarCharge. Default: MEAN.
#[unsafe(no_mangle)]
pub extern "C" fn gridstar_profile_set_charge(profile: u64, charge: u32) -> GridstarStatus {
    fence(|| {
        let object = ProfileObject::of(profile)?;
        let charge = Charge::of_number(charge)?;
        object.change(|profile| {
            profile.set_charge(charge);
            Ok(())
        })
    })
}

/// Writes which multipliers a step counts, a value of GridstarCharge.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_profile_get_charge(profile: u64, charge_out: *mut u32) -> GridstarStatus {
    fence(|| {
        let charge_out = Out::new(charge_out)?;
        charge_out.ok(ProfileObject::of(profile)?.current().charge().number())
    })
}

/// Writes a profile as bytes for gridstar_profile_load: about 60 for a few types with costs of their own.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_profile_save(
    profile: u64,
    bytes_out: *mut u8,
    capacity: u32,
    count_out: *mut u32,
) -> GridstarStatus {
    fence(|| {
        let (out, count_out) = (OutBuffer::new(bytes_out, capacity)?, Out::new(count_out)?);
        let current = ProfileObject::of(profile)?.current();
        write_bytes(write_profile(&current, current.charge().number())?.bytes(), out, &count_out)
    })
}

/// Creates a profile from bytes of gridstar_profile_save; queries find the same paths with it. Any bytes may be given:
/// FOREIGN_BYTES, NEWER_BYTES and DAMAGED_BYTES are the answers to others.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_profile_load(bytes: *const u8, count: u32, profile_out: *mut u64) -> GridstarStatus {
    fence(|| {
        let (bytes, profile_out) = (input(bytes, count)?, Out::new(profile_out)?);
        let (mut profile, charge) = read_profile(bytes)?;
        profile.set_charge(Charge::of_number(charge).map_err(|_| GridstarStatus::DamagedBytes)?);
        profile_out.ok(PROFILES.insert(ProfileObject::new(profile)?)?)
    })
}

/// Writes a hash of the costs and the charge of a profile: see gridstar_grid_get_hash.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_profile_get_hash(profile: u64, hash_out: *mut u64) -> GridstarStatus {
    fence(|| {
        let hash_out = Out::new(hash_out)?;
        hash_out.ok(ProfileObject::of(profile)?.current().hash())
    })
}

pub(crate) static PROFILES: HandleTable<ProfileObject> = HandleTable::of_kind(GridstarKind::Profile as u8);

/// A profile as callers know it. A query shares the profile as it is when the query begins; a change replaces it.
#[derive(Debug)]
pub(crate) struct ProfileObject {
    current: RwLock<TryArc<Profile>>,
    /// Locked while a change is made, so that changes come one after another.
    changing: Mutex<()>,
}

impl ProfileObject {
    fn new(profile: Profile) -> Result<Self, GridstarStatus> {
        Ok(Self { current: RwLock::new(TryArc::try_new(profile)?), changing: Mutex::new(()) })
    }

    /// The profile of an id. The table's lock is released on return.
    pub(crate) fn of(id: u64) -> Result<TryArc<Self>, GridstarStatus> {
        PROFILES.get(id).ok_or(GridstarStatus::InvalidProfile)
    }

    /// The profile in its current state.
    pub(crate) fn current(&self) -> TryArc<Profile> {
        self.current.read().clone()
    }

    /// Makes a change that either succeeds as a whole or changes nothing. Queries see the profile before or after it.
    fn change(&self, change: impl FnOnce(&mut Profile) -> Result<(), GridstarStatus>) -> Result<(), GridstarStatus> {
        let _changing = self.changing.lock();
        let current = self.current();
        let mut changed = Profile::clone(&current);
        change(&mut changed)?;
        if changed != *current {
            let changed = TryArc::try_new(changed)?;
            let replaced = std::mem::replace(&mut *self.current.write(), changed);
            // The lock is released: the last owner frees the profile.
            drop(replaced);
        }
        Ok(())
    }
}

/// The agent of a query. Inlined, as `GridObject::query` is.
#[inline(always)]
pub(crate) fn agent(def: &GridstarQueryDef) -> Result<Agent, GridstarStatus> {
    let size = if def.agent_size == 0 { AgentSize::default() } else { AgentSize::new(def.agent_size)? };
    let ignores_penalties = has_flag(def.flags, GRIDSTAR_QUERY_IGNORE_PENALTIES)?;
    let mut agent = Agent { size, ignores_penalties, ..Agent::default() };
    if def.profile != 0 {
        agent.profile = Some(ProfileObject::of(def.profile)?.current());
    }
    Ok(agent)
}

/// The first of `count` cell types, all of which exist.
fn checked_types(first: u32, count: u32) -> Result<CellType, GridstarStatus> {
    let cell_type = numbers::cell_type(first)?;
    if (1..=256 - first).contains(&count) { Ok(cell_type) } else { Err(GridstarStatus::WrongCount) }
}

fn set(profile: &mut Profile, first: CellType, multipliers: &[f64]) -> Result<(), GridstarStatus> {
    for (number, &multiplier) in (first.0..=255).zip(multipliers) {
        let multiplier = if multiplier == 0.0 { None } else { Some(Multiplier::new(multiplier)?) };
        profile.set(CellType(number), multiplier);
    }
    Ok(())
}
