//! The status codes of the ABI: a number and an English message for every outcome of a call.

use crate::cooperative::TickError;
use crate::crowd::CrowdError;
use crate::floors::LinkCostError;
use crate::grid::{MapError, SpaceError};
use crate::movement::{AgentSizeError, CostError, MultiplierError, WeightError};
use crate::snapshot::EditError;
use std::collections::TryReserveError;
use std::ffi::CStr;

/// The outcome of a call: 0 is success, above 0 an answer, with which all outputs are written, and below 0 an error.
///
/// A number never changes its meaning. -9 and -37 are out of use. A newer library may return others.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GridstarStatus {
    /// Success, such as a path.
    Ok = 0,
    /// No path leads to the goal.
    NoPath = 1,
    /// The start is outside the grid.
    StartOutside = 2,
    /// The goal is outside the grid.
    GoalOutside = 3,
    /// The agent can't stand on the goal.
    GoalBlocked = 4,
    /// The search reached its limit of expansions before the goal.
    LimitReached = 5,
    /// The position is outside the grid.
    PositionOutside = 6,
    /// A search has not ended, or a field is not built.
    StillRunning = 7,
    /// The path leads to the reachable cell nearest to the goal.
    PartialPath = 8,
    /// No cell within the radius fits the agent, or none that it can reach.
    NoCellFound = 10,
    /// No path costs at most max_cost. There may be a dearer one, or none.
    CostLimitReached = 11,
    /// The query was cancelled.
    Cancelled = 9,
    /// No plan keeps out of what others have taken, or the search reached its limit. The agent stands.
    NotPlanned = 12,
    /// A required pointer is null.
    NullPointer = -1,
    /// A pointer is not aligned for its type.
    MisalignedPointer = -2,
    /// This library does not know this `struct_size` or `def_size`.
    BadStructSize = -3,
    /// The id is 0, another kind's, was never returned, or its object was destroyed.
    InvalidId = -4,
    /// A width or height is 0 or above GRIDSTAR_MAX_SIDE.
    BadSize = -5,
    /// The cell size is not finite or not above 0, or 32-bit positions can't tell the cells apart at this place.
    BadCellSize = -6,
    /// A coordinate is NaN or infinite.
    NotFinite = -7,
    /// Not a value of GridstarPlane or GridstarCellPlane.
    UnknownPlane = -8,
    /// Not a value of GridstarDiagonalRule.
    UnknownDiagonalRule = -10,
    /// Not a value of GridstarHeuristic.
    UnknownHeuristic = -11,
    /// Not 0 < straight_cost <= diagonal_cost <= 2 * straight_cost, and not both 0 for the defaults.
    BadCosts = -12,
    /// A cell is outside the grid.
    CellOutside = -13,
    /// A rectangle is empty or not entirely inside the grid.
    BadRect = -14,
    /// A buffer does not hold one value for each cell or cell type.
    WrongCount = -15,
    /// An output buffer is too small.
    BufferTooSmall = -16,
    /// There is not enough memory.
    OutOfMemory = -17,
    /// Internal error: please report gridstar_last_panic. Other objects keep working.
    Panicked = -18,
    /// An earlier call gave PANICKED while it changed this object. Destroy it and create a new one.
    Poisoned = -19,
    /// Not a value of GridstarEngine.
    UnknownEngine = -20,
    /// The grid has more than 2^26 cells.
    TooLargeForLandmarks = -21,
    /// A flag is unknown, a switch not 0 or 1, or a reserved field not 0.
    BadFlag = -22,
    /// Not a value of GridstarOrder.
    UnknownOrder = -23,
    /// A heuristic weight is neither 0 nor from 1/131072 to 1024, or the weight of a field not from -1024 to 1024.
    BadWeight = -24,
    /// No floor has this number.
    UnknownFloor = -25,
    /// The grid of this floor was destroyed.
    FloorWithoutGrid = -26,
    /// No link has this number.
    UnknownLink = -27,
    /// The cost of a link is not finite or below 0.
    BadLinkCost = -28,
    /// A cell type is above 255.
    BadCellType = -29,
    /// A multiplier is neither 0 nor from 1/128 to 1024.
    BadMultiplier = -30,
    /// Not a value of GridstarCharge.
    UnknownCharge = -31,
    /// An agent's size is above GRIDSTAR_MAX_AGENT_SIZE.
    BadAgentSize = -32,
    /// The id is not that of a living profile.
    InvalidProfile = -33,
    /// A penalty is above 255.
    BadPenalty = -34,
    /// A request names a query def that the call did not get.
    UnknownQueryDef = -35,
    /// The number of worker threads is above GRIDSTAR_MAX_WORK_THREADS.
    BadThreadCount = -36,
    /// A radius is below 0 or above GRIDSTAR_MAX_RADIUS.
    BadRadius = -38,
    /// A max_cost is not finite or below 0, or not 0 <= near_cost < far_cost.
    BadCostLimit = -39,
    /// Not a value of GridstarPathForm.
    UnknownPathForm = -40,
    /// The call does not serve an option: see GridstarQueryDef.
    UnsupportedQuery = -41,
    /// The window of reservations is 0 or above GRIDSTAR_MAX_WINDOW.
    BadWindow = -42,
    /// A tick is outside the window, or the last one before the first one.
    BadTick = -43,
    /// The id is not that of a living cover of this grid.
    InvalidCover = -44,
    /// The grid has GRIDSTAR_MAX_COVERS covers.
    TooManyCovers = -45,
    /// The process is a child of fork().
    Forked = -46,
    /// The field was never built.
    NotReady = -47,
    /// An axis is 0, the axes are parallel, or 32-bit positions can't tell the cells apart at this place.
    BadAxes = -48,
    /// Not a value of GridstarLayout.
    UnknownLayout = -49,
    /// The layout does not serve this: see GridstarLayout.
    UnsupportedLayout = -50,
    /// Another call or program wrote the bytes.
    ForeignBytes = -51,
    /// A newer version saved the bytes.
    NewerBytes = -52,
    /// The bytes were cut off or changed.
    DamagedBytes = -53,
    /// The changes belong to other cells, or the saved grid has another size.
    OtherBase = -54,
    /// A number of a crowd is not finite or out of its range.
    BadCrowdNumber = -55,
    /// No agent of the crowd has this number.
    UnknownAgent = -56,
    /// Not a value of GridstarKind.
    UnknownKind = -57,
    /// The grids differ in size, layout or settings of queries.
    DifferentGrids = -58,
    /// Not a value of GridstarPassage or of the plane PASSAGES, or cells that share no side.
    BadPassage = -59,
}

