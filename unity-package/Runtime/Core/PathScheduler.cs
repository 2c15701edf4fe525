using System;
using System.Collections.Generic;

namespace GridStar
{
    /// <summary>
    /// Makes the searches of many <see cref="PathTracker"/>s on one grid, so that no frame becomes slow when many
    /// trackers ask at once. Each <see cref="Update"/> runs the most urgent searches. Identical searches run once. The
    /// library's threads search between the frames.
    /// </summary>
    /// <remarks>
    /// <para>Set <see cref="TrackerBase.Scheduler"/> of each tracker, and call <see cref="Update"/> once a frame before
    /// the trackers' own updates. The component PathFollower does so by itself.</para>
    /// <para>Trackers without a path come first, then those whose path is blocked, then those whose target has moved,
    /// then periodic searches. A request that has waited for <see cref="Patience"/> seconds goes before a new one of
    /// the next more urgent kind. Within a kind the oldest goes first.</para>
    /// <para>While no request waits, a tracker's search is made at once, in the tracker's own update, up to
    /// <see cref="ImmediateSearches"/> in a frame. A few trackers thus get their paths as without a scheduler.</para>
    /// <para>Worker threads search, so the frame of an answer varies from run to run. Without
    /// <see cref="SearchesInBackground"/>, and without threads, the frame depends on the calls alone, for games that
    /// must run the same everywhere. A path depends only on the grid at the beginning of its search.</para>
    /// <para>One thread at a time, together with its trackers. A warm update allocates nothing.</para>
    /// </remarks>
    public sealed partial class PathScheduler
    {
        /// <summary>Seconds for which a request waits until it counts as more urgent by one kind.</summary>
        public const double Patience = 0.125;

        /// <summary>The most passed cells over which a follower turns back onto a new path.</summary>
        internal const int MostCellsBack = 16;

        /// <summary>The most cells of a grid whose first search may be made at once.</summary>
        private const int CellsPreparedHere = 128 * 128;

        private readonly RequestQueue[] _queues;
        private int _searchesPerUpdate = 96;
        private int _expansionsPerUpdate = 8192;
        private int _immediateSearches = 8;
        private int _immediateLeft;
        private long _expansionsLeft;
        private int _nextNumber;
        private int _lastFrame = -1;
        private bool _isPrepared;

        private readonly TrackedWorld _world;

        /// <summary>Changes of each floor's grid; of the one grid, of a scheduler for a grid.</summary>
        private readonly List<GridWatch> _watches = new List<GridWatch>();

        /// <summary>Creates a scheduler without requests.</summary>
        public PathScheduler(PathGrid grid)
            : this(new GridWorld(grid ?? throw new ArgumentNullException(nameof(grid))))
        {
        }

        private PathScheduler(TrackedWorld world)
        {
            _world = world;
            Grid = world.Grid;
            Floors = world.Floors;
            _queues = new RequestQueue[(int)Urgency.None];
            for (int i = 0; i < _queues.Length; i++)
            {
                _queues[i] = new RequestQueue((Urgency)i);
            }
            _shares = new FieldShares(Grid);
            _sharesFields = Grid != null;
            if (Grid != null)
            {
                _watches.Add(new GridWatch(Grid));
            }
            _round = new SearchRound(world);
            for (int i = 0; i < _rounds.Length; i++)
            {
                _rounds[i] = new SearchRound(world);
            }
            BeginFrame();
        }

        /// <summary>The grid on which paths are searched; null on floors.</summary>
        public PathGrid Grid { get; }

        /// <summary>The floors through which paths are searched; null on a grid. See
        /// <see cref="PathFloors.Scheduler"/>.</summary>
        public PathFloors Floors { get; }

        /// <summary>
        /// Whether the library's threads search between frames. Without it <see cref="Update"/> searches itself.
        /// Default: true.
        /// </summary>
        public bool SearchesInBackground { get; set; } = true;

