using System;
using UnityEngine;

namespace GridStar
{
    /// <summary>
    /// How a <see cref="PathFollower"/> walks on floors: a <see cref="FloorTracker"/> plans, and this class turns its
    /// cells into positions. On a floor the object keeps its height above the floor, which may be tilted; a link is a
    /// straight line between its ends, at the object's height above its floor.
    /// </summary>
    internal sealed partial class FloorWalk
    {
        /// <summary>The object has reached a point that is nearer than this, as a share of a cell's side.</summary>
        private const float Tolerance = 0.0001f;

        private Vector3[] _points = new Vector3[64];

        /// <summary>For each point, the length of the path from it to the end.</summary>
        private float[] _lengths = new float[64];
        private int _paths;
        private FloorCell _waypoint;
        private bool _hasWaypoint;
        private bool _isAtWaypoint;
        private int _agentSize = 1;
        private bool _moves;

        /// <summary>How high the object is above its floor.</summary>
        private float _height;

        /// <param name="before">The walk on the floors before these; null if there was none.</param>
        internal FloorWalk(PathFloorsComponent source, PathFloors floors, FloorWalk before)
        {
            Source = source;
            Tracker = new FloorTracker(floors);
            TakeOver(before);
            PathGrid first = floors.GetFloor(0);
            IsInXZ = first.Plane == GridPlane.XZ;
            Side = first.CellSize;
        }

        internal PathFloorsComponent Source { get; }

        internal FloorTracker Tracker { get; }

        internal bool IsInXZ { get; }

        /// <summary>The side of a cell: that of the first floor, or of the floor on which the path began.</summary>
        internal float Side { get; private set; }

        /// <summary>Whether the path's last cell is reached: its center, if the object is moved here.</summary>
        internal bool HasReachedEnd
            => Tracker.IsAtGoal && !Tracker.IsReturning && (!_moves || (_isAtWaypoint && IsWaypoint(0)));

        /// <summary>Plans from where the object is, after <see cref="Notice"/>. Returns whether it has searched.
        /// </summary>
        internal bool Update(Vector3 here, FloorCell target, float seconds)
        {
            if (!IsOffFloors)
            {
                TakeHeight(here, _position);
                _floor = _position.Floor;
            }
            bool isNew = Tracker.Update(_position, target, seconds);
            if (_paths != Tracker.Paths)
            {
                TakePoints();
            }
            if (isNew || (Tracker.HasPath && !IsWaypoint(0) && !IsWaypoint(1)))
            {
                TakeWaypoint();
            }
            return isNew;
        }

        /// <summary>The cell of an agent's center; <see cref="FloorTracker.Nowhere"/> on no floor.</summary>
        internal FloorCell CellAt(Vector3 position, int agentSize)
        {
            PathFloors floors = Tracker.Floors;
            if (!floors.TryGetCellAt(position, out FloorCell cell, Source.HeightTolerance))
            {
                return FloorTracker.Nowhere;
            }
            return agentSize == 1
                ? cell
                : new FloorCell(cell.Floor, floors.GetFloor(cell.Floor).AnchorAt(position, agentSize));
        }

        internal void Clear()
        {
            Tracker.Clear();
            _hasWaypoint = false;
        }

        /// <summary>The center of a remaining cell of the path, on its floor.</summary>
        internal Vector3 PointAt(int index) => _points[Tracker.Passed + index];

        /// <summary>Where to go next.</summary>
        internal Vector3 NextPosition(Vector3 here, bool moves)
            => PositionOf(moves ? WaypointIndex : Math.Min(1, Tracker.Count - 1), here);

        /// <summary>Length of the path from the object to its end.</summary>
        internal float RemainingDistance(Vector3 here)
        {
            int index = WaypointIndex;
            return Vector3.Distance(here, PositionOf(index, here)) + _lengths[Tracker.Passed + index];
        }

