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
        public static bool operator ==(CellRect left, CellRect right)
        {
            return left.Equals(right);
        }

        /// <summary>Whether the rectangles differ.</summary>
        public static bool operator !=(CellRect left, CellRect right)
        {
            return !left.Equals(right);
        }

        /// <summary>Whether the cell lies in the rectangle.</summary>
        public bool Contains(GridCell cell)
        {
            return cell.X >= X && cell.Y >= Y && cell.X - (long)X < Width && cell.Y - (long)Y < Height;
        }

        /// <summary>Whether both are the same rectangle.</summary>
        public bool Equals(CellRect other)
        {
            return X == other.X && Y == other.Y && Width == other.Width && Height == other.Height;
        }

        /// <summary>Whether the object is the same rectangle.</summary>
        public override bool Equals(object obj)
        {
            return obj is CellRect && Equals((CellRect)obj);
        }

        /// <summary>A hash of corner and size.</summary>
        public override int GetHashCode()
        {
            return unchecked((new GridCell(X, Y).GetHashCode() * 31) ^ ((Width * 73856093) + Height));
        }

        /// <summary>"(x, y, width x height)".</summary>
        public override string ToString()
        {
            return "(" + X + ", " + Y + ", " + Width + " x " + Height + ")";
        }
    }
}
