//! Building the native library as it ships, and looking at what it exports.

use crate::command::quietly;
use crate::package::apple;
use crate::package::checks::exports;
use crate::package::rust::Rust;
use crate::workspace::Workspace;
use anyhow::{Context, Result, bail};
use std::path::{Path, PathBuf};

/// The file name of the shared library on this platform.
pub fn file_name() -> String {
    format!("{}gridstar{}", std::env::consts::DLL_PREFIX, std::env::consts::DLL_SUFFIX)
}

/// Builds the shared library: optimised over crates and stripped. Of several crate types cargo would skip the
/// optimisation, so this asks for one.
pub fn build(workspace: &Workspace) -> Result<PathBuf> {
    let rust = Rust::of_this_cargo(false)?;
    let mut command = rust.cargo();
    command.current_dir(&workspace.root).args([
        "rustc",
        "--quiet",
        "--lib",
        "--profile=shipping",
        "--crate-type=cdylib",
    ]);
    let own = if cfg!(target_os = "macos") { vec![apple::install_name_flag()] } else { Vec::new() };
    command.env_remove("RUSTFLAGS").env("CARGO_ENCODED_RUSTFLAGS", rust.flags(workspace, own)?);
    quietly(&mut command)?;
    let library = workspace.target.join("shipping").join(file_name());
    if !library.exists() {
        bail!("cargo built no {}", library.display());
    }
    Ok(library)
}

/// The functions that the header declares, sorted.
pub fn declared(workspace: &Workspace) -> Result<Vec<String>> {
    let header = std::fs::read_to_string(workspace.root.join("include/gridstar.h"))?;
    let mut names: Vec<String> = header
        .lines()
        .filter(|line| !line.trim_start().starts_with('*'))
        .filter_map(|line| {
            let start = line.find("gridstar_")?;
            let name = &line[start..];
            Some(name[..name.find('(')?].to_owned())
        })
        .collect();
    names.sort_unstable();
    names.dedup();
    Ok(names)
}

/// Fails unless the library exports exactly what the header declares.
pub fn check_exports(workspace: &Workspace, library: &Path) -> Result<usize> {
    let bytes = std::fs::read(library).with_context(|| format!("{} can't be read", library.display()))?;
    let file = object::File::parse(&*bytes).with_context(|| format!("{} is no library", library.display()))?;
    let declared = declared(workspace)?;
    exports::compare(&exports::visible(&file)?, &declared).with_context(|| library.display().to_string())?;
    Ok(declared.len())
}
