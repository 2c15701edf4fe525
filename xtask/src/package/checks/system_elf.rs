//! Linux and Android: versions of the C library, libraries asked for, the page size.

use super::Subject;
use super::kind::is_archive;
use crate::package::linkers::{ANDROID_API, GLIBC, PAGE};
use crate::package::targets::Link;
use anyhow::{Context, Result, bail};
use object::elf::{DT_NEEDED, FileHeader32, FileHeader64, PT_LOAD};
use object::read::elf::{Dyn, ElfFile, FileHeader, ProgramHeader};
use object::{Architecture, Endianness, File, Object, ObjectSection};

/// Every Linux with a GNU C library has these.
const LINUX_LIBRARIES: [&str; 7] = [
    "libc.so.6",
    "libm.so.6",
    "libdl.so.2",
    "libpthread.so.0",
    "librt.so.1",
    "ld-linux-x86-64.so.2",
    "ld-linux-aarch64.so.1",
];
/// Every Android has these.
const ANDROID_LIBRARIES: [&str; 4] = ["libc.so", "libm.so", "libdl.so", "liblog.so"];

pub fn check_glibc(subject: &Subject<'_>) -> Result<String> {
    let mut newest = (0, 0);
    for part in &subject.parts {
        let File::Elf64(file) = part else { bail!("this is no ELF file of 64 bits") };
        check_libraries(file, &LINUX_LIBRARIES)?;
        newest = newest.max(glibc(file)?);
    }
    if newest > GLIBC {
        bail!("it needs version {}.{} of the C library, newer than {}.{}", newest.0, newest.1, GLIBC.0, GLIBC.1);
    }
    Ok(format!("GLIBC {}.{}", newest.0, newest.1))
}

/// The newest version of the C library that the file asks for.
fn glibc(file: &ElfFile<'_, FileHeader64<Endianness>>) -> Result<(u16, u16)> {
    let endian = file.endian();
    let sections = file.elf_section_table();
    let Some((mut needs, strings)) = sections.gnu_verneed(endian, file.data())? else { return Ok((0, 0)) };
    let strings = sections.strings(endian, file.data(), strings)?;
    let mut newest = (0, 0);
    while let Some((_, mut versions)) = needs.next()? {
        while let Some(version) = versions.next()? {
            let name = String::from_utf8_lossy(version.name(endian, strings)?).into_owned();
            if let Some(numbers) = name.strip_prefix("GLIBC_") {
                newest = newest.max(version_of(numbers).with_context(|| format!("what version is {name}?"))?);
            }
        }
    }
    Ok(newest)
}

fn version_of(numbers: &str) -> Option<(u16, u16)> {
    let mut numbers = numbers.split('.').map(str::parse);
    Some((numbers.next()?.ok()?, numbers.next()?.ok()?))
}

fn check_libraries<E: FileHeader<Endian = Endianness>>(file: &ElfFile<'_, E>, known: &[&str]) -> Result<()> {
    let endian = file.endian();
    let Some((entries, strings)) = file.elf_section_table().dynamic(endian, file.data())? else { return Ok(()) };
    let strings = file.elf_section_table().strings(endian, file.data(), strings)?;
    for entry in entries.iter().filter(|entry| entry.tag32(endian) == Some(DT_NEEDED)) {
        let name = String::from_utf8_lossy(entry.string(endian, strings)?).into_owned();
        if !known.contains(&name.as_str()) {
            bail!("it needs {name}, which a player's machine may lack");
        }
    }
    Ok(())
}

/// Android's tools note the level of the API in what they link.
pub fn check_android(subject: &Subject<'_>) -> Result<String> {
    if is_archive(subject.bytes) {
        return Ok(String::new());
    }
    for part in &subject.parts {
        match part {
            File::Elf64(file) => check_libraries(file, &ANDROID_LIBRARIES)?,
            File::Elf32(file) => check_libraries::<FileHeader32<Endianness>>(file, &ANDROID_LIBRARIES)?,
            _ => bail!("this is no ELF file"),
        }
        let note = part.section_by_name(".note.android.ident").context("it has no note of Android's API level")?;
        // Lengths of name and description, a type, "Android" with its zero, then the level.
        let level = note.data()?.get(20..24).and_then(|bytes| bytes.try_into().ok()).map(u32::from_le_bytes);
        if level != Some(ANDROID_API) {
            bail!("it is for level {level:?} of Android's API, not {ANDROID_API}");
        }
    }
    Ok(format!("Android API {ANDROID_API}"))
}

/// A segment that is aligned to less than a page can't be loaded. arm64 machines have pages of up to 16 KB, or 64 KB.
pub fn check_pages(subject: &Subject<'_>) -> Result<String> {
    let mut least = u64::MAX;
    for part in &subject.parts {
        let asks = subject.target.link == Link::Ndk || part.architecture() == Architecture::Aarch64;
        if is_archive(subject.bytes) || !asks {
            continue;
        }
        least = least.min(match part {
            File::Elf64(file) => alignment(file),
            File::Elf32(file) => alignment(file),
            _ => continue,
        });
    }
    match least {
        u64::MAX => Ok(String::new()),
        least if least < PAGE => bail!("segments are aligned to {least} bytes, not to {PAGE}"),
        least => Ok(format!("segments aligned to {} KB", least / 1024)),
    }
}

fn alignment<E: FileHeader<Endian = Endianness>>(file: &ElfFile<'_, E>) -> u64 {
    let endian = file.endian();
    let loaded = file.elf_program_headers().iter().filter(|header| header.p_type(endian) == PT_LOAD);
    loaded.map(|header| header.p_align(endian).into()).min().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_compared_as_numbers() {
        assert_eq!(version_of("2.17"), Some((2, 17)));
        assert_eq!(version_of("2.2.5"), Some((2, 2)));
        assert!(version_of("2.9") < version_of("2.17"));
        assert_eq!(version_of("PRIVATE"), None);
    }
}
