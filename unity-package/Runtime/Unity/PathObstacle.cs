using System;
using System.Collections.Generic;
using UnityEngine;

namespace GridStar
{
    /// <summary>
    /// An obstacle that moves: it covers the cells of a grid under it (see <see cref="PathCover"/>), which are blocked
    /// while it stands there. Several may overlap: a cell opens when the last one has left. The types of cells stay
    /// what the map says, so that edits and scans under an obstacle count once it has left. Unity's main thread only.
    /// </summary>
    /// <remarks>
    /// <para>The grid changes in LateUpdate of <see cref="GridSource"/>, for all its obstacles together. A disabled or
    /// destroyed obstacle leaves its cells then. A warm frame allocates nothing.</para>
    /// <para>The obstacle covers all cells under its bounds, a box along the world's axes, if the bounds lie at the
    /// height of the grid: see <see cref="PathGridComponent.LowestObstacle"/>. On a turned grid it covers the cells of
    /// the smallest box along the grid's axes around it. An obstacle that is carried along with a moving grid stands
    /// still.</para>
    /// <para>With <see cref="BetweenCells"/> it is a door in a thin wall: see <see cref="PathGrid.SetPassage(GridCell,
    /// GridCell, Passage)"/>. A side that several doors close opens when the last one has left, as it was before.
    /// Queries can't leave doors out. Let a door that opens sink, rise above
    /// <see cref="PathGridComponent.HighestObstacle"/> or slide along its wall, or disable this component: one that
    /// swings open may lie across another side.</para>
    /// <para>A <see cref="PathFollower"/> on the same object walks through it: its searches leave it out. Searches of
    /// your own leave it out with <see cref="PathQuery.Without"/>.</para>
    /// <para>Keep its collider off the <see cref="PathGridComponent.ObstacleLayers"/> and its tag off the
    /// <see cref="PathGridComponent.ObstacleTag"/> of the grid. Otherwise a scan of the scene finds it too, and the
    /// cells of the place where the scan found it stay closed until the next scan.</para>
    /// <para>If the native library is missing, or a setting, the object's position or its collider's bounds are out of
    /// range, NaN or infinite, it logs one error, sets <c>enabled</c> to false and leaves its cells. Remove the cause,
    /// then enable it again.</para>
    /// </remarks>
    [AddComponentMenu("GridStar/Path Obstacle")]
    [DocumentationPage("obstacles")]
    [DisallowMultipleComponent]
    public sealed class PathObstacle : MonoBehaviour
    {
        /// <summary>The grid whose cells it closes. Without one it does nothing.</summary>
        [Tooltip("The grid whose cells it closes. Without one it does nothing.")]
        public PathGridComponent GridSource;

        /// <summary>
        /// Whether it is a door: it closes the sides between cells whose line from center to center crosses its bounds,
        /// and no cells. False, the default: it covers the cells under its bounds. A change counts when it next moves.
        /// </summary>
        [Tooltip(
            "Whether it is a door: it closes the sides between cells whose line from center to center crosses its "
            + "bounds, and no cells. False, the default: it covers the cells under its bounds. A change counts when it "
            + "next moves.")]
        public bool BetweenCells;

        /// <summary>
        /// Whether its bounds are those of its Collider or Collider2D, as physics knows it. Without a collider, or if
        /// false, they are <see cref="Center"/> and <see cref="Size"/>.
        /// </summary>
        [Header("Bounds")]
        [Tooltip(
            "Whether its bounds are those of its Collider or Collider2D, as physics knows it. Without a "
            + "collider, or if false, they are Center and Size.")]
        public bool UseCollider = true;

        /// <summary>Center of the bounds, in world units from the object's position.</summary>
        [Tooltip("Center of the bounds, in world units from the object's position.")]
        public Vector3 Center;

        /// <summary>Sides of the bounds along the world's axes, in world units: at least 0.</summary>
        [Tooltip("Sides of the bounds along the world's axes, in world units: at least 0.")]
        public Vector3 Size = Vector3.one;

        /// <summary>
        /// Whether it closes cells only while it stands still. A moving crowd or car then changes no cells. False: its
        /// cells move with it.
        /// </summary>
        [Header("Movement")]
        [Tooltip(
            "Whether it closes cells only while it stands still. A moving crowd or car then changes no cells. "
            + "False: its cells move with it.")]
        public bool CarveOnlyStationary = true;

        /// <summary>How far its bounds must move to count as moved, in world units: at least 0.</summary>
        [Tooltip("How far its bounds must move to count as moved, in world units: at least 0.")]
        [Min(0f)]
        public float MoveThreshold = 0.1f;

        /// <summary>
        /// For how many seconds it must not move to count as standing still: at least 0. An obstacle that has just been
        /// enabled counts as standing.
        /// </summary>
        [Tooltip(
            "For how many seconds it must not move to count as standing still: at least 0. An obstacle that has "
            + "just been enabled counts as standing.")]
        [Min(0f)]
        public float TimeToStationary = 0.5f;

        /// <summary>The sides that it closes, as <see cref="DoorSides"/> numbers them.</summary>
        internal readonly List<int> Sides = new List<int>();

        private Collider _collider;
        private Collider2D _collider2D;
        private PathGridComponent _joined;
        private Bounds _noted;
        private float _stillFor;
        private bool _isNew;

        /// <summary>Where the grid was when the bounds were noted.</summary>
        private GridFrame _notedFrame;
        private int _notedMoves;

        /// <summary>Whether it closes cells now, or will from the next LateUpdate on.</summary>
        public bool IsCarving { get; private set; }

        /// <summary>The bounds whose cells are closed, while <see cref="IsCarving"/>.</summary>
        internal Bounds CarvedBounds { get; private set; }

