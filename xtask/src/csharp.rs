//! Compiling the package's C# with Mono, and running it against the native library.

use crate::command::quietly;
use crate::tools;
use crate::workspace::{Workspace, native_file_name};
use anyhow::{Context, Result};
use std::path::{Path, PathBuf};
use std::process::Command;

/// A C# assembly: the folder of its sources, and what it refers to.
pub struct Assembly {
    /// File name with extension.
    pub file: &'static str,
    /// Folder of the sources, from the root.
    sources: &'static str,
    /// File names without extension.
    references: &'static str,
}

const fn assembly(file: &'static str, sources: &'static str, references: &'static str) -> Assembly {
    Assembly { file, sources, references }
}

const NUNIT: &str = "nunit.framework";

/// Usable without Unity: it is compiled with no UnityEngine at hand.
pub const CORE: Assembly = assembly("GridStar.Core.dll", "unity-package/Runtime/Core", "");
/// Stands in for Unity's own assembly.
pub const STANDIN: Assembly = assembly("UnityEngine.dll", "tests/csharp/UnityEngine", "");
/// The package's Unity side.
pub const UNITY: Assembly = assembly("GridStar.Unity.dll", "unity-package/Runtime/Unity", "GridStar.Core UnityEngine");
/// The step viewer: what a search looks like, and the component that shows it.
pub const VIEWER: Assembly =
    assembly("GridStar.Viewer.dll", "unity-package/Runtime/Viewer", "GridStar.Core GridStar.Unity UnityEngine");
/// Stand in for packages of Unity that a game may have.
pub const PACKAGE_STANDINS: [Assembly; 3] = [
    assembly("Unity.Burst.dll", "tests/csharp/Unity.Burst", ""),
    assembly("Unity.Collections.dll", "tests/csharp/Unity.Collections", "UnityEngine"),
    assembly("Unity.Mathematics.dll", "tests/csharp/Unity.Mathematics", ""),
];
/// What the package adds where these packages are.
pub const BURST: Assembly = assembly(
    "GridStar.Burst.dll",
    "unity-package/Runtime/Burst",
    "GridStar.Core GridStar.Unity UnityEngine Unity.Burst Unity.Collections Unity.Mathematics",
);
/// Stands in for Unity's assembly of the Editor.
pub const EDITOR_STANDIN: Assembly = assembly("UnityEditor.dll", "tests/csharp/UnityEditor", "UnityEngine");
/// What the package adds to the Editor.
pub const EDITOR: Assembly = assembly(
    "GridStar.Editor.dll",
    "unity-package/Editor",
    "GridStar.Core GridStar.Unity GridStar.Viewer UnityEngine UnityEditor",
);
/// Stands in for a package of Unity.
pub const PROFILING_STANDIN: Assembly =
    assembly("Unity.Profiling.Core.dll", "tests/csharp/Unity.Profiling.Core", "UnityEngine");
/// What the package adds where this package is.
pub const PROFILING: Assembly = assembly(
    "GridStar.Profiling.dll",
    "unity-package/Runtime/Profiling",
    "GridStar.Core UnityEngine Unity.Profiling.Core",
);
/// The package's tests, as Unity's Test Runner would run them.
pub const TESTS: Assembly = assembly(
    "GridStar.Tests.dll",
    "unity-package/Tests/Runtime",
    "GridStar.Core GridStar.Unity GridStar.Viewer UnityEngine nunit.framework",
);
/// The package's tests of what it adds for Unity's packages.
pub const BURST_TESTS: Assembly = assembly(
    "GridStar.Burst.Tests.dll",
    "unity-package/Tests/Burst",
    "GridStar.Core GridStar.Unity GridStar.Burst GridStar.Tests UnityEngine Unity.Burst Unity.Collections \
     Unity.Mathematics nunit.framework",
);
/// Tests that drive the stand-ins: colliders, frames, keys, the log, inspectors, and the samples.
pub const STANDIN_TESTS: Assembly = assembly(
    "GridStar.StandinTests.dll",
    "tests/csharp/Standin",
    "GridStar.Core GridStar.Unity GridStar.Viewer GridStar.Editor GridStar.Profiling UnityEngine UnityEditor \
     nunit.framework System.Xml \
     GridStar.Samples.BaseGrid \
     GridStar.Samples.CellMap GridStar.Samples.GridManager GridStar.Samples.Hexagons GridStar.Samples.Isometric \
     GridStar.Samples.Market GridStar.Samples.StepViewer \
     GridStar.Samples.Terrain GridStar.Samples.Vector2IntAStar GridStar.Samples.ClickToMove \
     GridStar.Samples.Crowd GridStar.Samples.TowerDefence GridStar.Samples.TurnBasedRange",
);
/// What scripts of a game refer to that have no assembly definition: every assembly that is `autoReferenced`.
pub const GAME: &str = "GridStar.Core GridStar.Unity GridStar.Viewer UnityEngine";
/// The same in a game that has Unity's packages.
pub const GAME_WITH_PACKAGES: &str = "GridStar.Core GridStar.Unity GridStar.Viewer GridStar.Burst UnityEngine \
    Unity.Burst Unity.Collections Unity.Mathematics";
