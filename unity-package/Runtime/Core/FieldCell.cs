using System.Runtime.InteropServices;

namespace GridStar
{
    /// <summary>A cell and a cost, as a <see cref="PathField"/> tells them. Blittable.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct FieldCell
    {
        // GridstarFieldCell of gridstar.h.
        private readonly double _cost;
        private readonly int _x;
        private readonly int _y;

        /// <summary>The cell.</summary>
        public GridCell Cell => new GridCell(_x, _y);

        /// <summary>The cost on the scale of the query's costs; positive infinity without a path.</summary>
        public double Cost => _cost;

        /// <summary>Whether there is a path.</summary>
        public bool HasPath => !double.IsInfinity(_cost);

        /// <summary>"(x, y) for cost".</summary>
        public override string ToString() => Cell + " for " + Cost;
    }
}
