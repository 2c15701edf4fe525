using System;
using System.Collections.Generic;
using UnityEngine;
using UnityEngine.Events;

namespace GridStar
{
    /// <summary>
    /// Keeps a path from its object to a moving target, and walks along it. A <see cref="TrackerBase"/> decides when to
    /// search; this component feeds it positions and time, moves the object and draws the path. A warm frame allocates
    /// nothing. Unity's main thread only.
    /// </summary>
    /// <remarks>
    /// <para>
    /// All followers on a grid share its <see cref="PathGrid.Scheduler"/>, so that no frame depends on how many of them
    /// need a path. A follower whose way is closed waits before the first closed cell until its new path comes.
    /// </para>
    /// <para>
    /// On <see cref="Floors"/> it walks through several grids and over the links between them, with all of these
    /// settings, and finishes a link that it has begun. The form AnyAngle counts as Straightened there.
    /// </para>
    /// <para>
    /// If the native library is missing, or a setting or a position is out of range, NaN or infinite, it logs one error
    /// and sets <c>enabled</c> to false; all other followers go on. Remove the cause, then enable it again.
    /// </para>
    /// </remarks>
    [AddComponentMenu("GridStar/Path Follower")]
    [DocumentationPage("following")]
    public sealed partial class PathFollower : MonoBehaviour
    {
        /// <summary>The grid to walk on. A <see cref="Grid"/> set by code takes precedence.</summary>
        [Tooltip("The grid to walk on. A Grid set by code takes precedence.")]
        public PathGridComponent GridSource;

        /// <summary>The floors to walk on, instead of one grid.</summary>
        [Tooltip("The floors to walk on, instead of one grid.")]
        public PathFloorsComponent Floors;

        /// <summary>The target to follow. Without one, <see cref="TargetPosition"/> counts.</summary>
        [Tooltip("The target to follow. Without one, TargetPosition counts.")]
        public Transform Target;

        /// <summary>
        /// Seconds after which it searches again without another reason, to find newly opened shorter ways. 0 means
        /// never.
        /// </summary>
        [Tooltip(
            "Seconds after which it searches again without another reason, to find newly opened shorter ways. 0 "
            + "means never.")]
        [Min(0f)]
        public float Interval = 1f;

        /// <summary>Whether to search again when the target leaves its cell.</summary>
        [Tooltip("Whether to search again when the target leaves its cell.")]
        public bool FollowsTarget = true;

        /// <summary>Whether to search again when an edit of the grid touches the path.</summary>
        [Tooltip("Whether to search again when an edit of the grid touches the path.")]
        public bool WatchesEdits = true;

        /// <summary>When a diagonal step is allowed. Default: the grid's rule.</summary>
        [Tooltip("When a diagonal step is allowed. Default: the grid's rule.")]
        public DiagonalRule DiagonalRule;

        /// <summary>
        /// Costs of cells by their types; none: obstacles are blocked, and every other type costs 1. A
        /// <see cref="Profile"/> set by code takes precedence.
        /// </summary>
        [Tooltip(
            "Costs of cells by their types; none: obstacles are blocked, and every other type costs 1. A "
            + "Profile set by code takes precedence.")]
        public TraversalProfileAsset ProfileSource;

        /// <summary>
        /// How many cells the object is wide and high: 1 to <see cref="PathGrid.MaxAgentSize"/>. Its position is the
        /// center of this square. See <see cref="PathGrid.AgentSizeFor"/>.
        /// </summary>
        [Tooltip(
            "How many cells the object is wide and high: 1 to 16. Its position is the center of this square. See "
            + "PathGrid.AgentSizeFor.")]
        [Range(1, PathGrid.MaxAgentSize)]
        public int AgentSize = 1;

        /// <summary>Whether the grid's penalties cost nothing.</summary>
        [Tooltip("Whether the grid's penalties cost nothing.")]
        public bool IgnorePenalties;

        /// <summary>
        /// The object's own obstacle, such as one on a child: searches leave it out. None: the one on the same object.
        /// </summary>
        [Tooltip(
            "The object's own obstacle, such as one on a child: searches leave it out. None: the one on the same "
            + "object.")]
        public PathObstacle Obstacle;

