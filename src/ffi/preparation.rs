//! Choosing what answers a grid's queries, and deriving what that needs ahead of the first one.

use super::fence::fence;
use super::numbers::engine;
use super::objects::{GridObject, grid};
use super::status::GridstarStatus;
use crate::index::Prepared;
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// In `prepared` of GridstarGridInfo: jump points, which edits keep current.
pub const GRIDSTAR_PREPARED_JUMP_POINTS: u32 = 1;
/// The same: connected components, with nothing left to relabel.
pub const GRIDSTAR_PREPARED_COMPONENTS: u32 = 2;
/// The same: landmarks, and edits have left them usable.
pub const GRIDSTAR_PREPARED_LANDMARKS: u32 = 4;
/// The same: a preparation is under way in the background.
pub const GRIDSTAR_PREPARED_UNDER_WAY: u32 = 8;

/// Chooses what answers the grid's queries from now on, a number of GridstarEngine, and derives what that needs for the grid's own
/// rule and costs: in a loading screen, say. Nothing has to be prepared: what is missing is derived by the query that needs it. What an
/// engine does not need is given back: landmarks by all others, jump points by A_STAR.
///
/// With LANDMARKS, those that cells have changed since are measured anew. Without a call they are kept as follows. Closed cells
/// leave them right. An edit that opens cells repairs them where that takes no more than 4096 cells; else they are not used, and
/// jump points alone answer. Landmarks that are not used, or since which the changes come to 1/32 of the cells, are let go
/// by an edit as soon as searches have expanded half as many cells as the grid has, and measured anew by the next search. (Searches that
/// are under way during an edit may not count for that.)
///
/// `in_background` is 0; or 1 to return at once and prepare on a thread of the library, while searches and edits go on.
/// GRIDSTAR_PREPARED_UNDER_WAY tells when that has ended. The engine changes at its end, a moment that depends on time, so that it
/// is open which of several equally cheap paths queries until then get: keep to 0 where all machines have to find the same
/// paths. If memory runs out meanwhile, the engine stays what it was. Where threads can't start, 1 is the same as 0.
///
/// Fails with INVALID_ID, UNKNOWN_ENGINE, BAD_FLAG, TOO_LARGE_FOR_LANDMARKS, OUT_OF_MEMORY or POISONED; the engine is then the one
/// before. Any thread.
#[unsafe(no_mangle)]
pub extern "C" fn gridstar_grid_prepare(grid: u64, engine: u32, in_background: u32) -> GridstarStatus {
    fence(|| {
        let engine = self::engine(engine)?;
        let object = self::grid(grid)?;
        if in_background > 1 {
            return Err(GridstarStatus::BadFlag);
        }
        object.grid.check_engine(engine)?;
        if in_background == 1 && start(&object, engine) {
            return Ok(GridstarStatus::Ok);
        }
        object.grid.prepare(engine)?;
        Ok(GridstarStatus::Ok)
    })
}

/// Prepares on a thread of its own; false if there can be none.
fn start(object: &Arc<GridObject>, engine: crate::index::Engine) -> bool {
    let under_way = UnderWay::new(object);
    let thread = std::thread::Builder::new().name("gridstar-prepare".into());
    let prepare = move || {
        let under_way = under_way;
        fence(|| {
            under_way.0.grid.prepare(engine)?;
            Ok(GridstarStatus::Ok)
        });
    };
    thread.spawn(prepare).is_ok()
}

/// Counts a preparation of a grid while it lives.
struct UnderWay(Arc<GridObject>);

impl UnderWay {
    fn new(object: &Arc<GridObject>) -> Self {
        object.preparing.fetch_add(1, Ordering::AcqRel);
        Self(Arc::clone(object))
    }
}

impl Drop for UnderWay {
    fn drop(&mut self) {
        self.0.preparing.fetch_sub(1, Ordering::AcqRel);
    }
}

/// What is prepared, as a sum of GRIDSTAR_PREPARED_ numbers.
pub(super) fn prepared_number(object: &GridObject, prepared: &Prepared) -> u32 {
    let parts = [
        (prepared.jump_points, GRIDSTAR_PREPARED_JUMP_POINTS),
        (prepared.components, GRIDSTAR_PREPARED_COMPONENTS),
        (prepared.landmarks, GRIDSTAR_PREPARED_LANDMARKS),
        (object.preparing.load(Ordering::Acquire) > 0, GRIDSTAR_PREPARED_UNDER_WAY),
    ];
    parts.into_iter().filter(|&(is_there, _)| is_there).map(|(_, number)| number).sum()
}
