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
    /// that fall elsewhere: set an <see cref="TrackerBase.Interval"/> where this matters.</para>
    /// <para>Without a <see cref="Scheduler"/> the tracker searches in <see cref="Update"/>, at once. Many trackers on
    /// one grid share a <see cref="PathScheduler"/>, which spreads their searches over frames.</para>
    /// <para>Trackers with one goal that share a scheduler can share a field of costs: see
    /// <see cref="PathScheduler.SharesFields"/>. The tracker then knows the next cells of its path, and finds the
    /// others when someone asks for them.</para>
    /// <para>Any number of trackers may use one grid. One tracker is for one thread at a time, and so are all trackers
    /// of a scheduler together. A warm call allocates nothing.</para>
    /// </remarks>
    public sealed partial class PathTracker : TrackerBase, IRequester
    {
        /// <summary>Room for more cells is made only for a path that has them.</summary>
        private const int MostCellsAhead = 4096;

        private readonly SearchRequest _request;

        /// <summary>The grid's revision at the last search or check of the path.</summary>
        private ulong _revision;
        private GridCell _from;
        private GridCell _target;

        /// <summary>Creates a tracker without a path. The first <see cref="Update"/> searches.</summary>
        public PathTracker(PathGrid grid)
        {
            if (grid == null)
            {
                throw new ArgumentNullException(nameof(grid));
            }
            Grid = grid;
            _few = _cells;
            _request = new SearchRequest(this);
        }

        /// <summary>The grid on which paths are searched.</summary>
        public PathGrid Grid { get; }

        /// <summary>The target's cell of the last search.</summary>
        internal GridCell Target => _target;

        /// <summary>The cell at which the path ends. There must be a path.</summary>
        internal GridCell LastCell => _isOpen ? _target : _cells[_end - 1];

        internal override PathReason LastReason => Result.Reason;

        internal override bool IsGone => Grid.IsDisposed;

        internal override bool HasTargetMoved => _request.Target != _target;

        /// <summary>
        /// The outcome of the last search. If the path before was kept, this is not the path's outcome. For a path of a
        /// shared field, <see cref="PathResult.Length"/> counts its first cells, and no cell was expanded.
        /// </summary>
        public PathResult Result { get; private set; }

        /// <summary>
        /// The next cell to walk to: the one after the last cell reached; the goal once it is reached.
        /// </summary>
        /// <exception cref="InvalidOperationException">There is no path.</exception>
        public GridCell Next => _cells[NextIndex()];

        /// <summary>A remaining cell of the path. Index 0 is the last cell reached.</summary>
        /// <exception cref="ArgumentOutOfRangeException">The index is negative or not below
        /// <see cref="TrackerBase.Count"/>.</exception>
        public GridCell this[int index] => _cells[IndexAt(index)];

        /// <summary>
        /// Takes the current cells of follower and target, and searches if there is a reason. With a
        /// <see cref="Scheduler"/> it asks for a search instead, whose path comes in a later call.
        /// </summary>
        /// <param name="position">The follower's cell. From a cell outside the grid there is no path.</param>
        /// <param name="seconds">Seconds since the last call: finite, at least 0.</param>
        /// <returns>Whether the outcome of a search has come; <see cref="TrackerBase.Cause"/> then gives the reason of
        /// the search, and <see cref="Result"/> the outcome.</returns>
        /// <exception cref="ArgumentOutOfRangeException">The time is negative, NaN or infinite, or a setting of
        /// <see cref="TrackerBase.Query"/> is out of range.</exception>
        /// <exception cref="OutOfMemoryException">Not enough memory for a search.</exception>
        public bool Update(GridCell position, GridCell target, double seconds)
        {
            RefuseNegative(seconds, nameof(seconds));
            Age += seconds;
            _request.From = position;
            _request.Target = target;
            _request.Source?.NoteUse(position, target);
            Advance(position);
            bool isNew = _request.TakeNews();
            ReplanCause cause = FindCause();
            if (_request.IsUnderWay)
            {
                return isNew;
            }
            _request.Cause = cause;
            if (cause != ReplanCause.None && _scheduler != null)
            {
                _scheduler.Request(_request, UrgencyOf(cause));
            }
            else if (cause != ReplanCause.None)
            {
                _request.SearchNow(Grid);
            }
            return _request.TakeNews() || isNew;
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
            if (_isOpen && _end - _first <= CellsToGoOn)
            {
                GoOn();
            }
            return true;
        }

        /// <summary>Forgets the path. The next <see cref="Update"/> searches.</summary>
        public void Clear()
        {
            _end = 0;
            _first = 0;
            _usableEnd = 0;
            _isOpen = false;
            _isTouched = false;
            _request.Withdraw();
            _request.Source = null;
            _request.TakeNews();
            Replan();
        }

        /// <summary>Replaces a list's content by the remaining cells of the path.</summary>
        public void CopyTo(List<GridCell> cells)
        {
            if (cells == null)
            {
                throw new ArgumentNullException(nameof(cells));
            }
            cells.Clear();
            int count = Count;
            for (int i = _first; i < _first + count; i++)
            {
                cells.Add(_cells[i]);
            }
        }

        internal override void OnQuery()
        {
            _isForeign = true;
            _request.Withdraw();
            _request.Source = null;
        }

        /// <summary>
        /// Takes an answer, and replaces the path by it unless the path is kept. Returns whether the path is kept.
        /// </summary>
        private bool Take(ref SearchAnswer answer, int backCount)
        {
            bool isOfField = answer.Source != null;
            bool isKept = (KeepsPath && HasPath && !answer.Result.HasPath)
                || (isOfField ? KeepsCourseOf(ref answer) : KeepsCourse(ref answer, backCount));
            if (!isKept)
            {
                int length = answer.Result.Length;
                Reserve(length, isOfField);
                Array.Copy(answer.Cells, answer.First, _cells, 0, length);
                _first = 0;
                _end = length;
                _usableEnd = length;
                _revision = answer.Result.Revision;
            }
            if (isKept && _isOpen && !isOfField)
            {
                // The source knows the rest of the path that is kept, and is forgotten after this answer.
                Complete();
            }
            _isOpen = isOfField && _cells[_end - 1] != answer.Target;
            _isTouched = false;
            _isRepriced = false;
            _profileRevision = _request.BegunProfileRevision;
            Result = answer.Result;
            _from = answer.From;
            _target = answer.Target;
            _servedReplans = _request.BegunReplans;
            _slot = CurrentSlot;
            _isForeign = false;
            Age = answer.Age;
            Cause = _request.Cause;
            Searches++;
            return isKept;
        }

        /// <summary>Makes room for a path. The old one is lost.</summary>
        private void Reserve(int count, bool isOfField)
        {
            if (isOfField && count <= _few.Length)
            {
                UseFew();
                return;
            }
            // Room for the grid's longest path: hundreds of followers would otherwise make garbage for a long time,
            // each when its own path is longer than before.
            int longest = Grid.NoteLength(count);
            int room = Math.Max(count, Math.Min(longest, MostCellsAhead));
            if (_cells.Length < room)
            {
                TakeArray(room);
                // For the next path that is searched on this thread.
                CellBuffer.Path.Reserve((uint)Math.Min(longest, MostCellsAhead));
            }
        }

        /// <summary>Whether a follower that was pushed off its path can still walk straight to it. It has not strayed
        /// then.</summary>
        internal bool SeesPath { get; set; }

        /// <summary>The cells beside a diagonal step count as on the path. Between two points, the whole rectangle
        /// counts.</summary>
        internal override bool HasStrayed
            => HasPath ? !SeesPath && !IsBetween(_request.From, this[0], Next) : _request.From != _from;
    }
}
