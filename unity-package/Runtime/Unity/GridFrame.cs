using UnityEngine;

namespace GridStar
{
    /// <summary>
    /// The place of a grid with Unity's types. A frame is a copy: a grid that moves later has another one.
    /// </summary>
    internal struct GridFrame
    {
        /// <summary>The lowest corner of cell (0, 0).</summary>
        internal readonly Vector3 Origin;

        /// <summary>The vector from a cell to the next column.</summary>
        internal readonly Vector3 Column;

        /// <summary>The vector from a cell to the next row.</summary>
        internal readonly Vector3 Row;

        /// <summary>
        /// Across the grid, with a length of 1: of both directions, the one nearer to +y if the grid is nearer to the
        /// XZ plane, else the one nearer to +z.
        /// </summary>
        internal readonly Vector3 Normal;

        internal readonly GridPlane Plane;

        internal readonly CellLayout Layout;

        /// <summary>The distance of the two nearer opposite edges of a cell.</summary>
        internal readonly float CellSize;

        /// <summary>Vectors whose dot products with a way are its columns and rows.</summary>
        private readonly Vector3 _perColumn;
        private readonly Vector3 _perRow;

        internal GridFrame(PathGrid grid)
            : this(grid.Place, grid.Plane, grid.CellSize, grid.Layout)
        {
        }

        /// <summary>Square cells in a plane of the world, from the world's origin on.</summary>
        internal static GridFrame InPlane(GridPlane plane, float cellSize)
            => new GridFrame(GridPlace.InPlane(plane, cellSize, 0f, 0f, 0f), plane, cellSize);

        internal GridFrame(
            GridPlace place, GridPlane plane, float cellSize, CellLayout layout = CellLayout.Square)
        {
            Origin = new Vector3(place.OriginX, place.OriginY, place.OriginZ);
            Column = new Vector3(place.ColumnAxisX, place.ColumnAxisY, place.ColumnAxisZ);
            Row = new Vector3(place.RowAxisX, place.RowAxisY, place.RowAxisZ);
            Plane = plane;
            Layout = layout;
            CellSize = cellSize;
            Vector3 across = Vector3.Cross(Row, Column);
            float area = across.magnitude;
            across = area > 0f ? across / area : across;
            float up = plane == GridPlane.XZ ? across.y : across.z;
            Normal = up < 0f ? across * -1f : across;
            _perColumn = area > 0f ? Vector3.Cross(across, Row) / area : Vector3.zero;
            _perRow = area > 0f ? Vector3.Cross(Column, across) / area : Vector3.zero;
        }

        /// <summary>A frame by its origin and axes. Axes without an area give a cell size of 0.</summary>
        internal GridFrame(Vector3 origin, Vector3 column, Vector3 row, CellLayout layout = CellLayout.Square)
            : this(
                GridPlaceUnityExtensions.ToGridPlace(origin, column, row),
                IsFlat(Vector3.Cross(row, column)) ? GridPlane.XZ : GridPlane.XY,
                LeastWidth(column, row),
                layout)
        {
        }

        /// <summary>The center of a cell. It may lie outside the grid.</summary>
        internal Vector3 CenterOf(int x, int y)
        {
            Vector2 shift = Layout.ShiftOf(x, y);
            return Origin + Column * (x + 0.5f + shift.x) + Row * (y + 0.5f + shift.y);
        }

        /// <summary>A way in columns and rows as a vector in the world.</summary>
        internal Vector3 InWorld(Vector2 cells) => Column * cells.x + Row * cells.y;

        /// <summary>The vector from the center of a cell to that of another one.</summary>
        internal Vector3 WayBetween(GridCell from, GridCell to)
        {
            Vector2 start = Layout.ShiftOf(from.X, from.Y);
            Vector2 end = Layout.ShiftOf(to.X, to.Y);
            return Column * (to.X - from.X + end.x - start.x) + Row * (to.Y - from.Y + end.y - start.y);
        }

        private static bool IsFlat(Vector3 across) => Mathf.Abs(across.y) >= Mathf.Abs(across.z);

        private static float LeastWidth(Vector3 column, Vector3 row)
        {
            float longer = Mathf.Max(column.magnitude, row.magnitude);
            return longer > 0f ? Vector3.Cross(row, column).magnitude / longer : 0f;
        }

        /// <summary>A vector in the world as columns and rows, which need not be whole numbers.</summary>
        internal Vector2 ToCells(Vector3 way) => new Vector2(Vector3.Dot(way, _perColumn), Vector3.Dot(way, _perRow));

        /// <summary>How far a box along the world's axes reaches to each side of its center, in columns and
        /// rows.</summary>
        internal Vector2 ReachInCells(Vector3 extents)
            => new Vector2(Reach(_perColumn, extents), Reach(_perRow, extents));

        /// <summary>How far a box along the world's axes reaches above its center.</summary>
        internal float ReachAcross(Vector3 extents) => Reach(Normal, extents);

        /// <summary>Whether another frame has the same axes, wherever it begins.</summary>
        internal bool IsAlong(GridFrame other) => Column.Equals(other.Column) && Row.Equals(other.Row);

        /// <summary>How high a position is above the grid.</summary>
        internal float HeightOf(Vector3 position) => Vector3.Dot(position - Origin, Normal);

        /// <summary>The part of a way that runs in the grid.</summary>
        internal Vector3 InPlane(Vector3 way) => way - Normal * Vector3.Dot(way, Normal);

        private static float Reach(Vector3 direction, Vector3 extents)
            => Mathf.Abs(direction.x) * extents.x + Mathf.Abs(direction.y) * extents.y
                + Mathf.Abs(direction.z) * extents.z;
    }
}
