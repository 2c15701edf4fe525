using System;
using System.Collections.Generic;
using GridStar;
using NUnit.Framework;
using UnityEngine;
using UnityEngine.Standin;

/// <summary>How followers move and turn, what they tell, and many of them at once.</summary>
[Category("AnyUnity")]
public class FollowerMotionTests
{
    private readonly List<string> _events = new List<string>();
    private PathGrid _grid;
    private PathFollower _follower;

    [SetUp]
    public void BuildScene()
    {
        Frames.Reset();
        Scene.Clear();
        _events.Clear();
    }

    [TearDown]
    public void DisposeGrid()
    {
        if (_grid != null)
        {
            _grid.Dispose();
            _grid = null;
        }
    }

    [Test]
    public void It_stops_where_the_rest_of_the_path_is_as_long_as_the_stopping_distance()
    {
        AddFollower(GridPlane.XZ, 0.5f, 0.5f, 7.5f, 0.5f);
        _follower.StoppingDistance = 2.5f;
        Frames.Advance(1.0);
        Assert.That(_follower.HasArrived, Is.False);
        Assert.That(_follower.RemainingDistance, Is.EqualTo(5f).Within(1e-4f));
        Frames.Advance(10.0);
        Assert.That(_follower.transform.position.x, Is.EqualTo(5f).Within(1e-4f));
        Assert.That(_follower.HasArrived, Is.True);
        Frames.Advance(1.0);
        Assert.That(_follower.transform.position.x, Is.EqualTo(5f).Within(1e-4f));
        _follower.TargetPosition = new Vector3(7.5f, 0f, 3.5f);
        Frames.Advance(0.1);
        Assert.That(_follower.HasArrived, Is.False);
        Frames.Advance(10.0);
        Assert.That(_follower.HasArrived, Is.True);
        Assert.AreEqual(2, _events.FindAll(name => name == "arrived").Count);
    }

    [Test]
    public void A_wall_beside_the_target_is_no_arrival()
    {
        AddFollower(GridPlane.XZ, 0.5f, 0.5f, 0.5f, 2.5f);
        _grid.FillRect(0, 1, 7, 1, CellType.Obstacle);
        _follower.StoppingDistance = 2.5f;
        Frames.Advance(0.5);
        Assert.That(_follower.HasArrived, Is.False);
        Assert.That(_follower.transform.position.x, Is.GreaterThan(0.6f));
        Frames.Advance(20.0);
        Assert.That(_follower.HasArrived, Is.True);
        Assert.That(_follower.transform.position.z, Is.EqualTo(2.5f).Within(1e-4f));
        Assert.That(_follower.transform.position.x, Is.EqualTo(3f).Within(1e-4f));
    }

    [TestCase(GridPlane.XZ)]
    [TestCase(GridPlane.XY)]
    public void It_turns_to_where_it_walks(GridPlane plane)
    {
        AddFollower(plane, 0.5f, 0.5f, 7.5f, 0.5f);
        _follower.TurnSpeed = 90f;
        Frames.Advance(0.5);
        Vector3 ahead = Ahead(_follower.transform.rotation, plane);
        Assert.That(ahead.x, Is.EqualTo(0.7071f).Within(1e-3f));
        Assert.That(plane == GridPlane.XZ ? ahead.z : ahead.y, Is.EqualTo(0.7071f).Within(1e-3f));
        Frames.Advance(0.75);
        Assert.That(Ahead(_follower.transform.rotation, plane).x, Is.EqualTo(1f).Within(1e-3f));
    }

    [Test]
    public void A_Rigidbody_is_moved_and_turned_in_physics_steps()
    {
        AddFollower(GridPlane.XZ, 0.5f, 0.5f, 7.5f, 0.5f);
        Rigidbody body = _follower.gameObject.AddComponent<Rigidbody>();
        _follower.Motion = FollowerMotion.Rigidbody;
        _follower.TurnSpeed = 360f;
        Frames.Advance(0.0);
        Assert.That(_follower.HasPath, Is.True);
        Assert.AreEqual("(0.50, 0.00, 0.50)", body.position.ToString());
        Frames.Advance(0.019);
        Assert.AreEqual("(0.50, 0.00, 0.50)", body.position.ToString());
        for (int frame = 0; frame < 60; frame++)
        {
            Frames.Advance(0.02);
        }
        Assert.That(body.position.x, Is.InRange(2.8f, 3.0f));
        Assert.That(Ahead(body.rotation, GridPlane.XZ).x, Is.EqualTo(1f).Within(1e-3f));
        for (int frame = 0; frame < 200; frame++)
        {
            Frames.Advance(0.02);
        }
        Assert.AreEqual("(7.50, 0.00, 0.50)", body.position.ToString());
        Assert.That(_follower.HasArrived, Is.True);
    }

