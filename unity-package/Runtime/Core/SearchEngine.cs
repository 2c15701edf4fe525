namespace GridStar
{
    /// <summary>
    /// The engine that answers the queries of a grid. All engines find paths of the same cost, but may pick different
    /// ones of several equally cheap paths.
    /// </summary>
    public enum SearchEngine
    {
        // GridstarEngine of gridstar.h.

        /// <summary>
        /// The grid chooses for each query: jump points, or A* where jump points don't apply. The choice never depends
        /// on time or on earlier queries. In a result: no search was needed.
        /// </summary>
        /// <remarks>
        /// For a profile with different costs, the grid searches over cells. It derives nothing that takes longer than
        /// a search, and uses what was prepared: jump points answer after <see cref="PathGrid.Prepare(PathQuery)"/>.
        /// </remarks>
        Auto = 0,

        /// <summary>A* over cells. Takes the least memory.</summary>
        AStar = 1,

        /// <summary>
        /// A* over jump points, which edits keep current. For each diagonal rule in use they take 2.5 bytes a cell
        /// (BothFree: 2, Never: 1).
        /// </summary>
        /// <remarks>
        /// A* over cells answers the queries that jump points can't: another algorithm or heuristic than the default;
        /// a weight below 1; penalties; <see cref="DiagonalRule.Always"/> with a diagonal cost of two straight costs;
        /// paths of more than about 500,000 straight steps, if the ratio of the costs has a large denominator (not with
        /// 1 and 1.4).
        /// </remarks>
        JumpPoints = 2,

        /// <summary>
        /// Jump points plus estimates from eight landmarks, which expand fewer cells. They take 16 more bytes a cell,
        /// on grids of at most 2^26 cells. The first search or <see cref="PathGrid.Prepare"/> measures the landmarks.
        /// </summary>
        /// <remarks>
        /// Jump points alone answer queries under a rule with more steps than the grid's, with cheaper diagonal steps,
        /// or from a start that is an obstacle. They also answer all queries while edits have left the landmarks
        /// unusable.
        /// </remarks>
        Landmarks = 3,

        /// <summary>
        /// Only in results: the search that answers queries with <see cref="PathForm.AnyAngle"/>, whatever the grid's
        /// engine is. A grid can't have this engine.
        /// </summary>
        AnyAngle = 4,
    }
}
