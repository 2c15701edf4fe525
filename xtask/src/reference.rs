//! `cargo xtask reference`: the reference of the C# API as pages of the manual, a page a type, from the XML comments.
//!
//! The C# compiler collects the comments, and a C# program (`tests/csharp/ReferencePages`) joins them with what the
//! compiled assemblies declare.

use crate::command::answer;
use crate::csharp::{self, Build};
use crate::tools;
use crate::workspace::Workspace;
use anyhow::{Context, Result, ensure};
use std::collections::{BTreeMap, HashSet};
use std::path::Path;

/// The assemblies whose types have a page.
const ASSEMBLIES: [&str; 4] = ["GridStar.Core.dll", "GridStar.Unity.dll", "GridStar.Viewer.dll", "GridStar.Burst.dll"];

/// Symbols of a Unity that has everything for which the package has members.
const NEWEST: [&str; 5] = [
    "UNITY_2022_2_OR_NEWER",
    "UNITY_2023_1_OR_NEWER",
    "UNITY_6000_0_OR_NEWER",
    "UNITY_6000_5_OR_NEWER",
    "ENABLE_PROFILER",
];

/// Folder of the pages, from the root.
const FOLDER: &str = "unity-package/Documentation~/reference";

/// Writes the pages and returns where they begin. A type or member without a comment is an error.
pub fn write(workspace: &Workspace) -> Result<String> {
    tools::ensure_mono()?;
    let (pages, counts) = make(workspace)?;
    let folder = workspace.root.join(FOLDER);
    if folder.exists() {
        std::fs::remove_dir_all(&folder)?;
    }
    std::fs::create_dir_all(&folder)?;
    pages.iter().try_for_each(|(name, text)| std::fs::write(folder.join(name), text))?;
    Ok(format!("{FOLDER}/index.md: {counts}"))
}

/// Compares the pages that stand with those that the sources give.
pub fn check(workspace: &Workspace) -> Result<String> {
    let (pages, counts) = make(workspace)?;
    let standing = read(&workspace.root.join(FOLDER)).unwrap_or_default();
    let mut names: Vec<&String> = standing.keys().chain(pages.keys()).collect();
    names.sort();
    names.dedup();
    let stale: Vec<_> = names.into_iter().filter(|name| standing.get(*name) != pages.get(*name)).collect();
    ensure!(stale.is_empty(), "pages of {FOLDER} are stale: {stale:?}\ncargo xtask reference writes them");
    let manual = manual(workspace)?;
    let unknown = unmentioned(&pages, &manual);
    ensure!(unknown.is_empty(), "no page of the manual names {}", unknown.join(", "));
    Ok(counts)
}

/// Text of the manual's pages and the package's README, without translations.
fn manual(workspace: &Workspace) -> Result<String> {
    let package = workspace.unity_package();
    let mut text = std::fs::read_to_string(package.join("README.md"))?;
    for entry in std::fs::read_dir(package.join("Documentation~"))? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if name.ends_with(".md") && !name.ends_with(".zh-CN.md") {
            text += &std::fs::read_to_string(&path)?;
        }
    }
    Ok(text)
}

/// Types, and members of types as `Type.Member`, whose names are not in the manual.
fn unmentioned(pages: &BTreeMap<String, String>, manual: &str) -> Vec<String> {
    let is_of_name = |c: char| c.is_alphanumeric() || c == '_';
    let words: HashSet<&str> = manual.split(|c| !is_of_name(c)).collect();
    let mut found = Vec::new();
    for (file, page) in pages.iter().filter(|(file, _)| *file != "index.md") {
        let name = file.trim_end_matches(".md");
        if !words.contains(name.rsplit('.').next().unwrap_or(name)) {
            found.push(name.to_owned());
        }
        let headings = page.lines().filter_map(|line| line.strip_prefix("### "));
        let values =
            page.lines().filter_map(|line| line.strip_prefix("- `")?.split_once("` = ").map(|(value, _)| value));
        for member in headings.chain(values) {
            let word = member.split(|c| !is_of_name(c)).next().unwrap_or("");
            if !words.contains(word) && !["this", "operator"].contains(&word) {
                found.push(format!("{name}.{word}"));
            }
        }
    }
    found
}

/// The pages by their names, and a line with their counts.
fn make(workspace: &Workspace) -> Result<(BTreeMap<String, String>, String)> {
    let build = Build::without_library(workspace, "reference")?.with_symbols(&NEWEST);
    build.compile_all(&[csharp::CORE, csharp::STANDIN, csharp::UNITY, csharp::VIEWER])?;
    build.compile_all(&csharp::PACKAGE_STANDINS)?;
    build.compile_all(&[csharp::BURST, csharp::REFERENCE_PAGES])?;
    let mut program = build.with_library("mono");
    let printed = answer(program.arg(csharp::REFERENCE_PAGES.file).arg("pages").args(ASSEMBLIES))?;
    Ok((read(&build.folder.join("pages"))?, printed.trim().to_owned()))
}

fn read(folder: &Path) -> Result<BTreeMap<String, String>> {
    let mut pages = BTreeMap::new();
    for entry in std::fs::read_dir(folder).with_context(|| folder.display().to_string())? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        pages.insert(name, std::fs::read_to_string(&path)?);
    }
    Ok(pages)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_and_members_that_the_manual_does_not_name_are_found() {
        let methods = "# Way\n\n## Methods\n\n### Go\n\n### this[]\n\n### Stop\n\n";
        let page = format!("{methods}## Values\n\n- `None` = 0: no\n- `Two` = 2: yes\n");
        let pages = BTreeMap::from([("Way.md".to_owned(), page), ("index.md".to_owned(), "### X".to_owned())]);
        assert_eq!(unmentioned(&pages, "Call `way.Go()`, which takes Two."), ["Way", "Way.Stop", "Way.None"]);
        assert!(unmentioned(&pages, "Way.Go, Stop, None, Two").is_empty());
    }
}
