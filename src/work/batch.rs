//! A list of queries on one state of a grid, answered in shares by any number of threads.

use super::budget::Budget;
use super::task::Shares;
use crate::OutOfMemory;
use crate::bits::bit_rows::reserved;
use crate::grid::Cell;
use crate::index::{AgentLayers, AgentView, Engine, GridView};
use crate::movement::Agent;
use crate::search::{Outcome, Path, PathSearch, Query, Scratch, layers_for, reads_map};
use crate::try_arc::TryArc;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Jump points and components take about this number of bytes for each expansion that takes as long as deriving them:
/// 20 bits a cell, and one expansion for 512 cells.
const DERIVED_BYTES_BY_EXPANSION: u64 = 1280;

/// A query of a batch.
#[derive(Clone, Copy, Debug)]
pub struct Request {
    /// Start, goal and settings.
    pub query: Query,
    /// The agent's index in the list of agents of the batch.
    pub agent: u32,
}

/// How a query of a batch ended.
#[derive(Clone, Copy, Debug)]
pub enum Ending {
    /// It was answered. A path has no cells here; [`Replies::paths`] gives it with its cells.
    Answered(Outcome<'static>),
    /// The batch was cancelled before.
    Cancelled,
    /// There was not enough memory for the search or for its path.
    OutOfMemory,
    /// The search panicked.
    Panicked,
}

/// The answer to a query of a batch.
#[derive(Clone, Copy, Debug)]
pub struct Reply {
    /// How the query ended.
    pub ending: Ending,
    /// Number of expanded cells.
    pub expansions: u32,
    /// The engine that answered.
    pub engine: Engine,
    /// The number of corners of the path that lie in the share.
    corners: u32,
}

impl Reply {
    const CANCELLED: Self = Self { ending: Ending::Cancelled, expansions: 0, engine: Engine::Auto, corners: 0 };
    const PANICKED: Self = Self { ending: Ending::Panicked, ..Self::CANCELLED };

    /// The path without its cells, if there is one.
    pub fn path(&self) -> Option<&Path<'static>> {
        match &self.ending {
            Ending::Answered(Outcome::Found(path) | Outcome::Partial(path)) => Some(path),
            _ => None,
        }
    }
}

/// A list of queries on one state of a grid. Shares of it are answered by any threads in any order, and the answers are
/// in the order of the queries.
#[derive(Debug)]
pub struct Batch {
    /// State that is searched; `None` once all shares have ended.
    seen: Mutex<Option<TryArc<SearchedState>>>,
    revision: u64,
    agents: Vec<Agent>,
    requests: Vec<Request>,
    share_size: usize,
    shares: Shares,
    /// By share. Locked for a moment, never while a search runs: whoever asks for an answer gets it once it is there.
    contents: Vec<Mutex<Share>>,
    /// By share.
    ways: Vec<Mutex<WaySoFar>>,
    is_cancelled: AtomicBool,
}

/// The state of the grid that a batch searches, and what its agents see of it.
#[derive(Debug)]
struct SearchedState {
    grid: GridView,
    /// By agent: for its queries that read what is derived, and for those that read the map, if it has such queries.
    /// Made with the batch: its profiles may change or end before its last query is answered.
    layers: Vec<[Option<AgentLayers>; 2]>,
}

/// Some consecutive queries.
#[derive(Debug, Default)]
struct Share {
    replies: Vec<Reply>,
    /// The corners of their paths, one path after another. Paths are written cell by cell only into the caller's
    /// buffer, because the cells of a batch can take much new memory.
    corners: Vec<Cell>,
    /// The search for the next reply, if a budget has interrupted it.
    search: Option<PathSearch>,
}

/// How far the search of a share has come, for callers who ask before its end.
#[derive(Debug, Default)]
struct WaySoFar {
    /// Whether anybody has asked. Else searches write nothing.
    is_asked: bool,
    /// The query that the share answers.
    query: usize,
    /// The cells at which the way may turn.
    corners: Vec<Cell>,
}

