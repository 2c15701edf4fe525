//! Calls of tickets, batches and worker threads. A ticket sees its grid in the state of its submission.

use super::asked::{A_STAR, Answer, Asked, LANDMARKS, expansions_to_label};
use super::path_calls::AgentQuery;
use super::shapes::{Shape, shape};
use super::tally::{self, Function};
use super::world::World;
use crate::abi::{default_query_def, empty_result};
use crate::terrain::AgentMap;
use crate::work::{Answers, Batch, answers, empty_ticket_info, request};
use gridstar::ffi::*;
use gridstar::grid::Cell;

const MOST: usize = 4;
const RUNNING: GridstarStatus = GridstarStatus::StillRunning;
const ENDINGS: [GridstarStatus; 2] = [GridstarStatus::Ok, GridstarStatus::Cancelled];

/// The model of a query of a batch: the grid's map as the agent sees it, and the engines that may answer.
#[derive(Debug)]
struct AskedThen {
    asked: Asked,
    map: AgentMap,
    engines: Vec<u32>,
    shape: Shape,
}

/// The model of a ticket.
#[derive(Debug)]
pub struct TicketModel {
    pub id: u64,
    queries: Vec<AskedThen>,
    /// The grid's revision at the submission.
    revision: u64,
    /// OK or CANCELLED, once a call has shown it.
    ended: Option<GridstarStatus>,
    may_be_cancelled: bool,
    /// Whether a caller without memory may have searched for it.
    may_lack_memory: bool,
    /// Whether no worker thread can have answered it.
    is_left_to_callers: bool,
}

impl World {
    pub fn step_work(&mut self) {
        let count = self.tickets.len();
        match self.random.below(40) {
            0..2 => return self.set_work_threads(),
            2 => return self.stop_work(),
            8 => return self.work_info(),
            _ => {}
        }
        if count == 0 || count < MOST && self.random.percent(30) {
            return self.submit();
        }
        let at = self.below(count);
        match self.random.below(20) {
            0..5 => self.poll(at),
            5..9 => self.run_work(),
            9..11 => self.wait(at),
            11 => self.peek(at),
            12..17 => self.take(at),
            17 => self.cancel(at),
            _ => self.destroy_ticket(at),
        }
    }

    /// Random queries of a grid: all with its own settings, or each with a def.
    fn batch(&mut self, at: usize) -> (Batch, Vec<AskedThen>) {
        let count = [0, 1, 1, 2, 5, 12][self.below(6)];
        let (mut batch, mut queries) = (Batch::default(), Vec::new());
        let has_defs = self.random.percent(70);
        while queries.len() < count {
            let mut query = self.query(at);
            if !has_defs && query.def.is_some() {
                continue;
            }
            let shape = shape(&mut query, &mut self.random);
            let AgentQuery { asked, def, map, is_plain } = query;
            let def_index = batch.defs.len() as u32;
            batch.requests.push(GridstarPathRequest { def_index, ..request(asked.start, asked.goal) });
            if has_defs {
                batch.defs.push(def.unwrap_or_else(default_query_def));
            }
            let (own, least) = (&self.grids[at].engines, expansions_to_label(&map.stands));
            let engines = if is_plain { asked.settings.engines(own, least) } else { (A_STAR..=LANDMARKS).collect() };
            queries.push(AskedThen { asked, map, engines, shape });
        }
        // The defs in another order than the requests.
        if has_defs && count > 0 && self.random.percent(50) {
            batch.defs.reverse();
            batch.requests.iter_mut().for_each(|request| request.def_index = count as u32 - 1 - request.def_index);
        }
        batch.priority = self.random.below(3) as i32 - 1;
        (batch, queries)
    }

    fn submit(&mut self) {
        let at = self.below(self.grids.len());
        let (batch, queries) = self.batch(at);
        let (grid, revision) = (self.grids[at].id, self.grids[at].revision);
        let (requests, count, (defs, def_count)) = (batch.requests.as_ptr(), queries.len() as u32, batch.defs());
        let (mut id, priority) = (0, batch.priority);
        let function = Function::gridstar_ticket_submit;
        // SAFETY: pointers and lengths of vectors, or null and 0; the last pointer comes from a reference.
        let status = self.call(function, format_args!("{grid:#x} {batch:?}"), || unsafe {
            gridstar_ticket_submit(grid, requests, count, defs, def_count, priority, &mut id)
        });
        assert_eq!(status, GridstarStatus::Ok);
        let is_new = !self.dead.contains(&id) && self.tickets.iter().all(|ticket| ticket.id != id);
        assert!(id != 0 && is_new, "an id was given out twice: {id:#x}");
        tally::compared(function);
        let is_left_to_callers = self.work_threads == 0;
        let (ended, may_be_cancelled, may_lack_memory) = (None, false, false);
        let ticket =
            TicketModel { id, queries, revision, ended, may_be_cancelled, may_lack_memory, is_left_to_callers };
        self.tickets.push(ticket);
        self.poll(self.tickets.len() - 1);
        self.check_live_counts();
    }

