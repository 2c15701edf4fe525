//! What an id can name: the one list of kinds.

/// The kind of an object, which is a part of its id. Each table has a kind of its own, so that an id of one finds
/// nothing in another. Numbers are from 0 to 15.
#[repr(u8)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Grid = 0,
    Floors = 1,
    Stepper = 2,
}