        /// <summary>
        /// Cover on <see cref="GridSource"/>'s grid; null before its first Update and while it is disabled. A
        /// grid that is built anew gives it a new one.
        /// </summary>
        public PathCover Cover { get; internal set; }

        /// <summary>Whether the grid's component knows that the cells have changed.</summary>
        internal bool IsMoved { get; set; }

        /// <summary>The grid's component is destroyed, and the cover with it.</summary>
        internal void Abandon()
        {
            IsMoved = false;
            _joined = null;
            Cover = null;
            IsCarving = false;
        }

        private void OnEnable()
        {
            _collider = GetComponent<Collider>();
            _collider2D = GetComponent<Collider2D>();
            PathFollower follower = GetComponent<PathFollower>();
            if (follower != null)
            {
                follower.OwnObstacle = this;
            }
            _isNew = true;
        }

        private void OnValidate()
        {
            ValidatedSettings settings = default(ValidatedSettings);
            settings.ClampToNotNegative(ref Size.x, "Size.x");
            settings.ClampToNotNegative(ref Size.y, "Size.y");
            settings.ClampToNotNegative(ref Size.z, "Size.z");
            settings.ClampToNotNegative(ref MoveThreshold, nameof(MoveThreshold));
            settings.ClampToNotNegative(ref TimeToStationary, nameof(TimeToStationary));
            settings.Report(this);
        }

        private void OnDisable() => Leave();

        private void Update()
        {
            try
            {
                Look();
            }
            catch (Exception cause)
            {
                ComponentFailure.SwitchOff(this, cause);
            }
        }

        /// <summary>Finds out whether it has moved or stands still.</summary>
        private void Look()
        {
            ValidatedSettings.RefuseNegative(MoveThreshold, nameof(MoveThreshold));
            ValidatedSettings.RefuseNegative(TimeToStationary, nameof(TimeToStationary));
            if (!ReferenceEquals(_joined, GridSource))
            {
                Leave();
                _isNew = true;
                if (GridSource == null)
                {
                    return;
                }
                if (!GridSource.Join(this))
                {
                    SwitchOffWithoutLibrary();
                    return;
                }
                _joined = GridSource;
                _notedFrame = new GridFrame(_joined.Grid);
                _notedMoves = _joined.Moves;
            }
            if (_joined == null)
            {
                return;
            }
            Bounds bounds = CurrentBounds();
            if (_isNew)
            {
                _isNew = false;
                _noted = bounds;
                Carve(bounds);
            }
            else if (_notedMoves != _joined.Moves ? HasMovedOnGrid(bounds) : HasMoved(bounds))
            {
                _noted = bounds;
                _stillFor = 0f;
                if (CarveOnlyStationary)
                {
                    GiveBack();
                }
                else
                {
                    Carve(bounds);
                }
            }
            else if (!IsCarving)
            {
                _stillFor += Time.deltaTime;
                if (!CarveOnlyStationary || _stillFor >= TimeToStationary)
                {
                    Carve(bounds);
                }
            }
        }

        /// <summary>A grid can also be missing because a setting of its component is wrong.</summary>
        private void SwitchOffWithoutLibrary()
        {
            try
            {
                GridStarLibrary.EnsureLoaded();
            }
            catch (GridStarException cause)
            {
                ComponentFailure.SwitchOff(this, cause);
            }
        }

        /// <summary>The bounds now, which are finite.</summary>
        private Bounds CurrentBounds()
        {
            Bounds bounds = FindBounds();
            ValidatedSettings.RefuseNotFinite(bounds.min, "bounds");
            ValidatedSettings.RefuseNotFinite(bounds.max, "bounds");
            return bounds;
        }

        private Bounds FindBounds()
        {
            if (UseCollider && _collider != null)
            {
                return _collider.bounds;
            }
            if (UseCollider && _collider2D != null)
            {
                return _collider2D.bounds;
            }
            ValidatedSettings.RefuseNegative(Size.x, "Size.x");
            ValidatedSettings.RefuseNegative(Size.y, "Size.y");
            ValidatedSettings.RefuseNegative(Size.z, "Size.z");
            return new Bounds(transform.position + Center, Size);
        }

        /// <summary>On a grid that has moved: an obstacle that was carried along has not.</summary>
        private bool HasMovedOnGrid(Bounds bounds)
        {
            GridFrame frame = new GridFrame(_joined.Grid);
            Vector2 cells = frame.ToCells(bounds.center - frame.Origin)
                - _notedFrame.ToCells(_noted.center - _notedFrame.Origin);
            bool hasMoved = IsFar(frame.Column * cells.x + frame.Row * cells.y);
            if (!hasMoved)
            {
                _noted = bounds;
                CarvedBounds = bounds;
            }
            _notedFrame = frame;
            _notedMoves = _joined.Moves;
            return hasMoved;
        }

        /// <summary>Turning a collider moves its bounds too.</summary>
        private bool HasMoved(Bounds bounds) => IsFar(bounds.min - _noted.min) || IsFar(bounds.max - _noted.max);

        private bool IsFar(Vector3 way) => way.sqrMagnitude > MoveThreshold * MoveThreshold;

        private void Carve(Bounds bounds)
        {
            CarvedBounds = bounds;
            IsCarving = true;
            _joined.Moved(this);
        }

        private void GiveBack()
        {
            IsCarving = false;
            _joined.Moved(this);
        }

        private void Leave()
        {
            // The grid's component may be destroyed, for which Unity's == says null.
            if (!ReferenceEquals(_joined, null))
            {
                _joined.Forget(this);
            }
            Abandon();
        }
    }
}
