using System;
using System.Collections.Generic;
using System.Threading;
using GridStar;
using NUnit.Framework;
using UnityEngine;
using UnityEngine.Standin;

/// <summary>Followers that keep apart.</summary>
[Category("AnyUnity")]
public partial class AvoidanceTests
{
    private const double Frame = 1.0 / 30.0;

    /// <summary>Radius of a follower on cells of 1, by default.</summary>
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
