//! Runs a MovingAI scenario through the library's C functions, checks every path, and prints the time of each query.
//!
//! ```text
//! cargo run --release --example scenario -- MAP SCEN [--engine astar|online|prepared|auto] [--max N]
//!     [--weights ". 1 G 1 S 1.5 W 3"] [--size K] [--within W]
//! ```
//!
//! Queries follow the benchmark's rule: a diagonal step needs both straight cells beside it free. Steps cost 1 and
//! sqrt(2). Standard output is CSV, one line for each query, in the order of the scenario:
//!
//! | column | meaning |
//! | --- | --- |
//! | `index` | number of the query in the scenario, from 0 |
//! | `ns` | fastest of five calls in nanoseconds, with every cell of the path written to the caller's buffer |
//! | `cost` | cost of the path; 0 if start and goal are one cell, or without a path |
//! | `reference` | the scenario's length, as written in the file; with `--weights` or `--size`, see below |
//! | `expanded` | number of cells that the search expanded |
//!
//! The program makes five passes over all queries, rather than five calls of one query, so that a query finds the
//! caches as other queries left them. Compare two builds on one machine at the same time, by the geometric mean of
//! `ns`: the longest queries alone would decide a sum. `--max N` takes N queries spread evenly over the scenario.
//!
//! Engines: `astar` is A* over cells; `online` is jump points, derived at the first query; `prepared` is landmarks,
//! measured before the first query; `auto` is the default of the C functions. All but `auto` call gridstar_grid_prepare
//! and print its time as `prep_ms=` on standard error.
//!
//! Terrain: `--weights` names characters of the map and the multipliers of their cells, from 1/128 to 1024. Each
//! character becomes a cell type of its own, a profile has their multipliers, and cells of all other characters are
//! blocked. `--size K` searches for an agent of K x K cells, 1 <= K <= 16, whose lowest cell is the start. With either
//! option the scenario's lengths don't apply: `reference` is the cost of a path that this program finds itself, by
//! Dijkstra's algorithm over all cells in exact integers. This search is slow on large maps; `--max` shortens the run.
//! A step costs its length times the mean of the multipliers of its two cells. `cost` counts straight steps between
//! cells with a multiplier of 1. The first query derives what the library needs for the agent.
//!
//! `--within W` searches with a weight of W, from 1 to 1024. A path may then cost up to W times its reference, and up
//! to the bound that its result tells times its reference, but not less than its reference. The mean and the largest
//! ratio to the reference are printed as `mean_ratio=` and `worst_ratio=` on standard error.
//!
//! Exit status:
//!
//! - 0: every path is right.
//! - 1: a cost is not as the reference says, or not the sum of its steps, or a path has an illegal step or wrong ends.
//!   The program prints the line of the scenario on standard error.
//! - 2: bad arguments, or a file can't be read.
//!
//! A cost may differ from the reference by 1 part in 10^5. If a scenario writes all its lengths with two decimals, a
//! cost may also differ by 0.005, the rounding of these lengths. With `--weights` or `--size` nothing may differ.

#[path = "scenario/judging.rs"]
mod judging;
#[path = "scenario/session.rs"]
mod session;
#[path = "scenario/world.rs"]
mod world;

use clap::{Parser, ValueEnum};
use common::movingai;
use gridstar::ffi::{GRIDSTAR_MAX_AGENT_SIZE, GridstarEngine};
use session::{Answer, Session};
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};
use world::{Reference, World};

const PASSES: usize = 5;

/// The largest value of `--size`.
const LARGEST: i64 = GRIDSTAR_MAX_AGENT_SIZE as i64;

/// Runs a MovingAI scenario (both-free rule, costs 1 and sqrt(2)), checks every path and prints CSV:
/// index,ns,cost,reference,expanded.
#[derive(Parser)]
struct Arguments {
    /// The .map file
    map: PathBuf,
    /// The .scen file
    scen: PathBuf,
    /// The engine: A* over cells, jump points, landmarks measured first, or the default
    #[arg(long, value_enum, default_value = "auto")]
    engine: Engine,
    /// Take only this many queries, spread evenly over the scenario
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    max: Option<u32>,
    /// Characters of the map and the multipliers of their cells, such as ". 1 S 1.5"; all other cells are blocked
    #[arg(long, value_name = "LIST")]
    weights: Option<String>,
    /// The agent's size in cells: 1 to 16
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u32).range(1..=LARGEST))]
    size: Option<u32>,
    /// The weight of the search: paths may cost this many times as much as an optimal one
    #[arg(long, value_name = "W")]
    within: Option<f64>,
}

