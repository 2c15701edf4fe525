//! LLVM's libunwind, compiled from the sources that zig ships, to be linked into a library: none of its names can be
//! seen outside.

use crate::command::quietly;
use crate::fetched::Zig;
use anyhow::Result;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The files that serve our systems. Each is empty where it has nothing to do.
const SOURCES: [&str; 7] = [
    "libunwind.cpp",
    "Unwind-EHABI.cpp",
    "Unwind-seh.cpp",
    "UnwindLevel1.c",
    "UnwindLevel1-gcc-ext.c",
    "UnwindRegistersSave.S",
    "UnwindRegistersRestore.S",
];

/// Compiles them into a folder. `compiler` has what depends on the system.
pub(super) fn compile(zig: &Zig, folder: &Path, compiler: impl Fn() -> Command) -> Result<Vec<PathBuf>> {
    let own = zig.library.join("libunwind");
    let compile = |source: &str| {
        let object = folder.join(format!("{source}.o"));
        let mut compiler = compiler();
        compiler.args(["-c", "-DNDEBUG", "-D_LIBUNWIND_HIDE_SYMBOLS", "-D_LIBUNWIND_IS_NATIVE_ONLY"]);
        compiler.args(["-fvisibility=hidden", "-ffunction-sections", "-funwind-tables", "-fno-exceptions"]);
        if source.ends_with(".cpp") {
            compiler.arg("-fno-rtti");
        }
        compiler.arg("-I").arg(own.join("include")).arg(own.join("src").join(source));
        quietly(compiler.arg("-o").arg(&object))?;
        Ok(object)
    };
    SOURCES.into_iter().map(compile).collect()
}
