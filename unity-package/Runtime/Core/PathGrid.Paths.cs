using System;
using System.Collections.Generic;

namespace GridStar
{
    // Searches.
    public sealed partial class PathGrid
    {
        /// <summary>Finds a cheapest path by the grid's own settings. See the overload with a query.</summary>
        /// <param name="start">The first cell; an obstacle can be left.</param>
        /// <param name="goal">The last cell.</param>
        /// <param name="path">Is cleared, and filled with the path's cells, both ends included.</param>
        /// <returns>Whether there is a path, or why there is none, and what the search took.</returns>
        /// <exception cref="ArgumentNullException"><paramref name="path"/> is null.</exception>
        /// <exception cref="ObjectDisposedException">The grid is disposed.</exception>
        /// <exception cref="OutOfMemoryException">The memory for the search could not be had.</exception>
        public PathResult FindPath(GridCell start, GridCell goal, List<GridCell> path)
        {
            return FindPath(start, goal, path, default(PathQuery));
        }

        /// <summary>
        /// Finds a cheapest path. A start that is the goal is a path of one cell. The same state of the grid and the same query give
        /// the same path on every platform; with <see cref="SearchEngine.Landmarks"/> the same calls since the grid was made do, for which one of
        /// several equally cheap paths it is depends on when landmarks were measured. A warm call allocates nothing.
        /// </summary>
        /// <param name="start">The first cell; an obstacle can be left.</param>
        /// <param name="goal">The last cell.</param>
        /// <param name="path">Is cleared, and filled with the path's cells, both ends included. No path leaves it empty.</param>
        /// <param name="query">Settings of this search.</param>
        /// <returns>Whether there is a path, or why there is none, and what the search took.</returns>
        /// <exception cref="ArgumentNullException"><paramref name="path"/> is null.</exception>
        /// <exception cref="ArgumentOutOfRangeException">A setting of the query is out of range; the message says which.</exception>
        /// <exception cref="ObjectDisposedException">The grid is disposed.</exception>
        /// <exception cref="OutOfMemoryException">The memory for the search could not be had.</exception>
        public PathResult FindPath(GridCell start, GridCell goal, List<GridCell> path, PathQuery query)
        {
            RefuseNull(path, nameof(path));
            GridstarQueryDef def = query.ToDef();
            GridstarPathResult result = NewResult();
            CellBuffer buffer = CellBuffer.Path;
            int status = FindPath(start, goal, ref def, buffer.Cells, ref result);
            // More than once when another thread's edit makes the path longer in between.
            while (status == (int)NativeStatus.BufferTooSmall)
            {
                buffer.Reserve(result.length);
                status = FindPath(start, goal, ref def, buffer.Cells, ref result);
            }
            NativeErrors.ThrowIfMistake(status, nameof(query));
            buffer.CopyTo(path, (int)result.length);
            return new PathResult(status, ref result);
        }

        /// <summary>Finds a cheapest path by the grid's own settings. See the overload with a query.</summary>
        /// <param name="start">The first cell; an obstacle can be left.</param>
        /// <param name="goal">The last cell.</param>
        /// <param name="path">Gets the path's cells, both ends included, in its first places.</param>
        /// <returns>Whether there is a path, or why there is none, and what the search took.</returns>
        /// <exception cref="ArgumentNullException"><paramref name="path"/> is null.</exception>
        /// <exception cref="ArgumentException">
        /// <paramref name="path"/> is too short and was not touched; the message says how many places are needed.
        /// </exception>
        /// <exception cref="ObjectDisposedException">The grid is disposed.</exception>
        /// <exception cref="OutOfMemoryException">The memory for the search could not be had.</exception>
        public PathResult FindPath(GridCell start, GridCell goal, GridCell[] path)
        {
            return FindPath(start, goal, path, default(PathQuery));
        }

