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
    /// File names without extension. Assemblies with a definition (`.asmdef`) have none here.
    references: &'static str,
}

const fn assembly(file: &'static str, sources: &'static str, references: &'static str) -> Assembly {
    Assembly { file, sources, references }
}

/// Folder of the package's sources, from the root.
const PACKAGE: &str = "unity-package";
const NUNIT: &str = "nunit.framework";

/// Usable without Unity: it is compiled with no UnityEngine at hand.
pub const CORE: Assembly = assembly("GridStar.Core.dll", "unity-package/Runtime/Core", "");
/// Stands in for Unity's own assembly.
pub const STANDIN: Assembly = assembly("UnityEngine.dll", "tests/csharp/UnityEngine", "");
/// The package's Unity side.
pub const UNITY: Assembly = assembly("GridStar.Unity.dll", "unity-package/Runtime/Unity", "");
/// The step viewer: what a search looks like, and the component that shows it.
pub const VIEWER: Assembly = assembly("GridStar.Viewer.dll", "unity-package/Runtime/Viewer", "");
/// Stand in for packages of Unity that a game may have.
pub const PACKAGE_STANDINS: [Assembly; 3] = [
    assembly("Unity.Burst.dll", "tests/csharp/Unity.Burst", ""),
    assembly("Unity.Collections.dll", "tests/csharp/Unity.Collections", "UnityEngine"),
    assembly("Unity.Mathematics.dll", "tests/csharp/Unity.Mathematics", ""),
];
/// Assembly that the package adds where these packages are.
pub const BURST: Assembly = assembly("GridStar.Burst.dll", "unity-package/Runtime/Burst", "");
/// Stands in for Unity's assembly of the Editor.
pub const EDITOR_STANDIN: Assembly = assembly("UnityEditor.dll", "tests/csharp/UnityEditor", "UnityEngine");
/// Assembly that the package adds to the Editor.
pub const EDITOR: Assembly = assembly("GridStar.Editor.dll", "unity-package/Editor", "");
/// Stands in for a package of Unity.
pub const PROFILING_STANDIN: Assembly =
    assembly("Unity.Profiling.Core.dll", "tests/csharp/Unity.Profiling.Core", "UnityEngine");
/// Assembly that the package adds where this package is.
pub const PROFILING: Assembly = assembly("GridStar.Profiling.dll", "unity-package/Runtime/Profiling", "");
/// The package's tests, as Unity's Test Runner would run them.
pub const TESTS: Assembly = assembly("GridStar.Tests.dll", "unity-package/Tests/Runtime", "");
/// The package's tests of what it adds for Unity's packages.
pub const BURST_TESTS: Assembly = assembly("GridStar.Burst.Tests.dll", "unity-package/Tests/Burst", "");
/// Tests that drive the stand-ins: colliders, frames, keys, the log, inspectors, and the samples, to which they refer
/// too.
pub const STANDIN_TESTS: Assembly = assembly(
    "GridStar.StandinTests.dll",
    "tests/csharp/Standin",
    "GridStar.Core GridStar.Unity GridStar.Viewer GridStar.Editor GridStar.Profiling UnityEngine UnityEditor \
     nunit.framework System.Xml",
);
/// References of a game's scripts without an assembly definition: every assembly that is `autoReferenced`.
pub const GAME: &str = "GridStar.Core GridStar.Unity GridStar.Viewer UnityEngine";
/// References of scripts in a game that has Unity's packages.
pub const GAME_WITH_PACKAGES: &str = "GridStar.Core GridStar.Unity GridStar.Viewer GridStar.Burst UnityEngine \
    Unity.Burst Unity.Collections Unity.Mathematics";
/// A program that prints the same on every platform.
pub const PLAYER: Assembly = assembly("Player.exe", "tests/csharp/Player", "GridStar.Core");
/// A program that prints the fields which Unity writes into scenes and assets.
pub const SERIALIZED_FIELDS: Assembly =
    assembly("SerializedFields.exe", "tests/csharp/SerializedFields", "UnityEngine");
/// A program that runs the samples in a project with the new input and without the package that reads it.
pub const NEW_INPUT_ALONE: Assembly = assembly("NewInputAlone.exe", "tests/csharp/NewInputAlone", "UnityEngine");
/// A program that writes the reference of the package's types.
pub const REFERENCE_PAGES: Assembly = assembly("ReferencePages.exe", "tests/csharp/ReferencePages", "UnityEngine");
/// A program that runs tests on .NET, for which NUnit 2.6 has none.
pub const DOTNET_TESTS: Assembly = assembly("DotnetTests.exe", "tests/csharp/DotnetTests", NUNIT);
/// The program behind `cargo xtask demo`.
pub const DEMO: Assembly = assembly("Demo.exe", "examples/demo", GAME);

