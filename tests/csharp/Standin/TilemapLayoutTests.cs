using System;
using System.Collections.Generic;
using GridStar;
using NUnit.Framework;
using UnityEngine;
using UnityEngine.Standin;
using UnityEngine.Tilemaps;

/// <summary>
/// Grids over tilemaps of all layouts. World positions are compared with formulas that stand here again.
/// </summary>
public class TilemapLayoutTests
{
    private static readonly GridLayout.CellSwizzle[] Swizzles =
    {
        GridLayout.CellSwizzle.XYZ, GridLayout.CellSwizzle.XZY, GridLayout.CellSwizzle.YXZ,
        GridLayout.CellSwizzle.YZX, GridLayout.CellSwizzle.ZXY, GridLayout.CellSwizzle.ZYX,
    };

    private UnityEngine.Grid _layout;
    private Tilemap _ground;

    [SetUp]
    public void MakeTilemap()
    {
        Scene.Clear();
        _layout = new GameObject().AddComponent<UnityEngine.Grid>();
        _ground = AddTilemap();
    }

    [TestCase(GridLayout.CellLayout.Rectangle)]
    [TestCase(GridLayout.CellLayout.Hexagon)]
    [TestCase(GridLayout.CellLayout.Isometric)]
    [TestCase(GridLayout.CellLayout.IsometricZAsY)]
    public void Centers_are_those_of_the_tilemap_whatever_its_size_gap_swizzle_turn_and_scale(
        GridLayout.CellLayout layout)
    {
        System.Random random = new System.Random(41);
        for (int trial = 0; trial < 120; trial++)
        {
            MakeTilemap();
            _layout.cellLayout = layout;
            _layout.cellSize = new Vector3(0.2f + Next(random, 2f), 0.2f + Next(random, 2f), Next(random, 1f));
            _layout.cellGap = trial % 3 == 0 ? Vector3.zero : new Vector3(Next(random, 1f), Next(random, 1f), 0f);
            _layout.cellSwizzle = Swizzles[trial % 6];
            double angle = trial % 4 == 0 ? 0.0 : random.NextDouble() * Math.PI;
            _layout.transform.rotation = new Quaternion(0f, 0f, (float)Math.Sin(angle), (float)Math.Cos(angle));
            float mirrored = trial % 5 == 0 ? -1f : 1f;
            _layout.transform.localScale = new Vector3(mirrored * (0.5f + Next(random, 1f)), 1f, 0.5f);
            _layout.transform.position = new Vector3(Next(random, 100f), Next(random, 100f) - 50f, 3f);
            Vector3Int low = new Vector3Int(random.Next(40) - 30, random.Next(40) - 30, 0);
            int width = 1 + random.Next(20);
            int height = 1 + random.Next(20);
            TileBase tile = ScriptableObject.CreateInstance<Tile>();
            _ground.SetTile(low, tile);
            _ground.SetTile(low + new Vector3Int(width - 1, height - 1, 0), tile);
            string situation = "seed 41, trial " + trial + ", " + _layout.cellSize + _layout.cellGap + " "
                + _layout.cellSwizzle;
            PathGridSettings settings = _ground.ToSettings();
            Assert.AreEqual(width + " x " + height, settings.Width + " x " + settings.Height, situation);
            using (PathGrid grid = new PathGrid(settings))
            {
                for (int y = 0; y < height; y++)
                {
                    for (int x = 0; x < width; x++)
                    {
                        Vector3Int cell = low + new Vector3Int(x, y, 0);
                        Vector3 expected = Center(cell.x, cell.y);
                        AssertNear(expected, _ground.GetCellCenterWorld(cell), situation);
                        AssertNear(expected, grid.GetCellCenter(new GridCell(x, y)), situation);
                        Assert.That(grid.TryGetCellAt(expected, out GridCell found), Is.True, situation);
                        Assert.AreEqual(new GridCell(x, y), found, situation);
                        Assert.AreEqual(cell, grid.ToTilemapCell(new GridCell(x, y), _ground), situation);
                        Assert.AreEqual(new GridCell(x, y), grid.ToGridCell(cell, _ground), situation);
                    }
                }
                CellMap map = new CellMap(width, height).AddTiles(grid, _ground);
                Assert.AreEqual(CellType.Obstacle, map[0, 0], situation);
                Assert.AreEqual(CellType.Obstacle, map[width - 1, height - 1], situation);
            }
        }
    }

