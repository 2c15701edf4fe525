using System;
using GridStar;
using NUnit.Framework;
using UnityEngine;
using UnityEngine.Standin;

/// <summary>Maps from colliders, tested one by one or in batches, as the version of Unity does.</summary>
public class ColliderMapTests
{
    private const int Wall = 8;
    private const int Water = 4;
    private static readonly LayerMask Walls = 1 << Wall;

    private PathGrid _grid;

    [SetUp]
    public void EmptyScene()
    {
        Colliders.Clear();
        _grid = new PathGrid(
            new PathGridSettings { Width = 4, Height = 3, CellSize = 2f, OriginX = -4f, OriginY = 1f });
    }

    [TearDown]
    public void NothingIsLeft()
    {
        _grid.Dispose();
        Assert.AreEqual(0, NativeArrays.Alive);
    }

    [Test]
    public void A_cell_whose_sphere_touches_a_collider_is_an_obstacle()
    {
        Colliders.AddBox(new Vector3(-1f, 1f, 3f), new Vector3(2f, 1f, 0.2f), Wall);
        Colliders.AddBox(new Vector3(3f, 1f, 1f), Vector3.one, Water);
        Assert.AreEqual("....\n###.\n....\n", Map().AddColliders(_grid, Walls).ToString());
        Assert.AreEqual(12, Colliders.Checks);
        Assert.AreEqual("....\n.#..\n....\n", Map().AddColliders(_grid, Walls, 0.9f).ToString());
        Assert.AreEqual(0UL, _grid.Revision);
    }

    [Test]
    public void A_cell_whose_box_touches_a_collider_is_an_obstacle()
    {
        // In the corner of cell (0, 0), outside its sphere.
        Colliders.AddBox(new Vector3(-3.9f, 1f, 0.1f), new Vector3(0.1f, 1f, 0.1f), Wall);
        Assert.AreEqual("....\n....\n....\n", Map().AddColliders(_grid, Walls).ToString());
        Vector3 half = new Vector3(0.9f, 0.5f, 0.9f);
        Assert.AreEqual("#...\n....\n....\n", Map().AddColliders(_grid, Walls, half).ToString());
    }

    [TestCase(1f)]
    [TestCase(0.5f)]
    [TestCase(3f)]
    public void The_components_default_probe_finds_whatever_reaches_into_a_cell_by_a_hundredth(float size)
    {
        // A round post on the corner of four cells and a wall on the line between two columns.
        Colliders.AddBox(new Vector3(2f, 0f, 2f) * size, Vector3.one * (0.36f * size), Wall);
        Colliders.AddBox(new Vector3(5f, 0f, 1.5f) * size, new Vector3(0.09f, 1f, 3f) * size, Wall);
        // A wall of one cell, which ends at the edges of its neighbors.
        Colliders.AddBox(new Vector3(7.5f, 0f, 1.5f) * size, Vector3.one * size, Wall);
        string expected = "....##...\n.##.##.#.\n.##.##...\n.........\n";
        Assert.AreEqual(expected, Scanned(9, 4, size, GridPlane.XZ, source => { }));
        foreach (float thin in new[] { 0.03f, 0.015f })
        {
            Colliders.Clear();
            Colliders.AddBox(new Vector3(1f, 0f, 0.5f) * size, new Vector3(thin, 1f, 1f) * size, Wall);
            Assert.AreEqual(thin > 0.02f ? "##\n" : "..\n", Scanned(2, 1, size, GridPlane.XZ, source => { }));
        }
    }

    [Test]
    public void In_the_plane_of_2D_games_the_default_probe_finds_2D_and_3D_colliders()
    {
        Colliders.AddBox2D(new Vector2(1f, 0.5f), new Vector2(0.1f, 1f), Wall);
        Colliders.AddBox(new Vector3(4.5f, 0.5f, 0f), Vector3.one * 0.3f, Wall);
        using (ConsoleLog log = new ConsoleLog())
        {
            Assert.AreEqual("##..#\n", Scanned(5, 1, 1f, GridPlane.XY, source => { }));
            Assert.AreEqual(
                "##...\n", Scanned(5, 1, 1f, GridPlane.XY, source => source.ObstacleShape = ObstacleShape.Box2D));
            Assert.AreEqual(
                "....#\n", Scanned(5, 1, 1f, GridPlane.XY, source => source.ObstacleShape = ObstacleShape.Box));
            Assert.AreEqual(0, log.Lines.Count);
        }
    }

    [Test]
    public void A_3D_probe_that_can_only_miss_2D_colliders_warns_once()
    {
        Colliders.AddBox2D(new Vector2(0.5f, 0.5f), new Vector2(0.3f, 0.3f), Wall);
        using (ConsoleLog log = new ConsoleLog())
        {
            Action<PathGridComponent> sphere = source =>
            {
                source.ObstacleShape = ObstacleShape.Sphere;
                source.Rebuild();
                source.RefreshObstacles();
            };
            Assert.AreEqual("..\n", Scanned(2, 1, 1f, GridPlane.XY, sphere));
            Assert.AreEqual(1, log.Lines.Count);
            Assert.IsTrue(log.Lines[0].StartsWith("Warning: "), log.Lines[0]);
            Assert.IsTrue(log.Lines[0].Contains("2D colliders"), log.Lines[0]);
            // Elsewhere 2D colliders are none of the grid's business.
            Colliders.Clear();
            Colliders.AddBox2D(new Vector2(9f, 0.5f), new Vector2(0.3f, 0.3f), Wall);
            Assert.AreEqual("..\n", Scanned(2, 1, 1f, GridPlane.XY, sphere));
            Assert.AreEqual(1, log.Lines.Count);
        }
    }

