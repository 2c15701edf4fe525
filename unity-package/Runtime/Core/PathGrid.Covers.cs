using System;

namespace GridStar
{
    // What stands on cells.
    public sealed partial class PathGrid
    {
        private const uint Covers = (uint)NativeCellPlane.Covers;

        /// <summary>Creates a cover, which covers nothing yet.</summary>
        /// <exception cref="InvalidOperationException">The grid has <see cref="PathCover.MaxCount"/> covers.
        /// </exception>
        public PathCover CreateCover() => new PathCover(this);

        /// <summary>Whether at least one cover is on a cell. Its <see cref="CellType"/> does not tell.</summary>
        /// <exception cref="ArgumentOutOfRangeException">The cell is outside the grid.</exception>
        public bool IsCovered(int x, int y)
        {
            int status = NativeMethods.gridstar_grid_get_cell(_id, Covers, x, y, out uint covers);
            GC.KeepAlive(this);
            if (status < 0)
            {
                throw NativeErrors.Create(status, nameof(x), new GridCell(x, y));
            }
            return covers > 0;
        }

        /// <summary>The overload for a cell.</summary>
        /// <exception cref="ArgumentOutOfRangeException">The cell is outside the grid.</exception>
        public bool IsCovered(GridCell cell) => IsCovered(cell.X, cell.Y);

        /// <summary>
        /// Reads how many covers the cells of a rectangle have: <c>counts[row * width + column]</c>. 255 stands for
        /// 255 and more.
        /// </summary>
        /// <param name="width">Number of columns: at least 1.</param>
        /// <param name="height">Number of rows: at least 1.</param>
        /// <param name="counts">Receives <paramref name="width"/> * <paramref name="height"/> numbers; may be longer.
        /// </param>
        /// <exception cref="ArgumentException">The array is too short.</exception>
        /// <exception cref="ArgumentOutOfRangeException">The rectangle is empty or not inside the grid.</exception>
        public void GetCovers(int x, int y, int width, int height, byte[] counts)
        {
            RefuseNull(counts, nameof(counts));
            ref byte first = ref FirstElement.Of(counts);
            ReadCells(Covers, x, y, width, height, ref first, counts.Length, nameof(counts));
        }
    }
}
