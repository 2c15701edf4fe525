//! Faults in a copy of a library for Android, which the checks must refuse.

use super::checks;
use super::targets::{PAGE, Target};
use crate::workspace::Workspace;
use anyhow::{Context, Result, ensure};
use memchr::memmem;
use std::path::Path;

/// Plants two faults in a copy of a library: it asks for a name that is newer than the oldest Android, and for pages of
/// 4 KB. The checks must refuse both.
pub fn check(workspace: &Workspace, target: &Target, file: &Path) -> Result<String> {
    let sound = std::fs::read(file)?;
    let refused = |bytes: Vec<u8>, reason: &str| -> Result<()> {
        let spoilt = file.with_file_name("spoilt.so");
        std::fs::write(&spoilt, bytes)?;
        let said = checks::run(workspace, target, &spoilt).err().map(|error| format!("{error:#}")).unwrap_or_default();
        ensure!(said.contains(reason), "the checks do not refuse it with {reason:?}: {said}");
        Ok(())
    };
    let mut newer = sound.clone();
    let place = memmem::find(&newer, b"\0malloc\0").context("the library does not ask for malloc")?;
    // Android has it since level 23.
    newer[place..][..8].copy_from_slice(b"\0stderr\0");
    refused(newer, "it needs stderr")?;
    let mut small = sound;
    for number in small[..0x300].chunks_exact_mut(4).filter(|number| **number == (PAGE as u32).to_le_bytes()) {
        number.copy_from_slice(&4096_u32.to_le_bytes());
    }
    refused(small, "aligned to 4096 bytes")?;
    Ok("both".into())
}
