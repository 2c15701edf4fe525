//! `Third Party Notices.md` of the package: the licences of all that the native libraries contain besides GridStar's
//! own code. The crates' texts come from their sources; those of the standard library and of what linkers add are kept
//! in `notices/standing.md`.

use crate::command::answer;
use crate::libraries::targets::TARGETS;
use crate::workspace::{Workspace, cargo};
use anyhow::{Context, Result, bail, ensure};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The file's name, as Unity's rules for packages have it.
pub const FILE: &str = "Third Party Notices.md";

const INTRODUCTION: &str = "\
# Third-party notices

The native libraries below `Plugins/` contain the following components besides GridStar's own code. The scripts of this
package contain nothing of others. Where a component offers several licences, GridStar takes MIT.

## Crates
";
const STANDING: &str = include_str!("notices/standing.md");

/// Parts of Rust's distribution that a library never contains: tests, macros, and shims without code of their own.
const NEVER_LINKED: [&str; 8] = [
    "getopts",
    "proc_macro",
    "profiler_builtins",
    "rustc_literal_escaper",
    "rustc_std_workspace_alloc",
    "rustc_std_workspace_core",
    "rustc_std_workspace_std",
    "test",
];
/// The one that joins the others.
const FACADE: &str = "sysroot";

/// Writes the file anew.
pub fn write(workspace: &Workspace) -> Result<()> {
    let file = workspace.unity_package().join(FILE);
    std::fs::write(&file, text(workspace)?)?;
    println!("wrote {}", workspace.display(&file));
    Ok(())
}

/// Fails unless the file is what [`write()`] would write, and names each part of the standard library that this
/// compiler has.
pub fn check(workspace: &Workspace) -> Result<String> {
    let kept = std::fs::read_to_string(workspace.unity_package().join(FILE)).context(FILE)?;
    ensure!(kept == text(workspace)?, "{FILE} is not current: cargo xtask notices writes it");
    let parts = standard_library()?;
    if let Some(part) = missing_part(&parts, &kept) {
        bail!("Rust's standard library contains {part}, and xtask/src/notices/standing.md does not name it");
    }
    Ok(format!("{} crates, {} parts of the standard library", kept.matches("\n### ").count(), parts.len()))
}

fn text(workspace: &Workspace) -> Result<String> {
    let mut text = INTRODUCTION.to_owned();
    for (name, folder) in linked_crates(workspace)? {
        let license = std::fs::read_to_string(mit_file(&folder).with_context(|| name.clone())?)?;
        write!(text, "\n### {name}\n\nLicense: MIT.\n\n```text\n{}\n```\n", tidy(&license))?;
    }
    Ok(text + "\n" + STANDING)
}

/// Without spaces at the ends of lines and empty lines around; lines that are too long are broken between words.
fn tidy(license: &str) -> String {
    const COLUMNS: usize = 100;
    let mut text = String::new();
    for line in license.lines() {
        let mut rest = line.trim_end();
        while let Some((limit, _)) = rest.char_indices().nth(COLUMNS) {
            let Some(end) = rest[..limit].rfind(' ') else { break };
            text += rest[..end].trim_end();
            text.push('\n');
            rest = rest[end..].trim_start();
        }
        text += rest;
        text.push('\n');
    }
    text.trim_matches('\n').to_owned()
}

/// The crates in the library of any platform, with the folders of their sources.
fn linked_crates(workspace: &Workspace) -> Result<BTreeMap<String, PathBuf>> {
    let folders = folders_of_crates(workspace)?;
    let mut crates = BTreeMap::new();
    let triples: BTreeSet<&str> = TARGETS.iter().flat_map(|target| target.triples.iter().copied()).collect();
    // A build on Windows names another one.
    for triple in triples.into_iter().chain(["x86_64-pc-windows-msvc", "x86_64-pc-windows-gnu"]) {
        let words = ["tree", "--edges", "normal,no-proc-macro", "--prefix", "none", "--format", "{p}", "--package"];
        let mut command = cargo();
        command.current_dir(&workspace.root).args(words).args(["gridstar", "--target", triple]);
        for line in answer(&mut command)?.lines() {
            let words: Vec<&str> = line.split_whitespace().collect();
            let [name, version, ..] = words.as_slice() else { continue };
            if *name != "gridstar" {
                let name = format!("{name} {}", version.trim_start_matches('v'));
                let folder = folders.get(&name).with_context(|| format!("cargo metadata has no {name}"))?;
                crates.insert(name, folder.clone());
            }
        }
    }
    Ok(crates)
}

