//! Compares the layout of structs by the header with those of Mono and of the C compiler. `cargo xtask interop` writes
//! the C# side from the header.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test fails by panicking")]

use common::header::Header;
use common::mono::{Mono, empty_directory, root, sources, succeed};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::process::Command;

fn header_text() -> String {
    std::fs::read_to_string(root().join("include/gridstar.h")).unwrap()
}

/// The public structs of C# that say that they stand for one of the header, by the header's name.
fn public_structs() -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    for file in sources("unity-package/Runtime/Core") {
        let (text, name) = (std::fs::read_to_string(&file).unwrap(), file.file_stem().unwrap().to_str().unwrap());
        let of_header = text.lines().filter_map(|line| line.trim().strip_prefix("// ")?.split_once(" of gridstar.h."));
        if text.contains(&format!("public struct {name}")) {
            found.extend(of_header.map(|(of_header, _)| (of_header.to_owned(), name.to_owned())));
        }
    }
    found
}

/// The layout of each struct of a header, under the names of C#.
fn layouts(header: &Header) -> Vec<String> {
    let public = public_structs();
    assert!(public.len() >= 10, "only {} public structs stand for structs of the header", public.len());
    let mut lines = Vec::new();
    for one in &header.structs {
        let (layout, name) = (header.layout(one), public.get(&one.name).unwrap_or(&one.name));
        let offsets: Vec<String> = layout.offsets.iter().map(u64::to_string).collect();
        lines.push(format!("{name} {}: {}", layout.size, offsets.join(" ")));
    }
    lines
}

#[test]
fn the_runtime_of_csharp_agrees_with_the_layout() {
    let Some(mono) = Mono::find() else { return };
    let directory = empty_directory("csharp_matches_header");
    let core = mono.compile_core(&directory);
    let program = mono.compile(&directory, "AbiDump.exe", &sources("tests/csharp/AbiDump"), &[]);
    let expected = layouts(&Header::parse(&header_text()));
    let names = expected.iter().map(|line| line.split(' ').next().unwrap());
    let dump = succeed(mono.command(&program).arg(core).args(names));
    assert_eq!(dump.lines().collect::<Vec<_>>(), expected);
    // The comparison notices a field of another width.
    let wider = Header::parse(&header_text().replace("float origin_y;", "double origin_y;"));
    assert_ne!(layouts(&wider), expected);
}

/// The parser of the header assumes natural alignment. The C compiler must agree.
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
