using System;
using System.Collections.Generic;
using GridStar;
using NUnit.Framework;
using UnityEditor.Standin;
using UnityEngine;
using UnityEngine.Standin;
using Object = UnityEngine.Object;
using Random = System.Random;

/// <summary>Walls between cells that a scan of the scene finds, and painted ones.</summary>
public class WallScanTests
{
    private const int Thin = 9;
    private const int Solid = 8;

    private PathGridComponent _source;

    [SetUp]
    public void EmptyScene()
    {
        Scene.Clear();
        Frames.Reset();
        Colliders.Clear();
        _source = new GameObject().AddComponent<PathGridComponent>();
        _source.Width = 4;
        _source.Height = 3;
        _source.ObstacleLayers = 1 << Solid;
        _source.WallLayers = 1 << Thin;
    }

    [TearDown]
    public void DestroyGrid()
    {
        Object.Destroy(_source.gameObject);
    }

    [Test]
    public void Walls_that_meet_at_corners_close_the_sides_that_they_stand_on_and_no_others()
    {
        // An L with a doorway, and a wall that ends in the middle of it.
        Wall(2f, 0f, 2f, 1f);
        Wall(0f, 1f, 1f, 1f);
        Wall(2f, 1f, 4f, 1f);
        Wall(2f, 1f, 2f, 2f);
        _source.Rebuild();
        Assert.AreEqual(". .|. .\n-   - -\n. .|. .\n       \n. . . .\n", Drawn());
        List<GridCell> path = new List<GridCell>();
        Assert.AreEqual(4, _source.Grid.FindPath(new GridCell(0, 0), new GridCell(0, 1), path).Length);
    }

    [Test]
    public void Without_layers_of_walls_no_query_is_made_for_them_and_walls_of_code_stay()
    {
        Wall(2f, 0f, 2f, 3f);
        _source.WallLayers = 0;
        _source.Rebuild();
        Assert.AreEqual(12, Colliders.Checks);
        Assert.AreEqual("....\n....\n....\n", Drawn());
        _source.Grid.SetPassage(new GridCell(0, 0), new GridCell(1, 0), Passage.Wall);
        _source.RefreshObstacles();
        Assert.AreEqual(".|. . .\n       \n. . . .\n       \n. . . .\n", Drawn());
        _source.WallLayers = 1 << Thin;
        _source.RefreshObstacles();
        Assert.AreEqual(". .|. .\n       \n. .|. .\n       \n. .|. .\n", Drawn());
        _source.WallLayers = 0;
        _source.RefreshObstacles();
        Assert.AreEqual("....\n....\n....\n", Drawn());
    }

    [Test]
    public void An_obstacle_beside_a_side_makes_no_wall()
    {
        Colliders.AddBox(new Vector3(1.5f, 0f, 1.5f), Vector3.one * 0.8f, Thin);
        Colliders.AddBox(new Vector3(1.5f, 0f, 1.5f), Vector3.one * 0.8f, Solid);
        _source.Rebuild();
        Assert.AreEqual("....\n.#..\n....\n", Drawn());
    }

    [TestCase(ObstacleShape.Auto, true)]
    [TestCase(ObstacleShape.Box2D, true)]
    [TestCase(ObstacleShape.Box, false)]
    public void In_the_plane_of_2D_games_2D_colliders_are_walls(ObstacleShape shape, bool isFound)
    {
        _source.Plane = GridPlane.XY;
        _source.ObstacleShape = shape;
        Colliders.AddBox2D(new Vector2(1f, 1.5f), new Vector2(0.1f, 3f), Thin);
        Colliders.AddBox2D(new Vector2(2.5f, 1f), new Vector2(3f, 0.1f), Thin);
        _source.Rebuild();
        string expected = ".|. . .\n  - - -\n.|. . .\n       \n.|. . .\n";
        Assert.AreEqual(isFound ? expected : "....\n....\n....\n", Drawn());
    }

    [Test]
    public void A_shape_for_2D_colliders_off_their_plane_is_refused()
    {
        _source.ObstacleLayers = 0;
        _source.ObstacleShape = ObstacleShape.Box2D;
        Assert.Throws<ArgumentException>(() => _source.Rebuild());
    }

