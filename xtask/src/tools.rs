//! The programs that demo and test need beside Rust: looked for, installed on Debian and Ubuntu, named elsewhere.

pub mod fetched;
pub mod platforms;

use crate::command::quietly;
use anyhow::{Result, bail};
use std::path::Path;
use std::process::Command;

/// What this machine lacks and this command can't install, because it may not or because there is no such thing here. Any other error
/// is a failure.
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
    /// What makes it count as there: a program on the PATH, or a file.
    sign: Sign,
    what: &'static str,
    debian: &'static str,
    elsewhere: &'static str,
}

enum Sign {
    Program(&'static str),
    /// Debian's place for an assembly.
    File(&'static str),
}

impl Tool {
    fn is_there(&self) -> bool {
        match self.sign {
            Sign::Program(name) => which::which(name).is_ok(),
            Sign::File(path) => Path::new(path).exists(),
        }
    }
}

const MONO: [Tool; 2] = [
    Tool {
        sign: Sign::Program("mcs"),
        what: "Mono's C# compiler (mcs)",
        debian: "mono-mcs",
        elsewhere: "Mono 6 from https://www.mono-project.com/download/ (macOS: brew install mono)",
    },
    Tool {
        sign: Sign::Program("mono"),
        what: "the Mono runtime (mono)",
        debian: "mono-runtime",
        elsewhere: "Mono 6 from https://www.mono-project.com/download/ (macOS: brew install mono)",
    },
];

const TESTS: [Tool; 4] = [
    Tool {
        sign: Sign::Program("nunit-console"),
        what: "NUnit's console runner (nunit-console)",
        debian: "nunit-console",
        elsewhere: "NUnit.Console 2.6 from https://nunit.org, with nunit-console on the PATH",
    },
    Tool {
        sign: Sign::File(NUNIT_FRAMEWORK),
        what: "nunit.framework.dll",
        debian: "libnunit-cil-dev",
        elsewhere: "NUnit 2.6; set GRIDSTAR_NUNIT to its nunit.framework.dll",
    },
    Tool {
        sign: Sign::Program("cc"),
        what: "a C compiler (cc)",
        debian: "gcc libc6-dev",
        elsewhere: "a C compiler that answers to cc",
    },
    Tool {
        sign: Sign::Program("c++"),
        what: "a C++ compiler (c++)",
        debian: "g++",
        elsewhere: "a C++ compiler that answers to c++",
    },
];

/// Where Debian puts NUnit's assembly.
const NUNIT_FRAMEWORK: &str = "/usr/lib/cli/nunit.framework-2.6.3/nunit.framework.dll";

/// The path of nunit.framework.dll.
pub fn nunit_framework() -> String {
    std::env::var("GRIDSTAR_NUNIT").unwrap_or_else(|_| NUNIT_FRAMEWORK.into())
}

/// What compiling and running C# takes.
pub fn ensure_mono() -> Result<()> {
    ensure(&MONO.iter().collect::<Vec<_>>())
}

/// What every test takes.
pub fn ensure_all() -> Result<()> {
    let nunit_is_named = std::env::var_os("GRIDSTAR_NUNIT").is_some();
    let wanted = |tool: &&Tool| !(nunit_is_named && matches!(tool.sign, Sign::File(_)));
    ensure(&MONO.iter().chain(&TESTS).filter(wanted).collect::<Vec<_>>())
}

/// Installs those that are missing.
fn ensure(tools: &[&Tool]) -> Result<()> {
    let missing: Vec<&Tool> = tools.iter().copied().filter(|tool| !tool.is_there()).collect();
    if missing.is_empty() {
        return Ok(());
    }
    let packages: Vec<&str> = missing.iter().flat_map(|tool| tool.debian.split(' ')).collect();
    if which::which("apt-get").is_err() {
        let list: Vec<String> =
            missing.iter().map(|tool| format!("  - {}: install {}", tool.what, tool.elsewhere)).collect();
        bail!(Unavailable(format!("these programs are missing:\n{}", list.join("\n"))));
    }
    if !is_root() {
        let list: Vec<&str> = missing.iter().map(|tool| tool.what).collect();
        let command = format!("sudo apt-get install {}", packages.join(" "));
        bail!(Unavailable(format!("missing: {}. Install with:\n  {command}", list.join(", "))));
    }
    eprintln!("installing {} with apt-get", packages.join(" "));
    let apt = |arguments: &[&str]| {
        quietly(Command::new("apt-get").env("DEBIAN_FRONTEND", "noninteractive").arg("-qq").args(arguments))
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

/// Whether a cargo subcommand such as `fmt` is there; rustup is asked for it where it can be.
pub fn has_cargo_component(subcommand: &str, component: &str) -> bool {
    let is_there = || {
        let mut cargo = crate::workspace::cargo();
        cargo.args([subcommand, "--version"]).output().is_ok_and(|output| output.status.success())
    };
    if is_there() {
        return true;
    }
    let _ = Command::new("rustup").args(["component", "add", component]).output();
    is_there()
}
