using System;
using System.Collections.Generic;

namespace GridStar
{
    /// <summary>
    /// Which cells of a grid are covered by obstacles that move, and how often. <see cref="Flush"/> edits the grid. A
    /// cell that no obstacle covers any more gets back the type that it had.
    /// </summary>
    internal sealed class ObstacleCover
    {
        private readonly PathGrid _grid;
        private readonly int[] _counts;

        /// <summary>By cell, whether the grid has an obstacle there because of the cover.</summary>
        private readonly bool[] _carved;

        /// <summary>By carved cell, the type that it has without the cover.</summary>
        private readonly byte[] _under;

        private readonly List<CellRect> _changed = new List<CellRect>();
        private byte[] _types = new byte[256];

        internal ObstacleCover(PathGrid grid)
        {
            _grid = grid;
            int cells = grid.Width * grid.Height;
            _counts = new int[cells];
            _carved = new bool[cells];
            _under = new byte[cells];
        }

        /// <summary>Takes an obstacle from one place to another. Either may be empty.</summary>
        internal void Move(CellRect from, CellRect to)
        {
            if (from.Equals(to))
            {
                return;
            }
            Count(from, -1);
            Count(to, 1);
            // One edit if both places lie together, as after a step; else one for each.
            if (!from.IsEmpty() && !to.IsEmpty() && from.Joined(to).Count() <= from.Count() + to.Count())
            {
                _changed.Add(from.Joined(to));
                return;
            }
            if (!from.IsEmpty())
            {
                _changed.Add(from);
            }
            if (!to.IsEmpty())
            {
                _changed.Add(to);
            }
        }

        /// <summary>Edits the grid where obstacles moved since the last time. Allocates nothing once warm.</summary>
        internal void Flush()
        {
            for (int i = 0; i < _changed.Count && !_grid.IsDisposed; i++)
            {
                CellRect rect = _changed[i];
                Reserve(rect.Count());
                _grid.GetRect(rect.X, rect.Y, rect.Width, rect.Height, _types);
                if (Carve(rect))
                {
                    Write(rect);
                }
            }
            _changed.Clear();
        }

        /// <summary>Writes the types of a rectangle of a map, in one edit, with the obstacles that cover it.</summary>
        internal void Write(CellMap map, CellRect rect)
        {
            Reserve(rect.Count());
            for (int row = 0; row < rect.Height; row++)
            {
                int first = (rect.Y + row) * map.Width + rect.X;
                Array.Copy(map.Types, first, _types, row * rect.Width, rect.Width);
                Array.Clear(_carved, first, rect.Width);
            }
            Carve(rect);
            Write(rect);
        }

        private void Write(CellRect rect)
        {
            ref byte first = ref FirstPlace.Of(_types);
            _grid.SetRect(rect.X, rect.Y, rect.Width, rect.Height, ref first, rect.Count());
        }

        /// <summary>Puts the cover on the grid's types of a rectangle. Returns whether one changed.</summary>
        private bool Carve(CellRect rect)
        {
            bool isChanged = false;
            for (int i = 0; i < rect.Count(); i++)
            {
                int cell = (rect.Y + i / rect.Width) * _grid.Width + rect.X + i % rect.Width;
                bool isCovered = _counts[cell] > 0;
                if (isCovered == _carved[cell])
                {
                    continue;
                }
                byte type = _types[i];
                _types[i] = isCovered ? (byte)CellType.Obstacle : _under[cell];
                _under[cell] = type;
                _carved[cell] = isCovered;
                isChanged |= _types[i] != type;
            }
            return isChanged;
        }

        private void Count(CellRect rect, int change)
        {
            for (int y = rect.Y; y < rect.Y + rect.Height; y++)
            {
                for (int x = rect.X; x < rect.X + rect.Width; x++)
                {
                    _counts[y * _grid.Width + x] += change;
                }
            }
        }

        private void Reserve(int count)
        {
            if (count > _types.Length)
            {
                _types = new byte[count + count / 2];
            }
        }
    }
}