/// By name and version.
fn folders_of_crates(workspace: &Workspace) -> Result<BTreeMap<String, PathBuf>> {
    let mut command = cargo();
    command.current_dir(&workspace.root).args(["metadata", "--format-version=1"]);
    let metadata: serde_json::Value = serde_json::from_str(&answer(&mut command)?)?;
    let packages = metadata["packages"].as_array().context("cargo metadata names no packages")?;
    let entry = |package: &serde_json::Value| {
        let [name, version, manifest] = ["name", "version", "manifest_path"].map(|key| package[key].as_str());
        Some((format!("{} {}", name?, version?), Path::new(manifest?).parent()?.to_owned()))
    };
    Ok(packages.iter().filter_map(entry).collect())
}

/// The file with a crate's MIT licence, whatever its case. It says so in its name or in its first line.
fn mit_file(folder: &Path) -> Result<PathBuf> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().to_lowercase();
        let says_so = || -> Result<bool> {
            let text = std::fs::read_to_string(&path)?;
            Ok(text.lines().next().is_some_and(|line| line.contains("MIT License")))
        };
        if name.starts_with("license") && (name.contains("mit") || says_so()?) {
            return Ok(path);
        }
    }
    bail!("{} has no MIT licence: add what it has to notices/standing.md", folder.display())
}

/// The parts of the standard library that rustc has for this machine.
fn standard_library() -> Result<BTreeSet<String>> {
    let folder = answer(Command::new("rustc").args(["--print", "target-libdir"]))?;
    let mut parts = BTreeSet::new();
    for entry in std::fs::read_dir(folder.trim())? {
        let name = entry?.file_name().to_string_lossy().into_owned();
        if let Some(part) = name.strip_suffix(".rlib").and_then(|name| name.strip_prefix("lib")) {
            parts.insert(part.rsplit_once('-').map_or(part, |(part, _)| part).to_owned());
        }
    }
    ensure!(parts.contains("std"), "{} holds no standard library", folder.trim());
    Ok(parts)
}

/// The first part that a library can contain and that no heading names.
fn missing_part<'a>(parts: &'a BTreeSet<String>, notices: &str) -> Option<&'a String> {
    let headings = notices.lines().filter_map(|line| line.strip_prefix("### "));
    let words = headings.flat_map(|heading| heading.split([' ', ',']));
    let named: BTreeSet<String> = words.map(|word| word.replace('-', "_")).collect();
    let is_linked = |part: &&String| part.as_str() != FACADE && !NEVER_LINKED.contains(&part.as_str());
    parts.iter().filter(is_linked).find(|part| !named.contains(*part))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_of_the_standard_library_that_no_heading_names_is_found() {
        let parts = ["cfg_if", "std", "sysroot", "test"].map(str::to_owned).into();
        assert_eq!(missing_part(&parts, "### std, core\n\n### cfg-if, in the standard library\n"), None);
        assert_eq!(missing_part(&parts, "### std, core\n").unwrap(), "cfg_if");
        assert_eq!(missing_part(&parts, "### cfg-if\n\nstd\n").unwrap(), "std");
    }

    #[test]
    fn each_kept_section_has_a_licence() {
        for section in STANDING.split("\n### ").skip(1) {
            let name = section.lines().next().unwrap_or_default();
            let is_licensed = section.contains("License: ") || section.contains("```text") || section.contains("terms");
            assert!(is_licensed, "{name}");
        }
    }

    #[test]
    fn licences_are_found_whatever_their_case() {
        let directory = tempfile::tempdir().unwrap();
        let folder = directory.path();
        assert!(mit_file(folder).unwrap_err().to_string().contains("no MIT licence"));
        std::fs::write(folder.join("license-mit"), "a \n\n").unwrap();
        assert_eq!(mit_file(folder).unwrap(), folder.join("license-mit"));
        assert_eq!(tidy("\na \nb\n\n"), "a\nb");
        assert_eq!(tidy(&"word ".repeat(25)), format!("{}\n{}", "word ".repeat(19) + "word", "word ".repeat(5).trim()));
    }
}
