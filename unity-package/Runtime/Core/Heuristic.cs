namespace GridStar
{
    /// <summary>
    /// How a search estimates the remaining cost to the goal. "Cheapest" in this list means with
    /// <see cref="SearchOrder.AStar"/> and a weight of at most 1.
    /// </summary>
    public enum Heuristic
    {
        // GridstarHeuristic of gridstar.h.

        /// <summary>In the settings of a grid: <see cref="Octile"/>. In a query: the grid's heuristic.</summary>
        Default = 0,

        /// <summary>The exact cost on a grid without obstacles. Paths are cheapest.</summary>
        Octile = 1,

        /// <summary>
        /// The cost by straight steps only. If diagonal steps are allowed, it overestimates: fewer cells are expanded,
        /// and the path can cost more than the cheapest one.
        /// </summary>
        Manhattan = 2,

        /// <summary>
        /// The straight-line distance, times the smaller of the straight cost and the diagonal cost / sqrt(2), so that
        /// it never overestimates. Paths are cheapest; the search expands more cells than with octile.
        /// </summary>
        Euclidean = 3,

        /// <summary>
        /// The straight cost times the larger of the remaining columns and rows. Paths are cheapest; the search expands
        /// more cells than with octile.
        /// </summary>
        Chebyshev = 4,

        /// <summary>0 everywhere. Paths are cheapest; the goal does not guide the search.</summary>
        Zero = 5,
    }
}
