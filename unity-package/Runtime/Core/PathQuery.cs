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
        /// default, takes the grid's weight. A weight w above 1 finds a path that costs at most w times as much as an
        /// optimal one, on large maps much sooner; <see cref="PathResult.Bound"/> tells how far it can be from optimal.
        /// For no estimate at all, use <see cref="GridStar.Heuristic.Zero"/>.
        /// </summary>
        public double HeuristicWeight;

        /// <summary>
        /// Largest number of expanded cells of the search (<see cref="PathResult.Expansions"/>): at least 0. 0, the
        /// default, takes the grid's limit.
        /// </summary>
        public int MaxExpansions;

        /// <summary>
        /// Costs of cells by their types. Null, the default: obstacles are blocked, and every other type
        /// costs 1.
        /// </summary>
        public TraversalProfile Profile;

        /// <summary>
        /// How many cells the agent is wide and high: at most <see cref="PathGrid.MaxAgentSize"/>. 0, the default,
        /// means 1. Start, goal and path are the agent's lowest cells. The agent stands where it covers no blocked
        /// cell, and pays the largest cost and the largest penalty that it covers.
        /// </summary>
        public int AgentSize;

        /// <summary>Whether the grid's penalties cost nothing. Default: false.</summary>
        public bool IgnorePenalties;

        /// <summary>
        /// The most that the path may cost, on the scale of the query's costs: finite, above 0. A search that finds no
        /// such path ends early, with <see cref="PathReason.CostLimitReached"/>. Rounding does not count against a
        /// path: it may cost up to one millionth more, so that a limit may be a float or a sum, and more by the factor
        /// by which the diagonal cost or a cost of the profile was rounded up. 0, the default, is no limit.
        /// </summary>
        public double MaxCost;

        /// <summary>
        /// Whether a goal that can't be reached, is blocked or lies outside the grid is answered with a cheapest path
        /// to the reachable cell nearest to it, and <see cref="PathReason.PartialPath"/>. Through
        /// <see cref="PathFloors"/> it leads to the nearest reachable cell of the goal's floor; if there is none, to
        /// or near the end of a link that leads towards that floor by the fewest links, closed ones too. Default:
        /// false. A <see cref="SearchStepper"/> accepts only false.
        /// </summary>
        public bool AllowPartial;

        /// <summary>
        /// Whether a path from a blocked start first leaves the obstacle: over blocked cells to the walkable cell that
        /// is the least way off and from which the goal can be reached, then on an optimal path. Default: false: the
        /// start needs a walkable neighbor. A <see cref="SearchStepper"/>, <see cref="PathReservations"/> and
        /// <see cref="PathForm.AnyAngle"/> accept only false.
        /// </summary>
        /// <remarks>
        /// Steps of the way out go to a neighbor, diagonally too unless the rule is <see
        /// cref="GridStar.DiagonalRule.Never"/>, whatever lies beside them. They cost their lengths alone, and count in
        /// <see cref="PathResult.Cost"/>. If no walkable cell leads to the goal, a partial path leaves by the nearest
        /// one.
        /// </remarks>
        public bool LeaveBlocked;

        /// <summary>
        /// Which cells of the path <c>FindPath</c> and <c>TracePath</c> of a <see cref="PathGrid"/> write. Default:
        /// every cell. A <see cref="SearchStepper"/> accepts no other form, and <see cref="PathFloors"/> all but
        /// <see cref="PathForm.AnyAngle"/>: there both ends of each link are points of the path. Calls that write no
        /// path accept all.
        /// </summary>
        public PathForm Form;

        /// <summary>
        /// At most this many cells of a path are written, the first ones. <see cref="PathResult.Cost"/> stays that of
        /// the whole path, which these cells begin. For agents on long ways, which search again before they have gone
        /// that far. Default: 0, all cells. Only for <see cref="PathForm.Cells"/> and <see cref="PathForm.WayPoints"/>.
        /// A <see cref="SearchStepper"/> accepts only 0.
        /// </summary>
        public int MaxCells;

        /// <summary>
        /// A cover of the grid that the search leaves out: where it alone covers a cell, the cell is as the map says.
        /// For an agent with a cover of its own, such as that of its <c>PathObstacle</c>, which would block itself.
        /// Null, the default, or a disposed one: none. Through <see cref="PathFloors"/> it counts on the floors of its
        /// grid. <see cref="PathReservations"/> accept only null.
        /// </summary>
        public PathCover Without;

        /// <summary>
        /// The def for a native call. After the call, use <see cref="ThrowIfMistake"/>: it keeps the profile from the
        /// finalizer until then.
        /// </summary>
        internal GridstarQueryDef ToDef()
        {
            if (MaxExpansions < 0)
            {
                throw new ArgumentOutOfRangeException("query", MaxExpansions, "MaxExpansions must not be negative.");
            }
            if (MaxCells < 0)
            {
                throw new ArgumentOutOfRangeException("query", MaxCells, "MaxCells must not be negative.");
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
            def.profile = Profile == null ? 0 : Profile.Id;
            // A negative size becomes a large one, which the native side refuses.
            def.agent_size = unchecked((uint)AgentSize);
            def.flags = (IgnorePenalties ? (uint)NativeConstants.QueryIgnorePenalties : 0)
                | (AllowPartial ? (uint)NativeConstants.QueryPartialPath : 0)
                | (LeaveBlocked ? (uint)NativeConstants.QueryLeaveBlocked : 0);
            def.max_cost = MaxCost;
            def.path_form = unchecked((uint)Form);
            def.max_cells = (uint)MaxCells;
            def.without_cover = Without == null ? 0 : Without.Id;
            return def;
        }

        /// <summary>Number of changes of the profile so far; 0 without a profile.</summary>
        internal int ProfileRevision => Profile == null ? 0 : Profile.Revision;

        /// <summary>The query for one of several floors: a cover of another grid is nothing there.</summary>
        internal PathQuery On(PathGrid grid)
        {
            PathQuery query = this;
            query.Without = Without != null && Without.Grid == grid ? Without : null;
            return query;
        }

        /// <summary>Whether a search with the other query would be the same search.</summary>
        internal bool HasSameSettings(ref PathQuery other) => DiagonalRule == other.DiagonalRule
            && StraightCost.Equals(other.StraightCost)
            && DiagonalCost.Equals(other.DiagonalCost)
            && Order == other.Order
            && Heuristic == other.Heuristic
            && HeuristicWeight.Equals(other.HeuristicWeight)
            && MaxExpansions == other.MaxExpansions
            && ReferenceEquals(Profile, other.Profile)
            && AgentSize == other.AgentSize
            && IgnorePenalties == other.IgnorePenalties
            && MaxCost.Equals(other.MaxCost)
            && AllowPartial == other.AllowPartial
            && LeaveBlocked == other.LeaveBlocked
            && Form == other.Form
            && MaxCells == other.MaxCells
            && ReferenceEquals(Without, other.Without);

        /// <summary>Throws if the status of a call with this query is negative.</summary>
        internal void ThrowIfMistake(int status)
        {
            GC.KeepAlive(Profile);
            if (status == (int)NativeStatus.BadAgentSize)
            {
                throw NativeErrors.Create(status, "query", "AgentSize " + AgentSize);
            }
            if (status == (int)NativeStatus.BadCostLimit)
            {
                throw NativeErrors.Create(status, "query", "MaxCost " + MaxCost);
            }
            NativeErrors.ThrowIfMistake(status, "query");
        }
    }
}
