using System;
using System.Collections.Generic;

namespace GridStar
{
    /// <summary>
    /// Keeps a path from a moving follower to a moving target through <see cref="PathFloors"/>. It knows the remaining
    /// cells. It searches again only for a reason, as a <see cref="PathTracker"/> does, with floors and links.
    /// </summary>
    /// <remarks>
    /// <para>As a <see cref="PathTracker"/>, it works in cells and seconds and has no clock of its own. It searches in
    /// <see cref="Update"/>, at once.</para>
    /// <para>An edit of a floor's grid concerns the path if it comes near it; only then the path is checked, without a
    /// search. A link of the path that is closed or removed, or whose end is blocked, blocks the path; a new cost of
    /// such a link leads to a search. Newly opened shorter ways go unnoticed until the next search: set an
    /// <see cref="TrackerBase.Interval"/> where this matters.</para>
    /// <para>One tracker is for one thread at a time. A warm call allocates nothing.</para>
    /// </remarks>
    public sealed partial class FloorTracker : TrackerBase
    {
        /// <summary>The path. The base class has the same cells without their floors.</summary>
        private FloorStep[] _steps = new FloorStep[64];

        /// <summary>Indexes at which the path comes to a floor: 0, and each cell that a link leads to.</summary>
        private readonly List<int> _legs = new List<int>();

        /// <summary>The costs of the links to these cells when the path was searched; 0 for the first cell.</summary>
        private readonly List<double> _linkCosts = new List<double>();
        private readonly FloorStep[] _returned = new FloorStep[1];
        private FloorCell _from;
        private FloorCell _target;

        /// <summary>The follower's and the target's cell at the last update.</summary>
        private FloorCell _position;
        private FloorCell _nextTarget;

        /// <summary>Creates a tracker without a path. The first <see cref="Update"/> searches.</summary>
        public FloorTracker(PathFloors floors)
        {
            if (floors == null)
            {
                throw new ArgumentNullException(nameof(floors));
            }
            Floors = floors;
        }

        /// <summary>The cell of a follower or a target that is on no floor.</summary>
        public static FloorCell Nowhere => new FloorCell(-1, default(GridCell));

        /// <summary>The floors through which paths are searched.</summary>
        public PathFloors Floors { get; }

        /// <summary>
        /// Whether the follower is between the ends of the link to <see cref="Next"/>. You set it, and
        /// <see cref="Advance"/> ends it. Meanwhile <see cref="Update"/> neither searches nor looks where the follower
        /// is: a link that is begun is finished.
        /// </summary>
        public bool IsOnLink { get; set; }

        /// <summary>
        /// Whether the follower walks straight to the one cell of its path, as <see cref="Return"/> says. Meanwhile
        /// <see cref="Update"/> does not search. <see cref="Clear"/> ends it.
        /// </summary>
        internal bool IsReturning { get; private set; }

        /// <summary>The target's cell of the last search.</summary>
        internal FloorCell Target => _target;

        internal override PathReason LastReason => Result.Reason;

        internal override bool HasTargetMoved => _nextTarget != _target;

        /// <summary>How many paths it has had. Another number means another path.</summary>
        internal int Paths { get; private set; }

        /// <summary>How many cells of the path the follower has left behind.</summary>
        internal int Passed => _first;

        /// <summary>The outcome of the last search. If the path before was kept, this is not the path's
        /// outcome.</summary>
        public FloorPathResult Result { get; private set; }

        /// <summary>
        /// The next cell to walk to, and the link that leads there, if one does; the goal once it is reached.
        /// </summary>
        /// <exception cref="InvalidOperationException">There is no path.</exception>
        public FloorStep Next => _steps[NextIndex()];

        /// <summary>A remaining cell of the path. Index 0 is the last cell reached.</summary>
        /// <exception cref="ArgumentOutOfRangeException">The index is negative or not below
        /// <see cref="TrackerBase.Count"/>.</exception>
        public FloorStep this[int index] => _steps[IndexAt(index)];

