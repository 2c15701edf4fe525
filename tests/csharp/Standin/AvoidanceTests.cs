using System;
using System.Collections.Generic;
using System.Threading;
using GridStar;
using NUnit.Framework;
using UnityEngine;
using UnityEngine.Standin;
using Object = UnityEngine.Object;

/// <summary>Followers that keep apart.</summary>
public class AvoidanceTests
{
    private const double Frame = 1.0 / 30.0;

    /// <summary>Of a follower on cells of 1, by default.</summary>
    private const float Radius = 0.35f;

    /// <summary>Frames in which whatever is meant to happen has happened, also on a slow machine.</summary>
    private const int Long = 20000;

    private readonly List<PathFollower> _followers = new List<PathFollower>();
    private readonly List<PathGrid> _grids = new List<PathGrid>();

    [SetUp]
    public void BuildScene()
    {
        Frames.Reset();
        Scene.Clear();
        _followers.Clear();
        _grids.Clear();
    }

    [TearDown]
    public void DisposeGrids()
    {
        _grids.ForEach(grid => grid.Dispose());
        Assert.AreEqual(0, GridStarLibrary.LiveCrowdCount);
        Frames.Reset();
    }

    [Test]
    public void It_is_off_by_default_and_followers_pass_through_each_other()
    {
        PathGrid grid = AddGrid(20, 5);
        Add(grid, 0, 2, 19, 2).Avoidance = false;
        Add(grid, 19, 2, 0, 2).Avoidance = false;
        Assert.That(new GameObject().AddComponent<PathFollower>().Avoidance, Is.False);
        float nearest = PlayUntil(HaveAllArrived);
        Assert.That(nearest, Is.LessThan(0.2f));
        Assert.AreEqual(0, GridStarLibrary.LiveCrowdCount);
    }

    [TestCase(false)]
    [TestCase(true)]
    public void Two_that_meet_head_on_do_not_overlap_and_arrive(bool sharesSearches)
    {
        PathGrid grid = AddGrid(20, 5);
        Add(grid, 0, 2, 19, 2);
        Add(grid, 19, 2, 0, 2);
        int arrived = 0;
        foreach (PathFollower follower in _followers)
        {
            follower.SharesSearches = sharesSearches;
            follower.Arrived += sender => arrived++;
        }
        float nearest = PlayUntil(HaveAllArrived);
        Assert.That(nearest, Is.GreaterThan(2f * Radius * 0.99f));
        Assert.AreEqual(2, arrived);
        Assert.AreEqual(1, GridStarLibrary.LiveCrowdCount);
        Assert.That(_followers[0].transform.position.x, Is.EqualTo(19.5f).Within(0.06f));
    }

    /// <summary>Half of each side has a place of its own, the other half goes to one target.</summary>
    [Test]
    public void Twenty_against_twenty_pass_a_door_of_one_cell(
        [Values(false, true)] bool sharesFields, [Values(PathForm.Cells, PathForm.Straightened)] PathForm form)
    {
        PathGrid grid = AddGrid(31, 15);
        grid.FillRect(15, 0, 1, 15, CellType.Obstacle);
        grid.SetCell(15, 7, CellType.Walkable);
        grid.Scheduler.SharesFields = sharesFields;
        Transform left = new GameObject().transform;
        Transform right = new GameObject().transform;
        left.position = grid.GetCellCenter(new GridCell(2, 7));
        right.position = grid.GetCellCenter(new GridCell(28, 7));
        for (int i = 0; i < 20; i++)
        {
            int x = i % 4;
            int y = 2 + 2 * (i / 4);
            PathFollower one = Add(grid, x, y, 27 + x, y);
            PathFollower other = Add(grid, 27 + x, y, x, y);
            one.Target = i % 2 == 0 ? right : null;
            other.Target = i % 2 == 0 ? left : null;
            one.PathForm = form;
            other.PathForm = form;
            one.StoppingDistance = other.StoppingDistance = i % 2 == 0 ? 5f : 0f;
        }
        HashSet<PathFollower> arrived = new HashSet<PathFollower>();
        _followers.ForEach(follower => follower.Arrived += sender => arrived.Add(sender));
        PlayUntil(() => arrived.Count == 40);
        Assert.AreEqual(sharesFields && form == PathForm.Cells, grid.Scheduler.FieldAnswers > 0);
    }

