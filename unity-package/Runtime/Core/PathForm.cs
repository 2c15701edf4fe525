namespace GridStar
{
    /// <summary>
    /// Which cells a search writes as the path. A cell sees another if <see cref="PathGrid.HasLineOfSight(GridCell,
    /// GridCell, PathQuery)"/> says so.
    /// </summary>
    public enum PathForm
    {
        // GridstarPathForm of gridstar.h.

        /// <summary><see cref="Cells"/>.</summary>
        Default = 0,

        /// <summary>Each cell of the path.</summary>
        Cells = 1,

        /// <summary>
        /// The start, the cells at which the path turns, and the goal. Between them the path goes straight or
        /// diagonally.
        /// </summary>
        WayPoints = 2,

        /// <summary>
        /// The points of a string that is pulled tight along the path: each point sees the next one, and the string is
        /// never longer than the path. Lines replace parts of the path only over ground that costs the same
        /// everywhere. <see cref="PathResult.Cost"/> is the length of the lines in cells, times what the cells cost,
        /// times the straight cost.
        /// </summary>
        Straightened = 3,

        /// <summary>
        /// The points of an optimal path of straight lines at any angle, which another search finds over ground that
        /// costs the same everywhere. <see cref="PathResult.Cost"/> is the length of the lines in cells, times what the
        /// cells cost, times the straight cost.
        /// </summary>
        /// <remarks>
        /// Each point sees the next one, but a blocked start is left by a step. From a walkable start, and without
        /// walls between cells, no straightened path is shorter. A query throws <see
        /// cref="System.ArgumentException"/> if its rule is <see cref="DiagonalRule.Never"/>, its order is not A*, its
        /// weight is not 1, or cells cost differently, by the profile or by penalties.
        /// </remarks>
        AnyAngle = 4,
    }

    internal static class PathForms
    {
        /// <summary>Whether cells of a path of this form need not be neighbors.</summary>
        internal static bool HasGaps(this PathForm form) => form != PathForm.Default && form != PathForm.Cells;
    }
}
