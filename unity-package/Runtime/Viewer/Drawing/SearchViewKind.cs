namespace GridStar
{
    /// <summary>
    /// Kind as which a cell of a <see cref="SearchView"/> is shown. If several kinds apply, the last one listed here
    /// wins. </summary>
    public enum SearchViewKind
    {
        /// <summary>
        /// A walkable cell that the search has not reached. Its type decides its color; see
        /// <see cref="SearchPalette.GetColor"/>.
        /// </summary>
        Walkable = 0,

        /// <summary>A cell on the open list: it waits to be expanded.</summary>
        Open = 1,

        /// <summary>A cell on the closed list: it was expanded.</summary>
        Closed = 2,

        /// <summary>The cell that the last step expanded.</summary>
        Expanded = 3,

        /// <summary>A cell that the last step reached for the first time.</summary>
        Added = 4,

        /// <summary>An open cell to which the last step found a cheaper way.</summary>
        Improved = 5,

        /// <summary>A cell of the laid part of the path.</summary>
        Path = 6,

        /// <summary>An obstacle.</summary>
        Obstacle = 7,

        /// <summary>The goal.</summary>
        Goal = 8,

        /// <summary>The start.</summary>
        Start = 9,
    }
}
