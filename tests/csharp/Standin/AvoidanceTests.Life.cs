using System;
using GridStar;
using NUnit.Framework;
using UnityEngine;
using UnityEngine.Standin;
using Object = UnityEngine.Object;

// What happens to followers that keep apart, and to what they walk on, and how they move.
public partial class AvoidanceTests
{
    [Test]
    public void Who_is_put_elsewhere_goes_on_from_there_and_small_moves_count_too()
    {
        PathGrid grid = AddGrid(40, 9);
        PathFollower follower = Add(grid, 0, 4, 39, 4);
        Play(60);
        follower.transform.position = new Vector3(30.5f, 0f, 7.5f);
        Play(1);
        Assert.AreEqual(new Vector3(30.5f, 0f, 7.5f), follower.transform.position);
        Play(10);
        Vector3 before = follower.transform.position;
        Assert.That(Vector3.Distance(before, new Vector3(30.5f, 0f, 7.5f)), Is.InRange(0.2f, 1.5f));
        follower.transform.position += new Vector3(0f, 0f, 0.2f);
        Play(1);
        Assert.AreEqual(before.z + 0.2f, follower.transform.position.z, 1e-4f);
        PlayUntil(HaveAllArrived);
        follower.transform.position = new Vector3(-7f, 0f, 4.5f);
        Play(5);
        Assert.AreEqual(-7f, follower.transform.position.x, "no path leads there from outside the grid");
        Assert.That(follower.enabled, Is.True);
        follower.transform.position = new Vector3(0.5f, 0f, 4.5f);
        PlayUntil(HaveAllArrived);
    }

    [Test]
    public void Speed_radius_switching_and_another_grid_count_at_once()
    {
        PathGrid grid = AddGrid(40, 9);
        PathFollower one = Add(grid, 2, 4, 37, 4);
        PathFollower other = Add(grid, 37, 4, 0, 4);
        Play(30);
        float before = one.transform.position.x;
        one.Speed = 9f;
        Play(30);
        Assert.That(one.transform.position.x - before, Is.InRange(6f, 9.1f));
        one.Radius = other.Radius = 1f;
        Assert.That(PlayUntil(HaveAllArrived), Is.GreaterThan(1.98f));
        PathGrid next = AddGrid(40, 9);
        _followers.ForEach(follower => follower.Grid = next);
        one.TargetPosition = other.transform.position;
        other.TargetPosition = one.transform.position;
        Play(5);
        Assert.AreEqual(0, grid.Scheduler.CrowdFor(null, null).Count);
        Assert.AreEqual(2, next.Scheduler.CrowdFor(null, null).Count);
        Assert.That(PlayUntil(HaveAllArrived), Is.GreaterThan(1.98f));
        _followers.ForEach(follower => follower.Avoidance = false);
        one.TargetPosition = other.transform.position;
        Assert.That(PlayUntil(HaveAllArrived), Is.LessThan(1.5f));
        Play(130);
        Assert.AreEqual(1, GridStarLibrary.LiveCrowdCount, "that of the first grid, which nobody walks on");
    }

    [Test]
    public void A_grid_that_is_disposed_leaves_no_crowd_and_switches_nobody_off()
    {
        PathGrid grid = AddGrid(20, 5);
        Add(grid, 0, 2, 19, 2);
        Add(grid, 19, 2, 0, 2);
        Play(20);
        Assert.AreEqual(1, GridStarLibrary.LiveCrowdCount);
        grid.Dispose();
        Assert.AreEqual(0, GridStarLibrary.LiveCrowdCount);
        Play(3);
        Assert.That(_followers.TrueForAll(follower => follower.enabled && !follower.HasPath), Is.True);
        PathGrid next = AddGrid(20, 5);
        _followers.ForEach(follower => follower.Grid = next);
        Play(20);
        Assert.That(_followers.TrueForAll(follower => follower.HasPath), Is.True);
        GridStarLibrary.DestroyAllGrids();
        Play(3);
        Assert.AreEqual(0, GridStarLibrary.LiveCrowdCount);
        Assert.That(_followers.TrueForAll(follower => follower.enabled && !follower.HasPath), Is.True);
    }

    [Test]
    public void A_profile_that_is_disposed_switches_off_only_who_has_it()
    {
        PathGrid grid = AddGrid(20, 5);
        grid.FillRect(8, 0, 1, 5, (CellType)2);
        TraversalProfile walkers = new TraversalProfile();
        PathFollower plain = Add(grid, 0, 2, 19, 2);
        PathFollower special = Add(grid, 0, 4, 19, 4);
        special.Profile = walkers;
        Play(20);
        Assert.AreEqual(2, GridStarLibrary.LiveCrowdCount);
        walkers.Dispose();
        using (new ConsoleLog())
        {
            Play(10);
        }
        Assert.That(special.enabled, Is.False);
        Assert.That(plain.enabled, Is.True);
        special.Profile = null;
        special.enabled = true;
        PlayUntil(HaveAllArrived);
    }

