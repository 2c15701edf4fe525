//! A static library made fit for a stranger's player.
//!
//! rustc's has, beside the one object that optimisation over all crates has made, hundreds of pieces of compiler
//! support that each system's own tools bring along, and debug information with paths of the machine that built the
//! standard library. Here the one object is taken out, what nobody needs is cut off, and all names but ours are made
//! local and short, so that another Rust library in the same player does not collide with them. The systems of Apple's
//! devices share one library.

use super::rust::Rust;
use super::targets::Link;
use super::{apple_names, web_names, web_threads};
use crate::command::quietly;
use crate::workspace::Workspace;
use anyhow::{Context, Result, bail, ensure};
use ar_archive_writer::{ArchiveKind, DEFAULT_OBJECT_READER, NewArchiveMember, ObjectReader, write_archive_to_stream};
use object::macho::{MachHeader64, PLATFORM_IOS};
use object::read::archive::ArchiveFile;
use object::read::macho::{LoadCommandVariant, MachHeader};
use object::{Endianness, Object, ObjectSymbol};
use std::io::{self, Cursor};
use std::path::Path;
use std::process::Command;

/// Rewrites rustc's library. `names` are those of the functions that stay visible.
pub fn reduce(library: &Path, link: Link, rust: &Rust, names: &[String]) -> Result<()> {
    let object_file = library.with_extension("o");
    std::fs::write(&object_file, one_object(&std::fs::read(library)?)?)?;
    let mut objcopy = rust.objcopy()?;
    objcopy.arg("--strip-debug");
    let apple = link == Link::AppleStatic;
    let bitcode = if apple { ["__LLVM,__bitcode", "__LLVM,__cmdline"] } else { [".llvmbc", ".llvmcmd"] };
    objcopy.args(bitcode.map(|section| format!("--remove-section={section}")));
    // It can't do so in WebAssembly's objects: see `web_names`.
    if link != Link::Emscripten {
        let kept = library.with_extension("names");
        let prefix = if apple { "_" } else { "" };
        std::fs::write(&kept, names.iter().map(|name| format!("{prefix}{name}\n")).collect::<String>())?;
        objcopy.arg(format!("--keep-global-symbols={}", kept.display()));
    }
    quietly(objcopy.arg(&object_file))?;
    let mut object = std::fs::read(&object_file)?;
    match link {
        Link::AppleStatic => {
            take_system_out(&mut object)?;
            apple_names::shorten(&mut object)?;
        }
        Link::Emscripten => object = web_threads::use_globals(&web_names::hide(&object, names)?)?,
        _ => {}
    }
    std::fs::write(library, archive(object, apple)?)?;
    Ok(())
}

/// The oldest iOS that the library runs on. tvOS 12 and visionOS 1.0 have all that it has.
const OLDEST_IOS: u32 = 12;

/// Takes the command out that says which of Apple's systems an object is for, and leaves a gap behind the others.
/// Linkers take an object without it for that of the system that they link for; Apple's since Xcode 15 says so. An
/// object of another system than iOS, or of a newer iOS, is an error: without the command nobody could tell.
fn take_system_out(object: &mut [u8]) -> Result<()> {
    const HEADER: usize = size_of::<MachHeader64<Endianness>>();
    let header = MachHeader64::<Endianness>::parse(&*object, 0)?;
    let endian = header.endian()?;
    let (count, length) = (header.ncmds(endian), header.sizeofcmds(endian) as usize);
    let (mut commands, mut begin) = (header.load_commands(endian, &*object, 0)?, HEADER);
    let size = loop {
        let command = commands.next()?.context("the object names no system")?;
        if let LoadCommandVariant::BuildVersion(build) = command.variant()? {
            let (system, oldest) = (build.platform.get(endian), build.minos.get(endian) >> 16);
            ensure!(system == PLATFORM_IOS, "the object is for Apple's system number {system}");
            ensure!(oldest <= OLDEST_IOS, "the object asks for iOS {oldest}, newer than {OLDEST_IOS}");
            break command.cmdsize() as usize;
        }
        begin += command.cmdsize() as usize;
    };
    let end = HEADER + length;
    object.copy_within(begin + size..end, begin);
    object[end - size..end].fill(0);
    let header: &mut MachHeader64<Endianness> = object::from_bytes_mut(object).ok().context("the object is empty")?.0;
    header.ncmds.set(endian, count - 1);
    header.sizeofcmds.set(endian, (length - size) as u32);
    Ok(())
}

