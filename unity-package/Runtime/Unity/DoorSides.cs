using System;
using System.Collections.Generic;
using UnityEngine;

namespace GridStar
{
    /// <summary>
    /// The sides between cells that doors close. A side that several doors close opens when the last one has left; then
    /// it is as it was before.
    /// </summary>
    internal sealed class DoorSides
    {
        private const int SidesOfCell = 4;

        private readonly Dictionary<int, Door> _doors = new Dictionary<int, Door>();
        private readonly List<int> _changed = new List<int>();
        private byte[] _bits = new byte[16];
        private CellRect _within;

        private struct Door
        {
            internal int Count;

            /// <summary>The bits of the side before it was closed.</summary>
            internal byte Before;
        }

        /// <summary>Forgets all doors, for a new grid.</summary>
        internal void Clear() => _doors.Clear();

        /// <summary>
        /// Lists the sides whose line between the cells' centers crosses bounds. The height of the bounds counts
        /// nothing.
        /// </summary>
        internal static void Find(PathGrid grid, Bounds bounds, List<int> sides)
        {
            sides.Clear();
            GridFrame frame = new GridFrame(grid);
            float longest = Mathf.Max(frame.Column.magnitude, frame.Row.magnitude);
            CellRect rect = CellRects.Around(grid, bounds, 2f * longest);
            for (int y = rect.Y; y < rect.Y + rect.Height; y++)
            {
                for (int x = rect.X; x < rect.X + rect.Width; x++)
                {
                    for (int number = 0; number < CellSide.CountOf(grid.Layout); number++)
                    {
                        CellSide side = CellSide.Of(grid.Layout, new GridCell(x, y), number);
                        Vector3 start = frame.CenterOf(x, y);
                        Vector3 way = frame.WayBetween(side.Owner, side.Other);
                        if (grid.Contains(side.Other) && Crosses(start, way, bounds, frame))
                        {
                            sides.Add((y * grid.Width + x) * SidesOfCell + number);
                        }
                    }
                }
            }
        }

        /// <summary>Opens the sides that a door closed before, and closes others. One edit, if anything
        /// changes.</summary>
        internal void Move(PathGrid grid, List<int> before, List<int> now)
        {
            _changed.Clear();
            foreach (int side in now)
            {
                Count(side, 1);
            }
            foreach (int side in before)
            {
                Count(side, -1);
            }
            if (_changed.Count == 0)
            {
                return;
            }
            _within = RectOf(grid, _changed[0]);
            foreach (int side in _changed)
            {
                _within = _within.Joined(RectOf(grid, side));
            }
            Array.Resize(ref _bits, Math.Max(_bits.Length, _within.Count()));
            grid.GetPassages(
                _within.X, _within.Y, _within.Width, _within.Height, ref FirstElement.Of(_bits), _bits.Length);
            foreach (int side in _changed)
            {
                Change(grid, side);
            }
            grid.SetPassages(
                _within.X, _within.Y, _within.Width, _within.Height, ref FirstElement.Of(_bits), _within.Count());
        }

        /// <summary>
        /// Closes the sides of doors in a rectangle that is about to be written. They have its bits once they open.
        /// </summary>
        internal void CloseIn(byte[] passages, CellRect rect, int width)
        {
            _changed.Clear();
            _changed.AddRange(_doors.Keys);
            foreach (int side in _changed)
            {
                GridCell owner = new GridCell(side / SidesOfCell % width, side / SidesOfCell / width);
                if (rect.Contains(owner))
                {
                    Close(side, passages, (owner.Y - rect.Y) * rect.Width + owner.X - rect.X);
                }
            }
        }

        /// <summary>Notes a side whose number of doors becomes 1 or 0.</summary>
        private void Count(int side, int change)
        {
            bool isThere = _doors.TryGetValue(side, out Door door);
            door.Count += change;
            _doors[side] = door;
            if (!isThere || door.Count == 0)
            {
                _changed.Add(side);
            }
        }

        private void Change(PathGrid grid, int side)
        {
            int cell = side / SidesOfCell;
            int index = (cell / grid.Width - _within.Y) * _within.Width + cell % grid.Width - _within.X;
            Door door = _doors[side];
            if (door.Count > 0)
            {
                Close(side, _bits, index);
                return;
            }
            int mask = 3 << (2 * (side % SidesOfCell));
            _bits[index] = (byte)((_bits[index] & ~mask) | door.Before);
            _doors.Remove(side);
        }

        private void Close(int side, byte[] bits, int index)
        {
            int mask = 3 << (2 * (side % SidesOfCell));
            Door door = _doors[side];
            door.Before = (byte)(bits[index] & mask);
            _doors[side] = door;
            bits[index] |= (byte)mask;
        }

        private static CellRect RectOf(PathGrid grid, int side)
            => new CellRect(side / SidesOfCell % grid.Width, side / SidesOfCell / grid.Width, 1, 1);

        /// <summary>Whether a way crosses bounds, seen from across the grid.</summary>
        private static bool Crosses(Vector3 start, Vector3 way, Bounds bounds, GridFrame frame)
        {
            Vector2 from = frame.ToCells(start - bounds.center);
            Vector2 along = frame.ToCells(way);
            Vector2 reach = frame.ReachInCells((bounds.max - bounds.min) / 2f);
            float first = 0f;
            float last = 1f;
            return Clip(from.x, along.x, reach.x, ref first, ref last)
                && Clip(from.y, along.y, reach.y, ref first, ref last);
        }

        /// <summary>Cuts a part of a way off that is farther than a distance from zero. False if nothing is
        /// left.</summary>
        private static bool Clip(float from, float along, float reach, ref float first, ref float last)
        {
            if (Mathf.Abs(along) < 1e-6f)
            {
                return Mathf.Abs(from) <= reach;
            }
            float enter = (-reach - from) / along;
            float leave = (reach - from) / along;
            first = Mathf.Max(first, Mathf.Min(enter, leave));
            last = Mathf.Min(last, Mathf.Max(enter, leave));
            return first <= last;
        }
    }
}
