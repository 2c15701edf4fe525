//! A run: threads that take turns at a pace, samples of what they do, and the verdict.

use crate::Arguments;
use crate::meters::{Meters, TASKS};
use crate::plot;
use crate::rooms::{ROOMS, Rooms};
use crate::seconds::{Sampler, Second, live_objects, write};
use crate::turns::{OBJECTS, Shared, Turns};
use crate::verdict::{ensure_few, ensure_flat, levels};
use anyhow::{Context, Result, bail, ensure};
use gridstar::ffi::*;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// Threads of the library that answer tickets beside the callers.
const WORKERS: u32 = 2;

/// A thread that is behind its pace by more does not catch up.
const MOST_BEHIND: Duration = Duration::from_millis(250);

/// Runs, writes figures, prints a summary. Fails if a check failed, ids or memory were lost.
pub(crate) fn run(args: &Arguments) -> Result<()> {
    ensure!(args.seconds > 0.0 && args.threads > 0 && args.grids > 0, "nothing to run");
    std::fs::create_dir_all(&args.out).with_context(|| args.out.display().to_string())?;
    ensure!(gridstar_work_set_threads(WORKERS) == GridstarStatus::Ok, "the worker threads could not be set");
    let shared = Shared { meters: Meters::new(args.threads)?, rooms: Rooms::new(args.seed), fault: args.fault };
    let seconds = std::thread::scope(|scope| {
        for thread in 0..args.threads {
            let shared = &shared;
            scope.spawn(move || take_turns(shared, thread, args));
        }
        watch(&shared.meters, args)
    })?;
    write(&seconds, &args.out.join("soak.csv"))?;
    plot::draw(&seconds, &args.out.join("soak.svg"))?;
    summarize(&shared.meters, &seconds)?;
    let problems = shared.meters.problems();
    ensure!(problems.is_empty(), "{}", problems.join("\n"));
    ensure_few(&seconds, ROOMS as u32 + OBJECTS * args.threads)?;
    ensure_flat(&seconds)?;
    end(shared)
}

/// A thread's turns, each begun at its time.
fn take_turns(shared: &Shared, thread: u32, args: &Arguments) {
    let mut turns = Turns::new(shared, thread, args.seed.wrapping_mul(1000).wrapping_add(thread.into()));
    let pause = Duration::from_secs_f64(f64::from(args.threads) / f64::from(args.grids));
    let mut next = Instant::now();
    // The default hook has printed a panic's text by then.
    let outcome = catch_unwind(AssertUnwindSafe(|| {
        turns.greet();
        while !shared.meters.is_stopped() {
            turns.turn();
            next = (next + pause).max(Instant::now() - MOST_BEHIND);
            std::thread::sleep(next.saturating_duration_since(Instant::now()));
        }
    }));
    if let Err(panic) = outcome {
        let text = panic.downcast_ref::<String>().map(String::as_str).or(panic.downcast_ref::<&str>().copied());
        shared.meters.report(format!("thread {thread}, seed {}: {}", args.seed, text.unwrap_or("a check failed")));
    }
}

/// Samples each second, in a short run more often, until the time is over or a thread has stopped the run.
fn watch(meters: &Meters, args: &Arguments) -> Result<Vec<Second>> {
    let (begun, mut sampler, mut seconds) = (Instant::now(), Sampler::default(), Vec::new());
    let pause = (args.seconds / 24.0).min(1.0);
    // Room for all samples at once, so that the samples' own memory does not grow.
    seconds.reserve_exact((args.seconds / pause) as usize + 2);
    let outcome = loop {
        let next = pause * (seconds.len() + 1) as f64;
        std::thread::sleep(Duration::from_secs_f64((next - begun.elapsed().as_secs_f64()).max(0.0)));
        match sampler.sample(begun.elapsed().as_secs_f64(), meters) {
            Ok(second) => seconds.push(second),
            Err(error) => break Err(error),
        }
        if meters.is_stopped() || begun.elapsed().as_secs_f64() >= args.seconds {
            break Ok(());
        }
    };
    meters.stop();
    outcome.map(|()| seconds)
}

fn summarize(meters: &Meters, seconds: &[Second]) -> Result<()> {
    let count = |counter: &std::sync::atomic::AtomicU64| counter.load(Ordering::Relaxed);
    let time = seconds.last().map_or(0.0, |second| second.at);
    let (grids, answers) = (count(&meters.grids), count(&meters.answers));
    println!("{time:.0} s: {grids} grids created and destroyed ({:.0} a second)", grids as f64 / time);
    println!("{answers} answers ({:.0} a second), {} compared", answers as f64 / time, count(&meters.compared));
    println!("{} edits of own grids, {} calls with dead ids refused", count(&meters.edits), count(&meters.stale));
    if let Some(memory) = levels(seconds, |second| second.resident) {
        println!(
            "resident memory: {:.1} MB in the first half, {:.1} MB in the second",
            memory.first / 1e6,
            memory.second / 1e6
        );
    }
    let most = seconds.iter().map(|second| second.objects).max().unwrap_or(0);
    println!("at most {most} objects lived at once");
    println!("| calls | count | p50, µs | p99, µs | p99.9, µs | max, µs |\n| --- | ---: | ---: | ---: | ---: | ---: |");
    for task in TASKS {
        let times = meters.of_task(task)?;
        let at = [0.5, 0.99, 0.999, 1.0].map(|quantile| times.value_at_quantile(quantile) as f64 / 1e3);
        let name = format!("{task:?}").to_lowercase();
        println!("| {name} | {} | {:.1} | {:.1} | {:.1} | {:.1} |", times.len(), at[0], at[1], at[2], at[3]);
    }
    Ok(())
}

/// Gives everything back; the library's counters must be zero then.
fn end(shared: Shared) -> Result<()> {
    drop(shared);
    if gridstar_background_wait() != GridstarStatus::Ok || gridstar_work_stop() != GridstarStatus::Ok {
        bail!("the worker threads could not be stopped");
    }
    let objects = live_objects();
    ensure!(objects == 0, "{objects} objects live after all were destroyed");
    Ok(())
}
