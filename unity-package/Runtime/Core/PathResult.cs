namespace GridStar
{
    /// <summary>The outcome of a search, and its work. Blittable.</summary>
    public struct PathResult
    {
        internal PathResult(int status, ref GridstarPathResult result)
        {
            Reason = (PathReason)status;
            Length = (int)result.length;
            Cost = result.cost;
            Expansions = (int)result.expansions;
            Revision = result.revision;
            Engine = (SearchEngine)result.engine;
            Bound = result.bound;
        }

        /// <summary>How the search ended.</summary>
        public PathReason Reason { get; }

        /// <summary>Whether a path to the goal was found.</summary>
        public bool Found => Reason == PathReason.Found;

        /// <summary>
        /// Whether there is a path at all: to the goal, or with <see cref="PathQuery.AllowPartial"/> toward it.
        /// </summary>
        public bool HasPath => Found || Reason == PathReason.PartialPath;

        /// <summary>
        /// Number of cells in the query's <see cref="PathQuery.Form"/>, both ends included; 0 without a path. With
        /// <see cref="PathReason.BufferTooSmall"/>, the needed length.
        /// </summary>
        public int Length { get; }

        /// <summary>
        /// Cost of the path on the scale of the query's costs; 0 without a path. See
        /// <see cref="PathForm.Straightened"/> for a straightened path.
        /// </summary>
        public double Cost { get; }

        /// <summary>
        /// How far from optimal the path can be: it costs at most this many times as much as an optimal one. The cost
        /// is divided by the largest cost that the search knows no path to be below, and the ratio rounded up. 1 for an
        /// optimal path, at most what <see cref="SearchOrder"/> allows for others, and 0 without a path. For a partial
        /// path, optimal means to a nearest cell. For a <see cref="PathForm.Straightened"/> one, the costs are those
        /// before straightening.
        /// </summary>
        public float Bound { get; }

        /// <summary>
        /// Number of expanded cells, the goal not counted; 0 if no search was needed. With jump points, only jump
        /// points count, so don't compare the numbers of different engines.
        /// </summary>
        public int Expansions { get; }

        /// <summary>
        /// The <see cref="PathGrid.Revision"/> of the searched grid: the search saw every edit up to it.
        /// </summary>
        public ulong Revision { get; }

        /// <summary>The engine that answered; <see cref="SearchEngine.Auto"/> if no search was needed.</summary>
        public SearchEngine Engine { get; }
    }
}
