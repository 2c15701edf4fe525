//! Results that the C# program wrote down for a picture.

use anyhow::{Context, Result, ensure};
use serde::de::DeserializeOwned;
use std::path::Path;

/// Reads a file with a value in JSON on each line.
pub(crate) fn read_lines<T: DeserializeOwned>(file: &Path) -> Result<Vec<T>> {
    let text = std::fs::read_to_string(file).with_context(|| format!("{} can't be read", file.display()))?;
    let values: serde_json::Result<Vec<T>> = text.lines().map(serde_json::from_str).collect();
    let values = values.with_context(|| format!("{} is not a report of the demo", file.display()))?;
    ensure!(!values.is_empty(), "{} is empty", file.display());
    Ok(values)
}
