//! Compiles programs of `tests/c` against the header and the libraries of this build, and runs them.

#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test fails by panicking")]

use common::mono::{empty_directory, root, succeed};
use std::path::PathBuf;
use std::process::Command;

/// The folder of the libraries that cargo built together with this test.
fn library_folder() -> PathBuf {
    std::env::current_exe().unwrap().parent().unwrap().to_owned()
}

/// The programs of C++ of `tests/c`; the others are C.
const CPP: [&str; 3] = ["market", "sliced_field", "polled_ticket"];

fn compile(name: &str, linking: &[String]) -> PathBuf {
    let kind = if linking.len() == 1 { "c_static" } else { "c_shared" };
    let program = empty_directory(&format!("{kind}_{name}")).join(name);
    let (compiler, standard, ending) =
        if CPP.contains(&name) { ("c++", "-std=c++17", "cpp") } else { ("cc", "-std=c99", "c") };
    let mut command = Command::new(compiler);
    command.args([standard, "-pedantic", "-Wall", "-Wextra", "-Werror", "-O1", "-I"]).arg(root().join("include"));
    command.arg(root().join(format!("tests/c/{name}.{ending}"))).arg("-o").arg(&program);
    succeed(command.args(linking).args(["-lpthread", "-ldl", "-lm"]));
    program
}

fn run_with_the_shared_library(name: &str) -> String {
    let folder = library_folder();
    let program = compile(name, &[format!("-L{}", folder.display()), "-lgridstar".into()]);
    succeed(Command::new(program).env("LD_LIBRARY_PATH", &folder).env("DYLD_LIBRARY_PATH", &folder))
}

fn run_with_the_static_library(name: &str) -> String {
    let program = compile(name, &[library_folder().join("libgridstar.a").display().to_string()]);
    succeed(&mut Command::new(program))
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
    check(&run_with_the_shared_library("use_gridstar"));
}

#[test]
fn a_c_program_finds_paths_with_the_static_library() {
    check(&run_with_the_static_library("use_gridstar"));
}

/// First: nine diagonal steps of 1.4 and a straight one. Then: six diagonal steps and four straight ones around the
/// swamp. Through it the path would cost 14. Then: two diagonal steps and five straight ones, past a crate. The
/// market's path has 19 diagonal steps and one that enters the road, 19 steps along it, and the same back.
#[test]
fn the_programs_of_the_guide_print_what_the_guide_says() {
    let guide = std::fs::read_to_string(root().join("docs/c-guide.md")).unwrap();
    for (name, printed) in [
        ("first_path", "11 cells, cost 13.6"),
        ("way_points", "cost 12.4: (0, 0) (2, 2) (2, 3) (3, 4) (5, 4) (8, 1) (8, 0)"),
        ("covers", "8 cells, cost 7.8"),
        ("walls", "closed -1.0, open 1.0, down 4.8, up -1.0, the door open, 4 at (4, 3)"),
        ("fields", "cost 13.0, through the door 11.0, safe at (0, 2), 6 cells in range, penalties 160 and 80"),
        ("crowds", "8 of 8 are through the gate after 10.7 s"),
        ("floors", "down 3.0, up 15.0; the agents take links 2 and 0, later 0 and 1"),
        ("moving_place", "cell (4, 0), a path of 12 points from (139.50, 2.00, 0.25)"),
        ("long_ways", "8 cells of a path within 1.1 of the best, and a building in the gap cuts off 1 spawn"),
        ("hexagons", "10 cells, cost 9.0; no lines of sight"),
        ("saved_grids", "the door was closed and is open; damage is told"),
        ("saved_floors", "21 cells over 1 link, cost 23.0; 0 grids are left"),
        ("rollback", "in step, cost 33.4"),
        ("lockstep", "in step for 1000 ticks; a wrong command is told: cell (4, 3)"),
        ("market", "60 cells, cost 64.8; 30 of 30 are through the gate after 16.9 s"),
        ("sliced_field", "the agent waits, has no way while the field follows the door, then cost 253"),
        ("polled_ticket", "28 paths of 14810 cells, and 22 goals are obstacles"),
    ] {
        for output in [run_with_the_shared_library(name), run_with_the_static_library(name)] {
            assert_eq!(output.trim_end(), printed);
        }
        assert!(guide.contains(&format!("It prints `{printed}`")), "{name}");
    }
}

#[test]
fn the_program_of_the_manual_is_the_first_one_of_the_guide() {
    let program = std::fs::read_to_string(root().join("tests/c/first_path.c")).unwrap();
    let page = std::fs::read_to_string(root().join("unity-package/Documentation~/without-unity.md")).unwrap();
    assert_eq!(page.split("```c\n").nth(1).unwrap().split("```").next().unwrap(), program);
    assert!(page.contains("It prints `11 cells, cost 13.6`"));
}

#[test]
fn the_programs_of_the_guide_are_those_that_are_compiled() {
    let guide = std::fs::read_to_string(root().join("docs/c-guide.md")).unwrap();
    let blocks: Vec<&str> = guide.split("```c\n").skip(1).map(|rest| rest.split("```").next().unwrap()).collect();
    let programs = [
        "first_path",
        "way_points",
        "covers",
        "walls",
        "fields",
        "crowds",
        "long_ways",
        "floors",
        "moving_place",
        "hexagons",
        "saved_grids",
        "saved_floors",
        "rollback",
        "lockstep",
    ]
    .map(|name| std::fs::read_to_string(root().join(format!("tests/c/{name}.c"))).unwrap());
    assert_eq!(blocks, programs);
    let blocks = guide.split("```cpp\n").skip(1).map(|rest| rest.split("```").next().unwrap());
    let programs = CPP.map(|name| std::fs::read_to_string(root().join(format!("tests/c/{name}.cpp"))).unwrap());
    assert_eq!(blocks.collect::<Vec<_>>(), programs);
}
