using System;
using UnityEngine;

namespace GridStar
{
    /// <summary>
    /// Places of grids on Unity's transforms. Unity's main thread only. An argument that is null throws
    /// <see cref="ArgumentNullException"/>.
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
        /// <param name="layout">The layout of the grid's cells: regular hexagons, or squares.</param>
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
