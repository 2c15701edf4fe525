using System;
using System.Collections.Generic;

namespace GridStar
{
    /// <summary>
    /// Searches on a grid or through floors that begin together on the library's threads, and their answers: a request
    /// of a <see cref="PathQueue"/>, a round of a <see cref="PathScheduler"/>, or a <see cref="PathBatch"/>. The object
    /// is used again, and allocates nothing once its arrays are large enough.
    /// </summary>
    internal sealed class SearchTicket
    {
        private PathReply[] _replies;
        private GridCell[] _cells;

        /// <summary>Answers and cells of searches through floors. Arrays of one kind are empty until they are needed.
        /// </summary>
        private FloorPathReply[] _floorReplies = Array.Empty<FloorPathReply>();
        private FloorStep[] _steps = Array.Empty<FloorStep>();

        /// <summary>Numbers of searches and cells for which there is room at first.</summary>
        private readonly int _firstSearches;
        private readonly int _firstCells;

        /// <summary>
        /// The id of the native ticket; 0 while no search is under way. It is a field, because a reload of scripts can
        /// end a thread between two native calls: the finalizer then still knows it.
        /// </summary>
        private ulong _id;
        private GridstarTicketInfo _info;

        /// <param name="searches">Number of searches for which there is room at first.</param>
        /// <param name="cells">Number of cells of all paths for which there is room at first: at least 1.</param>
        internal SearchTicket(int searches, int cells)
        {
            _firstSearches = searches;
            _firstCells = cells;
            _replies = Array.Empty<PathReply>();
            _cells = Array.Empty<GridCell>();
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

        /// <summary>Whether the searches go through floors.</summary>
        internal bool IsOfFloors { get; private set; }

        /// <summary>The revision of the grid, or of floors and links, that the searches saw.</summary>
        internal ulong Revision => _info.revision;

        /// <summary>Sum of the expanded cells of all searches.</summary>
        internal ulong Expansions => _info.expansions;

        /// <summary>The cells of all paths on a grid, one after another; larger than needed.</summary>
        internal GridCell[] Cells => _cells;

        /// <summary>The cells of all paths through floors, one after another; larger than needed.</summary>
        internal FloorStep[] Steps => _steps;

        /// <summary>
        /// The answer to a search on a grid: still running until it is taken. All are cancelled after
        /// <see cref="Forget"/>, and if the native ticket was destroyed with all others.
        /// </summary>
        internal PathReply this[int index] => _replies[index];

        /// <summary>The answer to a search through floors, likewise.</summary>
        internal FloorPathReply FloorReplyAt(int index) => _floorReplies[index];

        /// <summary>The answer as the result of a single search.</summary>
        internal PathResult ResultAt(int index)
            => IsOfFloors ? FloorResultAt(index).ToPathResult() : _replies[index].ToResult(Revision);

        /// <summary>The answer as the result of a single search through floors.</summary>
        internal FloorPathResult FloorResultAt(int index) => _floorReplies[index].ToResult(Revision);

        /// <summary>Begins searches instead of those before. Returns the native status: below 0 none has begun.
        /// </summary>
        internal int Begin(
            ulong grid, ref PathRequest requests, int count, ref GridstarQueryDef defs, int defCount, int priority)
        {
            Forget();
            IsOfFloors = false;
            Reserve(ref _replies, ref _cells, count);
            // The library itself writes the id into the field, and leaves the 0 where it refuses.
            int status = NativeMethods.gridstar_ticket_submit(
                grid, ref requests, (uint)count, ref defs, (uint)defCount, priority, out _id);
            return NoteBegin(status, count);
        }

        /// <summary>Begins searches through floors instead of those before. Returns the native status.</summary>
        internal int BeginFloors(
            ulong floors, ref FloorPathRequest requests, int count, ref GridstarQueryDef defs, int defCount,
            int priority)
        {
            Forget();
            IsOfFloors = true;
            Reserve(ref _floorReplies, ref _steps, count);
            int status = NativeMethods.gridstar_ticket_submit_floors(
                floors, ref requests, (uint)count, ref defs, (uint)defCount, priority, out _id);
            return NoteBegin(status, count);
        }

        private int NoteBegin(int status, int count)
        {
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
        {
            RefuseKind(false);
            ListCopy.Fill(path, _cells, _replies[index].First, Math.Min(_replies[index].Length, mostCells));
        }

        /// <summary>Copies a path through floors into a list.</summary>
        internal void CopyPath(int index, List<FloorStep> path)
        {
            RefuseKind(true);
            ListCopy.Fill(path, _steps, _floorReplies[index].First, _floorReplies[index].Length);
        }

        /// <summary>Throws unless the searches go through floors, or do not.</summary>
        internal void RefuseKind(bool isOfFloors)
        {
            if (isOfFloors != IsOfFloors && Count > 0)
            {
                throw new InvalidOperationException(isOfFloors
                    ? "The search was one on a grid. Its path is a list of GridCell."
                    : "The search was one through floors. Its path is a list of FloorStep.");
            }
        }

        /// <summary>
        /// Copies the first cells of the first path, or of the way that its search under way has noted. Never waits.
        /// </summary>
        internal void CopySoFar(List<GridCell> path, int mostCells)
        {
            RefuseKind(false);
            if (!IsUnderWay)
            {
                CopyPath(0, path, mostCells);
                return;
            }
            PathReply reply = Peek();
            int known = Math.Min(reply.Length, mostCells);
            if (known > _cells.Length)
            {
                Grow(ref _cells, (ulong)known);
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
                if (IsOfFloors)
                {
                    Grow(ref _steps, _info.cell_count);
                }
                else
                {
                    Grow(ref _cells, _info.cell_count);
                }
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
                if (IsOfFloors)
                {
                    _floorReplies[i] = new FloorPathReply(reason);
                }
                else
                {
                    _replies[i] = new PathReply(reason);
                }
            }
        }

        private int TakeNative()
        {
            _info = NewInfo();
            return IsOfFloors
                ? NativeMethods.gridstar_ticket_take_floors(
                    _id,
                    ref _floorReplies[0],
                    (uint)_floorReplies.Length,
                    ref _steps[0],
                    (uint)_steps.Length,
                    ref _info)
                : NativeMethods.gridstar_ticket_take(
                    _id, ref _replies[0], (uint)_replies.Length, ref _cells[0], (uint)_cells.Length, ref _info);
        }

        private static void Cancel(ulong id) => NativeMethods.gridstar_ticket_cancel(id);

        /// <summary>Makes room for a number of searches, and for some cells at the first time.</summary>
        private void Reserve<TReply, TCell>(ref TReply[] replies, ref TCell[] cells, int count)
        {
            if (cells.Length == 0)
            {
                replies = new TReply[_firstSearches];
                cells = new TCell[_firstCells];
            }
            Grow(ref replies, (ulong)count);
        }

        /// <summary>
        /// Makes room; the old content is lost. Twice as much: the next paths are a little longer or shorter.
        /// </summary>
        private static void Grow<T>(ref T[] array, ulong count)
        {
            if (count > (ulong)array.Length)
            {
                array = new T[checked((int)(2 * count))];
            }
        }
    }
}
