using System;
using System.Collections.Generic;
using UnityEngine;
using UnityEngine.Tilemaps;

namespace GridStar
{
    /// <summary>Reads grids, obstacles and terrain from tilemaps. Unity's main thread only.</summary>
    public static class CellMapTilemap
    {
        /// <summary>Largest distance between two positions that count as equal, as a share of a cell.</summary>
        private const float Tolerance = 0.001f;

        /// <summary>
        /// Settings of a grid over a tilemap's bounds, cell for cell. CompressBounds shrinks bounds that are too large.
        /// </summary>
        /// <exception cref="ArgumentNullException">The tilemap is null.</exception>
        /// <exception cref="ArgumentException">The tilemap has no cells, or its cells are not squares along world x and
        /// along world y or z. Hexagonal, isometric, oblong, spaced, rotated and mirrored cells have no place on a
        /// grid.</exception>
        public static PathGridSettings ToSettings(this Tilemap tilemap)
        {
            if (tilemap == null)
            {
                throw new ArgumentNullException(nameof(tilemap));
            }
            BoundsInt bounds = tilemap.cellBounds;
            if (bounds.size.x < 1 || bounds.size.y < 1)
            {
                throw new ArgumentException("The tilemap has no tiles.", nameof(tilemap));
            }
            Vector3 origin = tilemap.CellToWorld(bounds.min);
            Vector3 column = tilemap.CellToWorld(bounds.min + new Vector3Int(1, 0, 0)) - origin;
            Vector3 row = tilemap.CellToWorld(bounds.min + new Vector3Int(0, 1, 0)) - origin;
            float size = column.x;
            bool isXY = row.y > row.z;
            Vector3 expectedRow = isXY ? new Vector3(0f, size, 0f) : new Vector3(0f, 0f, size);
            if (!(size > 0f) || !AreNear(column, new Vector3(size, 0f, 0f), size) || !AreNear(row, expectedRow, size))
            {
                string steps = "The tilemap's next column is " + column + " away, its next row " + row + ".";
                string message = "The cells of a grid are squares along the world's axes. " + steps;
                throw new ArgumentException(message, nameof(tilemap));
            }
            return new PathGridSettings
            {
                Width = bounds.size.x,
                Height = bounds.size.y,
                CellSize = size,
                Plane = isXY ? GridPlane.XY : GridPlane.XZ,
                OriginX = origin.x,
                OriginY = origin.y,
                OriginZ = origin.z,
            };
        }

        /// <summary>
        /// Adds obstacles from a tilemap. Reads all its tiles in one call, which allocates an array of them.
        /// </summary>
        /// <param name="map">The map that receives the obstacles. It keeps those it has.</param>
        /// <param name="grid">Gives the cells' place in the world. It has the map's size and is not changed. Create it
        /// with <see cref="ToSettings"/> of this tilemap, or of another one with the same cells.</param>
        /// <param name="tilemap">The tilemap. Its tiles count at any z.</param>
        /// <param name="tilesAreObstacles">True: tiles are obstacles, as for walls. False: cells without a tile are
        /// obstacles, as for floors.</param>
        /// <exception cref="ArgumentNullException">An argument is null.</exception>
        /// <exception cref="ArgumentException">The grid's size is not the map's, or the cells of grid and tilemap do
        /// not coincide.</exception>
        public static CellMap AddTiles(this CellMap map, PathGrid grid, Tilemap tilemap, bool tilesAreObstacles = true)
        {
            TileBase[] tiles = TilesUnder(map, grid, tilemap);
            for (int i = 0; i < map.Count; i++)
            {
                if ((TopTile(tiles, i, map.Count) != null) == tilesAreObstacles)
                {
                    map.Set(i % map.Width, i / map.Width, CellType.Obstacle);
                }
            }
            return map;
        }

        /// <summary>
        /// Gives all cells that have a tile one type: for tilemaps that each hold one terrain. Reads all tiles in one
        /// call, which allocates an array of them.
        /// </summary>
        /// <param name="map">The map that receives the type. Cells without a tile keep theirs.</param>
        /// <param name="grid">As in the overload for obstacles.</param>
        /// <param name="tilemap">The tilemap. Its tiles count at any z.</param>
        /// <param name="type">The type that the cells get.</param>
        /// <exception cref="ArgumentNullException">An argument is null.</exception>
        /// <exception cref="ArgumentException">The grid's size is not the map's, or the cells of grid and tilemap do
        /// not coincide.</exception>
        public static CellMap AddTiles(this CellMap map, PathGrid grid, Tilemap tilemap, CellType type)
        {
            TileBase[] tiles = TilesUnder(map, grid, tilemap);
            for (int i = 0; i < map.Count; i++)
            {
                if (TopTile(tiles, i, map.Count) != null)
                {
                    map.Set(i % map.Width, i / map.Width, type);
                }
            }
            return map;
        }

