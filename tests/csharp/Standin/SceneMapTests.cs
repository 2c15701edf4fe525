using System;
using GridStar;
using NUnit.Framework;
using UnityEngine;
using UnityEngine.Standin;
using UnityEngine.Tilemaps;

/// <summary>Maps from tagged objects, tilemaps and textures.</summary>
public class SceneMapTests
{
    private PathGrid _grid;

    [SetUp]
    public void EmptyScene()
    {
        Scene.Clear();
        foreach (string tag in new[] { "Obstacle", "Start", "End" })
        {
            Scene.DefineTag(tag);
        }
        _grid = new PathGrid(new PathGridSettings { Width = 4, Height = 3, CellSize = 2f, OriginX = -4f });
    }

    [TearDown]
    public void DisposeGrid()
    {
        _grid.Dispose();
    }

    [Test]
    public void The_cells_of_tagged_objects_become_obstacles()
    {
        Place("Obstacle", -3f, 1f);
        Place("Obstacle", 3.9f, 5.9f);
        Place("Obstacle", 4.1f, 1f);
        Place("Start", -1f, 3f);
        Assert.AreEqual("#...\n....\n...#\n", new CellMap(4, 3).AddTagged(_grid, "Obstacle").ToString());
        Assert.AreEqual("....\n....\n....\n", new CellMap(4, 3).AddTagged(_grid, "End").ToString());
    }

    [TestCase(0.16f)]
    [TestCase(0.1f)]
    [TestCase(0.07f)]
    public void Tagged_objects_on_the_edges_of_cells_close_the_cells_above_the_edges(float size)
    {
        for (int x = 1; x < 64; x++)
        {
            Place("Obstacle", x * size, size);
        }
        PathGridSettings settings = new PathGridSettings { Width = 64, Height = 2, CellSize = size };
        using (PathGrid grid = new PathGrid(settings))
        {
            string row = "." + new string('#', 63) + "\n";
            string map = new CellMap(64, 2).AddTagged(grid, "Obstacle").ToString();
            Assert.AreEqual(new string('.', 64) + "\n" + row, map);
        }
    }

    [Test]
    public void All_cells_under_the_bounds_of_a_renderer_become_obstacles()
    {
        // Exactly from x = -2 to x = 2, and a bit of the row above.
        Place("Obstacle", 0f, 1.2f).AddComponent<Renderer>().bounds =
            new Bounds(new Vector3(0f, 0f, 1.2f), new Vector3(4f, 9f, 2f));
        Place("Obstacle", -3f, 5f);
        Place("Obstacle", 90f, 0f).AddComponent<Renderer>().bounds =
            new Bounds(new Vector3(90f, 0f, 0f), new Vector3(1f, 1f, 1f));
        CellMap map = new CellMap(4, 3).AddTagged(_grid, "Obstacle", wholeBounds: true);
        Assert.AreEqual(".##.\n.##.\n#...\n", map.ToString());
        Assert.AreEqual("..#.\n....\n#...\n", map.Clear(4, 3).AddTagged(_grid, "Obstacle").ToString());
    }

    [Test]
    public void The_start_and_the_goal_are_where_their_tagged_objects_are()
    {
        Place("Start", -3f, 1f);
        Place("End", 3f, 5f);
        CellMap map = new CellMap(4, 3).SetEndsByTag(_grid, "Start", "End").AddRandomObstacles(1.0, 1);
        Assert.AreEqual("S###\n####\n###G\n", map.ToString());
    }

