//! One thread edits at a steady pace while another thread searches without pause. Measures the time of each edit, the
//! searches for each second with and without edits, and the memory of the grid.
//!
//! Rounds with and without edits alternate, so that other load on the machine affects both alike.

mod clock;
mod plan;
mod readers;
mod searching;
mod spread;

use crate::generated::Kind;
use crate::grid::{BenchGrid, Engine, Rules};
use crate::percentiles::{HEADS, RULE};
use anyhow::{Context, Result, anyhow};
use clap::Args;
use clock::{measured, overhead, resident_bytes};
use plan::{Plan, What};
use searching::{Ended, Shared, ratios, search_on};
use spread::{Spread, range_heads};
use std::sync::atomic::Ordering;
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
    is_quick: bool,
    sides: &'static [u32],
    side_of_rects: u32,
    rounds: usize,
    /// The number of rounds of single-cell edits. Each round ends with other obstacles, which make searches faster or
    /// slower. Only many rounds even this out.
    rounds_of_cells: usize,
    /// Number of single-cell edits in a round.
    cells: usize,
    /// A round of single-cell edits ends after this time, even if edits are left.
    longest: Duration,
    /// Duration of a round without edits.
    quiet: Duration,
    /// The same in rows of single-cell edits.
    quiet_of_cells: Duration,
    /// Duration of a round of rectangle edits; a round of door edits takes twice as long.
    rects: Duration,
    reads: Duration,
}

impl Extent {
    const LONG: Self = Self {
        is_quick: false,
        sides: &[1024, 4096],
        side_of_rects: 1024,
        rounds: 5,
        rounds_of_cells: 25,
        cells: 400,
        longest: Duration::from_secs(6),
        quiet: Duration::from_secs(2),
        quiet_of_cells: Duration::from_millis(400),
        rects: Duration::from_secs(2),
        reads: Duration::from_secs(5),
    };
    const QUICK: Self = Self {
        is_quick: true,
        sides: &[256],
        side_of_rects: 256,
        rounds: 2,
        rounds_of_cells: 2,
        cells: 50,
        longest: Duration::from_millis(100),
        quiet: Duration::from_millis(20),
        quiet_of_cells: Duration::from_millis(20),
        rects: Duration::from_millis(35),
        reads: Duration::from_millis(100),
    };

    fn edits(&self, what: What) -> usize {
        if what == What::Cells { self.cells } else { usize::MAX }
    }

    /// The number of rounds, and the duration of those without edits.
    fn rounds(&self, what: What) -> (usize, Duration) {
        match what {
            What::Cells => (self.rounds_of_cells, self.quiet_of_cells),
            What::Rects | What::Door => (self.rounds, self.quiet),
        }
    }

    fn longest(&self, what: What) -> Duration {
        match what {
            What::Cells => self.longest,
            What::Rects => self.rects,
            What::Door => 2 * self.rects,
        }
    }
}

/// The figures of one row.
struct Row {
    name: String,
    thread: Spread,
    wall: Spread,
    /// Edits for each second of the rounds with edits.
    pace: f64,
    searches: Searches,
    memory: Memory,
}

/// Sums over all rounds.
#[derive(Default)]
struct Searches {
    /// Rounds without edits; `edited`: rounds with edits.
    quiet: Sum,
    edited: Sum,
    /// For each pair of rounds, the ratio of the search rates by wall-clock time and by the searching thread's time.
    ratios: Vec<[f64; 2]>,
}

/// Number of searches, and their time.
#[derive(Default)]
struct Sum {
    count: u64,
    wall: Duration,
    thread: Duration,
}

/// In bytes.
#[derive(Default)]
struct Memory {
    /// `bytes` of gridstar_grid_get_info before the first edit, the least value.
    before: Option<u64>,
    greatest: u64,
    /// The least value after the first edit.
    least: Option<u64>,
    resident_before: Option<u64>,
    resident_greatest: Option<u64>,
    is_edited: bool,
}

impl Memory {
    fn sample(&mut self, grid: &BenchGrid) -> Result<()> {
        let (bytes, resident) = (grid.bytes()?, resident_bytes());
        if self.is_edited {
            self.greatest = self.greatest.max(bytes);
            self.least = Some(self.least.map_or(bytes, |least| least.min(bytes)));
            self.resident_greatest = self.resident_greatest.max(resident);
        } else {
            self.before = Some(self.before.map_or(bytes, |before| before.min(bytes)));
            self.resident_before = resident;
        }
        Ok(())
    }