        /// <summary>
        /// Walks along the path until the rest is as long as the distance at which to stop, and returns where this
        /// leads. It finishes a link that it has begun.
        /// </summary>
        internal Vector3 WalkFrom(Vector3 here, float distance, float stop)
        {
            while (distance > 0f && MayGoOn)
            {
                int index = WaypointIndex;
                float most = stop > 0f && !IsOffFloors ? RemainingDistance(here) - stop : distance;
                if (!(most > 0f))
                {
                    return here;
                }
                distance = IsLinkTo(index) ? distance : Math.Min(distance, most);
                if (IsLinkTo(index))
                {
                    Tracker.IsOnLink = true;
                    SetLine(PointAt(0), PointAt(1));
                }
                Vector3 there = PositionOf(index, here);
                float left = Vector3.Distance(here, there);
                if (left > distance + Tolerance * Side)
                {
                    return here + (there - here) * (distance / left);
                }
                here = there;
                distance -= left;
                Tracker.Advance(Tracker[index].FloorCell);
                _hasLine &= IsOffFloors;
                _isAtWaypoint = true;
                if (Tracker.IsAtGoal)
                {
                    return here;
                }
                SetWaypoint(Tracker.Next);
            }
            return here;
        }

        /// <summary>A direction without its part off the plane: on stairs an object does not tilt.</summary>
        internal Vector3 InPlane(Vector3 direction) => WithHeight(direction, 0f);

        /// <summary>Whether a way leads to another height: along a link.</summary>
        internal bool LeavesPlane(Vector3 way) => Math.Abs(HeightOf(way)) > Tolerance * Side;

        /// <summary>False before a cell or a link that is closed. On a link, nothing is noticed.</summary>
        private bool MayGoOn => !Tracker.IsBlocked || Tracker.UsableCount > 1 || IsWaypoint(0);

        private float HeightTolerance => Source.HeightTolerance + Tolerance * Side;

        private int WaypointIndex => IsWaypoint(0) ? 0 : Math.Min(1, Tracker.Count - 1);

        private bool IsWaypoint(int index)
            => _hasWaypoint && index < Tracker.Count && Tracker[index].FloorCell == _waypoint;

        private void SetWaypoint(FloorStep step)
        {
            _waypoint = step.FloorCell;
            _hasWaypoint = true;
            _isAtWaypoint = false;
        }

        private bool IsLinkTo(int index) => index == 1 && Tracker[1].Link != 0;

        /// <summary>
        /// The position of a cell for the object: on its floor at the object's own height, at the end of a link at its
        /// height above the floor. An object that others move may have come to its floor a little too low or too high.
        /// </summary>
        private Vector3 PositionOf(int index, Vector3 here)
        {
            Vector3 point = PointAt(index);
            bool isLevel = _moves && !Tracker.IsReturning && !IsLinkTo(index)
                && !Tracker.Floors.GetFloor(Tracker[index].Floor).IsTurned;
            return WithHeight(point, isLevel ? HeightOf(here) : HeightOf(point) + _height);
        }

        private void TakeHeight(Vector3 here, FloorCell position)
        {
            if (position.Floor < 0)
            {
                return;
            }
            if (HasOtherHeight(here, position.Floor))
            {
                _height = HeightOf(here) - HeightBelow(here, position.Floor);
            }
        }

        /// <summary>Whether the object has another height above a floor than before. Smaller differences are errors,
        /// which would add up over many links.</summary>
        private bool HasOtherHeight(Vector3 here, int floor)
            => Math.Abs(HeightOf(OnFloor(here)) - HeightBelow(here, floor))
                > (_moves ? Tolerance * Side : HeightTolerance);