        /// <summary>
        /// The most searches that one <see cref="Update"/> begins, and the most answers that it gives from shared
        /// fields: at least 1. Default: 96.
        /// </summary>
        /// <exception cref="ArgumentOutOfRangeException">The value is below 1.</exception>
        public int SearchesPerUpdate
        {
            get => _searchesPerUpdate;
            set => _searchesPerUpdate = Positive(value);
        }

        /// <summary>
        /// The most cells that <see cref="Update"/> expands on the calling thread: at least 1. Default: 8192. It
        /// searches there without <see cref="SearchesInBackground"/>, where it ends the search that it has begun; and
        /// where the library has no threads, where a search goes on in the next update. Immediate searches end with
        /// the search that exceeds the number.
        /// </summary>
        /// <exception cref="ArgumentOutOfRangeException">The value is below 1.</exception>
        public int ExpansionsPerUpdate
        {
            get => _expansionsPerUpdate;
            set => _expansionsPerUpdate = Positive(value);
        }

        /// <summary>
        /// The most searches that trackers make at once between two calls of <see cref="Update"/>, while no request
        /// waits: at least 0. Default: 8. On a grid of more than 128 x 128 cells, the library's threads make the first
        /// searches.
        /// </summary>
        /// <exception cref="ArgumentOutOfRangeException">The value is negative.</exception>
        public int ImmediateSearches
        {
            get => _immediateSearches;
            set
            {
                if (value < 0)
                {
                    throw new ArgumentOutOfRangeException(nameof(value), value, "The number must be at least 0.");
                }
                _immediateSearches = value;
                _immediateLeft = value;
            }
        }

        /// <summary>
        /// Number of requests in the queues, including some that are no longer needed.
        /// </summary>
        public int Waiting => InQueues + _shares.Waiting;

        /// <summary>Number of requests that wait for searches.</summary>
        private int InQueues
        {
            get
            {
                int sum = 0;
                foreach (RequestQueue queue in _queues)
                {
                    sum += queue.Count;
                }
                return sum;
            }
        }

        /// <summary>Whether a request waits that is still needed.</summary>
        private bool HasRequest
        {
            get
            {
                foreach (RequestQueue queue in _queues)
                {
                    if (queue.TryPeek(out double _))
                    {
                        return true;
                    }
                }
                return false;
            }
        }

        /// <summary>Number of searches that have begun so far.</summary>
        public long Searches { get; private set; }

        /// <summary>
        /// Number of requests for which searches have begun so far; more than <see cref="Searches"/> if some were
        /// equal.
        /// </summary>
        public long Answers { get; private set; }

        /// <summary>Seconds since the scheduler was created, as told to <see cref="Update"/>.</summary>
        internal double Clock { get; private set; }

        /// <summary>Whether the grid was disposed before the last update.</summary>
        internal bool IsGridGone { get; private set; }

        /// <summary>The grid's revision at the last update; 0 on floors.</summary>
        internal ulong Revision => Grid == null ? 0 : _watches[0].Revision;

        /// <summary>Number of changes of floors and links at the last update.</summary>
        internal ulong LinkRevision { get; private set; }

        internal LastTarget LastTarget { get; } = new LastTarget();

        /// <summary>Memory for one tracker that turns back onto a new path.</summary>
        internal GridCell[] CellsBack { get; } = new GridCell[MostCellsBack];

        /// <summary>
        /// Begins a frame: gives trackers their answers, and makes this frame's share of the searches that wait.
        /// </summary>
        /// <remarks>
        /// A failed search makes its tracker's next <see cref="PathTracker.Update"/> throw.
        /// </remarks>
        /// <param name="seconds">Seconds since the last call: finite, at least 0.</param>
        /// <exception cref="ArgumentOutOfRangeException">The time is negative, NaN or infinite.</exception>
        public void Update(double seconds)
        {
            if (!(seconds >= 0.0) || double.IsInfinity(seconds))
            {
                throw new ArgumentOutOfRangeException(
                    nameof(seconds), seconds, "A time must be finite and at least 0.");
            }
            TickCrowds(seconds);
            long began = CallWatch.Begin(WatchedCall.Tick);
            Clock += seconds;
            BeginFrame();
            Serve();
            CallWatch.End(WatchedCall.Tick, began);
        }

