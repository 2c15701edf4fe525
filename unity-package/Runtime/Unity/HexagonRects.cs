using System;
using UnityEngine;

namespace GridStar
{
    /// <summary>
    /// Hexagons that bounds in the world cover. On a turned grid, those under the smallest box along the grid's axes
    /// around the bounds.
    /// </summary>
    internal static class HexagonRects
    {
        /// <summary>How far bounds may reach into a hexagon without covering it, as a share of it.</summary>
        private const float Tolerance = 0.01f;

        /// <summary>
        /// Finds a rectangle for each row or column of hexagons, and returns their number. The hexagon under the middle
        /// of the bounds is always covered.
        /// </summary>
        internal static int Under(PathGrid grid, Bounds bounds, ref CellRect[] rects)
        {
            bool inColumns = grid.Layout.ShiftsColumns();
            GridFrame frame = new GridFrame(grid);
            Vector2 center = frame.ToCells(bounds.center - frame.Origin);
            Vector2 reach = frame.ReachInCells((bounds.max - bounds.min) / 2f);
            grid.TryGetCellAt(bounds.center, out GridCell own);
            // Across the lines, and along them.
            float across = inColumns ? center.x : center.y;
            float along = inColumns ? center.y : center.x;
            float reachAcross = inColumns ? reach.x : reach.y;
            float reachAlong = inColumns ? reach.y : reach.x;
            int ownLine = inColumns ? own.X : own.Y;
            int ownPlace = inColumns ? own.Y : own.X;
            int lines = inColumns ? grid.Width : grid.Height;
            int places = inColumns ? grid.Height : grid.Width;
            // Corners reach a sixth into the lines beside.
            int first = Math.Max(0, Math.Min(ownLine, CellRects.CellAt(across - reachAcross - 1f / 6f)));
            int last = Math.Min(lines - 1, Math.Max(ownLine, CellRects.CellAt(across + reachAcross + 1f / 6f)));
            int count = 0;
            for (int line = first; line <= last; line++)
            {
                float beyond = Math.Max(0f, Math.Abs(line + 0.5f - across) - reachAcross);
                // Farther from its middle than a third of the distance of lines, a hexagon becomes narrower.
                float half = Math.Min(0.5f, 1f - 1.5f * beyond) - Tolerance;
                bool isShifted = grid.Layout.IsShifted(inColumns ? line : 0, inColumns ? 0 : line);
                float middle = along - (isShifted ? 1f : 0.5f);
                int low = half > 0f ? CellRects.CellAt(middle - reachAlong - half) + 1 : int.MaxValue;
                int high = half > 0f ? -CellRects.CellAt(-(middle + reachAlong + half)) - 1 : int.MinValue;
                if (line == ownLine)
                {
                    low = Math.Min(low, ownPlace);
                    high = Math.Max(high, ownPlace);
                }
                low = Math.Max(0, low);
                high = Math.Min(high, places - 1);
                if (low > high)
                {
                    continue;
                }
                if (count == rects.Length)
                {
                    Array.Resize(ref rects, 2 * count);
                }
                rects[count] = inColumns
                    ? new CellRect(line, low, 1, high - low + 1)
                    : new CellRect(low, line, high - low + 1, 1);
                count++;
            }
            return count;
        }
    }
}
