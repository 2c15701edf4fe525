namespace GridStar
{
    /// <summary>What the two indices of an array of cells are.</summary>
    public enum ArrayOrder
    {
        /// <summary><c>array[x, y]</c>: the column first.</summary>
        XY = 0,

        /// <summary>
        /// <c>array[row, column]</c>, as an array is written down in source code: each inner pair of braces is a row, and the first of
        /// them row 0, that with y = 0. <see cref="CellMap.FlipRows"/> makes it the top one.
        /// </summary>
        RowColumn = 1,
    }
}
