using System;
using System.Collections.Generic;

namespace GridStar
{
    /// <summary>
    /// A search that can be watched: it expands as many cells as it is told to, and shows what it did and how it stands.
    /// <see cref="PathGrid.BeginSearch(GridCell, GridCell)"/> begins one.
    /// </summary>
    /// <remarks>
    /// <para>It is the search of <see cref="PathGrid.FindPath(GridCell, GridCell, List{GridCell}, PathQuery)"/> by
    /// <see cref="SearchEngine.AStar"/>, whatever the grid's engine is: stepped to its end it gives the same path and the same number of
    /// expansions.</para>
    /// <para>It searches the grid as it was at the beginning. Later edits change nothing of what it finds or shows, nor does disposing the
    /// grid; <see cref="Revision"/> tells which state that is. While it lives, the first search or read after an edit
    /// takes a copy of the grid.</para>
    /// <para>Memory: 4 bytes for each cell of the grid, touched only where the search comes by, about 40 for each cell that it has reached,
    /// and 16 for each change of the last <see cref="Advance"/>. Any member from any thread; where two come at once, one waits. Once warm,
    /// nothing but the constructor allocates.</para>
    /// </remarks>
    public sealed class SearchStepper : IDisposable
    {
        private readonly ulong _id;
        private readonly object _buffersLock = new object();
        private GridCell[] _path = new GridCell[64];
        private SearchChange[] _changes = new SearchChange[64];
        private SearchCell[] _open = new SearchCell[64];

        internal SearchStepper(ulong grid, GridCell start, GridCell goal, PathQuery query)
        {
            Start = start;
            Goal = goal;
            GridstarQueryDef def = query.ToDef();
            int status = NativeMethods.gridstar_stepper_begin(grid, start.X, start.Y, goal.X, goal.Y, ref def, out _id);
            NativeErrors.ThrowIfMistake(status, nameof(query));
            GridstarStepperInfo info = GetInfo();
            Width = (int)info.width;
            Height = (int)info.height;
            Revision = info.revision;
            Order = (SearchOrder)info.order;
            Heuristic = (Heuristic)info.heuristic;
            HeuristicWeight = info.heuristic_weight;
        }

        /// <summary>Frees the native search where nobody called <see cref="Dispose"/>.</summary>
        ~SearchStepper()
        {
            Destroy();
        }

        /// <summary>The first cell of the path that is looked for.</summary>
        public GridCell Start { get; }

        /// <summary>The last cell of the path that is looked for.</summary>
        public GridCell Goal { get; }

        /// <summary>Number of columns of the grid.</summary>
        public int Width { get; }

        /// <summary>Number of rows of the grid.</summary>
        public int Height { get; }

        /// <summary>The <see cref="PathGrid.Revision"/> of the grid that is searched: that of the beginning.</summary>
        public ulong Revision { get; }

        /// <summary>Which cell is expanded next; never <see cref="SearchOrder.Default"/>.</summary>
        public SearchOrder Order { get; }

        /// <summary>How the cost that is left is estimated; never <see cref="GridStar.Heuristic.Default"/>.</summary>
        public Heuristic Heuristic { get; }

        /// <summary>By what estimates are multiplied in the order A*.</summary>
        public double HeuristicWeight { get; }

        /// <summary>
        /// <see cref="PathReason.StillRunning"/>, or how the search has ended. An end outside the grid or a goal that is an obstacle ends it at
        /// once; an unreachable goal is found out by expanding all that can be reached.
        /// </summary>
        /// <exception cref="ObjectDisposedException">The stepper is disposed.</exception>
        public PathReason Status
        {
            get { return (PathReason)GetInfo().status; }
        }

        /// <summary>Whether the search has not come to its end.</summary>
        /// <exception cref="ObjectDisposedException">The stepper is disposed.</exception>
        public bool IsRunning
        {
            get { return Status == PathReason.StillRunning; }
        }

        /// <summary>How many cells were expanded.</summary>
        /// <exception cref="ObjectDisposedException">The stepper is disposed.</exception>
        public int Expansions
        {
            get { return (int)GetInfo().expansions; }
        }

        /// <summary>How many cells are closed: those that were expanded, for none is twice.</summary>
        /// <exception cref="ObjectDisposedException">The stepper is disposed.</exception>
        public int ClosedCount
        {
            get { return Expansions; }
        }

        /// <summary>How many cells are open. When a path was found the goal is one of them.</summary>
        /// <exception cref="ObjectDisposedException">The stepper is disposed.</exception>
        public int OpenCount
        {
            get { return (int)GetInfo().open_count; }
        }

        /// <summary>Memory that the search holds, in bytes, but for the state of the grid.</summary>
        /// <exception cref="ObjectDisposedException">The stepper is disposed.</exception>
        public long Bytes
        {
            get { return (long)GetInfo().bytes; }
        }

