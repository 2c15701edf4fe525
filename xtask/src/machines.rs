//! The machines that programs run on: this one, and those that it can play.

use crate::command::quietly;
use crate::csharp::{self, Build};
use crate::fetched::{dotnet_for_windows, zig};
use crate::libraries::builder::Builder;
use crate::tools::{ARM_LIBC, ARM64_LIBC, EMSCRIPTEN, MINGW, NODE, QEMU, Tool, WINE, ensure};
use crate::workspace::Workspace;
use anyhow::{Context, Result, bail, ensure};
use std::cell::OnceCell;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

/// Compiler for a machine, and a way to run its programs.
pub enum Machine {
    /// Linux on x86_64.
    This,
    /// Linux on arm64, by QEMU's user mode: its own code and C library, this machine's kernel.
    Arm64,
    /// Android on a processor, by a stand-in for its C library over the GNU C library.
    Android(&'static Guest),
    /// Windows on x86_64, by Wine.
    Windows(OnceCell<Wine>),
    /// A browser's machine, by Node; with threads and a memory that they share, if so.
    Web { has_threads: bool },
}

/// A Linux with a GNU C library.
pub struct Guest {
    /// zig's name for it.
    system: &'static str,
    /// Where its processor is another: QEMU's program, the folder of Debian's libraries, and what brings them.
    emulation: Option<(&'static str, &'static str, &'static Tool)>,
}

const X86_64: Guest = Guest { system: "x86_64-linux-gnu.2.17", emulation: None };
const ARM64: Guest = Guest {
    system: "aarch64-linux-gnu.2.17",
    emulation: Some(("qemu-aarch64", "/usr/aarch64-linux-gnu", &ARM64_LIBC)),
};
const ARMV7: Guest =
    Guest { system: "arm-linux-gnueabi.2.17", emulation: Some(("qemu-arm", "/usr/arm-linux-gnueabi", &ARM_LIBC)) };

/// In zig's lists for 32-bit ARM all variables of the C library have one place, so a program must copy none of them.
const PROGRAM: [&str; 2] = ["-fPIE", "-pie"];
const LIBRARY: [&str; 2] = ["-fPIC", "-shared"];

impl Guest {
    /// A compiler of programs or libraries.
    fn c_compiler(&self, workspace: &Workspace, kind: [&str; 2]) -> Result<Command> {
        let mut compiler = Command::new(zig(workspace)?.program);
        compiler.args(["cc", "-target", self.system, "-Wl,-rpath,$ORIGIN"]).args(kind);
        Ok(compiler)
    }

    /// Command to which a program's name is given. The program finds libraries in the folders.
    fn run(&self, libraries: &[&Path]) -> Result<Command> {
        let mut setting = OsString::from("LD_LIBRARY_PATH=");
        setting.push(std::env::join_paths(libraries)?);
        let Some((qemu, root, libc)) = self.emulation else {
            let mut command = Command::new("env");
            command.arg(setting);
            return Ok(command);
        };
        ensure(&[&QEMU, libc])?;
        let mut command = Command::new(qemu);
        command.args(["-L", root, "-E"]).arg(setting);
        Ok(command)
    }

    /// The folder of the stand-in for Android's C library, under the names of all libraries that it stands for.
    fn bionic(&self, workspace: &Workspace) -> Result<PathBuf> {
        let folder = workspace.target.join("platforms/bionic").join(self.system);
        std::fs::create_dir_all(&folder)?;
        let mut compiler = self.c_compiler(workspace, LIBRARY)?;
        compiler.args(["-O1", "-Wl,-soname,libc.so", "-o"]).arg(folder.join("libc.so"));
        quietly(compiler.arg(workspace.root.join("tests/android/bionic.c")).args(["-ldl", "-lpthread"]))?;
        std::fs::copy(folder.join("libc.so"), folder.join("libdl.so"))?;
        Ok(folder)
    }
}

impl Machine {
    /// The machines here that can run a target's programs.
    pub fn all_of(target: &str) -> Vec<Self> {
        let is_linux = cfg!(all(target_os = "linux", target_arch = "x86_64"));
        match target {
            "linux-x86_64" if is_linux => vec![Self::This],
            "linux-arm64" if is_linux => vec![Self::Arm64],
            "android-arm64" if is_linux => vec![Self::Android(&ARM64)],
            "android-armv7" if is_linux => vec![Self::Android(&ARMV7)],
            "android-x86_64" if is_linux => vec![Self::Android(&X86_64)],
            "windows-x86_64" if is_linux => vec![Self::Windows(OnceCell::new())],
            "webgl" => [false, true].map(|has_threads| Self::Web { has_threads }).into(),
            _ => Vec::new(),
        }
    }

