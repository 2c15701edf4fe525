namespace GridStar
{
    /// <summary>Why a <see cref="PathTracker"/> searched for a path. A later version may add causes.</summary>
    public enum ReplanCause
    {
        /// <summary>It has not searched yet.</summary>
        None = 0,

        /// <summary>It was the first search, or one that <see cref="PathTracker.Replan"/> or a changed setting asked for.</summary>
        Requested = 1,

        /// <summary>The follower left the path; or it moved where there was none.</summary>
        Strayed = 2,

        /// <summary>The target left the cell to which the path led.</summary>
        TargetMoved = 3,

        /// <summary>An edit closed a cell of the path, or a corner beside it; or there was no path and any cell changed.</summary>
        GridChanged = 4,

        /// <summary>The interval was over.</summary>
        Interval = 5,
    }
}
