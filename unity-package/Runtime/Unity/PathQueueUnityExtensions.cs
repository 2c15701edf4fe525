using System;
using System.Threading;
using System.Threading.Tasks;
using UnityEngine;

namespace GridStar
{
    /// <summary>
    /// <see cref="PathQueue"/> with Unity's types, of a grid or of floors. Same exceptions as the members of
    /// <see cref="PathQueue"/>, and <see cref="System.ArgumentNullException"/> for a queue that is null.
    /// </summary>
    public static class PathQueueUnityExtensions
    {
        /// <summary>
        /// Requests a path between the cells of two world positions. With a <see cref="PathQuery.AgentSize"/> above 1,
        /// positions are those of the agent's center.
        /// </summary>
        /// <param name="start">A position in the first cell. Outside the grid, the answer is
        /// <see cref="PathReason.StartOutside"/>.</param>
        /// <param name="goal">A position in the last cell. Outside the grid, the answer is
        /// <see cref="PathReason.GoalOutside"/>.</param>
        /// <param name="priority">Requests with a larger priority are answered first.</param>
        /// <returns>The request, whose answer comes later.</returns>
        /// <exception cref="ArgumentOutOfRangeException">A coordinate is NaN or infinite, or a setting of the query is
        /// out of range.</exception>
        public static PathTicket Request(
            this PathQueue queue,
            Vector3 start,
            Vector3 goal,
            PathQuery query = default(PathQuery),
            int priority = 0)
        {
            PathFloors floors = NotNull(queue).Floors;
            if (floors != null)
            {
                return queue.Request(PlaceOf(floors, start, query), PlaceOf(floors, goal, query), query, priority);
            }
            PathGrid grid = queue.Grid;
            return queue.Request(CellOf(grid, start, query), CellOf(grid, goal, query), query, priority);
        }

        /// <summary>Requests a path between the cells of two world positions, and awaits it.</summary>
        /// <returns>The answer. The task completes in <see cref="PathQueue.Update"/>.</returns>
        public static Task<PathAnswer> RequestAsync(
            this PathQueue queue,
            Vector3 start,
            Vector3 goal,
            PathQuery query = default(PathQuery),
            int priority = 0,
            CancellationToken cancellation = default(CancellationToken))
        {
            PathFloors floors = NotNull(queue).Floors;
            if (floors != null)
            {
                return queue.RequestAsync(
                    PlaceOf(floors, start, query), PlaceOf(floors, goal, query), query, priority, cancellation);
            }
            PathGrid grid = queue.Grid;
            return queue.RequestAsync(
                CellOf(grid, start, query), CellOf(grid, goal, query), query, priority, cancellation);
        }

#if UNITY_2023_1_OR_NEWER
        /// <summary>Requests a path as Unity's awaitable, which completes in <see cref="PathQueue.Update"/>.</summary>
        public static Awaitable<PathAnswer> RequestAwaitable(
            this PathQueue queue,
            GridCell start,
            GridCell goal,
            PathQuery query = default(PathQuery),
            int priority = 0,
            CancellationToken cancellation = default(CancellationToken))
        {
            AwaitableCompletionSource<PathAnswer> source = new AwaitableCompletionSource<PathAnswer>();
            Task<PathAnswer> task = NotNull(queue).RequestAsync(start, goal, query, priority, cancellation);
            // Synchronous, so that the caller continues in the same update, on the same thread.
            task.ContinueWith(
                answered => Complete(answered, source), TaskContinuationOptions.ExecuteSynchronously);
            return source.Awaitable;
        }

        private static void Complete(Task<PathAnswer> task, AwaitableCompletionSource<PathAnswer> source)
        {
            if (task.IsCanceled)
            {
                source.TrySetCanceled();
            }
            else if (task.IsFaulted)
            {
                source.TrySetException(task.Exception.InnerException);
            }
            else
            {
                PathAnswer answer = task.Result;
                source.TrySetResult(in answer);
            }
        }
#endif

        /// <summary>
        /// The lowest cell of the query's agent at a position; a cell outside the grid if the position is outside.
        /// </summary>
        private static GridCell CellOf(PathGrid grid, Vector3 position, PathQuery query)
            => grid.AnchorAt(position, PathGridUnityExtensions.SizeOf(query));

        /// <summary>The lowest cell of the query's agent on the highest floor at or below a position; a cell of floor 0
        /// if there is none.</summary>
        private static FloorCell PlaceOf(PathFloors floors, Vector3 position, PathQuery query)
        {
            floors.TryGetCellAt(position, out FloorCell place);
            return new FloorCell(place.Floor, CellOf(floors.GetFloor(place.Floor), position, query));
        }

        private static PathQueue NotNull(PathQueue queue)
        {
            if (queue == null)
            {
                throw new ArgumentNullException(nameof(queue));
            }
            return queue;
        }
    }
}
