using UnityEngine;

namespace GridStar
{
    // Telling others what has happened.
    public sealed partial class PathFollower
    {
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
            bool isFound = HasPath && Planner.LastReason == PathReason.Found;
            bool isAtEnd = HasPath && (IsAtEnd || IsNearEnd);
            bool isNear = isAtEnd && !isFound;
            HasArrived = isFound && Planner.LeadsToTarget && isAtEnd;
            IsBlocked = HasPath ? Planner.IsBlocked || isNear : Searches > 0;
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
            bool isKnown = _hasToldOfEnd && _endTarget == SoughtTarget && _endsAtTarget == endsAtTarget;
            _hasToldOfEnd = true;
            _endTarget = SoughtTarget;
            _endsAtTarget = endsAtTarget;
            return isKnown;
        }

        private bool IsAtEnd
        {
            get
            {
                if (_walk != null)
                {
                    return _walk.HasReachedEnd;
                }
                return _tracker.IsAtGoal && (Moves ? _isAtWaypoint && IsWaypoint(_tracker[0]) : !_isBeside);
            }
        }

        private bool IsNearEnd
        {
            get
            {
                if (StoppingDistance <= 0f || (_walk != null && _walk.IsOffFloors))
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
            _hasToldOfEnd &= HasPath && Planner.LeadsToTarget && _endTarget == SoughtTarget;
            if (isNew)
            {
                bool isKnown = _hasToldOfLoss && _lostTarget == SoughtTarget;
                _hasToldOfLoss = Planner.LastReason != PathReason.Found;
                _lostTarget = SoughtTarget;
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
