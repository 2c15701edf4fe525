using System;
using System.Collections.Generic;
using System.Linq;
using GridStar;
using NUnit.Framework;
using UnityEngine;
using UnityEngine.Standin;
using UnityEngine.Tilemaps;

/// <summary>Cell types from tags, colliders, tilemaps, textures and the inspector of a grid.</summary>
public class TerrainMapTests
{
    private static readonly CellType Water = (CellType)4;
    private static readonly CellType Swamp = (CellType)200;

    private PathGrid _grid;

    [SetUp]
    public void EmptyScene()
    {
        Scene.Clear();
        Scene.DefineTag("Lake");
        _grid = new PathGrid(3, 2);
    }

    [TearDown]
    public void DisposeGrid()
    {
        _grid.Dispose();
        Colliders.Clear();
        DrawnGizmos.Clear();
        Scene.Clear();
    }

    [Test]
    public void Tagged_objects_give_their_cells_a_type()
    {
        Place(1.5f, 0.5f);
        Place(2f, 1.5f).AddComponent<Renderer>().bounds =
            new Bounds(new Vector3(2f, 0f, 1.5f), new Vector3(2f, 1f, 1f));
        CellMap map = new CellMap(3, 2).AddTagged(_grid, "Lake", type: Water);
        Assert.AreEqual(".4.\n..4\n", map.ToString());
        map[0, 1] = CellType.Obstacle;
        map.AddTagged(_grid, "Lake", wholeBounds: true, type: Swamp);
        Assert.AreEqual(CellType.Obstacle, map[0, 1]);
        Assert.AreEqual(Swamp, map[1, 1]);
        Assert.AreEqual(Swamp, map[2, 1]);
    }

    [Test]
    public void Layers_of_colliders_give_their_cells_a_type()
    {
        Colliders.AddBox(new Vector3(0.5f, 0f, 0.5f), Vector3.one * 0.2f, 4);
        Colliders.AddBox(new Vector3(1.5f, 0f, 1.5f), Vector3.one * 0.2f, 5);
        CellMap map = new CellMap(3, 2);
        map.AddColliders(_grid, 1 << 4, 0.4f, type: Water).AddColliders(_grid, 1 << 5, Vector3.one * 0.4f, type: Swamp);
        Assert.AreEqual(Water, map[0, 0]);
        Assert.AreEqual(Swamp, map[1, 1]);
        Assert.AreEqual(CellType.Walkable, map[1, 0]);
        map.AddColliders(_grid, 1 << 4, 0.4f);
        Assert.AreEqual(CellType.Obstacle, map[0, 0]);
    }

    [Test]
    public void A_tilemap_of_one_terrain_gives_its_cells_one_type()
    {
        Tilemap lakes = new GameObject().AddComponent<Tilemap>();
        Lay(lakes, Tile("lake"), 0, 0);
        Lay(lakes, Tile("pond"), 2, 1);
        using (PathGrid grid = new PathGrid(lakes.ToSettings()))
        {
            CellMap map = new CellMap().ReadText("...\n##.");
            Assert.AreEqual("4..\n##4\n", map.AddTiles(grid, lakes, Water).ToString());
        }
    }

    [Test]
    public void A_tilemap_of_several_terrains_is_read_by_its_tiles()
    {
        Tilemap ground = new GameObject().AddComponent<Tilemap>();
        Tile grass = Tile("grass");
        Tile water = Tile("water");
        Tile rock = Tile("rock");
        Lay(ground, grass, 0, 0);
        Lay(ground, water, 1, 0);
        Lay(ground, grass, 1, 1);
        Lay(ground, rock, 2, 1);
        // A bridge of grass above the water.
        ground.SetTile(new Vector3Int(1, 0, 3), grass);
        Dictionary<TileBase, CellType> types = new Dictionary<TileBase, CellType>
        {
            { grass, (CellType)2 },
            { water, Water },
        };
        using (PathGrid grid = new PathGrid(ground.ToSettings()))
        {
            CellMap map = new CellMap().ReadText("..#\n...");
            ArgumentException mistake = Assert.Throws<ArgumentException>(() => map.AddTiles(grid, ground, types));
            Assert.AreEqual("typeOfTile", mistake.ParamName);
            Assert.IsTrue(mistake.Message.Contains("\"rock\"") && mistake.Message.Contains("(2, 1)"), mistake.Message);
            Assert.AreEqual("..#\n...\n", map.ToString());
            types.Add(rock, CellType.Obstacle);
            Assert.AreEqual("22#\n.2#\n", map.AddTiles(grid, ground, types).ToString());
            Dictionary<TileBase, CellType> none = null;
            Assert.Throws<ArgumentNullException>(() => map.AddTiles(grid, ground, none));
            Assert.Throws<ArgumentNullException>(() => map.AddTiles(grid, null, types));
            Assert.Throws<ArgumentNullException>(() => map.AddTiles(grid, null, Water));
            Assert.Throws<ArgumentException>(() => new CellMap(9, 9).AddTiles(grid, ground, Water));
        }
    }

