//! Safe wrappers of the C functions for tickets, batches and worker threads.

use super::abi::{PathAnswer, TestGrid};
use gridstar::ffi::*;
use gridstar::grid::Cell;
use std::ptr::null;

/// Queries, the defs that they name, and their priority.
#[derive(Clone, Debug, Default)]
pub struct Batch {
    pub requests: Vec<GridstarPathRequest>,
    /// Empty for the grid's own settings.
    pub defs: Vec<GridstarQueryDef>,
    pub priority: i32,
}

/// A ticket behind the C functions, destroyed when dropped.
#[derive(Debug)]
pub struct TestTicket {
    id: u64,
}

/// Outputs of taking a ticket, or of finding many paths.
#[derive(Clone, Debug, PartialEq)]
pub struct Answers {
    pub status: GridstarStatus,
    pub info: GridstarTicketInfo,
    /// Empty unless the status is OK or CANCELLED, as are the paths.
    pub replies: Vec<GridstarPathReply>,
    pub paths: Vec<Vec<Cell>>,
}

/// The start and the goal of a request.
pub fn ends(request: &GridstarPathRequest) -> (Cell, Cell) {
    (Cell::new(request.start_x, request.start_y), Cell::new(request.goal_x, request.goal_y))
}

/// A request with the first def.
pub fn request(start: Cell, goal: Cell) -> GridstarPathRequest {
    GridstarPathRequest {
        start_x: start.x,
        start_y: start.y,
        goal_x: goal.x,
        goal_y: goal.y,
        def_index: 0,
        reserved: 0,
    }
}

pub fn empty_ticket_info() -> GridstarTicketInfo {
    GridstarTicketInfo {
        struct_size: size_of::<GridstarTicketInfo>() as u32,
        count: 0,
        revision: 0,
        cell_count: 0,
        ticket: 0,
        expansions: 0,
        running: 0,
        reserved: 0,
    }
}

pub fn work_info() -> GridstarWorkInfo {
    let mut info = GridstarWorkInfo {
        struct_size: size_of::<GridstarWorkInfo>() as u32,
        wanted_threads: 0,
        threads: 0,
        running: 0,
        waiting: 0,
        tickets: 0,
        scratch_bytes: 0,
    };
    // SAFETY: the pointer comes from a reference to a struct whose size is set.
    assert_eq!(unsafe { gridstar_work_get_info(&mut info) }, GridstarStatus::Ok);
    info
}

impl Batch {
    /// Requests with the grid's own settings.
    pub fn of(requests: impl IntoIterator<Item = GridstarPathRequest>) -> Self {
        Self { requests: requests.into_iter().collect(), ..Self::default() }
    }

    /// The pointer and the number of the defs.
    pub fn defs(&self) -> (*const GridstarQueryDef, u32) {
        (if self.defs.is_empty() { null() } else { self.defs.as_ptr() }, self.defs.len() as u32)
    }
}

impl TestTicket {
    pub fn submit(grid: &TestGrid, batch: &Batch) -> Result<Self, GridstarStatus> {
        let (mut id, (defs, def_count)) = (0, batch.defs());
        let (requests, count) = (batch.requests.as_ptr(), batch.requests.len() as u32);
        // SAFETY: pointers and lengths of vectors, or null and 0; the last pointer comes from a reference.
        let status =
            unsafe { gridstar_ticket_submit(grid.id(), requests, count, defs, def_count, batch.priority, &mut id) };
        if status == GridstarStatus::Ok { Ok(Self { id }) } else { Err(status) }
    }

    pub fn of_id(id: u64) -> Self {
        Self { id }
    }

    pub fn id(&self) -> u64 {
        self.id
    }

    pub fn is_valid(&self) -> bool {
        gridstar_is_valid(self.id, GridstarKind::Ticket as u32) == GridstarStatus::Ok
    }

    pub fn poll(&self) -> (GridstarStatus, GridstarTicketInfo) {
        let mut info = empty_ticket_info();
        // SAFETY: the pointer comes from a reference to a struct whose size is set.
        (unsafe { gridstar_ticket_poll(self.id, &mut info) }, info)
    }

    /// The reply to a request so far, and at most so many cells.
    pub fn peek(&self, request: u32, most: usize) -> (GridstarStatus, GridstarPathReply, Vec<Cell>) {
        let (mut reply, mut cells) = (GridstarPathReply::default(), vec![Cell::new(-1, -1); most]);
        // SAFETY: pointers from a reference and of a vector with its length.
        let status =
            unsafe { gridstar_ticket_peek(self.id, request, &mut reply, cells.as_mut_ptr(), cells.len() as u32) };
        cells.truncate(reply.length as usize);
        (status, reply, cells)
    }

    pub fn wait(&self) -> GridstarStatus {
        gridstar_ticket_wait(self.id)
    }

    pub fn cancel(&self) -> GridstarStatus {
        gridstar_ticket_cancel(self.id)
    }

    pub fn destroy(&self) -> GridstarStatus {
        gridstar_destroy(self.id)
    }

    /// Takes the answers into buffers of the size that polling tells.
    pub fn take(&self) -> Answers {
        let info = self.poll().1;
        self.take_into(info.count as usize, info.cell_count as usize)
    }

