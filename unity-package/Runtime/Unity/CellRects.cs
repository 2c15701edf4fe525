using System;
using UnityEngine;

namespace GridStar
{
    /// <summary>Rectangles of cells that bounds in the world cover.</summary>
    internal static class CellRects
    {
        /// <summary>How far bounds may reach into a cell without covering it, as a share of the cell.</summary>
        private const float Tolerance = 0.01f;

        /// <summary>Number of cells.</summary>
        internal static int Count(this CellRect rect) => rect.Width * rect.Height;

        /// <summary>Whether the rectangle has no cells.</summary>
        internal static bool IsEmpty(this CellRect rect) => rect.Width == 0;

        /// <summary>All cells of a map.</summary>
        internal static CellRect All(CellMap map) => new CellRect(0, 0, map.Width, map.Height);

        /// <summary>
        /// The cells of a grid of squares under bounds. Bounds that reach into a cell by less than a hundredth of it
        /// don't cover it, but the cell of their center is covered.
        /// </summary>
        internal static CellRect Under(PathGrid grid, Bounds bounds)
        {
            if (grid.IsTurned)
            {
                return Within(grid, bounds, Vector3.zero, -Tolerance);
            }
            Vector3 inset = Vector3.one * (Tolerance * grid.CellSize);
            Vector3 low = Vector3.Min(bounds.min + inset, bounds.center);
            Vector3 high = Vector3.Max(bounds.max - inset, bounds.center);
            return Between(grid, low, high);
        }

        /// <summary>
        /// The cells of a grid under bounds, as rectangles: of hexagons, one for each row or column. Returns the number
        /// of rectangles, for which the array grows if need be.
        /// </summary>
        internal static int Under(PathGrid grid, Bounds bounds, ref CellRect[] rects)
        {
            if (grid.Layout != CellLayout.Square)
            {
                return HexagonRects.Under(grid, bounds, ref rects);
            }
            rects[0] = Under(grid, bounds);
            return 1;
        }

        /// <summary>The cells of a grid that bounds touch, if the bounds grow by a distance to all sides.</summary>
        internal static CellRect Around(PathGrid grid, Bounds bounds, float distance)
        {
            if (grid.IsTurned)
            {
                // Hexagons reach into the lines beside, and half of the lines are shifted.
                float beyond = grid.Layout == CellLayout.Square ? Tolerance : 0.5f + Tolerance;
                return Within(grid, bounds, Vector3.one * distance, beyond);
            }
            Vector3 grown = Vector3.one * (distance + Tolerance * grid.CellSize);
            return Between(grid, bounds.min - grown, bounds.max + grown);
        }

        /// <summary>The cells that lie in both.</summary>
        internal static CellRect Within(this CellRect rect, CellRect other)
        {
            int x = Math.Max(rect.X, other.X);
            int y = Math.Max(rect.Y, other.Y);
            int right = Math.Min(rect.X + rect.Width, other.X + other.Width);
            int top = Math.Min(rect.Y + rect.Height, other.Y + other.Height);
            return x < right && y < top ? new CellRect(x, y, right - x, top - y) : default(CellRect);
        }

        /// <summary>The smallest rectangle around both. Neither is empty.</summary>
        internal static CellRect Joined(this CellRect rect, CellRect other)
        {
            int x = Math.Min(rect.X, other.X);
            int y = Math.Min(rect.Y, other.Y);
            int right = Math.Max(rect.X + rect.Width, other.X + other.Width);
            int top = Math.Max(rect.Y + rect.Height, other.Y + other.Height);
            return new CellRect(x, y, right - x, top - y);
        }

        /// <summary>
        /// On a turned grid: the smallest rectangle around the cells that bounds cover, which always has the cell of
        /// their center.
        /// </summary>
        /// <param name="grown">How far the bounds grow, in world units.</param>
        /// <param name="tolerance">How far the rectangle grows, in cells.</param>
        private static CellRect Within(PathGrid grid, Bounds bounds, Vector3 grown, float tolerance)
        {
            GridFrame frame = new GridFrame(grid);
            Vector2 center = frame.ToCells(bounds.center - frame.Origin);
            Vector2 reach = frame.ReachInCells((bounds.max - bounds.min) / 2f + grown);
            grid.TryGetCellAt(bounds.center, out GridCell own);
            return Between(
                grid,
                Math.Min(own.X, CellAt(center.x - reach.x - tolerance)),
                Math.Min(own.Y, CellAt(center.y - reach.y - tolerance)),
                Math.Max(own.X, CellAt(center.x + reach.x + tolerance)),
                Math.Max(own.Y, CellAt(center.y + reach.y + tolerance)));
        }

        /// <summary>Clamped to numbers that an int holds.</summary>
        internal static int CellAt(float along)
            => Mathf.FloorToInt(Mathf.Max(-1e9f, Mathf.Min(along, 1e9f)));

        private static CellRect Between(PathGrid grid, Vector3 low, Vector3 high)
        {
            grid.TryGetCellAt(low, out GridCell first);
            grid.TryGetCellAt(high, out GridCell last);
            return Between(grid, first.X, first.Y, last.X, last.Y);
        }

        private static CellRect Between(PathGrid grid, int lowX, int lowY, int highX, int highY)
        {
            int x = Math.Max(0, lowX);
            int y = Math.Max(0, lowY);
            int right = Math.Min(highX, grid.Width - 1);
            int top = Math.Min(highY, grid.Height - 1);
            return x <= right && y <= top ? new CellRect(x, y, right - x + 1, top - y + 1) : default(CellRect);
        }
    }
}
