using UnityEngine;

namespace GridStar
{
    // Where the target is.
    public sealed partial class PathFollower
    {
        /// <summary>The cell that the target is in, and where the target was when it was found there.</summary>
        private GridCell _targetCell;
        private Vector3 _targetPosition;
        private int _targetSize;
        private bool _hasTargetCell;

        /// <summary>Where to go without a <see cref="Target"/>. Null without a target: the follower stands.</summary>
        public Vector3? TargetPosition { get; set; }

        private bool HasTarget => Target != null || TargetPosition.HasValue;

        /// <summary>Returns false without a target.</summary>
        private bool FindTarget(out GridCell target)
        {
            bool isThere = HasTarget;
            if (isThere)
            {
                Vector3 position = Target != null ? Target.position : TargetPosition.Value;
                if (!_hasTargetCell || _targetSize != AgentSize || HasLeft(position))
                {
                    _targetCell = TargetCellAt(position);
                    _targetPosition = position;
                    _targetSize = AgentSize;
                    _hasTargetCell = true;
                }
            }
            target = _targetCell;
            return isThere;
        }

        /// <summary>
        /// Whether the target has moved in the grid's plane by more than <see cref="LeaveDistance"/>. A target on the
        /// border of two cells would otherwise change its cell with every rounding error.
        /// </summary>
        private bool HasLeft(Vector3 position)
        {
            float most = LeaveDistance * CellSide;
            Vector3 way = position - _targetPosition;
            if (IsTurned)
            {
                return !(new GridFrame(_tracker.Grid).InPlane(way).sqrMagnitude <= most * most);
            }
            float off = IsInXZ ? way.z : way.y;
            // Also true for a position that is no number, which the search refuses.
            return !(way.x * way.x + off * off <= most * most);
        }

        /// <summary>Returns what <see cref="CellAt"/> does. Followers of one target share the conversion.</summary>
        private GridCell TargetCellAt(Vector3 position)
        {
            if (!SharesSearches)
            {
                return CellAt(position);
            }
            LastTarget last = _tracker.Scheduler.LastTarget;
            if (!last.Is(position.x, position.y, position.z, AgentSize))
            {
                last.Set(position.x, position.y, position.z, AgentSize, new FloorCell(0, CellAt(position)));
            }
            return last.Cell.Cell;
        }
    }
}
