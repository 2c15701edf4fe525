//! What building for other platforms, and running what was built, takes beside Rust.

use super::{Sign, Tool, ensure};
use anyhow::Result;

const fn tool(program: &'static str, what: &'static str, debian: &'static str, elsewhere: &'static str) -> Tool {
    Tool { sign: Sign::Program(program), what, debian, elsewhere }
}

/// GCC and the import libraries for Windows on x86_64.
pub const MINGW: Tool = tool(
    "x86_64-w64-mingw32-gcc",
    "GCC for Windows (x86_64-w64-mingw32-gcc)",
    "gcc-mingw-w64-x86-64-win32",
    "MinGW-w64 (macOS: brew install mingw-w64)",
);
/// Runs programs for Windows.
pub const WINE: Tool = tool("wine", "Wine (wine)", "wine wine64", "Wine from https://www.winehq.org");
/// Runs programs for other processors.
pub const QEMU_ARM64: Tool =
    tool("qemu-aarch64", "QEMU's user mode for arm64 (qemu-aarch64)", "qemu-user", "qemu-user, on Linux");
/// The C library that programs for arm64 find there.
pub const ARM64_LIBC: Tool = Tool {
    sign: Sign::File("/usr/aarch64-linux-gnu/lib/libc.so.6"),
    what: "the C library for arm64",
    debian: "libc6-arm64-cross libgcc-s1-arm64-cross",
    elsewhere: "a C library for arm64 in /usr/aarch64-linux-gnu",
};
pub const EMSCRIPTEN: Tool =
    tool("emcc", "Emscripten (emcc)", "emscripten", "Emscripten 3.1 or later from https://emscripten.org");
pub const NODE: Tool = tool("node", "Node.js (node)", "nodejs", "Node.js from https://nodejs.org");
pub const PIP: Tool =
    tool("python3", "Python 3 with pip", "python3 python3-pip", "Python 3 with pip from https://www.python.org");
pub const NPM: Tool = tool("npm", "npm", "npm", "Node.js with npm from https://nodejs.org");
/// Mach-O by LLVM, where Rust comes without its own copies.
pub const LLD: Tool = tool("ld64.lld-22", "LLVM's linker 22 (ld64.lld-22)", "lld-22", "a Rust from https://rustup.rs");
pub const OBJCOPY: Tool =
    tool("llvm-objcopy-22", "LLVM's objcopy 22 (llvm-objcopy-22)", "llvm-22", "a Rust from https://rustup.rs");
/// A compiler together with the sources of its standard library.
pub const RUST_WITH_SOURCES: Tool = Tool {
    sign: Sign::File("/usr/lib/rustlib/src/rust/library/std/Cargo.toml"),
    what: "a Rust with the standard library's sources",
    debian: "rustc-web cargo-web rust-web-src",
    elsewhere: "a Rust from https://rustup.rs, which brings the standard library for each target",
};

/// Installs one tool if it is missing.
pub fn ensure_one(tool: &Tool) -> Result<()> {
    ensure(&[tool])
}
