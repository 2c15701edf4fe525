//! The objects behind the ids of profiles.

use crate::ffi::boundary::kinds::Kind;
use crate::ffi::boundary::status::GridstarStatus;
use crate::ffi::grid::structs::GridstarQueryDef;
use crate::handle_table::HandleTable;
use crate::movement::{Agent, AgentSize, Profile};
use crate::try_arc::TryArc;
use parking_lot::{Mutex, RwLock};

pub(crate) static PROFILES: HandleTable<ProfileObject> = HandleTable::of_kind(Kind::Profile as u8);

/// A profile as callers know it. A query shares the profile as it is when the query begins; a change replaces it.
#[derive(Debug)]
pub(crate) struct ProfileObject {
    profile: RwLock<TryArc<Profile>>,
    /// Locked while a change is made, so that changes come one after another.
    changing: Mutex<()>,
}

impl ProfileObject {
    pub(crate) fn new() -> Result<Self, GridstarStatus> {
        let profile = TryArc::try_new(Profile::default()).map_err(|_| GridstarStatus::OutOfMemory)?;
        Ok(Self { profile: RwLock::new(profile), changing: Mutex::new(()) })
    }

    /// The profile in its current state.
    pub(crate) fn current(&self) -> TryArc<Profile> {
        self.profile.read().clone()
    }

    /// Makes a change that either succeeds as a whole or changes nothing. Queries see the profile before or after it.
    pub(crate) fn change(
        &self,
        change: impl FnOnce(&mut Profile) -> Result<(), GridstarStatus>,
    ) -> Result<(), GridstarStatus> {
        let _changing = self.changing.lock();
        let mut changed = Profile::clone(&self.current());
        change(&mut changed)?;
        let changed = TryArc::try_new(changed).map_err(|_| GridstarStatus::OutOfMemory)?;
        let replaced = std::mem::replace(&mut *self.profile.write(), changed);
        // The lock is released: the last owner frees the profile.
        drop(replaced);
        Ok(())
    }
}

/// The profile of an id. The table's lock is released on return.
pub(crate) fn profile(id: u64) -> Result<TryArc<ProfileObject>, GridstarStatus> {
    PROFILES.get(id).ok_or(GridstarStatus::InvalidProfile)
}

/// The agent of a query. Inlined, as `GridObject::query` is.
#[inline(always)]
pub(crate) fn agent(def: &GridstarQueryDef) -> Result<Agent, GridstarStatus> {
    let size = if def.agent_size == 0 { AgentSize::default() } else { AgentSize::new(def.agent_size)? };
    let profile = if def.profile == 0 { None } else { Some(profile(def.profile)?.current()) };
    Ok(Agent { profile, size, ignores_penalties: crate::ffi::boundary::numbers::ignores_penalties(def.flags)? })
}
