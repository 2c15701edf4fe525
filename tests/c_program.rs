//! Compiles `tests/c/use_gridstar.c` against the header and the libraries of this build, and runs it.

#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test fails by panicking")]

#[path = "common/mono.rs"]
#[allow(dead_code, reason = "other tests use the functions for Mono")]
mod mono;

use mono::{empty_directory, root, succeed};
use std::path::PathBuf;
use std::process::Command;

/// The folder of the libraries that cargo built together with this test.
fn library_folder() -> PathBuf {
    std::env::current_exe().unwrap().parent().unwrap().to_owned()
}

fn compile(linking: &[String]) -> PathBuf {
    let name = if linking.len() == 1 { "c_static" } else { "c_shared" };
    let program = empty_directory(name).join("use_gridstar");
    let mut command = Command::new("cc");
    command.args(["-std=c99", "-pedantic", "-Wall", "-Wextra", "-Werror", "-O1", "-I"]).arg(root().join("include"));
    command.arg(root().join("tests/c/use_gridstar.c")).arg("-o").arg(&program);
    succeed(command.args(linking).args(["-lpthread", "-ldl", "-lm"]));
    program
}

/// The costs are computed by hand. The path through both gaps has 21 diagonal steps and 1 straight step. If the path
/// may not cut the corners of the walls, it has 17 and 9.
fn check(output: &str) {
    for line in [
        concat!("GridStar ", env!("CARGO_PKG_VERSION")),
        "23 cells, cost 30.4, ",
        "without cutting corners: cost 32.8",
        "(0, 0) to (7, 0): The goal is an obstacle, or the agent cannot stand there.",
    ] {
        assert!(output.lines().any(|printed| printed.starts_with(line)), "no line {line:?} in\n{output}");
    }
}

#[test]
fn a_c_program_finds_paths_with_the_shared_library() {
    let folder = library_folder();
    let program = compile(&[format!("-L{}", folder.display()), "-lgridstar".into()]);
    check(&succeed(Command::new(program).env("LD_LIBRARY_PATH", &folder).env("DYLD_LIBRARY_PATH", &folder)));
}

#[test]
fn a_c_program_finds_paths_with_the_static_library() {
    let program = compile(&[library_folder().join("libgridstar.a").display().to_string()]);
    check(&succeed(&mut Command::new(program)));
}
