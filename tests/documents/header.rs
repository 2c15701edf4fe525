//! `include/gridstar.h` is what cbindgen generates from the sources. build.rs rewrites a header that differs, so an
//! uncommitted header shows as a change of the working tree.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test may")]

use common::header::Header;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

const HEADER: &str = "include/gridstar.h";

/// The files and folders that build.rs watches, without the header itself.
fn sources() -> Vec<String> {
    let script = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("build.rs")).unwrap();
    let watched = script.lines().filter_map(|line| line.trim().strip_prefix("println!(\"cargo:rerun-if-changed="));
    let paths = watched.map(|rest| rest.split('"').next().unwrap().to_owned());
    paths.filter(|path| path != HEADER).collect()
}

/// Adds all Rust files in a folder and its subfolders.
fn rust_files(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        if entry.is_dir() {
            rust_files(&entry, files);
        } else if entry.extension().is_some_and(|extension| extension == "rs") {
            files.push(entry);
        }
    }
}

/// An item of the header may be defined in any file, and under another name: see `rename` in cbindgen.toml.
#[test]
fn every_file_that_defines_an_item_of_the_header_is_watched() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let header = Header::parse(&std::fs::read_to_string(root.join(HEADER)).unwrap());
    let config = cbindgen::Config::from_file(root.join("cbindgen.toml")).unwrap();
    let renamed: BTreeMap<&str, &str> =
        config.export.rename.iter().map(|(name, exported)| (exported.as_str(), name.as_str())).collect();
    let mut files = Vec::new();
    rust_files(&root.join("src"), &mut files);
    let (sources, mut found) = (sources(), 0);
    let names = header.structs.iter().map(|one| &one.name).chain(header.enums.iter().map(|one| &one.name));
    for name in names.chain(header.constants.keys()).filter(|name| *name != "GRIDSTAR_H") {
        let name = renamed.get(name.as_str()).unwrap_or(&name.as_str()).to_string();
        let items = ["struct", "enum", "const"].map(|item| format!("pub {item} {name}"));
        let is_end = |rest: &str| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_');
        let defines = |text: &str| {
            text.lines().any(|line| items.iter().any(|item| line.strip_prefix(item.as_str()).is_some_and(is_end)))
        };
        let mut defining = files.iter().filter(|file| defines(&std::fs::read_to_string(file).unwrap())).peekable();
        assert!(defining.peek().is_some(), "no file defines {name}");
        for file in defining {
            let is_watched = sources.iter().any(|source| file.starts_with(root.join(source)));
            assert!(is_watched, "build.rs does not watch {}, which defines {name}", file.display());
            found += 1;
        }
    }
    assert!(found >= 20, "only {found} items were found");
}

#[test]
fn the_header_is_what_cbindgen_generates() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let config = cbindgen::Config::from_file(root.join("cbindgen.toml")).unwrap();
    let mut generated = Vec::new();
    cbindgen::generate_with_config(root, config).unwrap().write(&mut generated);
    let header = std::fs::read(root.join(HEADER)).unwrap();
    assert!(header == generated, "{HEADER} differs from the sources: run `cargo build` and commit it");
}

/// cbindgen leaves out items that no function names, unless `include` in cbindgen.toml lists them.
#[test]
fn every_public_enum_struct_and_constant_of_the_sources_is_in_the_header() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let header = std::fs::read_to_string(root.join(HEADER)).unwrap();
    let words: Vec<&str> = header.split(|c: char| !c.is_alphanumeric() && c != '_').collect();
    let (mut files, mut count) = (Vec::new(), 0);
    rust_files(&root.join("src/ffi"), &mut files);
    for file in files {
        let text = std::fs::read_to_string(file).unwrap();
        let items = ["pub enum ", "pub struct ", "pub const "]
            .map(|start| text.lines().filter_map(move |line| line.strip_prefix(start)));
        for item in items.into_iter().flatten() {
            let name = item.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap();
            assert!(words.contains(&name), "{name} is not in {HEADER}");
            count += 1;
        }
    }
    assert!(count >= 20, "only {count} items were found");
}

/// A commit that changes the ABI contains the new header: with committed sources, the header is committed too.
#[test]
fn the_committed_header_belongs_to_the_committed_sources() {
    let (Some(sources), Some(header)) = (changes(&sources()), changes(&[HEADER.to_owned()])) else {
        println!("skipped: this is no git checkout");
        return;
    };
    assert!(
        !sources.is_empty() || header.is_empty(),
        "{HEADER} changed when it was built from unchanged sources: commit it\n{header}"
    );
}

/// The files that differ from the last commit, as git lists them; `None` outside a checkout.
fn changes(paths: &[String]) -> Option<String> {
    let mut git = Command::new("git");
    git.current_dir(env!("CARGO_MANIFEST_DIR"))
        .args(["status", "--porcelain", "--untracked-files=all", "--"])
        .args(paths);
    let output = git.output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}

/// The head of the header, where readers begin, has the rules for all functions.
#[test]
fn the_header_begins_with_threads_processes_and_loading() {
    let header = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(HEADER)).unwrap();
    let head = &header[..header.find("#ifndef").unwrap()];
    for word in ["Any function may be called from any thread", "fork()", "exec()", "dlclose"] {
        assert!(head.contains(word), "the head of {HEADER} has no {word:?}");
    }
}

/// A crate that depends on this one compiles no cbindgen, and its build leaves the header alone.
#[test]
fn dependent_crates_do_not_compile_cbindgen() {
    let tree = |more: &[&str]| {
        let mut cargo = Command::new(env!("CARGO"));
        cargo.current_dir(env!("CARGO_MANIFEST_DIR")).args(["tree", "--offline", "--edges", "normal,build"]).args(more);
        let output = cargo.output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    };
    // As another crate sees this one, and as the commands of this workspace do.
    let (alone, here) = (tree(&["--package", "gridstar"]), tree(&[]));
    assert!(alone.contains("parking_lot") && !alone.contains("cbindgen"), "{alone}");
    assert!(here.contains("cbindgen"), "cargo build writes no header: {here}");
}
