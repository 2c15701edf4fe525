//! The objects behind the ids of crowds.

use super::work::CrowdWork;
use crate::crowd::Crowd;
use crate::ffi::boundary::kinds::GridstarKind;
use crate::ffi::boundary::poisonable::Poisonable;
use crate::ffi::boundary::status::GridstarStatus;
use crate::ffi::cover::view_and_agent;
use crate::ffi::grid::GridstarQueryDef;
use crate::ffi::grid::object::GridObject;
use crate::ffi::work::pool::pool;
use crate::ffi::work::task::Task;
use crate::handle_table::HandleTable;
use crate::index::AgentLayers;
use crate::movement::{AgentSize, BlockedTypes, Profile};
use crate::search::Scratch;
use crate::try_arc::TryArc;
use crate::work::MAX_THREADS;
use std::sync::atomic::Ordering;

pub(crate) static CROWDS: HandleTable<CrowdObject> = HandleTable::of_kind(GridstarKind::Crowd as u8);

/// Steps for no more threads are not worth waking any.
const FEW_THREADS: u32 = 2;

/// The rectangles in which changes of the grid are asked for.
const MOST_RECTS: usize = 16;

/// A crowd as callers know it.
#[derive(Debug)]
pub(crate) struct CrowdObject {
    /// The id of the grid, which may have been destroyed.
    pub(super) grid: u64,
    def: GridstarQueryDef,
    work: Poisonable<CrowdState>,
}

/// State that calls use one after another.
#[derive(Debug)]
struct CrowdState {
    shared: TryArc<CrowdWork>,
    /// `shared` as a task, the same for all steps: a tick takes no memory.
    task: TryArc<Task>,
    seen: Option<SeenWalls>,
}

/// The walls that a crowd has seen.
#[derive(Clone, Copy, Debug, PartialEq)]
struct SeenWalls {
    /// Revision of the grid.
    revision: u64,
    blocked: BlockedTypes,
}

/// A crowd in the hands of a call.
pub(super) struct CrowdCall<'a> {
    work: &'a CrowdWork,
    task: &'a TryArc<Task>,
    /// The revision of the grid whose walls the crowd has seen.
    pub(super) revision: u64,
}

impl CrowdObject {
    pub(super) fn new(grid: u64, def: GridstarQueryDef) -> Result<Self, GridstarStatus> {
        let of_grid = GridObject::of(grid)?;
        of_grid.refuse_hexagons()?;
        // Refuses what the def must not have.
        of_grid.plain_query(Default::default(), Default::default(), &def)?;
        let shared = TryArc::try_new(CrowdWork::new(Crowd::new(of_grid.grid.size())))?;
        let task = TryArc::try_new(Task::Crowd(shared.clone()))?;
        let object = Self { grid, def, work: Poisonable::new(CrowdState { shared, task, seen: None }) };
        object.with_walls(|_| Ok(()))?;
        Ok(object)
    }

    /// The crowd of an id. The table's lock is released on return.
    pub(super) fn of(id: u64) -> Result<TryArc<Self>, GridstarStatus> {
        CROWDS.get(id).ok_or(GridstarStatus::InvalidId)
    }

    /// Runs a call.
    pub(super) fn with<R>(
        &self,
        call: impl FnOnce(&CrowdCall) -> Result<R, GridstarStatus>,
    ) -> Result<R, GridstarStatus> {
        self.work.with(|work| call(&CrowdCall::of(work)?))
    }

    /// Runs a call, after the crowd has seen the walls of the grid as it is now.
    pub(super) fn with_walls<R>(
        &self,
        call: impl FnOnce(&CrowdCall) -> Result<R, GridstarStatus>,
    ) -> Result<R, GridstarStatus> {
        self.work.with(|work| {
            let seen = self.see(&CrowdCall::of(work)?, work.seen);
            work.seen = seen.ok();
            seen?;
            call(&CrowdCall::of(work)?)
        })
    }

