//! Tests of the pool with work whose shares only count, and of batches beside single searches.

use super::*;
use crate::grid::{Cell, CellType, Edit, Rect};
use crate::index::IndexedGrid;
use crate::movement::Agent;
use crate::search::{Outcome, Query, Scratch, find_path};
use crate::try_arc::TryArc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Condvar, Mutex};

/// Work whose shares wait at a gate and then note their order.
struct Counting {
    name: u32,
    shares: u32,
    next: AtomicU32,
    ended: AtomicU32,
    is_long: bool,
    cost: u64,
    log: &'static Mutex<Vec<u32>>,
    gate: Option<&'static Gate>,
    /// Where a cancel waits in the middle of a share.
    cancel_gate: Option<&'static Gate>,
}

#[derive(Default)]
struct Gate {
    is_open: Mutex<bool>,
    opened: Condvar,
    arrived: AtomicU32,
}

impl Gate {
    fn pass(&self) {
        self.arrived.fetch_add(1, Ordering::SeqCst);
        drop(self.opened.wait_while(self.is_open.lock().unwrap(), |is_open| !*is_open).unwrap());
    }

    fn open(&self) {
        *self.is_open.lock().unwrap() = true;
        self.opened.notify_all();
    }

    fn wait_for(&self, count: u32) {
        while self.arrived.load(Ordering::SeqCst) < count {
            std::thread::yield_now();
        }
    }
}

impl Work for Counting {
    fn claim(&self) -> Option<u32> {
        let claim = |next| if next < self.shares { Some(next + 1) } else { None };
        self.next.fetch_update(Ordering::SeqCst, Ordering::SeqCst, claim).ok()
    }

    fn has_shares_left(&self) -> bool {
        self.next.load(Ordering::SeqCst) < self.shares
    }

    fn run(&self, _: u32, budget: &mut Budget, _: &mut Scratch) -> bool {
        if let Some(gate) = self.gate {
            gate.pass();
        }
        self.log.lock().unwrap().push(self.name);
        self.ended.fetch_add(1, Ordering::SeqCst);
        budget.spend(self.cost);
        true
    }

    fn has_ended(&self) -> bool {
        self.ended.load(Ordering::SeqCst) == self.shares
    }

    fn cancel(&self) {
        while self.claim().is_some() {
            if let Some(gate) = self.cancel_gate {
                gate.pass();
            }
            self.ended.fetch_add(1, Ordering::SeqCst);
        }
    }

    fn is_long(&self) -> bool {
        self.is_long
    }
}

/// A value that is never freed. Its address stays in a list, because a checker of leaks looks for it.
pub(super) fn leaked<T>(value: T) -> &'static T {
    static ADDRESSES: Mutex<Vec<usize>> = Mutex::new(Vec::new());
    let value = Box::leak(Box::new(value));
    ADDRESSES.lock().unwrap().push(std::ptr::from_ref(value).addr());
    value
}

fn pool(threads: u32) -> &'static Pool<Counting> {
    let pool = leaked(Pool::new());
    pool.set_threads(threads);
    pool
}

/// Work of `shares` shares, each of 10 expansions.
fn work(name: u32, shares: u32, log: &'static Mutex<Vec<u32>>, gate: Option<&'static Gate>) -> TryArc<Counting> {
    TryArc::try_new(counting(name, shares, log, gate)).unwrap()
}

fn counting(name: u32, shares: u32, log: &'static Mutex<Vec<u32>>, gate: Option<&'static Gate>) -> Counting {
    let (next, ended) = (AtomicU32::new(0), AtomicU32::new(0));
    Counting { name, shares, next, ended, is_long: false, cost: 10, log, gate, cancel_gate: None }
}

#[test]
fn urgent_work_goes_first_and_old_work_before_new() {
    let (pool, log) = (pool(0), leaked(Mutex::default()));
    for (name, priority) in [(1, 0), (2, 5), (3, 0), (4, -1), (5, 5), (6, i32::MAX), (7, i32::MIN)] {
        pool.submit(work(name, 2, log, None), priority).unwrap();
    }
    pool.run(&mut Budget::new(None, None));
    assert_eq!(*log.lock().unwrap(), [6, 6, 2, 2, 5, 5, 1, 1, 3, 3, 4, 4, 7, 7]);
    assert_eq!((pool.info().waiting, pool.info().threads), (0, 0));
}