    [TestCase(true)]
    [TestCase(false)]
    public void On_a_ship_they_come_along(bool avoidance)
    {
        PathGrid grid = AddGrid(20, 5);
        Add(grid, 0, 2, 19, 2).Avoidance = avoidance;
        Add(grid, 19, 2, 0, 2).Avoidance = avoidance;
        Vector3 step = new Vector3(0.2f, 0.05f, 0.1f);
        float nearest = PlayUntil(() =>
        {
            Vector3 origin = grid.GetCellCorner(new GridCell(0, 0)) + step;
            grid.SetPlace(GridPlace.InPlane(GridPlane.XZ, 1f, origin.x, origin.y, origin.z));
            foreach (PathFollower follower in _followers)
            {
                follower.transform.position += step;
                follower.TargetPosition += step;
            }
            return HaveAllArrived();
        });
        Assert.AreEqual(avoidance, nearest > 2f * Radius * 0.99f);
    }

    [TestCase(FollowerMotion.Rigidbody)]
    [TestCase(FollowerMotion.Rigidbody2D)]
    [TestCase(FollowerMotion.CharacterController)]
    public void Bodies_follow_their_agents(FollowerMotion motion)
    {
        PathGrid grid = AddGrid(20, 5, motion == FollowerMotion.Rigidbody2D ? GridPlane.XY : GridPlane.XZ);
        foreach (PathFollower follower in new[] { Add(grid, 0, 2, 19, 2), Add(grid, 19, 2, 0, 2) })
        {
            follower.gameObject.AddComponent<Rigidbody>();
            follower.gameObject.AddComponent<Rigidbody2D>();
            follower.gameObject.AddComponent<CharacterController>();
            follower.Motion = motion;
            follower.TurnSpeed = 360f;
        }
        Play(30);
        _followers[0].transform.position = grid.GetCellCenter(new GridCell(9, 4));
        Play(20);
        Assert.That(_followers[0].transform.position.x, Is.GreaterThan(9f));
        // A body is behind its agent by less than a frame.
        Assert.That(PlayUntil(HaveAllArrived), Is.GreaterThan(1.6f * Radius));
    }

    [Test]
    public void An_obstacle_of_its_own_is_no_wall_to_a_follower()
    {
        PathGridComponent ground = new GameObject("Ground").AddComponent<PathGridComponent>();
        ground.Width = 20;
        ground.Height = 5;
        ground.Rebuild();
        PathFollower wagon = Add(ground.Grid, 2, 2, 17, 2);
        PathObstacle obstacle = wagon.gameObject.AddComponent<PathObstacle>();
        obstacle.GridSource = ground;
        obstacle.CarveOnlyStationary = false;
        wagon.enabled = false;
        wagon.enabled = true;
        Add(ground.Grid, 17, 2, 2, 2);
        PlayUntil(HaveAllArrived);
        Object.DestroyImmediate(ground.gameObject);
        Play(1);
    }

    [Test]
    public void On_hexagons_a_follower_logs_an_error_and_is_switched_off()
    {
        PathGrid grid = AddGrid(new PathGridSettings { Width = 9, Height = 9, Layout = CellLayout.HexOddRows });
        Add(grid, 1, 1, 7, 7);
        using (ConsoleLog log = new ConsoleLog())
        {
            Play(3);
            Assert.AreEqual(1, log.Lines.Count);
            StringAssert.Contains("hexagon", log.Lines[0]);
        }
        Assert.That(_followers[0].enabled, Is.False);
    }

    [Test]
    public void Warm_frames_make_no_garbage()
    {
        PathGrid grid = AddGrid(32, 32);
        for (int i = 0; i < 100; i++)
        {
            Add(grid, i % 32, 2 + i / 32, 31 - i % 32, 31 - i / 32).Arrived += sender =>
                sender.TargetPosition = grid.GetCellCenter(new GridCell(31 - (int)sender.transform.position.x, 16));
        }
        long fewest = long.MaxValue;
        for (int frame = 0; frame < 30 || (fewest > 0 && frame < 1000); frame++)
        {
            grid.SetCell(16, 16, frame % 2 == 0 ? CellType.Obstacle : CellType.Walkable);
            long before = GC.GetAllocatedBytesForCurrentThread();
            for (int i = 0; i < 20; i++)
            {
                Frames.Advance(Frame);
            }
            fewest = Math.Min(fewest, GC.GetAllocatedBytesForCurrentThread() - before);
        }
        Assert.AreEqual(0L, fewest);
    }
}
