//! Names in an object of WebAssembly that stay its own.
//!
//! A linker takes an object's names from its symbol table, where each name has flags. One that is marked as local meets
//! no other, so that another Rust library in the same player may define it too. LLVM's objcopy does this for other
//! systems' objects and not for WebAssembly's.

use super::rust::Rust;
use crate::command::quietly;
use crate::workspace::Workspace;
use anyhow::{Context, Result, ensure};
use memchr::memmem;
use object::read::archive::ArchiveFile;
use std::path::Path;
use std::process::Command;
use wasmparser::{KnownCustom, Linking, Parser, Payload, SymbolFlags, SymbolInfo};

/// Makes every name that an object defines local but those of a list.
pub fn hide(object: &mut [u8], kept: &[String]) -> Result<()> {
    for place in places(object, kept)? {
        // However long the number of flags is, its first byte has the lowest bits.
        object[place] = object[place] & !BINDING | SymbolFlags::BINDING_LOCAL.bits() as u8;
    }
    Ok(())
}

/// The bits of a flag that say for whom a name is: all, all but weakly, or the object alone.
const BINDING: u8 = (SymbolFlags::BINDING_WEAK.bits() | SymbolFlags::BINDING_LOCAL.bits()) as u8;

/// Where the flags of the names to hide begin.
fn places(object: &[u8], kept: &[String]) -> Result<Vec<usize>> {
    let mut places = Vec::new();
    for payload in Parser::new(0).parse_all(object) {
        let Payload::CustomSection(section) = payload? else { continue };
        let KnownCustom::Linking(linking) = section.as_known() else { continue };
        for table in linking {
            let Linking::SymbolTable(symbols) = table? else { continue };
            for symbol in symbols.into_iter_with_offsets() {
                let (place, symbol) = symbol?;
                // Behind the byte that says its kind.
                places.extend(is_hidden(&symbol, kept).then_some(place + 1));
            }
        }
    }
    ensure!(!places.is_empty(), "the object has no names to hide");
    Ok(places)
}

fn is_hidden(symbol: &SymbolInfo<'_>, kept: &[String]) -> bool {
    let (flags, name) = match *symbol {
        SymbolInfo::Func { flags, name, .. }
        | SymbolInfo::Global { flags, name, .. }
        | SymbolInfo::Event { flags, name, .. }
        | SymbolInfo::Table { flags, name, .. } => (flags, name),
        SymbolInfo::Data { flags, name, .. } => (flags, Some(name)),
        SymbolInfo::Section { .. } => return false,
    };
    let is_other = name.is_some_and(|name| !kept.iter().any(|kept| kept == name));
    is_other && !flags.contains(SymbolFlags::UNDEFINED)
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
    const EXPORTED: u32 = 0x20;
    const UNDEFINED: u32 = 0x10;

    /// A number as WebAssembly writes it, in as few bytes as it takes.
    fn number(value: u32) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut rest = value;
        while rest > 127 {
            bytes.push((rest & 127) as u8 | 128);
            rest >>= 7;
        }
        bytes.push(rest as u8);
        bytes
    }

    fn with_length(bytes: Vec<u8>) -> Vec<u8> {
        [number(bytes.len() as u32), bytes].concat()
    }

    /// A function with a name and flags.
    fn function(flags: u32, index: u32, name: &str) -> Vec<u8> {
        let named = if flags & UNDEFINED == 0 { with_length(name.as_bytes().to_vec()) } else { Vec::new() };
        [vec![0], number(flags), number(index), named].concat()
    }

    /// An object whose symbol table has these names.
    fn object(symbols: &[Vec<u8>]) -> Vec<u8> {
        let table = [number(symbols.len() as u32), symbols.concat()].concat();
        let linking = [with_length(b"linking".to_vec()), vec![2, 8], with_length(table)].concat();
        [b"\0asm\x01\0\0\0".to_vec(), vec![0], with_length(linking)].concat()
    }

    fn flags_of(object: &[u8]) -> Vec<u32> {
        let mut flags = Vec::new();
        for payload in Parser::new(0).parse_all(object) {
            let Payload::CustomSection(section) = payload.unwrap() else { continue };
            let KnownCustom::Linking(linking) = section.as_known() else { continue };
            for table in linking {
                let Linking::SymbolTable(symbols) = table.unwrap() else { continue };
                flags.extend(symbols.into_iter().map(|symbol| match symbol.unwrap() {
                    SymbolInfo::Func { flags, .. } => flags.bits(),
                    other => panic!("{other:?}"),
                }));
            }
        }
        flags
    }

    #[test]
    fn names_of_others_become_local_and_ours_and_what_is_asked_for_stay() {
        let mut bytes = object(&[
            function(EXPORTED, 1, "gridstar_version"),
            function(EXPORTED, 2, "rust_eh_personality"),
            function(WEAK, 3, "_RNvCs_9panicking11EMPTY_PANIC"),
            function(UNDEFINED, 0, ""),
        ]);
        let length = bytes.len();
        hide(&mut bytes, &["gridstar_version".to_owned()]).unwrap();
        assert_eq!(flags_of(&bytes), [EXPORTED, EXPORTED | 2, 2, UNDEFINED]);
        assert_eq!(bytes.len(), length);
    }

    #[test]
    fn an_object_without_names_is_an_error() {
        assert!(hide(&mut object(&[function(0, 1, "gridstar_version")]), &["gridstar_version".to_owned()]).is_err());
        assert!(hide(&mut b"\0asm\x01\0\0\0".to_vec(), &[]).is_err());
        assert!(hide(&mut b"\x7fELF".to_vec(), &[]).is_err());
    }
}
