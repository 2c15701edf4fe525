using System;
using System.Collections.Generic;
using System.Linq;
using GridStar;
using NUnit.Framework;
using UnityEngine;
using UnityEngine.Standin;

/// <summary>A grid and followers in a scene, frame by frame.</summary>
public class FollowerTests
{
    private const int Wall = 8;

    private readonly List<string> _events = new List<string>();
    private PathGridComponent _source;
    private PathFollower _follower;
    private Transform _target;

    [SetUp]
    public void BuildScene()
    {
        Frames.Reset();
        Scene.Clear();
        Colliders.Clear();
        DrawnGizmos.Clear();
        _events.Clear();
    }

    [TearDown]
    public void DestroyScene()
    {
        if (_source != null)
        {
            UnityEngine.Object.Destroy(_source.gameObject);
            _source = null;
        }
    }

    [Test]
    public void A_follower_walks_from_center_to_center_to_its_target_and_says_when_it_arrives()
    {
        AddFollower(new Vector3(0.5f, 2f, 0.5f), new Vector3(4.2f, 9f, 0.7f));
        Frames.Advance(0.5);
        Assert.AreEqual("(1.50, 2.00, 0.50)", _follower.transform.position.ToString());
        Assert.AreEqual("(2.50, 2.00, 0.50)", _follower.NextPosition.ToString());
        Assert.That(_follower.HasPath && !_follower.HasArrived, Is.True);
        Frames.Advance(1.25);
        Assert.AreEqual("(4.00, 2.00, 0.50)", _follower.transform.position.ToString());
        Frames.Advance(5.0);
        Assert.AreEqual("(4.50, 2.00, 0.50)", _follower.transform.position.ToString());
        Assert.That(_follower.HasArrived, Is.True);
        Frames.Advance(0.0);
        Frames.Advance(1.0);
        Assert.AreEqual(new[] { "changed", "arrived" }, _events.ToArray());
    }

    [Test]
    public void A_follower_that_has_arrived_goes_on_when_its_target_does()
    {
        AddFollower(new Vector3(0.5f, 0f, 0.5f), new Vector3(2.5f, 0f, 0.5f));
        _follower.Interval = 0.25f;
        Frames.Advance(2.0);
        _target.position = new Vector3(2.9f, 0f, 0.9f);
        Frames.Advance(0.125);
        Assert.That(_follower.HasArrived, Is.True);
        _target.position = new Vector3(2.5f, 0f, 3.5f);
        Frames.Advance(0.125);
        Assert.That(_follower.HasArrived, Is.False);
        Frames.Advance(3.0);
        Assert.AreEqual("(2.50, 0.00, 3.50)", _follower.transform.position.ToString());
        Assert.AreEqual(2, _events.Count(name => name == "arrived"));
    }

    [Test]
    public void A_search_while_it_stands_at_its_goal_is_no_second_arrival()
    {
        AddFollower(new Vector3(0.5f, 0f, 0.5f), new Vector3(2.5f, 0f, 0.5f));
        Frames.Advance(5.0);
        Assert.That(_follower.HasArrived, Is.True);
        _follower.Speed = 0f;
        _follower.Interval = 0.1f;
        Frames.Advance(0.2);
        Assert.AreEqual(ReplanCause.Interval, _follower.Tracker.Cause);
        Assert.That(_follower.HasArrived, Is.True);
        Assert.AreEqual(new[] { "changed", "arrived", "changed" }, _events.ToArray());
    }

    [Test]
    public void A_follower_that_is_carried_ahead_on_its_path_does_not_go_back()
    {
        AddFollower(new Vector3(0.5f, 0f, 0.5f), new Vector3(7.5f, 0f, 0.5f));
        Frames.Advance(0.25);
        _follower.transform.position = new Vector3(4.5f, 0f, 0.5f);
        Frames.Advance(0.25);
        Assert.AreEqual("(5.00, 0.00, 0.50)", _follower.transform.position.ToString());
        Assert.AreEqual(1, _follower.Tracker.Searches);
    }

