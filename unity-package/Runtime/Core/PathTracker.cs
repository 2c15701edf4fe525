using System;
using System.Collections.Generic;

namespace GridStar
{
    /// <summary>
    /// Keeps a path from something that moves to something that moves, on a grid that changes: tells what is left of it, and searches anew
    /// only when there is a reason. Works in cells and seconds that it is given, without a clock or a world of its own, so that a server runs it too and
    /// the same calls give the same paths everywhere.
    /// </summary>
    /// <remarks>
    /// <para>Call <see cref="Update"/> once a frame or step. Edits of the grid, from whatever thread, are noticed by its revision; whether they touch the
    /// path is then looked up along the path (<see cref="PathGrid.CheckPath(List{GridCell}, int, PathQuery, out ulong)"/>), without a
    /// search. That a shorter way has opened is found at the next search: set an <see cref="Interval"/> where that matters.</para>
    /// <para>Any number of trackers may use one grid. Each belongs to one thread at a time. A warm call allocates nothing.</para>
    /// </remarks>
    public sealed class PathTracker
    {
        private readonly List<GridCell> _cells = new List<GridCell>();

        /// <summary>Where the rest of the path begins.</summary>
        private int _first;

        /// <summary>The state of the grid against which the path was last held.</summary>
        private ulong _revision;
        private GridCell _from;
        private GridCell _target;
        private bool _isPlanned;
        private double _age;
        private double _interval;
        private PathQuery _query;

        /// <summary>Tracks nothing until the first <see cref="Update"/>.</summary>
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

        /// <summary>Settings of the searches. Setting them asks for a new one.</summary>
        public PathQuery Query
        {
            get
            {
                return _query;
            }

            set
            {
                _query = value;
                Replan();
            }
        }

        /// <summary>Seconds after which a path is searched anew though nothing has happened: not negative. 0, the default: never.</summary>
        /// <exception cref="ArgumentOutOfRangeException">It is set to a negative number or one that is none.</exception>
        public double Interval
        {
            get
            {
                return _interval;
            }

            set
            {
                RefuseNegative(value, nameof(value));
                _interval = value;
            }
        }

        /// <summary>Whether to search anew when the target leaves its cell. Default: true.</summary>
        public bool FollowsTarget { get; set; } = true;

        /// <summary>Whether to search anew when an edit touches the path. Default: true.</summary>
        public bool WatchesEdits { get; set; } = true;

        /// <summary>What the last search found.</summary>
        public PathResult Result { get; private set; }

        /// <summary>Whether there is a path.</summary>
        public bool HasPath
        {
            get { return Count > 0; }
        }

        /// <summary>Number of cells of the path that are left: the one reached last, and those to come. 0 without a path.</summary>
        public int Count
        {
            get { return _cells.Count - _first; }
        }

        /// <summary>Whether the follower has reached the last cell of the path.</summary>
        public bool IsAtGoal
        {
            get { return Count == 1; }
        }

        /// <summary>The cell to go to: the one after that reached last; at the goal, the goal.</summary>
        /// <exception cref="InvalidOperationException">There is no path.</exception>
        public GridCell Next
        {
            get
            {
                if (!HasPath)
                {
                    throw new InvalidOperationException("There is no path: ask HasPath first.");
                }
                return _cells[Math.Min(_first + 1, _cells.Count - 1)];
            }
        }

        /// <summary>Why the last search was made.</summary>
        public ReplanCause Cause { get; private set; }

        /// <summary>How many searches were made.</summary>
        public int Searches { get; private set; }

        /// <summary>A cell of what is left of the path: 0 is the one reached last.</summary>
        /// <exception cref="ArgumentOutOfRangeException">The index is negative or not below <see cref="Count"/>.</exception>
        public GridCell this[int index]
        {
            get
            {
                if (index < 0 || index >= Count)
                {
                    throw new ArgumentOutOfRangeException(nameof(index), index, "The path has " + Count + " cells left.");
                }
                return _cells[_first + index];
            }
        }

