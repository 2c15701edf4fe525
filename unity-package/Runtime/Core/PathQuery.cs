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

        /// <summary>Which cell is expanded next. Default: the grid's order.</summary>
        public SearchOrder Order;

        /// <summary>How the cost that is left is estimated. Default: the grid's heuristic.</summary>
        public Heuristic Heuristic;

        /// <summary>
        /// By what the estimate is multiplied in the order A*: from 1/131072 to 1024; or 0 for the grid's weight. It is
        /// rounded to the nearest multiple of 1/65536. For a weight of nothing take <see
        /// cref="GridStar.Heuristic.Zero"/>.
        /// </summary>
        public double HeuristicWeight;

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
            def.order = unchecked((uint)Order);
            def.reserved = 0;
            def.heuristic_weight = HeuristicWeight;
            return def;
        }
    }
}
