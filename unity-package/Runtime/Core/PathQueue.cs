using System;
using System.Collections.Generic;
using System.Threading;
using System.Threading.Tasks;

namespace GridStar
{
    /// <summary>
    /// Paths for many agents without a slow frame: requests are answered by the library's threads, or on the calling
    /// thread within a budget a frame.
    /// </summary>
    /// <remarks>
    /// <para>Call <see cref="Update"/> once a frame. Answers come in it, in the order of the requests.</para>
    /// <para>A queue is one of a grid, or one of floors (<see cref="PathFloors.CreateQueue"/>). A request sees the grid
    /// as it is when it is made, whatever is edited later. Its path depends on neither time nor threads; only the frame
    /// of the answer does.</para>
    /// <para>One thread at a time may use a queue. A warm request allocates nothing, but for tasks.</para>
    /// <para>After <see cref="Dispose"/>, <see cref="Update"/> and new requests throw
    /// <see cref="ObjectDisposedException"/>; so does a request if the grid or the query's profile is disposed. A
    /// request throws <see cref="OutOfMemoryException"/> without enough memory.</para>
    /// </remarks>
    public sealed partial class PathQueue : IDisposable
    {
        private readonly List<QueuedRequest> _all = new List<QueuedRequest>();
        private readonly Stack<QueuedRequest> _free = new Stack<QueuedRequest>();

        /// <summary>Requests without an answer, the oldest first.</summary>
        private readonly List<QueuedRequest> _pending = new List<QueuedRequest>();

        /// <summary>The requests that this frame has completed.</summary>
        private readonly List<PathTicket> _ended = new List<PathTicket>();

        private bool _isDisposed;

        /// <summary>A queue for paths on a grid. The queue does not dispose the grid.</summary>
        public PathQueue(PathGrid grid)
            : this()
        {
            Grid = grid ?? throw new ArgumentNullException(nameof(grid));
        }

        private PathQueue()
        {
            BudgetMilliseconds = 1;
        }

        /// <summary>
        /// Raised in <see cref="Update"/> for each request that has completed, before its task. Forget its ticket when
        /// you have copied the path.
        /// </summary>
        public event Action<PathTicket> Completed;

        /// <summary>The grid that the requests search; null for a queue of floors.</summary>
        public PathGrid Grid { get; }

        /// <summary>
        /// How long <see cref="Update"/> may search on the calling thread where the library has no threads, in
        /// milliseconds. 0 is no limit. Default: 1. In which frame an answer comes then depends on time.
        /// </summary>
        public double BudgetMilliseconds { get; set; }

        /// <summary>
        /// How many cells <see cref="Update"/> may expand where the library has no threads. 0, the default, is no
        /// limit. With this limit, with <see cref="BudgetMilliseconds"/> of 0 and without threads, every machine
        /// answers in the same frame. A search that the budget interrupts goes on in the next frame.
        /// </summary>
        public long BudgetExpansions { get; set; }

        /// <summary>Number of requests without an answer.</summary>
        public int PendingCount => _pending.Count;

        /// <summary>Requests a path with the grid's settings.</summary>
        /// <param name="start">The first cell. It may be an obstacle.</param>
        /// <returns>The request, whose answer comes later.</returns>
        public PathTicket Request(GridCell start, GridCell goal) => Request(start, goal, default(PathQuery), 0);

        /// <summary>Requests a path.</summary>
        /// <param name="start">The first cell. It may be an obstacle.</param>
        /// <param name="priority">Requests with a larger priority are answered first, and of equal ones the
        /// oldest.</param>
        /// <returns>The request, whose answer comes later.</returns>
        /// <exception cref="ArgumentOutOfRangeException">A setting of the query is out of range.</exception>
        /// <exception cref="InvalidOperationException">The queue is one of floors.</exception>
        public PathTicket Request(GridCell start, GridCell goal, PathQuery query, int priority = 0)
            => new PathTicket(Begin(start, goal, query, priority));

