using System;
using UnityEngine;

namespace GridStar
{
    // Walking along the path.
    public sealed partial class PathFollower
    {
        /// <summary>The object has reached a point that is nearer than this, as a share of a cell's side.</summary>
        private const float Tolerance = 0.0001f;

        /// <summary>On floors, a path of at most this number of cells is measured for what is left of it.</summary>
        private const int CellsLooked = 64;

        private Rigidbody _body;
        private Rigidbody2D _body2D;
        private CharacterController _character;

        /// <summary>
        /// Length of the path from the object to its end, in world units; infinite without a path.
        /// </summary>
        public float RemainingDistance
        {
            get
            {
                if (!HasPath)
                {
                    return float.PositiveInfinity;
                }
                int count = _tracker.Count;
                int first = IsWaypoint(_tracker.PlaceAt(0)) ? 0 : Math.Min(1, count - 1);
                Vector3 here = transform.position;
                FloorCell last = _tracker.PlaceAt(first);
                float length = Vector3.Distance(here, CenterOf(last, here));
                for (int i = first + 1; i < count;)
                {
                    if (_tracker.LinkAt(i) != 0)
                    {
                        FloorCell end = _tracker.PlaceAt(i);
                        length += Vector3.Distance(AgentCenter(last), AgentCenter(end));
                        last = end;
                        i++;
                    }
                    else
                    {
                        length += LengthOnFloor(ref i, ref last);
                    }
                }
                return length;
            }
        }

        /// <summary>Length of the path from a cell to the last one before the next link, which both are then.</summary>
        private float LengthOnFloor(ref int index, ref FloorCell last)
        {
            PathGrid grid = GridAt(last.Floor);
            bool isTurned = grid.IsTurned;
            GridFrame frame = isTurned ? new GridFrame(grid) : default(GridFrame);
            int count = _tracker.Count;
            float cells = 0f;
            for (; index < count && _tracker.LinkAt(index) == 0; index++)
            {
                FloorCell next = _tracker.PlaceAt(index);
                if (isTurned)
                {
                    cells += frame.WayBetween(last.Cell, next.Cell).magnitude;
                }
                else
                {
                    int columns = next.Cell.X - last.Cell.X;
                    int rows = next.Cell.Y - last.Cell.Y;
                    cells += Mathf.Sqrt((float)columns * columns + (float)rows * rows);
                }
                last = next;
            }
            return cells * (isTurned ? 1f : grid.CellSize);
        }

        private bool MovesInPhysics => Motion == FollowerMotion.Rigidbody || Motion == FollowerMotion.Rigidbody2D;

        /// <summary>Whether the component that <see cref="Motion"/> needs was found.</summary>
        private bool HasBody => Motion == FollowerMotion.Rigidbody ? _body != null : _body2D != null;

        private bool IsInXZ => _walk != null ? _walk.IsInXZ : _trackedGrid.Plane == GridPlane.XZ;

        /// <summary>Whether the one grid on which the object walks has axes of its own. On floors, heights count along
        /// an axis of the world.</summary>
        private bool IsTurned => _walk == null && _trackedGrid.IsTurned;

        /// <summary>Finds the component that <see cref="Motion"/> needs.</summary>
        private void TakeBody()
        {
            switch (Motion)
            {
                case FollowerMotion.Rigidbody:
                    _body = _body != null ? _body : Need(GetComponent<Rigidbody>(), "Rigidbody");
                    break;
                case FollowerMotion.Rigidbody2D:
                    if (IsInXZ)
                    {
                        throw new InvalidOperationException(
                            "Motion is Rigidbody2D, which needs a grid in the xy plane. "
                            + "The grid lies in the xz plane.");
                    }
                    _body2D = _body2D != null ? _body2D : Need(GetComponent<Rigidbody2D>(), "Rigidbody2D");
                    break;
                case FollowerMotion.CharacterController:
                    _character = _character != null
                        ? _character
                        : Need(GetComponent<CharacterController>(), "CharacterController");
                    break;
            }
        }

        private static T Need<T>(T found, string name) where T : Component
        {
            if (found == null)
            {
                throw new InvalidOperationException(
                    "Motion is " + name + ", and the object has no " + name + ". Add one, or choose another Motion.");
            }
            return found;
        }

        /// <summary>
        /// Chooses the cell to walk to. An object that is walking to the center of its own cell, or stands there, keeps
        /// its choice. Otherwise it walks to the next cell if the cells beside the step are walkable. If not, it first
        /// walks to the center of its own cell, so that it cuts no obstacle's corner, and so does one beside the grid.
        /// </summary>
        private void TakeWaypoint()
        {
            if (!HasPath)
            {
                _hasWaypoint = false;
                return;
            }
            FloorCell here = _tracker.PlaceAt(0);
            FloorCell next = _tracker.NextPlace;
            bool isOnItsWay = PathForm.HasGaps() && IsWaypoint(next);
            if (!IsWaypoint(here) && !isOnItsWay)
            {
                SetWaypoint(!_isBeside && !IsLinkNext && IsOpen(here, next) ? next : here);
            }
        }