#[test]
fn a_budget_ends_after_the_part_that_uses_it_up_and_the_next_ones_pay_the_rest() {
    let (pool, log) = (pool(0), leaked(Mutex::default()));
    pool.submit(work(1, 100, log, None), 0).unwrap();
    let run = |expansions| {
        let before = log.lock().unwrap().len();
        pool.run(&mut Budget::new(Some(expansions), None));
        log.lock().unwrap().len() - before
    };
    // A share takes 10 expansions. Budgets of 1 pay for one share in ten calls.
    assert_eq!((0..20).map(|_| run(1)).collect::<Vec<_>>(), [1, 0, 0, 0, 0, 0, 0, 0, 0, 0].repeat(2));
    assert_eq!([run(25), run(25), run(10), run(40)], [3, 2, 1, 4]);
    pool.owe(35);
    assert_eq!([run(30), run(30)], [0, 3]);
    pool.run(&mut Budget::new(None, Some(std::time::Duration::ZERO)));
    assert_eq!(log.lock().unwrap().len(), 2 + 10 + 3, "time that is up ends the work");
}

#[test]
fn threads_do_all_parts_and_stop_ends_them() {
    for threads in [1, 2, 8] {
        let (pool, log) = (pool(threads), leaked(Mutex::default()));
        for round in 1..=3 {
            let works: Vec<_> = (0..50).map(|name| work(name, 1 + name % 5, log, None)).collect();
            for work in &works {
                pool.submit(work.clone(), 0).unwrap();
            }
            for work in &works {
                pool.finish(work, &mut Scratch::new());
                assert!(work.has_ended());
            }
            assert_eq!(log.lock().unwrap().len(), round * 150);
            assert!(pool.info().threads <= threads);
            if round == 2 {
                pool.stop();
                assert_eq!(pool.info().threads, 0, "new work starts new threads");
            }
        }
        pool.stop();
        assert_eq!((pool.info().threads, pool.info().scratch_bytes), (0, 0));
    }
}

#[test]
fn stop_waits_for_what_runs_and_cancels_what_waits() {
    let (pool, log, gate) = (pool(2), leaked(Mutex::default()), leaked(Gate::default()));
    let running = work(1, 2, log, Some(gate));
    let waiting = work(2, 7, log, None);
    pool.submit(running.clone(), 1).unwrap();
    pool.submit(waiting.clone(), 0).unwrap();
    gate.wait_for(2);
    let has_stopped = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            pool.stop();
            has_stopped.store(true, Ordering::SeqCst);
        });
        while !waiting.has_ended() {
            std::thread::yield_now();
        }
        assert!(!has_stopped.load(Ordering::SeqCst) && !running.has_ended());
        gate.open();
    });
    assert!(running.has_ended());
    assert_eq!((log.lock().unwrap().as_slice(), pool.info().threads), ([1, 1].as_slice(), 0));
}

#[test]
fn long_work_runs_beside_queries_one_at_a_time() {
    let (pool, log, gate) = (pool(1), leaked(Mutex::default()), leaked(Gate::default()));
    let long =
        |name| TryArc::try_new(Counting { is_long: true, cost: 1, ..counting(name, 1, log, Some(gate)) }).unwrap();
    let (first, second) = (long(1), long(2));
    pool.submit(first.clone(), 0).unwrap();
    gate.wait_for(1);
    pool.submit(second.clone(), 0).unwrap();
    let query = work(3, 1, log, None);
    pool.submit(query.clone(), 0).unwrap();
    while !query.has_ended() {
        std::thread::yield_now();
    }
    assert_eq!((gate.arrived.load(Ordering::SeqCst), first.has_ended()), (1, false));
    gate.open();
    pool.finish_long(&mut Scratch::new());
    for long in [&first, &second] {
        pool.finish(long, &mut Scratch::new());
    }
    assert_eq!(log.lock().unwrap().len(), 3);
    pool.stop();
}

