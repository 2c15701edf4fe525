using System;
using System.Collections.Generic;
using UnityEngine;

namespace GridStar
{
    /// <summary>
    /// A grid on the x/z plane that finds its obstacles with <c>Physics.CheckSphere</c>. Its nodes can be read and
    /// changed one by one. <see cref="AStarManager"/> finds paths on it.
    /// </summary>
    /// <remarks>
    /// <para>Threads: one thread at a time. Call Init and CreateGrid on Unity's main thread, because they use physics.
    /// For searches from many threads at once, use <see cref="Native"/>.</para>
    /// <para>Calling <see cref="Dispose"/> is optional: it frees the native memory at once. Otherwise a finalizer frees
    /// it some time after the last reference to the grid and its nodes is gone.</para>
    /// </remarks>
    public class BaseGrid : IDisposable
    {
        /// <summary>World position of the grid's lowest corner, where cell (0, 0) begins.</summary>
        public Vector3 startPos;

        /// <summary>Size of the requested area along world x and z.</summary>
        public Vector2 gridSize;

        /// <summary>Half the side of a cell, in world units.</summary>
        public float halfExtent = 0.5f;

        /// <summary>The layers whose colliders are obstacles.</summary>
        public LayerMask layer;

        /// <summary>Number of columns.</summary>
        protected int _gridCountX;

        /// <summary>Number of rows.</summary>
        protected int _gridCountY;

        private readonly NodeTable _cells;

        /// <summary>
        /// Whether a managed search runs. It writes the nodes, so a nested search on this grid would corrupt it.
        /// </summary>
        internal bool IsInManagedSearch;
        private SteeringOverrides _overrides;

        /// <summary>
        /// Creates a grid without cells. <see cref="Init"/> gives it cells. Calls neither Unity nor the native library.
        /// </summary>
        public BaseGrid()
        {
            _cells = new NodeTable(this);
        }

        /// <summary>Side of a cell, in world units.</summary>
        public float Extent => 2 * halfExtent;

        /// <summary>
        /// All nodes as <c>[x, y]</c>; null before <see cref="Init"/>. The first read creates the nodes;
        /// <see cref="CreateGrid"/> finds nulls.
        /// </summary>
        /// <remarks>
        /// <para>A subclass may assign an array of its own, or put elements into this one, in CreateGrid or Init. The
        /// first search adopts them at the latest. After replacing elements later, call <see cref="Refresh"/>.</para>
        /// <para>A null element is an obstacle without a node: its position counts as outside. The first search warns
        /// of nulls, once per type.</para>
        /// </remarks>
        public AStarNode[,] grids
        {
            get => _cells.Nodes;
            set => _cells.Nodes = value;
        }

        /// <summary>
        /// The native grid, which any number of threads may search and edit at once; null before <see cref="Init"/> and
        /// if there are no cells. Reading it adopts nodes that a script made, as a search does. A second Init or
        /// <see cref="Dispose"/> disposes it. Its own costs and rule are the defaults, not those of a manager.
        /// </summary>
        public PathGrid Native
        {
            get
            {
                AdoptBeforeSearch();
                return _cells.Native;
            }
        }

        /// <summary>Whether GetNeighbors is overridden. Determined at the first search.</summary>
        internal SteeringOverrides Overrides
        {
            get
            {
                if (_overrides == null)
                {
                    _overrides = new SteeringOverrides(GetType());
                    _overrides.Look(
                        (Func<AStarNode, List<AStarNode>>)GetNeighbors,
                        typeof(BaseGrid),
                        "AStarManager.DiagonalRule, and the type of a node");
                }
                return _overrides;
            }
        }

        /// <summary>
        /// Lays the grid over the area between two opposite corners and finds its obstacles. A second call replaces the
        /// grid.
        /// </summary>
        /// <param name="endPos">The opposite corner. The order does not matter; the lower y counts.</param>
        /// <param name="halfExtent">Half the side of a cell in world units: finite, above 0. The area's sides are
        /// rounded to whole cells; a side below half a cell gives no cells.</param>
        /// <exception cref="ArgumentOutOfRangeException">A coordinate is NaN or infinite, <paramref name="halfExtent"/>
        /// is not above 0, or a side has more than 16384 cells. The grid stays as it was.</exception>
        /// <exception cref="GridStarException">The native library is missing or has another ABI version. There is no
        /// grid afterwards, as after an exception of <see cref="CreateGrid"/>.</exception>
        public virtual void Init(Vector3 startPos, Vector3 endPos, LayerMask layer, float halfExtent = 0.5f)
        {
            GridArea area = new GridArea(startPos, endPos, halfExtent);
            this.startPos = area.Lowest;
            this.halfExtent = halfExtent;
            this.layer = layer;
            gridSize = area.Size;
            _gridCountX = area.CountX;
            _gridCountY = area.CountY;
            _cells.Begin(area.CountX, area.CountY);
            try
            {
                CreateGrid();
                _cells.Adopt();
            }
            catch
            {
                // Scripts that check grids for null must not find an array of nulls.
                Dispose();
                throw;
            }
        }

