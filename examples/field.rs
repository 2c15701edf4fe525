//! Builds a field over a MovingAI map through the library's C functions, and prints its time a cell.
//!
//! ```text
//! cargo run --release --example field -- MAP [--goal X,Y]... [--weights ". 1 G 1 S 1.5 W 3"] [--size K]
//!     [--rule always|at-most-one-blocked|both-free|never] [--out FILE.csv]
//! ```
//!
//! Standard output is one line: the nanoseconds of the fastest of five builds for each cell that has a cost, the number
//! of these cells, and the sum of their costs. `--goal` names the goals; without one, the field has ten goals in turn,
//! spread evenly over the walkable cells, and the line is about all ten builds. `--out` writes the last field as CSV:
//! `x,y,cost`, row by row, for each cell that has a cost.
//!
//! Steps cost 1 and 1.4. The rule is that of the benchmark unless `--rule` gives another one: a diagonal step needs
//! both straight cells beside it free. `--weights` and `--size` are those of the example `scenario`. The time has
//! everything in it: memory, the reading of the map, and the building.

use clap::{Parser, ValueEnum};
use common::abi::{TestGrid, default_query_def};
use common::field::TestField;
use common::movingai;
use common::profile::TestProfile;
use gridstar::ffi::{GridstarDiagonalRule, GridstarQueryDef, GridstarStatus};
use gridstar::grid::{Cell, Rect};
use std::fmt::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

/// Builds a field over a MovingAI map and prints its nanoseconds a cell.
#[derive(Parser)]
struct Arguments {
    /// The .map file
    map: PathBuf,
    /// A goal; several may be given
    #[arg(long, value_name = "X,Y", value_parser = parse_cell)]
    goal: Vec<Cell>,
    /// Characters of the map and the multipliers of their cells, such as ". 1 S 1.5"; all other cells are blocked
    #[arg(long, value_name = "LIST")]
    weights: Option<String>,
    /// The agent's size in cells: 1 to 16
    #[arg(long, value_name = "K", default_value_t = 1)]
    size: u32,
    /// When a diagonal step is legal
    #[arg(long, value_enum, default_value = "both-free")]
    rule: Rule,
    /// The file to write costs to
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

#[derive(Clone, Copy, ValueEnum)]
enum Rule {
    Always,
    AtMostOneBlocked,
    BothFree,
    Never,
}

fn parse_cell(text: &str) -> Result<Cell, String> {
    let numbers = text.split_once(',').and_then(|(x, y)| Some((x.parse().ok()?, y.parse().ok()?)));
    numbers.map(|(x, y)| Cell::new(x, y)).ok_or("two numbers with a comma between them".into())
}

fn main() -> ExitCode {
    match run(&Arguments::parse()) {
        Ok(line) => {
            println!("{line}");
            ExitCode::SUCCESS
        }
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::from(2)
        }
    }
}

fn run(arguments: &Arguments) -> Result<String, String> {
    let (grid, profile, walkable) = load(arguments)?;
    let rule = match arguments.rule {
        Rule::Always => GridstarDiagonalRule::Always,
        Rule::AtMostOneBlocked => GridstarDiagonalRule::AtMostOneBlocked,
        Rule::BothFree => GridstarDiagonalRule::BothFree,
        Rule::Never => GridstarDiagonalRule::Never,
    };
    let def = GridstarQueryDef {
        diagonal_rule: rule as u32,
        profile: profile.as_ref().map_or(0, TestProfile::id),
        agent_size: arguments.size,
        ..default_query_def()
    };
    let lists = match arguments.goal.as_slice() {
        [] => (1..=10).filter_map(|i| Some(vec![*walkable.get(walkable.len() * i / 11)?])).collect(),
        goals => vec![goals.to_vec()],
    };
    let whole = grid.info().map_err(|status| format!("{status:?}"))?;
    let whole = Rect { x: 0, y: 0, width: whole.width, height: whole.height };
    let (mut nanoseconds, mut cells, mut sum, mut costs) = (0, 0, 0.0, Vec::new());
    for goals in &lists {
        let mut fastest = u128::MAX;
        for _ in 0..5 {
            let begun = Instant::now();
            let field = TestField::create(&grid, goals, 0, 0, Some(&def)).map_err(|status| format!("{status:?}"))?;
            fastest = fastest.min(begun.elapsed().as_nanos());
            costs = field.costs(whole).map_err(|status| format!("{status:?}"))?;
        }
        nanoseconds += fastest;
        cells += costs.iter().filter(|cost| cost.is_finite()).count();
        sum += costs.iter().filter(|cost| cost.is_finite()).sum::<f64>();
    }
    if let Some(file) = &arguments.out {
        let mut text = String::from("x,y,cost\n");
        for (i, cost) in costs.iter().enumerate().filter(|(_, cost)| cost.is_finite()) {
            let (x, y) = (i % whole.width as usize, i / whole.width as usize);
            writeln!(text, "{x},{y},{cost}").map_err(|error| error.to_string())?;
        }
        std::fs::write(file, text).map_err(|error| format!("{}: {error}", file.display()))?;
    }
    Ok(format!("{:.2} ns a cell, {cells} cells, costs {sum:.1}", nanoseconds as f64 / (cells as f64).max(1.0)))
}

/// The grid of the map, the profile of the weights, and the walkable cells.
fn load(arguments: &Arguments) -> Result<(TestGrid, Option<TestProfile>, Vec<Cell>), String> {
    let Some(weights) = &arguments.weights else {
        let map = movingai::load_map(&arguments.map)?;
        let walkable = map.cells().filter(|&cell| map.is_walkable(cell)).collect();
        return Ok((TestGrid::from_map(&map), None, walkable));
    };
    let words: Vec<&str> = weights.split_whitespace().collect();
    let mut named = Vec::new();
    for pair in words.chunks(2) {
        match (pair[0].chars().next(), pair.get(1).and_then(|number| number.parse::<f64>().ok())) {
            (Some(drawn), Some(multiplier)) => named.push((drawn, multiplier)),
            _ => return Err("--weights: characters, each with a number".into()),
        }
    }
    let (width, height, drawn) = movingai::load_characters(&arguments.map)?;
    let type_of = |drawn: &char| named.iter().position(|(name, _)| name == drawn).unwrap_or(255) as u8;
    let types: Vec<u8> = drawn.iter().map(type_of).collect();
    let (grid, profile) = (TestGrid::new(width, height), TestProfile::new());
    let mut multipliers: Vec<f64> = named.iter().map(|&(_, multiplier)| multiplier).collect();
    multipliers.resize(256, 0.0);
    if grid.set_cells(&types) != GridstarStatus::Ok || profile.set_costs(0, &multipliers) != GridstarStatus::Ok {
        return Err("--weights: a multiplier is from 1/128 to 1024".into());
    }
    let cell = |i: usize| Cell::new((i % width as usize) as i32, (i / width as usize) as i32);
    let walkable = (0..types.len()).filter(|&i| types[i] != 255).map(cell).collect();
    Ok((grid, Some(profile), walkable))
}
