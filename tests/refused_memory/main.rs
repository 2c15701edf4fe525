//! Memory ends at each allocation of a typical use of each noun in turn: a status says so, the objects stay usable and
//! give the right answers, and nothing is counted wrong. On threads that have never searched, and on others that have.

#![allow(clippy::expect_used, clippy::unwrap_used, reason = "a test fails by panicking")]

#[path = "../common/counting_allocator.rs"]
#[allow(dead_code, reason = "other tests use the rest of it")]
mod counting_allocator;
mod desk;
mod scene;
mod uses;

use common::work::work_info;
use counting_allocator::BYTES_OF_ALL_THREADS;
use desk::{Desk, Refusal, live_counts};
use gridstar::ffi::*;
use libtest_mimic::{Arguments, Trial};
use scene::{SEED, Scene};
use std::process::{Command, ExitCode, Stdio};
use std::sync::atomic::Ordering;
use uses::{USES, Use};

/// Searches of a thread before.
#[derive(Clone, Copy, Debug)]
enum Before {
    Nothing,
    SmallerMap,
    TheSame,
    LargerMap,
}

/// A kind of refusals of the allocations of a use.
#[derive(Clone, Copy, Debug)]
struct Case {
    before: Before,
    /// Whether only one allocation fails, or all from there on until a call says so.
    only_one: bool,
    /// Distance from an allocation that is refused to the next one. Uses begin at different ones.
    step: usize,
}

/// Each allocation of a thread that has never searched is refused. Of the other kinds every second or fourth one is;
/// with `GRIDSTAR_REFUSALS=all`, as `cargo xtask test --all` sets it, each one is, too.
const CASES: [Case; 5] = [
    Case { before: Before::Nothing, only_one: true, step: 1 },
    Case { before: Before::Nothing, only_one: false, step: 2 },
    Case { before: Before::SmallerMap, only_one: true, step: 4 },
    Case { before: Before::TheSame, only_one: false, step: 4 },
    Case { before: Before::LargerMap, only_one: true, step: 4 },
];

/// Variable that says which of the uses a process takes. A process can count the bytes of one use at a time, so two of
/// them share the uses.
const SHARE: &str = "GRIDSTAR_SHARE_OF_USES";
const SHARES: usize = 2;

/// The maps that threads have searched before, and the one of the test.
struct Scenes {
    smaller: Scene,
    scene: Scene,
    larger: Scene,
}

impl Scenes {
    fn new() -> Self {
        let [smaller, scene, larger] = [8, 14, 20].map(Scene::new);
        Self { smaller, scene, larger }
    }

    fn before(&self, before: Before) -> Option<&Scene> {
        match before {
            Before::Nothing => None,
            Before::SmallerMap => Some(&self.smaller),
            Before::TheSame => Some(&self.scene),
            Before::LargerMap => Some(&self.larger),
        }
    }
}

/// Observations of a new thread: the answers with the refusal and without, and whether an allocation failed.
struct Seen {
    refused: Vec<u64>,
    after: Vec<u64>,
    any_failed: bool,
    refused_calls: u32,
    /// Bytes that are left when the thread has ended.
    bytes_left: i64,
}

/// Makes a use twice on a new thread, the first time with a refusal.
fn seen(scenes: &Scenes, before: Before, a_use: &Use, refusal: Refusal) -> Seen {
    let run = || {
        let scene = &scenes.scene;
        let mut desk = Desk::new(scenes.larger.area());
        if let Some(earlier) = scenes.before(before) {
            desk.run(Refusal::NONE, |desk| a_use.1(desk, earlier));
        }
        let (refused, any_failed) = desk.run(refusal, |desk| a_use.1(desk, scene));
        let refused = refused.to_vec();
        let refused_calls = desk.refused_calls;
        let after = desk.run(Refusal::NONE, |desk| a_use.1(desk, scene)).0.to_vec();
        Seen { refused, after, any_failed, refused_calls, bytes_left: 0 }
    };
    let before = BYTES_OF_ALL_THREADS.load(Ordering::Relaxed);
    let seen = std::thread::scope(|scope| scope.spawn(run).join().unwrap());
    let own = (seen.refused.capacity() + seen.after.capacity()) * size_of::<u64>();
    Seen { bytes_left: BYTES_OF_ALL_THREADS.load(Ordering::Relaxed) - before - own as i64, ..seen }
}

