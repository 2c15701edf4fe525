namespace GridStar
{
    /// <summary>How urgently a tracker needs a search. The smallest number is the most urgent.</summary>
    internal enum Urgency
    {
        /// <summary>It has no path and has never had an answer to this request.</summary>
        NoPath = 0,

        /// <summary>Its path is blocked, or it has left its path.</summary>
        Blocked = 1,

        /// <summary>Its path leads to where the target was.</summary>
        TargetMoved = 2,

        /// <summary>Its path may not be the shortest any more, or there may be a path now.</summary>
        Refresh = 3,

        /// <summary>It needs none. The value is the number of the other values.</summary>
        None = 4,
    }
}
