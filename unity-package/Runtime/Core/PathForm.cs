namespace GridStar
{
    /// <summary>Which cells a search writes as the path.</summary>
    public enum PathForm
    {
        /// <summary><see cref="Cells"/>.</summary>
        Default = 0,

        /// <summary>Each cell that the path enters.</summary>
        Cells = 1,

        /// <summary>The start, the cells at which the path turns, and the goal.</summary>
        WayPoints = 2,

        /// <summary>A string pulled tight along the path: consecutive points see each other.</summary>
        Straightened = 3,

        /// <summary>An optimal path of straight lines at any angle.</summary>
        AnyAngle = 4,
    }
}
