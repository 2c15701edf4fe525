using System;
using System.Collections.Generic;

namespace GridStar
{
    // Finds, checks and steps paths.
    public sealed partial class PathGrid
    {
        /// <summary>Finds a cheapest path with the grid's settings. The overload with a query says more.</summary>
        /// <param name="start">The first cell. It may be an obstacle.</param>
        /// <param name="path">List that is cleared and filled with the path's cells, both ends included.</param>
        /// <returns>Whether a path was found, or why not; also its cost and the work of the search.</returns>
        public PathResult FindPath(GridCell start, GridCell goal, List<GridCell> path)
            => FindPath(start, goal, path, default(PathQuery));

        /// <summary>
        /// Finds a cheapest path. If start and goal are the same cell, the path is this cell. A warm call allocates
        /// nothing.
        /// </summary>
        /// <remarks>
        /// The same cells and the same query give the same path on every platform. With
        /// <see cref="SearchEngine.Landmarks"/>, which of several equally cheap paths comes back also depends on when
        /// the landmarks were measured. Repeating all calls since the grid's creation gives the same path again.
        /// </remarks>
        /// <param name="start">The first cell. It may be an obstacle.</param>
        /// <param name="path">List that is cleared and filled with the path's cells, both ends included. It is empty
        /// without a path.</param>
        /// <returns>Whether a path was found, or why not; also its cost and the work of the search.</returns>
        /// <exception cref="ArgumentOutOfRangeException">A setting of the query is out of range. The message names
        /// it.</exception>
        public PathResult FindPath(GridCell start, GridCell goal, List<GridCell> path, PathQuery query)
        {
            RefuseNull(path, nameof(path));
            CellBuffer buffer = CellBuffer.Path;
            PathResult result = FindPath(start, goal, query, buffer);
            buffer.CopyTo(path, result.Length);
            return result;
        }

        /// <summary>Finds a path into a buffer.</summary>
        internal PathResult FindPath(GridCell start, GridCell goal, PathQuery query, CellBuffer buffer)
        {
            GridstarQueryDef def = query.ToDef();
            GridstarPathResult result = NewResult();
            int status = FindPath(start, goal, ref def, buffer.Cells, ref result);
            // Twice at most, unless another thread changes something in between.
            while (status == (int)NativeStatus.BufferTooSmall)
            {
                buffer.Reserve(result.length);
                status = FindPath(start, goal, ref def, buffer.Cells, ref result);
            }
            query.ThrowIfMistake(status);
            return new PathResult(status, ref result);
        }

        /// <summary>Finds a cheapest path with the grid's settings. The overload with a query says more.</summary>
        /// <param name="start">The first cell. It may be an obstacle.</param>
        /// <param name="path">Receives the path's cells, both ends included, from index 0 on.</param>
        /// <returns>Whether a path was found, or why not; also its cost and the work of the search.</returns>
        /// <exception cref="ArgumentException"><paramref name="path"/> is too short and stays unchanged. The message
        /// gives the needed length.</exception>
        public PathResult FindPath(GridCell start, GridCell goal, GridCell[] path)
            => FindPath(start, goal, path, default(PathQuery));

        /// <summary>
        /// Finds a cheapest path and writes it straight into an array. Otherwise like the overload with a list.
        /// Allocates nothing.
        /// </summary>
        /// <param name="start">The first cell. It may be an obstacle.</param>
        /// <param name="path">Receives the path's cells, both ends included, in its first
        /// <see cref="PathResult.Length"/> elements. The rest stays unchanged.</param>
        /// <returns>Whether a path was found, or why not; also its cost and the work of the search.</returns>
        /// <exception cref="ArgumentException"><paramref name="path"/> is too short and stays unchanged. The message
        /// gives the needed length.</exception>
        /// <exception cref="ArgumentOutOfRangeException">A setting of the query is out of range. The message names
        /// it.</exception>
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
            query.ThrowIfMistake(status);
            return new PathResult(status, ref result);
        }

        /// <summary>
        /// Finds the same path as <see cref="FindPath(GridCell, GridCell, List{GridCell}, PathQuery)"/> and also lists
        /// the expanded cells. For drawing a search, and for finding out why it is slow.
        /// </summary>
        /// <param name="start">The first cell. It may be an obstacle.</param>
        /// <param name="path">List that is cleared and filled with the path's cells, both ends included. It is empty
        /// without a path.</param>
        /// <param name="expanded">List that is cleared and filled with the expanded cells, in the order of their
        /// expansion.</param>
        /// <returns>Whether a path was found, or why not; also its cost and the work of the search.</returns>
        /// <exception cref="ArgumentException"><paramref name="path"/> and <paramref name="expanded"/> are the same
        /// list.</exception>
        /// <exception cref="ArgumentOutOfRangeException">A setting of the query is out of range. The message names
        /// it.</exception>
        public PathResult TracePath(
            GridCell start, GridCell goal, List<GridCell> path, List<GridCell> expanded, PathQuery query)
        {
            RefuseNull(path, nameof(path));
            RefuseNull(expanded, nameof(expanded));
            if (ReferenceEquals(path, expanded))
            {
                throw new ArgumentException("The path and the expanded cells need two lists.", nameof(expanded));
            }
            GridstarQueryDef def = query.ToDef();
            GridstarPathResult result = NewResult();
            int status = TracePath(start, goal, ref def, ref result);
            while (status == (int)NativeStatus.BufferTooSmall)
            {
                CellBuffer.Second.Reserve(result.expansions);
                status = TracePath(start, goal, ref def, ref result);
            }
            uint count = result.expansions;
            query.ThrowIfMistake(status);
            CellBuffer.Second.CopyTo(expanded, (int)count);
            return FindPath(start, goal, path, query);
        }

