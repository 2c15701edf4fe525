using System;
using System.Threading;

namespace GridStar
{
    // Penalties: extra costs of single cells, whatever their types.
    public sealed partial class PathGrid
    {
        /// <summary>
        /// Sets the penalties of all cells: extra costs that keep paths away from danger, crowds or reserved cells. All
        /// penalties of a new grid are 0.
        /// </summary>
        /// <remarks>
        /// A penalty is in 1/16 of a straight step. A step that leaves the cell and a step that enters it each cost
        /// half of it more, times the step's length. Queries with <see cref="PathQuery.IgnorePenalties"/> ignore
        /// penalties. While one penalty is not 0, the grid takes 1 byte a cell more, and A* over cells answers its
        /// queries. Once all are 0 again, it is as a grid that never had any.
        /// </remarks>
        /// <param name="rowByRow"><c>rowByRow[y * Width + x]</c>. Exactly one byte a cell.</param>
        /// <exception cref="ArgumentException">The array does not hold exactly one byte a cell.</exception>
        public void SetPenalties(byte[] rowByRow) => SetPenalties(0, 0, Width, Height, rowByRow);

        /// <summary>Sets the penalties of a rectangle's cells. The overload for all cells says more.</summary>
        /// <param name="width">Columns, at least 1.</param>
        /// <param name="height">Rows, at least 1.</param>
        /// <param name="rowByRow"><c>rowByRow[row * width + column]</c>, in 1/16 of a straight step. Exactly one byte a
        /// cell.</param>
        /// <exception cref="ArgumentException">The array does not hold exactly one byte a cell.</exception>
        /// <exception cref="ArgumentOutOfRangeException">The rectangle is empty or not all on the grid.</exception>
        public void SetPenalties(int x, int y, int width, int height, byte[] rowByRow)
        {
            RefuseNull(rowByRow, nameof(rowByRow));
            SetPenalties(x, y, width, height, ref FirstElement.Of(rowByRow), rowByRow.Length);
        }

        /// <summary>Overload for memory that begins with a given byte.</summary>
        internal void SetPenalties(int x, int y, int width, int height, ref byte rowByRow, int count)
        {
            long began = CallWatch.Begin(WatchedCall.Edit);
            int status = WriteCells(Penalties, x, y, width, height, ref rowByRow, count);
            CallWatch.End(WatchedCall.Edit, began);
            EndRect(status, x, y, width, height, nameof(rowByRow));
            NotePenalties();
        }

        /// <summary>Gives every cell of a rectangle one penalty.</summary>
        /// <param name="width">Columns, at least 1.</param>
        /// <param name="height">Rows, at least 1.</param>
        /// <param name="penalty">In 1/16 of a straight step: 16 makes a way through the cell one step longer.</param>
        /// <exception cref="ArgumentOutOfRangeException">The rectangle is empty or not all on the grid.</exception>
        public void FillPenalties(int x, int y, int width, int height, byte penalty)
        {
            long began = CallWatch.Begin(WatchedCall.Edit);
            GridstarRect rect = NativeValues.Rect(x, y, width, height);
            int status = NativeMethods.gridstar_grid_fill_cells(_id, Penalties, ref rect, penalty);
            CallWatch.End(WatchedCall.Edit, began);
            EndRect(status, x, y, width, height, nameof(penalty));
            NotePenalties();
        }

        private const uint Penalties = (uint)NativeCellPlane.Penalties;

        /// <summary>The last mark that a grid got.</summary>
        private static long s_penaltiesMark;

        /// <summary>A revision that is not earlier than the last edit of penalties; 0 before the first one.</summary>
        private long _penaltiesRevision;

        /// <summary>Equal for grids with the same penalties, such as forks; 0 if there never were any.</summary>
        private long _penaltiesMark;

        private bool MayHavePenalties => Interlocked.Read(ref _penaltiesMark) != 0;

        /// <summary>Whether penalties may have been edited since a revision.</summary>
        internal bool HasNewPenalties(ulong since) => (ulong)Interlocked.Read(ref _penaltiesRevision) > since;

        /// <summary>Trackers of paths near an edit ask whether it can have changed what their paths cost.</summary>
        internal void NotePenalties() => NotePenalties(Interlocked.Increment(ref s_penaltiesMark));

        private void NotePenalties(long mark)
        {
            Interlocked.Exchange(ref _penaltiesMark, mark);
            Interlocked.Exchange(ref _penaltiesRevision, (long)Revision);
        }

        /// <summary>Sets all penalties to 0 and gives their memory back.</summary>
        public void ClearPenalties() => FillPenalties(0, 0, Width, Height, 0);

        /// <summary>Copies the penalties of all cells into an array.</summary>
        /// <param name="rowByRow">Receives <c>rowByRow[y * Width + x]</c>. It has at least Width * Height elements; the
        /// rest stays unchanged.</param>
        /// <exception cref="ArgumentException">The array is too short. The message gives the needed length.</exception>
        public void GetPenalties(byte[] rowByRow) => GetPenalties(0, 0, Width, Height, rowByRow);

        /// <summary>Copies the penalties of a rectangle's cells into an array.</summary>
        /// <param name="width">Columns, at least 1.</param>
        /// <param name="height">Rows, at least 1.</param>
        /// <param name="rowByRow">Receives <c>rowByRow[row * width + column]</c>. It has at least width * height
        /// elements; the rest stays unchanged.</param>
        /// <exception cref="ArgumentException">The array is too short. The message gives the needed length.</exception>
        /// <exception cref="ArgumentOutOfRangeException">The rectangle is empty or not all on the grid.</exception>
        public void GetPenalties(int x, int y, int width, int height, byte[] rowByRow)
        {
            RefuseNull(rowByRow, nameof(rowByRow));
            GetPenalties(x, y, width, height, ref FirstElement.Of(rowByRow), rowByRow.Length);
        }

        /// <summary>Overload for memory that begins with a given byte.</summary>
        internal void GetPenalties(int x, int y, int width, int height, ref byte rowByRow, int length)
        {
            ReadCells(Penalties, x, y, width, height, ref rowByRow, length, nameof(rowByRow));
        }
    }
}
