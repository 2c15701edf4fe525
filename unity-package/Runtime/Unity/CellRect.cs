using System;
using UnityEngine;

namespace GridStar
{
    /// <summary>A rectangle of cells, which may be empty.</summary>
    internal struct CellRect : IEquatable<CellRect>
    {
        /// <summary>How far bounds may reach into a cell without covering it, as a share of the cell.</summary>
        private const float Tolerance = 0.01f;

        internal readonly int X;
        internal readonly int Y;
        internal readonly int Width;
        internal readonly int Height;

        private CellRect(int x, int y, int width, int height)
        {
            X = x;
            Y = y;
            Width = width;
            Height = height;
        }

        internal int Count
        {
            get { return Width * Height; }
        }

        internal bool IsEmpty
        {
            get { return Width == 0; }
        }

        /// <summary>All cells of a map.</summary>
        internal static CellRect All(CellMap map)
        {
            return new CellRect(0, 0, map.Width, map.Height);
        }

        /// <summary>
        /// The cells of a grid under bounds. Bounds that reach into a cell by less than a hundredth of it don't cover
        /// it, but the cell of their center is covered.
        /// </summary>
        internal static CellRect Under(PathGrid grid, Bounds bounds)
        {
            Vector3 inset = Vector3.one * (Tolerance * grid.CellSize);
            Vector3 low = Vector3.Min(bounds.min + inset, bounds.center);
            Vector3 high = Vector3.Max(bounds.max - inset, bounds.center);
            return Between(grid, low, high);
        }

        /// <summary>The cells of a grid that bounds touch, if the bounds grow by a distance to all sides.</summary>
        internal static CellRect Around(PathGrid grid, Bounds bounds, float distance)
        {
            Vector3 grown = Vector3.one * (distance + Tolerance * grid.CellSize);
            return Between(grid, bounds.min - grown, bounds.max + grown);
        }

        internal bool Contains(int x, int y)
        {
            return x >= X && x < X + Width && y >= Y && y < Y + Height;
        }

        /// <summary>The cells that lie in both.</summary>
        internal CellRect Within(CellRect other)
        {
            int x = Math.Max(X, other.X);
            int y = Math.Max(Y, other.Y);
            int right = Math.Min(X + Width, other.X + other.Width);
            int top = Math.Min(Y + Height, other.Y + other.Height);
            return x < right && y < top ? new CellRect(x, y, right - x, top - y) : default(CellRect);
        }

        /// <summary>The smallest rectangle around both. Neither is empty.</summary>
        internal CellRect Joined(CellRect other)
        {
            int x = Math.Min(X, other.X);
            int y = Math.Min(Y, other.Y);
            int right = Math.Max(X + Width, other.X + other.Width);
            int top = Math.Max(Y + Height, other.Y + other.Height);
            return new CellRect(x, y, right - x, top - y);
        }

        public bool Equals(CellRect other)
        {
            return X == other.X && Y == other.Y && Width == other.Width && Height == other.Height;
        }

        private static CellRect Between(PathGrid grid, Vector3 low, Vector3 high)
        {
            GridCell first;
            GridCell last;
            grid.TryGetCellAt(low, out first);
            grid.TryGetCellAt(high, out last);
            int x = Math.Max(0, first.X);
            int y = Math.Max(0, first.Y);
            int right = Math.Min(last.X, grid.Width - 1);
            int top = Math.Min(last.Y, grid.Height - 1);
            return x <= right && y <= top ? new CellRect(x, y, right - x + 1, top - y + 1) : default(CellRect);
        }
    }
}
