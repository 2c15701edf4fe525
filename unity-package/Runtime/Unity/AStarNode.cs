using UnityEngine;

namespace GridStar
{
    /// <summary>
    /// A cell of a <see cref="BaseGrid"/>, and its place on the last path found through it. One thread per grid.
    /// </summary>
    public class AStarNode
    {
        /// <summary>Column. It grows along world x.</summary>
        public int gridX;

        /// <summary>Row. It grows along world z.</summary>
        public int gridY;

        /// <summary>Center of the cell.</summary>
        public Vector3 worldPos;

        /// <summary>
        /// Estimated cost to the end of the path. Like <see cref="g"/> and <see cref="parent"/>, it is valid on the
        /// nodes of the last path; other nodes keep values of earlier searches.
        /// </summary>
        public float h;

        /// <summary>Cost from the start of the path.</summary>
        public float g;

        /// <summary>The node before this one on the path; null on the first node.</summary>
        public AStarNode parent;

        /// <summary>The grid whose cell this node stands for; null until a BaseGrid adopts the node.</summary>
        private PathGrid _native;

        /// <summary>The type last set or read on this node.</summary>
        private E_Node_Type _type;

        /// <summary>The cell's type before this node made it an obstacle, so that grass is grass again later.</summary>
        private CellType _typeBefore;

        /// <summary>Creates a node that belongs to no grid until it is put into <see cref="BaseGrid.grids"/>.</summary>
        /// <param name="type">Whether the cell is walkable.</param>
        public AStarNode(int gridX, int gridY, Vector3 worldPos, E_Node_Type type)
        {
            this.gridX = gridX;
            this.gridY = gridY;
            this.worldPos = worldPos;
            _type = type;
        }

        /// <summary><see cref="g"/> + <see cref="h"/>.</summary>
        public float F => g + h;

        /// <summary>
        /// Whether the cell is walkable. Setting it changes the grid for the next search. A node whose grid was
        /// disposed or initialized anew keeps its own value.
        /// </summary>
        /// <remarks>
        /// The terrain of <see cref="BaseGrid.SetCellType"/> stays: Walkable leaves a walkable cell as it is, and gives
        /// a cell that this node made an obstacle its type from before.
        /// </remarks>
        public E_Node_Type type
        {
            get
            {
                if (_native != null && _native.TryGetCell(gridX, gridY, out CellType current))
                {
                    _type = current.ToNodeType();
                }
                return _type;
            }

            set
            {
                _type = value;
                if (_native != null && _native.TryGetCell(gridX, gridY, out CellType current)
                    && current.ToNodeType() != value.ToCellType().ToNodeType())
                {
                    Change(current);
                }
            }
        }

        /// <summary>Makes a walkable cell an obstacle, and an obstacle walkable.</summary>
        private void Change(CellType current)
        {
            bool isObstacle = current == CellType.Obstacle;
            _native.TrySetCell(gridX, gridY, isObstacle ? _typeBefore : CellType.Obstacle);
            _typeBefore = isObstacle ? CellType.Walkable : current;
        }

        /// <summary>The type of the node's cell; Walkable or Obstacle if the node belongs to no grid.</summary>
        internal CellType CellType => _native != null && _native.TryGetCell(
            gridX, gridY, out CellType current) ? current : _type.ToCellType();

        internal bool IsAttachedTo(PathGrid native) => ReferenceEquals(_native, native);

        /// <summary>Binds the node to its cell of a native grid, which holds the type from now on.</summary>
        internal void Attach(PathGrid native)
        {
            _native = native;
            _typeBefore = CellType.Walkable;
        }
    }
}
