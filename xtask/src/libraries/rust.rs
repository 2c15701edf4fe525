//! A Rust that compiles for a target: rustup's, with the target's standard library as rustup has it; where rustup can't
//! be reached, Debian's, which comes with the standard library's sources and compiles them too.

use crate::command::quietly;
use crate::tools::{self, LLD, OBJCOPY, RUST_WITH_SOURCES};
use crate::workspace::Workspace;
use anyhow::{Context, Result};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Tells LLVM's linker to put functions beside those that they resemble, which are smaller in a tarball so.
pub(super) const BY_LIKENESS: &str = "-Clink-arg=--bp-compression-sort=both";

/// A compiler with its cargo, and what it has of the standard library.
pub struct Rust {
    cargo: PathBuf,
    rustc: PathBuf,
    /// The standard library is compiled with the crate.
    builds_std: bool,
    is_rustups: bool,
}

impl Rust {
    /// The Rust for a target. `own_std`: compile the standard library from source.
    pub fn find(triple: &str, own_std: bool) -> Result<Self> {
        let from_rustup = || match own_std {
            true => quietly(Command::new("rustup").args(["component", "add", "rust-src"])),
            false => quietly(Command::new("rustup").args(["target", "add", triple])),
        };
        let Err(refused) = from_rustup() else { return Self::of_this_cargo(own_std) };
        let text = format!("{refused:#}");
        let said = text.lines().find(|line| line.starts_with("error")).or_else(|| text.lines().next());
        eprintln!("rustup has nothing for {triple} here: trying Debian's Rust ({})", said.unwrap_or_default());
        tools::ensure(&[&RUST_WITH_SOURCES])?;
        Ok(Self { cargo: "/usr/bin/cargo".into(), rustc: "/usr/bin/rustc".into(), builds_std: true, is_rustups: false })
    }

    /// Toolchain of the cargo that runs this.
    pub fn of_this_cargo(builds_std: bool) -> Result<Self> {
        let cargo = PathBuf::from(std::env::var_os("CARGO").context("this is run by cargo")?);
        let rustc = cargo.with_file_name(format!("rustc{}", std::env::consts::EXE_SUFFIX));
        Ok(Self { cargo, rustc, builds_std, is_rustups: true })
    }

    /// It has programs of its own for linking.
    pub fn is_rustups(&self) -> bool {
        self.is_rustups
    }

    /// A command with this Rust as its cargo and compiler.
    pub fn command(&self, program: &Path) -> Command {
        let mut command = Command::new(program);
        command.env("CARGO", &self.cargo).env("RUSTC", &self.rustc);
        if !self.is_rustups {
            // Else rustup's libraries would be found before Debian's.
            command.env_remove("RUSTUP_TOOLCHAIN").env_remove("LD_LIBRARY_PATH");
            command.env("RUSTDOC", self.rustc.with_file_name("rustdoc"));
        }
        if self.builds_std {
            command.env("RUSTC_BOOTSTRAP", "1");
        }
        command
    }

    pub fn cargo(&self) -> Command {
        self.command(&self.cargo)
    }

    /// Arguments that tell cargo how to build the standard library. It is compiled without what finds the lines of a
    /// backtrace: a fifth of the library, which has nothing to read where debug information was stripped. Sorting and
    /// the printing of numbers are the small kind, because no search depends on their speed.
    pub fn std_arguments(&self, panic: &str) -> Vec<String> {
        if !self.builds_std {
            return Vec::new();
        }
        vec![format!("-Zbuild-std=std,panic_{panic}"), "-Zbuild-std-features=panic-unwind,optimize_for_size".into()]
    }

    /// The compiler's version, and where the standard library comes from.
    pub fn version(&self) -> Result<String> {
        let version = self.print(&["-V"])?.trim().to_owned();
        Ok(if self.builds_std { format!("{version} with its standard library's sources") } else { version })
    }

    /// Arguments of cargo likewise, for programs that run tests.
    pub fn test_arguments(&self) -> Option<String> {
        self.builds_std.then(|| "-Zbuild-std=std,panic_unwind,test".into())
    }