    /// <summary>The cells that a component at the world's origin finds.</summary>
    private static string Scanned(
        int width, int height, float cellSize, GridPlane plane, Action<PathGridComponent> set)
    {
        GameObject owner = new GameObject();
        PathGridComponent source = owner.AddComponent<PathGridComponent>();
        source.Width = width;
        source.Height = height;
        source.CellSize = cellSize;
        source.Plane = plane;
        source.ObstacleLayers = 1 << Wall;
        set(source);
        source.Rebuild();
        string map = new CellMap().Read(source.Grid).ToString();
        UnityEngine.Object.Destroy(owner);
        return map;
    }

    [Test]
    public void Triggers_count_unless_they_are_to_be_ignored()
    {
        Colliders.AddTrigger(new Vector3(-3f, 1f, 1f), Vector3.one, Wall);
        Vector3 half = Vector3.one * 0.5f;
        Assert.AreEqual("#...\n....\n....\n", Map().AddColliders(_grid, Walls, 0.5f).ToString());
        Assert.AreEqual(
            "....\n....\n....\n", Map().AddColliders(_grid, Walls, 0.5f, QueryTriggerInteraction.Ignore).ToString());
        Assert.AreEqual("#...\n....\n....\n", Map().AddColliders(_grid, Walls, half).ToString());
        Assert.AreEqual(
            "....\n....\n....\n", Map().AddColliders(_grid, Walls, half, QueryTriggerInteraction.Ignore).ToString());
    }

    [Test]
    public void Obstacles_that_the_map_has_stay()
    {
        Colliders.AddBox(new Vector3(-3f, 1f, 1f), Vector3.one, Wall);
        CellMap map = Map();
        map[3, 2] = CellType.Obstacle;
        Assert.AreEqual("#...\n....\n...#\n", map.AddColliders(_grid, Walls, 0.5f).ToString());
    }

    [Test]
    public void Maps_of_more_than_one_batch_are_read_to_their_end()
    {
        Colliders.AddBox(new Vector3(0.5f, 0f, 0.5f), Vector3.one * 0.5f, Wall);
        Colliders.AddBox(new Vector3(299.5f, 0f, 199.5f), Vector3.one * 0.5f, Wall);
        Colliders.AddBox(new Vector3(184.5f, 0f, 54.5f), Vector3.one * 0.5f, Wall);
        using (PathGrid grid = new PathGrid(300, 200))
        {
            string drawn = new CellMap(300, 200).AddColliders(grid, Walls, 0.4f).ToString();
            Assert.AreEqual(3, drawn.Split('#').Length - 1);
            Assert.AreEqual('#', drawn[0]);
            Assert.AreEqual('#', drawn[54 * 301 + 184]);
            Assert.AreEqual('#', drawn[199 * 301 + 299]);
        }
    }

    [Test]
    public void Colliders_of_2D_are_asked_in_the_XY_plane()
    {
        Colliders.AddBox2D(new Vector2(1f, 3f), new Vector2(2f, 2f), Wall);
        PathGridSettings settings =
            new PathGridSettings { Width = 3, Height = 3, CellSize = 2f, OriginX = -2f, Plane = GridPlane.XY };
        using (PathGrid grid = new PathGrid(settings))
        {
            Vector2 size = new Vector2(1.8f, 1.8f);
            Assert.AreEqual("...\n.#.\n...\n", new CellMap(3, 3).AddColliders2D(grid, Walls, size).ToString());
        }
    }

    [Test]
    public void What_can_not_be_asked_is_refused_and_the_map_stays_as_it_was()
    {
        Colliders.AddBox(Vector3.zero, Vector3.one * 100f, Wall);
        CellMap map = Map();
        Vector2 size = new Vector2(1f, 1f);
        Refused<ArgumentNullException>("map", () => ((CellMap)null).AddColliders(_grid, Walls));
        Refused<ArgumentNullException>("grid", () => map.AddColliders(null, Walls));
        Refused<ArgumentException>("grid", () => new CellMap(3, 4).AddColliders(_grid, Walls));
        Refused<ArgumentException>("grid", () => map.AddColliders2D(_grid, Walls, size));
        foreach (float wrong in new[] { 0f, -1f, float.NaN, float.PositiveInfinity })
        {
            Refused<ArgumentOutOfRangeException>("radius", () => map.AddColliders(_grid, Walls, wrong));
            Refused<ArgumentOutOfRangeException>(
                "halfExtents", () => map.AddColliders(_grid, Walls, new Vector3(1f, wrong, 1f)));
        }
        Assert.AreEqual("....\n....\n....\n", map.ToString());
        Assert.AreEqual(0, Colliders.Checks);
    }

    private static CellMap Map() => new CellMap(4, 3);

    private static void Refused<T>(string parameter, TestDelegate call) where T : ArgumentException
        => Assert.AreEqual(parameter, Assert.Throws<T>(call).ParamName);
}
