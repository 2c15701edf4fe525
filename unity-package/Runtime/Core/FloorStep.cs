using System.Runtime.InteropServices;

namespace GridStar
{
    /// <summary>A cell of a path through floors, and how the path comes to it.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct FloorStep
    {
        // GridstarFloorStep of gridstar.h.
        private readonly uint _floor;
        private readonly int _x;
        private readonly int _y;
        private readonly uint _link;

        /// <summary>A cell, and the link that leads to it from the one before; 0 for none.</summary>
        public FloorStep(FloorCell cell, int link)
        {
            _floor = unchecked((uint)cell.Floor);
            _x = cell.Cell.X;
            _y = cell.Cell.Y;
            _link = unchecked((uint)link);
        }

        /// <summary>Number of the floor.</summary>
        public int Floor
        {
            get { return unchecked((int)_floor); }
        }

        /// <summary>The cell on that floor.</summary>
        public GridCell Cell
        {
            get { return new GridCell(_x, _y); }
        }

        /// <summary>The cell with its floor.</summary>
        public FloorCell FloorCell
        {
            get { return new FloorCell(Floor, Cell); }
        }

        /// <summary>
        /// The link that leads from the cell before to this one; 0 for a step within the floor, and for the path's first cell.
        /// </summary>
        public int Link
        {
            get { return unchecked((int)_link); }
        }

        /// <summary>"floor 1 (x, y)", and the link where there is one.</summary>
        public override string ToString()
        {
            return Link == 0 ? FloorCell.ToString() : FloorCell + " by link " + Link;
        }
    }
}
