//! Names in an object of WebAssembly that stay its own.
//!
//! A linker takes an object's names from its symbol table, where each name has flags. One that is marked as local meets
//! no other, so that another Rust library in the same player may define it too. LLVM's objcopy does this for other
//! systems' objects and not for WebAssembly's. What is local needs no name to tell it from others: long ones, which are
//! a seventh of the object, become one short name. Names of pieces of data are cut to their first part, because a
//! linker reads only that.

use super::rust::Rust;
use super::targets::SHORT_NAME;
use crate::command::quietly;
use crate::workspace::Workspace;
use anyhow::{Context, Result, bail, ensure};
use memchr::memmem;
use object::read::archive::ArchiveFile;
use std::ops::Range;
use std::path::Path;
use std::process::Command;
use wasmparser::{BinaryReader, Parser, Payload, SymbolFlags};

/// Makes every name that an object defines local and short, but those of a list.
pub fn hide(object: &[u8], kept: &[String]) -> Result<Vec<u8>> {
    let (section, content) = linking(object)?;
    let mut reader = BinaryReader::new(&object[content.clone()], 0);
    let mut out = with_length(b"linking");
    number(&mut out, reader.read_var_u32()?);
    while !reader.eof() {
        let kind = reader.read_u8()?;
        let length = reader.read_var_u32()? as usize;
        let part = reader.read_bytes(length)?;
        out.push(kind);
        out.extend(match kind {
            SYMBOLS => with_length(&symbols(part, kept)?),
            SEGMENTS => with_length(&segments(part)?),
            _ => with_length(part),
        });
    }
    Ok([&object[..section.start], &[0], &with_length(&out), &object[section.end..]].concat())
}

/// Parts of the section that linkers read: names of pieces of data, and the symbol table.
const SEGMENTS: u8 = 5;
const SYMBOLS: u8 = 8;

/// Place of the section that linkers read: the whole, and what follows its name.
fn linking(object: &[u8]) -> Result<(Range<usize>, Range<usize>)> {
    // Behind what every object begins with.
    let mut begin = 8;
    for payload in Parser::new(0).parse_all(object) {
        let payload = payload?;
        if let Payload::CustomSection(section) = &payload
            && section.name() == "linking"
        {
            let end = section.range().end;
            return Ok((begin..end, section.data_offset()..end));
        }
        begin = payload.as_section().map_or(begin, |(_, range)| range.end);
    }
    bail!("the object has no names to hide")
}

/// The symbol table anew.
fn symbols(table: &[u8], kept: &[String]) -> Result<Vec<u8>> {
    const DATA: u8 = 1;
    const SECTION: u8 = 3;
    let mut reader = BinaryReader::new(table, 0);
    let mut out = Vec::new();
    let count = reader.read_var_u32()?;
    number(&mut out, count);
    for _ in 0..count {
        let kind = reader.read_u8()?;
        let flags = SymbolFlags::from_bits_retain(reader.read_var_u32()?);
        let is_defined = !flags.contains(SymbolFlags::UNDEFINED);
        let index = if kind == DATA { None } else { Some(reader.read_var_u32()?) };
        let is_named = kind != SECTION && (is_defined || kind == DATA || flags.contains(SymbolFlags::EXPLICIT_NAME));
        let name = if is_named { Some(reader.read_string()?) } else { None };
        let is_hidden = is_defined && name.is_some_and(|name| !kept.iter().any(|kept| kept == name));
        out.push(kind);
        let shown = if is_hidden { (flags - SymbolFlags::BINDING_WEAK) | SymbolFlags::BINDING_LOCAL } else { flags };
        number(&mut out, shown.bits());
        index.iter().for_each(|&index| number(&mut out, index));
        if let Some(name) = name {
            out.extend(with_length(if is_hidden { SHORT_NAME.as_bytes() } else { name.as_bytes() }));
        }
        if kind == DATA && is_defined {
            // Its segment, place and size.
            for _ in 0..3 {
                number(&mut out, reader.read_var_u32()?);
            }
        }
    }
    ensure!(count > 0 && reader.eof(), "the object's names can't be read");
    Ok(out)
}

/// The names of pieces of data anew: a linker joins what begins alike, such as `.rodata.`.
fn segments(table: &[u8]) -> Result<Vec<u8>> {
    let mut reader = BinaryReader::new(table, 0);
    let mut out = Vec::new();
    let count = reader.read_var_u32()?;
    number(&mut out, count);
    for _ in 0..count {
        let name = reader.read_string()?;
        let end = name.match_indices('.').nth(1).map_or(name.len(), |(dot, _)| dot + 1);
        out.extend(with_length(&name.as_bytes()[..end]));
        // Its alignment and flags.
        for _ in 0..2 {
            number(&mut out, reader.read_var_u32()?);
        }
    }
    ensure!(reader.eof(), "the names of the object's data can't be read");
    Ok(out)
}

/// Writes a number as WebAssembly has it, in as few bytes as it takes.
fn number(out: &mut Vec<u8>, mut value: u32) {
    while value > 127 {
        out.push((value & 127) as u8 | 128);
        value >>= 7;
    }
    out.push(value as u8);
}

pub(super) fn with_length(bytes: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    number(&mut out, bytes.len() as u32);
    [out, bytes.to_vec()].concat()
}

