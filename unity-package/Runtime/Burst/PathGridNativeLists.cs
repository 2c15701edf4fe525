using System;
using Unity.Collections;
using Unity.Mathematics;

namespace GridStar
{
    /// <summary>
    /// Paths into native lists, which get the length that is needed, and cells as <see cref="int2"/>. The methods of a
    /// <see cref="PathGridHandle"/> are for jobs, with Burst or without: they throw nothing. Those of a
    /// <see cref="PathGrid"/> throw the exceptions of its own methods. A list that is long enough is not reallocated.
    /// </summary>
    // No body is generic over lists: a NativeList takes only unmanaged types, a constraint that C# 7.2 cannot write.
    public static class PathGridNativeLists
    {
        /// <summary>The cell as a vector: x is the column, y the row.</summary>
        public static int2 ToInt2(this GridCell cell) => new int2(cell.X, cell.Y);

        /// <summary>The vector as a cell: x is the column, y the row.</summary>
        public static GridCell ToGridCell(this int2 cell) => new GridCell(cell.x, cell.y);

        /// <summary>Finds a cheapest path in a job.</summary>
        /// <param name="start">The first cell. It may be an obstacle.</param>
        /// <param name="path">List that is filled with the path's cells, both ends included. It is empty without a
        /// path.</param>
        /// <returns>Whether a path was found, or why not; a negative reason is a mistake.</returns>
        public static PathResult FindPath(
            this PathGridHandle grid,
            GridCell start,
            GridCell goal,
            NativeList<GridCell> path,
            NativePathQuery query = default(NativePathQuery))
        {
            path.ResizeUninitialized(path.Capacity);
            PathResult result = PathGridJobs.Find(grid, start, goal, path.AsArray(), query);
            // Twice at most, unless another thread changes something in between.
            while (result.Reason == PathReason.BufferTooSmall)
            {
                path.ResizeUninitialized(result.Length);
                result = PathGridJobs.Find(grid, start, goal, path.AsArray(), query);
            }
            path.ResizeUninitialized(result.Length);
            return result;
        }

        /// <summary>Overload with vectors as cells.</summary>
        /// <param name="start">The first cell. It may be an obstacle.</param>
        /// <param name="path">List that is filled with the path's cells, both ends included.</param>
        /// <returns>Whether a path was found, or why not; a negative reason is a mistake.</returns>
        public static PathResult FindPath(
            this PathGridHandle grid,
            int2 start,
            int2 goal,
            NativeList<int2> path,
            NativePathQuery query = default(NativePathQuery))
        {
            path.ResizeUninitialized(path.Capacity);
            PathResult result = FindPath(grid, start, goal, path.AsArray(), query);
            while (result.Reason == PathReason.BufferTooSmall)
            {
                path.ResizeUninitialized(result.Length);
                result = FindPath(grid, start, goal, path.AsArray(), query);
            }
            path.ResizeUninitialized(result.Length);
            return result;
        }

        /// <summary>Finds a cheapest path in a job and writes it straight into an array of vectors.</summary>
        /// <param name="start">The first cell. It may be an obstacle.</param>
        /// <returns>Whether a path was found, or why not; a negative reason is a mistake.</returns>
        public static PathResult FindPath(
            this PathGridHandle grid,
            int2 start,
            int2 goal,
            NativeArray<int2> path,
            NativePathQuery query = default(NativePathQuery))
            => PathGridJobs.Find(grid, start.ToGridCell(), goal.ToGridCell(), path, query);

        /// <summary>
        /// Answers many queries in a job, on the library's threads and on the job's thread.
        /// </summary>
        /// <param name="requests">Starts and goals. Each names its settings by <see cref="PathRequest.QueryIndex"/>.
        /// </param>
        /// <param name="queries">The settings. With length 0, all requests have the grid's settings.</param>
        /// <param name="replies">List that is filled with a reply for each request. Empty after a mistake.</param>
        /// <param name="cells">List that is filled with the cells of all paths, one path after another; see
        /// <see cref="PathReply.First"/>. Empty after a mistake.</param>
        /// <returns>How many answers there are; a negative reason is a mistake.</returns>
        public static PathBatchResult FindPaths(
            this PathGridHandle grid,
            NativeArray<PathRequest> requests,
            NativeArray<NativePathQuery> queries,
            NativeList<PathReply> replies,
            NativeList<GridCell> cells)
        {
            replies.ResizeUninitialized(requests.Length);
            cells.ResizeUninitialized(cells.Capacity);
            PathBatchResult result = PathGridJobs.FindAll(
                grid, requests, queries, replies.AsArray(), cells.AsArray());
            if (result.IsKept)
            {
                cells.ResizeUninitialized(result.CellCount);
                result = PathGridJobs.TakeAll(result, replies.AsArray(), cells.AsArray());
            }
            replies.ResizeUninitialized(result.Count);
            cells.ResizeUninitialized(result.CellCount);
            return result;
        }

