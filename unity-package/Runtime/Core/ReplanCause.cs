namespace GridStar
{
    /// <summary>
    /// Why a <see cref="PathTracker"/> or a <see cref="FloorTracker"/> searched. A later version may add causes.
    /// </summary>
    public enum ReplanCause
    {
        /// <summary>The tracker has not searched yet.</summary>
        None = 0,

        /// <summary>
        /// It was the first search, or <see cref="TrackerBase.Replan"/> or a changed setting asked for it.
        /// </summary>
        Requested = 1,

        /// <summary>The follower left the path, or moved while there was no path.</summary>
        Strayed = 2,

        /// <summary>The target left the goal cell of the path.</summary>
        TargetMoved = 3,

        /// <summary>
        /// An edit blocked a cell of the path or a corner beside it; penalties near it changed, or the query's
        /// profile; or there was no path and some cell changed.
        /// </summary>
        GridChanged = 4,

        /// <summary>The interval since the last search has passed.</summary>
        Interval = 5,
    }
}
