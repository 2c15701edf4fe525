//! One thread edits at a steady pace while another thread searches without pause: the time of each edit, how much
//! slower the searches are, and the memory of the grid.
//!
//! Passes over the same queries with and without edits alternate, so that other load on the machine affects both alike.

mod clock;
mod plan;

use crate::generated::Kind;
use crate::grid::{BenchGrid, Engine, Rules};
use crate::percentiles::{HEADS, RULE, cells};
use anyhow::{Context, Result, anyhow};
use clap::Args;
use clock::{Taken, measured};
use cpu_time::ThreadTime;
use gridstar::grid::Cell;
use plan::{Plan, What};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

#[derive(Args)]
pub(crate) struct ConcurrentArgs {
    /// A short run with small maps
    #[arg(long)]
    quick: bool,
    /// Only the rows whose names contain this text, such as "rooms 1024"
    #[arg(long, value_name = "TEXT", default_value = "")]
    only: String,
}

const KINDS: [Kind; 3] = [Kind::Plain, Kind::Dense, Kind::Rooms];
const ENGINES: [Engine; 2] = [Engine::JumpPoints, Engine::Landmarks];

/// Sizes and durations of a run.
struct Extent {
    sides: &'static [u32],
    side_of_rects: u32,
    /// Pairs of passes. Each pass ends with other obstacles, which make searches faster or slower. Only many passes
    /// even this out.
    pairs: usize,
    /// Duration of a pass without edits.
    pass: Duration,
}

const LONG: Extent = Extent { sides: &[1024, 4096], side_of_rects: 1024, pairs: 25, pass: Duration::from_millis(400) };
const QUICK: Extent = Extent { sides: &[256], side_of_rects: 256, pairs: 2, pass: Duration::from_millis(20) };

/// The figures of one row.
#[derive(Default)]
struct Row {
    edits: Vec<Taken>,
    /// Time of all passes with edits.
    editing: Duration,
    /// For each pair of passes, the searching thread's time without edits and with them.
    passes: Vec<[Duration; 2]>,
    /// Searches of a pass.
    searches: usize,
    /// In bytes, before the first edit and the most since.
    bytes: [u64; 2],
}

/// Prints the tables.
pub(crate) fn run(args: &ConcurrentArgs) -> Result<()> {
    let extent = if args.quick { QUICK } else { LONG };
    let kinds = || KINDS.into_iter().flat_map(|kind| ENGINES.map(|engine| (kind, engine)));
    let side = extent.side_of_rects;
    let cells = extent.sides.iter().flat_map(|&side| kinds().map(move |row| (row, side, What::Cells)));
    let rects = kinds().map(|row| (row, side, What::Rects));
    let doors = ENGINES.map(|engine| ((Kind::Rooms, engine), side, What::Door));
    let mut rows = Vec::new();
    for ((kind, engine), side, what) in cells.chain(rects).chain(doors) {
        let name = format!("{} {side}, {}, {}", kind.name(), engine.name(), what.name());
        if name.contains(&args.only) {
            eprintln!("  {name}");
            let plan = Plan::new(kind, side, what)?;
            rows.push((measure(plan, engine, &extent).with_context(|| name.clone())?, name));
        }
    }
    print_edits(&rows)?;
    print_searches(&rows);
    Ok(())
}

fn print_edits(rows: &[(Row, String)]) -> Result<()> {
    let nothing = measured(|| Ok(()))?;
    println!(
        "One thread edits, another searches without pause. The duration of each edit's call is in its thread's time"
    );
    println!("(CLOCK_THREAD_CPUTIME_ID) and in wall-clock time.");
    println!("A call that does nothing takes {:?} and {:?}.\n", nothing.thread, nothing.wall);
    let [thread, wall] = ["thread: ", "wall: "].map(|clock| HEADS.replace(" | ", &format!(" | {clock}")));
    println!("| map, engine, edit | edits | a second | thread: {thread} | wall: {wall} |");
    println!("| --- | ---: | ---: | {RULE} | {RULE} |");
    for (row, name) in rows {
        let pace = row.edits.len() as f64 / row.editing.as_secs_f64();
        let [thread, wall] = [(|taken| taken.thread) as fn(&Taken) -> Duration, |taken| taken.wall];
        let [thread, wall] = [cells(row.edits.iter().map(thread))?, cells(row.edits.iter().map(wall))?];
        println!("| {name} | {} | {pace:.0} | {thread} | {wall} |", row.edits.len());
    }
    Ok(())
}

