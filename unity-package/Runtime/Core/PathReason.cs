namespace GridStar
{
    /// <summary>How a search ended. A later version may add reasons: all but <see cref="Found"/> mean that there is no path (yet).</summary>
    public enum PathReason
    {
        /// <summary>There is a path.</summary>
        Found = 0,

        /// <summary>The goal can't be reached from the start.</summary>
        NoPath = 1,

        /// <summary>The start lies outside the grid.</summary>
        StartOutside = 2,

        /// <summary>The goal lies outside the grid.</summary>
        GoalOutside = 3,

        /// <summary>The goal is an obstacle, and not the start.</summary>
        GoalBlocked = 4,

        /// <summary>The search expanded as many cells as it was allowed to and did not reach the goal.</summary>
        LimitReached = 5,

        /// <summary>A <see cref="SearchStepper"/> has not come to its end. No other search says so.</summary>
        StillRunning = 7,
    }
}