    /// Takes over the state of another crowd.
    pub(super) fn copy_from(&self, from: &Self) -> Result<(), GridstarStatus> {
        if std::ptr::eq(self, from) {
            return self.with(|_| Ok(()));
        }
        self.work.with_two(&from.work, |to, from| {
            let (to, from) = (CrowdCall::of(to)?, CrowdCall::of(from)?);
            Ok(from.read(|from| to.write(|to| to.copy_from(from)))?)
        })
    }

    /// Changes the crowd. A change that fails has changed nothing.
    pub(super) fn change(
        &self,
        change: impl FnOnce(&mut Crowd) -> Result<(), GridstarStatus>,
    ) -> Result<(), GridstarStatus> {
        self.with(|call| call.write(change))
    }

    /// Changes the crowd, after it has seen the walls of the grid as it is now.
    pub(super) fn change_with_walls(
        &self,
        change: impl FnOnce(&mut Crowd) -> Result<(), GridstarStatus>,
    ) -> Result<(), GridstarStatus> {
        self.with_walls(|call| call.write(change))
    }

    /// Takes over the walls that have changed since a crowd has seen them. Not inlined into each kind of call, being
    /// large.
    #[inline(never)]
    fn see(&self, call: &CrowdCall, seen: Option<SeenWalls>) -> Result<SeenWalls, GridstarStatus> {
        let of_grid = GridObject::of(self.grid)?;
        let (view, mut agent) = view_and_agent((&of_grid, self.grid), &self.def)?;
        let blocked = agent.profile.as_deref().map_or(BlockedTypes::OBSTACLE, Profile::blocked);
        let now = SeenWalls { revision: view.revision(), blocked };
        // What a cover covers can change without a revision of its own.
        let seen = seen.filter(|seen| seen.blocked == blocked && self.def.without_cover == 0);
        if seen == Some(now) && !call.read(Crowd::awaits_walls) {
            return Ok(now);
        }
        // Discs have radii, and what cells cost does not matter.
        (agent.size, agent.ignores_penalties) = (AgentSize::default(), true);
        let layers = AgentLayers::of(&view, &agent)?;
        let changed = match seen {
            Some(seen) => Some(of_grid.grid.changes_since(seen.revision, MOST_RECTS)?.1),
            None => None,
        };
        let rects = changed.as_ref().map(|changed| changed.rects());
        call.write(|crowd| crowd.set_walls(layers.view(&view), rects))?;
        Ok(now)
    }
}

impl<'a> CrowdCall<'a> {
    fn of(work: &'a CrowdState) -> Result<Self, GridstarStatus> {
        if work.shared.has_failed.load(Ordering::Relaxed) {
            return Err(GridstarStatus::Poisoned);
        }
        Ok(Self { work: &work.shared, task: &work.task, revision: work.seen.map_or(0, |seen| seen.revision) })
    }

    pub(super) fn read<R>(&self, call: impl FnOnce(&Crowd) -> R) -> R {
        call(&self.work.crowd.read())
    }

    fn write<R>(&self, call: impl FnOnce(&mut Crowd) -> R) -> R {
        call(&mut self.work.crowd.write())
    }

    /// Makes a tick. The calling thread and those of the pool share it.
    pub(super) fn tick(&self, seconds: f32, wishes: &[[f32; 2]]) -> Result<(), GridstarStatus> {
        let (steps, seconds) = self.write(|crowd| crowd.steps(seconds, wishes))?;
        for _ in 0..steps {
            let threads = self.write(|crowd| crowd.begin(seconds)).min(MAX_THREADS);
            self.work.shares.restart(threads);
            if threads > FEW_THREADS {
                let pool = pool()?;
                // Without memory for the queue, this thread does all.
                let _ = pool.submit(self.task.clone(), i32::MAX);
                pool.finish(self.task, &mut Scratch::new());
            } else {
                while self.work.shares.claim().is_some() {
                    self.work.run();
                }
            }
            self.write(Crowd::end);
        }
        if self.work.has_failed.load(Ordering::Relaxed) { Err(GridstarStatus::Panicked) } else { Ok(()) }
    }
}
