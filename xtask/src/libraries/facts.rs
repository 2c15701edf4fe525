//! Facts about a library before it ships, read from its bytes.

use anyhow::{Context, Result};
use memchr::memmem;
use object::elf::{DF_1_NODELETE, DT_FLAGS_1, DT_NEEDED, DT_SONAME, PT_LOAD};
use object::macho::{LC_CODE_SIGNATURE, MachHeader64};
use object::read::archive::ArchiveFile;
use object::read::elf::{Dyn, ElfFile, FileHeader, ProgramHeader};
use object::read::macho::{FatArch, LoadCommandVariant, MachOFatFile32, MachOFile};
use object::{BinaryFormat, Endianness, File, FileKind, Object, ObjectKind, ObjectSection, ObjectSymbol};
use object::{SymbolFlags, SymbolScope};
use std::collections::BTreeMap;

/// A library.
#[derive(Clone)]
pub(super) struct Facts {
    /// Bytes of the file.
    pub(super) size: usize,
    /// It is a static library.
    pub(super) is_archive: bool,
    /// Parts of the file: one; one for each processor; or the objects of an archive.
    pub(super) parts: Vec<Part>,
    /// Texts in it that tell where it was built.
    pub(super) traces: Vec<String>,
}

/// A file, or what stands for one in a file of several.
#[derive(Clone, Default)]
pub(super) struct Part {
    /// By the names that the crate `object` gives them, such as `Elf` and `X86_64`.
    pub(super) format: String,
    pub(super) architecture: String,
    /// It is loaded by programs and not linked into them.
    pub(super) is_linked: bool,
    /// The names that a program which loads or links the file can see, sorted, without what Apple puts before them.
    pub(super) visible: Vec<String>,
    /// The libraries that it needs; those of Windows in small letters.
    pub(super) libraries: Vec<String>,
    /// The newest version of the GNU C library that it asks for.
    pub(super) glibc: Option<(u16, u16)>,
    /// The level of Android's API that it was linked for.
    pub(super) android_api: Option<u32>,
    /// The least alignment of what is loaded of an ELF file, in bytes.
    pub(super) alignment: Option<u64>,
    /// Apple's number of the system, and the oldest version of it.
    pub(super) apple: Option<(u32, u32)>,
    /// Symbols that a shared ELF file or a Mach-O file needs of others.
    pub(super) undefined: Vec<String>,
    /// How programs find it, on systems where it says so itself.
    pub(super) own_name: Option<String>,
    /// An ELF file stays loaded when a program closes it.
    pub(super) stays_loaded: bool,
    /// An ELF file has a number of its own.
    pub(super) has_build_id: bool,
    /// It has a signature of Apple's form.
    pub(super) is_signed: bool,
    /// An object of WebAssembly says that it has atomics, without which it links with no shared memory.
    pub(super) has_atomics: bool,
    /// Sizes of its sections by name, alike ones taken together.
    pub(super) sections: BTreeMap<String, u64>,
}

impl Facts {
    /// `places`: texts that would tell where the library was built.
    pub(super) fn read(bytes: &[u8], places: &[String]) -> Result<Self> {
        let kind = FileKind::parse(bytes).context("this is no library")?;
        let slices: Vec<&[u8]> = match kind {
            FileKind::MachOFat32 => {
                let fat = MachOFatFile32::parse(bytes)?;
                fat.arches().iter().map(|arch| Ok(arch.data(bytes)?)).collect::<Result<_>>()?
            }
            FileKind::Archive => {
                let archive = ArchiveFile::parse(bytes)?;
                archive.members().map(|member| Ok(member?.data(bytes)?)).collect::<Result<_>>()?
            }
            _ => vec![bytes],
        };
        let parts = slices.into_iter().map(part).collect::<Result<_>>()?;
        let traces = places.iter().filter_map(|place| trace(bytes, place)).collect();
        Ok(Self { size: bytes.len(), is_archive: kind == FileKind::Archive, parts, traces })
    }
}

