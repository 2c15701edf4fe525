using System;
using System.Collections.Generic;
using System.Linq;
using GridStar;
using NUnit.Framework;
using UnityEngine;
using UnityEngine.Standin;

/// <summary>How followers walk on floors and over links, frame by frame.</summary>
public class FloorFollowerTests : FloorScene
{
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
            places.Add(Follower.transform.position.ToString());
        }
        // Two units on the ground, five on the stairs, two above, a unit in each frame.
        string[] expected =
        {
            "(3.50, 1.00, 2.50)", "(4.50, 1.00, 2.50)",
            "(5.10, 1.80, 2.50)", "(5.70, 2.60, 2.50)", "(6.30, 3.40, 2.50)", "(6.90, 4.20, 2.50)",
            "(7.50, 5.00, 2.50)",
            "(8.50, 5.00, 2.50)", "(9.50, 5.00, 2.50)", "(9.50, 5.00, 2.50)",
        };
        Assert.AreEqual(expected, places.ToArray());
        Assert.That(Follower.HasArrived, Is.True);
        Assert.AreEqual(new[] { "changed", "found", "arrived" }, Events.ToArray());
        Assert.AreEqual(1, Follower.FloorTracker.Searches);
        Assert.That(Follower.Tracker, Is.Null);
    }

    [Test]
    public void A_follower_beside_the_foot_of_the_stairs_first_walks_to_it()
    {
        AddStairs();
        AddFollower(new Vector3(4.1f, 0f, 2.2f), new Vector3(9.5f, 4f, 2.5f));
        Frames.Advance(0.25);
        Assert.AreEqual("(4.50, 0.00, 2.50)", Follower.transform.position.ToString());
        Frames.Advance(0.5);
        Assert.AreEqual("(5.10, 0.80, 2.50)", Follower.transform.position.ToString());
    }

    [Test]
    public void A_follower_goes_down_again_and_stops_at_its_distance()
    {
        AddStairs();
        AddFollower(new Vector3(9.5f, 4f, 2.5f), new Vector3(0.5f, 0f, 2.5f));
        Follower.StoppingDistance = 1.5f;
        Frames.Advance(0.5);
        Assert.AreEqual(10f, Follower.RemainingDistance, 0.001f);
        Wait(10);
        Assert.AreEqual("(2.00, 0.00, 2.50)", Follower.transform.position.ToString());
        Assert.That(Follower.HasArrived, Is.True);
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
        Floors.AddLink(origin + In(plane, 3.5f, 2.5f, 0f), origin + up + In(plane, 6.5f, 2.5f, 0f), 3.0);
        AddFollower(origin + In(plane, 0.5f, 2.5f, 0.5f), origin + up + In(plane, 8.5f, 4.5f, 0f));
        for (int frame = 0; frame < 300 && !Follower.HasArrived; frame++)
        {
            Frames.Advance(0.0625);
        }
        Assert.That(Follower.HasArrived, Is.True);
        Vector3 end = origin + up + In(plane, 8.5f, 4.5f, 0.5f);
        Assert.That(Vector3.Distance(end, Follower.transform.position), Is.LessThan(0.001f));
        Assert.AreEqual(1, Follower.FloorTracker.Searches);
    }

    [Test]
    public void A_follower_that_others_move_is_told_where_to_go_and_may_ride_a_lift()
    {
        AddFloors(GridPlane.XZ, Vector3.zero, new Vector3(0f, 4f, 0f));
        Floors.AddLink(new Vector3(2.5f, 0f, 0.5f), new Vector3(2.5f, 4f, 0.5f), 2.0);
        AddFollower(new Vector3(0.5f, 0f, 0.5f), new Vector3(2.5f, 4f, 1.5f));
        Follower.Moves = false;
        List<string> next = new List<string>();
        for (int frame = 0; frame < 400 && !Follower.HasArrived; frame++)
        {
            Vector3 to = Follower.NextPosition;
            if (next.Count == 0 || next[next.Count - 1] != to.ToString())
            {
                next.Add(to.ToString());
            }
            Vector3 here = Follower.transform.position;
            Follower.transform.position = Vector3.MoveTowards(here, to, 0.1f);
            Frames.Advance(0.05);
        }
        Assert.That(Follower.HasArrived, Is.True);
        string way = "(0.50, 0.00, 0.50) (1.50, 0.00, 0.50) (2.50, 0.00, 0.50) (2.50, 4.00, 0.50) (2.50, 4.00, 1.50)";
        Assert.AreEqual(way, string.Join(" ", next.ToArray()));
        Assert.AreEqual(1, Follower.FloorTracker.Searches);
        // Down again.
        Target.position = new Vector3(1.5f, 0f, 1.5f);
        for (int frame = 0; frame < 400 && (frame < 2 || !Follower.HasArrived); frame++)
        {
            Frames.Advance(0.05);
            Vector3 here = Follower.transform.position;
            Follower.transform.position = Vector3.MoveTowards(here, Follower.NextPosition, 0.1f);
        }
        Assert.That(Follower.HasArrived, Is.True);
        Assert.AreEqual(0f, Follower.transform.position.y, 0.11f);
        Assert.AreEqual(2, Follower.FloorTracker.Searches);
    }

    [TestCase(FollowerMotion.Rigidbody)]
    [TestCase(FollowerMotion.CharacterController)]
    [TestCase(FollowerMotion.Transform)]
    public void Each_motion_climbs(FollowerMotion motion)
    {
        AddStairs();
        AddFollower(new Vector3(1.5f, 0f, 1.5f), new Vector3(9.5f, 4f, 3.5f));
        Follower.gameObject.AddComponent<Rigidbody>();
        Follower.gameObject.AddComponent<CharacterController>();
        Follower.Motion = motion;
        Follower.TurnSpeed = 360f;
        for (int frame = 0; frame < 600 && !Follower.HasArrived; frame++)
        {
            Frames.Advance(0.015);
            Vector3 up = Follower.transform.rotation * Vector3.up;
            Assert.That(Vector3.Distance(up, Vector3.up), Is.LessThan(0.001f), "it tilts on the stairs");
        }
        Frames.Advance(0.1);
        Assert.That(Follower.HasArrived, Is.True);
        Vector3 end = new Vector3(9.5f, 4f, 3.5f);
        Assert.That(Vector3.Distance(end, Follower.transform.position), Is.LessThan(0.01f));
        Assert.AreEqual(1, Follower.FloorTracker.Searches);
    }

    /// <summary>Its place is a square of cells, whose lowest one a path names.</summary>
    [TestCase(2)]
    [TestCase(3)]
    public void A_large_follower_climbs_to_places_where_it_has_room(int size)
    {
        AddFloors(GridPlane.XZ, Vector3.zero, new Vector3(0f, 4f, 0f));
        Floors.AddLink(new Vector3(4.5f, 0f, 2.5f), new Vector3(6.5f, 4f, 2.5f), 3.0);
        Upper.Grid.FillRect(5, 1, 1, 1, CellType.Obstacle);
        float half = 0.5f * size;
        AddFollower(new Vector3(half, 0f, half), new Vector3(0f + half, 4f, 3f + half));
        Follower.AgentSize = size;
        for (int frame = 0; frame < 600 && !Follower.HasArrived; frame++)
        {
            Frames.Advance(0.05);
            Vector3 place = Follower.transform.position;
            bool isAbove = Floors.TryGetCellAt(place, out FloorCell cell) && cell.Floor == 1;
            bool isOverWall = Math.Abs(place.x - 5.5f) < half + 0.49f && Math.Abs(place.z - 1.5f) < half + 0.49f;
            Assert.That(isAbove && isOverWall, Is.False, "at " + place);
        }
        Assert.That(Follower.HasArrived, Is.True);
        Vector3 end = new Vector3(half, 4f, 3f + half);
        Assert.That(Vector3.Distance(end, Follower.transform.position), Is.LessThan(0.001f));
        Assert.AreEqual(1, Follower.FloorTracker.Searches);
    }

    [Test]
    public void A_2D_body_changes_its_depth_on_a_link()
    {
        AddFloors(GridPlane.XY, Vector3.zero, new Vector3(0f, 0f, 4f));
        Floors.AddLink(new Vector3(2.5f, 2.5f, 0f), new Vector3(5.5f, 2.5f, 4f), 3.0);
        AddFollower(new Vector3(0.5f, 2.5f, 0f), new Vector3(8.5f, 2.5f, 4f));
        Follower.gameObject.AddComponent<Rigidbody2D>();
        Follower.Motion = FollowerMotion.Rigidbody2D;
        Wait(10);
        Assert.That(Follower.HasArrived, Is.True);
        Assert.That(Vector3.Distance(new Vector3(8.5f, 2.5f, 4f), Follower.transform.position), Is.LessThan(0.01f));
        Assert.AreEqual(1, Follower.FloorTracker.Searches);
    }

    [Test]
    public void The_path_through_floors_is_drawn_and_listed()
    {
        AddStairs();
        AddFollower(new Vector3(3.5f, 0f, 2.5f), new Vector3(8.5f, 4f, 2.5f));
        Follower.PathLine = new GameObject().AddComponent<LineRenderer>();
        Frames.Advance(0.25);
        List<Vector3> path = new List<Vector3>();
        Assert.AreEqual(4, Follower.GetPath(path));
        Assert.AreEqual("(4.50, 0.00, 2.50) (7.50, 4.00, 2.50)", path[1] + " " + path[2]);
        Assert.AreEqual(4, Follower.PathLine.positionCount);
        Assert.AreEqual(path[3], Follower.PathLine.GetPosition(3));
        Ground.ShowsGrid = Upper.ShowsGrid = false;
        Frames.DrawGizmos();
        // Three of the path, and the stairs.
        Assert.AreEqual(3, DrawnGizmos.Lines.Count(line => line.Color.Equals(Follower.PathColor)));
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
            foreach (PathGridComponent grid in new[] { Ground, Upper })
            {
                CellMap map = new CellMap(10, 6) { Start = new GridCell(0, 0) };
                map.AddRandomObstacles(0.3, (ulong)(seed + (grid == Upper ? 100 : 0)));
                grid.Grid.SetCells(map);
            }
            for (int link = 0; link < 3; link++)
            {
                Floors.AddLink(Any(random, 0), Any(random, 1), random.Next(8));
            }
            AddFollower(new Vector3(0.5f, 0f, 0.5f), new Vector3(0.5f, 0f, 0.5f));
            Follower.DiagonalRule = seed % 2 == 0 ? DiagonalRule.AtMostOneBlocked : DiagonalRule.BothFree;
            for (int frame = 0; frame < 400; frame++)
            {
                if (frame % 23 == 0)
                {
                    Target.position = Any(random, random.Next(2));
                }
                Frames.Advance(0.05);
                bool isOnLink = Follower.FloorTracker.IsOnLink;
                framesOnLinks += isOnLink ? 1 : 0;
                string when = "seed " + seed + ", frame " + frame + ", at " + Follower.transform.position;
                bool isOpen = IsNearOpen(Follower.transform.position);
                Assert.That(isOnLink || isOpen, Is.True, when);
            }
            DestroyScene();
        }
        Assert.That(framesOnLinks, Is.GreaterThan(200));
        Assert.That(Events.Count(name => name == "arrived"), Is.GreaterThan(0));
    }

    [Test]
    public void A_warm_frame_on_floors_allocates_nothing()
    {
        AddStairs();
        AddFollower(new Vector3(0.5f, 0f, 0.5f), new Vector3(9.5f, 4f, 5.5f));
        Follower.PathLine = new GameObject().AddComponent<LineRenderer>();
        Follower.Speed = 0f;
        Follower.StoppingDistance = 1f;
        Frames.Advance(0.1);
        Action update = (Action)Delegate.CreateDelegate(
            typeof(Action),
            Follower,
            typeof(PathFollower).GetMethod(
                "Update", System.Reflection.BindingFlags.Instance | System.Reflection.BindingFlags.NonPublic));
        long fewest = long.MaxValue;
        for (int attempt = 0; attempt < 5 && fewest > 0; attempt++)
        {
            long before = GC.GetAllocatedBytesForCurrentThread();
            for (int frame = 0; frame < 5000; frame++)
            {
                if (frame % 500 == 0)
                {
                    Follower.FloorTracker.Replan();
                }
                update();
            }
            fewest = Math.Min(fewest, GC.GetAllocatedBytesForCurrentThread() - before);
        }
        Assert.AreEqual(0, fewest);
    }
}
