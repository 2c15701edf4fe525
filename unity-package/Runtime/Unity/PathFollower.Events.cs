using UnityEngine;

namespace GridStar
{
    // Telling others what has happened.
    public sealed partial class PathFollower
    {
        private void Report(bool isNew, bool hadPath)
        {
            bool hadArrived = HasArrived;
            bool wasBlocked = IsBlocked;
            HasArrived = HasPath && _tracker.LeadsToTarget && (IsAtEnd || IsNearEnd);
            IsBlocked = HasPath ? _tracker.IsBlocked : _tracker.Searches > 0;
            if (isNew && PathChanged != null)
            {
                PathChanged(this);
            }
            if (isNew && HasPath)
            {
                if (PathFound != null)
                {
                    PathFound(this);
                }
                OnPathFound?.Invoke();
            }
            TellOfLoss(hadPath);
            if (IsBlocked && !wasBlocked)
            {
                if (Blocked != null)
                {
                    Blocked(this);
                }
                OnBlocked?.Invoke();
            }
            if (HasArrived && !hadArrived)
            {
                if (Arrived != null)
                {
                    Arrived(this);
                }
                OnArrived?.Invoke();
            }
        }

        private bool IsAtEnd
        {
            get { return _tracker.IsAtGoal && (!Moves || (_isAtWaypoint && IsWaypoint(_tracker[0]))); }
        }

        private bool IsNearEnd
        {
            get
            {
                if (StoppingDistance <= 0f)
                {
                    return false;
                }
                float near = StoppingDistance + 2f * Tolerance * _tracker.Grid.CellSize;
                return MayBeWithin(near) && RemainingDistance <= near;
            }
        }

        /// <summary>Drops the path, because the grid or the target is gone.</summary>
        private void Forget(bool hadPath)
        {
            Clear();
            TellOfLoss(hadPath);
        }

        private void TellOfLoss(bool hadPath)
        {
            if (hadPath && !HasPath && PathLost != null)
            {
                PathLost(this);
            }
        }
    }
}
