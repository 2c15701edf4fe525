//! The table of the C ABI: for each function one call, the arguments that can be bad, and the answer to each.

use crate::case::Case;
use crate::given::Given::{self, *};
use gridstar::ffi::GridstarStatus::{self, *};
use std::sync::Mutex;

pub(crate) const OUTSIDE: &[Given] = &[Negative, Beyond, Lowest, Highest];
/// Lengths of a rectangle's sides.
pub(crate) const LENGTHS: &[Given] = &[Zero, Beyond, NegativeAsUnsigned, Huge];
pub(crate) const UNKNOWN: &[Given] = &[Unknown, NegativeAsUnsigned, Huge];
pub(crate) const FLAGS: &[Given] = &[Beyond, NegativeAsUnsigned, Huge];
pub(crate) const NOT_FINITE: &[Given] = &[NotANumber, Infinite, NegativeInfinite];
pub(crate) const STRUCT_SIZES: &[Given] = &[Zero, OneTooSmall, OneTooLarge, Beyond, NegativeAsUnsigned];
pub(crate) const STRAIGHT_COSTS: &[Given] = &[Zero, Negative, NotANumber, Infinite, NegativeInfinite];
pub(crate) const DIAGONAL_COSTS: &[Given] =
    &[Zero, Negative, OneTooSmall, OneTooLarge, NotANumber, Infinite, NegativeInfinite];
pub(crate) const WEIGHTS: &[Given] = &[Negative, OneTooSmall, OneTooLarge, NotANumber, Infinite, NegativeInfinite];
pub(crate) const MULTIPLIERS_OUT_OF_RANGE: &[Given] =
    &[Negative, OneTooSmall, OneTooLarge, NotANumber, Infinite, NegativeInfinite];
pub(crate) const AGENT_SIZES: &[Given] = &[Zero, Beyond, NegativeAsUnsigned, Huge];
pub(crate) const MAX_COSTS: &[Given] = &[Negative, NotANumber, Infinite, NegativeInfinite];
pub(crate) const TICKS: &[Given] = &[Beyond, NegativeAsUnsigned, Huge];
pub(crate) const LINK_COSTS: &[Given] = &[Negative, NotANumber, Infinite, NegativeInfinite];
pub(crate) const IDS: &[Given] = &[ZeroId, StaleId, ForeignId, ForeignSlot];

/// The kinds of objects by the names of their parameters.
const KINDS: [(&str, Given); 9] = [
    ("grid", OfGrid),
    ("floors", OfFloors),
    ("stepper", OfStepper),
    ("profile", OfProfile),
    ("ticket", OfTicket),
    ("reservations", OfReservations),
    ("cover", OfCover),
    ("field", OfField),
    ("crowd", OfCrowd),
];

/// One call with one bad argument, and its answer.
#[derive(Clone, Copy)]
pub(crate) struct Row {
    pub(crate) function: &'static str,
    /// The parameter, or a field as `parameter.field`; empty for a good call.
    pub(crate) argument: &'static str,
    pub(crate) given: Given,
    pub(crate) expected: i32,
    pub(crate) call: fn(&Case) -> i32,
    /// Whether the row has a call of its own, which need not ask its case for the bad argument.
    pub(crate) has_own_call: bool,
}

/// A status, or the 1 or 0 of a function that says yes or no.
pub(crate) trait Answer: Copy {
    fn number(self) -> i32;
}

impl Answer for GridstarStatus {
    fn number(self) -> i32 {
        self as i32
    }
}

impl Answer for bool {
    fn number(self) -> i32 {
        self.into()
    }
}

/// The rows of one function.
pub(crate) struct Function {
    name: &'static str,
    call: fn(&Case) -> i32,
    pub(crate) rows: Vec<Row>,
}

impl Function {
    /// `call` takes every argument from its case, and answers a case without a bad argument with `good`.
    pub(crate) fn new(name: &'static str, good: impl Answer, call: fn(&Case) -> i32) -> Self {
        Self { name, call, rows: Vec::new() }.bad("", &[Good], good)
    }

    /// All these mistakes in an argument have one answer.
    pub(crate) fn bad(mut self, argument: &'static str, given: &[Given], answer: impl Answer) -> Self {
        let (function, call, expected) = (self.name, self.call, answer.number());
        let row = |&given: &Given| Row { function, argument, given, expected, call, has_own_call: false };
        self.rows.extend(given.iter().map(row));
        self
    }

    /// An id that names nothing, and the ids of living objects of all other kinds.
    pub(crate) fn bad_id(self, argument: &'static str, answer: impl Answer) -> Self {
        let kind = if argument == "other" { "grid" } else { argument };
        assert!(KINDS.iter().any(|(name, _)| *name == kind), "{argument} is an id of no known kind");
        let others: Vec<_> = KINDS.iter().filter(|(name, _)| *name != kind).map(|&(_, given)| given).collect();
        self.bad(argument, IDS, answer).bad(argument, &others, answer)
    }