    [Test]
    public void No_center_is_in_a_wall_whatever_is_edited()
    {
        int seed = Environment.TickCount & 0xffff;
        System.Random random = new System.Random(seed);
        PathGrid grid = AddGrid(24, 24);
        for (int i = 0; i < 60; i++)
        {
            Add(grid, random.Next(24), random.Next(24), random.Next(24), random.Next(24));
            _followers[i].Speed = 1f + random.Next(12);
            _followers[i].Radius = random.Next(3) * 0.25f;
            _followers[i].PathForm = (PathForm)random.Next(3);
            _followers[i].WhenBlocked = (WhenBlocked)random.Next(3);
        }
        Play(1);
        for (int frame = 0; frame < 1500; frame++)
        {
            for (int i = 0; i < random.Next(4); i++)
            {
                CellType type = random.Next(5) < 2 ? CellType.Obstacle : CellType.Walkable;
                grid.FillRect(random.Next(22), random.Next(22), 1 + random.Next(3), 1 + random.Next(3), type);
            }
            PathFollower sent = _followers[random.Next(60)];
            sent.TargetPosition = grid.GetCellCenter(new GridCell(random.Next(24), random.Next(24)));
            Play(1);
            foreach (PathFollower follower in _followers)
            {
                Assert.That(follower.enabled, Is.True, "seed " + seed + ", frame " + frame);
                Assert.AreEqual(CellType.Walkable, CellTypeAt(follower), "seed " + seed + ", frame " + frame);
            }
        }
    }

    /// <summary>The straight way back to the path crosses the wall.</summary>
    [TestCase(PathForm.Cells)]
    [TestCase(PathForm.Straightened)]
    public void Who_is_put_where_it_does_not_see_its_path_gets_another_one(PathForm form)
    {
        PathGrid grid = AddGrid(30, 12);
        grid.FillRect(1, 6, 29, 1, CellType.Obstacle);
        PathFollower follower = Add(grid, 2, 4, 28, 4);
        follower.PathForm = form;
        follower.Interval = 0f;
        PlayUntil(() => follower.transform.position.x > 12f);
        follower.transform.position = new Vector3(12.5f, 0f, 7.5f);
        for (int frame = 0; frame < Long && !follower.HasArrived; frame++)
        {
            Play(1);
            Assert.AreEqual(CellType.Walkable, CellTypeAt(follower));
        }
        Assert.That(follower.HasArrived, Is.True);
    }

    [Test]
    public void Who_has_arrived_gives_way_comes_back_and_has_arrived_all_the_time()
    {
        PathGrid grid = AddGrid(20, 5);
        PathFollower standing = Add(grid, 10, 2, 10, 2);
        int arrivals = 0;
        standing.Arrived += sender => arrivals++;
        PlayUntil(HaveAllArrived);
        Add(grid, 0, 2, 19, 2);
        float nearest = PlayUntil(() => _followers[1].HasArrived);
        Assert.That(nearest, Is.GreaterThan(2f * Radius * 0.99f));
        PlayUntil(() => Vector3.Distance(standing.transform.position, new Vector3(10.5f, 0f, 2.5f)) < 0.31f);
        Assert.That(standing.HasArrived, Is.True);
        Assert.AreEqual(1, arrivals);
    }

    [Test]
    public void Who_is_disabled_is_passed_through_and_who_has_no_target_is_not()
    {
        PathGrid grid = AddGrid(20, 1);
        PathFollower standing = Add(grid, 10, 0, 10, 0);
        standing.TargetPosition = null;
        PathFollower walking = Add(grid, 0, 0, 19, 0);
        Play(300);
        Assert.That(standing.transform.position.x - walking.transform.position.x, Is.GreaterThan(1.8f * Radius));
        Assert.That(walking.transform.position.x, Is.GreaterThan(9f), "it pushes the other one ahead");
        walking.transform.position = grid.GetCellCenter(new GridCell(0, 0));
        standing.enabled = false;
        Vector3 place = standing.transform.position;
        PlayUntil(() => walking.HasArrived);
        Assert.AreEqual(place, standing.transform.position);
        standing.enabled = true;
        standing.transform.position = walking.transform.position;
        PlayUntil(() => NearestTwo() > 1.95f * Radius);
    }

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

