//! The machines that programs run on: this one, and those that it can play.

use crate::command::quietly;
use crate::csharp::{self, Build};
use crate::fetched::{Zig, dotnet_for_windows};
use crate::libraries::builder::Builder;
use crate::tools::{ARM64_LIBC, EMSCRIPTEN, MINGW, NODE, QEMU_ARM64, WINE, ensure};
use crate::workspace::Workspace;
use anyhow::{Context, Result, bail};
use std::cell::OnceCell;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

/// What compiles for a machine and runs on it.
pub trait Machine {
    /// "on this machine", as a step says it.
    fn name(&self) -> &'static str;
    /// For its programs and libraries.
    fn folder(&self) -> &'static str;
    fn c_compiler(&self, workspace: &Workspace) -> Result<Command>;
    /// A program's file name, from a name without extension.
    fn program(&self, program: &Path) -> PathBuf {
        program.to_owned()
    }
    /// What a program's name is given to. Libraries lie in the folder.
    fn run(&self, workspace: &Workspace, folder: &Path) -> Result<Command>;
    /// Tells cargo how to run tests.
    fn run_tests_with(&self, _builder: &Builder<'_>, _triple: &str, _command: &mut Command) -> Result<()> {
        bail!("no tests are run {}", self.name())
    }
    fn csharp_name(&self) -> &'static str {
        self.name()
    }
    /// Runs the C# program.
    fn csharp(&self, _workspace: &Workspace, _build: &Build<'_>, _library: &Path) -> Result<Command> {
        bail!("no C# is run {}", self.name())
    }
}

/// Linux on x86_64.
pub struct This;

impl Machine for This {
    fn name(&self) -> &'static str {
        "on this machine"
    }

    fn folder(&self) -> &'static str {
        "linux-x86_64"
    }

    fn c_compiler(&self, _workspace: &Workspace) -> Result<Command> {
        let mut compiler = Command::new("cc");
        compiler.arg("-Wl,-rpath,$ORIGIN");
        Ok(compiler)
    }

    fn run(&self, _workspace: &Workspace, folder: &Path) -> Result<Command> {
        let mut command = Command::new("env");
        // Cargo's own value names folders of debug builds, and goes before what the program says.
        command.env("LD_LIBRARY_PATH", folder);
        Ok(command)
    }

    fn csharp_name(&self) -> &'static str {
        "on Mono"
    }

    fn csharp(&self, _workspace: &Workspace, build: &Build<'_>, _library: &Path) -> Result<Command> {
        let mut command = build.with_library("mono");
        command.arg(csharp::PLAYER.file);
        Ok(command)
    }
}

/// Linux on arm64, by QEMU's user mode: its own code and C library, this machine's kernel.
pub struct Arm64;

/// Where Debian puts libraries of arm64 for other machines.
const ARM64_ROOT: &str = "/usr/aarch64-linux-gnu";

impl Machine for Arm64 {
    fn name(&self) -> &'static str {
        "under QEMU"
    }

    fn folder(&self) -> &'static str {
        "linux-arm64"
    }

    fn c_compiler(&self, workspace: &Workspace) -> Result<Command> {
        let mut compiler = Command::new(Zig::ensure(workspace)?.zig());
        compiler.args(["cc", "-target", "aarch64-linux-gnu.2.17", "-Wl,-rpath,$ORIGIN"]);
        Ok(compiler)
    }

    fn run(&self, _workspace: &Workspace, _folder: &Path) -> Result<Command> {
        ensure(&[&QEMU_ARM64, &ARM64_LIBC])?;
        let mut command = Command::new("qemu-aarch64");
        command.args(["-L", ARM64_ROOT]);
        Ok(command)
    }

    fn run_tests_with(&self, builder: &Builder<'_>, _triple: &str, command: &mut Command) -> Result<()> {
        self.run(builder.workspace, Path::new(""))?;
        command.env("CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_RUNNER", format!("qemu-aarch64 -L {ARM64_ROOT}"));
        Ok(())
    }
}

/// Windows on x86_64, by Wine.
#[derive(Default)]
pub struct Windows {
    wine: OnceCell<Wine>,
}

impl Windows {
    fn wine(&self, workspace: &Workspace) -> Result<&Wine> {
        if self.wine.get().is_none() {
            let _ = self.wine.set(Wine::begin(workspace)?);
        }
        self.wine.get().context("Wine has just begun")
    }
}

