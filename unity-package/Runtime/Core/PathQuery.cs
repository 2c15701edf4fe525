using System;

namespace GridStar
{
    /// <summary>
    /// Settings of one search. Fields left at their default take the grid's settings, so <c>default(PathQuery)</c> is a
    /// plain search.
    /// </summary>
    public struct PathQuery
    {
        /// <summary>When a diagonal step is allowed. Default: the grid's rule.</summary>
        public DiagonalRule DiagonalRule;

        /// <summary>Cost of a straight step: finite, above 0. If both costs are 0, the grid's costs count.</summary>
        public double StraightCost;

        /// <summary>Cost of a diagonal step: between one and two straight costs.</summary>
        public double DiagonalCost;

        /// <summary>Search algorithm: which cell is expanded next. Default: the grid's algorithm.</summary>
        public SearchOrder Order;

        /// <summary>How the remaining cost is estimated. Default: the grid's heuristic.</summary>
        public Heuristic Heuristic;

        /// <summary>
        /// Factor of the estimate in A*: from 1/131072 to 1024, rounded to the nearest multiple of 1/65536. 0, the
        /// default, takes the grid's weight. For no estimate at all, use <see cref="GridStar.Heuristic.Zero"/>.
        /// </summary>
        public double HeuristicWeight;

        /// <summary>
        /// Largest number of expanded cells of the search (<see cref="PathResult.Expansions"/>): at least 0. 0, the
        /// default, takes the grid's limit.
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
            def.profile = 0;
            def.agent_size = 0;
            def.flags = 0;
            return def;
        }
    }
}
