namespace GridStar
{
    /// <summary>A cell at which two grids differ: see <see cref="PathGrid.FindDifference"/>.</summary>
    public struct GridDifference
    {
        internal GridDifference(CellPlane plane, GridCell cell, int value, int otherValue)
        {
            Plane = plane;
            Cell = cell;
            Value = value;
            OtherValue = otherValue;
        }

        /// <summary>The plane whose values differ.</summary>
        public CellPlane Plane { get; }

        /// <summary>Where it differs.</summary>
        public GridCell Cell { get; }

        /// <summary>The value in the grid that was asked.</summary>
        public int Value { get; }

        /// <summary>The value in the other grid.</summary>
        public int OtherValue { get; }

        /// <summary>"Types at (3, 4): 0 and 1".</summary>
        public override string ToString() => Plane + " at " + Cell + ": " + Value + " and " + OtherValue;
    }
}
