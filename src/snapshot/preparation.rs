//! Preparing a grid for an engine, at once or in the background.

use super::edit_log::Change;
use super::engine_choice::{EngineChoice, MustRun};
use super::shared_grid::{EditError, SharedGrid};
use super::states::Retired;
use crate::index::{Engine, IndexedGrid};
use crate::interrupt::Interrupt;

impl SharedGrid {
    /// The engine that answers queries.
    pub fn engine(&self) -> Engine {
        self.choice.engine()
    }

    /// Whether a preparation runs in the background.
    pub fn is_preparing(&self) -> bool {
        self.choice.is_preparing()
    }

    /// Chooses the engine that answers queries, and derives everything that the engine needs now. Searches and edits go
    /// on meanwhile; edits made meanwhile are taken over at the end. A newer call that chooses an engine wins over this
    /// one.
    ///
    /// [`Engine::Landmarks`] measures stale landmarks anew. Any other engine drops the landmarks. Fails with
    /// [`MapError::TooLargeForLandmarks`](crate::grid::MapError::TooLargeForLandmarks) for landmarks of a grid with too
    /// many cells.
    pub fn prepare(&self, engine: Engine) -> Result<(), EditError> {
        IndexedGrid::check_engine(self.size(), engine)?;
        self.prepare_as(self.choice.begin_call(), engine, Interrupt::NEVER)
    }

    /// Requests a preparation in the background. Returns `Some` if none is running: the caller then has to start a
    /// thread.
    pub(crate) fn prepare_later(&self, engine: Engine) -> Result<Option<MustRun>, EditError> {
        IndexedGrid::check_engine(self.size(), engine)?;
        // A poisoned grid is reported at once, not in the background.
        drop(self.lock_states()?);
        Ok(self.choice.want(engine))
    }

    /// Runs the requested preparations until none is left. Returns the result of the last one. Where it is asked to end
    /// early, the engine stays as it was.
    pub(crate) fn prepare_wanted(&self, _: MustRun, interrupt: Interrupt) -> Result<(), EditError> {
        let ended = EndOnPanic(&self.choice);
        let mut outcome = Ok(());
        while let Some((call, engine)) = self.choice.take_wanted() {
            outcome = self.prepare_as(call, engine, interrupt);
        }
        std::mem::forget(ended);
        outcome
    }

    /// Cancels the requested preparations, if no thread can be started for them.
    pub(crate) fn cancel_wanted(&self, _: MustRun) {
        self.choice.end_background();
    }

    fn prepare_as(&self, call: u64, engine: Engine, interrupt: Interrupt) -> Result<(), EditError> {
        if !self.choice.is_last(call) {
            return Ok(());
        }
        // No copy is needed if edits wait: an edit updates what the state has derived when the edit is made.
        let newest = self.newest()?;
        let landmarks = newest.derive_for(engine, true, interrupt)?;
        drop(newest);
        // Meanwhile, edits may have moved on to a state without jump points. Deriving these takes less time than
        // landmarks, so most of the work is done before the states are locked.
        let newest = self.newest()?;
        newest.derive_for(engine, false, interrupt)?;
        drop(newest);
        let mut retired = Retired::default();
        let mut states = self.lock_states()?;
        states.log.reserve()?;
        if self.choice.choose(call, engine) {
            self.make_now(&mut states, Change::Prepare(engine, landmarks), &mut retired);
        }
        // Release the lock before `retired` drops its contents.
        drop(states);
        Ok(())
    }
}

/// Marks the background preparation as ended when a panic unwinds.
struct EndOnPanic<'a>(&'a EngineChoice);

impl Drop for EndOnPanic<'_> {
    fn drop(&mut self) {
        self.0.end_background();
    }
}
