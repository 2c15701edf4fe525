//! What every library must hold to before it goes into the package, whatever it was built for and by.

pub mod exports;
mod kind;
mod size;
mod system;
mod system_elf;
mod system_macho;
mod system_pe;
mod traces;

pub use kind::is_archive;
pub use size::LIMIT as SIZE_LIMIT;

use super::targets::Target;
use crate::library;
use crate::workspace::Workspace;
use anyhow::{Context, Result, bail};
use object::read::archive::ArchiveFile;
use object::read::macho::MachOFatFile32;
use std::path::Path;

/// A library that is looked at.
pub struct Subject<'a> {
    pub target: &'static Target,
    pub bytes: &'a [u8],
    /// What it consists of: one file; one for each processor; or the objects of an archive.
    pub parts: Vec<object::File<'a>>,
    /// The functions that the header declares, sorted.
    pub declared: &'a [String],
    /// Texts that would tell where the library was built.
    pub places: &'a [String],
}

/// A rule: what holds, or an error that says what does not.
type Check = fn(&Subject<'_>) -> Result<String>;

/// All rules, by what they look at.
pub const CHECKS: [(&str, Check); 7] = [
    ("kind", kind::check),
    ("exports", exports::check),
    ("traces of the building machine", traces::check),
    ("system", system::check),
    ("pages", system_elf::check_pages),
    ("signature", system_macho::check_signature),
    ("size", size::check),
];

/// Runs all rules over a file; a line for each that has something to say.
pub fn run(workspace: &Workspace, target: &'static Target, file: &Path) -> Result<Vec<String>> {
    let bytes = std::fs::read(file).with_context(|| format!("{} can't be read", file.display()))?;
    let (declared, places) = (library::declared(workspace)?, traces::places(workspace));
    let failures = of_bytes(target, &bytes, &declared, &places);
    let mut lines = Vec::new();
    let mut broken = Vec::new();
    for (name, outcome) in failures {
        match outcome {
            Ok(line) if line.is_empty() => {}
            Ok(line) => lines.push(format!("{name}: {line}")),
            Err(error) => broken.push(format!("{name}: {error:#}")),
        }
    }
    if !broken.is_empty() {
        bail!("{} must not ship:\n  {}", file.display(), broken.join("\n  "));
    }
    Ok(lines)
}

/// What each rule says of a library's bytes.
pub fn of_bytes(
    target: &'static Target,
    bytes: &[u8],
    declared: &[String],
    places: &[String],
) -> Vec<(&'static str, Result<String>)> {
    let parts = match parts(bytes) {
        Ok(parts) => parts,
        Err(error) => return vec![("kind", Err(error))],
    };
    let subject = Subject { target, bytes, parts, declared, places };
    CHECKS.iter().map(|(name, check)| (*name, check(&subject))).collect()
}

fn parts(bytes: &[u8]) -> Result<Vec<object::File<'_>>> {
    let kind = object::FileKind::parse(bytes).context("this is no library")?;
    let slices: Vec<&[u8]> = match kind {
        object::FileKind::MachOFat32 => {
            let fat = MachOFatFile32::parse(bytes)?;
            fat.arches()
                .iter()
                .map(|arch| Ok(object::read::macho::FatArch::data(arch, bytes)?))
                .collect::<Result<_>>()?
        }
        object::FileKind::Archive => {
            let archive = ArchiveFile::parse(bytes)?;
            archive.members().map(|member| Ok(member?.data(bytes)?)).collect::<Result<_>>()?
        }
        _ => vec![bytes],
    };
    slices.into_iter().map(|slice| object::File::parse(slice).context("a part of this is no library")).collect()
}
