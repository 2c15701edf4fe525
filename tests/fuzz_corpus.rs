//! The kept corpus of the fuzz targets, run without a fuzzer. `GRIDSTAR_FUZZ_INPUT=TARGET/FILE` runs one file instead,
//! such as a find in `fuzz/artifacts`; a failure of `calls` then prints the last calls and the maps.

#![allow(clippy::expect_used, clippy::unwrap_used, reason = "a test fails by panicking")]

#[path = "../fuzz/src/targets.rs"]
#[allow(unreachable_pub, reason = "the fuzz targets see it from outside")]
mod targets;

use std::path::{Path, PathBuf};
use std::sync::Mutex;

type Target = fn(&[u8]);

const TARGETS: [(&str, Target); 7] = [
    ("calls", targets::calls),
    ("edits", targets::edits),
    ("floors", targets::floors),
    ("map_text", targets::map_text),
    ("saved", targets::saved),
    ("scen_text", targets::scen_text),
    ("walls", targets::walls),
];

/// The kept corpus has at most this many bytes: it is committed.
const MOST_BYTES: u64 = 200_000;

/// Held while a target runs: `calls` counts the live objects of the process.
static TURN: Mutex<()> = Mutex::new(());

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
    let _turn = TURN.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
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
