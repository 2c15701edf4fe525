using System.Runtime.InteropServices;

namespace GridStar
{
    /// <summary>The answer to one query of a batch. Blittable.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct PathReply
    {
        // GridstarPathReply of gridstar.h.
        private readonly int status;
        private readonly uint length;
        private readonly uint first;
        private readonly uint engine;
        private readonly double cost;
        private readonly uint expansions;
        private readonly float bound;

        /// <summary>The answer to a query without a path.</summary>
        internal PathReply(PathReason reason)
            : this()
        {
            status = (int)reason;
        }

        /// <summary>
        /// How the search ended. A negative number is an error of the native library: not enough memory for this
        /// search, for example.
        /// </summary>
        public PathReason Reason => (PathReason)status;

        /// <summary>Whether a path was found.</summary>
        public bool Found => status == (int)NativeStatus.Ok;

        /// <summary>Number of cells of the path, both ends included; 0 without a path.</summary>
        public int Length => (int)length;

        /// <summary>Index of the path's first cell in the cells of the batch.</summary>
        public int First => (int)first;

        /// <summary>Cost of the path on the scale of the query's costs; 0 without a path.</summary>
        public double Cost => cost;

        /// <summary>How far from optimal the path can be; see <see cref="PathResult.Bound"/>.</summary>
        public float Bound => bound;

        /// <summary>Number of expanded cells; see <see cref="PathResult.Expansions"/>.</summary>
        public int Expansions => (int)expansions;

        /// <summary>The engine that answered; <see cref="SearchEngine.Auto"/> if no search was needed.</summary>
        public SearchEngine Engine => (SearchEngine)engine;

        /// <summary>Returns the answer as the result of a single search on a grid of the given revision.</summary>
        internal PathResult ToResult(ulong revision)
        {
            GridstarPathResult result = default(GridstarPathResult);
            result.length = length;
            result.cost = cost;
            result.revision = revision;
            result.expansions = expansions;
            result.engine = engine;
            result.bound = bound;
            return new PathResult(status, ref result);
        }
    }
}
