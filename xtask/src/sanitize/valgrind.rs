//! Valgrind's memcheck over the C program and a C# program under Mono, both with the library that ships.

use crate::command::quietly;
use crate::csharp::{self, Build};
use crate::libraries::builder;
use crate::steps::Steps;
use crate::tools::{self, Unavailable};
use crate::workspace::{Workspace, native_file_name};
use anyhow::{Context, Result, bail, ensure};
use std::path::PathBuf;
use std::process::Command;

/// Valgrind's report of one program.
struct Report {
    /// Reports of its errors, in XML.
    errors: Vec<String>,
}

impl Report {
    /// Errors with code of a library on their stack; Mono's own are not the library's.
    fn errors_in(&self, library: &str) -> Vec<&str> {
        let is_in = |error: &&String| objects(error).any(|object| object.ends_with(library));
        self.errors.iter().filter(is_in).map(String::as_str).collect()
    }
}

/// The files that the functions on an error's stacks come from.
fn objects(error: &str) -> impl Iterator<Item = &str> {
    error.split("<obj>").skip(1).filter_map(|rest| rest.split("</obj>").next())
}

fn errors(xml: &str) -> Vec<String> {
    let parts = xml.split("<error>").skip(1);
    parts.filter_map(|rest| Some(rest.split_once("</error>")?.0.to_owned())).collect()
}

pub(super) fn add_steps(workspace: &Workspace, steps: &mut Steps) {
    steps.check("valgrind reports a C program with planted faults", || {
        let program = compile(workspace, "planted_faults", &[])?;
        for (word, kind) in [("read", "InvalidRead"), ("leak", "Leak_DefinitelyLost")] {
            let (_, report) = watch(workspace, Command::new(&program).arg(word))?;
            let is_reported = report.errors.iter().any(|error| error.contains(&format!("<kind>{kind}</kind>")));
            ensure!(is_reported, "valgrind did not report the planted fault {word}");
        }
        Ok("reported: a read of freed memory, a leak".into())
    });
    for name in ["use_gridstar", "first_path"] {
        steps.check(&format!("{name}.c under valgrind"), || c_program(workspace, name));
    }
    steps.check("valgrind reports a library with a planted fault under Mono", || planted_under_mono(workspace));
    steps.check("a C# program under Mono and valgrind", || mono_program(workspace));
}

fn ensure_possible() -> Result<()> {
    ensure!(cfg!(target_os = "linux"), Unavailable("this command needs Linux".into()));
    tools::ensure(&[&tools::VALGRIND])
}

/// Runs a program, which has to succeed, and returns what it printed and what valgrind says about it.
fn watch(workspace: &Workspace, program: &Command) -> Result<(String, Report)> {
    ensure_possible()?;
    let file = workspace.target.join("sanitized/valgrind.xml");
    std::fs::create_dir_all(workspace.target.join("sanitized"))?;
    let mut command = Command::new("valgrind");
    command.args(["--leak-check=full", "--show-leak-kinds=definite", "--num-callers=40", "--xml=yes"]);
    command.arg(format!("--xml-file={}", file.display())).arg(program.get_program()).args(program.get_args());
    command.envs(program.get_envs().filter_map(|(name, value)| Some((name, value?))));
    if let Some(folder) = program.get_current_dir() {
        command.current_dir(folder);
    }
    let printed = quietly(&mut command)?;
    let xml = std::fs::read(&file).with_context(|| file.display().to_string())?;
    let xml = String::from_utf8_lossy(&xml);
    ensure!(xml.contains("</valgrindoutput>"), "valgrind's report is not whole");
    Ok((printed, Report { errors: errors(&xml) }))
}

/// Compiles a program of `tests/c`.
fn compile(workspace: &Workspace, name: &str, linking: &[&str]) -> Result<PathBuf> {
    let folder = workspace.target.join("sanitized/valgrind");
    std::fs::create_dir_all(&folder)?;
    let out = folder.join(name);
    let mut command = Command::new("cc");
    command.args(["-std=c99", "-g", "-O0", "-I"]).arg(workspace.root.join("include"));
    command.arg(workspace.root.join(format!("tests/c/{name}.c"))).arg("-o").arg(&out).args(linking);
    quietly(&mut command)?;
    Ok(out)
}

fn c_program(workspace: &Workspace, name: &str) -> Result<String> {
    ensure_possible()?;
    let native = builder::own(workspace)?;
    let folder = native.parent().context("the library lies in a folder")?;
    let program = compile(workspace, name, &[&format!("-L{}", folder.display()), "-lgridstar", "-lm"])?;
    let (printed, report) = watch(workspace, Command::new(program).env("LD_LIBRARY_PATH", folder))?;
    if let Some(first) = report.errors.first() {
        bail!("{} errors; the first one:\n{first}", report.errors.len());
    }
    Ok(format!("{} lines printed, no error", printed.lines().count()))
}

fn planted_under_mono(workspace: &Workspace) -> Result<String> {
    ensure_possible()?;
    tools::ensure_mono()?;
    let build = Build::without_library(workspace, "planted")?;
    let library = build.folder.join("libplanted.so");
    let source = workspace.root.join("tests/c/planted_faults.c");
    quietly(
        Command::new("cc").args(["-std=c99", "-g", "-O0", "-fPIC", "-shared"]).arg(source).arg("-o").arg(&library),
    )?;
    build.compile_folder("Planted.exe", &workspace.root.join("tests/csharp/PlantedFaults"), "")?;
    let (_, report) = watch(workspace, build.with_library("mono").arg("Planted.exe"))?;
    let reported = report.errors_in("libplanted.so").iter().any(|error| error.contains("<kind>InvalidRead</kind>"));
    ensure!(reported, "valgrind did not report the planted fault under Mono");
    Ok(format!("reported: a read of freed memory; {} errors are Mono's own", others(&report, "libplanted.so")))
}

fn mono_program(workspace: &Workspace) -> Result<String> {
    ensure_possible()?;
    tools::ensure_mono()?;
    let build = Build::begin(workspace, "valgrind", &builder::own(workspace)?)?;
    build.compile_all(&[csharp::CORE, csharp::PLAYER])?;
    let alone = quietly(build.with_library("mono").arg(csharp::PLAYER.file))?;
    let (printed, report) = watch(workspace, build.with_library("mono").arg(csharp::PLAYER.file))?;
    ensure!(printed == alone, "under valgrind the program printed\n{printed}\ninstead of\n{alone}");
    let library = native_file_name();
    if let Some(first) = report.errors_in(&library).first() {
        bail!("{} errors in the library; the first one:\n{first}", report.errors_in(&library).len());
    }
    let (lines, others) = (printed.lines().count(), others(&report, &library));
    Ok(format!("{lines} lines printed, no error in the library; {others} errors are Mono's own"))
}

fn others(report: &Report, library: &str) -> usize {
    report.errors.len() - report.errors_in(library).len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_are_told_apart_by_the_libraries_on_their_stacks() {
        let frame = |object| format!("<frame><obj>{object}</obj></frame>");
        let [mono, own] = ["/usr/bin/mono-sgen", "/a/libgridstar.so"].map(frame);
        let xml = format!("<x><error>1{mono}</error><error>2{mono}{own}</error></x>");
        let report = Report { errors: errors(&xml) };
        assert_eq!(report.errors.len(), 2);
        assert_eq!(report.errors_in("libgridstar.so").len(), 1);
        assert!(report.errors_in("libgridstar.so")[0].starts_with('2'));
    }
}
