using System;
using UnityEngine;

namespace GridStar
{
    // Walking along the path.
    public sealed partial class PathFollower
    {
        /// <summary>The object has reached a point that is nearer than this, as a share of a cell's side.</summary>
        private const float Tolerance = 0.0001f;

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
                if (_walk != null)
                {
                    return _walk.RemainingDistance(transform.position);
                }
                int first = IsWaypoint(_tracker[0]) ? 0 : Math.Min(1, _tracker.Count - 1);
                Vector3 here = transform.position;
                bool isTurned = IsTurned;
                GridFrame frame = isTurned ? new GridFrame(_tracker.Grid) : default(GridFrame);
                float cells = 0f;
                for (int i = first + 1; i < _tracker.Count; i++)
                {
                    if (isTurned)
                    {
                        cells += frame.WayBetween(_tracker[i - 1], _tracker[i]).magnitude;
                        continue;
                    }
                    int columns = _tracker[i].X - _tracker[i - 1].X;
                    int rows = _tracker[i].Y - _tracker[i - 1].Y;
                    cells += Mathf.Sqrt((float)columns * columns + (float)rows * rows);
                }
                float side = isTurned ? 1f : _tracker.Grid.CellSize;
                return Vector3.Distance(here, CenterOf(_tracker[first], here)) + cells * side;
            }
        }

        private bool MovesInPhysics => Motion == FollowerMotion.Rigidbody || Motion == FollowerMotion.Rigidbody2D;

        /// <summary>Whether the component that <see cref="Motion"/> needs was found.</summary>
        private bool HasBody => Motion == FollowerMotion.Rigidbody ? _body != null : _body2D != null;

        private bool IsInXZ => _walk != null ? _walk.IsInXZ : _tracker.Grid.Plane == GridPlane.XZ;

        /// <summary>Whether the one grid on which the object walks has axes of its own.</summary>
        private bool IsTurned => _walk == null && _tracker.Grid.IsTurned;

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
            bool isOnItsWay = PathForm.HasGaps() && IsWaypoint(_tracker.Next);
            if (!IsWaypoint(_tracker[0]) && !isOnItsWay)
            {
                SetWaypoint(!_isBeside && IsOpen(_tracker[0], _tracker.Next) ? _tracker.Next : _tracker[0]);
            }
        }

        private void SetWaypoint(GridCell cell)
        {
            _waypoint = cell;
            _hasWaypoint = true;
            _isAtWaypoint = false;
        }

        private bool IsWaypoint(GridCell cell) => _hasWaypoint && _waypoint.X == cell.X && _waypoint.Y == cell.Y;

        /// <summary>
        /// Whether the object can walk straight to the center of a cell from anywhere in another one. Beside a straight
        /// step no cell matters. A diagonal step crosses one of the cells beside it, unless it begins at the center. A
        /// larger agent always begins a diagonal step at the center.
        /// </summary>
        private bool IsOpen(GridCell from, GridCell to)
        {
            if (_tracker.Grid.Layout != CellLayout.Square)
            {
                return IsOpenOverHexagons(transform.position, from, to);
            }
            if (from.X == to.X || from.Y == to.Y)
            {
                return true;
            }
            if (PathForm.HasGaps())
            {
                return IsOpenLine(transform.position, from, to);
            }
            if (AgentSize > 1)
            {
                return false;
            }
            PathQuery query = _tracker.Query;
            query.DiagonalRule = DiagonalRule.BothFree;
            return _tracker.Grid.HasLineOfSight(from, to, query);
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
            float distance = Speed * seconds;
            Vector3 there = _walk != null
                ? _walk.WalkFrom(here, distance, StoppingDistance)
                : WalkFrom(here, StoppingDistance > 0f ? DistanceToStop(distance) : distance);
            Turn(_walk != null ? _walk.InPlane(there - here) : there - here, seconds);
            MoveTo(here, there, seconds);
        }

        /// <summary>How far to walk until <see cref="StoppingDistance"/> is left, if it can be reached now.</summary>
        private float DistanceToStop(float distance) => MayBeWithin(StoppingDistance + distance)
            ? Mathf.Min(distance, RemainingDistance - StoppingDistance)
            : distance;

        /// <summary>
        /// False if the distance of its ends alone shows that the rest of the path is longer than a length.
        /// </summary>
        private bool MayBeWithin(float length)
        {
            if (_walk != null)
            {
                return true;
            }
            if (PathForm.HasGaps() || _tracker.Grid.Layout != CellLayout.Square)
            {
                // The object may be far from the last point that it has reached. Rows of hexagons may lie close.
                return true;
            }
            if (_tracker.IsOpen && (_tracker.KnownCount - 2) * _tracker.Grid.CellSize > length)
            {
                return false;
            }
            GridCell here = _tracker[0];
            GridCell end = _tracker.LastPlace.Cell;
            // The object is less than two cells from the center of the last cell that it has reached.
            int cells = Math.Max(Math.Abs(here.X - end.X), Math.Abs(here.Y - end.Y)) - 2;
            return cells * _tracker.Grid.CellSize <= length;
        }

        /// <summary>
        /// Whether the object is far from a path of cells, because somebody has put it elsewhere. The straight way to
        /// the path may cross walls: the object waits for a path from where it is.
        /// </summary>
        private bool IsElsewhere(Vector3 here)
        {
            if (PathForm.HasGaps())
            {
                return false;
            }
            // Walking, it is at most one and a half diagonals from the cell to walk to.
            GridFrame frame = IsTurned ? new GridFrame(_tracker.Grid) : default(GridFrame);
            float sides = IsTurned
                ? frame.Column.magnitude + frame.Row.magnitude
                : 2f * _tracker.Grid.CellSize;
            return Vector3.Distance(here, CenterOf(_hasWaypoint ? _waypoint : _tracker.Next, here)) > 2f * sides;
        }

        /// <summary>Walks along the path, and returns where this leads.</summary>
        private Vector3 WalkFrom(Vector3 here, float distance)
        {
            if (IsElsewhere(here))
            {
                return here;
            }
            while (distance > 0f && MayGoOn)
            {
                GridCell waypoint = _hasWaypoint ? _waypoint : _tracker.Next;
                Vector3 there = CenterOf(waypoint, here);
                float left = Vector3.Distance(here, there);
                if (left > distance + Tolerance * _tracker.Grid.CellSize)
                {
                    return here + (there - here) * (distance / left);
                }
                here = there;
                distance -= left;
                _tracker.Advance(waypoint);
                _isAtWaypoint = true;
                if (!_tracker.HasNext)
                {
                    return here;
                }
                SetWaypoint(_tracker.Next);
            }
            return here;
        }

        /// <summary>False before a cell that an edit has closed.</summary>
        private bool MayGoOn => !_tracker.IsBlocked || _tracker.UsableCount > 1 || IsWaypoint(_tracker[0]);

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
                normal = new GridFrame(_tracker.Grid).Normal;
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
        private Vector3 CenterOf(GridCell cell) => CenterOf(cell, transform.position);

        private Vector3 CenterOf(GridCell cell, Vector3 here)
        {
            Vector3 center = AgentCenter(cell);
            if (IsTurned)
            {
                GridFrame frame = new GridFrame(_tracker.Grid);
                return center + frame.Normal * Vector3.Dot(here - center, frame.Normal);
            }
            return IsInXZ ? new Vector3(center.x, here.y, center.z) : new Vector3(center.x, center.y, here.z);
        }
    }
}