    /// Notes how far a call says a ticket is.
    fn note_state(&mut self, at: usize, status: GridstarStatus) {
        let ticket = &mut self.tickets[at];
        let is_right = match ticket.ended {
            Some(ended) => status == ended,
            None => status != GridstarStatus::Cancelled || ticket.may_be_cancelled,
        };
        assert!(is_right, "{status:?}: {ticket:?}");
        if status != RUNNING {
            ticket.ended = Some(status);
        }
    }

    fn check_info(&self, at: usize, info: &GridstarTicketInfo, id: u64) {
        let TicketModel { queries, revision, ended, .. } = &self.tickets[at];
        assert_eq!((info.count as usize, info.revision, info.ticket), (queries.len(), *revision, id));
        let is_right = match ended {
            Some(_) => info.running == 0,
            None => info.running as usize <= queries.len() && (info.cell_count, info.expansions) == (0, 0),
        };
        assert!(is_right, "{info:?} of {:?}", self.tickets[at]);
    }

    /// Returns the number of cells, 0 before the end.
    pub fn poll(&mut self, at: usize) {
        self.polled(at);
    }

    fn polled(&mut self, at: usize) -> usize {
        let (id, mut info) = (self.tickets[at].id, empty_ticket_info());
        let function = Function::gridstar_ticket_poll;
        // SAFETY: the pointer comes from a reference to a struct whose size is set.
        let status = self.call(function, format_args!("{id:#x}"), || unsafe { gridstar_ticket_poll(id, &mut info) });
        assert!(status == RUNNING || ENDINGS.contains(&status), "{status:?}");
        self.note_state(at, status);
        if info.running > 0 || status != RUNNING {
            self.check_info(at, &info, id);
        }
        tally::compared(function);
        info.cell_count as usize
    }

    /// Notes that a call may have searched without memory, and cancelled nothing.
    fn note_refusals(&mut self) {
        if self.refused_allocations > 0 {
            let running = self.tickets.iter_mut().filter(|ticket| ticket.ended.is_none());
            running.for_each(|ticket| ticket.may_lack_memory = true);
        }
    }

    fn run_work(&mut self) {
        let most = [0, 1, 20, 300][self.below(4)];
        let function = Function::gridstar_work_run;
        let status = self.call(function, format_args!("{most}"), || gridstar_work_run(most, 0));
        assert_eq!(status, GridstarStatus::Ok);
        self.note_refusals();
        for at in 0..self.tickets.len() {
            let must_have_ended = most == 0 && self.tickets[at].is_left_to_callers;
            self.poll(at);
            assert!(!must_have_ended || self.tickets[at].ended.is_some(), "{:?}", self.tickets[at]);
        }
        tally::compared(function);
    }

    fn wait(&mut self, at: usize) {
        let id = self.tickets[at].id;
        let function = Function::gridstar_ticket_wait;
        let status = self.call(function, format_args!("{id:#x}"), || gridstar_ticket_wait(id));
        assert!(ENDINGS.contains(&status), "{status:?}");
        self.note_refusals();
        self.note_state(at, status);
        tally::compared(function);
    }

    fn take(&mut self, at: usize) {
        let (cells, count) = (self.polled(at), self.tickets[at].queries.len());
        let (places, room) = match self.random.below(10) {
            0 => (0, 0),
            1 => (count.saturating_sub(1), cells),
            2 => (count, cells.saturating_sub(1)),
            // A ticket that runs while it is polled may end before it is taken.
            _ => (count + self.below(3), cells.max(40) + self.below(3)),
        };
        let id = self.tickets[at].id;
        let function = Function::gridstar_ticket_take;
        let answers = answers(places, room, |replies, cells, info| {
            let (replies, reply_capacity) = (replies.as_mut_ptr(), replies.len() as u32);
            let (cells, capacity) = (cells.as_mut_ptr(), cells.len() as u32);
            // SAFETY: `answers` gives buffers with their capacities.
            self.call(function, format_args!("{id:#x}, {places} replies, {room} cells"), || unsafe {
                gridstar_ticket_take(id, replies, reply_capacity, cells, capacity, info)
            })
        });
        match answers.status {
            GridstarStatus::BufferTooSmall => {
                let needed = (answers.info.count as usize, answers.info.cell_count as usize);
                assert!(places < needed.0 || room < needed.1, "{needed:?} fit into {places} and {room}");
                self.poll(at);
                assert!(self.tickets[at].ended.is_some());
                self.check_info(at, &answers.info, id);
            }
            RUNNING => {
                assert!(self.tickets[at].ended.is_none());
                tally::compared(function);
            }
            status => {
                self.note_state(at, status);
                self.check_info(at, &answers.info, 0);
                let ticket = self.tickets.swap_remove(at);
                ticket.judge(&answers);
                tally::compared(function);
                self.is_gone(id);
            }
        }
    }

