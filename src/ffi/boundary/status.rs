//! What a call has to say: one number for each outcome, and a sentence for each number.

use crate::floors::LinkCostError;
use crate::grid::{MapError, SpaceError};
use crate::movement::{CostError, WeightError};
use crate::search::OutOfMemory;
use crate::snapshot::EditError;

/// The outcome of a call. 0: done. Above 0: a true answer that is not a path. Below 0: a mistake, and nothing was done.
/// Numbers are never reused; a newer library may return numbers that are not listed here.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GridstarStatus {
    /// Done; for a search: a path was found.
    Ok = 0,
    /// The goal can't be reached from the start.
    NoPath = 1,
    /// The start lies outside the grid.
    StartOutside = 2,
    /// The goal lies outside the grid.
    GoalOutside = 3,
    /// The goal is an obstacle.
    GoalBlocked = 4,
    /// The search expanded as many cells as it was allowed to and did not reach the goal.
    LimitReached = 5,
    /// The position lies outside the grid; its cell was written all the same.
    PositionOutside = 6,
    /// A search that is stepped has not come to its end.
    StillRunning = 7,
    /// A pointer that must not be null is null.
    NullPointer = -1,
    /// A pointer is not aligned for what it points to.
    MisalignedPointer = -2,
    /// `struct_size`, or the size given for an output, is not one that this library knows.
    BadStructSize = -3,
    /// The id is zero, or names nothing of its kind that is alive.
    InvalidId = -4,
    /// A width or height is 0 or larger than GRIDSTAR_MAX_SIDE.
    BadSize = -5,
    /// The cell size is not a finite number above 0, or it is too small or too large for the grid's place: see
    /// gridstar_grid_create.
    BadCellSize = -6,
    /// A coordinate is NaN or infinite.
    NotFinite = -7,
    /// The plane is not a number of GridstarPlane.
    UnknownPlane = -8,
    /// The cell type, or a byte of a buffer of cell types, is not a number of GridstarCellType.
    UnknownCellType = -9,
    /// The diagonal rule is not a number of GridstarDiagonalRule.
    UnknownDiagonalRule = -10,
    /// The heuristic is not a number of GridstarHeuristic.
    UnknownHeuristic = -11,
    /// The costs are not finite and above 0, or the diagonal one is not between one and two straight ones, or only one
    /// of them is 0.
    BadCosts = -12,
    /// A cell lies outside the grid.
    CellOutside = -13,
    /// A rectangle is empty, or a part of it lies outside the grid.
    BadRect = -14,
    /// A buffer of cell types does not hold exactly one byte for each cell.
    WrongCount = -15,
    /// An output buffer has too few places; how many are needed was written.
    BufferTooSmall = -16,
    /// Memory ran out.
    OutOfMemory = -17,
    /// An error inside the library: please report it, with what gridstar_last_panic says. Other objects keep working.
    Panicked = -18,
    /// An earlier call failed with GRIDSTAR_STATUS_PANICKED half way through an edit of this grid, or a call for this
    /// stepper. Destroy it.
    Poisoned = -19,
    /// The engine is not a number of GridstarEngine.
    UnknownEngine = -20,
    /// A grid of more than 2^26 cells is too large for landmarks.
    TooLargeForLandmarks = -21,
    /// A parameter that says yes or no is neither 1 nor 0, or a reserved field of a def is not 0.
    BadFlag = -22,
    /// The order is not a number of GridstarOrder.
    UnknownOrder = -23,
    /// The weight of the heuristic is NaN, negative, above 1024, or so far below 1/65536 that it would be rounded to 0.
    BadWeight = -24,
    /// There is no floor of this number.
    UnknownFloor = -25,
    /// The grid of this floor was destroyed.
    FloorWithoutGrid = -26,
    /// There is no link of this number: it was never given out, or the link was removed.
    UnknownLink = -27,
    /// The cost of a link is not a finite number of at least 0.
    BadLinkCost = -28,
}

/// The outcome of a call's body: both arms end up in one number.
pub(crate) type Outcome = Result<GridstarStatus, GridstarStatus>;

/// The statuses from the first to the last number, for looking one up by its number.
const ALL: [GridstarStatus; 36] = {
    use GridstarStatus::*;
    [
        BadLinkCost,
        UnknownLink,
        FloorWithoutGrid,
        UnknownFloor,
        BadWeight,
        UnknownOrder,
        BadFlag,
        TooLargeForLandmarks,
        UnknownEngine,
        Poisoned,
        Panicked,
        OutOfMemory,
        BufferTooSmall,
        WrongCount,
        BadRect,
        CellOutside,
        BadCosts,
        UnknownHeuristic,
        UnknownDiagonalRule,
        UnknownCellType,
        UnknownPlane,
        NotFinite,
        BadCellSize,
        BadSize,
        InvalidId,
        BadStructSize,
        MisalignedPointer,
        NullPointer,
        Ok,
        NoPath,
        StartOutside,
        GoalOutside,
        GoalBlocked,
        LimitReached,
        PositionOutside,
        StillRunning,
    ]
};

impl GridstarStatus {
    /// The status with this number.
    pub fn from_number(number: i32) -> Option<Self> {
        ALL.into_iter().find(|&status| status as i32 == number)
    }

