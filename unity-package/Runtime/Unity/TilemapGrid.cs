using System;
using System.Collections.Generic;
using UnityEngine;
using UnityEngine.Tilemaps;

namespace GridStar
{
    /// <summary>
    /// A <see cref="PathGrid"/> over tilemaps that is kept in step with their tiles: a wall that is torn down is one
    /// edit of one cell. Unity's main thread only; any thread may use the grid itself.
    /// </summary>
    /// <remarks>
    /// <para>Tilemaps of every layout: see <see cref="CellMapTilemap.ToSettings(Tilemap)"/>. All have the same cells,
    /// such as those below one Grid. The grid has the cells of all their bounds when it is made; tiles outside are
    /// ignored until <see cref="Rebuild"/>.</para>
    /// <para>A warm refresh allocates nothing. If the native library is missing when the object awakes, the component
    /// logs one error and sets <c>enabled</c> to false.</para>
    /// </remarks>
    [AddComponentMenu("GridStar/Tilemap Grid")]
    [DocumentationPage("tilemaps")]
    [DisallowMultipleComponent]
    public sealed class TilemapGrid : MonoBehaviour
    {
        /// <summary>Tilemaps of the ground. A cell on which none of them has a tile is an obstacle. Empty: all cells
        /// have ground.</summary>
        [Tooltip(
            "Tilemaps of the ground. A cell on which none of them has a tile is an obstacle. Empty: all cells have "
            + "ground.")]
        public List<Tilemap> Ground = new List<Tilemap>();

        /// <summary>
        /// Tilemaps whose tiles give cells a type. A later entry wins over an earlier one, walls over all of them.
        /// </summary>
        [Tooltip(
            "Tilemaps whose tiles give cells a type. A later entry wins over an earlier one, walls over all of "
            + "them.")]
        public List<TilemapTerrain> Terrain = new List<TilemapTerrain>();

        /// <summary>Tilemaps whose tiles are obstacles.</summary>
        [Tooltip("Tilemaps whose tiles are obstacles.")]
        public List<Tilemap> Walls = new List<Tilemap>();

        /// <summary>
        /// Whether the grid follows changed tiles by itself, from Unity 2022.2 on. In an earlier Unity, or if false,
        /// call <c>Refresh</c> after tiles have changed.
        /// </summary>
        [Tooltip(
            "Whether the grid follows changed tiles by itself, from Unity 2022.2 on. In an earlier Unity, or if "
            + "false, call Refresh after tiles have changed.")]
        public bool FollowTiles = true;

        /// <summary>When a diagonal step is allowed. Hexagons have none.</summary>
        [Tooltip("When a diagonal step is allowed. Hexagons have none.")]
        public DiagonalRule DiagonalRule = DiagonalRule.BothFree;

        private readonly List<Layer> _layers = new List<Layer>();
        private byte[] _types = new byte[64];
        private PathGrid _grid;

        /// <summary>A tilemap in use, and its cell under the grid's cell (0, 0).</summary>
        private struct Layer
        {
            internal Tilemap Tilemap;
            internal LayerUse Use;
            internal CellType Type;
            internal Vector3Int First;
        }

        private enum LayerUse
        {
            Ground,
            Terrain,
            Wall,
        }

        /// <summary>
        /// The grid, created when first read or when the object awakes. Destroying this component disposes it.
        /// </summary>
        /// <exception cref="ArgumentException">There is no tilemap with tiles, or their cells do not
        /// coincide.</exception>
        /// <exception cref="GridStarException">The native library is missing or has another ABI version.</exception>
        public PathGrid Grid
        {
            get
            {
                if (_grid == null)
                {
                    Rebuild();
                }
                return _grid;
            }
        }

        /// <summary>The grid if there is one.</summary>
        internal PathGrid MadeGrid => _grid;

        /// <summary>Creates a new grid over the bounds of all tilemaps, and disposes the old one.</summary>
        /// <exception cref="ArgumentException">There is no tilemap with tiles, or their cells do not coincide. The grid
        /// stays as it was.</exception>
        /// <exception cref="GridStarException">The native library is missing or has another ABI version.</exception>
        public void Rebuild()
        {
            List<Layer> layers = Layers();
            if (layers.Count == 0)
            {
                throw new ArgumentException("The component has no tilemap.", nameof(Ground));
            }
            Tilemap[] others = new Tilemap[layers.Count - 1];
            for (int i = 1; i < layers.Count; i++)
            {
                others[i - 1] = layers[i].Tilemap;
            }
            PathGridSettings settings = layers[0].Tilemap.ToSettings(others);
            if (settings.Layout == CellLayout.Square)
            {
                settings.DiagonalRule = DiagonalRule;
            }
            PathGrid grid = new PathGrid(settings);
            try
            {
                for (int i = 0; i < layers.Count; i++)
                {
                    Layer layer = layers[i];
                    layer.First = TilemapCells.FirstUnder(grid, layer.Tilemap);
                    layers[i] = layer;
                }
            }
            catch
            {
                grid.Dispose();
                throw;
            }
            DisposeGrid();
            _grid = grid;
            _layers.Clear();
            _layers.AddRange(layers);
            Refresh();
        }

        /// <summary>Reads all tiles anew and changes the cells that differ, in one edit.</summary>
        public void Refresh() => RefreshCells(0, 0, Grid.Width - 1, Grid.Height - 1);

        /// <summary>
        /// Reads the tiles at a cell anew. If the cell's type differs, it changes in one edit; changes that code made
        /// to the cell are lost.
        /// </summary>
        /// <param name="position">The cell of the first tilemap, at any z, as SetTile knows it. It may lie outside the
        /// grid.</param>
        public void Refresh(Vector3Int position) => Refresh(new BoundsInt(position, new Vector3Int(1, 1, 1)));

