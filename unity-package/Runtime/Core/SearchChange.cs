using System.Runtime.InteropServices;

namespace GridStar
{
    /// <summary>One change that an expansion of a <see cref="SearchStepper"/> made.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct SearchChange
    {
        // GridstarSearchChange of gridstar.h.
        private readonly int x;
        private readonly int y;
        private readonly uint kind;
        private readonly uint expansion;

        /// <summary>The changed cell.</summary>
        public GridCell Cell => new GridCell(x, y);

        /// <summary>Effect of the expansion on the cell.</summary>
        public SearchChangeKind Kind => (SearchChangeKind)kind;

        /// <summary>
        /// Number of the expansion, counted from 1 since the search began. 0 for the start, which is added at the
        /// beginning.
        /// </summary>
        public int Expansion => (int)expansion;

        /// <summary>"Added (x, y)".</summary>
        public override string ToString() => Kind + " " + Cell;
    }
}
