//! Variables of a thread, in an object of WebAssembly, that links into players with and without threads.
//!
//! Compilers add two numbers for the address of such a variable: where the thread's variables begin (the global
//! `__tls_base`), and the distance from there, which the linker writes. If memory is not shared, LLVM's linkers 14 to
//! 17, those of Unity 2022.3 to 6.3, write the whole address for the distance, and the sum is an address of something
//! else. But every linker can keep the address of a variable in a global, which each thread sets when it begins. So the
//! sum becomes that of 0 and such a global:
//!
//! ```text
//! global.get __tls_base      i32.const 0
//! i32.const  distance        global.get address
//! i32.add                    i32.add
//! ```

use super::web_names::with_length;
use anyhow::{Context, Result, ensure};
use std::ops::Range;
use wasmparser::{
    KnownCustom, Linking, Parser, Payload, RelocSectionReader, RelocationEntry, RelocationType, SymbolInfo, TypeRef,
};

const BASE: &str = "__tls_base";

/// Lets linkers keep the addresses of a thread's variables in globals.
pub fn use_globals(object: &[u8]) -> Result<Vec<u8>> {
    let Parts { code, base, notes, whole_notes } = Parts::find(object)?;
    let Some(base) = base else { return Ok(object.to_vec()) };
    let mut changed = object[..code.end].to_vec();
    let (mut kept, mut count) = (Vec::new(), 0);
    let mut entries = notes.entries().into_iter_with_offsets().peekable();
    let end = notes.range().end;
    while let Some(entry) = entries.next() {
        let (from, RelocationEntry { ty, offset, index, addend }) = entry?;
        let next = entries.peek().and_then(|entry| entry.as_ref().ok()).map_or(end, |(next, _)| *next);
        let at = code.start + offset as usize;
        let instruction = changed.get_mut(at - 1..at + 5).context("a note is about no instruction")?;
        if ty == RelocationType::GlobalIndexLeb && index == base {
            replace(instruction, GLOBAL_GET, I32_CONST)?;
            continue;
        }
        count += 1;
        if ty == RelocationType::MemoryAddrTlsSleb {
            ensure!(addend == 0, "a part of a thread's variable is addressed");
            replace(instruction, I32_CONST, GLOBAL_GET)?;
            kept.push(RelocationType::GlobalIndexLeb as u8);
            kept.extend(number(offset).chain(number(index)));
        } else {
            kept.extend_from_slice(&object[from..next]);
        }
    }
    let head = with_length(b"reloc.CODE").into_iter().chain(number(notes.section_index())).chain(number(count));
    let notes = [head.collect(), kept].concat();
    let parts =
        [&changed, &object[code.end..whole_notes.start], &[0], &with_length(&notes), &object[whole_notes.end..]];
    Ok(parts.concat())
}

const GLOBAL_GET: u8 = 0x23;
const I32_CONST: u8 = 0x41;

/// Puts an instruction with the number 0 in place of another one: a byte, and a number of five.
fn replace(instruction: &mut [u8], from: u8, to: u8) -> Result<()> {
    ensure!(instruction[0] == from, "the instruction {:#x} reads a thread's variable", instruction[0]);
    instruction.copy_from_slice(&[to, 0x80, 0x80, 0x80, 0x80, 0]);
    Ok(())
}

/// A number in as few bytes as it takes.
fn number(value: u32) -> impl Iterator<Item = u8> {
    let length = (32 - value.leading_zeros()).div_ceil(7).max(1);
    (0..length).map(move |at| (value >> (7 * at)) as u8 & 127 | if at + 1 < length { 128 } else { 0 })
}

/// Parts of an object that are read.
struct Parts<'a> {
    code: Range<usize>,
    /// Symbol of the global where a thread's variables begin; none if nothing reads it.
    base: Option<u32>,
    /// Notes of what linkers write into the code, and the whole section that has them.
    notes: RelocSectionReader<'a>,
    whole_notes: Range<usize>,
}

