namespace GridStar
{
    /// <summary>
    /// The search algorithm: which reached cell is expanded next. g is the cost so far, h the estimate of the remaining
    /// cost (<see cref="Heuristic"/>). Ties go to the smaller h, then to the cell reached later. No cell is expanded
    /// twice.
    /// </summary>
    /// <remarks>
    /// <para>With A* and a weight of at most 1, paths are cheapest under every heuristic but Manhattan with diagonal
    /// steps. A weight w above 1 allows up to w times the cheapest cost. Manhattan with diagonal steps multiplies the
    /// bound by 2 * straight cost / diagonal cost.</para>
    /// <para>A* with octile and a weight of 1 or more uses the grid's engine. Everything else is searched by A* over
    /// cells.</para>
    /// </remarks>
    public enum SearchOrder
    {
        // GridstarOrder of gridstar.h.

        /// <summary>In the settings of a grid: A*. In a query: the grid's algorithm.</summary>
        Default = 0,

        /// <summary>A*: the smallest g + weight * h.</summary>
        AStar = 1,

        /// <summary>Dijkstra: the smallest g. The path is a cheapest one; the heuristic only breaks ties.</summary>
        Dijkstra = 2,

        /// <summary>
        /// Greedy best-first search: the smallest h. It expands few cells; the path is legal, but can cost far more
        /// than the cheapest one.
        /// </summary>
        GreedyBestFirst = 3,
    }
}
