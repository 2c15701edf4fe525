//! The NuGet package on .NET, which a Python package brings: a server that finds the assembly and the library in the
//! package as programs do that the SDK has built, and the package's C# tests.

use super::{ASSEMBLY, NAME, write};
use crate::command::quietly;
use crate::csharp::{self, Build};
use crate::fetched;
use crate::libraries::targets::Target;
use crate::steps::{Counts, nunit_tests};
use crate::tools;
use crate::workspace::{Workspace, native_file_name};
use anyhow::{Context, Result, ensure};
use std::path::Path;
use std::process::Command;

const SERVER: &str = "DotnetServer";
const RUNNER: &str = "DotnetTests";

/// Makes the package of this machine's library, and runs the server with nothing but it.
pub fn run_server(workspace: &Workspace, native: &Path) -> Result<String> {
    let folder = workspace.target.join("nuget-test");
    if folder.exists() {
        std::fs::remove_dir_all(&folder)?;
    }
    let package = write(workspace, &[(Target::of_this_machine()?, native.to_owned())], &folder)?;
    // Where NuGet keeps the packages of a user.
    let place = format!("{}/{}", NAME.to_lowercase(), workspace.version);
    let unpacked = folder.join("packages").join(&place);
    std::fs::create_dir_all(&unpacked)?;
    tools::ensure(&[&tools::PIP])?;
    quietly(Command::new("python3").args(["-m", "zipfile", "-e"]).arg(&package).arg(&unpacked))?;
    let mut compiler = Command::new("mcs");
    compiler.args(["-nostdlib", "-noconfig", "-langversion:7.2", "-optimize", "-warnaserror", "-target:exe"]);
    compiler.arg(format!("-r:{}", fetched::net_standard(workspace)?.display()));
    compiler.arg(format!("-r:{}", unpacked.join(ASSEMBLY).join(format!("{NAME}.dll")).display()));
    compiler.arg(format!("-out:{}", folder.join(format!("{SERVER}.dll")).display()));
    quietly(compiler.arg(workspace.root.join(format!("tests/csharp/{SERVER}/Program.cs"))))?;
    configure(&folder, SERVER, Some(&folder.join("packages")))?;
    std::fs::write(folder.join(format!("{SERVER}.deps.json")), dependencies(&workspace.version, &place))?;
    let printed = quietly(dotnet(workspace)?.current_dir(&folder).arg(format!("{SERVER}.dll")))?;
    let (first, rest) = printed.trim_end().split_once('\n').context("the server printed one line")?;
    ensure!(first.starts_with(&format!("GridStar {} on .NET ", workspace.version)), "the server printed {printed}");
    Ok(format!("{}: {rest}", first.rsplit(" on ").next().unwrap_or_default()))
}

/// Runs the C# tests of the package, those of Unity's types included, with the assembly of the NuGet package.
pub fn run_tests(workspace: &Workspace, native: &Path) -> Result<Counts> {
    let build = Build::begin(workspace, "test-dotnet", native)?;
    build.compile_all(&[csharp::CORE, csharp::STANDIN, csharp::UNITY, csharp::VIEWER, csharp::TESTS])?;
    build.compile(&csharp::DOTNET_TESTS)?;
    std::fs::copy(super::compile(workspace)?, build.folder.join(csharp::CORE.file))?;
    std::fs::rename(build.folder.join(csharp::DOTNET_TESTS.file), build.folder.join(format!("{RUNNER}.dll")))?;
    std::fs::copy(tools::nunit_framework(), build.folder.join("nunit.framework.dll"))?;
    configure(&build.folder, RUNNER, None)?;
    let mut command = dotnet(workspace)?;
    // The tests for garbage count collections, and expect one after 4 MB, as Mono has it. The number is hexadecimal.
    command.current_dir(&build.folder).env("COMPlus_GCgen0size", "400000");
    command.env("LD_LIBRARY_PATH", &build.folder);
    nunit_tests(command.arg(format!("{RUNNER}.dll")), csharp::TESTS.file)
}

fn dotnet(workspace: &Workspace) -> Result<Command> {
    let mut command = Command::new(fetched::dotnet_for_linux(workspace)?);
    // The languages' data are not needed, and may not be installed.
    command.env("DOTNET_SYSTEM_GLOBALIZATION_INVARIANT", "1");
    Ok(command)
}

/// Says which framework a program is for, and where packages lie.
fn configure(folder: &Path, program: &str, packages: Option<&Path>) -> Result<()> {
    let mut options = serde_json::json!({ "framework": { "name": "Microsoft.NETCore.App", "version": "3.1.0" } });
    if let Some(packages) = packages {
        options["additionalProbingPaths"] = serde_json::json!([packages]);
    }
    let text = serde_json::json!({ "runtimeOptions": options }).to_string();
    Ok(std::fs::write(folder.join(format!("{program}.runtimeconfig.json")), text)?)
}

/// Text that the SDK writes beside a program with the package: .NET takes the library of its own platform.
fn dependencies(version: &str, place: &str) -> String {
    let target = ".NETCoreApp,Version=v3.1";
    let library = format!("{NAME}/{version}");
    let native = format!("runtimes/linux-x64/native/{}", native_file_name());
    serde_json::json!({
        "runtimeTarget": { "name": target },
        "targets": { target: {
            format!("{SERVER}/1.0.0"): {
                "dependencies": { NAME: version },
                "runtime": { format!("{SERVER}.dll"): {} },
            },
            library.clone(): {
                "runtime": { format!("{ASSEMBLY}/{NAME}.dll"): {} },
                "runtimeTargets": { native: { "rid": "linux-x64", "assetType": "native" } },
            },
        } },
        "libraries": {
            format!("{SERVER}/1.0.0"): { "type": "project", "serviceable": false, "sha512": "" },
            library: { "type": "package", "serviceable": true, "sha512": "", "path": place },
        },
    })
    .to_string()
}
