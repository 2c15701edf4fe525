using System;
using UnityEngine;
using UnityEngine.Tilemaps;

namespace GridStar
{
    /// <summary>
    /// Converts between the cells of a grid and those of a tilemap, which begin at <c>cellBounds.min</c> and may be
    /// negative. Unity's main thread only. An argument that is null throws <see cref="ArgumentNullException"/>.
    /// </summary>
    public static class TilemapCells
    {
        /// <summary>How far cells of grid and tilemap may lie apart, as a share of a cell.</summary>
        private const float Tolerance = 0.01f;

        /// <summary>More than the rounding of two computed positions, as a share of their coordinates: 2^-21.</summary>
        private const float Rounding = 1f / (1 << 21);

        /// <summary>The tilemap's cell at a cell of the grid, at z = 0: for SetTile and GetTile.</summary>
        /// <param name="grid">The grid, for example one made with <see cref="CellMapTilemap.ToSettings(Tilemap)"/>.
        /// </param>
        /// <param name="cell">The cell. It may lie outside the grid.</param>
        /// <param name="tilemap">The tilemap.</param>
        /// <exception cref="ArgumentException">The cells of grid and tilemap do not coincide.</exception>
        public static Vector3Int ToTilemapCell(this PathGrid grid, GridCell cell, Tilemap tilemap)
        {
            Vector3Int first = FirstUnder(grid, tilemap);
            return new Vector3Int(first.x + cell.X, first.y + cell.Y, 0);
        }

        /// <summary>
        /// The grid's cell at a cell of the tilemap, at any z. It may lie outside the grid:
        /// <see cref="PathGrid.Contains"/> tells.
        /// </summary>
        /// <param name="grid">The grid, for example one made with <see cref="CellMapTilemap.ToSettings(Tilemap)"/>.
        /// </param>
        /// <param name="cell">The tilemap's cell, as WorldToCell and SetTile know it.</param>
        /// <param name="tilemap">The tilemap.</param>
        /// <exception cref="ArgumentException">The cells of grid and tilemap do not coincide.</exception>
        public static GridCell ToGridCell(this PathGrid grid, Vector3Int cell, Tilemap tilemap)
        {
            Vector3Int first = FirstUnder(grid, tilemap);
            return new GridCell(cell.x - first.x, cell.y - first.y);
        }

        /// <summary>The tilemap's cell, at z = 0, under the grid's cell (0, 0).</summary>
        internal static Vector3Int FirstUnder(PathGrid grid, Tilemap tilemap)
        {
            if (grid == null)
            {
                throw new ArgumentNullException(nameof(grid));
            }
            if (tilemap == null)
            {
                throw new ArgumentNullException(nameof(tilemap));
            }
            Vector3Int first = tilemap.WorldToCell(grid.GetCellCenter(new GridCell(0, 0)));
            first = new Vector3Int(first.x, first.y, 0);
            bool isOnGrid = IsAt(grid, new GridCell(0, 0), tilemap, first)
                && IsAt(grid, new GridCell(grid.Width, grid.Height), tilemap, first)
                && IsAt(grid, new GridCell(grid.Width, 0), tilemap, first);
            if (!isOnGrid)
            {
                string message = "The cells of the tilemap and of the grid do not coincide.";
                throw new ArgumentException(message, nameof(tilemap));
            }
            return first;
        }

        /// <summary>Whether two positions are one, up to rounding and a share of a cell.</summary>
        internal static bool AreNear(Vector3 one, Vector3 other, float cellSize, float share)
        {
            float rounding = (Largest(one) + Largest(other)) * Rounding;
            float reach = Mathf.Min(share * cellSize + rounding, cellSize / 4f);
            return Largest(one - other) <= reach;
        }

        /// <summary>Whether corners of two tilemaps are one. Off the plane they may differ.</summary>
        internal static bool AreAt(
            Tilemap one, Vector3Int cell, Tilemap other, Vector3Int otherCell, bool isXY, float cellSize)
        {
            Vector3 position = one.CellToWorld(cell);
            return AreNear(InPlaneOf(position, other.CellToWorld(otherCell), isXY), position, cellSize, Tolerance);
        }

        /// <summary>
        /// Whether a corner of the grid is one of the tilemap, counted from the tilemap's first cell. Off the plane
        /// they may differ.
        /// </summary>
        private static bool IsAt(PathGrid grid, GridCell cell, Tilemap tilemap, Vector3Int first)
        {
            Vector3 corner = grid.GetCellCorner(cell);
            Vector3 position = tilemap.CellToWorld(first + new Vector3Int(cell.X, cell.Y, 0));
            bool isXY = grid.Plane == GridPlane.XY;
            return AreNear(InPlaneOf(corner, position, isXY), corner, grid.CellSize, Tolerance);
        }

        /// <summary>A position moved, across the plane, into the plane of another one.</summary>
        private static Vector3 InPlaneOf(Vector3 other, Vector3 position, bool isXY) => isXY
            ? new Vector3(position.x, position.y, other.z)
            : new Vector3(position.x, other.y, position.z);

        private static float Largest(Vector3 vector)
            => Mathf.Max(Mathf.Abs(vector.x), Mathf.Max(Mathf.Abs(vector.y), Mathf.Abs(vector.z)));
    }
}