    /// <summary>Checked in small steps: the follower never stands on an obstacle.</summary>
    [TestCase(DiagonalRule.BothFree)]
    [TestCase(DiagonalRule.Never)]
    public void A_follower_walks_around_what_is_put_in_its_way(DiagonalRule rule)
    {
        AddFollower(new Vector3(0.5f, 0f, 0.5f), new Vector3(7.5f, 0f, 0.5f));
        _follower.DiagonalRule = rule;
        Frames.Advance(0.5);
        _source.Grid.FillRect(4, 0, 1, 4, CellType.Obstacle);
        for (int frame = 0; frame < 200 && !_follower.HasArrived; frame++)
        {
            Frames.Advance(0.05);
            Assert.That(_source.Grid.TryGetCellAt(_follower.transform.position, out GridCell cell), Is.True);
            Assert.AreEqual(CellType.Walkable, _source.Grid.GetCell(cell), "in " + cell);
        }
        Assert.That(_follower.HasArrived, Is.True);
        Assert.AreEqual(2, _follower.Tracker.Searches);
        Assert.AreEqual(new[] { "changed", "changed", "arrived" }, _events.ToArray());
    }

    /// <summary>
    /// The target jumps while the follower walks, so that paths begin anywhere between centers. Under Always, corners
    /// touch, but the follower enters no blocked cell.
    /// </summary>
    [TestCase(DiagonalRule.Always)]
    [TestCase(DiagonalRule.AtMostOneBlocked)]
    [TestCase(DiagonalRule.BothFree)]
    public void A_follower_never_enters_an_obstacle(DiagonalRule rule)
    {
        for (int seed = 1; seed <= 20; seed++)
        {
            BuildScene();
            _source = AddGrid();
            System.Random random = new System.Random(seed);
            CellMap map = new CellMap(8, 6) { Start = new GridCell(0, 0) };
            map.AddRandomObstacles(0.35, (ulong)seed);
            _source.Grid.SetCells(map);
            AddFollower(new Vector3(0.5f, 0f, 0.5f), new Vector3(0.5f, 0f, 0.5f));
            _follower.DiagonalRule = rule;
            for (int frame = 0; frame < 300; frame++)
            {
                if (frame % 7 == 0)
                {
                    _target.position = new Vector3(random.Next(8) + 0.5f, 0f, random.Next(6) + 0.5f);
                }
                Frames.Advance(0.03);
                Assert.That(IsInObstacle(), Is.False, "seed " + seed + ", frame " + frame + " at "
                    + _follower.transform.position + "\n" + map);
            }
            DestroyScene();
        }
    }

    [Test]
    public void A_follower_whose_way_is_closed_stops_says_so_and_goes_on_when_it_opens()
    {
        AddFollower(new Vector3(0.5f, 0f, 0.5f), new Vector3(7.5f, 0f, 0.5f));
        _follower.WhenBlocked = WhenBlocked.Stand;
        Frames.Advance(0.5);
        _source.Grid.FillRect(4, 0, 1, 6, CellType.Obstacle);
        Vector3 stopped = _follower.transform.position;
        Frames.Advance(0.5);
        Assert.AreEqual(stopped, _follower.transform.position);
        Assert.AreEqual(stopped, _follower.NextPosition);
        Assert.AreEqual(PathReason.NoPath, _follower.Reason);
        Assert.AreEqual(new[] { "changed", "changed", "lost" }, _events.ToArray());
        _source.Grid.SetCell(4, 0, CellType.Walkable);
        Frames.Advance(10.0);
        Assert.That(_follower.HasArrived, Is.True);
    }

    [Test]
    public void A_follower_that_moves_by_other_means_is_only_told_where_to_go()
    {
        AddFollower(new Vector3(0.2f, 0f, 0.2f), new Vector3(3.5f, 0f, 0.5f));
        _follower.Moves = false;
        Frames.Advance(0.5);
        Assert.AreEqual(new Vector3(0.2f, 0f, 0.2f), _follower.transform.position);
        Assert.AreEqual("(1.50, 0.00, 0.50)", _follower.NextPosition.ToString());
        _follower.transform.position = new Vector3(1.1f, 0f, 0.9f);
        Frames.Advance(0.5);
        Assert.AreEqual("(2.50, 0.00, 0.50)", _follower.NextPosition.ToString());
        _follower.transform.position = new Vector3(3.1f, 0f, 0.9f);
        Frames.Advance(0.5);
        Assert.That(_follower.HasArrived, Is.True);
    }

    [Test]
    public void A_new_path_from_beside_a_center_cuts_no_corner_of_an_obstacle()
    {
        _source = AddGrid();
        _source.Grid.SetCell(1, 0, CellType.Obstacle);
        AddFollower(new Vector3(0.9f, 0f, 0.4f), new Vector3(1.5f, 0f, 1.5f));
        _follower.DiagonalRule = DiagonalRule.Always;
        Frames.Advance(0.01);
        Assert.AreEqual("(0.50, 0.00, 0.50)", _follower.NextPosition.ToString());
        Frames.Advance(0.5);
        Assert.AreEqual("(1.50, 0.00, 1.50)", _follower.NextPosition.ToString());
    }

