using System;

namespace GridStar
{
    /// <summary>
    /// Where a grid lies in the world: an origin, and the vectors from a cell to the next column and to the next row.
    /// The lowest corner of cell (0, 0) lies at the origin, and the center of cell (x, y) at
    /// origin + (x + 1/2) * column axis + (y + 1/2) * row axis.
    /// </summary>
    /// <remarks>
    /// The axes may be rotated, mirrored or skewed, have different lengths, and lie in any plane. Not legal are axes of
    /// 0 and parallel axes, and places at which 32-bit positions can't tell the cells of a grid apart: a grid with
    /// perpendicular axes within 262,144 lengths of the shorter axis from the world's origin never is.
    /// </remarks>
    public struct GridPlace : IEquatable<GridPlace>
    {
        /// <summary>World x of the lowest corner of cell (0, 0).</summary>
        public readonly float OriginX;

        /// <summary>World y of the lowest corner of cell (0, 0).</summary>
        public readonly float OriginY;

        /// <summary>World z of the lowest corner of cell (0, 0).</summary>
        public readonly float OriginZ;

        /// <summary>World x of the vector from a cell to the next column.</summary>
        public readonly float ColumnAxisX;

        /// <summary>World y of the vector from a cell to the next column.</summary>
        public readonly float ColumnAxisY;

        /// <summary>World z of the vector from a cell to the next column.</summary>
        public readonly float ColumnAxisZ;

        /// <summary>World x of the vector from a cell to the next row.</summary>
        public readonly float RowAxisX;

        /// <summary>World y of the vector from a cell to the next row.</summary>
        public readonly float RowAxisY;

        /// <summary>World z of the vector from a cell to the next row.</summary>
        public readonly float RowAxisZ;

        /// <summary>A place by its origin and axes, each as x, y, z.</summary>
        public GridPlace(
            float originX,
            float originY,
            float originZ,
            float columnAxisX,
            float columnAxisY,
            float columnAxisZ,
            float rowAxisX,
            float rowAxisY,
            float rowAxisZ)
        {
            OriginX = originX;
            OriginY = originY;
            OriginZ = originZ;
            ColumnAxisX = columnAxisX;
            ColumnAxisY = columnAxisY;
            ColumnAxisZ = columnAxisZ;
            RowAxisX = rowAxisX;
            RowAxisY = rowAxisY;
            RowAxisZ = rowAxisZ;
        }

        /// <summary>Square cells in a plane of the world.</summary>
        public static GridPlace InPlane(GridPlane plane, float cellSize, float originX, float originY, float originZ)
        {
            bool isXZ = plane == GridPlane.XZ;
            float y = isXZ ? 0f : cellSize;
            float z = isXZ ? cellSize : 0f;
            return new GridPlace(originX, originY, originZ, cellSize, 0f, 0f, 0f, y, z);
        }

        internal GridPlace(ref GridstarPlace place)
            : this(
                place.origin_x,
                place.origin_y,
                place.origin_z,
                place.column_axis_x,
                place.column_axis_y,
                place.column_axis_z,
                place.row_axis_x,
                place.row_axis_y,
                place.row_axis_z)
        {
        }

        /// <summary>Whether both are the same place.</summary>
        public static bool operator ==(GridPlace left, GridPlace right) => left.Equals(right);

        /// <summary>Whether the places differ.</summary>
        public static bool operator !=(GridPlace left, GridPlace right) => !left.Equals(right);

        /// <summary>Whether both are the same place.</summary>
        public bool Equals(GridPlace other)
        {
            bool isOrigin = OriginX == other.OriginX && OriginY == other.OriginY && OriginZ == other.OriginZ;
            bool isColumn = ColumnAxisX == other.ColumnAxisX
                && ColumnAxisY == other.ColumnAxisY
                && ColumnAxisZ == other.ColumnAxisZ;
            bool isRow = RowAxisX == other.RowAxisX && RowAxisY == other.RowAxisY && RowAxisZ == other.RowAxisZ;
            return isOrigin && isColumn && isRow;
        }

        /// <summary>Whether the object is the same place.</summary>
        public override bool Equals(object obj) => obj is GridPlace other && Equals(other);

        /// <summary>A hash of all numbers.</summary>
        public override int GetHashCode()
        {
            unchecked
            {
                int hash = OriginX.GetHashCode() * 31 + OriginY.GetHashCode();
                hash = (hash * 31 + OriginZ.GetHashCode()) * 31 + ColumnAxisX.GetHashCode();
                hash = (hash * 31 + ColumnAxisY.GetHashCode()) * 31 + ColumnAxisZ.GetHashCode();
                hash = (hash * 31 + RowAxisX.GetHashCode()) * 31 + RowAxisY.GetHashCode();
                return hash * 31 + RowAxisZ.GetHashCode();
            }
        }

        /// <summary>"origin (x, y, z), columns (x, y, z), rows (x, y, z)".</summary>
        public override string ToString()
            => "origin " + Text(OriginX, OriginY, OriginZ)
                + ", columns " + Text(ColumnAxisX, ColumnAxisY, ColumnAxisZ)
                + ", rows " + Text(RowAxisX, RowAxisY, RowAxisZ);

        /// <summary>Whether an axis is not 0.</summary>
        internal bool HasAxes
            => ColumnAxisX != 0f || ColumnAxisY != 0f || ColumnAxisZ != 0f || RowAxisX != 0f || RowAxisY != 0f
                || RowAxisZ != 0f;

        /// <summary>Whether the cells are something else than squares along two axes of the world.</summary>
        internal bool IsTurned
        {
            get
            {
                bool isAlongX = ColumnAxisX > 0f && ColumnAxisY == 0f && ColumnAxisZ == 0f && RowAxisX == 0f;
                bool isUp = RowAxisY == ColumnAxisX && RowAxisZ == 0f;
                bool isAhead = RowAxisZ == ColumnAxisX && RowAxisY == 0f;
                return !(isAlongX && (isUp || isAhead));
            }
        }

        internal GridstarPlace ToNative()
        {
            GridstarPlace place;
            place.struct_size = GridstarPlace.Size;
            place.origin_x = OriginX;
            place.origin_y = OriginY;
            place.origin_z = OriginZ;
            place.column_axis_x = ColumnAxisX;
            place.column_axis_y = ColumnAxisY;
            place.column_axis_z = ColumnAxisZ;
            place.row_axis_x = RowAxisX;
            place.row_axis_y = RowAxisY;
            place.row_axis_z = RowAxisZ;
            return place;
        }

        private static string Text(float x, float y, float z) => "(" + x + ", " + y + ", " + z + ")";
    }
}
