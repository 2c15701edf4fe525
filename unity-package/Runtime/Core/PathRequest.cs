using System.Runtime.InteropServices;

namespace GridStar
{
    /// <summary>One query of a batch. Blittable: arrays of it reach the native side without a copy.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct PathRequest
    {
        // GridstarPathRequest of gridstar.h.
        private readonly int start_x;
        private readonly int start_y;
        private readonly int goal_x;
        private readonly int goal_y;
        private readonly uint def_index;
        private readonly uint reserved;

        /// <summary>A query from a cell to another.</summary>
        /// <param name="start">The first cell of the path. It may be an obstacle.</param>
        /// <param name="queryIndex">Index of its settings in the array of queries that the batch gets. 0 if the batch
        /// gets none: the grid's settings count.</param>
        public PathRequest(GridCell start, GridCell goal, int queryIndex = 0)
        {
            start_x = start.X;
            start_y = start.Y;
            goal_x = goal.X;
            goal_y = goal.Y;
            // A negative index becomes a large one, which the native side refuses.
            def_index = unchecked((uint)queryIndex);
            reserved = 0;
        }

        /// <summary>The first cell of the path.</summary>
        public GridCell Start => new GridCell(start_x, start_y);

        /// <summary>The last cell of the path.</summary>
        public GridCell Goal => new GridCell(goal_x, goal_y);

        /// <summary>Index of its settings in the array of queries that the batch gets.</summary>
        public int QueryIndex => unchecked((int)def_index);

        /// <summary>"(0, 0) to (7, 5)".</summary>
        public override string ToString() => Start + " to " + Goal;
    }
}
