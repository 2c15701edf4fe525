//! A list of queries on one state of a grid or of the floors of a world, answered in shares by any number of threads.

use super::budget::Budget;
use super::task::Shares;
use crate::OutOfMemory;
use crate::bits::bit_rows::reserved;
use crate::index::Engine;
use crate::search::{Outcome, Scratch};
use crate::try_arc::TryArc;
use std::fmt::Debug;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Jump points and components take about this number of bytes for each expansion that takes as long as deriving them:
/// 20 bits a cell, and one expansion for 512 cells.
const DERIVED_BYTES_BY_EXPANSION: u64 = 1280;

/// A state that the queries of a batch search.
pub trait Searched: Debug + Send + Sync + 'static {
    /// A query, and who asks it.
    type Request: Debug + Send + Sync;
    /// A search that can pause.
    type Search: Debug + Send;
    /// Memory of searches that a share keeps while one of them pauses, beside the thread's scratch.
    type Memory: Debug + Default + Send;
    /// A path without its corners, as replies keep it.
    type Path: Clone + Debug + Send;
    /// A corner of a path. Cells between corners are written only into the caller's buffer, because those of a whole
    /// batch can take much new memory.
    type Corner: Copy + Debug + Send;

    /// The search for the answer to a request.
    fn begin(request: &Self::Request) -> Self::Search;

    /// Number of cells that a search has expanded.
    fn expansions(search: &Self::Search) -> u64;

    /// Goes on with a search for a number of expansions. Returns the answer once there is one.
    fn advance<'a>(
        &self,
        request: &Self::Request,
        search: &mut Self::Search,
        expansions: u32,
        scratch: &'a mut Scratch,
        memory: &'a mut Self::Memory,
    ) -> Result<Option<Found<'a, Self>>, OutOfMemory>;

    /// Called after a search has been answered.
    fn count(&self, _: &Self::Request, _: &mut Self::Memory) {}

    /// The corners of the way that a paused search has come; none where that is not known.
    fn way_so_far<'a>(
        &self,
        _: &Self::Request,
        _: &Self::Search,
        _: &'a mut Scratch,
    ) -> Result<&'a [Self::Corner], OutOfMemory> {
        Ok(&[])
    }

    /// Memory of what searches derive, in bytes.
    fn derived_bytes(&self) -> u64 {
        0
    }

    /// Number of cells of a path.
    fn length(path: &Self::Path) -> u32;
}

/// The answer of a search.
pub struct Found<'a, S: Searched + ?Sized> {
    pub(super) outcome: Outcome<S::Path>,
    pub(super) corners: &'a [S::Corner],
    pub(super) expansions: u32,
    pub(super) engine: Engine,
}

/// How a query of a batch ended.
#[derive(Clone, Copy, Debug)]
pub enum Ending<P> {
    /// It was answered. A path has no corners here; [`Replies::with_corners`] gives them.
    Answered(Outcome<P>),
    /// The batch was cancelled before.
    Cancelled,
    /// There was not enough memory for the search or for its path.
    OutOfMemory,
    /// The search panicked.
    Panicked,
}

/// The answer to a query of a batch.
#[derive(Clone, Copy, Debug)]
pub struct Reply<P> {
    /// How the query ended.
    pub ending: Ending<P>,
    /// Number of expanded cells.
    pub expansions: u32,
    /// The engine that answered.
    pub engine: Engine,
    /// The number of corners of the path that lie in the share.
    corners: u32,
}

impl<P> Reply<P> {
    fn without_answer(ending: Ending<P>) -> Self {
        Self { ending, expansions: 0, engine: Engine::Auto, corners: 0 }
    }

    /// The path without its corners, if there is one.
    pub fn path(&self) -> Option<&P> {
        if let Ending::Answered(outcome) = &self.ending { outcome.path() } else { None }
    }
}

