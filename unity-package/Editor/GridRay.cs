using UnityEngine;

namespace GridStar.Editor
{
    /// <summary>Finds the cells that the mouse points at.</summary>
    internal static class GridRay
    {
        /// <summary>The cell under a ray. False, if the ray misses the grid.</summary>
        internal static bool TryGetCell(PathGrid grid, Ray ray, out GridCell cell)
        {
            GridFrame frame = new GridFrame(grid);
            float toward = Vector3.Dot(ray.direction, frame.Normal);
            float distance = toward == 0f ? -1f : -frame.HeightOf(ray.origin) / toward;
            cell = default(GridCell);
            return distance >= 0f && grid.TryGetCellAt(ray.origin + ray.direction * distance, out cell);
        }
    }
}