    [Test]
    public void Tilemaps_with_square_cells_along_axes_have_a_plane_and_a_cell_size()
    {
        _layout.cellSize = new Vector3(0.5f, 0.5f, 0f);
        _ground.SetTile(new Vector3Int(-2, -1, 0), ScriptableObject.CreateInstance<Tile>());
        PathGridSettings settings = _ground.ToSettings();
        Assert.That(settings.Place.HasValue, Is.False);
        Assert.AreEqual("0.5 XY -1 -0.5", settings.CellSize + " " + settings.Plane + " " + settings.OriginX + " "
            + settings.OriginY);
        _layout.cellSwizzle = GridLayout.CellSwizzle.XZY;
        settings = _ground.ToSettings();
        Assert.That(settings.Place.HasValue, Is.False);
        Assert.AreEqual(GridPlane.XZ, settings.Plane);
        _layout.cellGap = new Vector3(0.1f, 0.1f, 0f);
        Assert.That(_ground.ToSettings().Place.HasValue, Is.True, "the middle of a tile is not that of its step");
    }

    [TestCase(GridLayout.CellLayout.Rectangle)]
    [TestCase(GridLayout.CellLayout.Hexagon)]
    [TestCase(GridLayout.CellLayout.Isometric)]
    public void Several_tilemaps_are_layers_of_one_grid(GridLayout.CellLayout layout)
    {
        _layout.cellLayout = layout;
        _layout.cellSize = new Vector3(1f, 0.5f, 0f);
        TileBase tile = ScriptableObject.CreateInstance<Tile>();
        Tilemap walls = AddTilemap();
        Tilemap water = AddTilemap();
        for (int x = -3; x < 2; x++)
        {
            for (int y = -2; y < 1; y++)
            {
                _ground.SetTile(new Vector3Int(x, y, 0), tile);
            }
        }
        walls.SetTile(new Vector3Int(-4, -2, 0), tile);
        walls.SetTile(new Vector3Int(0, 0, 3), tile);
        water.SetTile(new Vector3Int(-1, -1, 0), tile);
        using (PathGrid grid = new PathGrid(_ground.ToSettings(walls, water)))
        {
            CellMap map = new CellMap(grid.Width, grid.Height)
                .AddTiles(grid, _ground, tilesAreObstacles: false)
                .AddTiles(grid, water, (CellType)2)
                .AddTiles(grid, walls);
            Assert.AreEqual("#.....\n#..2..\n#...#.\n", map.ToString());
            AssertNear(Center(-4, -2), grid.GetCellCenter(new GridCell(0, 0)), "the wall");
        }
        UnityEngine.Grid elsewhere = new GameObject().AddComponent<UnityEngine.Grid>();
        elsewhere.cellLayout = layout;
        elsewhere.cellSize = new Vector3(1f, 0.5f, 0f);
        elsewhere.transform.position = new Vector3(0.2f, 0f, 0f);
        Tilemap other = AddTilemap(elsewhere);
        other.SetTile(new Vector3Int(0, 0, 0), tile);
        Assert.Throws<ArgumentException>(() => _ground.ToSettings(other));
        elsewhere.transform.position = Vector3.zero;
        elsewhere.cellSize = new Vector3(1f, 0.55f, 0f);
        Assert.Throws<ArgumentException>(() => _ground.ToSettings(other));
    }

