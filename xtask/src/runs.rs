//! Running what was built: a C program, Rust's tests and a C# program, on this machine, under QEMU, under Wine and
//! under Node.
//!
//! The C program prints the same everywhere, and so does the C# program: answers don't depend on the platform.

use crate::command::quietly;
use crate::csharp::{self, Build};
use crate::libraries::builder::Builder;
use crate::libraries::targets::Target;
use crate::machines::{Arm64, Machine, This, Web, Windows};
use crate::steps::{Counts, Steps, cargo_tests};
use crate::tools;
use anyhow::{Context, Result, bail};
use std::path::{Path, PathBuf};

/// Rust's tests that are run on every foreign system: each function with each bad argument, and random maps against the
/// reference.
const TESTS: [&str; 2] = ["abi_table", "random_grids"];
/// Those that need a compiler for C or C#, the header's generator or maps beside them: in the long form all others are
/// run.
const AT_HOME: [&str; 6] = [
    "c_program",
    "csharp_matches_header",
    "csharp_reads_maps",
    "csharp_reports_a_bad_library",
    "header_is_current",
    "scenarios",
];

/// What was run so far.
pub struct Runs<'a> {
    builder: &'a Builder<'a>,
    long: bool,
    /// What the first run of the C program printed, and of the C# program.
    c_output: Option<String>,
    csharp_output: Option<String>,
}

impl<'a> Runs<'a> {
    pub fn new(builder: &'a Builder<'a>, long: bool) -> Self {
        Self { builder, long, c_output: None, csharp_output: None }
    }

    /// The runs of one target's library; none where no machine here can run it.
    pub fn add_steps(&mut self, target: &'static Target, library: &Path, steps: &mut Steps) {
        let is_linux = cfg!(all(target_os = "linux", target_arch = "x86_64"));
        match target.name {
            "linux-x86_64" if is_linux => {
                self.c_program(&This, target, library, steps);
                self.csharp_program(&This, target, library, steps);
            }
            "linux-arm64" if is_linux => {
                self.c_program(&Arm64, target, library, steps);
                self.rust_tests(&Arm64, target, steps);
            }
            "windows-x86_64" if is_linux => {
                let windows = Windows::default();
                self.c_program(&windows, target, library, steps);
                self.rust_tests(&windows, target, steps);
                self.csharp_program(&windows, target, library, steps);
            }
            "webgl" => {
                self.c_program(&Web, target, library, steps);
                steps.check("webgl: without threads, work for the background is done at once", || {
                    self.compile_and_run(&Web, "without_threads", library)
                });
            }
            _ => {}
        }
    }

    fn c_program(&mut self, machine: &dyn Machine, target: &Target, library: &Path, steps: &mut Steps) {
        steps.check(&format!("{}: a C program runs {}", target.name, machine.name()), || {
            let printed = self.compile_and_run(machine, "use_gridstar", library)?;
            agree(&printed, &mut self.c_output)
        });
    }

    /// Compiles a program of tests/c against the header and the library, and gives back what it prints.
    fn compile_and_run(&self, machine: &dyn Machine, name: &str, library: &Path) -> Result<String> {
        let workspace = self.builder.workspace;
        let folder = self.folder(machine)?;
        let program = folder.join(name);
        let mut compiler = machine.c_compiler(workspace)?;
        compiler.args(["-std=c99", "-O1", "-I"]).arg(workspace.root.join("include"));
        compiler.arg(workspace.root.join("tests/c").join(format!("{name}.c"))).arg(library);
        quietly(compiler.arg("-o").arg(machine.program(&program)))?;
        let beside = folder.join(library.file_name().unwrap_or_default());
        std::fs::copy(library, beside)?;
        let printed = quietly(machine.run(workspace, &folder)?.arg(machine.program(&program)))?;
        Ok(printed.replace("\r\n", "\n"))
    }

    fn folder(&self, machine: &dyn Machine) -> Result<PathBuf> {
        let folder = self.builder.workspace.target.join("platforms").join(machine.folder());
        std::fs::create_dir_all(&folder)?;
        Ok(folder)
    }

    fn rust_tests(&self, machine: &dyn Machine, target: &'static Target, steps: &mut Steps) {
        let which = if self.long { "all that need nothing beside them".into() } else { TESTS.join(", ") };
        steps.suite(&format!("{}: Rust tests {} ({which})", target.name, machine.name()), || {
            self.run_tests(machine, target)
        });
    }

    fn run_tests(&self, machine: &dyn Machine, target: &'static Target) -> Result<Counts> {
        let tests =
            if self.long { tests_abroad(&self.builder.workspace.root)? } else { TESTS.map(str::to_owned).into() };
        let triple = target.triples.first().context("a target has a triple")?;
        let (mut command, rust) = self.builder.cargo(target, triple, "test")?;
        // Optimising what only drives the tests would take most of the time.
        command.args(["--no-fail-fast", "--config", "profile.test.package.\"*\".opt-level=0"]);
        command.args(rust.test_arguments()).args(tests.iter().flat_map(|test| ["--test", test]));
        if self.long {
            command.arg("--lib");
        }
        machine.run_tests_with(self.builder, triple, &mut command)?;
        cargo_tests(&mut command)
    }

    fn csharp_program(&mut self, machine: &dyn Machine, target: &Target, library: &Path, steps: &mut Steps) {
        steps.check(&format!("{}: a C# program runs {}", target.name, machine.csharp_name()), || {
            tools::ensure_mono()?;
            let build = Build::begin(self.builder.workspace, machine.folder(), library)?;
            build.compile_all(&[csharp::CORE, csharp::PLAYER])?;
            let printed = quietly(&mut machine.csharp(self.builder.workspace, &build, library)?)?;
            agree(&printed.replace("\r\n", "\n"), &mut self.csharp_output)
        });
    }
}

/// The names of the tests in tests/ but those that stay at home, in their order.
fn tests_abroad(root: &Path) -> Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in std::fs::read_dir(root.join("tests"))? {
        let path = entry?.path();
        let is_test = path.extension().is_some_and(|extension| extension == "rs") || path.join("main.rs").exists();
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        if is_test && !AT_HOME.contains(&name.as_str()) {
            names.push(name);
        }
    }
    names.sort();
    Ok(names)
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

    #[test]
    fn every_test_goes_abroad_or_is_said_to_stay_at_home() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let abroad = tests_abroad(&root).unwrap();
        assert!(TESTS.iter().all(|test| abroad.contains(&(*test).to_owned())), "{abroad:?}");
        assert!(!abroad.contains(&"common".to_owned()) && !abroad.contains(&"c".to_owned()), "{abroad:?}");
        for name in AT_HOME {
            assert!(root.join("tests").join(name).with_extension("rs").exists(), "there is no test {name}");
            assert!(!abroad.contains(&name.to_owned()));
        }
    }
}
