using System;
using UnityEngine;

namespace GridStar
{
    // Its tracker on a grid, and the settings of its searches.
    public sealed partial class PathFollower
    {
        /// <summary>The settings that the tracker has, and which tracker: a copy of its query costs time.</summary>
        private PathQuery _taken;
        private TrackerBase _queried;
        private int _queryChanges;

        /// <summary>Lets the scheduler and the crowds of a grid work, once a frame: the first follower does so, before
        /// its own update.</summary>
        private static void ServeScheduler(PathGrid grid)
            => grid?.Scheduler.UpdateOnce(Time.frameCount, Time.deltaTime);

        /// <summary>Makes a tracker for the current floors or grid. Returns false without any that can be searched.
        /// </summary>
        private bool FindTracker()
        {
            if (Floors != null)
            {
                return FindFloors();
            }
            LeaveFloors();
            PathGrid grid = Grid;
            if (SharesSearches || Avoidance)
            {
                ServeScheduler(grid);
            }
            if (grid == null || (SharesSearches ? grid.Scheduler.IsGridGone : grid.IsDisposed))
            {
                return false;
            }
            if (_tracker == null || _trackedGrid != grid)
            {
                StopSharing();
                _tracker = new PathTracker(grid);
                _trackedGrid = grid;
                _hasTargetCell = false;
            }
            _tracker.Scheduler = SharesSearches ? grid.Scheduler : null;
            return true;
        }

        /// <summary>Gives the tracker its settings but for those of its searches.</summary>
        private void Configure()
        {
            _tracker.Interval = Interval;
            _tracker.FollowsTarget = FollowsTarget;
            _tracker.WatchesEdits = WatchesEdits;
            _tracker.KeepsPath = WhenBlocked == WhenBlocked.KeepPath;
        }

        /// <summary>Code may have set what the inspector does not take. The tracker refuses the rest.</summary>
        private void RefuseBadSettings()
        {
            ValidatedSettings.RefuseNegative(Speed, nameof(Speed));
            ValidatedSettings.RefuseNegative(StoppingDistance, nameof(StoppingDistance));
            ValidatedSettings.RefuseNegative(LeaveDistance, nameof(LeaveDistance));
            ValidatedSettings.RefuseNegative(Commitment, nameof(Commitment));
            ValidatedSettings.RefuseNegative(Radius, nameof(Radius));
            ValidatedSettings.RefuseNegative(TurnSpeed, nameof(TurnSpeed));
            if (AgentSize < 1 || AgentSize > PathGrid.MaxAgentSize)
            {
                throw new ArgumentOutOfRangeException(
                    nameof(AgentSize), AgentSize, "AgentSize must be 1 to " + PathGrid.MaxAgentSize + ".");
            }
        }

        private void StopSharing()
        {
            if (_tracker != null)
            {
                _tracker.Scheduler = null;
            }
        }

        /// <summary>Gives the tracker the settings of its searches. It searches anew if they have changed.</summary>
        private void TakeQuery()
        {
            TraversalProfile profile = Profile;
            // Searches at any angle know neither partial paths nor ways out of obstacles.
            PathForm form = _walk != null && PathForm == PathForm.AnyAngle ? PathForm.Straightened : PathForm;
            bool isAtAnyAngle = form == PathForm.AnyAngle;
            bool comesNear = WhenBlocked == WhenBlocked.ComeNear && !isAtAnyAngle;
            bool leaves = LeaveBlocked && !isAtAnyAngle;
            PathCover own = OwnCover;
            bool isSame = ReferenceEquals(_queried, _tracker) && _queryChanges == _tracker.QueryChanges
                && _taken.DiagonalRule == DiagonalRule && ReferenceEquals(_taken.Profile, profile)
                && _taken.AgentSize == AgentSize && _taken.IgnorePenalties == IgnorePenalties
                && _taken.AllowPartial == comesNear && _taken.LeaveBlocked == leaves && _taken.Form == form
                && ReferenceEquals(_taken.Without, own);
            if (!isSame)
            {
                _taken = new PathQuery
                {
                    DiagonalRule = DiagonalRule,
                    Profile = profile,
                    AgentSize = AgentSize,
                    IgnorePenalties = IgnorePenalties,
                    AllowPartial = comesNear,
                    LeaveBlocked = leaves,
                    Form = form,
                    Without = own,
                };
                _queried = _tracker;
                _tracker.Query = _taken;
                _queryChanges = _tracker.QueryChanges;
            }
        }

        /// <summary>The obstacle on the same object, which searches leave out if no other is named.</summary>
        internal PathObstacle OwnObstacle { private get; set; }

        /// <summary>The obstacle's cover on the tracker's grid or floors; null without one.</summary>
        private PathCover OwnCover
        {
            get
            {
                PathObstacle own = Obstacle != null ? Obstacle : OwnObstacle;
                PathCover cover = own == null ? null : own.Cover;
                return cover != null && IsOfWorld(cover.Grid) ? cover : null;
            }
        }

        /// <summary>Whether the object is beside the grid, and walks as if it were in the nearest cell.</summary>
        private bool _isBeside;

        /// <summary>The cell from which the object walks: its own, or the nearest one if it is beside the grid.
        /// </summary>
        private FloorCell StartAt(Vector3 position)
        {
            _isBeside = false;
            if (_walk != null)
            {
                return _walk.Place;
            }
            GridCell cell = _trackedGrid.AnchorAt(position, AgentSize);
            GridCell beside = cell;
            _isBeside = !_trackedGrid.Contains(cell)
                && _trackedGrid.TryGetCellBeside(position, AgentSize, out beside);
            return new FloorCell(0, _isBeside ? beside : cell);
        }

        /// <summary>The cell of an agent's center. A cell outside the grid is fine here: the search reports it.
        /// </summary>
        private FloorCell CellAt(Vector3 position) => _walk != null
            ? _walk.CellAt(position, AgentSize)
            : new FloorCell(0, _trackedGrid.AnchorAt(position, AgentSize));

        /// <summary>Keeps the last center: in most frames the way leads to the same cell as before.</summary>
        private Vector3 AgentCenter(FloorCell cell)
        {
            PathGrid grid = GridAt(cell.Floor);
            int moves = grid.Moves;
            bool isSame = _centerGrid == grid && _centerMoves == moves && _centerSize == AgentSize
                && _centerCell.Cell.X == cell.Cell.X && _centerCell.Cell.Y == cell.Cell.Y;
            if (!isSame)
            {
                _center = grid.AgentCenter(cell.Cell, AgentSize);
                _centerGrid = grid;
                _centerMoves = moves;
                _centerSize = AgentSize;
                _centerCell = cell;
            }
            return _center;
        }
    }
}
