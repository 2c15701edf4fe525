using System;
using System.Collections.Generic;
using System.Linq;
using GridStar;
using NUnit.Framework;
using UnityEngine;
using UnityEngine.Standin;

/// <summary>Followers of targets that can't be reached, or that lie on the border of two cells.</summary>
public class FollowerGoalTests
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

    [TestCase(true)]
    [TestCase(false)]
    public void By_default_it_comes_near_a_target_on_a_blocked_cell_and_says_that_it_is_blocked(bool shares)
    {
        _grid = new PathGrid(12, 9);
        _grid.FillRect(6, 3, 3, 3, CellType.Obstacle);
        Add(0.5f, 4.5f, 7.4f, 4.5f).SharesSearches = shares;
        Frames.Advance(0.1);
        Assert.That(_follower.HasPath && !_follower.IsBlocked, Is.True);
        Assert.AreEqual(PathReason.PartialPath, _follower.Reason);
        Frames.Advance(10.0);
        Assert.AreEqual("(5.50, 0.00, 4.50)", _follower.transform.position.ToString());
        Assert.That(_follower.IsBlocked && !_follower.HasArrived, Is.True);
        Assert.AreEqual(new[] { "changed", "lost", "blocked" }, _events.ToArray());
        // A hole opens elsewhere, by which the target can be reached.
        _grid.FillRect(7, 4, 1, 2, CellType.Walkable);
        Frames.Advance(0.1);
        Frames.Advance(10.0);
        Assert.That(_follower.HasArrived && !_follower.IsBlocked, Is.True);
        Assert.AreEqual(new[] { "changed", "found", "arrived" }, _events.Skip(3).ToArray());
    }

    [Test]
    public void It_comes_near_each_place_of_a_room_in_which_it_can_not_stand()
    {
        _grid = new PathGrid(24, 18);
        CellMap map = new CellMap(24, 18);
        map.AddRandomObstacles(0.12, 7);
        _grid.SetCells(map);
        _grid.FillRect(0, 0, 2, 2, CellType.Walkable);
        Add(1f, 1f, 1f, 1f).AgentSize = 2;
        _follower.Speed = 1000f;
        int narrow = 0;
        for (int y = 0; y < 18; y++)
        {
            for (int x = 0; x < 24; x++)
            {
                if (_grid.GetCell(x, y) != CellType.Walkable)
                {
                    continue;
                }
                _follower.TargetPosition = new Vector3(x + 1f, 0f, y + 1f);
                Frames.Advance(0.1);
                Frames.Advance(0.1);
                Assert.That(_follower.HasPath, Is.True, x + ", " + y + "\n" + map);
                narrow += _follower.Reason == PathReason.PartialPath ? 1 : 0;
            }
        }
        Assert.That(narrow, Is.GreaterThan(50));
    }

    [Test]
    public void Two_hundred_followers_keep_a_path_when_their_target_steps_onto_a_wall()
    {
        _grid = new PathGrid(40, 40);
        _grid.FillRect(20, 5, 2, 30, CellType.Obstacle);
        Transform target = new GameObject().transform;
        target.position = new Vector3(19.5f, 0f, 20.5f);
        List<PathFollower> all = new List<PathFollower>();
        for (int i = 0; i < 200; i++)
        {
            GameObject owner = new GameObject();
            owner.transform.position = new Vector3(0.5f + i % 10, 0f, 0.5f + i / 10 * 2);
            PathFollower follower = owner.AddComponent<PathFollower>();
            follower.Grid = _grid;
            follower.Target = target;
            all.Add(follower);
        }
        WaitForPaths(all, PathReason.Found);
        target.position = new Vector3(20.5f, 0f, 20.5f);
        WaitForPaths(all, PathReason.PartialPath);
    }

    [TestCase(WhenBlocked.Stand)]
    [TestCase(WhenBlocked.KeepPath)]
    public void By_choice_it_stands_or_keeps_its_path(WhenBlocked choice)
    {
        _grid = new PathGrid(12, 9);
        _grid.FillRect(6, 3, 3, 3, CellType.Obstacle);
        Add(0.5f, 4.5f, 5.5f, 4.5f).WhenBlocked = choice;
        Frames.Advance(0.5);
        _follower.TargetPosition = new Vector3(7.5f, 0f, 4.5f);
        Frames.Advance(0.1);
        Assert.AreEqual(PathReason.GoalBlocked, _follower.Reason);
        bool keeps = choice == WhenBlocked.KeepPath;
        Assert.AreEqual(keeps, _follower.HasPath);
        float x = _follower.transform.position.x;
        Frames.Advance(10.0);
        Assert.AreEqual(keeps ? 5.5f : x, _follower.transform.position.x);
        Assert.That(_follower.IsBlocked && !_follower.HasArrived, Is.True);
        Assert.AreEqual(new[] { "changed", "found", "changed", "lost", "blocked" }, _events.ToArray());
        int searches = _follower.Tracker.Searches;
        Frames.Advance(1.0);
        Assert.AreEqual(searches, _follower.Tracker.Searches);
        _follower.TargetPosition = new Vector3(5.5f, 0f, 6.5f);
        Frames.Advance(10.0);
        Assert.That(_follower.HasArrived, Is.True);
    }

    [Test]
    public void A_kept_path_is_walked_up_to_where_an_edit_has_closed_it()
    {
        _grid = new PathGrid(12, 1);
        Add(0.5f, 0.5f, 11.5f, 0.5f).WhenBlocked = WhenBlocked.KeepPath;
        Frames.Advance(0.5);
        _grid.SetCell(8, 0, CellType.Obstacle);
        Frames.Advance(10.0);
        Assert.AreEqual(7.5f, _follower.transform.position.x);
        Assert.That(_follower.HasPath && _follower.IsBlocked, Is.True);
        Assert.AreEqual(2, _follower.Tracker.Searches);
        _grid.SetCell(8, 0, CellType.Walkable);
        Frames.Advance(10.0);
        Assert.That(_follower.HasArrived, Is.True);
    }

    [TestCase(WhenBlocked.ComeNear)]
    [TestCase(WhenBlocked.Stand)]
    [TestCase(WhenBlocked.KeepPath)]
    public void It_tells_once_of_each_target_that_can_not_be_reached(WhenBlocked choice)
    {
        _grid = new PathGrid(9, 9);
        _grid.FillRect(5, 0, 1, 9, CellType.Obstacle);
        Add(0.5f, 0.5f, 7.5f, 0.5f).WhenBlocked = choice;
        _follower.Interval = 0.5f;
        for (int frame = 0; frame < 20; frame++)
        {
            Frames.Advance(0.1);
        }
        Assert.AreEqual(1, Count("lost"), "a first target");
        _follower.TargetPosition = new Vector3(7.5f, 0f, 6.5f);
        Frames.Advance(1.0);
        Frames.Advance(1.0);
        Assert.AreEqual(2, Count("lost"), "another one");
        _follower.TargetPosition = new Vector3(40f, 0f, 6.5f);
        Frames.Advance(0.1);
        Assert.AreEqual(3, Count("lost"), "outside the grid");
        _follower.TargetPosition = new Vector3(2.5f, 0f, 2.5f);
        Frames.Advance(0.1);
        Assert.AreEqual(3, Count("lost"));
        Assert.AreEqual(1, Count("found"));
        _follower.TargetPosition = new Vector3(40f, 0f, 6.5f);
        Frames.Advance(0.1);
        Assert.AreEqual(4, Count("lost"), "once more");
    }

    [TestCase(PathForm.Cells)]
    [TestCase(PathForm.WayPoints)]
    [TestCase(PathForm.Straightened)]
    public void Inside_an_obstacle_it_walks_out_the_shortest_way(PathForm form)
    {
        _grid = new PathGrid(9, 9);
        _grid.FillRect(3, 3, 3, 3, CellType.Obstacle);
        Add(4.6f, 4.4f, 8.5f, 6.5f).PathForm = form;
        int inside = 0;
        for (int frame = 0; frame < 200 && !_follower.HasArrived; frame++)
        {
            Frames.Advance(0.05);
            _grid.TryGetCellAt(_follower.transform.position, out GridCell cell);
            inside += _grid.GetCell(cell) == CellType.Obstacle ? 1 : 0;
            if (frame == 10)
            {
                // An edit beside the path does not stop it.
                _grid.SetCell(3, 5, CellType.Walkable);
            }
        }
        Assert.That(_follower.HasArrived, Is.True);
        Assert.That(inside, Is.InRange(8, 22));
        Assert.AreEqual(1, _follower.Tracker.Searches);
        _follower.LeaveBlocked = false;
        _follower.transform.position = new Vector3(4.5f, 0f, 4.5f);
        Frames.Advance(0.1);
        Assert.That(_follower.Reason, Is.EqualTo(PathReason.PartialPath));
        Assert.That(_follower.IsBlocked, Is.True);
    }

    [TestCase(0.00005f, GridPlane.XZ, true)]
    [TestCase(0.00005f, GridPlane.XY, false)]
    [TestCase(0.02f, GridPlane.XZ, false)]
    [TestCase(0.1f, GridPlane.XY, true)]
    public void It_arrives_once_at_a_target_that_trembles_on_a_border(float size, GridPlane plane, bool shares)
    {
        _grid = new PathGrid(new PathGridSettings { Width = 12, Height = 12, Plane = plane });
        Add(0.5f, 0.5f, 0f, 0f).SharesSearches = shares;
        System.Random random = new System.Random(3);
        for (int frame = 0; frame < 1200; frame++)
        {
            float x = 6f + (frame % 2 == 0 ? size : -size);
            float off = 6f + (float)(2.0 * random.NextDouble() - 1.0) * size;
            _follower.TargetPosition = plane == GridPlane.XZ ? new Vector3(x, 0f, off) : new Vector3(x, off, 0f);
            Frames.Advance(1.0 / 60.0);
        }
        Assert.That(_follower.HasArrived, Is.True);
        Assert.AreEqual(1, Count("arrived"));
        Assert.AreEqual(1, _follower.Tracker.Searches);
    }

    [TestCase(0.25f)]
    [TestCase(0.6f)]
    [TestCase(0f)]
    public void It_stays_until_the_target_has_left_by_the_stated_distance(float distance)
    {
        _grid = new PathGrid(12, 12);
        Add(0.5f, 0.5f, 5.99f, 0.5f).LeaveDistance = distance;
        Frames.Advance(10.0);
        Assert.That(_follower.HasArrived, Is.True);
        _follower.TargetPosition = new Vector3(5.99f + distance * 0.99f, 0f, 0.5f);
        Frames.Advance(0.1);
        Assert.That(_follower.HasArrived, Is.True);
        _follower.TargetPosition = new Vector3(6f + distance * 1.01f, 0f, 0.5f);
        Frames.Advance(0.1);
        Assert.That(_follower.HasArrived, Is.False);
        Frames.Advance(10.0);
        Assert.AreEqual(6.5f, _follower.transform.position.x);
        Assert.AreEqual(2, Count("arrived"));
    }

    /// <summary>
    /// Two equal ways lead around a wall, and the target goes to and fro between them. The wall is that of a report,
    /// and others: shorter, with the target farther off, blocked, at another speed.
    /// </summary>
    [TestCase(9, 16, 4, PathForm.Cells, true)]
    [TestCase(9, 16, 4, PathForm.Cells, false)]
    [TestCase(9, 16, 1, PathForm.Cells, true)]
    [TestCase(9, 16, 9, PathForm.WayPoints, true)]
    [TestCase(9, 16, 4, PathForm.Straightened, true)]
    [TestCase(9, 16, 4, PathForm.AnyAngle, false)]
    [TestCase(9, 25, 4, PathForm.Cells, true)]
    [TestCase(9, 20, 4, PathForm.AnyAngle, true)]
    [TestCase(5, 17, 4, PathForm.Cells, true)]
    [TestCase(3, 16, 4, PathForm.Cells, false)]
    [TestCase(1, 16, 4, PathForm.Cells, true)]
    [TestCase(1, 16, 2, PathForm.Straightened, false)]
    public void It_arrives_though_its_target_goes_to_and_fro_between_two_equal_ways(
        int length, int column, int period, PathForm form, bool shares)
    {
        foreach (bool isBlocked in new[] { false, true })
        {
            _grid = new PathGrid(new PathGridSettings
            {
                Width = 30, Height = 11, DiagonalRule = DiagonalRule.BothFree,
            });
            _grid.FillRect(15, 5 - length / 2, 1, length, CellType.Obstacle);
            Add(14.5f, 5.5f, column + 0.5f, 4.5f).PathForm = form;
            if (isBlocked && form == PathForm.AnyAngle)
            {
                continue;
            }
            // Which can come near both rows alike.
            _grid.FillRect(column + 1, 4, 1, 3, isBlocked ? CellType.Obstacle : CellType.Walkable);
            _follower.SharesSearches = shares;
            _follower.Speed = 3f;
            bool isThere = false;
            for (int frame = 0; frame < 1200 && !isThere; frame++)
            {
                float x = column + (isBlocked ? 1.5f : 0.5f);
                _follower.TargetPosition = new Vector3(x, 0f, frame / period % 2 == 0 ? 4.5f : 6.5f);
                Frames.Advance(1.0 / 60.0);
                isThere = isBlocked ? _follower.IsBlocked : _follower.HasArrived;
            }
            Assert.That(isThere, Is.True, isBlocked + " at " + _follower.transform.position);
            _follower.enabled = false;
            DisposeGrid();
        }
    }

    [Test]
    public void Without_commitment_it_never_arrives()
    {
        _grid = new PathGrid(new PathGridSettings { Width = 30, Height = 11, DiagonalRule = DiagonalRule.BothFree });
        _grid.FillRect(15, 1, 1, 9, CellType.Obstacle);
        Add(14.5f, 5.5f, 16.5f, 4.5f).Commitment = 0f;
        for (int frame = 0; frame < 1200; frame++)
        {
            _follower.TargetPosition = new Vector3(16.5f, 0f, frame / 4 % 2 == 0 ? 4.5f : 6.5f);
            Frames.Advance(1.0 / 60.0);
            Assert.That(_follower.HasArrived, Is.False);
        }
    }

    /// <summary>Among random obstacles, with a target that jumps: the object's center enters no obstacle.</summary>
    [TestCase(PathForm.WayPoints)]
    [TestCase(PathForm.Straightened)]
    [TestCase(PathForm.AnyAngle)]
    public void It_walks_by_points_to_each_target_and_enters_no_obstacle(PathForm form)
    {
        for (int seed = 1; seed <= 10; seed++)
        {
            System.Random random = new System.Random(seed);
            CellMap map = new CellMap(14, 10) { Start = new GridCell(0, 0) };
            map.AddRandomObstacles(0.25, (ulong)seed);
            _grid = new PathGrid(new PathGridSettings
            {
                Width = 14, Height = 10, DiagonalRule = DiagonalRule.BothFree,
            });
            _grid.SetCells(map);
            Add(0.5f, 0.5f, 0.5f, 0.5f).PathForm = form;
            for (int frame = 0; frame < 400; frame++)
            {
                if (frame % 9 == 0)
                {
                    _follower.TargetPosition = new Vector3(random.Next(14) + 0.5f, 0f, random.Next(10) + 0.5f);
                }
                Frames.Advance(0.03);
                Assert.That(_grid.TryGetCellAt(_follower.transform.position, out GridCell cell), Is.True);
                Assert.AreEqual(CellType.Walkable, _grid.GetCell(cell),
                    "seed " + seed + ", frame " + frame + " at " + _follower.transform.position + "\n" + map);
            }
            _follower.TargetPosition = new Vector3(0.5f, 0f, 0.5f);
            Frames.Advance(0.1);
            float length = _follower.RemainingDistance;
            Frames.Advance(length / 2.0 + 0.01);
            Assert.That(_follower.HasArrived, Is.True, "seed " + seed + ", " + length);
            _follower.enabled = false;
            DisposeGrid();
        }
    }

    private int Count(string name) => _events.Count(other => other == name);

    private static void WaitForPaths(List<PathFollower> all, PathReason reason)
    {
        for (int frame = 0; all.Exists(follower => follower.Reason != reason); frame++)
        {
            Assert.That(frame, Is.LessThan(2000));
            Frames.Advance(1.0 / 60.0);
            System.Threading.Thread.Sleep(1);
            Assert.That(frame == 0 && reason == PathReason.Found || all.TrueForAll(follower =>
                reason == PathReason.Found || follower.HasPath), Is.True, "frame " + frame);
        }
    }

    /// <summary>A follower at two units a second, without an interval.</summary>
    private PathFollower Add(float x, float y, float targetX, float targetY)
    {
        bool isInXZ = _grid.Plane == GridPlane.XZ;
        GameObject owner = new GameObject("Hound");
        owner.transform.position = isInXZ ? new Vector3(x, 0f, y) : new Vector3(x, y, 0f);
        _follower = owner.AddComponent<PathFollower>();
        _follower.Grid = _grid;
        _follower.Speed = 2f;
        _follower.Interval = 0f;
        _follower.TargetPosition =
            isInXZ ? new Vector3(targetX, 0f, targetY) : new Vector3(targetX, targetY, 0f);
        _follower.PathChanged += follower => _events.Add("changed");
        _follower.PathFound += follower => _events.Add("found");
        _follower.PathLost += follower => _events.Add("lost");
        _follower.Blocked += follower => _events.Add("blocked");
        _follower.Arrived += follower => _events.Add("arrived");
        return _follower;
    }
}