/// The result of a call's body. Both arms become one status, and `Err` allows `?`.
pub(crate) type CallOutcome = Result<GridstarStatus, GridstarStatus>;

/// Each status with one English message, in ASCII.
const MESSAGES: &[(GridstarStatus, &CStr)] = {
    use GridstarStatus::*;
    &[
        (Ok, c"Success."),
        (NoPath, c"No path exists from the start to the goal."),
        (StartOutside, c"The start is outside the grid."),
        (GoalOutside, c"The goal is outside the grid."),
        (GoalBlocked, c"The goal is an obstacle, or the agent cannot stand there."),
        (LimitReached, c"The search reached its limit of expansions before the goal. Raise max_expansions."),
        (PositionOutside, c"The position is outside the grid."),
        (StillRunning, c"The work is not done yet. Advance it, wait for it, or ask again."),
        (PartialPath, c"The goal can't be reached. The path leads to the reachable cell nearest to it."),
        (NoCellFound, c"No cell within the radius is one at which the agent can stand."),
        (CostLimitReached, c"No path costs at most max_cost. Raise max_cost, or set it to 0."),
        (NullPointer, c"A required pointer is null."),
        (MisalignedPointer, c"A pointer is not aligned for its type."),
        (
            BadStructSize,
            c"This version of the library does not know the given struct_size or output size. Set it to sizeof the \
              struct, and use scripts and library of the same version.",
        ),
        (
            InvalidId,
            c"The id is 0, was never returned, belongs to another kind of object, or its object was destroyed.",
        ),
        (BadSize, c"The width and height of a grid must be from 1 to 16384."),
        (
            BadCellSize,
            c"The cell size must be finite and above 0, and 32-bit positions must tell the grid's cells apart. Use \
              larger cells, or move the grid closer to the world's origin.",
        ),
        (NotFinite, c"A coordinate is NaN or infinite. Use finite coordinates."),
        (UnknownPlane, c"The plane is not a value of GridstarPlane or GridstarCellPlane."),
        (UnknownDiagonalRule, c"The diagonal rule is not a value of GridstarDiagonalRule."),
        (UnknownHeuristic, c"The heuristic is not a value of GridstarHeuristic."),
        (
            BadCosts,
            c"Costs must be finite, with 0 < straight cost <= diagonal cost <= 2 * straight cost. Set both to 0 for \
              the defaults.",
        ),
        (CellOutside, c"The cell is outside the grid."),
        (BadRect, c"The rectangle must not be empty and must lie inside the grid."),
        (WrongCount, c"The buffer must hold exactly one value for each cell, or for each cell type of a profile."),
        (BufferTooSmall, c"The output buffer is too small. If the call wrote a length, call again with it."),
        (OutOfMemory, c"There is not enough memory."),
        (Panicked, c"Internal GridStar error; please report it with the text of gridstar_last_panic."),
        (Poisoned, c"An internal GridStar error left this object half changed. Destroy it and create a new one."),
        (UnknownEngine, c"The engine is not a value of GridstarEngine."),
        (
            TooLargeForLandmarks,
            c"A grid of more than 67108864 cells is too large for landmarks. Choose another engine.",
        ),
        (BadFlag, c"An unknown flag, a switch that is neither 0 nor 1, or a reserved field that is not 0."),
        (UnknownOrder, c"The order is not a value of GridstarOrder."),
        (
            BadWeight,
            c"A heuristic weight must be from 1/131072 to 1024, or 0 for the default. The weight of a field must be \
              from -1024 to 1024.",
        ),
        (UnknownFloor, c"No floor has this number."),
        (FloorWithoutGrid, c"The grid of this floor was destroyed. Give the floor another grid."),
        (UnknownLink, c"No link has this number: it was never returned, or the link was removed."),
        (BadLinkCost, c"The cost of a link must be finite and at least 0."),
        (BadCellType, c"A cell type must be from 0 to 255."),
        (BadMultiplier, c"A multiplier must be from 1/128 to 1024, or 0 to block the cell type."),
        (UnknownCharge, c"The charge is not a value of GridstarCharge."),
        (BadAgentSize, c"An agent must be from 1 to 16 cells wide. 0 means 1."),
        (InvalidProfile, c"No profile has this id: it was destroyed, or the id is another object's."),
        (BadPenalty, c"A penalty must be from 0 to 255."),
        (BadRadius, c"A radius must be from 0 to 32768 cells."),
        (
            BadCostLimit,
            c"The max_cost of a query must be finite and above 0, or 0 for no limit. Costs for penalties must be \
              finite, with 0 <= near_cost < far_cost.",
        ),
        (UnknownQueryDef, c"A request names a query def that the call did not get."),
        (BadThreadCount, c"There can be at most 64 worker threads."),
        (Cancelled, c"The query was cancelled before it was answered."),
        (UnknownPathForm, c"The path form is not a value of GridstarPathForm."),
        (
            UnsupportedQuery,
            c"This call does not do what is asked for: a path form in this kind of search, or an edit of covers.",
        ),
        (NotPlanned, c"No plan keeps out of what others have taken. The agent stands."),
        (BadWindow, c"The window of reservations must be from 1 to 256 ticks."),
        (BadTick, c"A tick must lie in the window of the reservations, and the last one not before the first."),
        (InvalidCover, c"No cover of this grid has this id, or the cover or its grid was destroyed."),
        (TooManyCovers, c"The grid has 65535 covers. Destroy some of them."),
        (NotReady, c"The field has not been built yet. Advance it until it is."),
        (BadAxes, c"The axes of a grid must not be 0 or parallel, and 32-bit positions must tell its cells apart."),
        (UnknownLayout, c"The layout is not a value of GridstarLayout."),
        (
            UnsupportedLayout,
            c"The layout of the grid does not serve this. GridstarLayout lists what hexagonal grids refuse.",
        ),
        (ForeignBytes, c"The bytes were not saved by GridStar, or by another of its calls."),
        (NewerBytes, c"A newer version of GridStar saved the bytes. Update the package."),
        (DamagedBytes, c"The bytes were cut off or changed after they were saved."),
        (OtherBase, c"The changes are those of another grid or another state. Load their base first, and edit later."),
        (
            BadCrowdNumber,
            c"A radius must be from 1/64 to 4, a speed from 0 to 1024, an acceleration 0 or more, a priority \
             from -128 to 127, a tick 0 or from 0.001 to 1 seconds, and every number of a crowd finite.",
        ),
        (UnknownAgent, c"No agent of the crowd has this number: it was never given, or the agent was removed."),
        (UnknownKind, c"The kind is not a value of GridstarKind."),
        (
            BadPassage,
            c"A passage must be a value of GridstarPassage, between cells that share a side; a byte of the plane \
              PASSAGES has 4 bits on squares and 6 on hexagons.",
        ),
        (DifferentGrids, c"The grids differ in size, layout or settings of queries."),
        (Forked, c"The process was forked after the first call, and its child has none of the library's threads."),
    ]
};