/// Links the library for each system of Apple's devices by LLVM's linker. `marked` is the library as rustc left it: the
/// linker must refuse that for all systems but iOS, or it would tell nothing.
pub fn link_for_apples_systems(workspace: &Workspace, library: &Path, marked: &Path) -> Result<String> {
    const SYSTEMS: [(&str, &str); 3] = [("ios", "12.0"), ("tvos", "12.0"), ("xros", "1.0")];
    let linker = Rust::find("aarch64-apple-ios", true)?.lld("ld64.lld")?;
    let link = |library: &Path, (system, version): (&str, &str)| {
        let mut command = Command::new(&linker);
        command.args(["-flavor", "ld64.lld"].iter().filter(|_| linker.ends_with("rust-lld")));
        command.args(["-arch", "arm64", "-dylib", "-undefined", "dynamic_lookup", "-platform_version", system]);
        command.args([version, version, "-force_load"]).arg(library);
        command.arg("-o").arg(workspace.target.join("libraries").join(format!("linked-for-{system}")));
        quietly(&mut command).with_context(|| format!("for {system}"))
    };
    for system in SYSTEMS {
        link(library, system)?;
        let is_refused = link(marked, system).is_err_and(|error| format!("{error:#}").contains("has platform iOS"));
        ensure!(is_refused == (system.0 != "ios"), "the linker does not tell {} from iOS", system.0);
    }
    Ok(format!("{}; a library of iOS alone is refused for the others", SYSTEMS.map(|(system, _)| system).join(", ")))
}

/// The member that defines our functions.
fn one_object(archive: &[u8]) -> Result<&[u8]> {
    let mut found = Vec::new();
    for member in ArchiveFile::parse(archive)?.members() {
        let bytes = member?.data(archive)?;
        let Ok(file) = object::File::parse(bytes) else { continue };
        if file.symbols().any(|symbol| symbol.is_definition() && symbol.name().is_ok_and(is_ours)) {
            found.push(bytes);
        }
    }
    match found.as_slice() {
        [bytes] => Ok(bytes),
        more => bail!("{} objects define functions of the library, not one", more.len()),
    }
}

fn is_ours(name: &str) -> bool {
    name.trim_start_matches('_').starts_with("gridstar_")
}

/// Tells the archive's index our functions' names.
fn index(object: &[u8], add: &mut dyn FnMut(&[u8]) -> io::Result<()>) -> io::Result<bool> {
    let file = object::File::parse(object).map_err(io::Error::other)?;
    for symbol in file.symbols().filter(ObjectSymbol::is_definition) {
        let name = symbol.name().map_err(io::Error::other)?;
        if is_ours(name) {
            add(name.as_bytes())?;
        }
    }
    Ok(true)
}

/// The crate's own reader knows no WebAssembly.
const READER: ObjectReader = ObjectReader { get_symbols: index, ..DEFAULT_OBJECT_READER };

/// An archive with an index and one member, without times and owners.
fn archive(object: Vec<u8>, apple: bool) -> Result<Vec<u8>> {
    let member = NewArchiveMember {
        buf: Box::new(object),
        object_reader: &READER,
        member_name: "gridstar.o".into(),
        mtime: 0,
        uid: 0,
        gid: 0,
        perms: 0o644,
    };
    let mut out = Cursor::new(Vec::new());
    let kind = if apple { ArchiveKind::Darwin } else { ArchiveKind::Gnu };
    write_archive_to_stream(&mut out, &[member], kind, false, None).context("the archive can't be written")?;
    Ok(out.into_inner())
}

#[cfg(test)]
mod tests {
    use super::*;
    use object::macho::{LC_BUILD_VERSION, LC_UUID, MH_MAGIC_64, PLATFORM_TVOS};

    /// The beginning of an object: a header, the command that names a system, one more, and what follows them.
    fn object_for(system: u32, oldest: u32) -> Vec<u8> {
        let header = [MH_MAGIC_64, 0x0100_000c, 0, 1, 2, 48, 0, 0];
        let named = [LC_BUILD_VERSION, 24, system, oldest << 16, 0, 0];
        let numbers = header.into_iter().chain(named).chain([LC_UUID, 24, 11, 12, 13, 14]).chain([21, 22]);
        numbers.flat_map(u32::to_le_bytes).collect()
    }

    #[test]
    fn the_command_that_names_a_system_goes_and_nothing_behind_the_commands_moves() {
        let mut object = object_for(PLATFORM_IOS, OLDEST_IOS);
        take_system_out(&mut object).unwrap();
        let numbers: Vec<u32> =
            object.chunks_exact(4).map(|four| u32::from_le_bytes(four.try_into().unwrap())).collect();
        assert_eq!(numbers[..8], [MH_MAGIC_64, 0x0100_000c, 0, 1, 1, 24, 0, 0]);
        assert_eq!(numbers[8..14], [LC_UUID, 24, 11, 12, 13, 14]);
        assert_eq!(numbers[14..], [0, 0, 0, 0, 0, 0, 21, 22]);
        assert!(take_system_out(&mut object).is_err(), "it names none any more");
    }

    #[test]
    fn objects_of_other_and_newer_systems_are_refused() {
        let refused = |system, oldest| take_system_out(&mut object_for(system, oldest)).unwrap_err().to_string();
        assert!(refused(PLATFORM_TVOS, OLDEST_IOS).contains("number 3"));
        assert!(refused(PLATFORM_IOS, OLDEST_IOS + 1).contains("iOS 13"));
    }
}
