using System;
using System.Collections.Generic;
using System.Diagnostics;
using GridStar;
using NUnit.Framework;
using UnityEngine;
using UnityEngine.Standin;
using Object = UnityEngine.Object;
using Random = System.Random;

/// <summary>Scans of a part of a grid, and obstacles that move over grids.</summary>
public partial class PathObstacleTests
{
    private const int Wall = 8;

    private PathGridComponent _source;

    [SetUp]
    public void EmptyScene()
    {
        Scene.Clear();
        Frames.Reset();
        Colliders.Clear();
        Scene.DefineTag("Crate");
        _source = new GameObject().AddComponent<PathGridComponent>();
        _source.Width = 6;
        _source.Height = 4;
        _source.ObstacleLayers = 1 << Wall;
        _source.Rebuild();
    }

    [TearDown]
    public void DestroyGrid()
    {
        Object.Destroy(_source.gameObject);
    }

    [Test]
    public void A_refresh_of_bounds_probes_only_their_cells_and_makes_one_edit()
    {
        Colliders.AddBox(new Vector3(1.5f, 0f, 1.5f), Vector3.one * 0.2f, Wall);
        Colliders.AddBox(new Vector3(4.5f, 0f, 2.5f), Vector3.one * 0.2f, Wall);
        int probes = Colliders.Checks;
        ulong revision = _source.Grid.Revision;
        _source.RefreshObstacles(new Bounds(new Vector3(1.5f, 0f, 1.5f), Vector3.one * 0.5f));
        Assert.AreEqual(1, Colliders.Checks - probes);
        Assert.AreEqual(revision + 1, _source.Grid.Revision);
        Assert.AreEqual("......\n.#....\n......\n......\n", Drawn());
        _source.RefreshObstacles(new Bounds(new Vector3(4.2f, 0f, 2.5f), new Vector3(1f, 9f, 0.5f)));
        Assert.AreEqual(3, Colliders.Checks - probes);
        Assert.AreEqual("......\n.#....\n....#.\n......\n", Drawn());
        Colliders.Clear();
        _source.RefreshObstacles(new Bounds(new Vector3(4.5f, 0f, 2.5f), Vector3.one * 0.5f));
        Assert.AreEqual("......\n.#....\n......\n......\n", Drawn());
        _source.RefreshObstacles(new Bounds(new Vector3(90f, 0f, 2.5f), Vector3.one));
        Assert.AreEqual(1, Colliders.Checks);
        Assert.Throws<ArgumentOutOfRangeException>(
            () => _source.RefreshObstacles(new Bounds(new Vector3(float.NaN, 0f, 0f), Vector3.one)));
    }

    [Test]
    public void A_refresh_of_bounds_gives_what_a_whole_scan_gives_wherever_the_scene_changed()
    {
        for (int seed = 1; seed <= 60; seed++)
        {
            Random random = new Random(seed);
            Colliders.Clear();
            _source.Width = random.Next(3, 14);
            _source.Height = random.Next(3, 14);
            _source.CellSize = seed % 2 == 0 ? 1f : 0.5f;
            _source.RandomShare = 0.2f;
            _source.RandomSeed = seed;
            _source.ObstacleShape = seed % 3 == 0 ? ObstacleShape.Box : ObstacleShape.Sphere;
            _source.ObstacleShapeSize = new[] { 0.3f, 0.9f, 1f, 1.7f, 3.2f }[seed % 5];
            _source.Terrain.Clear();
            _source.Terrain.Add(new TerrainArea { Type = 5, Layers = 1 << 3, Tag = "Crate" });
            for (int i = 0; i < 4; i++)
            {
                Colliders.AddBox(Anywhere(random), Vector3.one * 0.7f, i % 2 == 0 ? Wall : 3);
            }
            GameObject crate = new GameObject { tag = "Crate" };
            crate.transform.position = Anywhere(random);
            _source.Rebuild();
            Bounds added = new Bounds(Anywhere(random), Vector3.one * (0.1f + (float)random.NextDouble() * 3f));
            Colliders.AddBox(added.center, added.size, random.Next(2) == 0 ? Wall : 3);
            _source.RefreshObstacles(added);
            string partly = Drawn();
            _source.RefreshObstacles();
            Assert.AreEqual(Drawn(), partly, "seed " + seed);
            Object.Destroy(crate);
        }
    }