/// The text around the first place where a text stands.
fn trace(bytes: &[u8], text: &str) -> Option<String> {
    let at = memmem::find(bytes, text.as_bytes())?;
    let is_text = |byte: &u8| byte.is_ascii_graphic();
    let start = at - bytes[..at].iter().rev().take(40).take_while(|byte| is_text(byte)).count();
    let end = at + bytes[at..].iter().take(80).take_while(|byte| is_text(byte)).count();
    Some(format!("{:?}", String::from_utf8_lossy(&bytes[start..end])))
}

/// The section lists features, each with a sign and the length of its name before it.
fn has_atomics(file: &File<'_>) -> bool {
    let features = file.section_by_name("target_features").and_then(|section| section.data().ok());
    features.is_some_and(|features| memmem::find(features, b"+\x07atomics").is_some())
}

fn part(bytes: &[u8]) -> Result<Part> {
    let file = File::parse(bytes).context("a part of this is no library")?;
    let mut part = Part {
        format: format!("{:?}", file.format()),
        architecture: format!("{:?}", file.architecture()),
        is_linked: is_linked(&file),
        visible: visible(&file)?,
        has_atomics: has_atomics(&file),
        ..Part::default()
    };
    for section in file.sections() {
        if section.file_range().is_some() {
            let name = section.name().unwrap_or("?");
            // Objects of ELF have a section for each function: `.text.NAME`.
            let short = name.get(1..).and_then(|rest| rest.find('.')).map_or(name, |dot| &name[..=dot]);
            *part.sections.entry(short.to_owned()).or_default() += section.size();
        }
    }
    match &file {
        File::Elf64(elf) => read_elf(elf, &mut part)?,
        File::Elf32(elf) => read_elf(elf, &mut part)?,
        File::MachO64(mach) => read_mach(mach, &mut part)?,
        File::Pe32(_) | File::Pe64(_) => {
            let imports = file.imports()?;
            part.libraries = imports.iter().map(|import| text(import.library()).to_lowercase()).collect();
            part.libraries.sort_unstable();
            part.libraries.dedup();
        }
        _ => {}
    }
    Ok(part)
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn is_linked(file: &File<'_>) -> bool {
    file.kind() == ObjectKind::Dynamic || file.format() == BinaryFormat::Pe
}

fn visible(file: &File<'_>) -> Result<Vec<String>> {
    let mut names: Vec<String> = match file.format() {
        // Of an ELF file everything that is defined and visible counts, not only what has a version.
        BinaryFormat::Elf if is_linked(file) => defined(file.dynamic_symbols()),
        _ if is_linked(file) => file.exports()?.iter().map(|export| text(export.name())).collect(),
        _ => defined(file.symbols().filter(is_seen_by_linkers)),
    };
    if file.format() == BinaryFormat::MachO {
        names = names.iter().map(|name| name.strip_prefix('_').unwrap_or(name).to_owned()).collect();
    }
    names.sort_unstable();
    Ok(names)
}

fn defined<'a>(symbols: impl Iterator<Item = impl ObjectSymbol<'a>>) -> Vec<String> {
    let global = symbols.filter(|symbol| symbol.is_definition() && symbol.is_global());
    global.filter_map(|symbol| symbol.name().ok().map(str::to_owned)).collect()
}

/// Hidden names of an object can be used by the program that it is linked into, and collide there. Weak ones give way.
fn is_seen_by_linkers<'a>(symbol: &impl ObjectSymbol<'a>) -> bool {
    // Private externals of Mach-O are hidden from other files alone, so they collide too.
    let is_private = matches!(symbol.flags(), SymbolFlags::MachO { .. }) && symbol.scope() == SymbolScope::Compilation;
    !symbol.is_weak() && !is_private
}

