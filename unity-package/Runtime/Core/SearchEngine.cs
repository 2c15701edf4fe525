namespace GridStar
{
    /// <summary>
    /// What answers the queries of a grid. All find paths of the same cost; which one of several equally cheap paths comes back can
    /// differ.
    /// </summary>
    public enum SearchEngine
    {
        /// <summary>
        /// The grid chooses by each query alone, never by time or threads: jump points, and A* where these don't hold. Of a result:
        /// nothing had to be searched.
        /// </summary>
        Auto = 0,

        /// <summary>A* over cells. Takes the least memory.</summary>
        AStar = 1,

        /// <summary>
        /// A* over jump points, which edits keep current: 2.5 bytes a cell for each diagonal rule in use, 2 for BothFree and 1 for
        /// Never. A* over cells answers what they don't hold for: queries with another order, heuristic or weight than the default ones, those under
        /// <see cref="DiagonalRule.Always"/> with a diagonal cost of two straight ones, and paths of more than about 500,000 steps.
        /// </summary>
        JumpPoints = 2,

        /// <summary>
        /// Jump points, with estimates by eight landmarks: 16 bytes a cell more, for grids of at most 2^26 cells. Two to four
        /// times as fast where they hold: not for queries under a rule with more steps than the grid's, with cheaper diagonal
        /// steps, or from a start that is an obstacle. They are measured by the first search, or by <see cref="PathGrid.Prepare"/>.
        /// </summary>
        Landmarks = 3,
    }
}
