using System;
using Unity.Collections;
using UnityEngine;

namespace GridStar
{
    /// <summary>
    /// <see cref="PathGrid"/> with native arrays, whose memory the native side reads and writes without copies. Any
    /// thread; in jobs use <see cref="PathGridJobs"/>. Same exceptions as the members of <see cref="PathGrid"/>, and an
    /// <see cref="ArgumentException"/> for an array that is not created. Nothing is allocated.
    /// </summary>
    public static unsafe class PathGridNativeArrays
    {
        /// <summary>Finds a cheapest path and writes it straight into a native array.</summary>
        /// <param name="start">The first cell. It may be an obstacle.</param>
        /// <param name="path">Receives the path's cells, both ends included, in its first
        /// <see cref="PathResult.Length"/> elements. The rest stays unchanged.</param>
        /// <returns>Whether a path was found, or why not; also its cost and the work of the search.</returns>
        /// <exception cref="ArgumentException"><paramref name="path"/> is not created, or is too short and stays
        /// unchanged. The message gives the needed length.</exception>
        /// <exception cref="ArgumentOutOfRangeException">A setting of the query is out of range.</exception>
        public static PathResult FindPath(
            this PathGrid grid,
            GridCell start,
            GridCell goal,
            NativeArray<GridCell> path,
            PathQuery query = default(PathQuery))
            => Find(grid, start, goal, path, query);

        /// <summary>Overload with vectors as cells.</summary>
        /// <param name="start">The first cell. It may be an obstacle.</param>
        /// <returns>Whether a path was found, or why not; also its cost and the work of the search.</returns>
        public static PathResult FindPath(
            this PathGrid grid,
            Vector2Int start,
            Vector2Int goal,
            NativeArray<Vector2Int> path,
            PathQuery query = default(PathQuery))
            => Find(grid, start.ToGridCell(), goal.ToGridCell(), path, query);

        /// <summary>Answers many queries with the grid's settings. The overload with queries says more.</summary>
        /// <returns>Whether the answers are written, and how many there are.</returns>
        public static PathBatchResult FindPaths(
            this PathGrid grid,
            NativeArray<PathRequest> requests,
            NativeArray<PathReply> replies,
            NativeArray<GridCell> cells)
            => FindAll(grid, requests, default(NativeArray<NativePathQuery>), replies, cells);

        /// <summary>
        /// Answers many queries in one call, on the library's threads and on the calling thread. Like
        /// <see cref="PathGrid.FindPaths(PathRequest[], PathQuery[], PathBatch)"/>, but a buffer that is too short is a
        /// result and no exception.
        /// </summary>
        /// <param name="requests">Starts and goals. Each names its settings by <see cref="PathRequest.QueryIndex"/>.
        /// </param>
        /// <param name="queries">The settings, whose profiles must be kept alive. With length 0 or not created, all
        /// requests have the grid's settings.</param>
        /// <param name="replies">Receives a reply for each request, in its first <see cref="PathBatchResult.Count"/>
        /// elements.</param>
        /// <param name="cells">Receives the cells of all paths, one path after another, in its first
        /// <see cref="PathBatchResult.CellCount"/> elements; see <see cref="PathReply.First"/>.</param>
        /// <returns>Whether the answers are written, and how many there are. If a buffer is too short
        /// (<see cref="PathBatchResult.IsKept"/>), nothing is written and the answers are kept:
        /// <see cref="PathGridJobs.Take(PathBatchResult, NativeArray{PathReply}, NativeArray{GridCell})"/> or forget
        /// them.</returns>
        /// <exception cref="ArgumentException">An array is not created, or a query was not made by the constructor of
        /// <see cref="NativePathQuery"/>.</exception>
        /// <exception cref="ArgumentOutOfRangeException">A setting of a query is out of range, or a request names no
        /// query.</exception>
        public static PathBatchResult FindPaths(
            this PathGrid grid,
            NativeArray<PathRequest> requests,
            NativeArray<NativePathQuery> queries,
            NativeArray<PathReply> replies,
            NativeArray<GridCell> cells)
            => FindAll(grid, requests, queries, replies, cells);

