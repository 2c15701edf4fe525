//! The report: all tables with machine, date and command; and its way into the documents.

use anyhow::{Context, Result, ensure};
use clap::Args;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

#[derive(Args)]
pub(crate) struct ReportArgs {
    /// The .map files of the engines' part
    maps: Vec<PathBuf>,
    /// The parts, in their order
    #[arg(long, value_delimiter = ',')]
    parts: Vec<String>,
    /// For the engines' part
    #[arg(long)]
    rounds: u32,
    /// For the engines' part
    #[arg(long)]
    queries: Option<u32>,
    /// Little of everything
    #[arg(long)]
    quick: bool,
    /// The folder for the report, the plots and what is asked
    #[arg(long)]
    out: PathBuf,
    /// The project's folder: benches/ gets the tables and plots
    #[arg(long)]
    results: Option<PathBuf>,
}

/// A run of all parts writes the whole document, and a run of the engines alone what lies between the marks.
const RESULTS: &str = "benches/RESULTS.md";
const BEGIN: &str = "<!-- written by cargo xtask bench --results: begin -->\n";
const END: &str = "<!-- end -->\n";

/// How many parts a whole report has.
const PARTS: usize = 8;

const PLOTS: [&str; 2] = ["time-by-length.svg", "growth.svg"];

/// Runs the parts one after the other, each as a program of its own.
pub(crate) fn run(args: &ReportArgs) -> Result<()> {
    let head = head(args);
    println!("{head}");
    let mut sections = Vec::new();
    for part in &args.parts {
        eprintln!("{part} ...");
        let mut command = Command::new(std::env::current_exe()?);
        command.arg(part).args(args.quick.then_some("--quick"));
        match part.as_str() {
            "engines" => {
                command.arg("--out").arg(&args.out).args(["--rounds", &args.rounds.to_string()]).args(&args.maps);
                command.args(args.queries.map(|queries| format!("--queries={queries}")));
            }
            "growth" => drop(command.arg("--plot").arg(args.out.join(PLOTS[1]))),
            _ => {}
        }
        let output = command.stdin(Stdio::null()).stderr(Stdio::inherit()).output()?;
        ensure!(output.status.success(), "{part} failed ({})", output.status);
        let section = section(part, &String::from_utf8(output.stdout)?)?;
        println!("{section}");
        sections.push((part.as_str(), section));
    }
    let report = head.clone() + &sections.iter().map(|(_, text)| format!("\n{text}")).collect::<String>();
    fs::write(args.out.join("report.md"), &report).context("the report can't be written")?;
    let Some(root) = &args.results else { return Ok(()) };
    write_results(&root.join(RESULTS), &head, &sections)?;
    for plot in PLOTS.iter().filter(|plot| args.out.join(plot).exists()) {
        fs::copy(args.out.join(plot), root.join("benches").join(plot))?;
    }
    Ok(())
}

fn write_results(file: &Path, head: &str, sections: &[(&str, String)]) -> Result<()> {
    let of = |is_engines: bool| sections.iter().filter(move |(part, _)| (*part == "engines") == is_engines);
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
    let parts = if args.parts == ["engines"] { " --parts engines" } else { "" };
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
