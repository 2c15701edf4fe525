namespace GridStar
{
    /// <summary>Meaning of a number, character or color of a <see cref="CellMap"/>'s source.</summary>
    public enum CellMark : byte
    {
        /// <summary>A walkable cell.</summary>
        Walkable = (byte)CellType.Walkable,

        /// <summary>An obstacle.</summary>
        Obstacle = (byte)CellType.Obstacle,

        /// <summary>The start of a path, on a walkable cell. At most one on a map.</summary>
        Start = 2,

        /// <summary>The goal of a path, on a walkable cell. At most one on a map.</summary>
        Goal = 3,
    }
}