    [Test]
    public void Cells_without_an_area_and_grids_of_another_layout_are_refused()
    {
        TileBase tile = ScriptableObject.CreateInstance<Tile>();
        _ground.SetTile(new Vector3Int(0, 0, 0), tile);
        using (PathGrid grid = new PathGrid(_ground.ToSettings()))
        {
            _layout.cellLayout = GridLayout.CellLayout.Hexagon;
            Assert.Throws<ArgumentException>(() => grid.ToTilemapCell(default(GridCell), _ground));
        }
        _layout.cellLayout = GridLayout.CellLayout.Isometric;
        _layout.cellSize = new Vector3(1f, 0f, 0f);
        Assert.IsTrue(Assert.Throws<ArgumentException>(() => _ground.ToSettings()).Message.Contains("no area"));
        _layout.cellLayout = GridLayout.CellLayout.Hexagon;
        Assert.IsTrue(Assert.Throws<ArgumentException>(() => _ground.ToSettings()).Message.Contains("no area"));
    }

    [TestCase(GridLayout.CellSwizzle.XYZ, -3, CellLayout.HexEvenRows)]
    [TestCase(GridLayout.CellSwizzle.XYZ, 2, CellLayout.HexOddRows)]
    [TestCase(GridLayout.CellSwizzle.YXZ, -3, CellLayout.HexEvenRows)]
    [TestCase(GridLayout.CellSwizzle.XZY, -4, CellLayout.HexOddRows)]
    public void Neighbors_on_a_grid_of_hexagons_are_neighbors_on_the_tilemap(
        GridLayout.CellSwizzle swizzle, int lowest, CellLayout expected)
    {
        _layout.cellLayout = GridLayout.CellLayout.Hexagon;
        _layout.cellSize = new Vector3(0.8659766f, 1f, 1f);
        _layout.cellSwizzle = swizzle;
        TileBase tile = ScriptableObject.CreateInstance<Tile>();
        _ground.SetTile(new Vector3Int(-2, lowest, 0), tile);
        _ground.SetTile(new Vector3Int(5, lowest + 6, 0), tile);
        PathGridSettings settings = _ground.ToSettings();
        Assert.AreEqual(expected, settings.Layout);
        using (PathGrid grid = new PathGrid(settings))
        {
            List<GridCell> path = new List<GridCell>();
            for (int i = 0; i < grid.Width * grid.Height; i++)
            {
                GridCell to = grid.GetCellAtIndex(i);
                Vector3Int tileTo = grid.ToTilemapCell(to, _ground);
                Vector3 there = _ground.GetCellCenterWorld(tileTo);
                Vector3 start = _ground.GetCellCenterWorld(grid.ToTilemapCell(new GridCell(3, 3), _ground));
                // The centers of neighbors are one width apart, and those of others at least sqrt(3) widths.
                bool areNeighbors = Vector3.Distance(start, there) < 1.3f * 0.866f;
                int steps = grid.FindPath(new GridCell(3, 3), to, path).Found ? path.Count - 1 : -1;
                Assert.AreEqual(areNeighbors, steps <= 1, swizzle + ", " + tileTo + ": " + steps);
            }
        }
    }

    [Test]
    public void Hexagons_of_two_tilemaps_whose_rows_are_shifted_the_other_way_do_not_coincide()
    {
        _layout.cellLayout = GridLayout.CellLayout.Hexagon;
        TileBase tile = ScriptableObject.CreateInstance<Tile>();
        _ground.SetTile(new Vector3Int(0, 0, 0), tile);
        UnityEngine.Grid elsewhere = new GameObject().AddComponent<UnityEngine.Grid>();
        elsewhere.cellLayout = GridLayout.CellLayout.Hexagon;
        elsewhere.transform.position = new Vector3(0f, 1.5f, 0f);
        Tilemap other = AddTilemap(elsewhere);
        other.SetTile(new Vector3Int(0, 0, 0), tile);
        Assert.AreEqual(3, _ground.ToSettings(other).Height);
        // The centers of even rows coincide, and those of odd ones lie a cell apart.
        elsewhere.transform.position = new Vector3(0.5f, 0.75f, 0f);
        Assert.Throws<ArgumentException>(() => _ground.ToSettings(other));
    }