/// A list of queries on one state of what they search. Shares of it are answered by any threads in any order, and the
/// answers are in the order of the queries.
#[derive(Debug)]
pub struct Batch<S: Searched> {
    /// State that is searched; `None` once all shares have ended.
    seen: Mutex<Option<TryArc<S>>>,
    revision: u64,
    requests: Vec<S::Request>,
    share_size: usize,
    shares: Shares,
    /// By share. Locked for a moment, never while a search runs: whoever asks for an answer gets it once it is there.
    contents: Vec<Mutex<Share<S>>>,
    /// By share.
    ways: Vec<Mutex<WaySoFar<S>>>,
    is_cancelled: AtomicBool,
}

/// Some consecutive queries.
#[derive(Debug)]
struct Share<S: Searched> {
    replies: Vec<Reply<S::Path>>,
    /// The corners of their paths, one path after another.
    corners: Vec<S::Corner>,
    /// The search for the next reply, if a budget has interrupted it, and its memory.
    paused: Option<(S::Search, S::Memory)>,
}

/// How far the search of a share has come, for callers who ask before its end.
#[derive(Debug)]
struct WaySoFar<S: Searched> {
    /// Whether anybody has asked. Else searches write nothing.
    is_asked: bool,
    /// The query that the share answers.
    query: usize,
    /// The cells at which the way may turn.
    corners: Vec<S::Corner>,
}

/// A batch of any kind.
pub trait AnyBatch {
    /// Which shares are taken, and which have ended.
    fn shares(&self) -> &Shares;

    /// Number of changes to what is searched before the batch.
    fn revision(&self) -> u64;

    /// Number of queries.
    fn count(&self) -> usize;

    /// Number of queries in shares that have not ended, at most.
    fn running_count(&self) -> usize;

    /// Whether the batch was cancelled before it ended.
    fn is_cancelled(&self) -> bool;

    /// Whether all shares have ended. The replies can be read then.
    fn has_ended(&self) -> bool {
        self.shares().have_ended()
    }

    /// Number of cells of all paths; 0 before the end.
    fn cell_count(&self) -> u64;

    /// Number of cells that were expanded; 0 before the end.
    fn expansions(&self) -> u64;

    /// Cancels the queries that have not begun. Ends the shares that no thread has taken; shares that run end soon. Has
    /// no effect after the end.
    fn cancel(&self);

    /// Answers queries of a share that the thread has taken until the share has ended or the budget is spent. Returns
    /// whether the share has ended. If not, it must be run again with the same scratch, which nobody uses meanwhile.
    ///
    /// Takes the expansions from the budget, and those that take as long as what was derived from the map.
    ///
    /// After a panic inside, the caller must drop `scratch` and call [`end_after_panic`](Self::end_after_panic).
    fn run(&self, number: u32, budget: &mut Budget, scratch: &mut Scratch) -> bool;

    /// Ends a share whose [`run`](Self::run) panicked. The query that panicked says so, and those after it too.
    fn end_after_panic(&self, number: u32);
}

impl<S: Searched> AnyBatch for Batch<S> {
    fn shares(&self) -> &Shares {
        &self.shares
    }

    fn revision(&self) -> u64 {
        self.revision
    }

    fn count(&self) -> usize {
        self.requests.len()
    }

    fn running_count(&self) -> usize {
        (self.shares.running() as usize * self.share_size).min(self.requests.len())
    }

    fn is_cancelled(&self) -> bool {
        self.is_cancelled.load(Ordering::Relaxed)
    }

    fn cell_count(&self) -> u64 {
        self.replies().map(|share| share.cell_count()).sum()
    }

    fn expansions(&self) -> u64 {
        self.replies().map(|share| share.replies().iter().map(|reply| u64::from(reply.expansions)).sum::<u64>()).sum()
    }

    fn cancel(&self) {
        if self.has_ended() {
            return;
        }
        self.is_cancelled.store(true, Ordering::Relaxed);
        while let Some(number) = self.shares.claim() {
            self.end_share(number, Ending::Cancelled);
        }
    }

