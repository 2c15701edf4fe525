using UnityEngine;

namespace GridStar
{
    // Where the target is.
    public sealed partial class PathFollower
    {
        /// <summary>The cell that the target is in, and where the target was when it was found there.</summary>
        private FloorCell _targetCell;
        private PathGrid _targetGrid;
        private Vector3 _targetPosition;
        private int _targetSize;
        private bool _hasTargetCell;

        /// <summary>Where to go without a <see cref="Target"/>. Null without a target: the follower stands.</summary>
        public Vector3? TargetPosition { get; set; }

        private bool HasTarget => Target != null || TargetPosition.HasValue;

        /// <summary>
        /// Returns false without a target. A target that has come to another floor, or whose grid is another one,
        /// counts as elsewhere. On a link, and on the way back to a floor, the last target counts until the end.
        /// </summary>
        private bool FindTarget(out FloorCell target)
        {
            bool isThere = HasTarget;
            if (isThere)
            {
                Vector3 position = Target != null ? Target.position : TargetPosition.Value;
                FloorCell cell = _walk != null ? CellAt(position) : _targetCell;
                PathGrid grid = _walk == null || cell.Floor < 0 ? null : GridAt(cell.Floor);
                if (!_hasTargetCell || _targetSize != AgentSize || grid != _targetGrid || HasLeft(position))
                {
                    _targetCell = _walk != null ? cell : TargetCellAt(position);
                    _targetGrid = grid;
                    _targetPosition = position;
                    _targetSize = AgentSize;
                    _hasTargetCell = true;
                }
            }
            target = _targetCell;
            return isThere || IsOffFloors;
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
                return !(new GridFrame(_trackedGrid).InPlane(way).sqrMagnitude <= most * most);
            }
            float off = IsInXZ ? way.z : way.y;
            // Also true for a position that is no number, which the search refuses.
            return !(way.x * way.x + off * off <= most * most);
        }

        /// <summary>Returns what <see cref="CellAt"/> does. Followers of one target share the conversion.</summary>
        private FloorCell TargetCellAt(Vector3 position)
        {
            if (!SharesSearches)
            {
                return CellAt(position);
            }
            LastTarget last = _tracker.Scheduler.LastTarget;
            if (!last.Is(position.x, position.y, position.z, AgentSize))
            {
                last.Set(position.x, position.y, position.z, AgentSize, CellAt(position));
            }
            return last.Cell;
        }
    }
}