impl GridstarStatus {
    /// The status with this number.
    pub fn from_number(number: i32) -> Option<Self> {
        MESSAGES.iter().map(|&(status, _)| status).find(|&status| status as i32 == number)
    }
}

/// The English message for the number of a status.
pub(crate) fn message(number: i32) -> &'static CStr {
    let known = MESSAGES.iter().find(|&&(status, _)| status as i32 == number);
    known.map_or(c"This version of the library does not know this status.", |&(_, message)| message)
}

/// The errors of other modules, each with its status.
macro_rules! statuses_of {
    ($($error:ty { $($value:pat => $status:ident),* })*) => {
        $(impl From<$error> for GridstarStatus {
            fn from(error: $error) -> Self {
                match error {
                    $($value => Self::$status,)*
                }
            }
        })*
    };
}

statuses_of! {
    AgentSizeError { AgentSizeError => BadAgentSize }
    CostError { CostError => BadCosts }
    CrowdError {
        CrowdError::Number => BadCrowdNumber,
        CrowdError::Outside => CellOutside,
        CrowdError::Unknown => UnknownAgent,
        CrowdError::OtherSize => DifferentGrids,
        CrowdError::Memory => OutOfMemory
    }
    LinkCostError { LinkCostError => BadLinkCost }
    MapError {
        MapError::Size => BadSize,
        MapError::Outside => CellOutside,
        MapError::Count => WrongCount,
        MapError::Memory => OutOfMemory,
        MapError::TooLargeForLandmarks => TooLargeForLandmarks,
        MapError::Interrupted => Cancelled
    }
    MultiplierError { MultiplierError => BadMultiplier }
    crate::OutOfMemory { crate::OutOfMemory => OutOfMemory }
    SpaceError {
        SpaceError::CellSize => BadCellSize,
        SpaceError::Axes => BadAxes,
        SpaceError::NotFinite => NotFinite
    }
    TickError { TickError::Outside => BadTick, TickError::Memory => OutOfMemory }
    TryReserveError { _ => OutOfMemory }
    WeightError { WeightError => BadWeight }
}

/// A call that has nothing more to say.
impl From<()> for GridstarStatus {
    fn from((): ()) -> Self {
        Self::Ok
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Once the status of an unknown cell type.
    const OUT_OF_USE: i32 = -9;

    #[test]
    fn every_number_has_its_own_status_and_message() {
        for (i, &(status, message)) in MESSAGES.iter().enumerate() {
            assert_eq!(GridstarStatus::from_number(status as i32), Some(status));
            assert_ne!(status as i32, OUT_OF_USE);
            assert!(MESSAGES[..i].iter().all(|&(other, text)| other != status && text != message), "{status:?}");
        }
        for unknown in [OUT_OF_USE, i32::MIN, i32::MAX] {
            assert_eq!(GridstarStatus::from_number(unknown), None);
        }
    }
}
