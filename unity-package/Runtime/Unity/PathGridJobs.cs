using Unity.Collections;
using Unity.Collections.LowLevel.Unsafe;
using UnityEngine;

namespace GridStar
{
    /// <summary>
    /// Searches of a <see cref="PathGridHandle"/>, for jobs: from any thread, with Burst or without, straight into
    /// native memory. Nothing is thrown and nothing is allocated; a mistake is a negative reason.
    /// </summary>
    /// <remarks>
    /// Burst compiles these methods. So they use no managed object, and call only externs whose parameters are numbers
    /// and references to structs of numbers.
    /// </remarks>
    public static unsafe class PathGridJobs
    {
        /// <summary>
        /// Finds the path that <see cref="PathGrid.FindPath(GridCell, GridCell, GridCell[], PathQuery)"/> finds.
        /// </summary>
        /// <param name="start">The first cell. It may be an obstacle.</param>
        /// <param name="path">Receives the path's cells, both ends included, in its first
        /// <see cref="PathResult.Length"/> elements. The rest stays unchanged. If it is too short, the reason is
        /// <see cref="PathReason.BufferTooSmall"/> and nothing is written; the same call on the same thread with enough
        /// room does not search again.</param>
        /// <returns>Whether a path was found, or why not; also its cost and the work of the search.</returns>
        public static PathResult FindPath(
            this PathGridHandle grid,
            GridCell start,
            GridCell goal,
            NativeArray<GridCell> path,
            NativePathQuery query = default(NativePathQuery))
            => Find(grid, start, goal, path, query);

        /// <summary>Overload with vectors as cells.</summary>
        /// <param name="start">The first cell. It may be an obstacle.</param>
        /// <returns>Whether a path was found, or why not; also its cost and the work of the search.</returns>
        public static PathResult FindPath(
            this PathGridHandle grid,
            Vector2Int start,
            Vector2Int goal,
            NativeArray<Vector2Int> path,
            NativePathQuery query = default(NativePathQuery))
            => Find(grid, new GridCell(start.x, start.y), new GridCell(goal.x, goal.y), path, query);

        /// <summary>Answers many queries with the grid's settings. The overload with queries says more.</summary>
        /// <returns>Whether the answers are written, and how many there are.</returns>
        public static PathBatchResult FindPaths(
            this PathGridHandle grid,
            NativeArray<PathRequest> requests,
            NativeArray<PathReply> replies,
            NativeArray<GridCell> cells)
            => FindAll(grid, requests, default(NativeArray<NativePathQuery>), replies, cells);

        /// <summary>
        /// Answers many queries in one call, on the library's threads and on the calling thread. Each answer is the one
        /// of a single search; the number of threads never changes it.
        /// </summary>
        /// <param name="requests">Starts and goals. Each names its settings by <see cref="PathRequest.QueryIndex"/>.
        /// </param>
        /// <param name="queries">The settings. With length 0, all requests have the grid's settings.</param>
        /// <param name="replies">Receives a reply for each request, in its first <see cref="PathBatchResult.Count"/>
        /// elements.</param>
        /// <param name="cells">Receives the cells of all paths, one path after another, in its first
        /// <see cref="PathBatchResult.CellCount"/> elements; see <see cref="PathReply.First"/>.</param>
        /// <returns>Whether the answers are written, and how many there are. If a buffer is too short, nothing is
        /// written and the answers are kept: <see cref="Take(PathBatchResult, NativeArray{PathReply},
        /// NativeArray{GridCell})"/> or forget them.</returns>
        public static PathBatchResult FindPaths(
            this PathGridHandle grid,
            NativeArray<PathRequest> requests,
            NativeArray<NativePathQuery> queries,
            NativeArray<PathReply> replies,
            NativeArray<GridCell> cells)
            => FindAll(grid, requests, queries, replies, cells);

        /// <summary>Overload with vectors as cells.</summary>
        /// <param name="queries">The settings. With length 0, all requests have the grid's settings.</param>
        /// <returns>Whether the answers are written, and how many there are.</returns>
        public static PathBatchResult FindPaths(
            this PathGridHandle grid,
            NativeArray<PathRequest> requests,
            NativeArray<NativePathQuery> queries,
            NativeArray<PathReply> replies,
            NativeArray<Vector2Int> cells)
            => FindAll(grid, requests, queries, replies, cells);

