//! The objects behind the ids of profiles.

use crate::ffi::boundary::kinds::GridstarKind;
use crate::ffi::boundary::numbers::{GRIDSTAR_QUERY_IGNORE_PENALTIES, has_flag};
use crate::ffi::boundary::status::GridstarStatus;
use crate::ffi::grid::structs::GridstarQueryDef;
use crate::handle_table::HandleTable;
use crate::movement::{Agent, AgentSize, Profile};
use crate::try_arc::TryArc;
use parking_lot::{Mutex, RwLock};

pub(crate) static PROFILES: HandleTable<ProfileObject> = HandleTable::of_kind(GridstarKind::Profile as u8);

/// A profile as callers know it. A query shares the profile as it is when the query begins; a change replaces it.
#[derive(Debug)]
pub(crate) struct ProfileObject {
    current: RwLock<TryArc<Profile>>,
    /// Locked while a change is made, so that changes come one after another.
    changing: Mutex<()>,
}

impl ProfileObject {
    pub(crate) fn new(profile: Profile) -> Result<Self, GridstarStatus> {
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
    pub(crate) fn change(
        &self,
        change: impl FnOnce(&mut Profile) -> Result<(), GridstarStatus>,
    ) -> Result<(), GridstarStatus> {
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