    [TestCase(GridLayout.CellLayout.Isometric)]
    [TestCase(GridLayout.CellLayout.Hexagon)]
    public void A_grid_component_is_kept_in_step_tile_by_tile(GridLayout.CellLayout layout)
    {
        _layout.cellLayout = layout;
        _layout.cellSize = new Vector3(1f, 0.5f, 1f);
        TileBase tile = ScriptableObject.CreateInstance<Tile>();
        Tilemap walls = AddTilemap();
        Tilemap swamp = AddTilemap();
        for (int x = -3; x < 3; x++)
        {
            for (int y = -2; y < 2; y++)
            {
                _ground.SetTile(new Vector3Int(x, y, 0), tile);
            }
            walls.SetTile(new Vector3Int(x, 0, 0), tile);
        }
        swamp.SetTile(new Vector3Int(-3, -2, 0), tile);
        _ground.SetTile(new Vector3Int(2, 1, 0), null);
        TilemapGrid source = new GameObject().AddComponent<TilemapGrid>();
        source.Ground.Add(_ground);
        source.Walls.Add(walls);
        source.Terrain.Add(new TilemapTerrain { Tilemap = swamp, Type = 3 });
        PathGrid grid = source.Grid;
        Assert.AreEqual("3.....\n......\n######\n.....#\n", new CellMap().Read(grid).ToString());
        ulong revision = grid.Revision;
        List<CellRect> changes = new List<CellRect>();
        walls.SetTile(new Vector3Int(-1, 0, 0), null);
        // Where Unity tells of changed tiles, this finds nothing left to do.
        source.Refresh(new Vector3Int(-1, 0, 0));
        Assert.AreEqual(revision + 1, grid.Revision);
        grid.GetChanges(revision, changes);
        Assert.AreEqual(1, changes.Count);
        Assert.AreEqual(new CellRect(2, 2, 1, 1).ToString(), changes[0].ToString());
        Assert.AreEqual(CellType.Walkable, grid.GetCell(2, 2));
        source.Refresh(new Vector3Int(-1, 0, 7));
        source.Refresh(new Vector3Int(90, 0, 0));
        source.Refresh(new BoundsInt(new Vector3Int(-90, -90, 0), new Vector3Int(20, 20, 1)));
        source.Refresh();
        Assert.AreEqual(revision + 1, grid.Revision, "nothing has changed");
        source.FollowTiles = false;
        walls.SetTile(new Vector3Int(0, 0, 0), null);
        walls.SetTile(new Vector3Int(1, 0, 0), null);
        Assert.AreEqual(revision + 1, grid.Revision);
        source.Refresh(new BoundsInt(new Vector3Int(-9, -9, 0), new Vector3Int(20, 20, 1)));
        Assert.AreEqual(revision + 2, grid.Revision);
        grid.GetChanges(revision + 1, changes);
        Assert.AreEqual(new CellRect(3, 2, 2, 1).ToString(), changes[0].ToString());
        Assert.AreEqual("3.....\n......\n##...#\n.....#\n", new CellMap().Read(grid).ToString());
        UnityEngine.Object.Destroy(source.gameObject);
        Assert.That(grid.IsDisposed, Is.True);
        // Nobody listens any longer.
        walls.SetTile(new Vector3Int(0, 0, 0), tile);
    }

#if UNITY_2022_2_OR_NEWER
    [Test]
    public void Changed_tiles_change_the_grid_at_once_where_Unity_tells_of_them()
    {
        TileBase tile = ScriptableObject.CreateInstance<Tile>();
        for (int x = 0; x < 5; x++)
        {
            _ground.SetTile(new Vector3Int(x, 0, 0), tile);
        }
        Tilemap walls = AddTilemap();
        walls.SetTile(new Vector3Int(2, 0, 0), tile);
        TilemapGrid source = new GameObject().AddComponent<TilemapGrid>();
        source.Ground.Add(_ground);
        source.Walls.Add(walls);
        PathGrid grid = source.Grid;
        ulong revision = grid.Revision;
        walls.SetTile(new Vector3Int(2, 0, 0), null);
        Assert.AreEqual(revision + 1, grid.Revision);
        Assert.AreEqual(".....\n", new CellMap().Read(grid).ToString());
        // A tilemap that the component does not know, and a tile outside the grid.
        AddTilemap().SetTile(new Vector3Int(2, 0, 0), tile);
        walls.SetTile(new Vector3Int(9, 9, 0), tile);
        Assert.AreEqual(revision + 1, grid.Revision);
        source.enabled = false;
        walls.SetTile(new Vector3Int(1, 0, 0), tile);
        Assert.AreEqual(revision + 1, grid.Revision);
        UnityEngine.Object.Destroy(source.gameObject);
    }
#endif

