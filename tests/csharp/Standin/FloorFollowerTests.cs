using System;
using System.Collections.Generic;
using System.Linq;
using GridStar;
using NUnit.Framework;
using UnityEngine;
using UnityEngine.Standin;

/// <summary>Followers on floors in a scene, frame by frame.</summary>
public class FloorFollowerTests
{
    private readonly List<string> _events = new List<string>();
    private PathFloorsComponent _floors;
    private PathGridComponent _ground;
    private PathGridComponent _upper;
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
        _floors = null;
    }

    [TearDown]
    public void DestroyScene()
    {
        if (_floors == null)
        {
            return;
        }
        UnityEngine.Object.Destroy(_floors.gameObject);
        UnityEngine.Object.Destroy(_ground.gameObject);
        UnityEngine.Object.Destroy(_upper.gameObject);
    }

    /// <summary>From cell (4, 2) of the ground, stairs lead to cell (7, 2) of the floor 4 units above.</summary>
    [Test]
    public void A_follower_climbs_stairs_in_a_straight_line_and_keeps_its_height_above_the_floor()
    {
        AddStairs();
        AddFollower(new Vector3(2.5f, 1f, 2.5f), new Vector3(9.5f, 4f, 2.5f));
        List<string> places = new List<string>();
        for (int frame = 0; frame < 10; frame++)
        {
            Frames.Advance(0.5);
            places.Add(_follower.transform.position.ToString());
        }
        // Two units on the ground, five on the stairs, two above, a unit in each frame.
        string[] expected =
        {
            "(3.50, 1.00, 2.50)", "(4.50, 1.00, 2.50)",
            "(5.10, 1.80, 2.50)", "(5.70, 2.60, 2.50)", "(6.30, 3.40, 2.50)", "(6.90, 4.20, 2.50)", "(7.50, 5.00, 2.50)",
            "(8.50, 5.00, 2.50)", "(9.50, 5.00, 2.50)", "(9.50, 5.00, 2.50)",
        };
        Assert.AreEqual(expected, places.ToArray());
        Assert.That(_follower.HasArrived, Is.True);
        Assert.AreEqual(new[] { "changed", "found", "arrived" }, _events.ToArray());
        Assert.AreEqual(1, _follower.FloorTracker.Searches);
        Assert.That(_follower.Tracker, Is.Null);
    }

    [Test]
    public void A_follower_goes_down_again_and_stops_at_its_distance()
    {
        AddStairs();
        AddFollower(new Vector3(9.5f, 4f, 2.5f), new Vector3(0.5f, 0f, 2.5f));
        _follower.StoppingDistance = 1.5f;
        Frames.Advance(0.5);
        Assert.AreEqual(10f, _follower.RemainingDistance, 0.001f);
        Wait(10);
        Assert.AreEqual("(2.00, 0.00, 2.50)", _follower.transform.position.ToString());
        Assert.That(_follower.HasArrived, Is.True);
    }

    /// <summary>The one bridge costs less in all, until it is closed.</summary>
    [Test]
    public void Of_two_bridges_a_follower_takes_the_cheaper_one_that_is_open()
    {
        AddFloors(GridPlane.XZ, Vector3.zero, new Vector3(20f, 0f, 0f));
        int near = _floors.AddLink(new Vector3(9.5f, 0f, 3.5f), new Vector3(20.5f, 0f, 3.5f), 11.0);
        int far = _floors.AddLink(new Vector3(9.5f, 0f, 0.5f), new Vector3(20.5f, 0f, 0.5f), 11.0);
        AddFollower(new Vector3(6.5f, 0f, 3.5f), new Vector3(22.5f, 0f, 3.5f));
        Frames.Advance(0.5);
        Assert.AreEqual(near, LinkAhead());
        _floors.Floors.SetLinkClosed(near, true);
        Frames.Advance(0.5);
        Assert.AreEqual(ReplanCause.GridChanged, _follower.FloorTracker.Cause);
        Assert.AreEqual(far, LinkAhead());
        _floors.Floors.SetLinkClosed(near, false);
        _floors.Floors.SetLinkCost(far, 50.0);
        Frames.Advance(0.5);
        Assert.AreEqual(ReplanCause.GridChanged, _follower.FloorTracker.Cause, "a link of the path costs more");
        Assert.AreEqual(near, LinkAhead());
        Wait(15);
        Assert.That(_follower.HasArrived, Is.True);
        Assert.AreEqual(3, _follower.FloorTracker.Searches);
    }

    [Test]
    public void A_target_that_changes_its_floor_is_followed_there()
    {
        AddStairs();
        AddFollower(new Vector3(2.5f, 0f, 0.5f), new Vector3(3.5f, 0f, 0.5f));
        Wait(3);
        Assert.That(_follower.HasArrived, Is.True);
        // Straight above: no way in the plane.
        _target.position = new Vector3(3.5f, 4f, 0.5f);
        Frames.Advance(0.1);
        Assert.AreEqual(ReplanCause.TargetMoved, _follower.FloorTracker.Cause);
        Assert.That(_follower.HasArrived, Is.False);
        Wait(15);
        Assert.AreEqual("(3.50, 4.00, 0.50)", _follower.transform.position.ToString());
        Assert.That(_follower.HasArrived, Is.True);
        Assert.AreEqual(2, _events.Count(name => name == "arrived"));
    }

    [Test]
    public void A_target_on_a_border_or_that_bounces_costs_no_searches()
    {
        AddStairs();
        AddFollower(new Vector3(2.5f, 0f, 0.5f), new Vector3(5f, 4f, 0.5f));
        for (int frame = 0; frame < 300; frame++)
        {
            float side = frame % 2 == 0 ? 0.001f : -0.001f;
            _target.position = new Vector3(5f + side, 4.5f + 400f * side, 0.5f);
            Frames.Advance(0.05);
        }
        Assert.That(_follower.HasArrived, Is.True);
        Assert.AreEqual(1, _follower.FloorTracker.Searches);
    }

    [Test]
    public void A_link_that_is_removed_ahead_leads_to_another_way_and_none_makes_the_follower_stand()
    {
        int stairs = AddStairs();
        int ladder = _floors.AddLink(new Vector3(0.5f, 0f, 5.5f), new Vector3(0.5f, 4f, 5.5f), 8.0);
        AddFollower(new Vector3(2.5f, 0f, 2.5f), new Vector3(9.5f, 4f, 2.5f));
        Frames.Advance(0.5);
        Assert.AreEqual(stairs, LinkAhead());
        _floors.RemoveLink(stairs);
        Frames.Advance(0.1);
        Assert.AreEqual(ladder, LinkAhead());
        _floors.RemoveLink(ladder);
        Frames.Advance(0.1);
        Vector3 stopped = _follower.transform.position;
        Wait(1);
        Assert.AreEqual(stopped, _follower.transform.position);
        Assert.AreEqual(stopped, _follower.NextPosition);
        Assert.AreEqual(PathReason.NoPath, _follower.Reason);
        Assert.That(_follower.IsBlocked, Is.True);
        Assert.AreEqual(3, _follower.FloorTracker.Searches, "no reason, no search");
        _floors.AddLink(new Vector3(0.5f, 0f, 2.5f), new Vector3(0.5f, 4f, 2.5f), 1.0);
        Wait(20);
        Assert.That(_follower.HasArrived, Is.True);
        Assert.AreEqual(1, _events.Count(name => name == "lost"));
    }

    [Test]
    public void A_link_that_is_removed_under_way_is_finished()
    {
        int stairs = AddStairs();
        AddFollower(new Vector3(4.5f, 0f, 2.5f), new Vector3(9.5f, 4f, 2.5f));
        Frames.Advance(0.5);
        Assert.AreEqual("(5.10, 0.80, 2.50)", _follower.transform.position.ToString());
        Assert.That(_follower.FloorTracker.IsOnLink, Is.True);
        Assert.AreEqual(stairs, _follower.FloorTracker.Next.Link);
        _floors.RemoveLink(stairs);
        _target.position = new Vector3(0.5f, 0f, 0.5f);
        Frames.Advance(0.5);
        Assert.AreEqual("(5.70, 1.60, 2.50)", _follower.transform.position.ToString());
        Wait(3);
        Assert.AreEqual("(7.50, 4.00, 2.50)", _follower.transform.position.ToString());
        Assert.AreEqual(PathReason.NoPath, _follower.Reason);
        Assert.That(_follower.FloorTracker.IsOnLink || _follower.HasPath, Is.False);
        Assert.AreEqual(2, _follower.FloorTracker.Searches);
    }

    [Test]
    public void A_target_that_is_gone_does_not_leave_a_follower_on_the_stairs()
    {
        AddStairs();
        AddFollower(new Vector3(4.5f, 0f, 2.5f), new Vector3(9.5f, 4f, 2.5f));
        Frames.Advance(0.5);
        _follower.Target = null;
        Wait(5);
        Assert.AreEqual("(7.50, 4.00, 2.50)", _follower.transform.position.ToString());
        Assert.That(_follower.HasPath, Is.False);
    }

    [Test]
    public void A_door_that_closes_on_the_second_floor_is_gone_round()
    {
        AddStairs();
        _upper.Grid.FillRect(8, 0, 1, 6, CellType.Obstacle);
        _upper.Grid.SetCell(8, 2, CellType.Walkable);
        _upper.Grid.SetCell(8, 5, CellType.Walkable);
        AddFollower(new Vector3(2.5f, 0f, 2.5f), new Vector3(9.5f, 4f, 2.5f));
        Frames.Advance(0.5);
        _upper.Grid.SetCell(0, 0, CellType.Obstacle);
        Frames.Advance(0.5);
        Assert.AreEqual(1, _follower.FloorTracker.Searches, "an edit elsewhere");
        _upper.Grid.SetCell(8, 2, CellType.Obstacle);
        // It has begun to climb, and searches above.
        while (_follower.FloorTracker.Searches == 1 && Frames.Time < 20.0)
        {
            Frames.Advance(0.1);
        }
        Assert.AreEqual(ReplanCause.GridChanged, _follower.FloorTracker.Cause);
        for (int frame = 0; frame < 200 && !_follower.HasArrived; frame++)
        {
            Frames.Advance(0.05);
            FloorCell cell;
            Assert.That(_floors.TryGetCellAt(_follower.transform.position, out cell), Is.True);
            Assert.AreEqual(CellType.Walkable, _floors.Floors.GetFloor(cell.Floor).GetCell(cell.Cell), "in " + cell);
        }
        Assert.That(_follower.HasArrived, Is.True);
        Assert.AreEqual(2, _follower.FloorTracker.Searches);
    }

    [Test]
    public void An_obstacle_on_the_end_of_a_link_closes_it()
    {
        AddStairs();
        AddFollower(new Vector3(1.5f, 0f, 2.5f), new Vector3(9.5f, 4f, 2.5f));
        Frames.Advance(0.25);
        _upper.Grid.SetCell(7, 2, CellType.Obstacle);
        Frames.Advance(0.25);
        Assert.AreEqual(PathReason.NoPath, _follower.Reason);
        _upper.Grid.SetCell(7, 2, CellType.Walkable);
        Wait(15);
        Assert.That(_follower.HasArrived, Is.True);
    }

    [TestCase(WhenBlocked.Stand, false)]
    [TestCase(WhenBlocked.ComeNear, false)]
    [TestCase(WhenBlocked.KeepPath, true)]
    public void While_no_path_leads_to_the_target_the_follower_does_as_it_is_told(WhenBlocked what, bool goesOn)
    {
        AddStairs();
        AddFollower(new Vector3(1.5f, 0f, 2.5f), new Vector3(9.5f, 4f, 2.5f));
        _follower.WhenBlocked = what;
        Frames.Advance(0.25);
        _target.position = new Vector3(-5f, 0f, 0f);
        Wait(10);
        Assert.AreEqual(PathReason.GoalOutside, _follower.Reason);
        Assert.AreEqual(2, _follower.FloorTracker.Searches);
        Assert.That(_follower.HasArrived, Is.False);
        Assert.That(_follower.IsBlocked, Is.True);
        string place = goesOn ? "(9.50, 4.00, 2.50)" : "(2.00, 0.00, 2.50)";
        Assert.AreEqual(place, _follower.transform.position.ToString());
    }

    [TestCase(GridPlane.XY, -30f, -7f, 5f)]
    [TestCase(GridPlane.XY, 0f, 0f, -5f)]
    [TestCase(GridPlane.XZ, -30f, -7f, 5f)]
    [TestCase(GridPlane.XZ, -30f, 3f, -5f)]
    public void Floors_lie_anywhere_and_in_both_planes(GridPlane plane, float x, float y, float height)
    {
        Vector3 origin = In(plane, x, y, -2f);
        Vector3 up = In(plane, 0f, 0f, height);
        AddFloors(plane, origin, origin + up);
        _floors.AddLink(origin + In(plane, 3.5f, 2.5f, 0f), origin + up + In(plane, 6.5f, 2.5f, 0f), 3.0);
        AddFollower(origin + In(plane, 0.5f, 2.5f, 0.5f), origin + up + In(plane, 8.5f, 4.5f, 0f));
        for (int frame = 0; frame < 300 && !_follower.HasArrived; frame++)
        {
            Frames.Advance(0.0625);
        }
        Assert.That(_follower.HasArrived, Is.True);
        Vector3 end = origin + up + In(plane, 8.5f, 4.5f, 0.5f);
        Assert.That(Vector3.Distance(end, _follower.transform.position), Is.LessThan(0.001f));
        Assert.AreEqual(1, _follower.FloorTracker.Searches);
    }

    [Test]
    public void A_follower_that_others_move_is_told_where_to_go_and_may_ride_a_lift()
    {
        AddFloors(GridPlane.XZ, Vector3.zero, new Vector3(0f, 4f, 0f));
        _floors.AddLink(new Vector3(2.5f, 0f, 0.5f), new Vector3(2.5f, 4f, 0.5f), 2.0);
        AddFollower(new Vector3(0.5f, 0f, 0.5f), new Vector3(2.5f, 4f, 1.5f));
        _follower.Moves = false;
        List<string> next = new List<string>();
        for (int frame = 0; frame < 400 && !_follower.HasArrived; frame++)
        {
            Vector3 to = _follower.NextPosition;
            if (next.Count == 0 || next[next.Count - 1] != to.ToString())
            {
                next.Add(to.ToString());
            }
            Vector3 here = _follower.transform.position;
            _follower.transform.position = Vector3.MoveTowards(here, to, 0.1f);
            Frames.Advance(0.05);
        }
        Assert.That(_follower.HasArrived, Is.True);
        string way = "(0.50, 0.00, 0.50) (1.50, 0.00, 0.50) (2.50, 0.00, 0.50) (2.50, 4.00, 0.50) (2.50, 4.00, 1.50)";
        Assert.AreEqual(way, string.Join(" ", next.ToArray()));
        Assert.AreEqual(1, _follower.FloorTracker.Searches);
        // Down again.
        _target.position = new Vector3(1.5f, 0f, 1.5f);
        for (int frame = 0; frame < 400 && (frame < 2 || !_follower.HasArrived); frame++)
        {
            Frames.Advance(0.05);
            Vector3 here = _follower.transform.position;
            _follower.transform.position = Vector3.MoveTowards(here, _follower.NextPosition, 0.1f);
        }
        Assert.That(_follower.HasArrived, Is.True);
        Assert.AreEqual(0f, _follower.transform.position.y, 0.11f);
        Assert.AreEqual(2, _follower.FloorTracker.Searches);
    }

    [TestCase(FollowerMotion.Rigidbody)]
    [TestCase(FollowerMotion.CharacterController)]
    [TestCase(FollowerMotion.Transform)]
    public void Each_motion_climbs(FollowerMotion motion)
    {
        AddStairs();
        AddFollower(new Vector3(1.5f, 0f, 1.5f), new Vector3(9.5f, 4f, 3.5f));
        _follower.gameObject.AddComponent<Rigidbody>();
        _follower.gameObject.AddComponent<CharacterController>();
        _follower.Motion = motion;
        _follower.TurnSpeed = 360f;
        for (int frame = 0; frame < 600 && !_follower.HasArrived; frame++)
        {
            Frames.Advance(0.015);
        }
        Frames.Advance(0.1);
        Assert.That(_follower.HasArrived, Is.True);
        Vector3 end = new Vector3(9.5f, 4f, 3.5f);
        Assert.That(Vector3.Distance(end, _follower.transform.position), Is.LessThan(0.01f));
        Assert.AreEqual(1, _follower.FloorTracker.Searches);
    }

    [Test]
    public void A_2D_body_changes_its_depth_on_a_link()
    {
        AddFloors(GridPlane.XY, Vector3.zero, new Vector3(0f, 0f, 4f));
        _floors.AddLink(new Vector3(2.5f, 2.5f, 0f), new Vector3(5.5f, 2.5f, 4f), 3.0);
        AddFollower(new Vector3(0.5f, 2.5f, 0f), new Vector3(8.5f, 2.5f, 4f));
        _follower.gameObject.AddComponent<Rigidbody2D>();
        _follower.Motion = FollowerMotion.Rigidbody2D;
        Wait(10);
        Assert.That(_follower.HasArrived, Is.True);
        Assert.That(Vector3.Distance(new Vector3(8.5f, 2.5f, 4f), _follower.transform.position), Is.LessThan(0.01f));
        Assert.AreEqual(1, _follower.FloorTracker.Searches);
    }

    [Test]
    public void A_grid_that_is_built_anew_takes_its_floor_and_the_follower_goes_on()
    {
        AddStairs();
        AddFollower(new Vector3(1.5f, 0f, 2.5f), new Vector3(9.5f, 4f, 2.5f));
        Frames.Advance(0.5);
        _upper.Rebuild();
        Frames.Advance(0.1);
        Assert.That(_follower.HasPath, Is.True);
        Assert.AreEqual(ReplanCause.GridChanged, _follower.FloorTracker.Cause);
        Assert.AreSame(_upper.Grid, _floors.Floors.GetFloor(1));
        Wait(10);
        Assert.That(_follower.HasArrived, Is.True);
        Assert.That(_follower.enabled, Is.True);
    }

    [Test]
    public void A_floor_that_is_destroyed_is_no_floor_any_more()
    {
        AddStairs();
        AddFollower(new Vector3(1.5f, 0f, 2.5f), new Vector3(9.5f, 4f, 2.5f));
        Frames.Advance(0.5);
        UnityEngine.Object.Destroy(_upper.gameObject);
        using (ConsoleLog log = new ConsoleLog())
        {
            Wait(2);
            Assert.That(log.Lines, Is.Empty);
        }
        // The target is above the ground now.
        Assert.AreEqual("(6.50, 0.00, 2.50)", _follower.transform.position.ToString());
        Assert.That(_follower.enabled, Is.True);
        Wait(3);
        Assert.AreEqual("(9.50, 0.00, 2.50)", _follower.transform.position.ToString());
        Assert.That(_follower.HasArrived, Is.True);
    }

    [Test]
    public void A_follower_changes_between_floors_and_one_grid()
    {
        AddStairs();
        AddFollower(new Vector3(1.5f, 0f, 2.5f), new Vector3(9.5f, 4f, 2.5f));
        Frames.Advance(0.5);
        _follower.GridSource = _ground;
        _follower.Floors = null;
        Frames.Advance(0.1);
        Assert.That(_follower.FloorTracker, Is.Null);
        Assert.That(_follower.HasPath && _follower.Tracker != null, Is.True);
        _follower.Floors = _floors;
        Frames.Advance(0.1);
        Assert.That(_follower.Tracker, Is.Null);
        Wait(15);
        Assert.AreEqual("(9.50, 4.00, 2.50)", _follower.transform.position.ToString());
    }

    [Test]
    public void The_path_through_floors_is_drawn_and_listed()
    {
        AddStairs();
        AddFollower(new Vector3(3.5f, 0f, 2.5f), new Vector3(8.5f, 4f, 2.5f));
        _follower.PathLine = new GameObject().AddComponent<LineRenderer>();
        Frames.Advance(0.25);
        List<Vector3> path = new List<Vector3>();
        Assert.AreEqual(4, _follower.GetPath(path));
        Assert.AreEqual("(4.50, 0.00, 2.50) (7.50, 4.00, 2.50)", path[1] + " " + path[2]);
        Assert.AreEqual(4, _follower.PathLine.positionCount);
        Assert.AreEqual(path[3], _follower.PathLine.GetPosition(3));
        _ground.ShowsGrid = _upper.ShowsGrid = false;
        Frames.DrawGizmos();
        // Three of the path, and the stairs.
        Assert.AreEqual(3, DrawnGizmos.Lines.Count(line => line.Color.Equals(_follower.PathColor)));
    }

    /// <summary>Random maps, links and targets: no follower stands on an obstacle, except on a link.</summary>
    [Test]
    public void A_follower_on_floors_never_enters_an_obstacle()
    {
        int framesOnLinks = 0;
        for (int seed = 1; seed <= 12; seed++)
        {
            BuildScene();
            System.Random random = new System.Random(seed);
            AddFloors(GridPlane.XZ, Vector3.zero, new Vector3(3f, 4f, 1f));
            foreach (PathGridComponent grid in new[] { _ground, _upper })
            {
                CellMap map = new CellMap(10, 6) { Start = new GridCell(0, 0) };
                map.AddRandomObstacles(0.3, (ulong)(seed + (grid == _upper ? 100 : 0)));
                grid.Grid.SetCells(map);
            }
            for (int link = 0; link < 3; link++)
            {
                _floors.AddLink(Any(random, 0), Any(random, 1), random.Next(8));
            }
            AddFollower(new Vector3(0.5f, 0f, 0.5f), new Vector3(0.5f, 0f, 0.5f));
            _follower.DiagonalRule = seed % 2 == 0 ? DiagonalRule.AtMostOneBlocked : DiagonalRule.BothFree;
            for (int frame = 0; frame < 400; frame++)
            {
                if (frame % 23 == 0)
                {
                    _target.position = Any(random, random.Next(2));
                }
                Frames.Advance(0.05);
                bool isOnLink = _follower.FloorTracker.IsOnLink;
                framesOnLinks += isOnLink ? 1 : 0;
                string when = "seed " + seed + ", frame " + frame + ", at " + _follower.transform.position;
                bool isOpen = IsNearOpen(_follower.transform.position);
                Assert.That(isOnLink || isOpen, Is.True, when);
            }
            DestroyScene();
        }
        Assert.That(framesOnLinks, Is.GreaterThan(200));
        Assert.That(_events.Count(name => name == "arrived"), Is.GreaterThan(0));
    }

    [Test]
    public void A_warm_frame_on_floors_allocates_nothing()
    {
        AddStairs();
        AddFollower(new Vector3(0.5f, 0f, 0.5f), new Vector3(9.5f, 4f, 5.5f));
        _follower.PathLine = new GameObject().AddComponent<LineRenderer>();
        _follower.Speed = 0f;
        _follower.StoppingDistance = 1f;
        Frames.Advance(0.1);
        Action update = (Action)Delegate.CreateDelegate(
            typeof(Action),
            _follower,
            typeof(PathFollower).GetMethod(
                "Update", System.Reflection.BindingFlags.Instance | System.Reflection.BindingFlags.NonPublic));
        // At 16 bytes a frame, the frames would exceed the 4 MB after which Mono collects.
        GC.Collect();
        int before = GC.CollectionCount(0);
        for (int frame = 0; frame < 300000; frame++)
        {
            if (frame % 1000 == 0)
            {
                _follower.FloorTracker.Replan();
            }
            update();
        }
        Assert.AreEqual(before, GC.CollectionCount(0));
    }

    private static Vector3 In(GridPlane plane, float x, float y, float height)
    {
        return plane == GridPlane.XZ ? new Vector3(x, height, y) : new Vector3(x, y, height);
    }

    private Vector3 Any(System.Random random, int floor)
    {
        PathGrid grid = _floors.Floors.GetFloor(floor);
        return grid.GetCellCenter(new GridCell(random.Next(grid.Width), random.Next(grid.Height)));
    }

    /// <summary>Tolerates rounding errors at a corner.</summary>
    private bool IsNearOpen(Vector3 position)
    {
        foreach (Vector3 beside in new[] { new Vector3(0.01f, 0f, 0.01f), new Vector3(0.01f, 0f, -0.01f) })
        {
            foreach (float side in new[] { -1f, 1f })
            {
                FloorCell cell;
                if (_floors.TryGetCellAt(position + beside * side, out cell)
                    && _floors.Floors.GetFloor(cell.Floor).GetCell(cell.Cell) == CellType.Walkable)
                {
                    return true;
                }
            }
        }
        return false;
    }

    /// <summary>The first link of the remaining path; 0 without one.</summary>
    private int LinkAhead()
    {
        FloorTracker tracker = _follower.FloorTracker;
        return Enumerable.Range(1, tracker.Count - 1).Select(i => tracker[i].Link).FirstOrDefault(link => link != 0);
    }

    private static void Wait(int seconds)
    {
        for (int frame = 0; frame < 20 * seconds; frame++)
        {
            Frames.Advance(0.05);
        }
    }

    private int AddStairs()
    {
        AddFloors(GridPlane.XZ, Vector3.zero, new Vector3(0f, 4f, 0f));
        return _floors.AddLink(new Vector3(4.5f, 0f, 2.5f), new Vector3(7.5f, 4f, 2.5f), 3.0);
    }

    private void AddFloors(GridPlane plane, Vector3 ground, Vector3 upper)
    {
        _ground = AddGrid(plane, ground);
        _upper = AddGrid(plane, upper);
        _floors = new GameObject("House").AddComponent<PathFloorsComponent>();
        _floors.Grids.Add(_ground);
        _floors.Grids.Add(_upper);
    }

    /// <summary>Adds 10 x 6 cells of one unit.</summary>
    private static PathGridComponent AddGrid(GridPlane plane, Vector3 origin)
    {
        PathGridComponent source = new GameObject().AddComponent<PathGridComponent>();
        source.transform.position = origin;
        source.Plane = plane;
        source.Width = 10;
        source.Height = 6;
        source.Rebuild();
        return source;
    }

    /// <summary>The follower walks two units a second, without an interval.</summary>
    private void AddFollower(Vector3 position, Vector3 target)
    {
        _target = new GameObject().transform;
        _target.position = target;
        GameObject owner = new GameObject("Hound");
        owner.transform.position = position;
        _follower = owner.AddComponent<PathFollower>();
        _follower.Floors = _floors;
        _follower.Target = _target;
        _follower.Speed = 2f;
        _follower.Interval = 0f;
        _follower.PathChanged += follower => _events.Add("changed");
        _follower.PathFound += follower => _events.Add("found");
        _follower.Arrived += follower => _events.Add("arrived");
        _follower.PathLost += follower => _events.Add("lost");
    }
}
