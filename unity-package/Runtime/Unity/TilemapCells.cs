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
            GridFrame frame = new GridFrame(grid);
            Vector3 center = frame.CenterOf(0, 0);
            Vector3Int first = CellAt(center, Flat(tilemap.WorldToCell(center)), tilemap, frame);
            // The next row and column too, of which one may be shifted.
            bool isOnGrid = IsAt(frame, 0, 0, tilemap, first)
                && IsAt(frame, grid.Width, grid.Height, tilemap, first)
                && IsAt(frame, grid.Width, 0, tilemap, first)
                && IsAt(frame, 0, 1, tilemap, first)
                && IsAt(frame, 1, 0, tilemap, first);
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

        /// <summary>The cell at z = 0.</summary>
        internal static Vector3Int Flat(Vector3Int cell) => new Vector3Int(cell.x, cell.y, 0);

        /// <summary>
        /// The tilemap's cell, at z = 0, whose center is nearest to a position, from a cell on. The tilemap's own
        /// WorldToCell may miss it: it takes positions across the plane for another z.
        /// </summary>
        internal static Vector3Int CellAt(Vector3 position, Vector3Int from, Tilemap tilemap, GridFrame frame)
        {
            // The first step comes near, and the second one is exact: axes far from the world's origin are rounded.
            // Over hexagons, the first one finds the row, and the second one comes near along it.
            for (int i = 0; i < 3; i++)
            {
                Vector2 way = frame.ToCells(position - tilemap.GetCellCenterWorld(from));
                from += new Vector3Int(Rounded(way.x), Rounded(way.y), 0);
            }
            return from;
        }

        /// <summary>
        /// Whether the centers of two cells are one, up to rounding. Across the plane they may differ.
        /// </summary>
        internal static bool AreAt(Vector3 one, Vector3 other, GridFrame frame)
            => AreNear(other + frame.Normal * Vector3.Dot(one - other, frame.Normal), one, frame.CellSize, Tolerance);

        /// <summary>
        /// Whether the center of a cell of the grid is that of the tilemap's cell, counted from the tilemap's first
        /// cell.
        /// </summary>
        private static bool IsAt(GridFrame frame, int x, int y, Tilemap tilemap, Vector3Int first)
            => AreAt(
                frame.CenterOf(x, y), tilemap.GetCellCenterWorld(first + new Vector3Int(x, y, 0)), frame);

        /// <summary>Clamped to numbers that an int holds.</summary>
        private static int Rounded(float along) => Mathf.RoundToInt(Mathf.Max(-1e9f, Mathf.Min(along, 1e9f)));

        private static float Largest(Vector3 vector)
            => Mathf.Max(Mathf.Abs(vector.x), Mathf.Max(Mathf.Abs(vector.y), Mathf.Abs(vector.z)));
    }
}
