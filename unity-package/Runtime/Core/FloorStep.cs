using System.Runtime.InteropServices;

namespace GridStar
{
    /// <summary>A cell of a path through floors, and the link that led to it.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct FloorStep
    {
        // GridstarFloorStep of gridstar.h.
        private readonly uint _floor;
        private readonly int _x;
        private readonly int _y;
        private readonly uint _link;

        /// <summary>A cell, and the link to it from the cell before; 0 for none.</summary>
        public FloorStep(FloorCell cell, int link)
        {
            _floor = unchecked((uint)cell.Floor);
            _x = cell.Cell.X;
            _y = cell.Cell.Y;
            _link = unchecked((uint)link);
        }

        /// <summary>Number of the floor.</summary>
        public int Floor => unchecked((int)_floor);

        /// <summary>The cell on that floor.</summary>
        public GridCell Cell => new GridCell(_x, _y);

        /// <summary>The cell together with its floor.</summary>
        public FloorCell FloorCell => new FloorCell(Floor, Cell);

        /// <summary>
        /// The link from the path's previous cell to this one; 0 for a step within the floor and for the first cell.
        /// </summary>
        public int Link => unchecked((int)_link);

        /// <summary>"floor 1 (x, y)", followed by the link if there is one.</summary>
        public override string ToString() => Link == 0 ? FloorCell.ToString() : FloorCell + " by link " + Link;
    }
}
