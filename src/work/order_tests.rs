//! Tests of the order in which a pool works, with work that a budget interrupts anywhere.

use super::tests::leaked;
use super::*;
use crate::search::Scratch;
use crate::try_arc::TryArc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard};

/// Work of each expansion, by the names of the works.
type Log = &'static Mutex<Vec<usize>>;

/// Work whose shares take some expansions each.
struct Sliced {
    name: usize,
    /// The expansions that each share still takes.
    left: Vec<AtomicU64>,
    shares: Shares,
    is_cancelled: AtomicBool,
    log: Log,
}

impl Sliced {
    fn new(name: usize, shares: usize, cost: u64, log: Log) -> TryArc<Self> {
        let left = (0..shares).map(|_| AtomicU64::new(cost)).collect();
        let (shares, is_cancelled) = (Shares::new(shares as u32), AtomicBool::new(false));
        TryArc::try_new(Self { name, left, shares, is_cancelled, log }).unwrap()
    }

    fn expansions_left(&self) -> u64 {
        self.left.iter().map(|left| left.load(Ordering::SeqCst)).sum()
    }
}

impl Work for Sliced {
    fn shares(&self) -> &Shares {
        &self.shares
    }

    fn run(&self, share: u32, budget: &mut Budget, _: &mut Scratch) -> bool {
        let left = &self.left[share as usize];
        while left.load(Ordering::SeqCst) > 0 && !self.is_cancelled.load(Ordering::SeqCst) {
            if budget.is_spent() {
                return false;
            }
            self.log.lock().unwrap().push(self.name);
            left.fetch_sub(1, Ordering::SeqCst);
            budget.spend(1);
        }
        left.store(0, Ordering::SeqCst);
        self.shares.end_one();
        true
    }

    fn cancel(&self) {
        self.is_cancelled.store(true, Ordering::SeqCst);
        while let Some(share) = self.shares.claim() {
            self.left[share as usize].store(0, Ordering::SeqCst);
            self.shares.end_one();
        }
    }

    fn is_long(&self) -> bool {
        false
    }
}

/// A pool without threads, and works with their priorities in the order of their submission.
struct Desk {
    pool: &'static Pool<Sliced>,
    log: Log,
    works: Vec<(i32, TryArc<Sliced>)>,
}

impl Desk {
    fn new() -> Self {
        let pool: &'static Pool<Sliced> = leaked(Pool::new());
        pool.set_threads(0);
        Self { pool, log: leaked(Mutex::default()), works: Vec::new() }
    }

    fn submit(&mut self, priority: i32, shares: usize, cost: u64) -> usize {
        let name = self.works.len();
        let work = Sliced::new(name, shares, cost, self.log);
        self.pool.submit(work.clone(), priority).unwrap();
        self.works.push((priority, work));
        name
    }

    fn run(&self, expansions: u64) {
        self.pool.run(&mut Budget::new(Some(expansions), None));
    }

    fn finish(&self, name: usize) {
        self.pool.finish(&self.works[name].1, &mut Scratch::new());
    }

    /// The works with their expansions that a budget pays for now, by the rule.
    fn next(&self, expansions: u64) -> Vec<usize> {
        let mut waiting: Vec<_> = (0..self.works.len()).collect();
        waiting.sort_by_key(|&name| (std::cmp::Reverse(self.works[name].0), name));
        let each = |name: usize| std::iter::repeat_n(name, self.works[name].1.expansions_left() as usize);
        waiting.into_iter().flat_map(each).take(expansions as usize).collect()
    }

    fn log(&self) -> MutexGuard<'_, Vec<usize>> {
        self.log.lock().unwrap()
    }
}

#[test]
fn each_budget_pays_for_the_most_urgent_work_and_of_equals_for_the_oldest() {
    for seed in 0..400 {
        let mut desk = Desk::new();
        let mut state: u64 = seed;
        let mut below = |bound: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % bound
        };
        for step in 0..60 {
            match below(8) {
                0..3 => {
                    // Four urgencies: no more searches are interrupted at once than there is room for.
                    let priority = [i32::MIN, 0, 7, i32::MAX][below(4) as usize];
                    desk.submit(priority, 1 + below(3) as usize, 1 + below(6));
                }
                3..7 => {
                    let expansions = 1 + below(9);
                    let (right, before) = (desk.next(expansions), desk.log().len());
                    desk.run(expansions);
                    assert_eq!(desk.log()[before..], right, "seed {seed}, step {step}, a budget of {expansions}");
                }
                _ if desk.works.is_empty() => {}
                _ => {
                    let name = below(desk.works.len() as u64) as usize;
                    if below(2) == 0 {
                        desk.finish(name)
                    } else {
                        desk.pool.cancel(&desk.works[name].1)
                    }
                    assert!(desk.works[name].1.shares().have_ended(), "seed {seed}, step {step}: work {name}");
                }
            }
        }
        let (right, before) = (desk.next(u64::MAX), desk.log().len());
        desk.pool.run(&mut Budget::unlimited());
        assert_eq!(desk.log()[before..], right, "seed {seed}, at the end");
        assert!(desk.works.iter().all(|(_, work)| work.shares().have_ended()), "seed {seed}");
    }
}

#[test]
fn of_more_interrupted_works_than_there_is_room_for_the_next_urgent_one_waits_for_the_last() {
    let mut desk = Desk::new();
    let names: Vec<_> = (0..6)
        .map(|priority| {
            let name = desk.submit(priority, 1, 3);
            desk.run(1);
            name
        })
        .collect();
    desk.pool.run(&mut Budget::unlimited());
    // The fifth and the sixth found no room: their budgets paid for the fourth, which so ended.
    let right = [0, 1, 2, 3, 3, 3, 5, 5, 5, 4, 4, 4, 2, 2, 1, 1, 0, 0];
    assert_eq!(*desk.log(), right.map(|i| names[i]));
}

#[test]
fn a_thread_that_starts_takes_paused_and_waiting_work_in_the_same_order() {
    let mut desk = Desk::new();
    let paused = desk.submit(0, 2, 8);
    desk.run(5);
    let urgent = desk.submit(1, 1, 6);
    desk.run(2);
    let (late, most_urgent, equal) = (desk.submit(-1, 1, 3), desk.submit(i32::MAX, 2, 2), desk.submit(0, 1, 4));
    let right = [vec![paused; 5], vec![urgent; 2], desk.next(u64::MAX)].concat();
    desk.pool.set_threads(1);
    while !desk.works.iter().all(|(_, work)| work.shares().have_ended()) {
        std::thread::yield_now();
    }
    assert_eq!(*desk.log(), right, "{paused} {urgent} {late} {most_urgent} {equal}");
    desk.pool.stop();
}
