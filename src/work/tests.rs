//! Tests of the pool with work whose shares only count, and of how batches end.

use super::*;
use crate::grid::{Cell, CellType, Edit, Rect};
use crate::index::{GridView, IndexedGrid};
use crate::movement::Agent;
use crate::search::{Path, Query, Scratch};
use crate::try_arc::TryArc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Condvar, Mutex};
use std::time::{Duration, Instant};

/// Work whose shares wait at a gate and then note their order.
struct Counting {
    name: u32,
    shares: Shares,
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
    fn shares(&self) -> &Shares {
        &self.shares
    }

    fn run(&self, _: u32, budget: &mut Budget, _: &mut Scratch) -> bool {
        if let Some(gate) = self.gate {
            gate.pass();
        }
        self.log.lock().unwrap().push(self.name);
        self.shares.end_one();
        budget.spend(self.cost);
        true
    }

    fn cancel(&self) {
        while self.shares.claim().is_some() {
            if let Some(gate) = self.cancel_gate {
                gate.pass();
            }
            self.shares.end_one();
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
    Counting { name, shares: Shares::new(shares), is_long: false, cost: 10, log, gate, cancel_gate: None }
}

#[test]
fn a_budget_ends_after_the_share_that_uses_it_up_and_the_next_ones_pay_the_rest() {
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
        while !waiting.shares().have_ended() {
            std::thread::yield_now();
        }
        assert!(!has_stopped.load(Ordering::SeqCst) && !running.shares().have_ended());
        gate.open();
    });
    assert!(running.shares().have_ended());
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
    while !query.shares().have_ended() {
        std::thread::yield_now();
    }
    assert_eq!((gate.arrived.load(Ordering::SeqCst), first.shares().have_ended()), (1, false));
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
    assert!(cancelled.shares().have_ended() && log.lock().unwrap().is_empty());
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
        while !waiting.shares().have_ended() {
            std::thread::yield_now();
        }
        pool.submit(late.clone(), 0).unwrap();
        gate.open();
    });
    // No caller helps.
    while !late.shares().have_ended() {
        std::thread::yield_now();
    }
    assert_eq!(*log.lock().unwrap(), [1, 3, 3]);
    pool.stop();
}

/// Two of three threads end, and the third one goes on with what waits.
#[test]
fn of_threads_that_are_too_many_enough_go_on() {
    for _ in 0..300 {
        let (pool, log, gate) = (pool(3), leaked(Mutex::default()), leaked(Gate::default()));
        let (first, next) = (work(1, 3, log, Some(gate)), work(2, 20, log, None));
        pool.submit(first.clone(), 1).unwrap();
        gate.wait_for(3);
        pool.submit(next.clone(), 0).unwrap();
        pool.set_threads(1);
        gate.open();
        let waited_for = |what: &str, is_so: &dyn Fn() -> bool| {
            let began = Instant::now();
            while !is_so() {
                assert!(began.elapsed() < Duration::from_secs(60), "{what}: {:?}", pool.info());
                std::thread::yield_now();
            }
        };
        waited_for("a thread goes on", &|| next.shares().have_ended());
        waited_for("two threads end", &|| pool.info().threads == 1);
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
fn walled_grid() -> GridView {
    let mut grid = IndexedGrid::new(40, 30).unwrap();
    for y in (0..30).filter(|&y| y != 21) {
        let rect = Rect { x: 17, y, width: 1, height: 1 };
        grid.edit(&Edit::fill(rect, CellType::OBSTACLE)).unwrap();
    }
    GridView::of(grid)
}

fn requests() -> Vec<Request> {
    let at = |i: i32| Cell::new(i * 7 % 43 - 1, i * 11 % 31);
    (0..200).map(|i| Request { query: Query::new(at(i), at(3 * i + 1)), agent: 0 }).collect()
}

#[test]
fn a_cancelled_batch_keeps_what_was_answered_and_lets_its_state_go() {
    let grid = walled_grid();
    let batch = GridBatch::new(grid.clone(), &[Agent::default()], requests(), 10).unwrap();
    assert_eq!(grid.state().owners(), 2);
    let share = batch.shares().claim().unwrap();
    batch.run(share, &mut Budget::unlimited(), &mut Scratch::new());
    assert_eq!(batch.running_count(), 190);
    batch.cancel();
    assert!(batch.has_ended() && batch.is_cancelled() && batch.shares().claim().is_none());
    assert_eq!(grid.state().owners(), 1);
    let replies: Vec<Reply<Path>> = batch.replies().flat_map(|share| share.replies().to_vec()).collect();
    let is_cancelled = |reply: &Reply<Path>| matches!(reply.ending, Ending::Cancelled);
    assert!(replies.len() == 200 && !replies[..10].iter().any(is_cancelled) && replies[10..].iter().all(is_cancelled));
}

#[test]
fn a_share_that_panics_ends() {
    let batch = GridBatch::new(walled_grid(), &[Agent::default()], requests(), 150).unwrap();
    let [first, second] = [batch.shares().claim().unwrap(), batch.shares().claim().unwrap()];
    batch.end_after_panic(first);
    batch.run(second, &mut Budget::unlimited(), &mut Scratch::new());
    let replies: Vec<Reply<Path>> = batch.replies().flat_map(|share| share.replies().to_vec()).collect();
    let has_panicked = |reply: &Reply<Path>| matches!(reply.ending, Ending::Panicked);
    assert!(batch.has_ended() && replies[..150].iter().all(has_panicked) && !replies[150..].iter().any(has_panicked));
}

#[test]
fn a_batch_without_queries_has_ended() {
    let batch = GridBatch::new(walled_grid(), &[], Vec::new(), 1).unwrap();
    assert!(batch.has_ended() && batch.shares().claim().is_none() && batch.cell_count() == 0);
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

/// Long work that ends only when it is asked to, or after very many looks.
struct Endless {
    shares: Shares,
    has_begun: AtomicBool,
    was_asked: AtomicBool,
}

impl Work for Endless {
    fn shares(&self) -> &Shares {
        &self.shares
    }

    fn run(&self, _: u32, budget: &mut Budget, _: &mut Scratch) -> bool {
        const LOOKS: u32 = 3_000_000;
        self.has_begun.store(true, Ordering::SeqCst);
        for _ in 0..LOOKS {
            if budget.interrupt().is_asked() {
                self.was_asked.store(true, Ordering::SeqCst);
                break;
            }
            std::thread::yield_now();
        }
        self.shares.end_one();
        true
    }

    fn cancel(&self) {}

    fn is_long(&self) -> bool {
        true
    }
}

#[test]
fn a_stop_ends_long_work_early_and_the_next_work_is_not_asked() {
    static POOL: Pool<Endless> = Pool::new();
    POOL.set_threads(1);
    for _ in 0..3 {
        let work = Endless { shares: Shares::new(1), has_begun: AtomicBool::new(false), was_asked: false.into() };
        let work = TryArc::try_new(work).unwrap();
        POOL.submit(work.clone(), 0).unwrap();
        while !work.has_begun.load(Ordering::SeqCst) {
            std::thread::yield_now();
        }
        assert!(!work.was_asked.load(Ordering::SeqCst), "before the stop");
        POOL.stop();
        assert!(work.was_asked.load(Ordering::SeqCst));
        assert_eq!(POOL.info().threads, 0);
    }
}
