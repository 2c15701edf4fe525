using System;
using System.Collections.Generic;
using UnityEngine;

namespace GridStar
{
    /// <summary>
    /// Keeps a path from its object to a moving target, and walks along it. What is planned when is decided by a <see cref="PathTracker"/>;
    /// this component gives it positions and time, moves the object and draws the path. A warm frame allocates nothing.
    /// </summary>
    /// <remarks>
    /// Where it can't go on, because the native library is missing or a setting of this component or its grid is out of
    /// range, it logs one error and sets <c>enabled</c> to false. Enable it again once the cause is gone.
    /// </remarks>
    [AddComponentMenu("GridStar/Path Follower")]
    public sealed class PathFollower : MonoBehaviour
    {
        /// <summary>The grid to walk on. <see cref="Grid"/> comes first where it is assigned.</summary>
        public PathGridComponent GridSource;

        /// <summary>Whom to follow. Without it, <see cref="TargetPosition"/> is where to go.</summary>
        public Transform Target;

        /// <summary>Seconds after which a path is searched anew though nothing has happened, so that shorter ways are found; 0: never.</summary>
        [Min(0f)]
        public float Interval = 1f;

        /// <summary>Whether to search anew when the target leaves its cell.</summary>
        public bool FollowsTarget = true;

        /// <summary>Whether to search anew when an edit of the grid touches the path.</summary>
        public bool WatchesEdits = true;

        /// <summary>When a diagonal step is allowed; default: as on the grid.</summary>
        public DiagonalRule DiagonalRule;

        /// <summary>Whether this component moves the object. If not, go to <see cref="NextPosition"/> by means of your own.</summary>
        public bool Moves = true;

        /// <summary>World units a second.</summary>
        [Min(0f)]
        public float Speed = 3f;

        /// <summary>Shows what is left of the path in the Game view, if assigned. Its positions are set, the rest is yours; in world space.</summary>
        public LineRenderer PathLine;

        /// <summary>Whether the Scene view shows what is left of the path.</summary>
        public bool ShowsPath = true;

        /// <summary>Its color there.</summary>
        public Color PathColor = Color.green;

        private Vector3[] _points = new Vector3[64];
        private PathTracker _tracker;
        private PathGrid _grid;

        /// <summary>The cell to whose center it walks: it goes from center to center, so that it cuts no corner that its path does not.</summary>
        private GridCell? _waypoint;
        private bool _isAtWaypoint;
        private int _drawnCount;

        /// <summary>A path was searched, and found or not.</summary>
        public event Action<PathFollower> PathChanged;

        /// <summary>The end of the path was reached. Comes again when the target has moved on and was reached once more.</summary>
        public event Action<PathFollower> Arrived;

        /// <summary>There was a path, and there is none any more; <see cref="Reason"/> says why.</summary>
        public event Action<PathFollower> PathLost;

        /// <summary>A grid that code has made; the one of <see cref="GridSource"/> where none is assigned. Nobody disposes it here.</summary>
        public PathGrid Grid
        {
            get { return _grid ?? (GridSource == null ? null : GridSource.Grid); }
            set { _grid = value; }
        }

        /// <summary>Where to go without a <see cref="Target"/>; null: nowhere.</summary>
        public Vector3? TargetPosition { get; set; }

        /// <summary>What plans the path; null before the first frame with a grid and a target. Another grid makes another one.</summary>
        public PathTracker Tracker
        {
            get { return _tracker; }
        }

        /// <summary>Whether there is a path.</summary>
        public bool HasPath
        {
            get { return _tracker != null && _tracker.HasPath; }
        }

        /// <summary>How the last search ended; <see cref="PathReason.NoPath"/> before the first one.</summary>
        public PathReason Reason
        {
            get { return _tracker == null || _tracker.Searches == 0 ? PathReason.NoPath : _tracker.Result.Reason; }
        }

