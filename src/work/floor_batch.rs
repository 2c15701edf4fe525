//! A list of queries through the floors of one world, answered in shares by any number of threads.

use super::batch::lock;
use super::budget::Budget;
use super::task::Shares;
use crate::OutOfMemory;
use crate::bits::bit_rows::reserved;
use crate::floors::{
    FloorAnswer, FloorMemory, FloorOutcome, FloorPath, FloorQuery, FloorSearch, FloorStep, FloorsView,
};
use crate::search::Scratch;
use crate::try_arc::TryArc;
use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

/// A query of a batch.
#[derive(Clone, Copy, Debug)]
pub struct FloorRequest {
    /// Start, goal and settings.
    pub query: FloorQuery,
    /// The index of the view that the query sees.
    pub view: u32,
}

/// How a query of a batch ended.
#[derive(Debug)]
pub enum FloorEnding {
    /// It was answered. A path has no corners here.
    Answered(FloorOutcome<'static>),
    /// The batch was cancelled before.
    Cancelled,
    /// There was not enough memory for the search or for its path.
    OutOfMemory,
    /// The search panicked.
    Panicked,
}

/// The answer to a query of a batch.
#[derive(Debug)]
pub struct FloorReply {
    /// How the query ended.
    pub ending: FloorEnding,
    /// Number of expanded cells.
    pub expansions: u32,
    /// The corners of the path in its share.
    corners: Range<usize>,
}

impl FloorReply {
    fn without_path(ending: FloorEnding) -> Self {
        Self { ending, expansions: 0, corners: 0..0 }
    }

    /// The path without its corners, if there is one.
    pub fn path(&self) -> Option<&FloorPath<'_>> {
        match &self.ending {
            FloorEnding::Answered(outcome) => outcome.path(),
            _ => None,
        }
    }
}

/// A list of queries on one state of all floors. Shares of it are answered by any threads in any order, and the answers
/// are in the order of the queries.
#[derive(Debug)]
pub struct FloorBatch {
    /// The views that queries see, until all shares have ended.
    seen: Mutex<Option<TryArc<Vec<FloorsView>>>>,
    revision: u64,
    requests: Vec<FloorRequest>,
    share_size: usize,
    shares: Shares,
    /// By share. Locked for a moment, never while a search runs.
    contents: Vec<Mutex<FloorShare>>,
    is_cancelled: AtomicBool,
}

/// Some consecutive queries.
#[derive(Debug, Default)]
struct FloorShare {
    replies: Vec<FloorReply>,
    corners: Vec<FloorStep>,
    /// The search for the next reply, if a budget has interrupted it.
    search: Option<FloorSearch>,
    memory: FloorMemory,
}

impl FloorBatch {
    /// A batch whose shares have `share_size` queries, at least 1. Each request names one of `views`, which were taken
    /// after `revision` changes to the floors and links.
    ///
    /// The memory for the replies is reserved here; searches take more for themselves and for their paths.
    pub fn new(
        views: Vec<FloorsView>,
        revision: u64,
        requests: Vec<FloorRequest>,
        share_size: usize,
    ) -> Result<Self, OutOfMemory> {
        debug_assert!(requests.iter().all(|request| (request.view as usize) < views.len()));
        let share_size = share_size.max(1);
        let mut contents = reserved(requests.len().div_ceil(share_size))?;
        for share in requests.chunks(share_size) {
            contents.push(Mutex::new(FloorShare { replies: reserved(share.len())?, ..FloorShare::default() }));
        }
        let shares = Shares::new(contents.len() as u32);
        let seen = if contents.is_empty() { None } else { Some(TryArc::try_new(views)?) };
        let is_cancelled = AtomicBool::new(false);
        Ok(Self { seen: Mutex::new(seen), revision, requests, share_size, shares, contents, is_cancelled })
    }

    /// Number of changes to the floors and links before the batch.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// The queries.
    pub fn requests(&self) -> &[FloorRequest] {
        &self.requests
    }

    /// Which shares are taken, and which have ended.
    pub fn shares(&self) -> &Shares {
        &self.shares
    }

    /// Whether all shares have ended. The replies can be read then.
    pub fn has_ended(&self) -> bool {
        self.shares.have_ended()
    }

    /// Number of queries in shares that have not ended, at most.
    pub fn running_count(&self) -> usize {
        (self.shares.running() as usize * self.share_size).min(self.requests.len())
    }

    /// Whether the batch was cancelled before it ended.
    pub fn is_cancelled(&self) -> bool {
        self.is_cancelled.load(Ordering::Relaxed)
    }

    /// Cancels the queries that have not begun. Ends the shares that no thread has taken; shares that run end soon. Has
    /// no effect after the end.
    pub fn cancel(&self) {
        if self.has_ended() {
            return;
        }
        self.is_cancelled.store(true, Ordering::Relaxed);
        while let Some(number) = self.shares.claim() {
            self.end_share(number, || FloorEnding::Cancelled);
        }
    }