        /// <summary>
        /// Gives each of the <see cref="_gridCountX"/> x <see cref="_gridCountY"/> cells its type. <see cref="Init"/>
        /// has made <see cref="grids"/> with this size and null elements. A subclass may fill the array with its own
        /// nodes or assign another array, with or without calling this method first. Called last, this method replaces
        /// what the subclass has put in.
        /// </summary>
        protected virtual void CreateGrid()
        {
            PathGrid native = CreateNative(_gridCountX, _gridCountY);
            if (native == null)
            {
                grids = new AStarNode[Math.Max(0, _gridCountX), Math.Max(0, _gridCountY)];
                return;
            }
            byte[] types = new byte[native.Width * native.Height];
            for (int y = 0, i = 0; y < native.Height; y++)
            {
                for (int x = 0; x < native.Width; x++, i++)
                {
                    bool isBlocked = Physics.CheckSphere(CenterOf(x, y), halfExtent, layer);
                    types[i] = (byte)(isBlocked ? CellType.Obstacle : CellType.Walkable);
                }
            }
            native.SetCells(types);
            _cells.Replace(native);
        }

        /// <summary>
        /// The type of a cell. Every type except <see cref="CellType.Obstacle"/> is
        /// <see cref="E_Node_Type.Walkable"/> on the cell's node.
        /// </summary>
        /// <param name="x">Column: 0 to the number of columns - 1.</param>
        /// <param name="y">Row: 0 to the number of rows - 1.</param>
        /// <exception cref="InvalidOperationException">The grid has no cells: call <see cref="Init"/>.</exception>
        /// <exception cref="ArgumentOutOfRangeException">The cell lies outside the grid.</exception>
        public CellType GetCellType(int x, int y) => NativeWithCells().GetCell(x, y);

        /// <summary>
        /// Gives a cell any type, such as grass, road or water, for the next search. The cell's node becomes
        /// <see cref="E_Node_Type.Obstacle"/> or <see cref="E_Node_Type.Walkable"/> accordingly. For many cells at
        /// once, <see cref="Native"/> has SetCells and FillRect.
        /// </summary>
        /// <param name="x">Column: 0 to the number of columns - 1.</param>
        /// <param name="y">Row: 0 to the number of rows - 1.</param>
        /// <param name="type">The new type. 0 is walkable, 1 an obstacle, 2 to 255 are the game's own.</param>
        /// <exception cref="InvalidOperationException">The grid has no cells: call <see cref="Init"/>.</exception>
        /// <exception cref="ArgumentOutOfRangeException">The cell lies outside the grid.</exception>
        public void SetCellType(int x, int y, CellType type) => NativeWithCells().SetCell(x, y, type);

        /// <summary>
        /// The node at a world position: cell floor((position - startPos) / Extent) on x and z, by the current values
        /// of these fields. A position within rounding below an edge lies on the edge, as in
        /// <see cref="PathGrid.TryGetCellAt"/>. y is ignored.
        /// </summary>
        /// <returns>The node; null outside the grid, before Init, and for NaN.</returns>
        public virtual AStarNode GetByWorldPositionNode(Vector3 pos)
        {
            PathGrid native = _cells.Native;
            if (native == null)
            {
                return null;
            }
            int x = IndexAlong(pos.x, startPos.x, native.Width);
            int y = IndexAlong(pos.z, startPos.z, native.Height);
            return x < 0 || y < 0 ? null : _cells.At(x, y);
        }