        /// <summary>Converts the cells of a new path, once.</summary>
        private void TakePoints()
        {
            _paths = Tracker.Paths;
            int count = Tracker.Count;
            if (_points.Length < count)
            {
                _points = new Vector3[count * 3 / 2];
                _lengths = new float[count * 3 / 2];
            }
            int first = Tracker.Passed;
            for (int i = count - 1; i >= 0; i--)
            {
                FloorStep step = Tracker[i];
                PathGrid grid = Tracker.Floors.GetFloor(step.Floor);
                _points[first + i] = grid.AgentCenter(step.Cell, _agentSize);
                _lengths[first + i] = i == count - 1
                    ? 0f
                    : _lengths[first + i + 1] + Vector3.Distance(_points[first + i], _points[first + i + 1]);
                Side = grid.CellSize;
            }
        }

        /// <summary>
        /// Chooses the cell to walk to, as on one grid: the next one if nothing is beside the step. Otherwise, and
        /// before a link, the object first walks to the center of its own cell.
        /// </summary>
        private void TakeWaypoint()
        {
            if (!Tracker.HasPath)
            {
                _hasWaypoint = false;
            }
            else if (!IsWaypoint(0))
            {
                SetWaypoint(IsOpen(Tracker[0], Tracker.Next) ? Tracker.Next : Tracker[0]);
            }
        }

        private bool IsOpen(FloorStep from, FloorStep to)
        {
            if (to.Link != 0)
            {
                return false;
            }
            if (Tracker.Floors.GetFloor(from.Floor).Layout != CellLayout.Square)
            {
                // From all of a hexagon, the line to a neighbor's center crosses the side between them.
                return true;
            }
            bool isStraight = from.Cell.X == to.Cell.X || from.Cell.Y == to.Cell.Y;
            return isStraight || (_agentSize == 1 && CanStand(from.Floor, from.Cell.X, to.Cell.Y)
                && CanStand(from.Floor, to.Cell.X, from.Cell.Y));
        }

        private bool CanStand(int floor, int x, int y)
        {
            PathGrid grid = Tracker.Floors.GetFloor(floor);
            return grid.TryFindNearest(new GridCell(x, y), 0, Tracker.Query, out _);
        }

        /// <summary>
        /// Finds out whether an object that others move is on the link to the next cell: it has left the link's first
        /// end, has not come to the second, and is in the box around both.
        /// </summary>
        private void NoticeLink(Vector3 here)
        {
            if (Tracker.Count < 2 || !IsLinkTo(1))
            {
                return;
            }
            FloorCell at = CellAt(here, _agentSize);
            Vector3 on = OnFloor(here);
            if (at == Tracker[1].FloorCell && IsOn(on, 1))
            {
                Tracker.Advance(at);
                return;
            }
            bool isAtStart = at == Tracker[0].FloorCell && IsOn(on, 0);
            Tracker.IsOnLink = !isAtStart && IsBetween(on, PointAt(0), PointAt(1), HeightTolerance);
        }

        /// <summary>Whether a position is at the height of a remaining cell's floor.</summary>
        private bool IsOn(Vector3 position, int index)
            => Math.Abs(HeightOf(position) - HeightBelow(position, Tracker[index].Floor)) <= HeightTolerance;

        /// <summary>The height of a floor at a position.</summary>
        private float HeightBelow(Vector3 position, int floor)
            => PathFloors.HeightAt(Tracker.Floors.GetFloor(floor), position.x, position.y, position.z);

        /// <summary>Whether a position is in the box around two others and a cell more in the plane.</summary>
        private bool IsBetween(Vector3 position, Vector3 one, Vector3 other, float tolerance)
            => IsBetween(position.x, one.x, other.x, Side)
                && IsBetween(position.y, one.y, other.y, IsInXZ ? tolerance : Side)
                && IsBetween(position.z, one.z, other.z, IsInXZ ? Side : tolerance);

        private static bool IsBetween(float value, float one, float other, float slack)
            => value >= Math.Min(one, other) - slack && value <= Math.Max(one, other) + slack;

        private float HeightOf(Vector3 position) => IsInXZ ? position.y : position.z;

        private Vector3 WithHeight(Vector3 position, float height)
            => IsInXZ ? new Vector3(position.x, height, position.z) : new Vector3(position.x, position.y, height);
    }
}
