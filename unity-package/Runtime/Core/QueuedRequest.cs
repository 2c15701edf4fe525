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
        private readonly PathRequest[] _requests = new PathRequest[1];
        private readonly PathReply[] _replies = new PathReply[1];
        private GridCell[] _cells = new GridCell[64];
        private CancellationTokenRegistration _cancellation;

        /// <summary>The id of the native ticket; 0 once it was taken.</summary>
        private ulong _native;

        /// <param name="pending">The queue's requests without an answer. The request leaves them when it is forgotten.
        /// </param>
        /// <param name="free">Receives the object when it can be used again.</param>
        internal QueuedRequest(List<QueuedRequest> pending, Stack<QueuedRequest> free)
        {
            _pending = pending;
            _free = free;
        }

        /// <summary>Frees the ticket of a queue that nobody has any more, also when scripts are reloaded.</summary>
        ~QueuedRequest()
        {
            if (_native != 0)
            {
                NativeMethods.gridstar_destroy(_native);
            }
        }

        /// <summary>Grows with each use of the object: tickets of earlier requests don't fit.</summary>
        internal int Version { get; private set; }

        internal bool IsUsed { get; private set; }

        internal bool IsCompleted { get; private set; }

        /// <summary>Whether <see cref="PathQueue.Update"/> has not reported the request yet.</summary>
        internal bool IsPending { get; set; }

        internal PathResult Result { get; private set; }

        /// <summary>Completed with the request; null if nobody awaits it.</summary>
        internal TaskCompletionSource<PathAnswer> Awaiting { get; private set; }

        /// <summary>Submits a request. Throws and stays free if the native side refuses it.</summary>
        internal void Begin(PathGrid grid, GridCell start, GridCell goal, PathQuery query, int priority)
        {
            _requests[0] = new PathRequest(start, goal);
            GridstarQueryDef def = query.ToDef();
            int status = NativeMethods.gridstar_ticket_submit(
                grid.Id, ref _requests[0], 1, ref def, 1, priority, out _native);
            GC.KeepAlive(grid);
            query.ThrowIfMistake(status);
            IsUsed = true;
            IsCompleted = false;
            IsPending = true;
            Result = Unanswered(PathReason.StillRunning);
        }

        /// <summary>Completes a task with the request.</summary>
        internal Task<PathAnswer> Await(CancellationToken cancellation)
        {
            Awaiting = new TaskCompletionSource<PathAnswer>();
            if (cancellation.CanBeCanceled)
            {
                ulong native = _native;
                // Any thread may cancel. The id is never used again, so a late cancellation does nothing.
                _cancellation = cancellation.Register(() => NativeMethods.gridstar_ticket_cancel(native));
            }
            return Awaiting.Task;
        }

        /// <summary>Takes the answer if it is there. Returns whether the request has completed.</summary>
        internal bool TryComplete()
        {
            if (IsCompleted)
            {
                return true;
            }
            GridstarTicketInfo info = PathBatch.NewInfo();
            int status = Take(ref info);
            if (status == (int)NativeStatus.BufferTooSmall)
            {
                PathBatch.Reserve(ref _cells, info.cell_count);
                status = Take(ref info);
            }
            if (status == (int)NativeStatus.StillRunning)
            {
                return false;
            }
            // A negative status: the ticket was destroyed with all others.
            Result = status < 0 ? Unanswered(PathReason.Cancelled) : _replies[0].ToResult(info.revision);
            End();
            return true;
        }

        internal void Wait()
        {
            if (!IsCompleted)
            {
                NativeErrors.ThrowIfMistake(NativeMethods.gridstar_ticket_wait(_native), null);
                TryComplete();
            }
        }

        internal void Cancel()
        {
            if (!IsCompleted)
            {
                NativeMethods.gridstar_ticket_cancel(_native);
            }
        }

        internal void CopyPath(List<GridCell> path)
        {
            path.Clear();
            int length = IsCompleted ? Result.Length : 0;
            if (path.Capacity < length)
            {
                path.Capacity = Math.Max(length, 2 * path.Capacity);
            }
            for (int i = 0; i < length; i++)
            {
                path.Add(_cells[i]);
            }
        }

        /// <summary>Copies the first cells of the path, or of the way of a search under way. Never waits.</summary>
        internal void CopySoFar(List<GridCell> path, int maxCells)
        {
            path.Clear();
            int length = IsCompleted ? Result.Length : Peek(maxCells);
            for (int i = 0; i < Math.Min(length, maxCells); i++)
            {
                path.Add(_cells[i]);
            }
        }

        private int Peek(int maxCells)
        {
            PathBatch.Reserve(ref _cells, (ulong)maxCells);
            PathReply reply;
            int status = NativeMethods.gridstar_ticket_peek(_native, 0, out reply, ref _cells[0], (uint)maxCells);
            // A negative status: the ticket was destroyed with all others.
            return status < 0 ? 0 : reply.Length;
        }

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

        /// <summary>Ends the use of the object. Returns the answer for the task.</summary>
        private AwaitedAnswer Free()
        {
            if (!IsCompleted)
            {
                NativeMethods.gridstar_destroy(_native);
                Result = Unanswered(PathReason.Cancelled);
                End();
            }
            AwaitedAnswer answer = default(AwaitedAnswer);
            if (Awaiting != null)
            {
                _cancellation.Dispose();
                _cancellation = default(CancellationTokenRegistration);
                List<GridCell> path = new List<GridCell>(Result.Length);
                CopyPath(path);
                answer = new AwaitedAnswer(Awaiting, Result, path);
                Awaiting = null;
            }
            IsUsed = false;
            Version = unchecked(Version + 1);
            return answer;
        }

        private int Take(ref GridstarTicketInfo info)
        {
            int status = NativeMethods.gridstar_ticket_take(
                _native, ref _replies[0], 1, ref _cells[0], (uint)_cells.Length, ref info);
            CallWatch.NoteAnswers(status, info.count, info.expansions);
            return status;
        }

        private void End()
        {
            IsCompleted = true;
            _native = 0;
        }

        private static PathResult Unanswered(PathReason reason)
        {
            GridstarPathResult nothing = default(GridstarPathResult);
            return new PathResult((int)reason, ref nothing);
        }
    }
}