    [Test]
    public void A_tag_that_nothing_has_or_that_lies_outside_is_refused_for_start_and_goal()
    {
        CellMap map = new CellMap(4, 3);
        Place("Start", -3f, 1f);
        ArgumentException missing = Refused<ArgumentException>(
            "goalTag", () => map.SetEndsByTag(_grid, "Start", "End"));
        Assert.IsTrue(missing.Message.Contains("'End'"), missing.Message);
        Place("End", 4.1f, 1f);
        ArgumentException outside = Refused<ArgumentException>(
            "goalTag", () => map.SetEndsByTag(_grid, "Start", "End"));
        Assert.IsTrue(outside.Message.Contains("outside"), outside.Message);
        Assert.That(map.Start.HasValue, Is.False);
        Assert.Throws<UnityException>(() => map.AddTagged(_grid, "Unknown"));
        Refused<ArgumentNullException>("tag", () => map.AddTagged(_grid, null));
        Refused<ArgumentNullException>("startTag", () => map.SetEndsByTag(_grid, null, "End"));
        Refused<ArgumentNullException>("grid", () => map.AddTagged(null, "End"));
        Refused<ArgumentNullException>("map", () => ((CellMap)null).AddTagged(_grid, "End"));
        Refused<ArgumentException>("grid", () => new CellMap(3, 3).AddTagged(_grid, "End"));
    }

    [Test]
    public void A_grid_is_made_on_the_cells_of_a_tilemap_and_its_tiles_become_obstacles()
    {
        Tilemap walls = Tilemap("#..#", "....", ".#..");
        PathGridSettings settings = walls.ToSettings();
        string size = settings.Width + " x " + settings.Height;
        Assert.AreEqual("4 x 3, 0.5, XY", size + ", " + settings.CellSize + ", " + settings.Plane);
        using (PathGrid grid = new PathGrid(settings))
        {
            CellMap map = new CellMap(4, 3).AddTiles(grid, walls);
            Assert.AreEqual("#..#\n....\n.#..\n", map.ToString());
            Assert.AreEqual(
                ".##.\n####\n#.##\n", map.Clear(4, 3).AddTiles(grid, walls, tilesAreObstacles: false).ToString());
            Vector3 inside = walls.CellToWorld(new Vector3Int(0, -3, 0)) + new Vector3(0.1f, 0.1f, 0f);
            Assert.That(grid.TryGetCellAt(inside, out GridCell cell), Is.True);
            Assert.AreEqual(new GridCell(3, 0), cell);
        }
    }

    [Test]
    public void A_tilemap_on_the_ground_makes_a_grid_on_the_ground()
    {
        Tilemap walls = Tilemap("#.", "##");
        TilemapLayout.Set(walls, new Vector3(1f, 5f, 2f), new Vector3(3f, 0f, 0f), new Vector3(0f, 0f, 3f));
        using (PathGrid grid = new PathGrid(walls.ToSettings()))
        {
            Assert.AreEqual(GridPlane.XZ, grid.Plane);
            Assert.AreEqual("#.\n##\n", new CellMap(2, 2).AddTiles(grid, walls).ToString());
        }
    }

    [Test]
    public void Tiles_at_any_height_and_tilemaps_with_other_bounds_count()
    {
        Tilemap floor = Tilemap("###", "###");
        using (PathGrid grid = new PathGrid(floor.ToSettings()))
        {
            Tilemap walls = Tilemap(".", ".");
            walls.SetTile(new Vector3Int(-1, -3, 7), ScriptableObject.CreateInstance<Tile>());
            walls.SetTile(new Vector3Int(-2, -2, 2), ScriptableObject.CreateInstance<Tile>());
            walls.SetTile(new Vector3Int(40, -2, 2), ScriptableObject.CreateInstance<Tile>());
            Assert.AreEqual("..#\n.#.\n", new CellMap(3, 2).AddTiles(grid, walls).ToString());
            Assert.AreEqual("...\n...\n", new CellMap(3, 2).AddTiles(grid, Tilemap(".")).ToString());
        }
    }

