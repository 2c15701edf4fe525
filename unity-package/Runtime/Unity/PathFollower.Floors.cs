using UnityEngine;

namespace GridStar
{
    // Where it walks: on one grid, or on floors.
    public sealed partial class PathFollower
    {
        /// <summary>Where it is on <see cref="Floors"/>; null on one grid.</summary>
        private FloorWalk _walk;

        /// <summary>The last one before it walked on one grid: it may have been on a link.</summary>
        private FloorWalk _leftWalk;

        /// <summary>
        /// Plans the path on <see cref="Floors"/>; null on one grid, and before the first frame with floors. Its <see
        /// cref="GridStar.FloorTracker.IsOnLink"/> and <see cref="GridStar.FloorTracker.Next"/> tell scripts which link
        /// the object is on, to animate it.
        /// </summary>
        public FloorTracker FloorTracker => _tracker as FloorTracker;

        private int Searches => _tracker == null ? 0 : _tracker.Searches;

        private float CellSide => _walk != null ? _walk.Side : _trackedGrid.CellSize;

        private int CellsLeft => HasPath ? _tracker.Count : 0;

        /// <summary>Whether the grid, or a grid of the floors, is disposed.</summary>
        private bool IsGridGone => _tracker != null && _tracker.IsGone;

        /// <summary>Whether it is on a link, or on its way back to a floor.</summary>
        private bool IsOffFloors => _walk != null && _walk.IsOffFloors;

        /// <summary>The grid on which it is, or was last.</summary>
        private PathGrid Here => _walk != null ? _walk.Grid : _trackedGrid;

        private PathGrid GridAt(int floor) => _walk != null ? _walk.Tracker.Floors.GetFloor(floor) : _trackedGrid;

        private Vector3 PathPoint(int index) => AgentCenter(_tracker.PlaceAt(index));

        private bool LeavesPlane(Vector3 way) => _walk != null && _walk.LeavesPlane(way);

        /// <summary>Whether a grid is the tracker's, or one of its floors.</summary>
        private bool IsOfWorld(PathGrid grid)
        {
            if (_walk == null)
            {
                return grid == _trackedGrid;
            }
            PathFloors floors = _walk.Tracker.Floors;
            bool isFloor = false;
            for (int floor = floors.FloorCount - 1; floor >= 0 && !isFloor; floor--)
            {
                isFloor = floors.GetFloor(floor) == grid;
            }
            return isFloor;
        }

        /// <summary>Begins to walk on the current floors. Returns false if there are none.</summary>
        private bool FindFloors()
        {
            if (_trackedGrid != null)
            {
                Clear();
                LeaveCrowd();
                StopSharing();
                _tracker = null;
                _trackedGrid = null;
            }
            PathFloors floors = Floors.Floors;
            if (floors == null || floors.IsDisposed)
            {
                return false;
            }
            ServeFloors(floors);
            if (_walk == null || _walk.Source != Floors || _walk.Tracker.Floors != floors)
            {
                LeaveCrowd();
                StopSharing();
                _walk = new FloorWalk(Floors, floors, _walk ?? _leftWalk);
                _tracker = _walk.Tracker;
                _leftWalk = null;
                _hasWaypoint = false;
                _hasTargetCell = false;
            }
            _tracker.Scheduler = SharesSearches ? floors.Scheduler : null;
            return true;
        }

        /// <summary>Lets the schedulers of floors and the crowds of their grids work, once a frame.</summary>
        private void ServeFloors(PathFloors floors)
        {
            if (SharesSearches)
            {
                floors.Scheduler.UpdateOnce(Time.frameCount, Time.deltaTime);
            }
            for (int floor = Avoidance ? floors.FloorCount - 1 : -1; floor >= 0; floor--)
            {
                ServeScheduler(floors.GetFloor(floor));
            }
        }

        /// <summary>Walks on one grid again.</summary>
        private void LeaveFloors()
        {
            if (_walk != null)
            {
                Clear();
                LeaveCrowd();
                StopSharing();
                NoteLink();
                _leftWalk = _walk;
                _walk = null;
                _tracker = null;
            }
        }

        /// <summary>Finds out on which floor or link the object is, if it has to go anywhere.</summary>
        private void NoticeFloor()
        {
            if (_walk == null || !(HasTarget || _walk.IsUnderWay))
            {
                return;
            }
            if (Moves)
            {
                TakeBody();
            }
            // The body's position: the transform's may lag behind it, on the floor below.
            Vector3 here = Moves ? Position : transform.position;
            _walk.Notice(here, Time.deltaTime, AgentSize, Moves);
            _walk.TakePlace(here);
        }
    }
}
