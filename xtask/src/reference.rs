//! `cargo xtask reference`: the reference of the C# API, from the XML comments, as pages for a browser.
//!
//! Doxygen makes it. It reads the sources themselves, and is a package of every Linux; DocFX would take .NET.

use crate::tools::{self, DOXYGEN};
use crate::workspace::Workspace;
use anyhow::{Context, Result, ensure};
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// What is documented: public types and members that have comments, with those of newer versions of Unity.
const SETTINGS: [(&str, &str); 17] = [
    ("PROJECT_NAME", "\"GridStar for C#\""),
    ("INPUT", "unity-package/Runtime"),
    ("FILE_PATTERNS", "*.cs"),
    ("RECURSIVE", "YES"),
    ("OPTIMIZE_OUTPUT_JAVA", "YES"),
    ("EXTRACT_STATIC", "YES"),
    ("HIDE_UNDOC_CLASSES", "YES"),
    ("HIDE_UNDOC_MEMBERS", "YES"),
    ("SHOW_FILES", "NO"),
    ("CLASS_GRAPH", "NO"),
    ("HAVE_DOT", "NO"),
    ("GENERATE_TREEVIEW", "YES"),
    ("GENERATE_LATEX", "NO"),
    ("QUIET", "YES"),
    ("WARN_IF_UNDOCUMENTED", "NO"),
    ("WARN_AS_ERROR", "FAIL_ON_WARNINGS"),
    ("PREDEFINED", "UNITY_2022_2_OR_NEWER UNITY_2023_1_OR_NEWER"),
];

/// Writes the pages, and says where they begin.
pub fn run(workspace: &Workspace) -> Result<()> {
    let folder = workspace.target.join("reference");
    println!("{}", write(workspace, &folder)?);
    println!("{}", workspace.display(&folder.join("html/index.html")));
    Ok(())
}

/// Writes the pages and fails if a type of the C# sources has none.
pub fn check(workspace: &Workspace) -> Result<String> {
    write(workspace, &workspace.target.join("reference-test"))
}

fn write(workspace: &Workspace, folder: &Path) -> Result<String> {
    tools::ensure(&[&DOXYGEN])?;
    if folder.exists() {
        std::fs::remove_dir_all(folder)?;
    }
    std::fs::create_dir_all(folder)?;
    let mut settings = String::new();
    for (name, value) in SETTINGS {
        writeln!(settings, "{name} = {value}")?;
    }
    writeln!(settings, "PROJECT_NUMBER = {}", env!("CARGO_PKG_VERSION"))?;
    writeln!(settings, "OUTPUT_DIRECTORY = \"{}\"", folder.display())?;
    let mut doxygen = Command::new("doxygen");
    doxygen.current_dir(&workspace.root).arg("-").stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::piped());
    let mut doxygen = doxygen.spawn().context("doxygen can't start")?;
    doxygen.stdin.take().context("doxygen reads its settings")?.write_all(settings.as_bytes())?;
    let output = doxygen.wait_with_output()?;
    ensure!(output.status.success(), "doxygen failed:\n{}", String::from_utf8_lossy(&output.stderr));
    let pages = pages(&folder.join("html"))?;
    let types = public_types(&workspace.unity_package().join("Runtime"))?;
    let missing: Vec<&String> = types.iter().filter(|name| !pages.iter().any(|page| page == *name)).collect();
    ensure!(missing.is_empty(), "no page for {missing:?}");
    Ok(format!("{} pages of types, at least one for each of {} top-level names", pages.len(), types.len()))
}

/// The names of the types that have a page, without those around them.
fn pages(html: &Path) -> Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in std::fs::read_dir(html)? {
        let file = PathBuf::from(entry?.file_name());
        let stem = file.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
        let is_page = file.extension().is_some_and(|kind| kind == "html") && !stem.ends_with("-members");
        let name = ["class", "struct", "interface"].iter().find_map(|kind| stem.strip_prefix(kind));
        if let (true, Some(name)) = (is_page, name) {
            // Doxygen writes `::` as `_1_1`.
            names.push(name.rsplit("_1_1").next().unwrap_or(name).to_owned());
        }
    }
    Ok(names)
}

/// The public classes and structs of the sources. Each has a file of its name, in which it begins at the first level.
fn public_types(folder: &Path) -> Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            names.append(&mut public_types(&path)?);
        } else if path.extension().is_some_and(|kind| kind == "cs") {
            let source = std::fs::read_to_string(&path)?;
            names.extend(source.lines().filter_map(public_type).map(str::to_owned));
        }
    }
    names.sort();
    names.dedup();
    Ok(names)
}

/// The name of the public type that begins in a line of the first level.
fn public_type(line: &str) -> Option<&str> {
    let words = line.strip_prefix("    public ")?;
    let mut words = words.split_whitespace().skip_while(|word| !["class", "struct", "interface"].contains(word));
    words.next()?;
    words.next()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_public_type_is_told_from_its_members_and_from_hidden_ones() {
        assert_eq!(public_type("    public sealed partial class PathGrid : IDisposable"), Some("PathGrid"));
        assert_eq!(public_type("    public readonly struct GridCell"), Some("GridCell"));
        for line in ["    internal class Hidden", "        public struct Inner", "    public int Value;", ""] {
            assert_eq!(public_type(line), None, "{line}");
        }
    }
}
