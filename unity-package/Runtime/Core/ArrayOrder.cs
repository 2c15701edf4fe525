namespace GridStar
{
    /// <summary>Which index of a two-dimensional array of cells comes first.</summary>
    public enum ArrayOrder
    {
        /// <summary><c>array[x, y]</c>: the column first.</summary>
        XY = 0,

        /// <summary>
        /// <c>array[row, column]</c>, as source code writes an array down: each inner pair of braces is a row. The
        /// first row is row 0, the one with y = 0; <see cref="CellMap.FlipRows"/> makes it the top row.
        /// </summary>
        RowColumn = 1,
    }
}