/// Fields of a folder's assembly definition, of which Unity takes more.
#[derive(Default, serde::Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Definition {
    name: String,
    references: Vec<String>,
    precompiled_references: Vec<String>,
    include_platforms: Vec<String>,
    version_defines: Vec<VersionDefine>,
    no_engine_references: bool,
    allow_unsafe_code: bool,
}

/// A symbol that Unity defines for an assembly where a package, or the engine, has a version.
#[derive(serde::Deserialize)]
struct VersionDefine {
    define: String,
}

impl Definition {
    /// Reads the definition of a folder. Stand-ins and programs have none.
    fn of(sources: &Path) -> Result<Option<Self>> {
        let files = std::fs::read_dir(sources).with_context(|| sources.display().to_string())?;
        for file in files {
            let file = file?.path();
            if file.extension().is_some_and(|extension| extension == "asmdef") {
                let text = std::fs::read_to_string(&file)?;
                return serde_json::from_str(&text).with_context(|| file.display().to_string()).map(Some);
            }
        }
        Ok(None)
    }

    /// Names of the assemblies that Unity compiles it with. The stand-in for UnityEngine has the types of the Input
    /// System and of the Test Runner too.
    fn assemblies(&self, in_editor: bool) -> Vec<&str> {
        let in_standin = ["Unity.InputSystem", "UnityEngine.TestRunner", "UnityEditor.TestRunner"];
        let named = self.references.iter().map(String::as_str).filter(|name| !in_standin.contains(name));
        let compiled = self.precompiled_references.iter().map(|file| file.trim_end_matches(".dll"));
        let engine = Some("UnityEngine").filter(|_| !self.no_engine_references);
        let editor = engine.and(Some("UnityEditor").filter(|_| in_editor || self.include_platforms == ["Editor"]));
        named.chain(compiled).chain(engine).chain(editor).collect()
    }

    /// Whether a symbol is defined in it: those of the package only where it asks for them.
    fn has(&self, symbol: &str) -> bool {
        !symbol.starts_with("GRIDSTAR_") || self.version_defines.iter().any(|version| version.define == symbol)
    }
}