        /// <summary>
        /// Writes answers that are kept (<see cref="PathBatchResult.IsKept"/>) into larger buffers, without another
        /// search. They can be taken once.
        /// </summary>
        /// <param name="batch">The outcome of a batch that found no room. Any other is returned as it is.</param>
        /// <param name="replies">At least <see cref="PathBatchResult.Count"/> elements.</param>
        /// <param name="cells">At least <see cref="PathBatchResult.CellCount"/> elements.</param>
        /// <returns>The outcome now. If a buffer is still too short, the answers stay kept. If they were taken or
        /// forgotten before, the reason is <see cref="PathReason.InvalidId"/>.</returns>
        public static PathBatchResult Take(
            this PathBatchResult batch, NativeArray<PathReply> replies, NativeArray<GridCell> cells)
            => TakeAll(batch, replies, cells);

        /// <summary>Overload with vectors as cells.</summary>
        /// <param name="batch">The outcome of a batch that found no room. Any other is returned as it is.</param>
        /// <param name="replies">At least <see cref="PathBatchResult.Count"/> elements.</param>
        /// <param name="cells">At least <see cref="PathBatchResult.CellCount"/> elements.</param>
        /// <returns>The outcome now.</returns>
        public static PathBatchResult Take(
            this PathBatchResult batch, NativeArray<PathReply> replies, NativeArray<Vector2Int> cells)
            => TakeAll(batch, replies, cells);

        /// <summary>A search into cells of any type with the layout of <see cref="GridCell"/>.</summary>
        internal static PathResult Find<T>(
            PathGridHandle grid, GridCell start, GridCell goal, NativeArray<T> path, NativePathQuery query)
            where T : struct
        {
            GridCell spare = default(GridCell);
            GridstarQueryDef def = query.ToDef();
            GridstarPathResult result = default(GridstarPathResult);
            result.struct_size = GridstarPathResult.Size;
            int status = NativeMethods.gridstar_grid_find_path(
                grid.Id,
                ref start,
                ref goal,
                ref def,
                ref *(GridCell*)Writable(path, &spare),
                (uint)path.Length,
                ref result);
            return new PathResult(status, ref result);
        }

        /// <summary>A batch into cells of any type with the layout of <see cref="GridCell"/>.</summary>
        internal static PathBatchResult FindAll<T>(
            PathGridHandle grid,
            NativeArray<PathRequest> requests,
            NativeArray<NativePathQuery> queries,
            NativeArray<PathReply> replies,
            NativeArray<T> cells)
            where T : struct
        {
            // Large enough for any element, and aligned for it.
            GridstarQueryDef spare = default(GridstarQueryDef);
            GridstarTicketInfo info = SearchTicket.NewInfo();
            int status = NativeMethods.gridstar_ticket_submit(
                grid.Id,
                ref *(PathRequest*)Readable(requests, &spare),
                (uint)requests.Length,
                ref *(GridstarQueryDef*)Readable(queries, &spare),
                (uint)queries.Length,
                int.MaxValue,
                out ulong ticket);
            if (status >= 0)
            {
                NativeMethods.gridstar_ticket_wait(ticket);
                status = NativeMethods.gridstar_ticket_take(
                    ticket,
                    ref *(PathReply*)Writable(replies, &spare),
                    (uint)replies.Length,
                    ref *(GridCell*)Writable(cells, &spare),
                    (uint)cells.Length,
                    ref info);
            }
            return new PathBatchResult(status, ref info);
        }

        internal static PathBatchResult TakeAll<T>(
            PathBatchResult batch, NativeArray<PathReply> replies, NativeArray<T> cells)
            where T : struct
        {
            if (!batch.IsKept)
            {
                return batch;
            }
            GridstarQueryDef spare = default(GridstarQueryDef);
            GridstarTicketInfo info = SearchTicket.NewInfo();
            int status = NativeMethods.gridstar_ticket_take(
                batch.Ticket,
                ref *(PathReply*)Writable(replies, &spare),
                (uint)replies.Length,
                ref *(GridCell*)Writable(cells, &spare),
                (uint)cells.Length,
                ref info);
            if (status == (int)NativeStatus.BufferTooSmall)
            {
                return batch;
            }
            return new PathBatchResult(status, ref info);
        }

        /// <summary>
        /// The memory of an array. One without elements may have none, and the native side refuses null: it gets spare
        /// memory instead, which it never touches.
        /// </summary>
        internal static void* Writable<T>(NativeArray<T> array, void* spare)
            where T : struct
        {
            return array.Length == 0 ? spare : array.GetUnsafePtr();
        }

        /// <summary>Overload for an array that may be read-only in a job.</summary>
        internal static void* Readable<T>(NativeArray<T> array, void* spare)
            where T : struct
        {
            return array.Length == 0 ? spare : array.GetUnsafeReadOnlyPtr();
        }
    }
}