/// Refuses the allocations of a use in turn, from number `first` on. Returns their number and that of the calls that
/// said OUT_OF_MEMORY.
fn refuse_each(scenes: &Scenes, case: Case, first: usize, a_use: &Use) -> (u64, u64) {
    let Case { before, only_one, step } = case;
    let right = seen(scenes, before, a_use, Refusal::NONE);
    assert_eq!(right.refused, right.after, "{}: a second use differs", a_use.0);
    let (counts, mut calls) = (live_counts(), 0);
    for allowed in (first as u64..).step_by(step) {
        let about = format!("{} after {before:?}, {allowed} allocations, only one {only_one}, seed {SEED}", a_use.0);
        let seen = seen(scenes, before, a_use, Refusal { allowed, only_one });
        assert_eq!(seen.refused, right.refused, "{about}");
        assert_eq!(seen.after, right.after, "afterwards: {about}");
        assert_eq!(live_counts(), counts, "{about}");
        assert_eq!(seen.bytes_left, 0, "{about}");
        let info = work_info();
        assert_eq!((info.running, info.waiting, info.tickets, info.scratch_bytes), (0, 0, 0, 0), "{about}");
        calls += u64::from(seen.refused_calls);
        if !seen.any_failed {
            return (allowed, calls);
        }
    }
    unreachable!()
}

/// One test, without the test harness of Rust: a second test, or a harness that says on its own thread that a test runs
/// for long, would allocate while this one counts the bytes of all threads.
fn main() -> ExitCode {
    let test = || {
        without_memory_each_use_says_so_and_goes_on_with_right_answers_and_counts();
        Ok(())
    };
    let name = "without_memory_each_use_says_so_and_goes_on_with_right_answers_and_counts";
    let arguments = Arguments { test_threads: Some(1), ..Arguments::from_args() };
    libtest_mimic::run(&arguments, vec![Trial::test(name, test)]).exit_code()
}

fn without_memory_each_use_says_so_and_goes_on_with_right_answers_and_counts() {
    let share = std::env::var(SHARE).map_or(0, |text| text.parse().unwrap());
    let others = if share == 0 { 1..SHARES } else { 0..0 };
    let others = others.map(|share| {
        let mut command = Command::new(std::env::current_exe().unwrap());
        command.args(std::env::args_os().skip(1)).env(SHARE, share.to_string());
        command.stdout(Stdio::piped()).spawn().unwrap()
    });
    let others: Vec<_> = others.collect();
    refuse_all(share);
    for other in others {
        let output = other.wait_with_output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
    }
}

/// Refuses the allocations of a share of the uses.
fn refuse_all(share: usize) {
    assert_eq!(gridstar_work_set_threads(0), GridstarStatus::Ok);
    let scenes = Scenes::new();
    // Tables of ids and queues grow to their final size.
    for a_use in &USES {
        CASES.iter().for_each(|case| drop(seen(&scenes, case.before, a_use, Refusal::NONE)));
    }
    let is_whole = std::env::var("GRIDSTAR_REFUSALS").is_ok_and(|text| text == "all");
    for case in CASES.map(|case| if is_whole { Case { step: 1, ..case } } else { case }) {
        for (number, a_use) in USES.iter().enumerate().filter(|(number, _)| number % SHARES == share) {
            let (allocations, calls) = refuse_each(&scenes, case, number % case.step, a_use);
            assert!(allocations > 0 && calls > 0, "{} after {:?}: nothing was refused", a_use.0, case.before);
        }
    }
    assert_eq!(live_counts(), [0; 9]);
}
