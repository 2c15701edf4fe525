//! The measuring programs behind `cargo xtask bench`. Each prints its figures on standard output, as CSV or as a Markdown table,
//! and ends with an error when an answer is wrong; `cargo xtask bench` runs them and puts the figures together.

mod grid;
mod rivals;
mod scenarios;
mod timing;

#[path = "../../../tests/common/cell_map.rs"]
#[allow(dead_code, reason = "the tests use the rest of it")]
mod cell_map;
#[path = "../../../tests/common/movingai.rs"]
mod movingai;
#[path = "../../../tests/common/path_check.rs"]
mod path_check;
#[path = "../../../tests/common/random_maps.rs"]
#[allow(dead_code, reason = "only its random numbers are used here")]
mod random_maps;

use clap::{Parser, Subcommand};
use std::process::ExitCode;

#[derive(Parser)]
#[command(about = "Measures; cargo xtask bench runs it")]
struct Arguments {
    #[command(subcommand)]
    program: Program,
}

#[derive(Subcommand)]
enum Program {
    /// A MovingAI scenario through another crate: the same CSV as the scenario example's
    Rival(rivals::RivalArgs),
    /// Write a scenario of random queries for a map
    Scenario(scenarios::ScenarioArgs),
}

fn main() -> ExitCode {
    let outcome = match Arguments::parse().program {
        Program::Rival(args) => rivals::run(&args),
        Program::Scenario(args) => scenarios::run(&args),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}