    [Test]
    public void An_obstacle_closes_the_cells_under_it_and_gives_back_the_types_that_they_had()
    {
        _source.Grid.SetCell(2, 1, (CellType)7);
        PathObstacle obstacle = Place(2f, 1.5f, 2f, 1f);
        obstacle.CarveOnlyStationary = false;
        Frames.Advance(0.1);
        Assert.AreEqual("......\n.##...\n......\n......\n", Drawn());
        obstacle.transform.position = new Vector3(3f, 0f, 1.5f);
        Frames.Advance(0.1);
        Assert.AreEqual("......\n..##..\n......\n......\n", Drawn());
        obstacle.transform.position = new Vector3(4f, 0f, 3.5f);
        Frames.Advance(0.1);
        Assert.AreEqual("......\n..7...\n......\n...##.\n", Drawn());
        obstacle.enabled = false;
        Frames.Advance(0.1);
        Assert.AreEqual("......\n..7...\n......\n......\n", Drawn());
        obstacle.enabled = true;
        Frames.Advance(0.1);
        Assert.AreEqual("......\n..7...\n......\n...##.\n", Drawn());
        Object.Destroy(obstacle.gameObject);
        Frames.Advance(0.1);
        Assert.AreEqual("......\n..7...\n......\n......\n", Drawn());
    }

    [Test]
    public void An_obstacle_that_carves_when_still_opens_its_cells_while_it_moves()
    {
        PathObstacle obstacle = Place(1.5f, 1.5f, 0.8f, 0.8f);
        Frames.Advance(0.1);
        Assert.AreEqual("......\n.#....\n......\n......\n", Drawn());
        // Within the threshold.
        obstacle.transform.position += new Vector3(0.09f, 0f, 0f);
        Frames.Advance(0.1);
        Assert.That(obstacle.IsCarving, Is.True);
        for (int i = 0; i < 10; i++)
        {
            obstacle.transform.position += new Vector3(0.2f, 0f, 0f);
            Frames.Advance(0.1);
            Assert.AreEqual("......\n......\n......\n......\n", Drawn());
        }
        Frames.Advance(0.3);
        Assert.That(obstacle.IsCarving, Is.False);
        Frames.Advance(0.3);
        Assert.AreEqual("......\n...#..\n......\n......\n", Drawn());
    }

    [Test]
    public void A_slow_drift_counts_as_movement_once_it_passes_the_threshold()
    {
        PathObstacle obstacle = Place(1.5f, 1.5f, 0.8f, 0.8f);
        obstacle.CarveOnlyStationary = false;
        Frames.Advance(0.1);
        for (int i = 0; i < 40; i++)
        {
            obstacle.transform.position += new Vector3(0.05f, 0f, 0f);
            Frames.Advance(0.1);
        }
        Assert.AreEqual("......\n...#..\n......\n......\n", Drawn());
        // It covers cell 1, 1 and 2, 2, 2 and 3, 3.
        Assert.AreEqual(5UL, _source.Grid.Revision);
    }

    [Test]
    public void The_bounds_of_a_collider_count_where_physics_knows_it()
    {
        PathObstacle obstacle = Place(9f, 9f, 9f, 9f);
        obstacle.transform.position = new Vector3(1.5f, 0f, 1.5f);
        obstacle.enabled = false;
        BoxCollider box = obstacle.gameObject.AddComponent<BoxCollider>();
        box.size = new Vector3(2.5f, 1f, 0.5f);
        Physics.SyncTransforms();
        obstacle.enabled = true;
        obstacle.CarveOnlyStationary = false;
        Frames.Advance(0.1);
        Assert.AreEqual("......\n###...\n......\n......\n", Drawn());
        obstacle.transform.position = new Vector3(4.5f, 0f, 1.5f);
        Frames.Advance(0.1);
        Assert.AreEqual("......\n###...\n......\n......\n", Drawn());
        Physics.SyncTransforms();
        Frames.Advance(0.1);
        Assert.AreEqual("......\n...###\n......\n......\n", Drawn());
    }

