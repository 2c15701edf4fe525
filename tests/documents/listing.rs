//! The C ABI as text, in `tests/abi_listing.txt`: a change of a symbol, size, offset or number shows in a review.
//!
//! `GRIDSTAR_STORE_ABI_LISTING=1 cargo test --test documents listing` stores the listing anew. A release may only add
//! lines, and sizes at the end of `accepted`; any other difference breaks programs that were built before.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test fails by panicking")]

use common::header::{CType, Header};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn spelled(of_type: &CType) -> String {
    let constant = if of_type.constant { "const " } else { "" };
    format!("{constant}{}{}", of_type.base, if of_type.pointer { "*" } else { "" })
}

/// Functions, structs, enums and constants in the order of the header: the order is no part of the ABI, so the lines
/// of functions and constants are sorted.
fn listing(header: &Header, accepted: &BTreeMap<String, Vec<u64>>) -> String {
    let mut text = String::new();
    let mut functions: Vec<String> = Vec::new();
    for one in &header.functions {
        let parameters: Vec<_> = one.parameters.iter().map(|part| spelled(&part.of_type) + " " + &part.name).collect();
        functions.push(format!("function {}({}) -> {}", one.name, parameters.join(", "), spelled(&one.result)));
    }
    functions.sort();
    functions.iter().for_each(|line| writeln!(text, "{line}").unwrap());
    for one in &header.structs {
        let layout = header.layout(one);
        write!(text, "struct {} size {} align {}", one.name, layout.size, layout.align).unwrap();
        if let Some(sizes) = accepted.get(&one.name) {
            write!(text, " accepted {}", sizes.iter().map(u64::to_string).collect::<Vec<_>>().join(" ")).unwrap();
        }
        text.push('\n');
        for (field, offset) in one.fields.iter().zip(layout.offsets) {
            writeln!(text, "  at {offset} {} {}", spelled(&field.of_type), field.name).unwrap();
        }
    }
    for one in &header.enums {
        writeln!(text, "enum {}", one.name).unwrap();
        one.values.iter().for_each(|(name, number)| writeln!(text, "  {number} {name}").unwrap());
    }
    header.constants.iter().for_each(|(name, number)| writeln!(text, "constant {number} {name}").unwrap());
    text
}

/// The sizes that each struct's `SizedStruct` accepts, read in the sources of `src/ffi`.
fn accepted_sizes(folder: &Path, found: &mut BTreeMap<String, Vec<u64>>) {
    for path in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        if path.is_dir() {
            accepted_sizes(&path, found);
            continue;
        }
        let text = std::fs::read_to_string(path).unwrap();
        for part in text.split("unsafe impl SizedStruct for ").skip(1).filter(|part| part.starts_with("Gridstar")) {
            let name = part.split_once(' ').unwrap().0;
            let list = part.split_once("SIZES: &'static [u32] = &[").unwrap().1.split_once(']').unwrap().0;
            let sizes = list.split(',').map(|size| size.trim().parse().unwrap()).collect();
            assert!(found.insert(name.into(), sizes).is_none(), "{name} has two lists of sizes");
        }
    }
}

fn current(header_text: &str) -> String {
    let mut accepted = BTreeMap::new();
    accepted_sizes(&root().join("src/ffi"), &mut accepted);
    listing(&Header::parse(header_text), &accepted)
}

fn header_text() -> String {
    std::fs::read_to_string(root().join("include/gridstar.h")).unwrap()
}

#[test]
fn the_abi_is_the_listed_one() {
    let (file, current) = (root().join("tests/abi_listing.txt"), current(&header_text()));
    if std::env::var_os("GRIDSTAR_STORE_ABI_LISTING").is_some() {
        std::fs::write(&file, &current).unwrap();
    }
    let listed = std::fs::read_to_string(&file).unwrap_or_default().replace("\r\n", "\n");
    let missing = |from: &str, of: &str, sign: &str| -> String {
        let lines = from.lines().filter(|line| !of.lines().any(|other| other == *line));
        lines.map(|line| format!("{sign} {line}\n")).collect()
    };
    let changes = missing(&listed, &current, "-") + &missing(&current, &listed, "+");
    assert!(
        listed == current,
        "the ABI differs from tests/abi_listing.txt; if that is meant, store it anew with\n\
         GRIDSTAR_STORE_ABI_LISTING=1 cargo test --test documents listing\n{changes}"
    );
}

/// The longest lists of arguments belong to a def.
#[test]
fn no_function_has_more_than_eight_parameters() {
    let header = Header::parse(&header_text());
    let long = header.functions.iter().filter(|function| function.parameters.len() > 8);
    assert_eq!(long.map(|function| &*function.name).collect::<Vec<_>>(), Vec::<&str>::new());
    assert!(header.functions.len() > 100, "the header was not understood");
}

#[test]
fn every_struct_that_begins_with_its_size_lists_the_accepted_sizes() {
    let header = Header::parse(&header_text());
    let listing = current(&header_text());
    let sized = header.structs.iter().filter(|one| one.fields[0].name == "struct_size");
    let mut count = 0;
    for one in sized {
        let line = listing.lines().find(|line| line.starts_with(&format!("struct {} ", one.name))).unwrap();
        let (_, sizes) = line.split_once(" accepted ").unwrap_or_else(|| panic!("{line}: no accepted sizes"));
        let last: u64 = sizes.rsplit(' ').next().unwrap().parse().unwrap();
        assert_eq!(last, header.layout(one).size, "{line}");
        count += 1;
    }
    assert!(count >= 8, "only {count} structs begin with their size");
}

/// Any other name could collide with one of the program that includes the header.
#[test]
fn every_name_of_the_header_begins_with_gridstar() {
    let header = Header::parse(&header_text());
    let values = header.enums.iter().flat_map(|one| &one.values).map(|(name, _)| name);
    let types = header.structs.iter().map(|one| &one.name).chain(header.enums.iter().map(|one| &one.name));
    let names = header.constants.keys().chain(values).chain(types).chain(header.functions.iter().map(|one| &one.name));
    for name in names {
        assert!(name.to_lowercase().starts_with("gridstar"), "{name}");
    }
}

/// Each change is one that breaks programs which were built before.
#[test]
fn a_change_of_a_symbol_a_size_an_offset_or_a_number_changes_the_listing() {
    let (text, before) = (header_text(), current(&header_text()));
    for (old, new) in [
        ("gridstar_is_valid(", "gridstar_lives("),
        ("gridstar_is_valid(uint64_t id", "gridstar_is_valid(uint32_t id"),
        ("uint32_t gridstar_live_count", "int32_t gridstar_live_count"),
        ("uint32_t *value_out);", "const uint32_t *value_out);"),
        ("float origin_y;", "double origin_y;"),
        ("int32_t x;", "uint32_t x;"),
        ("GRIDSTAR_STATUS_BAD_RECT = -14", "GRIDSTAR_STATUS_BAD_RECT = -99"),
        ("#define GRIDSTAR_ABI_VERSION 2", "#define GRIDSTAR_ABI_VERSION 3"),
    ] {
        let changed = text.replace(old, new);
        assert_ne!(changed, text, "the header has no {old}");
        assert_ne!(current(&changed), before, "{old} -> {new} changes no line");
    }
}
