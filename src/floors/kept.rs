//! The worlds that are kept, one for each kind of agent.

use super::floor_view::SeenFloors;
use super::world::{ChangedSince, World};
use crate::OutOfMemory;
use crate::movement::{Agent, AgentSize, DiagonalRule, Profile, StepCosts};
use crate::search::Query;
use crate::try_arc::TryArc;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The most kinds of agents whose worlds are kept. The least recently used one goes first.
const MOST: usize = 8;

/// Queries that see the same world: what costs an agent, and where it can go.
#[derive(Clone, Debug)]
pub(super) struct Kind {
    pub(super) profile: Option<TryArc<Profile>>,
    pub(super) size: AgentSize,
    pub(super) ignores_penalties: bool,
    pub(super) rule: DiagonalRule,
    pub(super) costs: StepCosts,
}

impl Kind {
    pub(super) fn of(agent: &Agent, legs: &Query) -> Self {
        let Agent { profile, size, ignores_penalties, .. } = agent.clone();
        Self { profile, size, ignores_penalties, rule: legs.diagonal_rule, costs: legs.costs }
    }

    fn is_like(&self, other: &Self) -> bool {
        let is_same_profile = match (&self.profile, &other.profile) {
            (None, None) => true,
            (Some(one), Some(other)) => TryArc::ptr_eq(one, other) || **one == **other,
            _ => false,
        };
        is_same_profile
            && (self.size, self.ignores_penalties, self.rule) == (other.size, other.ignores_penalties, other.rule)
            && self.costs == other.costs
    }
}

/// Worlds by kind of agent, the most recently used one first.
#[derive(Debug, Default)]
pub struct KeptWorlds(Mutex<Vec<(Kind, TryArc<World>)>>);

impl KeptWorlds {
    /// The world that a view sees after `plan` changes to floors and links, if it is kept.
    pub(super) fn known(&self, kind: &Kind, plan: u64, view: SeenFloors) -> Option<TryArc<World>> {
        let mut worlds = self.lock();
        let place = worlds.iter().position(|(known, _)| known.is_like(kind))?;
        if !worlds[place].1.is_of(plan, view) {
            return None;
        }
        worlds[..=place].rotate_right(1);
        Some(worlds[0].1.clone())
    }

    /// Makes the world that a view sees, from that of an earlier state where there is one, and keeps it.
    pub(super) fn world(
        &self,
        kind: &Kind,
        plan: u64,
        view: SeenFloors,
        changed_since: &ChangedSince,
    ) -> Result<TryArc<World>, OutOfMemory> {
        let known = self.lock().iter().find(|(known, _)| known.is_like(kind)).map(|(_, world)| world.clone());
        if let Some(known) = known.as_ref().filter(|world| world.is_of(plan, view)) {
            return Ok(known.clone());
        }
        let world = TryArc::try_new(World::following(known.as_deref(), plan, view, changed_since)?)?;
        self.put(kind.clone(), world.clone())?;
        Ok(world)
    }

    fn put(&self, kind: Kind, world: TryArc<World>) -> Result<(), OutOfMemory> {
        let mut worlds = self.lock();
        if let Some(place) = worlds.iter().position(|(known, _)| known.is_like(&kind)) {
            worlds[place].1 = world;
            worlds[..=place].rotate_right(1);
            return Ok(());
        }
        worlds.try_reserve_exact(1)?;
        worlds.truncate(MOST - 1);
        worlds.insert(0, (kind, world));
        Ok(())
    }

    /// Memory held, in bytes.
    pub fn bytes(&self) -> u64 {
        let worlds = self.lock();
        let of_worlds: usize = worlds.iter().map(|(_, world)| TryArc::<World>::BYTES + world.bytes()).sum();
        (worlds.capacity() * size_of::<(Kind, TryArc<World>)>() + of_worlds) as u64
    }

    /// No code panics while it holds the lock, so that what it guards is right in any case.
    fn lock(&self) -> MutexGuard<'_, Vec<(Kind, TryArc<World>)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
