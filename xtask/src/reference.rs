//! `cargo xtask reference`: the reference of the C# API, from the XML comments, as pages for a browser.
//!
//! Doxygen makes it. It reads the sources themselves, and is a package of every Linux; DocFX would take .NET.

use crate::command::quietly;
use crate::tools::{self, DOXYGEN};
use crate::workspace::Workspace;
use anyhow::{Result, ensure};
use std::process::Command;

/// Writes the pages and returns where they begin. A wrong comment is an error.
pub fn write(workspace: &Workspace) -> Result<String> {
    tools::ensure(&[&DOXYGEN])?;
    let folder = workspace.target.join("reference");
    if folder.exists() {
        std::fs::remove_dir_all(&folder)?;
    }
    std::fs::create_dir_all(&folder)?;
    quietly(Command::new("doxygen").arg("docs/Doxyfile").current_dir(&workspace.root).env("REFERENCE", &folder))?;
    // Doxygen passes over a whole class silently if it can't read it.
    ensure!(folder.join("html/classGridStar_1_1PathGrid.html").exists(), "PathGrid has no page");
    Ok(workspace.display(&folder.join("html/index.html")).to_string())
}