        /// <summary>
        /// Finds a cheapest path and writes it straight into an array. Otherwise as the overload with a list. Allocates nothing.
        /// </summary>
        /// <param name="start">The first cell; an obstacle can be left.</param>
        /// <param name="goal">The last cell.</param>
        /// <param name="path">
        /// Gets the path's cells, both ends included, in its first <see cref="PathResult.Length"/> places; the others are not touched.
        /// </param>
        /// <param name="query">Settings of this search.</param>
        /// <returns>Whether there is a path, or why there is none, and what the search took.</returns>
        /// <exception cref="ArgumentNullException"><paramref name="path"/> is null.</exception>
        /// <exception cref="ArgumentException">
        /// <paramref name="path"/> is too short and was not touched; the message says how many places are needed.
        /// </exception>
        /// <exception cref="ArgumentOutOfRangeException">A setting of the query is out of range; the message says which.</exception>
        /// <exception cref="ObjectDisposedException">The grid is disposed.</exception>
        /// <exception cref="OutOfMemoryException">The memory for the search could not be had.</exception>
        public PathResult FindPath(GridCell start, GridCell goal, GridCell[] path, PathQuery query)
        {
            RefuseNull(path, nameof(path));
            GridstarQueryDef def = query.ToDef();
            GridstarPathResult result = NewResult();
            int status = FindPath(start, goal, ref def, path, ref result);
            if (status == (int)NativeStatus.BufferTooSmall)
            {
                throw NativeErrors.TooShort(nameof(path), path.Length, result.length);
            }
            NativeErrors.ThrowIfMistake(status, nameof(query));
            return new PathResult(status, ref result);
        }

        /// <summary>
        /// Finds the same path as <see cref="FindPath(GridCell, GridCell, List{GridCell}, PathQuery)"/> and also tells which cells the
        /// search expanded: for pictures of a search and for finding out why it is slow.
        /// </summary>
        /// <param name="start">The first cell; an obstacle can be left.</param>
        /// <param name="goal">The last cell.</param>
        /// <param name="path">Is cleared, and filled with the path's cells, both ends included. No path leaves it empty.</param>
        /// <param name="expanded">Is cleared, and filled with the expanded cells in the order in which they were expanded.</param>
        /// <param name="query">Settings of this search.</param>
        /// <returns>Whether there is a path, or why there is none, and what the search took.</returns>
        /// <exception cref="ArgumentNullException">A list is null.</exception>
        /// <exception cref="ArgumentException">Both lists are the same one.</exception>
        /// <exception cref="ArgumentOutOfRangeException">A setting of the query is out of range; the message says which.</exception>
        /// <exception cref="ObjectDisposedException">The grid is disposed.</exception>
        /// <exception cref="OutOfMemoryException">The memory for the search could not be had.</exception>
        public PathResult TracePath(
            GridCell start, GridCell goal, List<GridCell> path, List<GridCell> expanded, PathQuery query)
        {
            RefuseNull(path, nameof(path));
            RefuseNull(expanded, nameof(expanded));
            if (ReferenceEquals(path, expanded))
            {
                throw new ArgumentException("The path and the expanded cells need a list each.", nameof(expanded));
            }
            GridstarQueryDef def = query.ToDef();
            GridstarPathResult result = NewResult();
            int status = TracePath(start, goal, ref def, ref result);
            while (status == (int)NativeStatus.BufferTooSmall)
            {
                CellBuffer.Path.Reserve(result.length);
                CellBuffer.Expanded.Reserve(result.expansions);
                status = TracePath(start, goal, ref def, ref result);
            }
            NativeErrors.ThrowIfMistake(status, nameof(query));
            CellBuffer.Path.CopyTo(path, (int)result.length);
            CellBuffer.Expanded.CopyTo(expanded, (int)result.expansions);
            return new PathResult(status, ref result);
        }

        /// <summary>
        /// Tells how much of a path can still be walked by the grid's own diagonal rule, without a search. See the overload with a query.
        /// </summary>
        /// <param name="path">Cells from one end to the other.</param>
        /// <returns>How many cells from the first one on: all of them where nothing is in the way.</returns>
        /// <exception cref="ArgumentNullException"><paramref name="path"/> is null.</exception>
        /// <exception cref="ObjectDisposedException">The grid is disposed.</exception>
        public int CheckPath(List<GridCell> path)
        {
            ulong revision;
            return CheckPath(path, 0, default(PathQuery), out revision);
        }