        /// <summary>Whether a link leads to the next cell of the path. Before it, the object walks to the center of its
        /// own cell.</summary>
        private bool IsLinkNext => _tracker.HasNext && _tracker.LinkAt(1) != 0;

        private void SetWaypoint(FloorCell cell)
        {
            _waypoint = cell;
            _hasWaypoint = true;
            _isAtWaypoint = false;
        }

        private bool IsWaypoint(FloorCell cell) => _hasWaypoint && _waypoint == cell;

        /// <summary>
        /// Whether the object can walk straight to the center of a cell from anywhere in another one. Beside a straight
        /// step no cell matters. A diagonal step crosses one of the cells beside it, unless it begins at the center. A
        /// larger agent always begins a diagonal step at the center.
        /// </summary>
        private bool IsOpen(FloorCell fromPlace, FloorCell toPlace)
        {
            PathGrid grid = GridAt(fromPlace.Floor);
            GridCell from = fromPlace.Cell;
            GridCell to = toPlace.Cell;
            if (grid.Layout != CellLayout.Square)
            {
                return IsOpenOverHexagons(transform.position, fromPlace, toPlace);
            }
            if (from.X == to.X || from.Y == to.Y)
            {
                return true;
            }
            if (PathForm.HasGaps())
            {
                return IsOpenLine(transform.position, fromPlace, toPlace);
            }
            if (AgentSize > 1)
            {
                return false;
            }
            PathQuery query = _tracker.Query.On(grid);
            query.DiagonalRule = DiagonalRule.BothFree;
            return grid.HasLineOfSight(from, to, query);
        }

        private void Walk(float seconds)
        {
            if (!(seconds > 0f))
            {
                return;
            }
            Vector3 here = Position;
            ValidatedSettings.RefuseNotFinite(here, "position");
            if (_crowd != null)
            {
                WalkInCrowd(here, seconds);
                return;
            }
            Vector3 there = WalkFrom(here, Speed * seconds);
            Turn(_walk != null ? _walk.InPlane(there - here) : there - here, seconds);
            MoveTo(here, there, seconds);
        }

        /// <summary>How far to walk until <see cref="StoppingDistance"/> is left, if it can be reached now.</summary>
        private float DistanceToStop(float distance)
            => StoppingDistance > 0f && MayBeWithin(StoppingDistance + distance)
                ? RemainingDistance - StoppingDistance
                : float.MaxValue;

        /// <summary>
        /// False if the distance of its ends alone shows that the rest of the path is longer than a length.
        /// </summary>
        private bool MayBeWithin(float length)
        {
            if (_walk != null)
            {
                // Links may be shorter than a cell, and lead back and forth.
                return PathForm.HasGaps() || _tracker.KnownCount <= CellsLooked
                    || (_tracker.KnownCount - CellsLooked) * CellSide <= length;
            }
            if (PathForm.HasGaps() || _trackedGrid.Layout != CellLayout.Square)
            {
                // The object may be far from the last point that it has reached. Rows of hexagons may lie close.
                return true;
            }
            if (_tracker.IsOpen && (_tracker.KnownCount - 2) * _trackedGrid.CellSize > length)
            {
                return false;
            }
            GridCell here = _tracker.PlaceAt(0).Cell;
            GridCell end = _tracker.LastPlace.Cell;
            // The object is less than two cells from the center of the last cell that it has reached.
            int cells = Math.Max(Math.Abs(here.X - end.X), Math.Abs(here.Y - end.Y)) - 2;
            return cells * _trackedGrid.CellSize <= length;
        }

        /// <summary>
        /// Whether the object is far from a path of cells, because somebody has put it elsewhere. The straight way to
        /// the path may cross walls: the object waits for a path from where it is.
        /// </summary>
        private bool IsElsewhere(Vector3 here)
        {
            if (PathForm.HasGaps() || IsOffFloors || (IsLinkNext && IsWaypoint(_tracker.NextPlace)))
            {
                return false;
            }
            // Walking, it is at most one and a half diagonals from the cell to walk to.
            PathGrid grid = Here;
            GridFrame frame = grid.IsTurned ? new GridFrame(grid) : default(GridFrame);
            float sides = grid.IsTurned ? frame.Column.magnitude + frame.Row.magnitude : 2f * grid.CellSize;
            return Vector3.Distance(here, CenterOf(_hasWaypoint ? _waypoint : _tracker.NextPlace, here)) > 2f * sides;
        }

