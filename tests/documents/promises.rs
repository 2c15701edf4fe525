//! RELIABILITY.md names a test for each promise, and the tests exist. What the library never does, its sources have no
//! means for.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test fails by panicking")]

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// All files with an ending in a folder and its subfolders.
fn files(folder: &Path, ending: &str, found: &mut Vec<PathBuf>) {
    for path in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        if path.is_dir() {
            files(&path, ending, found);
        } else if path.extension().is_some_and(|extension| extension == ending) {
            found.push(path);
        }
    }
}

/// The first word behind a mark, in the lines after each line that begins with the attribute.
fn tests_of(text: &str, attribute: &str, mark: &str, names: &mut BTreeSet<String>) {
    let mut is_test = false;
    for line in text.lines().map(str::trim) {
        is_test |= line.starts_with(attribute);
        let Some((_, rest)) = line.split_once(mark).filter(|_| is_test && !line.starts_with("//")) else { continue };
        names.insert(rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect());
        is_test = false;
    }
}

fn all_tests() -> BTreeSet<String> {
    let (mut rust, mut csharp, mut names) = (Vec::new(), Vec::new(), BTreeSet::new());
    ["tests", "src"].iter().for_each(|folder| files(&root().join(folder), "rs", &mut rust));
    files(&root().join("unity-package/Tests"), "cs", &mut csharp);
    let read = |file: &PathBuf| std::fs::read_to_string(file).unwrap();
    for text in rust.iter().map(read) {
        tests_of(&text, "#[test]", "fn ", &mut names);
        // Tests with a harness of their own are called by name.
        if text.contains("libtest_mimic") {
            names.extend(text.split('"').skip(1).step_by(2).map(str::to_owned));
        }
    }
    csharp.iter().for_each(|file| tests_of(&read(file), "[Test", "public void ", &mut names));
    names
}

/// Texts between back quotes.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

#[test]
fn every_promise_names_tests_that_exist() {
    let document = std::fs::read_to_string(root().join("RELIABILITY.md")).unwrap();
    let (tests, mut count) = (all_tests(), 0);
    for promise in document.split("\n- **").skip(1).map(|rest| rest.split("\n\n").next().unwrap()) {
        let (_, named) = promise.split_once("Tests: ").unwrap_or_else(|| panic!("no test holds: {promise}"));
        let named: Vec<_> = quoted(named).collect();
        assert!(!named.is_empty(), "no test holds: {promise}");
        for name in named {
            assert!(tests.contains(name), "there is no test {name}");
            count += 1;
        }
    }
    assert!(count >= 30, "only {count} tests are named");
}

#[test]
fn the_sources_of_the_library_use_no_files_network_environment_or_programs() {
    const MEANS: [&str; 15] = [
        "std::fs",
        "std::env",
        "std::net",
        "std::io",
        "std::os",
        "File::open",
        "include_bytes!(\"/",
        "Command::new",
        "TcpStream",
        "UdpSocket",
        "libc::open",
        "libc::socket",
        "libc::getenv",
        "libc::connect",
        "libc::fork(",
    ];
    let mut sources = Vec::new();
    files(&root().join("src"), "rs", &mut sources);
    assert!(sources.len() > 100, "only {} sources", sources.len());
    for file in sources {
        let is_test = file.components().any(|part| part.as_os_str().to_string_lossy().contains("test"));
        let text = std::fs::read_to_string(&file).unwrap();
        let shipped = text.split("#[cfg(test)]\nmod tests").next().unwrap();
        for means in MEANS.iter().filter(|_| !is_test) {
            assert!(!shipped.contains(means), "{} has {means}", file.display());
        }
        // Reference counts that would overflow end the process, and its id tells a forked child from its parent.
        let others = shipped.replace("std::process::abort", "").replace("std::process::id()", "");
        assert!(is_test || !others.contains("std::process"), "{}", file.display());
    }
}

#[test]
fn a_promise_without_a_test_would_be_noticed() {
    let mut names = BTreeSet::new();
    tests_of("#[test]\nfn held() {\n}\nfn not_a_test() {}\n", "#[test]", "fn ", &mut names);
    tests_of("[TestCase(\"public\")]\npublic void Held_too(string a)\n", "[Test", "public void ", &mut names);
    assert_eq!(names, BTreeSet::from(["held".to_owned(), "Held_too".to_owned()]));
}