        /// <summary>Overload with vectors as cells.</summary>
        /// <param name="queries">The settings. With length 0, all requests have the grid's settings.</param>
        /// <returns>Whether the answers are written, and how many there are.</returns>
        public static PathBatchResult FindPaths(
            this PathGrid grid,
            NativeArray<PathRequest> requests,
            NativeArray<NativePathQuery> queries,
            NativeArray<PathReply> replies,
            NativeArray<Vector2Int> cells)
            => FindAll(grid, requests, queries, replies, cells);

        /// <summary>Sets all cells from a native array.</summary>
        /// <param name="rowByRow">Numbers of <see cref="CellType"/>: <c>rowByRow[y * Width + x]</c>. Exactly one byte a
        /// cell.</param>
        /// <exception cref="ArgumentException">The array is not created, or does not hold exactly one byte a
        /// cell.</exception>
        public static void SetCells(this PathGrid grid, NativeArray<byte> rowByRow)
        {
            RefuseNull(grid);
            RefuseUncreated(rowByRow, nameof(rowByRow));
            byte spare = 0;
            grid.SetCells(ref *(byte*)PathGridJobs.Readable(rowByRow, &spare), rowByRow.Length);
        }

        /// <summary>Copies the types of all cells into a native array.</summary>
        /// <param name="rowByRow">Receives numbers of <see cref="CellType"/>: <c>rowByRow[y * Width + x]</c>. It has at
        /// least Width * Height elements; the rest stays unchanged.</param>
        /// <exception cref="ArgumentException">The array is not created or too short. The message gives the needed
        /// length.</exception>
        public static void GetCells(this PathGrid grid, NativeArray<byte> rowByRow)
        {
            RefuseNull(grid);
            RefuseUncreated(rowByRow, nameof(rowByRow));
            byte spare = 0;
            grid.GetCells(ref *(byte*)PathGridJobs.Writable(rowByRow, &spare), rowByRow.Length);
        }

        /// <summary>Sets the cells of a rectangle from a native array.</summary>
        /// <param name="rowByRow">Numbers of <see cref="CellType"/>: <c>rowByRow[row * width + column]</c>. Exactly one
        /// byte a cell.</param>
        /// <exception cref="ArgumentException">The array is not created, or does not hold exactly one byte a
        /// cell.</exception>
        /// <exception cref="ArgumentOutOfRangeException">The rectangle is empty or not all on the grid.</exception>
        public static void SetRect(this PathGrid grid, CellRect rect, NativeArray<byte> rowByRow)
        {
            RefuseNull(grid);
            RefuseUncreated(rowByRow, nameof(rowByRow));
            byte spare = 0;
            ref byte first = ref *(byte*)PathGridJobs.Readable(rowByRow, &spare);
            grid.SetRect(rect.X, rect.Y, rect.Width, rect.Height, ref first, rowByRow.Length);
        }

        /// <summary>Copies the types of a rectangle's cells into a native array.</summary>
        /// <param name="rowByRow">Receives numbers of <see cref="CellType"/>: <c>rowByRow[row * width + column]</c>. It
        /// has at least width * height elements; the rest stays unchanged.</param>
        /// <exception cref="ArgumentException">The array is not created or too short. The message gives the needed
        /// length.</exception>
        /// <exception cref="ArgumentOutOfRangeException">The rectangle is empty or not all on the grid.</exception>
        public static void GetRect(this PathGrid grid, CellRect rect, NativeArray<byte> rowByRow)
        {
            RefuseNull(grid);
            RefuseUncreated(rowByRow, nameof(rowByRow));
            byte spare = 0;
            ref byte first = ref *(byte*)PathGridJobs.Writable(rowByRow, &spare);
            grid.GetRect(rect.X, rect.Y, rect.Width, rect.Height, ref first, rowByRow.Length);
        }

