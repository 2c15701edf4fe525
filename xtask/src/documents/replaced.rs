//! The scripts that GridStar replaces, and code of the pages that was written for them, marked `csharp old`.
//!
//! tests/csharp/Replaced has a file for each page, with the members of the scripts as their users have them: private
//! members are private. What a page shows as old code compiles beside them, in the page's namespace, such as
//! `Replaced.FromGridManager`.

use super::markdown::{Document, original};
use super::unit::{csharp_file, csharp_unit};
use crate::csharp::{Build, GAME};
use crate::workspace::Workspace;
use anyhow::{Context, Result, ensure};
use std::path::Path;

/// Mark behind the fence of replaced code.
pub const OLD: &str = "csharp old";
const PAGES: &str = "unity-package/Documentation~/coming-from-";
const SCRIPTS: &str = "tests/csharp/Replaced";

/// A page about coming from other scripts.
pub struct Page<'a> {
    pub document: &'a Document,
    /// `grid-manager` of `coming-from-grid-manager.md`.
    pub name: &'a str,
}

/// The pages, without translations.
pub fn pages(documents: &[Document]) -> impl Iterator<Item = Page<'_>> {
    documents.iter().filter(|document| original(&document.path).is_none()).filter_map(|document| {
        let name = document.path.strip_prefix(PAGES)?.strip_suffix(".md")?;
        Some(Page { document, name })
    })
}

impl Page<'_> {
    /// `grid-manager` is `FromGridManager`.
    pub fn namespace(&self) -> String {
        format!("From{}", self.name.split('-').map(capitalized).collect::<String>())
    }
}

/// A word with a capital letter.
pub fn capitalized(word: &str) -> String {
    let (first, rest) = word.split_at(1);
    first.to_uppercase() + rest
}

/// Compiles the old code of all pages and says how many blocks there are.
pub fn check(workspace: &Workspace, build: &Build, documents: &[Document]) -> Result<usize> {
    for document in documents {
        let is_page = pages(documents).any(|page| page.document.path == document.path);
        let old = document.blocks_of(OLD).next();
        let at = old.map(|block| format!("{}:{}", document.path, block.line)).unwrap_or_default();
        ensure!(old.is_none() || is_page, "{at}: old code belongs to a page about coming from other scripts");
    }
    let folder = build.folder.join("replaced");
    std::fs::create_dir_all(&folder)?;
    let count = write(workspace, documents, &folder)?;
    ensure!(count > 0, "the documents hold no old code");
    build.compile_folder("Replaced.dll", &folder, GAME)?;
    Ok(count)
}

/// Writes the scripts and the old code of all pages into a folder.
pub fn write(workspace: &Workspace, documents: &[Document], folder: &Path) -> Result<usize> {
    let mut count = 0;
    for page in pages(documents) {
        let namespace = format!("Replaced.{}", page.namespace());
        let source = format!("{SCRIPTS}/{}.cs", page.name);
        let text = std::fs::read_to_string(workspace.root.join(&source))
            .with_context(|| format!("{}: {source} has to have the scripts that it replaces", page.document.path))?;
        std::fs::write(folder.join(format!("{namespace}.cs")), csharp_unit(&source, 1, &text, &namespace))?;
        for (number, block) in page.document.blocks_of(OLD).enumerate() {
            let text = csharp_file(page.document, block, &namespace);
            std::fs::write(folder.join(format!("{namespace}.Block{number}.cs")), text)?;
            count += 1;
        }
    }
    Ok(count)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_has_a_namespace_by_its_name() {
        let document = |path: &str| Document::parse(path.into(), "");
        let documents =
            ["vector2int-astar.md", "vector2int-astar.zh-CN.md"].map(|name| document(&format!("{PAGES}{name}")));
        let names: Vec<_> = pages(&documents).map(|page| page.namespace()).collect();
        assert_eq!(names, ["FromVector2intAstar"]);
    }
}
