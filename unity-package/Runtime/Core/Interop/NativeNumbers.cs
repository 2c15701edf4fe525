// Written from include/gridstar.h by `cargo xtask interop`. Do not change it by hand.
namespace GridStar
{
    /// <summary>GridstarStatus of gridstar.h.</summary>
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
        PartialPath = 8,
        NoCellFound = 10,
        CostLimitReached = 11,
        Cancelled = 9,
        NotPlanned = 12,
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
        BadMultiplier = -30,
        UnknownCharge = -31,
        BadAgentSize = -32,
        InvalidProfile = -33,
        BadPenalty = -34,
        UnknownQueryDef = -35,
        BadThreadCount = -36,
        BadRadius = -38,
        BadCostLimit = -39,
        UnknownPathForm = -40,
        UnsupportedQuery = -41,
        BadWindow = -42,
        BadTick = -43,
        InvalidCover = -44,
        TooManyCovers = -45,
        Forked = -46,
        NotReady = -47,
        BadAxes = -48,
        UnknownLayout = -49,
        UnsupportedLayout = -50,
        ForeignBytes = -51,
        NewerBytes = -52,
        DamagedBytes = -53,
        OtherBase = -54,
        BadCrowdNumber = -55,
        UnknownAgent = -56,
        UnknownKind = -57,
        DifferentGrids = -58,
        BadPassage = -59,
    }

    /// <summary>GridstarKind of gridstar.h.</summary>
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

    /// <summary>GridstarCellPlane of gridstar.h.</summary>
    internal enum NativeCellPlane : uint
    {
        Types = 0,
        Penalties = 1,
        Covers = 2,
        Passages = 3,
    }

    /// <summary>The constants of gridstar.h.</summary>
    internal static class NativeConstants
    {
        internal const int AbiVersion = 2;
        internal const uint ByHand = 4294967295;
        internal const int FieldFromStarts = 1;
        internal const int MaxAgentSize = 16;
        internal const int MaxCovers = 65535;
        internal const int MaxRadius = 32768;
        internal const int MaxSide = 16384;
        internal const int MaxWindow = 256;
        internal const int MaxWorkThreads = 64;
        internal const uint Never = 4294967295;
        internal const int PreparedComponents = 2;
        internal const int PreparedJumpPoints = 1;
        internal const int PreparedLandmarks = 4;
        internal const int PreparedUnderWay = 8;
        internal const int QueryIgnorePenalties = 1;
        internal const int QueryLeaveBlocked = 4;
        internal const int QueryPartialPath = 2;
        internal const int SavePrepared = 1;
        internal const int SideDown = 8;
        internal const int SideLeft = 2;
        internal const int SideRight = 1;
        internal const int SideUp = 4;
    }
}
