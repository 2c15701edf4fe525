//! Building the library as it ships: for this machine by its own tools, or for any target.

use super::checks;
use super::linking::{Linking, install_name_flag, linker_version};
use super::rust::Rust;
use super::static_library;
use super::targets::{Link, SONAME, Target};
use super::windows_arm64;
use crate::command::{quietly, shown};
use crate::workspace::{Workspace, native_file_name};
use anyhow::{Context, Result, ensure};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Builds this machine's shared library against its own system libraries: what is quickest. Of several crate types
/// cargo would skip the optimisation over crates, so this asks for one.
pub fn own(workspace: &Workspace) -> Result<PathBuf> {
    let rust = Rust::of_this_cargo(false)?;
    let mut command = rust.cargo();
    command.current_dir(&workspace.root).arg("rustc").args(library_arguments("cdylib"));
    let own = if cfg!(target_os = "macos") { vec![install_name_flag()] } else { Vec::new() };
    shown(rust.set_flags(&mut command, workspace, own)?)?;
    let library = workspace.target.join("shipping").join(native_file_name());
    ensure!(library.exists(), "cargo built no {}", library.display());
    Ok(library)
}

fn library_arguments(kind: &str) -> [String; 3] {
    ["--lib".into(), "--profile=shipping".into(), format!("--crate-type={kind}")]
}

/// LLVM's measures of how much code may grow to be faster, and of how it shares code. Functions that searches need
/// inlined say so. benches/NOTES.md has what this gains and costs.
const SMALLER: [&str; 14] = [
    "-Cllvm-args=-inline-threshold=10",
    // Loops written out several times, and copied for each way that a condition inside goes.
    "-Cllvm-args=-unroll-threshold=60",
    "-Cllvm-args=-unroll-runtime=false",
    "-Cllvm-args=-unswitch-threshold=0",
    "-Cllvm-args=-enable-epilogue-vectorization=false",
    "-Cllvm-args=-force-vector-interleave=1",
    // Values computed, and read from memory, on all ways to where one way has them already.
    "-Cllvm-args=-enable-pre=false",
    "-Cllvm-args=-enable-load-pre=false",
    // Addresses that loops count up beside their numbers.
    "-Cllvm-args=-disable-lsr",
    // Where values are kept when there are too few registers.
    "-Cllvm-args=-split-spill-mode=size",
    // Copies of the ends of blocks, and of blocks that jump on.
    "-Cllvm-args=-jump-threading-threshold=1",
    "-Cllvm-args=-tail-dup-placement=false",
    "-Cllvm-args=-tail-merge-size=2",
    "-Cllvm-args=-tail-merge-threshold=2000",
];

/// Builds for any target, from one checkout.
#[derive(Clone, Copy)]
pub struct Builder<'a> {
    pub workspace: &'a Workspace,
}

impl Builder<'_> {
    /// Where cargo puts what it compiles for targets. The folder is apart from that of this machine's own programs:
    /// cargo lets one command at a time into a folder of one profile, and both are built at the same time.
    pub fn results(&self) -> PathBuf {
        self.workspace.target.join("foreign")
    }

    /// Builds the library, installing what it takes. [`Unavailable`](crate::tools::Unavailable) if that can't be had
    /// here.
    pub fn build(&self, target: &Target) -> Result<PathBuf> {
        let parts: Vec<PathBuf> =
            target.triples.iter().map(|triple| self.compile(target, triple)).collect::<Result<_>>()?;
        let folder = self.workspace.target.join("libraries").join(target.name);
        std::fs::create_dir_all(&folder)?;
        let first = parts.first().context("a target has a triple")?;
        let file = folder.join(first.file_name().unwrap_or_default());
        match parts.as_slice() {
            [part] => drop(std::fs::copy(part, &file)?),
            parts => join(parts, &file)?,
        }
        Ok(file)
    }

    /// A cargo command that compiles and links for a triple, without its subcommand's own arguments.
    pub fn cargo(&self, target: &Target, triple: &str, subcommand: &str) -> Result<(Command, Rust)> {
        let rust = Rust::find(triple, target.compiles_std())?;
        let linking = Linking::prepare(self.workspace, target, triple, &rust)?;
        let mut command = linking.cargo.as_ref().map_or_else(|| rust.cargo(), |program| rust.command(program));
        command.current_dir(&self.workspace.root).args([subcommand, "--quiet", "--locked"]);
        command.arg(format!("--target={triple}{}", linking.suffix));
        command.env("CARGO_TARGET_DIR", self.results());
        rust.set_flags(&mut command, self.workspace, linking.rustc_flags)?.envs(linking.environment);
        Ok((command, rust))
    }

    /// Compilers and linkers of a target's library: whatever has another version may give another file.
    pub fn compilers(&self, target: &Target) -> Result<String> {
        let triple = target.triples.first().context("a target has a triple")?;
        let rust = Rust::find(triple, target.compiles_std())?;
        let linker = linker_version(target.link, &rust)?;
        Ok(std::iter::once(rust.version()?).chain(linker).collect::<Vec<_>>().join("; "))
    }

    fn compile(&self, target: &Target, triple: &str) -> Result<PathBuf> {
        let (mut command, rust) = self.cargo(target, triple, "rustc")?;
        let is_static = target.link.is_static();
        let (kind, name) = match triple {
            _ if is_static => ("staticlib", "libgridstar.a"),
            _ if triple.contains("windows") => ("cdylib", "gridstar.dll"),
            _ if triple.contains("apple") => ("cdylib", "libgridstar.dylib"),
            _ => ("cdylib", SONAME),
        };
        command.args(library_arguments(kind));
        command.args(rust.std_arguments(if target.link == Link::Emscripten { "abort" } else { "unwind" }));
        command.arg("--").args(SMALLER);
        if target.compiles_std() {
            // Panics tell file and line, without the column.
            command.arg("-Zlocation-detail=file,line");
        }
        if triple.starts_with("aarch64") && !triple.contains("windows") {
            // Panics unwind from calls alone. Tables of Apple's arm64 are then a third, because most functions fit the
            // compact form; x86-64 has the same tables with it, and Windows tables of its own.
            command.arg("-Zuse-sync-unwind=yes");
        }
        if triple.starts_with("aarch64") && !triple.contains("apple") && target.compiles_std() {
            // Order of instructions for large processors, which order them anew themselves. For small ones, as it is
            // without this, LLVM spreads them out, which makes a tarball 3 % larger. No small one was measured.
            command.arg("-Ztune-cpu=apple-m1");
        }
        quietly(&mut command)?;
        let folder = &self.results().join(triple).join("shipping");
        let library = folder.join(name);
        ensure!(library.exists(), "cargo built no {}", library.display());
        if !is_static && target.link != Link::ZigForWindows {
            return Ok(library);
        }
        // A copy: cargo leaves a library alone when nothing has changed, and a reduced one has no debug information to
        // find.
        let reduced = folder.join("reduced").join(name);
        std::fs::create_dir_all(folder.join("reduced"))?;
        std::fs::copy(library, &reduced)?;
        match is_static {
            true => static_library::reduce(&reduced, target.link, &rust, &checks::declared(self.workspace)?)?,
            false => windows_arm64::take_time_out(&reduced)?,
        }
        Ok(reduced)
    }
}

/// One file for all of Apple's processors.
fn join(parts: &[PathBuf], out: &Path) -> Result<()> {
    let mut universal = fat_macho::FatWriter::new();
    for part in parts {
        universal.add(std::fs::read(part)?).with_context(|| format!("{} is no library for macOS", part.display()))?;
    }
    universal.write_to_file(out).with_context(|| out.display().to_string())
}