impl Batch {
    /// A batch whose shares have `share_size` queries, at least 1. Each request names one of `agents`.
    ///
    /// The memory for the replies is reserved here; searches take more only for their paths.
    pub fn new(
        grid: GridView,
        agents: Vec<Agent>,
        requests: Vec<Request>,
        share_size: usize,
    ) -> Result<Self, OutOfMemory> {
        debug_assert!(requests.iter().all(|request| (request.agent as usize) < agents.len()));
        let share_size = share_size.max(1);
        let count = requests.len().div_ceil(share_size);
        let (mut contents, mut ways) = (Vec::new(), Vec::new());
        contents.try_reserve_exact(count)?;
        ways.try_reserve_exact(count)?;
        ways.resize_with(count, Mutex::default);
        for share in requests.chunks(share_size) {
            let replies = reserved(share.len())?;
            contents.push(Mutex::new(Share { replies, ..Share::default() }));
        }
        let revision = grid.revision();
        let seen = if count > 0 { Some(TryArc::try_new(SearchedState::new(grid, &agents, &requests)?)?) } else { None };
        Ok(Self {
            seen: Mutex::new(seen),
            revision,
            agents,
            requests,
            share_size,
            shares: Shares::new(count as u32),
            contents,
            ways,
            is_cancelled: AtomicBool::new(false),
        })
    }

    /// The revision of the grid that the batch searches.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// The queries.
    pub fn requests(&self) -> &[Request] {
        &self.requests
    }

    /// The agents that requests name.
    pub fn agents(&self) -> &[Agent] {
        &self.agents
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
            self.end_share(number);
        }
    }

    /// Answers queries of a share that the thread has taken until the share has ended or the budget is spent. Returns
    /// whether the share has ended. If not, it must be run again with the same memory, which nobody uses meanwhile.
    ///
    /// Takes the expansions from the budget, and those that take as long as what was derived from the map.
    ///
    /// After a panic inside, the caller must drop `memory` and call [`end_after_panic`](Self::end_after_panic).
    pub fn run(&self, number: u32, budget: &mut Budget, memory: &mut Scratch) -> bool {
        let seen = lock(&self.seen).clone();
        let has_ended = seen.is_none_or(|seen| {
            let bytes_before = seen.grid.bytes();
            let has_ended = self.answer(&seen, number, budget, memory);
            budget.spend(seen.grid.bytes().saturating_sub(bytes_before) / DERIVED_BYTES_BY_EXPANSION);
            has_ended
        });
        if has_ended {
            self.end_share(number);
        }
        has_ended
    }

    /// Answers the queries of a share that have no reply yet. Returns false if the budget was spent before.
    fn answer(&self, seen: &SearchedState, number: u32, budget: &mut Budget, memory: &mut Scratch) -> bool {
        let share = &self.contents[number as usize];
        let (answered, mut paused) = {
            let mut share = lock(share);
            (share.replies.len(), share.search.take())
        };
        for (place, request) in self.requests[self.queries_of(number)].iter().enumerate().skip(answered) {
            let mut search = paused.take().unwrap_or(PathSearch::new(request.query));
            loop {
                if self.is_cancelled() {
                    return true;
                }
                if budget.is_spent() {
                    lock(share).search = Some(search);
                    return false;
                }
                let before = search.expansions();
                let view = seen.view(request);
                let advanced = advance(view, &mut search, budget.slice(), memory, share);
                budget.spend((search.expansions() - before).max(1));
                match advanced {
                    Ok(false) => self.note_way(number, place, (view, &search), memory),
                    Ok(true) => break,
                    Err(OutOfMemory) => {
                        lock(share).replies.push(Reply { ending: Ending::OutOfMemory, ..Reply::CANCELLED });
                        break;
                    }
                }
            }
        }
        true
    }

    /// Keeps the way of a search that has paused, if anybody has asked. `place`: of the query in the share.
    fn note_way(&self, share: u32, place: usize, (view, search): (AgentView, &PathSearch), memory: &mut Scratch) {
        let mut way = lock(&self.ways[share as usize]);
        if !way.is_asked {
            return;
        }
        way.query = self.queries_of(share).start + place;
        way.corners.clear();
        // Without memory there is no way yet.
        let Ok(corners) = search.way_so_far(view, memory) else { return };
        if way.corners.try_reserve(corners.len()).is_ok() {
            way.corners.extend_from_slice(corners);
        }
    }

    /// Calls `tell` with what there is for a query so far: its reply and its path once it is answered, else no reply
    /// and the way that its search had come to when it last paused, which is not known before somebody has asked. Waits
    /// for no search.
    pub fn tell_so_far<T>(&self, query: usize, tell: impl FnOnce(Option<&Reply>, Option<Path>) -> T) -> T {
        let (number, place) = (query / self.share_size, query % self.share_size);
        let share = lock(&self.contents[number]);
        if let Some(reply) = share.replies.get(place) {
            let first = share.replies[..place].iter().map(|reply| reply.corners as usize).sum::<usize>();
            let corners = &share.corners[first..first + reply.corners as usize];
            return tell(Some(reply), reply.path().map(|path| path.with_corners(corners)));
        }
        drop(share);
        let mut way = lock(&self.ways[number]);
        way.is_asked = true;
        let is_known = way.query == query && !way.corners.is_empty();
        tell(None, is_known.then(|| Path::of_corners(&way.corners)))
    }

    /// Ends a share whose [`run`](Self::run) panicked. The query that panicked says so, and those after it too.
    pub fn end_after_panic(&self, number: u32) {
        lock(&self.contents[number as usize]).replies.resize(self.queries_of(number).len(), Reply::PANICKED);
        self.end_share(number);
    }

    /// The shares with their replies, in the order of the requests. Empty before the end.
    pub fn replies(&self) -> impl Iterator<Item = Replies<'_>> {
        let shares = if self.has_ended() { &self.contents[..] } else { &[] };
        shares.iter().map(|share| Replies(lock(share)))
    }

    /// A share, if all shares have ended.
    pub fn share(&self, number: u32) -> Option<Replies<'_>> {
        let share = self.contents.get(number as usize).filter(|_| self.has_ended())?;
        Some(Replies(lock(share)))
    }

    /// The number of shares.
    pub fn share_count(&self) -> usize {
        self.contents.len()
    }

    /// The number of cells of all paths.
    pub fn cell_count(&self) -> u64 {
        self.replies().map(|share| share.cell_count()).sum()
    }

    fn queries_of(&self, number: u32) -> Range<usize> {
        let first = number as usize * self.share_size;
        first..(first + self.share_size).min(self.requests.len())
    }

    /// Marks the queries without a reply as cancelled, and the share as ended. The room for the replies was reserved.
    fn end_share(&self, number: u32) {
        lock(&self.contents[number as usize]).replies.resize(self.queries_of(number).len(), Reply::CANCELLED);
        if self.shares.end_one() {
            let seen = lock(&self.seen).take();
            drop(seen);
        }
    }
}