    /// Name of the machine in the title of a step.
    pub fn name(&self) -> &'static str {
        match self {
            Self::This => "on this machine",
            Self::Arm64 => "under QEMU",
            Self::Android(guest) if guest.emulation.is_none() => "over a stand-in for Android's C library",
            Self::Android(_) => "under QEMU, over a stand-in for Android's C library",
            Self::Windows(_) => "under Wine",
            Self::Web { has_threads: false } => "under Node",
            Self::Web { has_threads: true } => "under Node, with a shared memory",
        }
    }

    /// A compiler for C.
    pub fn c_compiler(&self, workspace: &Workspace) -> Result<Command> {
        let (program, arguments): (PathBuf, &[&str]) = match self {
            Self::This => ("cc".into(), &["-Wl,-rpath,$ORIGIN"]),
            Self::Arm64 => return ARM64.c_compiler(workspace, PROGRAM),
            Self::Android(guest) => {
                let mut compiler = guest.c_compiler(workspace, PROGRAM)?;
                // It stands before the library, so that its functions go before the C library's of the same names.
                compiler.arg(guest.bionic(workspace)?.join("libc.so"));
                return Ok(compiler);
            }
            Self::Windows(_) => {
                ensure(&[&MINGW])?;
                ("x86_64-w64-mingw32-gcc".into(), &[])
            }
            Self::Web { has_threads } => {
                ensure(&[&EMSCRIPTEN])?;
                // In one file: this Emscripten would fetch the second one as a browser does, which newer Nodes refuse
                // for paths.
                let alone = &["-sALLOW_MEMORY_GROWTH=1", "-sEXIT_RUNTIME=1", "-sSINGLE_FILE=1"];
                // Without growth, for which Debian's Emscripten lacks a part where memory is shared.
                let shared = &["-sINITIAL_MEMORY=268435456", "-sEXIT_RUNTIME=1", "-sSINGLE_FILE=1", "-pthread"];
                ("emcc".into(), if *has_threads { shared } else { alone })
            }
        };
        let mut compiler = Command::new(program);
        compiler.args(arguments);
        Ok(compiler)
    }

    /// A program's file name, from a name without extension.
    pub fn program(&self, program: &Path) -> PathBuf {
        program.with_extension(match self {
            Self::This | Self::Arm64 | Self::Android(_) => "",
            Self::Windows(_) => "exe",
            Self::Web { .. } => "js",
        })
    }

    /// Command to which a program's name is given. Libraries lie in the folder.
    pub fn run(&self, workspace: &Workspace, folder: &Path) -> Result<Command> {
        match self {
            Self::This => {
                let mut command = Command::new("env");
                // Cargo's own value names folders of debug builds, and goes before what the program says.
                command.env("LD_LIBRARY_PATH", folder);
                Ok(command)
            }
            Self::Arm64 => ARM64.run(&[folder]),
            Self::Android(guest) => guest.run(&[folder, &guest.bionic(workspace)?]),
            Self::Windows(wine) => {
                if wine.get().is_none() {
                    let _ = wine.set(Wine::begin(workspace)?);
                }
                Ok(Wine::command(workspace))
            }
            Self::Web { .. } => {
                ensure(&[&NODE])?;
                Ok(Command::new("node"))
            }
        }
    }