fn read_elf<E: FileHeader<Endian = Endianness>>(file: &ElfFile<'_, E>, part: &mut Part) -> Result<()> {
    let (endian, sections) = (file.endian(), file.elf_section_table());
    if let Some((entries, strings)) = sections.dynamic(endian, file.data())? {
        let strings = sections.strings(endian, file.data(), strings)?;
        for entry in entries {
            match entry.tag32(endian) {
                Some(DT_NEEDED) => part.libraries.push(text(entry.string(endian, strings)?)),
                Some(DT_SONAME) => part.own_name = Some(text(entry.string(endian, strings)?)),
                Some(DT_FLAGS_1) => part.stays_loaded = entry.d_val(endian).into() & u64::from(DF_1_NODELETE) != 0,
                _ => {}
            }
        }
    }
    if let Some((mut needs, strings)) = sections.gnu_verneed(endian, file.data())? {
        let strings = sections.strings(endian, file.data(), strings)?;
        while let Some((_, mut versions)) = needs.next()? {
            while let Some(version) = versions.next()? {
                let name = text(version.name(endian, strings)?);
                if let Some(numbers) = name.strip_prefix("GLIBC_") {
                    let version = version_of(numbers).with_context(|| format!("what version is {name}?"))?;
                    part.glibc = part.glibc.max(Some(version));
                }
            }
        }
    }
    let loaded = file.elf_program_headers().iter().filter(|header| header.p_type(endian) == PT_LOAD);
    part.alignment = loaded.map(|header| header.p_align(endian).into()).min();
    for symbol in file.dynamic_symbols().filter(ObjectSymbol::is_undefined) {
        part.undefined.push(symbol.name()?.to_owned());
    }
    part.undefined.retain(|name| !name.is_empty());
    part.has_build_id = file.build_id()?.is_some();
    if let Some(note) = file.section_by_name(".note.android.ident") {
        // Lengths of name and description, a type, "Android" with its zero, then the level.
        let level = note.data()?.get(20..24).and_then(|bytes| bytes.try_into().ok());
        part.android_api = level.map(u32::from_le_bytes);
    }
    Ok(())
}

fn version_of(numbers: &str) -> Option<(u16, u16)> {
    let mut numbers = numbers.split('.').map(str::parse);
    Some((numbers.next()?.ok()?, numbers.next()?.ok()?))
}

/// How the block of signatures begins.
const EMBEDDED_SIGNATURE: [u8; 4] = 0xfade_0cc0_u32.to_be_bytes();

fn read_mach(file: &MachOFile<'_, MachHeader64<Endianness>>, part: &mut Part) -> Result<()> {
    let endian = file.endian();
    for symbol in file.symbols().filter(ObjectSymbol::is_undefined) {
        part.undefined.push(symbol.name()?.to_owned());
    }
    let mut commands = file.macho_load_commands()?;
    while let Some(command) = commands.next()? {
        match command.variant()? {
            LoadCommandVariant::BuildVersion(build) => {
                part.apple = Some((build.platform.get(endian), build.minos.get(endian) >> 16));
            }
            LoadCommandVariant::IdDylib(own) => part.own_name = Some(text(command.string(endian, own.dylib.name)?)),
            LoadCommandVariant::Dylib(other) => part.libraries.push(text(command.string(endian, other.dylib.name)?)),
            LoadCommandVariant::LinkeditData(place) if command.cmd() == LC_CODE_SIGNATURE => {
                let bytes = file.data().get(place.dataoff.get(endian) as usize..);
                part.is_signed = bytes.context("its signature lies beyond its end")?.starts_with(&EMBEDDED_SIGNATURE);
            }
            _ => {}
        }
    }
    Ok(())
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

    #[test]
    fn a_program_of_this_machine_is_read() {
        let bytes = std::fs::read(std::env::current_exe().unwrap()).unwrap();
        let place = "a text that stands in this program alone: 8c51";
        let facts = Facts::read(&bytes, &[place.to_owned(), ["not", "there"].join("-")]).unwrap();
        let [part] = &facts.parts[..] else { panic!("{} parts", facts.parts.len()) };
        assert_eq!((facts.size, facts.is_archive, facts.traces.len()), (bytes.len(), false, 1));
        assert!(!part.libraries.is_empty() && !part.sections.is_empty());
        assert_eq!(part.alignment.is_some(), cfg!(target_os = "linux"));
        assert_eq!(part.glibc.is_some(), cfg!(target_env = "gnu") && cfg!(target_os = "linux"));
        assert_eq!(part.apple.is_some(), cfg!(target_os = "macos"));
        // A program is no library: it has no name, and nothing can close it.
        assert_eq!((part.own_name.is_none(), part.stays_loaded), (true, false));
        assert!(part.undefined.iter().any(|name| name.contains("malloc")) || cfg!(windows));
        assert!(Facts::read(b"version https://git-lfs.github.com/spec/v1\n", &[]).is_err());
    }
}
