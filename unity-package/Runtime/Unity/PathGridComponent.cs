using System;
using UnityEngine;

namespace GridStar
{
    /// <summary>
    /// A <see cref="PathGrid"/> in a scene: its settings in the inspector, its lowest corner at the object's position, its obstacles from
    /// colliders, objects with a tag and chance. Unity's main thread only; the grid itself can be used from any.
    /// </summary>
    /// <remarks>
    /// Where the native library is missing when the object awakes, it logs one error and sets <c>enabled</c> to false;
    /// <see cref="Grid"/> and <see cref="Rebuild"/> throw.
    /// </remarks>
    [AddComponentMenu("GridStar/Path Grid")]
    [DisallowMultipleComponent]
    public sealed class PathGridComponent : MonoBehaviour
    {
        /// <summary>The Scene view shows the obstacles of grids with up to so many cells: it draws each one each time.</summary>
        private const int MaxShownCells = 16384;

        /// <summary>And the lines of grids with up to so many columns and rows together.</summary>
        private const int MaxShownLines = 2048;

        /// <summary>Columns: 1 to <see cref="PathGridSettings.MaxSide"/>.</summary>
        [Header("Cells")]
        [Range(1, PathGridSettings.MaxSide)]
        public int Width = 32;

        /// <summary>Rows: 1 to <see cref="PathGridSettings.MaxSide"/>.</summary>
        [Range(1, PathGridSettings.MaxSide)]
        public int Height = 32;

        /// <summary>Side of a cell in world units: above 0.</summary>
        public float CellSize = 1f;

        /// <summary>The plane in which the grid lies.</summary>
        public GridPlane Plane;

        /// <summary>When a diagonal step is allowed.</summary>
        [Header("Paths")]
        public DiagonalRule DiagonalRule = DiagonalRule.BothFree;

        /// <summary>Cost of a straight step: above 0.</summary>
        public float StraightCost = 1f;

        /// <summary>Cost of a diagonal step: between one and two straight ones.</summary>
        public float DiagonalCost = 1.4f;

        /// <summary>Which cell is expanded next; default: A*, with which paths are cheapest.</summary>
        public SearchOrder Order;

        /// <summary>How the cost that is left is estimated; default: octile, with which paths are cheapest.</summary>
        public Heuristic Heuristic;

        /// <summary>By what the estimate is multiplied in the order A*: above 0. Above 1 paths can cost that many times as much as the cheapest ones.</summary>
        [Min(0.01f)]
        public float HeuristicWeight = 1f;

        /// <summary>The layers whose colliders are obstacles.</summary>
        [Header("Obstacles")]
        public LayerMask ObstacleLayers;

        /// <summary>What is held against the colliders.</summary>
        public ObstacleShape ObstacleShape;

        /// <summary>How wide that is, as a share of the cell; less than 1 keeps a wall beside a cell from closing it.</summary>
        [Min(0.01f)]
        public float ObstacleShapeSize = 0.9f;

        /// <summary>
        /// Active objects with this tag are obstacles; <see cref="TaggedObstacleArea"/> says in which cells. Empty:
        /// none.
        /// </summary>
        [Tooltip("Active objects with this tag are obstacles. Empty: none.")]
        public string ObstacleTag = "";

        /// <summary>Which cells such an object closes.</summary>
        [Tooltip("Own Cell: the one cell in which the object's position lies.\n"
            + "Renderer Bounds: all cells under the bounds of its Renderer.")]
        public TaggedObstacleArea TaggedObstacleArea;

        /// <summary>The share of the other cells that become obstacles at random.</summary>
        [Range(0f, 1f)]
        public float RandomShare;

        /// <summary>The same seed gives the same obstacles.</summary>
        public int RandomSeed = 1;

        /// <summary>Objects that random obstacles keep clear of: the start of a path, say. Null ones count for nothing.</summary>
        public Transform KeepClear;

        /// <summary>The same, the goal.</summary>
        public Transform AlsoKeepClear;

        /// <summary>Whether the Scene view shows the lines between the cells, of grids with up to 2048 columns and rows, and the obstacles, of grids with up to
        /// 16384 cells.</summary>
        [Header("Display")]
        public bool ShowsGrid = true;

        /// <summary>Color of the lines there.</summary>
        public Color LineColor = new Color(1f, 1f, 1f, 0.3f);

        /// <summary>Color of the obstacles there.</summary>
        public Color ObstacleColor = new Color(0f, 0f, 0f, 0.6f);

        /// <summary>Shows the lines in the Game view, if assigned. Its positions are set, the rest is yours; in world space.</summary>
        public LineRenderer GridLines;

        private readonly CellMap _map = new CellMap();
        private readonly CellMap _shown = new CellMap();
        private PathGrid _grid;
        private ulong _shownRevision;

        /// <summary>
        /// The grid, which is made when this is first read, or when the object awakes. This component disposes it when it is destroyed.
        /// </summary>
        /// <exception cref="ArgumentOutOfRangeException">A setting is out of range; the message says which.</exception>
        /// <exception cref="GridStarException">The native library is missing or of another version.</exception>
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