    fn run(&self, number: u32, budget: &mut Budget, scratch: &mut Scratch) -> bool {
        let seen = lock(&self.seen).clone();
        let has_ended = seen.is_none_or(|seen| {
            let bytes_before = seen.derived_bytes();
            let has_ended = self.answer(&seen, number, budget, scratch);
            budget.spend(seen.derived_bytes().saturating_sub(bytes_before) / DERIVED_BYTES_BY_EXPANSION);
            has_ended
        });
        if has_ended {
            self.end_share(number, Ending::Cancelled);
        }
        has_ended
    }

    fn end_after_panic(&self, number: u32) {
        self.end_share(number, Ending::Panicked);
    }
}

impl<S: Searched> Batch<S> {
    /// A batch whose shares have `share_size` queries, at least 1.
    ///
    /// The memory for the replies is reserved here; searches take more for themselves and for their paths.
    pub(super) fn on(
        seen: S,
        revision: u64,
        requests: Vec<S::Request>,
        share_size: usize,
    ) -> Result<Self, OutOfMemory> {
        let share_size = share_size.max(1);
        let count = requests.len().div_ceil(share_size);
        let (mut contents, mut ways) = (reserved(count)?, reserved(count)?);
        for share in requests.chunks(share_size) {
            contents.push(Mutex::new(Share { replies: reserved(share.len())?, corners: Vec::new(), paused: None }));
            ways.push(Mutex::new(WaySoFar { is_asked: false, query: 0, corners: Vec::new() }));
        }
        let seen = Mutex::new(if count > 0 { Some(TryArc::try_new(seen)?) } else { None });
        let (shares, is_cancelled) = (Shares::new(count as u32), AtomicBool::new(false));
        Ok(Self { seen, revision, requests, share_size, shares, contents, ways, is_cancelled })
    }

    /// The queries.
    pub fn requests(&self) -> &[S::Request] {
        &self.requests
    }

    /// Answers the queries of a share that have no reply yet. Returns false if the budget was spent before.
    fn answer(&self, seen: &S, number: u32, budget: &mut Budget, scratch: &mut Scratch) -> bool {
        let share = &self.contents[number as usize];
        let (answered, paused) = {
            let mut share = lock(share);
            (share.replies.len(), share.paused.take())
        };
        let (mut paused, mut memory) = paused.map_or_else(Default::default, |(search, memory)| (Some(search), memory));
        for (place, request) in self.requests[self.queries_of(number)].iter().enumerate().skip(answered) {
            let mut search = paused.take().unwrap_or_else(|| S::begin(request));
            loop {
                if self.is_cancelled() {
                    return true;
                }
                if budget.is_spent() {
                    lock(share).paused = Some((search, memory));
                    return false;
                }
                let before = S::expansions(&search);
                let advanced = seen.advance(request, &mut search, budget.slice(), scratch, &mut memory);
                let is_answered = match advanced {
                    Ok(None) => false,
                    Ok(Some(found)) => {
                        lock(share).keep(found);
                        seen.count(request, &mut memory);
                        true
                    }
                    Err(OutOfMemory) => {
                        lock(share).replies.push(Reply::without_answer(Ending::OutOfMemory));
                        true
                    }
                };
                budget.spend((S::expansions(&search) - before).max(1));
                if is_answered {
                    break;
                }
                self.note_way(number, place, |scratch| seen.way_so_far(request, &search, scratch), scratch);
            }
        }
        true
    }

    /// Keeps the way of a search that has paused, if anybody has asked. `place`: of the query in the share.
    fn note_way(
        &self,
        share: u32,
        place: usize,
        find: impl FnOnce(&mut Scratch) -> Result<&[S::Corner], OutOfMemory>,
        scratch: &mut Scratch,
    ) {
        let mut way = lock(&self.ways[share as usize]);
        if !way.is_asked {
            return;
        }
        way.query = self.queries_of(share).start + place;
        way.corners.clear();
        // Without memory there is no way yet.
        let Ok(corners) = find(scratch) else { return };
        if way.corners.try_reserve(corners.len()).is_ok() {
            way.corners.extend_from_slice(corners);
        }
    }

