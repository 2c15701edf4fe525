using System;

namespace GridStar
{
    // Walls between cells, and ways that lead in one direction only.
    public sealed partial class PathGrid
    {
        private const uint Passages = (uint)NativeCellPlane.Passages;

        /// <summary>
        /// Sets how two cells that share a side can be passed between: not at all, with a <see cref="Passage.Wall"/>,
        /// or in one direction only. A wall is the same wall from either of its sides.
        /// </summary>
        /// <remarks>
        /// A straight step crosses the side between its cells. A diagonal step goes around a corner by either of two
        /// ways of two straight steps: <see cref="DiagonalRule.BothFree"/> asks that no wall or obstacle is in both
        /// ways, <see cref="DiagonalRule.AtMostOneBlocked"/> in one of them, and <see cref="DiagonalRule.Always"/> that
        /// one crosses no wall. No wall crosses the body of a wide agent, where it stands or on its way. A grid without
        /// walls pays nothing for them; with walls it takes 1 bit a side more, and 2 once a side is open in one
        /// direction only.
        /// </remarks>
        /// <param name="to">A straight neighbor of <paramref name="from"/>: one of four, or of six on hexagons.</param>
        /// <param name="passage">The passage as <paramref name="from"/> sees it.</param>
        /// <exception cref="ArgumentException">The cells share no side.</exception>
        /// <exception cref="ArgumentOutOfRangeException">A cell lies outside the grid, or the passage is
        /// unknown.</exception>
        public void SetPassage(GridCell from, GridCell to, Passage passage)
        {
            RefuseUnknown(passage);
            long began = CallWatch.Begin(WatchedCall.Edit);
            int status = NativeMethods.gridstar_grid_set_passage(_id, ref from, ref to, (uint)passage);
            CallWatch.End(WatchedCall.Edit, began);
            EndPassage(status, from, to);
        }

        /// <summary>How two cells that share a side can be passed between, as the first one sees it.</summary>
        /// <param name="to">A straight neighbor of <paramref name="from"/>.</param>
        /// <exception cref="ArgumentException">The cells share no side.</exception>
        /// <exception cref="ArgumentOutOfRangeException">A cell lies outside the grid.</exception>
        public Passage GetPassage(GridCell from, GridCell to)
        {
            int status = NativeMethods.gridstar_grid_get_passage(_id, ref from, ref to, out uint passage);
            EndPassage(status, from, to);
            return (Passage)passage;
        }

        /// <summary>
        /// Sets how cells of a rectangle and their neighbors outside it can be passed between: a wall around a room, or
        /// a fence along one side of a row. No search sees a part of them.
        /// </summary>
        /// <param name="rect">Cells of the grid. Sides on the grid's edge have no neighbors and stay as they
        /// are.</param>
        /// <param name="sides">One or more sides of the rectangle.</param>
        /// <param name="passage">The passage as the cells inside see it: <see cref="Passage.OneWay"/> leads
        /// out.</param>
        /// <exception cref="ArgumentException">There is no side.</exception>
        /// <exception cref="ArgumentOutOfRangeException">The rectangle is empty or not all on the grid, or the passage
        /// is unknown.</exception>
        public void SetPassages(CellRect rect, Sides sides, Passage passage)
        {
            if (sides == Sides.None || (sides & ~Sides.All) != 0)
            {
                throw new ArgumentException("Name one or more sides of the rectangle.", nameof(sides));
            }
            RefuseUnknown(passage);
            long began = CallWatch.Begin(WatchedCall.Edit);
            GridstarRect cells = NativeValues.Rect(rect.X, rect.Y, rect.Width, rect.Height);
            int status = NativeMethods.gridstar_grid_set_passages(_id, ref cells, (uint)sides, (uint)passage);
            CallWatch.End(WatchedCall.Edit, began);
            EndRect(status, rect.X, rect.Y, rect.Width, rect.Height, nameof(passage));
        }

        /// <summary>Sets all walls from an array.</summary>
        /// <param name="rowByRow"><c>rowByRow[y * Width + x]</c>: the closed steps of the sides that the cell shares
        /// with cells after it. Add 1 if no step leads to (x + 1, y) and 2 if none leads back; 4 and 8 for (x, y + 1).
        /// Add 16 and 32 on hexagons for the third neighbor that comes later by rows, or by columns where these are
        /// shifted. Bits for neighbors outside the grid count nothing. Exactly one byte a cell.</param>
        /// <exception cref="ArgumentException">The array does not hold exactly one byte a cell, or a byte has other
        /// bits.</exception>
        public void SetPassages(byte[] rowByRow) => SetPassages(0, 0, Width, Height, rowByRow);

