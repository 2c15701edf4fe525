//! Models for loom, which runs each of them in every order in which its threads can meet: `cargo xtask sanitize loom`.
//! The code in them is the library's own, with loom's locks and atomics behind it (`sync.rs`). What an index derives
//! has locks of its own, which the models do not reach.

use crate::OutOfMemory;
use crate::crowd::parts::Parts;
use crate::grid::{Cell, CellType, Edit, Rect};
use crate::handle_table::HandleTable;
use crate::index::{Engine, IndexedGrid};
use crate::search::Scratch;
use crate::snapshot::SharedGrid;
use crate::sync::atomic::{AtomicU32, Ordering};
use crate::sync::waiting::thread::Builder;
use crate::try_arc::TryArc;
use crate::work::{Budget, Pool, Shares, Work};
use loom::sync::Arc;
use loom::thread;

/// Counts its drops.
struct Witness(Arc<AtomicU32>);

impl Drop for Witness {
    fn drop(&mut self) {
        self.0.fetch_add(1, Ordering::SeqCst);
    }
}

/// Shows that loom finds a race: a count that is read and then written loses one in some order.
#[test]
#[should_panic(expected = "a count was lost")]
fn a_planted_race_is_found() {
    loom::model(|| {
        let count = Arc::new(AtomicU32::new(0));
        let add = |count: Arc<AtomicU32>| count.store(count.load(Ordering::SeqCst) + 1, Ordering::SeqCst);
        let other = Arc::clone(&count);
        let thread = thread::spawn(move || add(other));
        add(Arc::clone(&count));
        thread.join().unwrap();
        assert_eq!(count.load(Ordering::SeqCst), 2, "a count was lost");
    });
}

#[test]
fn a_shared_value_is_dropped_once_by_its_last_owner() {
    loom::model(|| {
        let drops = Arc::new(AtomicU32::new(0));
        let value = TryArc::try_new(Witness(Arc::clone(&drops))).unwrap();
        let copy = value.clone();
        let thread = thread::spawn(move || drop(copy.clone()));
        drop(value);
        thread.join().unwrap();
        assert_eq!(drops.load(Ordering::SeqCst), 1);
    });
}

/// One thread finds that it owns a value alone, and writes; another one has written before it gives its share back.
#[test]
fn who_owns_a_value_alone_sees_what_earlier_owners_did() {
    loom::model(|| {
        let mut value = TryArc::try_new(AtomicU32::new(1)).unwrap();
        let copy = value.clone();
        let thread = thread::spawn(move || copy.store(2, Ordering::Relaxed));
        if let Some(value) = value.get_mut() {
            assert_eq!(value.load(Ordering::Relaxed), 2);
        }
        thread.join().unwrap();
    });
}

#[test]
fn an_id_finds_its_value_or_nothing_while_others_destroy_and_create() {
    loom::model(|| {
        let drops = Arc::new(AtomicU32::new(0));
        let table = Arc::new(HandleTable::of_kind(1));
        let first = table.insert((1, Witness(Arc::clone(&drops)))).unwrap();
        let (other, witness) = (Arc::clone(&table), Arc::clone(&drops));
        let thread = thread::spawn(move || {
            let removed = other.remove(first).is_some();
            let second = other.insert((2, Witness(witness))).unwrap();
            assert_ne!(first, second);
            (removed, second)
        });
        if let Some(found) = table.get(first) {
            assert_eq!(found.0, 1, "the id is another value's");
        }
        let removed = table.remove(first).is_some();
        let (other_removed, second) = thread.join().unwrap();
        assert!(removed != other_removed, "both removed the value, or nobody did");
        assert!(table.get(first).is_none() && table.get(second).is_some_and(|found| found.0 == 2));
        assert_eq!((table.live_count(), drops.load(Ordering::SeqCst)), (1, 1));
        assert_eq!((table.clear(), drops.load(Ordering::SeqCst)), (1, 2));
    });
}

fn fill(x: i32, width: u32) -> Edit<'static> {
    Edit::fill(Rect { x, y: 0, width, height: 1 }, CellType::OBSTACLE)
}

fn obstacles(grid: &IndexedGrid) -> Vec<bool> {
    (0..4).map(|x| grid.map().get(Cell::new(x, 0)) == Ok(CellType::OBSTACLE)).collect()
}

/// Whether a view shows none, one or both edits: never half of one, and by its revision.
fn is_a_state(grid: &IndexedGrid) -> bool {
    let states = [[false, false, false, false], [true, true, false, false], [true, true, true, true]];
    states.get(grid.map().revision() as usize).is_some_and(|state| obstacles(grid) == state)
}

fn shared_grid() -> Arc<SharedGrid> {
    Arc::new(SharedGrid::new(IndexedGrid::new(4, 1).unwrap(), Engine::Auto).unwrap())
}

#[test]
fn a_view_is_a_whole_state_and_never_an_older_one_than_before() {
    loom::model(|| {
        let grid = shared_grid();
        let other = Arc::clone(&grid);
        let editor = thread::spawn(move || {
            other.edit(&fill(0, 2)).unwrap();
            other.edit(&fill(2, 2)).unwrap();
        });
        let first = grid.view().unwrap();
        let before = first.map().revision();
        assert!(is_a_state(&first), "{:?}", obstacles(&first));
        drop(first);
        let second = grid.view().unwrap();
        assert!(is_a_state(&second) && second.map().revision() >= before);
        drop(second);
        editor.join().unwrap();
        assert_eq!(grid.view().unwrap().map().revision(), 2);
    });
}