    /// Calls `tell` with what there is for a query so far: its reply and the corners of its path once it is answered,
    /// else no reply and the corners of the way that its search had come to when it last paused, which is not known
    /// before somebody has asked. Waits for no search.
    pub fn tell_so_far<T>(&self, query: usize, tell: impl FnOnce(Option<&Reply<S::Path>>, &[S::Corner]) -> T) -> T {
        let (number, place) = (query / self.share_size, query % self.share_size);
        let share = lock(&self.contents[number]);
        if let Some(reply) = share.replies.get(place) {
            let first = share.replies[..place].iter().map(|reply| reply.corners as usize).sum::<usize>();
            return tell(Some(reply), &share.corners[first..first + reply.corners as usize]);
        }
        drop(share);
        let mut way = lock(&self.ways[number]);
        way.is_asked = true;
        tell(None, if way.query == query { &way.corners } else { &[] })
    }

    /// The shares with their replies, in the order of the requests. Empty before the end.
    pub fn replies(&self) -> impl Iterator<Item = Replies<'_, S>> {
        let shares = if self.has_ended() { &self.contents[..] } else { &[] };
        shares.iter().map(|share| Replies(lock(share)))
    }

    /// A share, if all shares have ended.
    pub fn share(&self, number: u32) -> Option<Replies<'_, S>> {
        let share = self.contents.get(number as usize).filter(|_| self.has_ended())?;
        Some(Replies(lock(share)))
    }

    /// The number of shares.
    pub fn share_count(&self) -> usize {
        self.contents.len()
    }

    fn queries_of(&self, number: u32) -> Range<usize> {
        let first = number as usize * self.share_size;
        first..(first + self.share_size).min(self.requests.len())
    }

    /// Gives the queries without a reply an ending, and ends the share. The room for the replies was reserved.
    fn end_share(&self, number: u32, ending: Ending<S::Path>) {
        let mut share = lock(&self.contents[number as usize]);
        share.replies.resize(self.queries_of(number).len(), Reply::without_answer(ending));
        share.paused = None;
        drop(share);
        if self.shares.end_one() {
            let seen = lock(&self.seen).take();
            drop(seen);
        }
    }
}

impl<S: Searched> Share<S> {
    /// Adds the reply for an answer, with the corners of its path.
    fn keep(&mut self, found: Found<S>) {
        let Found { outcome, corners, expansions, engine } = found;
        self.replies.push(if self.corners.try_reserve(corners.len()).is_ok() {
            self.corners.extend_from_slice(corners);
            Reply { ending: Ending::Answered(outcome), expansions, engine, corners: corners.len() as u32 }
        } else {
            Reply::without_answer(Ending::OutOfMemory)
        });
    }
}

/// No code panics while it holds one of these locks, so what they guard is right in any case.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The replies of a share.
#[derive(Debug)]
pub struct Replies<'a, S: Searched>(MutexGuard<'a, Share<S>>);

impl<S: Searched> Replies<'_, S> {
    /// One for each query, in order. Their paths have no corners.
    pub fn replies(&self) -> &[Reply<S::Path>] {
        &self.0.replies
    }

    /// The replies, each with the corners of its path.
    pub fn with_corners(&self) -> impl Iterator<Item = (&Reply<S::Path>, &[S::Corner])> {
        let mut rest = self.0.corners.as_slice();
        self.replies().iter().map(move |reply| {
            let (corners, later) = rest.split_at(reply.corners as usize);
            rest = later;
            (reply, corners)
        })
    }

    /// The number of cells of all paths.
    pub fn cell_count(&self) -> u64 {
        self.replies().iter().filter_map(Reply::path).map(|path| u64::from(S::length(path))).sum()
    }
}
