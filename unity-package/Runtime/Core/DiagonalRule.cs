namespace GridStar
{
    /// <summary>
    /// When a diagonal step is allowed. The rule looks at the two cells beside the step, one on each side. The step's
    /// target must always be walkable.
    /// </summary>
    public enum DiagonalRule
    {
        // GridstarDiagonalRule of gridstar.h.

        /// <summary>
        /// In the settings of a grid: <see cref="BothFree"/>, or <see cref="Hex"/> for hexagons. In a query: the grid's
        /// rule.
        /// </summary>
        Default = 0,

        /// <summary>Always, even between two obstacles.</summary>
        Always = 1,

        /// <summary>If at most one of the two cells is an obstacle.</summary>
        AtMostOneBlocked = 2,

        /// <summary>If both cells are walkable, so that no path cuts a corner.</summary>
        BothFree = 3,

        /// <summary>Never: each cell has four neighbors.</summary>
        Never = 4,

        /// <summary>The only rule of hexagonal grids: each cell has six neighbors.</summary>
        Hex = 5,
    }
}
