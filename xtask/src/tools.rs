//! The programs that this one needs beside Rust: looked for, installed on Debian and Ubuntu, named elsewhere.

use crate::command::quietly;
use anyhow::{Result, bail, ensure};
use std::path::Path;
use std::process::Command;
use std::sync::{Mutex, PoisonError};

/// A tool that this machine lacks and that this command can't install, because it may not or there is none here.
/// Any other error is a failure.
#[derive(Debug)]
pub struct Unavailable(pub String);

impl std::fmt::Display for Unavailable {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(&self.0)
    }
}

impl std::error::Error for Unavailable {}

/// A program, and how to get it.
pub struct Tool {
    /// Sign that it is there: a program on the PATH, or a file in Debian's place, which begins with a slash.
    sign: &'static str,
    /// Its name and where it comes from if not from Debian.
    what: &'static str,
    /// Debian's packages.
    debian: &'static str,
}

impl Tool {
    fn is_there(&self) -> bool {
        if self.sign.starts_with('/') { Path::new(self.sign).exists() } else { which::which(self.sign).is_ok() }
    }
}

const fn tool(sign: &'static str, what: &'static str, debian: &'static str) -> Tool {
    Tool { sign, what, debian }
}

const MCS: Tool = tool("mcs", "mcs of Mono 6 (https://www.mono-project.com, or brew install mono)", "mono-mcs");
const MONO: Tool = tool("mono", "mono of Mono 6 (https://www.mono-project.com, or brew install mono)", "mono-runtime");
const NUNIT_CONSOLE: Tool =
    tool("nunit-console", "nunit-console of NUnit.Console 2.6 (https://nunit.org)", "nunit-console");
const NUNIT: Tool = tool(
    "/usr/lib/cli/nunit.framework-2.6.3/nunit.framework.dll",
    "NUnit 2.6, with GRIDSTAR_NUNIT set to its nunit.framework.dll",
    "libnunit-cil-dev",
);
const CC: Tool = tool("cc", "a C compiler that answers to cc", "gcc libc6-dev");
const CXX: Tool = tool("c++", "a C++ compiler that answers to c++", "g++");
/// GCC and the import libraries for Windows on x86_64.
pub const MINGW: Tool = tool(
    "x86_64-w64-mingw32-gcc",
    "x86_64-w64-mingw32-gcc of MinGW-w64 (brew install mingw-w64)",
    "gcc-mingw-w64-x86-64-win32",
);
/// Runs programs for Windows.
pub const WINE: Tool = tool("wine", "Wine (https://www.winehq.org)", "wine wine64");
/// Runs programs for other processors.
pub const QEMU: Tool = tool("qemu-aarch64", "QEMU's user mode (qemu-aarch64, qemu-arm), on Linux", "qemu-user");
/// The C library that programs for arm64 find there.
pub const ARM64_LIBC: Tool = tool(
    "/usr/aarch64-linux-gnu/lib/libc.so.6",
    "a C library for arm64 in /usr/aarch64-linux-gnu",
    "libc6-arm64-cross libgcc-s1-arm64-cross",
);
/// C library for 32-bit ARM, with numbers passed as Android passes them.
pub const ARM_LIBC: Tool = tool(
    "/usr/arm-linux-gnueabi/lib/libc.so.6",
    "a C library for 32-bit ARM in /usr/arm-linux-gnueabi",
    "libc6-armel-cross libgcc-s1-armel-cross",
);
/// Watches the memory of programs.
pub const VALGRIND: Tool = tool("valgrind", "valgrind (https://valgrind.org), on Linux", "valgrind");
pub const EMSCRIPTEN: Tool = tool("emcc", "emcc of Emscripten 3.1 or later (https://emscripten.org)", "emscripten");
pub const NODE: Tool = tool("node", "Node.js (https://nodejs.org)", "nodejs");
/// Tests the page of the playground.
pub const CHROMIUM: Tool = tool("chromium", "Chromium or Chrome (https://www.chromium.org)", "chromium");
pub const PIP: Tool = tool("python3", "Python 3 with pip (https://www.python.org)", "python3 python3-pip");
pub const NPM: Tool = tool("npm", "npm of Node.js (https://nodejs.org)", "npm");
/// LLVM's linkers, where Rust comes without its own copies.
pub const LLD: Tool = tool("ld64.lld-22", "ld64.lld-22, or a Rust from https://rustup.rs", "lld-22");
pub const OBJCOPY: Tool = tool("llvm-objcopy-22", "llvm-objcopy-22, or a Rust from https://rustup.rs", "llvm-22");
/// A compiler together with the sources of its standard library.
pub const RUST_WITH_SOURCES: Tool = tool(
    "/usr/lib/rustlib/src/rust/library/std/Cargo.toml",
    "a Rust from https://rustup.rs, which brings the standard library for each target",
    "rustc-web cargo-web rust-web-src",
);

