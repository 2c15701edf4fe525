using System;
using System.Collections.Generic;
using UnityEngine;
using UnityEngine.Tilemaps;

namespace GridStar
{
    /// <summary>
    /// Reads grids, obstacles and terrain from tilemaps. Unity's main thread only. An argument that is null throws
    /// <see cref="ArgumentNullException"/>.
    /// </summary>
    public static class CellMapTilemap
    {
        /// <summary>How far a tilemap's cells may be from squares, as a share of a cell.</summary>
        private const float Tolerance = 0.001f;

        /// <summary>
        /// Settings of a grid over a tilemap's bounds, cell for cell: of a rectangular, hexagonal or isometric tilemap,
        /// rotated, scaled, with gaps and with any swizzle. CompressBounds shrinks bounds that are too large.
        /// </summary>
        /// <remarks>
        /// Centers of cells are those of the tilemap's GetCellCenterWorld. Square cells along the world's axes have a
        /// plane and a cell size; all others a <see cref="PathGridSettings.Place"/>. Hexagons have shifted rows, also
        /// those with a side on top: a Tilemap swaps the axes of these in the world, and X is upwards.
        /// The walls alone may have smaller bounds than the ground. Tiles that are painted outside the bounds later lie
        /// outside the grid. The overload with further tilemaps takes the bounds of all.
        /// </remarks>
        /// <exception cref="ArgumentException">The tilemap has no cells, or its cells have no area.</exception>
        public static PathGridSettings ToSettings(this Tilemap tilemap)
        {
            if (tilemap == null)
            {
                throw new ArgumentNullException(nameof(tilemap));
            }
            BoundsInt bounds = tilemap.cellBounds;
            return Settings(tilemap, bounds.min, bounds.max);
        }

        /// <summary>
        /// Settings of a grid over the bounds of several tilemaps: the smallest one that has all their cells, for
        /// example those of the ground and of the walls.
        /// </summary>
        /// <param name="others">Tilemaps with the same cells, such as those below the same Grid. Those without tiles
        /// are skipped.</param>
        /// <exception cref="ArgumentException">No tilemap has cells, their cells do not coincide, or they have no place
        /// on a grid, as for one tilemap.</exception>
        public static PathGridSettings ToSettings(this Tilemap tilemap, params Tilemap[] others)
        {
            if (tilemap == null)
            {
                throw new ArgumentNullException(nameof(tilemap));
            }
            if (others == null)
            {
                throw new ArgumentNullException(nameof(others));
            }
            Vector3Int low = tilemap.cellBounds.min;
            Vector3Int high = tilemap.cellBounds.max;
            foreach (Tilemap other in others)
            {
                if (other == null)
                {
                    throw new ArgumentNullException(nameof(others));
                }
                if (!HasCells(other.cellBounds.min, other.cellBounds.max))
                {
                    continue;
                }
                Vector3Int offset = OffsetOf(other, tilemap);
                Vector3Int otherLow = other.cellBounds.min + offset;
                Vector3Int otherHigh = other.cellBounds.max + offset;
                bool isFirst = !HasCells(low, high);
                low = isFirst ? otherLow : Vector3Int.Min(low, otherLow);
                high = isFirst ? otherHigh : Vector3Int.Max(high, otherHigh);
            }
            return Settings(tilemap, low, high);
        }

        private static bool HasCells(Vector3Int low, Vector3Int high) => low.x < high.x && low.y < high.y;

        /// <summary>The offset from a cell of one tilemap to the same cell of another one, at any z.</summary>
        private static Vector3Int OffsetOf(Tilemap one, Tilemap other)
        {
            Vector3Int low = TilemapCells.Flat(one.cellBounds.min);
            Vector3Int high = TilemapCells.Flat(one.cellBounds.max);
            GridFrame frame = FrameOf(other, low, high, nameof(other));
            Vector3Int there = TilemapCells.CellAt(one.GetCellCenterWorld(low), low, other, frame);
            Vector3Int offset = there - low;
            // The next row too, which is shifted in one of two rows of hexagons.
            Vector3Int nextRow = low + new Vector3Int(0, 1, 0);
            foreach (Vector3Int cell in new[] { low, high, new Vector3Int(low.x, high.y, 0), nextRow })
            {
                if (!TilemapCells.AreAt(one.GetCellCenterWorld(cell), other.GetCellCenterWorld(cell + offset), frame))
                {
                    throw new ArgumentException("The cells of the tilemaps do not coincide.", "others");
                }
            }
            return offset;
        }