        /// <summary>Walks along the path, and returns where this leads.</summary>
        private Vector3 WalkFrom(Vector3 here, float distance)
        {
            if (IsElsewhere(here))
            {
                return here;
            }
            float toStop = DistanceToStop(distance);
            while (distance > 0f && MayGoOn)
            {
                FloorCell waypoint = _hasWaypoint ? _waypoint : _tracker.NextPlace;
                bool isLink = IsLinkNext && waypoint == _tracker.NextPlace;
                if (!(toStop > 0f || IsOffFloors) || (isLink && !BeginLink()))
                {
                    return here;
                }
                // A link that is begun is finished.
                float most = Math.Min(distance, IsOffFloors ? RoomOnLink(here) : toStop);
                if (!(most > 0f))
                {
                    return here;
                }
                Vector3 there = CenterOf(waypoint, here);
                float left = Vector3.Distance(here, there);
                if (left > most + Tolerance * CellSide)
                {
                    return here + (there - here) * (most / left);
                }
                here = there;
                distance -= left;
                toStop -= left;
                _tracker.AdvanceTo(waypoint);
                _walk?.NoteReached();
                _isAtWaypoint = true;
                if (!_tracker.HasNext)
                {
                    return here;
                }
                SetWaypoint(_tracker.NextPlace);
            }
            return here;
        }

        /// <summary>False before a cell that an edit has closed.</summary>
        private bool MayGoOn => !_tracker.IsBlocked || _tracker.UsableCount > 1 || IsWaypoint(_tracker.PlaceAt(0));

        private Vector3 Position
        {
            get
            {
                if (Motion == FollowerMotion.Rigidbody)
                {
                    return _body.position;
                }
                if (Motion == FollowerMotion.Rigidbody2D)
                {
                    Vector2 position = _body2D.position;
                    return new Vector3(position.x, position.y, transform.position.z);
                }
                return transform.position;
            }
        }

        private void MoveTo(Vector3 here, Vector3 there, float seconds)
        {
            switch (Motion)
            {
                case FollowerMotion.Rigidbody:
                    _body.MovePosition(there);
                    break;
                case FollowerMotion.Rigidbody2D:
                    _body2D.MovePosition(new Vector2(there.x, there.y));
                    if (LeavesPlane(there - here))
                    {
                        // The body knows no depth.
                        transform.position = new Vector3(here.x, here.y, there.z);
                    }
                    break;
                case FollowerMotion.CharacterController:
                    if (IsInXZ && !LeavesPlane(there - here))
                    {
                        _character.SimpleMove((there - here) / seconds);
                    }
                    else
                    {
                        _character.Move(there - here);
                    }
                    break;
                default:
                    transform.position = there;
                    break;
            }
        }

        /// <summary>Turns the object towards a direction in the grid's plane.</summary>
        private void Turn(Vector3 direction, float seconds)
        {
            // Shorter directions have no reliable angle.
            const float Shortest = 1e-12f;
            if (TurnSpeed <= 0f || direction.sqrMagnitude < Shortest)
            {
                return;
            }
            float most = TurnSpeed * seconds;
            if (Motion == FollowerMotion.Rigidbody2D)
            {
                float ahead = Mathf.Atan2(-direction.x, direction.y) * Mathf.Rad2Deg;
                _body2D.MoveRotation(Mathf.MoveTowardsAngle(_body2D.rotation, ahead, most));
                return;
            }
            bool isInXZ = IsInXZ;
            Vector3 normal = isInXZ ? Vector3.up : Vector3.forward;
            if (IsTurned)
            {
                normal = new GridFrame(_trackedGrid).Normal;
            }
            Quaternion look = isInXZ
                ? Quaternion.LookRotation(direction, normal)
                : Quaternion.LookRotation(normal, direction);
            if (Motion == FollowerMotion.Rigidbody)
            {
                _body.MoveRotation(Quaternion.RotateTowards(_body.rotation, look, most));
                return;
            }
            transform.rotation = Quaternion.RotateTowards(transform.rotation, look, most);
        }

        /// <summary>The center of a cell in the plane. Off the plane, the object keeps its coordinate.</summary>
        private Vector3 CenterOf(FloorCell cell) => CenterOf(cell, transform.position);

        private Vector3 CenterOf(FloorCell cell, Vector3 here)
        {
            Vector3 center = AgentCenter(cell);
            if (_walk != null)
            {
                return _walk.PositionOf(cell, center, here, IsLinkNext && cell == _tracker.NextPlace);
            }
            if (IsTurned)
            {
                GridFrame frame = new GridFrame(_trackedGrid);
                return center + frame.Normal * Vector3.Dot(here - center, frame.Normal);
            }
            return IsInXZ ? new Vector3(center.x, here.y, center.z) : new Vector3(center.x, center.y, here.z);
        }
    }
}
