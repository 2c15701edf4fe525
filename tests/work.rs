//! Answers of tickets and batches: those of single searches at the revision of the submission, whatever the number of
//! threads, the buffers, the budgets and the edits meanwhile. `work_life.rs` tests how tickets and threads end.

#![allow(clippy::expect_used, clippy::unwrap_used, reason = "a test fails by panicking")]

use common::abi::{PathAnswer, TestGrid, default_grid_def, default_query_def, turn};
use common::cell_map::CellMap;
use common::random_maps::{Random, random_map};
use common::terrain::AgentMap;
use common::terrain_world::{Case, ENGINES, Query, World, check};
use common::work::{Answers, Batch, TestTicket, ends, request, work_info};
use gridstar::ffi::*;
use gridstar::grid::Cell;

const OK: GridstarStatus = GridstarStatus::Ok;

/// Numbers of worker threads. With 0, callers work.
const THREADS: [u32; 4] = [0, 1, 2, 8];

fn set_threads(count: u32) {
    assert_eq!(gridstar_work_set_threads(count), OK);
}

/// Lets workers, or this thread, answer a ticket.
fn answer(ticket: &TestTicket, threads: u32) {
    if threads == 0 {
        assert_eq!(gridstar_work_run(0, 0), OK);
    }
    while ticket.poll().0 == GridstarStatus::StillRunning {
        std::thread::yield_now();
    }
}

/// Requests of a few random agents, with what is right for each.
struct Asked {
    batch: Batch,
    /// By def.
    queries: Vec<(Query, AgentMap)>,
}

impl Asked {
    fn new(world: &World, random: &mut Random) -> Self {
        let query = |random: &mut Random| {
            let query = world.query(random);
            let map = AgentMap::new(&world.terrain, &query.agent);
            (query, map)
        };
        let count = random.between(1, 4);
        let queries: Vec<_> = (0..count).map(|_| query(random)).collect();
        let defs: Vec<_> = queries.iter().map(|(query, _)| query.def()).collect();
        let mut requests = Vec::new();
        for _ in 0..[0, 1, 2, 9, 40, 150][random.below(6) as usize] {
            let def_index = random.below(defs.len() as u32);
            let map = &queries[def_index as usize].1;
            let (start, goal) = (world.end(map, random), world.end(map, random));
            requests.push(GridstarPathRequest { def_index, ..request(start, goal) });
        }
        let priority = random.below(5) as i32 - 2;
        Self { batch: Batch { requests, defs, priority }, queries }
    }

    /// Whether each answer is a legal path of the optimal cost, or rightly none, on the map of the submission.
    fn check(&self, world: &World, answers: &Answers, more: &str) {
        assert_eq!((answers.status, answers.replies.len()), (OK, self.batch.requests.len()), "{more}");
        for (i, (request, reply)) in self.batch.requests.iter().zip(&answers.replies).enumerate() {
            let (query, map) = &self.queries[request.def_index as usize];
            let (start, goal) = ends(request);
            let costs = map.costs_from(start, query.rule, &query.costs, Some(goal));
            let cheapest = costs[map.stands.index(goal)];
            let answer = PathAnswer {
                status: GridstarStatus::from_number(reply.status).unwrap(),
                path: answers.paths[i].clone(),
                expanded: Vec::new(),
                cost: reply.cost,
                bound: reply.bound,
                expansions: reply.expansions,
                revision: answers.info.revision,
                engine: reply.engine,
            };
            let case = Case(world, query, (start, goal), format!("request {i}, {more}"));
            check(map, query, (start, goal), &answer, cheapest, &case);
        }
    }
}

#[test]
fn replies_are_those_of_single_searches_in_order_whatever_the_threads() {
    let _turn = turn();
    for seed in 0..48 {
        let engine = ENGINES[(seed / 6 % 4) as usize];
        // One grid for single searches, and for each number of threads one for tickets and one for batches: none has
        // derived what another one's searches needed.
        let mut world = World::new(seed, &[engine; 1 + 2 * THREADS.len()]);
        let mut random = Random::new(seed ^ 0x71c);
        for round in 0..3 {
            let asked = Asked::new(&world, &mut random);
            let singly = world.grids[0].find_singly(&asked.batch);
            for (i, threads) in THREADS.into_iter().enumerate() {
                let more = format!("{engine:?}, {threads} threads, round {round}");
                set_threads(threads);
                let ticket = TestTicket::submit(&world.grids[1 + 2 * i], &asked.batch).unwrap();
                answer(&ticket, threads);
                let answers = ticket.take();
                if i == 0 {
                    asked.check(&world, &answers, &more);
                }
                let together = world.grids[2 + 2 * i].find_paths(&asked.batch);
                for answers in [answers, together] {
                    let is_same = answers.compare(&singly, true);
                    is_same.unwrap_or_else(|problem| panic!("seed {seed}, {more}: {problem}\n{}", world.terrain));
                }
            }
            (0..random.below(4)).for_each(|_| world.edit(&mut random));
        }
    }
    assert_eq!(gridstar_live_count(GridstarKind::Ticket as u32), 0);
}