        /// <summary>
        /// Counts how many cells of a path are still usable under the grid's own diagonal rule, without a search. The
        /// overload with a query says more.
        /// </summary>
        /// <returns>Number of usable cells from the first one on: all cells if nothing is in the way.</returns>
        public int CheckPath(List<GridCell> path) => CheckPath(path, 0, default(PathQuery), out _);

        /// <summary>
        /// Counts how many cells of a path are still usable: those before the first step that is no longer legal. A
        /// step becomes illegal if its target, or a corner beside it, was blocked. No search is made, so newly opened
        /// shorter ways go unnoticed. The time grows with the path, not with the grid. A warm call allocates nothing.
        /// With a <see cref="PathQuery.Form"/> other than cells, the path is a list of points, each of which must see
        /// the next one.
        /// </summary>
        /// <param name="first">Index of the first cell to check. This cell may be an obstacle, as a start may.</param>
        /// <param name="query">Only its diagonal rule, profile, agent size and form matter. Default: the grid's rule,
        /// and each cell.</param>
        /// <param name="revision">Receives the <see cref="Revision"/> of the grid that was checked.</param>
        /// <returns>Number of usable cells from <paramref name="first"/> on: all of them if nothing is in the
        /// way.</returns>
        /// <exception cref="ArgumentOutOfRangeException"><paramref name="first"/> is negative or beyond the path, or a
        /// setting of the query is out of range.</exception>
        public int CheckPath(List<GridCell> path, int first, PathQuery query, out ulong revision)
        {
            RefuseNull(path, nameof(path));
            if (first < 0 || first > path.Count)
            {
                throw new ArgumentOutOfRangeException(nameof(first), first, "The path has " + path.Count + " cells.");
            }
            CellBuffer buffer = CellBuffer.Path;
            int count = path.Count - first;
            buffer.Reserve((uint)count);
            path.CopyTo(first, buffer.Cells, 0, count);
            return CheckPath(buffer.Cells, 0, count, query, out revision);
        }

        /// <summary>Checks the cells of an array from one index to another.</summary>
        internal int CheckPath(GridCell[] path, int first, int end, PathQuery query, out ulong revision)
        {
            GridstarQueryDef def = query.ToDef();
            int status = NativeMethods.gridstar_grid_check_path(
                _id, ref path[first], (uint)(end - first), ref def, out uint usable, out revision);
            GC.KeepAlive(this);
            query.ThrowIfMistake(status);
            return (int)usable;
        }

        /// <summary>
        /// Begins a search that can be watched, with the grid's settings. The overload with a query says more.
        /// </summary>
        /// <param name="start">The first cell. It may be an obstacle.</param>
        /// <returns>The search before its first expansion. Dispose it.</returns>
        public SearchStepper BeginSearch(GridCell start, GridCell goal) => BeginSearch(start, goal, default(PathQuery));

        /// <summary>
        /// Begins a search that can be watched: it expands a given number of cells at a time and reports what it did.
        /// It searches the grid as it is now, by A* over cells.
        /// </summary>
        /// <param name="start">The first cell. It may be an obstacle.</param>
        /// <returns>The search before its first expansion. Dispose it.</returns>
        /// <exception cref="ArgumentOutOfRangeException">A setting of the query is out of range. The message names
        /// it.</exception>
        public SearchStepper BeginSearch(GridCell start, GridCell goal, PathQuery query)
        {
            SearchStepper stepper = new SearchStepper(_id, start, goal, query);
            GC.KeepAlive(this);
            return stepper;
        }

        private int FindPath(
            GridCell start, GridCell goal, ref GridstarQueryDef def, GridCell[] path, ref GridstarPathResult result)
        {
            long began = CallWatch.BeginSearch(_id);
            int status = NativeMethods.gridstar_grid_find_path(
                _id,
                ref start,
                ref goal,
                ref def,
                ref FirstElement.Of(path),
                (uint)path.Length,
                ref result);
            CallWatch.EndSearch(began, _id, start, goal, ref def, status, ref result);
            if (status >= 0 && status != (int)NativeStatus.BufferTooSmall)
            {
                LastPaths.Note(_id, path, 0, (int)result.length);
            }
            GC.KeepAlive(this);
            return status;
        }

        private int TracePath(GridCell start, GridCell goal, ref GridstarQueryDef def, ref GridstarPathResult result)
        {
            CellBuffer expanded = CellBuffer.Second;
            long began = CallWatch.BeginSearch(_id);
            int status = NativeMethods.gridstar_grid_trace_path(
                _id, ref start, ref goal, ref def, ref expanded.Cells[0], expanded.Capacity, ref result);
            CallWatch.EndSearch(began, _id, start, goal, ref def, status, ref result);
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