    [Test]
    public void A_Rigidbody2D_is_moved_and_turned_in_physics_steps()
    {
        AddFollower(GridPlane.XY, 0.5f, 0.5f, 0.5f, 5.5f);
        Rigidbody2D body = _follower.gameObject.AddComponent<Rigidbody2D>();
        body.rotation = 90f;
        _follower.Motion = FollowerMotion.Rigidbody2D;
        _follower.TurnSpeed = 45f;
        for (int frame = 0; frame < 51; frame++)
        {
            Frames.Advance(0.02);
        }
        Assert.That(body.position.y, Is.InRange(2.3f, 2.6f));
        Assert.That(body.rotation, Is.InRange(44f, 48f));
        for (int frame = 0; frame < 200; frame++)
        {
            Frames.Advance(0.02);
        }
        Assert.That(_follower.HasArrived, Is.True);
        Assert.That(body.rotation, Is.EqualTo(0f).Within(0.1f));
    }

    [TestCase(GridPlane.XZ)]
    [TestCase(GridPlane.XY)]
    public void A_CharacterController_is_moved_in_frames(GridPlane plane)
    {
        AddFollower(plane, 0.5f, 0.5f, 3.5f, 2.5f);
        _follower.gameObject.AddComponent<CharacterController>();
        _follower.Motion = FollowerMotion.CharacterController;
        for (int frame = 0; frame < 200; frame++)
        {
            Frames.Advance(0.02);
        }
        Vector3 right = plane == GridPlane.XZ ? new Vector3(3.5f, 0f, 2.5f) : new Vector3(3.5f, 2.5f, 0f);
        Assert.That(Vector3.Distance(right, _follower.transform.position), Is.LessThan(1e-3f));
        Assert.That(_follower.HasArrived, Is.True);
    }

    [TestCase(FollowerMotion.Rigidbody, GridPlane.XZ, "has no Rigidbody")]
    [TestCase(FollowerMotion.Rigidbody2D, GridPlane.XY, "has no Rigidbody2D")]
    [TestCase(FollowerMotion.Rigidbody2D, GridPlane.XZ, "xy plane")]
    [TestCase(FollowerMotion.CharacterController, GridPlane.XZ, "has no CharacterController")]
    public void A_missing_component_is_told_once(FollowerMotion motion, GridPlane plane, string text)
    {
        AddFollower(plane, 0.5f, 0.5f, 3.5f, 2.5f);
        _follower.Motion = motion;
        using (ConsoleLog log = new ConsoleLog())
        {
            Frames.Advance(0.1);
            Frames.Advance(0.1);
            Assert.AreEqual(1, log.Lines.Count);
            StringAssert.Contains(text, log.Lines[0]);
        }
        Assert.That(_follower.enabled, Is.False);
    }

    [Test]
    public void It_tells_of_paths_of_ends_of_ways_and_of_arrivals()
    {
        AddFollower(GridPlane.XZ, 0.5f, 0.5f, 3.5f, 0.5f);
        Frames.Advance(0.25);
        _grid.FillRect(2, 0, 1, 6, CellType.Obstacle);
        Frames.Advance(0.25);
        Assert.That(_follower.IsBlocked, Is.True);
        Frames.Advance(0.25);
        _grid.FillRect(2, 0, 1, 6, CellType.Walkable);
        Frames.Advance(0.25);
        Assert.That(_follower.IsBlocked, Is.False);
        Frames.Advance(10.0);
        Assert.AreEqual(
            new[] { "found", "found!", "blocked", "blocked!", "found", "found!", "arrived", "arrived!" },
            _events.ToArray());
    }

    /// <summary>The scheduler makes one search a frame, and the way of all is closed.</summary>
    [Test]
    public void A_follower_whose_way_is_closed_waits_before_it_until_its_turn_comes()
    {
        AddFollower(GridPlane.XZ, 0.5f, 0.5f, 7.5f, 0.5f);
        _grid.Scheduler.SearchesInBackground = false;
        List<PathFollower> all = new List<PathFollower> { _follower };
        for (int i = 0; i < 30; i++)
        {
            PathFollower other = new GameObject().AddComponent<PathFollower>();
            other.transform.position = new Vector3(0.5f, 0f, 0.5f);
            other.Grid = _grid;
            other.Speed = 2f;
            other.TargetPosition = new Vector3(7.5f, 0f, 0.5f);
            other.Interval = 0f;
            // No two searches are equal.
            other.transform.position = new Vector3(0.5f + i % 4, 0f, 0.5f + i / 4 % 6);
            all.Add(other);
        }
        for (int frame = 0; frame < 15; frame++)
        {
            Frames.Advance(0.05);
        }
        _grid.Scheduler.ImmediateSearches = 0;
        _grid.Scheduler.SearchesPerUpdate = 1;
        _grid.FillRect(6, 0, 1, 5, CellType.Obstacle);
        for (int frame = 0; frame < 200; frame++)
        {
            Frames.Advance(0.05);
            foreach (PathFollower follower in all)
            {
                Assert.That(_grid.TryGetCellAt(follower.transform.position, out GridCell cell), Is.True);
                Assert.AreEqual(CellType.Walkable, _grid.GetCell(cell), "frame " + frame);
            }
        }
        Assert.That(all.TrueForAll(follower => follower.HasArrived), Is.True);
    }

