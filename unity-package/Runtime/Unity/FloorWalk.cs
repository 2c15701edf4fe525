using System;
using UnityEngine;

namespace GridStar
{
    /// <summary>
    /// Where a <see cref="PathFollower"/> on floors is: on which floor or link, how high above it, and how it comes to
    /// a floor again. On a floor the object keeps its height above the floor, which may be tilted; a link is a straight
    /// line between its ends, at the object's height above its floor.
    /// </summary>
    internal sealed partial class FloorWalk
    {
        /// <summary>The object has reached a point that is nearer than this, as a share of a cell's side.</summary>
        private const float Tolerance = 0.0001f;

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

        /// <summary>The side of a cell: that of the first floor, or of the floor on which the object was last.
        /// </summary>
        internal float Side { get; private set; }

        /// <summary>The object's cell; <see cref="FloorTracker.Nowhere"/> on no floor.</summary>
        internal FloorCell Place { get; private set; } = FloorTracker.Nowhere;

        /// <summary>The grid of the floor on which the object is, or was last.</summary>
        internal PathGrid Grid => Tracker.Floors.GetFloor(Math.Max(0, Place.Floor >= 0 ? Place.Floor : _floor));

        /// <summary>Notes the height of an object that is on a floor.</summary>
        internal void TakePlace(Vector3 here)
        {
            if (!IsOffFloors)
            {
                TakeHeight(here, Place);
                _floor = Place.Floor;
                Side = _floor < 0 ? Side : Grid.CellSize;
            }
        }

        /// <summary>Takes the cell to which the object was moved on its floor.</summary>
        internal void TakeCell(Vector3 here)
            => Place = new FloorCell(Place.Floor, Grid.AnchorAt(here, _agentSize));

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

        /// <summary>Begins the link to the next cell of the path.</summary>
        internal void BeginLink()
        {
            Tracker.IsOnLink = true;
            SetLine(PointAt(0), PointAt(1));
        }

        /// <summary>The object has come to the next cell of its path.</summary>
        internal void NoteReached() => _hasLine &= IsOffFloors;

        /// <summary>How far the object is from the beginning of its link.</summary>
        internal float Progress(Vector3 here) => (OnFloor(here) - _lineStart).magnitude;

        /// <summary>
        /// The position of a cell for the object: on its floor at the object's own height, at the end of a link at its
        /// height above the floor. An object that others move may have come to its floor a little too low or too high.
        /// </summary>
        internal Vector3 PositionOf(FloorCell place, Vector3 center, Vector3 here, bool isByLink)
        {
            bool isLevel = _moves && !Tracker.IsReturning && !isByLink
                && !Tracker.Floors.GetFloor(place.Floor).IsTurned;
            return WithHeight(center, isLevel ? HeightOf(here) : HeightOf(center) + _height);
        }

        /// <summary>A direction without its part off the plane: on stairs an object does not tilt.</summary>
        internal Vector3 InPlane(Vector3 direction) => WithHeight(direction, 0f);

        /// <summary>Whether a way leads to another height: along a link.</summary>
        internal bool LeavesPlane(Vector3 way) => Math.Abs(HeightOf(way)) > Tolerance * Side;

        private float HeightTolerance => Source.HeightTolerance + Tolerance * Side;

        private Vector3 PointAt(int index)
        {
            FloorStep step = Tracker[index];
            return Tracker.Floors.GetFloor(step.Floor).AgentCenter(step.Cell, _agentSize);
        }

        private bool IsLinkTo(int index) => index == 1 && Tracker[1].Link != 0;

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