/// The path of nunit.framework.dll.
pub fn nunit_framework() -> String {
    std::env::var("GRIDSTAR_NUNIT").unwrap_or_else(|_| NUNIT.sign.into())
}

/// Ensures the tools that compiling and running C# takes.
pub fn ensure_mono() -> Result<()> {
    ensure(&[&MCS, &MONO])
}

/// Ensures the tools that every test takes.
pub fn ensure_all() -> Result<()> {
    if std::env::var_os("GRIDSTAR_NUNIT").is_none() {
        ensure(&[&NUNIT])?;
    }
    ensure(&[&MCS, &MONO, &NUNIT_CONSOLE, &CC, &CXX])
}

/// Installs those that are missing.
pub fn ensure(tools: &[&Tool]) -> Result<()> {
    /// Other threads wait, and then find what was installed.
    static INSTALLING: Mutex<()> = Mutex::new(());
    let _alone = INSTALLING.lock().unwrap_or_else(PoisonError::into_inner);
    let missing: Vec<&Tool> = tools.iter().copied().filter(|tool| !tool.is_there()).collect();
    if missing.is_empty() {
        return Ok(());
    }
    let packages: Vec<&str> = missing.iter().flat_map(|tool| tool.debian.split(' ')).collect();
    let list: String = missing.iter().map(|tool| format!("\n  - {}", tool.what)).collect();
    ensure!(which::which("apt-get").is_ok(), Unavailable(format!("these programs are missing:{list}")));
    if !is_root() {
        let command = format!("sudo apt-get install {}", packages.join(" "));
        bail!(Unavailable(format!("these programs are missing:{list}\nInstall with:\n  {command}")));
    }
    eprintln!("installing {} with apt-get", packages.join(" "));
    // apt-get refuses to run twice at a time, and other processes of this program install, too.
    let lock = std::env::temp_dir().join("gridstar-installs.lock");
    let apt = |arguments: &[&str]| {
        let mut command = Command::new("flock");
        command.arg(&lock).args(["apt-get", "-qq"]).args(arguments);
        quietly(command.env("DEBIAN_FRONTEND", "noninteractive"))
    };
    apt(&["update"])?;
    apt(&[&["install", "-y", "--no-install-recommends"], packages.as_slice()].concat())?;
    match missing.iter().find(|tool| !tool.is_there()) {
        Some(tool) => bail!("apt-get has installed {}, yet {} is still missing", tool.debian, tool.what),
        None => Ok(()),
    }
}

fn is_root() -> bool {
    Command::new("id").arg("-u").output().is_ok_and(|output| output.stdout.trim_ascii() == b"0")
}

/// Fails with what to do where a cargo subcommand such as `fmt` is not there; rustup is asked for it where it can be.
pub fn ensure_cargo_component(subcommand: &str, component: &str) -> Result<()> {
    let is_there = || {
        let mut cargo = crate::workspace::cargo();
        cargo.args([subcommand, "--version"]).output().is_ok_and(|output| output.status.success())
    };
    if !is_there() {
        let _ = Command::new("rustup").args(["component", "add", component]).output();
    }
    ensure!(is_there(), Unavailable(format!("{component} is not installed: rustup component add {component}")));
    Ok(())
}
