//! Compares the C# externs, structs and constants with the C header, and the header's struct layout with that of the C
//! compiler.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test fails by panicking")]

use common::abi_dump::Dump;
use common::header::Header;
use common::mono::{Mono, empty_directory, root, sources, succeed};
use std::fmt::Write as _;
use std::process::Command;

fn header_text() -> String {
    std::fs::read_to_string(root().join("include/gridstar.h")).unwrap()
}

fn dump(test: &str) -> Option<String> {
    let mono = Mono::find()?;
    let directory = empty_directory(test);
    let core = mono.compile_core(&directory);
    let program = mono.compile(&directory, "AbiDump.exe", &sources("tests/csharp/AbiDump"), &[]);
    Some(succeed(mono.command(&program).arg(core)))
}

#[test]
fn every_extern_and_struct_of_the_scripts_is_as_in_the_header() {
    let Some(dump) = dump("csharp_matches_header") else { return };
    let (header, dump) = (Header::parse(&header_text()), Dump::parse(&dump));
    assert!(dump.extern_count() >= header.functions.len() && !header.functions.is_empty());
    let differences = dump.differences(&header);
    assert!(differences.is_empty(), "the C# side differs from include/gridstar.h:\n{}", differences.join("\n"));
}

/// Each change is one that a later header could make and that C# would not notice.
#[test]
fn a_changed_header_is_reported() {
    let Some(dump) = dump("a_changed_header_is_reported") else { return };
    let (text, dump) = (header_text(), Dump::parse(&dump));
    for (old, new, report) in [
        ("gridstar_is_valid(uint64_t id", "gridstar_lives(uint64_t id", "gridstar_lives: in the header"),
        ("gridstar_is_valid(uint64_t id", "gridstar_lives(uint64_t id", "gridstar_is_valid: an extern"),
        ("gridstar_is_valid(uint64_t id", "gridstar_is_valid(uint32_t id", "gridstar_is_valid: id"),
        ("uint32_t gridstar_live_count", "int32_t gridstar_live_count", "gridstar_live_count: returns"),
        (
            "gridstar_grid_get_cell(uint64_t grid, uint32_t plane, int32_t x, int32_t y,",
            "gridstar_grid_get_cell(uint64_t grid, uint32_t plane, int32_t y, int32_t x,",
            "gridstar_grid_get_cell: a parameter is x in C#, y",
        ),
        ("uint32_t *value_out);", "const uint32_t *value_out);", "gridstar_grid_get_cell: value_out is out"),
        (
            "uint32_t *value_out);",
            "uint32_t *value_out, uint32_t more);",
            "gridstar_grid_get_cell: 5 parameters in C#, 6",
        ),
        ("int32_t x;", "int64_t x;", "GridstarCell: 8 bytes in C#, 16"),
        ("float origin_y;", "double origin_y;", "GridstarGridDef: 104 bytes in C#, 112"),
        ("uint32_t layout;", "uint32_t spare;", "GridstarGridDef.spare"),
        ("GRIDSTAR_PREPARED_LANDMARKS 4", "GRIDSTAR_PREPARED_LANDMARKS 32", "PreparedParts: 32 is"),
        ("GRIDSTAR_PREPARED_UNDER_WAY 8", "GRIDSTAR_PREPARED_UNDER_WAY 32", "PathGrid.UnderWay: [\"8\"] in C#, 32"),
        (
            "GRIDSTAR_CELL_TYPE_OBSTACLE = 1,",
            "GRIDSTAR_CELL_TYPE_OBSTACLE = 1, GRIDSTAR_CELL_TYPE_SWAMP = 2,",
            "CellMark: 2 is \"swamp\"",
        ),
        ("#define GRIDSTAR_ABI_VERSION 2", "#define GRIDSTAR_ABI_VERSION 3", "NeededAbiVersion: [\"2\"] in C#, 3"),
    ] {
        let changed = text.replace(old, new);
        assert_ne!(changed, text, "the header has no {old}");
        let differences = dump.differences(&Header::parse(&changed));
        assert!(
            differences.iter().any(|difference| difference.contains(report)),
            "{old} -> {new}: no {report:?} in {differences:#?}"
        );
    }
}

/// The other direction: each change is a mistake in the C# files, as the dump would show it.
#[test]
fn a_changed_script_is_reported() {
    let Some(dump) = dump("a_changed_script_is_reported") else { return };
    let header = Header::parse(&header_text());
    for (old, new, report) in [
        ("library=gridstar Cdecl exact", "library=gridstar Winapi exact", "DllImport says"),
        ("library=gridstar Cdecl exact", "library=gridstar Cdecl inexact", "DllImport says"),
        ("library=gridstar ", "library=gridstar64 ", "DllImport says"),
        ("field width 4 u32", "field width 4 i32", "GridstarGridDef.width"),
        ("field X 0 i32\nfield Y 4 i32", "field Y 0 i32\nfield X 4 i32", "GridstarCell.x"),
        ("value Obstacle 1\nvalue Start 2", "value Obstacle 2\nvalue Start 1", "CellMark: 1 is \"obstacle\""),
        ("constant GridstarQueryDef.Size 88", "constant GridstarQueryDef.Size 56", "GridstarQueryDef.Size"),
    ] {
        let changed = dump.replace(old, new);
        assert_ne!(changed, dump, "the dump has no {old}");
        let differences = Dump::parse(&changed).differences(&header);
        assert!(
            differences.iter().any(|difference| difference.contains(report)),
            "{old} -> {new}: no {report:?} in {differences:#?}"
        );
    }
}

/// The comparison above assumes natural alignment. The C compiler must agree.
#[cfg(unix)]
#[test]
fn the_c_compiler_agrees_with_the_layout_and_the_values() {
    let header = Header::parse(&header_text());
    let mut code = String::from("#include <stddef.h>\n#include \"gridstar.h\"\n");
    let mut assert_that = |fact: String| writeln!(code, "_Static_assert({fact}, \"{fact}\");").unwrap();
    for one in &header.structs {
        let layout = header.layout(one);
        assert_that(format!("sizeof({}) == {}", one.name, layout.size));
        assert_eq!(layout.size % 8, 0, "{}: the size is not a multiple of 8, so 32-bit players disagree", one.name);
        for (field, offset) in one.fields.iter().zip(layout.offsets) {
            assert_that(format!("offsetof({}, {}) == {offset}", one.name, field.name));
        }
    }
    for (value, number) in header.enums.iter().flat_map(|one| &one.values) {
        assert_that(format!("{value} == {number}"));
    }
    assert_that("sizeof(GridstarStatus) == 4 && (GridstarStatus)-1 < 0".into());
    compile(&["cc", "-std=c11"], "layout.c", &code);
}

#[cfg(unix)]
#[test]
fn the_header_alone_is_strict_c99_and_cpp11() {
    compile(&["cc", "-std=c99"], "alone.c", "#include \"gridstar.h\"\n");
    compile(&["c++", "-std=c++11"], "alone.cpp", "#include \"gridstar.h\"\n");
}

#[cfg(unix)]
fn compile(compiler: &[&str], file: &str, code: &str) {
    let source = empty_directory(&format!("compile_{}", file.replace('.', "_"))).join(file);
    std::fs::write(&source, code).unwrap();
    let mut command = Command::new(compiler[0]);
    command.args(&compiler[1..]).args(["-pedantic", "-Wall", "-Wextra", "-Werror", "-fsyntax-only", "-I"]);
    succeed(command.arg(root().join("include")).arg(&source));
}
