//! The report: all tables with machine, date and command; and its way into the documents.

use crate::counting;
use anyhow::{Context, Result, ensure};
use clap::{Args, ValueEnum};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

#[derive(Args)]
pub(crate) struct ReportArgs {
    /// A folder of MovingAI maps; scenarios of the maps' names, or else random queries, are asked
    #[arg(long, value_name = "DIR", default_value = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/demo/maps"))]
    maps: PathBuf,
    /// Only these parts
    #[arg(
        long,
        value_enum,
        value_delimiter = ',',
        default_value = "engines,growth,bounded,building,edits,frames,concurrent,patterns,terrain"
    )]
    parts: Vec<Part>,
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
    /// Also write plots into benches/, and into benches/RESULTS.md all figures, or those of the engines if they were
    /// measured alone
    #[arg(long, conflicts_with = "quick")]
    results: bool,
    /// Instead of all that, count the instructions of fixed searches with callgrind, and compare with the stored counts
    #[arg(long)]
    instructions: bool,
    /// Store the counts
    #[arg(long, requires = "instructions")]
    store: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, ValueEnum)]
enum Part {
    /// All engines on the maps' scenarios
    Engines,
    /// Maps of 64 to 8192 a side
    Growth,
    /// Weights above 1 beside optimal searches
    Bounded,
    /// Paths within a bound by the net, on maps of 8192 a side
    Huge,
    /// Creating grids, deriving what searches need, large edits
    Building,
    /// Single cells edited between searches
    Edits,
    /// A game that opens and closes doors every frame
    Frames,
    /// One thread edits while another searches
    Concurrent,
    /// Small tiles repeated over a map: where jump points are slow beside A*
    Patterns,
    /// Weighted terrain, penalties and wide agents
    Terrain,
    /// Many queries in one call, on one thread and on two
    Batches,
    /// Plans for many agents around each other
    Reservations,
}

/// The project's folder.
const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// Maps whose scenarios were made for other rules than "both free".
const OTHER_RULES: [&str; 2] = ["dustwallowkeys", "riverrun"];

/// A run of all parts writes the whole document, and a run of the engines alone what lies between the marks.
const RESULTS: &str = "benches/RESULTS.md";
const BEGIN: &str = "<!-- written by cargo xtask bench --results: begin -->\n";
const END: &str = "<!-- end -->\n";

/// How many parts a whole report has.
const PARTS: usize = 9;

const PLOTS: [&str; 2] = ["time-by-length.svg", "growth.svg"];

/// Runs the parts one after the other, each as a program of its own.
pub(crate) fn run(args: &ReportArgs) -> Result<()> {
    if args.instructions {
        return counting::count_all(args.store);
    }
    let out = args.out.clone().map_or_else(|| Ok(std::env::current_exe()?.with_file_name("bench")), anyhow::Ok)?;
    fs::create_dir_all(&out).with_context(|| out.display().to_string())?;
    let head = head(args);
    println!("{head}");
    let mut sections = Vec::new();
    for part in &args.parts {
        let name = format!("{part:?}").to_lowercase();
        eprintln!("{name} ...");
        let mut command = command(args, *part, &name, &out)?;
        let output = command.stdin(Stdio::null()).stderr(Stdio::inherit()).output()?;
        ensure!(output.status.success(), "{name} failed ({})", output.status);
        let section = section(&name, &String::from_utf8(output.stdout)?)?;
        println!("{section}");
        sections.push((name, section));
    }
    let report = head.clone() + &sections.iter().map(|(_, text)| format!("\n{text}")).collect::<String>();
    fs::write(out.join("report.md"), &report).context("the report can't be written")?;
    println!("Report and plots: {}", out.display());
    if args.results {
        write_results(&Path::new(ROOT).join(RESULTS), &head, &sections)?;
        for plot in PLOTS.iter().filter(|plot| out.join(plot).exists()) {
            fs::copy(out.join(plot), Path::new(ROOT).join("benches").join(plot))?;
        }
    }
    Ok(())
}

