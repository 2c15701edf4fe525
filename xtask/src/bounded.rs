//! `cargo xtask bounded`: weights above 1 against Dijkstra's algorithm on small maps, as many queries as are asked for.

use crate::command::watched;
use crate::sequences::{another_seed, long_form};
use crate::workspace::Workspace;
use anyhow::{Result, bail};
use clap::Args;

/// How much.
#[derive(Args)]
pub(crate) struct BoundedArgs {
    /// The least number of queries
    #[arg(long, value_name = "N", default_value_t = 10_000_000)]
    queries: u64,
    /// The first map; the others follow it. Without it, another one each time
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
}

/// Runs the long form of the test, which prints its counts, and the seed and the map of a failure.
pub(crate) fn run(workspace: &Workspace, args: &BoundedArgs) -> Result<()> {
    let seed = args.seed.unwrap_or_else(another_seed);
    println!("{} queries from seed {seed} on", args.queries);
    let mut command = long_form(workspace, "searches", "bounded::long_form", seed);
    command.env("GRIDSTAR_BOUNDED_QUERIES", args.queries.to_string());
    if !watched(&mut command, |line| println!("{line}"))? {
        bail!("seed, map and query are above");
    }
    Ok(())
}