    [Test]
    public void They_keep_apart_in_all_planes_and_places()
    {
        Vector3 column = new Vector3(1.6f, 0.2f, -0.9f);
        Vector3 row = Vector3.Cross(column, new Vector3(0.3f, 1f, 0.1f)) * -0.8f;
        PathGridSettings[] places =
        {
            new PathGridSettings { Plane = GridPlane.XY, CellSize = 0.5f, OriginX = -100f, OriginY = 40f },
            new PathGridSettings { Plane = GridPlane.XZ, CellSize = 3f, OriginX = 5000f, OriginZ = -900f },
            new PathGridSettings { Place = GridPlaceUnityExtensions.ToGridPlace(Vector3.one, column, row) },
        };
        foreach (PathGridSettings place in places)
        {
            _followers.Clear();
            place.Width = 20;
            place.Height = 5;
            place.DiagonalRule = DiagonalRule.BothFree;
            PathGrid grid = AddGrid(place);
            Add(grid, 0, 2, 19, 2).Speed = 3f * grid.CellSize;
            Add(grid, 19, 2, 0, 2).Speed = 3f * grid.CellSize;
            float nearest = PlayUntil(HaveAllArrived);
            Assert.That(nearest, Is.GreaterThan(2f * Radius * 0.99f * grid.CellSize));
            Vector3 off = _followers[0].transform.position - grid.GetCellCenter(new GridCell(19, 2));
            Assert.That(off.magnitude, Is.LessThan(0.31f * grid.CellSize));
        }
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
    public void Large_agents_keep_apart_and_out_of_walls()
    {
        PathGrid grid = AddGrid(24, 9);
        foreach (PathFollower follower in new[] { Add(grid, 1, 3, 21, 3), Add(grid, 21, 3, 1, 3) })
        {
            follower.AgentSize = 2;
            follower.transform.position += new Vector3(0.5f, 0f, 0.5f);
            follower.TargetPosition += new Vector3(0.5f, 0f, 0.5f);
        }
        Assert.That(PlayUntil(HaveAllArrived), Is.GreaterThan(2f * 0.85f * 0.99f));
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

    private CellType CellTypeAt(PathFollower follower)
    {
        Assert.That(follower.Grid.TryGetCellAt(follower.transform.position, out GridCell cell), Is.True);
        return follower.Grid.GetCell(cell);
    }

    private PathGrid AddGrid(int width, int height, GridPlane plane = GridPlane.XZ)
        => AddGrid(new PathGridSettings
        {
            Width = width, Height = height, Plane = plane, DiagonalRule = DiagonalRule.BothFree,
        });

    private PathGrid AddGrid(PathGridSettings settings)
    {
        PathGrid grid = new PathGrid(settings);
        _grids.Add(grid);
        return grid;
    }

    private PathFollower Add(PathGrid grid, int x, int y, int targetX, int targetY)
    {
        PathFollower follower = new GameObject().AddComponent<PathFollower>();
        follower.transform.position = grid.GetCellCenter(new GridCell(x, y));
        follower.Grid = grid;
        follower.TargetPosition = grid.GetCellCenter(new GridCell(targetX, targetY));
        follower.Avoidance = true;
        _followers.Add(follower);
        return follower;
    }

    private bool HaveAllArrived() => _followers.TrueForAll(follower => follower.HasArrived);

    /// <summary>Plays frames until something has happened. Returns the smallest distance of two followers.</summary>
    private float PlayUntil(Func<bool> hasHappened)
    {
        float nearest = float.PositiveInfinity;
        for (int frame = 0; frame < Long; frame++)
        {
            Play(1);
            nearest = Math.Min(nearest, NearestTwo());
            if (hasHappened())
            {
                return nearest;
            }
        }
        Assert.Fail("nothing in " + Long + " frames; " + Where());
        return nearest;
    }

    private float NearestTwo()
    {
        float nearest = float.PositiveInfinity;
        for (int i = 0; i < _followers.Count; i++)
        {
            for (int k = 0; k < i; k++)
            {
                nearest = Math.Min(nearest, Vector3.Distance(
                    _followers[i].transform.position, _followers[k].transform.position));
            }
        }
        return nearest;
    }

    private string Where() => string.Join(" ", _followers.ConvertAll(
        follower => follower.transform.position + (follower.HasArrived ? "!" : follower.HasPath ? "" : "?")));

    private static void Play(int frames)
    {
        for (int frame = 0; frame < frames; frame++)
        {
            Frames.Advance(Frame);
            Thread.Sleep(0);
        }
    }
}