/// A folder with the native library and the assemblies compiled so far.
pub struct Build<'a> {
    workspace: &'a Workspace,
    /// Where everything lies side by side.
    pub folder: PathBuf,
    /// Where the package's sources lie, and its samples.
    pub package: PathBuf,
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
        let package = workspace.root.join(PACKAGE);
        Ok(Self { workspace, folder, package, symbols: vec!["UNITY_INCLUDE_TESTS", "ENABLE_LEGACY_INPUT_MANAGER"] })
    }

    /// Takes the package's sources from another folder, such as an unpacked tarball.
    pub fn of_package(mut self, package: PathBuf) -> Self {
        self.package = package;
        self
    }

    /// Adds symbols, for code that only a later Unity compiles.
    pub fn with_symbols(mut self, symbols: &[&'static str]) -> Self {
        self.symbols.extend(symbols);
        self
    }

    /// The same, for a project in which the old input is switched off.
    pub fn without_old_input(mut self) -> Self {
        self.symbols.retain(|symbol| *symbol != "ENABLE_LEGACY_INPUT_MANAGER");
        self.with_symbols(&["ENABLE_INPUT_SYSTEM"])
    }

    /// Compiles assemblies in their order.
    pub fn compile_all(&self, assemblies: &[Assembly]) -> Result<()> {
        assemblies.iter().try_for_each(|assembly| self.compile(assembly))
    }

    /// Compiles an assembly in the C# that every supported Unity takes, warnings being errors.
    pub fn compile(&self, assembly: &Assembly) -> Result<()> {
        self.compile_with(assembly, "")
    }

    /// Compiles an assembly that refers to others beside those that it names.
    pub fn compile_with(&self, assembly: &Assembly, others: &str) -> Result<()> {
        let references = format!("{} {others}", assembly.references);
        let sources = match assembly.sources.strip_prefix(PACKAGE).and_then(|inside| inside.strip_prefix('/')) {
            Some(inside) => self.package.join(inside),
            None => self.workspace.root.join(assembly.sources),
        };
        self.compile_folder(assembly.file, &sources, &references)
    }

    /// Compiles the samples of a package. Returns the names of their assemblies.
    pub fn compile_samples(&self, package: &Path) -> Result<Vec<String>> {
        let mut names = Vec::new();
        for sample in std::fs::read_dir(package.join("Samples~"))? {
            let folder = sample?.path();
            let definition = Definition::of(&folder)?.with_context(|| format!("{} has none", folder.display()))?;
            self.compile_folder(&format!("{}.dll", definition.name), &folder, "")?;
            names.push(definition.name);
        }
        Ok(names)
    }

    /// Compiles all `.cs` files of a folder and its subfolders: as its assembly definition says, if it has one, and
    /// with more references.
    pub fn compile_folder(&self, file: &str, sources: &Path, references: &str) -> Result<()> {
        let kind = if file.ends_with(".exe") { "exe" } else { "library" };
        let definition = Definition::of(sources)?;
        let is_defined = |symbol: &&str| definition.as_ref().is_none_or(|definition| definition.has(symbol));
        let symbols = self.symbols.iter().copied().filter(is_defined).collect::<Vec<_>>();
        let mut command = Command::new("mcs");
        command.args(["-langversion:7.2", "-warnaserror", "-optimize", "-debug"]);
        // A stand-in may have pointers.
        let is_standin = sources.ends_with("tests/csharp/UnityEngine");
        if definition.as_ref().map_or(is_standin, |definition| definition.allow_unsafe_code) {
            command.arg("-unsafe");
        }
        if [CORE.file, UNITY.file, VIEWER.file, BURST.file].contains(&file) {
            // The reference is made of it, and tests hold the inspector's tooltips against it. Comments may leave out a
            // parameter that explains itself, and name all forms of a method by one of them.
            command.arg(format!("-doc:{}", self.folder.join(file).with_extension("xml").display()));
            command.arg("-nowarn:419,1573,1591");
        }
        command.arg(format!("-define:{}", symbols.join(";")));
        command.arg(format!("-target:{kind}")).arg(format!("-out:{}", self.folder.join(file).display()));
        let in_editor = symbols.contains(&"UNITY_EDITOR");
        let defined = definition.iter().flat_map(|definition| definition.assemblies(in_editor));
        for reference in references.split_whitespace().chain(defined) {
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
    use super::*;

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

    /// Unity's rule for an assembly with constraints: it is compiled where each of them is defined, which a package or
    /// the engine does from a version on.
    fn is_compiled(definition: &serde_json::Value, there: &[(&str, &str)]) -> bool {
        let numbers = |version: &str| {
            let numbers = version.split(|c: char| !c.is_ascii_digit()).filter(|part| !part.is_empty());
            numbers.map(|number| number.parse::<u32>().unwrap()).collect::<Vec<_>>()
        };
        let has = |version: &serde_json::Value| {
            let found = there.iter().find(|(name, _)| version["name"] == *name);
            found.is_some_and(|(_, found)| numbers(found) >= numbers(version["expression"].as_str().unwrap()))
        };
        let defines = definition["versionDefines"].as_array().unwrap();
        let mut constraints = definition["defineConstraints"].as_array().unwrap().iter();
        constraints.all(|symbol| {
            symbol == "UNITY_INCLUDE_TESTS"
                || defines.iter().any(|version| version["define"] == *symbol && has(version))
        })
    }

    #[test]
    fn burst_and_mathematics_may_be_packages_or_parts_of_the_engine() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../unity-package");
        let (burst, collections) = (("com.unity.burst", "1.8.21"), ("com.unity.collections", "2.5.1"));
        let mathematics = ("com.unity.mathematics", "1.3.2");
        for file in ["Runtime/Burst/GridStar.Burst.asmdef", "Tests/Burst/GridStar.Burst.Tests.asmdef"] {
            let text = std::fs::read_to_string(root.join(file)).unwrap();
            let definition = serde_json::from_str(&text).unwrap();
            for (there, expected) in [
                (vec![("Unity", "2021.3.0f1"), burst, collections, mathematics], true),
                (vec![("Unity", "6000.4.0f1"), burst, collections], false),
                (vec![("Unity", "6000.5.0a1"), burst, collections], true),
                (vec![("Unity", "6000.5.0f1"), collections], false),
                (vec![("Unity", "6000.7.0a1"), collections], true),
                (vec![("Unity", "6000.7.0a1")], false),
            ] {
                assert_eq!(is_compiled(&definition, &there), expected, "{file}, {there:?}");
            }
        }
    }

    #[test]
    fn a_definition_alone_says_what_an_assembly_sees() {
        let parse = |text: &str| serde_json::from_str::<Definition>(text).unwrap();
        let core = parse(r#"{"name": "A", "noEngineReferences": true}"#);
        assert!(core.assemblies(true).is_empty() && !core.allow_unsafe_code);
        let viewer =
            parse(r#"{"references": ["A", "Unity.InputSystem"], "versionDefines": [{"define": "GRIDSTAR_B"}]}"#);
        assert_eq!(viewer.assemblies(false), ["A", "UnityEngine"]);
        assert_eq!(viewer.assemblies(true), ["A", "UnityEngine", "UnityEditor"]);
        assert!(viewer.has("GRIDSTAR_B") && viewer.has("UNITY_EDITOR") && !viewer.has("GRIDSTAR_C"));
        let editor = parse(r#"{"includePlatforms": ["Editor"], "precompiledReferences": ["nunit.framework.dll"]}"#);
        assert_eq!(editor.assemblies(false), ["nunit.framework", "UnityEngine", "UnityEditor"]);
    }
}
