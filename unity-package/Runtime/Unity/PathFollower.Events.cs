using UnityEngine;

namespace GridStar
{
    // Telling others what has happened.
    public sealed partial class PathFollower
    {
        /// <summary>Whether listeners know that no path leads to a cell of the target, and which one.</summary>
        private bool _hasToldOfLoss;
        private FloorCell _lostTarget;

        private void Report(bool isNew, bool hadPath)
        {
            bool hadArrived = HasArrived;
            bool wasBlocked = IsBlocked;
            bool isFound = HasPath && Planner.LastReason == PathReason.Found;
            bool isAtEnd = HasPath && (IsAtEnd || IsNearEnd);
            HasArrived = isFound && Planner.LeadsToTarget && isAtEnd;
            IsBlocked = HasPath ? Planner.IsBlocked || (!isFound && isAtEnd) : Searches > 0;
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
            if (IsBlocked && !wasBlocked)
            {
                Blocked?.Invoke(this);
                OnBlocked?.Invoke();
            }
            if (HasArrived && !hadArrived)
            {
                Arrived?.Invoke(this);
                OnArrived?.Invoke();
            }
        }

        private bool IsAtEnd
        {
            get
            {
                if (_walk != null)
                {
                    return Moves ? _walk.HasReachedEnd : _walk.Tracker.IsAtGoal;
                }
                return _tracker.IsAtGoal && (!Moves || (_isAtWaypoint && IsWaypoint(_tracker[0])));
            }
        }

        private bool IsNearEnd
        {
            get
            {
                if (StoppingDistance <= 0f)
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
            if (isNew)
            {
                bool isKnown = _hasToldOfLoss && _lostTarget == SoughtTarget;
                _hasToldOfLoss = Planner.LastReason != PathReason.Found;
                _lostTarget = SoughtTarget;
                isLost |= _hasToldOfLoss && !isKnown;
            }
            if (isLost)
            {
                PathLost?.Invoke(this);
            }
        }
    }
}