        /// <summary>
        /// Behavior while no path leads to the target: the target is blocked, out of reach, outside the grid, or in
        /// a place too narrow for the object.
        /// </summary>
        [Tooltip(
            "Behavior while no path leads to the target: the target is blocked, out of reach, outside the "
            + "grid, or in a place too narrow for the object.")]
        public WhenBlocked WhenBlocked = WhenBlocked.ComeNear;

        /// <summary>
        /// Whether an object inside an obstacle first walks out of it the shortest way. Not with the form AnyAngle. An
        /// object beside the grid, at most one cell off, walks as if it were in the nearest cell.
        /// </summary>
        [Tooltip(
            "Whether an object inside an obstacle first walks out of it the shortest way. Not with the form AnyAngle. "
            + "An object beside the grid, at most one cell off, walks as if it were in the nearest cell.")]
        public bool LeaveBlocked = true;

        /// <summary>
        /// Which cells of the path it walks to: each one, or only points between which it walks straight.
        /// </summary>
        [Tooltip("Which cells of the path it walks to: each one, or only points between which it walks straight.")]
        public PathForm PathForm;

        /// <summary>
        /// The share by which a new path that turns back must be cheaper than the rest of the current path. Otherwise
        /// the current path is kept. 0: each new path is taken.
        /// </summary>
        [Tooltip(
            "The share by which a new path that turns back must be cheaper than the rest of the current path. "
            + "Otherwise the current path is kept. 0: each new path is taken.")]
        [Range(0f, 0.9f)]
        public float Commitment = 0.1f;

        /// <summary>
        /// How far the target must move until it counts as elsewhere, in sides of a cell. A target that rests on the
        /// border of two cells thus stays in one of them.
        /// </summary>
        [Tooltip(
            "How far the target must move until it counts as elsewhere, in sides of a cell. A target that rests "
            + "on the border of two cells thus stays in one of them.")]
        [Min(0f)]
        public float LeaveDistance = 0.25f;

        /// <summary>
        /// Whether searches are shared with the other followers on the grid and spread over frames. If not, this one
        /// searches in the frame in which it has a reason, however many others do.
        /// </summary>
        [Tooltip(
            "Whether searches are shared with the other followers on the grid and spread over frames. If not, "
            + "this one searches in the frame in which it has a reason, however many others do.")]
        public bool SharesSearches = true;

        /// <summary>
        /// Whether this component moves the object. If not, move it to <see cref="NextPosition"/> yourself.
        /// </summary>
        [Tooltip("Whether this component moves the object. If not, move it to NextPosition yourself.")]
        public bool Moves = true;

        /// <summary>
        /// Speed in world units a second: finite, at least 0. With Avoidance at most 1024 cells count.
        /// </summary>
        [Tooltip("Speed in world units a second: finite, at least 0. With Avoidance at most 1024 cells count.")]
        [Min(0f)]
        public float Speed = 3f;

        /// <summary>How this component moves the object.</summary>
        [Tooltip("How this component moves the object.")]
        public FollowerMotion Motion = FollowerMotion.Transform;

        /// <summary>
        /// It stops when the rest of the path is this long, in world units, and has arrived then. 0: at the end. It
        /// first finishes a link between floors that it has begun.
        /// </summary>
        [Tooltip(
            "It stops when the rest of the path is this long, in world units, and has arrived then. 0: at the end. It "
            + "first finishes a link between floors that it has begun.")]
        [Min(0f)]
        public float StoppingDistance;

        /// <summary>
        /// Whether it keeps apart from the other followers on the grid, or the floor, that have this set and the same
        /// profile. A link has one direction at a time, and who waits for it stands before it. Not without
        /// <see cref="Moves"/> and on hexagons.
        /// </summary>
        [Tooltip(
            "Whether it keeps apart from the other followers on the grid, or the floor, that have this set and the "
            + "same profile. A link has one direction at a time, and who waits for it stands before it. Not without "
            + "Moves and on hexagons.")]
        public bool Avoidance;

        /// <summary>
        /// The distance that other followers with <see cref="Avoidance"/> keep from its center, beside their own, in
        /// world units: at most 4 cells count. 0: 0.15 cells less than half of its <see cref="AgentSize"/>.
        /// </summary>
        [Tooltip(
            "The distance that other followers with Avoidance keep from its center, beside their own, in world units: "
            + "at most 4 cells count. 0: 0.15 cells less than half of its AgentSize.")]
        [Min(0f)]
        public float Radius;

