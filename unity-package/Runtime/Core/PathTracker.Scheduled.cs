using System;
using System.Runtime.ExceptionServices;

namespace GridStar
{
    // Searches that a scheduler makes for this tracker.
    public sealed partial class PathTracker
    {
        /// <summary>The golden ratio's fraction: multiples of it are spread evenly between whole numbers.</summary>
        private const double Spread = 0.6180339887498949;

        private PathScheduler _scheduler;

        /// <summary>Where in an interval this tracker searches again: 0 to 1.</summary>
        private double _phase;

        /// <summary>Number of the interval of the last search, counted in the scheduler's time.</summary>
        private double _slot;

        /// <summary>Number of calls of <see cref="Replan"/>.</summary>
        private int _replans;

        /// <summary>Whether an answer has come since the last update.</summary>
        private bool _hasNews;
        private Exception _failure;

        /// <summary>
        /// Makes this tracker's searches, spread over frames and shared with equal ones; null, the default: the tracker
        /// searches at once. Setting it forgets a request that waits.
        /// </summary>
        /// <exception cref="ArgumentException">The scheduler is for another grid.</exception>
        public PathScheduler Scheduler
        {
            get => _scheduler;
            set
            {
                if (value == _scheduler)
                {
                    return;
                }
                if (value != null && value.Grid != Grid)
                {
                    throw new ArgumentException("The scheduler is for another grid.", nameof(value));
                }
                Withdraw();
                _scheduler = value;
                _phase = value == null ? 0.0 : (value.TakeNumber() * Spread) % 1.0;
                _slot = CurrentSlot;
            }
        }

        /// <summary>The last request's place in a queue: see <see cref="PathScheduler.Request"/>.</summary>
        internal Urgency Queued { get; set; } = Urgency.None;

        /// <summary>Whether there still is a reason for the request.</summary>
        internal bool IsWanted { get; set; }

        /// <summary>Whether a search for this tracker has begun and its answer has not come.</summary>
        internal bool IsUnderWay { get; private set; }

        /// <summary>Requests with another number are outdated.</summary>
        internal int Serial { get; set; }

        internal ReplanCause WantedCause { get; set; }

        private double CurrentSlot
        {
            get
            {
                bool hasSlots = _interval > 0.0 && _scheduler != null;
                return hasSlots ? Math.Floor(_scheduler.Clock / _interval + _phase) : 0.0;
            }
        }

        /// <summary>Whether the path leads to where the target is, or does not have to.</summary>
        internal bool LeadsToTarget => !FollowsTarget || _target == _nextTarget;

        /// <summary>Takes what a search needs. The answer comes to <see cref="TakeAnswer"/>.</summary>
        internal void Begin(out GridCell from, out GridCell target, out PathQuery query, out int replans)
        {
            from = _position;
            target = _nextTarget;
            query = _query;
            replans = _replans;
            _begunProfileRevision = CurrentProfileRevision;
            Queued = Urgency.None;
            IsUnderWay = true;
        }

        /// <summary>Takes the answer to a request, which began in an earlier state of the follower.</summary>
        internal void TakeAnswer(
            GridCell[] cells,
            int first,
            ref PathResult result,
            GridCell from,
            GridCell target,
            double age,
            int replans)
        {
            IsUnderWay = false;
            GridCell[] back = null;
            int backCount = 0;
            bool isAside = result.HasPath && _position != from
                && IndexOf(cells, first, first + result.Length, _position) < 0;
            if (isAside)
            {
                back = _scheduler.CellsBack;
                backCount = CollectCellsBack(from, back);
            }
            bool isKept = Take(cells, first, ref result, from, target, WantedCause, backCount);
            _age = age;
            _isPlanned = replans == _replans;
            _hasNews = true;
            if (backCount > 0 && !isKept)
            {
                PutBefore(back, backCount);
            }
        }

        /// <summary>
        /// Takes an exception, which the next update throws. Null: there is no answer, and the next update asks again.
        /// </summary>
        internal void Fail(Exception failure)
        {
            IsUnderWay = false;
            _failure = failure;
        }

        private bool UpdateScheduled()
        {
            if (_failure != null)
            {
                Exception failure = _failure;
                _failure = null;
                ExceptionDispatchInfo.Capture(failure).Throw();
            }
            bool isNew = _hasNews;
            _hasNews = false;
            ReplanCause cause = FindCause();
            IsWanted = cause != ReplanCause.None;
            if (!IsWanted || IsUnderWay)
            {
                return isNew;
            }
            return _scheduler.Request(this, UrgencyOf(cause), cause) || isNew;
        }

        private Urgency UrgencyOf(ReplanCause cause)
        {
            if (!HasPath)
            {
                return cause == ReplanCause.Requested ? Urgency.NoPath
                    : cause == ReplanCause.TargetMoved ? Urgency.TargetMoved : Urgency.Refresh;
            }
            if (IsBlocked || cause == ReplanCause.Strayed || cause == ReplanCause.Requested)
            {
                return Urgency.Blocked;
            }
            return cause == ReplanCause.TargetMoved ? Urgency.TargetMoved : Urgency.Refresh;
        }

        /// <summary>Makes the answer to a request that is under way unwelcome, and forgets one that waits.</summary>
        private void Withdraw()
        {
            Serial++;
            Queued = Urgency.None;
            IsWanted = false;
            IsUnderWay = false;
            _failure = null;
        }

        private bool IsDue()
        {
            if (_interval <= 0.0)
            {
                return false;
            }
            bool isTurn = _scheduler != null && _age >= _interval / 2.0 && CurrentSlot != _slot;
            return isTurn || _age >= _interval;
        }

        /// <summary>
        /// The cells from the last one reached back to one that the follower has passed since a search began there, the
        /// latter not included. Their number is 0 if the follower came another way.
        /// </summary>
        private int CollectCellsBack(GridCell from, GridCell[] back)
        {
            int count = 0;
            for (int i = _first; i >= 0 && i < _end && count < back.Length; i--)
            {
                if (_cells[i] == from)
                {
                    return count;
                }
                back[count] = _cells[i];
                count++;
            }
            return 0;
        }

        /// <summary>Puts cells before the path, which lead to its first cell, and checks the whole.</summary>
        private void PutBefore(GridCell[] back, int count)
        {
            int length = _end;
            if (_cells.Length < length + count)
            {
                Array.Resize(ref _cells, (length + count) * 2);
            }
            Array.Copy(_cells, 0, _cells, count, length);
            Array.Copy(back, 0, _cells, 0, count);
            _end = length + count;
            _from = _cells[0];
            // Edits of cells behind the follower were no concern until now.
            _usableEnd = Grid.CheckPath(_cells, 0, _end, _query, out _revision);
            _isTouched = IsBlocked;
        }
    }
}
