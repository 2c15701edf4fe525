namespace GridStar
{
    /// <summary>
    /// Whether a node's cell is walkable. Every <see cref="CellType"/> except Obstacle is walkable; see
    /// <see cref="BaseGrid.GetCellType"/> for the type itself.
    /// </summary>
    public enum E_Node_Type
    {
        /// <summary>Paths may enter the cell.</summary>
        Walkable,

        /// <summary>Paths may not enter the cell. A path may start on it and leave it.</summary>
        Obstacle,
    }

    /// <summary>Converts between node types and cell types. No other code does.</summary>
    internal static class NodeTypeConversion
    {
        internal static CellType ToCellType(this E_Node_Type type)
            => type == E_Node_Type.Obstacle ? CellType.Obstacle : CellType.Walkable;

        internal static E_Node_Type ToNodeType(this CellType type)
            => type == CellType.Obstacle ? E_Node_Type.Obstacle : E_Node_Type.Walkable;
    }
}
