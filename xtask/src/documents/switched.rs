//! The pages' scripts, tried: what a reader has after following a page is compiled, and tests in tests/csharp/Switched
//! run it. Each page's code is in a namespace of its own, such as `Pages.FromGridManager` or `Pages.SavedGrids`, and
//! the scripts that a page replaces in another, such as `Replaced.FromGridManager`. A type of a page that no test names
//! is reported.

use super::code::declared_type;
use super::markdown::{Document, Part, original};
use super::replaced::{self, capitalized};
use super::unit::csharp_file;
use crate::csharp::{Build, GAME, GAME_WITH_PACKAGES};
use crate::workspace::Workspace;
use anyhow::{Context, Result, ensure};

/// The tests, with the pages' code.
pub const TESTS: &str = "GridStar.SwitchedTests.dll";
/// The one page with C# outside of the manual, and its namespace below `Pages`.
const FRONT: (&str, &str) = ("README.md", "FrontPage");
const MANUAL: &str = "unity-package/Documentation~/";
/// The tests' sources, and one that they share with others.
const SOURCES: &str = "tests/csharp/Switched";
const CONSOLE: &str = "tests/csharp/Standin/ConsoleLog.cs";

/// Compiles the tests; the package and its samples have to be in `build`. Says how many pages there are.
pub fn compile(workspace: &Workspace, build: &Build, documents: &[Document]) -> Result<String> {
    let folder = build.folder.join("switched");
    std::fs::create_dir_all(&folder)?;
    let mut tests = String::new();
    for entry in std::fs::read_dir(workspace.root.join(SOURCES))? {
        let source = entry?;
        let text = std::fs::read_to_string(source.path())?;
        std::fs::write(folder.join(source.file_name()), &text)?;
        tests += &text;
    }
    std::fs::copy(workspace.root.join(CONSOLE), folder.join("ConsoleLog.cs"))?;
    replaced::write(workspace, documents, &folder)?;
    let mut pages = 0;
    let switched = replaced::pages(documents).map(|page| (page.document, page.namespace()));
    let others = documents.iter().filter_map(|page| Some((page, namespace(&page.path)?)));
    for (page, name) in switched.chain(others) {
        for (number, block) in page.blocks_of("csharp").enumerate() {
            ensure_named(page, block, &tests)?;
            let text = csharp_file(page, block, &format!("Pages.{name}"));
            std::fs::write(folder.join(format!("{name}{number}.cs")), text)?;
        }
        pages += usize::from(page.blocks_of("csharp").next().is_some());
    }
    let references = format!("{GAME_WITH_PACKAGES} GridStar.Samples.Vector2IntAStar nunit.framework");
    build.compile_folder(TESTS, &folder, &references)?;
    refuse_old_copies(build, documents)?;
    Ok(format!("{pages} pages"))
}

/// `saved-grids.md` of the manual is `SavedGrids`. None for what is no page of it, a translation, or one of `replaced`.
fn namespace(path: &str) -> Option<String> {
    if path == FRONT.0 {
        return Some(FRONT.1.to_owned());
    }
    let name = path.strip_prefix(MANUAL)?.strip_suffix(".md")?;
    if original(path).is_some() || name.starts_with("coming-from-") || name.contains('/') {
        return None;
    }
    Some(name.split('-').map(capitalized).collect())
}

/// Fails at a type of a page that no test names: nobody has run it.
fn ensure_named(page: &Document, block: &Part, tests: &str) -> Result<()> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    for name in block.text.lines().filter_map(declared_type) {
        let is_named = tests.split(|c| !is_word(c)).any(|word| word == name);
        ensure!(is_named, "{}:{} has {name}, which no test in {SOURCES} runs", page.path, block.line);
    }
    Ok(())
}

/// The line that page 1 gives its readers must compile without an old copy, as it has, and not with one.
fn refuse_old_copies(build: &Build, documents: &[Document]) -> Result<()> {
    let page = replaced::pages(documents).find(|page| page.name == "basegrid");
    let page = page.context("there is no page about BaseGrid")?.document;
    let check = page.blocks().find(|(_, block)| block.text.contains("(GridStar.BaseGrid)"));
    let (_, check) = check.context("the page about BaseGrid has no line that finds old copies")?;
    let folder = build.folder.join("old-copies");
    std::fs::create_dir_all(&folder)?;
    std::fs::write(folder.join("Check.cs"), csharp_file(page, check, "Pages.OldCopies"))?;
    build.compile_folder("OldCopies.dll", &folder, GAME)?;
    std::fs::write(folder.join("BaseGrid.cs"), "public class BaseGrid\n{\n}\n")?;
    let with_copy = build.compile_folder("OldCopies.dll", &folder, GAME);
    ensure!(with_copy.is_err(), "the line that finds old copies compiles with one");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_of_the_manual_have_namespaces_and_other_documents_have_none() {
        assert_eq!(namespace("README.md").as_deref(), Some("FrontPage"));
        assert_eq!(namespace(&format!("{MANUAL}saved-grids.md")).as_deref(), Some("SavedGrids"));
        for other in ["README.zh-CN.md", "docs/c-guide.md"] {
            assert_eq!(namespace(other), None);
        }
        for other in ["saved-grids.zh-CN.md", "coming-from-basegrid.md", "reference/index.md"] {
            assert_eq!(namespace(&format!("{MANUAL}{other}")), None);
        }
    }

    #[test]
    fn a_type_that_no_test_names_is_reported_with_its_page() {
        let page = Document::parse("a.md".into(), "# A\n\n```csharp\npublic class Wagon\n{\n}\n```\n");
        let block = page.blocks_of("csharp").next().unwrap();
        assert!(ensure_named(&page, block, "new Wagon(grid)").is_ok());
        let unnamed = ensure_named(&page, block, "new Wagons(grid)").unwrap_err().to_string();
        assert!(unnamed.starts_with("a.md:4 has Wagon, which no test"), "{unnamed}");
    }
}