        /// <summary>
        /// Degrees a second at which the object turns to where it walks: on a grid in the xz plane its z axis points
        /// ahead and y is up; in the xy plane its y axis points ahead, as sprites do. 0: it does not turn.
        /// </summary>
        [Tooltip(
            "Degrees a second at which the object turns to where it walks: on a grid in the xz plane its z axis "
            + "points ahead and y is up; in the xy plane its y axis points ahead, as sprites do. 0: it does not "
            + "turn.")]
        [Min(0f)]
        public float TurnSpeed;

        /// <summary>Called when a search has found a path to the target.</summary>
        [Tooltip("Called when a search has found a path to the target.")]
        public UnityEvent OnPathFound = new UnityEvent();

        /// <summary>Called when there is no way on; see <see cref="Blocked"/>.</summary>
        [Tooltip("Called when there is no way on; see Blocked.")]
        public UnityEvent OnBlocked = new UnityEvent();

        /// <summary>Called when the end of a path to the target is reached.</summary>
        [Tooltip("Called when the end of a path to the target is reached.")]
        public UnityEvent OnArrived = new UnityEvent();

        /// <summary>
        /// Optional line that shows the remaining path in the Game view. This component sets its positions, in world
        /// space, and nothing else.
        /// </summary>
        [Tooltip(
            "Optional line that shows the remaining path in the Game view. This component sets its positions, in "
            + "world space, and nothing else.")]
        public LineRenderer PathLine;

        /// <summary>Whether the Scene view shows the remaining path.</summary>
        [Tooltip("Whether the Scene view shows the remaining path.")]
        public bool ShowsPath = true;

        /// <summary>The path's color in the Scene view.</summary>
        [Tooltip("The path's color in the Scene view.")]
        public Color PathColor = Color.green;

        private TrackerBase _tracker;
        private PathGrid _grid;

        /// <summary>The grid of the tracker; null on floors.</summary>
        private PathGrid _trackedGrid;
        private TraversalProfile _profile;

        /// <summary>
        /// The cell whose center it walks to. Walking from center to center cuts no corner that the path does not cut.
        /// </summary>
        private FloorCell _waypoint;
        private bool _hasWaypoint;
        private bool _isAtWaypoint;
        private Vector3 _center;
        private FloorCell _centerCell;
        private PathGrid _centerGrid;
        private int _centerMoves;
        private int _centerSize;

        /// <summary>
        /// The grid to walk on. A grid assigned here takes precedence over <see cref="GridSource"/>; null returns to
        /// it. This component disposes no grid.
        /// </summary>
        public PathGrid Grid
        {
            get => _grid ?? (GridSource == null ? null : GridSource.Grid);
            set => _grid = value;
        }

        /// <summary>
        /// Costs of cells by their types. A profile assigned here takes precedence over <see cref="ProfileSource"/>;
        /// null returns to it. This component disposes no profile.
        /// </summary>
        public TraversalProfile Profile
        {
            get => _profile ?? (ProfileSource == null ? null : ProfileSource.Profile);
            set => _profile = value;
        }

        /// <summary>
        /// Plans the path; null before the first frame with a grid and a target, and on <see cref="Floors"/>. A change
        /// of grid creates a new tracker.
        /// </summary>
        public PathTracker Tracker => _tracker as PathTracker;

        /// <summary>Whether there is a path.</summary>
        public bool HasPath => _tracker != null && _tracker.HasPath;

        /// <summary>How the last search ended; <see cref="PathReason.NoPath"/> before the first search.</summary>
        public PathReason Reason => Searches == 0 ? PathReason.NoPath : _tracker.LastReason;

        /// <summary>
        /// Whether the end of a path to the target is reached: the center of its last cell if <see cref="Moves"/> is
        /// true, else the cell itself; or the rest of the path is no longer than <see cref="StoppingDistance"/>. False
        /// while the target has left the end of the path and the new path has not come.
        /// </summary>
        public bool HasArrived { get; private set; }

        /// <summary>Whether there is no way on; see <see cref="Blocked"/>.</summary>
        public bool IsBlocked { get; private set; }