        /// <summary>Takes in where follower and target are, and searches anew if there is a reason to.</summary>
        /// <param name="position">The follower's cell. A cell outside the grid has no path.</param>
        /// <param name="target">The target's cell.</param>
        /// <param name="seconds">Time since the last call: not negative.</param>
        /// <returns>Whether a search was made; <see cref="Cause"/> then says why, and <see cref="Result"/> what it found.</returns>
        /// <exception cref="ArgumentOutOfRangeException">The time is negative or none, or a setting of <see cref="Query"/> is out of range.</exception>
        /// <exception cref="ObjectDisposedException">The grid is disposed.</exception>
        /// <exception cref="OutOfMemoryException">The memory for a search could not be had.</exception>
        public bool Update(GridCell position, GridCell target, double seconds)
        {
            RefuseNegative(seconds, nameof(seconds));
            _age += seconds;
            Advance(position);
            ReplanCause cause = FindCause(position, target);
            if (cause == ReplanCause.None)
            {
                return false;
            }
            Result = Grid.FindPath(position, target, _cells, _query);
            _first = 0;
            _revision = Result.Revision;
            _from = position;
            _target = target;
            _age = 0.0;
            _isPlanned = true;
            Cause = cause;
            Searches++;
            return true;
        }

        /// <summary>
        /// Drops the cells before one that the follower has reached, if it is on the path. <see cref="Update"/> does this; call it where
        /// several cells are passed in one frame.
        /// </summary>
        /// <returns>Whether the cell lies on what is left of the path.</returns>
        public bool Advance(GridCell reached)
        {
            for (int i = _first; i < _cells.Count; i++)
            {
                if (_cells[i] == reached)
                {
                    _first = i;
                    return true;
                }
            }
            return false;
        }

        /// <summary>Makes the next <see cref="Update"/> search in any case.</summary>
        public void Replan()
        {
            _isPlanned = false;
        }

        /// <summary>Forgets the path. The next <see cref="Update"/> searches one.</summary>
        public void Clear()
        {
            _cells.Clear();
            _first = 0;
            Replan();
        }

        /// <summary>Makes a list hold what is left of the path.</summary>
        /// <exception cref="ArgumentNullException"><paramref name="cells"/> is null.</exception>
        public void CopyTo(List<GridCell> cells)
        {
            if (cells == null)
            {
                throw new ArgumentNullException(nameof(cells));
            }
            cells.Clear();
            for (int i = _first; i < _cells.Count; i++)
            {
                cells.Add(_cells[i]);
            }
        }

        /// <summary>The first reason that holds. That which asks the native side comes late.</summary>
        private ReplanCause FindCause(GridCell position, GridCell target)
        {
            if (!_isPlanned)
            {
                return ReplanCause.Requested;
            }
            if (HasStrayed(position))
            {
                return ReplanCause.Strayed;
            }
            if (FollowsTarget && target != _target)
            {
                return ReplanCause.TargetMoved;
            }
            if (WatchesEdits && IsTouchedByEdit())
            {
                return ReplanCause.GridChanged;
            }
            return _interval > 0.0 && _age >= _interval ? ReplanCause.Interval : ReplanCause.None;
        }

        /// <summary>
        /// On its way from one cell's center to the next one's, a follower can pass the two cells beside a diagonal step: the
        /// rectangle around both belongs to the way.
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

        private bool IsTouchedByEdit()
        {
            return Grid.Revision != _revision
                && (!HasPath || Grid.CheckPath(_cells, _first, _query, out _revision) < Count);
        }

        private static void RefuseNegative(double seconds, string parameter)
        {
            if (!(seconds >= 0.0))
            {
                throw new ArgumentOutOfRangeException(parameter, seconds, "A time must be a number that is not negative.");
            }
        }
    }
}
