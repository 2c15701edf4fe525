//! Where links lead: to a file that is there, and to a heading that is in it.

use super::markdown::{Document, Kind, original};
use anyhow::{Context, Result, ensure};
use std::path::Path;

/// Fails on the first link that leads nowhere, or out of the Unity package, which people get without the rest.
pub fn check(root: &Path, documents: &[Document]) -> Result<()> {
    for document in documents {
        for link in document.of(&Kind::Link).filter(|link| !leads_elsewhere(&link.text)) {
            let checked = target(documents, document, &link.text).and_then(|_| {
                let file = file_of(document, &link.text)?;
                let is_there = documents.iter().any(|other| other.path == file) || root.join(&file).exists();
                ensure!(is_there, "{file} does not exist");
                let leaves = document.path.starts_with("unity-package/") && !file.starts_with("unity-package/");
                ensure!(!leaves, "it leads out of the package");
                Ok(())
            });
            checked.with_context(|| format!("{}:{}: the link to {}", document.path, link.line, link.text))?;
        }
    }
    Ok(())
}

fn leads_elsewhere(link: &str) -> bool {
    ["https://", "http://", "mailto:"].iter().any(|scheme| link.starts_with(scheme))
}

/// Where a link leads, said so that those of a translation can be held against those of its original: an address; or a
/// file from the root, as its original where it is a translation, and the number of the heading in it. Whether a file
/// without headings exists is not looked at.
pub fn target(documents: &[Document], document: &Document, link: &str) -> Result<String> {
    if leads_elsewhere(link) {
        return Ok(link.to_owned());
    }
    let file = file_of(document, link)?;
    let heading = match link.split_once('#') {
        Some((_, anchor)) => {
            let there = documents.iter().find(|other| other.path == file);
            let mut headings = there.with_context(|| format!("{file} is no document"))?.headings();
            let number = headings.position(|heading| heading.text == anchor);
            format!("#{}", number.with_context(|| format!("{file} has no heading #{anchor}"))?)
        }
        None => String::new(),
    };
    Ok(original(&file).unwrap_or(file) + &heading)
}

/// The file that a link of a document leads to, from the root.
pub fn file_of(document: &Document, link: &str) -> Result<String> {
    let relative = link.split('#').next().unwrap_or("");
    if relative.is_empty() {
        return Ok(document.path.clone());
    }
    let mut parts: Vec<&str> = document.path.split('/').collect();
    parts.pop();
    for part in relative.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop().context("it leads out of the project")?),
            name => parts.push(name),
        }
    }
    Ok(parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn documents(path: &str, text: &str) -> [Document; 3] {
        [
            Document::parse(path.into(), text),
            Document::parse("src/other.md".into(), "# First\n\n## Second part\n"),
            Document::parse("src/other.zh-CN.md".into(), "# 一\n\n## 二\n"),
        ]
    }

    fn verdict(path: &str, text: &str) -> Result<(), String> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        check(root, &documents(path, text)).map_err(|error| format!("{error:#}"))
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
        let documents = documents("src/a.md", "");
        let target = |link: &str| target(&documents, &documents[0], link).unwrap();
        assert_eq!(target("other.md#second-part"), "src/other.md#1");
        assert_eq!(target("other.zh-CN.md#二"), "src/other.md#1");
        assert_eq!(target("other.md"), "src/other.md");
    }
}