    [Test]
    public void A_whole_and_a_partial_scan_keep_obstacles_and_change_what_lies_under_them()
    {
        PathObstacle obstacle = Place(1.5f, 1.5f, 0.8f, 0.8f);
        Frames.Advance(0.1);
        ulong revision = _source.Grid.Revision;
        _source.RefreshObstacles();
        Assert.AreEqual("......\n.#....\n......\n......\n", Drawn());
        Assert.AreEqual(revision, _source.Grid.Revision);
        // A wall comes under the obstacle, and stays when the obstacle has left.
        Bounds wall = new Bounds(new Vector3(1.5f, 0f, 1.5f), Vector3.one * 0.2f);
        Colliders.AddBox(wall.center, wall.size, Wall);
        _source.RefreshObstacles(wall);
        obstacle.enabled = false;
        Frames.Advance(0.1);
        Assert.AreEqual("......\n.#....\n......\n......\n", Drawn());
        obstacle.enabled = true;
        Frames.Advance(0.1);
        Colliders.Clear();
        _source.RefreshObstacles();
        Assert.AreEqual("......\n.#....\n......\n......\n", Drawn());
        obstacle.enabled = false;
        Frames.Advance(0.1);
        Assert.AreEqual("......\n......\n......\n......\n", Drawn());
    }

    [Test]
    public void Obstacles_take_their_places_on_a_grid_that_is_built_anew_and_on_another_one()
    {
        PathObstacle obstacle = Place(1.5f, 1.5f, 0.8f, 0.8f);
        Frames.Advance(0.1);
        _source.CellSize = 0.5f;
        _source.Rebuild();
        Assert.AreEqual("......\n......\n..##..\n..##..\n", Drawn());
        PathGridComponent other = new GameObject().AddComponent<PathGridComponent>();
        obstacle.GridSource = other;
        Frames.Advance(0.1);
        Assert.AreEqual("......\n......\n......\n......\n", Drawn());
        Assert.That(other.Grid.IsCovered(1, 1), Is.True);
        // The grid is gone before its obstacle.
        Object.Destroy(other.gameObject);
        Frames.Advance(0.1);
        Assert.That(obstacle.IsCarving, Is.False);
        obstacle.GridSource = null;
        Frames.Advance(0.1);
        Object.Destroy(obstacle.gameObject);
    }

    [TestCase("door")]
    [TestCase("house")]
    [TestCase("swamp")]
    [TestCase("cells")]
    public void An_obstacle_leaves_what_was_built_under_it_meanwhile(string change)
    {
        PathObstacle obstacle = Place(3.5f, 1.5f, 0.8f, 0.8f);
        Frames.Advance(0.1);
        PathGrid grid = _source.Grid;
        if (change == "door")
        {
            grid.SetCell(3, 1, CellType.Obstacle);
        }
        else if (change == "house")
        {
            grid.FillRect(2, 0, 3, 3, CellType.Obstacle);
        }
        else if (change == "swamp")
        {
            grid.FillRect(0, 0, 6, 4, (CellType)4);
        }
        else
        {
            grid.SetCells(new byte[24]);
        }
        Frames.Advance(0.1);
        Assert.That(obstacle.IsCarving && grid.IsCovered(3, 1), Is.True);
        string built = DrawnTypes();
        PathResult result = grid.FindPath(new GridCell(0, 3), new GridCell(3, 1), new List<GridCell>());
        Assert.AreEqual(PathReason.GoalBlocked, result.Reason);
        obstacle.enabled = false;
        Frames.Advance(0.1);
        Assert.AreEqual(built, Drawn());
        bool isOpen = change == "swamp" || change == "cells";
        Assert.AreEqual(isOpen, grid.FindPath(new GridCell(0, 3), new GridCell(3, 1), new List<GridCell>()).Found);
    }

