namespace GridStar
{
    /// <summary>What a search through floors found and what it took.</summary>
    public struct FloorPathResult
    {
        internal FloorPathResult(int status, ref GridstarFloorPathResult result)
        {
            Reason = (PathReason)status;
            Length = (int)result.length;
            Cost = result.cost;
            Links = (int)result.links;
            Expansions = unchecked((int)result.expansions);
            Walks = (int)result.walks;
            Revision = result.revision;
        }

        /// <summary>No path, for a reason that needs no search.</summary>
        internal FloorPathResult(PathReason reason, ulong revision)
            : this()
        {
            Reason = reason;
            Revision = revision;
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

        /// <summary>Cost of the path's steps and links on the scale of the query's costs; 0 without a path.</summary>
        public double Cost { get; }

        /// <summary>How many links the path takes.</summary>
        public int Links { get; }

        /// <summary>
        /// Number of cells that were expanded, on all floors together: see <see cref="PathResult.Expansions"/>. 0 but for a path or
        /// <see cref="PathReason.LimitReached"/>.
        /// </summary>
        public int Expansions { get; }

        /// <summary>How many searches within floors it took. 0 but for a path or <see cref="PathReason.LimitReached"/>.</summary>
        public int Walks { get; }

        /// <summary>The <see cref="PathFloors.Revision"/> that was searched: it tells which changes of floors and links the search saw.</summary>
        public ulong Revision { get; }
    }
}
