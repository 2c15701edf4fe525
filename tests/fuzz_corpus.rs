//! The kept corpus of the fuzz targets, run without a fuzzer. `GRIDSTAR_FUZZ_INPUT=TARGET/FILE` runs one file instead,
//! such as a find in `fuzz/artifacts`; a failure of `calls` then prints the last calls and the maps.

#![allow(clippy::expect_used, clippy::unwrap_used, reason = "a test fails by panicking")]

#[path = "../fuzz/src/targets.rs"]
#[allow(unreachable_pub, reason = "the fuzz targets see it from outside")]
mod targets;

use common::abi::{TestGrid, default_grid_def};
use common::fork_model::{Model, Subject};
use common::forks::{Dice, fill, fork};
use common::random_maps::Random;
use common::walls::{WALL, WalledMap, set_passage};
use common::{floor_twin, walled_grids};
use gridstar::ffi::{GridstarCellPlane, GridstarLayout, gridstar_floors_set_link_closed};
use gridstar::grid::{Cell, Rect};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard};

type Target = fn(&[u8]);

const TARGETS: [(&str, Target); 8] = [
    ("calls", targets::calls),
    ("edits", targets::edits),
    ("floors", targets::floors),
    ("forks", targets::forks),
    ("map_text", targets::map_text),
    ("saved", targets::saved),
    ("scen_text", targets::scen_text),
    ("walls", targets::walls),
];

/// The kept corpus has at most this many bytes: it is committed.
const MOST_BYTES: u64 = 200_000;

/// Held while a target runs: `calls` counts the live objects of the process.
static TURN: Mutex<()> = Mutex::new(());

fn turn() -> MutexGuard<'static, ()> {
    TURN.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

fn fuzz() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz")
}

/// The files of a target's corpus, sorted.
fn corpus(target: &str) -> Vec<PathBuf> {
    let folder = fuzz().join("corpus").join(target);
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

fn replay(name: &str) {
    let _turn = turn();
    let (_, run) = TARGETS.into_iter().find(|(target, _)| *target == name).unwrap();
    let given = std::env::var_os("GRIDSTAR_FUZZ_INPUT").map(PathBuf::from);
    let files = match given {
        None => corpus(name),
        Some(file) if file.parent().is_some_and(|folder| folder.ends_with(name)) => vec![file],
        Some(_) => return,
    };
    assert!(!files.is_empty(), "the corpus of {name} is empty");
    for file in files {
        println!("{}", file.display());
        run(&std::fs::read(&file).unwrap());
    }
}

#[test]
fn the_corpus_of_calls_finds_nothing() {
    replay("calls");
}

#[test]
fn the_corpus_of_edits_finds_nothing() {
    replay("edits");
}

#[test]
fn the_corpus_of_floors_finds_nothing() {
    replay("floors");
}

#[test]
fn the_corpus_of_forks_finds_nothing() {
    replay("forks");
}

#[test]
fn the_corpus_of_map_text_finds_nothing() {
    replay("map_text");
}

#[test]
fn the_corpus_of_saved_grids_finds_nothing() {
    replay("saved");
}

#[test]
fn the_corpus_of_scen_text_finds_nothing() {
    replay("scen_text");
}

#[test]
fn the_corpus_of_walls_finds_nothing() {
    replay("walls");
}

#[test]
fn every_fuzz_target_is_replayed_and_the_corpus_is_small() {
    let targets = std::fs::read_dir(fuzz().join("fuzz_targets")).unwrap().map(|entry| entry.unwrap().path());
    let mut names: Vec<_> = targets.map(|path| path.file_stem().unwrap().to_string_lossy().into_owned()).collect();
    names.sort();
    assert_eq!(names, TARGETS.map(|(name, _)| name));
    let size = |file: PathBuf| std::fs::metadata(file).unwrap().len();
    let bytes: u64 = TARGETS.iter().flat_map(|(name, _)| corpus(name)).map(size).sum();
    assert!(bytes <= MOST_BYTES, "the corpus has {bytes} bytes: run cargo fuzz cmin");
}

/// A fork is edited behind its model's back, as if an edit of the grid had come through.
#[test]
#[should_panic(expected = "hash")]
fn a_fork_that_sees_an_edit_of_its_grid_is_found() {
    let _turn = turn();
    let grid = TestGrid::new(9, 7);
    let mut random = Dice::new(1);
    let mut subject = Subject::new(fork(&grid), Model::new((9, 7)), &mut random);
    subject.check(&mut random, "both are empty");
    let rect = Rect { x: 4, y: 3, width: 1, height: 1 };
    fill(&subject.grid, GridstarCellPlane::Types, rect, 1);
    subject.check(&mut random, "planted");
}

/// A wall stands that the model does not know, as if its edit had not been undone.
#[test]
#[should_panic(expected = "planted")]
fn a_wall_that_stays_is_found() {
    let _turn = turn();
    let map = WalledMap::new(4, 1, GridstarLayout::Square);
    let grid = map.build(&default_grid_def(1, 1));
    walled_grids::check_paths(&grid, &map, &mut Random::new(2), 20, "no wall stands");
    set_passage(&grid, Cell::new(1, 0), Cell::new(2, 0), WALL);
    walled_grids::check_paths(&grid, &map, &mut Random::new(2), 20, "planted");
}

/// A link is closed behind the model's back, as if what is kept of ways were older than the links.
#[test]
#[should_panic(expected = "NoPath")]
fn a_link_that_stays_closed_is_found() {
    let _turn = turn();
    let mut twin = floor_twin::Twin::drawn(["...", "..."]);
    let link = twin.link(floor_twin::at(0, 2, 0), floor_twin::at(1, 2, 0), 1.0);
    twin.find(floor_twin::at(0, 0, 0), floor_twin::at(1, 0, 0));
    gridstar_floors_set_link_closed(twin.floors.id(), link, 1);
    twin.find(floor_twin::at(0, 0, 0), floor_twin::at(1, 0, 0));
}
