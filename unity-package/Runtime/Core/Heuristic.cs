namespace GridStar
{
    /// <summary>How a search estimates the cost that is left.</summary>
    public enum Heuristic
    {
        /// <summary>In the settings of a grid: octile. In a query: the heuristic of the grid.</summary>
        Default = 0,

        /// <summary>The exact cost on a grid without obstacles. Paths are cheapest.</summary>
        Octile = 1,

        /// <summary>
        /// Straight steps only. Where diagonal steps are allowed it overestimates: fewer cells are expanded, and the path can cost
        /// more than the cheapest one.
        /// </summary>
        Manhattan = 2,

        /// <summary>
        /// The distance as the crow flies, times the smaller one of the straight cost and the diagonal cost / sqrt(2), so that it never
        /// overestimates. Paths are cheapest; more cells are expanded than by octile.
        /// </summary>
        Euclidean = 3,

        /// <summary>
        /// The straight cost times the columns or rows that are left, whichever are more. Paths are cheapest; more cells are expanded than
        /// by octile.
        /// </summary>
        Chebyshev = 4,

        /// <summary>Nothing. Paths are cheapest; the search knows nothing of the goal until it is there.</summary>
        Zero = 5,
    }
}
