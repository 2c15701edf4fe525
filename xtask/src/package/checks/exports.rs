//! A library shows what the header declares and nothing else: any other name could collide with one of the player's.

use super::Subject;
use crate::package::targets::Link;
use anyhow::{Result, bail};
use object::{BinaryFormat, Object, ObjectSymbol, SymbolFlags, SymbolScope};

pub fn check(subject: &Subject<'_>) -> Result<String> {
    for part in &subject.parts {
        let mut names = visible(part)?;
        // No tool can make these local in an object of WebAssembly. Two Rust libraries in one player collide at them.
        if subject.target.link == Link::Emscripten {
            names.retain(|name| name != "rust_eh_personality" && !name.ends_with("9panicking11EMPTY_PANIC"));
        }
        compare(&names, subject.declared)?;
    }
    Ok(format!("{} functions", subject.declared.len()))
}

/// The names that a program which loads or links the file can see, sorted, without what Apple puts before them.
pub fn visible(file: &object::File<'_>) -> Result<Vec<String>> {
    let is_linked = file.kind() == object::ObjectKind::Dynamic || file.format() == BinaryFormat::Pe;
    let mut names: Vec<String> = match file.format() {
        // Of an ELF file everything that is defined and visible counts, not only what has a version.
        BinaryFormat::Elf if is_linked => defined(file.dynamic_symbols()),
        _ if is_linked => {
            file.exports()?.iter().map(|export| String::from_utf8_lossy(export.name()).into_owned()).collect()
        }
        _ => defined(file.symbols().filter(is_seen_by_linkers)),
    };
    if file.format() == BinaryFormat::MachO {
        names = names.iter().map(|name| name.strip_prefix('_').unwrap_or(name).to_owned()).collect();
    }
    names.sort_unstable();
    Ok(names)
}

fn defined<'a>(symbols: impl Iterator<Item = impl ObjectSymbol<'a>>) -> Vec<String> {
    symbols
        .filter(|symbol| symbol.is_definition() && symbol.is_global())
        .filter_map(|symbol| symbol.name().ok().map(str::to_owned))
        .collect()
}

/// Hidden names of an object can be used by the program that it is linked into, and collide there. Weak ones give way.
fn is_seen_by_linkers<'a>(symbol: &impl ObjectSymbol<'a>) -> bool {
    // Private externals of Mach-O are hidden from other files alone, so they collide too.
    let is_private = matches!(symbol.flags(), SymbolFlags::MachO { .. }) && symbol.scope() == SymbolScope::Compilation;
    !symbol.is_weak() && !is_private
}

/// Fails on the first difference between what is seen and what is declared.
pub fn compare(exports: &[String], declared: &[String]) -> Result<()> {
    let difference = |from: &[String], other: &[String]| {
        from.iter().filter(|name| !other.contains(name)).cloned().collect::<Vec<_>>().join(", ")
    };
    if exports != declared {
        bail!(
            "the library and include/gridstar.h differ: exported and not declared: [{}]; declared and not exported: [{}]",
            difference(exports, declared),
            difference(declared, exports)
        );
    }
    Ok(())
}
