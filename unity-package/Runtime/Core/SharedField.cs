using System;

namespace GridStar
{
    /// <summary>
    /// A field of costs to one goal for many trackers, whose goal may move. It is built between the frames; meanwhile
    /// it answers as before.
    /// </summary>
    /// <remarks>
    /// A request waits here until the field is newer than the request's last answer, so that nobody is told the same
    /// twice. Whoever only wants to look again is answered at once.
    /// </remarks>
    internal sealed class SharedField : IPathSource
    {
        /// <summary>
        /// Cells of a field that are built in the time in which a search finds one cell of the way to its goal.
        /// </summary>
        internal const int CellsPerStep = 32;

        /// <summary>Fewer trackers than this search for themselves.</summary>
        internal const int LeastTrackers = 9;

        /// <summary>
        /// Updates after which the threads are asked again: they may have been stopped, or had too little memory.
        /// </summary>
        private const int Patience = 60;

        /// <summary>Goes before searches, because many wait for it.</summary>
        private const int BuildPriority = 1;

        private readonly PathGrid _grid;
        private readonly RequestQueue _queue = new RequestQueue(Urgency.NoPath);
        private readonly FieldCell[] _goal = new FieldCell[1];
        private readonly GridCell[] _from = new GridCell[1];
        private readonly FieldSteps _steps;
        private PathField _field;
        private ulong _revision;
        private int _profileRevision;
        private double _since;

        /// <summary>Field that is being built.</summary>
        private bool _isBuilding;
        private GridCell _begunGoal;
        private int _begunProfileRevision;
        private int _buildUpdates;
        private double _begunSince;

        /// <summary>Cost of searches in place of the answers since the last build, in cells of the
        /// field.</summary>
        private long _saved;
        private int _uses;
        private bool _wasUsed;
        private long _reach;

        internal SharedField(PathGrid grid, FieldGroup group, FieldSteps steps)
        {
            _grid = grid;
            Group = group;
            _steps = steps;
        }

        /// <summary>Whom it answers.</summary>
        internal FieldGroup Group { get; }

        /// <summary>Where its trackers want to go.</summary>
        internal GridCell Wanted { get; set; }

        /// <summary>Number of updates in a row in which searches would have been cheaper.</summary>
        internal int IdleUpdates { get; private set; }

        /// <summary>Number of requests that were answered without a path, and with one, by this version.</summary>
        internal int Refusals { get; private set; }

        internal int Answers { get; private set; }

        internal int Waiting => _queue.Count;

        internal bool IsBuilding => _isBuilding;

        public bool IsAlive { get; private set; } = true;

        public int Version { get; private set; }

        public ulong Revision => _revision;

        public GridCell Goal { get; private set; }

        /// <summary>Whether a field of this size is cheaper than the searches of trackers.</summary>
        /// <param name="reach">The sum of their distances from the goal, in cells.</param>
        internal static bool IsCheaper(int trackers, long reach, long cells)
            => trackers >= LeastTrackers && reach * CellsPerStep >= cells;

        /// <summary>The larger of the distances by columns and by rows.</summary>
        internal static int Distance(GridCell a, GridCell b)
            => (int)Math.Min(int.MaxValue, Math.Max(Math.Abs((long)a.X - b.X), Math.Abs((long)a.Y - b.Y)));

        public void NoteUse(GridCell from, GridCell target)
        {
            if (target == Wanted)
            {
                _uses++;
                _reach += Distance(from, target);
            }
        }

        /// <summary>Whether trackers rely on it: at least half of what would begin a field.</summary>
        internal bool IsUsed => IsCheaper(2 * _uses, 2 * _reach, Cells);

        private long Cells => (long)_grid.Width * _grid.Height;

        /// <summary>Begins to count uses anew.</summary>
        internal void EndFrame()
        {
            _wasUsed = IsUsed;
            IdleUpdates = _wasUsed ? 0 : IdleUpdates + 1;
            _uses = 0;
            _reach = 0;
        }

        /// <summary>Puts a request into its queue, unless the request waits there.</summary>
        internal void Add(SearchRequest request, double now)
        {
            if (!ReferenceEquals(request.Queue, _queue))
            {
                _queue.Add(request, now);
            }
        }

        /// <summary>
        /// Takes what was built, and begins the next field if there is a reason. Returns the part of the visits that
        /// are left.
        /// </summary>
        /// <param name="visits">The most cells to visit here if they don't.</param>
        internal long Build(ulong revision, double now, bool inBackground, long visits)
        {
            try
            {
                if (_isBuilding && !inBackground)
                {
                    _field.Advance((int)Math.Min(visits, int.MaxValue));
                    visits = 0;
                }
                if (_isBuilding && _field.IsAtRest(out ulong shown))
                {
                    Take(shown);
                }
                _buildUpdates++;
                if (_isBuilding && inBackground && _buildUpdates % Patience == 0)
                {
                    _field.BuildInBackground(BuildPriority);
                }
                if (!_isBuilding && IsNewerWanted(revision, inBackground))
                {
                    Begin(now);
                    if (inBackground)
                    {
                        _field.BuildInBackground(BuildPriority);
                    }
                }
            }
            catch (Exception)
            {
                // Too little memory, or somebody has disposed the field or the profile. The trackers' searches tell.
                Drop();
            }
            return visits;
        }

