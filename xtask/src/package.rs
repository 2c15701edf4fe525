//! `cargo xtask package`: what a Unity developer installs, for the platform this runs on.

use crate::workspace::Workspace;
use crate::{library, metas, plugins};
use anyhow::{Context, Result, bail};
use clap::Args;
use flate2::{Compression, GzBuilder};
use std::fs::File;
use std::path::{Path, PathBuf};

/// Arguments of `cargo xtask package`.
#[derive(Args)]
pub struct PackageArgs {
    /// Folder for the results [default: package/ in cargo's target folder]
    #[arg(long)]
    out: Option<PathBuf>,
}

/// What a package consists of on disk.
struct Packaged {
    /// For "Add package from disk".
    folder: PathBuf,
    /// For "Add package from tarball".
    tarball: PathBuf,
    /// To copy into Assets/Plugins.
    assets: PathBuf,
}

/// Parts of the package that a copy in Assets/Plugins needs.
const ASSETS: [&str; 6] = ["Runtime", "Editor", "Plugins", "LICENSE.md", "README.md", "Documentation~"];

/// Builds the library and the package, and says where they lie.
pub fn run(workspace: &Workspace, args: &PackageArgs) -> Result<()> {
    println!("building {}", library::file_name());
    let native = library::build(workspace)?;
    library::check_exports(workspace, &native)?;
    let out = args.out.clone().unwrap_or_else(|| workspace.target.join("package"));
    let packaged = build(workspace, &native, &out)?;
    println!("for Package Manager, Add package from tarball: {}", packaged.tarball.display());
    println!("for Package Manager, Add package from disk:    {}", packaged.folder.join("package.json").display());
    println!("to copy into your project's Assets/Plugins:    {}", packaged.assets.display());
    Ok(())
}

/// Builds the package into a folder of its own and looks into the tarball.
pub fn check(workspace: &Workspace, native: &Path) -> Result<String> {
    let out = workspace.target.join("package-test");
    let foreign = out.join("GridStar.txt");
    std::fs::create_dir_all(&out)?;
    std::fs::write(&foreign, "")?;
    let packaged = build(workspace, native, &out)?;
    if !foreign.exists() {
        bail!("a file that lay in the output folder is gone");
    }
    for folder in [&packaged.folder, &packaged.assets] {
        metas::check_metas(folder, &metas::visible(folder)?)?;
    }
    let mut archive = tar::Archive::new(flate2::read::GzDecoder::new(File::open(&packaged.tarball)?));
    let names: Vec<String> =
        archive.entries()?.map(|entry| Ok(entry?.path()?.to_string_lossy().into_owned())).collect::<Result<_>>()?;
    let plugin = plugins::of_this_platform().context("no plugin is known for this platform")?;
    for needed in ["package.json".to_owned(), plugin.path.to_owned(), format!("{}.meta", plugin.path)] {
        if !names.contains(&format!("package/{needed}")) {
            bail!("{} lacks package/{needed}", packaged.tarball.display());
        }
    }
    let size = std::fs::metadata(&packaged.tarball)?.len();
    Ok(format!("{} entries, {} KiB", names.len(), size / 1024))
}

fn build(workspace: &Workspace, native: &Path, out: &Path) -> Result<Packaged> {
    let plugin = plugins::of_this_platform()
        .with_context(|| format!("no plugin is known for {} {}", std::env::consts::OS, std::env::consts::ARCH))?;
    let name = "com.gridstar.pathfinding";
    let (folder, assets) = (out.join(name), out.join("GridStar"));
    // Our own results of an earlier run and nothing else: the folder may be anybody's.
    for old in [&folder, &assets] {
        if old.exists() {
            std::fs::remove_dir_all(old).with_context(|| format!("{} can't be replaced", old.display()))?;
        }
    }
    copy_tree(&workspace.unity_package(), &folder)?;
    let library = folder.join(plugin.path);
    let inside = Path::new(plugin.path);
    std::fs::create_dir_all(library.parent().unwrap_or(&folder))?;
    std::fs::copy(native, &library)?;
    std::fs::write(folder.join(format!("{}.meta", plugin.path)), plugin.meta())?;
    for parent in inside.ancestors().skip(1).filter(|parent| !parent.as_os_str().is_empty()) {
        std::fs::write(folder.join(format!("{}.meta", parent.display())), metas::text_for(parent, true))?;
    }
    for part in ASSETS {
        copy_tree(&folder.join(part), &assets.join(part))?;
        let meta = format!("{part}.meta");
        if folder.join(&meta).exists() {
            std::fs::copy(folder.join(&meta), assets.join(&meta))?;
        }
    }
    let tarball = out.join(format!("{name}-{}.tgz", workspace.version));
    write_tarball(&folder, &tarball)?;
    Ok(Packaged { folder, tarball, assets })
}

fn copy_tree(from: &Path, to: &Path) -> Result<()> {
    for entry in walkdir::WalkDir::new(from) {
        let entry = entry?;
        let inside = entry.path().strip_prefix(from)?;
        // A single file has nothing inside, and joining nothing would make a folder of it.
        let target = if inside.as_os_str().is_empty() { to.to_owned() } else { to.join(inside) };
        if entry.file_type().is_dir() {
            std::fs::create_dir_all(&target)?;
        } else {
            if let Some(parent) = target.parent() {
                std::fs::create_dir_all(parent)?;
            }
            std::fs::copy(entry.path(), &target).with_context(|| format!("copying {}", entry.path().display()))?;
        }
    }
    Ok(())
}

/// Packs a folder as npm does, which is what Unity reads: everything below `package/`. Times and owners are left out, so that the
/// same content gives the same file.
fn write_tarball(folder: &Path, tarball: &Path) -> Result<()> {
    let gzip = GzBuilder::new().mtime(0).write(File::create(tarball)?, Compression::best());
    let mut archive = tar::Builder::new(gzip);
    archive.mode(tar::HeaderMode::Deterministic);
    for entry in walkdir::WalkDir::new(folder).sort_by_file_name() {
        let entry = entry?;
        if entry.file_type().is_file() {
            let inside = Path::new("package").join(entry.path().strip_prefix(folder)?);
            archive.append_path_with_name(entry.path(), inside)?;
        }
    }
    archive.into_inner()?.finish()?;
    Ok(())
}
