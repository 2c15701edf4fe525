//! The scripts read MovingAI maps exactly as the Rust tests do: the demo's maps, and the maps in `GRIDSTAR_MAPS` if it
//! is set.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test fails by panicking")]

use common::cell_map::CellMap;
use common::mono::{Mono, empty_directory, root, sources, succeed};
use common::movingai::load_map;
use gridstar::grid::Cell;
use libtest_mimic::{Arguments, Failed, Trial};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

fn main() -> ExitCode {
    let given = std::env::var_os("GRIDSTAR_MAPS").map(PathBuf::from);
    let demo = Trial::test("the_maps_of_the_demo_are_read_cell_by_cell", || {
        compare("demo", &root().join("examples/demo/maps"))
    });
    let is_set = given.is_some();
    let others = Trial::test("the_maps_of_GRIDSTAR_MAPS_are_read_cell_by_cell", move || match &given {
        Some(folder) => compare("given", folder),
        None => Err(Failed::from("GRIDSTAR_MAPS is not set")),
    });
    libtest_mimic::run(&Arguments::from_args(), vec![demo, others.with_ignored_flag(!is_set)]).exit_code()
}

fn compare(name: &str, folder: &Path) -> Result<(), Failed> {
    let Some(mono) = Mono::find() else { return Ok(()) };
    let files = maps_of(folder)?;
    let directory = empty_directory(&format!("map_reader_{name}"));
    mono.compile_core(&directory);
    let program = mono.compile(&directory, "MapReader.exe", &sources("tests/csharp/MapReader"), &["GridStar.Core.dll"]);
    let printed = succeed(mono.command(&program).args(&files));
    let mut lines = printed.lines();
    for file in files {
        let map = load_map(&file)?;
        let (size, cells) = (format!("{} {}", map.width(), map.height()), digits(&map));
        if lines.next() != Some(&size) || lines.next() != Some(&cells) {
            return Err(format!("{} is read as a different map", file.display()).into());
        }
    }
    Ok(())
}

/// The maps of a folder. The folder must have at least one map.
fn maps_of(folder: &Path) -> Result<Vec<PathBuf>, Failed> {
    let entries = std::fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut files: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "map"));
    files.sort();
    match files.is_empty() {
        true => Err(format!("{} holds no .map file", folder.display()).into()),
        false => Ok(files.into_iter().map(|file| std::path::absolute(&file).unwrap_or(file)).collect()),
    }
}

/// Obstacles as bits, four bits to a hexadecimal digit, row by row.
fn digits(map: &CellMap) -> String {
    let cells = (0..map.height()).flat_map(|y| (0..map.width()).map(move |x| Cell::new(x, y)));
    let obstacles: Vec<bool> = cells.map(|cell| !map.is_walkable(cell)).collect();
    let digit = |four: &[bool]| four.iter().rev().fold(0, |digit, &obstacle| digit * 2 + u32::from(obstacle));
    obstacles.chunks(4).filter_map(|four| char::from_digit(digit(four), 16)).collect()
}
