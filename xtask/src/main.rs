//! GridStar's commands. `cargo xtask --help` lists them.

mod addresses;
mod bench;
mod bounded;
mod branch;
mod circles;
mod command;
mod csharp;
mod demo;
mod documents;
mod fetched;
mod first_script;
mod first_words;
mod guide_programs;
#[path = "../../tests/common/header.rs"]
#[allow(
    dead_code,
    clippy::expect_used,
    clippy::unwrap_used,
    reason = "the tests' parser, which panics on what is no C"
)]
mod header;
mod interop;
mod layout;
mod libraries;
mod lines;
mod llms;
mod machines;
mod metas;
mod notices;
mod nuget;
mod origin;
mod package;
mod platforms;
mod playground;
mod reference;
mod release;
mod released;
mod runs;
mod sanitize;
mod sequences;
mod soak;
mod steps;
mod tarball;
mod test;
mod tools;
mod workspace;

use clap::{CommandFactory, Parser, Subcommand};
use std::process::ExitCode;

#[derive(Parser)]
#[command(name = "cargo xtask", about = "Builds, shows, tests and packages GridStar")]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Find paths from C# scripts on a map, compare with searches written in C#, and draw a picture
    Demo(demo::DemoArgs),
    /// Run every test: Rust, C and C#
    Test(test::TestArgs),
    /// Check the documents: that their code compiles, links lead somewhere, commands exist, translations keep to their
    /// originals
    Docs,
    /// Count the lines of Rust in src, tests, examples, xtask and benches
    Lines,
    /// Measure GridStar beside other pathfinding crates on a folder of maps: tables and plots
    Bench(bench::BenchArgs),
    /// Build the Unity package: a tarball, a package folder and a folder for Assets/Plugins
    Package(package::PackageArgs),
    /// Build the NuGet package of GridStar.Core: C# for .NET with the libraries of the platforms that were asked for
    Nuget(nuget::NugetArgs),
    /// Build the library for the platforms that this machine can build for, check each, and run those that it can run
    Platforms(platforms::PlatformsArgs),
    /// Build the library for the web with a page to try it on, and serve the page on this machine
    Playground(playground::PlaygroundArgs),
    /// Make random sequences of C calls beside a plain model of what they have to answer
    Sequences(sequences::SequencesArgs),
    /// Compare searches with weights above 1 with Dijkstra's algorithm on small maps
    Bounded(bounded::BoundedArgs),
    /// Use everything the library has for long, on many threads, and watch answers, ids and memory
    Soak(soak::SoakArgs),
    /// Run tests and programs under a checker of memory, threads or undefined behavior
    Sanitize(sanitize::SanitizeArgs),
    /// Write the .meta files that unity-package/ lacks
    Metas,
    /// Write the licences of what the native libraries contain besides GridStar's own code into the package
    Notices,
    /// Write the C# side of the C ABI from the header: externs, structs, and the members of enums
    Interop(interop::InteropArgs),
    /// Write the reference of the C# API as pages of the manual
    Reference,
    /// Write the manual for programs that read: llms.txt lists the pages, llms-full.txt has them all
    Llms,
}

impl Command {
    /// Line that the command begins with: what it does, and how long that takes on two cores.
    fn announcement(&self) -> Option<&'static str> {
        Some(match self {
            Self::Demo(_) => {
                "Builds the plugin and runs the C# scripts against it: two to four minutes in a new clone."
            }
            Self::Test(args) => args.announcement(),
            Self::Bench(_) => {
                "Builds the programs that measure, two to five minutes the first time, and runs them: half an hour for \
                 all parts."
            }
            Self::Package(args) if args.takes_a_package() => return None,
            Self::Package(_) => "Builds the library and packs the Unity package: a minute or two for this platform.",
            Self::Nuget(_) => {
                "Builds the library and packs it with the C# for .NET: a minute or two for this platform."
            }
            Self::Platforms(_) => "Builds the library for other platforms and runs it there: five to fifteen minutes.",
            Self::Playground(_) => "Builds the library for the web: one or two minutes the first time.",
            Self::Sequences(_) | Self::Bounded(_) => {
                "Builds the tests, about two minutes the first time, and runs one."
            }
            Self::Soak(_) => "Builds the library, about a minute, and runs for the time that was asked for.",
            Self::Sanitize(_) => "Builds everything under a checker and runs it: ten to sixty minutes.",
            Self::Reference => "Compiles the C# scripts and writes a page a type: some seconds.",
            Self::Docs | Self::Lines | Self::Llms | Self::Metas | Self::Notices | Self::Interop(_) => return None,
        })
    }
}

fn main() -> ExitCode {
    match run(Arguments::parse().command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(command: Command) -> anyhow::Result<()> {
    let workspace = workspace::Workspace::find()?;
    // What there is, for the documents to be held against.
    let commands = Arguments::command();
    if let Some(announcement) = command.announcement() {
        eprintln!("{announcement}");
    }
    match command {
        Command::Demo(args) => demo::run(&workspace, &args),
        Command::Test(args) => test::run(&workspace, &commands, &args),
        Command::Docs => documents::run(&workspace, &commands),
        Command::Lines => lines::print(&workspace),
        Command::Bench(args) => bench::run(&workspace, &args),
        Command::Package(args) => package::run(&workspace, &args),
        Command::Nuget(args) => nuget::run(&workspace, &args),
        Command::Platforms(args) => platforms::run(&workspace, &args),
        Command::Playground(args) => playground::run(&workspace, &args),
        Command::Sequences(args) => sequences::run(&workspace, &args),
        Command::Bounded(args) => bounded::run(&workspace, &args),
        Command::Soak(args) => soak::run(&workspace, &args),
        Command::Sanitize(args) => sanitize::run(&workspace, &args),
        Command::Notices => notices::write(&workspace),
        Command::Interop(args) => interop::run(&workspace, args.check).map(drop),
        Command::Llms => llms::write(&workspace).map(|sizes| println!("{sizes}")),
        Command::Reference => reference::write(&workspace).map(|page| println!("{page}")),
        Command::Metas => {
            let written = metas::write_missing(&workspace.unity_package())?;
            written.iter().for_each(|meta| println!("wrote {}", workspace.display(meta)));
            Ok(())
        }
    }
}
