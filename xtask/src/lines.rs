//! No line that people read has more than 120 columns; and how many lines of Rust there are.

use crate::command::answer;
use crate::workspace::Workspace;
use anyhow::{Result, ensure};
use std::path::Path;
use std::process::Command;
use unicode_width::UnicodeWidthStr;

const COLUMNS: usize = 120;

/// Rust, C, C#, Markdown, TOML and YAML.
const ENDINGS: [&str; 7] = [".rs", ".h", ".c", ".cs", ".md", ".toml", ".yml"];

/// Looks through the files that git tracks, and names each line that is too long.
pub(crate) fn check(workspace: &Workspace) -> Result<String> {
    let (mut count, mut found) = (0, Vec::new());
    for (file, text) in texts(workspace, "", &ENDINGS)? {
        found.extend(too_long(&file, &text).map(|(line, columns)| format!("  {file}:{line} has {columns} columns")));
        count += 1;
    }
    ensure!(found.is_empty(), "{} lines have more than {COLUMNS} columns:\n{}", found.len(), found.join("\n"));
    Ok(format!("{count} files"))
}

/// `cargo xtask lines`: the lines of the files of Rust in each folder, blank ones, comments and unit tests included.
pub(crate) fn print(workspace: &Workspace) -> Result<()> {
    for folder in ["src", "tests", "examples", "xtask", "benches"] {
        let texts = texts(workspace, folder, &[".rs"])?;
        let lines: usize = texts.iter().map(|(_, text)| text.lines().count()).sum();
        println!("{folder:<8} {lines:>6} lines in {:>3} files", texts.len());
    }
    Ok(())
}

/// The files with these endings that git tracks in a folder, and their contents.
pub(crate) fn texts(workspace: &Workspace, folder: &str, endings: &[&str]) -> Result<Vec<(String, String)>> {
    let listed = answer(Command::new("git").args(["ls-files", "-z"]).current_dir(&workspace.root))?;
    let files = listed.split('\0').filter(|file| endings.iter().any(|ending| file.ends_with(ending)));
    // A file that was deleted and not yet committed is still listed.
    let there = files.filter(|file| Path::new(file).starts_with(folder) && workspace.root.join(file).exists());
    there.map(|file| Ok((file.to_owned(), std::fs::read_to_string(workspace.root.join(file))?))).collect()
}

/// Numbers and columns of the lines that are too long. A Chinese character takes two columns. Rows of Markdown's tables
/// may be longer, and addresses do not count.
fn too_long<'a>(file: &str, text: &'a str) -> impl Iterator<Item = (usize, usize)> + 'a {
    let is_document = file.ends_with(".md");
    let columns = |line: &str| {
        let addresses = line.split_whitespace().filter(|word| word.contains("://"));
        line.width() - addresses.map(UnicodeWidthStr::width).sum::<usize>()
    };
    let lines = (1..).zip(text.lines().map(move |line| (line, columns(line))));
    let is_row = move |line: &str| is_document && line.trim_start().starts_with('|');
    lines
        .filter(move |&(_, (line, columns))| columns > COLUMNS && !is_row(line))
        .map(|(at, (_, columns))| (at, columns))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_are_too_long_are_found_and_tables_and_addresses_are_not() {
        let found = |file: &str, line: &str| too_long(file, &format!("short\n{line}\n")).collect::<Vec<_>>();
        assert_eq!(found("a.rs", &"x".repeat(120)), []);
        assert_eq!(found("a.rs", &"x".repeat(121)), [(2, 121)]);
        assert_eq!(found("a.md", &"路".repeat(60)), []);
        assert_eq!(found("a.md", &"路".repeat(61)), [(2, 122)]);
        assert_eq!(found("a.md", &format!("| {} |", "x ".repeat(99))), []);
        assert_eq!(found("a.rs", &format!("| {} |", "x".repeat(117))), [(2, 121)]);
        let address = format!("https://example.com/{}", "x".repeat(120));
        assert_eq!(found("a.md", &format!("see {address}")), []);
        assert_eq!(found("a.md", &format!("{} {address}", "x".repeat(120))), [(2, 121)]);
    }
}