#[test]
fn a_caller_that_waits_is_woken_by_a_cancel() {
    let (pool, log, gate) = (pool(0), leaked(Mutex::default()), leaked(Gate::default()));
    let cancelled = TryArc::try_new(Counting { cancel_gate: Some(gate), ..counting(1, 1, log, None) }).unwrap();
    pool.submit(cancelled.clone(), 0).unwrap();
    std::thread::scope(|scope| {
        scope.spawn(|| pool.cancel(&cancelled));
        gate.wait_for(1);
        let waiting = scope.spawn(|| pool.finish(&cancelled, &mut Scratch::new()));
        // Time for it to wait. Without a wake-up it then waits forever.
        std::thread::sleep(std::time::Duration::from_millis(50));
        gate.open();
        waiting.join().unwrap();
    });
    assert!(cancelled.has_ended() && log.lock().unwrap().is_empty());
}

#[test]
fn work_that_comes_during_a_stop_is_done_after_it() {
    let (pool, log, gate) = (pool(1), leaked(Mutex::default()), leaked(Gate::default()));
    let (running, waiting, late) = (work(1, 1, log, Some(gate)), work(2, 1, log, None), work(3, 2, log, None));
    pool.submit(running.clone(), 1).unwrap();
    gate.wait_for(1);
    pool.submit(waiting.clone(), 0).unwrap();
    std::thread::scope(|scope| {
        scope.spawn(|| pool.stop());
        while !waiting.has_ended() {
            std::thread::yield_now();
        }
        pool.submit(late.clone(), 0).unwrap();
        gate.open();
    });
    // No caller helps.
    while !late.has_ended() {
        std::thread::yield_now();
    }
    assert_eq!(*log.lock().unwrap(), [1, 3, 3]);
    pool.stop();
}

#[test]
fn of_threads_that_are_too_many_enough_go_on() {
    for _ in 0..300 {
        let (pool, log, gate) = (pool(3), leaked(Mutex::default()), leaked(Gate::default()));
        let (first, next) = (work(1, 3, log, Some(gate)), work(2, 20, log, None));
        pool.submit(first.clone(), 1).unwrap();
        gate.wait_for(3);
        pool.submit(next.clone(), 0).unwrap();
        pool.set_threads(1);
        // All three look for work now, and two have to end.
        gate.open();
        while !next.has_ended() {
            std::thread::yield_now();
        }
        assert!(pool.info().threads <= 3);
        pool.stop();
    }
}

#[test]
fn the_queue_lets_work_go_that_callers_have_ended() {
    let (pool, log) = (pool(0), leaked(Mutex::default()));
    let works: Vec<_> = (0..40).map(|name| work(name, 1, log, None)).collect();
    works.iter().for_each(|work| pool.submit(work.clone(), 0).unwrap());
    let owned = || works.iter().filter(|work| work.owners() > 1).count();
    for (i, work) in works.iter().enumerate() {
        if i % 2 == 0 {
            pool.finish(work, &mut Scratch::new())
        } else {
            pool.cancel(work)
        }
        let left = works.len() - 1 - i;
        assert_eq!(pool.info().waiting as usize, left);
        assert!(owned() <= 2 * left, "{} works are kept, {left} of them wait", owned());
    }
    assert_eq!(owned(), 0);
}

/// A grid with a wall that has one gap, and queries in all directions.
fn walled_grid() -> TryArc<IndexedGrid> {
    let mut grid = IndexedGrid::new(40, 30).unwrap();
    for y in (0..30).filter(|&y| y != 21) {
        let rect = Rect { x: 17, y, width: 1, height: 1 };
        grid.edit(&Edit::fill(rect, CellType::OBSTACLE)).unwrap();
    }
    TryArc::try_new(grid).unwrap()
}

fn requests() -> Vec<Request> {
    let at = |i: i32| Cell::new(i * 7 % 43 - 1, i * 11 % 31);
    (0..200).map(|i| Request { query: Query::new(at(i), at(3 * i + 1)), agent: 0 }).collect()
}

