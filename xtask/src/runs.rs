//! Running what was built: a C program, Rust's tests and a C# program, on this machine, under QEMU, under Wine and
//! under Node.
//!
//! The C program prints the same everywhere, and so does the C# program: answers don't depend on the platform.

use crate::command::quietly;
use crate::csharp::{self, Build};
use crate::libraries::builder::Builder;
use crate::libraries::targets::Target;
use crate::machines::Machine;
use crate::steps::{Counts, Steps, cargo_tests};
use crate::tools;
use anyhow::{Context, Result, bail};
use std::path::Path;

/// Rust's tests that are run on every foreign system: each function with each bad argument, games that go back to
/// forks, and random maps against the reference.
const TESTS: [&str; 3] = ["abi_table", "forks", "random_grids"];
/// Setting of the forks' tests, for which foreign systems have less time.
const FEW_FORKS: (&str, &str) = ("GRIDSTAR_FORKS", "12");
/// Those that need a compiler for C or C#, the header's generator or files beside them, or count the pages of their
/// process: in the long form all others are run.
const AT_HOME: [&str; 7] = [
    "c_program",
    "csharp_reads_maps",
    "csharp_reports_a_bad_library",
    "documents",
    "freed_in_shares",
    "fuzz_corpus",
    "scenarios",
];

/// Runs so far.
pub struct Runs<'a> {
    builder: &'a Builder<'a>,
    long: bool,
    /// Output of the first run of the C program, and of the C# program.
    c_output: Option<String>,
    csharp_output: Option<String>,
}

impl<'a> Runs<'a> {
    pub fn new(builder: &'a Builder<'a>, long: bool) -> Self {
        Self { builder, long, c_output: None, csharp_output: None }
    }

    /// The runs of one target's library; none where no machine here can run it.
    pub fn add_steps(&mut self, target: &Target, library: &Path, steps: &mut Steps) {
        for machine in Machine::all_of(target.name) {
            self.add_steps_on(&machine, target, library, steps);
        }
    }

    fn add_steps_on(&mut self, machine: &Machine, target: &Target, library: &Path, steps: &mut Steps) {
        let (name, run) = (target.name, machine.name());
        steps.check(&format!("{name}: a C program runs {run}"), || {
            agree(&self.c_program(machine, target, "c/use_gridstar", library)?, &mut self.c_output)
        });
        if matches!(machine, Machine::Web { .. }) {
            let title = "without threads of its own, work for the background is done at once";
            steps.check(&format!("{name}: {title} {run}"), || {
                self.c_program(machine, target, "c/without_threads", library)
            });
        }
        if matches!(machine, Machine::Android(_)) {
            steps.check(&format!("{name}: threads run and panics are caught {run}"), || {
                let printed = self.c_program(machine, target, "android/threads_and_panics", library)?;
                // What the panics say follows.
                Ok(printed.lines().next().unwrap_or_default().to_owned())
            });
        }
        if matches!(machine, Machine::Arm64 | Machine::Windows(_)) {
            let which = if self.long { "all that need nothing beside them".into() } else { TESTS.join(", ") };
            steps.suite(&format!("{name}: Rust tests {run} ({which})"), || self.rust_tests(machine, target));
        }
        if matches!(machine, Machine::This | Machine::Windows(_)) {
            let run = if matches!(machine, Machine::This) { "on Mono" } else { "on .NET under Wine" };
            steps.check(&format!("{name}: a C# program runs {run}"), || {
                tools::ensure_mono()?;
                let build = Build::begin(self.builder.workspace, name, library)?;
                build.compile_all(&[csharp::CORE, csharp::PLAYER])?;
                let printed = quietly(&mut machine.csharp(self.builder.workspace, &build, library)?)?;
                agree(&printed.replace("\r\n", "\n"), &mut self.csharp_output)
            });
        }
    }

    /// Compiles a program of tests/ against the header and the library, and gives back what it prints.
    fn c_program(&self, machine: &Machine, target: &Target, name: &str, library: &Path) -> Result<String> {
        let workspace = self.builder.workspace;
        let folder = workspace.target.join("platforms").join(target.name);
        std::fs::create_dir_all(&folder)?;
        let source = workspace.root.join("tests").join(name).with_extension("c");
        let program = machine.program(&folder.join(source.file_stem().unwrap_or_default()));
        let mut compiler = machine.c_compiler(workspace)?;
        // Debian's Emscripten lacks the part that makes the script of threads small.
        let optimization = if matches!(machine, Machine::Web { has_threads: true }) { "-O0" } else { "-O1" };
        compiler.args(["-std=c99", optimization, "-I"]).arg(workspace.root.join("include"));
        compiler.arg(source).arg(library);
        quietly(compiler.arg("-o").arg(&program))?;
        std::fs::copy(library, folder.join(library.file_name().unwrap_or_default()))?;
        let printed = quietly(machine.run(workspace, &folder)?.arg(program))?;
        Ok(printed.replace("\r\n", "\n"))
    }

    fn rust_tests(&self, machine: &Machine, target: &Target) -> Result<Counts> {
        let workspace = self.builder.workspace;
        let tests = if self.long { workspace.tests_but(&AT_HOME)? } else { TESTS.map(str::to_owned).into() };
        let triple = target.triples.first().context("a target has a triple")?;
        let (mut command, rust) = self.builder.cargo(target, triple, "test")?;
        // Optimising what only drives the tests would take most of the time.
        command.env(FEW_FORKS.0, FEW_FORKS.1);
        command.args(["--no-fail-fast", "--config", "profile.test.package.\"*\".opt-level=0"]);
        command.args(rust.test_arguments()).args(tests.iter().flat_map(|test| ["--test", test]));
        if self.long {
            command.arg("--lib");
        }
        machine.prepare_tests(self.builder, triple, &mut command)?;
        cargo_tests(&mut command)
    }
}

/// Fails unless a program printed what it printed before elsewhere. Sizes in memory may differ, with those of pointers.
fn agree(printed: &str, before: &mut Option<String>) -> Result<String> {
    let lines = printed.lines().filter(|line| !line.contains(" bytes ")).collect::<Vec<_>>().join("\n");
    let count = lines.lines().count();
    match before {
        Some(before) if *before != lines => bail!("it prints\n{printed}\nand elsewhere printed\n{before}"),
        Some(_) => Ok(format!("{count} lines as elsewhere")),
        None => {
            *before = Some(lines);
            Ok(format!("{count} lines"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workspace::Workspace;

    #[test]
    fn every_test_goes_abroad_or_is_said_to_stay_at_home() {
        let workspace = Workspace::find().unwrap();
        let abroad = workspace.tests_but(&AT_HOME).unwrap();
        assert!(TESTS.iter().all(|test| abroad.contains(&(*test).to_owned())), "{abroad:?}");
        assert!(!abroad.contains(&"common".to_owned()) && !abroad.contains(&"c".to_owned()), "{abroad:?}");
        for name in AT_HOME {
            let path = workspace.root.join("tests").join(name);
            let exists = path.with_extension("rs").exists() || path.join("main.rs").exists();
            assert!(exists && !abroad.contains(&name.to_owned()), "there is no test {name}");
        }
    }
}