    [Test]
    public void Hexagons_have_walls_on_six_sides()
    {
        _source.Layout = CellLayout.HexOddRows;
        _source.Rebuild();
        GridFrame frame = new GridFrame(_source.Grid);
        GridCell middle = new GridCell(1, 1);
        GridCell[] neighbors =
        {
            new GridCell(0, 1), new GridCell(2, 1), new GridCell(1, 0), new GridCell(2, 0), new GridCell(1, 2),
            new GridCell(2, 2),
        };
        foreach (GridCell neighbor in neighbors)
        {
            Colliders.Clear();
            Vector3 half = frame.WayBetween(middle, neighbor) / 2f;
            Colliders.AddBox(frame.CenterOf(1, 1) + half, Vector3.one * 0.2f, Thin);
            _source.RefreshObstacles();
            foreach (GridCell other in neighbors)
            {
                Passage expected = other == neighbor ? Passage.Wall : Passage.Open;
                Assert.AreEqual(expected, _source.Grid.GetPassage(middle, other), neighbor + ", " + other);
            }
        }
    }

    [Test]
    public void A_grid_that_is_turned_finds_walls_along_its_own_axes()
    {
        Wall(2f, 0f, 2f, -3f);
        double half = Math.PI / 4.0;
        _source.transform.rotation = new Quaternion(0f, (float)Math.Sin(half), 0f, (float)Math.Cos(half));
        _source.FollowTransform = true;
        _source.Rebuild();
        // Columns run along -z, rows along x.
        Assert.AreEqual(". . . .\n       \n. . . .\n- - -  \n. . . .\n", Drawn());
    }

    [Test]
    public void A_refresh_of_bounds_gives_what_a_whole_scan_gives_wherever_walls_changed()
    {
        for (int seed = 1; seed <= 60; seed++)
        {
            Random random = new Random(seed);
            Colliders.Clear();
            _source.Width = random.Next(3, 12);
            _source.Height = random.Next(3, 12);
            _source.Layout = (CellLayout)random.Next(5);
            _source.WallShapeSize = new[] { 0.1f, 0.5f, 1f }[seed % 3];
            _source.PaintedWalls.Clear();
            GridCell painted = new GridCell(random.Next(_source.Width - 1), random.Next(_source.Height));
            _source.PaintedWalls.Set(
                _source.Layout, painted, new GridCell(painted.X + 1, painted.Y), (Passage)random.Next(4));
            for (int i = 0; i < 6; i++)
            {
                Colliders.AddBox(Anywhere(random), Size(random), i % 3 == 0 ? Solid : Thin);
            }
            _source.Rebuild();
            Bounds added = new Bounds(Anywhere(random), Size(random));
            Colliders.AddBox(added.center, added.size, random.Next(2) == 0 ? Thin : Solid);
            ulong revision = _source.Grid.Revision;
            _source.RefreshObstacles(added);
            Assert.That(_source.Grid.Revision - revision, Is.LessThanOrEqualTo(2UL), "seed " + seed);
            byte[] partly = Passages();
            _source.RefreshObstacles();
            Assert.AreEqual(Passages(), partly, "seed " + seed);
        }
    }

    [Test]
    public void Painted_walls_lie_over_what_a_scan_finds_and_every_scan_leaves_them()
    {
        Wall(2f, 0f, 2f, 3f);
        GridCell left = new GridCell(1, 1);
        GridCell right = new GridCell(2, 1);
        _source.PaintedWalls.Set(CellLayout.Square, left, right, Passage.Open);
        _source.PaintedWalls.Set(CellLayout.Square, new GridCell(3, 2), new GridCell(3, 1), Passage.OneWay);
        _source.Rebuild();
        const string Painted = ". .|. .\n       \n. . . .\n      ^\n. .|. .\n";
        Assert.AreEqual(Painted, Drawn());
        _source.RefreshObstacles();
        Assert.AreEqual(Painted, Drawn());
        Assert.IsTrue(_source.PaintedWalls.TryGet(CellLayout.Square, right, left, out Passage passage));
        Assert.AreEqual(Passage.Open, passage);
        Assert.AreEqual(2, _source.PaintedWalls.CountSides());
        _source.PaintedWalls.Erase(CellLayout.Square, right, left);
        _source.ApplyPainted();
        Assert.AreEqual(". .|. .\n       \n. .|. .\n      ^\n. .|. .\n", Drawn());
        _source.PaintedWalls.Clear();
        Assert.IsTrue(_source.PaintedWalls.IsEmpty);
        _source.WallLayers = 0;
        _source.ApplyPainted();
        Assert.AreEqual("....\n....\n....\n", Drawn());
    }