fn print_searches(rows: &[(Row, String)]) {
    println!("\nSearches a second of the searching thread's time, without and with edits, and the ratio for the same");
    println!("queries, the median of all pairs of passes; `bytes` of gridstar_grid_get_info in MiB.\n");
    println!("| map, engine, edit | without | with | ratio | before the first edit | greatest |");
    println!("| --- | ---: | ---: | ---: | ---: | ---: |");
    for (row, name) in rows {
        let rates = [0, 1].map(|which| {
            let time: Duration = row.passes.iter().map(|pass| pass[which]).sum();
            (row.searches * row.passes.len()) as f64 / time.as_secs_f64()
        });
        let ratio = median(row.passes.iter().map(|[quiet, edited]| quiet.as_secs_f64() / edited.as_secs_f64()));
        let [before, most] = row.bytes.map(|bytes| bytes as f64 / f64::from(1 << 20));
        println!("| {name} | {:.0} | {:.0} | {ratio:.2} | {before:.1} | {most:.1} |", rates[0], rates[1]);
    }
}

fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}

fn measure(mut plan: Plan, engine: Engine, extent: &Extent) -> Result<Row> {
    let mut grid = BenchGrid::of_map(&plan.map, engine, Rules::BENCHMARK)?;
    let mut searcher = grid.for_another_thread();
    // Allocates the searching thread's memory, and derives what searches need.
    search(&mut searcher, &plan.queries, |begun, _| begun.elapsed() < extent.pass)?;
    let queries = plan.queries.clone();
    let (_, searches) = search(&mut searcher, &queries, |begun, _| begun.elapsed() < extent.pass)?;
    let bytes = grid.bytes()?;
    let mut row = Row { searches, bytes: [bytes; 2], ..Row::default() };
    for _ in 0..extent.pairs {
        let (quiet, _) = search(&mut searcher, &queries, |_, count| count < searches)?;
        let begun = Instant::now();
        let edited = pass_with_edits(&mut grid, &mut searcher, &mut plan, &queries, &mut row)?;
        row.editing += begun.elapsed();
        row.passes.push([quiet, edited]);
    }
    Ok(row)
}

/// Searches while a condition on the beginning and the number of searches holds. Returns the thread's time and the
/// number of searches.
fn search(
    grid: &mut BenchGrid,
    queries: &[(Cell, Cell)],
    goes_on: impl Fn(Instant, usize) -> bool,
) -> Result<(Duration, usize)> {
    let (begun, thread_begun) = (Instant::now(), ThreadTime::try_now()?);
    let mut count = 0;
    while goes_on(begun, count) {
        let (start, goal) = queries[count % queries.len()];
        grid.find(start, goal)?;
        count += 1;
    }
    Ok((thread_begun.try_elapsed()?, count))
}

/// Edits until the other thread has made its searches. Returns that thread's time.
fn pass_with_edits(
    grid: &mut BenchGrid,
    searcher: &mut BenchGrid,
    plan: &mut Plan,
    queries: &[(Cell, Cell)],
    row: &mut Row,
) -> Result<Duration> {
    let (searches, has_ended) = (row.searches, AtomicBool::new(false));
    std::thread::scope(|scope| {
        let searching = scope.spawn(|| {
            let outcome = search(searcher, queries, |_, count| count < searches);
            has_ended.store(true, Ordering::Relaxed);
            outcome
        });
        let outcome = edit_until(grid, plan, &has_ended, row);
        let (time, _) = searching.join().map_err(|_| anyhow!("the searching thread panicked"))??;
        outcome.map(|()| time)
    })
}

fn edit_until(grid: &mut BenchGrid, plan: &mut Plan, has_ended: &AtomicBool, row: &mut Row) -> Result<()> {
    let mut due = Instant::now();
    while !has_ended.load(Ordering::Relaxed) {
        let edit = plan.next();
        row.edits.push(measured(|| edit.make(grid))?);
        if row.edits.len().is_multiple_of(16) {
            row.bytes[1] = row.bytes[1].max(grid.bytes()?);
        }
        // A late edit does not make the next ones early: a game does not make up for a missed frame either.
        due = (due + plan.what.period()).max(Instant::now());
        while !has_ended.load(Ordering::Relaxed) && Instant::now() < due {
            std::thread::sleep(due.saturating_duration_since(Instant::now()).min(Duration::from_millis(16)));
        }
    }
    Ok(())
}
