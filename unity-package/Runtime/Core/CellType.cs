namespace GridStar
{
    /// <summary>The type of a cell. Its number is the byte in buffers of one byte a cell.</summary>
    public enum CellType : byte
    {
        /// <summary>Paths may enter the cell.</summary>
        Walkable = 0,

        /// <summary>Paths may not enter the cell. A path may start on it and leave it.</summary>
        Obstacle = 1,
    }
}
