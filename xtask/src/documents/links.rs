//! Where links lead: to a file that is there, and to a heading that is in it.

use super::markdown::{Document, Link, original};
use anyhow::{Context, Result, bail};
use std::path::Path;

/// Where a link leads, said so that those of a translation can be held against those of its original.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Target {
    Elsewhere(String),
    /// A file from the root, as its original where it is a translation, and the number of the heading in it.
    Here(String, Option<usize>),
}

/// Fails on the first link that leads nowhere, or out of the Unity package, which people get without the rest.
pub fn check(root: &Path, documents: &[Document]) -> Result<()> {
    for document in documents {
        for link in &document.links {
            check_link(root, documents, document, link)
                .with_context(|| format!("{}:{}: the link to {}", document.path, link.line, link.target))?;
        }
    }
    Ok(())
}

fn check_link(root: &Path, documents: &[Document], document: &Document, link: &Link) -> Result<()> {
    if let Target::Here(..) = target(documents, document, link)? {
        let file = file_of(document, link)?;
        let is_there = documents.iter().any(|other| other.path == file) || root.join(&file).exists();
        if !is_there {
            bail!("{file} does not exist");
        }
        if document.path.starts_with("unity-package/") && !file.starts_with("unity-package/") {
            bail!("it leads out of the package");
        }
    }
    Ok(())
}

/// Where a link leads. Whether a file without headings exists is not looked at.
pub fn target(documents: &[Document], document: &Document, link: &Link) -> Result<Target> {
    if ["https://", "http://", "mailto:"].iter().any(|scheme| link.target.starts_with(scheme)) {
        return Ok(Target::Elsewhere(link.target.clone()));
    }
    let file = file_of(document, link)?;
    let heading = match link.target.split_once('#') {
        Some((_, anchor)) => Some(heading_of(documents, &file, anchor)?),
        None => None,
    };
    Ok(Target::Here(original(&file).unwrap_or(file), heading))
}

fn heading_of(documents: &[Document], file: &str, anchor: &str) -> Result<usize> {
    let there = documents.iter().find(|other| other.path == file).with_context(|| format!("{file} is no document"))?;
    there
        .headings
        .iter()
        .position(|heading| heading.anchor == anchor)
        .with_context(|| format!("{file} has no heading #{anchor}"))
}

/// The file that a link names, from the root.
fn file_of(document: &Document, link: &Link) -> Result<String> {
    let relative = link.target.split('#').next().unwrap_or("");
    if relative.is_empty() {
        return Ok(document.path.clone());
    }
    let mut parts: Vec<&str> = document.path.split('/').collect();
    parts.pop();
    for part in relative.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop().context("it leads out of the project")?;
            }
            name => parts.push(name),
        }
    }
    Ok(parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn verdict(path: &str, text: &str) -> Result<(), String> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let documents = [
            Document::parse(path.into(), text),
            Document::parse("src/other.md".into(), "# First\n\n## Second part\n"),
            Document::parse("src/other.zh-CN.md".into(), "# 一\n\n## 二\n"),
        ];
        check(root, &documents).map_err(|error| format!("{error:#}"))
    }

    #[test]
    fn a_link_to_no_file_or_no_heading_is_reported_with_its_line() {
        assert_eq!(verdict("a.md", "[x](Cargo.toml) [y](https://example.com/z#w) ![p](src/main.rs)"), Ok(()));
        let missing = verdict("src/a.md", "\n\n[x](../src/none.rs)").unwrap_err();
        assert_eq!(missing, "src/a.md:3: the link to ../src/none.rs: src/none.rs does not exist");
        assert!(verdict("a.md", "[x](../../b)").unwrap_err().contains("out of the project"));
        assert!(verdict("unity-package/a.md", "[x](../Cargo.toml)").unwrap_err().contains("out of the package"));
        assert!(verdict("a.md", "# B\n\n[x](#b) [y](#c)").unwrap_err().contains("no heading #c"));
        assert!(verdict("a.md", "[x](src/none.md#first)").unwrap_err().contains("is no document"));
    }

    #[test]
    fn a_translation_is_as_good_a_target_as_its_original() {
        let documents = [
            Document::parse("src/a.md".into(), "[x](other.md#second-part) [y](other.zh-CN.md#二) [z](other.md)"),
            Document::parse("src/other.md".into(), "# First\n\n## Second part\n"),
            Document::parse("src/other.zh-CN.md".into(), "# 一\n\n## 二\n"),
        ];
        let targets: Vec<Target> =
            documents[0].links.iter().map(|link| target(&documents, &documents[0], link).unwrap()).collect();
        assert_eq!(targets[0], Target::Here("src/other.md".into(), Some(1)));
        assert_eq!(targets[0], targets[1]);
        assert_eq!(targets[2], Target::Here("src/other.md".into(), None));
    }
}
