using System;
using System.Collections.Generic;

namespace GridStar
{
    /// <summary>
    /// Memory of one thread into which the native side writes cells, kept between calls so that a warm call allocates nothing.
    /// It holds 8 bytes for each cell of the longest path (or trace) that the thread has asked for, with some slack.
    /// </summary>
    internal sealed class CellBuffer
    {
        private const int FirstCapacity = 1024;

        [ThreadStatic]
        private static CellBuffer t_path;

        [ThreadStatic]
        private static CellBuffer t_expanded;

        private GridCell[] _cells = new GridCell[FirstCapacity];

        /// <summary>This thread's buffer for paths and neighbors.</summary>
        internal static CellBuffer Path
        {
            get { return t_path ?? (t_path = new CellBuffer()); }
        }

        /// <summary>This thread's buffer for expanded cells.</summary>
        internal static CellBuffer Expanded
        {
            get { return t_expanded ?? (t_expanded = new CellBuffer()); }
        }

        /// <summary>At least 1024 places. A larger array takes its place after <see cref="Reserve"/>.</summary>
        internal GridCell[] Cells
        {
            get { return _cells; }
        }

        internal uint Capacity
        {
            get { return (uint)_cells.Length; }
        }

        /// <summary>Makes room for so many cells; what the buffer held is lost.</summary>
        internal void Reserve(uint count)
        {
            if (count > _cells.Length)
            {
                // Half as much again: paths that grow slowly should not cost an array each.
                _cells = new GridCell[checked((int)(count + count / 2))];
            }
        }

        /// <summary>Makes the list hold the first cells of the buffer and nothing else.</summary>
        internal void CopyTo(List<GridCell> list, int count)
        {
            list.Clear();
            if (list.Capacity < count)
            {
                list.Capacity = Math.Max(count, 2 * list.Capacity);
            }
            GridCell[] cells = _cells;
            for (int i = 0; i < count; i++)
            {
                list.Add(cells[i]);
            }
        }
    }
}
