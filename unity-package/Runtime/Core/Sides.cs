using System;

namespace GridStar
{
    /// <summary>Sides of a rectangle of cells, for <see cref="PathGrid.SetPassages(CellRect, Sides,
    /// Passage)"/>.</summary>
    [Flags]
    public enum Sides
    {
        // GRIDSTAR_SIDE_ constants of gridstar.h.

        /// <summary>No side.</summary>
        None = 0,

        /// <summary>Where X is larger than in the rectangle.</summary>
        Right = 1,

        /// <summary>Where X is smaller.</summary>
        Left = 2,

        /// <summary>Where Y is larger.</summary>
        Up = 4,

        /// <summary>Where Y is smaller.</summary>
        Down = 8,

        /// <summary>All around.</summary>
        All = Right | Left | Up | Down,
    }
}
