using System.Runtime.InteropServices;

namespace GridStar
{
    /// <summary>
    /// The state of a cell in a <see cref="SearchStepper"/>. Costs are on the scale of the query's costs.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct SearchCell
    {
        // GridstarSearchCell of gridstar.h.
        private readonly double g;
        private readonly double h;
        private readonly double f;
        private readonly int x;
        private readonly int y;
        private readonly uint state;
        private readonly int parent_dx;
        private readonly int parent_dy;
        private readonly uint cell_type;

        /// <summary>The cell.</summary>
        public GridCell Cell => new GridCell(x, y);

        /// <summary>Whether the cell is unseen, open or closed.</summary>
        public SearchCellState State => (SearchCellState)state;

        /// <summary>The cell's type at the beginning of the search.</summary>
        public CellType Type => (CellType)cell_type;

        /// <summary>g: cost of the best way to the cell so far; 0 while unseen.</summary>
        public double G => g;

        /// <summary>h: estimate of the remaining cost; 0 while unseen.</summary>
        public double H => h;

        /// <summary>G + weight * H under every algorithm; 0 while unseen.</summary>
        public double F => f;

        /// <summary>
        /// Whether the cell has a parent: the cell before it on its best way. The start and unseen cells have none.
        /// </summary>
        public bool HasParent => parent_dx != 0 || parent_dy != 0;

        /// <summary>Columns from the cell to its parent: -1, 0 or 1.</summary>
        public int ParentDx => parent_dx;

        /// <summary>Rows from the cell to its parent: -1, 0 or 1.</summary>
        public int ParentDy => parent_dy;

        /// <summary>The parent; the cell itself if <see cref="HasParent"/> is false.</summary>
        public GridCell Parent => new GridCell(x + parent_dx, y + parent_dy);
    }
}