        /// <summary>
        /// Whether the native search is gone, by <see cref="Dispose"/> or by <see cref="GridStarLibrary.DestroyAllSteppers"/>.
        /// </summary>
        public bool IsDisposed
        {
            get
            {
                bool isDisposed = NativeMethods.gridstar_stepper_is_valid(_id) == 0;
                GC.KeepAlive(this);
                return isDisposed;
            }
        }

        /// <summary>Cancels the search and frees it. A second call does nothing.</summary>
        public void Dispose()
        {
            Destroy();
            GC.SuppressFinalize(this);
        }

        /// <summary>
        /// Expands so many cells, or fewer where the search ends before. Without memory fewer are expanded, and the next call goes on from
        /// there.
        /// </summary>
        /// <param name="maxExpansions">Not negative.</param>
        /// <returns><see cref="Status"/> as it is then.</returns>
        /// <exception cref="ArgumentOutOfRangeException"><paramref name="maxExpansions"/> is negative.</exception>
        /// <exception cref="ObjectDisposedException">The stepper is disposed.</exception>
        /// <exception cref="OutOfMemoryException">The memory could not be had.</exception>
        public PathReason Advance(int maxExpansions)
        {
            if (maxExpansions < 0)
            {
                throw new ArgumentOutOfRangeException(nameof(maxExpansions), maxExpansions, "It must not be negative.");
            }
            int status = NativeMethods.gridstar_stepper_advance(_id, (uint)maxExpansions);
            GC.KeepAlive(this);
            ThrowIfMistake(status, nameof(maxExpansions));
            return (PathReason)status;
        }

        /// <summary>Runs the search to its end, unless it is there. Changes are not noted: there are none then.</summary>
        /// <param name="path">Is cleared, and filled with the path's cells, both ends included. No path leaves it empty.</param>
        /// <returns>
        /// Whether there is a path, or why there is none. <see cref="PathResult.Expansions"/> are all that were made, also without a path.
        /// </returns>
        /// <exception cref="ArgumentNullException"><paramref name="path"/> is null.</exception>
        /// <exception cref="ObjectDisposedException">The stepper is disposed.</exception>
        /// <exception cref="OutOfMemoryException">The memory could not be had.</exception>
        public PathResult Finish(List<GridCell> path)
        {
            RefuseNull(path, nameof(path));
            lock (_buffersLock)
            {
                GridstarPathResult result = default(GridstarPathResult);
                result.struct_size = GridstarPathResult.Size;
                int status = Finish(ref result);
                if (status == (int)NativeStatus.BufferTooSmall)
                {
                    Reserve(ref _path, result.length);
                    status = Finish(ref result);
                }
                ThrowIfMistake(status, nameof(path));
                CopyTo(path, _path, result.length);
                return new PathResult(status, ref result);
            }
        }

        /// <summary>
        /// What the last <see cref="Advance"/> did, in order: for each expansion the cell that was expanded, then those that it added and
        /// improved. Before the first one that the start was added.
        /// </summary>
        /// <param name="changes">Is cleared and filled.</param>
        /// <exception cref="ArgumentNullException"><paramref name="changes"/> is null.</exception>
        /// <exception cref="ObjectDisposedException">The stepper is disposed.</exception>
        public void GetChanges(List<SearchChange> changes)
        {
            RefuseNull(changes, nameof(changes));
            lock (_buffersLock)
            {
                uint count;
                int status = GetChanges(out count);
                // More than once when another thread advances in between.
                while (status == (int)NativeStatus.BufferTooSmall)
                {
                    Reserve(ref _changes, count);
                    status = GetChanges(out count);
                }
                ThrowIfMistake(status, nameof(changes));
                CopyTo(changes, _changes, count);
            }
        }

        /// <summary>How the search stands with a cell.</summary>
        /// <param name="cell">A cell of the grid.</param>
        /// <exception cref="ArgumentOutOfRangeException">The cell lies outside the grid.</exception>
        /// <exception cref="ObjectDisposedException">The stepper is disposed.</exception>
        public SearchCell GetCell(GridCell cell)
        {
            SearchCell found = default(SearchCell);
            uint count;
            int status = NativeMethods.gridstar_stepper_get_cells(_id, cell.X, cell.Y, 1, 1, ref found, 1, out count);
            GC.KeepAlive(this);
            if (status == (int)NativeStatus.BadRect)
            {
                throw NativeErrors.Create((int)NativeStatus.CellOutside, nameof(cell), cell);
            }
            ThrowIfMistake(status, nameof(cell));
            return found;
        }

