//! What each way of linking needs to be installed, and what rustc and cargo are told of it.

use super::rust::Rust;
use super::targets::{ANDROID_API, GLIBC, INSTALL_NAME, Link, PAGE, Target};
use crate::command::quietly;
use crate::fetched;
use crate::tools::{self, MINGW, Unavailable};
use crate::workspace::Workspace;
use anyhow::{Context, Result, bail, ensure};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

/// How cargo is called so that a triple gets linked.
#[derive(Default)]
pub(super) struct Linking {
    /// What runs in cargo's place.
    pub(super) cargo: Option<PathBuf>,
    pub(super) rustc_flags: Vec<String>,
    pub(super) environment: Vec<(&'static str, OsString)>,
    /// What stands behind the triple in cargo's `--target`.
    pub(super) suffix: String,
}

impl Linking {
    /// Installs what it takes.
    pub(super) fn prepare(workspace: &Workspace, target: &Target, triple: &str, rust: &Rust) -> Result<Self> {
        match target.link {
            Link::Zig => zig(workspace),
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
            Link::Ndk => Ok(ndk(triple).unwrap_or_default()),
            // Unity's oldest Emscripten knows WebAssembly as it was first, and no unwinding in it.
            Link::Emscripten => Ok(Self::with_flags(&["-Cpanic=abort", "-Ctarget-cpu=mvp"])),
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
        Link::Zig => Ok(Some(fetched::ZIG.join(", "))),
        Link::MinGw => {
            tools::ensure(&[&MINGW])?;
            first_line(&mut Command::new("x86_64-w64-mingw32-gcc"))
        }
        // rustup's own comes with the compiler, whose version says which it is.
        Link::Apple if rust.is_rustups() => Ok(None),
        Link::Apple => first_line(&mut Command::new(rust.apple_linker()?)),
        Link::Ndk => Ok(ndk_folder().map(|folder| format!("NDK {}", ndk_revision(&folder)))),
        Link::Msvc | Link::AppleStatic | Link::Emscripten => Ok(None),
    }
}

fn ndk_revision(folder: &Path) -> String {
    let properties = std::fs::read_to_string(folder.join("source.properties")).unwrap_or_default();
    let revision = properties.lines().find_map(|line| line.strip_prefix("Pkg.Revision = "));
    revision.unwrap_or("of an unknown revision").to_owned()
}

fn zig(workspace: &Workspace) -> Result<Linking> {
    ensure!(!cfg!(windows), Unavailable("libraries for Linux are built on Linux and macOS".into()));
    let zig = fetched::zig(workspace)?;
    Ok(Linking {
        cargo: Some(zig.cargo_zigbuild),
        rustc_flags: vec!["-Clink-arg=-Wl,-soname,libgridstar.so".into()],
        environment: vec![("CARGO_ZIGBUILD_ZIG_PATH", zig.program.into())],
        suffix: format!(".{}.{}", GLIBC.0, GLIBC.1),
    })
}

/// Android's NDK, if the environment says where one is.
pub(super) fn ndk_folder() -> Option<PathBuf> {
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

/// The oldest systems, by the variables that Apple's tools and rustc read. Unity 2021.3 asks for no older ones.
fn oldest_apple_systems() -> Vec<(&'static str, OsString)> {
    const OLDEST: [(&str, &str); 4] = [
        ("MACOSX_DEPLOYMENT_TARGET", "11.0"),
        ("IPHONEOS_DEPLOYMENT_TARGET", "12.0"),
        ("TVOS_DEPLOYMENT_TARGET", "12.0"),
        ("XROS_DEPLOYMENT_TARGET", "1.0"),
    ];
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
    ]);
    linking.rustc_flags.insert(0, format!("-Clinker={}", rust.apple_linker()?.display()));
    linking.environment = oldest_apple_systems();
    linking.environment.push(("SDKROOT", apple_stub(workspace)?.into()));
    linking.environment.push(("CARGO_PROFILE_SHIPPING_STRIP", "none".into()));
    Ok(linking)
}

/// A folder that a linker takes for an SDK: libSystem under the names that Rust's standard library asks for, and
/// libiconv, of which it uses nothing.
fn apple_stub(workspace: &Workspace) -> Result<PathBuf> {
    let system = fetched::zig(workspace)?.apple_lib_system;
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