        /// <summary>Takes the current cells of follower and target, and searches if there is a reason.</summary>
        /// <param name="position">The follower's cell; <see cref="Nowhere"/> if it is on no floor.</param>
        /// <param name="target">The target's cell; <see cref="Nowhere"/> if it is on no floor.</param>
        /// <param name="seconds">Seconds since the last call: finite, at least 0.</param>
        /// <returns>Whether it has searched; <see cref="TrackerBase.Cause"/> then gives the reason, and
        /// <see cref="Result"/> the outcome.</returns>
        /// <exception cref="ArgumentOutOfRangeException">The time is negative, NaN or infinite, or a setting of
        /// <see cref="TrackerBase.Query"/> is out of range.</exception>
        /// <exception cref="OutOfMemoryException">Not enough memory for a search.</exception>
        public bool Update(FloorCell position, FloorCell target, double seconds)
        {
            RefuseNegative(seconds, nameof(seconds));
            Age += seconds;
            _position = position;
            _nextTarget = target;
            if ((IsOnLink || IsReturning) && HasPath)
            {
                return false;
            }
            Advance(position);
            ReplanCause cause = FindCause();
            if (cause == ReplanCause.None)
            {
                return false;
            }
            Search(cause);
            return true;
        }

        /// <summary>
        /// Drops the cells before a cell that the follower has reached. <see cref="Update"/> calls this for the
        /// follower's cell; call it yourself if the follower passes several cells in a frame, or has come to the end of
        /// a link.
        /// </summary>
        /// <returns>Whether the cell lies on the remaining path.</returns>
        public bool Advance(FloorCell reached)
        {
            for (int i = _first; i < _end; i++)
            {
                if (_steps[i].FloorCell == reached)
                {
                    IsOnLink &= i == _first;
                    _first = i;
                    return true;
                }
            }
            return false;
        }

        /// <summary>Forgets the path. The next <see cref="Update"/> searches.</summary>
        public void Clear()
        {
            Take(null, 0);
            _isTouched = false;
            _isRepriced = false;
            Replan();
        }

        /// <summary>Replaces the path by one cell, to which the follower comes back from beside the floors.</summary>
        internal void Return(FloorCell cell)
        {
            _returned[0] = new FloorStep(cell, 0);
            Take(_returned, 1);
            IsReturning = true;
        }

        /// <summary>Replaces a list's content by the remaining cells of the path.</summary>
        public void CopyTo(List<FloorStep> steps)
        {
            if (steps == null)
            {
                throw new ArgumentNullException(nameof(steps));
            }
            steps.Clear();
            for (int i = _first; i < _end; i++)
            {
                steps.Add(_steps[i]);
            }
        }

        private void Search(ReplanCause cause)
        {
            // Before the search: a change that comes meanwhile is noticed in the next update.
            NoteState();
            FloorStep[] steps = null;
            if (!HasGrid(_position.Floor))
            {
                Result = new FloorPathResult(PathReason.StartOutside, _floorsRevision);
            }
            else if (!HasGrid(_nextTarget.Floor))
            {
                Result = new FloorPathResult(PathReason.GoalOutside, _floorsRevision);
            }
            else
            {
                Result = Floors.FindPath(_position, _nextTarget, _query, out steps);
            }
            if (Result.Found || !KeepsPath)
            {
                Take(steps, Result.Found ? Result.Length : 0);
                _pathQuery = _query;
                TakeRule(_position.Floor);
            }
            _isTouched = false;
            _isRepriced = false;
            _from = _position;
            _target = _nextTarget;
            _servedReplans = _replans;
            Age = 0.0;
            Cause = cause;
            Searches++;
        }

        /// <summary>Replaces the path by the first elements of an array.</summary>
        private void Take(FloorStep[] steps, int count)
        {
            if (_steps.Length < count)
            {
                _steps = new FloorStep[count * 3 / 2];
                _cells = new GridCell[count * 3 / 2];
            }
            _legs.Clear();
            _linkCosts.Clear();
            for (int i = 0; i < count; i++)
            {
                _steps[i] = steps[i];
                _cells[i] = steps[i].Cell;
                if (i == 0 || steps[i].Link != 0)
                {
                    FloorLink link = default(FloorLink);
                    if (i > 0)
                    {
                        Floors.TryGetLink(steps[i].Link, out link);
                    }
                    _legs.Add(i);
                    _linkCosts.Add(link.Cost);
                }
            }
            _first = 0;
            _end = count;
            _usableEnd = count;
            IsOnLink = false;
            IsReturning = false;
            Paths++;
        }

        /// <summary>
        /// The cells beside a diagonal step count as on the path. After a search from the follower's cell that found no
        /// path, the kept path is no reason for another search.
        /// </summary>
        internal override bool HasStrayed => HasPath && Result.Found
            ? !IsBetween(_position)
            : _position != _from && !(HasPath && IsBetween(_position));

        private bool IsBetween(FloorCell position)
        {
            FloorStep last = _steps[_first];
            FloorStep next = Next.Link == 0 ? Next : last;
            return position.Floor == last.Floor && IsBetween(position.Cell, last.Cell, next.Cell);
        }
    }
}
