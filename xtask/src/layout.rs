//! What a Unity developer installs, laid out: the package's folder, the same as a tarball, and a folder for
//! Assets/Plugins.

use crate::libraries::targets::Target;
use crate::metas;
use crate::workspace::Workspace;
use anyhow::{Context, Result};
use flate2::{Compression, GzBuilder};
use std::fs::File;
use std::path::{Path, PathBuf};

/// What a package consists of on disk.
pub struct Packaged {
    /// For "Add package from disk".
    pub folder: PathBuf,
    /// For "Add package from tarball".
    pub tarball: PathBuf,
    /// To copy into Assets/Plugins.
    pub assets: PathBuf,
}

/// A library, and the platform that it is for.
pub type Library = (&'static Target, PathBuf);

/// Parts of the package that a copy in Assets/Plugins needs.
const ASSETS: [&str; 6] = ["Runtime", "Editor", "Plugins", "LICENSE.md", "README.md", "Documentation~"];

/// Makes the package anew in `out`. What else lies there stays: the folder may be anybody's.
pub fn lay_out(workspace: &Workspace, libraries: &[Library], out: &Path) -> Result<Packaged> {
    let name = "com.gridstar.pathfinding";
    let (folder, assets) = (out.join(name), out.join("GridStar"));
    for old in [&folder, &assets] {
        if old.exists() {
            std::fs::remove_dir_all(old).with_context(|| format!("{} can't be replaced", old.display()))?;
        }
    }
    copy_tree(&workspace.unity_package(), &folder)?;
    add_plugins(&folder, libraries)?;
    for part in ASSETS {
        copy_tree(&folder.join(part), &assets.join(part))?;
        let meta = metas::meta_path(&folder.join(part));
        if meta.exists() {
            std::fs::copy(&meta, metas::meta_path(&assets.join(part)))?;
        }
    }
    let tarball = out.join(format!("{name}-{}.tgz", workspace.version));
    write_tarball(&folder, &tarball)?;
    Ok(Packaged { folder, tarball, assets })
}

fn add_plugins(folder: &Path, libraries: &[Library]) -> Result<()> {
    for (target, library) in libraries {
        let place = folder.join(target.plugin.path);
        copy_tree(library, &place)?;
        std::fs::write(metas::meta_path(&place), target.plugin.meta())?;
    }
    metas::write_missing(folder).map(drop)
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

/// Packs a folder as npm does, which is what Unity reads: everything below `package/`. Times and owners are left out,
/// so that the same content gives the same file.
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
