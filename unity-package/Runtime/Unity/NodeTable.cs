using System;
using UnityEngine;

namespace GridStar
{
    /// <summary>
    /// The native grid behind a <see cref="BaseGrid"/>, and the nodes of its cells. A cell always has the same node
    /// object.
    /// </summary>
    /// <remarks>
    /// <para>Nodes are created one by one on request, and all at once when a script reads the whole array.</para>
    /// <para>An array or elements that a script made are adopted: the native grid gets their types, and setting a type
    /// changes the native grid from then on.</para>
    /// </remarks>
    internal sealed class NodeTable
    {
        private static readonly OncePerType s_warnedOfHoles = new OncePerType();

        private readonly BaseGrid _grid;
        private PathGrid _native;
        private AStarNode[,] _nodes;

        /// <summary>Whether a null in the array means "no such cell" rather than "not created yet".</summary>
        private bool _isComplete;

        /// <summary>Whether a script assigned the array, so that the native grid is older than the array.</summary>
        private bool _isGiven;

        /// <summary>Whether no search has yet looked for elements that a script put into the array.</summary>
        private bool _isUnsearched;

        /// <summary>
        /// Whether Init has counted the cells, and nothing since has read or assigned an array or made a native grid.
        /// </summary>
        private bool _isBlank;
        private int _blankWidth;
        private int _blankHeight;

        /// <summary>
        /// Number of null elements at the last adoption. The first of them is in <see cref="_firstHole"/>.
        /// </summary>
        private int _holeCount;
        private GridCell _firstHole;

        internal NodeTable(BaseGrid grid)
        {
            _grid = grid;
        }

        /// <summary>The native grid; null without cells.</summary>
        internal PathGrid Native
        {
            get
            {
                if (_isGiven)
                {
                    Adopt();
                }
                return _native;
            }
        }

        /// <summary>All nodes as <c>[x, y]</c>; null without a grid.</summary>
        internal AStarNode[,] Nodes
        {
            get
            {
                if (_isBlank)
                {
                    Nodes = new AStarNode[_blankWidth, _blankHeight];
                }
                if (!_isComplete && _native != null)
                {
                    MakeAll();
                }
                return _nodes;
            }

            set
            {
                if (value == null)
                {
                    Clear();
                    return;
                }
                _isBlank = false;
                _isGiven |= !ReferenceEquals(value, _nodes);
                _nodes = value;
                _isComplete = true;
                _isUnsearched = true;
            }
        }

        /// <summary>
        /// Begins a new grid whose array has only nulls, as CreateGrid finds it. The first read creates the array,
        /// because the largest one takes 2 GB.
        /// </summary>
        internal void Begin(int width, int height)
        {
            Clear();
            _isBlank = true;
            _blankWidth = width;
            _blankHeight = height;
        }

        /// <summary>
        /// Replaces everything by a native grid. Its nodes are created on request. If a script has assigned an array of
        /// the same size that was not adopted, the nodes go into this array.
        /// </summary>
        internal void Replace(PathGrid native)
        {
            AStarNode[,] array = _isGiven && IsSizeOf(native, _nodes) ? _nodes : null;
            Clear();
            _native = native;
            _isUnsearched = true;
            if (array != null)
            {
                Array.Clear(array, 0, array.Length);
                _nodes = array;
                MakeAll();
            }
        }

        /// <summary>
        /// Returns to the state before the first grid. Nodes that a script still holds keep their last types.
        /// </summary>
        internal void Clear()
        {
            _native?.Dispose();
            _native = null;
            _nodes = null;
            _isComplete = false;
            _isGiven = false;
            _isUnsearched = false;
            _isBlank = false;
            _holeCount = 0;
        }

        /// <summary>The node of a cell; null without one.</summary>
        internal AStarNode At(int x, int y)
        {
            PathGrid native = Native;
            if (native == null || !native.Contains(new GridCell(x, y)))
            {
                return null;
            }
            if (_nodes == null)
            {
                _nodes = new AStarNode[native.Width, native.Height];
            }
            AStarNode node = _nodes[x, y];
            if (node == null && !_isComplete)
            {
                native.TryGetCell(x, y, out CellType type);
                node = _nodes[x, y] = Make(x, y, type);
            }
            return node;
        }

