using System;
using System.Collections.Generic;
using UnityEngine;

namespace GridStar
{
    /// <summary>
    /// A flat grid on the x/z plane whose obstacles are found with <c>Physics.CheckSphere</c> and whose nodes can be read and
    /// changed one by one. <see cref="AStarManager"/> finds paths on it.
    /// </summary>
    /// <remarks>
    /// <para>Thread rule: one thread at a time; Init and CreateGrid on Unity's main thread, for they ask the physics. For searches from
    /// many threads at once use <see cref="Native"/>.</para>
    /// <para>The native memory is freed by <see cref="Dispose"/>, or else some time after the last reference to the grid and its
    /// nodes is gone: calling Dispose is not necessary.</para>
    /// </remarks>
    public class BaseGrid : IDisposable
    {
        /// <summary>The lowest corner of the grid: cell (0, 0) begins here.</summary>
        public Vector3 startPos;

        /// <summary>Size of the area that was asked for, along world x and z.</summary>
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

        /// <summary>A managed search writes the nodes: another one in between would lead it in circles.</summary>
        internal bool IsInManagedSearch;
        private SteeringOverrides _overrides;

        /// <summary>A grid without cells, until <see cref="Init"/>. Calls neither Unity nor the native library.</summary>
        public BaseGrid()
        {
            _cells = new NodeTable(this);
        }

        /// <summary>Side of a cell, in world units.</summary>
        public float Extent
        {
            get { return 2 * halfExtent; }
        }

        /// <summary>
        /// All nodes as <c>[x, y]</c>; null before <see cref="Init"/>. The nodes are made when this is first read;
        /// <see cref="CreateGrid"/> finds nulls. A subclass may assign an array of its own, or put elements into this
        /// one in CreateGrid or Init: they are adopted by the first search at the latest. After replacing elements
        /// later, call <see cref="Refresh"/>. A null among them is an obstacle without a node: its position counts as
        /// outside. The first search warns of nulls, once per type.
        /// </summary>
        public AStarNode[,] grids
        {
            get { return _cells.Nodes; }
            set { _cells.Nodes = value; }
        }

        /// <summary>
        /// The native grid behind this one, which any number of threads may search and edit at once; null before <see cref="Init"/>
        /// and while there are no cells. Reading it counts as a search: nodes that a script made are adopted. A second Init or
        /// <see cref="Dispose"/> disposes it. Its own costs and rule are the defaults,
        /// not those of a manager.
        /// </summary>
        public PathGrid Native
        {
            get
            {
                AdoptBeforeSearch();
                return _cells.Native;
            }
        }