        /// <summary>Answers the oldest requests, at most a number of them. Returns the number of answers.</summary>
        internal int Answer(int most, ulong revision, double now)
        {
            if (Version == 0 || !IsAlive)
            {
                return 0;
            }
            bool isOutdated = IsOutdated(revision);
            _steps.Begin();
            while (_steps.Count < most && _queue.TryPeek(out _))
            {
                SearchRequest request = _queue.First;
                if (isOutdated && ReferenceEquals(request.Source, this) && request.SourceVersion == Version
                    && request.Cause != ReplanCause.Interval)
                {
                    break;
                }
                _queue.Take();
                if (request.Target.Cell == Wanted)
                {
                    request.BeginFor(_profileRevision);
                    _steps.Add(request);
                }
                else
                {
                    // The goal has not followed this tracker's target.
                    request.Refuse(this);
                }
            }
            if (_steps.Count > 0 && !TryFindSteps())
            {
                return 0;
            }
            for (int i = 0; i < _steps.Count; i++)
            {
                Tell(i, isOutdated ? now - _since : 0.0);
            }
            return _steps.Count;
        }

        public int Continue(GridCell after, GridCell[] cells, int first, int most)
        {
            try
            {
                for (int i = 0; i < most; i++)
                {
                    _from[0] = after;
                    _field.GetSteps(_from, 1, _goal);
                    if (!_goal[0].HasPath)
                    {
                        return i == 0 ? -1 : i;
                    }
                    if (_goal[0].Cell == after)
                    {
                        return i;
                    }
                    after = _goal[0].Cell;
                    cells[first + i] = after;
                }
                _saved += most;
                return most;
            }
            catch (ObjectDisposedException)
            {
                Drop();
                return -1;
            }
        }

        public int GetRest(GridCell from, out GridCell[] cells)
        {
            // The first buffer may hold an answer, for which other trackers wait.
            CellBuffer buffer = CellBuffer.Second;
            int count = 0;
            try
            {
                count = _field.FindPath(from, buffer);
            }
            catch (ObjectDisposedException)
            {
                Drop();
            }
            cells = buffer.Cells;
            return count;
        }

        public double CostFrom(GridCell cell)
        {
            try
            {
                return _field.GetCost(cell);
            }
            catch (ObjectDisposedException)
            {
                Drop();
                return double.PositiveInfinity;
            }
        }

        /// <summary>Frees the field. Those who wait ask again.</summary>
        internal void Drop()
        {
            IsAlive = false;
            _isBuilding = false;
            _queue.Clear();
            _field?.Dispose();
        }

        /// <summary>Frees the memory at once, from any thread. The next call finds out.</summary>
        internal void Free() => _field?.Dispose();

        private bool IsOutdated(ulong revision)
            => Version == 0 || Goal != Wanted || _revision != revision
                || _profileRevision != Group.Query.ProfileRevision;

        /// <summary>
        /// Whether to build anew: for another goal, for somebody who waits, or for edits while trackers rely on it.
        /// Where no threads build, the answers since the last build must have paid for it.
        /// </summary>
        private bool IsNewerWanted(ulong revision, bool inBackground)
        {
            if (!IsOutdated(revision))
            {
                return false;
            }
            return Version == 0 || Goal != Wanted || _queue.Count > 0
                || (inBackground ? _wasUsed : _saved * CellsPerStep >= Cells);
        }

        private void Begin(double now)
        {
            _begunGoal = Wanted;
            _begunProfileRevision = Group.Query.ProfileRevision;
            _begunSince = now;
            _isBuilding = true;
            _buildUpdates = 0;
            _saved = 0;
            // One visit: the rest is built between the frames.
            if (_field == null)
            {
                _field = _grid.CreateField(new[] { Wanted }, Group.Query, 1);
            }
            else if (Wanted != Goal)
            {
                _field.SetGoal(Wanted, 1);
            }
            else
            {
                _field.Update(1);
            }
        }

        private void Take(ulong revision)
        {
            _isBuilding = false;
            _revision = revision;
            _profileRevision = _begunProfileRevision;
            _since = _begunSince;
            Goal = _begunGoal;
            Refusals = 0;
            Answers = 0;
            Version++;
        }

        private bool TryFindSteps()
        {
            try
            {
                _steps.Find(_field);
                return true;
            }
            catch (Exception)
            {
                for (int i = 0; i < _steps.Count; i++)
                {
                    _steps.RequestAt(i).Fail(null);
                }
                Drop();
                return false;
            }
        }

        private void Tell(int index, double age)
        {
            SearchRequest request = _steps.RequestAt(index);
            double cost = _steps.CostAt(index);
            if (double.IsInfinity(cost))
            {
                Refusals++;
                request.Refuse(this);
                return;
            }
            Answers++;
            _saved += Distance(request.From.Cell, Wanted);
            GridstarPathResult found = default(GridstarPathResult);
            found.length = (uint)_steps.LengthAt(index);
            found.cost = cost;
            found.revision = _revision;
            found.bound = 1f;
            SearchAnswer answer = default(SearchAnswer);
            answer.From = request.From;
            answer.Target = new FloorCell(0, Goal);
            answer.Result = new PathResult((int)PathReason.Found, ref found);
            answer.Cells = _steps.Cells;
            answer.First = index * FieldSteps.Most;
            answer.Age = age;
            answer.Source = this;
            request.Answer(ref answer);
        }
    }
}