        /// <summary>
        /// The up to 8 nodes around a node, obstacles included. Their order: (+1,+1) (+1,0) (+1,-1) (0,+1) (0,-1)
        /// (-1,+1) (-1,0) (-1,-1). An override steers the search, which is then a managed, slower one.
        /// </summary>
        public virtual List<AStarNode> GetNeighbors(AStarNode node)
        {
            if (node == null)
            {
                throw new ArgumentNullException(nameof(node));
            }
            List<AStarNode> neighbors = new List<AStarNode>(8);
            PathGrid native = _cells.Native;
            GridCell center = new GridCell(node.gridX, node.gridY);
            if (native == null || !native.Contains(center))
            {
                return neighbors;
            }
            List<GridCell> cells = ThreadCells.List;
            native.GetNeighbors(center, cells);
            foreach (GridCell cell in cells)
            {
                AStarNode neighbor = _cells.At(cell.X, cell.Y);
                if (neighbor != null)
                {
                    neighbors.Add(neighbor);
                }
            }
            return neighbors;
        }

        /// <summary>
        /// Adopts elements of <see cref="grids"/> that were replaced after the first search: the native grid gets their
        /// types, and paths use the new nodes. The time grows with the number of cells.
        /// </summary>
        public void Refresh() => _cells.Adopt();

        /// <summary>
        /// Frees the native grid at once and returns to the state before <see cref="Init"/>, which may be called again.
        /// </summary>
        public void Dispose()
        {
            _cells.Clear();
            _gridCountX = 0;
            _gridCountY = 0;
        }

        internal void AdoptBeforeSearch() => _cells.AdoptBeforeSearch();

        /// <summary>The node of a cell that the native grid considers walkable.</summary>
        internal AStarNode NodeAt(GridCell cell)
        {
            AStarNode node = _cells.At(cell.X, cell.Y);
            if (node == null)
            {
                throw new InvalidOperationException(
                    "grids" + cell + " became null after the first search. Call Refresh().");
            }
            return node;
        }

        /// <summary>
        /// Names the null element of grids at a position, for a message. Null for a position outside.
        /// </summary>
        internal string MissingNodeAt(Vector3 pos)
        {
            PathGrid native = _cells.Native;
            int x = native == null ? -1 : IndexAlong(pos.x, startPos.x, native.Width);
            int y = native == null ? -1 : IndexAlong(pos.z, startPos.z, native.Height);
            return x >= 0 && y >= 0 && _cells.At(x, y) == null ? "grids[" + x + ", " + y + "]" : null;
        }

        /// <summary>The node of a cell; null outside the grid, and for a null element of grids.</summary>
        internal AStarNode NodeOrNull(int x, int y) => _cells.At(x, y);

        internal Vector3 CenterOf(int x, int y)
            => startPos + new Vector3(x * Extent + halfExtent, 0, y * Extent + halfExtent);

        /// <summary>
        /// Creates a native grid of walkable cells in this grid's place, or null for no cells. Its size becomes this
        /// grid's counts.
        /// </summary>
        internal PathGrid CreateNative(int countX, int countY)
        {
            PathGrid native = countX > 0 && countY > 0 ? new PathGrid(NativeSettings(countX, countY)) : null;
            _gridCountX = countX;
            _gridCountY = countY;
            return native;
        }

        private PathGrid NativeWithCells()
        {
            PathGrid native = Native;
            if (native == null)
            {
                throw new InvalidOperationException("The grid has no cells. Call Init first.");
            }
            return native;
        }

        private PathGridSettings NativeSettings(int countX, int countY)
        {
            return new PathGridSettings
            {
                Width = countX,
                Height = countY,
                // A subclass that places its nodes by its own rule may leave halfExtent unusable.
                CellSize = Extent > 0 && !float.IsInfinity(Extent) ? Extent : 1,
                OriginX = startPos.x,
                OriginY = startPos.y,
                OriginZ = startPos.z,
                // The scripts that this class mirrors do the same.
                DiagonalRule = DiagonalRule.Always,
            };
        }

        /// <summary>
        /// The cell index along an axis, by the rule of <see cref="PathGrid.TryGetCellAt"/>, from fields that scripts
        /// may have changed; -1 outside.
        /// </summary>
        private int IndexAlong(float position, float origin, int count)
        {
            double size = Extent;
            double offset = (double)position - origin;
            double index = Math.Floor(offset / size);
            double nextEdge = (index + 1) * size;
            double rounding = (Math.Abs((double)origin) + Math.Abs(nextEdge) + size) / (1 << 22);
            if (nextEdge - offset <= Math.Min(rounding, size / 4))
            {
                index += 1;
            }
            // These comparisons are false for NaN, so NaN lies outside.
            return Extent > 0 && index >= 0 && index < count ? (int)index : -1;
        }
    }
}
