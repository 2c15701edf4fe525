namespace GridStar
{
    /// <summary>
    /// Which cells a search writes as the path. A cell sees another if <see cref="PathGrid.HasLineOfSight(GridCell,
    /// GridCell, PathQuery)"/> says so.
    /// </summary>
    public enum PathForm
    {
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
        /// An optimal path of straight lines at any angle. No search of this version finds it: it throws <see
        /// cref="System.ArgumentException"/>.
        /// </summary>
        AnyAngle = 4,
    }
}
