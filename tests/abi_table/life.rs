//! The end of objects of all kinds.

use crate::case::Case;
use crate::given::Given::*;
use crate::table::{Function, UNKNOWN};
use gridstar::ffi::GridstarStatus::{self, *};
use gridstar::ffi::*;

pub(crate) fn functions() -> Vec<Function> {
    [destroy(), is_valid()].into_iter().flatten().collect()
}

/// The calls for objects of one kind, by the name of its parameters.
type OfKind = (&'static str, GridstarStatus, fn(&Case) -> i32);

fn destroy() -> Vec<Function> {
    let kinds: [OfKind; 9] = [
        ("grid", InvalidId, |c| gridstar_destroy(c.id("grid")) as i32),
        ("floors", InvalidId, |c| gridstar_destroy(c.id("floors")) as i32),
        ("stepper", InvalidId, |c| gridstar_destroy(c.id("stepper")) as i32),
        ("profile", InvalidProfile, |c| gridstar_destroy(c.id("profile")) as i32),
        ("ticket", InvalidId, |c| gridstar_destroy(c.id("ticket")) as i32),
        ("reservations", InvalidId, |c| gridstar_destroy(c.id("reservations")) as i32),
        ("cover", InvalidCover, |c| gridstar_destroy(c.id("cover")) as i32),
        ("field", InvalidId, |c| gridstar_destroy(c.id("field")) as i32),
        ("crowd", InvalidId, |c| gridstar_destroy(c.id("crowd")) as i32),
    ];
    let of_kind = |(argument, status, call): OfKind| {
        let function = Function::new("gridstar_destroy", Ok, call);
        function.bad(argument, &[StaleId, ForeignId], status).bad(argument, &[ZeroId, ForeignSlot], InvalidId)
    };
    kinds.into_iter().map(of_kind).collect()
}

fn is_valid() -> Vec<Function> {
    let kinds: [OfKind; 9] = [
        ("grid", InvalidId, |c| gridstar_is_valid(c.id("grid"), c.number("kind", 1, 11)) as i32),
        ("floors", InvalidId, |c| gridstar_is_valid(c.id("floors"), c.number("kind", 2, 11)) as i32),
        ("stepper", InvalidId, |c| gridstar_is_valid(c.id("stepper"), c.number("kind", 3, 11)) as i32),
        ("profile", InvalidProfile, |c| gridstar_is_valid(c.id("profile"), c.number("kind", 4, 11)) as i32),
        ("ticket", InvalidId, |c| gridstar_is_valid(c.id("ticket"), c.number("kind", 5, 11)) as i32),
        ("reservations", InvalidId, |c| gridstar_is_valid(c.id("reservations"), c.number("kind", 6, 11)) as i32),
        ("cover", InvalidCover, |c| gridstar_is_valid(c.id("cover"), c.number("kind", 7, 11)) as i32),
        ("field", InvalidId, |c| gridstar_is_valid(c.id("field"), c.number("kind", 8, 11)) as i32),
        ("crowd", InvalidId, |c| gridstar_is_valid(c.id("crowd"), c.number("kind", 9, 11)) as i32),
    ];
    let of_kind = |(argument, status, call): OfKind| {
        let function = Function::new("gridstar_is_valid", Ok, call).bad_id(argument, status);
        function.bad("kind", UNKNOWN, UnknownKind).bad("kind", &[Zero], Ok)
    };
    kinds.into_iter().map(of_kind).collect()
}
