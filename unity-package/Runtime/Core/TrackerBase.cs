using System;
using System.Collections.Generic;

namespace GridStar
{
    /// <summary>
    /// Keeps a path from a moving follower to a moving target: all that <see cref="PathTracker"/> on one grid and
    /// <see cref="FloorTracker"/> on floors do. They differ only in the cells that they take and tell.
    /// </summary>
    public abstract partial class TrackerBase : IRequester
    {
        private protected readonly TrackedWorld _world;
        private protected readonly SearchRequest _request;

        /// <summary>The path, with the cells that the follower has passed. The array is longer than the path.</summary>
        private protected GridCell[] _cells = new GridCell[32];

        /// <summary>Parts of the path on the floors that it crosses; empty on a grid.</summary>
        private protected readonly List<PathLeg> _legs = new List<PathLeg>();

        /// <summary>Number of cells of the path, including those that the follower has passed.</summary>
        private protected int _end;

        /// <summary>Index of the first remaining cell: the last one reached.</summary>
        private protected int _first;

        /// <summary>Index of the first cell that a change has made unusable; <see cref="_end"/> if there is none.
        /// </summary>
        private protected int _usableEnd;

        /// <summary>Whether a change is a reason to search.</summary>
        private protected bool _isTouched;

        /// <summary>Whether the path may cost more or less than when it was found: the profile has changed, or
        /// penalties or link costs near the path.</summary>
        private protected bool _isRepriced;

        /// <summary>The revision of the query's profile for which the path was searched or last checked.</summary>
        private protected int _profileRevision;

        /// <summary>Whether the path goes on after its last cell here.</summary>
        private protected bool _isOpen;

        private protected PathQuery _query;

        /// <summary>Number of calls of <see cref="Replan"/>, and how many of them the last search has served.</summary>
        private protected int _replans = 1;
        private protected int _servedReplans;
        private double _interval;

        internal TrackerBase(TrackedWorld world)
        {
            _world = world;
            _few = _cells;
            _request = new SearchRequest(this);
            _floors = new FloorState[1];
            if (world.Grid != null)
            {
                _floors[0].Grid = world.Grid;
                _floorCount = 1;
            }
        }

        /// <summary>
        /// Settings of the searches. Setting them makes the next update search. With a <see cref="PathQuery.Form"/>
        /// other than cells, a tracker has the points of the path as its cells: call <see cref="PathTracker.Advance"/>
        /// with the cell of each point that the follower reaches, or let the follower come by this cell.
        /// </summary>
        public PathQuery Query
        {
            get => _query;
            set
            {
                _query = value;
                QueryChanges++;
                _isForeign = true;
                _request.Withdraw();
                _request.Source = null;
                Replan();
            }
        }

        /// <summary>
        /// Seconds after which an update searches again without another reason: finite, at least 0. 0, the default,
        /// means never. With a <see cref="Scheduler"/> some searches come up to half an interval earlier,
        /// so that trackers don't search all at once.
        /// </summary>
        /// <exception cref="ArgumentOutOfRangeException">The value is negative, NaN or infinite.</exception>
        public double Interval
        {
            get => _interval;
            set
            {
                RefuseNegative(value, nameof(value));
                _interval = value;
            }
        }

        /// <summary>Whether to search again when the target leaves its cell or its floor. Default: true.</summary>
        public bool FollowsTarget { get; set; } = true;

        /// <summary>
        /// Whether to search again when an edit of a grid or a change of links touches the path, or the query's profile
        /// changes. Default: true.
        /// </summary>
        public bool WatchesEdits { get; set; } = true;

        /// <summary>
        /// Whether a search that finds no path leaves the path before as it is. Default: false: the path is dropped.
        /// See <see cref="PathQuery.AllowPartial"/> for a path that comes near.
        /// </summary>
        public bool KeepsPath { get; set; }

        /// <summary>Whether there is a path.</summary>
        public bool HasPath => _end > _first;

        /// <summary>Age of the path's start and goal, in seconds: the time since the last search began.</summary>
        public double Age { get; private protected set; }

        /// <summary>Number of remaining cells of the path, including the last one reached; 0 without a path.</summary>
        public int Count
        {
            get
            {
                if (_isOpen)
                {
                    Complete();
                }
                return _end - _first;
            }
        }

        /// <summary>Whether the follower has reached the last cell of the path.</summary>
        public bool IsAtGoal => _end - _first == 1 && !_isOpen;

        /// <summary>Number of remaining cells that are known.</summary>
        internal int KnownCount => _end - _first;

        /// <summary>Whether the path goes on after the known cells.</summary>
        internal bool IsOpen => _isOpen;

        /// <summary>Whether a cell after the last one reached is known.</summary>
        internal bool HasNext => _end - _first > 1;

        /// <summary>
        /// Whether an edit or a change of links has blocked the remaining path. The follower may walk along the first
        /// <see cref="UsableCount"/> cells meanwhile.
        /// </summary>
        public bool IsBlocked => _usableEnd < _end;

        /// <summary>
        /// How many of the remaining cells can be walked, as far as the last update knew: all unless
        /// <see cref="IsBlocked"/>. Of a path of a shared field (<see cref="PathScheduler.SharesFields"/>), only the
        /// next cells count until someone has asked for <see cref="Count"/>.
        /// </summary>
        public int UsableCount => Math.Max(_usableEnd - _first, HasPath ? 1 : 0);

