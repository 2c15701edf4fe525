namespace GridStar
{
    /// <summary>What a node's cell is.</summary>
    public enum E_Node_Type
    {
        /// <summary>Can be entered.</summary>
        Walkable,

        /// <summary>Can't be entered. A search may start on it and leave it.</summary>
        Obstacle,
    }

    /// <summary>The one place where node types and cell types become each other.</summary>
    internal static class NodeTypeConversion
    {
        internal static CellType ToCellType(this E_Node_Type type)
        {
            return type == E_Node_Type.Obstacle ? CellType.Obstacle : CellType.Walkable;
        }

        internal static E_Node_Type ToNodeType(this CellType type)
        {
            return type == CellType.Obstacle ? E_Node_Type.Obstacle : E_Node_Type.Walkable;
        }
    }
}
