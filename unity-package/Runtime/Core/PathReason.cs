namespace GridStar
{
    /// <summary>
    /// How a search ended. A later version may add reasons. <see cref="Found"/> means that there is a
    /// path to the goal, and <see cref="PartialPath"/> that there is one toward it.
    /// </summary>
    public enum PathReason
    {
        // GridstarStatus of gridstar.h.

        /// <summary>The search found a path.</summary>
        Found = 0,

        /// <summary>The goal can't be reached from the start.</summary>
        NoPath = 1,

        /// <summary>The start lies outside the grid.</summary>
        StartOutside = 2,

        /// <summary>The goal lies outside the grid.</summary>
        GoalOutside = 3,

        /// <summary>The goal is an obstacle and not the start.</summary>
        GoalBlocked = 4,

        /// <summary>The search expanded the allowed number of cells and did not reach the goal.</summary>
        LimitReached = 5,

        /// <summary>
        /// A <see cref="SearchStepper"/> or a <see cref="PathTicket"/> has not ended yet. No other search returns this.
        /// </summary>
        StillRunning = 7,

        /// <summary>
        /// The goal can't be reached, and the path leads to the reachable cell nearest to it. Only a query with
        /// <see cref="PathQuery.AllowPartial"/> returns this.
        /// </summary>
        PartialPath = 8,

        /// <summary>
        /// No path costs at most <see cref="PathQuery.MaxCost"/>. There may be a dearer path, or none.
        /// </summary>
        CostLimitReached = 11,

        /// <summary>A request was cancelled before it was answered.</summary>
        Cancelled = 9,

        /// <summary>
        /// A plan of <see cref="PathReservations"/>: others have taken all ways of the agent, or its search expanded
        /// the allowed number of cells. The agent stands. No other search returns this.
        /// </summary>
        NotPlanned = 12,

        /// <summary>
        /// The grid of a <see cref="PathGridHandle"/> is disposed. Jobs have no exceptions; this and the following
        /// reasons stand for those that other calls throw. Further negative numbers are those of GridstarStatus in
        /// gridstar.h.
        /// </summary>
        InvalidId = -4,

        /// <summary>A buffer is too short. Nothing was written but the needed length.</summary>
        BufferTooSmall = -16,

        /// <summary>Not enough memory for the search.</summary>
        OutOfMemory = -17,

        /// <summary>The profile of a query is disposed.</summary>
        InvalidProfile = -33,
    }
}
