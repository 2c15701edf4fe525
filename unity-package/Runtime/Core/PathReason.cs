namespace GridStar
{
    /// <summary>
    /// How a search ended. A later version may add reasons. Only <see cref="Found"/> means that there is a path.
    /// </summary>
    public enum PathReason
    {
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

        /// <summary>A request was cancelled before it was answered.</summary>
        Cancelled = 9,

        /// <summary>
        /// A plan of <see cref="PathReservations"/>: others have taken all ways of the agent, or its search expanded
        /// the allowed number of cells. The agent stands. No other search returns this.
        /// </summary>
        NotPlanned = 12,
    }
}
