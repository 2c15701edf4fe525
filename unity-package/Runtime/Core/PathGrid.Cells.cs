using System;
using System.Collections.Generic;

namespace GridStar
{
    // Reads and writes cell types: single cells, rectangles, the whole grid.
    public sealed partial class PathGrid
    {
        /// <summary>The type of a cell.</summary>
        /// <exception cref="ArgumentOutOfRangeException">The cell lies outside the grid.</exception>
        public CellType GetCell(GridCell cell)
        {
            int status = NativeMethods.gridstar_grid_get_cell(_id, Types, cell.X, cell.Y, out uint type);
            GC.KeepAlive(this);
            if (status < 0)
            {
                throw NativeErrors.Create(status, nameof(cell), cell);
            }
            return (CellType)type;
        }

        /// <summary>The type of the cell in column <paramref name="x"/> and row <paramref name="y"/>.</summary>
        /// <exception cref="ArgumentOutOfRangeException">The cell lies outside the grid.</exception>
        public CellType GetCell(int x, int y) => GetCell(new GridCell(x, y));

        /// <summary>Sets the type of a cell.</summary>
        /// <exception cref="ArgumentOutOfRangeException">The cell lies outside the grid.</exception>
        public void SetCell(GridCell cell, CellType type)
        {
            long began = CallWatch.Begin(WatchedCall.Edit);
            int status = NativeMethods.gridstar_grid_set_cell(_id, Types, cell.X, cell.Y, (uint)type);
            CallWatch.End(WatchedCall.Edit, began);
            GC.KeepAlive(this);
            if (status == (int)NativeStatus.CellOutside)
            {
                throw NativeErrors.Create(status, nameof(cell), cell);
            }
            NativeErrors.ThrowIfMistake(status, nameof(type));
        }

        /// <summary>Sets the type of the cell in column <paramref name="x"/> and row <paramref name="y"/>.</summary>
        /// <exception cref="ArgumentOutOfRangeException">The cell lies outside the grid.</exception>
        public void SetCell(int x, int y, CellType type) => SetCell(new GridCell(x, y), type);

        /// <summary>Sets every cell of a rectangle to one type.</summary>
        /// <param name="width">Columns, at least 1.</param>
        /// <param name="height">Rows, at least 1.</param>
        /// <exception cref="ArgumentOutOfRangeException">The rectangle is empty or not all on the grid.</exception>
        public void FillRect(int x, int y, int width, int height, CellType type)
        {
            long began = CallWatch.Begin(WatchedCall.Edit);
            GridstarRect rect = NativeValues.Rect(x, y, width, height);
            int status = NativeMethods.gridstar_grid_fill_cells(_id, Types, ref rect, (uint)type);
            CallWatch.End(WatchedCall.Edit, began);
            EndRect(status, x, y, width, height, nameof(type));
        }

        /// <summary>Sets the cells of a rectangle from an array.</summary>
        /// <param name="width">Columns, at least 1.</param>
        /// <param name="height">Rows, at least 1.</param>
        /// <param name="rowByRow">Numbers of <see cref="CellType"/>: <c>rowByRow[row * width + column]</c>. Exactly one
        /// byte a cell.</param>
        /// <exception cref="ArgumentException">The array does not hold exactly one byte a cell.</exception>
        /// <exception cref="ArgumentOutOfRangeException">The rectangle is empty or not all on the grid.</exception>
        public void SetRect(int x, int y, int width, int height, byte[] rowByRow)
        {
            RefuseNull(rowByRow, nameof(rowByRow));
            SetRect(x, y, width, height, ref FirstElement.Of(rowByRow), rowByRow.Length);
        }

        /// <summary>Overload for memory that begins with a given byte.</summary>
        internal void SetRect(int x, int y, int width, int height, ref byte rowByRow, int count)
        {
            long began = CallWatch.Begin(WatchedCall.Edit);
            int status = WriteCells(Types, x, y, width, height, ref rowByRow, count);
            CallWatch.End(WatchedCall.Edit, began);
            EndRect(status, x, y, width, height, nameof(rowByRow));
        }

        /// <summary>Copies the types of a rectangle's cells into an array.</summary>
        /// <param name="width">Columns, at least 1.</param>
        /// <param name="height">Rows, at least 1.</param>
        /// <param name="rowByRow">Receives numbers of <see cref="CellType"/>: <c>rowByRow[row * width + column]</c>. It
        /// has at least width * height elements; the rest stays unchanged.</param>
        /// <exception cref="ArgumentException">The array is too short. The message gives the needed length.</exception>
        /// <exception cref="ArgumentOutOfRangeException">The rectangle is empty or not all on the grid.</exception>
        public void GetRect(int x, int y, int width, int height, byte[] rowByRow)
        {
            RefuseNull(rowByRow, nameof(rowByRow));
            GetRect(x, y, width, height, ref FirstElement.Of(rowByRow), rowByRow.Length);
        }

