using System;
using System.Collections.Generic;

namespace GridStar
{
    /// <summary>
    /// Searches on a grid that begin together on the library's threads, and their answers: a request of a
    /// <see cref="PathQueue"/>, a round of a <see cref="PathScheduler"/>, or a <see cref="PathBatch"/>. The object is
    /// used again, and allocates nothing once its arrays are large enough.
    /// </summary>
    internal sealed class SearchTicket
    {
        private PathReply[] _replies;

        /// <summary>
        /// The id of the native ticket; 0 while no search is under way. It is a field, because a reload of scripts can
        /// end a thread between two native calls: the finalizer then still knows it.
        /// </summary>
        private ulong _id;
        private GridstarTicketInfo _info;
        private GridCell[] _cells;

        /// <param name="searches">Number of searches for which there is room at first.</param>
        /// <param name="cells">Number of cells of all paths for which there is room at first: at least 1.</param>
        internal SearchTicket(int searches, int cells)
        {
            _replies = new PathReply[searches];
            _cells = new GridCell[cells];
        }

        /// <summary>Frees the native ticket of an object that nobody has any more, also when scripts are reloaded.
        /// </summary>
        ~SearchTicket()
        {
            Forget();
        }

        /// <summary>Whether searches have begun whose answers were not taken.</summary>
        internal bool IsUnderWay => _id != 0;

        /// <summary>Number of searches.</summary>
        internal int Count { get; private set; }

        /// <summary>The grid's revision that the searches saw.</summary>
        internal ulong Revision => _info.revision;

        /// <summary>Sum of the expanded cells of all searches.</summary>
        internal ulong Expansions => _info.expansions;

        /// <summary>The cells of all paths, one after another; larger than needed.</summary>
        internal GridCell[] Cells => _cells;

        /// <summary>
        /// The answer to a search: still running until it is taken. All are cancelled after <see cref="Forget"/>, and
        /// if the native ticket was destroyed with all others.
        /// </summary>
        internal PathReply this[int index] => _replies[index];

        /// <summary>The answer as the result of a single search.</summary>
        internal PathResult ResultAt(int index) => _replies[index].ToResult(Revision);

        /// <summary>Begins searches instead of those before. Returns the native status: below 0 none has begun.
        /// </summary>
        internal int Begin(
            ulong grid, ref PathRequest requests, int count, ref GridstarQueryDef defs, int defCount, int priority)
        {
            Forget();
            Reserve(ref _replies, (ulong)count);
            // The library itself writes the id into the field, and leaves the 0 where it refuses.
            int status = NativeMethods.gridstar_ticket_submit(
                grid, ref requests, (uint)count, ref defs, (uint)defCount, priority, out _id);
            Count = status < 0 ? 0 : count;
            _info = NewInfo();
            AnswerAll(PathReason.StillRunning);
            return status;
        }

        /// <summary>Takes the answers if they have come. Returns whether the searches are over.</summary>
        internal bool TryEnd()
        {
            if (!IsUnderWay)
            {
                return true;
            }
            int status = Take();
            CallWatch.NoteAnswers(status, _info.count, _info.expansions);
            return !IsUnderWay;
        }

        /// <summary>
        /// Waits for the answers and takes them. Returns the native status. The calling thread searches meanwhile.
        /// </summary>
        internal int WaitAndTake()
        {
            try
            {
                int status = Wait();
                return status < 0 && status != (int)NativeStatus.InvalidId ? status : Take();
            }
            finally
            {
                Forget();
            }
        }

        /// <summary>Waits until the answers are there. Returns the native status.</summary>
        internal int Wait() => NativeMethods.gridstar_ticket_wait(_id);

        /// <summary>Ends the searches early. Those without an answer are answered as cancelled.</summary>
        internal void Cancel() => Cancel(_id);

        /// <summary>
        /// An action that cancels the searches under way, for any thread. An id is never used again, so a late
        /// cancellation does nothing.
        /// </summary>
        internal Action Canceller()
        {
            ulong id = _id;
            return () => Cancel(id);
        }

        /// <summary>
        /// Searches for all tickets on the calling thread, where the library has no threads. 0 is no limit.
        /// </summary>
        internal static void SearchHere(ulong maxExpansions, ulong maxMicroseconds)
        {
            if (!GridStarLibrary.HasWorkerThreads)
            {
                NativeErrors.ThrowIfMistake(NativeMethods.gridstar_work_run(maxExpansions, maxMicroseconds), null);
            }
        }

        /// <summary>Gives up the searches under way.</summary>
        internal void Forget()
        {
            if (_id != 0)
            {
                NativeMethods.gridstar_destroy(_id);
                _id = 0;
                AnswerAll(PathReason.Cancelled);
            }
        }

        /// <summary>Copies the first cells of a path into a list.</summary>
        internal void CopyPath(int index, List<GridCell> path, int mostCells)
            => ListCopy.Fill(path, _cells, _replies[index].First, Math.Min(_replies[index].Length, mostCells));

        /// <summary>
        /// Copies the first cells of the first path, or of the way that its search under way has noted. Never waits.
        /// </summary>
        internal void CopySoFar(List<GridCell> path, int mostCells)
        {
            if (!IsUnderWay)
            {
                CopyPath(0, path, mostCells);
                return;
            }
            PathReply reply = Peek();
            int known = Math.Min(reply.Length, mostCells);
            if (known > _cells.Length)
            {
                Reserve(ref _cells, (ulong)known);
                reply = Peek();
                known = Math.Min(Math.Min(reply.Length, mostCells), _cells.Length);
            }
            ListCopy.Fill(path, _cells, 0, known);
        }

        /// <summary>Writes what fits into the cells. Nothing is known of a ticket that was destroyed with all others.
        /// </summary>
        private PathReply Peek()
        {
            PathReply reply = default(PathReply);
            int status = NativeMethods.gridstar_ticket_peek(_id, 0, ref reply, ref _cells[0], (uint)_cells.Length);
            return status < 0 ? default(PathReply) : reply;
        }

        /// <summary>A report for the native side to fill.</summary>
        internal static GridstarTicketInfo NewInfo()
        {
            GridstarTicketInfo info = default(GridstarTicketInfo);
            info.struct_size = GridstarTicketInfo.Size;
            return info;
        }

        private int Take()
        {
            int status = TakeNative();
            if (status == (int)NativeStatus.BufferTooSmall)
            {
                Reserve(ref _cells, _info.cell_count);
                status = TakeNative();
            }
            if (status == (int)NativeStatus.StillRunning)
            {
                return status;
            }
            _id = 0;
            if (status >= 0)
            {
                return status;
            }
            // The ticket was destroyed with all others.
            AnswerAll(PathReason.Cancelled);
            return (int)NativeStatus.Cancelled;
        }

        private void AnswerAll(PathReason reason)
        {
            for (int i = 0; i < Count; i++)
            {
                _replies[i] = new PathReply(reason);
            }
        }

        private int TakeNative()
        {
            _info = NewInfo();
            return NativeMethods.gridstar_ticket_take(
                _id, ref _replies[0], (uint)_replies.Length, ref _cells[0], (uint)_cells.Length, ref _info);
        }

        private static void Cancel(ulong id) => NativeMethods.gridstar_ticket_cancel(id);

        /// <summary>
        /// Makes room; the old content is lost. Twice as much: the next paths are a little longer or shorter.
        /// </summary>
        private static void Reserve<T>(ref T[] array, ulong count)
        {
            if (count > (ulong)array.Length)
            {
                array = new T[checked((int)(2 * count))];
            }
        }
    }
}
