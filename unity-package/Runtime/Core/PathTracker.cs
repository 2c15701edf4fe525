using System;
using System.Collections.Generic;

namespace GridStar
{
    /// <summary>
    /// Keeps a path from a moving follower to a moving target on a changing grid. It knows the remaining cells, and
    /// searches again only for a reason; see <see cref="ReplanCause"/>.
    /// </summary>
    /// <remarks>
    /// <para>The tracker works in cells and seconds and has no clock of its own. It runs on a server too, and the same
    /// calls give the same paths everywhere.</para>
    /// <para>Call <see cref="Update"/> once a frame or step. It notices edits of the grid by the grid's revision, from
    /// whatever thread they come. An edit concerns the path if it comes near it (<see cref="PathGrid.GetChanges"/>);
    /// only then the path is checked, without a search. New penalties near the path and a change of the query's
    /// profile lead to a search. A newly opened shorter way goes unnoticed until the next search, and so do penalties
    /// that fall elsewhere: set an <see cref="Interval"/> where this matters.</para>
    /// <para>Without a <see cref="Scheduler"/> the tracker searches in <see cref="Update"/>, at once. Many trackers on
    /// one grid share a <see cref="PathScheduler"/>, which spreads their searches over frames.</para>
    /// <para>Any number of trackers may use one grid. One tracker is for one thread at a time, and so are all trackers
    /// of a scheduler together. A warm call allocates nothing.</para>
    /// </remarks>
    public sealed partial class PathTracker
    {
        private const int FirstCells = 64;

        /// <summary>Room for more cells is made only for a path that has them.</summary>
        private const int MostCellsAhead = 4096;

        /// <summary>The path, with the cells that the follower has passed. More places than cells.</summary>
        private GridCell[] _cells = new GridCell[FirstCells];
        private int _end;

        /// <summary>Index of the first remaining cell: the last one reached.</summary>
        private int _first;

        /// <summary>The grid's revision at the last search or check of the path.</summary>
        private ulong _revision;
        private GridCell _from;
        private GridCell _target;

        /// <summary>The follower's and the target's cell at the last update.</summary>
        private GridCell _position;
        private GridCell _nextTarget;
        private bool _isPlanned;
        private double _age;
        private double _interval;
        private PathQuery _query;

        /// <summary>Creates a tracker without a path. The first <see cref="Update"/> searches.</summary>
        /// <exception cref="ArgumentNullException"><paramref name="grid"/> is null.</exception>
        public PathTracker(PathGrid grid)
        {
            if (grid == null)
            {
                throw new ArgumentNullException(nameof(grid));
            }
            Grid = grid;
        }

        /// <summary>The grid on which paths are searched.</summary>
        public PathGrid Grid { get; }

        /// <summary>
        /// Settings of the searches. Setting them makes the next <see cref="Update"/> search. With a
        /// <see cref="PathQuery.Form"/> other than cells, the path's cells are its points: call <see cref="Advance"/>
        /// with the cell of each point that the follower reaches, or let it come by this cell.
        /// </summary>
        public PathQuery Query
        {
            get => _query;
            set
            {
                _query = value;
                _isForeign = true;
                Withdraw();
                Replan();
            }
        }

        /// <summary>
        /// Seconds after which <see cref="Update"/> searches again without another reason: finite, at least 0. 0, the
        /// default, means never. With a <see cref="Scheduler"/> some searches come up to half an interval earlier, so
        /// that trackers don't search all at once.
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

        /// <summary>Whether to search again when the target leaves its cell. Default: true.</summary>
        public bool FollowsTarget { get; set; } = true;

        /// <summary>
        /// Whether to search again when an edit touches the path, or the query's profile changes. Default: true.
        /// </summary>
        public bool WatchesEdits { get; set; } = true;

        /// <summary>
        /// Whether a search that finds no path leaves the path before as it is. Default: false: the path is dropped.
        /// See <see cref="PathQuery.AllowPartial"/> for a path that comes near.
        /// </summary>
        public bool KeepsPath { get; set; }