        /// <summary>Whether the end of the path is reached: the center of its last cell, or that cell where this component does not move the object.</summary>
        public bool HasArrived { get; private set; }

        /// <summary>Where to go next: the center of a cell, as high as the object; the object's own position without a path.</summary>
        public Vector3 NextPosition
        {
            get { return HasPath ? CenterOf(Moves && _waypoint.HasValue ? _waypoint.Value : _tracker.Next) : transform.position; }
        }

        /// <summary>The centers of the cells that are left of the path.</summary>
        /// <param name="positions">Is cleared and filled.</param>
        /// <returns>How many there are: 0 without a path.</returns>
        /// <exception cref="ArgumentNullException"><paramref name="positions"/> is null.</exception>
        public int GetPath(List<Vector3> positions)
        {
            if (positions == null)
            {
                throw new ArgumentNullException(nameof(positions));
            }
            positions.Clear();
            for (int i = 0; HasPath && i < _tracker.Count; i++)
            {
                positions.Add(_tracker.Grid.GetCellCenter(_tracker[i]));
            }
            return positions.Count;
        }

        private void Update()
        {
            bool hadPath = HasPath;
            bool isNew = false;
            bool isFollowing = false;
            try
            {
                isFollowing = Follow(out isNew);
            }
            catch (Exception cause)
            {
                // A grid that another thread has disposed meanwhile is one that is not there.
                bool isGone = cause is ObjectDisposedException && _tracker != null && _tracker.Grid.IsDisposed;
                if (!isGone)
                {
                    ComponentFailure.SwitchOff(this, cause);
                    TellOfLoss(hadPath);
                    return;
                }
            }
            // Outside: what listeners throw is theirs.
            if (isFollowing)
            {
                Report(isNew, hadPath);
            }
            else
            {
                Forget(hadPath);
            }
        }

        /// <summary>Plans, walks and draws. False without a grid or a target.</summary>
        private bool Follow(out bool isNew)
        {
            GridCell target;
            isNew = false;
            if (!FindTracker() || !FindTarget(out target))
            {
                return false;
            }
            _tracker.Interval = Interval;
            _tracker.FollowsTarget = FollowsTarget;
            _tracker.WatchesEdits = WatchesEdits;
            if (_tracker.Query.DiagonalRule != DiagonalRule)
            {
                _tracker.Query = new PathQuery { DiagonalRule = DiagonalRule };
            }
            isNew = _tracker.Update(CellAt(transform.position), target, Time.deltaTime);
            if (isNew || (HasPath && _waypoint != _tracker[0] && _waypoint != _tracker.Next))
            {
                // A new path, or somebody has carried the object ahead on the old one.
                TakeWaypoint();
            }
            if (HasPath && Moves)
            {
                Walk(Speed * Time.deltaTime);
            }
            DrawLine(isNew);
            return true;
        }

        private void OnDisable()
        {
            // Nobody is told: who listens may be on its way out too.
            Clear();
        }

        private void OnDrawGizmos()
        {
            if (!ShowsPath || !HasPath || _tracker.Grid.IsDisposed)
            {
                return;
            }
            Gizmos.color = PathColor;
            Vector3 from = transform.position;
            for (int i = Math.Min(1, _tracker.Count - 1); i < _tracker.Count; i++)
            {
                Vector3 to = _tracker.Grid.GetCellCenter(_tracker[i]);
                Gizmos.DrawLine(from, to);
                from = to;
            }
        }

        /// <summary>A tracker for the grid of now; false where there is none that can be searched.</summary>
        private bool FindTracker()
        {
            PathGrid grid = Grid;
            if (grid == null || grid.IsDisposed)
            {
                return false;
            }
            if (_tracker == null || _tracker.Grid != grid)
            {
                _tracker = new PathTracker(grid);
            }
            return true;
        }

