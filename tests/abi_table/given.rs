//! Values that a row of the table gives for an argument.

/// A mistake in an argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Given {
    /// No mistake. Shows that the other rows fail for their mistake alone.
    Good,
    Null,
    Misaligned,
    ZeroId,
    /// The id of a destroyed object.
    StaleId,
    /// A living object's slot with a generation that does not exist yet.
    ForeignId,
    /// A slot that no object ever had.
    ForeignSlot,
    /// The id of a living grid, for an argument of another kind.
    OfGrid,
    /// The id of living floors, for an argument of another kind.
    OfFloors,
    /// The id of a living stepper, for an argument of another kind.
    OfStepper,
    /// The id of a living profile, for an argument of another kind.
    OfProfile,
    /// The id of a living ticket, for an argument of another kind.
    OfTicket,
    /// The id of living reservations, for an argument of another kind.
    OfReservations,
    /// The id of a living cover, for an argument of another kind.
    OfCover,
    /// The id of a living field, for an argument of another kind.
    OfField,
    /// The id of a living crowd, for an argument of another kind.
    OfCrowd,
    Zero,
    Negative,
    NegativeAsUnsigned,
    /// The first number that is too large.
    Beyond,
    /// 2^31.
    Huge,
    Lowest,
    Highest,
    OneTooSmall,
    OneTooLarge,
    NotANumber,
    Infinite,
    NegativeInfinite,
    /// The first number that an enum does not have.
    Unknown,
}
