using System;
using UnityEngine;

namespace GridStar
{
    // Walking in a crowd that keeps apart.
    //
    // A frame of the first follower: the crowd's tick, with the wishes of the frame before.
    // A frame of each follower:      take the object to its agent -> plan -> leave the next wish
    public sealed partial class PathFollower
    {
        /// <summary>In sides of a cell: nearer to the end of its path, it has arrived.</summary>
        private const float NearEnd = 0.05f;

        /// <summary>In sides of a cell: pushed less far after it has arrived, it does not come back.</summary>
        private const float GivenWay = 0.3f;

        /// <summary>In sides of a cell: nearer to a center, it may take a diagonal step past a corner.</summary>
        private const float NearCenter = 0.1f;

        /// <summary>In sides of a cell: moved farther than this, an object was put elsewhere.</summary>
        private const float Moved = 0.01f;

        /// <summary>Beside its path, it goes on if it sees one of this number of the next cells.</summary>
        private const int CellsSeen = 4;

        /// <summary>The crowd in which it walks; null if it walks alone.</summary>
        private SharedCrowd _crowd;
        private int _number;

        /// <summary>Settings that the crowd has of it.</summary>
        private CrowdAgent _agent;

        /// <summary>Where the object was left, in cells.</summary>
        private Vector2 _left;

        /// <summary>How it would walk alone, in world units a second.</summary>
        private Vector3 _wish;

        /// <summary>The grid's place, as it was after a number of moves.</summary>
        private GridFrame _frame;
        private PathGrid _frameGrid;
        private int _frameMoves;

        /// <summary>For which cell it has looked for its path, after which search and which edits.</summary>
        private FloorCell _askedCell;
        private int _askedSearches;
        private ulong _askedRevision;

        /// <summary>Whether it is beside its path and does not see it: it waits for a path from where it is.</summary>
        private bool _isLost;

        /// <summary>
        /// How near to the end of its path it has arrived, in sides of a cell. Walls keep a large disc from a center.
        /// </summary>
        private float NearInCrowd => (HasArrived || _isAtWaypoint ? GivenWay : NearEnd)
            + 1.5f * Math.Max(0f, _agent.Radius - 0.5f * AgentSize);

        /// <summary>Enters or leaves a crowd, and takes the object to where the crowd has moved its agent.</summary>
        private void FollowCrowd()
        {
            if (!Avoidance || !Moves || IsOffFloors || (_walk != null && _walk.Place.Floor < 0))
            {
                LeaveCrowd();
                return;
            }
            TakeBody();
            PathGrid grid = Here;
            ReadFrame(grid);
            Vector2 here = InFrame(Position);
            // A crowd holds an agent whose larger part lies off the grid: it comes in alone.
            float least = 0.5f * (AgentSize - 1);
            bool isInside = here.x >= least && here.y >= least && here.x < grid.Width - least
                && here.y < grid.Height - least;
            if (!isInside)
            {
                LeaveCrowd();
                return;
            }
            CrowdAgent agent = AgentAt(here);
            TraversalProfile profile = Profile;
            PathCover own = OwnCover;
            own = own != null && own.Grid == grid ? own : null;
            if (_crowd == null || _crowd.Grid != grid || !_crowd.IsFor(profile, own))
            {
                LeaveCrowd();
                SharedCrowd crowd = grid.Scheduler.CrowdFor(profile, own);
                _number = crowd.Join(agent);
                _crowd = crowd;
                _agent = agent;
                _left = here;
            }
            else if (!MovesInPhysics)
            {
                Walk(Time.deltaTime);
            }
            if (agent.Radius != _agent.Radius || agent.MaxSpeed != _agent.MaxSpeed)
            {
                _crowd.Set(_number, agent);
                _agent = agent;
            }
            _walk?.TakeCell(Position);
            _wish = Vector3.zero;
            _crowd.Wish(_number, 0f, 0f);
        }