        /// <summary>
        /// Makes a new grid by the settings of now and disposes the one before. To look for obstacles alone,
        /// <see cref="RefreshObstacles"/> is the cheaper way, and keeps paths that it does not touch.
        /// </summary>
        /// <exception cref="ArgumentOutOfRangeException">A setting is out of range; the message says which. The grid stays as it was.</exception>
        /// <exception cref="ArgumentException">The obstacles can't be looked for as set. The grid stays as it was.</exception>
        /// <exception cref="GridStarException">The native library is missing or of another version.</exception>
        public void Rebuild()
        {
            Vector3 origin = transform.position;
            PathGrid grid = new PathGrid(new PathGridSettings
            {
                Width = Width,
                Height = Height,
                Plane = Plane,
                CellSize = CellSize,
                OriginX = origin.x,
                OriginY = origin.y,
                OriginZ = origin.z,
                StraightCost = StraightCost,
                DiagonalCost = DiagonalCost,
                DiagonalRule = DiagonalRule,
                Order = Order,
                Heuristic = Heuristic,
                HeuristicWeight = HeuristicWeight,
            });
            try
            {
                grid.SetCells(FindObstacles(grid));
            }
            catch
            {
                grid.Dispose();
                throw;
            }
            DisposeGrid();
            _grid = grid;
            DrawLines();
        }

        /// <summary>
        /// Looks for obstacles anew and gives the grid what has changed, in one edit. Cells that code has changed are lost.
        /// </summary>
        /// <exception cref="ArgumentException">The obstacles can't be looked for as set. The grid stays as it was.</exception>
        public void RefreshObstacles()
        {
            PathGrid grid = Grid;
            grid.SetCells(FindObstacles(grid));
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
            catch (GridStarException cause)
            {
                ComponentFailure.SwitchOff(this, cause);
            }
        }

        private void OnDestroy()
        {
            DisposeGrid();
        }

        private void DisposeGrid()
        {
            if (_grid != null)
            {
                _grid.Dispose();
                _grid = null;
            }
        }

        private CellMap FindObstacles(PathGrid grid)
        {
            _map.Clear(grid.Width, grid.Height);
            if (ObstacleLayers != 0)
            {
                AddColliders(grid);
            }
            if (!string.IsNullOrEmpty(ObstacleTag))
            {
                _map.AddTagged(grid, ObstacleTag, TaggedObstacleArea == TaggedObstacleArea.RendererBounds);
            }
            _map.Start = CellOf(grid, KeepClear);
            _map.Goal = CellOf(grid, AlsoKeepClear);
            return _map.AddRandomObstacles(RandomShare, unchecked((ulong)RandomSeed));
        }

        private void AddColliders(PathGrid grid)
        {
            float size = ObstacleShapeSize * grid.CellSize;
            switch (ObstacleShape)
            {
                case ObstacleShape.Box:
                    _map.AddColliders(grid, ObstacleLayers, Vector3.one * (size / 2));
                    break;
                case ObstacleShape.Box2D:
                    _map.AddColliders2D(grid, ObstacleLayers, new Vector2(size, size));
                    break;
                default:
                    _map.AddColliders(grid, ObstacleLayers, size / 2);
                    break;
            }
        }

        private static GridCell? CellOf(PathGrid grid, Transform kept)
        {
            GridCell cell = default(GridCell);
            bool isInside = kept != null && grid.TryGetCellAt(kept.position, out cell);
            return isInside ? cell : (GridCell?)null;
        }

        /// <summary>Before there is a grid, as in the Editor, the lines are those of the settings.</summary>
        private void OnDrawGizmos()
        {
            if (!ShowsGrid || Width + Height > MaxShownLines)
            {
                return;
            }
            Gizmos.color = LineColor;
            for (int x = 0; x <= Width; x++)
            {
                Gizmos.DrawLine(Corner(x, 0), Corner(x, Height));
            }
            for (int y = 0; y <= Height; y++)
            {
                Gizmos.DrawLine(Corner(0, y), Corner(Width, y));
            }
            if (_grid != null && !_grid.IsDisposed && _grid.Width * _grid.Height <= MaxShownCells)
            {
                DrawObstacles();
            }
        }

        private void DrawObstacles()
        {
            ulong revision = _grid.Revision;
            if (_shown.Count == 0 || _shownRevision != revision)
            {
                _shown.Read(_grid);
                _shownRevision = revision;
            }
            Gizmos.color = ObstacleColor;
            Vector3 size = Vector3.one * (0.9f * _grid.CellSize);
            for (int i = 0; i < _shown.Count; i++)
            {
                GridCell cell = _grid.GetCellAtIndex(i);
                if (_shown[cell] == CellType.Obstacle)
                {
                    Gizmos.DrawCube(_grid.GetCellCenter(cell), size);
                }
            }
        }

        /// <summary>One line without an end: along the rows, to and fro, and then along the columns.</summary>
        private void DrawLines()
        {
            if (GridLines == null)
            {
                return;
            }
            Vector3[] points = new Vector3[2 * (Width + 1) + 2 * (Height + 1)];
            int count = 0;
            for (int y = 0; y <= Height; y++)
            {
                bool isForth = y % 2 == 0;
                points[count++] = Corner(isForth ? 0 : Width, y);
                points[count++] = Corner(isForth ? Width : 0, y);
            }
            // The rows end at the right where the last one ran there.
            bool isAtRight = Height % 2 == 0;
            for (int i = 0; i <= Width; i++)
            {
                int x = isAtRight ? Width - i : i;
                bool isDown = i % 2 == 0;
                points[count++] = Corner(x, isDown ? Height : 0);
                points[count++] = Corner(x, isDown ? 0 : Height);
            }
            GridLines.positionCount = count;
            GridLines.SetPositions(points);
        }

        private Vector3 Corner(int x, int y)
        {
            if (_grid != null && !_grid.IsDisposed && x <= _grid.Width && y <= _grid.Height)
            {
                return _grid.GetCellCorner(new GridCell(x, y));
            }
            Vector3 origin = transform.position;
            Vector3 row = Plane == GridPlane.XZ ? new Vector3(0f, 0f, y * CellSize) : new Vector3(0f, y * CellSize, 0f);
            return origin + new Vector3(x * CellSize, 0f, 0f) + row;
        }
    }
}