    [Test]
    public void A_grid_from_code_and_a_position_do_without_components_in_the_scene()
    {
        using (PathGrid grid = new PathGrid(new PathGridSettings { Width = 4, Height = 4, Plane = GridPlane.XY }))
        {
            PathFollower follower = new GameObject().AddComponent<PathFollower>();
            Frames.Advance(0.5);
            Assert.That(follower.HasPath, Is.False);
            Assert.AreEqual(PathReason.NoPath, follower.Reason);
            follower.Grid = grid;
            follower.TargetPosition = new Vector3(0.5f, 3.5f, 0f);
            follower.transform.position = new Vector3(0.5f, 0.5f, -3f);
            Frames.Advance(0.0);
            List<Vector3> path = new List<Vector3>();
            Assert.AreEqual(4, follower.GetPath(path));
            Assert.AreEqual(new Vector3(0.5f, 3.5f, 0f), path[3]);
            Frames.Advance(10.0);
            Assert.AreEqual(new Vector3(0.5f, 3.5f, -3f), follower.transform.position);
            follower.TargetPosition = null;
            Frames.Advance(0.1);
            Assert.That(follower.HasPath || follower.HasArrived, Is.False);
            follower.TargetPosition = new Vector3(0.5f, 0.5f, 0f);
            Frames.Advance(0.1);
            Assert.That(follower.HasPath, Is.True);
        }
    }

    [Test]
    public void Without_a_native_grid_any_more_a_follower_stands_still()
    {
        PathGrid grid = new PathGrid(4, 4);
        PathFollower follower = new GameObject().AddComponent<PathFollower>();
        follower.Grid = grid;
        follower.TargetPosition = new Vector3(3.5f, 0f, 0.5f);
        Frames.Advance(0.1);
        Assert.That(follower.HasPath, Is.True);
        grid.Dispose();
        Frames.DrawGizmos();
        Frames.Advance(0.1);
        Assert.That(follower.HasPath, Is.False);
        Assert.AreEqual(0, follower.GetPath(new List<Vector3>()));
    }

    [Test]
    public void What_is_left_of_the_path_is_drawn_as_gizmos_and_as_a_line()
    {
        AddFollower(new Vector3(0.5f, 0f, 0.5f), new Vector3(3.5f, 0f, 0.5f));
        LineRenderer line = new GameObject().AddComponent<LineRenderer>();
        _follower.PathLine = line;
        Frames.Advance(0.25);
        Assert.AreEqual(4, line.positionCount);
        Assert.AreEqual("(3.50, 0.00, 0.50)", line.GetPosition(3).ToString());
        _source.ShowsGrid = false;
        Frames.DrawGizmos();
        Assert.AreEqual(3, DrawnGizmos.Lines.Count);
        Assert.AreEqual(_follower.transform.position, DrawnGizmos.Lines[0].From);
        Assert.AreEqual(_follower.PathColor, DrawnGizmos.Lines[2].Color);
        Frames.Advance(0.75);
        Assert.AreEqual(2, line.positionCount);
        UnityEngine.Object.Destroy(_follower.gameObject);
        Assert.AreEqual(0, line.positionCount);
    }

    [Test]
    public void A_follower_that_can_not_go_on_says_so_once_and_switches_itself_off()
    {
        AddFollower(new Vector3(0.5f, 0f, 0.5f), new Vector3(7.5f, 0f, 0.5f));
        LineRenderer line = new GameObject().AddComponent<LineRenderer>();
        _follower.PathLine = line;
        Frames.Advance(0.25);
        _follower.Interval = float.NaN;
        using (ConsoleLog log = new ConsoleLog())
        {
            for (int frame = 0; frame < 5; frame++)
            {
                Frames.Advance(0.25);
            }
            Assert.AreEqual(1, log.Lines.Count, string.Join("\n", log.Lines.ToArray()));
            string first = log.Lines[0].Split('\n')[0];
            StringAssert.StartsWith("Error: GridStar: PathFollower on 'Hound' has switched itself off: ", first);
            StringAssert.Contains("A time must be finite and at least 0.", first);
            StringAssert.Contains("ArgumentOutOfRangeException", log.Lines[0]);
            StringAssert.Contains("  at ", log.Lines[0]);
        }
        Assert.That(_follower.enabled || _follower.HasPath, Is.False);
        Assert.AreEqual(0, line.positionCount);
        Assert.AreEqual(new[] { "changed", "lost" }, _events.ToArray());

        _follower.Interval = 0f;
        _follower.enabled = true;
        Frames.Advance(10.0);
        Assert.That(_follower.HasArrived, Is.True);
    }