    [TestCase(0.1f)]
    [TestCase(0.16f)]
    [TestCase(0.32f)]
    [TestCase(0.64f)]
    [TestCase(1.28f)]
    [TestCase(0.07f)]
    [TestCase(3.3f)]
    public void A_grid_takes_the_cell_size_of_the_tilemap_however_far_it_reaches(float size)
    {
        foreach (Vector3 origin in new[]
            {
                Vector3.zero, new Vector3(-100f, -100f, 1f), new Vector3(12345.6f, 7.7f, 0f),
            })
        {
            foreach (int side in new[] { 1, 64, 200, 300 })
            {
                Tilemap ground = new GameObject().AddComponent<Tilemap>();
                TilemapLayout.Set(ground, origin, new Vector3(size, 0f, 0f), new Vector3(0f, size, 0f));
                TileBase tile = ScriptableObject.CreateInstance<Tile>();
                int low = -side / 2;
                ground.SetTile(new Vector3Int(low, low, 0), tile);
                ground.SetTile(new Vector3Int(low + side - 1, low + side - 1, 0), tile);
                using (PathGrid grid = new PathGrid(ground.ToSettings()))
                {
                    string situation = side + " cells of " + size + " around " + origin;
                    Assert.AreEqual(size, grid.CellSize, situation);
                    CellMap map = new CellMap(side, side).AddTiles(grid, ground);
                    Assert.AreEqual(CellType.Obstacle, map[0, 0], situation);
                    Assert.AreEqual(CellType.Obstacle, map[side - 1, side - 1], situation);
                    foreach (int i in new[] { 0, side / 3, side / 2, side - 1 })
                    {
                        Vector3Int tileCell = new Vector3Int(low + i, low + side - 1 - i, 0);
                        GridCell cell = new GridCell(i, side - 1 - i);
                        Assert.AreEqual(tileCell, grid.ToTilemapCell(cell, ground), situation);
                        Assert.AreEqual(cell, grid.ToGridCell(tileCell, ground), situation);
                        // The tile's corner lies in the cell of the grid.
                        Assert.That(grid.TryGetCellAt(ground.CellToWorld(tileCell), out GridCell found), situation);
                        Assert.AreEqual(cell, found, situation);
                    }
                }
            }
        }
    }

    [Test]
    public void The_cell_size_is_that_of_the_grid_times_the_scale_of_its_transform()
    {
        Tilemap walls = Tilemap("#.", "##");
        walls.transform.localScale = new Vector3(1f, 1f, 1f);
        Assert.AreEqual(0.5f, walls.ToSettings().CellSize);
        // A scale that contradicts the cells' places is not believed.
        walls.transform.localScale = new Vector3(2f, 2f, 2f);
        Assert.AreEqual(0.5f, walls.ToSettings().CellSize);
    }

    [Test]
    public void Cells_of_grid_and_tilemap_are_converted_both_ways()
    {
        Tilemap walls = Tilemap("#..#", "....", ".#..");
        using (PathGrid grid = new PathGrid(walls.ToSettings()))
        {
            Assert.AreEqual(new Vector3Int(-3, -3, 0), grid.ToTilemapCell(new GridCell(0, 0), walls));
            Assert.AreEqual(new Vector3Int(-2, -1, 0), grid.ToTilemapCell(new GridCell(1, 2), walls));
            Assert.AreEqual(new GridCell(1, 2), grid.ToGridCell(new Vector3Int(-2, -1, 9), walls));
            GridCell outside = grid.ToGridCell(new Vector3Int(-4, 5, 0), walls);
            Assert.AreEqual(new GridCell(-1, 8), outside);
            Assert.AreEqual(new Vector3Int(-4, 5, 0), grid.ToTilemapCell(outside, walls));
            Refused<ArgumentNullException>("tilemap", () => grid.ToTilemapCell(new GridCell(0, 0), null));
            Refused<ArgumentNullException>("grid", () => ((PathGrid)null).ToGridCell(new Vector3Int(0, 0, 0), walls));
            TilemapLayout.Set(walls, new Vector3(0.1f, 0f, 0f), new Vector3(0.5f, 0f, 0f), new Vector3(0f, 0.5f, 0f));
            Refused<ArgumentException>("tilemap", () => grid.ToTilemapCell(new GridCell(0, 0), walls));
        }
    }

