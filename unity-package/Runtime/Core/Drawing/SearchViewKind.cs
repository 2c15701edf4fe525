namespace GridStar
{
    /// <summary>What a cell of a <see cref="SearchView"/> is shown as. Where several hold, the one that is further down here counts.</summary>
    public enum SearchViewKind
    {
        /// <summary>A cell that the search has not reached.</summary>
        Walkable = 0,

        /// <summary>It waits to be expanded.</summary>
        Open = 1,

        /// <summary>It was expanded.</summary>
        Closed = 2,

        /// <summary>The last step expanded it.</summary>
        Expanded = 3,

        /// <summary>The last step reached it for the first time.</summary>
        Added = 4,

        /// <summary>The last step found a cheaper way to it.</summary>
        Improved = 5,

        /// <summary>A cell of the path, once it is laid.</summary>
        Path = 6,

        /// <summary>An obstacle.</summary>
        Obstacle = 7,

        /// <summary>The goal.</summary>
        Goal = 8,

        /// <summary>The start.</summary>
        Start = 9,
    }
}