    [TestCase(true)]
    [TestCase(false)]
    public void Warm_frames_of_many_followers_with_a_moving_target_and_a_door_allocate_nothing(bool sharesFields)
    {
        _grid = new PathGrid(64, 64);
        _grid.Scheduler.SharesFields = sharesFields;
        _grid.FillRect(32, 0, 1, 63, CellType.Obstacle);
        // The longest path: followers make room for it with their next path.
        new PathTracker(_grid).Update(new GridCell(0, 0), new GridCell(63, 0), 0.0);
        Transform target = new GameObject().transform;
        List<PathFollower> followers = new List<PathFollower>();
        for (int i = 0; i < 60; i++)
        {
            PathFollower follower = new GameObject().AddComponent<PathFollower>();
            follower.transform.position = new Vector3(1.5f + i % 10 * 2f, 0f, 1.5f + i / 10 * 4f);
            follower.Grid = _grid;
            follower.Target = target;
            follower.TurnSpeed = 90f;
            follower.StoppingDistance = 1f;
            followers.Add(follower);
        }
        int frame = 0;
        Action advance = () =>
        {
            frame++;
            // Back and forth, and the followers with it: each path's length has come before.
            target.position = new Vector3(40.5f + frame / 8 % 16, 0f, 10.5f);
            _grid.SetCell(32, 40, frame % 2 == 0 ? CellType.Walkable : CellType.Obstacle);
            Frames.Advance(1.0 / 60.0);
            System.Threading.Thread.Sleep(1);
        };
        for (int i = 0; i < 400; i++)
        {
            advance();
        }
        Func<long> answers = () => sharesFields ? _grid.Scheduler.FieldAnswers : _grid.Scheduler.Searches;
        long fewest = long.MaxValue;
        // A call that is made for the first time may allocate once.
        for (int attempt = 0; attempt < 3 && fewest > 0; attempt++)
        {
            long earlier = answers();
            long before = GC.GetAllocatedBytesForCurrentThread();
            for (int i = 0; i < 400 || answers() < earlier + 400; i++)
            {
                if (i > 20000)
                {
                    Assert.Fail("The scheduler does not answer.");
                }
                advance();
            }
            fewest = Math.Min(fewest, GC.GetAllocatedBytesForCurrentThread() - before);
        }
        Assert.AreEqual(0, fewest);
    }

    private static Vector3 Ahead(Quaternion rotation, GridPlane plane)
        => rotation * (plane == GridPlane.XZ ? Vector3.forward : Vector3.up);

    /// <summary>On 8 x 6 cells of one unit, with a speed of two units a second.</summary>
    private void AddFollower(GridPlane plane, float x, float y, float targetX, float targetY)
    {
        _grid = new PathGrid(new PathGridSettings
        {
            Width = 8, Height = 6, Plane = plane, DiagonalRule = DiagonalRule.BothFree,
        });
        GameObject owner = new GameObject("Hound");
        owner.transform.position = plane == GridPlane.XZ ? new Vector3(x, 0f, y) : new Vector3(x, y, 0f);
        _follower = owner.AddComponent<PathFollower>();
        _follower.Grid = _grid;
        _follower.Speed = 2f;
        _follower.Interval = 0f;
        _follower.TargetPosition =
            plane == GridPlane.XZ ? new Vector3(targetX, 0f, targetY) : new Vector3(targetX, targetY, 0f);
        _follower.PathFound += follower => _events.Add("found");
        _follower.Blocked += follower => _events.Add("blocked");
        _follower.Arrived += follower => _events.Add("arrived");
        _follower.OnPathFound.AddListener(() => _events.Add("found!"));
        _follower.OnBlocked.AddListener(() => _events.Add("blocked!"));
        _follower.OnArrived.AddListener(() => _events.Add("arrived!"));
    }
}