    fn cells(&self) -> String {
        let mebibytes = |bytes: u64| format!("{:.1}", bytes as f64 / f64::from(1 << 20));
        let or_dash = |bytes: Option<u64>| bytes.map_or("-".to_owned(), mebibytes);
        let ratio = self.before.map_or("-".to_owned(), |before| format!("{:.2}", self.greatest as f64 / before as f64));
        let (before, least) = (or_dash(self.before), or_dash(self.least));
        let resident = format!("{} | {}", or_dash(self.resident_before), or_dash(self.resident_greatest));
        format!("{before} | {} | {ratio} | {least} | {resident}", mebibytes(self.greatest))
    }
}

impl Searches {
    fn cells(&self) -> String {
        let rate = |count: u64, time: Duration| format!("{:.0}", count as f64 / time.as_secs_f64());
        let rates = [&self.quiet, &self.edited].map(|sum| [rate(sum.count, sum.wall), rate(sum.count, sum.thread)]);
        let [[quiet, quiet_thread], [edited, edited_thread]] = rates;
        let ratio = |which: usize| {
            let mut ratios: Vec<f64> = self.ratios.iter().map(|pair| pair[which]).collect();
            ratios.sort_by(f64::total_cmp);
            ratios.get(ratios.len() / 2).map_or("-".to_owned(), |ratio| format!("{ratio:.2}"))
        };
        format!("{quiet} | {edited} | {} | {quiet_thread} | {edited_thread} | {}", ratio(0), ratio(1))
    }
}

/// Prints the tables.
pub(crate) fn run(args: &ConcurrentArgs) -> Result<()> {
    let extent = if args.quick { Extent::QUICK } else { Extent::LONG };
    let kinds = || KINDS.into_iter().flat_map(|kind| ENGINES.map(|engine| (kind, engine)));
    let side = extent.side_of_rects;
    let cells = extent.sides.iter().flat_map(|&side| kinds().map(move |row| (row, side, What::Cells)));
    let rects = kinds().map(|row| (row, side, What::Rects));
    let doors = ENGINES.map(|engine| ((Kind::Rooms, engine), side, What::Door));
    let mut rows = Vec::new();
    for ((kind, engine), side, what) in cells.chain(rects).chain(doors) {
        let name = format!("{} {side}, {}, {}", kind.name(), engine.name(), what.name());
        if name.contains(&args.only) {
            rows.push(measure(name, Plan::new(kind, side, what)?, engine, &extent)?);
        }
    }
    print_tables(&rows)?;
    readers::run(side, extent.reads)
}

fn print_tables(rows: &[Row]) -> Result<()> {
    let overhead = overhead()?;
    println!("One thread edits, another searches without pause. The tables show the duration of each edit's call in");
    println!("its thread's time (clock_gettime with CLOCK_THREAD_CPUTIME_ID) and in wall-clock time. A call that does");
    println!("nothing takes {:?} and {:?}. Counts by ranges are below.\n", overhead.thread, overhead.wall);
    println!("| map, engine, edit | edits | edits a second | thread: {} |", HEADS.replace(" | ", " | thread: "));
    println!("| --- | ---: | ---: | {RULE} |");
    for Row { name, thread, pace, .. } in rows {
        println!("| {name} | {} | {pace:.0} | {} |", thread.count(), thread.percentiles());
    }
    println!("\n| map, engine, edit | wall: {} |\n| --- | {RULE} |", HEADS.replace(" | ", " | wall: "));
    for Row { name, wall, .. } in rows {
        println!("| {name} | {} |", wall.percentiles());
    }
    println!("\nSearches a second without and with edits, in wall-clock time and in the searching thread's time. Each");
    println!("ratio is for the same queries, the median of the rounds.\n");
    println!("| map, engine, edit | wall: without | with | ratio | thread: without | with | ratio |");
    println!("| --- | {RULE} | ---: | ---: |");
    for Row { name, searches, .. } in rows {
        println!("| {name} | {} |", searches.cells());
    }
    println!(
        "\nMiB: `bytes` of gridstar_grid_get_info before the first edit, then the greatest and the least value; and"
    );
    println!("the process's memory in RAM, which may include memory of earlier rows.\n");
    println!("| map, engine, edit | before | greatest | ratio | least | RAM before | RAM, greatest |");
    println!("| --- | {RULE} | ---: | ---: |");
    for Row { name, memory, .. } in rows {
        println!("| {name} | {} |", memory.cells());
    }
    let (heads, rule) = range_heads();
    for (clock, of) in [("thread", (|row| &row.thread) as fn(&Row) -> &Spread), ("wall", |row| &row.wall)] {
        println!("\nEdits by {clock} time, in µs.\n\n| map, engine, edit | {heads} |\n| --- | {rule} |");
        rows.iter().for_each(|row| println!("| {} | {} |", row.name, of(row).ranges()));
    }
    Ok(())
}

