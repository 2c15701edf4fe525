using System.Collections.Generic;
using UnityEngine;

namespace GridStar.Tests
{
    /// <summary>Creates mirrored grids from maps. The center of cell (x, y) is at (x + 0.5, 0, y + 0.5).</summary>
    internal static class MirrorMap
    {
        /// <summary>A mask without layers, so that nothing in the open scene is an obstacle.</summary>
        internal static readonly LayerMask NoLayer = 0;

        internal static BaseGrid Create(AsciiMap map) => Fill(new BaseGrid(), map);

        internal static BaseGrid Create(params string[] rowsFromTheTop) => Create(new AsciiMap(rowsFromTheTop));

        internal static TGrid Fill<TGrid>(TGrid grid, AsciiMap map) where TGrid : BaseGrid
        {
            grid.Init(Vector3.zero, new Vector3(map.Width, 0f, map.Height), NoLayer);
            for (int x = 0; x < map.Width; x++)
            {
                for (int y = 0; y < map.Height; y++)
                {
                    if (!map.IsWalkable(x, y))
                    {
                        grid.grids[x, y].type = E_Node_Type.Obstacle;
                    }
                }
            }
            return grid;
        }

        internal static Vector3 At(int x, int y) => new Vector3(x + 0.5f, 0f, y + 0.5f);

        internal static Vector3 At(GridCell cell) => At(cell.X, cell.Y);

        internal static GridCell[] Cells(List<AStarNode> path)
        {
            GridCell[] cells = new GridCell[path.Count];
            for (int i = 0; i < cells.Length; i++)
            {
                cells[i] = new GridCell(path[i].gridX, path[i].gridY);
            }
            return cells;
        }
    }
}
