using System;
using System.Collections.Generic;
using UnityEngine;

namespace GridStar
{
    /// <summary>
    /// A <see cref="PathGrid"/> in a scene, with its settings in the inspector and its lowest corner at the object's
    /// position. Its terrain and obstacles come from colliders and tagged objects, further obstacles from a random
    /// generator. <see cref="FollowTransform"/> lets the grid turn and move with the object. Unity's main thread only;
    /// any thread may use the grid itself.
    /// </summary>
    /// <remarks>
    /// If the native library is missing when the object awakes, or a setting is out of range, it logs one error and
    /// sets <c>enabled</c> to false. <see cref="Grid"/> and <see cref="Rebuild"/> throw then.
    /// </remarks>
    [AddComponentMenu("GridStar/Path Grid")]
    [DocumentationPage("getting-started")]
    [DisallowMultipleComponent]
    public sealed partial class PathGridComponent : MonoBehaviour
    {
        /// <summary>Columns: 1 to <see cref="PathGridSettings.MaxSide"/>.</summary>
        [Header("Cells")]
        [Tooltip("Columns: 1 to 16384.")]
        [Min(1)]
        public int Width = 32;

        /// <summary>Rows: 1 to <see cref="PathGridSettings.MaxSide"/>.</summary>
        [Tooltip("Rows: 1 to 16384.")]
        [Min(1)]
        public int Height = 32;

        /// <summary>How the cells lie: squares, or hexagons in shifted rows or columns.</summary>
        [Tooltip("How the cells lie: squares, or hexagons in shifted rows or columns.")]
        public CellLayout Layout;

        /// <summary>Side of a cell in world units: above 0. Of hexagons, the distance of neighbors.</summary>
        [Tooltip("Side of a cell in world units: above 0. Of hexagons, the distance of neighbors.")]
        [Min(ValidatedSettings.SmallestLength)]
        public float CellSize = 1f;

        /// <summary>The plane in which the grid lies.</summary>
        [Tooltip("The plane in which the grid lies.")]
        public GridPlane Plane;

        /// <summary>
        /// Whether the grid lies on the object's transform, rotated and scaled too, and moves with it: a ship, a map
        /// that is turned. Paths that are followed move along. Off, the default: only the position counts, when the
        /// grid is made.
        /// </summary>
        [Tooltip(
            "Whether the grid lies on the object's transform, rotated and scaled too, and moves with it: a ship, a map "
            + "that is turned. Paths that are followed move along. Off, the default: only the position counts, when "
            + "the grid is made.")]
        public bool FollowTransform;

        /// <summary>
        /// An asset into which the scene was baked. The grid is then loaded from it, without a scan. Optional; without
        /// a baked grid the scene is scanned.
        /// </summary>
        [Tooltip(
            "An asset into which the scene was baked. The grid is then loaded from it, without a scan. Optional; "
            + "without a baked grid the scene is scanned.")]
        public PathGridAsset Baked;

        /// <summary>When a diagonal step is allowed. Hexagons have none.</summary>
        [Header("Paths")]
        [Tooltip("When a diagonal step is allowed. Hexagons have none.")]
        public DiagonalRule DiagonalRule = DiagonalRule.BothFree;

        /// <summary>Cost of a straight step: above 0.</summary>
        [Tooltip("Cost of a straight step: above 0.")]
        [Min(ValidatedSettings.SmallestCost)]
        public float StraightCost = 1f;

        /// <summary>Cost of a diagonal step: between one and two straight costs.</summary>
        [Tooltip("Cost of a diagonal step: between one and two straight costs.")]
        [Min(ValidatedSettings.SmallestCost)]
        public float DiagonalCost = 1.4f;

        /// <summary>Search algorithm: which cell is expanded next. Default: A*, which finds cheapest paths.</summary>
        [Tooltip("Search algorithm: which cell is expanded next. Default: A*, which finds cheapest paths.")]
        public SearchOrder Order;

        /// <summary>How the remaining cost is estimated. Default: octile, with which paths are cheapest.</summary>
        [Tooltip("How the remaining cost is estimated. Default: octile, with which paths are cheapest.")]
        public Heuristic Heuristic;

        /// <summary>
        /// Factor of the estimate in A*: above 0. A weight above 1 allows paths of up to that many times the cheapest
        /// cost.
        /// </summary>
        [Tooltip(
            "Factor of the estimate in A*: above 0. A weight above 1 allows paths of up to that many times the "
            + "cheapest cost.")]
        [Min(ValidatedSettings.SmallestWeight)]
        public float HeuristicWeight = 1f;

        /// <summary>
        /// Where cells have other types than walkable. A later entry wins over an earlier one, obstacles over all of
        /// them.
        /// </summary>
        [Header("Terrain")]
        [Tooltip(
            "Where cells have other types than walkable. A later entry wins over an earlier one, obstacles over "
            + "all of them.")]
        public List<TerrainArea> Terrain = new List<TerrainArea>();

        /// <summary>Names of the cell types, for your own code; the grid uses only the numbers.</summary>
        [Tooltip("Names of the cell types, for your own code; the grid uses only the numbers.")]
        public CellTypeNames TypeNames = new CellTypeNames();