        /// <summary>
        /// Tells how much of a path can still be walked: the number of its cells before the first step that is not legal any more, because its
        /// target was closed or a corner beside it. Nothing is searched, and a shorter way that has opened is not seen. The time it
        /// takes grows with the path, not with the grid. A warm call allocates nothing.
        /// </summary>
        /// <param name="path">Cells from one end to the other.</param>
        /// <param name="first">Where to begin: cells before it are not looked at. The cell there may be an obstacle, as a start may.</param>
        /// <param name="query">Its diagonal rule says which steps are legal; default: the grid's.</param>
        /// <param name="revision">Gets the <see cref="Revision"/> of the grid that was looked at.</param>
        /// <returns>How many cells from <paramref name="first"/> on: all of them where nothing is in the way.</returns>
        /// <exception cref="ArgumentNullException"><paramref name="path"/> is null.</exception>
        /// <exception cref="ArgumentOutOfRangeException">
        /// <paramref name="first"/> is negative or beyond the path, or a setting of the query is out of range.
        /// </exception>
        /// <exception cref="ObjectDisposedException">The grid is disposed.</exception>
        public int CheckPath(List<GridCell> path, int first, PathQuery query, out ulong revision)
        {
            RefuseNull(path, nameof(path));
            if (first < 0 || first > path.Count)
            {
                throw new ArgumentOutOfRangeException(nameof(first), first, "The path has " + path.Count + " cells.");
            }
            GridstarQueryDef def = query.ToDef();
            CellBuffer buffer = CellBuffer.Path;
            int count = path.Count - first;
            buffer.Reserve((uint)count);
            path.CopyTo(first, buffer.Cells, 0, count);
            uint usable;
            int status = NativeMethods.gridstar_grid_check_path(
                _id, ref buffer.Cells[0], (uint)count, ref def, out usable, out revision);
            GC.KeepAlive(this);
            NativeErrors.ThrowIfMistake(status, nameof(query));
            return (int)usable;
        }

        /// <summary>Begins a search by the grid's own settings that can be watched. See the overload with a query.</summary>
        /// <param name="start">The first cell; an obstacle can be left.</param>
        /// <param name="goal">The last cell.</param>
        /// <returns>The search, of which nothing is done yet. Dispose it.</returns>
        /// <exception cref="ObjectDisposedException">The grid is disposed.</exception>
        /// <exception cref="OutOfMemoryException">The memory for the search could not be had.</exception>
        public SearchStepper BeginSearch(GridCell start, GridCell goal)
        {
            return BeginSearch(start, goal, default(PathQuery));
        }

        /// <summary>
        /// Begins a search that can be watched: it expands as many cells at a time as it is told to, and shows what it did. It searches the
        /// grid as it is now, by A* over cells.
        /// </summary>
        /// <param name="start">The first cell; an obstacle can be left.</param>
        /// <param name="goal">The last cell.</param>
        /// <param name="query">Settings of this search.</param>
        /// <returns>The search, of which nothing is done yet. Dispose it.</returns>
        /// <exception cref="ArgumentOutOfRangeException">A setting of the query is out of range; the message says which.</exception>
        /// <exception cref="ObjectDisposedException">The grid is disposed.</exception>
        /// <exception cref="OutOfMemoryException">The memory for the search could not be had.</exception>
        public SearchStepper BeginSearch(GridCell start, GridCell goal, PathQuery query)
        {
            SearchStepper stepper = new SearchStepper(_id, start, goal, query);
            GC.KeepAlive(this);
            return stepper;
        }

        private int FindPath(
            GridCell start, GridCell goal, ref GridstarQueryDef def, GridCell[] path, ref GridstarPathResult result)
        {
            int status = NativeMethods.gridstar_grid_find_path(
                _id, start.X, start.Y, goal.X, goal.Y, ref def, ref FirstPlace.Of(path), (uint)path.Length, ref result);
            GC.KeepAlive(this);
            return status;
        }

        private int TracePath(GridCell start, GridCell goal, ref GridstarQueryDef def, ref GridstarPathResult result)
        {
            CellBuffer path = CellBuffer.Path;
            CellBuffer expanded = CellBuffer.Expanded;
            int status = NativeMethods.gridstar_grid_trace_path(
                _id,
                start.X,
                start.Y,
                goal.X,
                goal.Y,
                ref def,
                ref path.Cells[0],
                path.Capacity,
                ref expanded.Cells[0],
                expanded.Capacity,
                ref result);
            GC.KeepAlive(this);
            return status;
        }

        private static GridstarPathResult NewResult()
        {
            GridstarPathResult result = default(GridstarPathResult);
            result.struct_size = GridstarPathResult.Size;
            return result;
        }
    }
}