        /// <summary>
        /// Sets the penalties of all cells from a native array. See <see cref="PathGrid.SetPenalties(byte[])"/>.
        /// </summary>
        /// <param name="rowByRow"><c>rowByRow[y * Width + x]</c>. Exactly one byte a cell.</param>
        /// <exception cref="ArgumentException">The array is not created, or does not hold exactly one byte a
        /// cell.</exception>
        public static void SetPenalties(this PathGrid grid, NativeArray<byte> rowByRow)
        {
            RefuseNull(grid);
            SetPenalties(grid, new CellRect(0, 0, grid.Width, grid.Height), rowByRow);
        }

        /// <summary>Sets the penalties of a rectangle's cells from a native array.</summary>
        /// <param name="rowByRow"><c>rowByRow[row * width + column]</c>, in 1/16 of a straight step. Exactly one byte a
        /// cell.</param>
        /// <exception cref="ArgumentException">The array is not created, or does not hold exactly one byte a
        /// cell.</exception>
        /// <exception cref="ArgumentOutOfRangeException">The rectangle is empty or not all on the grid.</exception>
        public static void SetPenalties(this PathGrid grid, CellRect rect, NativeArray<byte> rowByRow)
        {
            RefuseNull(grid);
            RefuseUncreated(rowByRow, nameof(rowByRow));
            byte spare = 0;
            ref byte first = ref *(byte*)PathGridJobs.Readable(rowByRow, &spare);
            grid.SetPenalties(rect.X, rect.Y, rect.Width, rect.Height, ref first, rowByRow.Length);
        }

        /// <summary>Copies the penalties of all cells into a native array.</summary>
        /// <param name="rowByRow">Receives <c>rowByRow[y * Width + x]</c>. It has at least Width * Height elements; the
        /// rest stays unchanged.</param>
        /// <exception cref="ArgumentException">The array is not created or too short. The message gives the needed
        /// length.</exception>
        public static void GetPenalties(this PathGrid grid, NativeArray<byte> rowByRow)
        {
            RefuseNull(grid);
            GetPenalties(grid, new CellRect(0, 0, grid.Width, grid.Height), rowByRow);
        }

        /// <summary>Copies the penalties of a rectangle's cells into a native array.</summary>
        /// <param name="rowByRow">Receives <c>rowByRow[row * width + column]</c>. It has at least width * height
        /// elements; the rest stays unchanged.</param>
        /// <exception cref="ArgumentException">The array is not created or too short. The message gives the needed
        /// length.</exception>
        /// <exception cref="ArgumentOutOfRangeException">The rectangle is empty or not all on the grid.</exception>
        public static void GetPenalties(this PathGrid grid, CellRect rect, NativeArray<byte> rowByRow)
        {
            RefuseNull(grid);
            RefuseUncreated(rowByRow, nameof(rowByRow));
            byte spare = 0;
            ref byte first = ref *(byte*)PathGridJobs.Writable(rowByRow, &spare);
            grid.GetPenalties(rect.X, rect.Y, rect.Width, rect.Height, ref first, rowByRow.Length);
        }

        /// <summary>
        /// Sets all walls between cells from a native array. See <see cref="PathGrid.SetPassages(byte[])"/>.
        /// </summary>
        /// <param name="rowByRow"><c>rowByRow[y * Width + x]</c>. Exactly one byte a cell.</param>
        /// <exception cref="ArgumentException">The array is not created, does not hold exactly one byte a cell, or
        /// a byte has unknown bits.</exception>
        public static void SetPassages(this PathGrid grid, NativeArray<byte> rowByRow)
        {
            RefuseNull(grid);
            SetPassages(grid, new CellRect(0, 0, grid.Width, grid.Height), rowByRow);
        }

        /// <summary>Sets the walls that belong to the cells of a rectangle from a native array.</summary>
        /// <param name="rowByRow"><c>rowByRow[row * width + column]</c>. Exactly one byte a cell.</param>
        /// <exception cref="ArgumentException">The array is not created, does not hold exactly one byte a cell, or
        /// a byte has unknown bits.</exception>
        /// <exception cref="ArgumentOutOfRangeException">The rectangle is empty or not all on the grid.</exception>
        public static void SetPassages(this PathGrid grid, CellRect rect, NativeArray<byte> rowByRow)
        {
            RefuseNull(grid);
            RefuseUncreated(rowByRow, nameof(rowByRow));
            byte spare = 0;
            ref byte first = ref *(byte*)PathGridJobs.Readable(rowByRow, &spare);
            grid.SetPassages(rect.X, rect.Y, rect.Width, rect.Height, ref first, rowByRow.Length);
        }

