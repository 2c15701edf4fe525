//! Libraries for Apple's systems: built on any machine, joined into one file for both processors.
//!
//! A Mac has Apple's linker and SDK. Elsewhere LLVM's linker gets in place of an SDK the names that libSystem exports, as zig ships
//! them; nothing of Apple's is needed to know that a symbol will be found there. That linker also signs, ad hoc, what an arm64 Mac
//! would else refuse to load.

use super::linkers::Linking;
use super::rust::Rust;
use crate::tools::fetched::Zig;
use crate::workspace::Workspace;
use anyhow::{Context, Result};
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// How programs find the library: beside themselves, or wherever Unity puts it.
pub const INSTALL_NAME: &str = "@rpath/libgridstar.dylib";

/// The oldest systems, by the variables that Apple's tools and rustc read. Unity 2021.3 asks for no older ones.
const OLDEST: [(&str, &str); 4] = [
    ("MACOSX_DEPLOYMENT_TARGET", "11.0"),
    ("IPHONEOS_DEPLOYMENT_TARGET", "12.0"),
    ("TVOS_DEPLOYMENT_TARGET", "12.0"),
    ("XROS_DEPLOYMENT_TARGET", "1.0"),
];

/// The environment of a build.
pub fn oldest_systems() -> Vec<(&'static str, OsString)> {
    OLDEST.map(|(name, version)| (name, version.into())).to_vec()
}

/// Tells Apple's compiler driver the name.
pub fn install_name_flag() -> String {
    format!("-Clink-arg=-Wl,-install_name,{INSTALL_NAME}")
}

/// What linking on this machine takes.
pub fn linking(workspace: &Workspace, rust: &Rust) -> Result<Linking> {
    let mut linking = Linking { environment: oldest_systems(), ..Linking::default() };
    if cfg!(target_os = "macos") {
        linking.rustc_flags.push(install_name_flag());
        return Ok(linking);
    }
    linking.environment.push(("SDKROOT", stub_sdk(workspace)?.into()));
    let linker = rust.apple_linker()?;
    linking.rustc_flags.push(format!("-Clinker={}", linker.display()));
    // Names that only lld takes go by argument; the libraries that the stub stands for and nothing uses are dropped.
    for flag in ["-Clinker-flavor=ld64.lld", "-Clink-arg=-install_name"] {
        linking.rustc_flags.push(flag.into());
    }
    linking.rustc_flags.push(format!("-Clink-arg={INSTALL_NAME}"));
    linking.rustc_flags.push("-Clink-arg=-dead_strip_dylibs".into());
    // The linker leaves out what would be stripped: debug information and names that are nobody else's. Stripped later, the paths of
    // objects would be gone, and their traces in the library's number (LC_UUID), which is made of all that the linker wrote, would not.
    linking.environment.push(("CARGO_PROFILE_SHIPPING_STRIP", "none".into()));
    linking.rustc_flags.extend(["-Clink-arg=-S".into(), "-Clink-arg=-x".into()]);
    Ok(linking)
}

/// A folder that a linker takes for an SDK: libSystem under the names that Rust's standard library asks for, and libiconv, of which
/// it uses nothing.
fn stub_sdk(workspace: &Workspace) -> Result<PathBuf> {
    let system = Zig::ensure(workspace)?.apple_lib_system();
    let folder = workspace.tools.join("apple-stub");
    let libraries = folder.join("usr/lib");
    std::fs::create_dir_all(&libraries)?;
    for name in ["libSystem.tbd", "libc.tbd", "libm.tbd"] {
        std::fs::copy(&system, libraries.join(name)).with_context(|| system.display().to_string())?;
    }
    let nothing = "--- !tapi-tbd\ntbd-version: 4\ntargets: [ x86_64-macos, arm64-macos ]\n\
                   install-name: '/usr/lib/libiconv.2.dylib'\n...\n";
    std::fs::write(libraries.join("libiconv.tbd"), nothing)?;
    Ok(folder)
}

/// One file for all the processors.
pub fn join(parts: &[PathBuf], out: &Path) -> Result<()> {
    let mut universal = fat_macho::FatWriter::new();
    for part in parts {
        let bytes = std::fs::read(part)?;
        universal.add(bytes).with_context(|| format!("{} is no library for macOS", part.display()))?;
    }
    universal.write_to_file(out).with_context(|| out.display().to_string())
}
