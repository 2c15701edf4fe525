using System.Runtime.InteropServices;

namespace GridStar
{
    /// <summary>A cell as a <see cref="SearchStepper"/> sees it. Costs are on the scale of the query's costs.</summary>
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
        public GridCell Cell
        {
            get { return new GridCell(x, y); }
        }

        /// <summary>How far the search has come with it.</summary>
        public SearchCellState State
        {
            get { return (SearchCellState)state; }
        }

        /// <summary>What it was when the search began.</summary>
        public CellType Type
        {
            get { return (CellType)cell_type; }
        }

        /// <summary>Cost of the best way to it so far; 0 while it is unseen.</summary>
        public double G
        {
            get { return g; }
        }

        /// <summary>Estimate of what is left; 0 while it is unseen.</summary>
        public double H
        {
            get { return h; }
        }

        /// <summary>G + weight * H, in every order; 0 while it is unseen.</summary>
        public double F
        {
            get { return f; }
        }

        /// <summary>Whether another cell lies before it on its best way: not at the start and not while it is unseen.</summary>
        public bool HasParent
        {
            get { return parent_dx != 0 || parent_dy != 0; }
        }

        /// <summary>The step from it to the cell before it, in columns: -1, 0 or 1.</summary>
        public int ParentDx
        {
            get { return parent_dx; }
        }

        /// <summary>The same, in rows.</summary>
        public int ParentDy
        {
            get { return parent_dy; }
        }

        /// <summary>The cell before it on its best way; itself where <see cref="HasParent"/> is false.</summary>
        public GridCell Parent
        {
            get { return new GridCell(x + parent_dx, y + parent_dy); }
        }
    }
}
