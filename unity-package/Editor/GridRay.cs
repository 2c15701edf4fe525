using UnityEngine;

namespace GridStar.Editor
{
    /// <summary>Finds the cells that the mouse points at.</summary>
    internal static class GridRay
    {
        /// <summary>The cell under a ray. False, if the ray misses the grid.</summary>
        internal static bool TryGetCell(PathGrid grid, Ray ray, out GridCell cell)
        {
            cell = default(GridCell);
            return TryGetPoint(grid, ray, out Vector3 point) && grid.TryGetCellAt(point, out cell);
        }

        /// <summary>Where a ray meets the plane of a grid. False, if it does not.</summary>
        internal static bool TryGetPoint(PathGrid grid, Ray ray, out Vector3 point)
        {
            GridFrame frame = new GridFrame(grid);
            float toward = Vector3.Dot(ray.direction, frame.Normal);
            float distance = toward == 0f ? -1f : -frame.HeightOf(ray.origin) / toward;
            point = ray.origin + ray.direction * distance;
            return distance >= 0f;
        }
    }
}
