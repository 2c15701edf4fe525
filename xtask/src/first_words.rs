//! Doc comments begin with their noun or with a verb.

use crate::lines::texts;
use crate::workspace::Workspace;
use anyhow::{Result, ensure};

/// Words that begin a riddle: the reader learns only later what is described.
const RIDDLES: [&str; 7] = ["What ", "That ", "Who ", "Of ", "By what ", "The same ", "As "];

/// Looks through the comments of the Rust and C# files that git tracks.
pub(crate) fn check(workspace: &Workspace) -> Result<String> {
    let (mut count, mut found) = (0, Vec::new());
    for (file, text) in texts(workspace, "", &[".rs", ".cs"])? {
        found.extend(riddles(&text).map(|(line, words)| format!("  {file}:{line}: {words}")));
        count += 1;
    }
    ensure!(found.is_empty(), "{} doc comments begin with none of their words:\n{}", found.len(), found.join("\n"));
    Ok(format!("{count} files"))
}

/// Numbers and beginnings of the doc comments that begin with such a word.
fn riddles(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut is_inside = false;
    (1..).zip(text.lines()).filter_map(move |(at, line)| {
        let line = line.trim_start();
        let comment = line.strip_prefix("///").or_else(|| line.strip_prefix("//!")).unwrap_or_default().trim();
        let words = comment.strip_prefix("<summary>").unwrap_or(comment);
        // A line within a paragraph may begin with any word.
        let begins = !std::mem::replace(&mut is_inside, !words.is_empty());
        (begins && RIDDLES.iter().any(|riddle| words.starts_with(riddle))).then_some((at, words))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn riddles_are_found_at_the_beginning_of_a_paragraph() {
        let found = |text| riddles(text).map(|(at, _)| at).collect::<Vec<_>>();
        assert_eq!(found("/// What a cell costs.\nfn a() {}"), [1]);
        assert_eq!(found("/// Cost of a cell. It is\n/// What it is.\n///\n/// As above.\nfn a() {}"), [4]);
        assert_eq!(found("//! The same, later.\n\n    /// The same cost.\nfn a() {}"), [3]);
        assert_eq!(found("/// <summary>\n/// Who walks.\n/// </summary>"), [2]);
        assert_eq!(found("    /// <summary>Of a grid.</summary>\n// What a line.\n/// Offset. Whatever."), [1]);
    }
}
