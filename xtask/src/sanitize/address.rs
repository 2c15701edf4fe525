//! AddressSanitizer, with LeakSanitizer, over the Rust tests and the C program.

use super::planted::{FREED, LEAK, ensure_reported, words};
use super::sanitizer::{TARGET, ensure_x86_linux, sanitized};
use crate::command::quietly;
use crate::steps::{Counts, Steps, cargo_tests};
use crate::tools::Unavailable;
use crate::workspace::Workspace;
use anyhow::{Context, Result};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Tests that run other programs or open a library, which are not built for the sanitizer, and tests of texts alone.
/// The failing allocator of `api_sequences_memory` judges call stacks by names that this build writes in another way.
/// The sanitizer replaces `pthread_create`, as `threads_that_cannot_start` does.
const LEFT_OUT: [&str; 11] = [
    "api_sequences_memory",
    "c_program",
    "csharp_reads_maps",
    "csharp_reloads_scripts",
    "csharp_reports_a_bad_library",
    "documents",
    "planted_faults",
    "scenarios",
    "threads_that_cannot_start",
    "two_copies",
    "unloading",
];

/// Needs x86-64 Linux. Any compiler serves; it is asked to take unstable flags.
pub(super) fn add_steps(workspace: &Workspace, steps: &mut Steps) {
    for (test, sign) in
        [(FREED, "AddressSanitizer: heap-use-after-free"), (LEAK, "LeakSanitizer: detected memory leaks")]
    {
        steps.check(&format!("{} is reported", test.replace('_', " ")), || {
            ensure_x86_linux()?;
            ensure_reported(command(workspace).args(words(test)), sign)
        });
    }
    steps.check("the C program with a planted fault is reported by AddressSanitizer", || {
        ensure_x86_linux()?;
        let program = c_program(workspace, "planted_faults")?;
        ensure_reported(Command::new(&program).arg("read"), "AddressSanitizer: heap-use-after-free")?;
        ensure_reported(Command::new(&program).arg("leak"), "LeakSanitizer: detected memory leaks")
    });
    for name in ["use_gridstar", "first_path"] {
        steps.check(&format!("{name}.c under AddressSanitizer"), || {
            ensure_x86_linux()?;
            let printed = quietly(&mut Command::new(c_program(workspace, name)?))?;
            Ok(format!("{} lines printed", printed.lines().count()))
        });
    }
    steps.suite("the Rust tests under AddressSanitizer", || {
        ensure_x86_linux()?;
        rust_tests(workspace)
    });
}

fn command(workspace: &Workspace) -> Command {
    let mut command = sanitized(workspace, "address");
    command
        .env("CARGO_PROFILE_TEST_DEBUG", "line-tables-only")
        // Tests ask for more memory than there is, and expect a refusal.
        .env("ASAN_OPTIONS", "allocator_may_return_null=1")
        .args(["--config", "profile.test.package.gridstar.codegen-units=16", "--config", "profile.test.opt-level=1"]);
    command
}

fn rust_tests(workspace: &Workspace) -> Result<Counts> {
    let names = workspace.tests_but(&LEFT_OUT)?;
    let mut command = command(workspace);
    command.args(["test", "--no-fail-fast", "--lib"]).args(names.iter().flat_map(|name| ["--test", name]));
    cargo_tests(&mut command)
}

/// Compiles a program of `tests/c` with the C compiler's own sanitizer, and links it with the static library and Rust's
/// runtime of the sanitizer.
fn c_program(workspace: &Workspace, name: &str) -> Result<PathBuf> {
    let folder = workspace.target.join("sanitized/c");
    std::fs::create_dir_all(&folder)?;
    let (object, program) = (folder.join(format!("{name}.o")), folder.join(name));
    let source = workspace.root.join(format!("tests/c/{name}.c"));
    quietly(
        Command::new("cc")
            .args(["-std=c99", "-g", "-O1", "-fsanitize=address", "-c", "-I"])
            .arg(workspace.root.join("include"))
            .arg(source)
            .arg("-o")
            .arg(&object),
    )?;
    quietly(command(workspace).args(["build", "--quiet", "--lib"]))?;
    let library = workspace.target.join("sanitized").join(TARGET).join("debug/libgridstar.a");
    let mut link = Command::new("cc");
    link.arg(object).arg(library).arg("-Wl,--whole-archive").arg(runtime()?).arg("-Wl,--no-whole-archive");
    // The runtime is C++ without exceptions; a program must show it its symbols.
    quietly(link.args(["-rdynamic", "-lpthread", "-ldl", "-lm", "-lrt", "-lresolv", "-lstdc++", "-o"]).arg(&program))?;
    Ok(program)
}

/// The runtime of AddressSanitizer that belongs to the compiler.
fn runtime() -> Result<PathBuf> {
    let printed = quietly(Command::new("rustc").args(["--print", "target-libdir", "--target", TARGET]))?;
    let folder = Path::new(printed.trim());
    let entries = std::fs::read_dir(folder).with_context(|| folder.display().to_string())?;
    let is_runtime = |path: &PathBuf| path.to_string_lossy().ends_with("_rt.asan.a");
    let found = entries.filter_map(|entry| Some(entry.ok()?.path())).find(is_runtime);
    Ok(found.ok_or_else(|| Unavailable(format!("{} has no runtime of AddressSanitizer", folder.display())))?)
}