        /// <summary>How the search stands with the cells of a rectangle.</summary>
        /// <param name="x">First column.</param>
        /// <param name="y">First row.</param>
        /// <param name="width">Number of columns.</param>
        /// <param name="height">Number of rows.</param>
        /// <param name="rowByRow">
        /// Gets cell (x + column, y + row) at row * width + column; places beyond width * height are not touched.
        /// </param>
        /// <exception cref="ArgumentNullException"><paramref name="rowByRow"/> is null.</exception>
        /// <exception cref="ArgumentException"><paramref name="rowByRow"/> is too short; it was not touched.</exception>
        /// <exception cref="ArgumentOutOfRangeException">The rectangle is empty or not all inside the grid.</exception>
        /// <exception cref="ObjectDisposedException">The stepper is disposed.</exception>
        public void GetCells(int x, int y, int width, int height, SearchCell[] rowByRow)
        {
            RefuseNull(rowByRow, nameof(rowByRow));
            uint count;
            int status = NativeMethods.gridstar_stepper_get_cells(
                _id,
                x,
                y,
                unchecked((uint)width),
                unchecked((uint)height),
                ref FirstPlace.Of(rowByRow),
                (uint)rowByRow.Length,
                out count);
            GC.KeepAlive(this);
            if (status == (int)NativeStatus.BufferTooSmall)
            {
                throw NativeErrors.TooShort(nameof(rowByRow), rowByRow.Length, count);
            }
            if (status == (int)NativeStatus.BadRect)
            {
                throw NativeErrors.Create(status, "rectangle", new GridCell(x, y) + ", " + width + " x " + height);
            }
            ThrowIfMistake(status, nameof(rowByRow));
        }

        /// <summary>The open cells that come first, in the order in which they would be expanded if nothing were added.</summary>
        /// <param name="open">Is cleared and filled.</param>
        /// <param name="maxCount">How many at most; 0: all. Not negative.</param>
        /// <exception cref="ArgumentNullException"><paramref name="open"/> is null.</exception>
        /// <exception cref="ArgumentOutOfRangeException"><paramref name="maxCount"/> is negative.</exception>
        /// <exception cref="ObjectDisposedException">The stepper is disposed.</exception>
        /// <exception cref="OutOfMemoryException">The memory could not be had.</exception>
        public void GetOpenCells(List<SearchCell> open, int maxCount = 0)
        {
            RefuseNull(open, nameof(open));
            if (maxCount < 0)
            {
                throw new ArgumentOutOfRangeException(nameof(maxCount), maxCount, "It must not be negative.");
            }
            lock (_buffersLock)
            {
                uint count;
                int status = GetOpen((uint)maxCount, out count);
                while (status == (int)NativeStatus.BufferTooSmall)
                {
                    Reserve(ref _open, count);
                    status = GetOpen((uint)maxCount, out count);
                }
                ThrowIfMistake(status, nameof(open));
                CopyTo(open, _open, count);
            }
        }

        private int Finish(ref GridstarPathResult result)
        {
            int status = NativeMethods.gridstar_stepper_finish(_id, ref _path[0], (uint)_path.Length, ref result);
            GC.KeepAlive(this);
            return status;
        }

        private int GetChanges(out uint count)
        {
            int status = NativeMethods.gridstar_stepper_get_changes(_id, ref _changes[0], (uint)_changes.Length, out count);
            GC.KeepAlive(this);
            return status;
        }

        private int GetOpen(uint maxCount, out uint count)
        {
            int status = NativeMethods.gridstar_stepper_get_open(_id, maxCount, ref _open[0], (uint)_open.Length, out count);
            GC.KeepAlive(this);
            return status;
        }

        private GridstarStepperInfo GetInfo()
        {
            GridstarStepperInfo info = default(GridstarStepperInfo);
            info.struct_size = GridstarStepperInfo.Size;
            int status = NativeMethods.gridstar_stepper_get_info(_id, ref info);
            GC.KeepAlive(this);
            ThrowIfMistake(status, null);
            return info;
        }

        private static void ThrowIfMistake(int status, string parameter)
        {
            if (status == (int)NativeStatus.InvalidId)
            {
                throw new ObjectDisposedException(nameof(SearchStepper));
            }
            NativeErrors.ThrowIfMistake(status, parameter);
        }

        private static void RefuseNull(object argument, string name)
        {
            if (argument == null)
            {
                throw new ArgumentNullException(name);
            }
        }

        /// <summary>Makes room for so many values; what the buffer held is lost.</summary>
        private static void Reserve<T>(ref T[] buffer, uint count)
        {
            buffer = new T[checked((int)(count + count / 2))];
        }

        /// <summary>Makes the list hold the first values of a buffer and nothing else.</summary>
        private static void CopyTo<T>(List<T> list, T[] buffer, uint count)
        {
            list.Clear();
            if (list.Capacity < count)
            {
                list.Capacity = Math.Max((int)count, 2 * list.Capacity);
            }
            for (int i = 0; i < count; i++)
            {
                list.Add(buffer[i]);
            }
        }

        /// <summary>Never throws: an id means that the library is there, and destroying a stale one is harmless.</summary>
        private void Destroy()
        {
            if (_id != 0)
            {
                NativeMethods.gridstar_stepper_destroy(_id);
            }
        }
    }
}
