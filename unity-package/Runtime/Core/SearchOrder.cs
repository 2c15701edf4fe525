namespace GridStar
{
    /// <summary>
    /// Which of the cells that a search has reached it expands next. Of equal ones the one with the smaller h comes first, then the one
    /// that was reached later. g is the cost so far, h the estimate of what is left (<see cref="Heuristic"/>). No cell is expanded twice.
    /// </summary>
    /// <remarks>
    /// With A* and a heuristic that never overestimates (all but Manhattan with diagonal steps) the path is a cheapest one up to a weight
    /// of 1, and at most w times as dear with a weight of w above 1. Manhattan with diagonal steps multiplies that by
    /// 2 * straight cost / diagonal cost. All but A* with octile and a weight of 1 is searched by A* over cells.
    /// </remarks>
    public enum SearchOrder
    {
        /// <summary>In the settings of a grid: A*. In a query: the order of the grid.</summary>
        Default = 0,

        /// <summary>The smallest g + weight * h.</summary>
        AStar = 1,

        /// <summary>The smallest g. The path is a cheapest one; the heuristic only breaks ties.</summary>
        Dijkstra = 2,

        /// <summary>The smallest h. Few cells are expanded; the path is a legal one, and can be far from the cheapest.</summary>
        GreedyBestFirst = 3,
    }
}
