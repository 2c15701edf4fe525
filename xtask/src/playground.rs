//! `cargo xtask playground`: the library in a browser. A page of static files with the library as WebAssembly, which
//! calls the functions of the header from JavaScript.

mod abi;
mod browser;
mod page;
mod server;

use crate::workspace::Workspace;
use anyhow::Result;
use clap::Args;
use std::path::PathBuf;

pub use browser::check;

/// Where the page goes.
#[derive(Args)]
pub struct PlaygroundArgs {
    /// Write the page to this folder and don't serve it
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
    /// Check the page in a browser without a window, as `cargo xtask test --all` does, and don't serve it
    #[arg(long, conflicts_with_all = ["out", "port"])]
    check: bool,
    /// The port at 127.0.0.1; 0 is any free one
    #[arg(long, default_value_t = 8017, conflicts_with = "out")]
    port: u16,
}

/// Builds the page, and serves it until the command is interrupted.
pub fn run(workspace: &Workspace, args: &PlaygroundArgs) -> Result<()> {
    if args.check {
        println!("{}", check(workspace)?);
        return Ok(());
    }
    let out = args.out.clone().unwrap_or_else(|| workspace.target.join("playground"));
    eprintln!("building the library for the web (about a minute the first time)");
    let size = page::build(workspace, &out)?;
    println!("The page, {} KiB: {}", size / 1024, workspace.display(&out.join("index.html")));
    if args.out.is_some() {
        return Ok(());
    }
    let server = server::Server::begin(&out, args.port)?;
    println!("Open {} (Ctrl+C ends it)", server.address());
    server.serve(None);
    Ok(())
}
