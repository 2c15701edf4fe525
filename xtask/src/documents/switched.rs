//! The recipes, the first steps and the pages about coming from other scripts, tried: what a reader has after following
//! one is compiled, and tests in tests/csharp/Switched run it. Each page's code is in a namespace of its own, such as
//! `Pages.FromGridManager`, and the scripts that it replaces in another, such as `Replaced.FromGridManager`.

use super::markdown::Document;
use super::replaced;
use super::unit::csharp_file;
use crate::csharp::{Build, GAME, GAME_WITH_PACKAGES};
use crate::workspace::Workspace;
use anyhow::{Context, Result, ensure};
use std::path::Path;

/// The tests, with the pages' code.
pub const TESTS: &str = "GridStar.SwitchedTests.dll";
/// Other pages whose code tests run, and its namespace below `Pages`.
const RUN: [(&str, &str); 14] = [
    ("README.md", "FrontPage"),
    ("unity-package/Documentation~/crowds.md", "Crowds"),
    ("unity-package/Documentation~/fields.md", "Fields"),
    ("unity-package/Documentation~/floors.md", "Floors"),
    ("unity-package/Documentation~/following.md", "Following"),
    ("unity-package/Documentation~/forks.md", "Forks"),
    ("unity-package/Documentation~/influence.md", "Influence"),
    ("unity-package/Documentation~/lockstep.md", "Lockstep"),
    ("unity-package/Documentation~/recipes.md", "Recipes"),
    ("unity-package/Documentation~/more-recipes.md", "MoreRecipes"),
    ("unity-package/Documentation~/getting-started.md", "GettingStarted"),
    ("unity-package/Documentation~/saved-grids.md", "SavedGrids"),
    ("unity-package/Documentation~/whole-scripts.md", "WholeScripts"),
    ("unity-package/Documentation~/without-unity.md", "WithoutUnity"),
];
/// Scripts beside those of the pages.
const SOURCES: [&str; 10] = [
    "tests/csharp/Switched/CrowdPageTests.cs",
    "tests/csharp/Switched/FieldPageTests.cs",
    "tests/csharp/Switched/FirstStepTests.cs",
    "tests/csharp/Switched/LockstepPageTests.cs",
    "tests/csharp/Switched/RecipeTests.cs",
    "tests/csharp/Switched/SavedPageTests.cs",
    "tests/csharp/Switched/SwitchedTests.cs",
    "tests/csharp/Switched/WholeScriptTests.cs",
    "tests/csharp/Switched/KeptCalls.cs",
    "tests/csharp/Standin/ConsoleLog.cs",
];

/// Compiles the tests; the package and its samples have to be in `build`. Says how many pages there are.
pub fn compile(workspace: &Workspace, build: &Build, documents: &[Document]) -> Result<String> {
    let folder = build.folder.join("switched");
    std::fs::create_dir_all(&folder)?;
    for source in SOURCES {
        let name = Path::new(source).file_name().context("a source has no name")?;
        std::fs::copy(workspace.root.join(source), folder.join(name))?;
    }
    let mut pages = 0;
    for page in replaced::pages(documents) {
        let name = page.namespace();
        for (number, block) in page.document.blocks_of("csharp").enumerate() {
            let text = csharp_file(page.document, block, &format!("Pages.{name}"));
            std::fs::write(folder.join(format!("{name}{number}.cs")), text)?;
        }
        pages += 1;
    }
    replaced::write(workspace, documents, &folder)?;
    for (path, name) in RUN {
        let page = documents.iter().find(|document| document.path == path);
        let page = page.with_context(|| format!("{path} is missing"))?;
        for (number, block) in page.blocks_of("csharp").enumerate() {
            let text = csharp_file(page, block, &format!("Pages.{name}"));
            std::fs::write(folder.join(format!("{name}{number}.cs")), text)?;
        }
    }
    let references = format!("{GAME_WITH_PACKAGES} GridStar.Samples.Vector2IntAStar nunit.framework");
    build.compile_folder(TESTS, &folder, &references)?;
    refuse_old_copies(build, documents)?;
    Ok(format!("{pages} pages"))
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