        /// <summary>Overload for memory that begins with a given byte.</summary>
        internal void GetRect(int x, int y, int width, int height, ref byte rowByRow, int length)
        {
            ReadCells(Types, x, y, width, height, ref rowByRow, length, nameof(rowByRow));
        }

        /// <summary>Sets all cells from an array.</summary>
        /// <param name="rowByRow">Numbers of <see cref="CellType"/>: <c>rowByRow[y * Width + x]</c>. Exactly one byte a
        /// cell.</param>
        /// <exception cref="ArgumentException">The array does not hold exactly one byte a cell.</exception>
        public void SetCells(byte[] rowByRow)
        {
            RefuseNull(rowByRow, nameof(rowByRow));
            SetCells(ref FirstElement.Of(rowByRow), rowByRow.Length);
        }

        /// <summary>Overload for memory that begins with a given byte.</summary>
        internal void SetCells(ref byte rowByRow, int count)
        {
            long began = CallWatch.Begin(WatchedCall.Edit);
            int status = WriteCells(Types, 0, 0, Width, Height, ref rowByRow, count);
            CallWatch.End(WatchedCall.Edit, began);
            GC.KeepAlive(this);
            NativeErrors.ThrowIfMistake(status, nameof(rowByRow));
        }

        /// <summary>Sets all cells from an array indexed by column and row.</summary>
        /// <param name="types"><c>types[x, y]</c>, with exactly the grid's width and height.</param>
        /// <exception cref="ArgumentException">The array's size is not the grid's.</exception>
        public void SetCells(CellType[,] types)
        {
            RefuseNull(types, nameof(types));
            if (types.GetLength(0) != Width || types.GetLength(1) != Height)
            {
                string size = types.GetLength(0) + " x " + types.GetLength(1);
                string sizes = size + ", the grid " + Width + " x " + Height + ".";
                throw new ArgumentException("The array is " + sizes, nameof(types));
            }
            SetCells(new CellMap().Read(types, ArrayOrder.XY));
        }

        /// <summary>
        /// Sets all cells from a map in one native call. A map with walls between its cells
        /// (<see cref="CellMap.HasPassages"/>) sets the grid's walls in a second call; another map leaves them as they
        /// are. Allocates nothing.
        /// </summary>
        /// <param name="map">A map with exactly the grid's width and height. Its start and goal don't matter
        /// here.</param>
        /// <exception cref="ArgumentException">The map's size is not the grid's, or it has walls and the grid is of
        /// hexagons.</exception>
        public void SetCells(CellMap map)
        {
            RefuseNull(map, nameof(map));
            if (map.Width != Width || map.Height != Height)
            {
                string sizes = map.Width + " x " + map.Height + ", the grid " + Width + " x " + Height + ".";
                throw new ArgumentException("The map is " + sizes, nameof(map));
            }
            if (map.HasPassages && Layout != CellLayout.Square)
            {
                throw new ArgumentException("The map has walls between squares, the grid hexagons.", nameof(map));
            }
            long began = CallWatch.Begin(WatchedCall.Edit);
            int status = WriteCells(Types, 0, 0, Width, Height, ref FirstElement.Of(map.Types), map.Count);
            CallWatch.End(WatchedCall.Edit, began);
            GC.KeepAlive(this);
            NativeErrors.ThrowIfMistake(status, nameof(map));
            if (map.HasPassages)
            {
                SetPassages(0, 0, Width, Height, ref FirstElement.Of(map.Passages), map.Count);
            }
        }

        /// <summary>Copies the types of all cells into an array.</summary>
        /// <param name="rowByRow">Receives numbers of <see cref="CellType"/>: <c>rowByRow[y * Width + x]</c>. It has at
        /// least Width * Height elements; the rest stays unchanged.</param>
        /// <exception cref="ArgumentException">The array is too short. The message gives the needed length.</exception>
        public void GetCells(byte[] rowByRow)
        {
            RefuseNull(rowByRow, nameof(rowByRow));
            GetCells(ref FirstElement.Of(rowByRow), rowByRow.Length);
        }

