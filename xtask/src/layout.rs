//! Layouts that a Unity developer installs: the package's folder, the folder as a tarball, and a folder for
//! Assets/Plugins.

use crate::addresses;
use crate::libraries::collisions;
use crate::libraries::for_package::Library;
use crate::llms;
use crate::metas;
use crate::notices;
use crate::origin::{ORIGIN, Origin};
use crate::tarball::{self, Packing};
use crate::workspace::Workspace;
use anyhow::{Context, Result};
use std::path::{Path, PathBuf};

/// Files of a package on disk.
pub struct Packaged {
    /// For "Add package from disk".
    pub folder: PathBuf,
    /// For "Add package from tarball".
    pub tarball: PathBuf,
    /// To copy into Assets/Plugins.
    pub assets: PathBuf,
}

const NAME: &str = "com.gridstar.pathfinding";

/// Parts of the package that a copy in Assets/Plugins needs.
const ASSETS: [&str; 9] = [
    "Runtime",
    "Editor",
    "Plugins",
    "LICENSE.md",
    notices::FILE,
    "README.md",
    "README.zh-CN.md",
    "CHANGELOG.md",
    MANUAL,
];
/// Folder for whoever changes the package, which is no part of it.
const TESTS: &str = "Tests";
/// A folder that Unity does not import.
const MANUAL: &str = "Documentation~";
/// The reference for C and C++, with which the libraries serve other engines too.
pub const HEADER: &str = "gridstar.h";

/// Makes the package anew in `out`. What else lies there stays: the folder may be anybody's. A release says what it was
/// made of, and is packed as small as it goes.
pub fn lay_out(workspace: &Workspace, libraries: &[Library], origin: Option<&Origin>, out: &Path) -> Result<Packaged> {
    let (folder, assets) = (out.join(NAME), out.join("GridStar"));
    for old in [&folder, &assets] {
        if old.exists() {
            std::fs::remove_dir_all(old).with_context(|| format!("{} can't be replaced", old.display()))?;
        }
    }
    copy_tree(&workspace.unity_package(), &folder)?;
    std::fs::remove_dir_all(folder.join(TESTS))?;
    std::fs::remove_file(metas::meta_path(&folder.join(TESTS)))?;
    std::fs::copy(workspace.root.join("include").join(HEADER), folder.join(MANUAL).join(HEADER))?;
    addresses::add(&folder.join("package.json"), workspace.repository.as_deref(), &workspace.version)?;
    llms::add_to_package(workspace, &folder.join(MANUAL))?;
    if let Some(origin) = origin {
        std::fs::write(folder.join(ORIGIN), origin.text())?;
        shrink_pictures(&folder.join(MANUAL))?;
    }
    add_plugins(&folder, libraries)?;
    for part in ASSETS {
        copy_tree(&folder.join(part), &assets.join(part))?;
        let meta = metas::meta_path(&folder.join(part));
        if meta.exists() {
            std::fs::copy(&meta, metas::meta_path(&assets.join(part)))?;
        }
    }
    let tarball = out.join(tarball_name(&workspace.version));
    let packing = if origin.is_some() { Packing::Smallest } else { Packing::Quick };
    tarball::write(&folder, &tarball, packing)?;
    std::fs::copy(&tarball, out.join(STABLE_NAME))?;
    Ok(Packaged { folder, tarball, assets })
}

/// Packs the pictures of a folder anew, as small as they go without a change of a pixel.
fn shrink_pictures(folder: &Path) -> Result<()> {
    let mut options = oxipng::Options::from_preset(4);
    options.deflater = oxipng::Deflater::Zopfli(oxipng::ZopfliOptions::default());
    for entry in std::fs::read_dir(folder)? {
        let file = entry?.path();
        if file.extension().is_some_and(|extension| extension == "png") {
            let packed = oxipng::optimize_from_memory(&std::fs::read(&file)?, &options);
            std::fs::write(&file, packed.with_context(|| format!("{} can't be packed", file.display()))?)?;
        }
    }
    Ok(())
}

/// Second name of the tarball, which is the same for every version: for addresses of the newest release.
pub const STABLE_NAME: &str = "com.gridstar.pathfinding.tgz";

/// Name that npm gives to the tarball.
pub fn tarball_name(version: &str) -> String {
    format!("{NAME}-{version}.tgz")
}

fn add_plugins(folder: &Path, libraries: &[Library]) -> Result<()> {
    for (target, library) in libraries {
        let place = folder.join(target.plugin.path);
        copy_tree(library, &place)?;
        std::fs::write(metas::meta_path(&place), target.plugin.meta())?;
    }
    metas::write_missing(folder)?;
    collisions::check(folder)
}

pub fn copy_tree(from: &Path, to: &Path) -> Result<()> {
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
