//! A static library made fit for a stranger's player.
//!
//! rustc's has, beside the one object that optimisation over all crates has made, hundreds of pieces of compiler
//! support that each system's own tools bring along, and debug information with paths of the machine that built the
//! standard library. Here the one object is taken out, what nobody needs is cut off, and all names but ours are made
//! local, so that another Rust library in the same player does not collide with them.

use super::rust::Rust;
use super::targets::Link;
use crate::command::quietly;
use anyhow::{Context, Result, bail};
use ar_archive_writer::{ArchiveKind, DEFAULT_OBJECT_READER, NewArchiveMember, ObjectReader, write_archive_to_stream};
use object::read::archive::ArchiveFile;
use object::{Object, ObjectSymbol};
use std::io::{self, Cursor};
use std::path::Path;

/// Rewrites rustc's library. `names` are those of the functions that stay visible.
pub fn reduce(library: &Path, link: Link, rust: &Rust, names: &[String]) -> Result<()> {
    let object_file = library.with_extension("o");
    std::fs::write(&object_file, one_object(&std::fs::read(library)?)?)?;
    let mut objcopy = rust.objcopy()?;
    objcopy.arg("--strip-debug");
    let apple = link == Link::AppleStatic;
    let bitcode = if apple { ["__LLVM,__bitcode", "__LLVM,__cmdline"] } else { [".llvmbc", ".llvmcmd"] };
    objcopy.args(bitcode.map(|section| format!("--remove-section={section}")));
    // WebAssembly's objects can't be edited so by any tool there is.
    if link != Link::Emscripten {
        let kept = library.with_extension("names");
        let prefix = if apple { "_" } else { "" };
        std::fs::write(&kept, names.iter().map(|name| format!("{prefix}{name}\n")).collect::<String>())?;
        objcopy.arg(format!("--keep-global-symbols={}", kept.display()));
    }
    quietly(objcopy.arg(&object_file))?;
    std::fs::write(library, archive(std::fs::read(&object_file)?, apple)?)?;
    Ok(())
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
