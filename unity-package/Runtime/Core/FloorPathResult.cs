namespace GridStar
{
    /// <summary>The outcome of a search through floors, and its work.</summary>
    public struct FloorPathResult
    {
        internal FloorPathResult(int status, ref GridstarFloorPathResult result)
        {
            Reason = (PathReason)status;
            Length = (int)result.length;
            Cost = result.cost;
            Links = (int)result.links;
            Bound = result.bound;
            Expansions = unchecked((int)result.expansions);
            Walks = (int)result.walks;
            Revision = result.revision;
        }

        /// <summary>The result of a query that needed no search.</summary>
        internal FloorPathResult(PathReason reason, ulong revision)
            : this()
        {
            Reason = reason;
            Revision = revision;
        }

        /// <summary>Copies what results on a grid have too.</summary>
        internal PathResult ToPathResult()
        {
            GridstarPathResult result = default(GridstarPathResult);
            result.length = (uint)Length;
            result.cost = Cost;
            result.revision = Revision;
            result.expansions = unchecked((uint)Expansions);
            result.bound = Bound;
            return new PathResult((int)Reason, ref result);
        }

        /// <summary>How the search ended.</summary>
        public PathReason Reason { get; }

        /// <summary>Whether a path was found.</summary>
        public bool Found => Reason == PathReason.Found;

        /// <summary>
        /// Whether there is a path at all: to the goal, or with <see cref="PathQuery.AllowPartial"/> toward it.
        /// </summary>
        public bool HasPath => Found || Reason == PathReason.PartialPath;

        /// <summary>Number of cells of the path, both ends included; 0 without a path.</summary>
        public int Length { get; }

        /// <summary>Cost of the path's steps and links on the scale of the query's costs; 0 without a path.</summary>
        public double Cost { get; }

        /// <summary>
        /// How far from optimal the path can be: it costs at most this many times as much as an optimal one. The
        /// largest bound of a searched leg; see <see cref="PathResult.Bound"/>. 0 without a path.
        /// </summary>
        public float Bound { get; }

        /// <summary>Number of links on the path.</summary>
        public int Links { get; }

        /// <summary>
        /// Number of expanded cells on all floors together; see <see cref="PathResult.Expansions"/>. 0 unless a path
        /// was found or the search ended with <see cref="PathReason.LimitReached"/>.
        /// </summary>
        public int Expansions { get; }

        /// <summary>
        /// Number of legs that the search looked for within floors, whether the path takes them or not. 0 unless a path
        /// was found or the search ended with <see cref="PathReason.LimitReached"/>, and 0 for answers of batches and
        /// queues.
        /// </summary>
        public int Walks { get; }

        /// <summary>
        /// The <see cref="PathFloors.Revision"/> of the search: it includes every earlier change of floors and links.
        /// </summary>
        public ulong Revision { get; }
    }
}
