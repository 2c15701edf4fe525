using System;

namespace GridStar
{
    // Searches that a scheduler makes for this tracker.
    public abstract partial class TrackerBase
    {
        /// <summary>The golden ratio's fraction: multiples of it are spread evenly between whole numbers.</summary>
        private const double Spread = 0.6180339887498949;

        private protected PathScheduler _scheduler;

        /// <summary>At which part of an interval this tracker searches again: 0 to 1.</summary>
        private protected double _phase;

        /// <summary>Number of the interval of the last search, counted in the scheduler's time.</summary>
        private protected double _slot;

        /// <summary>
        /// Makes this tracker's searches, spread over frames and shared with equal ones; null, the default: the tracker
        /// searches at once. Setting it forgets a request that waits.
        /// </summary>
        /// <exception cref="ArgumentException">The scheduler is for another grid, or for other floors.</exception>
        public PathScheduler Scheduler
        {
            get => _scheduler;
            set
            {
                if (value == _scheduler)
                {
                    return;
                }
                if (value != null && !(value.Grid == _world.Grid && value.Floors == _world.Floors))
                {
                    throw new ArgumentException("The scheduler is for another grid.", nameof(value));
                }
                if (_isOpen)
                {
                    Complete();
                }
                _request.Withdraw();
                _request.Source = null;
                _scheduler = value;
                _phase = value == null ? 0.0 : (value.TakeNumber() * Spread) % 1.0;
                _slot = CurrentSlot;
            }
        }

        private double CurrentSlot
        {
            get
            {
                bool hasSlots = Interval > 0.0 && _scheduler != null;
                return hasSlots ? Math.Floor(_scheduler.Clock / Interval + _phase) : 0.0;
            }
        }

        /// <summary>Whether the interval since the last search has passed.</summary>
        private bool IsDue
        {
            get
            {
                bool isTurn = _scheduler != null && Interval > 0.0 && Age >= Interval / 2.0 && CurrentSlot != _slot;
                return isTurn || (Interval > 0.0 && Age >= Interval);
            }
        }

        /// <summary>Takes an answer. The follower and the target may have moved since the search began.</summary>
        bool IRequester.TakeAnswer(ref SearchAnswer answer)
        {
            // A link that is begun is finished, and what else is asked for is asked again then.
            if (((OnLink || IsReturning) && HasPath) || IsConfirmedBy(ref answer))
            {
                return false;
            }
            GridCell[] back = null;
            int backCount = 0;
            bool isAside = answer.Result.HasPath && _request.From != answer.From
                && IndexOf(answer.Cells, answer.Legs, answer.First, answer.End, _request.From) < 0;
            if (isAside)
            {
                back = _scheduler.CellsBack;
                backCount = CollectCellsBack(answer.From, back);
            }
            bool isKept = Take(ref answer, backCount);
            if (backCount > 0 && !isKept)
            {
                PutBefore(back, backCount);
            }
            return true;
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

        /// <summary>
        /// The cells from the last one reached back to the one at which a search began, without the latter. Their
        /// number is 0 if the follower came another way.
        /// </summary>
        private int CollectCellsBack(FloorCell from, GridCell[] back)
        {
            int count = 0;
            // Nobody goes back over a link.
            int leg = _legs.Count == 0 || !HasPath ? 0 : _legs[PathLeg.IndexAt(_legs, _first)].First;
            bool isHere = HasPath && PlaceOf(_first).Floor == from.Floor;
            for (int i = _first; isHere && i >= leg && i < _end && count < back.Length; i--)
            {
                if (_cells[i] == from.Cell)
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
            GrowTo(length + count);
            Array.Copy(_cells, 0, _cells, count, length);
            Array.Copy(back, 0, _cells, 0, count);
            _end = length + count;
            Paths++;
            ShiftLegs(count);
            _from = PlaceOf(0);
            // Edits of cells behind the follower were no concern until now.
            _usableEnd = FindUsableEnd();
            _isTouched = IsBlocked;
        }
    }
}
