//! Names in the comments of `include/gridstar.h` are declared there, a C program can use every value of every enum of
//! the sources, and the comments stay short enough to be read.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test fails by panicking")]

use common::header::Header;
use common::mono::{empty_directory, root, succeed};
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::process::Command;

/// Words of comments that are no names of this header.
const OTHER_WORDS: [&str; 6] = ["ABI", "ASCII", "KB", "NULL", "UTF", "GRIDSTAR_H"];

fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// The text of a header's comments, and the rest.
fn split(text: &str) -> (String, String) {
    let (mut comments, mut code) = (String::new(), String::new());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("/*") {
        let (comment, after) = after.split_once("*/").expect("a comment ends");
        writeln!(comments, "{comment}").unwrap();
        writeln!(code, "{before}").unwrap();
        rest = after;
    }
    (comments, code + rest)
}

/// Words of two or more capital letters, and names with the library's prefixes.
fn names(comments: &str) -> BTreeSet<&str> {
    let is_name = |word: &&str| {
        let is_capital = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_';
        let letters = word.chars().filter(char::is_ascii_uppercase).count();
        letters >= 2 && word.starts_with(|c: char| c.is_ascii_uppercase()) && word.chars().all(is_capital)
            || word.starts_with("Gridstar")
            || word.starts_with("gridstar_")
    };
    comments.split(|c| !is_word(c)).filter(is_name).collect()
}

/// Names of comments that nothing declares. A value of an enum may stand without the enum's prefix, and a prefix of
/// values for all of them.
fn undeclared(text: &str) -> Vec<String> {
    let (comments, code) = split(text);
    let declared: BTreeSet<&str> = code.split(|c| !is_word(c)).collect();
    let values: Vec<&&str> = declared.iter().filter(|name| name.starts_with("GRIDSTAR_")).collect();
    let stands_for = |name: &str| {
        let (start, end) = (name.strip_suffix('_').unwrap_or(" "), format!("_{name}"));
        values.iter().any(|value| value.ends_with(&end) || value.starts_with(start))
    };
    let known = |name: &&str| declared.contains(name) || OTHER_WORDS.contains(name) || stands_for(name);
    names(&comments).into_iter().filter(|name| !known(name)).map(str::to_owned).collect()
}

#[test]
fn whatever_the_comments_name_is_declared() {
    let text = std::fs::read_to_string(root().join("include/gridstar.h")).unwrap();
    assert!(names(&split(&text).0).len() > 150, "too few names were found");
    assert_eq!(undeclared(&text), Vec::<String>::new());
    for (declaration, name) in [
        ("GRIDSTAR_PATH_FORM_WAY_POINTS", "WAY_POINTS"),
        ("GridstarCharge", "GridstarCharge"),
        ("gridstar_grid_linecast", "gridstar_grid_linecast"),
    ] {
        let (mut without, mut rest) = (String::new(), &*text);
        while let Some((before, comment)) = rest.split_once("/*") {
            let (comment, after) = comment.split_once("*/").unwrap();
            write!(without, "{}/*{comment}*/", before.replace(declaration, "gone")).unwrap();
            rest = after;
        }
        without += &rest.replace(declaration, "gone");
        assert!(undeclared(&without).contains(&name.to_owned()), "{name} is not missed without its declaration");
    }
}

/// Rules for many functions stand once, at the head; ties, times and sources stand in docs/c-reference.md.
#[test]
fn the_comments_have_at_most_92_words_a_function_and_no_one_has_more_than_30_lines() {
    let text = std::fs::read_to_string(root().join("include/gridstar.h")).unwrap();
    let (mut count, mut rest) = (0, &*text);
    while let Some((_, after)) = rest.split_once("/*") {
        let (comment, after) = after.split_once("*/").unwrap();
        let lines: Vec<&str> = comment.lines().map(|line| line.trim_start_matches([' ', '*'])).collect();
        count += lines.iter().flat_map(|line| line.split_whitespace()).count();
        let is_head = comment.contains("GridStar: optimal paths");
        let length = lines.len().saturating_sub(2);
        assert!(is_head && length <= 60 || length <= 30, "{length} lines:\n{comment}");
        rest = after;
    }
    let most = 92 * Header::parse(&text).functions.len();
    assert!((8_000..=most).contains(&count), "{count} words, at most {most}");
}

/// `WayPoints` as `WAY_POINTS`.
fn screaming(name: &str) -> String {
    let mut screaming = String::new();
    for c in name.chars() {
        if c.is_ascii_uppercase() && !screaming.is_empty() {
            screaming.push('_');
        }
        screaming.push(c.to_ascii_uppercase());
    }
    screaming
}

/// The names in C and the numbers of all enums in the sources.
fn values_of_sources() -> Vec<(String, i64)> {
    let mut values = Vec::new();
    let mut folders = vec![root().join("src/ffi")];
    while let Some(folder) = folders.pop() {
        for path in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let text = std::fs::read_to_string(path).unwrap();
            for of_enum in text.split("\npub enum Gridstar").skip(1) {
                let name = of_enum.split(' ').next().unwrap();
                let body = of_enum.split("\n}").next().unwrap();
                let is_value = |line: &&str| line.ends_with(',') && line.contains(" = ") && !line.starts_with('/');
                for line in body.lines().map(str::trim).filter(is_value) {
                    let (value, number) = line.trim_end_matches(',').split_once(" = ").unwrap();
                    let c_name = format!("GRIDSTAR_{}_{}", screaming(name), screaming(value));
                    values.push((c_name, number.parse().unwrap()));
                }
            }
        }
    }
    values
}

#[cfg(unix)]
#[test]
fn a_c_program_names_every_value_of_every_enum() {
    let values = values_of_sources();
    let text = std::fs::read_to_string(root().join("include/gridstar.h")).unwrap();
    let in_header: usize = Header::parse(&text).enums.iter().map(|one| one.values.len()).sum();
    assert_eq!(values.len(), in_header, "the header has other values than the sources: {values:?}");
    let mut code = String::from("#include \"gridstar.h\"\n#include <stdio.h>\nint main(void) {\n");
    values.iter().for_each(|(name, _)| writeln!(code, "    printf(\"{name} %d\\n\", (int){name});").unwrap());
    code += "    return 0;\n}\n";
    let folder = empty_directory("every_enum");
    std::fs::write(folder.join("every_enum.c"), code).unwrap();
    let mut compiler = Command::new("cc");
    compiler.args(["-std=c99", "-pedantic", "-Wall", "-Wextra", "-Werror", "-I"]).arg(root().join("include"));
    succeed(compiler.arg(folder.join("every_enum.c")).arg("-o").arg(folder.join("every_enum")));
    let printed = succeed(&mut Command::new(folder.join("every_enum")));
    let right: Vec<String> = values.iter().map(|(name, number)| format!("{name} {number}")).collect();
    assert_eq!(printed.lines().collect::<Vec<_>>(), right);
}
