//! `cargo xtask nuget`: GridStar.Core for .NET as a NuGet package, with the native libraries of the platforms that were
//! asked for. A headless server, Godot with C# or MonoGame adds it to a project.

mod archive;
pub mod dotnet;

use crate::command::quietly;
use crate::fetched;
use crate::libraries::builder::Builder;
use crate::libraries::for_package::{Library, built, found, own};
use crate::notices;
use crate::tools;
use crate::workspace::Workspace;
use anyhow::{Context, Result, ensure};
use clap::Args;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Name of the package and of its assembly.
pub const NAME: &str = "GridStar.Core";
/// Folder of the assembly in the package.
pub const ASSEMBLY: &str = "lib/netstandard2.1";

/// Platforms with .NET, and .NET's names for them. The library for macOS is for both processors.
const RIDS: [(&str, &str); 5] = [
    ("linux-x86_64", "linux-x64"),
    ("linux-arm64", "linux-arm64"),
    ("windows-x86_64", "win-x64"),
    ("windows-arm64", "win-arm64"),
    ("macos", "osx"),
];

const README: &str = "\
# GridStar.Core

Shortest paths on grids of squares and hexagons: searches, fields for many agents, crowds that keep apart, ranges, plans
and saved grids. The calls are those of the Unity package GridStar Pathfinding without Unity's types; a native library
searches. It needs .NET Core 3.0, .NET 5 or later.

```csharp
using (var grid = new GridStar.PathGrid(32, 32))
{
    grid.FillRect(16, 0, 1, 31, GridStar.CellType.Obstacle);
    var path = new List<GridStar.GridCell>();
    GridStar.PathResult result = grid.FindPath(new GridStar.GridCell(2, 2), new GridStar.GridCell(29, 2), path);
}
```
";

/// Arguments of `cargo xtask nuget`.
#[derive(Args)]
pub struct NugetArgs {
    /// Platforms by name, separated by commas, or "all": those that this machine can build for [default: this machine's
    /// own]
    #[arg(long, value_delimiter = ',')]
    targets: Vec<String>,
    /// Take libraries that were built elsewhere from this folder, where they lie as in a Unity package (Plugins/...)
    #[arg(long, conflicts_with = "targets")]
    libraries: Option<PathBuf>,
    /// Folder for the package [default: nuget/ in cargo's target folder]
    #[arg(long)]
    out: Option<PathBuf>,
}

/// Builds the libraries and the package, and says where it lies.
pub fn run(workspace: &Workspace, args: &NugetArgs) -> Result<()> {
    let libraries = match &args.libraries {
        Some(folder) => found(workspace, folder)?,
        None if args.targets.is_empty() => vec![own(workspace)?],
        None => built(&Builder { workspace }, &args.targets)?,
    };
    let out = args.out.clone().unwrap_or_else(|| workspace.target.join("nuget"));
    let package = write(workspace, &libraries, &out)?;
    println!("for dotnet add package {NAME} --source {}: {}", out.display(), package.display());
    Ok(())
}

/// Makes the package in a folder.
pub fn write(workspace: &Workspace, libraries: &[Library], out: &Path) -> Result<PathBuf> {
    let assembly = compile(workspace)?;
    let mut files = vec![
        ("[Content_Types].xml".to_owned(), content_types().into_bytes()),
        ("_rels/.rels".to_owned(), relations().into_bytes()),
        (format!("{NAME}.nuspec"), nuspec(workspace).into_bytes()),
        ("README.md".to_owned(), README.as_bytes().to_vec()),
    ];
    for name in ["LICENSE.md", notices::FILE] {
        files.push((name.replace(' ', "-"), std::fs::read(workspace.unity_package().join(name))?));
    }
    for ending in ["dll", "xml"] {
        let file = assembly.with_extension(ending);
        files.push((format!("{ASSEMBLY}/{NAME}.{ending}"), std::fs::read(&file)?));
    }
    let native = natives(libraries)?;
    ensure!(!native.is_empty(), "no library is for a platform with .NET, such as {}", RIDS[0].0);
    files.extend(native);
    let packed = archive::pack(files.iter().map(|(name, content)| (name.as_str(), content.as_slice())))?;
    std::fs::create_dir_all(out)?;
    let package = out.join(format!("{NAME}.{}.nupkg", workspace.version));
    std::fs::write(&package, packed)?;
    Ok(package)
}

/// The libraries for platforms with .NET, by their places in the package.
fn natives(libraries: &[Library]) -> Result<Vec<(String, Vec<u8>)>> {
    let mut files = Vec::new();
    for (target, library) in libraries {
        if let Some((_, rid)) = RIDS.iter().find(|(name, _)| *name == target.name) {
            let name = Path::new(target.plugin.path).file_name().context("a library has a name")?.to_string_lossy();
            files.push((format!("runtimes/{rid}/native/{name}"), std::fs::read(library)?));
        }
    }
    Ok(files)
}