        /// <summary>The target's cell of the last search.</summary>
        internal GridCell Target => _target;

        /// <summary>
        /// The outcome of the last search. If the path before was kept, this is not the path's outcome.
        /// </summary>
        public PathResult Result { get; private set; }

        /// <summary>Whether there is a path.</summary>
        public bool HasPath => Count > 0;

        /// <summary>
        /// Seconds since the cells of follower and target were taken from which the last search began.
        /// </summary>
        public double Age => _age;

        /// <summary>Number of remaining cells of the path, including the last one reached; 0 without a path.</summary>
        public int Count => _end - _first;

        /// <summary>Whether the follower has reached the last cell of the path.</summary>
        public bool IsAtGoal => Count == 1;

        /// <summary>
        /// The next cell to walk to: the one after the last cell reached; the goal once it is reached.
        /// </summary>
        /// <exception cref="InvalidOperationException">There is no path.</exception>
        public GridCell Next
        {
            get
            {
                if (!HasPath)
                {
                    throw new InvalidOperationException("There is no path. Check HasPath first.");
                }
                return _cells[Math.Min(_first + 1, _end - 1)];
            }
        }

        /// <summary>The reason of the last search.</summary>
        public ReplanCause Cause { get; private set; }

        /// <summary>Number of searches so far.</summary>
        public int Searches { get; private set; }

        /// <summary>A remaining cell of the path. Index 0 is the last cell reached.</summary>
        /// <exception cref="ArgumentOutOfRangeException">The index is negative or not below
        /// <see cref="Count"/>.</exception>
        public GridCell this[int index]
        {
            get
            {
                if (index < 0 || index >= Count)
                {
                    throw new ArgumentOutOfRangeException(
                        nameof(index), index, "The path has " + Count + " cells left.");
                }
                return _cells[_first + index];
            }
        }

        /// <summary>
        /// Takes the current cells of follower and target, and searches if there is a reason. With a
        /// <see cref="Scheduler"/> it asks for a search instead, whose path comes in a later call.
        /// </summary>
        /// <param name="position">The follower's cell. From a cell outside the grid there is no path.</param>
        /// <param name="target">The target's cell.</param>
        /// <param name="seconds">Seconds since the last call: finite, at least 0.</param>
        /// <returns>Whether the outcome of a search has come; <see cref="Cause"/> then gives the reason of the search,
        /// and <see cref="Result"/> the outcome.</returns>
        /// <exception cref="ArgumentOutOfRangeException">The time is negative, NaN or infinite, or a setting of
        /// <see cref="Query"/> is out of range.</exception>
        /// <exception cref="ObjectDisposedException">The grid is disposed.</exception>
        /// <exception cref="OutOfMemoryException">Not enough memory for a search.</exception>
        public bool Update(GridCell position, GridCell target, double seconds)
        {
            RefuseNegative(seconds, nameof(seconds));
            _age += seconds;
            _position = position;
            _nextTarget = target;
            Advance(position);
            if (_scheduler != null)
            {
                return UpdateScheduled();
            }
            ReplanCause cause = FindCause();
            if (cause == ReplanCause.None)
            {
                return false;
            }
            SearchNow(cause);
            return true;
        }

        /// <summary>
        /// Drops the cells before a cell that the follower has reached. <see cref="Update"/> calls this for the
        /// follower's cell; call it yourself if the follower passes several cells in a frame.
        /// </summary>
        /// <returns>Whether the cell lies on the remaining path.</returns>
        public bool Advance(GridCell reached)
        {
            int found = IndexOf(_cells, _first, _end, reached);
            if (found < 0)
            {
                return false;
            }
            _first = found;
            return true;
        }

        /// <summary>Makes the next <see cref="Update"/> search.</summary>
        public void Replan()
        {
            _isPlanned = false;
            _replans++;
        }

        /// <summary>Forgets the path. The next <see cref="Update"/> searches.</summary>
        public void Clear()
        {
            _end = 0;
            _first = 0;
            _usableEnd = 0;
            _isTouched = false;
            _hasNews = false;
            Withdraw();
            Replan();
        }

