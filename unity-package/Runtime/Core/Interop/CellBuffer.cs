using System;
using System.Collections.Generic;

namespace GridStar
{
    /// <summary>
    /// One thread's memory for cells from the native side, kept between calls so that a warm call allocates nothing. It
    /// holds 8 bytes a cell of the thread's longest path or trace, plus up to half as much again.
    /// </summary>
    internal sealed class CellBuffer
    {
        private const int FirstCapacity = 1024;

        [ThreadStatic]
        private static CellBuffer t_path;

        [ThreadStatic]
        private static CellBuffer t_second;

        private GridCell[] _cells = new GridCell[FirstCapacity];

        /// <summary>This thread's buffer for paths and neighbors.</summary>
        internal static CellBuffer Path
        {
            get
            {
                if (t_path == null)
                {
                    MakeBoth();
                }
                return t_path;
            }
        }

        /// <summary>This thread's buffer for cells that are needed beside a path.</summary>
        internal static CellBuffer Second
        {
            get
            {
                if (t_second == null)
                {
                    MakeBoth();
                }
                return t_second;
            }
        }

        /// <summary>
        /// At least 1024 elements. <see cref="Reserve"/> can replace the array, so read it anew afterwards.
        /// </summary>
        internal GridCell[] Cells => _cells;

        internal uint Capacity => (uint)_cells.Length;

        /// <summary>Where one buffer is needed seldom, it would else be garbage in the middle of a game.</summary>
        private static void MakeBoth()
        {
            t_path = new CellBuffer();
            t_second = new CellBuffer();
        }

        /// <summary>Makes room for the given number of cells. The old content is lost.</summary>
        internal void Reserve(uint count)
        {
            if (count > _cells.Length)
            {
                // Half as much again, so that slowly growing paths do not allocate an array each.
                _cells = new GridCell[checked((int)(count + count / 2))];
            }
        }

        /// <summary>Replaces the list's content by the buffer's first cells.</summary>
        internal void CopyTo(List<GridCell> list, int count) => ListCopy.Fill(list, _cells, count);
    }
}