/// What most samples refer to by their assembly definitions.
const SAMPLE: &str = "GridStar.Core GridStar.Unity UnityEngine";
/// The same, with menu items.
const SAMPLE_IN_EDITOR: &str = "GridStar.Core GridStar.Unity UnityEngine UnityEditor";
/// What can be imported from the package.
pub const SAMPLES: [Assembly; 13] = [
    assembly("GridStar.Samples.BaseGrid.dll", "unity-package/Samples~/BaseGrid", SAMPLE),
    assembly("GridStar.Samples.CellMap.dll", "unity-package/Samples~/CellMap", SAMPLE),
    assembly("GridStar.Samples.ClickToMove.dll", "unity-package/Samples~/ClickToMove", SAMPLE_IN_EDITOR),
    assembly("GridStar.Samples.Crowd.dll", "unity-package/Samples~/Crowd", SAMPLE_IN_EDITOR),
    assembly("GridStar.Samples.GridManager.dll", "unity-package/Samples~/GridManager", SAMPLE),
    assembly("GridStar.Samples.Hexagons.dll", "unity-package/Samples~/Hexagons", SAMPLE_IN_EDITOR),
    assembly("GridStar.Samples.Isometric.dll", "unity-package/Samples~/Isometric", SAMPLE_IN_EDITOR),
    assembly("GridStar.Samples.Market.dll", "unity-package/Samples~/Market", SAMPLE_IN_EDITOR),
    assembly("GridStar.Samples.StepViewer.dll", "unity-package/Samples~/StepViewer", GAME),
    assembly("GridStar.Samples.Terrain.dll", "unity-package/Samples~/Terrain", SAMPLE),
    assembly("GridStar.Samples.TowerDefence.dll", "unity-package/Samples~/TowerDefence", SAMPLE_IN_EDITOR),
    assembly("GridStar.Samples.TurnBasedRange.dll", "unity-package/Samples~/TurnBasedRange", SAMPLE_IN_EDITOR),
    assembly("GridStar.Samples.Vector2IntAStar.dll", "unity-package/Samples~/Vector2IntAStar", SAMPLE),
];
/// A program that prints the same on every platform.
pub const PLAYER: Assembly = assembly("Player.exe", "tests/csharp/Player", "GridStar.Core");
/// A program that prints the fields which Unity writes into scenes and assets.
pub const SERIALIZED_FIELDS: Assembly =
    assembly("SerializedFields.exe", "tests/csharp/SerializedFields", "UnityEngine");
/// The program behind `cargo xtask demo`.
pub const DEMO: Assembly = assembly("Demo.exe", "examples/demo", GAME);

/// Whether Unity compiles a folder with pointers: as its assembly definition says. A stand-in has none, and may.
fn may_be_unsafe(sources: &Path) -> Result<bool> {
    let files = std::fs::read_dir(sources).with_context(|| sources.display().to_string())?;
    for file in files {
        let file = file?.path();
        if file.extension().is_some_and(|extension| extension == "asmdef") {
            let definition: serde_json::Value = serde_json::from_str(&std::fs::read_to_string(&file)?)?;
            return Ok(definition["allowUnsafeCode"] == true);
        }
    }
    Ok(sources.ends_with("tests/csharp/UnityEngine"))
}

/// A folder with the native library and the assemblies compiled so far.
pub struct Build<'a> {
    workspace: &'a Workspace,
    /// Where everything lies side by side.
    pub folder: PathBuf,
    symbols: Vec<&'static str>,
}

impl<'a> Build<'a> {
    /// Starts with an empty folder that holds the native library alone.
    pub fn begin(workspace: &'a Workspace, name: &str, native: &Path) -> Result<Self> {
        let build = Self::without_library(workspace, name)?;
        std::fs::copy(native, build.folder.join(native_file_name()))?;
        Ok(build)
    }

