using System.Runtime.InteropServices;

namespace GridStar
{
    /// <summary>
    /// A cell of a floor, its cost and the link to it, as a <see cref="PathFloorField"/> tells them. Blittable.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct FloorFieldStep
    {
        // GridstarFloorFieldStep of gridstar.h.
        private readonly double _cost;
        private readonly uint _floor;
        private readonly int _x;
        private readonly int _y;
        private readonly uint _link;

        /// <summary>Number of the floor.</summary>
        public int Floor => unchecked((int)_floor);

        /// <summary>The cell on that floor.</summary>
        public GridCell Cell => new GridCell(_x, _y);

        /// <summary>The cell together with its floor.</summary>
        public FloorCell FloorCell => new FloorCell(Floor, Cell);

        /// <summary>The link to take to the cell; 0 for a step within the floor.</summary>
        public int Link => unchecked((int)_link);

        /// <summary>The cost on the scale of the query's costs; positive infinity without a path.</summary>
        public double Cost => _cost;

        /// <summary>Whether there is a path.</summary>
        public bool HasPath => !double.IsInfinity(_cost);

        /// <summary>"floor 1 (x, y) for cost", with the link if there is one.</summary>
        public override string ToString() => FloorCell + (Link == 0 ? "" : " by link " + Link) + " for " + Cost;
    }
}