    [Test]
    public void Obstacles_and_tagged_objects_on_other_floors_do_not_close_this_one()
    {
        _source.ObstacleTag = "Crate";
        PathGridComponent upper = new GameObject().AddComponent<PathGridComponent>();
        upper.transform.position = new Vector3(0f, 4f, 0f);
        upper.Width = 6;
        upper.Height = 4;
        upper.ObstacleTag = "Crate";
        upper.Rebuild();
        GameObject crate = new GameObject { tag = "Crate" };
        PathObstacle obstacle = Place(2.5f, 1.5f, 0.8f, 0.8f);
        PathObstacle above = Place(2.5f, 1.5f, 0.8f, 0.8f);
        above.GridSource = upper;
        foreach (float height in new[] { 0f, 0.5f, 4f, 4.5f, 50f, -3f })
        {
            foreach (PathObstacle one in new[] { obstacle, above })
            {
                one.enabled = false;
                one.transform.position = new Vector3(2.5f, height, 1.5f);
                one.enabled = true;
            }
            crate.transform.position = new Vector3(4.5f, height, 2.5f);
            _source.RefreshObstacles();
            upper.RefreshObstacles();
            Frames.Advance(0.1);
            bool isLow = height < 1f && height > -1f;
            bool isHigh = height >= 4f && height < 5f;
            Assert.AreEqual(isLow, _source.Grid.IsCovered(2, 1), "height " + height);
            Assert.AreEqual(isHigh, upper.Grid.IsCovered(2, 1), "height " + height);
            Assert.AreEqual(isLow, _source.Grid.GetCell(4, 2) == CellType.Obstacle, "height " + height);
            Assert.AreEqual(isHigh, upper.Grid.GetCell(4, 2) == CellType.Obstacle, "height " + height);
        }
        // A range of one's own, in which the crate at -3 lies.
        _source.LowestObstacle = -5f;
        _source.HighestObstacle = -2f;
        _source.RefreshObstacles();
        Assert.AreEqual(CellType.Obstacle, _source.Grid.GetCell(4, 2));
        Object.Destroy(upper.gameObject);
        Object.Destroy(crate);
    }

    [Test]
    public void In_the_plane_of_2D_games_all_depths_count_unless_a_range_is_set()
    {
        _source.Plane = GridPlane.XY;
        _source.ObstacleLayers = 0;
        _source.Rebuild();
        PathObstacle obstacle = Place(0f, 0f, 0.8f, 0.8f);
        obstacle.Size = new Vector3(0.8f, 0.8f, 0.1f);
        obstacle.transform.position = new Vector3(2.5f, 1.5f, -7f);
        Frames.Advance(0.1);
        Assert.That(_source.Grid.IsCovered(2, 1), Is.True);
        _source.LowestObstacle = -1f;
        _source.HighestObstacle = 1f;
        obstacle.enabled = false;
        obstacle.enabled = true;
        Frames.Advance(0.1);
        Assert.That(_source.Grid.IsCovered(2, 1), Is.False);
    }

    [Test]
    public void Overlapping_obstacles_agree_with_a_count_of_each_cell()
    {
        for (int seed = 1; seed <= 20; seed++)
        {
            Random random = new Random(seed);
            PathGrid grid = _source.Grid;
            byte[] own = new byte[24];
            for (int i = 0; i < own.Length; i++)
            {
                own[i] = (byte)random.Next(4);
            }
            grid.SetCells(own);
            List<PathObstacle> obstacles = new List<PathObstacle>();
            for (int i = 0; i < 5; i++)
            {
                obstacles.Add(Place(0f, 0f, random.Next(1, 4) - 0.2f, random.Next(1, 4) - 0.2f));
                obstacles[i].CarveOnlyStationary = false;
            }
            for (int frame = 0; frame < 30; frame++)
            {
                foreach (PathObstacle obstacle in obstacles)
                {
                    if (random.Next(3) == 0)
                    {
                        obstacle.transform.position = new Vector3(random.Next(-1, 8), 0f, random.Next(-1, 6));
                    }
                    obstacle.enabled = random.Next(8) != 0;
                }
                Frames.Advance(0.1);
                Assert.AreEqual(Expected(own, obstacles), Drawn(), "seed " + seed + ", frame " + frame);
            }
            obstacles.ForEach(obstacle => Object.Destroy(obstacle.gameObject));
            Frames.Advance(0.1);
        }
    }

