using System;

namespace GridStar
{
    /// <summary>
    /// Settings of one search. What is left at its default takes the settings of the grid, so that <c>default(PathQuery)</c> is a plain
    /// search.
    /// </summary>
    public struct PathQuery
    {
        /// <summary>When a diagonal step is allowed. Default: the grid's rule.</summary>
        public DiagonalRule DiagonalRule;

        /// <summary>Cost of a straight step: finite, above 0; or 0 in both costs for the grid's.</summary>
        public double StraightCost;

        /// <summary>Cost of a diagonal step: between one and two straight ones.</summary>
        public double DiagonalCost;

        /// <summary>How the cost that is left is estimated. Default: octile.</summary>
        public Heuristic Heuristic;

        /// <summary>
        /// The search gives up when it would expand more cells than this (<see cref="PathResult.Expansions"/>); 0: the grid's limit. Not
        /// negative.
        /// </summary>
        public int MaxExpansions;

        internal GridstarQueryDef ToDef()
        {
            if (MaxExpansions < 0)
            {
                throw new ArgumentOutOfRangeException("query", MaxExpansions, "MaxExpansions must not be negative.");
            }
            GridstarQueryDef def;
            def.struct_size = GridstarQueryDef.Size;
            def.diagonal_rule = unchecked((uint)DiagonalRule);
            def.straight_cost = StraightCost;
            def.diagonal_cost = DiagonalCost;
            def.heuristic = unchecked((uint)Heuristic);
            def.max_expansions = (uint)MaxExpansions;
            return def;
        }
    }
}