impl Machine for Windows {
    fn name(&self) -> &'static str {
        "under Wine"
    }

    fn folder(&self) -> &'static str {
        "windows-x86_64"
    }

    fn c_compiler(&self, _workspace: &Workspace) -> Result<Command> {
        ensure(&[&MINGW])?;
        Ok(Command::new("x86_64-w64-mingw32-gcc"))
    }

    fn program(&self, program: &Path) -> PathBuf {
        program.with_extension("exe")
    }

    fn run(&self, workspace: &Workspace, _folder: &Path) -> Result<Command> {
        let wine = self.wine(workspace)?;
        Ok(Wine::command(&wine.prefix))
    }

    fn run_tests_with(&self, builder: &Builder<'_>, triple: &str, command: &mut Command) -> Result<()> {
        Wine::environment(command, &self.wine(builder.workspace)?.prefix);
        command.env("CARGO_TARGET_X86_64_PC_WINDOWS_GNU_RUNNER", "wine");
        let programs = builder.target_folder().join(triple).join("debug/deps");
        std::fs::create_dir_all(&programs)?;
        let mut compiler = Command::new("x86_64-w64-mingw32-gcc");
        compiler.args(["-shared", "-o"]).arg(programs.join("bcryptprimitives.dll"));
        compiler.arg(builder.workspace.root.join("tests/windows/bcryptprimitives.c")).arg("-ladvapi32");
        quietly(&mut compiler).map(drop)
    }

    fn csharp_name(&self) -> &'static str {
        "on .NET under Wine"
    }

    fn csharp(&self, workspace: &Workspace, build: &Build<'_>, library: &Path) -> Result<Command> {
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
struct Wine {
    prefix: PathBuf,
    shell: Child,
}

impl Wine {
    fn begin(workspace: &Workspace) -> Result<Self> {
        ensure(&[&WINE])?;
        let prefix = workspace.tools.join("wine");
        std::fs::create_dir_all(&prefix)?;
        let silent = |mut command: Command| {
            command.stdout(Stdio::null()).stderr(Stdio::null());
            command
        };
        // A Windows is made where there is none.
        let boot = silent(Self::command(&prefix)).args(["wineboot", "-u"]).stdin(Stdio::null()).status()?;
        if !boot.success() {
            bail!("Wine can't make a Windows in {}", prefix.display());
        }
        let shell = silent(Self::command(&prefix)).arg("cmd").stdin(Stdio::piped()).spawn()?;
        let wine = Self { prefix, shell };
        silent(Self::command(&wine.prefix)).args(["cmd", "/c", "exit"]).stdin(Stdio::null()).status()?;
        Ok(wine)
    }

    fn command(prefix: &Path) -> Command {
        let mut command = Command::new("wine");
        Self::environment(&mut command, prefix);
        command
    }

    fn environment(command: &mut Command, prefix: &Path) {
        command.env("WINEPREFIX", prefix).env("WINEDEBUG", "-all").env_remove("DISPLAY");
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

/// A browser's machine, by Node.
pub struct Web;

impl Machine for Web {
    fn name(&self) -> &'static str {
        "under Node"
    }

    fn folder(&self) -> &'static str {
        "webgl"
    }

    fn c_compiler(&self, _workspace: &Workspace) -> Result<Command> {
        ensure(&[&EMSCRIPTEN])?;
        let mut compiler = Command::new("emcc");
        // In one file: this Emscripten would fetch the second one as a browser does, which newer Nodes refuse for paths.
        compiler.args(["-sALLOW_MEMORY_GROWTH=1", "-sEXIT_RUNTIME=1", "-sSINGLE_FILE=1"]);
        Ok(compiler)
    }

    fn program(&self, program: &Path) -> PathBuf {
        program.with_extension("js")
    }

    fn run(&self, _workspace: &Workspace, _folder: &Path) -> Result<Command> {
        ensure(&[&NODE])?;
        Ok(Command::new("node"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::ffi::OsStr;

    /// Not the debug build that lies where cargo tells its children to look.
    #[test]
    fn a_program_on_this_machine_takes_the_library_beside_it() {
        let command = This.run(&Workspace::find().unwrap(), Path::new("beside")).unwrap();
        let is_set =
            |(name, value): (&OsStr, Option<&OsStr>)| name == "LD_LIBRARY_PATH" && value == Some("beside".as_ref());
        assert!(command.get_envs().any(is_set));
    }
}
