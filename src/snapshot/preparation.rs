//! Choosing the engine that answers a grid's queries, and preparing it, at once or in the background.
//!
//! Calls that choose an engine are numbered, and the last call wins: a preparation that ends after a newer call changes
//! nothing. At most one preparation runs in the background. Of the calls that arrive meanwhile only the last one is
//! kept; it runs next.

use super::edit_log::Change;
use super::shared_grid::{EditError, SharedGrid};
use super::states::Retired;
use crate::index::{Engine, IndexedGrid};
use crate::sync::Mutex;
use crate::sync::atomic::{AtomicU8, Ordering};

/// The engine that answers, and the calls that choose another one.
#[derive(Debug)]
pub(super) struct Preparation {
    /// Number of the engine that answers queries. Written only while `choice` is locked.
    engine: AtomicU8,
    choice: Mutex<Choice>,
}

#[derive(Debug)]
struct Choice {
    /// Number of calls that have chosen an engine.
    calls: u64,
    /// The next preparation in the background, with the number of its call.
    wanted: Option<(u64, Engine)>,
    /// Whether a thread prepares in the background.
    is_running: bool,
}

/// Obliges its holder to run [`SharedGrid::prepare_wanted`] on a thread.
#[derive(Debug)]
#[must_use]
pub(crate) struct MustRun(());

impl Preparation {
    pub(super) fn new(engine: Engine) -> Self {
        let choice = Mutex::new(Choice { calls: 0, wanted: None, is_running: false });
        Self { engine: AtomicU8::new(engine as u8), choice }
    }

    fn engine(&self) -> Engine {
        let number = self.engine.load(Ordering::Relaxed);
        let engines = [Engine::Auto, Engine::AStar, Engine::JumpPoints, Engine::Landmarks];
        engines.into_iter().find(|&engine| engine as u8 == number).unwrap_or_default()
    }
}

impl SharedGrid {
    /// The engine that answers queries.
    pub fn engine(&self) -> Engine {
        self.preparation.engine()
    }

    /// Whether a preparation runs in the background.
    pub fn is_preparing(&self) -> bool {
        self.preparation.choice.lock().is_running
    }

    /// Fails with [`MapError::TooLargeForLandmarks`](crate::grid::MapError::TooLargeForLandmarks) for landmarks of a
    /// grid with too many cells.
    pub fn check_engine(&self, engine: Engine) -> Result<(), EditError> {
        Ok(IndexedGrid::check_engine(self.size(), engine)?)
    }

    /// Chooses the engine that answers queries, and derives everything that the engine needs now. Searches and edits go
    /// on meanwhile; edits made meanwhile are taken over at the end. A newer call that chooses an engine wins over this
    /// one.
    ///
    /// [`Engine::Landmarks`] measures stale landmarks anew. Any other engine drops the landmarks.
    pub fn prepare(&self, engine: Engine) -> Result<(), EditError> {
        self.check_engine(engine)?;
        let call = self.preparation.choice.lock().next_call();
        self.prepare_as(call, engine)
    }

    /// Requests a preparation in the background. Returns `Some` if none is running: the caller then has to start a
    /// thread.
    pub(crate) fn prepare_later(&self, engine: Engine) -> Result<Option<MustRun>, EditError> {
        self.check_engine(engine)?;
        // A poisoned grid is reported at once, not in the background.
        drop(self.lock_states()?);
        let mut choice = self.preparation.choice.lock();
        let call = choice.next_call();
        choice.wanted = Some((call, engine));
        Ok((!std::mem::replace(&mut choice.is_running, true)).then_some(MustRun(())))
    }

    /// Runs the requested preparations until none is left. Returns the result of the last one.
    pub(crate) fn prepare_wanted(&self, _: MustRun) -> Result<(), EditError> {
        let ended = EndOnPanic(&self.preparation);
        let mut outcome = Ok(());
        loop {
            let mut choice = self.preparation.choice.lock();
            let Some((call, engine)) = choice.wanted.take() else {
                choice.is_running = false;
                drop(choice);
                std::mem::forget(ended);
                return outcome;
            };
            drop(choice);
            outcome = self.prepare_as(call, engine);
        }
    }

    /// Cancels the requested preparations, if no thread can be started for them.
    pub(crate) fn cancel_wanted(&self, _: MustRun) {
        let mut choice = self.preparation.choice.lock();
        (choice.wanted, choice.is_running) = (None, false);
    }

    fn prepare_as(&self, call: u64, engine: Engine) -> Result<(), EditError> {
        let is_outdated = || self.preparation.choice.lock().calls != call;
        if is_outdated() {
            return Ok(());
        }
        // No copy is needed if edits wait: an edit updates what the state has derived when the edit is made.
        let newest = self.newest()?;
        let landmarks = newest.derive_for(engine)?;
        drop(newest);
        // Meanwhile, edits may have moved on to a state without jump points. Deriving these takes less time than
        // landmarks, so most of the work is done before the states are locked.
        let without_landmarks = if engine == Engine::Landmarks { Engine::JumpPoints } else { engine };
        let newest = self.newest()?;
        newest.derive_for(without_landmarks)?;
        drop(newest);
        let mut retired = Retired::default();
        let mut states = self.lock_states()?;
        states.log.reserve()?;
        let choice = self.preparation.choice.lock();
        if choice.calls == call {
            self.preparation.engine.store(engine as u8, Ordering::Relaxed);
            drop(choice);
            self.make_now(&mut states, Change::Prepare(engine, landmarks), &mut retired);
        }
        // Release the lock before `retired` drops its contents.
        drop(states);
        Ok(())
    }
}

impl Choice {
    fn next_call(&mut self) -> u64 {
        self.calls += 1;
        self.calls
    }
}

/// Marks the background preparation as ended when a panic unwinds.
struct EndOnPanic<'a>(&'a Preparation);

impl Drop for EndOnPanic<'_> {
    fn drop(&mut self) {
        self.0.choice.lock().is_running = false;
    }
}
