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
            settings.Place = transform.ToGridPlace(settings.Plane, settings.CellSize);
            return settings;
        }

        /// <summary>The place of a grid on a transform, for <see cref="PathGrid.SetPlace"/>.</summary>
        /// <param name="transform">Its position is the lowest corner of cell (0, 0).</param>
        /// <param name="plane">The plane of the transform's own space in which the grid lies.</param>
        /// <param name="cellSize">Side of a cell in the transform's own space.</param>
        public static GridPlace ToGridPlace(
            this Transform transform, GridPlane plane = GridPlane.XZ, float cellSize = 1f)
        {
            if (transform == null)
            {
                throw new ArgumentNullException(nameof(transform));
            }
            bool isXZ = plane == GridPlane.XZ;
            Vector3 column = transform.TransformVector(new Vector3(cellSize, 0f, 0f));
            Vector3 row = transform.TransformVector(new Vector3(0f, isXZ ? 0f : cellSize, isXZ ? cellSize : 0f));
            return ToGridPlace(transform.position, column, row);
        }

        /// <summary>A place by its origin and its axes.</summary>
        internal static GridPlace ToGridPlace(Vector3 origin, Vector3 column, Vector3 row)
            => new GridPlace(origin.x, origin.y, origin.z, column.x, column.y, column.z, row.x, row.y, row.z);
    }
}
