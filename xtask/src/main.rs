//! GridStar's commands. `cargo xtask --help` lists them.

mod command;
mod csharp;
mod library;
mod metas;
mod package;
mod plugins;
mod readme;
mod steps;
mod test;
mod tools;
mod workspace;

use clap::{Parser, Subcommand};

#[derive(Parser)]
#[command(name = "cargo xtask", about = "Builds, shows, tests and packages GridStar")]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Run every test: Rust, C and C#
    Test,
    /// Build the Unity package for this platform: a tarball, a package folder and a folder for Assets/Plugins
    Package(package::PackageArgs),
    /// Write the .meta files that unity-package/ lacks
    Metas,
}

fn main() -> anyhow::Result<()> {
    let workspace = workspace::Workspace::find()?;
    match Arguments::parse().command {
        Command::Test => test::run(&workspace),
        Command::Package(args) => package::run(&workspace, &args),
        Command::Metas => metas::write_missing(&workspace),
    }
}
