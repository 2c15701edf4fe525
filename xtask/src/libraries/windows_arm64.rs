//! Shared libraries for Windows on arm64, linked by zig, which brings MinGW-w64's libraries.

use super::checks;
use super::unwinder;
use crate::command::quietly;
use crate::fetched;
use crate::workspace::Workspace;
use anyhow::{Context, Result};
use std::path::Path;
use std::process::Command;

/// Flags for rustc.
///
/// zig leaves the list of exports aside that rustc gives it. So an object brings the names, as compilers of C do it.
/// zig's own libunwind would add names to them, so another one stands before it.
pub(super) fn flags(workspace: &Workspace) -> Result<Vec<String>> {
    let zig = fetched::zig(workspace)?;
    let folder = workspace.tools.join("windows-arm64");
    std::fs::create_dir_all(&folder)?;
    let compiler = || {
        let mut compiler = Command::new(&zig.program);
        compiler.current_dir(&folder).args(["cc", "-target", "aarch64-windows-gnu", "-O2", "-g0"]);
        compiler
    };
    let names = checks::declared(workspace)?;
    let names: String = names.iter().map(|name| format!(".ascii \" -export:{name}\"\n")).collect();
    let (source, exports) = (folder.join("exports.s"), folder.join("exports.o"));
    std::fs::write(&source, format!(".section .drectve,\"yn\"\n{names}"))?;
    quietly(compiler().arg("-c").arg(source).arg("-o").arg(&exports))?;
    let objects = unwinder::compile(&zig, &folder, compiler)?;
    Ok(objects.iter().chain([&exports]).map(|object| format!("-Clink-arg={}", object.display())).collect())
}

/// Zeroes the time at which a library was linked. zig can't be told to leave it out.
pub(super) fn take_time_out(library: &Path) -> Result<()> {
    let mut bytes = std::fs::read(library)?;
    // Where the header begins that is not DOS's: the time is its third field.
    let start = bytes.get(0x3c..0x40).and_then(|place| place.try_into().ok()).map_or(0, u32::from_le_bytes) as usize;
    bytes.get_mut(start + 8..start + 12).context("the library has no header of Windows")?.fill(0);
    Ok(std::fs::write(library, bytes)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tempfile::tempdir;

    #[test]
    fn the_time_alone_is_taken_out() {
        let directory = tempdir().unwrap();
        let file = directory.path().join("gridstar.dll");
        let mut bytes = vec![7; 0x60];
        bytes[0x3c..0x40].copy_from_slice(&0x50_u32.to_le_bytes());
        std::fs::write(&file, &bytes).unwrap();
        take_time_out(&file).unwrap();
        bytes[0x58..0x5c].fill(0);
        assert_eq!(std::fs::read(&file).unwrap(), bytes);
        std::fs::write(&file, &bytes[..0x5b]).unwrap();
        assert!(take_time_out(&file).is_err());
    }
}