        private bool FindTarget(out GridCell target)
        {
            bool isThere = Target != null || TargetPosition.HasValue;
            target = isThere ? CellAt(Target != null ? Target.position : TargetPosition.Value) : default(GridCell);
            return isThere;
        }

        private GridCell CellAt(Vector3 position)
        {
            GridCell cell;
            // Outside or not: the search tells.
            _tracker.Grid.TryGetCellAt(position, out cell);
            return cell;
        }

        /// <summary>
        /// Keeps on going to the center of the cell it is in, if it was, or was there. Else it goes to the next cell; from beside a center only where
        /// the straight way there lies in cells that are free, and by way of that center where it would cut an obstacle's corner.
        /// </summary>
        private void TakeWaypoint()
        {
            if (!HasPath)
            {
                _waypoint = null;
                return;
            }
            if (_waypoint != _tracker[0])
            {
                _waypoint = IsOpen(_tracker[0], _tracker.Next) ? _tracker.Next : _tracker[0];
                _isAtWaypoint = false;
            }
        }

        /// <summary>Whether the cells beside a step are walkable; a straight one has none.</summary>
        private bool IsOpen(GridCell from, GridCell to)
        {
            PathGrid grid = _tracker.Grid;
            bool isStraight = from.X == to.X || from.Y == to.Y;
            return isStraight
                || (grid.GetCell(from.X, to.Y) == CellType.Walkable && grid.GetCell(to.X, from.Y) == CellType.Walkable);
        }

        private void Walk(float distance)
        {
            while (distance > 0f)
            {
                GridCell waypoint = _waypoint ?? _tracker.Next;
                Vector3 here = transform.position;
                Vector3 there = CenterOf(waypoint);
                float left = Vector3.Distance(here, there);
                if (left > distance)
                {
                    transform.position = here + (there - here) * (distance / left);
                    return;
                }
                transform.position = there;
                distance -= left;
                _tracker.Advance(waypoint);
                _isAtWaypoint = true;
                if (_tracker.IsAtGoal)
                {
                    return;
                }
                _waypoint = _tracker.Next;
                _isAtWaypoint = false;
            }
        }

        /// <summary>The center of a cell, in the plane; off the plane the object stays where it is.</summary>
        private Vector3 CenterOf(GridCell cell)
        {
            Vector3 center = _tracker.Grid.GetCellCenter(cell);
            Vector3 here = transform.position;
            return _tracker.Grid.Plane == GridPlane.XZ
                ? new Vector3(center.x, here.y, center.z)
                : new Vector3(center.x, center.y, here.z);
        }

        private void Report(bool isNew, bool hadPath)
        {
            bool hadArrived = HasArrived;
            HasArrived = HasPath && _tracker.IsAtGoal && (!Moves || (_isAtWaypoint && _waypoint == _tracker[0]));
            if (isNew && PathChanged != null)
            {
                PathChanged(this);
            }
            TellOfLoss(hadPath);
            if (HasArrived && !hadArrived && Arrived != null)
            {
                Arrived(this);
            }
        }

        /// <summary>Without a grid or a target there is no path.</summary>
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

        private void Clear()
        {
            HasArrived = false;
            _waypoint = null;
            if (_tracker != null)
            {
                _tracker.Clear();
            }
            DrawLine(false);
        }

        /// <summary>Gives the line the centers of the cells that are left, when these have changed.</summary>
        private void DrawLine(bool isNew)
        {
            int count = HasPath ? _tracker.Count : 0;
            if (PathLine == null || (!isNew && count == _drawnCount))
            {
                return;
            }
            if (_points.Length < count)
            {
                _points = new Vector3[Math.Max(count, 2 * _points.Length)];
            }
            for (int i = 0; i < count; i++)
            {
                _points[i] = _tracker.Grid.GetCellCenter(_tracker[i]);
            }
            PathLine.positionCount = count;
            PathLine.SetPositions(_points);
            _drawnCount = count;
        }
    }
}