    [Test]
    public void A_warm_refresh_allocates_nothing()
    {
        TileBase tile = ScriptableObject.CreateInstance<Tile>();
        _ground.SetTile(new Vector3Int(0, 0, 0), tile);
        _ground.SetTile(new Vector3Int(7, 7, 0), tile);
        TilemapGrid source = new GameObject().AddComponent<TilemapGrid>();
        source.FollowTiles = false;
        source.Walls.Add(_ground);
        PathGrid grid = source.Grid;
        long before = GC.CollectionCount(0);
        for (int i = 0; i < 20000; i++)
        {
            grid.SetCell(3, 3, CellType.Obstacle);
            source.Refresh(new Vector3Int(3, 3, 0));
        }
        Assert.AreEqual(CellType.Walkable, grid.GetCell(3, 3));
        Assert.That(GC.CollectionCount(0) - before, Is.LessThanOrEqualTo(1));
        UnityEngine.Object.Destroy(source.gameObject);
    }

    [Test]
    public void A_component_without_tilemaps_says_so()
    {
        TilemapGrid source = new GameObject().AddComponent<TilemapGrid>();
        Assert.Throws<ArgumentException>(() => source.Rebuild());
        source.Ground.Add(_ground);
        Assert.Throws<ArgumentException>(() => source.Rebuild(), "no tiles");
        UnityEngine.Object.Destroy(source.gameObject);
    }

    /// <summary>The center of a cell by Unity's manual: cells are spaced by size and gap, and the gap is beside the
    /// cell. Isometric cells are rhombs of the cell's size. Odd rows of hexagons lie half a cell to the
    /// right.</summary>
    private Vector3 Center(int x, int y)
    {
        Vector3 size = _layout.cellSize;
        double stepX = (double)size.x + _layout.cellGap.x;
        double stepY = (double)size.y + _layout.cellGap.y;
        double[] flat = { (x - y) * stepX / 2.0, (x + y) * stepY / 2.0 + size.y / 2.0, 0.0 };
        if (_layout.cellLayout == GridLayout.CellLayout.Rectangle)
        {
            flat = new[] { x * stepX + size.x / 2.0, y * stepY + size.y / 2.0, size.z / 2.0 };
        }
        else if (_layout.cellLayout == GridLayout.CellLayout.Hexagon)
        {
            flat = new[] { (x + (y % 2 != 0 ? 0.5 : 0.0)) * stepX, y * stepY * 0.75, 0.0 };
        }
        string order = _layout.cellSwizzle.ToString();
        double[] local = { flat[order[0] - 'X'], flat[order[1] - 'X'], flat[order[2] - 'X'] };
        Transform place = _layout.transform;
        double turn = 2.0 * Math.Atan2(place.rotation.z, place.rotation.w);
        double scaledX = local[0] * place.localScale.x;
        double scaledY = local[1] * place.localScale.y;
        return new Vector3(
            (float)(place.position.x + scaledX * Math.Cos(turn) - scaledY * Math.Sin(turn)),
            (float)(place.position.y + scaledX * Math.Sin(turn) + scaledY * Math.Cos(turn)),
            (float)(place.position.z + local[2] * place.localScale.z));
    }

    private Tilemap AddTilemap() => AddTilemap(_layout);

    private static Tilemap AddTilemap(UnityEngine.Grid layout)
    {
        GameObject child = new GameObject();
        child.transform.SetParent(layout.transform);
        return child.AddComponent<Tilemap>();
    }

    private static float Next(System.Random random, float most) => (float)random.NextDouble() * most;

    private static void AssertNear(Vector3 expected, Vector3 position, string situation)
        => Assert.That(Vector3.Distance(expected, position), Is.LessThan(1e-4f),
            expected + " and " + position + ", " + situation);
}
