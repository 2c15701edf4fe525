//! Each picture is on a page that its readers have, and the numbers beside it are those of the run that drew it.

use super::links::file_of;
use super::markdown::{Document, Kind};
use anyhow::{Context, Result, ensure};
use std::collections::{HashMap, HashSet};
use std::path::Path;

/// Folders with pictures, and where the pages lie that readers of these folders have.
const FOLDERS: [(&str, &str); 3] = [("unity-package/Documentation~", "unity-package/"), ("benches", ""), ("docs", "")];

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

/// Fails on the first number in the description of a picture, or in a text beside it, that the picture does not have.
pub fn check_figures(root: &Path, documents: &[Document]) -> Result<()> {
    let mut known = HashMap::new();
    for document in documents {
        let text = std::fs::read_to_string(root.join(&document.path)).with_context(|| document.path.clone())?;
        for (description, link) in descriptions(&text).filter(|(_, link)| !link.contains("://")) {
            let file = file_of(document, link)?;
            let numbers = known.entry(file.clone()).or_insert_with(|| figures(&root.join(&file)));
            let numbers = numbers.as_ref().map_err(|error| anyhow::anyhow!("{file}: {error:#}"))?;
            if let Some(other) = numbers_in(description).find(|number| !numbers.contains(number)) {
                anyhow::bail!("{}: the picture {file} has no {other}, which its description names", document.path);
            }
        }
    }
    check_table(root, documents)
}

/// The table of searches beside the pictures of one of them.
fn check_table(root: &Path, documents: &[Document]) -> Result<()> {
    let picture = root.join("unity-package/Documentation~/steps.png");
    let figures = gridstar_pictures::figures_of(&picture)?;
    let value = |name: &str| {
        let found = figures.split(", ").find_map(|part| part.strip_prefix(name)?.strip_prefix(": "));
        found.with_context(|| format!("steps.png says nothing of its {name}"))
    };
    let end = format!(" | {} | {} |", value("expansions")?, value("cost")?);
    for document in documents.iter().filter(|document| document.path.contains("Documentation~/algorithms.")) {
        let text = std::fs::read_to_string(root.join(&document.path))?;
        let is_row = |line: &&str| line.starts_with("| A*") && line.to_lowercase().contains("octile");
        let row = text.lines().find(is_row).with_context(|| format!("{} has no row of A*", document.path))?;
        ensure!(row.ends_with(&end), "{}: steps.png shows{end}, and the row is {row}", document.path);
    }
    Ok(())
}

/// The pictures of a page with their descriptions.
fn descriptions(text: &str) -> impl Iterator<Item = (&str, &str)> {
    text.split("![").skip(1).filter_map(|rest| {
        let (description, rest) = rest.split_once("](")?;
        Some((description, rest.split_once(')')?.0))
    })
}

/// The numbers that a picture shows: in an SVG its text, in a PNG the figures that the run wrote into it.
fn figures(picture: &Path) -> Result<HashSet<String>> {
    let text = if picture.extension().is_some_and(|extension| extension == "png") {
        gridstar_pictures::figures_of(picture)?
    } else {
        std::fs::read_to_string(picture)?
    };
    Ok(numbers_in(&text).collect())
}

/// Without the commas between thousands; "24th" is a number as well.
fn numbers_in(text: &str) -> impl Iterator<Item = String> {
    let words = text.split(|letter: char| !(letter.is_ascii_digit() || letter == '.' || letter == ','));
    let words = words.map(|word| word.trim_matches(['.', ',']).replace(',', ""));
    words.filter(|word| word.starts_with(|first: char| first.is_ascii_digit()))
}

/// Pictures to which the pages below a folder link.
fn shown(documents: &[Document], pages: &str) -> Result<HashSet<String>> {
    let pages = documents.iter().filter(|document| document.path.starts_with(pages));
    let links = pages.flat_map(|page| page.of(&Kind::Link).map(move |link| (page, link)));
    links.filter(|(_, link)| !link.text.contains("://")).map(|(page, link)| file_of(page, &link.text)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_a_description_are_held_against_the_picture() {
        let directory = tempfile::tempdir().unwrap();
        let root = directory.path();
        std::fs::write(root.join("a.svg"), "<text>GridStar</text><text>1,474 µs</text>").unwrap();
        assert!(figures(&root.join("a.svg")).unwrap().contains("1474"));
        let read = |text| descriptions(text).flat_map(|(description, _)| numbers_in(description)).collect::<Vec<_>>();
        assert_eq!(read("x 3 ![of 1,474 and 48.5](a.svg) 4 ![the 24th step](b.png)"), ["1474", "48.5", "24"]);
    }

    #[test]
    fn a_picture_that_only_a_page_outside_the_package_shows_is_found() {
        let directory = tempfile::tempdir().unwrap();
        let root = directory.path();
        let manual = root.join("unity-package/Documentation~");
        std::fs::create_dir_all(&manual).unwrap();
        std::fs::create_dir_all(root.join("benches")).unwrap();
        std::fs::create_dir_all(root.join("docs")).unwrap();
        std::fs::write(manual.join("a.png"), "").unwrap();
        let verdict = |path: &str, text: &str| {
            check(root, &[Document::parse(path.into(), text)]).map_err(|error| error.to_string())
        };
        let outside = verdict("README.md", "![a](unity-package/Documentation~/a.png)");
        assert_eq!(outside, Err("no page of unity-package/*.md shows unity-package/Documentation~/a.png".into()));
        assert_eq!(verdict("unity-package/Documentation~/p.md", "![a](a.png)"), Ok(1));
        std::fs::write(root.join("benches/b.svg"), "").unwrap();
        assert!(verdict("unity-package/Documentation~/p.md", "![a](a.png)").unwrap_err().contains("benches/b.svg"));
    }
}