#[test]
fn a_batch_answers_as_single_searches_do_whatever_its_parts() {
    let grid = walled_grid();
    let requests = requests();
    let mut scratch = Scratch::new();
    for share_size in [1, 3, 64, 1000] {
        let batch = Batch::new(grid.clone(), vec![Agent::default()], requests.clone(), share_size).unwrap();
        while let Some(share) = batch.claim() {
            assert!(!batch.has_ended() && batch.replies().next().is_none());
            batch.run(share, &mut Budget::unlimited(), &mut scratch);
        }
        let (mut i, mut cells) = (0, 0);
        for share in batch.replies() {
            let mut paths = share.paths();
            for reply in share.replies() {
                let path = reply.path().and_then(|_| paths.next());
                let answer = find_path(&*grid, &requests[i].query, &mut scratch).unwrap();
                match (path, answer.outcome) {
                    (Some(found), Outcome::Found(path)) => {
                        assert_eq!((found.to_vec(), found.cost_parts()), (path.to_vec(), path.cost_parts()));
                        cells += found.to_vec().len();
                    }
                    (None, Outcome::Found(_)) | (Some(_), _) => panic!("query {i}: {reply:?}"),
                    (None, outcome) => {
                        let Ending::Answered(ending) = reply.ending else { panic!("query {i}: {reply:?}") };
                        assert_eq!(format!("{ending:?}"), format!("{outcome:?}"), "query {i}");
                    }
                }
                i += 1;
            }
        }
        assert_eq!((i, batch.cell_count()), (requests.len(), cells as u64));
        assert!(cells > 1000);
    }
}

#[test]
fn a_cancelled_batch_keeps_what_was_answered_and_lets_its_state_go() {
    let grid = walled_grid();
    let batch = Batch::new(grid.clone(), vec![Agent::default()], requests(), 10).unwrap();
    assert_eq!(grid.owners(), 2);
    let share = batch.claim().unwrap();
    batch.run(share, &mut Budget::unlimited(), &mut Scratch::new());
    assert_eq!(batch.running_count(), 190);
    batch.cancel();
    assert!(batch.has_ended() && batch.is_cancelled() && batch.claim().is_none());
    assert_eq!(grid.owners(), 1);
    let replies: Vec<Reply> = batch.replies().flat_map(|share| share.replies().to_vec()).collect();
    let is_cancelled = |reply: &Reply| matches!(reply.ending, Ending::Cancelled);
    assert!(replies.len() == 200 && !replies[..10].iter().any(is_cancelled) && replies[10..].iter().all(is_cancelled));
}

#[test]
fn a_part_that_panics_ends() {
    let batch = Batch::new(walled_grid(), vec![Agent::default()], requests(), 150).unwrap();
    let [first, second] = [batch.claim().unwrap(), batch.claim().unwrap()];
    batch.end_after_panic(first);
    batch.run(second, &mut Budget::unlimited(), &mut Scratch::new());
    let replies: Vec<Reply> = batch.replies().flat_map(|share| share.replies().to_vec()).collect();
    let has_panicked = |reply: &Reply| matches!(reply.ending, Ending::Panicked);
    assert!(batch.has_ended() && replies[..150].iter().all(has_panicked) && !replies[150..].iter().any(has_panicked));
}

#[test]
fn a_batch_without_queries_has_ended() {
    let batch = Batch::new(walled_grid(), Vec::new(), Vec::new(), 1).unwrap();
    assert!(batch.has_ended() && batch.claim().is_none() && batch.cell_count() == 0);
}

#[test]
fn of_two_threads_that_run_budgets_at_once_one_works() {
    let (pool, log, gate) = (pool(0), leaked(Mutex::default()), leaked(Gate::default()));
    pool.submit(work(1, 1, log, Some(gate)), 0).unwrap();
    std::thread::scope(|scope| {
        scope.spawn(|| pool.run(&mut Budget::unlimited()));
        gate.wait_for(1);
        pool.submit(work(2, 1, log, None), 0).unwrap();
        pool.run(&mut Budget::unlimited());
        assert!(log.lock().unwrap().is_empty());
        gate.open();
    });
    assert_eq!(*log.lock().unwrap(), [1, 2]);
}
