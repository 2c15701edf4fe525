//! Short names for what an object for Apple's systems has for itself.
//!
//! A linker tells local names apart by their numbers in the symbol table, and other objects don't see them: many
//! objects that are linked into one have equal ones. rustc's long names would be a seventh of the object.

use super::targets::SHORT_NAME;
use anyhow::{Context, Result, bail, ensure};
use object::macho::{MachHeader64, N_EXT, Nlist64, SymtabCommand};
use object::read::macho::{LoadCommandVariant, MachHeader};
use object::{Endianness, U32};
use std::collections::BTreeMap;

/// Names that linkers leave out of what they link begin so.
const LEFT_OUT: u8 = b'l';

/// Gives all local names of an object two short ones, for what linkers keep and for what they leave out. The names
/// have to be the object's end, where LLVM puts them.
pub fn shorten(object: &mut Vec<u8>) -> Result<()> {
    let header = MachHeader64::<Endianness>::parse(&**object, 0)?;
    let endian = header.endian()?;
    let (table, place) = symbol_table(header, endian, object)?;
    let begin = table.stroff.get(endian) as usize;
    let end = begin + table.strsize.get(endian) as usize;
    ensure!(end == object.len(), "the object's names end at {end} and the object at {}", object.len());
    let old = object.split_off(begin);
    let (mut names, mut known) = (vec![0], BTreeMap::new());
    let symbols = object.get_mut(table.symoff.get(endian) as usize..).context("the object ends before its symbols")?;
    let count = table.nsyms.get(endian) as usize;
    let symbols = object::slice_from_bytes_mut::<Nlist64<Endianness>>(symbols, count).ok();
    for symbol in symbols.context("the object ends within its symbols")?.0 {
        let name = old.get(symbol.n_strx.get(endian) as usize..).and_then(|name| name.split(|&byte| byte == 0).next());
        let name = name.context("a name lies outside of the object")?;
        let is_local = symbol.n_type & N_EXT == 0;
        let name = match name.first() {
            Some(&LEFT_OUT) if is_local => vec![LEFT_OUT],
            _ if is_local => format!("_{SHORT_NAME}").into_bytes(),
            _ => name.to_vec(),
        };
        let number = *known.entry(name).or_insert_with_key(|name| {
            let number = names.len() as u32;
            names.extend([name.as_slice(), &[0]].concat());
            number
        });
        symbol.n_strx = U32::new(endian, number);
    }
    let length = U32::<Endianness>::new(endian, names.len() as u32);
    object.extend(names);
    object[place..][..4].copy_from_slice(object::bytes_of(&length));
    Ok(())
}

/// The command that says where symbols and names lie, and the place of the length of the names in it.
fn symbol_table(
    header: &MachHeader64<Endianness>,
    endian: Endianness,
    object: &[u8],
) -> Result<(SymtabCommand<Endianness>, usize)> {
    let mut place = size_of::<MachHeader64<Endianness>>();
    let mut commands = header.load_commands(endian, object, 0)?;
    while let Some(command) = commands.next()? {
        if let LoadCommandVariant::Symtab(table) = command.variant()? {
            return Ok((*table, place + size_of::<SymtabCommand<Endianness>>() - 4));
        }
        place += command.cmdsize() as usize;
    }
    bail!("the object has no names")
}

#[cfg(test)]
mod tests {
    use super::*;
    use object::macho::{LC_SYMTAB, LC_UUID, MH_MAGIC_64, N_SECT, N_UNDF};

    /// An object with a command that stays as it is, 4 bytes of content, and symbols with these types and names. The
    /// value of a symbol is its number.
    fn object(symbols: &[(u8, &str)]) -> Vec<u8> {
        const COMMANDS: u32 = 32 + 24 + 24;
        let header = [MH_MAGIC_64, 0x0100_000c, 0, 1, 2, 48, 0, 0];
        let (mut table, mut names) = (Vec::new(), vec![0]);
        for (value, &(kind, name)) in symbols.iter().enumerate() {
            let place = names.windows(name.len() + 2).position(|it| it == [b"\0", name.as_bytes(), b"\0"].concat());
            let place = place.map_or(names.len(), |place| place + 1);
            if place == names.len() {
                names.extend([name.as_bytes(), b"\0"].concat());
            }
            table.extend([(place as u32).to_le_bytes(), [kind, 1, 0, 0], [value as u8, 0, 0, 0], [0; 4]].concat());
        }
        let names_at = COMMANDS + 4 + table.len() as u32;
        let uuid = [LC_UUID, 24, 11, 12, 13, 14];
        let symtab = [LC_SYMTAB, 24, COMMANDS + 4, symbols.len() as u32, names_at, names.len() as u32];
        let numbers = header.into_iter().chain(uuid).chain(symtab).chain([21]);
        [numbers.flat_map(u32::to_le_bytes).collect(), table, names].concat()
    }

    #[test]
    fn local_names_become_short_and_others_stay() {
        let mut built = object(&[
            (N_SECT, "__RNvNtCs_8gridstar6search9open_list"),
            (N_SECT, "l_anon.0123456789"),
            (N_SECT, "GCC_except_table7"),
            (N_SECT | N_EXT, "_gridstar_version"),
            (N_UNDF | N_EXT, "_l"),
        ]);
        shorten(&mut built).unwrap();
        let expected = object(&[
            (N_SECT, "_gridstar"),
            (N_SECT, "l"),
            (N_SECT, "_gridstar"),
            (N_SECT | N_EXT, "_gridstar_version"),
            (N_UNDF | N_EXT, "_l"),
        ]);
        assert_eq!(built, expected);
    }

    #[test]
    fn names_that_are_not_the_end_are_refused() {
        let mut longer = [object(&[(N_SECT, "_a")]), vec![0; 8]].concat();
        assert!(shorten(&mut longer).unwrap_err().to_string().starts_with("the object's names end at"));
        assert!(shorten(&mut object(&[(N_SECT, "_a")])[..60].to_vec()).is_err());
        assert!(shorten(&mut Vec::new()).is_err());
    }
}
