namespace GridStar
{
    /// <summary>
    /// What answers the queries of a grid. All engines find paths of the same cost, but may pick different ones of
    /// several equally cheap paths.
    /// </summary>
    public enum SearchEngine
    {
        /// <summary>
        /// The grid chooses for each query: jump points, or A* where jump points don't apply. The choice never depends
        /// on time or threads. In a result: no search was needed.
        /// </summary>
        Auto = 0,

        /// <summary>A* over cells. Takes the least memory.</summary>
        AStar = 1,

        /// <summary>
        /// A* over jump points, which edits keep current. They take 2.5 bytes a cell for each diagonal rule in use, 2
        /// for BothFree and 1 for Never. A* over cells answers the queries that jump points can't: another algorithm,
        /// heuristic or weight than the default; <see cref="DiagonalRule.Always"/> with a diagonal cost of two straight
        /// costs; paths of more than about 500,000 steps.
        /// </summary>
        JumpPoints = 2,

        /// <summary>
        /// Jump points plus estimates from eight landmarks, which expand fewer cells. They take 16 more bytes a cell,
        /// on grids of at most 2^26 cells. Jump points alone answer queries under a rule with more steps than the
        /// grid's, with cheaper diagonal steps, or from a start that is an obstacle. The first search or
        /// <see cref="PathGrid.Prepare"/> measures the landmarks.
        /// </summary>
        Landmarks = 3,
    }
}
