namespace GridStar
{
    /// <summary>Structs of gridstar.h from values of C#.</summary>
    internal static class NativeValues
    {
        /// <summary>A rectangle. Negative sizes are too large for any grid.</summary>
        internal static GridstarRect Rect(int x, int y, int width, int height)
            => new GridstarRect { x = x, y = y, width = unchecked((uint)width), height = unchecked((uint)height) };

        internal static GridstarFloorCell Of(FloorCell cell)
            => new GridstarFloorCell { floor = unchecked((uint)cell.Floor), x = cell.Cell.X, y = cell.Cell.Y };

        internal static FloorCell CellOf(GridstarFloorCell cell)
            => new FloorCell(unchecked((int)cell.floor), cell.x, cell.y);
    }
}