#[test]
fn a_view_that_is_held_does_not_change_while_edits_are_made_and_read() {
    loom::model(|| {
        let grid = shared_grid();
        let other = Arc::clone(&grid);
        let held = grid.view().unwrap();
        let editor = thread::spawn(move || {
            other.edit(&fill(0, 2)).unwrap();
            assert_eq!(other.cell_type(Cell::new(1, 0)), Ok(CellType::OBSTACLE));
        });
        let later = grid.view().unwrap();
        assert!(is_a_state(&later));
        assert!(is_a_state(&held) && held.map().revision() == 0);
        drop((held, later));
        editor.join().unwrap();
        assert_eq!(obstacles(&grid.view().unwrap()), [true, true, false, false]);
    });
}

#[test]
fn edits_of_two_threads_are_both_made() {
    loom::model(|| {
        let grid = shared_grid();
        let other = Arc::clone(&grid);
        let editor = thread::spawn(move || other.edit(&fill(0, 2)).unwrap());
        grid.edit(&fill(2, 2)).unwrap();
        editor.join().unwrap();
        let view = grid.view().unwrap();
        assert_eq!((view.map().revision(), obstacles(&view)), (2, vec![true; 4]));
        let (revision, _) = grid.changes_since(0, 4).unwrap();
        assert_eq!(revision, 2);
    });
}

/// Work of a few shares, each of which only ends.
struct Counting(Shares);

impl Work for Counting {
    fn shares(&self) -> &Shares {
        &self.0
    }

    fn run(&self, _: u32, _: &mut Budget, _: &mut Scratch) -> bool {
        self.0.end_one();
        true
    }

    fn cancel(&self) {
        while self.0.claim().is_some() {
            self.0.end_one();
        }
    }

    fn is_long(&self) -> bool {
        false
    }
}

fn work(shares: u32) -> TryArc<Counting> {
    TryArc::try_new(Counting(Shares::new(shares))).unwrap()
}

/// A pool lives as long as its process, so each run of a model has one of its own that stays.
fn pool(threads: u32) -> &'static Pool<Counting> {
    let pool: &'static Pool<Counting> = Box::leak(Box::new(Pool::new()));
    pool.set_threads(threads);
    pool
}

/// A model in a thread whose stack has room for what a search remembers.
fn model_of_pool(run: fn()) {
    loom::model(move || Builder::new().spawn(run).unwrap().join().unwrap());
}

#[test]
fn a_caller_and_a_thread_of_the_pool_run_each_share_once_and_no_wait_is_forever() {
    model_of_pool(|| {
        let (pool, work) = (pool(1), work(2));
        assert_eq!(pool.submit(work.clone(), 0), Ok::<(), OutOfMemory>(()));
        pool.finish(&work, &mut Scratch::new());
        assert!(work.shares().have_ended());
        pool.stop();
        assert_eq!((pool.info().threads, pool.info().waiting), (0, 0));
    });
}

#[test]
fn a_stop_ends_the_threads_and_the_work_that_waits() {
    model_of_pool(|| {
        let (pool, work) = (pool(1), work(1));
        assert_eq!(pool.submit(work.clone(), 0), Ok(()));
        pool.stop();
        assert!(work.shares().have_ended());
        assert_eq!((pool.info().threads, pool.info().running), (0, 0));
    });
}

/// The steps of a crowd are one work that begins anew. A thread that comes from the first step may claim shares of the
/// second one.
#[test]
fn shares_that_begin_anew_are_each_claimed_once_also_by_a_late_thread() {
    loom::model(|| {
        let shares = Arc::new(Shares::new(0));
        let step = Arc::new(AtomicU32::new(0));
        let claimed = Arc::new([0, 1].map(|_| AtomicU32::new(0)));
        let run_all = |shares: &Shares, step: &AtomicU32, claimed: &[AtomicU32; 2]| {
            while let Some(share) = shares.claim() {
                // What was written before the second step began is seen. The first one has fewer shares.
                assert!(share < 1 || step.load(Ordering::Relaxed) == 2);
                claimed[share as usize].fetch_add(1, Ordering::Relaxed);
                shares.end_one();
            }
        };
        let others = (Arc::clone(&shares), Arc::clone(&step), Arc::clone(&claimed));
        let thread = thread::spawn(move || run_all(&others.0, &others.1, &others.2));
        for (number, count) in [(1, 1), (2, 2)] {
            step.store(number, Ordering::Relaxed);
            shares.restart(count);
            run_all(&shares, &step, &claimed);
            while !shares.have_ended() {
                thread::yield_now();
            }
        }
        assert_eq!([0, 1].map(|share| claimed[share].load(Ordering::Relaxed)), [2, 1]);
        thread.join().unwrap();
    });
}

/// Two threads work on a step of a crowd: a part runs once in each phase, and sees what the phase before has written.
#[test]
fn parts_of_a_step_run_once_and_see_the_phase_before() {
    loom::model(|| {
        let mut parts = Parts::default();
        parts.reserve(1).unwrap();
        parts.begin(1, 2);
        let shared = Arc::new((parts, AtomicU32::new(0)));
        let run = |(parts, written): &(Parts, AtomicU32)| {
            parts.run(|phase, _| {
                assert_eq!(written.load(Ordering::Relaxed), phase);
                written.store(phase + 1, Ordering::Relaxed);
            });
            assert_eq!(written.load(Ordering::Relaxed), 2);
        };
        let other = Arc::clone(&shared);
        let thread = thread::spawn(move || run(&other));
        run(&shared);
        thread.join().unwrap();
    });
}
