using System.Runtime.InteropServices;

namespace GridStar
{
    /// <summary>The answer to one query through floors of a batch. Blittable.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct FloorPathReply
    {
        // GridstarFloorPathReply of gridstar.h.
        private readonly int status;
        private readonly uint length;
        private readonly uint first;
        private readonly uint links;
        private readonly double cost;
        private readonly uint expansions;
        private readonly float bound;

        /// <summary>The answer to a query without a path.</summary>
        internal FloorPathReply(PathReason reason)
            : this()
        {
            status = (int)reason;
        }

        /// <summary>
        /// How the search ended. A negative number is an error of the native library: not enough memory for this
        /// search, for example, or a floor without a grid.
        /// </summary>
        public PathReason Reason => (PathReason)status;

        /// <summary>Whether a path to the goal was found.</summary>
        public bool Found => status == (int)NativeStatus.Ok;

        /// <summary>Number of cells of the path, both ends included; 0 without a path.</summary>
        public int Length => (int)length;

        /// <summary>Index of the path's first cell in the steps of the batch.</summary>
        public int First => (int)first;

        /// <summary>Number of links on the path.</summary>
        public int Links => (int)links;

        /// <summary>Cost of the path on the scale of the query's costs; 0 without a path.</summary>
        public double Cost => cost;

        /// <summary>How far from optimal the path can be; see <see cref="PathResult.Bound"/>.</summary>
        public float Bound => bound;

        /// <summary>Number of expanded cells; see <see cref="FloorPathResult.Expansions"/>.</summary>
        public int Expansions => (int)expansions;

        /// <summary>Returns the answer as the result of a single search, which does not know its legs.</summary>
        internal FloorPathResult ToResult(ulong revision)
        {
            GridstarFloorPathResult result = default(GridstarFloorPathResult);
            result.length = length;
            result.cost = cost;
            result.revision = revision;
            result.expansions = expansions;
            result.links = links;
            result.bound = bound;
            return new FloorPathResult(status, ref result);
        }
    }
}