        /// <summary>Copies all walls between cells into a native array.</summary>
        /// <param name="rowByRow">Receives <c>rowByRow[y * Width + x]</c>. It has at least Width * Height elements; the
        /// rest stays unchanged.</param>
        /// <exception cref="ArgumentException">The array is not created or too short. The message gives the needed
        /// length.</exception>
        public static void GetPassages(this PathGrid grid, NativeArray<byte> rowByRow)
        {
            RefuseNull(grid);
            GetPassages(grid, new CellRect(0, 0, grid.Width, grid.Height), rowByRow);
        }

        /// <summary>Copies the walls that belong to the cells of a rectangle into a native array.</summary>
        /// <param name="rowByRow">Receives <c>rowByRow[row * width + column]</c>. It has at least width * height
        /// elements; the rest stays unchanged.</param>
        /// <exception cref="ArgumentException">The array is not created or too short. The message gives the needed
        /// length.</exception>
        /// <exception cref="ArgumentOutOfRangeException">The rectangle is empty or not all on the grid.</exception>
        public static void GetPassages(this PathGrid grid, CellRect rect, NativeArray<byte> rowByRow)
        {
            RefuseNull(grid);
            RefuseUncreated(rowByRow, nameof(rowByRow));
            byte spare = 0;
            ref byte first = ref *(byte*)PathGridJobs.Writable(rowByRow, &spare);
            grid.GetPassages(rect.X, rect.Y, rect.Width, rect.Height, ref first, rowByRow.Length);
        }

        private static PathResult Find<T>(
            PathGrid grid, GridCell start, GridCell goal, NativeArray<T> path, PathQuery query)
            where T : struct
        {
            RefuseNull(grid);
            RefuseUncreated(path, nameof(path));
            PathResult result = PathGridJobs.Find(grid.Handle, start, goal, path, new NativePathQuery(query));
            GC.KeepAlive(grid);
            if (result.Reason == PathReason.BufferTooSmall)
            {
                throw NativeErrors.TooShort(nameof(path), path.Length, (uint)result.Length);
            }
            query.ThrowIfMistake((int)result.Reason);
            return result;
        }

        private static PathBatchResult FindAll<T>(
            PathGrid grid,
            NativeArray<PathRequest> requests,
            NativeArray<NativePathQuery> queries,
            NativeArray<PathReply> replies,
            NativeArray<T> cells)
            where T : struct
        {
            RefuseNull(grid);
            RefuseUncreated(requests, nameof(requests));
            RefuseUncreated(replies, nameof(replies));
            RefuseUncreated(cells, nameof(cells));
            PathBatchResult result = PathGridJobs.FindAll(grid.Handle, requests, queries, replies, cells);
            GC.KeepAlive(grid);
            if (!result.IsKept)
            {
                ThrowIfMistake((int)result.Reason, nameof(queries));
            }
            return result;
        }

        /// <summary>Throws if the status of a batch is negative.</summary>
        internal static void ThrowIfMistake(int status, string parameter)
        {
            if (status == (int)NativeStatus.BadStructSize)
            {
                throw new ArgumentException("A query was not made by the constructor of NativePathQuery.", parameter);
            }
            NativeErrors.ThrowIfMistake(status, parameter);
        }

        internal static void RefuseNull(PathGrid grid)
        {
            if (grid == null)
            {
                throw new ArgumentNullException(nameof(grid));
            }
        }

        private static void RefuseUncreated<T>(NativeArray<T> array, string parameter)
            where T : struct
        {
            if (!array.IsCreated)
            {
                throw new ArgumentException("The array is not created, or it is disposed.", parameter);
            }
        }
    }
}
