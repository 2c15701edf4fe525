//! The kinds of objects that an id can name.

use super::status::GridstarStatus;
use crate::handle_table::kind_of;

/// The kind of an object, which is a part of its id: an id finds nothing in calls for objects of another kind.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GridstarKind {
    /// All kinds together. No object has this kind.
    Any = 0,
    /// See gridstar_grid_create.
    Grid = 1,
    /// See gridstar_floors_create.
    Floors = 2,
    /// See gridstar_stepper_begin.
    Stepper = 3,
    /// See gridstar_profile_create.
    Profile = 4,
    /// See gridstar_ticket_submit.
    Ticket = 5,
    /// See gridstar_reservations_create.
    Reservations = 6,
    /// See gridstar_cover_create.
    Cover = 7,
    /// See gridstar_field_create.
    Field = 8,
    /// See gridstar_crowd_create.
    Crowd = 9,
    /// See gridstar_floor_field_create.
    FloorField = 10,
}

impl GridstarKind {
    const ALL: [Self; 11] = [
        Self::Any,
        Self::Grid,
        Self::Floors,
        Self::Stepper,
        Self::Profile,
        Self::Ticket,
        Self::Reservations,
        Self::Cover,
        Self::Field,
        Self::Crowd,
        Self::FloorField,
    ];

    pub(crate) fn of_number(number: u32) -> Result<Self, GridstarStatus> {
        Self::ALL.get(number as usize).copied().ok_or(GridstarStatus::UnknownKind)
    }

    /// The kind in an id; `Any` if no table has such ids.
    pub(crate) fn of_id(id: u64) -> Self {
        Self::of_number(kind_of(id).into()).unwrap_or(Self::Any)
    }

    /// The status of an id that names no living object of this kind.
    pub(crate) fn missing(self) -> GridstarStatus {
        match self {
            Self::Profile => GridstarStatus::InvalidProfile,
            Self::Cover => GridstarStatus::InvalidCover,
            _ => GridstarStatus::InvalidId,
        }
    }
}
