//! The objects behind the ids of profiles.

use crate::ffi::boundary::kinds::GridstarKind;
use crate::ffi::boundary::numbers::{GRIDSTAR_QUERY_IGNORE_PENALTIES, has_flag};
use crate::ffi::boundary::status::GridstarStatus;
use crate::ffi::grid::GridstarQueryDef;
use crate::handle_table::HandleTable;
use crate::movement::{Agent, AgentSize, LivingProfile, Profile};
use crate::try_arc::TryArc;

pub(crate) static PROFILES: HandleTable<ProfileObject> = HandleTable::of_kind(GridstarKind::Profile as u8);

/// A profile as callers know it. Its life ends with the object.
#[derive(Debug)]
pub(crate) struct ProfileObject {
    living: TryArc<LivingProfile>,
}

impl ProfileObject {
    pub(crate) fn new(profile: Profile) -> Result<Self, GridstarStatus> {
        Ok(Self { living: TryArc::try_new(LivingProfile::new(profile)?)? })
    }

    /// The profile of an id. The table's lock is released on return.
    pub(crate) fn of(id: u64) -> Result<TryArc<Self>, GridstarStatus> {
        PROFILES.get(id).ok_or(GridstarStatus::InvalidProfile)
    }

    /// The profile in its current state.
    pub(crate) fn current(&self) -> Result<TryArc<Profile>, GridstarStatus> {
        self.living.current().ok_or(GridstarStatus::InvalidProfile)
    }

    /// Makes a change that either succeeds as a whole or changes nothing. Queries see the profile before or after it.
    pub(crate) fn change(
        &self,
        change: impl FnOnce(&mut Profile) -> Result<(), GridstarStatus>,
    ) -> Result<(), GridstarStatus> {
        self.living.change(change)
    }
}

impl Drop for ProfileObject {
    fn drop(&mut self) {
        self.living.end();
    }
}

/// The agent of a query. Inlined, as `GridObject::query` is.
#[inline(always)]
pub(crate) fn agent(def: &GridstarQueryDef) -> Result<Agent, GridstarStatus> {
    let size = if def.agent_size == 0 { AgentSize::default() } else { AgentSize::new(def.agent_size)? };
    let ignores_penalties = has_flag(def.flags, GRIDSTAR_QUERY_IGNORE_PENALTIES)?;
    let mut agent = Agent { size, ignores_penalties, ..Agent::default() };
    if def.profile != 0 {
        let object = ProfileObject::of(def.profile)?;
        (agent.profile, agent.owner) = (Some(object.current()?), Some(object.living.clone()));
    }
    Ok(agent)
}
