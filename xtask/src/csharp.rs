//! Compiling the package's C# with Mono, and running it against the native library.

use crate::command::quietly;
use crate::workspace::Workspace;
use crate::{library, tools};
use anyhow::{Context, Result};
use std::path::{Path, PathBuf};
use std::process::Command;

/// A C# assembly: the folder of its sources, and what it refers to.
pub struct Assembly {
    /// File name with extension.
    pub file: &'static str,
    /// Folder of the sources, from the root.
    pub sources: &'static str,
    references: &'static [&'static str],
}

/// Usable without Unity: it is compiled with no UnityEngine at hand.
pub const CORE: Assembly =
    Assembly { file: "GridStar.Core.dll", sources: "unity-package/Runtime/Core", references: &[] };
/// Stands in for Unity's own assembly.
pub const STANDIN: Assembly =
    Assembly { file: "UnityEngine.dll", sources: "tests/csharp/UnityEngine", references: &[] };
/// The package's Unity side.
pub const UNITY: Assembly = Assembly {
    file: "GridStar.Unity.dll",
    sources: "unity-package/Runtime/Unity",
    references: &["GridStar.Core.dll", "UnityEngine.dll"],
};
/// Stands in for Unity's assembly of the Editor.
pub const EDITOR_STANDIN: Assembly =
    Assembly { file: "UnityEditor.dll", sources: "tests/csharp/UnityEditor", references: &["UnityEngine.dll"] };
/// What the package adds to the Editor.
pub const EDITOR: Assembly = Assembly {
    file: "GridStar.Editor.dll",
    sources: "unity-package/Editor",
    references: &["GridStar.Core.dll", "GridStar.Unity.dll", "UnityEngine.dll", "UnityEditor.dll"],
};
/// The package's tests, as Unity's Test Runner would run them.
pub const TESTS: Assembly = Assembly {
    file: "GridStar.Tests.dll",
    sources: "unity-package/Tests/Runtime",
    references: &["GridStar.Core.dll", "GridStar.Unity.dll", "UnityEngine.dll", "nunit.framework.dll"],
};
/// Tests that drive the stand-ins: colliders, frames, keys, the log, inspectors, and the samples.
pub const STANDIN_TESTS: Assembly = Assembly {
    file: "GridStar.StandinTests.dll",
    sources: "tests/csharp/Standin",
    references: &[
        "GridStar.Core.dll",
        "GridStar.Unity.dll",
        "GridStar.Editor.dll",
        "UnityEngine.dll",
        "UnityEditor.dll",
        "nunit.framework.dll",
        "GridStar.Samples.BaseGrid.dll",
        "GridStar.Samples.CellMap.dll",
        "GridStar.Samples.GridManager.dll",
        "GridStar.Samples.StepViewer.dll",
        "GridStar.Samples.Vector2IntAStar.dll",
    ],
};
/// What can be imported from the package.
pub const SAMPLES: [Assembly; 5] = [
    sample("GridStar.Samples.BaseGrid.dll", "unity-package/Samples~/BaseGrid"),
    sample("GridStar.Samples.CellMap.dll", "unity-package/Samples~/CellMap"),
    sample("GridStar.Samples.GridManager.dll", "unity-package/Samples~/GridManager"),
    sample("GridStar.Samples.StepViewer.dll", "unity-package/Samples~/StepViewer"),
    sample("GridStar.Samples.Vector2IntAStar.dll", "unity-package/Samples~/Vector2IntAStar"),
];
/// A program that prints the same on every platform.
pub const PLAYER: Assembly =
    Assembly { file: "Player.exe", sources: "tests/csharp/Player", references: &["GridStar.Core.dll"] };
/// The program behind `cargo xtask demo`.
pub const DEMO: Assembly = Assembly {
    file: "Demo.exe",
    sources: "examples/demo",
    references: &["GridStar.Core.dll", "GridStar.Unity.dll", "UnityEngine.dll"],
};

const fn sample(file: &'static str, sources: &'static str) -> Assembly {
    Assembly { file, sources, references: &["GridStar.Core.dll", "GridStar.Unity.dll", "UnityEngine.dll"] }
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
        std::fs::copy(native, build.folder.join(library::file_name()))?;
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
    pub fn with_symbol(mut self, symbol: &'static str) -> Self {
        self.symbols.push(symbol);
        self
    }

    /// Compiles an assembly in the C# that every supported Unity takes, warnings being errors.
    pub fn compile(&self, assembly: &Assembly) -> Result<()> {
        self.compile_folder(assembly.file, &self.workspace.root.join(assembly.sources), assembly.references)
    }

    /// Compiles all `.cs` files of a folder and its subfolders.
    pub fn compile_folder(&self, file: &str, sources: &Path, references: &[&str]) -> Result<()> {
        let kind = if file.ends_with(".exe") { "exe" } else { "library" };
        let mut command = Command::new("mcs");
        command.args(["-langversion:7.2", "-warnaserror", "-optimize", "-debug"]);
        command.arg(format!("-define:{}", self.symbols.join(";")));
        command.arg(format!("-target:{kind}")).arg(format!("-out:{}", self.folder.join(file).display()));
        for reference in references {
            let path = match *reference {
                "nunit.framework.dll" => PathBuf::from(tools::nunit_framework()),
                own => self.folder.join(own),
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
        let variable = if cfg!(target_os = "macos") { "DYLD_LIBRARY_PATH" } else { "LD_LIBRARY_PATH" };
        command.env(variable, &self.folder).current_dir(&self.folder);
        if cfg!(windows) {
            let path = std::env::var_os("PATH").unwrap_or_default();
            let mut folders = vec![self.folder.clone()];
            folders.extend(std::env::split_paths(&path));
            if let Ok(joined) = std::env::join_paths(folders) {
                command.env("PATH", joined);
            }
        }
        command
    }
}