    /// One English sentence for a person.
    pub fn message(self) -> &'static std::ffi::CStr {
        match self {
            Self::Ok => c"Done.",
            Self::NoPath => c"The goal can't be reached from the start.",
            Self::StartOutside => c"The start lies outside the grid.",
            Self::GoalOutside => c"The goal lies outside the grid.",
            Self::GoalBlocked => c"The goal is an obstacle.",
            Self::LimitReached => c"The search expanded as many cells as it was allowed to and did not reach the goal.",
            Self::PositionOutside => c"The position lies outside the grid.",
            Self::StillRunning => c"The search has not come to its end.",
            Self::NullPointer => c"A pointer that must not be null is null.",
            Self::MisalignedPointer => c"A pointer is not aligned for what it points to.",
            Self::BadStructSize => {
                c"A struct_size or output size is not one that this library knows: set it to sizeof the struct, and \
                  use scripts and library of one version."
            }
            Self::InvalidId => {
                c"The id names nothing of its kind that is alive: it is zero, was never given out, or what it named \
                  was destroyed."
            }
            Self::BadSize => c"A grid must have 1 to 16384 columns and 1 to 16384 rows.",
            Self::BadCellSize => {
                c"The cell size must be finite, above 0, and such that 32-bit positions tell the \
              grid's cells apart."
            }
            Self::NotFinite => c"A coordinate is NaN or infinite.",
            Self::UnknownPlane => c"The plane is not one of GridstarPlane.",
            Self::UnknownCellType => c"A cell type is not one of GridstarCellType.",
            Self::UnknownDiagonalRule => c"The diagonal rule is not one of GridstarDiagonalRule.",
            Self::UnknownHeuristic => c"The heuristic is not one of GridstarHeuristic.",
            Self::BadCosts => {
                c"The straight cost must be a finite number above 0 and the diagonal cost between one and two \
                  straight ones; or both 0, for the defaults."
            }
            Self::CellOutside => c"The cell lies outside the grid.",
            Self::BadRect => c"The rectangle is empty or does not lie inside the grid.",
            Self::WrongCount => c"The buffer must hold exactly one byte for each cell.",
            Self::BufferTooSmall => c"The output buffer has too few places.",
            Self::OutOfMemory => c"There is not enough memory.",
            Self::Panicked => c"An error inside GridStar: please report it, with what gridstar_last_panic says.",
            Self::Poisoned => {
                c"An error inside GridStar left this grid or stepper half changed: destroy it and \
              create it anew."
            }
            Self::UnknownEngine => c"The engine is not one of GridstarEngine.",
            Self::TooLargeForLandmarks => c"A grid of more than 67108864 cells is too large for landmarks.",
            Self::BadFlag => c"A parameter that says yes or no must be 1 or 0, and a reserved field 0.",
            Self::UnknownOrder => c"The order is not one of GridstarOrder.",
            Self::BadWeight => {
                c"The weight of the heuristic must be 0, for the default, or a number from 1/131072 to \
              1024."
            }
            Self::UnknownFloor => c"There is no floor of this number.",
            Self::FloorWithoutGrid => c"The grid of this floor was destroyed.",
            Self::UnknownLink => c"There is no link of this number: it was never given out, or the link was removed.",
            Self::BadLinkCost => c"The cost of a link must be a finite number of at least 0.",
        }
    }
}

impl From<MapError> for GridstarStatus {
    fn from(error: MapError) -> Self {
        match error {
            MapError::Size => Self::BadSize,
            MapError::Outside => Self::CellOutside,
            MapError::Count => Self::WrongCount,
            MapError::CellType => Self::UnknownCellType,
            MapError::Memory => Self::OutOfMemory,
            MapError::TooLargeForLandmarks => Self::TooLargeForLandmarks,
        }
    }
}

impl From<EditError> for GridstarStatus {
    fn from(error: EditError) -> Self {
        match error {
            EditError::Map(error) => error.into(),
            EditError::Poisoned => Self::Poisoned,
        }
    }
}

impl From<SpaceError> for GridstarStatus {
    fn from(error: SpaceError) -> Self {
        match error {
            SpaceError::CellSize => Self::BadCellSize,
            SpaceError::NotFinite => Self::NotFinite,
        }
    }
}

impl From<CostError> for GridstarStatus {
    fn from(_: CostError) -> Self {
        Self::BadCosts
    }
}

impl From<WeightError> for GridstarStatus {
    fn from(_: WeightError) -> Self {
        Self::BadWeight
    }
}

impl From<LinkCostError> for GridstarStatus {
    fn from(_: LinkCostError) -> Self {
        Self::BadLinkCost
    }
}

impl From<OutOfMemory> for GridstarStatus {
    fn from(_: OutOfMemory) -> Self {
        Self::OutOfMemory
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_has_its_own_status_and_message() {
        let mut messages: Vec<_> = ALL.iter().map(|status| status.message()).collect();
        messages.sort_unstable();
        messages.dedup();
        assert_eq!(messages.len(), ALL.len());
        for number in -28..=7 {
            assert_eq!(GridstarStatus::from_number(number).map(|status| status as i32), Some(number));
        }
        assert_eq!(GridstarStatus::from_number(8), None);
        assert_eq!(GridstarStatus::from_number(-29), None);
    }
}
