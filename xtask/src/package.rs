//! `cargo xtask package`: what a Unity developer installs, with the libraries of the platforms that were asked for.

use crate::branch;
use crate::first_script;
use crate::layout::{self, Packaged, lay_out};
use crate::libraries::builder::Builder;
use crate::libraries::for_package::{Library, built, found, own};
use crate::libraries::targets::{TARGETS, Target};
use crate::llms;
use crate::metas;
use crate::release;
use crate::tarball;
use crate::workspace::Workspace;
use anyhow::{Result, bail, ensure};
use clap::Args;
use std::path::{Path, PathBuf};

/// Arguments of `cargo xtask package`.
#[derive(Args)]
pub struct PackageArgs {
    /// Platforms by name, separated by commas, or "all": those that this machine can build for [default: this machine's
    /// own, linked against its own system libraries]
    #[arg(long, value_delimiter = ',')]
    targets: Vec<String>,
    /// Take libraries that were built elsewhere from this folder, where they lie as in a package (Plugins/...)
    #[arg(long, conflicts_with = "targets")]
    libraries: Option<PathBuf>,
    /// Fail unless there is a library for every platform
    #[arg(long)]
    complete: bool,
    /// Build a release of the commit that is checked out: for all platforms or those named, with a checksum
    #[arg(long, conflicts_with_all = ["libraries", "complete"])]
    release: bool,
    /// Build the release that this tarball says it is, and compare the two byte for byte
    #[arg(long, value_name = "TARBALL", conflicts_with_all = ["targets", "libraries", "complete", "release", "out"])]
    verify: Option<PathBuf>,
    /// Commit the package that is built, or that of this tarball, without a past and without other files, and tag the
    /// commit upm/VERSION: for git URLs and registries
    #[arg(long, value_name = "TARBALL", num_args = 0..=1, conflicts_with_all = ["verify", "release"])]
    branch: Option<Option<PathBuf>>,
    /// Folder for the results [default: package/ in cargo's target folder, and dist/ for a release]
    #[arg(long)]
    out: Option<PathBuf>,
}

impl PackageArgs {
    /// Whether nothing is built, because the package is there.
    pub fn takes_a_package(&self) -> bool {
        matches!(self.branch, Some(Some(_)))
    }
}

/// Builds the libraries and the package, and says where they lie.
pub fn run(workspace: &Workspace, args: &PackageArgs) -> Result<()> {
    let builder = Builder { workspace };
    if let Some(tarball) = &args.verify {
        return release::verify(workspace, &builder, tarball);
    }
    if let Some(Some(tarball)) = &args.branch {
        let builds = !args.targets.is_empty() || args.libraries.is_some() || args.complete || args.out.is_some();
        ensure!(!builds, "--branch {} takes that package as it is: leave the other options out", tarball.display());
        println!("{}", branch::write(&workspace.root, tarball)?.text());
        return Ok(());
    }
    if args.release {
        let all = ["all".to_owned()];
        let targets = if args.targets.is_empty() { all.as_slice() } else { args.targets.as_slice() };
        let out = args.out.clone().unwrap_or_else(|| workspace.root.join("dist"));
        return release::write(workspace, &builder, targets, &out);
    }
    let libraries = match &args.libraries {
        Some(folder) => found(workspace, folder)?,
        None if args.targets.is_empty() => vec![own(workspace)?],
        None => built(&builder, &args.targets)?,
    };
    let is_there = |target: &Target| libraries.iter().any(|(there, _)| there.name == target.name);
    if let Some(missing) = TARGETS.iter().find(|target| args.complete && !is_there(target)) {
        bail!("there is no library for {}", missing.name);
    }
    let out = args.out.clone().unwrap_or_else(|| workspace.target.join("package"));
    let packaged = lay_out(workspace, &libraries, None, &out)?;
    println!("for Package Manager, Add package from tarball: {}", packaged.tarball.display());
    println!("for Package Manager, Add package from disk:    {}", packaged.folder.join("package.json").display());
    println!("to copy into your project's Assets/Plugins:    {}", packaged.assets.display());
    if args.branch.is_some() {
        println!("{}", branch::write(&workspace.root, &packaged.tarball)?.text());
    }
    Ok(())
}

/// Makes the package of this machine's library in a folder of its own and looks into the tarball.
pub fn check_own(workspace: &Workspace, native: &Path) -> Result<String> {
    check_layout(workspace, &[(Target::of_this_machine()?, native.to_owned())])
}

/// A script of a reader who has no Rust, with the tarball that [`check_own`] has made.
pub fn check_first_script(workspace: &Workspace) -> Result<String> {
    first_script::run(&tested(workspace), &workspace.version, &workspace.target.join("package-test/first-script"))
}

/// Unpacks the tarball that [`check_own`] has made. Returns the folder of the package.
pub fn unpack_tested(workspace: &Workspace) -> Result<PathBuf> {
    let folder = workspace.target.join("package-test/unpacked");
    if folder.exists() {
        std::fs::remove_dir_all(&folder)?;
    }
    tarball::unpack(&tested(workspace), &folder)?;
    Ok(folder.join("package"))
}

fn tested(workspace: &Workspace) -> PathBuf {
    workspace.target.join("package-test").join(layout::tarball_name(&workspace.version))
}

/// Checks the layout with any libraries.
pub fn check_layout(workspace: &Workspace, libraries: &[Library]) -> Result<String> {
    let out = workspace.target.join("package-test");
    let foreign = out.join("GridStar.txt");
    std::fs::create_dir_all(&out)?;
    std::fs::write(&foreign, "")?;
    let Packaged { folder, tarball, assets } = lay_out(workspace, libraries, None, &out)?;
    ensure!(foreign.exists(), "a file that lay in the output folder is gone");
    for folder in [&folder, &assets] {
        metas::check_metas(folder, &metas::visible(folder)?)?;
    }
    let files = tarball::read(&tarball)?;
    let plugins = libraries.iter().map(|(target, _)| target.plugin.path);
    let plugins = plugins.flat_map(|path| [path.to_owned(), format!("{path}.meta")]);
    let manual = [layout::HEADER, llms::LIST, llms::FULL].map(|name| format!("Documentation~/{name}"));
    let needed = plugins.chain(["package.json".to_owned()]).chain(manual);
    for needed in needed {
        ensure!(files.contains_key(&format!("package/{needed}")), "{} lacks package/{needed}", tarball.display());
    }
    let is_test = |name: &String| name.starts_with("package/Tests");
    ensure!(!files.keys().any(is_test), "{} has the package's tests", tarball.display());
    let is_same = std::fs::read(&tarball)? == std::fs::read(out.join(layout::STABLE_NAME))?;
    ensure!(is_same, "{} is another package", layout::STABLE_NAME);
    let size = std::fs::metadata(&tarball)?.len();
    let tagged = branch::check(&tarball, &out.join("tag"))?;
    Ok(format!("{} entries, {} KiB; {tagged}", files.len(), size / 1024))
}