        /// <summary>
        /// Called before each search. The first search adopts what scripts made, and warns of nulls: scripts have
        /// filled the array by then.
        /// </summary>
        internal void AdoptBeforeSearch()
        {
            if (_isUnsearched)
            {
                Adopt();
                _isUnsearched = false;
                WarnOfHoles();
            }
        }

        /// <summary>
        /// Adopts the array's nodes that are not attached to the native grid. If the array is newer than the native
        /// grid, creates a new native grid first. A null becomes an obstacle.
        /// </summary>
        internal void Adopt()
        {
            if (_isBlank)
            {
                // CreateGrid has not touched the array, but an override of Init may fill it after its base call.
                Nodes = new AStarNode[_blankWidth, _blankHeight];
            }
            if (!_isComplete)
            {
                return;
            }
            PathGrid native = _isGiven ? _grid.CreateNative(_nodes.GetLength(0), _nodes.GetLength(1)) : _native;
            if (native != null)
            {
                Attach(native);
            }
            if (_isGiven && _native != null)
            {
                _native.Dispose();
            }
            _native = native;
            _isGiven = false;
        }

        private void Attach(PathGrid native)
        {
            byte[] types = new byte[native.Width * native.Height];
            native.GetCells(types);
            bool isChanged = false;
            _holeCount = 0;
            for (int y = 0, i = 0; y < native.Height; y++)
            {
                for (int x = 0; x < native.Width; x++, i++)
                {
                    CountHole(x, y);
                    CellType type = TakeIn(_nodes[x, y], native, (CellType)types[i]);
                    isChanged |= type != (CellType)types[i];
                    types[i] = (byte)type;
                }
            }
            // Writing unchanged types could overwrite another thread's edit.
            if (isChanged)
            {
                native.SetCells(types);
            }
        }

        private void CountHole(int x, int y)
        {
            if (_nodes[x, y] != null)
            {
                return;
            }
            if (_holeCount == 0)
            {
                _firstHole = new GridCell(x, y);
            }
            _holeCount++;
        }

        /// <summary>Unintended nulls show in no other way: paths lead around them, or there is no path.</summary>
        private void WarnOfHoles()
        {
            if (_holeCount > 0 && s_warnedOfHoles.IsFirst(_grid.GetType()))
            {
                string first = "grids[" + _firstHole.X + ", " + _firstHole.Y + "]";
                Debug.LogWarning("GridStar: " + _holeCount + " of " + _nodes.Length + " elements of grids in a "
                    + _grid.GetType().Name + " are null, the first of them " + first
                    + ". Their cells are obstacles without a node. If this is not intended, fill them in CreateGrid.");
            }
        }

        internal static void ResetStatics() => s_warnedOfHoles.Reset();

        /// <summary>The type that the cell of a node gets.</summary>
        private static CellType TakeIn(AStarNode node, PathGrid native, CellType current)
        {
            if (node == null)
            {
                return CellType.Obstacle;
            }
            if (node.IsAttachedTo(native))
            {
                return current;
            }
            CellType own = node.type.ToCellType();
            node.Attach(native);
            // A node only knows whether its cell is walkable. A walkable cell keeps its terrain.
            return own.ToNodeType() == current.ToNodeType() ? current : own;
        }

        private void MakeAll()
        {
            int width = _native.Width;
            int height = _native.Height;
            byte[] types = new byte[width * height];
            _native.GetCells(types);
            AStarNode[,] nodes = _nodes ?? new AStarNode[width, height];
            for (int x = 0; x < width; x++)
            {
                for (int y = 0; y < height; y++)
                {
                    if (nodes[x, y] == null)
                    {
                        nodes[x, y] = Make(x, y, (CellType)types[y * width + x]);
                    }
                }
            }
            _nodes = nodes;
            _isComplete = true;
        }

        private static bool IsSizeOf(PathGrid native, AStarNode[,] nodes)
            => nodes.GetLength(0) == native.Width && nodes.GetLength(1) == native.Height;

        private AStarNode Make(int x, int y, CellType type)
        {
            Vector3 center = _grid.CenterOf(x, y);
            AStarNode node = new AStarNode(x, y, center, type.ToNodeType());
            node.Attach(_native);
            return node;
        }
    }
}