impl SearchedState {
    fn new(grid: GridView, agents: &[Agent], requests: &[Request]) -> Result<Self, OutOfMemory> {
        let mut layers = reserved(agents.len())?;
        layers.resize_with(agents.len(), <[Option<AgentLayers>; 2]>::default);
        for Request { query, agent } in requests {
            let slot = &mut layers[*agent as usize][usize::from(reads_map(&grid, query))];
            if slot.is_none() {
                *slot = Some(layers_for(&grid, &agents[*agent as usize], query).map_err(|_| OutOfMemory)?);
            }
        }
        Ok(Self { grid, layers })
    }

    #[allow(clippy::expect_used, reason = "the text tells why it can't fire")]
    fn view(&self, Request { query, agent }: &Request) -> AgentView<'_> {
        let layers = &self.layers[*agent as usize][usize::from(reads_map(&self.grid, query))];
        layers.as_ref().expect("`new` makes the layers of each request").view(&self.grid)
    }
}

/// Goes on with a search. Returns whether it has ended, after adding its reply and the corners of its path to the
/// share.
fn advance(
    view: AgentView,
    search: &mut PathSearch,
    expansions: u32,
    memory: &mut Scratch,
    share: &Mutex<Share>,
) -> Result<bool, OutOfMemory> {
    let Some(answer) = search.advance(view, expansions, memory)? else { return Ok(false) };
    let mut reply = Reply {
        ending: Ending::Answered(answer.outcome.without_cells()),
        expansions: answer.expansions,
        engine: answer.engine,
        corners: 0,
    };
    let share = &mut *lock(share);
    if let Outcome::Found(path) | Outcome::Partial(path) = &answer.outcome {
        share.corners.try_reserve(path.corners().len())?;
        share.corners.extend_from_slice(path.corners());
        reply.corners = path.corners().len() as u32;
    }
    share.replies.push(reply);
    Ok(true)
}

/// No code panics while it holds one of these locks, so what they guard is right in any case.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The replies of a share.
#[derive(Debug)]
pub struct Replies<'a>(MutexGuard<'a, Share>);

impl Replies<'_> {
    /// One for each query, in order. Their paths have no cells.
    pub fn replies(&self) -> &[Reply] {
        &self.0.replies
    }

    /// The paths in the order of the queries that have one, with their cells.
    pub fn paths(&self) -> impl Iterator<Item = Path<'_>> {
        let mut rest = self.0.corners.as_slice();
        self.replies().iter().filter_map(move |reply| {
            let (corners, later) = rest.split_at(reply.corners as usize);
            rest = later;
            Some(reply.path()?.with_corners(corners))
        })
    }

    /// The number of cells of all paths.
    pub fn cell_count(&self) -> u64 {
        self.replies().iter().filter_map(Reply::path).map(|path| u64::from(path.length())).sum()
    }
}
