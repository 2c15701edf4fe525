//! Every function of the C ABI with every kind of bad argument: each call answers with its status.
//!
//! A call that fails touches no output, except for the needed length of a buffer that is too small, and changes no
//! grid, floors, stepper, profile or ticket. `include/gridstar.h` tells which rows the table needs: a new function,
//! parameter or field of a def fails the test until the table has its rows.

#![allow(clippy::expect_used, clippy::unwrap_used, reason = "a test fails by panicking")]

mod bad_values;
mod case;
mod cells;
mod covers;
mod crowds;
mod documentation;
mod fields;
mod fixture;
mod floors;
mod forks;
mod given;
mod grids;
mod library;
mod life;
mod paths;
mod preparation;
mod profiles;
mod reservations;
mod saving;
mod steppers;
mod table;
mod work;

use case::Case;
use common::header::{Header, Member};
use given::Given;
use gridstar::ffi::{GridstarKind, GridstarStatus, gridstar_live_count};
use std::collections::BTreeSet;
use table::Row;

fn table() -> Vec<Row> {
    let functions = [
        library::functions(),
        life::functions(),
        grids::functions(),
        preparation::functions(),
        cells::functions(),
        paths::functions(),
        floors::functions(),
        profiles::functions(),
        covers::functions(),
        steppers::functions(),
        fields::functions(),
        work::functions(),
        reservations::functions(),
        saving::functions(),
        crowds::functions(),
        forks::functions(),
    ];
    functions.into_iter().flatten().flat_map(|function| function.rows).collect()
}

#[test]
fn every_bad_argument_has_its_status_and_touches_nothing() {
    for Row { function, argument, given, expected, call, has_own_call } in table() {
        let name = format!("{function}, {argument} {given:?}");
        let case = Case::new(argument, given);
        let (before, steppers) = (case.fixture.state(), gridstar_live_count(GridstarKind::Stepper as u32));
        let tickets = gridstar_live_count(GridstarKind::Ticket as u32);
        let status = call(&case);
        assert!(has_own_call || case.is_used(), "{name}: the call takes no such argument from its case");
        assert_eq!(GridstarStatus::from_number(status), GridstarStatus::from_number(expected), "{name}");
        if given == Given::Good {
            let wrote = !case.fixture.outputs_are_untouched(expected);
            assert!(!case.fixture.has_outputs() || wrote, "{name} wrote nothing");
            continue;
        }
        assert_eq!(case.fixture.state(), before, "{name} changed a grid, floors, a profile or a ticket");
        // A status from 0 up is an answer, which writes outputs and may begin a stepper or make a ticket.
        if expected < 0 {
            assert!(case.fixture.outputs_are_untouched(expected), "{name} touched an output");
            assert_eq!(
                gridstar_live_count(GridstarKind::Stepper as u32),
                steppers,
                "{name} began or destroyed a stepper"
            );
            let right = tickets;
            assert_eq!(gridstar_live_count(GridstarKind::Ticket as u32), right, "{name} lost or made a ticket");
        }
    }
}

/// No argument of these functions can be bad. Every number has a message: see `abi_contract`. Of unknown kinds there
/// are no objects: see `lifecycle`.
const WITHOUT_ROWS: [&str; 3] = ["gridstar_status_message", "gridstar_live_count", "gridstar_destroy_all"];

#[test]
fn every_function_of_the_header_is_in_the_table() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/include/gridstar.h");
    let header = Header::parse(&std::fs::read_to_string(path).unwrap());
    let table = table();
    let present: BTreeSet<_> =
        table.iter().map(|row| format!("{}, {} {:?}", row.function, row.argument, row.given)).collect();
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