fn command(args: &ReportArgs, part: Part, name: &str, out: &Path) -> Result<Command> {
    let mut command = Command::new(std::env::current_exe()?);
    command.arg(name).args(args.quick.then_some("--quick"));
    match part {
        Part::Engines => {
            command.arg("--out").arg(out).args(["--rounds", &args.rounds.to_string()]).args(maps(&args.maps)?);
            command.args(args.queries.map(|queries| format!("--queries={queries}")));
        }
        Part::Growth => drop(command.arg("--plot").arg(out.join(PLOTS[1]))),
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

fn write_results(file: &Path, head: &str, sections: &[(String, String)]) -> Result<()> {
    let of = |is_engines: bool| sections.iter().filter(move |(part, _)| (part == "engines") == is_engines);
    let engines: String = of(true).map(|(_, text)| text.replacen("\n\n", &format!("\n\n{head}\n"), 1)).collect();
    if sections.len() == PARTS {
        fs::write(file, whole(head, &engines, of(false).map(|(_, text)| text.as_str())))?;
    } else if !engines.is_empty() {
        fs::write(file, replaced(&fs::read_to_string(file)?, &engines).context(RESULTS)?)?;
    }
    Ok(())
}

fn whole<'a>(head: &str, engines: &str, others: impl Iterator<Item = &'a str>) -> String {
    let picture = |plot: &str| format!("\n![{}]({plot})\n", plot.trim_end_matches(".svg").replace('-', " "));
    let said = "Written by `cargo xtask bench --results`; NOTES.md says how to read it.";
    let others: String = others.map(|text| format!("\n{text}")).collect();
    let plots = PLOTS.map(picture).concat();
    format!("# What was measured\n\n{said}\n\n{BEGIN}{engines}{END}\n{head}{others}{plots}")
}

/// The command that makes the report, as one would type it; the library, the machine and the date.
fn head(args: &ReportArgs) -> String {
    let yardstick = if std::env::var_os("GRIDSTAR_YARDSTICK").is_some() { "GRIDSTAR_YARDSTICK=PROGRAM " } else { "" };
    let rounds = if args.rounds == 3 { String::new() } else { format!(" --rounds {}", args.rounds) };
    let quick = if args.quick { " --quick" } else { "" };
    let parts = if args.parts == [Part::Engines] { " --parts engines" } else { "" };
    let (version, date) = (env!("CARGO_PKG_VERSION"), time::OffsetDateTime::now_utc().date());
    let command = format!("{yardstick}cargo xtask bench --maps DIR{parts}{rounds}{quick}");
    format!("`{command}`:\nGridStar {version}, {}, {date}.\n", machine())
}

/// What a part printed, under its title. A part without a row of figures has measured nothing.
fn section(part: &str, text: &str) -> Result<String> {
    let rows = text.lines().filter(|line| line.starts_with('|')).count().saturating_sub(2);
    ensure!(rows > 0, "{part} has no figures:\n{text}");
    let (first, rest) = part.split_at(1);
    Ok(format!("## {}{rest}\n\n{text}", first.to_uppercase()))
}

/// The document with other text between the marks.
fn replaced(document: &str, text: &str) -> Result<String> {
    let [before, _, after] = split(document).context("there is no place for the table")?;
    Ok(format!("{before}{BEGIN}{text}{END}{after}"))
}

/// What lies before, between and behind the marks.
fn split(document: &str) -> Option<[&str; 3]> {
    let (before, rest) = document.split_once(BEGIN)?;
    let (between, after) = rest.split_once(END)?;
    Some([before, between, after])
}

/// What the figures were taken on.
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
    fn only_what_lies_between_the_marks_is_replaced() {
        let document = format!("a\n{BEGIN}old\n{END}b\n");
        assert_eq!(replaced(&document, "new\n").unwrap(), format!("a\n{BEGIN}new\n{END}b\n"));
        assert!(replaced("a\n", "new\n").is_err());
    }

    #[test]
    fn a_part_without_figures_is_an_error() {
        let table = "| a | b |\n| - | - |\n";
        assert_eq!(
            section("edits", &format!("{table}| 1 | 2 |\n")).unwrap(),
            format!("## Edits\n\n{table}| 1 | 2 |\n")
        );
        assert!(section("edits", table).is_err());
        assert!(section("edits", "").is_err());
    }

    #[test]
    fn the_whole_has_a_place_for_the_engines() {
        let engines = "## Engines\n\n| a |\n";
        let document = whole("head.\n", engines, ["## Growth\n\n| b |\n"].into_iter());
        assert_eq!(split(&document).unwrap()[1], engines);
        assert!(document.contains("head.\n\n## Growth\n\n| b |\n\n![time by length](time-by-length.svg)\n"));
    }

    #[test]
    fn the_committed_results_have_the_table_of_the_engines_between_the_marks() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let document = fs::read_to_string(root.join(RESULTS)).unwrap();
        let [_, table, after] = split(&document).unwrap();
        assert!(table.contains("| GridStar default") && table.starts_with("## Engines"));
        assert!(after.contains("## Growth"));
    }
}