    /// Asks for what there is of a request. Ways and answers begin at its start.
    fn peek(&mut self, at: usize) {
        let (id, count) = (self.tickets[at].id, self.tickets[at].queries.len());
        let (request, room) = (self.below(count + 1), self.below(20));
        let (mut reply, mut cells) = (GridstarPathReply::default(), vec![Cell::new(-1, -1); room]);
        let function = Function::gridstar_ticket_peek;
        // SAFETY: pointers from a reference and of a vector with its length.
        let status = self.call(function, format_args!("{id:#x}, {request}, {room} cells"), || unsafe {
            gridstar_ticket_peek(id, request as u32, &mut reply, cells.as_mut_ptr(), room as u32)
        });
        if request == count {
            assert_eq!(status, GridstarStatus::InvalidId);
            return;
        }
        let ticket = &self.tickets[at];
        let is_right = match status {
            RUNNING => ticket.ended.is_none() && reply.status == RUNNING as i32,
            status => status == GridstarStatus::Ok && reply.status != RUNNING as i32,
        };
        assert!(is_right, "{status:?}, {reply:?}: {ticket:?}");
        if let (Some(&first), 1..) = (cells.first(), reply.length) {
            assert_eq!(first, ticket.queries[request].asked.start, "{reply:?}");
        }
        tally::compared(function);
    }

    fn cancel(&mut self, at: usize) {
        let id = self.tickets[at].id;
        let function = Function::gridstar_ticket_cancel;
        let status = self.call(function, format_args!("{id:#x}"), || gridstar_ticket_cancel(id));
        assert_eq!(status, GridstarStatus::Ok);
        self.tickets[at].may_be_cancelled = true;
        self.poll(at);
        let ticket = &self.tickets[at];
        assert!(!ticket.is_left_to_callers || ticket.ended.is_some(), "{ticket:?}");
        tally::compared(function);
    }

    pub fn destroy_ticket(&mut self, at: usize) {
        let id = self.tickets.swap_remove(at).id;
        let function = Function::gridstar_destroy;
        let status = self.call(function, format_args!("{id:#x}"), || gridstar_destroy(id));
        assert_eq!(status, GridstarStatus::Ok);
        self.is_gone(id);
    }

    fn is_gone(&mut self, id: u64) {
        self.dead.push(id);
        self.note(Function::gridstar_is_valid, format_args!("{id:#x}"));
        assert_eq!(gridstar_is_valid(id, GridstarKind::Ticket as u32), GridstarStatus::InvalidId);
        tally::compared(Function::gridstar_is_valid);
        self.check_live_counts();
    }

    pub fn set_work_threads(&mut self) {
        let count = self.random.below(4);
        let function = Function::gridstar_work_set_threads;
        // Starts threads, and runs preparations, which tell no one that they lack memory.
        let status = self.call_with_memory(function, format_args!("{count}"), || gridstar_work_set_threads(count));
        assert_eq!(status, GridstarStatus::Ok);
        self.work_threads = count;
        if count > 0 {
            self.tickets.iter_mut().for_each(|ticket| ticket.is_left_to_callers = false);
        }
        self.work_info();
    }

    pub fn work_info(&mut self) {
        let mut info = crate::work::work_info();
        info.struct_size = size_of::<GridstarWorkInfo>() as u32;
        let function = Function::gridstar_work_get_info;
        // SAFETY: the pointer comes from a reference to a struct whose size is set.
        let status = self.call(function, format_args!(""), || unsafe { gridstar_work_get_info(&mut info) });
        assert_eq!((status, info.wanted_threads), (GridstarStatus::Ok, self.work_threads));
        assert_eq!(info.tickets as usize, self.tickets.len());
        tally::compared(function);
    }

    fn stop_work(&mut self) {
        // The model knows which engines grids have after preparations that end.
        self.end_preparations();
        let function = Function::gridstar_work_stop;
        let status = self.call_with_memory(function, format_args!(""), || gridstar_work_stop());
        assert_eq!(status, GridstarStatus::Ok);
        for at in 0..self.tickets.len() {
            self.tickets[at].may_be_cancelled = true;
            self.poll(at);
            assert!(self.tickets[at].ended.is_some(), "{:?}", self.tickets[at]);
        }
        tally::compared(function);
    }
}

impl TicketModel {
    /// Whether each reply is right on the map of the submission, or the query was cancelled or lacked memory.
    fn judge(&self, answers: &Answers) {
        assert_eq!((answers.replies.len(), answers.info.revision), (self.queries.len(), self.revision));
        for ((then, reply), path) in self.queries.iter().zip(&answers.replies).zip(&answers.paths) {
            let status = GridstarStatus::from_number(reply.status).unwrap();
            let is_unanswered = match status {
                GridstarStatus::Cancelled => answers.status == status,
                GridstarStatus::OutOfMemory => self.may_lack_memory,
                _ => false,
            };
            if is_unanswered {
                assert_eq!((reply.length, reply.cost, reply.expansions), (0, 0.0, 0), "{reply:?}");
                continue;
            }
            let GridstarPathReply { length, cost, expansions, engine, bound, .. } = *reply;
            let revision = self.revision;
            let result = GridstarPathResult { length, cost, expansions, engine, bound, revision, ..empty_result() };
            let answer = Answer { status, path: path.clone(), result };
            let judged = then.shape.judge(&then.asked, &then.map, &answer, &then.engines);
            judged.unwrap_or_else(|problem| panic!("{problem}"));
        }
    }
}
