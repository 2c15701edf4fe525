//! The report: all tables with machine, date and command; and its way into the documents.

use crate::counting;
use anyhow::{Context, Result, ensure};
use clap::Args;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

#[derive(Args)]
pub(crate) struct ReportArgs {
    /// A folder of MovingAI maps; scenarios of the maps' names, or else random queries, are asked
    #[arg(long, value_name = "DIR", default_value = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/demo/maps"))]
    maps: PathBuf,
    /// Only these parts, programs of their own
    #[arg(
        long,
        value_delimiter = ',',
        default_value = "engines,growth,bounded,building,edits,frames,concurrent,patterns,terrain"
    )]
    parts: Vec<String>,
    /// How often all engines run in turn on a map; each query's fastest time counts
    #[arg(long, value_name = "K", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
    /// The largest number of queries of a scenario, spread evenly over it
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(10..))]
    queries: Option<u32>,
    /// Few queries, one round, small maps: whether it works, not how fast it is
    #[arg(long)]
    quick: bool,
    /// The folder for report and plots; without it, in cargo's target folder
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Also write plots into benches/, and the figures into their sections of benches/RESULTS.md
    #[arg(long, conflicts_with = "quick")]
    results: bool,
    /// Instead of all that, count the instructions of fixed searches with callgrind, and compare with the stored counts
    #[arg(long)]
    instructions: bool,
    /// Store the counts
    #[arg(long, requires = "instructions")]
    store: bool,
}

/// The project's folder.
const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// Maps whose scenarios were made for other rules than "both free".
const OTHER_RULES: [&str; 2] = ["dustwallowkeys", "riverrun"];

const RESULTS: &str = "benches/RESULTS.md";

const PLOTS: [&str; 2] = ["time-by-length.svg", "growth.svg"];

/// Runs the parts one after the other, each as a program of its own.
pub(crate) fn run(args: &ReportArgs) -> Result<()> {
    if args.instructions {
        return counting::count_all(args.store);
    }
    let out = args.out.clone().map_or_else(|| Ok(std::env::current_exe()?.with_file_name("bench")), anyhow::Ok)?;
    fs::create_dir_all(&out).with_context(|| out.display().to_string())?;
    let mut report = String::new();
    for part in &args.parts {
        eprintln!("{part} ...");
        let output = command(args, part, &out)?.stdin(Stdio::null()).stderr(Stdio::inherit()).output()?;
        ensure!(output.status.success(), "{part} failed ({})", output.status);
        let section = section(part, &head(args, part), &String::from_utf8(output.stdout)?)?;
        println!("{section}");
        report = with_section(&report, &section);
        if args.results {
            let file = Path::new(ROOT).join(RESULTS);
            fs::write(&file, with_section(&fs::read_to_string(&file)?, &section))?;
        }
    }
    fs::write(out.join("report.md"), report).context("the report can't be written")?;
    println!("Report and plots: {}", out.display());
    if args.results {
        for plot in PLOTS.iter().filter(|plot| out.join(plot).exists()) {
            fs::copy(out.join(plot), Path::new(ROOT).join("benches").join(plot))?;
        }
    }
    Ok(())
}

fn command(args: &ReportArgs, part: &str, out: &Path) -> Result<Command> {
    let mut command = Command::new(std::env::current_exe()?);
    command.arg(part).args(args.quick.then_some("--quick"));
    match part {
        "engines" => {
            command.arg("--out").arg(out).args(["--rounds", &args.rounds.to_string()]).args(maps(&args.maps)?);
            command.args(args.queries.map(|queries| format!("--queries={queries}")));
        }
        "growth" => drop(command.arg("--plot").arg(out.join(PLOTS[1]))),
        _ => {}
    }
    Ok(command)
}

/// The maps of a folder, sorted, but for those with other rules.
fn maps(folder: &Path) -> Result<Vec<PathBuf>> {
    let entries = fs::read_dir(folder).with_context(|| format!("the maps of {}", folder.display()))?;
    let mut maps: Vec<PathBuf> = entries.filter_map(|entry| entry.ok().map(|entry| entry.path())).collect();
    maps.retain(|path| path.extension().is_some_and(|extension| extension == "map"));
    maps.retain(|path| !OTHER_RULES.iter().any(|other| path.file_stem() == Some(other.as_ref())));
    ensure!(!maps.is_empty(), "{} holds no .map files", folder.display());
    maps.sort();
    Ok(maps)
}

/// The command that makes a part, as one would type it; the library, the machine and the date.
fn head(args: &ReportArgs, part: &str) -> String {
    let yardstick = if std::env::var_os("GRIDSTAR_YARDSTICK").is_some() { "GRIDSTAR_YARDSTICK=PROGRAM " } else { "" };
    let rounds = if args.rounds == 3 { String::new() } else { format!(" --rounds {}", args.rounds) };
    let quick = if args.quick { " --quick" } else { "" };
    let (version, date) = (env!("CARGO_PKG_VERSION"), time::OffsetDateTime::now_utc().date());
    let command = format!("{yardstick}cargo xtask bench --maps DIR --parts {part}{rounds}{quick}");
    format!("`{command}`:\nGridStar {version}, {}, {date}.", machine())
}

/// Output of a part, under its title. A part without a row of figures has measured nothing.
fn section(part: &str, head: &str, text: &str) -> Result<String> {
    let rows = text.lines().filter(|line| line.starts_with('|')).count().saturating_sub(2);
    ensure!(rows > 0, "{part} has no figures:\n{text}");
    let (first, rest) = part.split_at(1);
    Ok(format!("## {}{rest}\n\n{head}\n\n{text}", first.to_uppercase()))
}

/// The document with a section in place of the one with the same title, or at its end.
fn with_section(document: &str, section: &str) -> String {
    let title = section.lines().next().unwrap_or_default();
    let (before, old) = match document.split_once(&format!("{title}\n")) {
        Some((before, old)) => (before.to_owned(), old),
        None if document.is_empty() => (String::new(), ""),
        None => (format!("{}\n\n", document.trim_end()), ""),
    };
    let after = old.find("\n## ").map_or("", |at| &old[at..]);
    before + section + after
}

/// Machine on which the figures were taken.
fn machine() -> String {
    let processor = fs::read_to_string("/proc/cpuinfo").ok().and_then(|text| {
        let line = text.lines().find(|line| line.starts_with("model name"))?;
        Some(line.split_once(':')?.1.trim().to_owned())
    });
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let (os, architecture) = (std::env::consts::OS, std::env::consts::ARCH);
    format!("{} ({cores} cores, {os}, {architecture})", processor.as_deref().unwrap_or("unknown processor"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_section_takes_the_place_of_the_one_with_its_title_or_comes_last() {
        let document = "# A\n\n## Edits\n\nold\n\n## Frames\n\nf\n";
        assert_eq!(with_section(document, "## Edits\n\nnew\n"), document.replace("old", "new"));
        assert_eq!(with_section(document, "## Frames\n\nnew\n"), document.replace("f\n", "new\n"));
        assert_eq!(with_section("# A\n", "## B\n\nb\n"), "# A\n\n## B\n\nb\n");
    }

    #[test]
    fn a_part_without_figures_is_an_error() {
        let table = "| a | b |\n| - | - |\n";
        let whole = section("edits", "head", &format!("{table}| 1 | 2 |\n")).unwrap();
        assert_eq!(whole, format!("## Edits\n\nhead\n\n{table}| 1 | 2 |\n"));
        assert!(section("edits", "head", table).is_err() && section("edits", "head", "").is_err());
    }
}
