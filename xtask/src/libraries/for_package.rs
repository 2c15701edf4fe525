//! The libraries that go into a package: built here, or found in a folder. Each is checked.

use super::builder::{self, Builder};
use super::checks;
use super::targets::{TARGETS, Target};
use crate::tools::Unavailable;
use crate::workspace::{Workspace, native_file_name};
use anyhow::{Result, ensure};
use std::path::{Path, PathBuf};

/// A library, and the platform that it is for.
pub type Library = (&'static Target, PathBuf);

/// This machine's library, by its own linker and against its own system libraries: what is quickest.
pub fn own(workspace: &Workspace) -> Result<Library> {
    let target = Target::of_this_machine()?;
    println!("building {} for this machine", native_file_name());
    let native = builder::own(workspace)?;
    checks::check_exports(workspace, target, &native)?;
    println!("made for machines like this one; for others: cargo xtask package --targets {}", target.name);
    Ok((target, native))
}

/// Checks a library and says what there is to say of it.
fn check_library(workspace: &Workspace, target: &Target, file: &Path) -> Result<()> {
    for line in checks::run(workspace, target, file)? {
        println!("  {line}");
    }
    Ok(())
}

/// The libraries of all platforms that were asked for. With "all", a platform that this machine can't build for is
/// named and left out.
pub fn built(builder: &Builder, targets: &[String]) -> Result<Vec<Library>> {
    let mut libraries = Vec::new();
    for target in Target::named(targets)? {
        println!("building {}", target.name);
        match builder.build(target) {
            Ok(file) => {
                check_library(builder.workspace, target, &file)?;
                libraries.push((target, file));
            }
            Err(error) if targets == ["all"] && error.is::<Unavailable>() => println!("  left out: {error}"),
            Err(error) => return Err(error.context(target.name)),
        }
    }
    ensure!(!libraries.is_empty(), "no library could be built for the package");
    Ok(libraries)
}

/// Libraries that lie in a folder as in a package.
pub fn found(workspace: &Workspace, folder: &Path) -> Result<Vec<Library>> {
    let mut libraries = Vec::new();
    for target in &TARGETS {
        let file = folder.join(target.plugin.path);
        if file.exists() {
            println!("found {}", target.name);
            check_library(workspace, target, &file)?;
            libraries.push((target, file));
        }
    }
    ensure!(
        !libraries.is_empty(),
        "{} holds no library at its place, such as {}",
        folder.display(),
        TARGETS[0].plugin.path
    );
    Ok(libraries)
}