        private void LeaveCrowd()
        {
            if (_crowd == null)
            {
                return;
            }
            SharedCrowd crowd = _crowd;
            _crowd = null;
            _isLost = false;
            if (_tracker != null)
            {
                _tracker.SeesPath = false;
            }
            crowd.Leave(_number);
        }

        private CrowdAgent AgentAt(Vector2 here)
        {
            float side = _frame.CellSize;
            float radius = Radius > 0f ? Radius / side : 0.5f * AgentSize - 0.15f;
            if (radius > Math.Max(Here.Width, Here.Height))
            {
                throw new ArgumentOutOfRangeException(nameof(Radius), Radius, "Radius is larger than the grid.");
            }
            // A large agent that came nearer to walls could not stand there.
            float least = 0.5f * (AgentSize - 1) + CrowdAgent.LeastRadius;
            radius = Math.Min(Math.Max(radius, least), CrowdAgent.MostRadius);
            float speed = Math.Min(Math.Max(Speed / side, 0f), CrowdAgent.MostSpeed);
            return new CrowdAgent(here.x, here.y, radius, speed);
        }

        /// <summary>
        /// Whether somebody else has moved the object. A body moves between frames, and may be in the way of another
        /// one: it counts if it is far behind. In a wall it doesn't: the crowd has moved its agent out.
        /// </summary>
        private bool IsPut(Vector2 here)
        {
            if (!MovesInPhysics && Vector2.Distance(here, _left) > Moved)
            {
                return true;
            }
            float most = 1f + _agent.MaxSpeed * (Time.deltaTime + Time.fixedDeltaTime);
            GridCell cell = CellAt(Position).Cell;
            return Vector2.Distance(here, AgentPosition) > most && CanStand(cell.X, cell.Y);
        }

        private Vector2 AgentPosition
        {
            get
            {
                _crowd.GetPosition(_number, out float x, out float y);
                return new Vector2(x, y);
            }
        }

        /// <summary>Takes the object to its agent; or the agent to the object, if somebody has moved that.</summary>
        private void WalkInCrowd(Vector3 here, float seconds)
        {
            Vector2 cells = InFrame(here);
            if (IsPut(cells))
            {
                _crowd.Put(_number, cells.x, cells.y);
                _left = cells;
                return;
            }
            // Who is pushed aside does not turn away from its way.
            Turn(_wish, seconds);
            MoveTo(here, here + _frame.InWorld(AgentPosition - cells), seconds);
            _left = InFrame(Position);
        }

        /// <summary>
        /// Looks for the path from a cell to which the crowd may have pushed the object. If the object sees the path,
        /// it walks there and has not strayed; if not, it needs a path from where it is.
        /// </summary>
        private void LookForPath(FloorCell cell)
        {
            ulong revision = _crowd.Grid.Scheduler.Revision;
            if (cell != _askedCell || _tracker.Searches != _askedSearches || revision != _askedRevision)
            {
                _askedCell = cell;
                _askedSearches = _tracker.Searches;
                _askedRevision = revision;
                bool isOnPath = !HasPath || _tracker.AdvanceTo(cell);
                _tracker.SeesPath = !isOnPath && TakeCellInSight(cell);
                _isLost = !isOnPath && !_tracker.SeesPath;
                if (_isLost)
                {
                    _tracker.Replan();
                }
            }
        }