        /// <summary>Sets the walls that belong to the cells of a rectangle. The overload for all cells says
        /// more.</summary>
        /// <param name="width">Columns, at least 1.</param>
        /// <param name="height">Rows, at least 1.</param>
        /// <param name="rowByRow"><c>rowByRow[row * width + column]</c>. Exactly one byte a cell.</param>
        /// <exception cref="ArgumentException">The array does not hold exactly one byte a cell, or a byte has other
        /// bits.</exception>
        /// <exception cref="ArgumentOutOfRangeException">The rectangle is empty or not all on the grid.</exception>
        public void SetPassages(int x, int y, int width, int height, byte[] rowByRow)
        {
            RefuseNull(rowByRow, nameof(rowByRow));
            SetPassages(x, y, width, height, ref FirstElement.Of(rowByRow), rowByRow.Length);
        }

        /// <summary>Overload for memory that begins with a given byte.</summary>
        internal void SetPassages(int x, int y, int width, int height, ref byte rowByRow, int count)
        {
            long began = CallWatch.Begin(WatchedCall.Edit);
            int status = WriteCells(Passages, x, y, width, height, ref rowByRow, count);
            CallWatch.End(WatchedCall.Edit, began);
            EndRect(status, x, y, width, height, nameof(rowByRow));
        }

        /// <summary>Opens all sides between cells and gives the memory of walls back.</summary>
        public void ClearPassages()
        {
            long began = CallWatch.Begin(WatchedCall.Edit);
            GridstarRect all = NativeValues.Rect(0, 0, Width, Height);
            int status = NativeMethods.gridstar_grid_fill_cells(_id, Passages, ref all, 0);
            CallWatch.End(WatchedCall.Edit, began);
            EndRect(status, 0, 0, Width, Height, null);
        }

        /// <summary>Copies all walls into an array, as <see cref="SetPassages(byte[])"/> takes them.</summary>
        /// <param name="rowByRow">Receives <c>rowByRow[y * Width + x]</c>. It has at least Width * Height elements; the
        /// rest stays unchanged.</param>
        /// <exception cref="ArgumentException">The array is too short. The message gives the needed length.</exception>
        public void GetPassages(byte[] rowByRow) => GetPassages(0, 0, Width, Height, rowByRow);

        /// <summary>Copies the walls that belong to the cells of a rectangle into an array.</summary>
        /// <param name="width">Columns, at least 1.</param>
        /// <param name="height">Rows, at least 1.</param>
        /// <param name="rowByRow">Receives <c>rowByRow[row * width + column]</c>. It has at least width * height
        /// elements; the rest stays unchanged.</param>
        /// <exception cref="ArgumentException">The array is too short. The message gives the needed length.</exception>
        /// <exception cref="ArgumentOutOfRangeException">The rectangle is empty or not all on the grid.</exception>
        public void GetPassages(int x, int y, int width, int height, byte[] rowByRow)
        {
            RefuseNull(rowByRow, nameof(rowByRow));
            GetPassages(x, y, width, height, ref FirstElement.Of(rowByRow), rowByRow.Length);
        }

        /// <summary>Overload for memory that begins with a given byte.</summary>
        internal void GetPassages(int x, int y, int width, int height, ref byte rowByRow, int length)
        {
            ReadCells(Passages, x, y, width, height, ref rowByRow, length, nameof(rowByRow));
        }

        private static void RefuseUnknown(Passage passage)
        {
            if (passage < Passage.Open || passage > Passage.OneWayBack)
            {
                throw new ArgumentOutOfRangeException(nameof(passage), passage, "Unknown Passage.");
            }
        }

        private void EndPassage(int status, GridCell from, GridCell to)
        {
            GC.KeepAlive(this);
            if (status == (int)NativeStatus.CellOutside)
            {
                bool isFrom = !Contains(from);
                throw NativeErrors.Create(status, isFrom ? nameof(from) : nameof(to), isFrom ? from : to);
            }
            NativeErrors.ThrowIfMistake(status, nameof(to));
        }
    }
}
