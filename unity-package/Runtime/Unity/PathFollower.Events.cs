using System;
using UnityEngine;

namespace GridStar
{
    // Telling others what has happened.
    public sealed partial class PathFollower
    {
        /// <summary>Raised after each search, whether it found a path or not.</summary>
        public event Action<PathFollower> PathChanged;

        /// <summary>
        /// Raised when the end of a path to the target is reached, once for a target: one that is pushed away and
        /// comes back does not raise it again, unless the target has moved by <see cref="LeaveDistance"/> to another
        /// cell or the path was lost. The end of a path that only comes near is <see cref="Blocked"/>.
        /// </summary>
        public event Action<PathFollower> Arrived;

        /// <summary>Raised after a search that has found a path to the target.</summary>
        public event Action<PathFollower> PathFound;

        /// <summary>
        /// Raised when there is no way on: a search has found none, an edit has closed the path and no other one has
        /// come yet, or it stands at the end of a path that does not lead to the target. This end is told once, as the
        /// target is by <see cref="Arrived"/>.
        /// </summary>
        public event Action<PathFollower> Blocked;

        /// <summary>
        /// Raised when no path leads to the target: the one before is lost, or a search for this target has found none,
        /// once for each cell of the target. <see cref="Reason"/> says why: <see cref="PathReason.PartialPath"/> if a
        /// path comes near.
        /// </summary>
        public event Action<PathFollower> PathLost;

        /// <summary>Whether listeners know that no path leads to a cell of the target, and which one.</summary>
        private bool _hasToldOfLoss;
        private FloorCell _lostTarget;

        /// <summary>Whether listeners know that it has come to the end of a path to a target, to which target, and
        /// whether the path leads to it or only near it.</summary>
        private bool _hasToldOfEnd;
        private FloorCell _endTarget;
        private bool _endsAtTarget;

        private void Report(bool isNew, bool hadPath)
        {
            bool wasBlocked = IsBlocked;
            bool isFound = HasPath && _tracker.LastReason == PathReason.Found;
            bool isAtEnd = HasPath && (IsAtEnd || IsNearEnd);
            bool isNear = isAtEnd && !isFound;
            HasArrived = isFound && _tracker.LeadsToTarget && isAtEnd;
            IsBlocked = HasPath ? _tracker.IsBlocked || isNear : Searches > 0;
            if (isNew)
            {
                PathChanged?.Invoke(this);
            }
            if (isNew && isFound)
            {
                PathFound?.Invoke(this);
                OnPathFound?.Invoke();
            }
            TellOfLoss(isNew, hadPath);
            // Who was pushed away from the end and has come back tells nothing new.
            bool isNews = !((HasArrived || (IsBlocked && isNear)) && IsKnownEnd(isFound));
            if (IsBlocked && !wasBlocked && isNews)
            {
                Blocked?.Invoke(this);
                OnBlocked?.Invoke();
            }
            if (HasArrived && isNews)
            {
                Arrived?.Invoke(this);
                OnArrived?.Invoke();
            }
        }

        /// <summary>Whether listeners know of this end of a path, which they do from now on.</summary>
        private bool IsKnownEnd(bool endsAtTarget)
        {
            bool isKnown = _hasToldOfEnd && _endTarget == _tracker.Target && _endsAtTarget == endsAtTarget;
            _hasToldOfEnd = true;
            _endTarget = _tracker.Target;
            _endsAtTarget = endsAtTarget;
            return isKnown;
        }

        private bool IsAtEnd => _tracker.IsAtGoal && !_tracker.IsReturning
            && (Moves ? _isAtWaypoint && IsWaypoint(_tracker.PlaceAt(0)) : !_isBeside);

        private bool IsNearEnd
        {
            get
            {
                if (StoppingDistance <= 0f || IsOffFloors)
                {
                    return false;
                }
                float near = StoppingDistance + (_crowd != null ? NearInCrowd : 2f * Tolerance) * CellSide;
                return MayBeWithin(near) && RemainingDistance <= near;
            }
        }

        /// <summary>Drops the path, because the grid or the target is gone.</summary>
        private void Forget(bool hadPath)
        {
            Clear();
            TellOfLoss(false, hadPath);
        }

        private void TellOfLoss(bool isNew, bool hadPath)
        {
            bool isLost = hadPath && !HasPath;
            // A target that has left its cell is another one, also if it comes back to this cell.
            _hasToldOfEnd &= HasPath && _tracker.LeadsToTarget && _endTarget == _tracker.Target;
            if (isNew)
            {
                bool isKnown = _hasToldOfLoss && _lostTarget == _tracker.Target;
                _hasToldOfLoss = _tracker.LastReason != PathReason.Found;
                _lostTarget = _tracker.Target;
                isLost |= _hasToldOfLoss && !isKnown;
            }
            if (isLost)
            {
                _hasToldOfEnd = false;
                PathLost?.Invoke(this);
            }
        }
    }
}
