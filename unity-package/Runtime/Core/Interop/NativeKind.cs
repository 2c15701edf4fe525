namespace GridStar
{
    /// <summary>GridstarKind of gridstar.h: the kinds of native objects.</summary>
    internal enum NativeKind : uint
    {
        Any = 0,
        Grid = 1,
        Floors = 2,
        Stepper = 3,
        Profile = 4,
        Ticket = 5,
        Reservations = 6,
        Cover = 7,
        Field = 8,
        Crowd = 9,
    }
}