#[test]
fn a_ticket_sees_the_grid_of_its_submission_whatever_is_edited_before_its_answer() {
    let _turn = turn();
    for seed in 100..148 {
        let engine = ENGINES[(seed / 6 % 4) as usize];
        let threads = THREADS[(seed % 3) as usize];
        set_threads(threads);
        let mut world = World::new(seed, &[engine]);
        let mut random = Random::new(seed);
        let mut waiting = Vec::new();
        for _ in 0..6 {
            let asked = Asked::new(&world, &mut random);
            let ticket = TestTicket::submit(&world.grids[0], &asked.batch).unwrap();
            let revision = world.grids[0].revision();
            assert_eq!(ticket.poll().1.revision, revision);
            waiting.push((ticket, asked, revision));
            (0..random.below(4)).for_each(|_| world.edit(&mut random));
            // Searches of the edited grid go on beside the tickets.
            world.grids[0].find_path(Cell::new(0, 0), Cell::new(0, 0), None);
            if random.percent(50) {
                gridstar_work_run(u64::from(random.between(1, 200)), 0);
            }
        }
        while !waiting.is_empty() {
            let (ticket, asked, revision) = waiting.swap_remove(random.below(waiting.len() as u32) as usize);
            if random.percent(50) {
                assert_eq!(ticket.wait(), OK);
            } else {
                answer(&ticket, threads);
            }
            let answers = ticket.take();
            assert_eq!(answers.info.revision, revision);
            asked.check(&world, &answers, &format!("{engine:?}, {threads} threads, revision {revision}"));
        }
    }
}

/// A random map and a ticket's worth of requests.
/// Walls from side to side with a gap at alternating ends, and queries through all of them.
fn long_paths() -> (TestGrid, Batch) {
    let mut map = CellMap::new(64, 63);
    for y in (1..63).step_by(2) {
        let gap = if y % 4 == 1 { 63 } else { 0 };
        (0..64).filter(|&x| x != gap).for_each(|x| map.set_obstacle(Cell::new(x, y), true));
    }
    let requests = (0..60).map(|i| request(Cell::new(i % 64, 0), Cell::new(63 - i % 64, 62)));
    (TestGrid::from_map(&map), Batch::of(requests.collect::<Vec<_>>()))
}

#[test]
fn threads_write_long_paths_as_one_thread_does() {
    let _turn = turn();
    let (grid, batch) = long_paths();
    let singly = grid.find_singly(&batch);
    // Fewer cells are written by the calling thread alone.
    assert!(singly.iter().map(|answer| answer.path.len()).sum::<usize>() > 1 << 15);
    for threads in THREADS {
        set_threads(threads);
        for _ in 0..20 {
            let answers = grid.find_paths(&batch);
            answers.compare(&singly, false).unwrap_or_else(|problem| panic!("{threads} threads: {problem}"));
        }
    }
    // A stop at any moment leaves no path half written.
    std::thread::scope(|scope| {
        let stops = scope.spawn(|| (0..50).for_each(|_| assert_eq!(gridstar_work_stop(), OK)));
        while !stops.is_finished() {
            let answers = grid.find_paths(&batch);
            if answers.status == OK {
                answers.compare(&singly, false).unwrap_or_else(|problem| panic!("beside stops: {problem}"));
            } else {
                assert_eq!(answers.status, GridstarStatus::Cancelled);
            }
        }
    });
}

fn simple(seed: u64, count: usize) -> (TestGrid, Batch) {
    let map = random_map(seed).map;
    let mut random = Random::new(seed);
    let requests = (0..count).map(|_| request(random.walkable_cell(&map), random.walkable_cell(&map)));
    (TestGrid::from_map(&map), Batch::of(requests.collect::<Vec<_>>()))
}