        /// <summary>
        /// Gives cells the types of their tiles: for tilemaps that hold several terrains. Reads all tiles in one call,
        /// which allocates an array of them.
        /// </summary>
        /// <param name="map">The map that receives the types. Cells without a tile keep theirs.</param>
        /// <param name="grid">As in the overload for obstacles.</param>
        /// <param name="tilemap">The tilemap. Of several tiles above each other, the one with the highest z
        /// counts.</param>
        /// <param name="typeOfTile">The type of each tile asset.</param>
        /// <exception cref="ArgumentNullException">An argument is null.</exception>
        /// <exception cref="ArgumentException">The grid's size is not the map's, the cells of grid and tilemap do not
        /// coincide, or a tile has no type. The message names the tile and its cell. The map stays as it
        /// was.</exception>
        public static CellMap AddTiles(
            this CellMap map, PathGrid grid, Tilemap tilemap, IDictionary<TileBase, CellType> typeOfTile)
        {
            TileBase[] tiles = TilesUnder(map, grid, tilemap);
            if (typeOfTile == null)
            {
                throw new ArgumentNullException(nameof(typeOfTile));
            }
            for (int i = 0; i < map.Count; i++)
            {
                TileBase tile = TopTile(tiles, i, map.Count);
                if (tile != null && !typeOfTile.ContainsKey(tile))
                {
                    string message = "The tile \"" + tile.name + "\" has no type; it lies in cell ";
                    message += new GridCell(i % map.Width, i / map.Width) + ".";
                    throw new ArgumentException(message, nameof(typeOfTile));
                }
            }
            for (int i = 0; i < map.Count; i++)
            {
                TileBase tile = TopTile(tiles, i, map.Count);
                if (tile != null)
                {
                    map.Set(i % map.Width, i / map.Width, typeOfTile[tile]);
                }
            }
            return map;
        }

        /// <summary>The tiles at the map's cells, row by row, for each z from the lowest on.</summary>
        private static TileBase[] TilesUnder(CellMap map, PathGrid grid, Tilemap tilemap)
        {
            if (map == null)
            {
                throw new ArgumentNullException(nameof(map));
            }
            map.RefuseOtherSize(grid);
            return tilemap == null
                ? throw new ArgumentNullException(nameof(tilemap))
                : tilemap.GetTilesBlock(BlockUnder(grid, tilemap));
        }

        /// <summary>The tile with the highest z in a cell; null without one.</summary>
        private static TileBase TopTile(TileBase[] tiles, int index, int count)
        {
            for (int i = index + tiles.Length - count; i >= 0; i -= count)
            {
                if (tiles[i] != null)
                {
                    return tiles[i];
                }
            }
            return null;
        }

        /// <summary>The tilemap's cells under those of the grid, at every z that has tiles.</summary>
        private static BoundsInt BlockUnder(PathGrid grid, Tilemap tilemap)
        {
            Vector3Int first = tilemap.WorldToCell(grid.GetCellCenter(new GridCell(0, 0)));
            BoundsInt bounds = tilemap.cellBounds;
            Vector3Int low = new Vector3Int(first.x, first.y, bounds.min.z);
            Vector3Int beyond = low + new Vector3Int(grid.Width, grid.Height, 0);
            Vector3 corner = grid.GetCellCorner(new GridCell(0, 0));
            Vector3 opposite = grid.GetCellCorner(new GridCell(grid.Width, grid.Height));
            Vector3 side = grid.GetCellCorner(new GridCell(grid.Width, 0));
            bool isOnGrid = IsAt(grid, tilemap, low, corner)
                && IsAt(grid, tilemap, beyond, opposite)
                && IsAt(grid, tilemap, low + new Vector3Int(grid.Width, 0, 0), side);
            if (!isOnGrid)
            {
                string message = "The cells of the tilemap and of the grid do not coincide.";
                throw new ArgumentException(message, nameof(tilemap));
            }
            return new BoundsInt(low, new Vector3Int(grid.Width, grid.Height, Math.Max(1, bounds.size.z)));
        }

        /// <summary>
        /// Whether a corner of the tilemap coincides with one of the grid. Off the plane they may differ.
        /// </summary>
        private static bool IsAt(PathGrid grid, Tilemap tilemap, Vector3Int cell, Vector3 corner)
        {
            Vector3 difference = tilemap.CellToWorld(cell) - corner;
            Vector3 inPlane = grid.Plane == GridPlane.XZ
                ? new Vector3(difference.x, 0f, difference.z)
                : new Vector3(difference.x, difference.y, 0f);
            // Rounding errors grow with the number of cells from the origin.
            return AreNear(inPlane, Vector3.zero, grid.CellSize * (1 + (grid.Width + grid.Height) * Tolerance));
        }

        private static bool AreNear(Vector3 one, Vector3 other, float size)
        {
            return (one - other).sqrMagnitude <= (Tolerance * size) * (Tolerance * size);
        }
    }
}
