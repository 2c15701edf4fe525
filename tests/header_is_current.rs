//! `include/gridstar.h` is what cbindgen makes of the sources. build.rs rewrites the file when it differs, so that a header
//! which was not committed shows as a change of the working tree.

use std::path::Path;
use std::process::Command;

const HEADER: &str = "include/gridstar.h";
const SOURCES: [&str; 3] = ["src/ffi", "src/grid/cell.rs", "cbindgen.toml"];

#[test]
fn the_header_is_what_cbindgen_generates() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let config = cbindgen::Config::from_file(root.join("cbindgen.toml")).unwrap();
    let mut generated = Vec::new();
    cbindgen::generate_with_config(root, config).unwrap().write(&mut generated);
    let header = std::fs::read(root.join(HEADER)).unwrap();
    assert!(header == generated, "{HEADER} is not what cbindgen makes of src/ffi: run `cargo build` and commit it");
}

/// cbindgen leaves out what no function names, unless it is told to: see `include` in cbindgen.toml.
#[test]
fn every_public_enum_struct_and_constant_of_the_sources_is_in_the_header() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let header = std::fs::read_to_string(root.join(HEADER)).unwrap();
    let words: Vec<&str> = header.split(|c: char| !c.is_alphanumeric() && c != '_').collect();
    let mut count = 0;
    for source in std::fs::read_dir(root.join("src/ffi")).unwrap() {
        let text = std::fs::read_to_string(source.unwrap().path()).unwrap();
        let items = ["pub enum ", "pub struct ", "pub const "]
            .map(|start| text.lines().filter_map(move |line| line.strip_prefix(start)));
        for item in items.into_iter().flatten() {
            let name = item.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap();
            assert!(words.contains(&name), "{name} is not in {HEADER}");
            count += 1;
        }
    }
    assert!(count >= 16, "only {count} items were found");
}

/// A commit that changes the ABI holds the new header: where the sources are as committed, so is the header.
#[test]
fn the_committed_header_belongs_to_the_committed_sources() {
    let (Some(sources), Some(header)) = (changes(&SOURCES), changes(&[HEADER])) else {
        println!("skipped: this is no git checkout");
        return;
    };
    assert!(
        !sources.is_empty() || header.is_empty(),
        "{HEADER} changed when it was built from unchanged sources: commit it\n{header}"
    );
}

/// What git says of files that differ from the last commit; `None` outside a checkout.
fn changes(paths: &[&str]) -> Option<String> {
    let mut git = Command::new("git");
    git.current_dir(env!("CARGO_MANIFEST_DIR"))
        .args(["status", "--porcelain", "--untracked-files=all", "--"])
        .args(paths);
    let output = git.output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}