    [Test]
    public void A_grid_over_several_tilemaps_has_the_cells_of_all()
    {
        Tilemap walls = Tilemap("#");
        Tilemap ground = Tilemap("###", "###");
        Tilemap tower = new GameObject().AddComponent<Tilemap>();
        // The same cells with other numbers, and higher.
        TilemapLayout.Set(tower, new Vector3(5f, -2f, 3f), new Vector3(0.5f, 0f, 0f), new Vector3(0f, 0.5f, 0f));
        tower.SetTile(new Vector3Int(-14, 6, 2), ScriptableObject.CreateInstance<Tile>());
        Tilemap empty = Tilemap(".");
        foreach (PathGridSettings settings in new[]
        {
            walls.ToSettings(ground, tower, empty), ground.ToSettings(walls, tower), empty.ToSettings(tower, ground),
            tower.ToSettings(empty, walls, ground),
        })
        {
            string seen =
                settings.Width + " x " + settings.Height + " from " + settings.OriginX + ", " + settings.OriginY;
            Assert.AreEqual("4 x 6 from -2, -1.5", seen);
        }
        Refused<ArgumentNullException>("others", () => walls.ToSettings(ground, null));
        TilemapLayout.Set(ground, new Vector3(0.1f, 0f, 0f), new Vector3(0.5f, 0f, 0f), new Vector3(0f, 0.5f, 0f));
        Refused<ArgumentException>("others", () => walls.ToSettings(ground));
    }

    [Test]
    public void Tilemaps_whose_cells_are_no_squares_along_the_axes_have_a_place()
    {
        Tilemap walls = Tilemap("#.", "##");
        Vector3 right = new Vector3(1f, 0f, 0f);
        Vector3 up = new Vector3(0f, 1f, 0f);
        Vector3[][] axes =
        {
            new[] { right, up * 0.5f },
            new[] { right, new Vector3(0.5f, 0.75f, 0f) },
            new[] { new Vector3(0.5f, 0.25f, 0f), new Vector3(-0.5f, 0.25f, 0f) },
            new[] { right * -1f, up },
            new[] { right, up * -1f },
            new[] { new Vector3(0.8f, 0.6f, 0f), new Vector3(-0.6f, 0.8f, 0f) },
            new[] { up, right },
        };
        foreach (Vector3[] steps in axes)
        {
            TilemapLayout.Set(walls, Vector3.zero, steps[0], steps[1]);
            using (PathGrid grid = new PathGrid(walls.ToSettings()))
            {
                Assert.That(grid.IsTurned, Is.True);
                Assert.AreEqual("#.\n##\n", new CellMap(2, 2).AddTiles(grid, walls).ToString());
                Vector3 center = walls.GetCellCenterWorld(new Vector3Int(-2, -2, 0));
                Assert.AreEqual(center.ToString(), grid.GetCellCenter(new GridCell(1, 1)).ToString());
            }
        }
        TilemapLayout.Set(walls, Vector3.zero, right * 0f, up * 0f);
        ArgumentException refusal = Refused<ArgumentException>("tilemap", () => walls.ToSettings());
        Assert.IsTrue(refusal.Message.Contains("no area"), refusal.Message);
        Refused<ArgumentException>("tilemap", () => Tilemap(".").ToSettings());
        Refused<ArgumentNullException>("tilemap", () => ((Tilemap)null).ToSettings());
    }

    [Test]
    public void Tilemaps_that_lie_elsewhere_than_the_grid_are_refused()
    {
        Tilemap walls = Tilemap("#.", "##");
        using (PathGrid grid = new PathGrid(walls.ToSettings()))
        {
            CellMap map = new CellMap(2, 2);
            TilemapLayout.Set(walls, new Vector3(0.1f, 0f, 0f), new Vector3(0.5f, 0f, 0f), new Vector3(0f, 0.5f, 0f));
            Refused<ArgumentException>("tilemap", () => map.AddTiles(grid, walls));
            TilemapLayout.Set(walls, Vector3.zero, new Vector3(0.25f, 0f, 0f), new Vector3(0f, 0.25f, 0f));
            Refused<ArgumentException>("tilemap", () => map.AddTiles(grid, walls));
            Refused<ArgumentNullException>("tilemap", () => map.AddTiles(grid, null));
            Refused<ArgumentNullException>("grid", () => map.AddTiles(null, walls));
            Refused<ArgumentException>("grid", () => new CellMap(3, 2).AddTiles(grid, walls));
            Assert.AreEqual("..\n..\n", map.ToString());
        }
    }

