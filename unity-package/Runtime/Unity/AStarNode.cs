using UnityEngine;

namespace GridStar
{
    /// <summary>
    /// A cell of a <see cref="BaseGrid"/>, and its place on the path that was found through it last. One thread per grid.
    /// </summary>
    public class AStarNode
    {
        /// <summary>Column, growing along world x.</summary>
        public int gridX;

        /// <summary>Row, growing along world z.</summary>
        public int gridY;

        /// <summary>Center of the cell.</summary>
        public Vector3 worldPos;

        /// <summary>
        /// Estimated cost to the end of the path. Like <see cref="g"/> and <see cref="parent"/> it is right on the nodes of the path
        /// that was found last; on other nodes it is what some search left there.
        /// </summary>
        public float h;

        /// <summary>Cost from the start of the path.</summary>
        public float g;

        /// <summary>The node before this one on the path; null on the first one.</summary>
        public AStarNode parent;

        /// <summary>The grid whose cell this node stands for; null while no BaseGrid has taken it in.</summary>
        private PathGrid _native;

        /// <summary>The type as it was last set or read here.</summary>
        private E_Node_Type _type;

        /// <summary>A node that belongs to no grid until it is put into <see cref="BaseGrid.grids"/>.</summary>
        /// <param name="gridX">Column.</param>
        /// <param name="gridY">Row.</param>
        /// <param name="worldPos">Center of the cell.</param>
        /// <param name="type">Whether the cell can be entered.</param>
        public AStarNode(int gridX, int gridY, Vector3 worldPos, E_Node_Type type)
        {
            this.gridX = gridX;
            this.gridY = gridY;
            this.worldPos = worldPos;
            _type = type;
        }

        /// <summary><see cref="g"/> + <see cref="h"/>.</summary>
        public float F
        {
            get { return g + h; }
        }

        /// <summary>
        /// Whether the cell can be entered. Setting it changes the grid, and the next search knows. A node whose grid was disposed or
        /// initialized anew keeps a value of its own.
        /// </summary>
        public E_Node_Type type
        {
            get
            {
                CellType current;
                if (_native != null && _native.TryGetCell(gridX, gridY, out current))
                {
                    _type = current.ToNodeType();
                }
                return _type;
            }

            set
            {
                _type = value;
                if (_native != null)
                {
                    _native.TrySetCell(gridX, gridY, value.ToCellType());
                }
            }
        }

        internal bool IsAttachedTo(PathGrid native)
        {
            return ReferenceEquals(_native, native);
        }

        /// <summary>From now on the cell of the native grid is the node's type.</summary>
        internal void Attach(PathGrid native)
        {
            _native = native;
        }
    }
}
