//! The measuring programs behind `cargo xtask bench`. Each program prints its figures on standard output as a Markdown
//! table, and fails if a result is wrong. `report` runs them and combines their tables.

mod batches;
mod bounded;
mod building;
mod concurrent;
mod contest;
mod counting;
mod crowd;
mod edits;
mod far_queries;
mod fields;
mod frames;
mod generated;
mod grid;
mod growth;
mod landscapes;
mod links;
mod patterns;
mod percentiles;
mod report;
mod reservations;
mod rivals;
mod saving;
mod scenarios;
mod terrain;
mod timing;
mod walls;

use clap::{Args, Parser, Subcommand};
use std::process::ExitCode;

#[derive(Parser)]
#[command(about = "Measures; cargo xtask bench runs it")]
struct Arguments {
    #[command(subcommand)]
    program: Program,
}

#[derive(Subcommand)]
enum Program {
    /// Run a MovingAI scenario through another crate; prints the same CSV as the scenario example
    Rival(rivals::RivalArgs),
    /// Report of `cargo xtask bench`: several of the following parts, or the instructions
    Report(report::ReportArgs),
    /// All engines on the scenarios of maps
    Engines(contest::ContestArgs),
    /// Maps with sides of 64 to 8192
    Growth(growth::GrowthArgs),
    /// Weights above 1 beside optimal searches, on large maps and on patterns
    Bounded(bounded::BoundedArgs),
    /// Creating grids, what a search derives from them, large edits, saved grids
    Building(Size),
    /// Saved grids alone
    Saving(Size),
    /// Single cells edited between searches
    Edits(Size),
    /// A game that opens and closes doors every frame
    Frames(Size),
    /// One thread edits while another searches
    Concurrent(concurrent::ConcurrentArgs),
    /// Regular patterns, such as small tiles repeated over a map, on which jump points are slow compared with A*
    Patterns(patterns::PatternsArgs),
    /// Fields: building, asking for many agents, and following doors
    Fields(Size),
    /// Paths on one floor with thousands of links
    Links(Size),
    /// Weighted terrain, penalties and wide agents
    Terrain(Size),
    /// Many queries in one call, on one thread and on two
    Batches(Size),
    /// Plans for many agents around each other
    Reservations(Size),
    /// Crowds that keep apart: the time of a tick, and what happens at doors and crossings
    Crowd(Size),
    /// Walls between cells beside walls of cells at twice the resolution, and one-way steps beside open ones
    Walls(Size),
    /// Fixed work for callgrind to count
    Count(counting::CountArgs),
}

#[derive(Args)]
struct Size {
    /// A short run with small maps
    #[arg(long)]
    quick: bool,
}

fn main() -> ExitCode {
    let outcome = match Arguments::parse().program {
        Program::Rival(args) => rivals::run(&args),
        Program::Report(args) => report::run(&args),
        Program::Engines(args) => contest::run(args),
        Program::Growth(args) => growth::run(&args),
        Program::Bounded(args) => bounded::run(&args),
        Program::Building(size) => building::run(size.quick),
        Program::Saving(size) => saving::run(size.quick),
        Program::Edits(size) => edits::run(size.quick),
        Program::Frames(size) => frames::run(size.quick),
        Program::Concurrent(args) => concurrent::run(&args),
        Program::Patterns(args) => patterns::run(&args),
        Program::Fields(size) => fields::run(size.quick),
        Program::Links(size) => links::run(size.quick),
        Program::Terrain(size) => terrain::run(size.quick),
        Program::Batches(size) => batches::run(size.quick),
        Program::Reservations(size) => reservations::run(size.quick),
        Program::Crowd(size) => crowd::run(size.quick),
        Program::Walls(size) => walls::run(size.quick),
        Program::Count(args) => counting::run(&args),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}
