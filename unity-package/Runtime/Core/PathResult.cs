namespace GridStar
{
    /// <summary>What a search found and what it took.</summary>
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
        }

        /// <summary>How the search ended.</summary>
        public PathReason Reason { get; }

        /// <summary>Whether there is a path.</summary>
        public bool Found
        {
            get { return Reason == PathReason.Found; }
        }

        /// <summary>Number of cells of the path, both ends included; 0 without a path.</summary>
        public int Length { get; }

        /// <summary>Cost of the path on the scale of the query's costs; 0 without a path.</summary>
        public double Cost { get; }

        /// <summary>
        /// Number of cells that the search expanded: with jump points only the cells where a path may turn, so that numbers of
        /// different engines don't compare. The goal never is; 0 where nothing had to be searched.
        /// </summary>
        public int Expansions { get; }

        /// <summary>The <see cref="PathGrid.Revision"/> of the grid that was searched: it tells which edits the search saw.</summary>
        public ulong Revision { get; }

        /// <summary>What answered; <see cref="SearchEngine.Auto"/> where nothing had to be searched.</summary>
        public SearchEngine Engine { get; }
    }
}
