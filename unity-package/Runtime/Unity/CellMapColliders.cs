using System;
using UnityEngine;

namespace GridStar
{
    /// <summary>
    /// Adds obstacles from colliders: a cell becomes an obstacle, or a cell of another type, if a shape around its
    /// center overlaps a collider. Unity's main thread only. An argument that is null throws
    /// <see cref="ArgumentNullException"/>.
    /// </summary>
    /// <remarks>
    /// <para>From Unity 2022.2 on, worker threads test 3D colliders in batches, with the same result.</para>
    /// <para>Touching counts as overlapping. A shape as large as the cell also meets a wall that ends at the cell's
    /// edge; a smaller shape does not.</para>
    /// <para>A shape misses what lies beside it: a sphere misses a post at the corner of its cell, and a shape of nine
    /// tenths a thin wall between two cells. A box of 0.98 cells misses only what reaches into the cell by less than a
    /// hundredth of it.</para>
    /// </remarks>
    public static class CellMapColliders
    {
        /// <summary>Tests a sphere as wide as a cell around each center, as <see cref="BaseGrid"/> does.</summary>
        /// <param name="map">The map that receives the type. Other cells keep theirs.</param>
        /// <param name="grid">Gives the cells' place in the world. It has the map's size and is not changed.</param>
        /// <exception cref="ArgumentException">The grid's size is not the map's.</exception>
        public static CellMap AddColliders(this CellMap map, PathGrid grid, LayerMask layers)
            => AddColliders(map, grid, layers, grid == null ? 0f : grid.CellSize / 2);

        /// <summary>Tests a sphere around each center.</summary>
        /// <param name="map">The map that receives the type. Other cells keep theirs.</param>
        /// <param name="grid">Gives the cells' place in the world. It has the map's size and is not changed.</param>
        /// <param name="radius">In world units: finite, above 0. More than half a cell keeps paths away from
        /// walls.</param>
        /// <param name="triggers">Whether triggers count. Default: the physics settings decide.</param>
        /// <exception cref="ArgumentException">The grid's size is not the map's.</exception>
        /// <exception cref="ArgumentOutOfRangeException">The radius is not above 0.</exception>
        public static CellMap AddColliders(
            this CellMap map,
            PathGrid grid,
            LayerMask layers,
            float radius,
            QueryTriggerInteraction triggers = QueryTriggerInteraction.UseGlobal,
            CellType type = CellType.Obstacle)
        {
            CellCenters centers = new CellCenters(map, grid);
            RefuseExtent(radius, nameof(radius));
            ColliderProbe.Spheres(radius, layers, triggers).Mark(map, centers, CellRects.All(map), type);
            return map;
        }

        /// <summary>
        /// Tests a box around each center, along the world's axes; on a turned grid along the grid's own. There x of
        /// the half extents is along the columns, and y in the XZ plane, or z in the XY plane, across the grid.
        /// </summary>
        /// <param name="map">The map that receives the type. Other cells keep theirs.</param>
        /// <param name="grid">Gives the cells' place in the world. It has the map's size and is not changed.</param>
        /// <param name="halfExtents">Half the box's sides in world units: each finite, above 0.</param>
        /// <param name="triggers">Whether triggers count. Default: the physics settings decide.</param>
        /// <exception cref="ArgumentException">The grid's size is not the map's.</exception>
        /// <exception cref="ArgumentOutOfRangeException">A side is not above 0.</exception>
        public static CellMap AddColliders(
            this CellMap map,
            PathGrid grid,
            LayerMask layers,
            Vector3 halfExtents,
            QueryTriggerInteraction triggers = QueryTriggerInteraction.UseGlobal,
            CellType type = CellType.Obstacle)
        {
            CellCenters centers = new CellCenters(map, grid);
            RefuseExtent(Mathf.Min(halfExtents.x, Mathf.Min(halfExtents.y, halfExtents.z)), nameof(halfExtents));
            RefuseExtent(halfExtents.x + halfExtents.y + halfExtents.z, nameof(halfExtents));
            ColliderProbe.Boxes(halfExtents, layers, triggers).Mark(map, centers, CellRects.All(map), type);
            return map;
        }

        /// <summary>
        /// Tests a box around each center against 2D colliders, on grids of the XY plane. On a turned grid its first
        /// side is along the columns. The 2D physics settings decide whether triggers count.
        /// </summary>
        /// <param name="map">The map that receives the type. Other cells keep theirs.</param>
        /// <param name="grid">Gives the cells' place in the world. It lies in the XY plane, has the map's size and is
        /// not changed.</param>
        /// <param name="size">The box's sides in world units: each finite, above 0. At nine tenths of a cell, it does
        /// not touch colliders of the neighbor cells.</param>
        /// <exception cref="ArgumentException">The grid's size is not the map's, or the grid is not in the XY
        /// plane.</exception>
        /// <exception cref="ArgumentOutOfRangeException">A side is not above 0.</exception>
        public static CellMap AddColliders2D(
            this CellMap map, PathGrid grid, LayerMask layers, Vector2 size, CellType type = CellType.Obstacle)
        {
            CellCenters centers = new CellCenters(map, grid);
            Mark2D(map, grid, centers, CellRects.All(map), layers, size, type);
            return map;
        }

        /// <summary>Tests a shape that takes a share of the cell around each center of a rectangle.</summary>
        internal static void AddColliders(
            CellMap map,
            PathGrid grid,
            CellCenters centers,
            CellRect rect,
            LayerMask layers,
            ObstacleShape shape,
            float share,
            CellType type)
        {
            const QueryTriggerInteraction Triggers = QueryTriggerInteraction.UseGlobal;
            float size = share * grid.CellSize;
            switch (shape)
            {
                case ObstacleShape.Box:
                    RefuseExtent(size / 2, "halfExtents");
                    ColliderProbe.Boxes(centers.Probe.HalfExtents(share), layers, Triggers)
                        .Mark(map, centers, rect, type);
                    break;
                case ObstacleShape.Auto:
                    AddColliders(map, grid, centers, rect, layers, ObstacleShape.Box, share, type);
                    if (grid.Plane == GridPlane.XY)
                    {
                        AddColliders(map, grid, centers, rect, layers, ObstacleShape.Box2D, share, type);
                    }
                    break;
                case ObstacleShape.Box2D:
                    Mark2D(map, grid, centers, rect, layers, centers.Probe.Size2D(share), type);
                    break;
                default:
                    RefuseExtent(size / 2, "radius");
                    ColliderProbe.Spheres(size / 2, layers, Triggers).Mark(map, centers, rect, type);
                    break;
            }
        }

        private static void Mark2D(
            CellMap map,
            PathGrid grid,
            CellCenters centers,
            CellRect rect,
            LayerMask layers,
            Vector2 size,
            CellType type)
        {
            if (grid.Plane != GridPlane.XY)
            {
                string message = "2D colliders lie in the XY plane, but the grid lies in " + grid.Plane + ".";
                throw new ArgumentException(message, nameof(grid));
            }
            RefuseExtent(Mathf.Min(size.x, size.y), nameof(size));
            RefuseExtent(size.x + size.y, nameof(size));
            float angle = centers.Probe.Angle;
            for (int i = 0; i < rect.Count(); i++)
            {
                Vector3 center = centers.At(rect, i);
                if (Physics2D.OverlapBox(new Vector2(center.x, center.y), size, angle, layers) != null)
                {
                    map.Set(rect.X + i % rect.Width, rect.Y + i / rect.Width, type);
                }
            }
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