    /// Tells cargo how to run tests; says whether they can be run at all.
    pub fn prepare_tests(&self, builder: &Builder<'_>, triple: &str, command: &mut Command) -> Result<()> {
        self.run(builder.workspace, Path::new(""))?;
        match self {
            Self::This | Self::Android(_) | Self::Web { .. } => bail!("no tests are run {}", self.name()),
            Self::Arm64 => {
                command.env("CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_RUNNER", "qemu-aarch64 -L /usr/aarch64-linux-gnu");
            }
            Self::Windows(_) => {
                Wine::set_environment(command, builder.workspace);
                command.env("CARGO_TARGET_X86_64_PC_WINDOWS_GNU_RUNNER", "wine");
                let programs = builder.results().join(triple).join("debug/deps");
                std::fs::create_dir_all(&programs)?;
                let mut compiler = self.c_compiler(builder.workspace)?;
                compiler.args(["-shared", "-o"]).arg(programs.join("bcryptprimitives.dll"));
                compiler.arg(builder.workspace.root.join("tests/windows/bcryptprimitives.c")).arg("-ladvapi32");
                quietly(&mut compiler)?;
            }
        }
        Ok(())
    }

    /// Runs the C# program: on Mono, or on .NET for Windows.
    pub fn csharp(&self, workspace: &Workspace, build: &Build<'_>, library: &Path) -> Result<Command> {
        if matches!(self, Self::This) {
            let mut command = build.with_library("mono");
            command.arg(csharp::PLAYER.file);
            return Ok(command);
        }
        let dotnet = dotnet_for_windows(workspace)?.join("dotnet.exe");
        std::fs::copy(library, build.folder.join("gridstar.dll"))?;
        // .NET takes programs that are called .dll, and wants to be told which of its frameworks they are for.
        std::fs::copy(build.folder.join(csharp::PLAYER.file), build.folder.join("Player.dll"))?;
        let framework = "{\"name\": \"Microsoft.NETCore.App\", \"version\": \"3.1.0\"}";
        let config = format!("{{\"runtimeOptions\": {{\"framework\": {framework}}}}}");
        std::fs::write(build.folder.join("Player.runtimeconfig.json"), config)?;
        let mut command = self.run(workspace, &build.folder)?;
        command.current_dir(&build.folder).arg(dotnet).arg("Player.dll");
        // Wine has no data of languages for it, and needs none.
        command.env("DOTNET_SYSTEM_GLOBALIZATION_INVARIANT", "1");
        Ok(command)
    }
}

/// A Windows of Wine's while it runs.
///
/// Its services start with the first program, get that one's output and end after the last one. Who reads a program's
/// output to the end would wait for them. So the first is a shell that waits for input, with no output, and ends with
/// us.
pub struct Wine {
    shell: Child,
}

impl Wine {
    fn begin(workspace: &Workspace) -> Result<Self> {
        ensure(&[&WINE])?;
        std::fs::create_dir_all(workspace.tools.join("wine"))?;
        let silent = |arguments: &[&str]| {
            let mut command = Self::command(workspace);
            command.args(arguments).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
            command
        };
        // A Windows is made where there is none.
        ensure!(
            silent(&["wineboot", "-u"]).status()?.success(),
            "Wine can't make a Windows in {}",
            workspace.tools.display()
        );
        let wine = Self { shell: silent(&["cmd"]).stdin(Stdio::piped()).spawn().context("Wine can't be started")? };
        silent(&["cmd", "/c", "exit"]).status()?;
        Ok(wine)
    }

    fn command(workspace: &Workspace) -> Command {
        let mut command = Command::new("wine");
        Self::set_environment(&mut command, workspace);
        command
    }

    fn set_environment(command: &mut Command, workspace: &Workspace) {
        command.env("WINEPREFIX", workspace.tools.join("wine")).env("WINEDEBUG", "-all").env_remove("DISPLAY");
        // Neither Mono nor a browser is wanted; without this Wine asks for them.
        command.env("WINEDLLOVERRIDES", "mscoree=d;mshtml=d");
    }
}

impl Drop for Wine {
    fn drop(&mut self) {
        let _ = self.shell.kill();
        let _ = self.shell.wait();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::ffi::OsStr;

    /// Not the debug build that lies where cargo tells its children to look.
    #[test]
    fn a_program_on_this_machine_takes_the_library_beside_it() {
        let command = Machine::This.run(&Workspace::find().unwrap(), Path::new("beside")).unwrap();
        let is_set =
            |(name, value): (&OsStr, Option<&OsStr>)| name == "LD_LIBRARY_PATH" && value == Some("beside".as_ref());
        assert!(command.get_envs().any(is_set));
    }
}
