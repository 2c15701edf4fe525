//! What each way of linking needs to be installed, and what rustc and cargo are told of it.

use super::apple;
use super::rust::Rust;
use super::targets::{Link, Target};
use crate::tools::Unavailable;
use crate::tools::fetched::Zig;
use crate::tools::platforms::{MINGW, ensure_one};
use crate::workspace::Workspace;
use anyhow::{Result, bail};
use std::ffi::OsString;
use std::path::PathBuf;

/// The oldest GNU C library that the libraries for Linux run with: that of CentOS 7 and of the Steam runtime's oldest.
pub const GLIBC: (u16, u16) = (2, 17);
/// The oldest Android, as a level of its API: 5.0. Rust's standard library asks for no newer one.
pub const ANDROID_API: u32 = 21;
/// 16 KB: devices with Android 15 may have pages of that size, and so may other arm64 machines.
pub const PAGE: u64 = 16384;

/// How cargo is called so that a triple gets linked.
#[derive(Default)]
pub struct Linking {
    /// What runs in cargo's place.
    pub cargo: Option<PathBuf>,
    pub rustc_flags: Vec<String>,
    pub environment: Vec<(&'static str, OsString)>,
    /// What stands behind the triple in cargo's `--target`.
    pub suffix: String,
}

impl Linking {
    /// Installs what it takes.
    pub fn prepare(workspace: &Workspace, target: &Target, triple: &str, rust: &Rust) -> Result<Self> {
        match target.link {
            Link::Zig => zig(workspace),
            Link::MinGw => {
                ensure_one(&MINGW)?;
                Ok(Self::with_flags(&["-Clink-arg=-Wl,--no-insert-timestamp"]))
            }
            Link::Msvc if cfg!(windows) => {
                // The C runtime goes in: a player's machine may lack it. /Brepro leaves the time out.
                Ok(Self::with_flags(&["-Ctarget-feature=+crt-static", "-Clink-arg=/Brepro"]))
            }
            Link::Msvc => bail!(Unavailable("Microsoft's linker is on Windows alone".into())),
            Link::Apple => apple::linking(workspace, rust),
            Link::AppleStatic => Ok(Self { environment: apple::oldest_systems(), ..Self::default() }),
            Link::Ndk => Ok(ndk(triple).unwrap_or_default()),
            // Unity's oldest Emscripten knows WebAssembly as it was first, and no unwinding in it.
            Link::Emscripten => Ok(Self::with_flags(&["-Cpanic=abort", "-Ctarget-cpu=mvp"])),
        }
    }

    pub fn with_flags(flags: &[&str]) -> Self {
        Self { rustc_flags: flags.iter().map(|&flag| flag.to_owned()).collect(), ..Self::default() }
    }
}

fn zig(workspace: &Workspace) -> Result<Linking> {
    if cfg!(windows) {
        bail!(Unavailable("libraries for Linux are built on Linux and macOS".into()));
    }
    let zig = Zig::ensure(workspace)?;
    Ok(Linking {
        cargo: Some(zig.cargo_zigbuild()),
        rustc_flags: vec!["-Clink-arg=-Wl,-soname,libgridstar.so".into()],
        environment: vec![("CARGO_ZIGBUILD_ZIG_PATH", zig.zig().into())],
        suffix: format!(".{}.{}", GLIBC.0, GLIBC.1),
    })
}

/// Android's NDK, if the environment says where one is.
pub fn ndk_folder() -> Option<PathBuf> {
    let named = ["ANDROID_NDK_HOME", "ANDROID_NDK_ROOT"].into_iter().find_map(std::env::var_os);
    named.map(PathBuf::from).filter(|folder| folder.join("toolchains/llvm/prebuilt").exists())
}

fn ndk(triple: &str) -> Option<Linking> {
    let prebuilt = ndk_folder()?.join("toolchains/llvm/prebuilt");
    let machine = std::fs::read_dir(prebuilt).ok()?.find_map(Result::ok)?.path();
    // The NDK calls the 32-bit one otherwise.
    let name = triple.replace("armv7-", "armv7a-");
    let extension = if cfg!(windows) { ".cmd" } else { "" };
    let clang = machine.join(format!("bin/{name}{ANDROID_API}-clang{extension}"));
    let mut linking = Linking::with_flags(&["-Clink-arg=-Wl,-soname,libgridstar.so"]);
    linking.rustc_flags.push(format!("-Clinker={}", clang.display()));
    linking.rustc_flags.push(format!("-Clink-arg=-Wl,-z,max-page-size={PAGE}"));
    Some(linking)
}
