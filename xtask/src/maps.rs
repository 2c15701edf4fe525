//! The maps that are given to tests and benchmarks.

use anyhow::{Context, Result, ensure};
use std::path::{Path, PathBuf};

/// The maps whose scenarios were made for other rules than "both free": they are for the Rust tests alone.
const OTHER_RULES: [&str; 2] = ["dustwallowkeys", "riverrun"];

/// The maps of a folder, sorted, but for those with other rules.
pub(crate) fn both_free_maps(folder: &Path) -> Result<Vec<PathBuf>> {
    let entries = std::fs::read_dir(folder).with_context(|| format!("the maps of {}", folder.display()))?;
    let mut maps: Vec<PathBuf> = entries
        .filter_map(|entry| entry.ok().map(|entry| entry.path()))
        .filter(|path| path.extension().is_some_and(|extension| extension == "map"))
        .filter(|path| path.file_stem().and_then(|stem| stem.to_str()).is_some_and(|stem| !OTHER_RULES.contains(&stem)))
        .collect();
    ensure!(!maps.is_empty(), "{} holds no .map files", folder.display());
    maps.sort();
    Ok(maps)
}
