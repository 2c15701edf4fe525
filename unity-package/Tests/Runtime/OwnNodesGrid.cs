using UnityEngine;

namespace GridStar.Tests
{
    /// <summary>
    /// Fills the array that Init has made with nodes of its own, as the body of the original CreateGrid did, without
    /// asking the physics.
    /// </summary>
    internal class OwnNodesGrid : BaseGrid
    {
        /// <summary>Cells that are made as obstacles.</summary>
        internal GridCell[] Obstacles = new GridCell[0];

        protected override void CreateGrid()
        {
            for (int i = 0; i < _gridCountX; i++)
            {
                for (int j = 0; j < _gridCountY; j++)
                {
                    Vector3 center = startPos + new Vector3(i * Extent + halfExtent, 0f, j * Extent + halfExtent);
                    grids[i, j] = new OwnNode(i, j, center, IsObstacle(i, j) ? E_Node_Type.Obstacle : E_Node_Type.Walkable);
                }
            }
        }

        private bool IsObstacle(int x, int y)
        {
            return System.Array.IndexOf(Obstacles, new GridCell(x, y)) >= 0;
        }
    }

    /// <summary>A node of a type of the script's own.</summary>
    internal sealed class OwnNode : AStarNode
    {
        internal OwnNode(int gridX, int gridY, Vector3 worldPos, E_Node_Type type) : base(gridX, gridY, worldPos, type)
        {
        }
    }
}
