//! The table of the C ABI: each function with each kind of bad argument, and the status it answers with.
//!
//! After a call that failed, no output is touched (but for the needed length of a buffer that is too small), and the
//! grid and the number of living grids are what they were. Which rows there have to be is taken from
//! `include/gridstar.h`: a function, a parameter or a field of a def that is new there fails the test until the table
//! has its rows.

#![allow(clippy::expect_used, clippy::unwrap_used, reason = "a test fails by panicking")]

#[path = "../common/mod.rs"]
mod common;
mod documentation;
mod fixture;
#[path = "../common/header.rs"]
#[allow(dead_code, unreachable_pub, reason = "other tests use the rest of it")]
mod header;
mod rows_of_cells;
mod rows_of_floors;
mod rows_of_grids;
mod rows_of_library;
mod rows_of_paths;
mod rows_of_preparation;
mod rows_of_steppers;

use fixture::{Fixture, Given};
use gridstar::ffi::{GridstarStatus, gridstar_stepper_live_count};
use header::{Header, Member};
use std::collections::BTreeSet;

/// Mistakes in one argument, all with one kind of answer.
struct Row {
    function: &'static str,
    /// The parameter, or a field as `parameter.field`; empty for a good call.
    argument: &'static str,
    given: &'static [Given],
    expected: fn(Given) -> i32,
    call: fn(&Fixture, Given) -> i32,
}

/// Rows as `"argument" [what is wrong with it, ...] => status, (arguments of the call);` under the name of the
/// function. `v` is what is wrong and `f` the fixture that makes an argument of it.
macro_rules! rows {
    (|$f:ident, $v:ident| $($function:ident {
        $($argument:literal [$($given:ident),*] => $expected:expr, ($($value:expr),* $(,)?);)*
    })*) => {
        vec![$($(
            $crate::Row {
                function: stringify!($function),
                argument: $argument,
                given: &[$($crate::fixture::Given::$given),*],
                expected: |$v| {
                    let _ = $v;
                    $expected as i32
                },
                call: |$f, $v| {
                    let _ = ($f, $v);
                    // SAFETY: pointers are null, misaligned or those of the fixture's places, which are large enough
                    // for what is said about them.
                    #[allow(unused_unsafe, reason = "functions without pointers are safe")]
                    unsafe { $function($($value),*) as i32 }
                },
            },
        )*)*]
    };
}
use rows;

fn table() -> Vec<Row> {
    let rows = [
        rows_of_library::rows(),
        rows_of_grids::rows(),
        rows_of_preparation::rows(),
        rows_of_cells::rows(),
        rows_of_paths::rows(),
        rows_of_floors::rows(),
        rows_of_steppers::rows(),
    ];
    rows.into_iter().flatten().collect()
}

#[test]
fn every_bad_argument_has_its_status_and_touches_nothing() {
    for row in table() {
        for given in row.given.iter().copied().chain(ids_of_other_kinds(&row)) {
            let fixture = Fixture::new();
            let (before, steppers) = (fixture.state(), gridstar_stepper_live_count());
            let status = (row.call)(&fixture, given);
            let name = format!("{}, {} {given:?}", row.function, row.argument);
            let expected = (row.expected)(given);
            let status = GridstarStatus::from_number(status);
            assert_eq!(status, GridstarStatus::from_number(expected), "{name}");
            if given == Given::Good {
                assert!(!fixture.has_outputs() || !fixture.outputs_are_untouched(expected), "{name} wrote nothing");
                continue;
            }
            // A true answer writes its outputs; no answer but a good call's changes a grid.
            assert!(expected >= 0 || fixture.outputs_are_untouched(expected), "{name} touched an output");
            assert_eq!(fixture.state(), before, "{name} changed a grid");
            let is_as_many = gridstar_stepper_live_count() == steppers;
            assert!(expected >= 0 || is_as_many, "{name} began or destroyed a stepper");
        }
    }
}

/// Wherever an id is asked for, one of each other kind is as wrong as one that was never given out.
fn ids_of_other_kinds(row: &Row) -> impl Iterator<Item = Given> {
    let kinds = [("grid", Given::OfGrid), ("floors", Given::OfFloors), ("stepper", Given::OfStepper)];
    let is_of_id = row.given.contains(&Given::ForeignId);
    let argument = row.argument;
    assert!(!is_of_id || kinds.iter().any(|(name, _)| *name == argument), "{argument} is an id of no known kind");
    kinds.into_iter().filter(move |(name, _)| is_of_id && *name != argument).map(|(_, given)| given)
}

/// These have no argument that can be wrong: any number has a sentence, which `abi_contract` tests.
const WITHOUT_ROWS: [&str; 1] = ["gridstar_status_message"];

