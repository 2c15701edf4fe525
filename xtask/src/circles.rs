//! No two files of a crate import each other, directly or through others.
//!
//! A file imports another if it names an item that is defined there, in a `use` or in a path. Re-exports are followed
//! to the file that defines the item. Code that only tests compile does not count: the crate in `tests/` holds a model
//! of all objects and the calls that change it.

mod modules;
mod reading;

use crate::workspace::Workspace;
use anyhow::{Result, ensure};
use modules::Imports;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Looks through all crates of the workspace and names each circle.
pub(crate) fn check(workspace: &Workspace) -> Result<String> {
    let (mut files, mut found) = (0, Vec::new());
    let tests = workspace.root.join("tests");
    for root in workspace.crate_roots()?.into_iter().filter(|root| !root.starts_with(&tests)) {
        let imports = modules::imports(&reading::read(&root, &|path| std::fs::read_to_string(path).ok())?);
        files += imports.len();
        found.extend(circles(&imports).iter().map(|circle| described(workspace, circle)));
    }
    ensure!(found.is_empty(), "{} circles of files that import each other:\n{}", found.len(), found.join("\n"));
    Ok(format!("{files} files"))
}

/// The circles, as large as they are, each with the imports that hold it together.
fn circles(imports: &Imports) -> Vec<Imports> {
    let reached: BTreeMap<&Path, BTreeSet<&Path>> =
        imports.keys().map(|file| (file.as_path(), reached_from(file, imports))).collect();
    let mut circles = Vec::new();
    for (&file, ahead) in reached.iter().filter(|(file, ahead)| ahead.contains(*file)) {
        let circle: BTreeSet<&Path> = ahead.iter().copied().filter(|other| reached[other].contains(file)).collect();
        if circle.first() == Some(&file) {
            circles.push(circle.iter().map(|&file| (file.to_owned(), within(&imports[file], &circle))).collect());
        }
    }
    circles
}

/// The files that a file imports, directly or through others. It is one of them itself if it lies in a circle.
fn reached_from<'a>(file: &Path, imports: &'a Imports) -> BTreeSet<&'a Path> {
    let mut reached = BTreeSet::new();
    let mut waiting: Vec<&Path> = imports[file].keys().map(PathBuf::as_path).collect();
    while let Some(next) = waiting.pop() {
        if reached.insert(next) {
            waiting.extend(imports[next].keys().map(PathBuf::as_path));
        }
    }
    reached
}

fn within(imports: &BTreeMap<PathBuf, String>, circle: &BTreeSet<&Path>) -> BTreeMap<PathBuf, String> {
    imports.iter().filter(|(file, _)| circle.contains(file.as_path())).map(|(a, b)| (a.clone(), b.clone())).collect()
}

fn described(workspace: &Workspace, circle: &Imports) -> String {
    let mut lines = format!("  {} files:", circle.len());
    for (file, imported) in circle {
        lines += &format!("\n    {} imports", workspace.display(file));
        for (other, item) in imported {
            lines += &format!("\n      {}: {item}", workspace.display(other));
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The circles among files of a crate with the root `lib.rs`, as lines of file names.
    fn found(files: &[(&str, &str)]) -> Vec<String> {
        let read = |path: &Path| files.iter().find(|(name, _)| Path::new(name) == path).map(|(_, text)| (*text).into());
        let imports = modules::imports(&reading::read(Path::new("lib.rs"), &read).unwrap());
        let names = |circle: &Imports| circle.keys().map(|file| file.to_string_lossy().into()).collect::<Vec<String>>();
        circles(&imports).iter().map(|circle| names(circle).join(" ").replace('\\', "/")).collect()
    }

    #[test]
    fn files_that_import_each_other_are_found_through_others_re_exports_and_paths() {
        let root = ("lib.rs", "mod a; mod b; mod shop;");
        let shop = ("shop/mod.rs", "mod till; pub use till::Till;");
        let till = |text| ("shop/till.rs", text);
        let (a, b) = (("a.rs", "use crate::b::B; pub struct A;"), ("b.rs", "pub struct B(Vec<crate::shop::Till>);"));
        let circle = |a, b, text| found(&[root, a, b, shop, till(text)]);
        assert!(circle(a, b, "pub struct Till;").is_empty());
        assert_eq!(circle(a, b, "use crate::a::A as Other; pub struct Till;"), ["a.rs b.rs shop/till.rs"]);
        assert_eq!(circle(a, b, "pub struct Till; fn f() { g!(1, super::super::b::B) }"), ["b.rs shop/till.rs"]);
        let test = "pub struct Till; #[cfg(test)] mod tests { use crate::a::A; }";
        assert!(circle(a, b, test).is_empty(), "tests may use what stands above");
        let module = "use crate::{a::{self, *}}; pub struct Till; fn f(_: A) {}";
        assert_eq!(circle(a, b, module), ["a.rs b.rs shop/till.rs"], "through a glob");
        let unused = "use crate::a; pub struct Till; fn a() {}";
        assert!(circle(a, b, unused).is_empty(), "a module is no item");
    }

    #[test]
    fn a_folders_file_and_a_file_in_it_make_a_circle_only_by_items() {
        let child = ("shop/till.rs", "use super::Price; pub struct Till; impl Till { fn new() {} }");
        let parent = |text| [("lib.rs", "mod shop;"), ("shop.rs", text), child, ("shop/price.rs", "pub struct Price;")];
        assert!(found(&parent("mod till; pub struct Price;")).is_empty());
        assert!(found(&parent("mod price; mod till; pub use price::Price; use till::Till;")).is_empty());
        let named = "mod till; pub struct Price; fn f() { till::Till::new(); }";
        assert_eq!(found(&parent(named)), ["shop/till.rs shop.rs"]);
        let within = "mod till; pub struct Price; mod inner { use super::till::Till; }";
        assert_eq!(found(&parent(within)), ["shop/till.rs shop.rs"]);
    }
}
