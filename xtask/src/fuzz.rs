//! `cargo xtask fuzz`: the targets of fuzz/, each for some minutes. Fuzzing needs nightly Rust and cargo-fuzz.

use crate::tools::Unavailable;
use crate::workspace::Workspace;
use anyhow::{Context, Result, bail, ensure};
use clap::Args;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// How long, and what.
#[derive(Args)]
pub(crate) struct FuzzArgs {
    /// Minutes for each target
    #[arg(long, value_name = "N", default_value_t = 1)]
    minutes: u64,
    /// Only this target
    #[arg(long, value_name = "T")]
    target: Option<String>,
}

/// Longer inputs find nothing that shorter ones don't, and take longer.
const MOST_BYTES: u32 = 1024;

/// What libFuzzer printed about one run.
#[derive(Debug, Default, PartialEq, Eq)]
struct Outcome {
    executions: u64,
    /// Edges of the program that inputs have reached.
    coverage: u64,
    /// Files with inputs that fail.
    finds: Vec<String>,
}

impl Outcome {
    /// Reads `#512 REDUCE cov: 9311 ft: ...`, `stat::number_of_executed_units: 512` and `... Test unit written to F`.
    fn read(&mut self, line: &str) {
        let number = |text: &str| text.trim().parse().ok();
        if let Some(count) = line.strip_prefix("stat::number_of_executed_units:").and_then(number) {
            self.executions = count;
        }
        let coverage = line.strip_prefix('#').and_then(|line| line.split_once("cov: "));
        if let Some(edges) = coverage.and_then(|(_, rest)| number(rest.split(' ').next().unwrap_or(""))) {
            self.coverage = edges;
        }
        if let Some((_, file)) = line.split_once("Test unit written to ") {
            self.finds.push(file.trim().to_owned());
        }
    }
}

/// Runs the targets one after the other and prints executions, coverage and finds.
pub(crate) fn run(workspace: &Workspace, args: &FuzzArgs) -> Result<()> {
    let mut targets = targets(&workspace.root)?;
    if let Some(wanted) = &args.target {
        let known = targets.join(", ");
        targets.retain(|target| target == wanted);
        ensure!(!targets.is_empty(), "there is no target {wanted}: {known}");
    }
    ensure_cargo_fuzz()?;
    let mut found = Vec::new();
    for target in targets {
        let Outcome { executions, coverage, finds } = fuzz(workspace, &target, args.minutes)?;
        let count = finds.len();
        println!("{target}: {executions} executions in {} min, coverage {coverage}, {count} finds", args.minutes);
        found.extend(finds);
    }
    if !found.is_empty() {
        bail!("inputs that fail:\n  {}\nfuzz/README.md says how to repeat them", found.join("\n  "));
    }
    Ok(())
}

/// The names of the targets, sorted.
fn targets(root: &Path) -> Result<Vec<String>> {
    let folder = root.join("fuzz/fuzz_targets");
    let mut names = Vec::new();
    for entry in std::fs::read_dir(&folder).with_context(|| folder.display().to_string())? {
        names.push(entry?.path().file_stem().unwrap_or_default().to_string_lossy().into_owned());
    }
    names.sort();
    Ok(names)
}

/// New inputs go to cargo's target folder; the kept corpus only begins the search.
fn fuzz(workspace: &Workspace, target: &str, minutes: u64) -> Result<Outcome> {
    let folder = |name: &str| -> Result<PathBuf> {
        let folder = workspace.target.join("fuzz").join(name).join(target);
        std::fs::create_dir_all(&folder)?;
        Ok(folder)
    };
    let (found, finds) = (folder("corpus")?, folder("finds")?);
    let mut command = nightly_cargo();
    command.current_dir(&workspace.root).args(["fuzz", "run", target]).arg(found);
    command.arg(workspace.root.join("fuzz/corpus").join(target)).arg("--");
    command.arg(format!("-artifact_prefix={}/", finds.display())).arg("-print_final_stats=1");
    command.arg(format!("-max_total_time={}", minutes * 60)).arg(format!("-max_len={MOST_BYTES}"));
    let mut child = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped()).spawn()?;
    let (mut outcome, mut last) = (Outcome::default(), Vec::new());
    for line in BufReader::new(child.stderr.take().context("standard error is a pipe")?).split(b'\n') {
        let line = String::from_utf8_lossy(&line?).into_owned();
        outcome.read(&line);
        last.push(line);
        last.drain(..last.len().saturating_sub(40));
    }
    if !child.wait()?.success() {
        eprintln!("{}", last.join("\n"));
        ensure!(!outcome.finds.is_empty(), "{target} ended without a find");
    }
    Ok(outcome)
}

/// Rust's nightly, whatever toolchain runs this program.
fn nightly_cargo() -> Command {
    let mut command = Command::new("rustup");
    command.args(["run", "nightly", "cargo"]).env_remove("CARGO").env_remove("RUSTC").env_remove("RUSTUP_TOOLCHAIN");
    command
}

fn ensure_cargo_fuzz() -> Result<()> {
    let works =
        |arguments: &[&str]| nightly_cargo().args(arguments).output().is_ok_and(|output| output.status.success());
    let nightly = "nightly Rust is not installed: rustup toolchain install nightly --profile minimal";
    ensure!(works(&["--version"]), Unavailable(nightly.into()));
    if works(&["fuzz", "--version"]) {
        return Ok(());
    }
    eprintln!("installing cargo-fuzz from crates.io");
    let installed = works(&["install", "--quiet", "--locked", "cargo-fuzz"]) && works(&["fuzz", "--version"]);
    ensure!(installed, Unavailable("cargo-fuzz is not installed: cargo install cargo-fuzz".into()));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_libfuzzer_prints_is_counted() {
        let mut outcome = Outcome::default();
        let printed = "#2\tINITED cov: 12 ft: 13 corp: 1/1b\n#512\tREDUCE cov: 9311 ft: 20 corp: 3/9b lim: 4\n\
            artifact_prefix='f/'; Test unit written to f/crash-1\nstat::number_of_executed_units: 700\n";
        printed.lines().for_each(|line| outcome.read(line));
        assert_eq!(outcome, Outcome { executions: 700, coverage: 9311, finds: vec!["f/crash-1".into()] });
    }

    #[test]
    fn every_target_is_a_program_of_the_manifest() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let manifest = std::fs::read_to_string(root.join("fuzz/Cargo.toml")).unwrap();
        let targets = targets(&root).unwrap();
        assert!(targets.len() >= 4);
        for target in targets {
            assert!(manifest.contains(&format!("path = \"fuzz_targets/{target}.rs\"")), "{target}");
        }
    }
}