    [Test]
    public void What_a_listener_throws_does_not_switch_a_follower_off()
    {
        AddFollower(new Vector3(0.5f, 0f, 0.5f), new Vector3(7.5f, 0f, 0.5f));
        _follower.PathChanged += follower => { throw new NotSupportedException(); };
        Assert.Throws<NotSupportedException>(() => Frames.Advance(0.25));
        Assert.That(_follower.enabled, Is.True);
        Frames.Advance(10.0);
        Assert.That(_follower.HasArrived, Is.True);
    }

    [Test]
    public void A_warm_frame_allocates_nothing()
    {
        AddFollower(new Vector3(0.5f, 0f, 0.5f), new Vector3(7.5f, 0f, 5.5f));
        _follower.PathLine = new GameObject().AddComponent<LineRenderer>();
        _follower.Speed = 0f;
        _follower.Interval = 0f;
        Frames.Advance(0.1);
        Action update = (Action)Delegate.CreateDelegate(
            typeof(Action),
            _follower,
            typeof(PathFollower).GetMethod(
                "Update", System.Reflection.BindingFlags.Instance | System.Reflection.BindingFlags.NonPublic));
        long fewest = long.MaxValue;
        for (int attempt = 0; attempt < 5 && fewest > 0; attempt++)
        {
            long before = GC.GetAllocatedBytesForCurrentThread();
            for (int frame = 0; frame < 5000; frame++)
            {
                update();
            }
            fewest = Math.Min(fewest, GC.GetAllocatedBytesForCurrentThread() - before);
        }
        Assert.AreEqual(0, fewest);
    }

    [Test]
    public void A_grid_in_a_scene_has_its_settings_and_lies_at_its_object()
    {
        Colliders.AddBox(new Vector3(-3.5f, 1f, 4.5f), Vector3.one, Wall);
        Scene.DefineTag("Obstacle");
        new GameObject { tag = "Obstacle" }.transform.position = new Vector3(-2.5f, 0f, 5.5f);
        GameObject owner = new GameObject();
        owner.transform.position = new Vector3(-4f, 1f, 4f);
        _source = owner.AddComponent<PathGridComponent>();
        _source.Width = 3;
        _source.Height = 2;
        _source.ObstacleLayers = 1 << Wall;
        _source.ObstacleTag = "Obstacle";
        _source.Rebuild();
        Assert.AreEqual("#..\n.#.\n", new CellMap().Read(_source.Grid).ToString());
        foreach (ObstacleShape shape in new[] { ObstacleShape.Box, ObstacleShape.Sphere })
        {
            _source.ObstacleShape = shape;
            _source.RefreshObstacles();
            Assert.AreEqual("#..\n.#.\n", new CellMap().Read(_source.Grid).ToString());
        }
        Assert.AreEqual(1UL, _source.Grid.Revision);
        _source.RandomShare = 1f;
        GameObject kept = new GameObject();
        kept.transform.position = new Vector3(-1.5f, 0f, 4.5f);
        _source.KeepClear = kept.transform;
        _source.RefreshObstacles();
        Assert.AreEqual("##.\n###\n", new CellMap().Read(_source.Grid).ToString());
    }

    [Test]
    public void A_tagged_obstacle_closes_its_own_cell_or_by_choice_all_cells_under_its_Renderer()
    {
        Scene.DefineTag("Obstacle");
        GameObject wide = new GameObject { tag = "Obstacle" };
        wide.transform.position = new Vector3(2.5f, 0f, 2.5f);
        wide.AddComponent<Renderer>().bounds = new Bounds(wide.transform.position, new Vector3(1.3f, 1.3f, 1.3f));
        // Without a Renderer the object has no bounds.
        new GameObject { tag = "Obstacle" }.transform.position = new Vector3(6.5f, 0f, 0.5f);
        _source = new GameObject().AddComponent<PathGridComponent>();
        _source.Width = 7;
        _source.Height = 5;
        _source.ObstacleTag = "Obstacle";
        _source.Rebuild();
        string ownCells = "......#\n.......\n..#....\n.......\n.......\n";
        Assert.AreEqual(ownCells, new CellMap().Read(_source.Grid).ToString());
        _source.TaggedObstacleArea = TaggedObstacleArea.RendererBounds;
        _source.RefreshObstacles();
        string underBounds = "......#\n.###...\n.###...\n.###...\n.......\n";
        Assert.AreEqual(underBounds, new CellMap().Read(_source.Grid).ToString());
        _source.TaggedObstacleArea = TaggedObstacleArea.OwnCell;
        _source.RefreshObstacles();
        Assert.AreEqual(ownCells, new CellMap().Read(_source.Grid).ToString());
    }