    /// Takes the answers into buffers of these capacities.
    pub fn take_into(&self, reply_capacity: usize, cell_capacity: usize) -> Answers {
        // SAFETY: `answers` gives buffers with their capacities.
        answers(reply_capacity, cell_capacity, |replies, cells, info| unsafe {
            let (replies, reply_capacity) = (replies.as_mut_ptr(), replies.len() as u32);
            gridstar_ticket_take(self.id, replies, reply_capacity, cells.as_mut_ptr(), cells.len() as u32, info)
        })
    }
}

impl Drop for TestTicket {
    fn drop(&mut self) {
        // A test may have taken or destroyed the ticket already, which is harmless.
        gridstar_destroy(self.id);
    }
}

impl TestGrid {
    /// Answers a batch before all tickets, into buffers of these capacities. If they are too small, the answers wait
    /// under the ticket of the info.
    pub fn find_paths_into(&self, batch: &Batch, reply_capacity: usize, cell_capacity: usize) -> Answers {
        let (defs, def_count) = batch.defs();
        let (requests, count) = (batch.requests.as_ptr(), batch.requests.len() as u32);
        // SAFETY: pointers and lengths of vectors, or null and 0; `answers` gives buffers with their capacities.
        answers(reply_capacity, cell_capacity, |replies, cells, info| unsafe {
            let (replies, reply_capacity) = (replies.as_mut_ptr(), replies.len() as u32);
            let (cells, capacity, mut ticket) = (cells.as_mut_ptr(), cells.len() as u32, 0);
            let submitted = gridstar_ticket_submit(self.id(), requests, count, defs, def_count, i32::MAX, &mut ticket);
            if submitted != GridstarStatus::Ok {
                return submitted;
            }
            gridstar_ticket_wait(ticket);
            gridstar_ticket_take(ticket, replies, reply_capacity, cells, capacity, info)
        })
    }

    /// Answers a batch, with a second call for what did not fit.
    pub fn find_paths(&self, batch: &Batch) -> Answers {
        let answers = self.find_paths_into(batch, batch.requests.len(), 64 * batch.requests.len());
        match answers.status {
            GridstarStatus::BufferTooSmall => TestTicket::of_id(answers.info.ticket).take(),
            _ => answers,
        }
    }

    /// The answers of single searches, one by one.
    pub fn find_singly(&self, batch: &Batch) -> Vec<PathAnswer> {
        let find = |request: &GridstarPathRequest| {
            let def = batch.defs.get(request.def_index as usize);
            let (start, goal) = ends(request);
            self.find_path(start, goal, def)
        };
        batch.requests.iter().map(find).collect()
    }
}

/// Cell that no call may leave in a buffer that it says it has filled.
const UNTOUCHED: Cell = Cell::new(i32::MIN, i32::MAX);

pub fn answers(
    reply_capacity: usize,
    cell_capacity: usize,
    call: impl FnOnce(&mut [GridstarPathReply], &mut [Cell], &mut GridstarTicketInfo) -> GridstarStatus,
) -> Answers {
    let untouched = GridstarPathReply { status: i32::MIN, bound: 77.0, ..GridstarPathReply::default() };
    let (mut replies, mut cells) = (vec![untouched; reply_capacity], vec![UNTOUCHED; cell_capacity]);
    let mut info = empty_ticket_info();
    let status = call(&mut replies, &mut cells, &mut info);
    if !matches!(status, GridstarStatus::Ok | GridstarStatus::Cancelled) {
        assert!(replies.iter().all(|reply| *reply == untouched), "{status:?}, but a reply was written");
        assert!(cells.iter().all(|cell| *cell == UNTOUCHED), "{status:?}, but a cell was written");
        return Answers { status, info, replies: Vec::new(), paths: Vec::new() };
    }
    let (count, total) = (info.count as usize, info.cell_count as usize);
    assert!(replies[count..].iter().all(|reply| *reply == untouched), "more replies than {info:?} tells");
    assert!(cells[total..].iter().all(|cell| *cell == UNTOUCHED), "more cells than {info:?} tells");
    replies.truncate(count);
    let mut next = 0;
    let mut path = |reply: &GridstarPathReply| {
        assert_eq!(reply.first as usize, next, "paths lie one after another");
        assert_eq!(reply.bound != 0.0, reply.length != 0, "{reply:?}");
        next += reply.length as usize;
        cells[reply.first as usize..next].to_vec()
    };
    let paths: Vec<_> = replies.iter().map(&mut path).collect();
    assert_eq!(next, total, "{info:?}");
    let expansions: u64 = replies.iter().map(|reply| u64::from(reply.expansions)).sum();
    assert_eq!((info.expansions, info.ticket, info.running), (expansions, 0, 0), "{info:?}");
    Answers { status, info, replies, paths }
}

impl Answers {
    /// Whether the answers are those of single searches. `with_expansions` compares how they were found too.
    pub fn compare(&self, singly: &[PathAnswer], with_expansions: bool) -> Result<(), String> {
        if self.replies.len() != singly.len() {
            return Err(format!("{} replies instead of {}", self.replies.len(), singly.len()));
        }
        for (i, (reply, right)) in self.replies.iter().zip(singly).enumerate() {
            let is_same = reply.status == right.status as i32
                && self.paths[i] == right.path
                && (reply.cost, reply.bound) == (right.cost, right.bound)
                && self.info.revision == right.revision
                && (!with_expansions || (reply.expansions, reply.engine) == (right.expansions, right.engine));
            if !is_same {
                return Err(format!("reply {i}: {reply:?} {:?}\ninstead of {right:?}", self.paths[i]));
            }
        }
        Ok(())
    }
}
