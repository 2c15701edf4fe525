using System;
using UnityEngine;

namespace GridStar
{
    /// <summary>
    /// Places of grids on Unity's transforms, which take Unity's main thread, and with Unity's vectors, on any thread.
    /// An argument that is null throws <see cref="ArgumentNullException"/>.
    /// </summary>
    public static class GridPlaceUnityExtensions
    {
        /// <summary>
        /// Lays the grid on a transform: its origin at the position, its axes rotated and scaled as the transform
        /// scales, with the plane and the cell size of the settings in the transform's own space.
        /// </summary>
        /// <remarks>
        /// The place is that of the call. <see cref="PathGridComponent.FollowTransform"/> and
        /// <see cref="PathGrid.SetPlace"/> move a grid with its transform.
        /// </remarks>
        /// <param name="settings">Their <see cref="PathGridSettings.Place"/> is set; their origin counts nothing
        /// then.</param>
        /// <param name="transform">The transform. A scale of 0 gives a place that creating the grid refuses.</param>
        /// <returns>The settings.</returns>
        public static PathGridSettings FromTransform(this PathGridSettings settings, Transform transform)
        {
            if (settings == null)
            {
                throw new ArgumentNullException(nameof(settings));
            }
            settings.Place = transform.ToGridPlace(settings.Plane, settings.CellSize, settings.Layout);
            return settings;
        }

        /// <summary>The place of a grid on a transform, for <see cref="PathGrid.SetPlace"/>.</summary>
        /// <param name="transform">Its position is the lowest corner of cell (0, 0).</param>
        /// <param name="plane">The plane of the transform's own space in which the grid lies.</param>
        /// <param name="cellSize">Side of a cell in the transform's own space; of hexagons, the distance of
        /// neighbors.</param>
        public static GridPlace ToGridPlace(
            this Transform transform,
            GridPlane plane = GridPlane.XZ,
            float cellSize = 1f,
            CellLayout layout = CellLayout.Square)
        {
            if (transform == null)
            {
                throw new ArgumentNullException(nameof(transform));
            }
            Axes(plane, cellSize, layout, out Vector3 column, out Vector3 row);
            return ToGridPlace(
                transform.position, transform.TransformVector(column), transform.TransformVector(row));
        }

        /// <summary>
        /// The world position of a point of a grid of squares that is given in cells, as <see cref="PathCrowd"/> gives
        /// positions: the center of cell (2, 3) is (2.5, 3.5).
        /// </summary>
        /// <param name="cells">Column and row with their fractions. They may lie outside the grid.</param>
        public static Vector3 CellsToWorld(this GridPlace place, Vector2 cells)
        {
            double x = cells.x;
            double y = cells.y;
            return new Vector3(
                (float)(place.OriginX + x * place.ColumnAxisX + y * place.RowAxisX),
                (float)(place.OriginY + x * place.ColumnAxisY + y * place.RowAxisY),
                (float)(place.OriginZ + x * place.ColumnAxisZ + y * place.RowAxisZ));
        }

        /// <summary>
        /// The point of a grid of squares at a world position, in cells: the other way of <see cref="CellsToWorld"/>.
        /// How far the position is off the grid's plane does not count.
        /// </summary>
        public static Vector2 WorldToCells(this GridPlace place, Vector3 position)
        {
            double dx = (double)position.x - place.OriginX;
            double dy = (double)position.y - place.OriginY;
            double dz = (double)position.z - place.OriginZ;
            double alongColumn = dx * place.ColumnAxisX + dy * place.ColumnAxisY + dz * place.ColumnAxisZ;
            double alongRow = dx * place.RowAxisX + dy * place.RowAxisY + dz * place.RowAxisZ;
            double columns = Square(place.ColumnAxisX, place.ColumnAxisY, place.ColumnAxisZ);
            double rows = Square(place.RowAxisX, place.RowAxisY, place.RowAxisZ);
            double both = (double)place.ColumnAxisX * place.RowAxisX + (double)place.ColumnAxisY * place.RowAxisY
                + (double)place.ColumnAxisZ * place.RowAxisZ;
            double area = columns * rows - both * both;
            return new Vector2(
                (float)((alongColumn * rows - alongRow * both) / area),
                (float)((alongRow * columns - alongColumn * both) / area));
        }

        private static double Square(double x, double y, double z) => x * x + y * y + z * z;

        /// <summary>A place in a plane of the world: of regular hexagons, or of squares.</summary>
        internal static GridPlace InPlane(Vector3 origin, GridPlane plane, float cellSize, CellLayout layout)
        {
            Axes(plane, cellSize, layout, out Vector3 column, out Vector3 row);
            return ToGridPlace(origin, column, row);
        }

        private static void Axes(
            GridPlane plane, float cellSize, CellLayout layout, out Vector3 column, out Vector3 row)
        {
            // Lines of hexagons lie nearer to each other than the hexagons of a line: the square root of 3/4.
            float lines = (float)(cellSize * 0.86602540378443864676);
            bool shiftsColumns = layout.ShiftsColumns();
            float width = shiftsColumns ? lines : cellSize;
            float height = layout == CellLayout.Square || shiftsColumns ? cellSize : lines;
            bool isXZ = plane == GridPlane.XZ;
            column = new Vector3(width, 0f, 0f);
            row = new Vector3(0f, isXZ ? 0f : height, isXZ ? height : 0f);
        }

        /// <summary>A place by its origin and its axes.</summary>
        internal static GridPlace ToGridPlace(Vector3 origin, Vector3 column, Vector3 row)
            => new GridPlace(origin.x, origin.y, origin.z, column.x, column.y, column.z, row.x, row.y, row.z);
    }
}
