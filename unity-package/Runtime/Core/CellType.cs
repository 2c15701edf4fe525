namespace GridStar
{
    /// <summary>
    /// The type of a cell: any number from 0 to 255, the byte in buffers of one byte a cell. 0 is walkable, 1 is an
    /// obstacle, and 2 to 255 are the game's own types, such as grass, road, water or the doors of a team.
    /// </summary>
    /// <remarks>
    /// Every type except <see cref="Obstacle"/> is walkable and costs the same, unless a <see cref="TraversalProfile"/>
    /// says otherwise. Write <c>(CellType)5</c>, or a constant of your own. <see cref="CellTypeNames"/> gives types
    /// names, <c>SearchPalette</c> gives them colors.
    /// </remarks>
    public enum CellType : byte
    {
        // GridstarCellType of gridstar.h.

        /// <summary>Paths may enter the cell.</summary>
        Walkable = 0,

        /// <summary>Paths may not enter the cell. A path may start on it and leave it.</summary>
        Obstacle = 1,
    }
}