impl<'a> Parts<'a> {
    fn find(object: &'a [u8]) -> Result<Self> {
        let (mut code, mut notes, mut base, mut imported) = (None, None, None, None);
        let mut begin = 8;
        for payload in Parser::new(0).parse_all(object) {
            let payload = payload?;
            match &payload {
                Payload::ImportSection(imports) => {
                    let imports = imports.clone().into_iter().collect::<Result<Vec<_>, _>>()?;
                    let mut globals = imports.iter().filter(|import| matches!(import.ty, TypeRef::Global(_)));
                    imported = globals.position(|global| global.name == BASE);
                }
                Payload::CodeSectionStart { range, .. } => code = Some(range.clone()),
                Payload::CustomSection(section) => match section.as_known() {
                    KnownCustom::Linking(linking) => {
                        for part in linking.subsections() {
                            if let Linking::SymbolTable(symbols) = part? {
                                base = base_of(symbols.into_iter().collect::<Result<Vec<_>, _>>()?, imported);
                            }
                        }
                    }
                    KnownCustom::Reloc(entries) if section.name() == "reloc.CODE" => {
                        notes = Some((entries, begin..section.range().end));
                    }
                    _ => {}
                },
                _ => {}
            }
            begin = payload.as_section().map_or(begin, |(_, range)| range.end);
        }
        let (notes, whole_notes) = notes.context("the object's code is for no linker")?;
        Ok(Self { code: code.context("the object has no code")?, base, notes, whole_notes })
    }
}

/// Place of the symbol of an imported global.
fn base_of(symbols: Vec<SymbolInfo<'_>>, imported: Option<usize>) -> Option<u32> {
    let imported = imported?;
    let is_it =
        |symbol: &SymbolInfo<'_>| matches!(symbol, SymbolInfo::Global { index, .. } if *index as usize == imported);
    symbols.iter().position(is_it).map(|place| place as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    const MAGIC: &[u8] = b"\0asm\x01\0\0\0";

    fn section(id: u8, content: &[u8]) -> Vec<u8> {
        [vec![id], with_length(content)].concat()
    }

    fn padded(instruction: u8) -> Vec<u8> {
        vec![instruction, 0x80, 0x80, 0x80, 0x80, 0]
    }

    /// An object with one function: the sum of two instructions, of which `notes` tell linkers. Before the base it
    /// imports another global.
    fn object(first: u8, second: u8, count: u8, notes: &[u8]) -> Vec<u8> {
        let global = |name: &[u8]| [with_length(b"env"), with_length(name), vec![3, 0x7f, 1]].concat();
        let body = [vec![0], padded(first), padded(second), vec![0x6a, 0x0b]].concat();
        let symbols = [vec![3, 2, 0x10, 0, 2, 0x10, 1, 1, 0x10], with_length(b"mine")].concat();
        let linking = [with_length(b"linking"), vec![2, 8], with_length(&symbols)].concat();
        [
            MAGIC.to_vec(),
            section(1, &[1, 0x60, 0, 1, 0x7f]),
            section(2, &[vec![2], global(b"__stack_pointer"), global(BASE.as_bytes())].concat()),
            section(3, &[1, 0]),
            section(10, &[vec![1], with_length(&body)].concat()),
            section(0, &linking),
            section(0, &[with_length(b"reloc.CODE"), vec![3, count], notes.to_vec()].concat()),
            section(0, &[with_length(b"producers"), vec![0]].concat()),
        ]
        .concat()
    }

    /// Notes of both instructions: a place in the code, a symbol, and for a distance what is added to it.
    const BASE_READ: [u8; 3] = [7, 4, 1];
    const DISTANCE: [u8; 4] = [21, 10, 2, 0];

    #[test]
    fn the_sum_of_a_base_and_a_distance_becomes_that_of_0_and_a_global() {
        let built = object(GLOBAL_GET, I32_CONST, 2, &[&BASE_READ[..], &DISTANCE].concat());
        let expected = object(I32_CONST, GLOBAL_GET, 1, &[7, 10, 2]);
        assert_eq!(use_globals(&built).unwrap(), expected);
        assert_eq!(use_globals(&expected).unwrap(), expected);
    }

    #[test]
    fn other_notes_stay_as_they_are() {
        // Of another global, and of data of nobody's own.
        let built = object(GLOBAL_GET, I32_CONST, 2, &[7, 4, 0, 4, 10, 2, 0x7c]);
        assert_eq!(use_globals(&built).unwrap(), built);
    }

    #[test]
    fn what_is_no_such_sum_is_an_error() {
        const LOCAL_GET: u8 = 0x20;
        let notes = [&BASE_READ[..], &DISTANCE].concat();
        assert!(use_globals(&object(LOCAL_GET, I32_CONST, 2, &notes)).is_err());
        assert!(use_globals(&object(GLOBAL_GET, LOCAL_GET, 2, &notes)).is_err());
        let part = object(GLOBAL_GET, I32_CONST, 2, &[&BASE_READ[..], &[21, 10, 2, 8]].concat());
        assert!(use_globals(&part).is_err());
        let behind = object(GLOBAL_GET, I32_CONST, 1, &[7, 99, 1]);
        assert!(use_globals(&behind).is_err());
        assert!(use_globals(MAGIC).is_err());
    }
}