        /// <summary>Overload for memory that begins with a given byte.</summary>
        internal void GetCells(ref byte rowByRow, int length)
        {
            GridstarRect all = NativeValues.Rect(0, 0, Width, Height);
            int status = NativeMethods.gridstar_grid_get_cells(
                _id, Types, ref all, ref rowByRow, (uint)length, out uint count);
            GC.KeepAlive(this);
            if (status == (int)NativeStatus.BufferTooSmall)
            {
                throw NativeErrors.TooShort(nameof(rowByRow), length, count);
            }
            NativeErrors.ThrowIfMistake(status, nameof(rowByRow));
        }

        /// <summary>
        /// Lists the up to eight cells around a cell, obstacles included. Their order: (+1,+1) (+1,0) (+1,-1) (0,+1)
        /// (0,-1) (-1,+1) (-1,0) (-1,-1), without those outside the grid. A warm call allocates nothing.
        /// </summary>
        /// <param name="cell">A cell of the grid.</param>
        /// <param name="neighbors">List that is cleared and filled.</param>
        /// <returns>Number of neighbors: 0 to 8.</returns>
        /// <exception cref="ArgumentOutOfRangeException">The cell lies outside the grid.</exception>
        public int GetNeighbors(GridCell cell, List<GridCell> neighbors)
        {
            RefuseNull(neighbors, nameof(neighbors));
            CellBuffer buffer = CellBuffer.Path;
            int status = NativeMethods.gridstar_grid_get_neighbors(
                _id, cell.X, cell.Y, ref buffer.Cells[0], buffer.Capacity, out uint count);
            GC.KeepAlive(this);
            if (status < 0)
            {
                throw NativeErrors.Create(status, nameof(cell), cell);
            }
            buffer.CopyTo(neighbors, (int)count);
            return (int)count;
        }

        /// <summary>
        /// Like <see cref="GetCell(GridCell)"/>, but returns false if the grid is disposed or the cell lies outside.
        /// </summary>
        internal bool TryGetCell(int x, int y, out CellType type)
        {
            int status = NativeMethods.gridstar_grid_get_cell(_id, Types, x, y, out uint number);
            GC.KeepAlive(this);
            type = (CellType)number;
            return status == (int)NativeStatus.Ok;
        }

        /// <summary>
        /// Like <see cref="SetCell(GridCell, CellType)"/>, but returns false if the grid is disposed or the cell lies
        /// outside.
        /// </summary>
        internal bool TrySetCell(int x, int y, CellType type)
        {
            long began = CallWatch.Begin(WatchedCall.Edit);
            int status = NativeMethods.gridstar_grid_set_cell(_id, Types, x, y, (uint)type);
            CallWatch.End(WatchedCall.Edit, began);
            GC.KeepAlive(this);
            if (status == (int)NativeStatus.InvalidId || status == (int)NativeStatus.CellOutside)
            {
                return false;
            }
            NativeErrors.ThrowIfMistake(status, nameof(type));
            return true;
        }

        private const uint Types = (uint)NativeCellPlane.Types;

        /// <summary>Writes a byte for each cell of a rectangle in a plane, and returns the status.</summary>
        private int WriteCells(uint plane, int x, int y, int width, int height, ref byte rowByRow, int count)
        {
            GridstarRect rect = NativeValues.Rect(x, y, width, height);
            return NativeMethods.gridstar_grid_set_cells(_id, plane, ref rect, ref rowByRow, (uint)count);
        }

        /// <summary>Reads a byte for each cell of a rectangle in a plane.</summary>
        private void ReadCells(
            uint plane, int x, int y, int width, int height, ref byte rowByRow, int length, string parameter)
        {
            GridstarRect rect = NativeValues.Rect(x, y, width, height);
            int status = NativeMethods.gridstar_grid_get_cells(
                _id, plane, ref rect, ref rowByRow, (uint)length, out uint count);
            EndRect(status, x, y, width, height, parameter, length, count);
        }

        /// <summary>
        /// Ends a call that reads or writes the bytes of a rectangle's cells: throws if its status is negative.
        /// </summary>
        /// <param name="length">Length of an array that receives the bytes.</param>
        private void EndRect(
            int status, int x, int y, int width, int height, string bytes, int length = 0, uint needed = 0)
        {
            GC.KeepAlive(this);
            if (status == (int)NativeStatus.BufferTooSmall)
            {
                throw NativeErrors.TooShort(bytes, length, needed);
            }
            if (status == (int)NativeStatus.BadRect)
            {
                throw NativeErrors.Create(status, "rectangle", new GridCell(x, y) + ", " + width + " x " + height);
            }
            NativeErrors.ThrowIfMistake(status, bytes);
        }

        private static void RefuseNull(object argument, string parameter)
        {
            if (argument == null)
            {
                throw new ArgumentNullException(parameter);
            }
        }
    }
}
