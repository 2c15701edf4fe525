using System;
using System.Collections.Generic;

namespace GridStar.Editor
{
    /// <summary>The cells of brushes, as runs inside a map of a size.</summary>
    internal sealed class BrushCells
    {
        private static readonly int[] s_sides = { -1, 1 };

        private readonly int _width;
        private readonly int _height;
        private readonly CellLayout _layout;

        internal BrushCells(int width, int height, CellLayout layout)
        {
            _width = width;
            _height = height;
            _layout = layout;
        }

        /// <summary>The cells that were added.</summary>
        internal List<PaintedRun> Runs { get; } = new List<PaintedRun>();

        /// <summary>Adds the cells between two corners, both included.</summary>
        internal void AddRectangle(GridCell from, GridCell to)
        {
            int left = Math.Max(0, Math.Min(from.X, to.X));
            int right = Math.Min(_width - 1, Math.Max(from.X, to.X));
            int top = Math.Min(_height - 1, Math.Max(from.Y, to.Y));
            for (int y = Math.Max(0, Math.Min(from.Y, to.Y)); y <= top && left <= right; y++)
            {
                Runs.Add(new PaintedRun { X = left, Y = y, Length = right - left + 1 });
            }
        }

        /// <summary>Adds a square around a cell. Of an even side, the cell is the upper right of the four in the
        /// middle.</summary>
        internal void AddSquare(GridCell middle, int side)
        {
            GridCell low = new GridCell(middle.X - side / 2, middle.Y - side / 2);
            AddRectangle(low, new GridCell(low.X + side - 1, low.Y + side - 1));
        }

        /// <summary>Adds squares from a cell to another one, without gaps (Bresenham, 1965).</summary>
        internal void AddLine(GridCell from, GridCell to, int side)
        {
            int dx = Math.Abs(to.X - from.X);
            int dy = Math.Abs(to.Y - from.Y);
            int error = dx - dy;
            GridCell at = from;
            AddSquare(at, side);
            while (!at.Equals(to))
            {
                int doubled = 2 * error;
                int stepX = doubled > -dy ? Math.Sign(to.X - at.X) : 0;
                int stepY = doubled < dx ? Math.Sign(to.Y - at.Y) : 0;
                error += (stepX != 0 ? -dy : 0) + (stepY != 0 ? dx : 0);
                at = new GridCell(at.X + stepX, at.Y + stepY);
                AddSquare(at, side);
            }
        }

        /// <summary>Adds the cells with the type of a cell that hang together with it by their sides. Hexagons have
        /// six.</summary>
        /// <param name="types">The map, row by row.</param>
        internal void AddFill(byte[] types, GridCell start)
        {
            byte type = types[start.Y * _width + start.X];
            bool[] isTaken = new bool[_width * _height];
            Stack<GridCell> waiting = new Stack<GridCell>();
            waiting.Push(start);
            while (waiting.Count > 0)
            {
                GridCell cell = waiting.Pop();
                int row = cell.Y * _width;
                if (isTaken[row + cell.X])
                {
                    continue;
                }
                int left = cell.X;
                int right = cell.X;
                while (left > 0 && types[row + left - 1] == type)
                {
                    left--;
                }
                while (right < _width - 1 && types[row + right + 1] == type)
                {
                    right++;
                }
                Runs.Add(new PaintedRun { X = left, Y = cell.Y, Length = right - left + 1 });
                for (int x = left; x <= right; x++)
                {
                    isTaken[row + x] = true;
                }
                foreach (int side in s_sides)
                {
                    int first = Math.Max(0, left - Reach(left, cell.Y, -1, side));
                    int last = Math.Min(_width - 1, right + Reach(right, cell.Y, 1, side));
                    PushFree(types, type, isTaken, waiting, first, last, cell.Y + side);
                }
            }
        }

        /// <summary>
        /// How many columns to the left (-1) or right (1) of a cell its neighbors in the row below (-1) or above (1)
        /// reach: 0 for squares, which have one there, and up to 1 for hexagons.
        /// </summary>
        private int Reach(int x, int y, int toward, int side)
        {
            if (_layout == CellLayout.Square)
            {
                return 0;
            }
            bool isOn = (_layout.ShiftsColumns() ? side : toward) > 0;
            return _layout.IsShifted(x, y) == isOn ? 1 : 0;
        }

        /// <summary>Pushes the first cell of each run with a type that no run was made of.</summary>
        private void PushFree(
            byte[] types, byte type, bool[] isTaken, Stack<GridCell> waiting, int left, int right, int y)
        {
            bool isInside = y >= 0 && y < _height;
            bool wasFree = false;
            for (int x = left; isInside && x <= right; x++)
            {
                bool isFree = types[y * _width + x] == type && !isTaken[y * _width + x];
                if (isFree && !wasFree)
                {
                    waiting.Push(new GridCell(x, y));
                }
                wasFree = isFree;
            }
        }
    }
}