/// Compiles the C# without Unity against .NET Standard 2.1, with Mono's compiler.
fn compile(workspace: &Workspace) -> Result<PathBuf> {
    tools::ensure_mono()?;
    let folder = workspace.target.join("csharp/nuget");
    std::fs::create_dir_all(&folder)?;
    let numbers = workspace.version.split('-').next().unwrap_or_default();
    let version = folder.join("Version.cs");
    std::fs::write(
        &version,
        format!(
            "[assembly: System.Reflection.AssemblyVersion(\"{numbers}.0\")]\n\
             [assembly: System.Reflection.AssemblyInformationalVersion(\"{}\")]\n",
            workspace.version
        ),
    )?;
    let assembly = folder.join(format!("{NAME}.dll"));
    let mut compiler = Command::new("mcs");
    compiler.args(["-nostdlib", "-noconfig", "-langversion:7.2", "-optimize", "-warnaserror", "-target:library"]);
    compiler.arg("-nowarn:419,1573,1591").arg(format!("-r:{}", fetched::net_standard(workspace)?.display()));
    compiler.arg(format!("-doc:{}", assembly.with_extension("xml").display()));
    compiler.arg(format!("-out:{}", assembly.display())).arg(&version);
    compiler.arg(format!("-recurse:{}/*.cs", workspace.unity_package().join("Runtime/Core").display()));
    quietly(&mut compiler).context("the C# does not compile for .NET Standard")?;
    Ok(assembly)
}

fn nuspec(workspace: &Workspace) -> String {
    let repository = workspace.repository.as_ref().map_or_else(String::new, |address| {
        format!("    <projectUrl>{address}</projectUrl>\n    <repository type=\"git\" url=\"{address}.git\" />\n")
    });
    format!(
        "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n\
         <package xmlns=\"http://schemas.microsoft.com/packaging/2013/05/nuspec.xsd\">\n  <metadata>\n    \
         <id>{NAME}</id>\n    <version>{}</version>\n    <authors>GridStar contributors</authors>\n    \
         <license type=\"expression\">{}</license>\n    <readme>README.md</readme>\n{repository}    \
         <description>Shortest paths on grids of squares and hexagons, searched by a native library: fields, crowds, \
         ranges, saved grids. For servers, Godot with C# and MonoGame.</description>\n    \
         <tags>pathfinding grid astar native server godot monogame</tags>\n    \
         <dependencies>\n      <group targetFramework=\".NETStandard2.1\" />\n    </dependencies>\n  \
         </metadata>\n</package>\n",
        workspace.version,
        env!("CARGO_PKG_LICENSE"),
    )
}

/// Kinds of the files in the archive, by their endings.
fn content_types() -> String {
    let kinds = ["rels", "nuspec", "md", "dll", "xml", "so", "dylib"].map(|ending| {
        let kind = if ending == "rels" { "vnd.openxmlformats-package.relationships+xml" } else { "octet" };
        format!("  <Default Extension=\"{ending}\" ContentType=\"application/{kind}\" />\n")
    });
    format!(
        "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n\
         <Types xmlns=\"http://schemas.openxmlformats.org/package/2006/content-types\">\n{}</Types>\n",
        kinds.concat()
    )
}

fn relations() -> String {
    format!(
        "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n\
         <Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\">\n  \
         <Relationship Type=\"http://schemas.microsoft.com/packaging/2010/07/manifest\" Target=\"/{NAME}.nuspec\" \
         Id=\"R1\" />\n</Relationships>\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::libraries::targets::TARGETS;

    #[test]
    fn each_platform_with_dotnet_has_its_place_and_the_others_none() {
        let directory = tempfile::tempdir().unwrap();
        let file = directory.path().join("library");
        std::fs::write(&file, "x").unwrap();
        let all: Vec<Library> = TARGETS.iter().map(|target| (target, file.clone())).collect();
        let places: Vec<String> = natives(&all).unwrap().into_iter().map(|(place, _)| place).collect();
        assert_eq!(
            places,
            [
                "runtimes/linux-x64/native/libgridstar.so",
                "runtimes/linux-arm64/native/libgridstar.so",
                "runtimes/win-x64/native/gridstar.dll",
                "runtimes/win-arm64/native/gridstar.dll",
                "runtimes/osx/native/libgridstar.dylib",
            ]
        );
    }

    #[test]
    fn the_description_names_a_repository_only_where_there_is_one() {
        let mut workspace = Workspace::find().unwrap();
        workspace.repository = None;
        assert!(!nuspec(&workspace).contains("repository"));
        workspace.repository = Some("https://a.b/c".to_owned());
        let text = nuspec(&workspace);
        assert!(text.contains("<repository type=\"git\" url=\"https://a.b/c.git\" />"), "{text}");
        assert!(text.contains("<license type=\"expression\">MIT OR Apache-2.0</license>"), "{text}");
    }
}