#[test]
fn answers_that_do_not_fit_wait_and_nothing_is_searched_again() {
    let _turn = turn();
    for (seed, threads) in (0..24).zip(THREADS.into_iter().cycle()) {
        set_threads(threads);
        let (grid, batch) = simple(seed, 30);
        let singly = grid.find_singly(&batch);
        let cells: usize = singly.iter().map(|answer| answer.path.len()).sum();
        let ticket = TestTicket::submit(&grid, &batch).unwrap();
        assert_eq!(ticket.wait(), OK);
        let first = grid.find_paths_into(&batch, 29, cells);
        let second = grid.find_paths_into(&batch, 30, cells - 1);
        // Another search would see this.
        let info = grid.info().unwrap();
        assert_eq!(grid.fill_rect(gridstar::grid::Rect { x: 0, y: 0, width: info.width, height: info.height }, 1), OK);
        for (places, room) in [(0, 0), (29, cells), (30, cells - 1)] {
            let answers = ticket.take_into(places, room);
            assert_eq!(answers.status, GridstarStatus::BufferTooSmall);
            let GridstarTicketInfo { count, cell_count, ticket: id, .. } = answers.info;
            assert_eq!((count, cell_count as usize, id), (30, cells, ticket.id()));
        }
        let kept = [first, second].map(|answers| {
            assert_eq!(answers.status, GridstarStatus::BufferTooSmall);
            assert_eq!((answers.info.count, answers.info.cell_count as usize), (30, cells));
            TestTicket::of_id(answers.info.ticket)
        });
        for ticket in kept.iter().chain([&ticket]) {
            let expansions = ticket.poll().1.expansions;
            let answers = ticket.take_into(33, cells + 5);
            assert_eq!((answers.status, answers.info.expansions), (OK, expansions));
            answers.compare(&singly, false).unwrap_or_else(|problem| panic!("seed {seed}: {problem}"));
            assert!(!ticket.is_valid());
        }
        assert_eq!(gridstar_live_count(GridstarKind::Ticket as u32), 0);
    }
}

#[test]
fn budgets_of_one_expansion_pay_for_all_searches() {
    let _turn = turn();
    // Pays what other tests owe.
    gridstar_work_run(0, 0);
    // What is derived for worker threads is not owed.
    set_threads(1);
    let def = GridstarGridDef { engine: GridstarEngine::Landmarks as u32, ..default_grid_def(300, 300) };
    let prepared = TestGrid::with_def(&def).unwrap();
    let ticket = TestTicket::submit(&prepared, &Batch::of([request(Cell::new(0, 0), Cell::new(9, 99))])).unwrap();
    assert_eq!(ticket.wait(), OK);
    set_threads(0);
    for seed in 0..16 {
        let (grid, batch) = simple(seed, 20);
        let tickets: Vec<_> = (0..3).map(|_| TestTicket::submit(&grid, &batch).unwrap()).collect();
        let mut calls = 0;
        while tickets.iter().any(|ticket| ticket.poll().0 == GridstarStatus::StillRunning) {
            assert_eq!(gridstar_work_run(1, 0), OK);
            calls += 1;
            assert!(calls < 1_000_000, "seed {seed} never ends");
        }
        let answers: Vec<_> = tickets.iter().map(TestTicket::take).collect();
        let replies: Vec<_> = answers.iter().flat_map(|answers| &answers.replies).collect();
        let all: u64 = replies.iter().map(|reply| u64::from(reply.expansions)).sum();
        let largest = replies.iter().map(|reply| reply.expansions).max().unwrap();
        // What is derived from the map counts too, and an answer without a search counts as one expansion.
        let most = all + replies.len() as u64 + grid.info().unwrap().bytes / 512;
        assert!(
            calls + u64::from(largest) >= all && calls <= most,
            "seed {seed}: {calls} calls for {all} expansions, the largest search has {largest}"
        );
        // The debt of the last search is the next budget's.
        gridstar_work_run(0, 0);
    }
}

#[test]
fn a_search_that_a_budget_interrupts_goes_on_in_a_thread_if_there_is_one_then() {
    let _turn = turn();
    for seed in 0..16 {
        set_threads(0);
        let (grid, batch) = simple(seed, 20);
        let singly = grid.find_singly(&batch);
        let ticket = TestTicket::submit(&grid, &batch).unwrap();
        for _ in 0..seed {
            gridstar_work_run(1, 0);
        }
        set_threads(1);
        // No caller helps.
        while ticket.poll().0 == GridstarStatus::StillRunning {
            std::thread::yield_now();
        }
        ticket.take().compare(&singly, true).unwrap_or_else(|problem| panic!("seed {seed}: {problem}"));
    }
}

