//! Each picture is on a page that its readers have.

use super::links::file_of;
use super::markdown::{Document, Kind};
use anyhow::{Result, ensure};
use std::collections::HashSet;
use std::path::Path;

/// Folders with pictures, and where the pages lie that readers of these folders have.
const FOLDERS: [(&str, &str); 2] = [("unity-package/Documentation~", "unity-package/"), ("benches", "")];

/// Fails on the first picture that no page shows: in the package it is weight that nobody sees.
pub fn check(root: &Path, documents: &[Document]) -> Result<usize> {
    let mut count = 0;
    for (folder, pages) in FOLDERS {
        let shown = shown(documents, pages)?;
        for entry in walkdir::WalkDir::new(root.join(folder)).max_depth(1).sort_by_file_name() {
            let name = entry?.file_name().to_string_lossy().into_owned();
            if [".png", ".svg", ".gif", ".jpg"].iter().any(|ending| name.ends_with(ending)) {
                let file = format!("{folder}/{name}");
                ensure!(shown.contains(&file), "no page of {pages}*.md shows {file}");
                count += 1;
            }
        }
    }
    Ok(count)
}

/// What the pages below a folder link to.
fn shown(documents: &[Document], pages: &str) -> Result<HashSet<String>> {
    let pages = documents.iter().filter(|document| document.path.starts_with(pages));
    let links = pages.flat_map(|page| page.of(&Kind::Link).map(move |link| (page, link)));
    links.filter(|(_, link)| !link.text.contains("://")).map(|(page, link)| file_of(page, &link.text)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_that_only_a_page_outside_the_package_shows_is_found() {
        let root = std::env::temp_dir().join(format!("gridstar-pictures-{}", std::process::id()));
        let manual = root.join("unity-package/Documentation~");
        std::fs::create_dir_all(&manual).unwrap();
        std::fs::create_dir_all(root.join("benches")).unwrap();
        std::fs::write(manual.join("a.png"), "").unwrap();
        let verdict = |path: &str, text: &str| {
            check(&root, &[Document::parse(path.into(), text)]).map_err(|error| error.to_string())
        };
        let outside = verdict("README.md", "![a](unity-package/Documentation~/a.png)");
        assert_eq!(outside, Err("no page of unity-package/*.md shows unity-package/Documentation~/a.png".into()));
        assert_eq!(verdict("unity-package/Documentation~/p.md", "![a](a.png)"), Ok(1));
        std::fs::write(root.join("benches/b.svg"), "").unwrap();
        assert!(verdict("unity-package/Documentation~/p.md", "![a](a.png)").unwrap_err().contains("benches/b.svg"));
        std::fs::remove_dir_all(&root).unwrap();
    }
}