    /// <summary>The time is printed and decides nothing: the counts do.</summary>
    [Test]
    public void A_hundred_moving_obstacles_make_an_edit_each_and_no_garbage_or_probes()
    {
        _source.Width = 256;
        _source.Height = 256;
        _source.Rebuild();
        List<PathObstacle> obstacles = new List<PathObstacle>();
        for (int i = 0; i < 100; i++)
        {
            obstacles.Add(Place(i % 10 * 20f + 5.5f, i / 10 * 20f + 5.5f, 1.8f, 1.8f));
            obstacles[i].CarveOnlyStationary = false;
        }
        Frames.Advance(0.02);
        int probes = Colliders.Checks;
        ulong edits = _source.Grid.Revision;
        Assert.AreEqual(100UL, edits);
        Frames.Advance(0.02);
        Assert.AreEqual(100UL, _source.Grid.Revision);
        // Edits keep current what this search derives.
        List<GridCell> path = new List<GridCell>();
        Assert.That(_source.Grid.FindPath(new GridCell(0, 0), new GridCell(255, 254), path).Found, Is.True);
        const int Count = 200;
        System.Action<PathObstacle> update = Message<PathObstacle>("Update");
        System.Action<PathGridComponent> lateUpdate = Message<PathGridComponent>("LateUpdate");
        Stopwatch watch = new Stopwatch();
        double[] frames = new double[Count];
        int collections = 0;
        for (int frame = 0; frame < Count; frame++)
        {
            Vector3 step = new Vector3(frame % 20 < 10 ? 1f : -1f, 0f, 0f);
            foreach (PathObstacle obstacle in obstacles)
            {
                obstacle.transform.position += step;
            }
            if (frame == 40)
            {
                GC.Collect();
                collections = GC.CollectionCount(0);
            }
            watch.Restart();
            foreach (PathObstacle obstacle in obstacles)
            {
                update(obstacle);
            }
            lateUpdate(_source);
            frames[frame] = watch.Elapsed.TotalMilliseconds;
        }
        Assert.AreEqual(0, GC.CollectionCount(0) - collections);
        Assert.AreEqual(100UL * Count, _source.Grid.Revision - edits);
        Assert.AreEqual(0, Colliders.Checks - probes);
        Array.Sort(frames);
        Console.WriteLine(
            "100 obstacles that move take {0:F3} ms a frame (median), {1:F3} at least.", frames[Count / 2], frames[0]);
    }

    /// <summary>A Unity message as a delegate, because the stand-in's player loop makes garbage of its own.</summary>
    private static System.Action<T> Message<T>(string name)
    {
        const System.Reflection.BindingFlags Any =
            System.Reflection.BindingFlags.Instance | System.Reflection.BindingFlags.NonPublic;
        return (System.Action<T>)Delegate.CreateDelegate(
            typeof(System.Action<T>), typeof(T).GetMethod(name, Any));
    }

    private static string Expected(byte[] own, List<PathObstacle> obstacles)
    {
        CellMap map = new CellMap(6, 4);
        for (int i = 0; i < own.Length; i++)
        {
            int x = i % 6;
            int y = i / 6;
            CellType type = (CellType)own[i];
            foreach (PathObstacle obstacle in obstacles)
            {
                Vector3 at = obstacle.transform.position;
                // A cell is under a box if they overlap by a hundredth of a cell, or if it has the box's center.
                bool isUnder = x + 1 >= at.x - obstacle.Size.x / 2 + 0.011f && x <= at.x + obstacle.Size.x / 2 - 0.011f
                    && y + 1 >= at.z - obstacle.Size.z / 2 + 0.011f && y <= at.z + obstacle.Size.z / 2 - 0.011f;
                type = isUnder && obstacle.enabled ? CellType.Obstacle : type;
            }
            map[x, y] = type;
        }
        return map.ToString();
    }

    private Vector3 Anywhere(Random random)
    {
        float x = (float)random.NextDouble() * (_source.Width + 2) - 1f;
        float z = (float)random.NextDouble() * (_source.Height + 2) - 1f;
        return new Vector3(x * _source.CellSize, 0f, z * _source.CellSize);
    }

    private PathObstacle Place(float x, float z, float width, float depth)
    {
        GameObject owner = new GameObject();
        owner.transform.position = new Vector3(x, 0f, z);
        PathObstacle obstacle = owner.AddComponent<PathObstacle>();
        obstacle.GridSource = _source;
        obstacle.Size = new Vector3(width, 1f, depth);
        return obstacle;
    }

    /// <summary>The grid as agents see it: covered cells are drawn as obstacles.</summary>
    private string Drawn()
    {
        CellMap map = new CellMap().Read(_source.Grid);
        byte[] covers = new byte[map.Width * map.Height];
        _source.Grid.GetCovers(0, 0, map.Width, map.Height, covers);
        for (int i = 0; i < covers.Length; i++)
        {
            if (covers[i] > 0)
            {
                map[i % map.Width, i / map.Width] = CellType.Obstacle;
            }
        }
        return map.ToString();
    }

    private string DrawnTypes() => new CellMap().Read(_source.Grid).ToString();
}