        /// <summary>Replaces a list's content by the remaining cells of the path.</summary>
        /// <exception cref="ArgumentNullException"><paramref name="cells"/> is null.</exception>
        public void CopyTo(List<GridCell> cells)
        {
            if (cells == null)
            {
                throw new ArgumentNullException(nameof(cells));
            }
            cells.Clear();
            for (int i = _first; i < _end; i++)
            {
                cells.Add(_cells[i]);
            }
        }

        /// <summary>Searches from the follower's cell to the target's.</summary>
        internal void SearchNow(ReplanCause cause)
        {
            _begunProfileRevision = CurrentProfileRevision;
            PathResult result = Grid.FindPath(_position, _nextTarget, _query, out CellBuffer buffer);
            Take(buffer.Cells, 0, ref result, _position, _nextTarget, cause, 0);
            _age = 0.0;
        }

        /// <summary>
        /// Takes an answer, and replaces the path by it unless the path is kept. Later calls don't need the array.
        /// Returns whether the path is kept.
        /// </summary>
        private bool Take(
            GridCell[] cells,
            int first,
            ref PathResult result,
            GridCell from,
            GridCell target,
            ReplanCause cause,
            int backCount)
        {
            bool isKept = (KeepsPath && HasPath && !result.HasPath) || KeepsCourse(cells, first, ref result, backCount);
            if (!isKept)
            {
                Reserve(result.Length);
                Array.Copy(cells, first, _cells, 0, result.Length);
                _first = 0;
                _end = result.Length;
                _usableEnd = _end;
                _revision = result.Revision;
            }
            _isTouched = false;
            _isRepriced = false;
            _profileRevision = _begunProfileRevision;
            Result = result;
            _from = from;
            _target = target;
            _isPlanned = true;
            _slot = CurrentSlot;
            _isForeign = false;
            Cause = cause;
            Searches++;
            return isKept;
        }

        /// <summary>Makes room for a path. The old one is lost.</summary>
        private void Reserve(int count)
        {
            // Room for the grid's longest path: hundreds of followers would otherwise make garbage for a long time,
            // each when its own path is longer than before.
            int longest = Grid.NoteLength(count);
            if (_cells.Length < Math.Max(count, Math.Min(longest, MostCellsAhead)))
            {
                _cells = new GridCell[Math.Max(count, Math.Min(longest, MostCellsAhead)) * 3 / 2];
                // For the next path that is searched on this thread.
                CellBuffer.Path.Reserve((uint)Math.Min(longest, MostCellsAhead));
            }
        }

        /// <summary>The first reason that applies.</summary>
        private ReplanCause FindCause()
        {
            if (!_isPlanned)
            {
                return ReplanCause.Requested;
            }
            if (WatchesEdits)
            {
                NoticeEdits();
            }
            if (HasStrayed(_position))
            {
                return ReplanCause.Strayed;
            }
            if (FollowsTarget && _nextTarget != _target)
            {
                return ReplanCause.TargetMoved;
            }
            if (WatchesEdits && (_isTouched || _isRepriced))
            {
                return ReplanCause.GridChanged;
            }
            return IsDue() ? ReplanCause.Interval : ReplanCause.None;
        }

        /// <summary>
        /// Whether the follower is off its path. Between two cells of a diagonal step, a follower can cross the two
        /// cells beside the step, so they count as on the path. Between two points, the whole rectangle counts.
        /// </summary>
        private bool HasStrayed(GridCell position)
        {
            if (!HasPath)
            {
                return position != _from;
            }
            GridCell last = this[0];
            GridCell next = Next;
            bool isBetween = position.X >= Math.Min(last.X, next.X) && position.X <= Math.Max(last.X, next.X)
                && position.Y >= Math.Min(last.Y, next.Y) && position.Y <= Math.Max(last.Y, next.Y);
            return !isBetween;
        }

        internal static void RefuseNegative(double seconds, string parameter)
        {
            if (!(seconds >= 0.0))
            {
                throw new ArgumentOutOfRangeException(parameter, seconds, "A time must be finite and at least 0.");
            }
        }
    }
}