        /// <summary>The reason of the last search.</summary>
        public ReplanCause Cause { get; private protected set; }

        /// <summary>Number of searches so far.</summary>
        public int Searches { get; private protected set; }

        /// <summary>Number of times that <see cref="Query"/> was set.</summary>
        internal int QueryChanges { get; private set; }

        /// <summary>How the last search ended.</summary>
        internal PathReason LastReason => _result.Reason;

        /// <summary>Whether the target is in another cell than in the last search.</summary>
        internal bool HasTargetMoved => _request.Target != _target;

        /// <summary>Whether the path leads to where the target is, or does not have to.</summary>
        internal bool LeadsToTarget => !FollowsTarget || !HasTargetMoved;

        private protected int CurrentProfileRevision => _query.ProfileRevision;

        /// <summary>Makes the next update search.</summary>
        public void Replan() => _replans++;

        /// <summary>Takes over another tracker's settings and counts.</summary>
        private protected void CopySettings(TrackerBase other)
        {
            QueryChanges += _query.HasSameSettings(ref other._query) ? 0 : 1;
            _query = other._query;
            _interval = other._interval;
            FollowsTarget = other.FollowsTarget;
            WatchesEdits = other.WatchesEdits;
            KeepsPath = other.KeepsPath;
            Age = other.Age;
            Cause = other.Cause;
            Searches = other.Searches;
        }

        /// <summary>Notices a change of the query's profile. Returns whether there is one.</summary>
        private protected bool NoticeProfile()
        {
            int revision = CurrentProfileRevision;
            bool isNew = revision != _profileRevision;
            _profileRevision = revision;
            _isRepriced |= isNew;
            return isNew;
        }

        private bool IsRequested => _servedReplans != _replans;

        /// <summary>Whether updates look at edits: also of a path that another one will replace, because the follower
        /// may walk along it until then.</summary>
        private protected bool NoticesEdits => WatchesEdits && (HasPath || !IsRequested);

        /// <summary>The first reason that applies.</summary>
        private protected ReplanCause FindCause()
        {
            if (NoticesEdits)
            {
                NoticeEdits();
            }
            if (IsRequested)
            {
                return ReplanCause.Requested;
            }
            if (HasStrayed)
            {
                return ReplanCause.Strayed;
            }
            if (!LeadsToTarget)
            {
                return ReplanCause.TargetMoved;
            }
            if (WatchesEdits && (_isTouched || _isRepriced || IsBehind))
            {
                return ReplanCause.GridChanged;
            }
            return IsDue ? ReplanCause.Interval : ReplanCause.None;
        }

        /// <summary>The index of the next cell to walk to.</summary>
        private protected int NextIndex()
        {
            if (!HasPath)
            {
                throw new InvalidOperationException("There is no path. Check HasPath first.");
            }
            return Math.Min(_first + 1, _end - 1);
        }

        /// <summary>The index of a remaining cell among all cells of the path.</summary>
        private protected int IndexAt(int index)
        {
            if (index < 0 || (index >= _end - _first && index >= Count))
            {
                throw new ArgumentOutOfRangeException(nameof(index), index, "The path has " + Count + " cells left.");
            }
            return _first + index;
        }

        private protected static void RefuseNegative(double seconds, string parameter)
        {
            if (!(seconds >= 0.0) || double.IsInfinity(seconds))
            {
                throw new ArgumentOutOfRangeException(parameter, seconds, "A time must be finite and at least 0.");
            }
        }

        /// <summary>
        /// Whether a cell lies in the rectangle between two cells. Between the cells of a diagonal step, a follower can
        /// cross the two cells beside the step.
        /// </summary>
        private protected static bool IsBetween(GridCell cell, GridCell last, GridCell next)
            => cell.X >= Math.Min(last.X, next.X) && cell.X <= Math.Max(last.X, next.X)
                && cell.Y >= Math.Min(last.Y, next.Y) && cell.Y <= Math.Max(last.Y, next.Y);

        /// <summary>
        /// Whether a rectangle of changed cells contains a cell on which the path depends between two indices: a cell
        /// of the agent, or one beside the agent.
        /// </summary>
        private protected bool ComesNear(ref GridstarRect rect, int first, int end)
        {
            int size = Math.Max(1, _query.AgentSize);
            bool hasGaps = _query.Form.HasGaps();
            // The agent's lowest cells for which the rectangle matters.
            int left = rect.x - size;
            int bottom = rect.y - size;
            int right = rect.x + (int)rect.width;
            int top = rect.y + (int)rect.height;
            int i = first;
            while (i < end)
            {
                GridCell cell = _cells[i];
                GridCell next = hasGaps ? _cells[Math.Min(i + 1, end - 1)] : cell;
                int columns = Math.Max(left - Math.Max(cell.X, next.X), Math.Min(cell.X, next.X) - right);
                int rows = Math.Max(bottom - Math.Max(cell.Y, next.Y), Math.Min(cell.Y, next.Y) - top);
                int distance = Math.Max(columns, rows);
                if (distance <= 0)
                {
                    return true;
                }
                // A step goes to a neighbor, and a line between points stays in their rectangle.
                i += hasGaps ? 1 : distance;
            }
            return false;
        }
    }
}
