namespace GridStar
{
    /// <summary>What a cell is; also the bytes of buffers that hold one byte a cell.</summary>
    public enum CellType : byte
    {
        /// <summary>Can be entered.</summary>
        Walkable = 0,

        /// <summary>Can't be entered. A search may start on it and leave it.</summary>
        Obstacle = 1,
    }
}
