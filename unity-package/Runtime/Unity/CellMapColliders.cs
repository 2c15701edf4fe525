using System;
using UnityEngine;

namespace GridStar
{
    /// <summary>
    /// Obstacles from colliders: each cell is asked whether a shape around its center overlaps one. Unity's main thread only.
    /// </summary>
    /// <remarks>
    /// 3D colliders are asked in batches on Unity's worker threads where there are such commands (2022.2 and later), with the same
    /// answers. Touching counts as overlapping: a shape as large as the cell also meets a wall that ends at the cell's edge, a
    /// smaller one does not.
    /// </remarks>
    public static class CellMapColliders
    {
        /// <summary>A sphere as wide as a cell around each center, as <see cref="BaseGrid"/> does it.</summary>
        /// <param name="map">Gets the obstacles, in addition to those it has.</param>
        /// <param name="grid">Says where the cells lie; of the map's size. It is not changed.</param>
        /// <param name="layers">The layers whose colliders are obstacles.</param>
        /// <exception cref="ArgumentNullException">The map or the grid is null.</exception>
        /// <exception cref="ArgumentException">The grid is of another size than the map.</exception>
        public static CellMap AddColliders(this CellMap map, PathGrid grid, LayerMask layers)
        {
            return AddColliders(map, grid, layers, grid == null ? 0f : grid.CellSize / 2);
        }

        /// <summary>A sphere around each center.</summary>
        /// <param name="map">Gets the obstacles, in addition to those it has.</param>
        /// <param name="grid">Says where the cells lie; of the map's size. It is not changed.</param>
        /// <param name="layers">The layers whose colliders are obstacles.</param>
        /// <param name="radius">In world units: finite, above 0. More than half a cell keeps a distance from walls.</param>
        /// <param name="triggers">Whether triggers are obstacles. Default: as set in the physics settings.</param>
        /// <exception cref="ArgumentNullException">The map or the grid is null.</exception>
        /// <exception cref="ArgumentException">The grid is of another size than the map.</exception>
        /// <exception cref="ArgumentOutOfRangeException">The radius is not above 0.</exception>
        public static CellMap AddColliders(
            this CellMap map,
            PathGrid grid,
            LayerMask layers,
            float radius,
            QueryTriggerInteraction triggers = QueryTriggerInteraction.UseGlobal)
        {
            CellCenters centers = new CellCenters(map, grid);
            RefuseExtent(radius, nameof(radius));
            ColliderProbe.Spheres(radius, layers, triggers).Mark(map, centers);
            return map;
        }

        /// <summary>A box around each center, along the world's axes.</summary>
        /// <param name="map">Gets the obstacles, in addition to those it has.</param>
        /// <param name="grid">Says where the cells lie; of the map's size. It is not changed.</param>
        /// <param name="layers">The layers whose colliders are obstacles.</param>
        /// <param name="halfExtents">Half the box's sides in world units: each finite, above 0.</param>
        /// <param name="triggers">Whether triggers are obstacles. Default: as set in the physics settings.</param>
        /// <exception cref="ArgumentNullException">The map or the grid is null.</exception>
        /// <exception cref="ArgumentException">The grid is of another size than the map.</exception>
        /// <exception cref="ArgumentOutOfRangeException">A side is not above 0.</exception>
        public static CellMap AddColliders(
            this CellMap map,
            PathGrid grid,
            LayerMask layers,
            Vector3 halfExtents,
            QueryTriggerInteraction triggers = QueryTriggerInteraction.UseGlobal)
        {
            CellCenters centers = new CellCenters(map, grid);
            RefuseExtent(Mathf.Min(halfExtents.x, Mathf.Min(halfExtents.y, halfExtents.z)), nameof(halfExtents));
            RefuseExtent(halfExtents.x + halfExtents.y + halfExtents.z, nameof(halfExtents));
            ColliderProbe.Boxes(halfExtents, layers, triggers).Mark(map, centers);
            return map;
        }

        /// <summary>A box around each center, for 2D colliders; for grids of the XY plane. Triggers count as set in the 2D physics settings.</summary>
        /// <param name="map">Gets the obstacles, in addition to those it has.</param>
        /// <param name="grid">Says where the cells lie; of the map's size and in the XY plane. It is not changed.</param>
        /// <param name="layers">The layers whose colliders are obstacles.</param>
        /// <param name="size">The box's sides in world units: each finite, above 0. Nine tenths of a cell leave its neighbors out.</param>
        /// <exception cref="ArgumentNullException">The map or the grid is null.</exception>
        /// <exception cref="ArgumentException">The grid is of another size than the map, or not in the XY plane.</exception>
        /// <exception cref="ArgumentOutOfRangeException">A side is not above 0.</exception>
        public static CellMap AddColliders2D(this CellMap map, PathGrid grid, LayerMask layers, Vector2 size)
        {
            CellCenters centers = new CellCenters(map, grid);
            if (grid.Plane != GridPlane.XY)
            {
                throw new ArgumentException("2D colliders lie in the XY plane, and the grid in " + grid.Plane + ".", nameof(grid));
            }
            RefuseExtent(Mathf.Min(size.x, size.y), nameof(size));
            RefuseExtent(size.x + size.y, nameof(size));
            for (int i = 0; i < map.Count; i++)
            {
                Vector3 center = centers.At(i);
                if (Physics2D.OverlapBox(new Vector2(center.x, center.y), size, 0f, layers) != null)
                {
                    map.Close(i % map.Width, i / map.Width);
                }
            }
            return map;
        }

        private static void RefuseExtent(float extent, string parameter)
        {
            if (!(extent > 0f) || float.IsInfinity(extent))
            {
                throw new ArgumentOutOfRangeException(parameter, extent, "An extent must be a finite number above 0.");
            }
        }
    }
}