#[test]
fn urgent_tickets_are_answered_first_and_old_ones_before_new_ones() {
    let _turn = turn();
    set_threads(0);
    let (grid, batch) = simple(1, 5);
    let priorities = [0, 3, -7, 3, 0, i32::MIN, i32::MAX, 1];
    let submit = |&priority: &i32| TestTicket::submit(&grid, &Batch { priority, ..batch.clone() }).unwrap();
    let tickets: Vec<_> = priorities.iter().map(submit).collect();
    assert_eq!(work_info().waiting, 8);
    let mut ended = Vec::new();
    while ended.len() < tickets.len() {
        assert_eq!(gridstar_work_run(1, 0), OK);
        for (i, ticket) in tickets.iter().enumerate() {
            if ticket.poll().0 == OK && !ended.contains(&i) {
                ended.push(i);
            }
        }
    }
    assert_eq!(ended, [6, 1, 3, 7, 0, 4, 2, 5]);
    assert_eq!((work_info().waiting, work_info().tickets), (0, 8));
}

/// A ticket under way, an urgent one that comes and goes, by a budget or by a caller that waits, and a late one.
#[test]
fn a_ticket_under_way_goes_before_later_ones_after_an_urgent_one_was_answered() {
    let _turn = turn();
    set_threads(0);
    // Pays what other tests owe.
    gridstar_work_run(0, 0);
    let (grid, batch) = long_paths();
    let submit = |count: usize, priority| {
        TestTicket::submit(&grid, &Batch { priority, ..Batch::of(batch.requests[..count].to_vec()) }).unwrap()
    };
    let is_running = |ticket: &TestTicket| ticket.poll().0 == GridstarStatus::StillRunning;
    for (late_priority, waits) in [(0, false), (-5, false), (0, true), (-5, true)] {
        let case = format!("late priority {late_priority}, waits: {waits}");
        let under_way = submit(1, 0);
        gridstar_work_run(20, 0);
        let urgent = submit(1, 5);
        if waits {
            assert_eq!(urgent.wait(), OK);
        }
        while is_running(&urgent) {
            gridstar_work_run(1, 0);
        }
        assert!(is_running(&under_way), "{case}: the first search ended too early for this test");
        let late = submit(1, late_priority);
        while is_running(&under_way) {
            assert!(is_running(&late), "{case}: the later ticket was answered first");
            gridstar_work_run(1, 0);
        }
        assert!(is_running(&late), "{case}: both tickets were answered at once");
        assert_eq!(late.wait(), OK);
    }
}

#[test]
fn a_request_off_the_map_is_answered_in_its_reply() {
    let _turn = turn();
    set_threads(1);
    let grid = TestGrid::new(5, 5);
    let (inside, outside) = (Cell::new(1, 1), Cell::new(5, -1));
    assert_eq!(grid.set_cell(Cell::new(4, 4), 1), OK);
    let ends = [(outside, inside), (inside, outside), (inside, Cell::new(4, 4)), (inside, inside)];
    let batch = Batch::of(ends.map(|(start, goal)| request(start, goal)));
    let answers = grid.find_paths(&batch);
    let statuses: Vec<_> = answers.replies.iter().map(|reply| GridstarStatus::from_number(reply.status)).collect();
    use GridstarStatus::*;
    assert_eq!(statuses, [StartOutside, GoalOutside, GoalBlocked, Ok].map(Some));
    answers.compare(&grid.find_singly(&batch), true).unwrap();
}

/// The last def of an array lies before memory that can't be read.
#[cfg(target_os = "linux")]
#[test]
fn a_def_is_read_only_up_to_the_size_of_the_first_one() {
    let _turn = turn();
    let (grid, batch) = simple(0, 3);
    let (page, size) = (4096, size_of::<GridstarQueryDef>());
    // SAFETY: the pages are this test's own. The defs lie in the first one, at its end.
    unsafe {
        let (access, kind) = (libc::PROT_READ | libc::PROT_WRITE, libc::MAP_PRIVATE | libc::MAP_ANONYMOUS);
        let pages = libc::mmap(std::ptr::null_mut(), 2 * page, access, kind, -1, 0).cast::<u8>();
        assert_eq!(libc::mprotect(pages.add(page).cast(), page, libc::PROT_NONE), 0);
        let defs = pages.add(page - 2 * size);
        for at in [0, size] {
            defs.add(at).cast::<GridstarQueryDef>().write(default_query_def());
        }
        let submit = |second: usize, ticket: &mut u64| {
            defs.add(size).cast::<u32>().write(second as u32);
            gridstar_ticket_submit(grid.id(), batch.requests.as_ptr(), 3, defs.cast(), 2, 0, ticket)
        };
        let mut ticket = 0;
        assert_eq!(submit(size + 8, &mut ticket), GridstarStatus::BadStructSize);
        assert_eq!((submit(size, &mut ticket), TestTicket::of_id(ticket).wait()), (OK, OK));
        libc::munmap(pages.cast(), 2 * page);
    }
}