    [Test]
    public void A_grid_that_can_not_be_made_leaves_the_one_before()
    {
        _source = AddGrid();
        PathGrid before = _source.Grid;
        int live = GridStarLibrary.LiveGridCount;
        _source.CellSize = 0f;
        Assert.Throws<ArgumentOutOfRangeException>(() => _source.Rebuild());
        _source.CellSize = 1f;
        _source.ObstacleLayers = 1;
        _source.ObstacleShape = ObstacleShape.Box2D;
        Assert.Throws<ArgumentException>(() => _source.Rebuild());
        Assert.AreSame(before, _source.Grid);
        Assert.That(before.IsDisposed, Is.False);
        Assert.AreEqual(live, GridStarLibrary.LiveGridCount);
    }

    [Test]
    public void A_grid_is_disposed_when_its_object_is_destroyed()
    {
        PathGridComponent source = AddGrid();
        PathGrid grid = source.Grid;
        UnityEngine.Object.Destroy(source.gameObject);
        Assert.That(grid.IsDisposed, Is.True);
    }

    [Test]
    public void The_lines_and_the_obstacles_of_a_grid_are_drawn()
    {
        LineRenderer line = new GameObject().AddComponent<LineRenderer>();
        _source = AddGrid();
        _source.Width = 2;
        _source.Height = 1;
        _source.GridLines = line;
        _source.Rebuild();
        _source.Grid.SetCell(1, 0, CellType.Obstacle);
        Frames.DrawGizmos();
        Assert.AreEqual(3 + 2, DrawnGizmos.Lines.Count);
        Assert.AreEqual(0, DrawnGizmos.Cubes.Count);
        Assert.AreEqual(1, DrawnGizmos.Meshes.Count);
        Assert.AreEqual(6 * 4, DrawnGizmos.Meshes[0].Mesh.vertices.Length);
        List<string> points = Enumerable.Range(0, line.positionCount).Select(i => line.GetPosition(i).ToString())
            .ToList();
        Assert.AreEqual(
            "(0.00, 0.00, 0.00) (2.00, 0.00, 0.00) (2.00, 0.00, 1.00) (0.00, 0.00, 1.00) " +
                "(0.00, 0.00, 1.00) (0.00, 0.00, 0.00) " +
            "(1.00, 0.00, 0.00) (1.00, 0.00, 1.00) (2.00, 0.00, 1.00) (2.00, 0.00, 0.00)",
            string.Join(" ", points.ToArray()));
        _source.Grid.SetCell(0, 0, CellType.Obstacle);
        DrawnGizmos.Clear();
        Frames.DrawGizmos();
        Assert.AreEqual(1, DrawnGizmos.Meshes.Count);
    }

    /// <summary>Tolerates rounding errors.</summary>
    private bool IsInObstacle()
    {
        const float Inset = 0.01f;
        foreach (float side in new[] { -Inset, Inset })
        {
            Vector3 position = _follower.transform.position;
            bool isInside = _source.Grid.TryGetCellAt(position + new Vector3(side, 0f, side), out GridCell cell);
            isInside &= _source.Grid.TryGetCellAt(position + new Vector3(side, 0f, -side), out GridCell other);
            if (!isInside || _source.Grid.GetCell(cell) == CellType.Walkable
                || _source.Grid.GetCell(other) == CellType.Walkable)
            {
                return false;
            }
        }
        return true;
    }

    /// <summary>Adds 8 x 6 cells of one unit at the origin.</summary>
    private static PathGridComponent AddGrid()
    {
        PathGridComponent source = new GameObject().AddComponent<PathGridComponent>();
        source.Width = 8;
        source.Height = 6;
        source.Rebuild();
        return source;
    }

    /// <summary>The follower walks two units a second, without an interval.</summary>
    private void AddFollower(Vector3 position, Vector3 target)
    {
        _source = _source ?? AddGrid();
        _target = new GameObject().transform;
        _target.position = target;
        GameObject owner = new GameObject("Hound");
        owner.transform.position = position;
        _follower = owner.AddComponent<PathFollower>();
        _follower.GridSource = _source;
        _follower.Target = _target;
        _follower.Speed = 2f;
        _follower.Interval = 0f;
        _follower.PathChanged += follower => _events.Add("changed");
        _follower.Arrived += follower => _events.Add("arrived");
        _follower.PathLost += follower => _events.Add("lost");
    }
}
