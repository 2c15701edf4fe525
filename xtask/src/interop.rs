//! `cargo xtask interop`: the C# side of the C ABI, which is written from the header. `NativeMethods.cs`,
//! `NativeStructs.cs` and `NativeNumbers.cs` of the package are written whole. A public type of C# that stands for one
//! of the header says so in a line `// GridstarCell of gridstar.h.`: an enum gets the header's members, under the
//! comments that it has, and the fields of a struct are compared.

mod csharp_types;
mod externs;
mod numbers;
mod structs;
mod twins;

use crate::header::Header;
use crate::workspace::Workspace;
use anyhow::{Result, ensure};
use std::path::PathBuf;
use twins::Twins;

const HEAD: &str = "// Written from include/gridstar.h by `cargo xtask interop`. Do not change it by hand.\n";

#[derive(clap::Args)]
pub struct InteropArgs {
    /// Only fail if a file is stale
    #[arg(long)]
    pub check: bool,
}

/// Writes all files anew, or fails if one is stale.
pub fn run(workspace: &Workspace, is_check: bool) -> Result<String> {
    let header = Header::parse(&std::fs::read_to_string(workspace.root.join("include/gridstar.h"))?);
    let core = workspace.unity_package().join("Runtime/Core");
    let twins = Twins::find(&core)?;
    twins.check_structs(&header)?;
    let mut files: Vec<(PathBuf, String)> = twins.with_members(&header)?;
    for (name, body) in [
        ("NativeMethods", externs::text(&header, &twins)),
        ("NativeStructs", structs::text(&header, &twins)),
        ("NativeNumbers", numbers::text(&header, &twins)),
    ] {
        files.push((core.join(format!("Interop/{name}.cs")), format!("{HEAD}{body}")));
    }
    for (file, text) in &files {
        // A checkout of Windows may have other ends of lines.
        if std::fs::read_to_string(file).unwrap_or_default().replace("\r\n", "\n") != *text {
            ensure!(!is_check, "{} is stale: cargo xtask interop", workspace.display(file));
            std::fs::write(file, text)?;
            println!("wrote {}", workspace.display(file));
        }
    }
    Ok(format!("{} functions, {} structs, {} enums", header.functions.len(), header.structs.len(), header.enums.len()))
}

#[cfg(test)]
mod tests;