    /// Starts with an empty folder, for what is compiled and not run.
    pub fn without_library(workspace: &'a Workspace, name: &str) -> Result<Self> {
        let folder = workspace.target.join("csharp").join(name);
        if folder.exists() {
            std::fs::remove_dir_all(&folder)?;
        }
        std::fs::create_dir_all(&folder)?;
        Ok(Self { workspace, folder, symbols: vec!["UNITY_INCLUDE_TESTS", "ENABLE_LEGACY_INPUT_MANAGER"] })
    }

    /// The same, for code that only a later Unity compiles.
    pub fn with_symbols(mut self, symbols: &[&'static str]) -> Self {
        self.symbols.extend(symbols);
        self
    }

    /// Compiles assemblies in their order.
    pub fn compile_all(&self, assemblies: &[Assembly]) -> Result<()> {
        assemblies.iter().try_for_each(|assembly| self.compile(assembly))
    }

    /// Compiles an assembly in the C# that every supported Unity takes, warnings being errors.
    pub fn compile(&self, assembly: &Assembly) -> Result<()> {
        self.compile_folder(assembly.file, &self.workspace.root.join(assembly.sources), assembly.references)
    }

    /// Compiles all `.cs` files of a folder and its subfolders.
    pub fn compile_folder(&self, file: &str, sources: &Path, references: &str) -> Result<()> {
        let kind = if file.ends_with(".exe") { "exe" } else { "library" };
        let mut command = Command::new("mcs");
        command.args(["-langversion:7.2", "-warnaserror", "-optimize", "-debug"]);
        if may_be_unsafe(sources)? {
            command.arg("-unsafe");
        }
        if file == UNITY.file || file == VIEWER.file {
            // Tests hold the inspector's tooltips against it.
            command.arg(format!("-doc:{}", self.folder.join(file).with_extension("xml").display()));
        }
        command.arg(format!("-define:{}", self.symbols.join(";")));
        command.arg(format!("-target:{kind}")).arg(format!("-out:{}", self.folder.join(file).display()));
        for reference in references.split_whitespace() {
            let own = self.folder.join(format!("{reference}.dll"));
            let path = match reference {
                NUNIT => PathBuf::from(tools::nunit_framework()),
                // Mono's own.
                _ if reference.starts_with("System.") => PathBuf::from(format!("{reference}.dll")),
                _ => own,
            };
            command.arg(format!("-r:{}", path.display()));
        }
        let mut files: Vec<PathBuf> = walkdir::WalkDir::new(sources)
            .into_iter()
            .filter_map(|entry| entry.ok().map(walkdir::DirEntry::into_path))
            .filter(|path| path.extension().is_some_and(|extension| extension == "cs"))
            .collect();
        files.sort();
        quietly(command.args(files)).with_context(|| format!("{file} did not compile"))?;
        Ok(())
    }

    /// A command that runs a program with the native library where Mono looks for it.
    pub fn with_library(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        let variable = match std::env::consts::OS {
            "windows" => "PATH",
            "macos" => "DYLD_LIBRARY_PATH",
            _ => "LD_LIBRARY_PATH",
        };
        let given = std::env::var_os(variable).filter(|_| cfg!(windows)).unwrap_or_default();
        let folders = std::iter::once(self.folder.clone()).chain(std::env::split_paths(&given));
        // A path with a separator in it can't be named to the loader.
        let folders = std::env::join_paths(folders).unwrap_or_default();
        command.env(variable, folders).current_dir(&self.folder);
        command
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    /// Unity's Test Runner has NUnit 3, which warns of these or lacks them; Mono's tests run with NUnit 2.6. Both have
    /// `StringAssert.Contains`, `StartsWith` and `EndsWith`.
    const OF_NUNIT_2: [&str; 10] = [
        ".StringContaining(",
        ".StringStarting(",
        ".StringEnding(",
        ".StringMatching(",
        ".InstanceOfType(",
        "Assert.IsNullOrEmpty(",
        "Assert.IsNotNullOrEmpty(",
        "[ExpectedException",
        "[TestFixtureSetUp]",
        "[TestFixtureTearDown]",
    ];

    #[test]
    fn the_tests_use_assertions_that_nunit_2_and_3_have() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let mut found = Vec::new();
        for folder in ["unity-package/Tests", "tests/csharp"] {
            for entry in walkdir::WalkDir::new(root.join(folder)) {
                let path = entry.unwrap().into_path();
                if path.extension().is_some_and(|extension| extension == "cs") {
                    let text = std::fs::read_to_string(&path).unwrap();
                    let named = OF_NUNIT_2.iter().filter(|name| text.contains(**name));
                    found.extend(named.map(|name| format!("{}: {name}", path.display())));
                }
            }
        }
        assert!(found.is_empty(), "{found:#?}");
    }
}