        /// <summary>Whether GetNeighbors is overridden; looked for at the first search.</summary>
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
        /// Lays the grid over the area between two opposite corners, and finds its obstacles. A second call replaces the first grid.
        /// </summary>
        /// <param name="startPos">A corner.</param>
        /// <param name="endPos">The opposite corner. The order does not matter; y is the lower one of both.</param>
        /// <param name="layer">The layers whose colliders are obstacles.</param>
        /// <param name="halfExtent">
        /// Half the side of a cell in world units: finite, above 0. The area's sides are rounded to whole cells; an area that is
        /// smaller than half a cell has none.
        /// </param>
        /// <exception cref="ArgumentOutOfRangeException">
        /// A coordinate is NaN or infinite, <paramref name="halfExtent"/> is not above 0, or a side has more than 16384 cells.
        /// The grid is as it was then.
        /// </exception>
        /// <exception cref="GridStarException">
        /// The native library is missing or of another version. After this exception, and one of
        /// <see cref="CreateGrid"/>, there is no grid.
        /// </exception>
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
                // An array of nulls would trip scripts up that look whether grids is null.
                Dispose();
                throw;
            }
        }

        /// <summary>
        /// Gives each of the <see cref="_gridCountX"/> x <see cref="_gridCountY"/> cells its type. <see cref="Init"/>
        /// has made <see cref="grids"/> of that size, all null. A subclass may fill the array with nodes of its own,
        /// give another array, or do either after it has called this method. Called last, this method replaces what the
        /// subclass has put in.
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
        /// The node of the cell at a world position: floor((position - startPos) / Extent) on x and z, in the current values of these
        /// fields; y is not looked at.
        /// </summary>
        /// <returns>Null outside the grid, before Init, and for a coordinate that is NaN.</returns>
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
        /// The up to 8 nodes around a node, obstacles among them, in the order (+1,+1) (+1,0) (+1,-1) (0,+1) (0,-1) (-1,+1) (-1,0)
        /// (-1,-1). An override steers the search, which is then a managed and slower one.
        /// </summary>
        /// <exception cref="ArgumentNullException"><paramref name="node"/> is null.</exception>
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
        /// Takes in the elements of <see cref="grids"/> that were replaced after the first search: their types reach the native grid,
        /// and paths run over the new nodes. Takes time in proportion to the number of cells.
        /// </summary>
        public void Refresh()
        {
            _cells.Adopt();
        }

        /// <summary>
        /// Frees the native grid at once and leaves this one as it was before <see cref="Init"/>, which may be called again.
        /// </summary>
        public void Dispose()
        {
            _cells.Clear();
            _gridCountX = 0;
            _gridCountY = 0;
        }

        internal void AdoptBeforeSearch()
        {
            _cells.AdoptBeforeSearch();
        }

        /// <summary>The node of a cell that the native grid has found to be walkable.</summary>
        internal AStarNode NodeAt(GridCell cell)
        {
            AStarNode node = _cells.At(cell.X, cell.Y);
            if (node == null)
            {
                throw new InvalidOperationException("grids" + cell + " became null after the first search: call Refresh().");
            }
            return node;
        }

        /// <summary>
        /// Which element of grids is null at a position inside the grid, as for a message; null for a position outside.
        /// </summary>
        internal string MissingNodeAt(Vector3 pos)
        {
            PathGrid native = _cells.Native;
            int x = native == null ? -1 : IndexAlong(pos.x, startPos.x, native.Width);
            int y = native == null ? -1 : IndexAlong(pos.z, startPos.z, native.Height);
            return x >= 0 && y >= 0 && _cells.At(x, y) == null ? "grids[" + x + ", " + y + "]" : null;
        }

        internal bool IsWalkable(int x, int y)
        {
            AStarNode node = _cells.At(x, y);
            return node != null && node.type == E_Node_Type.Walkable;
        }

        internal Vector3 CenterOf(int x, int y)
        {
            return startPos + new Vector3(x * Extent + halfExtent, 0, y * Extent + halfExtent);
        }

        /// <summary>
        /// A native grid of walkable cells where this grid lies, or null for no cells; this grid's counts become its size.
        /// </summary>
        internal PathGrid CreateNative(int countX, int countY)
        {
            PathGrid native = countX > 0 && countY > 0 ? new PathGrid(NativeSettings(countX, countY)) : null;
            _gridCountX = countX;
            _gridCountY = countY;
            return native;
        }

        private PathGridSettings NativeSettings(int countX, int countY)
        {
            return new PathGridSettings
            {
                Width = countX,
                Height = countY,
                // A subclass with a place rule of its own may not care for halfExtent.
                CellSize = Extent > 0 && !float.IsInfinity(Extent) ? Extent : 1,
                OriginX = startPos.x,
                OriginY = startPos.y,
                OriginZ = startPos.z,
            };
        }

        /// <summary>The rule of the native grid's TryGetCellAt, on fields that scripts may have changed; -1 outside.</summary>
        private int IndexAlong(float position, float origin, int count)
        {
            double index = Math.Floor(((double)position - origin) / Extent);
            // Written so that NaN is outside.
            return Extent > 0 && index >= 0 && index < count ? (int)index : -1;
        }
    }
}
