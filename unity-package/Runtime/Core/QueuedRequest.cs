using System;
using System.Collections.Generic;
using System.Threading;
using System.Threading.Tasks;

namespace GridStar
{
    /// <summary>A request of a <see cref="PathQueue"/> and its answer. The object is used again after the request.
    /// </summary>
    internal sealed class QueuedRequest
    {
        private readonly List<QueuedRequest> _pending;
        private readonly Stack<QueuedRequest> _free;
        private readonly SearchTicket _ticket = new SearchTicket(1, 64);
        private CancellationTokenRegistration _cancellation;

        /// <param name="pending">The queue's requests without an answer. The request leaves them when it is forgotten.
        /// </param>
        internal QueuedRequest(List<QueuedRequest> pending, Stack<QueuedRequest> free)
        {
            _pending = pending;
            _free = free;
        }

        /// <summary>Grows with each use of the object: tickets of earlier requests don't fit.</summary>
        internal int Version { get; private set; }

        internal bool IsUsed { get; private set; }

        internal bool IsCompleted => !_ticket.IsUnderWay;

        /// <summary>Whether <see cref="PathQueue.Update"/> has not reported the request yet.</summary>
        internal bool IsPending { get; set; }

        internal PathResult Result => _ticket.ResultAt(0);

        internal FloorPathResult FloorResult
        {
            get
            {
                _ticket.RefuseKind(true);
                return _ticket.FloorResultAt(0);
            }
        }

        /// <summary>Completed with the request; null if nobody awaits it.</summary>
        internal TaskCompletionSource<PathAnswer> Awaiting { get; private set; }

        /// <summary>Submits a request. Throws and stays free if the native side refuses it.</summary>
        internal void Begin(PathGrid grid, GridCell start, GridCell goal, PathQuery query, int priority)
        {
            PathRequest request = new PathRequest(start, goal);
            GridstarQueryDef def = query.ToDef();
            int status = _ticket.Begin(grid.Id, ref request, 1, ref def, 1, priority);
            GC.KeepAlive(grid);
            query.ThrowIfMistake(status);
            IsUsed = true;
            IsPending = true;
        }

        /// <summary>Submits a request through floors, likewise.</summary>
        internal void Begin(PathFloors floors, FloorCell start, FloorCell goal, PathQuery query, int priority)
        {
            FloorPathRequest request = new FloorPathRequest(start, goal);
            GridstarQueryDef def = query.ToDef();
            int status = floors.Submit(_ticket, ref request, 1, ref def, 1, priority);
            PathFloors.ThrowIfPathMistake(status, start, goal, query);
            IsUsed = true;
            IsPending = true;
        }

        /// <summary>Completes a task with the request.</summary>
        internal Task<PathAnswer> Await(CancellationToken cancellation)
        {
            Awaiting = new TaskCompletionSource<PathAnswer>();
            if (cancellation.CanBeCanceled)
            {
                _cancellation = cancellation.Register(_ticket.Canceller());
            }
            return Awaiting.Task;
        }

        /// <summary>Takes the answer if it is there. Returns whether the request has completed.</summary>
        internal bool TryComplete() => _ticket.TryEnd();

        internal void Wait()
        {
            if (!IsCompleted)
            {
                NativeErrors.ThrowIfMistake(_ticket.Wait(), null);
                TryComplete();
            }
        }

        internal void Cancel() => _ticket.Cancel();

        internal void CopyPath(List<GridCell> path) => _ticket.CopyPath(0, path, int.MaxValue);

        internal void CopyPath(List<FloorStep> path) => _ticket.CopyPath(0, path);

        /// <summary>Copies the first cells of the path, or of the way of a search under way. Never waits.</summary>
        internal void CopySoFar(List<GridCell> path, int maxCells) => _ticket.CopySoFar(path, maxCells);

        /// <summary>
        /// Lets the object be used again, and completes the task, if there is one. The request is cancelled if it was
        /// not answered.
        /// </summary>
        internal void Forget()
        {
            if (IsPending)
            {
                _pending.Remove(this);
            }
            AwaitedAnswer answer = Free();
            _free.Push(this);
            // Last, because continuations may make requests.
            answer.Complete();
        }

        private PathAnswer TakeAnswer()
        {
            List<GridCell> path = new List<GridCell>();
            List<FloorStep> steps = new List<FloorStep>();
            if (_ticket.IsOfFloors)
            {
                CopyPath(steps);
                return new PathAnswer(FloorResult, path, steps);
            }
            CopyPath(path);
            return new PathAnswer(Result, path, steps);
        }

        /// <summary>Ends the use of the object. Returns the answer for the task.</summary>
        private AwaitedAnswer Free()
        {
            _ticket.Forget();
            AwaitedAnswer answer = default(AwaitedAnswer);
            if (Awaiting != null)
            {
                _cancellation.Dispose();
                _cancellation = default(CancellationTokenRegistration);
                answer = new AwaitedAnswer(Awaiting, Result.Reason, TakeAnswer());
                Awaiting = null;
            }
            IsUsed = false;
            Version = unchecked(Version + 1);
            return answer;
        }
    }
}