        /// <summary>
        /// The profiles for which a new grid prepares jump points, for agents of one cell and the grid's own diagonal
        /// rule: their queries then take less time, and making the grid takes more. Optional.
        /// </summary>
        /// <remarks>
        /// As <see cref="PathGrid.Prepare(PathQuery)"/> does: a profile that changes later is prepared no longer.
        /// </remarks>
        [Tooltip(
            "The profiles for which a new grid prepares jump points, for agents of one cell and the grid's own "
            + "diagonal rule: their queries then take less time, and making the grid takes more. Optional.")]
        public List<TraversalProfileAsset> PreparedProfiles = new List<TraversalProfileAsset>();

        /// <summary>The layers whose colliders are obstacles.</summary>
        [Header("Obstacles")]
        [Tooltip("The layers whose colliders are obstacles.")]
        public LayerMask ObstacleLayers;

        /// <summary>The shape to test against colliders.</summary>
        [Tooltip("The shape to test against colliders.")]
        public ObstacleShape ObstacleShape = ObstacleShape.Auto;

        /// <summary>
        /// Width of the shape as a share of the cell. At 0.98, the default, a box tests the whole cell except a margin
        /// of a hundredth on each side, so that a wall that ends at the cell's edge does not block the cell.
        /// </summary>
        [Tooltip(
            "Width of the shape as a share of the cell. At 0.98, the default, a box tests the whole cell except a "
            + "margin of a hundredth on each side, so that a wall that ends at the cell's edge does not block the "
            + "cell.")]
        [Min(ValidatedSettings.SmallestLength)]
        public float ObstacleShapeSize = 0.98f;

        /// <summary>
        /// Active objects with this tag are obstacles, in the cells that <see cref="TaggedObstacleArea"/> names. Empty:
        /// none.
        /// </summary>
        [Tooltip(
            "Active objects with this tag are obstacles, in the cells that TaggedObstacleArea names. Empty: "
            + "none.")]
        public string ObstacleTag = "";

        /// <summary>
        /// Which cells a tagged object blocks: the one in which its position lies, or all cells under the bounds of its
        /// Renderer.
        /// </summary>
        [Tooltip(
            "Which cells a tagged object blocks: the one in which its position lies, or all cells under the "
            + "bounds of its Renderer.")]
        public TaggedObstacleArea TaggedObstacleArea;

        /// <summary>
        /// The lowest height at which a <see cref="PathObstacle"/> or a tagged object counts, in world units from this
        /// object along the grid's normal: y in the XZ plane, z in the XY plane. Both 0, the default: as far as the
        /// shape reaches above and below the grid, and at least one cell; in the XY plane everything, unless 3D
        /// colliders alone are scanned.
        /// </summary>
        [Tooltip(
            "The lowest height at which a PathObstacle or a tagged object counts, in world units from this object "
            + "along the grid's normal: y in the XZ plane, z in the XY plane. Both 0, the default: as far as the shape "
            + "reaches above and below the grid, and at least one cell; in the XY plane everything, unless 3D "
            + "colliders alone are scanned.")]
        public float LowestObstacle;

        /// <summary>The highest height at which they count: above <see cref="LowestObstacle"/>.</summary>
        [Tooltip("The highest height at which they count: above LowestObstacle.")]
        public float HighestObstacle;

        /// <summary>
        /// The layers whose colliders are thin walls between cells: a collider between the centers of two neighbors
        /// closes the side between them. Default: none. Keep thin walls off <see cref="ObstacleLayers"/>, or the cells
        /// beside them become obstacles.
        /// </summary>
        [Header("Walls between cells")]
        [Tooltip(
            "The layers whose colliders are thin walls between cells: a collider between the centers of two neighbors "
            + "closes the side between them. Default: none. Keep thin walls off ObstacleLayers, or the cells beside "
            + "them become obstacles.")]
        public LayerMask WallLayers;

        /// <summary>
        /// Width of the box that looks for walls, as a share of the cell: at most 1. It leads from center to center, is
        /// as high as the shape of obstacles, and must not meet the walls at the ends of a side. A doorway must be
        /// wider.
        /// </summary>
        [Tooltip(
            "Width of the box that looks for walls, as a share of the cell: at most 1. It leads from center to center, "
            + "is as high as the shape of obstacles, and must not meet the walls at the ends of a side. A doorway must "
            + "be wider.")]
        [Min(ValidatedSettings.SmallestLength)]
        public float WallShapeSize = 0.5f;

        /// <summary>The probability that a walkable cell becomes a random obstacle: from 0 to 1.</summary>
        [Tooltip("The probability that a walkable cell becomes a random obstacle: from 0 to 1.")]
        [Range(0f, 1f)]
        public float RandomShare;

        /// <summary>Seed of the random obstacles. The same seed gives the same obstacles.</summary>
        [Tooltip("Seed of the random obstacles. The same seed gives the same obstacles.")]
        public int RandomSeed = 1;

