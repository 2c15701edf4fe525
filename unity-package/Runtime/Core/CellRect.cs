using System;

namespace GridStar
{
    /// <summary>A rectangle of cells by its lowest corner and its size. An empty one has no cells.</summary>
    public struct CellRect : IEquatable<CellRect>
    {
        /// <summary>First column.</summary>
        public readonly int X;

        /// <summary>First row.</summary>
        public readonly int Y;

        /// <summary>Number of columns.</summary>
        public readonly int Width;

        /// <summary>Number of rows.</summary>
        public readonly int Height;

        /// <summary>A rectangle by its lowest corner and its size.</summary>
        /// <exception cref="ArgumentOutOfRangeException">A size is negative.</exception>
        public CellRect(int x, int y, int width, int height)
        {
            if (width < 0 || height < 0)
            {
                throw new ArgumentOutOfRangeException(
                    width < 0 ? nameof(width) : nameof(height), "A rectangle's size must not be negative.");
            }
            X = x;
            Y = y;
            Width = width;
            Height = height;
        }

        /// <summary>Whether both are the same rectangle.</summary>
        public static bool operator ==(CellRect left, CellRect right) => left.Equals(right);

        /// <summary>Whether the rectangles differ.</summary>
        public static bool operator !=(CellRect left, CellRect right) => !left.Equals(right);

        /// <summary>Whether the cell lies in the rectangle.</summary>
        public bool Contains(GridCell cell)
            => cell.X >= X && cell.Y >= Y && cell.X - (long)X < Width && cell.Y - (long)Y < Height;

        /// <summary>Whether both are the same rectangle.</summary>
        public bool Equals(CellRect other)
            => X == other.X && Y == other.Y && Width == other.Width && Height == other.Height;

        /// <summary>Whether the object is the same rectangle.</summary>
        public override bool Equals(object obj) => obj is CellRect other && Equals(other);

        /// <summary>A hash of corner and size.</summary>
        public override int GetHashCode()
            => unchecked((new GridCell(X, Y).GetHashCode() * 31) ^ ((Width * 73856093) + Height));

        /// <summary>"(x, y, width x height)".</summary>
        public override string ToString() => "(" + X + ", " + Y + ", " + Width + " x " + Height + ")";
    }
}
