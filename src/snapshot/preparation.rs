//! Which engine answers a grid's queries, and preparing for it, at once or in the background.
//!
//! Calls that choose an engine are numbered, and the last one wins: a preparation that ends after a newer call changes
//! nothing. In the background one preparation runs at a time; of the calls that come meanwhile only the last one is
//! kept, and runs next.

use super::edit_log::Change;
use super::shared_grid::{EditError, SharedGrid};
use super::states::Retired;
use crate::index::{Engine, IndexedGrid};
use parking_lot::Mutex;
use std::sync::atomic::{AtomicU8, Ordering};

/// The choice of an engine.
#[derive(Debug)]
pub(super) struct Preparation {
    /// The number of the engine that answers. Written with `choice` locked.
    engine: AtomicU8,
    choice: Mutex<Choice>,
}

#[derive(Debug)]
struct Choice {
    /// How many calls have chosen an engine.
    calls: u64,
    /// What is to be prepared in the background next, with the number of its call.
    wanted: Option<(u64, Engine)>,
    /// Whether a thread prepares in the background.
    is_running: bool,
}

/// Proof that a thread has to run [`SharedGrid::prepare_wanted`].
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
    /// What answers queries.
    pub fn engine(&self) -> Engine {
        self.preparation.engine()
    }

    /// Whether a preparation is under way in the background.
    pub fn is_preparing(&self) -> bool {
        self.preparation.choice.lock().is_running
    }

    /// [`MapError::TooLargeForLandmarks`](crate::grid::MapError::TooLargeForLandmarks) for landmarks of a grid with too
    /// many cells.
    pub fn check_engine(&self, engine: Engine) -> Result<(), EditError> {
        Ok(IndexedGrid::check_engine(self.size(), engine)?)
    }

    /// Chooses what answers queries and derives all that it needs now. Neither searches nor edits wait meanwhile; what
    /// edits have changed when it is done is taken in then. A newer call that has chosen an engine meanwhile wins.
    ///
    /// Landmarks that cells have changed since are measured anew, and given up by any other engine.
    pub fn prepare(&self, engine: Engine) -> Result<(), EditError> {
        self.check_engine(engine)?;
        let call = self.preparation.choice.lock().next_call();
        self.prepare_as(call, engine)
    }

    /// Asks for a preparation in the background. Where none is under way, a thread has to be started for it.
    pub(crate) fn prepare_later(&self, engine: Engine) -> Result<Option<MustRun>, EditError> {
        self.check_engine(engine)?;
        // What has failed for good is told at once.
        drop(self.lock_states()?);
        let mut choice = self.preparation.choice.lock();
        let call = choice.next_call();
        choice.wanted = Some((call, engine));
        Ok((!std::mem::replace(&mut choice.is_running, true)).then_some(MustRun(())))
    }

    /// Prepares what was asked for, until nothing more is. Tells how the last preparation ended.
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

    /// Forgets what was asked for, where it can't be prepared.
    pub(crate) fn cancel_wanted(&self, _: MustRun) {
        let mut choice = self.preparation.choice.lock();
        (choice.wanted, choice.is_running) = (None, false);
    }

    fn prepare_as(&self, call: u64, engine: Engine) -> Result<(), EditError> {
        let is_outdated = || self.preparation.choice.lock().calls != call;
        if is_outdated() {
            return Ok(());
        }
        // Edits that wait for a search are no reason for a copy: they keep what is derived without them up to date.
        let newest = self.newest()?;
        let landmarks = newest.derive_for(engine)?;
        drop(newest);
        // Edits may have gone on with a state that has no jump points, which take less time than landmarks: by now they
        // are mostly there.
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
        // The lock is opened before what is retired is dropped.
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

/// Ends a preparation in the background while a panic unwinds.
struct EndOnPanic<'a>(&'a Preparation);

impl Drop for EndOnPanic<'_> {
    fn drop(&mut self) {
        self.0.choice.lock().is_running = false;
    }
}