        /// <summary>
        /// An object whose cell stays free of random obstacles, such as the start of a path. Optional.
        /// </summary>
        [Tooltip("An object whose cell stays free of random obstacles, such as the start of a path. Optional.")]
        public Transform KeepClear;

        /// <summary>A second object whose cell stays free of random obstacles, such as the goal. Optional.</summary>
        [Tooltip("A second object whose cell stays free of random obstacles, such as the goal. Optional.")]
        public Transform AlsoKeepClear;

        /// <summary>
        /// Whether the Scene view shows the grid: its lines up to 2048 columns and rows together or 16384 hexagons, its
        /// terrain and obstacles up to 262144 cells. Terrain has the default colors of <c>SearchPalette</c>.
        /// </summary>
        [Header("Display")]
        [Tooltip(
            "Whether the Scene view shows the grid: its lines up to 2048 columns and rows together or 16384 "
            + "hexagons, its terrain and obstacles up to 262144 cells. Terrain has the default colors of "
            + "SearchPalette.")]
        public bool ShowsGrid = true;

        /// <summary>Color of the lines in the Scene view.</summary>
        [Tooltip("Color of the lines in the Scene view.")]
        public Color LineColor = new Color(1f, 1f, 1f, 0.3f);

        /// <summary>Color of the obstacles in the Scene view.</summary>
        [Tooltip("Color of the obstacles in the Scene view.")]
        public Color ObstacleColor = new Color(0f, 0f, 0f, 0.6f);

        /// <summary>
        /// Optional line that shows the grid in the Game view. This component sets its positions, in world space, and
        /// nothing else. Grids of more than 16384 hexagons are not shown.
        /// </summary>
        [Tooltip(
            "Optional line that shows the grid in the Game view. This component sets its positions, in world space, "
            + "and nothing else. Grids of more than 16384 hexagons are not shown.")]
        public LineRenderer GridLines;

        /// <summary>The map that a scan of the scene finds, without the obstacles that move.</summary>
        private readonly CellMap _map = new CellMap();
        private CellCenters _centers;
        private CellCenters _bakedCenters;
        private PathGrid _grid;
        private PathQueue _queue;
        private bool _hasWarnedOf2D;

        /// <summary>
        /// The grid, created when first read or when the object awakes. Destroying this component disposes it.
        /// </summary>
        /// <exception cref="ArgumentOutOfRangeException">A setting is out of range. The message names it.</exception>
        /// <exception cref="GridStarException">The native library is missing or has another ABI version.</exception>
        public PathGrid Grid
        {
            get
            {
                if (_grid == null)
                {
                    Rebuild();
                }
                return _grid;
            }
        }

        /// <summary>The grid if there is one: null before it is made, and once this component is destroyed.</summary>
        internal PathGrid MadeGrid => _grid;

        /// <summary>
        /// A queue for paths on the grid, which this component updates once a frame. A new grid has a new queue: the
        /// old one cancels its requests.
        /// </summary>
        /// <exception cref="GridStarException">The native library is missing or has another ABI version.</exception>
        public PathQueue Queue
        {
            get
            {
                if (_queue == null)
                {
                    _queue = new PathQueue(Grid);
                }
                return _queue;
            }
        }

        private void Awake()
        {
            if (_grid != null)
            {
                return;
            }
            try
            {
                Rebuild();
            }
            catch (Exception cause)
            {
                ComponentFailure.SwitchOff(this, cause);
            }
        }

        private void OnValidate()
        {
            ValidatedSettings settings = default(ValidatedSettings);
            settings.Clamp(ref Width, 1, PathGridSettings.MaxSide, nameof(Width));
            settings.Clamp(ref Height, 1, PathGridSettings.MaxSide, nameof(Height));
            settings.ClampToPositive(ref CellSize, ValidatedSettings.SmallestLength, nameof(CellSize));
            settings.ClampCosts(ref StraightCost, ref DiagonalCost);
            settings.Clamp(
                ref HeuristicWeight,
                ValidatedSettings.SmallestWeight,
                ValidatedSettings.LargestWeight,
                nameof(HeuristicWeight));
            settings.ClampToPositive(
                ref ObstacleShapeSize, ValidatedSettings.SmallestLength, nameof(ObstacleShapeSize));
            settings.Clamp(ref WallShapeSize, ValidatedSettings.SmallestLength, 1f, nameof(WallShapeSize));
            settings.Clamp(ref RandomShare, 0f, 1f, nameof(RandomShare));
            settings.Report(this);
            if (_grid == null)
            {
                _meshes.Forget();
            }
        }

        private void Update()
        {
            Follow();
            _queue?.Update();
        }

        /// <summary>After all obstacles' Update, so that one frame's changes are made together.</summary>
        private void LateUpdate()
        {
            Follow();
            PlaceObstacles();
        }

        private void OnDestroy()
        {
            foreach (PathObstacle obstacle in _obstacles)
            {
                obstacle.Abandon();
            }
            _obstacles.Clear();
            _moved.Clear();
            _left.Clear();
            _leftSides.Clear();
            _meshes.Destroy();
            DisposeGrid();
        }
    }
}
