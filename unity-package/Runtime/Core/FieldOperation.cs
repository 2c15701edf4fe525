namespace GridStar
{
    /// <summary>
    /// How the weighted costs of several fields become one value of a cell: see <see cref="PathGrid.CombineFields"/>.
    /// </summary>
    public enum FieldOperation
    {
        // GridstarFieldOperation of gridstar.h.

        /// <summary>Their sum.</summary>
        Sum = 0,

        /// <summary>The smallest.</summary>
        Minimum = 1,

        /// <summary>The largest.</summary>
        Maximum = 2,
    }
}
