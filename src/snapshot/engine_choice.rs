//! Which engine answers a grid's queries, and the calls that choose another one.
//!
//! Calls that choose an engine are numbered, and the last call wins: a preparation that ends after a newer call changes
//! nothing. At most one preparation runs in the background. Of the calls that arrive meanwhile only the last one is
//! kept; it runs next.

use crate::index::Engine;
use crate::sync::Mutex;
use crate::sync::atomic::{AtomicU8, Ordering};

/// The engine that answers queries.
#[derive(Debug)]
pub(super) struct EngineChoice {
    /// Number of the engine. Written only while `calls` is locked.
    engine: AtomicU8,
    calls: Mutex<Calls>,
}

/// The calls that choose an engine.
#[derive(Debug)]
struct Calls {
    count: u64,
    /// The next preparation in the background, with the number of its call.
    wanted: Option<(u64, Engine)>,
    /// Whether a thread prepares in the background.
    is_running: bool,
}

/// Obliges its holder to run [`SharedGrid::prepare_wanted`](super::SharedGrid::prepare_wanted) on a thread.
#[derive(Debug)]
#[must_use]
pub(crate) struct MustRun(());

impl EngineChoice {
    pub(super) fn new(engine: Engine) -> Self {
        let calls = Mutex::new(Calls { count: 0, wanted: None, is_running: false });
        Self { engine: AtomicU8::new(engine as u8), calls }
    }

    pub(super) fn engine(&self) -> Engine {
        let number = self.engine.load(Ordering::Relaxed);
        let engines = [Engine::Auto, Engine::AStar, Engine::JumpPoints, Engine::Landmarks];
        engines.into_iter().find(|&engine| engine as u8 == number).unwrap_or_default()
    }

    pub(super) fn is_preparing(&self) -> bool {
        self.calls.lock().is_running
    }

    /// The number of a new call.
    pub(super) fn begin_call(&self) -> u64 {
        let calls = &mut *self.calls.lock();
        calls.count += 1;
        calls.count
    }

    /// Whether no newer call has come.
    pub(super) fn is_last(&self, call: u64) -> bool {
        self.calls.lock().count == call
    }

    /// Changes the engine, unless a newer call has come. Returns whether it has changed.
    pub(super) fn choose(&self, call: u64, engine: Engine) -> bool {
        let calls = self.calls.lock();
        if calls.count == call {
            self.engine.store(engine as u8, Ordering::Relaxed);
        }
        calls.count == call
    }

    /// Notes a preparation for the background. Returns `Some` if none is running.
    pub(super) fn want(&self, engine: Engine) -> Option<MustRun> {
        let calls = &mut *self.calls.lock();
        calls.count += 1;
        calls.wanted = Some((calls.count, engine));
        (!std::mem::replace(&mut calls.is_running, true)).then_some(MustRun(()))
    }

    /// The next preparation in the background. Without one, the background has ended.
    pub(super) fn take_wanted(&self) -> Option<(u64, Engine)> {
        let calls = &mut *self.calls.lock();
        calls.is_running = calls.wanted.is_some();
        calls.wanted.take()
    }

    /// Gives up what is wanted in the background: no thread can be started for it, or its thread panicked.
    pub(super) fn end_background(&self) {
        let calls = &mut *self.calls.lock();
        (calls.wanted, calls.is_running) = (None, false);
    }
}
