namespace GridStar
{
    /// <summary>
    /// When a diagonal step is allowed, by the two cells that lie straight beside it. Its target must always be walkable.
    /// </summary>
    public enum DiagonalRule
    {
        /// <summary>In the settings of a grid: always. In a query: the rule of the grid.</summary>
        Default = 0,

        /// <summary>Always, also between two obstacles.</summary>
        Always = 1,

        /// <summary>When at most one of the two straight cells is an obstacle.</summary>
        AtMostOneBlocked = 2,

        /// <summary>Only when both straight cells are walkable, so that no corner is cut.</summary>
        BothFree = 3,

        /// <summary>Never: four neighbors.</summary>
        Never = 4,
    }
}
