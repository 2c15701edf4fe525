//! `cargo xtask reference`: the reference of the C# API as pages of the manual, a page a type, from the XML comments.
//!
//! The C# compiler collects the comments, and a C# program (`tests/csharp/ReferencePages`) joins them with what the
//! compiled assemblies declare.

use crate::command::answer;
use crate::csharp::{self, Build};
use crate::tools;
use crate::workspace::Workspace;
use anyhow::{Context, Result, ensure};
use std::collections::BTreeMap;
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
    Ok(counts)
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