/// Links the library beside another one of Rust's by the newest linker at hand, which comes with rustc. The other one
/// is what rustc has left, `unhidden`, with other names for our functions. Two of the latter must not link, or this
/// would tell nothing.
pub fn link_beside_another(workspace: &Workspace, library: &Path, unhidden: &Path) -> Result<String> {
    let linker = Rust::of_this_cargo(false)?.lld("wasm-ld")?;
    let folder = workspace.target.join("libraries/beside");
    std::fs::create_dir_all(&folder)?;
    let write = |name: &str, bytes: &[u8]| -> Result<_> {
        let file = folder.join(name);
        std::fs::write(&file, bytes)?;
        Ok(file)
    };
    let own = write("own.o", &one_object(library)?)?;
    let plain = one_object(unhidden)?;
    let as_built = write("as-built.o", &plain)?;
    let other = write("other.o", &renamed(&plain))?;
    let link = |one: &Path| {
        let mut command = Command::new(&linker);
        command.args(["-flavor", "wasm", "-r"]).arg(one).arg(&other).arg("-o").arg(folder.join("both.o"));
        quietly(&mut command)
    };
    let refusal = link(&as_built).err().map(|error| format!("{error:#}")).unwrap_or_default();
    ensure!(refusal.contains("duplicate symbol"), "two libraries as rustc leaves them link: {refusal}");
    link(&own).context("beside another library of Rust's")?;
    let version = quietly(Command::new(&linker).args(["-flavor", "wasm", "--version"]))?;
    Ok(format!("by {}", version.lines().next().unwrap_or_default().trim()))
}

/// The object in an archive that defines our functions.
fn one_object(library: &Path) -> Result<Vec<u8>> {
    let archive = std::fs::read(library)?;
    let members = ArchiveFile::parse(&*archive)?;
    let bytes = members.members().map(|member| Ok(member?.data(&*archive)?));
    let bytes = bytes.collect::<Result<Vec<&[u8]>>>()?;
    let own = bytes.into_iter().find(|bytes| memmem::find(bytes, b"gridstar_grid_create").is_some());
    Ok(own.context("no object has our functions")?.to_vec())
}

/// Object with other names for our functions, of the same length.
fn renamed(object: &[u8]) -> Vec<u8> {
    let mut other = object.to_vec();
    let places: Vec<usize> = memmem::find_iter(object, b"gridstar_").collect();
    for place in places {
        other[place..][..9].copy_from_slice(b"fellower_");
    }
    other
}

#[cfg(test)]
mod tests {
    use super::*;

    const WEAK: u32 = 1;
    const LOCAL: u32 = 2;
    const EXPORTED: u32 = 0x20;
    const UNDEFINED: u32 = 0x10;

    fn numbers(values: &[u32]) -> Vec<u8> {
        let mut bytes = Vec::new();
        values.iter().for_each(|&value| number(&mut bytes, value));
        bytes
    }

    /// A function with a name and flags.
    fn function(flags: u32, index: u32, name: &str) -> Vec<u8> {
        let named = if flags & UNDEFINED == 0 { with_length(name.as_bytes()) } else { Vec::new() };
        [vec![0], numbers(&[flags, index]), named].concat()
    }

    /// A piece of data with a name and flags.
    fn data(flags: u32, name: &str, place: [u32; 3]) -> Vec<u8> {
        let place = if flags & UNDEFINED == 0 { numbers(&place) } else { Vec::new() };
        [vec![1], numbers(&[flags]), with_length(name.as_bytes()), place].concat()
    }

    /// An object whose symbol table has these names, before a section that stays as it is.
    fn object(symbols: &[Vec<u8>], segments: &[&str]) -> Vec<u8> {
        let table = [numbers(&[symbols.len() as u32]), symbols.concat()].concat();
        let named = segments.iter().flat_map(|name| [with_length(name.as_bytes()), numbers(&[4, 0])].concat());
        let named = [numbers(&[segments.len() as u32]), named.collect()].concat();
        let parts = [vec![5], with_length(&named), vec![SYMBOLS], with_length(&table)].concat();
        let linking = [with_length(b"linking"), vec![2], parts].concat();
        [b"\0asm\x01\0\0\0".to_vec(), vec![0], with_length(&linking), last()].concat()
    }

    fn last() -> Vec<u8> {
        [vec![0], with_length(&[with_length(b"last"), vec![7; 9]].concat())].concat()
    }

    #[test]
    fn what_is_not_ours_becomes_local_with_a_short_name() {
        let ours = "gridstar_version";
        let long = "_RNvCs_9panicking11EMPTY_PANIC".repeat(9);
        let built = object(
            &[
                function(EXPORTED, 1, ours),
                function(EXPORTED, 2, "rust_eh_personality"),
                function(WEAK, 300, &long),
                function(UNDEFINED, 0, ""),
                data(WEAK | EXPORTED, "a_static", [3, 400, 8]),
                data(UNDEFINED, "environ", [0; 3]),
            ],
            &[".rodata..Lanon.1", ".tdata.x", ".bss"],
        );
        let expected = object(
            &[
                function(EXPORTED, 1, ours),
                function(EXPORTED | LOCAL, 2, SHORT_NAME),
                function(LOCAL, 300, SHORT_NAME),
                function(UNDEFINED, 0, ""),
                data(LOCAL | EXPORTED, SHORT_NAME, [3, 400, 8]),
                data(UNDEFINED, "environ", [0; 3]),
            ],
            &[".rodata.", ".tdata.", ".bss"],
        );
        assert_eq!(hide(&built, &[ours.to_owned()]).unwrap(), expected);
    }

    #[test]
    fn an_object_without_names_is_an_error() {
        assert!(hide(&object(&[], &[]), &[]).is_err());
        assert!(hide(b"\0asm\x01\0\0\0", &[]).is_err());
        assert!(hide(b"\x7fELF", &[]).is_err());
        let cut = object(&[function(0, 1, "a"), vec![0]], &[]);
        assert!(hide(&cut, &[]).is_err());
    }
}
