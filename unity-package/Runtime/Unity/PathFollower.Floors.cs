using UnityEngine;

namespace GridStar
{
    // Walking on floors, and the members that choose between a grid and floors.
    public sealed partial class PathFollower
    {
        /// <summary>Walks on <see cref="Floors"/>; null on one grid.</summary>
        private FloorWalk _walk;

        /// <summary>The last one before it walked on one grid: it may have been on a link.</summary>
        private FloorWalk _leftWalk;
        private FloorCell _targetFloorCell;
        private PathGrid _targetGrid;

        /// <summary>
        /// Plans the path on <see cref="Floors"/>; null on one grid, and before the first frame with floors. Its <see
        /// cref="GridStar.FloorTracker.IsOnLink"/> and <see cref="GridStar.FloorTracker.Next"/> tell scripts which link
        /// the object is on, to animate it.
        /// </summary>
        public FloorTracker FloorTracker => _walk == null ? null : _walk.Tracker;

        /// <summary>The tracker in use; null without one.</summary>
        private TrackerBase Planner => _walk != null ? _walk.Tracker : (TrackerBase)_tracker;

        private int Searches => Planner == null ? 0 : Planner.Searches;

        /// <summary>The target's cell of the last search.</summary>
        private FloorCell SoughtTarget => Planner.Target;

        private float CellSide => _walk != null ? _walk.Side : _tracker.Grid.CellSize;

        private int CellsLeft => HasPath ? Planner.Count : 0;

        /// <summary>Whether the grid, or a grid of the floors, is disposed.</summary>
        private bool IsGridGone => Planner != null && Planner.IsGone;

        private Vector3 PathPoint(int index) => _walk != null ? _walk.PointAt(index) : AgentCenter(_tracker[index]);

        private bool LeavesPlane(Vector3 way) => _walk != null && _walk.LeavesPlane(way);

        /// <summary>Plans, walks and draws. Returns false without floors or a target.</summary>
        private bool FollowFloors(out bool isNew)
        {
            isNew = false;
            if (!FindFloors() || !(HasTarget || _walk.IsUnderWay))
            {
                return false;
            }
            if (Moves)
            {
                TakeBody();
            }
            Configure(_walk.Tracker);
            TakeFloorQuery(_walk.Tracker);
            // The body's position: the transform's may lag behind it, on the floor below.
            Vector3 here = Moves ? Position : transform.position;
            _walk.Notice(here, Time.deltaTime, AgentSize, Moves);
            if (!FindTarget(out FloorCell target))
            {
                return false;
            }
            isNew = _walk.Update(here, target, Time.deltaTime);
            if (HasPath && Moves && !MovesInPhysics)
            {
                Walk(Time.deltaTime);
            }
            DrawLine(isNew);
            return true;
        }

        /// <summary>Begins to walk on the current floors. Returns false if there are none.</summary>
        private bool FindFloors()
        {
            if (_tracker != null)
            {
                Clear();
                StopSharing();
                _tracker = null;
            }
            PathFloors floors = Floors.Floors;
            if (floors == null || floors.IsDisposed)
            {
                return false;
            }
            if (_walk == null || _walk.Source != Floors || _walk.Tracker.Floors != floors)
            {
                _walk = new FloorWalk(Floors, floors, _walk ?? _leftWalk);
                _leftWalk = null;
                _hasTargetCell = false;
            }
            return true;
        }

        /// <summary>Walks on one grid again.</summary>
        private void LeaveFloors()
        {
            if (_walk != null)
            {
                Clear();
                _leftWalk = _walk;
                _walk = null;
            }
        }

        /// <summary>
        /// Compares as on one grid. A target that has come to another floor, or whose grid is another one, counts as
        /// elsewhere. On a link, and on the way back to a floor, the last target counts until the end.
        /// </summary>
        private bool FindTarget(out FloorCell target)
        {
            bool isThere = HasTarget;
            if (isThere)
            {
                Vector3 position = Target != null ? Target.position : TargetPosition.Value;
                FloorCell cell = _walk.CellAt(position, AgentSize);
                PathGrid grid = cell.Floor < 0 ? null : _walk.Tracker.Floors.GetFloor(cell.Floor);
                if (!_hasTargetCell || _targetSize != AgentSize || grid != _targetGrid || HasLeft(position))
                {
                    _targetFloorCell = cell;
                    _targetGrid = grid;
                    _targetPosition = position;
                    _targetSize = AgentSize;
                    _hasTargetCell = true;
                }
            }
            target = _targetFloorCell;
            return isThere || _walk.IsOffFloors;
        }

        /// <summary>Gives the tracker the settings of its searches: those that floors accept.</summary>
        private void TakeFloorQuery(FloorTracker tracker)
        {
            PathQuery query = new PathQuery
            {
                DiagonalRule = DiagonalRule,
                Profile = Profile,
                AgentSize = AgentSize,
                IgnorePenalties = IgnorePenalties,
            };
            PathQuery now = tracker.Query;
            if (!now.HasSameSettings(ref query))
            {
                tracker.Query = query;
            }
        }
    }
}