    /// LLVM's linker by one of its names: rustup's serves for all of them.
    pub fn lld(&self, name: &str) -> Result<PathBuf> {
        if self.is_rustups {
            return Ok(self.own_programs()?.join("rust-lld"));
        }
        tools::ensure(&[&LLD])?;
        Ok(which::which(format!("{name}-22"))?)
    }

    /// Flags that tell rustc of LLVM's linker for WebAssembly: none, where Rust comes with its own.
    pub fn web_linker_flags(&self) -> Result<Vec<String>> {
        if self.is_rustups {
            return Ok(Vec::new());
        }
        Ok(vec!["-Clinker-flavor=wasm-ld".into(), format!("-Clinker={}", self.lld("wasm-ld")?.display())])
    }

    /// LLVM's objcopy.
    pub fn objcopy(&self) -> Result<Command> {
        if self.is_rustups {
            let mut command = Command::new(self.own_programs()?.join("rust-objcopy"));
            // It is linked to the compiler's own LLVM.
            command.env("LD_LIBRARY_PATH", PathBuf::from(self.print(&["--print", "sysroot"])?.trim()).join("lib"));
            return Ok(command);
        }
        tools::ensure(&[&OBJCOPY])?;
        Ok(Command::new("llvm-objcopy-22"))
    }

    fn own_programs(&self) -> Result<PathBuf> {
        let libraries = PathBuf::from(self.print(&["--print", "target-libdir"])?.trim());
        Ok(libraries.with_file_name("bin"))
    }

    fn print(&self, arguments: &[&str]) -> Result<String> {
        quietly(self.command(&self.rustc).args(arguments))
    }

    /// Gives a command rustc's flags, in the form that allows for spaces: those of the environment, `own` ones, and
    /// those that hide folders.
    pub fn set_flags<'a>(
        &self,
        command: &'a mut Command,
        workspace: &Workspace,
        own: Vec<String>,
    ) -> Result<&'a mut Command> {
        let given = std::env::var("RUSTFLAGS").unwrap_or_default();
        let mut flags: Vec<OsString> = given.split_whitespace().map(OsString::from).collect();
        flags.extend(own.into_iter().map(OsString::from));
        for (folder, name) in self.hidden_folders(workspace)? {
            let mut flag = OsString::from("--remap-path-prefix=");
            flag.push(folder);
            flag.push(format!("={name}"));
            flags.push(flag);
        }
        Ok(command.env_remove("RUSTFLAGS").env("CARGO_ENCODED_RUSTFLAGS", flags.join(&OsString::from("\x1f"))))
    }

    /// Panic messages name source files: what ships must not tell where it was built. Folders, and what stands in for
    /// them.
    fn hidden_folders(&self, workspace: &Workspace) -> Result<Vec<(PathBuf, String)>> {
        let home = std::env::var_os("HOME").or_else(|| std::env::var_os("USERPROFILE")).map(PathBuf::from);
        let cargo_home = std::env::var_os("CARGO_HOME").map(PathBuf::from).or(home.map(|home| home.join(".cargo")));
        let version = self.print(&["-vV"])?;
        let commit = version.lines().find_map(|line| line.strip_prefix("commit-hash: ")).unwrap_or("unknown");
        let sources = PathBuf::from(self.print(&["--print", "sysroot"])?.trim()).join("lib/rustlib/src/rust");
        let mut folders =
            vec![(workspace.target.clone(), "target".into()), (workspace.root.clone(), "gridstar".into())];
        // Each registry has a folder, which is named by the registry's host.
        let registries = cargo_home.iter().flat_map(|folder| std::fs::read_dir(folder.join("registry/src")));
        let registries = registries.flatten().filter_map(Result::ok);
        folders.extend(registries.map(|registry| (registry.path(), "crates".into())));
        folders.extend(cargo_home.map(|folder| (folder, "cargo".into())));
        // rustc's own name for the sources of its standard library, which it uses where they are not at hand.
        let own_name = format!("/rustc/{commit}");
        folders.extend(sources.canonicalize().ok().map(|folder| (folder, own_name.clone())));
        folders.push((sources, own_name));
        // The last one that fits is taken: folders inside others come behind them.
        folders.sort_by_key(|(folder, _)| folder.as_os_str().len());
        Ok(folders)
    }
}
