using System;
using UnityEngine;

namespace GridStar
{
    /// <summary>Positions beside a grid, where an object may have been pushed or spawned.</summary>
    internal static class GridEdge
    {
        /// <summary>
        /// Finds where an agent stands in the grid nearest to a position outside: at most one cell off the grid's edge.
        /// </summary>
        /// <returns>False for a position on the grid, or farther away.</returns>
        internal static bool TryGetCellBeside(
            this PathGrid grid, Vector3 position, int agentSize, out GridCell beside)
        {
            beside = default(GridCell);
            if (grid.TryGetCellAt(position, out GridCell cell) || cell.X < -1 || cell.Y < -1 || cell.X > grid.Width
                || cell.Y > grid.Height)
            {
                return false;
            }
            int reach = grid.Layout == CellLayout.Square ? agentSize : 1;
            GridCell anchor = grid.AnchorAt(position, agentSize);
            beside = new GridCell(Inside(anchor.X, grid.Width - reach), Inside(anchor.Y, grid.Height - reach));
            return true;
        }

        private static int Inside(int index, int last) => Math.Max(0, Math.Min(last, index));
    }
}
