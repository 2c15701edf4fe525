//! Building one target's library as it ships.

use super::apple;
use super::linkers::{Linking, ndk_folder};
use super::rust::Rust;
use super::static_library;
use super::targets::{Link, Target};
use crate::command::quietly;
use crate::library;
use crate::workspace::Workspace;
use anyhow::{Context, Result, bail};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Builds for any target, from one checkout.
pub struct Builder<'a> {
    pub workspace: &'a Workspace,
    /// Debian's Rust is used where rustup could serve.
    pub without_rustup: bool,
}

/// A target's library.
pub struct Built {
    pub file: PathBuf,
    /// Why it does not go into the package: it is of the wrong kind, built to be looked at.
    pub left_out: Option<String>,
}

impl Builder<'_> {
    /// Builds the library, installing what it takes. [`Unavailable`](crate::tools::Unavailable) if that can't be had here.
    pub fn build(&self, target: &Target) -> Result<Built> {
        let parts: Vec<PathBuf> =
            target.triples.iter().map(|triple| self.compile(target, triple)).collect::<Result<_>>()?;
        let folder = self.workspace.target.join("libraries").join(target.name);
        std::fs::create_dir_all(&folder)?;
        let first = parts.first().context("a target has a triple")?;
        let file = folder.join(first.file_name().unwrap_or_default());
        match parts.as_slice() {
            [part] => drop(std::fs::copy(part, &file)?),
            parts => apple::join(parts, &file)?,
        }
        let lacks_ndk = target.link == Link::Ndk && ndk_folder().is_none();
        let reason = "a static library, built to be checked; the shared one takes Android's NDK (ANDROID_NDK_HOME)";
        Ok(Built { file, left_out: lacks_ndk.then(|| reason.into()) })
    }

    /// A cargo command that compiles and links for a triple, without its subcommand's own arguments.
    pub fn cargo(&self, target: &Target, triple: &str, subcommand: &str) -> Result<(Command, Rust)> {
        let rust = Rust::find(triple, needs_own_std(target), self.without_rustup)?;
        let linking = Linking::prepare(self.workspace, target, triple, &rust)?;
        let mut command = match &linking.cargo {
            Some(program) => rust.command(program),
            None => rust.cargo(),
        };
        command.current_dir(&self.workspace.root).args([subcommand, "--quiet", "--locked"]);
        command.arg(format!("--target={triple}{}", linking.suffix));
        command.env("CARGO_TARGET_DIR", self.target_folder());
        command
            .env_remove("RUSTFLAGS")
            .env("CARGO_ENCODED_RUSTFLAGS", rust.flags(self.workspace, linking.rustc_flags)?);
        command.envs(linking.environment);
        Ok((command, rust))
    }

    /// Results of two compilers don't mix.
    pub fn target_folder(&self) -> PathBuf {
        if self.without_rustup { self.workspace.target.join("without-rustup") } else { self.workspace.target.clone() }
    }

    fn compile(&self, target: &Target, triple: &str) -> Result<PathBuf> {
        let (mut command, rust) = self.cargo(target, triple, "rustc")?;
        let is_static = is_static(target);
        let kind = if is_static { "staticlib" } else { "cdylib" };
        command.args(["--lib", "--profile=shipping", &format!("--crate-type={kind}")]);
        command.args(rust.std_arguments(if target.link == Link::Emscripten { "abort" } else { "unwind" }));
        let name = file_name(triple, is_static);
        let library = self.target_folder().join(triple).join("shipping").join(name);
        // cargo leaves a reduced library alone when nothing has changed, and reducing it again would find no debug information.
        quietly(&mut command)?;
        if !library.exists() {
            bail!("cargo built no {}", library.display());
        }
        if is_static {
            let reduced = self.reduced_copy(&library)?;
            static_library::reduce(&reduced, target.link, &rust, &library::declared(self.workspace)?)?;
            return Ok(reduced);
        }
        Ok(library)
    }

    fn reduced_copy(&self, library: &Path) -> Result<PathBuf> {
        let folder = library.with_file_name("reduced");
        std::fs::create_dir_all(&folder)?;
        let copy = folder.join(library.file_name().unwrap_or_default());
        std::fs::copy(library, &copy)?;
        Ok(copy)
    }
}

/// Whether the standard library that rustup has compiled would not do. For WebGL it is too new; for macOS, where two processors share a
/// file, it is too large.
fn needs_own_std(target: &Target) -> bool {
    matches!(target.link, Link::Emscripten | Link::Apple)
}

/// Whether the target's library is linked into players, or can't be more than that here.
fn is_static(target: &Target) -> bool {
    match target.link {
        Link::AppleStatic | Link::Emscripten => true,
        Link::Ndk => ndk_folder().is_none(),
        _ => false,
    }
}

fn file_name(triple: &str, is_static: bool) -> &'static str {
    match triple {
        _ if is_static => "libgridstar.a",
        _ if triple.contains("windows") => "gridstar.dll",
        _ if triple.contains("apple") => "libgridstar.dylib",
        _ => "libgridstar.so",
    }
}