#[derive(Clone, Copy, PartialEq, ValueEnum)]
enum Engine {
    Astar,
    Online,
    Prepared,
    Auto,
}

/// Why the program ends early.
enum Failure {
    /// Bad arguments or files.
    Input(String),
    /// A path is wrong.
    WrongPath(String),
    /// Standard output can't be written.
    Output(io::Error),
}

fn main() -> ExitCode {
    match run(&Arguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(Failure::WrongPath(message)) => {
            eprintln!("{message}");
            ExitCode::from(1)
        }
        Err(Failure::Input(message)) => {
            eprintln!("error: {message}");
            ExitCode::from(2)
        }
        // The reader has closed the pipe.
        Err(Failure::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(Failure::Output(error)) => {
            eprintln!("error: standard output: {error}");
            ExitCode::from(2)
        }
    }
}

fn run(arguments: &Arguments) -> Result<(), Failure> {
    let map = World::load(arguments).map_err(Failure::Input)?;
    let all = movingai::load_scenario(&arguments.scen, &map.seen.stands).map_err(Failure::Input)?;
    if all.is_empty() {
        return Err(Failure::Input(format!("{}: the scenario has no queries", arguments.scen.display())));
    }
    let rounded = all.iter().filter(|query| query.is_rounded()).count();
    if rounded > 0 && map.has_scenario_lengths {
        eprintln!(
            "note: {rounded} lengths have too few digits for 1 part in 10^5 and are compared with their own rounding"
        );
    }
    let indices = evenly_spaced(all.len(), arguments.max);
    let mut session = Session::new(&map).map_err(Failure::Input)?;
    let engine = match arguments.engine {
        Engine::Astar => Some(GridstarEngine::AStar),
        Engine::Online => Some(GridstarEngine::JumpPoints),
        Engine::Prepared => Some(GridstarEngine::Landmarks),
        Engine::Auto => None,
    };
    if let Some(engine) = engine {
        let started = Instant::now();
        session.prepare(engine).map_err(Failure::Input)?;
        eprintln!("prep_ms={:.3}", started.elapsed().as_secs_f64() * 1e3);
    }

    let mut fastest = vec![Duration::MAX; indices.len()];
    let mut answers = Vec::with_capacity(indices.len());
    let mut references = Vec::with_capacity(indices.len());
    for pass in 0..PASSES {
        for (at, &index) in indices.iter().enumerate() {
            let query = &all[index];
            let wrong = |problem: String| {
                let place = format!("{}:{}", arguments.scen.display(), query.line_number);
                Failure::WrongPath(format!("{place}: {problem}\n{}", query.line))
            };
            let (elapsed, answer) = session.ask(query);
            fastest[at] = fastest[at].min(elapsed);
            // Following a path disturbs the caches for the next query, so paths are checked in the first pass only, and
            // in the last pass, which reuses memory.
            if pass == 0 {
                references.push(map.reference(query));
            }
            if pass == 0 || pass == PASSES - 1 {
                judging::check(&map, query, references[at], &answer, session.path(&answer)).map_err(wrong)?;
            }
            if pass == 0 {
                answers.push(answer);
            } else if answers[at] != answer {
                return Err(wrong(format!("pass {} answers {answer:?}, pass 1 did {:?}", pass + 1, answers[at])));
            }
        }
    }
    if arguments.within.is_some() {
        let costs = references.iter().map(|reference| reference.cost()).zip(answers.iter().map(|one| one.result.cost));
        let ratios: Vec<f64> = costs.filter(|&(right, _)| right > 0.0).map(|(right, cost)| cost / right).collect();
        let mean = ratios.iter().sum::<f64>() / ratios.len().max(1) as f64;
        eprintln!("mean_ratio={mean:.5} worst_ratio={:.5}", ratios.iter().fold(1.0_f64, |worst, &one| worst.max(one)));
    }
    print_csv(&references, &indices, &fastest, &answers).map_err(Failure::Output)
}

fn print_csv(
    references: &[Reference],
    indices: &[usize],
    fastest: &[Duration],
    answers: &[Answer],
) -> Result<(), io::Error> {
    let mut out = BufWriter::new(io::stdout().lock());
    writeln!(out, "index,ns,cost,reference,expanded")?;
    for (((&index, fastest), answer), reference) in indices.iter().zip(fastest).zip(answers).zip(references) {
        let (nanoseconds, reference) = (fastest.as_nanos(), reference.cost());
        writeln!(out, "{index},{nanoseconds},{},{reference},{}", answer.result.cost, answer.result.expansions)?;
    }
    out.flush()
}

/// The numbers of `max` queries out of `count`, spread evenly; all numbers if there are no more.
fn evenly_spaced(count: usize, max: Option<u32>) -> Vec<usize> {
    let taken = max.map_or(count, |max| count.min(max as usize));
    (0..taken).map(|at| at * count / taken).collect()
}

#[cfg(test)]
mod tests {
    use super::judging::{check, check_length};
    use super::world::parse_weights;
    use super::*;
    use common::cell_map::CellMap;
    use common::movingai::ScenarioQuery;
    use gridstar::ffi::{GridstarPathResult, GridstarStatus};
    use gridstar::grid::Cell;

    const STRAIGHT: [Cell; 3] = [Cell::new(0, 0), Cell::new(1, 0), Cell::new(2, 0)];

    fn found(cost: f64) -> Answer {
        let struct_size = size_of::<GridstarPathResult>() as u32;
        let (length, revision, expansions, engine, bound, reserved) = (3, 0, 2, 0, 1.0, 0);
        let result = GridstarPathResult { struct_size, length, cost, revision, expansions, engine, bound, reserved };
        Answer { status: GridstarStatus::Ok, result }
    }

    fn verdict(reference: f64, answer: Answer, path: &[Cell]) -> Result<(), String> {
        verdict_within(1.0, reference, answer, path)
    }

    fn verdict_within(within: f64, reference: f64, answer: Answer, path: &[Cell]) -> Result<(), String> {
        let line = format!("version 1\n0\tmap\t3\t2\t0\t0\t2\t0\t{reference}\n");
        let map = CellMap::parse("...\n.#.");
        check_length(&map, &movingai::parse_scenario(&line, &map)?[0], &answer, path, within)
    }

    /// The straight path costs 2, whatever the reference says.
    #[test]
    fn a_weight_allows_dearer_paths_within_the_bound_that_is_told() {
        let mut answer = found(2.0);
        assert!(verdict_within(1.2, 1.8, answer, &STRAIGHT).unwrap_err().contains("within 1"));
        answer.result.bound = 1.2;
        assert_eq!(verdict_within(1.2, 1.8, answer, &STRAIGHT), Ok(()));
        assert_eq!(verdict_within(1.2, 2.0, answer, &STRAIGHT), Ok(()));
        assert!(verdict_within(1.2, 1.6, answer, &STRAIGHT).unwrap_err().contains("within 1.2"));
        assert!(verdict_within(1.2, 2.1, answer, &STRAIGHT).unwrap_err().contains("the reference 2.1"));
        assert!(verdict_within(1.1, 2.0, answer, &STRAIGHT).unwrap_err().contains("the weight 1.1"));
        assert!(verdict(2.0, answer, &STRAIGHT).unwrap_err().contains("the weight 1"));
    }

    #[test]
    fn queries_are_spread_evenly() {
        assert_eq!(evenly_spaced(5, None), [0, 1, 2, 3, 4]);
        assert_eq!(evenly_spaced(10, Some(4)), [0, 2, 5, 7]);
        assert_eq!(evenly_spaced(3, Some(8)), [0, 1, 2]);
        assert!(evenly_spaced(0, Some(8)).is_empty());
    }

    #[test]
    fn a_right_path_passes_and_a_wrong_one_does_not() {
        let around = [Cell::new(0, 0), Cell::new(0, 1), Cell::new(1, 1), Cell::new(2, 0)];
        let cutting = [Cell::new(0, 0), Cell::new(0, 1), Cell::new(1, 0), Cell::new(2, 0)];
        assert_eq!(verdict(2.0, found(2.0), &STRAIGHT), Ok(()));
        assert!(verdict(2.001, found(2.0), &STRAIGHT).unwrap_err().contains("the reference 2.001"));
        assert!(verdict(2.001, found(2.001), &STRAIGHT).unwrap_err().contains("add up to 2"));
        assert!(verdict(2.0, found(2.0), &STRAIGHT[1..]).unwrap_err().contains("begins at"));
        assert!(verdict(2.0, found(2.0), &STRAIGHT[..2]).unwrap_err().contains("ends at"));
        for path in [around, cutting] {
            assert!(verdict(2.0, found(2.0), &path).unwrap_err().contains("illegal"));
        }
    }

    #[test]
    fn weights_name_characters_and_multipliers() {
        assert_eq!(parse_weights(". 1 S 1.5"), Ok(vec![('.', 1.0), ('S', 1.5)]));
        for (list, problem) in [
            ("", "a list of characters"),
            (". 1 S", "a list of characters"),
            ("ab 1", "\"ab\" is not one character"),
            (". x", "\"x\" is not a multiplier"),
            (". 0", "\"0\" is not a multiplier"),
            (". 1025", "\"1025\" is not a multiplier"),
            (". NaN", "\"NaN\" is not a multiplier"),
            (". 1 . 2", "named twice"),
        ] {
            assert!(parse_weights(list).unwrap_err().contains(problem), "{list}");
        }
    }

    /// A swamp across the middle of the map, which a wide agent can't go around.
    const SWAMP: [&str; 5] = ["....SS....", "....SS....", "....SS....", "....SS....", "....SS..TT"];

    fn swamp(weights: &str, size: Option<u32>) -> (World, ScenarioQuery) {
        let drawn: Vec<char> = SWAMP.iter().flat_map(|row| row.chars()).collect();
        let world = World::weighted(&parse_weights(weights).unwrap(), (10, 5, &drawn), size);
        let line = "version 1\n0\tmap\t10\t5\t0\t2\t8\t2\t8\n";
        let query = movingai::parse_scenario(line, &world.seen.stands).unwrap().remove(0);
        (world, query)
    }

    #[test]
    fn the_library_agrees_with_the_plain_search_about_weights_and_sizes() {
        for (weights, size, cost) in [
            (". 1 S 3", None, 12.0),
            (". 1 S 1.5", None, 9.0),
            (". 2 S 2", Some(1), 16.0),
            // A wide agent pays for the swamp as long as it touches it: 5 + 3 * 3 / 1, less at both ends.
            (". 1 S 3", Some(2), 14.0),
            (". 1", None, 0.0),
        ] {
            let (world, query) = swamp(weights, size);
            let reference = world.reference(&query);
            assert_eq!(reference.cost(), cost, "{weights}, {size:?}");
            let mut session = Session::new(&world).unwrap();
            let (_, answer) = session.ask(&query);
            assert_eq!(check(&world, &query, reference, &answer, session.path(&answer)), Ok(()), "{weights}, {size:?}");
        }
    }

    /// Through the swamp, the library finds paths within each weight.
    #[test]
    fn the_library_keeps_the_bound_of_a_weight() {
        for within in [1.0, 1.05, 1.5, 4.0] {
            let (world, query) = swamp(". 1 S 3 T 0.5", None);
            let world = World { within, ..world };
            let mut session = Session::new(&world).unwrap();
            let (_, answer) = session.ask(&query);
            let verdict = check(&world, &query, world.reference(&query), &answer, session.path(&answer));
            assert_eq!(verdict, Ok(()), "{within}");
        }
    }

    #[test]
    fn a_wrong_weighted_answer_is_reported() {
        let (world, query) = swamp(". 1 S 3", None);
        let mut session = Session::new(&world).unwrap();
        let (_, answer) = session.ask(&query);
        let path = session.path(&answer).to_vec();
        let Reference::Found(Some(parts)) = world.reference(&query) else { panic!("there is a path") };
        let verdict = |parts, answer: &Answer, path: &[Cell]| {
            check(&world, &query, Reference::Found(parts), answer, path).err().unwrap_or_default()
        };
        assert_eq!(verdict(Some(parts), &answer, &path), "");
        assert!(verdict(Some(parts - 1), &answer, &path).contains("but the reference"));
        assert!(verdict(None, &answer, &path).contains("there is no path"));
        let mut cheap = answer;
        cheap.result.cost -= 0.5;
        assert!(verdict(Some(parts), &cheap, &path).contains("add up to 12"));
        assert!(verdict(Some(parts), &answer, &path[1..]).contains("begins at"));
        let none = Answer { status: GridstarStatus::NoPath, ..answer };
        assert!(verdict(Some(parts), &none, &[]).contains("no path"));
    }

    #[test]
    fn no_path_is_right_only_where_the_reference_is_0() {
        let none = |status| Answer { status, result: GridstarPathResult { length: 0, ..found(0.0).result } };
        assert_eq!(verdict(0.0, none(GridstarStatus::NoPath), &[]), Ok(()));
        assert_eq!(verdict(0.0, none(GridstarStatus::GoalBlocked), &[]), Ok(()));
        assert!(verdict(0.0, none(GridstarStatus::StartOutside), &[]).is_err());
        assert!(verdict(2.0, none(GridstarStatus::NoPath), &[]).unwrap_err().contains("no path"));
        assert!(verdict(0.0, found(2.0), &STRAIGHT).unwrap_err().contains("the reference 0"));
    }
}