    /// Answers queries of a share that the thread has taken until the share has ended or the budget is spent, and takes
    /// the expansions from the budget. Returns whether the share has ended. If not, it must be run again with the same
    /// scratch, which nobody uses meanwhile.
    ///
    /// After a panic inside, the caller must drop the scratch and call [`end_after_panic`](Self::end_after_panic).
    pub fn run(&self, number: u32, budget: &mut Budget, scratch: &mut Scratch) -> bool {
        let seen = lock(&self.seen).clone();
        let has_ended = seen.is_none_or(|views| self.answer(&views, number, budget, scratch));
        if has_ended {
            self.end_share(number, || FloorEnding::Cancelled);
        }
        has_ended
    }

    /// Answers the queries of a share that have no reply yet. Returns false if the budget was spent before.
    fn answer(&self, views: &[FloorsView], number: u32, budget: &mut Budget, scratch: &mut Scratch) -> bool {
        let share = &self.contents[number as usize];
        let (answered, mut paused, mut memory) = {
            let mut share = lock(share);
            (share.replies.len(), share.search.take(), std::mem::take(&mut share.memory))
        };
        for request in &self.requests[self.queries_of(number)][answered..] {
            let mut search = paused.take().unwrap_or(FloorSearch::new(request.query));
            loop {
                if self.is_cancelled() {
                    return true;
                }
                if budget.is_spent() {
                    let mut share = lock(share);
                    (share.search, share.memory) = (Some(search), memory);
                    return false;
                }
                let (before, view) = (search.expansions(), &views[request.view as usize]);
                let advanced = search.advance(view, budget.slice(), scratch, &mut memory);
                let ended = match advanced {
                    Ok(None) => false,
                    Ok(Some(answer)) => {
                        keep(&mut lock(share), answer);
                        memory.count_searches(view);
                        true
                    }
                    Err(OutOfMemory) => {
                        lock(share).replies.push(FloorReply::without_path(FloorEnding::OutOfMemory));
                        true
                    }
                };
                budget.spend((search.expansions() - before).max(1));
                if ended {
                    break;
                }
            }
        }
        true
    }

    /// Calls `tell` with the reply to a query and its path, once there is one. Waits for no search.
    pub fn tell<T>(&self, query: usize, tell: impl FnOnce(Option<&FloorReply>, Option<FloorPath>) -> T) -> T {
        let (number, place) = (query / self.share_size, query % self.share_size);
        let share = lock(&self.contents[number]);
        let Some(reply) = share.replies.get(place) else { return tell(None, None) };
        tell(Some(reply), reply.path().map(|path| path.with_corners(&share.corners[reply.corners.clone()])))
    }

    /// Ends a share whose [`run`](Self::run) panicked. The query that panicked says so, and those after it too.
    pub fn end_after_panic(&self, number: u32) {
        self.end_share(number, || FloorEnding::Panicked);
    }

    /// Calls `visit` with the replies and their paths, in the order of the requests. Not before the end.
    pub fn visit(&self, mut visit: impl FnMut(&FloorReply, Option<FloorPath>)) {
        let shares = if self.has_ended() { &self.contents[..] } else { &[] };
        for share in shares {
            let share = lock(share);
            for reply in &share.replies {
                let path = reply.path().map(|path| path.with_corners(&share.corners[reply.corners.clone()]));
                visit(reply, path);
            }
        }
    }

    fn queries_of(&self, number: u32) -> Range<usize> {
        let first = number as usize * self.share_size;
        first..(first + self.share_size).min(self.requests.len())
    }

    /// Gives the queries without a reply an ending, and ends the share. The room for the replies was reserved.
    fn end_share(&self, number: u32, ending: impl Fn() -> FloorEnding) {
        let mut share = lock(&self.contents[number as usize]);
        share.replies.resize_with(self.queries_of(number).len(), || FloorReply::without_path(ending()));
        (share.search, share.memory) = (None, FloorMemory::new());
        drop(share);
        if self.shares.end_one() {
            let seen = lock(&self.seen).take();
            drop(seen);
        }
    }
}

/// Adds the reply for an answer to a share, with the corners of its path.
fn keep(share: &mut FloorShare, answer: FloorAnswer) {
    let first = share.corners.len();
    let ending = match answer.outcome.path() {
        Some(path) if share.corners.try_reserve(path.corners().len()).is_err() => FloorEnding::OutOfMemory,
        path => {
            share.corners.extend_from_slice(path.map_or(&[], |path| path.corners()));
            FloorEnding::Answered(answer.outcome.without_cells())
        }
    };
    let corners = first..share.corners.len();
    share.replies.push(FloorReply { ending, expansions: answer.expansions, corners });
}
