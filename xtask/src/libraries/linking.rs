//! Tools that each way of linking needs, and what rustc and cargo are told of it.

use super::android;
use super::rust::{BY_LIKENESS, Rust};
use super::targets::{GLIBC, INSTALL_NAME, Link, SONAME, Target};
use super::windows_arm64;
use crate::command::quietly;
use crate::fetched;
use crate::tools::{self, MINGW, Unavailable};
use crate::workspace::Workspace;
use anyhow::{Context, Result, bail, ensure};
use std::ffi::OsString;
use std::path::PathBuf;
use std::process::Command;

/// How cargo is called so that a triple gets linked.
#[derive(Default)]
pub(super) struct Linking {
    /// Program that runs in cargo's place.
    pub(super) cargo: Option<PathBuf>,
    pub(super) rustc_flags: Vec<String>,
    pub(super) environment: Vec<(&'static str, OsString)>,
    /// Text behind the triple in cargo's `--target`.
    pub(super) suffix: String,
}

impl Linking {
    /// Installs what it takes.
    pub(super) fn prepare(workspace: &Workspace, target: &Target, triple: &str, rust: &Rust) -> Result<Self> {
        match target.link {
            Link::Zig => {
                let mut linking = zig(workspace)?;
                linking.rustc_flags.push(format!("-Clink-arg=-Wl,-soname,{SONAME}"));
                linking.suffix = format!(".{}.{}", GLIBC.0, GLIBC.1);
                Ok(linking)
            }
            Link::ZigForWindows => Ok(Self { rustc_flags: windows_arm64::flags(workspace)?, ..zig(workspace)? }),
            Link::MinGw => {
                tools::ensure(&[&MINGW])?;
                Ok(Self::with_flags(&["-Clink-arg=-Wl,--no-insert-timestamp"]))
            }
            Link::Msvc if cfg!(windows) => {
                // The C runtime goes in: a player's machine may lack it. /Brepro leaves the time out.
                Ok(Self::with_flags(&["-Ctarget-feature=+crt-static", "-Clink-arg=/Brepro"]))
            }
            Link::Msvc => bail!(Unavailable("Microsoft's linker is on Windows alone".into())),
            Link::Apple => apple(workspace, rust),
            Link::AppleStatic => Ok(Self { environment: oldest_apple_systems(), ..Self::default() }),
            Link::Android => Ok(Self { rustc_flags: android::flags(workspace, triple, rust)?, ..Self::default() }),
            Link::Emscripten => Ok(Self::with_flags(&[
                "-Cpanic=abort",
                // WebAssembly as it was first, and what linkers ask of an object that meets a shared memory. Unity's
                // oldest Emscripten knows all of that, and no unwinding.
                "-Ctarget-cpu=mvp",
                "-Ctarget-feature=+atomics,+bulk-memory,+mutable-globals",
                // Unity links players that load no code later, so addresses are known when it links.
                "-Crelocation-model=static",
            ])),
        }
    }

    fn with_flags(flags: &[&str]) -> Self {
        Self { rustc_flags: flags.iter().map(|&flag| flag.to_owned()).collect(), ..Self::default() }
    }
}

/// The version of a target's linker, where it is another program than Rust's own.
pub(super) fn linker_version(link: Link, rust: &Rust) -> Result<Option<String>> {
    let first_line = |command: &mut Command| -> Result<Option<String>> {
        Ok(quietly(command.arg("--version"))?.lines().next().map(str::to_owned))
    };
    match link {
        Link::Zig | Link::ZigForWindows => Ok(Some(fetched::ZIG.join(", "))),
        Link::MinGw => {
            tools::ensure(&[&MINGW])?;
            first_line(&mut Command::new("x86_64-w64-mingw32-gcc"))
        }
        // rustup's own comes with the compiler, whose version says which it is.
        Link::Apple if rust.is_rustups() => Ok(None),
        Link::Apple => first_line(&mut Command::new(rust.lld("ld64.lld")?)),
        Link::Android => Ok(Some(android::linker_version())),
        Link::Msvc | Link::AppleStatic | Link::Emscripten => Ok(None),
    }
}

fn zig(workspace: &Workspace) -> Result<Linking> {
    ensure!(!cfg!(windows), Unavailable("zig links on Linux and macOS".into()));
    let zig = fetched::zig(workspace)?;
    Ok(Linking {
        cargo: Some(zig.cargo_zigbuild),
        environment: vec![("CARGO_ZIGBUILD_ZIG_PATH", zig.program.into())],
        ..Linking::default()
    })
}

/// The oldest systems, by the variables that Apple's tools and rustc read. Unity 2021.3 asks for no older ones.
fn oldest_apple_systems() -> Vec<(&'static str, OsString)> {
    const OLDEST: [(&str, &str); 2] = [("MACOSX_DEPLOYMENT_TARGET", "11.0"), ("IPHONEOS_DEPLOYMENT_TARGET", "12.0")];
    OLDEST.map(|(name, version)| (name, version.into())).to_vec()
}

/// Tells Apple's compiler driver the name.
pub(super) fn install_name_flag() -> String {
    format!("-Clink-arg=-Wl,-install_name,{INSTALL_NAME}")
}

/// A Mac has Apple's linker and SDK. Elsewhere LLVM's linker gets in place of an SDK the names that libSystem exports,
/// as zig ships them; nothing of Apple's is needed to know that a symbol will be found there. That linker also signs,
/// ad hoc, what an arm64 Mac would else refuse to load.
fn apple(workspace: &Workspace, rust: &Rust) -> Result<Linking> {
    if cfg!(target_os = "macos") {
        return Ok(Linking {
            rustc_flags: vec![install_name_flag()],
            environment: oldest_apple_systems(),
            ..Linking::default()
        });
    }
    let mut linking = Linking::with_flags(&[
        // Names that only lld takes go by argument; the libraries that the stub stands for and nothing uses are
        // dropped.
        "-Clinker-flavor=ld64.lld",
        "-Clink-arg=-install_name",
        &format!("-Clink-arg={INSTALL_NAME}"),
        "-Clink-arg=-dead_strip_dylibs",
        // The linker leaves out what would be stripped: debug information and names that are nobody else's. Stripped
        // later, the paths of objects would be gone, and their traces in the library's number (LC_UUID), which is made
        // of all that the linker wrote, would not.
        "-Clink-arg=-S",
        "-Clink-arg=-x",
        BY_LIKENESS,
    ]);
    linking.rustc_flags.insert(0, format!("-Clinker={}", rust.lld("ld64.lld")?.display()));
    linking.environment = oldest_apple_systems();
    linking.environment.push(("SDKROOT", apple_stub(workspace)?.into()));
    linking.environment.push(("CARGO_PROFILE_SHIPPING_STRIP", "none".into()));
    Ok(linking)
}

/// A folder that a linker takes for an SDK: libSystem under the names that Rust's standard library asks for, and
/// libiconv, of which it uses nothing.
fn apple_stub(workspace: &Workspace) -> Result<PathBuf> {
    let system = fetched::zig(workspace)?.library.join("libc/darwin/libSystem.tbd");
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
