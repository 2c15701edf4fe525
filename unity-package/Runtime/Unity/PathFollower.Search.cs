using System;
using UnityEngine;

namespace GridStar
{
    // Its tracker on a grid, and the settings of its searches.
    public sealed partial class PathFollower
    {
        /// <summary>The settings that the tracker has, and which tracker: a copy of its query costs time.</summary>
        private PathQuery _taken;
        private PathTracker _queried;
        private int _queryChanges;

        /// <summary>
        /// Lets the grid's scheduler and crowds work, once a frame: the first follower does so, before its own update.
        /// </summary>
        private void ServeScheduler(PathGrid grid)
        {
            if ((SharesSearches || Avoidance) && grid != null)
            {
                grid.Scheduler.UpdateOnce(Time.frameCount, Time.deltaTime);
            }
        }

        /// <summary>Makes a tracker for the current grid. Returns false without a grid that can be searched.</summary>
        private bool FindTracker(PathGrid grid)
        {
            if (grid == null || (SharesSearches ? grid.Scheduler.IsGridGone : grid.IsDisposed))
            {
                return false;
            }
            if (_tracker == null || _tracker.Grid != grid)
            {
                StopSharing();
                _tracker = new PathTracker(grid);
                _hasTargetCell = false;
            }
            _tracker.Scheduler = SharesSearches ? grid.Scheduler : null;
            return true;
        }

        /// <summary>Gives a tracker the settings that it has on one grid and on floors.</summary>
        private void Configure(TrackerBase tracker)
        {
            tracker.Interval = Interval;
            tracker.FollowsTarget = FollowsTarget;
            tracker.WatchesEdits = WatchesEdits;
            tracker.KeepsPath = WhenBlocked == WhenBlocked.KeepPath;
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
            bool isAtAnyAngle = PathForm == PathForm.AnyAngle;
            bool comesNear = WhenBlocked == WhenBlocked.ComeNear && !isAtAnyAngle;
            bool leaves = LeaveBlocked && !isAtAnyAngle;
            PathCover own = OwnCover;
            bool isSame = ReferenceEquals(_queried, _tracker) && _queryChanges == _tracker.QueryChanges
                && _taken.DiagonalRule == DiagonalRule && ReferenceEquals(_taken.Profile, profile)
                && _taken.AgentSize == AgentSize && _taken.IgnorePenalties == IgnorePenalties
                && _taken.AllowPartial == comesNear && _taken.LeaveBlocked == leaves && _taken.Form == PathForm
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
                    Form = PathForm,
                    Without = own,
                };
                _queried = _tracker;
                _tracker.Query = _taken;
                _queryChanges = _tracker.QueryChanges;
            }
        }

        /// <summary>The obstacle on the same object, which searches leave out if no other is named.</summary>
        internal PathObstacle OwnObstacle { private get; set; }

        /// <summary>The obstacle's cover on the tracker's grid; null without one.</summary>
        private PathCover OwnCover
        {
            get
            {
                PathObstacle own = Obstacle != null ? Obstacle : OwnObstacle;
                PathCover cover = own == null ? null : own.Cover;
                return cover != null && cover.Grid == _tracker.Grid ? cover : null;
            }
        }

        /// <summary>Whether the object is beside the grid, and walks as if it were in the nearest cell.</summary>
        private bool _isBeside;

        /// <summary>The cell from which the object walks: its own, or the nearest one if it is beside the grid.
        /// </summary>
        private GridCell StartAt(Vector3 position)
        {
            GridCell cell = CellAt(position);
            GridCell beside = cell;
            _isBeside = !_tracker.Grid.Contains(cell)
                && _tracker.Grid.TryGetCellBeside(position, AgentSize, out beside);
            return _isBeside ? beside : cell;
        }

        private GridCell CellAt(Vector3 position)
        {
            // A cell outside the grid is fine here: the search reports it.
            return _tracker.Grid.AnchorAt(position, AgentSize);
        }

        /// <summary>Keeps the last center: in most frames the way leads to the same cell as before.</summary>
        private Vector3 AgentCenter(GridCell cell)
        {
            int moves = _tracker.Grid.Moves;
            bool isSame = _centerGrid == _tracker.Grid && _centerMoves == moves && _centerSize == AgentSize
                && _centerCell.X == cell.X && _centerCell.Y == cell.Y;
            if (!isSame)
            {
                _center = _tracker.Grid.AgentCenter(cell, AgentSize);
                _centerGrid = _tracker.Grid;
                _centerMoves = moves;
                _centerSize = AgentSize;
                _centerCell = cell;
            }
            return _center;
        }
    }
}
