using System;

namespace GridStar
{
    /// <summary>A cell of one floor of <see cref="PathFloors"/>.</summary>
    public struct FloorCell : IEquatable<FloorCell>
    {
        /// <summary>Number of the floor, counted from 0.</summary>
        public readonly int Floor;

        /// <summary>The cell on that floor.</summary>
        public readonly GridCell Cell;

        /// <summary>A cell of a floor.</summary>
        public FloorCell(int floor, GridCell cell)
        {
            Floor = floor;
            Cell = cell;
        }

        /// <summary>The cell of a floor in column <paramref name="x"/> and row <paramref name="y"/>.</summary>
        public FloorCell(int floor, int x, int y)
            : this(floor, new GridCell(x, y))
        {
        }

        /// <summary>Whether both are the same cell of the same floor.</summary>
        public static bool operator ==(FloorCell left, FloorCell right) => left.Equals(right);

        /// <summary>Whether cell or floor differ.</summary>
        public static bool operator !=(FloorCell left, FloorCell right) => !left.Equals(right);

        /// <summary>Whether both are the same cell of the same floor.</summary>
        public bool Equals(FloorCell other) => Floor == other.Floor && Cell == other.Cell;

        /// <summary>Whether the object is the same cell of the same floor.</summary>
        public override bool Equals(object obj) => obj is FloorCell other && Equals(other);

        /// <summary>A hash that spreads neighboring cells and floors well.</summary>
        public override int GetHashCode() => unchecked(Cell.GetHashCode() ^ (Floor * 83492791));

        /// <summary>"floor 1 (x, y)".</summary>
        public override string ToString() => "floor " + Floor + " " + Cell;
    }
}