    [Test]
    public void A_texture_is_read_a_pixel_a_cell()
    {
        Texture2D texture = Texture(
            new Color32(0, 255, 0, 255), new Color32(255, 255, 255, 255), new Color32(0, 0, 0, 255),
            new Color32(127, 128, 128, 255), new Color32(128, 128, 128, 255), new Color32(255, 0, 0, 255));
        Assert.AreEqual("S.#\n#.G\n", new CellMap().ReadTexture(texture).ToString());
        CellMap blue = new CellMap()
            .ReadTexture(texture, color => color.b == 0 ? CellMark.Obstacle : CellMark.Walkable);
        Assert.AreEqual("#.#\n..#\n", blue.ToString());
    }

    [Test]
    public void A_texture_that_is_no_map_is_refused_and_leaves_the_map_as_it_was()
    {
        CellMap map = new CellMap().ReadText("S#");
        Color32 green = new Color32(0, 255, 0, 255);
        Texture2D texture = Texture(green, green, green, green, green, green);
        ArgumentException second = Refused<ArgumentException>("texture", () => map.ReadTexture(texture));
        Assert.IsTrue(second.Message.Contains("cell (1, 0), marks a second Start"), second.Message);
        Refused<ArgumentOutOfRangeException>("texture", () => map.ReadTexture(texture, color => (CellMark)9));
        Refused<ArgumentNullException>("markOf", () => map.ReadTexture(texture, null));
        Refused<ArgumentNullException>("texture", () => map.ReadTexture(null));
        Refused<ArgumentNullException>("map", () => ((CellMap)null).ReadTexture(texture));
        texture.Apply(false, true);
        ArgumentException unreadable = Refused<ArgumentException>("texture", () => map.ReadTexture(texture));
        Assert.IsTrue(unreadable.Message.Contains("Read/Write"), unreadable.Message);
        Assert.AreEqual("S#\n", map.ToString());
    }

    private static GameObject Place(string tag, float x, float z)
    {
        GameObject placed = new GameObject { tag = tag };
        placed.transform.position = new Vector3(x, 7f, z);
        return placed;
    }

    /// <summary>
    /// Rows from the lowest one, at y = -3. The first column is x = -3, and a cell is half a unit wide.
    /// </summary>
    private static Tilemap Tilemap(params string[] rows)
    {
        Tilemap tilemap = new GameObject().AddComponent<Tilemap>();
        TilemapLayout.Set(tilemap, Vector3.zero, new Vector3(0.5f, 0f, 0f), new Vector3(0f, 0.5f, 0f));
        for (int y = 0; y < rows.Length; y++)
        {
            for (int x = 0; x < rows[y].Length; x++)
            {
                TileBase tile = rows[y][x] == '#' ? ScriptableObject.CreateInstance<Tile>() : null;
                tilemap.SetTile(new Vector3Int(x - 3, y - 3, 0), tile);
            }
        }
        return tilemap;
    }

    /// <summary>A texture of 3 x 2 pixels, lowest row first.</summary>
    private static Texture2D Texture(params Color32[] pixels)
    {
        Texture2D texture = new Texture2D(3, 2);
        texture.SetPixels32(pixels);
        return texture;
    }

    private static T Refused<T>(string parameter, TestDelegate call) where T : ArgumentException
    {
        T refusal = Assert.Throws<T>(call);
        Assert.AreEqual(parameter, refusal.ParamName, refusal.Message);
        return refusal;
    }
}
