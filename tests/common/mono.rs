//! Compiles and runs C# with Mono, which stands in for Unity's runtime.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Proof that Mono's compiler and runtime are installed.
pub struct Mono;

impl Mono {
    /// Returns `None` if Mono is missing and `GRIDSTAR_WITHOUT_MONO` is set; the test then has to return. Panics if
    /// Mono is missing otherwise.
    pub fn find() -> Option<Self> {
        let missing: Vec<_> = ["mcs", "mono"].into_iter().filter(|tool| !runs(tool)).collect();
        if missing.is_empty() {
            return Some(Self);
        }
        let missing = missing.join(" and ");
        assert!(
            std::env::var_os("GRIDSTAR_WITHOUT_MONO").is_some(),
            "{missing} not found: install Mono (Debian, Ubuntu: apt-get install mono-mcs mono-runtime), \
             or set GRIDSTAR_WITHOUT_MONO=1 to skip the tests of the C# side"
        );
        println!("skipped: {missing} not found and GRIDSTAR_WITHOUT_MONO is set");
        None
    }

    /// Compiles with the C# version of the oldest supported Unity. `name` ends in .dll or .exe.
    pub fn compile(&self, directory: &Path, name: &str, sources: &[PathBuf], references: &[&str]) -> PathBuf {
        let out = directory.join(name);
        let target = if name.ends_with(".dll") { "library" } else { "exe" };
        let mut mcs = Command::new("mcs");
        mcs.args(["-langversion:7.2", "-warnaserror"]).arg(format!("-target:{target}"));
        mcs.arg(format!("-out:{}", out.display()));
        // As the package's assembly definitions allow it: native arrays hand out pointers.
        if ["UnityEngine.dll", "GridStar.Unity.dll"].contains(&name) {
            mcs.arg("-unsafe");
        }
        mcs.args(references.iter().map(|reference| format!("-r:{}", directory.join(reference).display())));
        succeed(mcs.args(sources));
        out
    }

    /// Compiles `unity-package/Runtime/Core`, which does not use Unity, to GridStar.Core.dll.
    pub fn compile_core(&self, directory: &Path) -> PathBuf {
        self.compile(directory, "GridStar.Core.dll", &sources("unity-package/Runtime/Core"), &[])
    }

    pub fn command(&self, program: &Path) -> Command {
        let mut mono = Command::new("mono");
        mono.arg(program);
        mono
    }
}

/// The C# files of a folder of the project and of its subfolders.
pub fn sources(folder: &str) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut folders = vec![root().join(folder)];
    while let Some(folder) = folders.pop() {
        let entries = std::fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
        for path in entries.map(|entry| entry.unwrap().path()) {
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "cs") {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

/// The folder of the crate gridstar.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap()
}

/// Creates an empty folder for one test, two levels above the test program: beside what cargo builds.
pub fn empty_directory(name: &str) -> PathBuf {
    let program = std::env::current_exe().unwrap();
    let directory = program.ancestors().nth(2).unwrap().join("tmp").join(name);
    let _ = std::fs::remove_dir_all(&directory);
    std::fs::create_dir_all(&directory).unwrap();
    directory
}

/// Runs a command, requires exit status 0, and returns the standard output.
pub fn succeed(command: &mut Command) -> String {
    let Output { status, stdout, stderr } =
        command.output().unwrap_or_else(|error| panic!("{}: {error}", command.get_program().display()));
    let (stdout, stderr) = (String::from_utf8_lossy(&stdout), String::from_utf8_lossy(&stderr));
    assert!(status.success(), "{command:?} ended with {status}\n{stdout}{stderr}");
    stdout.into_owned()
}

fn runs(tool: &str) -> bool {
    Command::new(tool).arg("--version").output().is_ok_and(|output| output.status.success())
}