        /// <summary>Walks to the farthest of the next cells to which a straight way leads. Returns false without one.
        /// </summary>
        private bool TakeCellInSight(FloorCell cell)
        {
            FloorCell first = _tracker.PlaceAt(0);
            PathGrid grid = GridAt(first.Floor);
            int away = Math.Max(Math.Abs(cell.Cell.X - first.Cell.X), Math.Abs(cell.Cell.Y - first.Cell.Y));
            if (cell.Floor != first.Floor || !grid.Contains(cell.Cell) || (away > CellsSeen && !PathForm.HasGaps()))
            {
                return false;
            }
            int last = 0;
            while (last + 1 < Math.Min(_tracker.UsableCount, CellsSeen) && _tracker.LinkAt(last + 1) == 0)
            {
                last++;
            }
            for (int i = last; i >= Math.Min(1, last); i--)
            {
                FloorCell seen = _tracker.PlaceAt(i);
                if (grid.HasLineOfSight(cell.Cell, seen.Cell, _tracker.Query.On(grid)))
                {
                    _tracker.AdvanceTo(_tracker.PlaceAt(Math.Max(i - 1, 0)));
                    if (!IsWaypoint(seen))
                    {
                        SetWaypoint(seen);
                    }
                    return true;
                }
            }
            return false;
        }

        /// <summary>Leaves the wish for the crowd's next tick.</summary>
        private void Wish()
        {
            _wish = HasPath && !_isLost && MayGoOn ? WishAt(Position) : Vector3.zero;
            Vector2 cells = _frame.ToCells(_wish);
            _crowd.Wish(_number, cells.x, cells.y);
        }

        private Vector3 WishAt(Vector3 here)
        {
            Vector3 way = CenterOf(_waypoint, here) - here;
            float left = way.magnitude;
            bool isInIt = IsWaypoint(_tracker.PlaceAt(0)) && _tracker.UsableCount > 1 && !IsLinkNext;
            if (isInIt && (left <= NearCenter * CellSide || IsOpen(_tracker.PlaceAt(0), _tracker.NextPlace)))
            {
                SetWaypoint(_tracker.NextPlace);
                way = CenterOf(_waypoint, here) - here;
                left = way.magnitude;
            }
            float near = NearInCrowd * CellSide;
            bool isLast = IsWaypoint(_tracker.LastPlace);
            bool isAtEnd = isLast && left <= near;
            if (isAtEnd && !_tracker.IsAtGoal)
            {
                // It is near enough in a cell beside the last one.
                _tracker.AdvanceTo(_waypoint);
                _tracker.SeesPath = true;
            }
            _isAtWaypoint = isAtEnd || (_isAtWaypoint && left <= 2f * near);
            bool stopsThere = isLast || _tracker.UsableCount <= 1;
            float rest = stopsThere ? left : float.MaxValue;
            if (StoppingDistance > 0f && MayBeWithin(StoppingDistance + 0.25f * _agent.MaxSpeed * CellSide))
            {
                rest = Math.Min(rest, RemainingDistance - StoppingDistance);
            }
            if (_restBeforeLink < -near)
            {
                return WishFrom(_mouth, here, -_restBeforeLink);
            }
            rest = Math.Min(rest, _restBeforeLink);
            if (rest <= near || !(left > 0f))
            {
                return Vector3.zero;
            }
            // Half of the crowd's largest acceleration, 4 times the speed, brakes in time.
            float most = Math.Min(Speed, _agent.MaxSpeed * CellSide);
            float speed = Math.Min(most, Mathf.Sqrt(4f * most * rest));
            return way * (speed / left);
        }

        /// <summary>Wishes to go a way off from a place where it is in the way.</summary>
        private Vector3 WishFrom(Vector3 place, Vector3 here, float rest)
        {
            Vector3 way = here - place;
            float most = Math.Min(Speed, _agent.MaxSpeed * CellSide);
            float speed = Math.Min(most, Mathf.Sqrt(4f * most * rest));
            return way * (speed / Math.Max(way.magnitude, NearCenter * CellSide));
        }

        /// <summary>A position in columns and rows from the grid's origin on.</summary>
        private Vector2 InFrame(Vector3 position) => _frame.ToCells(position - _frame.Origin);

        private void ReadFrame(PathGrid grid)
        {
            int moves = grid.Moves;
            if (_frameGrid != grid || _frameMoves != moves)
            {
                _frame = new GridFrame(grid);
                _frameGrid = grid;
                _frameMoves = moves;
            }
        }
    }
}
