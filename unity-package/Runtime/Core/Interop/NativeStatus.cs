namespace GridStar
{
    /// <summary>
    /// GridstarStatus of gridstar.h. 0: done. Above 0: an answer that is not a path. Below 0: a mistake.
    /// </summary>
    internal enum NativeStatus : int
    {
        Ok = 0,
        NoPath = 1,
        StartOutside = 2,
        GoalOutside = 3,
        GoalBlocked = 4,
        LimitReached = 5,
        PositionOutside = 6,
        StillRunning = 7,
        NullPointer = -1,
        MisalignedPointer = -2,
        BadStructSize = -3,
        InvalidId = -4,
        BadSize = -5,
        BadCellSize = -6,
        NotFinite = -7,
        UnknownPlane = -8,
        UnknownDiagonalRule = -10,
        UnknownHeuristic = -11,
        BadCosts = -12,
        CellOutside = -13,
        BadRect = -14,
        WrongCount = -15,
        BufferTooSmall = -16,
        OutOfMemory = -17,
        Panicked = -18,
        Poisoned = -19,
        UnknownEngine = -20,
        TooLargeForLandmarks = -21,
        BadFlag = -22,
        UnknownOrder = -23,
        BadWeight = -24,
        UnknownFloor = -25,
        FloorWithoutGrid = -26,
        UnknownLink = -27,
        BadLinkCost = -28,
        BadCellType = -29,
    }
}
