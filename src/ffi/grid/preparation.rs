//! Choosing what answers a grid's queries, and deriving what that needs ahead of the first one.

use super::object::{GridObject, grid};
use crate::ffi::boundary::fence::fence;
use crate::ffi::boundary::module;
use crate::ffi::boundary::numbers::engine;
use crate::ffi::boundary::status::{GridstarStatus, Outcome};
use crate::index::Prepared;
use crate::snapshot::MustRun;
use crate::try_arc::TryArc;
use parking_lot::{Condvar, Mutex};

/// In `prepared` of GridstarGridInfo: jump points, which edits keep current.
pub const GRIDSTAR_PREPARED_JUMP_POINTS: u32 = 1;
/// The same: connected components, with nothing left to relabel.
pub const GRIDSTAR_PREPARED_COMPONENTS: u32 = 2;
/// The same: landmarks, and edits have left them usable.
pub const GRIDSTAR_PREPARED_LANDMARKS: u32 = 4;
/// The same: a preparation is under way in the background.
pub const GRIDSTAR_PREPARED_UNDER_WAY: u32 = 8;

/// Chooses what answers the grid's queries from now on, a number of GridstarEngine, and derives what that needs for the
/// grid's own rule and costs: in a loading screen, say. Nothing has to be prepared: what is missing is derived by the
/// query that needs it. What an engine does not need is given back: landmarks by all others, jump points by A_STAR.
///
/// With LANDMARKS, landmarks are measured anew if cells have changed since they were measured. Without a call edits
/// keep landmarks as follows:
///
/// - Closed cells leave landmarks right.
/// - An edit that opens up to 16 cells repairs distances where no more than 128 have to be looked at. Else it lowers
///   all estimates by what the opened cells can shorten. Queries to which estimates
///   then tell nothing, and beyond 128 straight steps all queries, are answered by jump points alone.
/// - An edit that opens more cells repairs up to 4096 distances. Beyond that jump points alone answer.
/// - Landmarks are stale when they no longer answer, when estimates are lowered by more than 8 straight steps, or when
///   1/32 of the cells have changed. An edit drops stale landmarks once searches have expanded 9.5 times as many cells
///   as the grid has, since landmarks were dropped or prepared last. The next search measures landmarks anew. Searches
///   that are under way during an edit may not count.
///
/// Of several calls for one grid the last one wins, in the background or not: a preparation that ends after a newer
/// call changes nothing.
///
/// `in_background` is 0; or 1 to return at once and prepare on a thread of the library, while searches and edits go on.
/// GRIDSTAR_PREPARED_UNDER_WAY tells when that has ended, and gridstar_background_wait waits for it. One preparation of
/// a grid runs at a time; of the calls that come meanwhile only the last one is prepared next. The engine changes when
/// its preparation ends, a moment that depends on time. Until then it is open which of several equally cheap paths
/// queries get: keep to 0 where all machines have to find the same paths. If memory runs out meanwhile, the engine
/// stays what it was. Where threads can't start, 1 is the same as 0.
///
/// Fails with INVALID_ID, UNKNOWN_ENGINE, BAD_FLAG, TOO_LARGE_FOR_LANDMARKS, OUT_OF_MEMORY or POISONED; the engine is
/// then the one before. Any thread.
#[unsafe(no_mangle)]
pub extern "C" fn gridstar_grid_prepare(grid: u64, engine: u32, in_background: u32) -> GridstarStatus {
    fence(|| {
        let engine = self::engine(engine)?;
        let object = self::grid(grid)?;
        if in_background > 1 {
            return Err(GridstarStatus::BadFlag);
        }
        if in_background == 0 {
            object.grid.prepare(engine)?;
            return Ok(GridstarStatus::Ok);
        }
        match object.grid.prepare_later(engine)? {
            Some(must_run) => start(&object, must_run),
            None => Ok(GridstarStatus::Ok),
        }
    })
}

/// Threads of the library that are at work, for [`gridstar_background_wait`].
static AT_WORK: (Mutex<u32>, Condvar) = (Mutex::new(0), Condvar::new());

/// Waits until the library does no work in the background: no preparation of any grid is under way. For hosts that
/// reload scripts, close the library or end the process. Work that other calls begin meanwhile is waited for too.
///
/// Returns OK. Any thread.
#[unsafe(no_mangle)]
pub extern "C" fn gridstar_background_wait() -> GridstarStatus {
    fence(|| {
        let (at_work, changed) = &AT_WORK;
        let mut at_work = at_work.lock();
        changed.wait_while(&mut at_work, |at_work| *at_work > 0);
        Ok(GridstarStatus::Ok)
    })
}

/// Prepares what was asked for on a thread of its own; without one, on this thread.
fn start(object: &TryArc<GridObject>, must_run: MustRun) -> Outcome {
    module::pin();
    let job = Job::new(object.clone(), must_run);
    let thread = std::thread::Builder::new().name("gridstar-prepare".into());
    // The job is handed over when the thread runs: where none can start it stays here.
    let place = TryArc::try_new(Mutex::new(Some(job))).map_err(|_| GridstarStatus::OutOfMemory)?;
    let handed_over = place.clone();
    let run = move || {
        let job = handed_over.lock().take();
        fence(|| job.map_or(Ok(GridstarStatus::Ok), Job::run));
    };
    match thread.spawn(run) {
        Ok(_) => Ok(GridstarStatus::Ok),
        Err(_) => {
            let job = place.lock().take();
            job.map_or(Ok(GridstarStatus::Ok), Job::run)
        }
    }
}

/// Preparations of a grid in the background; counted in [`AT_WORK`] while it lives.
struct Job {
    object: TryArc<GridObject>,
    must_run: Option<MustRun>,
}

impl Job {
    fn new(object: TryArc<GridObject>, must_run: MustRun) -> Self {
        *AT_WORK.0.lock() += 1;
        Self { object, must_run: Some(must_run) }
    }

    fn run(mut self) -> Outcome {
        if let Some(must_run) = self.must_run.take() {
            self.object.grid.prepare_wanted(must_run)?;
        }
        Ok(GridstarStatus::Ok)
    }
}

impl Drop for Job {
    fn drop(&mut self) {
        // It never ran.
        if let Some(must_run) = self.must_run.take() {
            self.object.grid.cancel_wanted(must_run);
        }
        *AT_WORK.0.lock() -= 1;
        AT_WORK.1.notify_all();
    }
}

/// What is prepared, as a sum of GRIDSTAR_PREPARED_ numbers.
pub(crate) fn prepared_number(object: &GridObject, prepared: &Prepared) -> u32 {
    let parts = [
        (prepared.jump_points, GRIDSTAR_PREPARED_JUMP_POINTS),
        (prepared.components, GRIDSTAR_PREPARED_COMPONENTS),
        (prepared.landmarks, GRIDSTAR_PREPARED_LANDMARKS),
        (object.grid.is_preparing(), GRIDSTAR_PREPARED_UNDER_WAY),
    ];
    parts.into_iter().filter(|&(is_there, _)| is_there).map(|(_, number)| number).sum()
}
