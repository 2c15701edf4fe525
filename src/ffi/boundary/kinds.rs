//! The kinds of objects that an id can name.

/// The kind of an object, a part of its id. Each table has its own kind, so that an id of one table finds nothing in
/// another. Values are from 0 to 15.
#[repr(u8)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Grid = 0,
    Floors = 1,
    Stepper = 2,
    Profile = 3,
    Ticket = 4,
    Reservations = 5,
    Cover = 6,
    Field = 7,
    Crowd = 8,
}