#[test]
fn every_function_of_the_header_is_in_the_table() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/include/gridstar.h");
    let header = Header::parse(&std::fs::read_to_string(path).unwrap());
    let table = table();
    let present: BTreeSet<_> = table
        .iter()
        .flat_map(|row| row.given.iter().map(|given| format!("{}, {} {given:?}", row.function, row.argument)))
        .collect();
    let mut missing = Vec::new();
    for function in header.functions.iter().filter(|function| !function.parameters.is_empty()) {
        if WITHOUT_ROWS.contains(&function.name.as_str()) {
            continue;
        }
        let mut required = vec![(String::new(), Given::Good)];
        for parameter in &function.parameters {
            required.extend(mistakes_in(parameter).iter().map(|&given| (parameter.name.clone(), given)));
            required.extend(mistakes_in_fields(&header, &function.name, parameter));
        }
        let names = required.into_iter().map(|(argument, given)| format!("{}, {argument} {given:?}", function.name));
        missing.extend(names.filter(|name| !present.contains(name)));
    }
    assert!(header.functions.len() > 20, "the header was not understood");
    assert!(missing.is_empty(), "the table has no rows for:\n{}", missing.join("\n"));
    for row in &table {
        assert!(header.functions.iter().any(|function| function.name == row.function), "{} is gone", row.function);
    }
}

/// What can be wrong with a parameter, by its type and name.
fn mistakes_in(parameter: &Member) -> &'static [Given] {
    use Given::*;
    match (parameter.of_type.base.as_str(), parameter.of_type.pointer, parameter.name.as_str()) {
        ("u8", true, _) => &[Null],
        // Null is right there: the grid's own settings.
        (_, true, "query_def") => &[Misaligned],
        (_, true, _) => &[Null, Misaligned],
        ("u64", false, _) => &[ZeroId, StaleId, ForeignId, ForeignSlot],
        ("i32", false, _) => &[Negative, Beyond, Lowest, Highest],
        ("f32", false, _) => &[NotANumber, Infinite, NegativeInfinite],
        ("u32", false, "width" | "height") => &[Zero, Beyond, NegativeAsUnsigned, Huge],
        ("f64", false, "cost") => &[Negative, NotANumber, Infinite, NegativeInfinite],
        ("u32", false, "floor" | "start_floor" | "goal_floor" | "link") => &[Unknown, NegativeAsUnsigned],
        ("u32", false, "in_background" | "closed") => &[Beyond, NegativeAsUnsigned],
        ("u32", false, "cell_type" | "engine") => &[Unknown, NegativeAsUnsigned],
        // More than there are can't be tried: the caller's promise is that they are there.
        ("u32", false, "count") => &[Zero, OneTooSmall, OneTooLarge],
        ("u32", false, "max_expansions" | "max_count") => &[],
        ("u32", false, "def_size") => &[Zero, OneTooSmall, OneTooLarge, Beyond, NegativeAsUnsigned],
        ("u32", false, name) if name.ends_with("capacity") => &[Zero, OneTooSmall],
        _ => panic!("no one has said what can be wrong with {parameter:?}"),
    }
}

/// What can be wrong with the fields of a sized struct: all of a def's, and the size of a result.
fn mistakes_in_fields(header: &Header, function: &str, parameter: &Member) -> Vec<(String, Given)> {
    use Given::*;
    let Some(of) = header.find_struct(&parameter.of_type.base).filter(|of| of.fields[0].name == "struct_size") else {
        return Vec::new();
    };
    if function.ends_with("_def_default") {
        return Vec::new(); // Its size is a parameter.
    }
    let fields = of.fields.iter().filter(|field| parameter.of_type.constant || field.name == "struct_size");
    let mistakes = fields.flat_map(|field| {
        let given: &[Given] = match (field.of_type.base.as_str(), field.name.as_str()) {
            (_, "struct_size") => &[Zero, OneTooSmall, OneTooLarge, Beyond, NegativeAsUnsigned],
            (_, "width" | "height") => &[Zero, Beyond, NegativeAsUnsigned, Huge],
            (_, "from_floor" | "to_floor") => &[Unknown, NegativeAsUnsigned],
            (_, "cost") => &[Negative, NotANumber, Infinite],
            ("i32", _) => &[Negative, Beyond, Lowest, Highest],
            (_, "reserved" | "one_way" | "closed") => &[Beyond, NegativeAsUnsigned],
            (_, "plane" | "diagonal_rule" | "order" | "heuristic" | "engine") => &[Unknown, NegativeAsUnsigned],
            (_, "max_expansions") => &[],
            // 0 stands for the default there.
            (_, "heuristic_weight") => &[Negative, OneTooSmall, OneTooLarge, NotANumber, Infinite],
            (_, "cell_size") => &[Zero, Negative, OneTooSmall, OneTooLarge, NotANumber, Infinite],
            ("f64", _) => &[Zero, Negative, NotANumber, Infinite],
            ("f32", _) => &[NotANumber, Infinite, NegativeInfinite],
            _ => panic!("no one has said what can be wrong with {field:?}"),
        };
        given.iter().map(|&given| (format!("{}.{}", parameter.name, field.name), given))
    });
    mistakes.collect()
}
