using System;
using System.Threading;
using System.Threading.Tasks;

namespace GridStar
{
    // Requests through floors.
    public sealed partial class PathQueue
    {
        private PathQueue(PathFloors floors)
            : this()
        {
            Floors = floors;
        }

        /// <summary>The floors that the requests search; null for a queue of a grid.</summary>
        public PathFloors Floors { get; }

        /// <summary>See <see cref="PathFloors.CreateQueue"/>.</summary>
        internal static PathQueue Of(PathFloors floors) => new PathQueue(floors);

        /// <summary>Requests a path with the settings of the start's floor.</summary>
        /// <param name="start">The first cell. It may be an obstacle.</param>
        /// <returns>The request, whose answer comes later.</returns>
        public PathTicket Request(FloorCell start, FloorCell goal) => Request(start, goal, default(PathQuery), 0);

        /// <summary>
        /// Requests a path through floors. Its answer is that of
        /// <see cref="PathFloors.FindPath(FloorCell, FloorCell, System.Collections.Generic.List{FloorStep},
        /// PathQuery)"/> for floors, links and grids as they are now.
        /// </summary>
        /// <param name="start">The first cell. It may be an obstacle.</param>
        /// <param name="priority">Requests with a larger priority are answered first, and of equal ones the
        /// oldest.</param>
        /// <returns>The request, whose answer comes later.</returns>
        /// <exception cref="ArgumentOutOfRangeException">A floor does not exist, or a setting of the query is out of
        /// range.</exception>
        /// <exception cref="InvalidOperationException">The queue is one of a grid.</exception>
        public PathTicket Request(FloorCell start, FloorCell goal, PathQuery query, int priority = 0)
            => new PathTicket(Begin(start, goal, query, priority));

        /// <summary>Requests a path through floors and awaits it; see <see cref="PathAnswer.Steps"/>. Otherwise like
        /// <see cref="RequestAsync(GridCell, GridCell, PathQuery, int, CancellationToken)"/>.</summary>
        /// <param name="start">The first cell. It may be an obstacle.</param>
        /// <param name="priority">Requests with a larger priority are answered first.</param>
        /// <param name="cancellation">Cancels the request, from any thread.</param>
        /// <returns>The answer. The task is cancelled with the request, and when the queue is disposed.</returns>
        /// <exception cref="ArgumentOutOfRangeException">A floor does not exist, or a setting of the query is out of
        /// range.</exception>
        /// <exception cref="InvalidOperationException">The queue is one of a grid.</exception>
        public Task<PathAnswer> RequestAsync(
            FloorCell start,
            FloorCell goal,
            PathQuery query = default(PathQuery),
            int priority = 0,
            CancellationToken cancellation = default(CancellationToken))
            => Begin(start, goal, query, priority).Await(cancellation);

        private QueuedRequest Begin(FloorCell start, FloorCell goal, PathQuery query, int priority)
        {
            RefuseDisposed();
            if (Floors == null)
            {
                throw new InvalidOperationException("The queue is one of a grid. Request a path between its cells.");
            }
            QueuedRequest request = FreeRequest();
            request.Begin(Floors, start, goal, query, priority);
            return Enter(request);
        }
    }
}