        /// <summary>
        /// Where to go next: the center of a cell, at the object's height; the object's own position without a path.
        /// </summary>
        public Vector3 NextPosition
        {
            get
            {
                if (!HasPath)
                {
                    return transform.position;
                }
                return CenterOf(Moves && _hasWaypoint ? _waypoint : _tracker.NextPlace);
            }
        }

        /// <summary>Lists the centers of the path's remaining cells.</summary>
        /// <param name="positions">List that is cleared and filled.</param>
        /// <returns>Number of positions: 0 without a path.</returns>
        public int GetPath(List<Vector3> positions)
        {
            if (positions == null)
            {
                throw new ArgumentNullException(nameof(positions));
            }
            positions.Clear();
            for (int i = 0; i < CellsLeft; i++)
            {
                positions.Add(PathPoint(i));
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
                // A grid that another thread has disposed meanwhile counts as no grid.
                if (!(cause is ObjectDisposedException && IsGridGone))
                {
                    ComponentFailure.SwitchOff(this, cause);
                    TellOfLoss(false, hadPath);
                    return;
                }
            }
            // Outside the try: exceptions of listeners belong to them.
            if (isFollowing)
            {
                Report(isNew, hadPath);
            }
            else
            {
                Forget(hadPath);
            }
        }

        /// <summary>Plans, walks and draws. Returns false without a grid or a target.</summary>
        private bool Follow(out bool isNew)
        {
            isNew = false;
            RefuseBadSettings();
            if (!FindTracker())
            {
                LeaveCrowd();
                return false;
            }
            Configure();
            TakeQuery();
            NoticeFloor();
            FollowCrowd();
            if (!FindTarget(out FloorCell target))
            {
                return false;
            }
            FloorCell here = StartAt(transform.position);
            if (_crowd != null)
            {
                LookForPath(here);
            }
            // A follower that no longer sees its path takes the new one, even if that turns back.
            _tracker.Commitment = _isLost ? 0f : Commitment;
            isNew = _tracker.UpdateAt(here, target, Time.deltaTime);
            if (isNew || (HasPath && !IsWaypoint(_tracker.PlaceAt(0)) && !IsWaypoint(_tracker.NextPlace)))
            {
                // The path is new, or the object was carried ahead along the old one.
                TakeWaypoint();
            }
            if (Moves)
            {
                TakeBody();
            }
            TakeLinkFromCrowd();
            if (_crowd != null)
            {
                Wish();
            }
            else if (HasPath && Moves && !MovesInPhysics)
            {
                Walk(Time.deltaTime);
            }
            NoteLink();
            DrawLine(isNew);
            return true;
        }

        private void FixedUpdate()
        {
            if (!Moves || !MovesInPhysics || !HasBody || !(HasPath || _crowd != null))
            {
                return;
            }
            try
            {
                Walk(Time.fixedDeltaTime);
            }
            catch (Exception cause)
            {
                // As in Update, which drops the path then.
                if (!(cause is ObjectDisposedException && IsGridGone))
                {
                    ComponentFailure.SwitchOff(this, cause);
                }
            }
        }

        private void OnValidate()
        {
            ValidatedSettings settings = default(ValidatedSettings);
            settings.ClampToNotNegative(ref Interval, nameof(Interval));
            settings.Clamp(ref AgentSize, 1, PathGrid.MaxAgentSize, nameof(AgentSize));
            settings.ClampToNotNegative(ref Speed, nameof(Speed));
            settings.ClampToNotNegative(ref StoppingDistance, nameof(StoppingDistance));
            settings.ClampToNotNegative(ref LeaveDistance, nameof(LeaveDistance));
            settings.Clamp(ref Commitment, 0f, 0.9f, nameof(Commitment));
            settings.ClampToNotNegative(ref Radius, nameof(Radius));
            settings.ClampToNotNegative(ref TurnSpeed, nameof(TurnSpeed));
            settings.Report(this);
        }

        private void OnEnable() => OwnObstacle = GetComponent<PathObstacle>();

        private void OnDisable()
        {
            // No event: listeners may be on their way out too.
            Clear();
            LeaveCrowd();
            NoteLink();
        }

        private void Clear()
        {
            HasArrived = false;
            IsBlocked = false;
            _hasWaypoint = false;
            _hasTargetCell = false;
            _hasToldOfLoss = false;
            _hasToldOfEnd = false;
            _tracker?.Clear();
            DrawLine(false);
        }
    }
}
