using System;
using System.Collections.Generic;

namespace GridStar
{
    /// <summary>
    /// A search that can be watched: it expands a given number of cells at a time, and shows its changes and its state.
    /// <see cref="PathGrid.BeginSearch(GridCell, GridCell)"/> begins one.
    /// </summary>
    /// <remarks>
    /// <para>It is the search of <see cref="PathGrid.FindPath(GridCell, GridCell, List{GridCell}, PathQuery)"/> with
    /// <see cref="SearchEngine.AStar"/>, whatever the grid's engine is. Run to its end, it finds the same path with the
    /// same number of expansions.</para>
    /// <para>It searches the grid as it was at the beginning; <see cref="Revision"/> names this state. Later edits
    /// don't change the search, nor does disposing the grid. While a stepper lives, the first search or read after an
    /// edit copies the grid.</para>
    /// <para>Memory: 4 bytes for each cell of the grid, touched only near the search, about 40 for each reached cell,
    /// and 16 for each change of the last <see cref="Advance"/>. Once warm, only the constructor allocates.</para>
    /// <para>Any thread may call any member; of two calls at once, one waits. Members that need the native search throw
    /// <see cref="ObjectDisposedException"/> after <see cref="Dispose"/>, <see cref="ArgumentNullException"/> for an
    /// argument that is null, and <see cref="OutOfMemoryException"/> without enough memory.</para>
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
            int status = NativeMethods.gridstar_stepper_begin(grid, ref start, ref goal, ref def, out _id);
            query.ThrowIfMistake(status);
            GridstarStepperInfo info = GetInfo();
            Width = (int)info.width;
            Height = (int)info.height;
            Revision = info.revision;
            Order = (SearchOrder)info.order;
            Heuristic = (Heuristic)info.heuristic;
            HeuristicWeight = info.heuristic_weight;
        }

        /// <summary>Frees the native search if <see cref="Dispose"/> was never called.</summary>
        ~SearchStepper()
        {
            Destroy();
        }

        /// <summary>The first cell of the path.</summary>
        public GridCell Start { get; }

        /// <summary>The last cell of the path.</summary>
        public GridCell Goal { get; }

        /// <summary>Number of columns of the grid.</summary>
        public int Width { get; }

        /// <summary>Number of rows of the grid.</summary>
        public int Height { get; }

        /// <summary>The <see cref="PathGrid.Revision"/> of the grid when the search began.</summary>
        public ulong Revision { get; }

        /// <summary>The search algorithm; never <see cref="SearchOrder.Default"/>.</summary>
        public SearchOrder Order { get; }

        /// <summary>The heuristic; never <see cref="GridStar.Heuristic.Default"/>.</summary>
        public Heuristic Heuristic { get; }

        /// <summary>Factor of the estimate in A*.</summary>
        public double HeuristicWeight { get; }

        /// <summary>
        /// <see cref="PathReason.StillRunning"/>, or how the search ended. An end outside the grid or a blocked goal
        /// ends the search at once. An unreachable goal shows only after all reachable cells are expanded.
        /// </summary>
        public PathReason Status => (PathReason)GetInfo().status;

        /// <summary>Whether the search is still running.</summary>
        public bool IsRunning => Status == PathReason.StillRunning;

        /// <summary>Number of expanded cells.</summary>
        public int Expansions => (int)GetInfo().expansions;

        /// <summary>
        /// Number of closed cells. It equals <see cref="Expansions"/>, because no cell is expanded twice.
        /// </summary>
        public int ClosedCount => Expansions;

        /// <summary>Number of open cells. After a path was found, the goal is one of them.</summary>
        public int OpenCount => (int)GetInfo().open_count;

        /// <summary>Native memory of the search in bytes, without the state of the grid.</summary>
        public long Bytes => (long)GetInfo().bytes;

        /// <summary>
        /// Whether <see cref="Dispose"/> or <see cref="GridStarLibrary.DestroyAllSteppers"/> has freed the native
        /// search.
        /// </summary>
        public bool IsDisposed
        {
            get
            {
                bool isDisposed = NativeMethods.gridstar_is_valid(_id, (uint)NativeKind.Stepper) != 0;
                GC.KeepAlive(this);
                return isDisposed;
            }
        }

        /// <summary>Ends the search and frees it. Later calls do nothing.</summary>
        public void Dispose()
        {
            Destroy();
            GC.SuppressFinalize(this);
        }

        /// <summary>
        /// Expands the given number of cells, or fewer if the search ends before. If memory runs out, fewer cells are
        /// expanded, and the next call continues.
        /// </summary>
        /// <param name="maxExpansions">Number of cells to expand: at least 0.</param>
        /// <returns>The <see cref="Status"/> afterwards.</returns>
        /// <exception cref="ArgumentOutOfRangeException"><paramref name="maxExpansions"/> is negative.</exception>
        public PathReason Advance(int maxExpansions)
        {
            if (maxExpansions < 0)
            {
                throw new ArgumentOutOfRangeException(nameof(maxExpansions), maxExpansions, "Must not be negative.");
            }
            int status = NativeMethods.gridstar_stepper_advance(_id, (uint)maxExpansions);
            GC.KeepAlive(this);
            ThrowIfMistake(status, nameof(maxExpansions));
            return (PathReason)status;
        }

        /// <summary>
        /// Runs the search to its end. <see cref="GetChanges(List{SearchChange})"/> reports no changes of this call.
        /// </summary>
        /// <param name="path">List that is cleared and filled with the path's cells, both ends included. It is empty
        /// without a path.</param>
        /// <returns>Whether a path was found, or why not. <see cref="PathResult.Expansions"/> counts all expansions,
        /// even without a path.</returns>
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
                ListCopy.Fill(path, _path, (int)result.length);
                return new PathResult(status, ref result);
            }
        }

        /// <summary>
        /// Lists what the last <see cref="Advance"/> did, in order: each expanded cell, followed by the cells that it
        /// added and improved. Before the first <see cref="Advance"/>, the list has the added start.
        /// </summary>
        /// <param name="changes">List that is cleared and filled.</param>
        public void GetChanges(List<SearchChange> changes)
        {
            RefuseNull(changes, nameof(changes));
            lock (_buffersLock)
            {
                int status = GetChanges(out uint count);
                // Repeats when another thread advances the search meanwhile.
                while (status == (int)NativeStatus.BufferTooSmall)
                {
                    Reserve(ref _changes, count);
                    status = GetChanges(out count);
                }
                ThrowIfMistake(status, nameof(changes));
                ListCopy.Fill(changes, _changes, (int)count);
            }
        }

        /// <summary>The state of a cell in the search.</summary>
        /// <param name="cell">A cell of the grid.</param>
        /// <exception cref="ArgumentOutOfRangeException">The cell lies outside the grid.</exception>
        public SearchCell GetCell(GridCell cell)
        {
            SearchCell found = default(SearchCell);
            GridstarRect rect = NativeValues.Rect(cell.X, cell.Y, 1, 1);
            int status = NativeMethods.gridstar_stepper_get_cells(_id, ref rect, ref found, 1, out _);
            GC.KeepAlive(this);
            if (status == (int)NativeStatus.BadRect)
            {
                throw NativeErrors.Create((int)NativeStatus.CellOutside, nameof(cell), cell);
            }
            ThrowIfMistake(status, nameof(cell));
            return found;
        }

        /// <summary>The states of a rectangle's cells in the search.</summary>
        /// <param name="width">Columns, at least 1.</param>
        /// <param name="height">Rows, at least 1.</param>
        /// <param name="rowByRow">Receives cell (x + column, y + row) at index row * width + column. The rest stays
        /// unchanged.</param>
        /// <exception cref="ArgumentException"><paramref name="rowByRow"/> is too short and stays
        /// unchanged.</exception>
        /// <exception cref="ArgumentOutOfRangeException">The rectangle is empty or not all on the grid.</exception>
        public void GetCells(int x, int y, int width, int height, SearchCell[] rowByRow)
        {
            RefuseNull(rowByRow, nameof(rowByRow));
            GridstarRect rect = NativeValues.Rect(x, y, width, height);
            int status = NativeMethods.gridstar_stepper_get_cells(
                _id, ref rect, ref FirstElement.Of(rowByRow), (uint)rowByRow.Length, out uint count);
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

        /// <summary>
        /// Lists the first cells of the open list, in the order of their expansion if nothing were added.
        /// </summary>
        /// <param name="open">List that is cleared and filled.</param>
        /// <param name="maxCount">Largest number of cells: at least 0. 0 lists all.</param>
        /// <exception cref="ArgumentOutOfRangeException"><paramref name="maxCount"/> is negative.</exception>
        public void GetOpenCells(List<SearchCell> open, int maxCount = 0)
        {
            RefuseNull(open, nameof(open));
            if (maxCount < 0)
            {
                throw new ArgumentOutOfRangeException(nameof(maxCount), maxCount, "Must not be negative.");
            }
            lock (_buffersLock)
            {
                int status = GetOpen((uint)maxCount, out uint count);
                while (status == (int)NativeStatus.BufferTooSmall)
                {
                    Reserve(ref _open, count);
                    status = GetOpen((uint)maxCount, out count);
                }
                ThrowIfMistake(status, nameof(open));
                ListCopy.Fill(open, _open, (int)count);
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
            int status = NativeMethods.gridstar_stepper_get_changes(
                _id, ref _changes[0], (uint)_changes.Length, out count);
            GC.KeepAlive(this);
            return status;
        }

        private int GetOpen(uint maxCount, out uint count)
        {
            int status = NativeMethods.gridstar_stepper_get_open(
                _id, maxCount, ref _open[0], (uint)_open.Length, out count);
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

        /// <summary>Makes room for the given number of values. The old content is lost.</summary>
        private static void Reserve<T>(ref T[] buffer, uint count) => buffer = new T[checked((int)(count + count / 2))];

        /// <summary>
        /// Never throws: a nonzero id means that the library is loaded, and destroying a stale id is harmless.
        /// </summary>
        private void Destroy()
        {
            if (_id != 0)
            {
                NativeMethods.gridstar_destroy(_id);
            }
        }
    }
}