        /// <summary>
        /// The frame of a tilemap's cells from the cell <paramref name="low"/> on. Axes are measured from there to the
        /// cell <paramref name="high"/>, so that the rounding of positions does not add up from cell to cell.
        /// </summary>
        private static GridFrame FrameOf(Tilemap tilemap, Vector3Int low, Vector3Int high, string parameter)
        {
            bool isHexagonal = tilemap.cellLayout == GridLayout.CellLayout.Hexagon;
            int width = Math.Max(1, high.x - low.x);
            int height = Math.Max(1, high.y - low.y);
            // Every other row is shifted alike.
            height += isHexagonal ? height & 1 : 0;
            Vector3 center = tilemap.GetCellCenterWorld(low);
            Vector3 column = (tilemap.GetCellCenterWorld(low + new Vector3Int(width, 0, 0)) - center) / width;
            Vector3 row = (tilemap.GetCellCenterWorld(low + new Vector3Int(0, height, 0)) - center) / height;
            CellLayout layout = CellLayout.Square;
            if (isHexagonal)
            {
                Vector3 shift = tilemap.GetCellCenterWorld(low + new Vector3Int(0, 1, 0)) - center - row;
                layout = Vector3.Dot(shift, column) > 0f ? CellLayout.HexOddRows : CellLayout.HexEvenRows;
            }
            Vector2 first = layout.ShiftOf(0, 0);
            Vector3 origin = center - column * (0.5f + first.x) - row * (0.5f + first.y);
            GridFrame frame = new GridFrame(origin, column, row, layout);
            if (!(frame.CellSize > 0f))
            {
                string steps = "The tilemap's next column is " + column + " away, its next row " + row + ".";
                throw new ArgumentException("The cells of the tilemap have no area. " + steps, parameter);
            }
            return frame;
        }

        private static PathGridSettings Settings(Tilemap tilemap, Vector3Int low, Vector3Int high)
        {
            if (!HasCells(low, high))
            {
                throw new ArgumentException("The tilemap has no tiles.", nameof(tilemap));
            }
            low = TilemapCells.Flat(low);
            high = TilemapCells.Flat(high);
            GridFrame frame = FrameOf(tilemap, low, high, nameof(tilemap));
            Vector3 origin = tilemap.CellToWorld(low);
            Vector3 nextColumn = tilemap.CellToWorld(low + new Vector3Int(1, 0, 0));
            Vector3 nextRow = tilemap.CellToWorld(low + new Vector3Int(0, 1, 0));
            Vector3 row = nextRow - origin;
            bool isXY = row.y > row.z;
            float size = SizeOf(tilemap, origin, nextColumn);
            Vector3 up = isXY ? new Vector3(0f, size, 0f) : new Vector3(0f, 0f, size);
            bool isSquare = frame.Layout == CellLayout.Square
                && size > 0f
                && TilemapCells.AreNear(nextColumn, origin + new Vector3(size, 0f, 0f), size, Tolerance)
                && TilemapCells.AreNear(nextRow, origin + up, size, Tolerance)
                && TilemapCells.AreNear(frame.Origin, origin, size, Tolerance);
            if (!isSquare)
            {
                return new PathGridSettings
                {
                    Width = high.x - low.x,
                    Height = high.y - low.y,
                    Layout = frame.Layout,
                    Place = GridPlaceUnityExtensions.ToGridPlace(frame.Origin, frame.Column, frame.Row),
                };
            }
            return new PathGridSettings
            {
                Width = high.x - low.x,
                Height = high.y - low.y,
                CellSize = size,
                Plane = isXY ? GridPlane.XY : GridPlane.XZ,
                OriginX = origin.x,
                OriginY = origin.y,
                OriginZ = origin.z,
            };
        }

        /// <summary>
        /// The side of a cell as the Grid has it. The difference of two positions has the rounding of both, which adds
        /// up over many cells.
        /// </summary>
        private static float SizeOf(Tilemap tilemap, Vector3 origin, Vector3 nextColumn)
        {
            float measured = nextColumn.x - origin.x;
            float own = (tilemap.cellSize.x + tilemap.cellGap.x) * tilemap.transform.lossyScale.x;
            Vector3 expected = origin + new Vector3(own, 0f, 0f);
            // A Grid that swaps axes may scale the cell by another side of the transform.
            bool isOwn = own > 0f && TilemapCells.AreNear(nextColumn, expected, own, Tolerance);
            return isOwn ? own : measured;
        }

        /// <summary>
        /// Adds obstacles from a tilemap. Reads all its tiles in one call, which allocates an array of them.
        /// </summary>
        /// <param name="map">The map that receives the obstacles. It keeps those it has.</param>
        /// <param name="grid">Gives the cells' place in the world. It has the map's size and is not changed. Create it
        /// with <see cref="ToSettings(Tilemap)"/> of this tilemap, or of another one with the same cells.</param>
        /// <param name="tilemap">The tilemap. Its tiles count at any z.</param>
        /// <param name="tilesAreObstacles">True: tiles are obstacles, as for walls. False: cells without a tile are
        /// obstacles, as for floors.</param>
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
        /// <param name="tilemap">The tilemap. Its tiles count at any z.</param>
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
        /// <param name="tilemap">The tilemap. Of several tiles above each other, the one with the highest z
        /// counts.</param>
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
            Vector3Int first = TilemapCells.FirstUnder(grid, tilemap);
            BoundsInt bounds = tilemap.cellBounds;
            Vector3Int low = new Vector3Int(first.x, first.y, bounds.min.z);
            return new BoundsInt(low, new Vector3Int(grid.Width, grid.Height, Math.Max(1, bounds.size.z)));
        }
    }
}
