using System.Runtime.InteropServices;

namespace GridStar
{
    /// <summary>
    /// One query through floors of a batch. Blittable: arrays of it reach the native side without a copy.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct FloorPathRequest
    {
        // GridstarFloorPathRequest of gridstar.h.
        private readonly GridstarFloorCell start;
        private readonly GridstarFloorCell goal;
        private readonly uint def_index;
        private readonly uint reserved;

        /// <summary>A query from a cell to another.</summary>
        /// <param name="start">The first cell of the path. It may be an obstacle.</param>
        /// <param name="queryIndex">Index of its settings in the array of queries that the batch gets. 0 if the batch
        /// gets none: the settings of the grid of the start's floor count.</param>
        public FloorPathRequest(FloorCell start, FloorCell goal, int queryIndex = 0)
        {
            this.start = NativeValues.Of(start);
            this.goal = NativeValues.Of(goal);
            // A negative index becomes a large one, which the native side refuses.
            def_index = unchecked((uint)queryIndex);
            reserved = 0;
        }

        /// <summary>The first cell of the path.</summary>
        public FloorCell Start => NativeValues.CellOf(start);

        /// <summary>The last cell of the path.</summary>
        public FloorCell Goal => NativeValues.CellOf(goal);

        /// <summary>Index of its settings in the array of queries that the batch gets.</summary>
        public int QueryIndex => unchecked((int)def_index);

        /// <summary>"floor 0 (0, 0) to floor 1 (7, 5)".</summary>
        public override string ToString() => Start + " to " + Goal;
    }
}
