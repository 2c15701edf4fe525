using UnityEngine;

namespace GridStar.Tests
{
    /// <summary>Fills the array of Init with its own nodes, without physics, as the original CreateGrid did.</summary>
    internal class OwnNodesGrid : BaseGrid
    {
        internal GridCell[] Obstacles = new GridCell[0];

        protected override void CreateGrid()
        {
            for (int i = 0; i < _gridCountX; i++)
            {
                for (int j = 0; j < _gridCountY; j++)
                {
                    Vector3 center = startPos + new Vector3(i * Extent + halfExtent, 0f, j * Extent + halfExtent);
                    grids[i, j] = new OwnNode(
                        i, j, center, IsObstacle(i, j) ? E_Node_Type.Obstacle : E_Node_Type.Walkable);
                }
            }
        }

        private bool IsObstacle(int x, int y) => System.Array.IndexOf(Obstacles, new GridCell(x, y)) >= 0;
    }

    internal sealed class OwnNode : AStarNode
    {
        internal OwnNode(int gridX, int gridY, Vector3 worldPos, E_Node_Type type) : base(gridX, gridY, worldPos, type)
        {
        }
    }
}
