//! Building the native library as it ships, and looking at what it exports.

use crate::command::quietly;
use crate::workspace::{Workspace, cargo};
use anyhow::{Context, Result, bail};
use object::{Object, ObjectSymbol};
use std::path::{Path, PathBuf};

/// The file name of the shared library on this platform.
pub fn file_name() -> String {
    format!("{}gridstar{}", std::env::consts::DLL_PREFIX, std::env::consts::DLL_SUFFIX)
}

/// Builds the shared library: optimised over crates and stripped. Of several crate types cargo would skip the
/// optimisation, so this asks for one.
pub fn build(workspace: &Workspace) -> Result<PathBuf> {
    let mut command = cargo();
    command.current_dir(&workspace.root).args([
        "rustc",
        "--quiet",
        "--lib",
        "--profile=shipping",
        "--crate-type=cdylib",
    ]);
    if cfg!(target_os = "macos") {
        command.args(["--", "-Clink-arg=-install_name", "-Clink-arg=@rpath/libgridstar.dylib"]);
    }
    quietly(command.env("RUSTFLAGS", flags_without_paths(workspace)))?;
    let library = workspace.target.join("shipping").join(file_name());
    if !library.exists() {
        bail!("cargo built no {}", library.display());
    }
    Ok(library)
}

/// Panic messages name source files: what ships must not tell where it was built.
fn flags_without_paths(workspace: &Workspace) -> String {
    let mut flags = std::env::var("RUSTFLAGS").unwrap_or_default();
    let home = std::env::var_os("HOME").or_else(|| std::env::var_os("USERPROFILE")).map(PathBuf::from);
    let cargo_home = std::env::var_os("CARGO_HOME").map(PathBuf::from).or(home.map(|home| home.join(".cargo")));
    for (folder, name) in [(cargo_home, "cargo"), (Some(workspace.root.clone()), "gridstar")] {
        // A flag with a space in it can't be passed so; cargo would read two.
        if let Some(folder) = folder.filter(|folder| !folder.to_string_lossy().contains(' ')) {
            flags += &format!(" --remap-path-prefix={}={name}", folder.display());
        }
    }
    flags
}

/// The names that a shared library exports, sorted.
pub fn exports(library: &Path) -> Result<Vec<String>> {
    let bytes = std::fs::read(library).with_context(|| format!("{} can't be read", library.display()))?;
    let file = object::File::parse(&*bytes).with_context(|| format!("{} is no library", library.display()))?;
    let mut names: Vec<String> = match file.format() {
        // Of an ELF file everything that is defined and visible counts, not only what has a version.
        object::BinaryFormat::Elf => file
            .dynamic_symbols()
            .filter(|symbol| symbol.is_definition() && symbol.is_global())
            .filter_map(|symbol| symbol.name().ok().map(str::to_owned))
            .collect(),
        _ => file.exports()?.iter().map(|export| String::from_utf8_lossy(export.name()).into_owned()).collect(),
    };
    for name in &mut names {
        if file.format() == object::BinaryFormat::MachO {
            *name = name.trim_start_matches('_').to_owned();
        }
    }
    names.sort_unstable();
    Ok(names)
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
    let (exports, declared) = (exports(library)?, declared(workspace)?);
    let difference = |from: &[String], other: &[String]| {
        from.iter().filter(|name| !other.contains(name)).cloned().collect::<Vec<_>>().join(", ")
    };
    if exports != declared {
        bail!(
            "{} and include/gridstar.h differ: exported and not declared: [{}]; declared and not exported: [{}]",
            library.display(),
            difference(&exports, &declared),
            difference(&declared, &exports)
        );
    }
    Ok(exports.len())
}