    [Test]
    public void A_baked_grid_has_its_walls_and_a_moved_wall_is_told()
    {
        Wall(2f, 0f, 2f, 3f);
        PathGridAsset asset = ScriptableObject.CreateInstance<PathGridAsset>();
        using (PathGridBake bake = Bake())
        {
            bake.Store(asset);
        }
        Colliders.Clear();
        Wall(1f, 0f, 1f, 3f);
        using (PathGridBake bake = Bake())
        {
            Assert.AreEqual("Walls of 6 cells have changed since the grid was baked.", bake.Differences(asset));
        }
        _source.Baked = asset;
        _source.PaintedWalls.Set(CellLayout.Square, new GridCell(0, 0), new GridCell(0, 1), Passage.OneWay);
        _source.Rebuild();
        Assert.AreEqual(". .|. .\nv      \n. .|. .\n       \n. .|. .\n", Drawn());
        Colliders.Clear();
        Wall(2f, 0f, 2f, 3f);
        _source.PaintedWalls.Clear();
        using (PathGridBake bake = Bake())
        {
            Assert.IsNull(bake.Differences(asset));
        }
    }

    [Test]
    public void A_grid_that_is_handed_over_keeps_its_walls()
    {
        Wall(2f, 0f, 2f, 3f);
        _source.Rebuild();
        _source.WallLayers = 0;
        PathGrid other = new PathGrid(4, 3);
        other.SetPassage(new GridCell(0, 0), new GridCell(1, 0), Passage.Wall);
        _source.SetGrid(other);
        _source.RefreshObstacles();
        Assert.AreEqual(".|. . .\n       \n. . . .\n       \n. . . .\n", Drawn());
    }

    private PathGridBake Bake()
    {
        PathGridBake bake = _source.BeginBake();
        while (bake.Advance())
        {
        }
        return bake;
    }

    [Test]
    public void Painted_walls_are_stored_and_see_both_cells()
    {
        PaintedWalls walls = new PaintedWalls();
        GridCell cell = new GridCell(2, 2);
        GridCell other = new GridCell(2, 1);
        foreach (CellLayout layout in new[] { CellLayout.Square, CellLayout.HexEvenColumns })
        {
            foreach (Passage passage in new[] { Passage.Wall, Passage.OneWay, Passage.OneWayBack, Passage.Open })
            {
                walls.Set(layout, cell, other, passage);
                PaintedWalls again = SceneTools.SavedAndLoaded(walls);
                Assert.IsTrue(again.TryGet(layout, cell, other, out Passage seen));
                Assert.AreEqual(passage, seen);
                Assert.IsTrue(again.TryGet(layout, other, cell, out seen));
                bool isOneWay = passage == Passage.OneWay || passage == Passage.OneWayBack;
                Assert.AreEqual(isOneWay, seen != passage, passage.ToString());
            }
            walls.Erase(layout, other, cell);
            Assert.IsFalse(walls.TryGet(layout, cell, other, out _));
        }
        Assert.Throws<ArgumentException>(() => walls.Set(CellLayout.Square, cell, cell, Passage.Wall));
        GridCell outside = new GridCell(-1, 0);
        Assert.Throws<ArgumentOutOfRangeException>(
            () => walls.Set(CellLayout.Square, outside, new GridCell(0, 0), Passage.Wall));
        Assert.Throws<ArgumentOutOfRangeException>(() => walls.Set(CellLayout.Square, cell, other, (Passage)7));
    }

    [Test]
    public void Gizmos_draw_walls_once_there_are_some()
    {
        _source.Rebuild();
        DrawnGizmos.Clear();
        Frames.DrawGizmos();
        int without = DrawnGizmos.Meshes.Count;
        _source.Grid.SetPassage(new GridCell(0, 0), new GridCell(1, 0), Passage.OneWay);
        DrawnGizmos.Clear();
        Frames.DrawGizmos();
        Assert.AreEqual(without + 1, DrawnGizmos.Meshes.Count);
        Assert.AreEqual(24 + 6, DrawnGizmos.Meshes[without].Mesh.vertices.Length, "a block and an arrow");
    }

    private static Vector3 Anywhere(Random random)
        => new Vector3((float)random.NextDouble() * 9f, 0f, (float)random.NextDouble() * 9f);

    private static Vector3 Size(Random random)
        => new Vector3(0.05f + (float)random.NextDouble() * 2f, 1f, 0.05f + (float)random.NextDouble());

    /// <summary>A thin wall from one place to another, along an axis.</summary>
    private static void Wall(float x, float z, float toX, float toZ)
    {
        Vector3 center = new Vector3((x + toX) / 2f, 0f, (z + toZ) / 2f);
        Colliders.AddBox(center, new Vector3(Math.Abs(toX - x) + 0.1f, 1f, Math.Abs(toZ - z) + 0.1f), Thin);
    }

    private byte[] Passages()
    {
        byte[] passages = new byte[_source.Grid.Width * _source.Grid.Height];
        _source.Grid.GetPassages(passages);
        return passages;
    }

    private string Drawn() => new CellMap().Read(_source.Grid).ToString();
}
