using System;
using System.Runtime.InteropServices;

namespace GridStar
{
    /// <summary>
    /// A cell by its column and row. (0, 0) lies at the grid's origin. A cell may lie outside any grid.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct GridCell : IEquatable<GridCell>
    {
        // GridstarCell of gridstar.h.

        /// <summary>Column. It grows along the world's x axis.</summary>
        public readonly int X;

        /// <summary>Row. It grows along the second axis of the grid's plane.</summary>
        public readonly int Y;

        /// <summary>A cell by its column and row.</summary>
        public GridCell(int x, int y)
        {
            X = x;
            Y = y;
        }

        /// <summary>Whether both are the same cell.</summary>
        public static bool operator ==(GridCell left, GridCell right) => left.Equals(right);

        /// <summary>Whether the cells differ.</summary>
        public static bool operator !=(GridCell left, GridCell right) => !left.Equals(right);

        /// <summary>Whether both are the same cell.</summary>
        public bool Equals(GridCell other) => X == other.X && Y == other.Y;

        /// <summary>Whether the object is the same cell.</summary>
        public override bool Equals(object obj) => obj is GridCell other && Equals(other);

        /// <summary>A hash that spreads neighboring cells well.</summary>
        public override int GetHashCode() => unchecked((X * 73856093) ^ (Y * 19349663));

        /// <summary>"(x, y)".</summary>
        public override string ToString() => "(" + X + ", " + Y + ")";
    }
}
