using System;
using System.Collections.Generic;
using System.Runtime.CompilerServices;

namespace GridStar
{
    /// <summary>
    /// A request of a <see cref="PathQueue"/> that is answered later. Call <see cref="Forget"/> when you no longer need
    /// its answer: the queue then uses its memory again. The default value is no ticket.
    /// </summary>
    /// <remarks>
    /// All members except <see cref="IsValid"/>, <see cref="Forget"/> and comparisons throw
    /// <see cref="InvalidOperationException"/> for a ticket that was forgotten, or is none.
    /// </remarks>
    public struct PathTicket : IEquatable<PathTicket>
    {
        private readonly QueuedRequest _request;
        private readonly int _version;

        internal PathTicket(QueuedRequest request)
        {
            _request = request;
            _version = request.Version;
        }

        /// <summary>Whether both are the same request.</summary>
        public static bool operator ==(PathTicket left, PathTicket right) => left.Equals(right);

        /// <summary>Whether the requests differ.</summary>
        public static bool operator !=(PathTicket left, PathTicket right) => !left.Equals(right);

        /// <summary>Whether the request is known: it was made, and not forgotten.</summary>
        public bool IsValid => _request != null && _request.IsUsed && _request.Version == _version;

        /// <summary>Whether the answer is there. It comes in <see cref="PathQueue.Update"/>.</summary>
        public bool IsCompleted => Request().IsCompleted;

        /// <summary>
        /// Whether a path was found, or why not. <see cref="PathReason.StillRunning"/> before the answer is there.
        /// </summary>
        public PathResult Result => Request().Result;

        /// <summary>The <see cref="Result"/> of a path through floors, with what only floors have.</summary>
        /// <exception cref="InvalidOperationException">The queue is one of a grid.</exception>
        public FloorPathResult FloorResult => Request().FloorResult;

        /// <summary>Copies a path through floors into a list.</summary>
        /// <param name="path">List that is cleared and filled with the path's cells. Empty without a path, and before
        /// the answer is there.</param>
        /// <returns>The <see cref="FloorResult"/>.</returns>
        /// <exception cref="InvalidOperationException">The queue is one of a grid.</exception>
        public FloorPathResult CopyPath(List<FloorStep> path)
        {
            if (path == null)
            {
                throw new ArgumentNullException(nameof(path));
            }
            QueuedRequest request = Request();
            request.CopyPath(path);
            return request.FloorResult;
        }

        /// <summary>Copies the path into a list.</summary>
        /// <param name="path">List that is cleared and filled with the path's cells. Empty without a path, and before
        /// the answer is there.</param>
        /// <returns>The <see cref="Result"/>.</returns>
        public PathResult CopyPath(List<GridCell> path)
        {
            if (path == null)
            {
                throw new ArgumentNullException(nameof(path));
            }
            QueuedRequest request = Request();
            request.CopyPath(path);
            return request.Result;
        }

        /// <summary>
        /// Copies the first cells of what there is so far, so that an agent can set out before a long search has ended.
        /// With the answer, they begin the path. Before, they lead from the start to the cell nearest to the goal, of
        /// those that the search had reached when it last paused. The path may go another way, and such a way may lead
        /// into a dead end.
        /// </summary>
        /// <param name="path">List that is cleared and filled with the cells. Empty if no way is known: at the first
        /// call, as searches note ways from then on; on hexagons, at any angle and for partial paths. Searches through
        /// floors note none: the call throws <see cref="InvalidOperationException"/>.</param>
        /// <param name="maxCells">The most cells, at least 1.</param>
        /// <returns>The <see cref="Result"/>.</returns>
        public PathResult CopySoFar(List<GridCell> path, int maxCells)
        {
            if (path == null)
            {
                throw new ArgumentNullException(nameof(path));
            }
            if (maxCells < 1)
            {
                throw new ArgumentOutOfRangeException(nameof(maxCells));
            }
            QueuedRequest request = Request();
            request.CopySoFar(path, maxCells);
            return request.Result;
        }

        /// <summary>
        /// Waits for the answer. The calling thread searches meanwhile if no thread of the library has begun.
        /// </summary>
        /// <returns>The <see cref="Result"/>.</returns>
        public PathResult Wait()
        {
            Request().Wait();
            return Request().Result;
        }

        /// <summary>
        /// Cancels the request. It completes with <see cref="PathReason.Cancelled"/> unless it was answered before.
        /// </summary>
        public void Cancel() => Request().Cancel();

        /// <summary>
        /// Gives the ticket back, and cancels its request if it was not answered. Does nothing for a ticket that was
        /// forgotten before.
        /// </summary>
        public void Forget()
        {
            if (IsValid)
            {
                _request.Forget();
            }
        }

        /// <summary>Whether both are the same request.</summary>
        public bool Equals(PathTicket other) => ReferenceEquals(_request, other._request) && _version == other._version;

        /// <summary>Whether the object is a ticket of the same request.</summary>
        public override bool Equals(object other) => other is PathTicket ticket && Equals(ticket);

        /// <summary>Equal tickets have equal hash codes.</summary>
        public override int GetHashCode() => unchecked(RuntimeHelpers.GetHashCode(_request) * 397 ^ _version);

        /// <summary>Completes the task of the request, if one awaits it. Nobody has the ticket of such a request.
        /// </summary>
        internal void Report()
        {
            if (IsValid && _request.Awaiting != null)
            {
                _request.Forget();
            }
        }

        private QueuedRequest Request()
        {
            if (!IsValid)
            {
                throw new InvalidOperationException("The ticket was forgotten, or no queue has given it out.");
            }
            return _request;
        }
    }
}