        /// <summary>
        /// Requests a path and awaits it. The task completes in <see cref="Update"/>, on the thread that calls it.
        /// </summary>
        /// <param name="start">The first cell. It may be an obstacle.</param>
        /// <param name="priority">Requests with a larger priority are answered first.</param>
        /// <param name="cancellation">Cancels the request, from any thread; the task is then cancelled in the next
        /// <see cref="Update"/>.</param>
        /// <returns>The answer. The task is cancelled with the request, and when the queue is disposed.</returns>
        /// <exception cref="ArgumentOutOfRangeException">A setting of the query is out of range.</exception>
        public Task<PathAnswer> RequestAsync(
            GridCell start,
            GridCell goal,
            PathQuery query = default(PathQuery),
            int priority = 0,
            CancellationToken cancellation = default(CancellationToken))
            => Begin(start, goal, query, priority).Await(cancellation);

        /// <summary>
        /// Takes the answers that are there, and searches within the budget where the library has no threads. Call it
        /// once a frame.
        /// </summary>
        public void Update()
        {
            RefuseDisposed();
            if (_pending.Count == 0)
            {
                return;
            }
            long began = CallWatch.Begin(WatchedCall.Tick);
            double microseconds = Math.Min(Math.Max(BudgetMilliseconds, 0) * 1000, 1e12);
            ulong atLeastOne = BudgetMilliseconds > 0 ? (ulong)Math.Max(1, microseconds) : 0;
            SearchTicket.SearchHere((ulong)Math.Max(0, BudgetExpansions), atLeastOne);
            TakeAnswers();
            CallWatch.End(WatchedCall.Tick, began);
            // Handlers may make requests and forget tickets.
            for (int i = 0; i < _ended.Count; i++)
            {
                Report(_ended[i]);
            }
            _ended.Clear();
        }

        /// <summary>Forgets all tickets, and cancels the requests and tasks that were not answered.</summary>
        public void Dispose()
        {
            _isDisposed = true;
            _pending.Clear();
            for (int i = 0; i < _all.Count; i++)
            {
                if (_all[i].IsUsed)
                {
                    _all[i].Forget();
                }
            }
        }

        private QueuedRequest Begin(GridCell start, GridCell goal, PathQuery query, int priority)
        {
            RefuseDisposed();
            if (Grid == null)
            {
                throw new InvalidOperationException("The queue is one of floors. Request a path between FloorCells.");
            }
            QueuedRequest request = FreeRequest();
            request.Begin(Grid, start, goal, query, priority);
            return Enter(request);
        }

        /// <summary>A request that is free, and stays so if it is not begun.</summary>
        private QueuedRequest FreeRequest()
        {
            if (_free.Count == 0)
            {
                _all.Add(new QueuedRequest(_pending, _free));
                _free.Push(_all[_all.Count - 1]);
            }
            return _free.Peek();
        }

        /// <summary>Takes up the free request, which has begun.</summary>
        private QueuedRequest Enter(QueuedRequest request)
        {
            _free.Pop();
            _pending.Add(request);
            return request;
        }

        private void TakeAnswers()
        {
            int left = 0;
            for (int i = 0; i < _pending.Count; i++)
            {
                QueuedRequest request = _pending[i];
                if (request.TryComplete())
                {
                    request.IsPending = false;
                    _ended.Add(new PathTicket(request));
                }
                else
                {
                    _pending[left] = request;
                    left++;
                }
            }
            _pending.RemoveRange(left, _pending.Count - left);
        }

        private void Report(PathTicket ticket)
        {
            if (ticket.IsValid)
            {
                Completed?.Invoke(ticket);
            }
            ticket.Report();
        }

        private void RefuseDisposed()
        {
            if (_isDisposed)
            {
                throw new ObjectDisposedException(nameof(PathQueue));
            }
        }
    }
}
