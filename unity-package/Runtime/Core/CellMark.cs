namespace GridStar
{
    /// <summary>What a number, character or color stands for in the source of a <see cref="CellMap"/>.</summary>
    public enum CellMark : byte
    {
        /// <summary>A cell that can be entered.</summary>
        Walkable = 0,

        /// <summary>A cell that can't.</summary>
        Obstacle = 1,

        /// <summary>Where a path begins; walkable. At most one on a map.</summary>
        Start = 2,

        /// <summary>Where a path ends; walkable. At most one on a map.</summary>
        Goal = 3,
    }
}