        /// <summary>Calls <see cref="Update"/> unless this was done in the same frame.</summary>
        internal void UpdateOnce(int frame, double seconds)
        {
            if (frame != _lastFrame)
            {
                _lastFrame = frame;
                Update(seconds);
            }
        }

        /// <summary>A scheduler for trackers on floors.</summary>
        internal static PathScheduler Of(PathFloors floors) => new PathScheduler(new FloorsWorld(floors));

        /// <summary>
        /// Where edits have changed cells of a floor's grid since a revision, up to this frame's <see cref="Update"/>
        /// or a later moment. Returns the revision of this moment. The next call may overwrite the rectangles.
        /// </summary>
        internal ulong GetChanges(PathGrid grid, int floor, ulong since, out GridstarRect[] rects, out uint count)
        {
            bool isWatched = floor < _watches.Count && _watches[floor].Grid == grid;
            return isWatched
                ? _watches[floor].GetChanges(since, out rects, out count)
                : grid.GetChanges(since, out rects, out count);
        }

        /// <summary>Whether a floor's grid has not changed since a revision, up to this frame's <see cref="Update"/>.
        /// </summary>
        internal bool HasSeen(PathGrid grid, int floor, ulong since)
            => floor < _watches.Count && _watches[floor].Revision == since && _watches[floor].Grid == grid
                && !_watches[floor].IsGone;

        /// <summary>Asks the grids for the changes since the last frame.</summary>
        private void LookForEdits()
        {
            LinkRevision = _world.LinkRevision;
            int floors = _world.FloorCount;
            for (int floor = 0; floor < floors; floor++)
            {
                PathGrid grid = _world.GridOf(floor);
                if (floor == _watches.Count)
                {
                    _watches.Add(new GridWatch(grid));
                }
                else if (_watches[floor].Grid != grid)
                {
                    _watches[floor] = new GridWatch(grid);
                }
                _watches[floor].Look(Grid == null && grid.IsDisposed);
            }
        }

        /// <summary>
        /// Puts a request into a queue, unless it waits in this one or a more urgent one. Searches at once if nothing
        /// waits.
        /// </summary>
        internal void Request(SearchRequest request, Urgency urgency)
        {
            if (_sharesFields && _shares.TryAdd(request, Clock, true))
            {
                return;
            }
            if (request.Urgency <= urgency)
            {
                return;
            }
            if (_immediateLeft > 0 && _expansionsLeft > 0 && !HasRequest && MaySearchHere)
            {
                _immediateLeft--;
                _expansionsLeft -= request.SearchNow(_world);
                Searches++;
                Answers++;
                return;
            }
            _queues[(int)urgency].Add(request, Clock);
        }

        /// <summary>
        /// False before the first search on a large grid, which derives what searches need: the library's threads do.
        /// </summary>
        private bool MaySearchHere
        {
            get
            {
                _isPrepared = _isPrepared || !SearchesInBackground || _world.CellCount <= CellsPreparedHere
                    || Answers > 0 || (Grid != null && Grid.Prepared != PreparedParts.None);
                return _isPrepared;
            }
        }

        /// <summary>A number that no other tracker of this scheduler has.</summary>
        internal int TakeNumber() => _nextNumber++;

        /// <summary>Takes the next request. Returns null if none waits.</summary>
        private SearchRequest TakeNext()
        {
            RequestQueue next = null;
            double earliest = double.PositiveInfinity;
            foreach (RequestQueue queue in _queues)
            {
                // A less urgent request counts as one that came later.
                if (queue.TryPeek(out double since) && since + (int)queue.Urgency * Patience < earliest)
                {
                    earliest = since + (int)queue.Urgency * Patience;
                    next = queue;
                }
            }
            return next == null ? null : next.Take();
        }

        private void BeginFrame()
        {
            _immediateLeft = _immediateSearches;
            _expansionsLeft = _expansionsPerUpdate;
        }

        private static int Positive(int value)
        {
            if (value < 1)
            {
                throw new ArgumentOutOfRangeException(nameof(value), value, "The number must be at least 1.");
            }
            return value;
        }
    }
}