    /// A pointer to values of more than one byte.
    pub(crate) fn bad_pointer(self, argument: &'static str) -> Self {
        self.bad(argument, &[Null], NullPointer).bad(argument, &[Misaligned], MisalignedPointer)
    }

    /// A cell outside the grid has this status.
    pub(crate) fn bad_cell(self, argument: &'static str, outside: GridstarStatus) -> Self {
        let [x, y] = ["x", "y"].map(|field| kept(format!("{argument}.{field}")));
        self.bad_pointer(argument).bad(x, OUTSIDE, outside).bad(y, OUTSIDE, outside)
    }

    /// A cell on an unknown floor, or outside its grid, which has this status.
    pub(crate) fn bad_floor_cell(self, argument: &'static str, outside: GridstarStatus) -> Self {
        let [floor, reserved] = ["floor", "reserved"].map(|field| kept(format!("{argument}.{field}")));
        self.bad_cell(argument, outside).bad(floor, UNKNOWN, UnknownFloor).bad(reserved, FLAGS, BadFlag)
    }

    /// A rectangle that is empty, or not on the grid. Null is the whole grid.
    pub(crate) fn bad_rect(self) -> Self {
        self.bad("rect", &[Misaligned], MisalignedPointer)
            .bad("rect.x", OUTSIDE, BadRect)
            .bad("rect.y", OUTSIDE, BadRect)
            .bad("rect.width", LENGTHS, BadRect)
            .bad("rect.height", LENGTHS, BadRect)
    }

    /// A struct that says its size itself, as `size_argument`.
    pub(crate) fn bad_struct(self, argument: &'static str, size_argument: &'static str) -> Self {
        self.bad_pointer(argument).bad(size_argument, STRUCT_SIZES, BadStructSize)
    }

    /// The axes of the place in a struct.
    pub(crate) fn bad_axes(mut self, argument: &str) -> Self {
        let fields = ["column_axis_x", "column_axis_y", "column_axis_z", "row_axis_x", "row_axis_y", "row_axis_z"];
        for field in fields {
            self = self.bad(kept(format!("{argument}.{field}")), NOT_FINITE, NotFinite);
        }
        self.bad(kept(format!("{argument}.row_axis_z")), &[Zero, OneTooSmall], BadAxes)
    }

    /// The query def of a search, under the name that all searches give it. Null is no mistake.
    pub(crate) fn bad_query_def(self) -> Self {
        self.bad("query_def", &[Misaligned], MisalignedPointer).bad_query_fields("query_def")
    }

    /// The fields of the query def that an argument points to.
    pub(crate) fn bad_query_fields(mut self, argument: &str) -> Self {
        let fields: [(&str, &[Given], GridstarStatus); 16] = [
            ("struct_size", STRUCT_SIZES, BadStructSize),
            ("diagonal_rule", UNKNOWN, UnknownDiagonalRule),
            ("straight_cost", STRAIGHT_COSTS, BadCosts),
            ("diagonal_cost", DIAGONAL_COSTS, BadCosts),
            ("heuristic", UNKNOWN, UnknownHeuristic),
            ("order", UNKNOWN, UnknownOrder),
            ("heuristic_weight", WEIGHTS, BadWeight),
            ("reserved", FLAGS, BadFlag),
            ("profile", &[StaleId, ForeignId, ForeignSlot], InvalidProfile),
            (
                "profile",
                &[OfGrid, OfFloors, OfStepper, OfTicket, OfReservations, OfCover, OfField, OfCrowd],
                InvalidProfile,
            ),
            ("agent_size", FLAGS, BadAgentSize),
            ("flags", FLAGS, BadFlag),
            ("max_cost", MAX_COSTS, BadCostLimit),
            ("path_form", UNKNOWN, UnknownPathForm),
            ("without_cover", &[StaleId, ForeignId, ForeignSlot], InvalidCover),
            (
                "without_cover",
                &[OfGrid, OfFloors, OfStepper, OfTicket, OfReservations, OfProfile, OfField, OfCrowd],
                InvalidCover,
            ),
        ];
        for (field, given, status) in fields {
            self = self.bad(kept(format!("{argument}.{field}")), given, status);
        }
        self
    }

    /// A mistake that takes more than one argument to make, with a call of its own.
    pub(crate) fn special(
        mut self,
        argument: &'static str,
        given: Given,
        answer: impl Answer,
        call: fn(&Case) -> i32,
    ) -> Self {
        let expected = answer.number();
        self.rows.push(Row { function: self.name, argument, given, expected, call, has_own_call: true });
        self
    }
}

/// A name for as long as the program runs. It stays in a list, because a checker of leaks looks for it.
fn kept(name: String) -> &'static str {
    static NAMES: Mutex<Vec<&'static str>> = Mutex::new(Vec::new());
    let name = name.leak();
    NAMES.lock().unwrap().push(name);
    name
}