        /// <summary>Finds a cheapest path into a list.</summary>
        /// <param name="start">The first cell. It may be an obstacle.</param>
        /// <param name="path">List that is filled with the path's cells, both ends included. It is empty without a
        /// path.</param>
        /// <returns>Whether a path was found, or why not; also its cost and the work of the search.</returns>
        /// <exception cref="ArgumentException">The list is not created.</exception>
        /// <exception cref="ArgumentOutOfRangeException">A setting of the query is out of range.</exception>
        public static PathResult FindPath(
            this PathGrid grid,
            GridCell start,
            GridCell goal,
            NativeList<GridCell> path,
            PathQuery query = default(PathQuery))
        {
            PathGridNativeArrays.RefuseNull(grid);
            RefuseUncreated(path.IsCreated, nameof(path));
            PathResult result = grid.Handle.FindPath(start, goal, path, new NativePathQuery(query));
            return Checked(grid, query, result);
        }

        /// <summary>Overload with vectors as cells.</summary>
        /// <param name="start">The first cell. It may be an obstacle.</param>
        /// <param name="path">List that is filled with the path's cells, both ends included.</param>
        /// <returns>Whether a path was found, or why not; also its cost and the work of the search.</returns>
        /// <exception cref="ArgumentException">The list is not created.</exception>
        public static PathResult FindPath(
            this PathGrid grid,
            int2 start,
            int2 goal,
            NativeList<int2> path,
            PathQuery query = default(PathQuery))
        {
            PathGridNativeArrays.RefuseNull(grid);
            RefuseUncreated(path.IsCreated, nameof(path));
            PathResult result = grid.Handle.FindPath(start, goal, path, new NativePathQuery(query));
            return Checked(grid, query, result);
        }

        /// <summary>
        /// Answers many queries in one call, on the library's threads and on the calling thread.
        /// </summary>
        /// <param name="requests">Starts and goals. Each names its settings by <see cref="PathRequest.QueryIndex"/>.
        /// </param>
        /// <param name="queries">The settings, whose profiles must be kept alive. With length 0 or not created, all
        /// requests have the grid's settings.</param>
        /// <param name="replies">List that is filled with a reply for each request.</param>
        /// <param name="cells">List that is filled with the cells of all paths, one path after another; see
        /// <see cref="PathReply.First"/>.</param>
        /// <returns>How many answers there are, and the work of the searches.</returns>
        /// <exception cref="ArgumentException">An array or a list is not created, or a query was not made by the
        /// constructor of <see cref="NativePathQuery"/>.</exception>
        /// <exception cref="ArgumentOutOfRangeException">A setting of a query is out of range, or a request names no
        /// query.</exception>
        public static PathBatchResult FindPaths(
            this PathGrid grid,
            NativeArray<PathRequest> requests,
            NativeArray<NativePathQuery> queries,
            NativeList<PathReply> replies,
            NativeList<GridCell> cells)
        {
            PathGridNativeArrays.RefuseNull(grid);
            RefuseUncreated(requests.IsCreated, nameof(requests));
            RefuseUncreated(replies.IsCreated, nameof(replies));
            RefuseUncreated(cells.IsCreated, nameof(cells));
            PathBatchResult result = grid.Handle.FindPaths(requests, queries, replies, cells);
            GC.KeepAlive(grid);
            PathGridNativeArrays.ThrowIfMistake((int)result.Reason, nameof(queries));
            return result;
        }

        private static PathResult Checked(PathGrid grid, PathQuery query, PathResult result)
        {
            GC.KeepAlive(grid);
            query.ThrowIfMistake((int)result.Reason);
            return result;
        }

        private static void RefuseUncreated(bool isCreated, string parameter)
        {
            if (!isCreated)
            {
                throw new ArgumentException("The list or array is not created, or it is disposed.", parameter);
            }
        }
    }
}
