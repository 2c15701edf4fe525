//! The same sources give the same library, byte for byte, wherever they lie: who doubts a release can build it again.

use crate::package::builder::Builder;
use crate::package::layout::copy_tree;
use crate::package::targets::Target;
use crate::workspace::Workspace;
use anyhow::{Result, bail};
use std::path::{Path, PathBuf};

/// Builds the target from a copy of the checkout in another folder, with another folder for results.
pub fn check(builder: &Builder<'_>, target: &Target, file: &Path) -> Result<String> {
    let workspace = copy(builder.workspace)?;
    let again = Builder { workspace: &workspace, without_rustup: builder.without_rustup }.build(target)?;
    let (first, second) = (std::fs::read(file)?, std::fs::read(&again.file)?);
    let different = first.iter().zip(&second).filter(|(a, b)| a != b).count();
    if different > 0 || first.len() != second.len() {
        bail!(
            "{} and {} differ: {different} bytes, and {} against {} in length",
            file.display(),
            again.file.display(),
            first.len(),
            second.len()
        );
    }
    Ok(format!("{} bytes", first.len()))
}

/// The checkout without its results, once more.
fn copy(workspace: &Workspace) -> Result<Workspace> {
    let place = workspace.target.join("elsewhere");
    let root = place.join("sources");
    if root.exists() {
        std::fs::remove_dir_all(&root)?;
    }
    for entry in std::fs::read_dir(&workspace.root)? {
        let path: PathBuf = entry?.path();
        let name = path.file_name().unwrap_or_default();
        if path != workspace.target && name != ".git" && name != "target" {
            copy_tree(&path, &root.join(name))?;
        }
    }
    let (tools, version) = (workspace.tools.clone(), workspace.version.clone());
    Ok(Workspace { root, target: place.join("results"), tools, version })
}