fn measure(name: String, mut plan: Plan, engine: Engine, extent: &Extent) -> Result<Row> {
    eprintln!("  {name}");
    let mut grid = BenchGrid::of_map(&plan.map, engine, Rules::BENCHMARK)?;
    let queries = plan.queries.clone();
    let shared = Shared::default();
    let mut row = Row {
        name,
        thread: Spread::new()?,
        wall: Spread::new()?,
        pace: 0.0,
        searches: Searches::default(),
        memory: Memory::default(),
    };
    std::thread::scope(|scope| {
        let searcher = grid.for_another_thread();
        let searcher = scope.spawn(|| search_on(searcher, &queries, &shared));
        let outcome = edit_beside(&mut grid, &mut plan, &shared, extent, &mut row);
        shared.stop.store(true, Ordering::Relaxed);
        searcher.join().map_err(|_| anyhow!("the searching thread panicked"))?.and(outcome)
    })
    .with_context(|| row.name.clone())?;
    Ok(row)
}

/// The editing thread's rounds, while another thread searches.
fn edit_beside(grid: &mut BenchGrid, plan: &mut Plan, shared: &Shared, extent: &Extent, row: &mut Row) -> Result<()> {
    // Meanwhile the searching thread allocates its memory, and the grid derives what searches need.
    std::thread::sleep(extent.quiet);
    let mut editing = Duration::ZERO;
    let (rounds, quiet_for) = extent.rounds(plan.what);
    for _ in 0..rounds {
        let (quiet, took) = searched(shared, || stay_quiet(grid, quiet_for, &mut row.memory))?;
        add(&mut row.searches.quiet, &quiet, took);
        row.memory.is_edited = true;
        let (edited, took) = searched(shared, || edit_on(grid, plan, extent, row))?;
        add(&mut row.searches.edited, &edited, took);
        editing += took;
        row.searches.ratios.extend(ratios(&edited, &quiet));
    }
    row.pace = row.thread.count() as f64 / editing.as_secs_f64();
    Ok(())
}

/// The searches of the other thread during a call, and the duration of the round.
fn searched(shared: &Shared, call: impl FnOnce() -> Result<()>) -> Result<(Vec<Ended>, Duration)> {
    shared.next_round();
    let begun = Instant::now();
    call()?;
    // The ratio needs at least one search.
    while shared.notes() == 0 && !shared.has_stopped() {
        std::thread::sleep(Duration::from_millis(1));
    }
    Ok((shared.next_round(), begun.elapsed()))
}

fn add(sum: &mut Sum, ended: &[Ended], took: Duration) {
    let Some(last) = ended.last() else { return };
    *sum = Sum { count: sum.count + last.count, wall: sum.wall + took, thread: sum.thread + last.thread };
}

fn stay_quiet(grid: &BenchGrid, lasts: Duration, memory: &mut Memory) -> Result<()> {
    let begun = Instant::now();
    while begun.elapsed() < lasts {
        memory.sample(grid)?;
        std::thread::sleep(SAMPLING);
    }
    Ok(())
}

/// Interval between two samples of the memory.
const SAMPLING: Duration = Duration::from_millis(16);

fn edit_on(grid: &mut BenchGrid, plan: &mut Plan, extent: &Extent, row: &mut Row) -> Result<()> {
    let what = plan.what;
    let (begun, period) = (Instant::now(), what.period(extent.is_quick));
    let (mut due, mut sampled) = (begun, begun);
    for _ in 0..extent.edits(what) {
        if begun.elapsed() >= extent.longest(what) {
            break;
        }
        let edit = plan.next();
        let (taken, ()) = measured(|| edit.make(grid))?;
        row.thread.add(taken.thread)?;
        row.wall.add(taken.wall)?;
        // A late edit does not make the next ones early: a game does not make up for a missed frame either.
        due = (due + period).max(Instant::now());
        loop {
            if sampled.elapsed() >= SAMPLING {
                row.memory.sample(grid)?;
                sampled = Instant::now();
            }
            let left = due.saturating_duration_since(Instant::now());
            if left.is_zero() {
                break;
            }
            std::thread::sleep(left.min(SAMPLING));
        }
    }
    Ok(())
}