        /// <summary>Reads the tiles at a block of cells anew and changes the cells that differ, in one edit.</summary>
        /// <param name="bounds">Cells of the first tilemap, at any z. They may lie outside the grid.</param>
        public void Refresh(BoundsInt bounds)
        {
            PathGrid grid = Grid;
            Vector3Int low = bounds.min - _layers[0].First;
            Vector3Int high = bounds.max - _layers[0].First;
            RefreshCells(
                Math.Max(0, low.x),
                Math.Max(0, low.y),
                Math.Min(high.x, grid.Width) - 1,
                Math.Min(high.y, grid.Height) - 1);
        }

        private void Awake()
        {
            // Scripts that add this component give it its tilemaps later.
            if (_grid != null || Layers().Count == 0)
            {
                return;
            }
            try
            {
                Rebuild();
            }
            catch (GridStarException cause)
            {
                ComponentFailure.SwitchOff(this, cause);
            }
        }

#if UNITY_2022_2_OR_NEWER
        private void OnEnable() => Tilemap.tilemapTileChanged += OnTilesChanged;

        private void OnDisable() => Tilemap.tilemapTileChanged -= OnTilesChanged;

        private void OnTilesChanged(Tilemap tilemap, Tilemap.SyncTile[] tiles)
        {
            if (!FollowTiles || _grid == null || _grid.IsDisposed || tiles.Length == 0)
            {
                return;
            }
            foreach (Layer layer in _layers)
            {
                if (!ReferenceEquals(layer.Tilemap, tilemap))
                {
                    continue;
                }
                Vector3Int low = tiles[0].position;
                Vector3Int high = low;
                foreach (Tilemap.SyncTile tile in tiles)
                {
                    low = Vector3Int.Min(low, tile.position);
                    high = Vector3Int.Max(high, tile.position);
                }
                low -= layer.First;
                high -= layer.First;
                RefreshCells(
                    Math.Max(0, low.x),
                    Math.Max(0, low.y),
                    Math.Min(high.x, _grid.Width - 1),
                    Math.Min(high.y, _grid.Height - 1));
                return;
            }
        }
#endif

        private void OnDestroy() => DisposeGrid();

        /// <summary>The tilemaps that are set, in the order in which they win.</summary>
        private List<Layer> Layers()
        {
            List<Layer> layers = new List<Layer>();
            foreach (Tilemap tilemap in Ground)
            {
                Add(layers, tilemap, LayerUse.Ground, CellType.Walkable);
            }
            foreach (TilemapTerrain terrain in Terrain)
            {
                Add(layers, terrain.Tilemap, LayerUse.Terrain, (CellType)terrain.Type);
            }
            foreach (Tilemap tilemap in Walls)
            {
                Add(layers, tilemap, LayerUse.Wall, CellType.Obstacle);
            }
            return layers;
        }

        private static void Add(List<Layer> layers, Tilemap tilemap, LayerUse use, CellType type)
        {
            if (tilemap != null)
            {
                layers.Add(new Layer { Tilemap = tilemap, Use = use, Type = type });
            }
        }

        /// <summary>Writes the smallest rectangle around the cells that differ.</summary>
        private void RefreshCells(int left, int low, int right, int high)
        {
            int x = int.MaxValue;
            int y = int.MaxValue;
            int lastX = -1;
            int lastY = -1;
            for (int row = low; row <= high; row++)
            {
                for (int column = left; column <= right; column++)
                {
                    if (_grid.GetCell(column, row) != TypeAt(column, row))
                    {
                        x = Math.Min(x, column);
                        y = Math.Min(y, row);
                        lastX = Math.Max(lastX, column);
                        lastY = Math.Max(lastY, row);
                    }
                }
            }
            if (lastX >= 0)
            {
                Write(x, y, lastX - x + 1, lastY - y + 1);
            }
        }

        private void Write(int x, int y, int width, int height)
        {
            int count = width * height;
            if (count > _types.Length)
            {
                _types = new byte[count];
            }
            for (int i = 0; i < count; i++)
            {
                _types[i] = (byte)TypeAt(x + i % width, y + i / width);
            }
            _grid.SetRect(x, y, width, height, ref FirstElement.Of(_types), count);
        }

        /// <summary>The type that the tiles give a cell.</summary>
        private CellType TypeAt(int x, int y)
        {
            bool needsGround = false;
            bool hasGround = false;
            CellType type = CellType.Walkable;
            foreach (Layer layer in _layers)
            {
                needsGround |= layer.Use == LayerUse.Ground;
                if (!HasTile(layer, x, y))
                {
                    continue;
                }
                if (layer.Use == LayerUse.Wall)
                {
                    return CellType.Obstacle;
                }
                hasGround |= layer.Use == LayerUse.Ground;
                type = layer.Use == LayerUse.Terrain ? layer.Type : type;
            }
            return needsGround && !hasGround ? CellType.Obstacle : type;
        }

        /// <summary>Whether the tilemap has a tile at any z.</summary>
        private static bool HasTile(Layer layer, int x, int y)
        {
            BoundsInt bounds = layer.Tilemap.cellBounds;
            for (int z = bounds.min.z; z < bounds.max.z; z++)
            {
                if (layer.Tilemap.HasTile(new Vector3Int(layer.First.x + x, layer.First.y + y, z)))
                {
                    return true;
                }
            }
            return false;
        }

        private void DisposeGrid()
        {
            if (_grid != null)
            {
                _grid.Dispose();
                _grid = null;
            }
        }
    }
}
