namespace GridStar
{
    /// <summary>How a search estimates the cost that is left.</summary>
    public enum Heuristic
    {
        /// <summary>Octile.</summary>
        Default = 0,

        /// <summary>The exact cost on a grid without obstacles. Paths are cheapest.</summary>
        Octile = 1,

        /// <summary>
        /// Straight steps only. Where diagonal steps are allowed it overestimates: fewer cells are expanded, and the path can cost
        /// more than the cheapest one.
        /// </summary>
        Manhattan = 2,
    }
}
