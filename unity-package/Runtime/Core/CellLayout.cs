namespace GridStar
{
    /// <summary>
    /// How the cells of a grid lie: squares, or hexagons. Hexagonal grids keep the game's own coordinates: X is the
    /// column and Y the row of a cell, and half of the rows or columns are shifted by half a cell.
    /// </summary>
    /// <remarks>
    /// A hexagon has six neighbors, and each step costs <see cref="PathGridSettings.StraightCost"/>. Agents have a size
    /// of 1, or of 3: a cell and its six neighbors. Lines of sight, corners of cells, <see
    /// cref="PathGrid.AgentSizeFor"/>, and the path forms <see cref="PathForm.Straightened"/> and <see
    /// cref="PathForm.AnyAngle"/> throw on hexagonal grids.
    /// </remarks>
    public enum CellLayout
    {
        // GridstarLayout of gridstar.h.

        /// <summary>Squares in rows and columns.</summary>
        Square = 0,

        /// <summary>Hexagons with a corner on top. Rows with an odd Y are shifted towards larger X.</summary>
        HexOddRows = 1,

        /// <summary>Hexagons with a corner on top. Rows with an even Y are shifted towards larger X.</summary>
        HexEvenRows = 2,

        /// <summary>Hexagons with a side on top. Columns with an odd X are shifted towards larger Y.</summary>
        HexOddColumns = 3,

        /// <summary>Hexagons with a side on top. Columns with an even X are shifted towards larger Y.</summary>
        HexEvenColumns = 4,
    }
}