/// The mistakes that a parameter needs rows for, by its type and name.
fn mistakes_in(parameter: &Member) -> &'static [Given] {
    use Given::*;
    match (parameter.of_type.base.as_str(), parameter.of_type.pointer, parameter.name.as_str()) {
        ("u8", true, _) => &[Null],
        // Null is no mistake: it means the grid's own settings.
        (_, true, "query_def" | "rect") => &[Misaligned],
        (_, true, _) => &[Null, Misaligned],
        ("u32", false, "kind") => &[Unknown, NegativeAsUnsigned],
        // Any number is a revision.
        ("u64", false, "since_revision") => &[],
        // Any number is an owner's; 0 is none.
        ("u32", false, "owner") => &[Zero],
        // Any budget is a good one, and any priority.
        ("u64", false, "max_expansions" | "max_microseconds") | ("i32", false, "priority") => &[],
        // Of any kind: see `life`.
        ("u64", false, "id") => &[],
        ("u64", false, _) => &[ZeroId, StaleId, ForeignId, ForeignSlot],
        ("i32", false, _) => &[Negative, Beyond, Lowest, Highest],
        ("f32", false, _) => &[NotANumber, Infinite, NegativeInfinite],
        ("u32", false, "width" | "height") => &[Zero, Beyond, NegativeAsUnsigned, Huge],
        ("f64", false, "cost" | "max_cost" | "near_cost" | "far_cost") => {
            &[Negative, NotANumber, Infinite, NegativeInfinite]
        }
        ("u32", false, "floor" | "link") => &[Unknown, NegativeAsUnsigned],
        ("u32", false, "in_background" | "closed" | "by_cost") => &[Beyond, NegativeAsUnsigned],
        ("f64", false, "multiplier") => &[Negative, OneTooSmall, OneTooLarge, NotANumber, Infinite, NegativeInfinite],
        ("u32", false, "agent_size") => &[Zero, Beyond, NegativeAsUnsigned, Huge],
        ("u32", false, "cell_type" | "first_type" | "plane" | "value" | "charge" | "engine" | "operation" | "passage") => {
            &[Unknown, NegativeAsUnsigned]
        }
        ("u32", false, name) if name.ends_with("penalty") => &[Unknown, NegativeAsUnsigned],
        // A count beyond the caller's buffer breaks the contract, so it has no row.
        (
            "u32",
            false,
            "count" | "base_count" | "wish_count" | "spawn_count" | "start_count" | "goal_count" | "field_count",
        ) => &[Zero, OneTooSmall, OneTooLarge],
        ("u32", false, "request_count" | "def_count") => &[Zero],
        ("u32", false, "request") => &[Beyond, NegativeAsUnsigned, Huge],
        ("u32", false, "flags" | "sides") => &[Beyond, NegativeAsUnsigned, Huge],
        ("u32", false, "window") => &[Zero, Beyond, NegativeAsUnsigned],
        ("u32", false, "ticks") => &[NegativeAsUnsigned],
        ("u32", false, "tick" | "first_tick" | "last_tick" | "of_batch") => &[Beyond, NegativeAsUnsigned],
        ("u32", false, "max_expansions" | "max_count" | "max_visits") => &[],
        ("u32", false, "def_size") => &[Zero, OneTooSmall, OneTooLarge, Beyond, NegativeAsUnsigned],
        ("u32", false, name) if name.ends_with("capacity") => &[Zero, OneTooSmall],
        _ => panic!("no one has said what can be wrong with {parameter:?}"),
    }
}

/// The mistakes that the fields of a sized struct need rows for: all fields of a def, and the size of a result.
fn mistakes_in_fields(header: &Header, function: &str, parameter: &Member) -> Vec<(String, Given)> {
    use Given::*;
    if parameter.of_type.base == "GridstarPathRequest" {
        // Cells outside the map are answered in the replies.
        let mistakes = [("def_index", [Unknown, NegativeAsUnsigned]), ("reserved", [Beyond, NegativeAsUnsigned])];
        let of_field = |(field, given): (&str, [Given; 2])| {
            let name = format!("{}.{field}", parameter.name);
            given.map(|given| (name.clone(), given))
        };
        return mistakes.into_iter().flat_map(of_field).collect();
    }
    if ["start", "goal", "from", "to", "cell"].contains(&&*parameter.name) {
        let places =
            ["x", "y"].into_iter().flat_map(|field| [Negative, Beyond, Lowest, Highest].map(|given| (field, given)));
        let floor =
            [("floor", Unknown), ("floor", NegativeAsUnsigned), ("reserved", Beyond), ("reserved", NegativeAsUnsigned)];
        let floor = floor.into_iter().filter(|_| parameter.of_type.base == "GridstarFloorCell");
        return places.chain(floor).map(|(field, given)| (format!("{}.{field}", parameter.name), given)).collect();
    }
    if parameter.of_type.base == "GridstarRect" && parameter.name == "rect" {
        let places =
            ["x", "y"].into_iter().flat_map(|field| [Negative, Beyond, Lowest, Highest].map(|given| (field, given)));
        let lengths = ["width", "height"]
            .into_iter()
            .flat_map(|field| [Zero, Beyond, NegativeAsUnsigned, Huge].map(|given| (field, given)));
        return places.chain(lengths).map(|(field, given)| (format!("rect.{field}"), given)).collect();
    }
    let Some(of) = header.find_struct(&parameter.of_type.base).filter(|of| of.fields[0].name == "struct_size") else {
        return Vec::new();
    };
    if function.ends_with("_def_default") {
        return Vec::new(); // The size is a parameter.
    }
    let fields = of.fields.iter().filter(|field| parameter.of_type.constant || field.name == "struct_size");
    let mistakes = fields.flat_map(|field| {
        let given: &[Given] = match (field.of_type.base.as_str(), field.name.as_str()) {
            (_, "struct_size") => &[Zero, OneTooSmall, OneTooLarge, Beyond, NegativeAsUnsigned],
            (_, "width" | "height") => &[Zero, Beyond, NegativeAsUnsigned, Huge],
            (_, "from_floor" | "to_floor") => &[Unknown, NegativeAsUnsigned],
            (_, "cost") => &[Negative, NotANumber, Infinite],
            (_, "cell_type") => &[Unknown, NegativeAsUnsigned],
            ("i32", _) => &[Negative, Beyond, Lowest, Highest],
            (_, "reserved" | "one_way" | "closed") => &[Beyond, NegativeAsUnsigned],
            (_, "plane" | "layout" | "diagonal_rule" | "order" | "heuristic" | "engine" | "path_form") => {
                &[Unknown, NegativeAsUnsigned]
            }
            (_, "max_expansions" | "max_cells") => &[],
            // 0 means no profile, no cover, and an agent of one cell.
            (_, "profile" | "without_cover") => &[StaleId, ForeignId, ForeignSlot],
            (_, "agent_size" | "flags") => &[Beyond, NegativeAsUnsigned, Huge],
            // 0 means the default.
            (_, "max_cost") => &[Negative, NotANumber, Infinite, NegativeInfinite],
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