    [Test]
    public void Colors_of_a_texture_stand_for_any_type()
    {
        Texture2D texture = new Texture2D(3, 1);
        texture.SetPixels32(new[]
        {
            new Color32(255, 255, 255, 255), new Color32(0, 16, 255, 7), new Color32(0, 255, 0, 255),
        });
        CellLegend colors = new CellLegend(new[] { 0xFFFFFF }, new[] { 0x000000 }, new[] { 0x00FF00 });
        CellMap map = new CellMap();
        ArgumentException mistake = Assert.Throws<ArgumentOutOfRangeException>(() => map.ReadTypes(texture, colors));
        Assert.AreEqual("texture", mistake.ParamName);
        Assert.IsTrue(mistake.Message.Contains("cell (1, 0), has an unknown value"), mistake.Message);
        map.ReadTypes(texture, colors.With(0x0010FF, Swamp));
        Assert.AreEqual(Swamp, map[1, 0]);
        Assert.AreEqual(new GridCell(2, 0), map.Start);
        map.ReadTypes(texture, color => (CellType)color.b);
        Assert.AreEqual((CellType)255, map[1, 0]);
        Assert.AreEqual(CellType.Walkable, map[2, 0]);
        Assert.Throws<ArgumentNullException>(() => map.ReadTypes(texture, (CellLegend)null));
        Assert.Throws<ArgumentNullException>(() => map.ReadTypes(null, colors));
    }

    [Test]
    public void A_grid_of_the_inspector_finds_its_terrain()
    {
        Colliders.AddBox(new Vector3(0.5f, 0f, 0.5f), Vector3.one * 0.2f, 4);
        Colliders.AddBox(new Vector3(2.5f, 0f, 1.5f), Vector3.one * 0.2f, 5);
        Place(1.5f, 0.5f);
        Place(2.5f, 1.5f);
        PathGridComponent source = new GameObject().AddComponent<PathGridComponent>();
        source.Width = 3;
        source.Height = 2;
        source.Terrain.Add(new TerrainArea { Type = 4, Layers = 1 << 4, Tag = "Lake" });
        source.ObstacleLayers = 1 << 5;
        source.TypeNames.Add(Water, "water");
        source.Rebuild();
        Assert.AreEqual("44.\n..#\n", new CellMap().Read(source.Grid).ToString());
        source.Terrain.Add(new TerrainArea { Type = 3, Tag = "Lake" });
        source.RefreshObstacles();
        Assert.AreEqual("43.\n..#\n", new CellMap().Read(source.Grid).ToString());
        Assert.AreEqual((CellType)4, source.TypeNames.TypeOf("water"));
    }

    [Test]
    public void A_viewer_shows_terrain_in_the_colors_of_its_types()
    {
        SearchViewer viewer = new GameObject().AddComponent<SearchViewer>();
        viewer.Map = "S.2\n3#G\n";
        viewer.UsesOwnColors = true;
        viewer.OwnColors.Types.Add(new CellTypeColor { Type = 3, Color = new Color(1f, 0f, 0f, 1f) });
        Frames.Advance(0.0);
        List<int> colors = ColorsOfPicture();
        Assert.That(colors, Has.Member(new SearchPalette()[(CellType)2]));
        Assert.That(colors, Has.Member(0xFF0000));
        viewer.Finish();
        Frames.Advance(0.0);
        // Reached cells keep a border in the color of their type.
        colors = ColorsOfPicture();
        Assert.That(colors, Has.Member(new SearchPalette()[(CellType)2]));
        Assert.That(colors, Has.Member(new SearchPalette()[SearchViewKind.Path]));
        UnityEngine.Object.Destroy(viewer.gameObject);
    }

    [Test]
    public void A_viewer_takes_maps_with_the_types_that_have_a_character()
    {
        SearchViewer viewer = new GameObject().AddComponent<SearchViewer>();
        CellMap map = new CellMap().ReadText("S2#\n9.G");
        viewer.SetMap(map);
        Assert.AreEqual("9.G\nS2#\n", viewer.Map);
        viewer.ClearMap();
        Assert.AreEqual("9.G\nS2.\n", viewer.Map);
        map[1, 0] = (CellType)10;
        Assert.Throws<ArgumentException>(() => viewer.SetMap(map));
        Assert.AreEqual("9.G\nS2.\n", viewer.Map);
        Assert.AreEqual((CellType)10, map[1, 0]);
        UnityEngine.Object.Destroy(viewer.gameObject);
    }

    private static List<int> ColorsOfPicture()
    {
        Mesh mesh = Scene.Named("Search picture").Single().GetComponent<MeshFilter>().sharedMesh;
        return mesh.colors32.Select(color => (color.r << 16) | (color.g << 8) | color.b).ToList();
    }

    private static Tile Tile(string name)
    {
        Tile tile = ScriptableObject.CreateInstance<Tile>();
        tile.name = name;
        return tile;
    }

    private static void Lay(Tilemap tilemap, TileBase tile, int x, int y)
        => tilemap.SetTile(new Vector3Int(x, y, 0), tile);

    private static GameObject Place(float x, float z)
    {
        GameObject placed = new GameObject { tag = "Lake" };
        placed.transform.position = new Vector3(x, 0f, z);
        return placed;
    }
}
